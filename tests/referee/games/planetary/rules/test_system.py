"""The system (PL 1)."""

from __future__ import annotations

import pytest

from referee.engine.chance.seeded import Chance
from referee.games.planetary import game
from referee.games.planetary.setup import set_up


@pytest.mark.parametrize("players", [2, 3, 5])
def test_1_the_system_is_the_one_that_setup_draws(players: int) -> None:
    """PL 1.1 to PL 1.6: with the same seed the table and `referee setup` have the same system."""
    names = ("Ann", "Bo", "Cy", "Di", "Ed")[:players]
    state = game.start(names, {"start": "random"})
    while state.step != "bars":
        outcomes = game.chance(state)
        state = game.resolve(state, outcomes.pick(Chance("kiwi").stream(outcomes.label)))
    made = set_up(players, "kiwi", {"start": "random"})
    assert made.area("dust").pieces[0].note.split(" ", 1)[1] == ", ".join(map(str, state.dust))
    for world in state.worlds:
        pieces = made.area(f"planet-{world.planet.card.code}").pieces
        assert [piece.code for piece in pieces] == list(world.planet.pieces)
        assert {piece.side for piece in pieces} == {world.planet.up}
        assert f"Rock {world.planet.rock}" in made.area(f"planet-{world.planet.card.code}").note
        assert world.planet.columns in (16, 24, 32, 40, 48)
        assert len(world.terrain) == 4 * world.planet.columns
        assert world.terrain.count("U") == 2 * len(world.planet.pieces)
    assert [piece.note for piece in made.area("ships").pieces] == [
        f"space {side.ship.space}" for side in state.sides
    ]


def test_1_2_sizes_are_drawn_again_while_the_box_has_too_few() -> None:
    state = game.start(("Ann", "Bo", "Cy", "Di", "Ed", "Flo"), {})
    outcomes = game.chance(state)
    assert outcomes.refusal(game.read(state, None, "draw 6 6 6 6 6")) != ""
    assert outcomes.refusal(game.read(state, None, "draw 6 6 6 4 2")) == ""
    assert sum(chance for _, chance in outcomes) == 1
