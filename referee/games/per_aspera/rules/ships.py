"""Ships: configured one after the other, and the start player (PA 4)."""

import itertools
from collections.abc import Iterator, Sequence
from functools import lru_cache

from referee.engine.chance.outcomes import Listed
from referee.engine.chance.starters import Starts, starters
from referee.engine.game import ALLOWED, Ruling, Seat, refused
from referee.engine.tuples import remembered
from referee.games.per_aspera.box import Box
from referee.games.per_aspera.moves import Configure
from referee.games.per_aspera.rules.turns import begin_turn
from referee.games.per_aspera.state import Ship, State


def moves(state: State, seat: Seat) -> Sequence[Configure]:
    """Return every ship that the money is enough for."""
    return _configurations(state.box)


def check(state: State, seat: Seat, move: object) -> Ruling:
    return check_ship(state.box, move)


def check_ship(box: Box, move: object) -> Ruling:
    """Return whether a ship may be configured like that (PA 4.1); the score pad asks too."""
    if not isinstance(move, Configure):
        return refused("The ship is not configured yet: write ship and five numbers.", "PA 4.1")
    yard = box.yard
    for system in yard.systems:
        least, most = yard.levels(system)
        if not least <= getattr(move, system) <= most:
            return refused(f"{system.capitalize()} levels are {least} to {most}.", "PA 4.1")
    if not yard.start.tank <= move.tank <= len(yard.tank):
        return refused(f"A tank has {yard.start.tank} to {len(yard.tank)} squares.", "PA 4.1")
    if not yard.start.fuel <= move.fuel <= move.tank:
        return refused(f"This tank takes {yard.start.fuel} to {move.tank} units of fuel.", "PA 4.1")
    cost = ship_cost(box, move)
    if cost > yard.start.money:
        return refused(f"This ship costs {cost} MCR, and you have {yard.start.money}.", "PA 4.1")
    return ALLOWED


def apply(state: State, seat: Seat, move: Configure) -> State:
    """Add the ship of that seat; then the next one configures (PA 4.4)."""
    yard = state.box.yard
    parts = (move.warp, move.cannons, move.hold, move.tank, move.fuel)
    ship = Ship(*parts, money=yard.start.money - ship_cost(state.box, move), pirate=yard.pirate.least)
    ships = (*state.ships, ship)
    if len(ships) == len(state.names):
        return state._replace(ships=ships, step="starter")
    return state._replace(ships=ships, active=len(ships))


def start_players(state: State) -> Listed[Starts]:
    """Return each player as likely as another: all roll, and only those who tie roll again (PA 4.4)."""
    return _start_players(state.names)


def begin(state: State, starts: Starts) -> State:
    """Begin the first turn (PA 4.4)."""
    return begin_turn(state._replace(starter=starts.seat), starts.seat, state.round)


def ship_cost(box: Box, ship: Configure) -> int:
    """Return the MCR for a ship, fuel included (PA 4.1)."""
    yard = box.yard
    levels = sum(sum(costs[: getattr(ship, system)]) for system, costs in yard.systems.items())
    return levels + sum(yard.tank[: ship.tank]) + ship.fuel * box.trade.homeworld.fuel_price


@remembered
def _configurations(box: Box) -> tuple[Configure, ...]:
    return tuple(_allowed(box))


def _allowed(box: Box) -> Iterator[Configure]:
    """Yield every ship that fits on the card, with more and more fuel until `check_ship` refuses it."""
    yard = box.yard
    for_sale = (*(yard.systems[name] for name in ("warp", "cannons", "hold")), yard.tank)
    warps, cannons, holds, tanks = ([level for level, _ in enumerate(costs, 1)] for costs in for_sale)
    for parts in itertools.product(warps, cannons, holds, tanks):
        fuels = (Configure(*parts, fuel) for fuel in itertools.count(yard.start.fuel))
        yield from itertools.takewhile(lambda ship: check_ship(box, ship).allowed, fuels)


@lru_cache(maxsize=64)
def _start_players(names: tuple[str, ...]) -> Listed[Starts]:
    return starters("starter", "roll", range(len(names)), names, "the start player")
