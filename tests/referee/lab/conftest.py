"""Sparks, a game of an installed package, for all tests of the lab."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from components import installed
from components.installed import Brought


@pytest.fixture(scope="module", autouse=True)
def sparks() -> Iterator[None]:
    home = Path(__file__).parent / "sparks"
    brought = Brought("sparks", "tests.referee.lab.sparks", "sparks 1.0", home)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(installed, "_found", cache(lambda: ({"sparks": brought}, {})))
        yield
