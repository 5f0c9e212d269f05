"""What is on the table, as everybody sees it."""

from __future__ import annotations

from referee.games.mlem import game
from referee.games.mlem.moves import HELP
from tests.referee.games.mlem.table import aboard, landed, rolled


def test_a_rocket_under_way() -> None:
    """ML 2.2, ML 3.4: the commander, the pool, and a roll with the die of an engineer."""
    there = landed(galaxy=((1, "voyager"),))
    state = rolled(aboard("engineer", "ace", at=5, landed=there, goals=(0, None, None, None)), "2")
    facts = {fact.name: fact.text for fact in game.view(game.apply(state, 0, HELP), None).facts}
    assert facts == {
        "Commander": "Ann",
        "Rocket": "on space 5",
        "Pool": "1 die",
        "Roll": "2, and 1 from engineers",
        "Failures": "0 of 11",
        "Goal moons": "Ann",
    }
    areas = {area.name: area for area in game.view(state, 0).areas}
    assert [piece.code for piece in areas["boarding"].pieces] == ["engineer-O", "ace-B"]
    assert [piece.code for piece in areas["galaxy"].pieces] == ["voyager-B"]
    assert areas["planet-A"].title == "Planet A Anvil"
