"""Shells in which `referee` is typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.referee.commands.shell import Shell


@pytest.fixture
def referee(tmp_path: Path) -> Shell:
    return Shell(tmp_path / "data")


@pytest.fixture
def table(referee: Shell) -> Shell:
    """With a game of two players."""
    referee("new", "last-blast", "Ann", "Bo", "--seed", "kiwi")
    return referee
