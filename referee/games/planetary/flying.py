"""The ship's move: along the ring, onto a planet and off it (PL 4.6)."""

from __future__ import annotations

from referee.engine import ALLOWED, Ruling, refused
from referee.games.planetary import watts
from referee.games.planetary.box import box
from referee.games.planetary.hexes import ring_distance
from referee.games.planetary.moves import Fly, Land, Move, flights, hex_at, land_on
from referee.games.planetary.numbers import numbers
from referee.games.planetary.state import State, kept
from referee.games.planetary.walking import hex_number


def flying(state: State) -> list[Move]:
    """Every move of the active player's ship."""
    if state.doings.flown is not None:
        return []
    ship = state.side.ship
    most = most_spaces(state)
    found: list[Move] = [*flights(ship.space, state.spaces, int(ship.landed), most)]
    if not ship.lands:
        return found
    for planet, world in enumerate(state.worlds):
        shortest = shortest_to(state, world.planet.space) + 1
        if shortest > most:
            continue
        columns = world.planet.columns
        found += [
            land_on(planet, hex_at(hex_ % columns, hex_ // columns), steps, steps == shortest)
            for hex_ in landing_hexes(state, planet)
            for steps in range(shortest, most + 1, 2)
        ]
    return found


def check_flight(state: State, move: Fly | Land) -> Ruling:
    if state.doings.flown is not None:
        return refused("Your ship has moved in this turn.", "PL 4.5")
    ship = state.side.ship
    shortest = shortest_to(state, move.space if isinstance(move, Fly) else _anchor(state, move.planet))
    if isinstance(move, Land):
        shortest += 1
        if not ship.core_hp:
            return refused("With its core destroyed your ship cannot land.", "PL 4.11")
        if not ship.lands:
            return refused("Landing needs landing gear that is on.", "PL 4.6")
        hex_ = hex_number(state, move.planet, move.hex)
        if hex_ is None:
            return refused(f"There is no hex {move.hex} on that planet.", "PL 1.4")
        if hex_ not in landing_hexes(state, move.planet):
            return refused(_why_no_landing(state, move.planet, hex_), "PL 4.6")
    if not move.steps:
        return refused(f"Your ship is at space {ship.space}.", "PL 4.6")
    if move.steps < shortest or (move.steps - shortest) % 2 or move.shortest != (move.steps == shortest):
        return refused(f"No walk of {move.steps} spaces ends there; the shortest is {shortest}.", "PL 4.6")
    if move.steps > box().most_spaces:
        return refused(f"That is {move.steps} spaces; the most are {box().most_spaces}.", "PL 4.6")
    if move.steps > most_spaces(state):
        if not ship.core_hp:
            return refused("With its core destroyed your ship has its free space only.", "PL 4.11")
        price = cost(state, move.steps)
        return refused(f"{move.steps} spaces cost {price} W, and you have {watts.left(state)}.", "PL 4.6")
    return ALLOWED


def flown(state: State, move: Fly | Land) -> State:
    side, doings = state.side, state.doings
    doings = doings._replace(spent=doings.spent + cost(state, move.steps), flown=move.steps)
    if isinstance(move, Fly):
        ship = side.ship._replace(space=move.space, planet=-1, hex=0)
    else:
        hex_ = hex_number(state, move.planet, move.hex)
        assert hex_ is not None
        ship = side.ship._replace(space=_anchor(state, move.planet), planet=move.planet, hex=hex_)
    return state.with_side(state.active, side._replace(ship=ship), doings=doings)


def cost(state: State, steps: int) -> int:
    """Watts for so many spaces."""
    return 0 if steps <= numbers().ship.free_spaces else steps * state.side.ship.watts_per_space


def most_spaces(state: State) -> int:
    """The most spaces the active player can pay for."""
    ship = numbers().ship
    if not state.side.ship.core_hp:
        return ship.free_spaces
    most = box().most_spaces
    return max(ship.free_spaces, min(most, watts.left(state) // state.side.ship.watts_per_space))


def shortest_to(state: State, space: int) -> int:
    """Spaces of the shortest walk there; leaving a planet is one."""
    ship = state.side.ship
    return ring_distance(ship.space, space, state.spaces) + ship.landed


@kept
def landing_hexes(state: State, planet: int) -> tuple[int, ...]:
    """The free plains of that planet that face the ring: there the active player's ship may land (PL 4.6)."""
    world = state.worlds[planet]
    others = [place for place, seat in state.hulls.items() if seat != state.active]
    taken = {place.spot for place in (*state.occupants, *others) if place.field == planet} | set(world.built)
    return tuple([hex_ for hex_ in world.plains[world.planet.facing(state.round)] if hex_ not in taken])


def _anchor(state: State, planet: int) -> int:
    return state.worlds[planet].planet.space


def _why_no_landing(state: State, planet: int, hex_: int) -> str:
    world = state.worlds[planet]
    if not numbers().terrain[world.terrain[hex_]].plains:
        return f"Ships land on plains, and that is {numbers().terrain[world.terrain[hex_]].title}."
    if not world.faces_ring(hex_, state.round):
        return f"That hex is on half {world.half(hex_)}, which does not face the ring now."
    return "A unit, a ship or a structure is on that hex."
