"""The system (PL 1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.engine.chance.seeded import Chance
from referee.engine.play import start_game
from referee.games.planetary import game
from referee.games.planetary.rules.system import draw_system
from referee.games.planetary.setup import set_up
from tests.referee.games.planetary.tables import BOX


@pytest.mark.parametrize("players", [2, 3, 5])
def test_1_the_system_is_the_one_that_setup_draws(players: int) -> None:
    """PL 1.1 to PL 1.6: with the same seed the table and `referee setup` have the same system."""
    names = ("Ann", "Bo", "Cy", "Di", "Ed")[:players]
    state = start_game(game, names, {"start": "random"})
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


@pytest.mark.parametrize("each", [1, 2])
def test_1_3_the_data_decides_how_much_dust_there_is(each: int) -> None:
    """PL 1.3: so many dark spaces for each player, none of them an anchor; at the table as in a set-up."""
    start = BOX.start
    ring = start.ring._replace(dust_per_player=each)
    box = replace(BOX, start=start._replace(ring=ring))
    state = game.start(("Ann", "Bo", "Cy"), {}, box)
    while state.step != "dust":
        state = game.resolve(state, game.chance(state).pick(Chance("kiwi")))
    drawn = game.chance(state)
    state = game.resolve(state, drawn.pick(Chance("kiwi").stream("dust")))
    assert len(set(state.dust)) == 3 * each
    assert not {world.planet.space for world in state.worlds} & set(state.dust)
    assert len(draw_system(box, 3, Chance("kiwi")).dust) == 3 * each


def test_1_2_sizes_are_drawn_again_while_the_box_has_too_few() -> None:
    state = start_game(game, ("Ann", "Bo", "Cy", "Di", "Ed", "Flo"), {})
    outcomes = game.chance(state)
    assert outcomes.refusal(game.read(state, None, "draw 6 6 6 6 6")) != ""
    assert outcomes.refusal(game.read(state, None, "draw 6 6 6 4 2")) == ""
    assert outcomes.refusal(game.read(state, None, "draw 1 6 6 4 2")) != "", "2 to 6 pieces"
    assert sum(chance for _, chance in outcomes) == 1
