"""What a side needs to go on, as the greedy bot judges it: fuel, repairs, spaces to travel."""

from __future__ import annotations

import math
from functools import cache

from referee.engine import Seat
from referee.games.planetary import watts
from referee.games.planetary.box import box
from referee.games.planetary.hexes import ring_distance
from referee.games.planetary.numbers import amounts, numbers
from referee.games.planetary.pieces import World
from referee.games.planetary.state import State, kept

# Turns a core has fuel for: below the first, fuel comes before rivals; below the next a ship lands for
# it, and once it has landed it stays till it has the last.
_SHORT, _GOES, _STAYS = 6, 8, 14


def wants_fuel(state: State) -> bool:
    """Whether a ship goes for fuel or, once it has landed, stays for more."""
    return _fuelled_turns(state) < (_STAYS if state.side.ship.landed else _GOES)


def short_of_fuel(state: State) -> bool:
    """Whether fuel comes before all else."""
    return _fuelled_turns(state) < _SHORT


def gives_fuel(state: State, world: World, hex_: int) -> bool:
    """Whether a unit can get the core's fuel out of that hex."""
    material, terrain = _fuel_material(state.side.core), numbers().terrain[world.terrain[hex_]]
    if terrain.harvest:
        return terrain.harvest.gains[material] > 0
    return terrain.material == material and world.structure(hex_) is None


def spares(state: State, seat: Seat, code: str) -> bool:
    """Whether what that module costs leaves enough for the core's next repair."""
    side, blueprint = state.sides[seat], box().blueprints[code]
    prices = amounts({"iron": blueprint.iron, "copper": blueprint.copper})
    repair = watts.repair_cost(watts.core_of(side))
    return all(
        not price or have - price >= kept_back
        for have, price, kept_back in zip(side.materials, prices, repair, strict=True)
    )


def travels(state: State) -> bool:
    """Whether the core lives on what its ship travels."""
    return watts.core_of(state.side).watts_per_space > 0


def spaces_after(state: State, upkeep: int) -> int:
    """The most spaces the ship can go once so many watts more are paid."""
    affordable = (watts.left(state) - upkeep) // state.side.ship.watts_per_space
    return max(numbers().ship.free_spaces, min(box().most_spaces, affordable))


def to_planet(state: State, space: int) -> int:
    """Spaces to the nearest planet's anchor."""
    return min([ring_distance(space, world.planet.space, state.spaces) for world in state.worlds])


def is_manned(state: State, planet: int) -> bool:
    """Whether units of one's own are out on that planet."""
    return any(unit.place.field == planet for unit in state.side.units)


@kept
def _fuelled_turns(state: State) -> float:
    """For how many turns the core has fuel, with what structures will yet yield; generators left out."""
    fuel, material = watts.core_of(state.side).fuel, _fuel_material(state.side.core)
    if fuel is None:
        return math.inf
    coming = [
        numbers().yields_a_hex - world.worked[structure.hex]
        for world in state.worlds
        for structure in world.structures
        if structure.owner == state.active
        and numbers().terrain[world.terrain[structure.hex]].material == material
    ]
    return fuel.turns * (state.side.materials[material] + sum(coming)) / fuel.amount


@cache
def _fuel_material(core: str) -> int:
    """The number of the material the core burns; -1 if it burns none."""
    fuel = box().cores[core].fuel
    return numbers().materials.index(fuel.material) if fuel else -1
