"""Every rule of every game is named by a test of the referee, unless only players can keep it.

A test names a rule as it is cited, `RR 6.3`, or in its name, `def test_4_2_…`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from components import catalogue

TESTS = Path(__file__).parent / "games"

# Rules that only players can keep: what is in the box, and what it looks like.
PHYSICAL = {
    "last-blast": "1.4",
    "mlem": "",
    "per-aspera": "1.1 1.5 1.6",
    "planetary": "",
    "rayguns": "1.5",
}


@pytest.mark.parametrize("slug", catalogue.slugs())
def test_every_rule_is_tested_or_physical(slug: str) -> None:
    rules = catalogue.load(slug).rules
    numbers, named = set(rules.numbers()), named_rules(slug, rules.prefix)
    physical = set(PHYSICAL[slug].split())
    assert not in_order(named - numbers), "no such rules"
    assert not in_order(physical - numbers), "listed, but no such rules"
    assert not in_order(numbers - named - physical), "neither tested nor physical"
    assert not in_order(physical & named), "tested after all: not physical"


def named_rules(slug: str, prefix: str) -> set[str]:
    """The numbers of the rules that the tests of that game name."""
    name = slug.replace("-", "_")
    files = [*TESTS.glob(f"test_{name}_*.py"), *(TESTS / name).rglob("test_*.py")]
    texts = [file.read_text(encoding="utf-8") for file in files]
    cited = {number for text in texts for number in re.findall(rf"\b{prefix} (\d+\.\d+)", text)}
    titled = {pair for text in texts for pair in re.findall(r"def test_(\d+)_(\d+)_", text)}
    return cited | {".".join(pair) for pair in titled}


def in_order(numbers: set[str]) -> str:
    return " ".join(sorted(numbers, key=lambda number: tuple(map(int, number.split(".")))))
