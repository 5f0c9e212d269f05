"""Where units of Planetary can go, against a slow walker that asks place by place (PL 4.6, PL 4.8)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from referee.games.planetary import game
from referee.games.planetary.board import near
from referee.games.planetary.moves import Walk
from referee.games.planetary.numbers import numbers
from referee.games.planetary.pieces import ABOARD, Place
from referee.games.planetary.state import State
from referee.games.planetary.walking import place_of
from referee.outcomes import Quick
from tests.referee.games.planetary_tables import table

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
    for unit, kind in enumerate(numbers().units):
        assert found[unit] == slow_reach(state, state.side.units[unit].place, kind.move)


def test_crowds_have_guests_and_borders() -> None:
    """What the slow walker is asked for comes up: cells of others, hexes from aboard, ships in orbit."""
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
        yield from (Place(place.field, cell) for cell in near()[place.spot])
        if ship.landed and borders(state, place):
            around = state.worlds[ship.planet].cylinder.near[ship.hex]
            yield from (Place(ship.planet, hex_) for hex_ in around)
        return
    for hex_ in state.worlds[place.field].cylinder.near[place.spot]:
        other = Place(place.field, hex_)
        yield other
        if other in state.hulls:
            owner = state.hulls[other]
            cells = [Place(ABOARD + owner, cell) for cell in range(len(near()))]
            yield from (cell for cell in cells if borders(state, cell))


def borders(state: State, place: Place) -> bool:
    """Whether an empty cell or the edge of the board is beside that cell."""
    cells = state.sides[place.field - ABOARD].ship.cells
    return len(near()[place.spot]) < 4 or any(cells[cell] is None for cell in near()[place.spot])
