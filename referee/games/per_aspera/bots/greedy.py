"""The bot `greedy`: buys where it pays best, sells, and flies home with the goal."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from referee.engine.chance.outcomes import Source
from referee.engine.game import Game, Seat
from referee.engine.tuples import remembered
from referee.games.per_aspera.box import Box, Planet
from referee.games.per_aspera.moves import (
    DONE,
    SETTLE,
    Buy,
    Configure,
    Fuel,
    Go,
    Move,
    Remove,
    Sell,
    Take,
    Upgrade,
)
from referee.games.per_aspera.rules.load import fuel_price, next_price
from referee.games.per_aspera.rules.map_spaces import HOME, Space, distance
from referee.games.per_aspera.rules.unload import sale_price
from referee.games.per_aspera.state import Chart, Ship, State

LARGER_HOLD: Final = Upgrade("hold")
_POCKET_MONEY = 4  # Fuel leaves that much MCR for a cargo.
_WORKING_CAPITAL = 12  # An upgrade leaves that much MCR for the next cargo.


class Market(NamedTuple):
    """A planet.

    prices  MCR for a unit of each resource it demands; none where its demand is not known
    gain    MCR that a unit bought there earns above its price where it sells best, for each turn of the
            way
    """

    space: Space
    planet: Planet
    prices: Mapping[int, int]
    gain: float


def greedy(game: Game[State, Move, Any], state: State, seat: Seat, source: Source) -> Move:
    """Return the move that brings most money soonest, as far as one trade ahead shows. It attacks nobody."""
    moves = game.moves(state, seat)
    match state.step:
        case "ship":
            return Configure(*state.box.yard.recommended)
        case "load":
            return load(state, moves, LARGER_HOLD in moves)
        case "unload":
            sales = [move for move in moves if isinstance(move, Sell)]
            return max(sales, key=_units) if sales else SETTLE if SETTLE in moves else DONE
        case "attack":
            return DONE
    return max(moves, key=_prize)


def load(state: State, moves: Sequence[Move], enlarges: bool) -> Move:
    """Return the move of greedy before its ship moves.

    enlarges  whether it buys a larger hold as soon as there is money for it
    """
    ship = state.ship
    markets = markets_of(state.chart, state.active, ship.warp)
    if ship.money < state.goal:
        spare = ship.money - _POCKET_MONEY
        fuel = [move for move in moves if isinstance(move, Fuel) and move.units * fuel_price(state) <= spare]
        if fuel:
            return max(fuel, key=_units)
        if enlarges and ship.money - next_price(state.box, ship, LARGER_HOLD.part) >= _WORKING_CAPITAL:
            return LARGER_HOLD
        buys = [move for move in moves if isinstance(move, Buy)]
        if buys and next(market for market in markets if market.space == ship.space).gain > 0:
            return max(buys, key=_units)
    return toward(ship, _target(state, markets), moves)


def _target(state: State, markets: Sequence[Market]) -> Space:
    """Return where to fly: home with the goal or for fuel, else to sell, to buy, or to see what is there."""
    ship = state.ship
    if ship.money >= state.goal:
        return HOME
    sales = {
        market.space: brought / turns(ship.warp, ship.space, market.space)
        for market in markets
        if (brought := takings(ship, market)) and distance(ship.space, market.space) <= ship.fuel
    }
    if sales:
        return max(sales, key=sales.__getitem__)
    return max(sources(state, markets), default=(0.0, HOME))[1]


def sources(state: State, markets: Sequence[Market]) -> Iterator[tuple[float, Space]]:
    """Yield planets to buy on and spaces to look at, each with its gain for a turn, MCR."""
    ship = state.ship
    for market in markets:
        if market.gain > 0 and market.space != ship.space and _can_return(ship, market.space):
            gain = market.gain * min(ship.hold, market.planet.size.units)
            yield gain / turns(ship.warp, ship.space, market.space), market.space
    dark = [space for space, card in zip(state.box.spaces, state.chart.cards, strict=True) if card is None]
    for space in (*dark, *[market.space for market in markets if not market.prices]):
        if _can_return(ship, space):
            yield 1 / turns(ship.warp, ship.space, space), space


@remembered
def markets_of(chart: Chart, seat: Seat, warp: int) -> tuple[Market, ...]:
    """Return the planets that are known, for that seat's ship."""
    box = chart.box
    known = [
        Market(space, planet, {one: sale_price(chart, seat, space, one) for one in wanted}, 0.0)
        for place, planet in chart.planets
        for space in [box.spaces[place]]
        for wanted in [chart.sites[space].wanted]
    ]
    return tuple(market._replace(gain=_gain(box, warp, market, known)) for market in known)


def _gain(box: Box, warp: int, source: Market, markets: Sequence[Market]) -> float:
    resource = source.planet.resource
    price = box.resources[resource].value
    return max(
        (
            (market.prices[resource] - price) / turns(warp, source.space, market.space)
            for market in markets
            if resource in market.prices
        ),
        default=0.0,
    )


def takings(ship: Ship, market: Market) -> int:
    """Return the MCR for all of the cargo that is wanted there."""
    prices = market.prices
    return sum([prices[unit] for unit in ship.cargo if unit in prices]) if prices else 0


def toward(ship: Ship, target: Space, moves: Sequence[Move]) -> Move:
    """Return the shortest way that ends nearest to the target."""
    ways = [move for move in moves if isinstance(move, Go) and move.burn is None]
    return min(ways, key=lambda way: (distance(way.space, target), distance(ship.space, way.space)))


def turns(warp: int, one: Space, other: Space) -> int:
    """Return the turns to fly there; at least one passes before anything is sold."""
    return max(1, -(-distance(one, other) // warp))


def _can_return(ship: Ship, space: Space) -> bool:
    return distance(ship.space, space) + distance(space, HOME) <= ship.fuel


def _units(move: Move) -> int:
    return move.units if isinstance(move, Buy | Fuel | Sell) else 0


def _prize(move: Move) -> int:
    """Return the unit that is taken or removed: the dearest is best."""
    if isinstance(move, Take):
        return move.resource
    return move.unit if isinstance(move, Remove) else -1
