"""Man pages: what the help says, page by page."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
from typer.main import get_command

from generator.commands.start import COMMANDS, app_with
from tests.generator.presswork import pnp


@pytest.fixture(scope="module")
def man(project: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("man", project / ".ci" / "man.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_each_command_has_a_page_with_all_that_its_help_says(man: ModuleType) -> None:
    pages = dict(man.pages(get_command(app_with(tuple(COMMANDS))), "pnp"))
    assert set(pages) >= {"pnp", "pnp printer add", *(f"pnp {word}" for word in COMMANDS)}
    for word in "export", "printer":
        page = pages[f"pnp {word}"].replace("\\", "").replace("&", "")
        for line in pnp(word, "--help").out.splitlines():
            assert all(part in page for part in line.split() if part.startswith("--")), line
    assert "\\fBpnp\\-export\\fP(1)" in pages["pnp"]
    assert all(page.isascii() for page in pages.values())


def test_nothing_in_a_text_is_an_order_to_roff(man: ModuleType) -> None:
    assert man.written(".SH x") == "\\&.SH x"
    assert man.written("a\\b --x …") == "a\\eb \\-\\-x \\[u2026]"
