"""Turns of phrase that readers whose first language is English stumble over do not come back."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

HOME = Path(__file__).parents[1]
ROOMS = ("components", "generator", "referee", "templates", "docs", "benchmarks", "examples", "tests")
KINDS = {".py", ".md", ".toml", ".csv", ".j2"}

STUMBLES = {
    "is no …": r"(?<!here )\b(?:is|are) no (?!longer\b|more\b)\w+",
    "cannot be.": r"\bcannot be\.",
    "stands twice": r"\bstands? twice\b",
    "Nothing is said": r"\bNothing is said\b",
    "is too much": r"\bis too much\.",
    "Who has no …": r"(?:^|[.\"] )Who (?!is\b|are\b|has the|wins?\b|begins?\b|won\b)[a-z]+ [^?]*\.",
}


@cache
def lines() -> list[tuple[str, str]]:
    """Every line that people read, with where it is; recorded games and this file left out."""
    files = [*HOME.glob("*.md"), *(file for room in ROOMS for file in (HOME / room).rglob("*"))]
    return [
        (f"{file.relative_to(HOME)}:{number}", line)
        for file in files
        if file.suffix in KINDS and file != Path(__file__) and "__pycache__" not in file.parts
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
    ]


@pytest.mark.parametrize("phrase", STUMBLES)
def test_nobody_stumbles_over(phrase: str) -> None:
    pattern = re.compile(STUMBLES[phrase])
    assert not [f"{where}: {line.strip()}" for where, line in lines() if pattern.search(line)]
