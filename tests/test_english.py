"""Turns of phrase that readers whose first language is English stumble over do not come back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

HOME = Path(__file__).parents[1]
ROOMS = ("components", "generator", "referee", "templates", "docs", "benchmarks", "examples", "tests")
KINDS = {".py", ".md", ".toml", ".csv", ".j2"}

STUMBLES = {
    "is no …": r"(?<!here )\b(?:is|are) no (?!longer\b|more\b)\w+",
    "cannot be.": r"\bcannot be\.",
    "stands twice": r"\bstands? twice\b",
    "Nothing is said": r"\bNothing is said\b",
    "is too much": r"\bis too much\.",
    "Who has no …": r"(?:^|[.\"] )Who (?!is\b|are\b|has the|wins?\b|begins?\b|won\b)[a-z]+ [^?\n]*\.",
    "a docstring that is a clause": r'^ *r?"""(?:What|Whether|How|Of|That|Who|Which|Where|When|Why)\b',
    # "ROWS = 200  # of a table": the name before it would be the head of the phrase.
    "a comment that is a tail": r'^ *(?=[^ #\n|])(?:[^"#\n]++|"[^"\n]*+")++(?<= )# (?:of|for|in|on|to|by'
    r"|at(?! most| least)|from|with|without|as|than|per|but|between|beside|behind|before|after|above|below"
    r"|over|under|that|which|who|whose|where|when|whether|what|how)\b",
}
ANY = re.compile("|".join(f"({pattern})" for pattern in STUMBLES.values()), re.MULTILINE)


def test_nobody_stumbles() -> None:
    assert not list(stumbles())


def stumbles() -> Iterator[str]:
    """Every stumble in what people read, with its place; recorded games and this file are left out."""
    names = [*STUMBLES]
    for file in [*HOME.glob("*.md"), *(file for room in ROOMS for file in (HOME / room).rglob("*"))]:
        if file.suffix not in KINDS or file == Path(__file__) or "__pycache__" in file.parts:
            continue
        where, text = file.relative_to(HOME).as_posix(), file.read_text(encoding="utf-8")
        for found in ANY.finditer(text):
            line = text.count("\n", 0, found.start()) + 1
            yield f"{where}:{line}: {names[(found.lastindex or 1) - 1]}: …{found[0].strip()[-40:]}"
