"""Packages that are missing: at the command line they can be installed, in a browser they cannot."""

from __future__ import annotations

import sys

import pytest

from components import extras
from components.errors import UsageError
from generator.faces.type.hyphens import hyphens_of


def test_at_the_command_line_they_are_installed() -> None:
    assert extras.todo("exports", "Or use --cut svg.") == (
        'Install it: pip install "starbox[exports]". Or use --cut svg.'
    )


def test_in_a_browser_the_game_is_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "IN_A_BROWSER", True)
    monkeypatch.setitem(sys.modules, "pyphen", None)
    hyphens_of.cache_clear()
    with pytest.raises(UsageError) as refused:
        hyphens_of("de")
    assert refused.value.todo == extras.ELSEWHERE
