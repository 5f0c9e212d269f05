"""Income: what structures yield (PL 4.1)."""

from collections.abc import Iterator

from referee.engine.game import Seat
from referee.engine.tuples import replaced
from referee.games.planetary.state import State


def yielding(state: State, seat: Seat) -> Iterator[tuple[int, int]]:
    """Planet and hex of each structure that yields for that seat (PL 4.1)."""
    for planet, world in enumerate(state.worlds):
        for structure in world.structures:
            if structure.owner == seat and state.box.structures[structure.kind].yields:
                yield planet, structure.hex


def yielded(state: State, seat: int, planet: int, hex_: int, amount: int) -> State:
    """Give that seat that much of the hex's material; the last yield exhausts the hex (PL 4.1)."""
    world = state.worlds[planet]
    terrain = state.box.terrain[world.terrain[hex_]]
    world = world.worked_once(hex_, state.box.yields_per_hex, terrain.leaves)
    side = state.sides[seat].gains(state.box.amounts({terrain.material: amount}))
    return state.with_side(seat, side, worlds=replaced(state.worlds, planet, world))
