"""What helps `clever`: moves worth a look, how everybody plays on, and what the things of a seat are worth.

`python benchmarks/weights/win_weights.py per-aspera` finds what the weights should be.
"""

from __future__ import annotations

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
from referee.games.per_aspera.box import box
from referee.games.per_aspera.moves import Ask, Buy, Fuel, Move, Sell, Upgrade
from referee.games.per_aspera.rules.map_spaces import HOME, Space
from referee.games.per_aspera.state import COLONISTS, State


class Assets(NamedTuple):
    """What a seat has; or, as weights, the MCR that each is worth.

    hold        its level
    early_hold  the level, by the share of the rounds that are still to come
    fast_hold   the level, by that of the warp drive
    cargo       what it cost, MCR
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
CLEAR_LEAD: Final = 60.0  # MCR


def thrifty(game: Game[State, Move, Any], state: State, seat: Seat, source: Source) -> Move:
    """What `greedy` does, but enlarges a hold only while that pays; wins 83 % of the games against it."""
    if state.step != "load":
        return greedy(game, state, seat, source)
    moves = game.moves(state, seat)
    pays = state.ship.hold < _HOLD_THAT_PAYS and state.round < _WHILE_IT_PAYS * state.agreed.rounds
    return load(state, moves, pays and LARGER_HOLD in moves)


def _worth_a_look(game: AnyGame, state: State, seat: Seat) -> Sequence[Move]:
    """What `thrifty` does first; where it flies or upgrades, also other places and other upgrades."""
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
    """Where there is something to sell, to buy or to see, the best first; and home."""
    markets = markets_of(state.chart, state.active, state.ship.warp)
    sales = sorted(((takings(state.ship, market), market.space) for market in markets), reverse=True)
    yield from [space for brought, space in sales if brought][:_PLACES]
    yield from [space for _, space in sorted(sources(state, markets), reverse=True)][:_PLACES]
    yield HOME


def _far_enough(root: State, state: State) -> bool:
    return state.round >= root.round + _ROUNDS_AHEAD


def _chances_to_win(state: State) -> list[float]:
    """From how far each seat is ahead of the best other one in what it has."""
    worth = [fsum(map(mul, WEIGHTS, assets(state, seat))) for seat in range(len(state.ships))]
    return chances_by_lead(worth, CLEAR_LEAD)


def assets(state: State, seat: Seat) -> Assets:
    """What that seat has."""
    ship, rounds = state.ships[seat], state.agreed.rounds
    return Assets(
        money=ship.money,
        fuel=ship.fuel,
        cannons=ship.cannons,
        hold=ship.hold,
        early_hold=ship.hold * (rounds - state.round) / rounds,
        fast_hold=ship.hold * ship.warp,
        cargo=sum([box().resources[unit].value for unit in ship.cargo if unit != COLONISTS]),
        sale=_best_sale(state, seat) if ship.cargo else 0.0,
        goal=ship.money >= state.goal,
    )


def _best_sale(state: State, seat: Seat) -> float:
    """The most MCR a turn that the seat's cargo brings."""
    ship = state.ships[seat]
    markets = markets_of(state.chart, seat, ship.warp)
    sales = [(takings(ship, market), turns(ship.warp, ship.space, market.space)) for market in markets]
    return max([brought / (1 + after) for brought, after in sales], default=0.0)


_NO_CHANCE: Any = None  # for greedy, which draws nothing
_HOLD_THAT_PAYS, _WHILE_IT_PAYS = 3, 2 / 3  # the highest level, and the share of the rounds
_ROUNDS_AHEAD = 5
_PLACES = 4  # to fly to that are looked at, of either kind

INSIGHT: Final = Insight(12, thrifty, _worth_a_look, _far_enough, _chances_to_win, growth=1.5)
