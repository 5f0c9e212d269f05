"""The fuel of a core: whether a ship goes for more, and where there is some."""

import math

from referee.games.planetary.rules import power
from referee.games.planetary.rules.planets import World
from referee.games.planetary.state import State, kept

# Turns a core has fuel for: below the first, fuel comes before rivals; below the next a ship lands for
# it, and once it has landed it stays until it has the last.
_SHORT, _GOES, _STAYS = 6, 8, 14


def wants_fuel(state: State) -> bool:
    """Tell whether a ship goes for fuel or, once it has landed, stays for more."""
    return _fuelled_turns(state) < (_STAYS if state.side.ship.landed else _GOES)


def short_of_fuel(state: State) -> bool:
    """Tell whether fuel comes before all else."""
    return _fuelled_turns(state) < _SHORT


def fuel_hexes(state: State, world: World) -> frozenset[int]:
    """The hexes out of which a unit can get the core's fuel."""
    fuel = power.core_of(state.side).fuel
    return world.sources.get(fuel.material, frozenset()) if fuel else frozenset()


@kept
def _fuelled_turns(state: State) -> float:
    """For how many turns the core has fuel, with what structures will yet yield; generators left out."""
    fuel = power.core_of(state.side).fuel
    if fuel is None:
        return math.inf
    coming = [
        state.box.yields_per_hex - world.worked[structure.hex]
        for world in state.worlds
        for structure in world.structures
        if structure.owner == state.active
        and state.box.terrain[world.terrain[structure.hex]].material == fuel.material
    ]
    stock = state.side.materials[state.box.materials.index(fuel.material)]
    return fuel.turns * (stock + sum(coming)) / fuel.amount
