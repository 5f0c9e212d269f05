"""A greedy bot: it keeps what is worth most now, and uses the powers and effects that help it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeAlias

from referee.engine.chance.outcomes import Source
from referee.engine.game import AnyChooser, AnyGame, Game, Seat
from referee.engine.play import Insight, chances_by_lead
from referee.games.rayguns.box import Tile, box
from referee.games.rayguns.game import PHASES
from referee.games.rayguns.moves import DOCK, PASS, Dock, Lay, Move, Spare, Swap, Use
from referee.games.rayguns.rules.docking import movable
from referee.games.rayguns.rules.rounds import scored
from referee.games.rayguns.rules.tiles import known_tiles, taken
from referee.games.rayguns.state import Rules, State

# Raised when a bot moves otherwise than before: journals say which version played.
VERSION: Final = 2

Choices: TypeAlias = Callable[[Sequence[Tile], int], Iterable[tuple[Tile, ...]]]

_LIKELY = 0.5  # chance that a good array wins the bonus
_PLANET = 2.0  # points that the tiles of a planet are likely to bring
_USE_PLANET = Use("planet")


def greedy(game: Game[State, Move, Any], state: State, seat: Seat, source: Source) -> Move:
    """The move that would leave the seat furthest ahead if the round ended now."""
    moves = game.moves(state, seat)
    match state.step:
        case "spare":
            return max(moves, key=_spare_worth)
        case "opened":
            return DOCK if DOCK in moves else PASS
        case "array" | "last":
            rules = state.rules
            return max(moves, key=lambda move: _worth(rules, move))
        case "dock":
            return _swap_or_dock(state, seat, moves, itertools.combinations)
        case "orders":
            return PASS
    return max(moves, key=lambda move: _margin(state, seat, move))


def worth(rules: Rules, tiles: Sequence[Tile]) -> float:
    """What an array is worth: its points, and a share of the bonus that grows with its place in the order."""
    hand = rules.evaluator.best(tiles)
    orders = rules.orders
    above = 1 - orders.place(hand.array.name) / len(orders.order)
    return hand.points + _LIKELY * orders.bonus * above


def _worth(rules: Rules, move: Move) -> float:
    return worth(rules, move.tiles) if isinstance(move, (Lay, Dock)) else 0


def _spare_worth(move: Move) -> tuple[int, int]:
    """More tiles are better, then higher ones."""
    tiles = move.tiles if isinstance(move, Spare) else ()
    return len(tiles), sum(tile.rank for tile in tiles)


def _swap_or_dock(state: State, seat: Seat, moves: Sequence[Move], choices: Choices) -> Move:
    """One swap after the other, towards the best array of all the tiles the player has."""
    bay, rules = state.bays[seat], state.rules
    held = (*bay.array, *bay.spares, *state.drawn, *state.out)
    fixed = taken(bay.array, movable(state, seat)[0])
    free = taken(held, fixed)
    chosen = choices(free, box().numbers.array - len(fixed))
    best = max(((*fixed, *some) for some in chosen), key=lambda tiles: worth(rules, tiles))
    missing, surplus = list(best), list(bay.array)
    for tile in bay.array:
        if tile in missing:
            missing.remove(tile)
            surplus.remove(tile)
    wanted = [Swap(tile, out) for tile in missing for out in surplus]
    return next((move for move in wanted if move in moves), DOCK)


def _margin(state: State, seat: Seat, move: Move) -> float:
    """How far ahead of the best other player the seat would be if the round ended after that move."""
    after = PHASES[state.step].apply(state, seat, move)
    totals = scored(after).totals
    ahead = totals[seat] - max(total for other, total in enumerate(totals) if other != seat)
    return ahead + (_PLANET if move == _USE_PLANET else 0)


def _quickly(game: Game[State, Move, Any], state: State, seat: Seat, source: Source) -> Move:
    """What `greedy` does, in a fraction of the time: of hundreds of arrays it tries those that are likely."""
    match state.step:
        case "array":
            return Lay(_likely_best(state.rules, known_tiles(state.drawn), box().numbers.array))
        case "last":
            return Dock(_likely_best(state.rules, known_tiles(state.drawn), box().numbers.port_array))
        case "dock":
            return _swap_or_dock(
                state, seat, game.moves(state, seat), partial(_likely, state.rules.orders.wilds)
            )
    return greedy(game, state, seat, source)


def _likely_best(rules: Rules, tiles: Sequence[Tile], size: int) -> tuple[Tile, ...]:
    return max(_likely(rules.orders.wilds, tiles, size), key=lambda chosen: worth(rules, chosen))


def _likely(wilds: Collection[int], tiles: Sequence[Tile], size: int) -> Sequence[tuple[Tile, ...]]:
    """Choices of that many tiles that are likely to be the best array.

    By the size of their groups, the highest of each suit and each colour, one of each rank of the straight,
    specials, and the highest. Wild tiles go with all of them.
    """
    ranks = [tile.rank for tile in tiles]
    by_group = sorted(tiles, key=lambda tile: (-(tile.rank in wilds), -ranks.count(tile.rank), -tile.rank))
    orders = [by_group, sorted(tiles, key=lambda tile: -tile.rank)]
    suits, colours = [tile.suit or "special" for tile in by_group], [tile.colour for tile in by_group]
    for of_tiles in (suits, colours):
        for trait in dict.fromkeys(of_tiles):
            if of_tiles.count(trait) >= size:
                sharing = [tile for tile, its in zip(by_group, of_tiles, strict=True) if its == trait]
                orders.append(sharing)
    straight = [next((tile for tile in by_group if tile.rank == rank), None) for rank in box().straight]
    run = [tile for tile in straight if tile is not None]
    orders.append([*run, *taken(tuple(by_group), run)])
    return [tuple(order[:size]) for order in orders]


def _worth_a_look(game: AnyGame, state: State, seat: Seat) -> Sequence[Move]:
    """What `greedy` does first; of the arrays and spare parts, only those that are worth most."""
    moves = game.moves(state, seat)
    if len(moves) == 1:
        return moves
    match state.step:
        case "spare":
            return sorted(moves, key=_spare_worth, reverse=True)[:_MOST]
        case "array" | "last":
            return sorted(moves, key=lambda move: -_worth(state.rules, move))[:_MOST]
    first = greedy(game, state, seat, _NO_CHANCE)
    return (first, *[move for move in moves if move != first])


def _round_over(root: State, state: State) -> bool:
    return state.round > root.round


def _chances_to_win(state: State) -> list[float]:
    """From how far each seat is ahead of the best other one; a lead counts for more towards the end."""
    lasting = _LASTING * (box().numbers.rounds + 2 - state.round)
    return chances_by_lead([account.total for account in state.accounts], lasting)


_NO_CHANCE: Any = None  # for greedy, which draws nothing
_MOST = 8  # arrays that are looked at
_LASTING = 8.0  # points of a clear lead for each round to come

BOTS: Mapping[str, AnyChooser] = {"greedy": greedy}
INSIGHT: Final = Insight(8, _quickly, _worth_a_look, _round_over, _chances_to_win)
