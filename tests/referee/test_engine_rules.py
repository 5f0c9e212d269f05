"""Every rule of a game that is played at the table is named by a test, or is about pieces alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from components import catalogue

TESTS = Path(__file__).parent / "games"

# The games whose engines are whole, with the rules that only hands and eyes can keep, such as what a
# token looks like.
PHYSICAL = {"last-blast": {"1.4"}}


@pytest.mark.parametrize("slug", PHYSICAL)
def test_every_rule_is_tested_or_physical(slug: str) -> None:
    rules = catalogue.load(slug).rules
    numbers = set(rules.numbers())
    texts = [file.read_text(encoding="utf-8") for file in TESTS.glob(f"test_{slug.replace('-', '_')}_*.py")]
    named = {number for text in texts for number in re.findall(rf"\b{rules.prefix} (\d+\.\d+)", text)}
    physical = PHYSICAL[slug]
    assert named <= numbers, f"no such rules: {sorted(named - numbers)}"
    assert physical <= numbers
    missing = sorted(numbers - named - physical, key=lambda number: tuple(map(int, number.split("."))))
    assert not missing, f"neither tested nor physical: {', '.join(missing)}"
    assert not physical & named, f"tested after all: {sorted(physical & named)}"
