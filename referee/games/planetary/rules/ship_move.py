"""The ship's move: along the ring, onto a planet and off it (PL 4.6)."""

from __future__ import annotations

from functools import cache

from referee.engine.game import ALLOWED, Ruling, Seat, refused
from referee.games.planetary.box import box
from referee.games.planetary.moves import Fly, Land, Move, hex_at, land_on
from referee.games.planetary.rules import power
from referee.games.planetary.rules.unit_move import hex_number
from referee.games.planetary.state import State, kept


def moves(state: State, seat: Seat) -> list[Move]:
    """Every move of the active player's ship."""
    if state.doings.flown is not None:
        return []
    ship, most = state.side.ship, most_spaces(state)
    found: list[Move] = [*_flights(ship.space, state.spaces, int(ship.landed), most)]
    if not ship.lands:
        return found
    for planet, world in enumerate(state.worlds):
        shortest = state.steps_to(seat, world.planet.space) + 1
        if shortest > most:
            continue
        columns = world.planet.columns
        found += [
            land_on(hex_at(hex_ % columns, hex_ // columns), planet, None if steps == shortest else steps)
            for hex_ in landing_hexes(state, planet)
            for steps in range(shortest, most + 1, 2)
        ]
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
        if hex_ not in landing_hexes(state, move.planet):
            return refused(_why_no_landing(state, move.planet, hex_), "PL 4.6")
    shortest, steps = _shortest(state, move), steps_of(state, move)
    if not steps:
        return refused(f"Your ship is at space {ship.space}.", "PL 4.6")
    if steps < shortest or (steps - shortest) % 2:
        return refused(f"No walk of {steps} spaces ends there; the shortest is {shortest}.", "PL 4.6")
    most = box().ship.move.most_spaces
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
        ship = side.ship._replace(space=move.space, planet=-1, hex=0)
    else:
        hex_ = hex_number(state, move.planet, move.hex)
        assert hex_ is not None
        ship = side.ship._replace(space=_space(state, move), planet=move.planet, hex=hex_)
    return state.with_side(state.active, side._replace(ship=ship), doings=doings)


def steps_of(state: State, move: Fly | Land) -> int:
    """The spaces of the active player's move: the shortest way, unless another number is given."""
    return _shortest(state, move) if move.steps is None else move.steps


def cost(state: State, steps: int) -> int:
    """Watts for that many spaces."""
    return 0 if steps <= box().ship.move.free_spaces else steps * state.side.ship.watts_per_space


def most_spaces(state: State) -> int:
    """The most spaces the active player can pay for."""
    move = box().ship.move
    if not state.side.ship.core_hp:
        return move.free_spaces
    return max(move.free_spaces, min(move.most_spaces, power.left(state) // state.side.ship.watts_per_space))


@kept
def landing_hexes(state: State, planet: int) -> tuple[int, ...]:
    """The free plains of that planet that face the ring: there the active player's ship may land (PL 4.6)."""
    world = state.worlds[planet]
    others = [place for place, seat in state.hulls.items() if seat != state.active]
    taken = {place.spot for place in (*state.occupants, *others) if place.field == planet} | set(world.built)
    return tuple([hex_ for hex_ in world.plains[world.planet.facing(state.round)] if hex_ not in taken])


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
    terrain = box().terrain[world.terrain[hex_]]
    if not terrain.plains:
        return f"Ships land on plains, and that hex is {terrain.title}."
    if not world.faces_ring(hex_, state.round):
        return f"That hex is on half {world.half(hex_)}, which does not face the ring now."
    return "A unit, a ship or a structure is on that hex."
