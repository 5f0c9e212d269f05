"""Walks of units of Planetary, against a slow walker that asks place by place (PL 4.6, PL 4.8)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from referee.engine.chance.outcomes import Quick
from referee.games.planetary import game
from referee.games.planetary.moves import Walk
from referee.games.planetary.rules.unit_move import place_of
from referee.games.planetary.state import ABOARD, Place, State
from tests.referee.games.planetary.tables import (
    BOX,
    do,
    listed,
    table,
    why_not,
)

CELLS = "C3 D2 E3 C4 E4 C5 E5 D6"


@pytest.mark.parametrize("seed", range(40))
def test_walks_are_those_of_a_slow_walker(seed: int) -> None:
    """Ships stand side by side, some in orbit; units are aboard them, beside them and on them as guests."""
    state = crowd(Quick(seed))
    found: dict[int, dict[Place, int]] = {unit: {} for unit in range(len(state.side.units))}
    for move in game.moves(state, 0):
        if isinstance(move, Walk):
            place = place_of(state, 0, move.unit, move.to)
            assert place is not None
            found[move.unit][place] = game.apply(state, 0, move).doings.walked
    for unit, kind in enumerate(BOX.units):
        assert found[unit] == slow_reach(state, state.side.units[unit].place, kind.move)


def test_crowds_have_guests_and_borders() -> None:
    """All that the slow walker is asked for comes up: cells of others, hexes from aboard, ships in orbit."""
    moves = [move for seed in range(40) for move in game.moves(crowd(Quick(seed)), 0)]
    texts = [str(move) for move in moves if isinstance(move, Walk)]
    assert any("@" in text for text in texts)
    assert any("," in text for text in texts)
    assert any(not crowd(Quick(seed)).side.ship.landed for seed in range(40))


def crowd(source: Quick) -> State:
    spots = source.shuffled([f"{column},{row}" for column in range(4) for row in range(4)])
    ships = [spots.pop() if source.below(4) else "8" for _ in range(3)]
    cells = {seat: source.first(CELLS.split(), 5) for seat in (1, 2, 3)}
    modules = " ".join(f"{cell}@{seat}=COR" for seat in cells for cell in cells[seat])
    aboard = [
        f"{cell}@{seat}" for seat in cells for cell in cells[seat] if seat == 1 or "," in ships[seat - 1]
    ]
    wet = {spots.pop(): "W" for _ in range(3)}
    places = source.shuffled([*spots, *aboard])
    units = " ".join(f"{unit}{seat}={places.pop()}" for seat in (1, 2, 3) for unit in "bsh")
    return table(" ".join(ships), marks=wet, units=units, modules=modules)


def slow_reach(state: State, start: Place, points: int) -> dict[Place, int]:
    costs = {start: 0}
    for cost in range(1, points + 1):
        for place in [place for place, paid in costs.items() if paid == cost - 1]:
            for other in beside(state, place):
                if state.is_free(other):
                    costs.setdefault(other, cost)
    return {place: cost for place, cost in costs.items() if cost}


def beside(state: State, place: Place) -> Iterator[Place]:
    if place.field >= ABOARD:
        ship = state.sides[place.field - ABOARD].ship
        yield from (Place(place.field, cell) for cell in BOX.board.near[place.spot])
        if ship.landed and borders(state, place):
            around = state.worlds[ship.planet].cylinder.near[ship.hex]
            yield from (Place(ship.planet, hex_) for hex_ in around)
        return
    for hex_ in state.worlds[place.field].cylinder.near[place.spot]:
        other = Place(place.field, hex_)
        yield other
        if other in state.hulls:
            owner = state.hulls[other]
            cells = [Place(ABOARD + owner, cell) for cell in range(len(BOX.board.near))]
            yield from (cell for cell in cells if borders(state, cell))


def borders(state: State, place: Place) -> bool:
    """Tell whether an empty cell or the edge of the board is beside that cell."""
    cells = state.sides[place.field - ABOARD].ship.cells
    beside = BOX.board.near[place.spot]
    return len(beside) < 4 or any(cells[cell] is None for cell in beside)


def test_4_6_boarding() -> None:
    """PL 4.6: for 1 movement, onto a free cell with an open side; off from one likewise."""
    ring = "C3@2=COR C4@2=COR C5@2=COR E3@2=COR E4@2=COR E5@2=COR"
    state = table(ships="9 3,1", units="b1=2,1 b2=C3@2", modules=ring)
    assert do(state, "b D4@2").doings.walked == 2  # no open side: over C4
    assert {"b C4@2", "b E5@2"} <= listed(state, "b ")
    assert why_not(state, "b D3@2") == "PL 4.8"  # Bo's scout is there
    assert do(state, "b C4@2").doings.walked == 1
    aboard = do(state, "b C4@2", "b 2,1")
    assert aboard.doings.walked == 2
    inside = table(ships="9 3,1", units="b1=D4@2 b2=2,3", modules=ring)
    assert do(inside, "b 2,1").doings.walked == 2  # the way leads over C4
    assert listed(table(ships="4 4"), "b ") == set()  # nobody boards in orbit


@pytest.mark.parametrize(
    ("marks", "more", "to", "cost"),
    [
        ({}, {}, "3,1", 1),
        ({}, {}, "5,1", 3),
        ({}, {}, "15,1", 3),  # round the planet
        ({}, {}, "6,1", 0),
        ({"3,1": "W"}, {}, "3,1", 0),
        ({"3,1": "O"}, {"structures": "3,1=rig1"}, "3,1", 0),
        ({"3,1": "W"}, {"structures": "3,1=platform2"}, "3,1", 1),
        ({"3,1": "F"}, {}, "3,1", 1),
        ({"3,1": "I"}, {"structures": "3,1=mine2"}, "3,1", 1),
        ({}, {"units": "b1=2,1 s2=3,1"}, "3,1", 0),
        ({}, {"ships": "9 3,1"}, "3,1", 0),
        ({}, {"units": "b1=2,1 s2=3,1 h2=3,0 b2=2,2"}, "4,1", 3),  # round them
        ({}, {"units": "b1=2,1 s2=3,1 h2=3,0 b2=3,2"}, "4,1", 0),
        ({"3,1": "W"}, {}, "4,1", 3),
    ],
)
def test_4_8_unit_moves(marks: dict[str, str], more: dict[str, str], to: str, cost: int) -> None:
    """PL 4.8: the cheapest way, past water, oil, rigs, units and hulls; 0 for where it cannot go."""
    state = table(marks=marks, **{"ships": "9 9", "units": "b1=2,1", **more})  # type: ignore[arg-type]
    if not cost:
        assert why_not(state, f"b {to}") == "PL 4.8"
    else:
        assert do(state, f"b {to}").doings.walked == cost


def test_4_8_moves_before_and_after_the_action() -> None:
    """PL 4.8: at most one action anywhere in the moves."""
    state = table(ships="9 9", units="b1=2,1", marks={"3,1": "P", "5,1": "P"})
    after = do(state, "b 3,1", "b pick 3,1", "b 5,1")
    assert after.doings.walked == 3
    assert why_not(after, "b pick 5,1") == "PL 4.8"
    assert why_not(after, "b 6,1") == "PL 4.8"
    assert why_not(table(units="b1=dead"), "b D3") == "PL 4.8"


@pytest.mark.parametrize(
    ("typed", "rule", "reason"),
    [
        ("b 3,4", "PL 4.8", "Your unit cannot go there: there is no such hex or cell near it."),
        ("b 16,1", "PL 4.8", "Your unit cannot go there: there is no such hex or cell near it."),
        ("b 2,1", "PL 4.8", "The brute is already there."),
        ("b 3,1", "PL 4.8", "No unit can enter 3,1: what is there blocks it."),
        ("b 9,1", "PL 4.8", "There is no way there with the 3 movement left."),
        ("b E4@3", "PL 3.3", "You do not see that ship."),
        ("s A1", "PL 2.3", "There is nothing to stand on at A1."),
        ("s D4", "PL 4.8", "There is no way there with the 5 movement left."),
        ("s D5", "PL 4.8", "No unit can enter D5: what is there blocks it."),
    ],
)
def test_4_8_what_is_said_of_a_walk_that_is_refused(typed: str, rule: str, reason: str) -> None:
    """Ann's scout is on a cell that nothing joins to the core."""
    state = table(ships="4 9 12", units="b1=2,1 s1=B2@1", modules="B2@1=COR", marks={"3,1": "W"})
    ruling = game.check(state, 0, game.read(state, 0, typed))
    assert (ruling.rule, ruling.reason) == (rule, reason)
