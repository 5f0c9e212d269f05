"""The help for `clever`: moves worth a look, a bot that plays on, and the worth of the things of a seat.

`python benchmarks/weights/win_weights.py per-aspera` finds what the weights should be.
"""

from collections.abc import Iterator, Sequence
from math import fsum
from operator import mul
from typing import Any, Final, NamedTuple

from referee.engine.chance.outcomes import Source
from referee.engine.game import AnyGame, Game, Seat
from referee.engine.play import Insight, chances_by_lead
from referee.games.per_aspera.bots.greedy import (
    LARGER_HOLD,
    greedy,
    load,
    markets_of,
    sources,
    takings,
    toward,
    turns,
)
from referee.games.per_aspera.box import COLONISTS
from referee.games.per_aspera.moves import Ask, Buy, Fuel, Move, Sell, Upgrade
from referee.games.per_aspera.rules.map_spaces import HOME, Space
from referee.games.per_aspera.state import State


class Assets(NamedTuple):
    """The things of a seat; or, as weights, the MCR that each is worth.

    hold        level of the hold
    early_hold  level of the hold, by the share of the rounds that are still to come
    fast_hold   level of the hold, by that of the warp drive
    cargo       MCR that the cargo cost
    sale        the most MCR a turn that it brings, the turn of the sale counted
    goal        whether the money is enough to win at home
    """

    money: float
    fuel: float
    cannons: float
    hold: float
    early_hold: float
    fast_hold: float
    cargo: float
    sale: float
    goal: float


WEIGHTS: Final = Assets(
    money=1.0,
    fuel=1.5,
    cannons=6.0,
    hold=18.0,
    early_hold=16.0,
    fast_hold=3.0,
    cargo=0.3,
    sale=1.2,
    goal=60.0,
)
CLEAR_LEAD: Final = 60.0  # This lead is in MCR.


def thrifty(game: Game[State, Move, Any], state: State, seat: Seat, source: Source) -> Move:
    """Move as `greedy` does, but enlarge a hold only while that pays; wins 83 % of the games against it."""
    if state.step != "load":
        return greedy(game, state, seat, source)
    moves = game.moves(state, seat)
    pays = state.ship.hold < _HOLD_THAT_PAYS and state.round < _WHILE_IT_PAYS * state.agreed.rounds
    return load(state, moves, pays and LARGER_HOLD in moves)


def _worth_a_look(game: AnyGame, state: State, seat: Seat) -> Sequence[Move]:
    """Return the move of `thrifty`; where it flies or upgrades, also other places and upgrades."""
    first = thrifty(game, state, seat, _NO_CHANCE)
    if state.step == "ship" or isinstance(first, Buy | Fuel | Sell):
        return (first,)
    moves = game.moves(state, seat)
    if state.step != "load":
        return (first, *[move for move in moves if move != first])
    ways = [toward(state.ship, space, moves) for space in _places_to_go(state)]
    others = [move for move in moves if isinstance(move, Upgrade | Ask)]
    return tuple(dict.fromkeys((first, *ways, *others)))


def _places_to_go(state: State) -> Iterator[Space]:
    """Yield the spaces with something to sell, to buy or to see, the best first; and home."""
    markets = markets_of(state.chart, state.active, state.ship.warp)
    sales = sorted(((takings(state.ship, market), market.space) for market in markets), reverse=True)
    yield from [space for brought, space in sales if brought][:_PLACES]
    yield from [space for _, space in sorted(sources(state, markets), reverse=True)][:_PLACES]
    yield HOME


def _far_enough(root: State, state: State) -> bool:
    return state.round >= root.round + _ROUNDS_AHEAD


def _chances_to_win(state: State) -> list[float]:
    """Return chances that follow from how far each seat is ahead of the best other one in what it has."""
    worth = [fsum(map(mul, WEIGHTS, assets(state, seat))) for seat in range(len(state.ships))]
    return chances_by_lead(worth, CLEAR_LEAD)


def assets(state: State, seat: Seat) -> Assets:
    """Return the things of that seat."""
    ship, rounds = state.ships[seat], state.agreed.rounds
    return Assets(
        money=ship.money,
        fuel=ship.fuel,
        cannons=ship.cannons,
        hold=ship.hold,
        early_hold=ship.hold * (rounds - state.round) / rounds,
        fast_hold=ship.hold * ship.warp,
        cargo=sum([state.box.resources[unit].value for unit in ship.cargo if unit != COLONISTS]),
        sale=_best_sale(state, seat) if ship.cargo else 0.0,
        goal=ship.money >= state.goal,
    )


def _best_sale(state: State, seat: Seat) -> float:
    """Return the most MCR a turn that the seat's cargo brings."""
    ship = state.ships[seat]
    markets = markets_of(state.chart, seat, ship.warp)
    sales = [(takings(ship, market), turns(ship.warp, ship.space, market.space)) for market in markets]
    return max([brought / (1 + after) for brought, after in sales], default=0.0)


_NO_CHANCE: Any = None  # Greedy draws nothing.
_HOLD_THAT_PAYS, _WHILE_IT_PAYS = 3, 2 / 3  # These are the highest level, and the share of the rounds.
_ROUNDS_AHEAD = 5
_PLACES = 4  # At most this many places to fly to are looked at, of either kind.

INSIGHT: Final = Insight(12, thrifty, _worth_a_look, _far_enough, _chances_to_win, growth=1.5)
