"""Sparks, a game of an installed package, for all tests of the lab."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from components import installed


@pytest.fixture(scope="session", autouse=True)
def sparks() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(installed, "packages", lambda: {"sparks": "tests.referee.lab.sparks"})
        yield
