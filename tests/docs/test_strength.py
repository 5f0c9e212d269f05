"""The table of strength in the guide to the bots is what its command makes of the games that were played."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

HOME = Path(__file__).parents[2]


@pytest.fixture
def strength() -> Iterator[Any]:
    spec = importlib.util.spec_from_file_location("strength", HOME / "benchmarks" / "strength.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["strength"] = module  # dataclasses look up the names in its annotations there
    spec.loader.exec_module(module)
    yield module
    del sys.modules["strength"]


def test_the_guide_shows_what_was_played(strength: Any) -> None:
    """Whoever raises the version of a bot plays its games again: `benchmarks/strength.py --all`."""
    assert strength.table(strength.KEPT) in (HOME / "docs" / "bots.md").read_text(encoding="utf-8")


def test_what_the_guide_says_of_the_table(strength: Any) -> None:
    """For two, lower ends of 100 games are at least 60 %, but for MLEM's level 1; else 1.5 times a share."""
    text = " ".join((HOME / "docs" / "bots.md").read_text(encoding="utf-8").split())
    assert (
        "where 100 games have been played, the lower end is at least 60 % in every game: in MLEM from level 2"
        in text
    )
    assert "`clever` wins more than one and a half times its share" in text
    steps: dict[str, list[tuple[int, int, int, int]]] = {}
    rows = re.findall(
        r"\| ([^|]+) \| (\d) \| `(.*?)` \|.*?\| (\d+) \| (\d+) % \[(\d+)–(\d+)\]",
        strength.table(strength.KEPT),
    )
    assert len(rows) > 30
    for title, players, bot, games, won, low, high in rows:
        if players == "2":
            assert int(low) >= 60 or int(games) < 100 or (title, bot) == ("MLEM: Space Agency", "clever:1")
            steps.setdefault(title, []).append((int(games), int(won), int(low), int(high)))
        else:
            assert int(won) > 150 / int(players)
    assert "Each level wins more often than the one below, where both have 400 games." in text
    for levels in steps.values():
        many = [won for games, won, _, _ in levels if games >= strength.GAMES]
        assert many == sorted(many)
        assert all(above[3] >= below[2] for below, above in pairwise(levels)), "no level is surely worse"


def test_only_whole_deals_count(strength: Any, tmp_path: Path) -> None:
    """A game that ends early waits for the others of its deal, and a run goes on after the last whole one."""
    pairing = strength.Pairing("last-blast", 2, "clever:1", "greedy")
    tally, results = strength.Tally(pairing), tmp_path / "results.csv"
    one = strength.Played(1.0, 10, 0.5, 0.6)
    assert [tally.add(number, one) for number in (1, 2, 0)] == [False, False, True]
    assert (tally.games, tally.total) == (2, one.plus(one))
    strength._keep(results, [tally])
    [again] = strength._kept(results, [pairing])
    assert (again.games, again.begun, again.total) == (2, 2, tally.total)
    assert again.deals == {2.0: 1}


def test_the_range_is_by_deals(strength: Any) -> None:
    """A deal that each bot wins once says more than two games, one that a bot wins twice says less."""
    pairing, ranges = strength.Pairing("mlem", 2, "greedy", "random"), []
    for deals in ({1.0: 100}, {2.0: 25, 1.0: 50, 0.0: 25}, {2.0: 50, 0.0: 50}):
        tally = strength.Tally(pairing, 200, strength.Played(100.0, 9, 1.0, 1.0), deals=Counter(deals))
        ranges.append(re.findall(r"\[(.*)\]", tally.line))
    assert ranges == [["49–51"], ["43–57"], ["40–60"]]


def test_bots_that_have_changed_begin_anew(
    strength: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairing, results = strength.Pairing("mlem", 2, "greedy", "random"), tmp_path / "results.csv"
    strength._keep(results, [strength.Tally(pairing, 2, strength.Played(2.0, 9, 1.0, 1.0))])
    monkeypatch.setattr(strength, "version", lambda slug: 99)
    assert [tally.games for tally in strength._kept(results, [pairing])] == [0]


def test_a_game_is_found_again_by_its_number(strength: Any) -> None:
    pairing = strength.Pairing("mlem", 2, "greedy", "random")
    assert strength.play(pairing, 3)[:2] == strength.play(pairing, 3)[:2]
