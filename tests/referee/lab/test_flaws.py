"""Flaws that are planted in a game are found and named; boxes without a flaw are not accused."""

from __future__ import annotations

from pathlib import Path

import pytest

from components import catalogue
from components.changes import Changes, changed
from referee.commands.base.output import as_json
from referee.lab import running
from referee.lab.measures import Simulation
from referee.lab.plan import make_plan
from referee.lab.simulating import finish
from referee.lab.store import open_store
from tests.searching import SEARCHING

GAMES = 600 if SEARCHING else 120
MIRRORS = 200 if SEARCHING else 0
DEALS = 1000 if SEARCHING else 400  # deals for a bot that hardly gains by playing well

# The flaw that is found, the number that plants it, the value, and a word of the sentence that names it.
FLAWS = [
    ("seats", "numbers.seat_bonus", 8, "Seat 1 wins more"),
    ("runaway", "numbers.snowball", 9, "runs away"),
    ("too strong", "cards.C24.points", 30, "C24 in"),
    ("too weak", "cards.C01.points", -30, "C01 in"),
    ("ignored", "cards.C02.cost", 999, "takes C02"),
    ("dead rule", "numbers.jokers", 0, '"joker"'),
    ("endless", "numbers.target", 100000, "did not end"),
    ("forced", "numbers.row", 1, "little to decide"),
    ("ties", "numbers.rounding", 100, "shared too often"),
    ("catch-up", "numbers.tax", 40, "Leading hurts"),
    ("luck", "numbers.faces", 300, "hardly helps"),
    ("unwon", "numbers.needed", 75, "nobody wins"),
]
CONTROLS: list[Changes] = [
    (),
    (("numbers.rounds", 6),),
    (("numbers.rounds", 12),),
    (("numbers.row", 4),),
    (("numbers.faces", 4),),
    (("numbers.faces", 8),),
    (("numbers.jokers", 2),),
    (("cards.C01.points", 5),),
    (("cards.C24.copies", 3),),
    (("numbers.row", 5), ("numbers.rounds", 10)),
]


def simulated(
    folder: Path,
    changes: Changes,
    *,
    vary: Changes = (),
    seed: str = "sparks",
    mirrors: int = MIRRORS,
) -> Simulation:
    """Return what the lab says of the game with that box, which is also varied if that is asked for."""
    box = changed(catalogue.load("sparks"), dict(changes))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(catalogue, "load", {"sparks": box}.__getitem__)
        plan = make_plan(
            "sparks",
            games=GAMES,
            bots=["random"],
            vary={name: [str(value)] for name, value in vary},
            seed=seed,
            limit=60,
            mirrors=mirrors,
        )
        store = open_store(folder, plan, 250)
        running.run(store, lambda: running.here(1), lambda games: None)
        return finish(store, as_json)


def flaws(found: Simulation) -> list[tuple[str, str]]:
    return [(one.about, one.text) for one in found.findings if one.grade == "flaw"]


@pytest.mark.parametrize(("about", "number", "value", "words"), FLAWS)
def test_a_planted_flaw_is_named(about: str, number: str, value: int, words: str, tmp_path: Path) -> None:
    found = flaws(simulated(tmp_path, ((number, value),), mirrors=DEALS if about == "luck" else MIRRORS))
    assert [text for kind, text in found if kind == about and words in text], found


def test_a_variation_that_breaks_the_rules_is_named(tmp_path: Path) -> None:
    """The box as it is stays without a flaw."""
    found = flaws(simulated(tmp_path, (), vary=(("numbers.faces", 0),), mirrors=0))
    assert [
        text for kind, text in found if kind == "broken" and f"{GAMES} of {GAMES} games broke off" in text
    ]
    assert all(text.startswith("With numbers.faces=0: ") for _, text in found)


@pytest.mark.parametrize("number", range(len(CONTROLS) if SEARCHING else 4))
def test_a_box_without_a_flaw_is_not_accused(number: int, tmp_path: Path) -> None:
    assert flaws(simulated(tmp_path, CONTROLS[number], seed=f"control {number}")) == []
