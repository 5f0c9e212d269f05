"""What several tests of the table need."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where a journal may be put."""
    return tmp_path / "game.jsonl"
