"""The ship's move: along the ring, onto a planet and off it (PL 4.6)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.engine import ALLOWED, Ruling, refused
from referee.games.planetary import watts
from referee.games.planetary.box import box
from referee.games.planetary.hexes import ring_distance
from referee.games.planetary.moves import Fly, Land, Move, flights, hex_at, land_on
from referee.games.planetary.numbers import numbers
from referee.games.planetary.state import Place, State
from referee.games.planetary.walking import hex_number


def flying(state: State) -> Iterator[Move]:
    """Every move of the active player's ship."""
    if state.doings.flown is not None:
        return
    ship = state.side.ship
    most = most_spaces(state)
    yield from flights(ship.space, state.spaces, int(ship.landed), most)
    if not _may_land(state):
        return
    for planet, world in enumerate(state.worlds):
        shortest = shortest_to(state, world.planet.space) + 1
        if shortest > most:
            continue
        columns = world.planet.columns
        for hex_ in landing_hexes(state, planet):
            for steps in range(shortest, most + 1, 2):
                yield land_on(planet, hex_at(hex_ % columns, hex_ // columns), steps, steps == shortest)


def check_flight(state: State, move: Fly | Land) -> Ruling:
    if state.doings.flown is not None:
        return refused("Your ship has moved in this turn.", "PL 4.5")
    ship = state.side.ship
    shortest = shortest_to(state, move.space if isinstance(move, Fly) else _anchor(state, move.planet))
    if isinstance(move, Land):
        shortest += 1
        if not ship.core_hp:
            return refused("With its core destroyed your ship cannot land.", "PL 4.11")
        if not _may_land(state):
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
    if steps <= numbers().ship.free_spaces:
        return 0
    cheaper = [effect.watts_per_space for _, _, effect in state.side.ship.on() if effect.watts_per_space]
    return steps * min(cheaper, default=numbers().ship.watts_per_space)


def most_spaces(state: State) -> int:
    """The most spaces the active player can pay for."""
    ship = numbers().ship
    if not state.side.ship.core_hp:
        return ship.free_spaces
    most = box().most_spaces
    return max(ship.free_spaces, min(most, watts.left(state) // (cost(state, most) // most)))


def shortest_to(state: State, space: int) -> int:
    """Spaces of the shortest walk there; leaving a planet is one."""
    ship = state.side.ship
    return ring_distance(ship.space, space, state.spaces) + ship.landed


def landing_hexes(state: State, planet: int) -> tuple[int, ...]:
    """The hexes of that planet the active player's ship may land on."""
    found = state.memo.get(("landing", planet))
    if found is None:
        found = tuple(hex_ for hex_ in _plains(state, planet) if not _taken(state, planet, hex_))
        state.memo["landing", planet] = found
    return found


def _plains(state: State, planet: int) -> Iterator[int]:
    """The plains of the half that faces the ring."""
    world, kinds = state.worlds[planet], numbers().terrain
    columns = world.planet.columns
    half = columns // 2
    first = 0 if world.planet.facing(state.round) == "A" else half
    for row in range(numbers().rows):
        for hex_ in range(row * columns + first, row * columns + first + half):
            if kinds[world.terrain[hex_]].plains:
                yield hex_


def _taken(state: State, planet: int, hex_: int) -> bool:
    place = Place(planet, hex_)
    owner = state.hulls.get(place)
    return (
        place in state.occupants
        or (owner is not None and owner != state.active)
        or state.worlds[planet].structure(hex_) is not None
    )


def _may_land(state: State) -> bool:
    return any(effect.lands for _, _, effect in state.side.ship.on())


def _anchor(state: State, planet: int) -> int:
    return state.worlds[planet].planet.space


def _why_no_landing(state: State, planet: int, hex_: int) -> str:
    world = state.worlds[planet]
    if not numbers().terrain[world.terrain[hex_]].plains:
        return f"Ships land on plains, and that is {numbers().terrain[world.terrain[hex_]].title}."
    if not world.faces_ring(hex_, state.round):
        return f"That hex is on half {world.half(hex_)}, which does not face the ring now."
    return "A unit, a ship or a structure is on that hex."
