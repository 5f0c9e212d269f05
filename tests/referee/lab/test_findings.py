"""The first sentences of `referee simulate` name pieces: which, how many, and in which order."""

from __future__ import annotations

import dataclasses
from types import SimpleNamespace
from typing import Any

import pytest

from referee.archive.rates import rate
from referee.lab.findings import _pieces
from referee.lab.measures import Use

USUAL = [Use("parts", f"usual {number}", 1000, rate(500, 1000)) for number in range(40)]


def found(*pieces: Use) -> dict[str, str]:
    """Return what is found of a game with these pieces and forty that win half of their games."""
    watched: Any = SimpleNamespace(pieces=(*USUAL, *pieces))
    series: Any = None
    return {one.about: one.text for one in _pieces(series, watched)}


def wins(name: str, won: int) -> Use:
    return Use("parts", name, 1000, rate(won, 1000))


def test_the_strongest_and_the_weakest_are_named_first() -> None:
    told = found(wins("good", 800), wins("better", 850), wins("bad", 200), wins("worse", 150))
    assert told["too strong"].index("better in") < told["too strong"].index("good in")
    assert told["too weak"].index("worse in") < told["too weak"].index("bad in")


@pytest.mark.parametrize(("pieces", "end"), [(5, "games."), (6, "; so does 1 more."), (7, "; so do 2 more.")])
def test_five_are_named(pieces: int, end: str) -> None:
    assert found(*(wins(f"s{number}", 900 - number) for number in range(pieces)))["too strong"].endswith(end)


@pytest.mark.parametrize(
    ("pieces", "names"), [(5, "s0, s1, s2, s3 and s4"), (6, "s0, s1, s2, s3, s4 and 1 more")]
)
def test_what_nobody_takes(pieces: int, names: str) -> None:
    ignored = [dataclasses.replace(wins(f"s{number}", 0), drawn=30 + number) for number in range(pieces)]
    told = found(*(dataclasses.replace(one, won=rate(0, 0)) for one in ignored))
    assert told == {"ignored": f"Nobody ever takes these parts: {names}, each drawn 30 times or more."}
