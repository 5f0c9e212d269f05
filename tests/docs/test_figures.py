"""Figures in the guides that can be worked out: each is read from its sentence, and worked out again."""

from __future__ import annotations

import re
from pathlib import Path

from referee.engine.chance import seeded
from referee.games import OURS
from referee.lessons.lesson import find_lesson

DOCS = Path(__file__).parents[2] / "docs"
SHARE = re.compile(r"([\d.]+) % \(([\d.]+) to ([\d.]+) %\)")


def guide(name: str) -> str:
    return " ".join((DOCS / name).read_text(encoding="utf-8").split())


def test_how_long_seeds_last() -> None:
    """A machine tries a million million seeds a second; the universe is 13.8 thousand million years old."""
    word = (len(seeded._CONSONANTS) * len(seeded._VOWELS)) ** 2
    shown, secret = (word ** (seed.count("-") + 1) for seed in (seeded.new_seed(), seeded.secret_seed()))
    assert (shown, secret) == (80**8, 80**22)
    text, second = guide("randomness.md"), 10**12
    (minutes,) = re.findall(r"Four words, 80⁸ or about 2⁵⁰ seeds, would last (\d+) minutes", text)
    assert int(minutes) == round(shown / second / 60)
    assert 2**50 < shown < 2**51
    assert "there are 80²² of them, more than 2¹³⁹" in text
    assert 2**139 < secret < 2**140
    assert secret / second > 1000 * 13.8e9 * 365 * 86400  # "far longer than the age of the universe"


def test_lessons_take_as_long_as_the_guide_says() -> None:
    rows = re.findall(r"\| `referee teach ([\w-]+)` \| (\d+) \|", guide("lessons.md"))
    assert {slug: int(minutes) for slug, minutes in rows} == {
        slug: find_lesson(slug).minutes for slug in OURS
    }


def test_the_summary_of_balance_quotes_its_pages() -> None:
    """Each share with its range is one of a page, rounded; but for rules that no page has the games of."""
    text = guide("balance/README.md")
    pages = [page.read_text(encoding="utf-8") for page in (DOCS / "balance").glob("[!R]*.md")]
    told = {
        tuple(str(round(float(figure) + 1e-9)) for figure in found)
        for page in pages
        for found in SHARE.findall(page)
    }
    versions = r"By version 1 of the rules, .*?\.|Version 2 gives .*?\.|So in version 3 .*?\."
    apart = versions + r"|To begin with 1 radium .*?\.|without its cannon, .*?\."
    past = " ".join(re.findall(apart, text, re.DOTALL))
    assert len(SHARE.findall(past)) == 12
    quoted = [found for found in SHARE.findall(text) if found not in SHARE.findall(past)]
    assert len(quoted) >= 15
    assert not [share for share in quoted if share not in told]
