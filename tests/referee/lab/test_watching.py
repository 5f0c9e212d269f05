"""Observations of a game that is looked at closely."""

from __future__ import annotations

from collections import Counter

from referee.lab.plan import LIMIT, make_plan
from referee.lab.playing import Table
from referee.lab.watching import Key, Watch


def test_a_blueprint_that_is_sacrificed_is_not_taken() -> None:
    """PL 4.7: it is given up, so its owner does not win with it; one that is built is taken."""
    tally = watched("planetary", games=3)
    taken = [key[3:] for key in tally if key[0] == "takers"]
    assert ("move", "sacrifice") in taken
    named = {key[1] for key in taken if key[0] == "choice"}
    assert "build: Blueprint" in named
    assert "sacrifice: Blueprint" not in named


def watched(slug: str, games: int) -> Counter[Key]:
    """Count in random games of two."""
    plan, tally = make_plan(slug, games=games, bots=["random"], seed="kiwi"), Counter[Key]()
    table = Table(slug, plan.series[0], plan.seed, LIMIT)
    for number in range(games):
        watch = Watch(table.rules, {}, tally, {})
        watch.close(table.play(number, watch))
    return tally
