"""Fixtures of several tests of the table."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A place for a journal."""
    return tmp_path / "game.jsonl"
