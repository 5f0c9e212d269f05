"""The ship's move: along the ring, onto a planet and off it (PL 4.6)."""

import itertools
from collections.abc import Sequence
from functools import cache

from referee.engine.game import ALLOWED, Ruling, Seat, refused
from referee.games.planetary.moves import Fly, Land, hex_at
from referee.games.planetary.rules import power
from referee.games.planetary.rules.unit_move import hex_number
from referee.games.planetary.state import State


def flights(state: State) -> Sequence[Fly]:
    """The moves of the active player's ship that end in space."""
    if state.doings.flown is not None:
        return ()
    ship = state.side.ship
    return _flights(ship.space, state.spaces, ship.landed, most_spaces(state))


def landings(state: State) -> Sequence[Land]:
    """The moves of the active player's ship that end on a planet."""
    if not state.side.ship.lands or state.doings.flown is not None:
        return ()
    found: list[Land] = []
    most = most_spaces(state)
    for planet, world in enumerate(state.worlds):
        longer = most - state.steps_to(state.active, world.planet.space) - 1
        if longer >= 0:
            ways = _landings(planet, world.planet.columns, state.box.rows, most - longer, most)
            found += [move for hex_ in landing_sites(state, planet) for move in ways[hex_]]
    return found


def check(state: State, seat: Seat, move: Fly | Land) -> Ruling:
    if state.doings.flown is not None:
        return refused("Your ship has moved in this turn.", "PL 4.5")
    ship = state.side.ship
    if isinstance(move, Land):
        if not ship.core_hp:
            return refused("With its core destroyed your ship cannot land.", "PL 4.11")
        if not ship.lands:
            return refused("Landing needs landing gear that is on.", "PL 4.6")
        hex_ = hex_number(state, move.planet, move.hex)
        if hex_ is None:
            return refused(f"There is no hex {move.hex} on that planet.", "PL 1.4")
        if hex_ not in landing_sites(state, move.planet):
            return refused(_why_no_landing(state, move.planet, hex_), "PL 4.6")
    shortest, steps = _shortest(state, move), steps_of(state, move)
    if not steps:
        return refused(f"Your ship is at space {ship.space}.", "PL 4.6")
    if steps < shortest or (steps - shortest) % 2:
        return refused(f"No walk of {steps} spaces ends there; the shortest is {shortest}.", "PL 4.6")
    most = state.box.ship.move.most_spaces
    if steps > most:
        return refused(f"That is {steps} spaces; a ship moves {most} at most.", "PL 4.6")
    if steps > most_spaces(state):
        if not ship.core_hp:
            return refused("With its core destroyed your ship has only its free space.", "PL 4.11")
        price = f"{steps} spaces cost {cost(state, steps)} W, and you have {power.left(state)}."
        return refused(price, "PL 4.6")
    return ALLOWED


def apply(state: State, seat: Seat, move: Fly | Land) -> State:
    side, doings, steps = state.side, state.doings, steps_of(state, move)
    doings = doings._replace(spent=doings.spent + cost(state, steps), flown=steps)
    if isinstance(move, Fly):
        ship = side.ship.at(move.space)
    else:
        hex_ = hex_number(state, move.planet, move.hex)
        assert hex_ is not None
        ship = side.ship.at(_space(state, move), move.planet, hex_)
    return state.with_side(state.active, side._replace(ship=ship), doings=doings)


def steps_of(state: State, move: Fly | Land) -> int:
    """The spaces of the active player's move: the shortest way, unless another number is given."""
    return _shortest(state, move) if move.steps is None else move.steps


def cost(state: State, steps: int) -> int:
    """Watts for that many spaces."""
    return 0 if steps <= state.box.ship.move.free_spaces else steps * state.side.ship.fitting.watts_per_space


def most_spaces(state: State) -> int:
    """The most spaces the active player can pay for."""
    move, ship = state.box.ship.move, state.side.ship
    if not ship.core_hp:
        return move.free_spaces
    return max(move.free_spaces, min(move.most_spaces, power.left(state) // ship.fitting.watts_per_space))


def landing_sites(state: State, planet: int) -> Sequence[int]:
    """The hexes of that planet on which the active player's ship may land (PL 4.6).

    They are the plains that face the ring without a unit, another player's ship or a structure.
    """
    world, taken = state.worlds[planet], 0
    for seat, side in enumerate(state.sides):
        taken |= side.units.spots.get(planet, 0)
        if side.ship.planet == planet and seat != state.active:
            taken |= 1 << side.ship.hex
    sites = world.sites_on(world.planet.facing(state.round))
    return [hex_ for hex_ in sites if not taken >> hex_ & 1] if taken else sites


@cache
def _landings(planet: int, columns: int, rows: int, shortest: int, most: int) -> Sequence[Sequence[Land]]:
    """The landings on each hex of a planet with so many columns and rows, in at most so many spaces."""
    hexes = itertools.product(range(rows), range(columns))
    ways = (None, *range(shortest + 2, most + 1, 2))
    return [[Land(hex_at(column, row), planet, steps) for steps in ways] for row, column in hexes]


@cache
def _flights(here: int, spaces: int, leaving: int, most: int) -> tuple[Fly, ...]:
    """Every walk along the ring of at most `most` spaces, the shortest to each space first.

    leaving  spaces it takes to leave a planet first: 1 or 0
    """
    found = (
        Fly((here + away) % spaces, None if steps == abs(away) + leaving else steps)
        for away in range(leaving - most, most - leaving + 1)
        for steps in range(abs(away) + leaving, most + 1, 2)
        if steps and abs(away) <= spaces // 2
    )
    return tuple(dict.fromkeys(found))


def _space(state: State, move: Fly | Land) -> int:
    """The space the move leads to; of a landing, the planet's anchor."""
    return move.space if isinstance(move, Fly) else state.worlds[move.planet].planet.space


def _shortest(state: State, move: Fly | Land) -> int:
    return state.steps_to(state.active, _space(state, move)) + isinstance(move, Land)


def _why_no_landing(state: State, planet: int, hex_: int) -> str:
    world = state.worlds[planet]
    terrain = state.box.terrain[world.terrain[hex_]]
    if not terrain.plains:
        return f"Ships land on plains, and that hex is {terrain.title}."
    if not world.faces_ring(hex_, state.round):
        return f"That hex is on half {world.half(hex_)}, which does not face the ring now."
    return "A unit, a ship or a structure is on that hex."
