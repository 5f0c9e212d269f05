"""A player without hands: it keeps what is worth most now, and uses powers and effects that help it."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from referee.bots import Bot
from referee.engine import Game, Seat
from referee.games.rayguns import closing
from referee.games.rayguns.box import Tile, box
from referee.games.rayguns.exploring import movable
from referee.games.rayguns.game import played
from referee.games.rayguns.moves import (
    DOCK,
    PASS,
    Dock,
    Lay,
    Move,
    Spare,
    Swap,
    Use,
)
from referee.games.rayguns.state import Rules, State, taken
from referee.outcomes import Source

_LIKELY = 0.5  # of the bonus: that a good array wins it
_PLANET = 2.0  # points that its tiles are likely to bring
_USE_PLANET = Use("planet")


def greedy(game: Game[State, Move, Any], state: State, seat: Seat, source: Source) -> Move:
    """The move after which the round as it lies would leave it furthest ahead."""
    moves = game.moves(state, seat)
    match state.step:
        case "array":
            return max(
                moves, key=lambda move: worth(state.rules, move.tiles if isinstance(move, Lay) else ())
            )
        case "spare":
            return max(moves, key=_spare_worth)
        case "opened":
            return DOCK if DOCK in moves else PASS
        case "dock":
            return _swap_or_dock(state, moves)
        case "orders":
            return PASS
        case "last":
            return max(
                moves, key=lambda move: worth(state.rules, move.tiles if isinstance(move, Dock) else ())
            )
    return max(moves, key=lambda move: _margin(state, seat, move))


def worth(rules: Rules, tiles: Sequence[Tile]) -> float:
    """What an array is worth: its points, and of the bonus the more the higher it stands in the order."""
    reading = rules.reader.read(tiles)
    orders = rules.orders
    above = 1 - orders.place(reading.array.name) / len(orders.order)
    return reading.points + _LIKELY * orders.bonus * above


def _spare_worth(move: Move) -> tuple[int, int]:
    """As many as there may be, and high ones."""
    tiles = move.tiles if isinstance(move, Spare) else ()
    return len(tiles), sum(tile.rank for tile in tiles)


def _swap_or_dock(state: State, moves: Sequence[Move]) -> Move:
    """One swap after the other towards the best array of all tiles at hand."""
    bay = state.bay
    held = (*bay.array, *bay.spares, *state.hand, *state.out)
    fixed = taken(bay.array, movable(state)[0])
    free = taken(held, fixed)
    choices = itertools.combinations(free, box().numbers.array - len(fixed))
    best = max(((*fixed, *chosen) for chosen in choices), key=lambda tiles: worth(state.rules, tiles))
    missing, surplus = list(best), list(bay.array)
    for tile in bay.array:
        if tile in missing:
            missing.remove(tile)
            surplus.remove(tile)
    wanted = [Swap(tile, out) for tile in missing for out in surplus]
    return next((move for move in wanted if move in moves), DOCK)


def _margin(state: State, seat: Seat, move: Move) -> float:
    """How far ahead of the best other player the round would leave the seat if it were over then."""
    totals = [player.total for player in closing.scored(played(state, move)).sheet.players]
    ahead = totals[seat] - max(total for other, total in enumerate(totals) if other != seat)
    return ahead + (_PLANET if move == _USE_PLANET else 0)


BOTS: Mapping[str, Bot] = {"greedy": greedy}
