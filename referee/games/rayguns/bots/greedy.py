"""The bot `greedy`: it keeps what is worth most now, and uses the powers and effects that help it."""

import itertools
from collections.abc import Sequence
from typing import Any

from referee.engine.chance.outcomes import Source
from referee.engine.game import Game, Seat
from referee.games.rayguns.box import Tile
from referee.games.rayguns.game import PHASES
from referee.games.rayguns.moves import DOCK, PASS, Dock, Lay, Move, Spare, Swap, Use
from referee.games.rayguns.rules.docking import movable
from referee.games.rayguns.rules.orders import Orders
from referee.games.rayguns.rules.ranks import Hand
from referee.games.rayguns.rules.rounds import scored
from referee.games.rayguns.rules.tiles import taken
from referee.games.rayguns.state import Bay, Rules, State

_LIKELY = 0.5  # A good array wins the bonus with about this chance.
_PLANET = 2.0  # The tiles of a planet are likely to bring so many points.
_USE_PLANET = Use("planet")


def greedy(game: Game[State, Move, Any], state: State, seat: Seat, source: Source) -> Move:
    """The move that would leave the seat furthest ahead if the round ended now."""
    moves = game.moves(state, seat)
    match state.step:
        case "spare":
            return max(moves, key=spare_worth)
        case "opened":
            return DOCK if DOCK in moves else PASS
        case "array" | "last":
            rules = state.rules
            return max(moves, key=lambda move: _worth(rules, move))
        case "dock":
            return _swap_or_dock(state, seat, moves)
        case "orders":
            return PASS
    return max(moves, key=lambda move: margin(state, seat, move))


def worth(rules: Rules, tiles: Sequence[Tile]) -> float:
    """The worth of an array as the one that it counts as, in points."""
    return hand_worth(rules.orders, rules.evaluator.best(tiles))


def hand_worth(orders: Orders, hand: Hand) -> float:
    """The worth of a hand: its points, and a share of the bonus that grows with its place in the order."""
    above = 1 - orders.place(hand.array.name) / len(orders.order)
    return hand.points + _LIKELY * orders.bonus * above


def _worth(rules: Rules, move: Move) -> float:
    return worth(rules, move.tiles) if isinstance(move, (Lay, Dock)) else 0


def spare_worth(move: Move) -> tuple[int, int]:
    """The worth of spare parts: more tiles are better, then higher ones."""
    tiles = move.tiles if isinstance(move, Spare) else ()
    return len(tiles), sum(tile.rank for tile in tiles)


def _swap_or_dock(state: State, seat: Seat, moves: Sequence[Move]) -> Move:
    """One swap after the other, towards the best array of all the tiles the player has."""
    bay, rules = state.bays[seat], state.rules
    fixed = taken(bay.array, movable(state, seat)[0])
    free = taken(held(state, seat), fixed)
    chosen = itertools.combinations(free, state.box.numbers.array - len(fixed))
    best = max(((*fixed, *some) for some in chosen), key=lambda tiles: worth(rules, tiles))
    return toward(best, bay, moves)


def held(state: State, seat: Seat) -> tuple[Tile, ...]:
    """All the tiles that the player may dock."""
    bay = state.bays[seat]
    return (*bay.array, *bay.spares, *state.drawn, *state.out)


def toward(wanted: Sequence[Tile], bay: Bay, moves: Sequence[Move]) -> Move:
    """The next swap on the way to that array; docking, if there is none."""
    missing, surplus = list(wanted), list(bay.array)
    for tile in bay.array:
        if tile in missing:
            missing.remove(tile)
            surplus.remove(tile)
    swaps = [Swap(tile, out) for tile in missing for out in surplus]
    return next((move for move in swaps if move in moves), DOCK)


def margin(state: State, seat: Seat, move: Move) -> float:
    """The lead over the best other player that the seat would have if the round ended after that move."""
    after = PHASES[state.step].apply(state, seat, move)
    totals = scored(after).totals
    ahead = totals[seat] - max(total for other, total in enumerate(totals) if other != seat)
    return ahead + (_PLANET if move == _USE_PLANET else 0)
