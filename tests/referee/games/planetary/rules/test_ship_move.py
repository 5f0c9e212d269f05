"""The ship's move (PL 4.6)."""

from __future__ import annotations

import pytest

from referee.games.planetary import game
from referee.games.planetary.moves import Fly, Land, hex_at
from referee.games.planetary.rules import power, sequence
from referee.games.planetary.rules.ship_move import steps_of
from tests.referee.games.planetary.tables import (
    BOX,
    COLUMNS,
    do,
    table,
    why_not,
)


@pytest.mark.parametrize(
    ("ships", "modules", "typed", "cost"),
    [
        ("1 9", "", "ship 2", 0),
        ("1 9", "", "ship 0", 0),
        ("1 9", "", "ship 3", 100),
        ("1 9", "", "ship 7", 300),
        ("1 9", "", "ship 1 in 6", 300),
        ("1 9", "E4@1=THR* E3@1=THR*", "ship 7", 150),
        ("1 9", "E4@1=THR", "ship 7", 300),
        ("4 9", "D5@1=LND*", "land 3,1", 0),
        ("2 9", "D5@1=LND*", "land P1 3,1", 150),
        ("2 9", "D5@1=LND* E4@1=THR*", "land 3,1", 75),
        ("3,1 9", "", "leave", 0),
        ("3,1 9", "", "ship 5", 100),
        ("9,1 9", "", "ship 4", 0),
        ("3,1 9", "D5@1=LND*", "land 5,2", 100),
    ],
)
def test_4_6_ship_moves(ships: str, modules: str, typed: str, cost: int) -> None:
    """PL 4.6: 1 space free, or all at 50 W; landings and leavings are spaces; a thruster halves it."""
    state = table(ships=ships, modules=modules, watts=1000)
    assert power.left(state) - power.left(do(state, typed)) == cost


@pytest.mark.parametrize(
    ("ships", "marks", "more", "typed", "rule"),
    [
        ("1 9", {}, {}, "ship 9", "PL 4.6"),  # 8 spaces
        ("1 9", {}, {}, "ship 1", "PL 4.6"),
        ("1 9", {}, {}, "ship 2 in 4", "PL 4.6"),  # no walk of an even number ends there
        ("0 9", {}, {"watts": -300}, "ship 5", "PL 4.6"),
        ("4 9", {}, {"modules": "D5@1=LND"}, "land 3,1", "PL 4.6"),  # off
        ("4 9", {"3,1": "I"}, {}, "land 3,1", "PL 4.6"),
        ("4 9", {}, {}, "land 9,1", "PL 4.6"),  # the half that does not face the ring
        ("4 9", {}, {"units": "b2=3,1"}, "land 3,1", "PL 4.6"),
        ("4 3,1", {}, {}, "land 3,1", "PL 4.6"),
        ("4 9", {"3,1": "R"}, {"structures": "3,1=mine2"}, "land 3,1", "PL 4.6"),
        ("10 9", {}, {}, "land 3,1", "PL 4.6"),  # 7 spaces
        ("4 9", {}, {}, "land 3,7", "PL 1.4"),
        ("4 9", {"3,1": "R"}, {}, "land 3,1", ""),
        ("4 9", {}, {"watts": -500}, "land 3,1", ""),  # the free space is enough
    ],
)
def test_4_6_where_a_ship_cannot_go(
    ships: str, marks: dict[str, str], more: dict[str, object], typed: str, rule: str
) -> None:
    settings: dict[str, object] = {"modules": "D5@1=LND*", "watts": 500, **more}
    assert why_not(table(ships=ships, marks=marks, **settings), typed) == rule  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("ships", "typed", "reason"),
    [
        ("1 9", "ship 1", "Your ship is at space 1."),
        ("1 9", "ship 2 in 4", "No walk of 4 spaces ends there; the shortest is 1."),
        ("1 9", "ship 4 in 1", "No walk of 1 spaces ends there; the shortest is 3."),
        ("1 9", "ship 9", "That is 8 spaces; a ship moves 6 at most."),
        ("1 9", "ship 7", "6 spaces cost 300 W, and you have 250."),
        ("4 9", "land 4,1", "Ships land on plains, and that hex is iron ore."),
        ("4 9", "land 9,1", "That hex is on half B, which does not face the ring now."),
        ("4 3,1", "land 3,1", "A unit, a ship or a structure is on that hex."),
    ],
)
def test_4_6_what_is_said_of_a_move_that_is_refused(ships: str, typed: str, reason: str) -> None:
    state = table(ships=ships, marks={"4,1": "I"}, modules="D5@1=LND*", watts=-250)
    assert game.check(state, 0, game.read(state, 0, typed)).reason == reason


def test_4_6_a_turbine_counts_the_spaces() -> None:
    """PL 4.2, PL 4.6: going to and fro counts."""
    state = do(table(ships="1 9", cores="turbine solar", watts=400), "ship 1 in 6", "done", "ready")
    assert state.sides[0].travelled == 6
    assert power.left(sequence.begun(state, 0)) == 650


@pytest.mark.parametrize("spaces", [8, 16])
@pytest.mark.parametrize("where", ["1", "3,1"])
def test_4_6_every_walk_of_up_to_6_spaces(spaces: int, where: str) -> None:
    """PL 1.1, PL 4.6: round the ring either way; leaving a planet is one of the spaces."""
    state = table(ships=f"{where} 9", watts=1000).but(spaces=spaces)
    flights = [Fly(space, steps) for space in range(spaces) for steps in (None, *range(1, 7))]
    allowed = {
        move
        for move in flights
        if game.check(state, 0, move).allowed
        and (move.steps is None or move.steps > steps_of(state, Fly(move.space)))
    }
    assert {move for move in game.moves(state, 0) if isinstance(move, Fly)} == allowed
    assert len({move.space for move in allowed}) == min(spaces, 13 if where == "1" else 11)


@pytest.mark.parametrize(("ships", "watts"), [("4 9", 1000), ("2 9", 1000), ("1 9", -200), ("3,1 9", 1000)])
def test_4_6_every_landing_is_listed(ships: str, watts: int) -> None:
    """All that is allowed is listed, a shortest way once: without its number."""
    state = table(ships=ships, modules="D5@1=LND*", watts=watts, units="b2=5,2")
    hexes = [hex_at(column, row) for row in range(BOX.rows) for column in range(COLUMNS)]
    typed = [Land(hex_, 0, steps) for hex_ in hexes for steps in (None, *range(1, 9))]
    shortest = steps_of(state, Land(hexes[0], 0))
    allowed = [move for move in typed if move.steps != shortest and game.check(state, 0, move).allowed]
    assert [move for move in game.moves(state, 0) if isinstance(move, Land)] == allowed
    assert allowed
