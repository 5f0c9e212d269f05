"""Insight for `clever`: the moves worth a look, and how everybody plays on to the end of the round.

It plays on as `greedy` does, but claims the array that brings most, goes for three rayguns to shoot a tile
out of another array, and for planets. It tries only arrays that are likely to be good, so it takes a fraction
of the time. Of two players, whoever plays so wins about 75 % of the games against `greedy`, and about 65 %
without rayguns and planets in view.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, Final

from referee.engine.chance.outcomes import Source
from referee.engine.game import AnyGame, Game, Seat
from referee.engine.play import Insight, chances_by_lead
from referee.games.rayguns.bots.greedy import (
    greedy,
    hand_worth,
    held,
    margin,
    spare_worth,
    toward,
)
from referee.games.rayguns.bots.greedy import worth as plain_worth
from referee.games.rayguns.box import Box, Tile
from referee.games.rayguns.moves import Dock, Lay, Move, Use, Zap
from referee.games.rayguns.rules.docking import movable
from referee.games.rayguns.rules.specials import PLANET, would_act
from referee.games.rayguns.rules.suit_powers import RAYGUN, leading
from referee.games.rayguns.rules.tiles import known_tiles, taken
from referee.games.rayguns.state import Rules, State

# Such a function gives the worth of an array in points.
_Worth = Callable[[Rules, Sequence[Tile]], float]


def shrewd(game: Game[State, Move, Any], state: State, seat: Seat, source: Source) -> Move:
    """Play as `greedy` does, with more in view and in less time."""
    return _choice(worth, game, state, seat)


def _choice(valued: _Worth, game: Game[State, Move, Any], state: State, seat: Seat) -> Move:
    """The move of a player to whom arrays have that worth."""
    match state.step:
        case "array":
            tiles = known_tiles(state.drawn)
            arrays = _likely(state, tiles, state.box.numbers.array)
            return Lay(_best(valued, state.rules, arrays))
        case "dock":
            best = _best(valued, state.rules, _dockings(state, seat))
            return toward(best, state.bays[seat], game.moves(state, seat))
        case "effect":
            return max(game.moves(state, seat), key=partial(_effect_worth, state, seat))
        case "last":
            tiles = known_tiles(state.drawn)
            arrays = _likely(state, tiles, state.box.numbers.port_array)
            return Dock(_best(plain_worth, state.rules, arrays))
        case "power":
            shots = [move for move in game.moves(state, seat) if _may_help(state, seat, move)]
            return max(shots, key=partial(margin, state, seat))
    return greedy(game, state, seat, _NO_CHANCE)


def worth(rules: Rules, tiles: Sequence[Tile]) -> float:
    """The worth of an array as the one that it is best claimed as (RR 6.4), and of its powers (RR 4, 5)."""
    found = _claimed_worth(rules, tiles)
    if rules.orders.powers_act and RAYGUN in leading(rules.orders.box, tiles):
        found += _SHOT
    if PLANET in [tile.special for tile in tiles] and would_act(rules, tiles, PLANET):
        found += _PLANET
    return found


def _claimed_worth(rules: Rules, tiles: Sequence[Tile]) -> float:
    """The worth of an array as the one that it is best claimed as."""
    best = rules.evaluator.best(tiles)
    # Arrays that are lower in the order are only claimed for more points.
    hands = (best, *rules.evaluator.hands(tiles, above=best.points))
    return max([hand_worth(rules.orders, hand) for hand in hands])


def _may_help(state: State, seat: Seat, move: Move) -> bool:
    """Return whether a power is not wasted on the seat's own tiles or on spare parts, which rarely count."""
    return not isinstance(move, Zap) or not (move.spare or move.name == state.names[seat])


def _best(valued: _Worth, rules: Rules, arrays: Iterable[tuple[Tile, ...]]) -> tuple[Tile, ...]:
    return max(arrays, key=partial(valued, rules))


def _effect_worth(state: State, seat: Seat, move: Move) -> float:
    return margin(state, seat, move) + (_PLANET if move == Use(PLANET) else 0)


def _dockings(state: State, seat: Seat) -> Iterator[tuple[Tile, ...]]:
    """Arrays worth docking that can still be reached; the first is the one that lies there."""
    laid, size = state.bays[seat].array, state.box.numbers.array
    yield laid
    every, fixed = tuple(known_tiles(held(state, seat))), taken(laid, movable(state, seat)[0])
    for tiles in _likely(state, every, size):
        if all(tiles.count(tile) >= fixed.count(tile) for tile in fixed):
            yield tiles
    if 0 < len(fixed) < size:
        for tiles in _likely(state, taken(every, fixed), size - len(fixed)):
            yield (*fixed, *tiles)


def _likely(state: State, tiles: Sequence[Tile], size: int) -> Sequence[tuple[Tile, ...]]:
    """Choices of that many tiles that are likely to be the best array.

    By the size of their groups, the highest of each suit and each colour, one of each rank of the straight,
    specials, and the highest; and those with three rayguns. Wild tiles go with all of them.
    """
    box, wilds, ranks = state.box, state.rules.orders.wilds, [tile.rank for tile in tiles]
    by_group = sorted(tiles, key=lambda tile: (-(tile.rank in wilds), -ranks.count(tile.rank), -tile.rank))
    firsts = [by_group, sorted(tiles, key=lambda tile: -tile.rank)]
    suits, colours = [tile.suit or "special" for tile in by_group], [tile.colour for tile in by_group]
    firsts += [
        [tile for tile, its in zip(by_group, of_tiles, strict=True) if its == trait]
        for of_tiles in (suits, colours)
        for trait in dict.fromkeys(of_tiles)
        if of_tiles.count(trait) >= size
    ]
    firsts.append(_run(box, by_group))
    if suits.count(RAYGUN) >= (enough := box.numbers.leading):
        rayguns = [tile for tile in by_group if tile.suit == RAYGUN]
        others = [tile for tile in by_group if tile.suit != RAYGUN]
        firsts += [rayguns[:enough], rayguns[: enough + 1], _run(box, [*rayguns, *others])]
        firsts.append(sorted(rayguns, key=lambda tile: -tile.rank)[:enough])
    chosen = [(*first, *taken(tuple(by_group), first))[:size] for first in firsts]
    return list(dict.fromkeys(chosen))


def _run(box: Box, tiles: Sequence[Tile]) -> list[Tile]:
    """The first tile of each rank of the straight."""
    first = {tile.rank: tile for tile in reversed(tiles)}
    return [first[rank] for rank in box.straight if rank in first]


def _worth_a_look(game: AnyGame, state: State, seat: Seat) -> Sequence[Move]:
    """First what a `shrewd` player does who cares for nothing but claims, then what `shrewd` likes best.

    So only a search that is long enough to be sure goes for rayguns and planets, and levels differ.
    """
    moves = game.moves(state, seat)
    if len(moves) == 1:
        return moves
    first = _choice(_claimed_worth, game, state, seat)
    return (first, *[move for move in _by_worth(game, state, seat, moves) if move != first])


def _by_worth(game: AnyGame, state: State, seat: Seat, moves: Sequence[Any]) -> Sequence[Move]:
    """The moves, the best first; of the arrays and spare parts, only those that are worth most."""
    rules = state.rules
    match state.step:
        case "spare":
            return sorted(moves, key=spare_worth, reverse=True)[:_MOST]
        case "array":
            return sorted(moves, key=lambda move: -worth(rules, move.tiles))[:_MOST]
        case "last":
            return sorted(moves, key=lambda move: -plain_worth(rules, move.tiles))[:_MOST]
        case "dock":
            arrays = _improved(state, seat, _best(worth, rules, _dockings(state, seat)))
            ways = [toward(tiles, state.bays[seat], moves) for tiles in arrays]
            return list(dict.fromkeys(ways))[:_MOST]
    return list(dict.fromkeys((shrewd(game, state, seat, _NO_CHANCE), *moves)))


def _improved(state: State, seat: Seat, tiles: tuple[Tile, ...]) -> list[tuple[Tile, ...]]:
    """Arrays that one exchange after the other leads to from there while each gains, the best first."""
    rules, fixed = state.rules, taken(state.bays[seat].array, movable(state, seat)[0])
    every = tuple(known_tiles(held(state, seat)))
    found, best = {tiles: worth(rules, tiles)}, None
    while tiles != best:
        best, others = tiles, taken(every, tiles)
        for out in dict.fromkeys(taken(best, fixed)):
            for tile in dict.fromkeys(others):
                changed = (*taken(best, (out,)), tile)
                found[changed] = worth(rules, changed)
        tiles = max(found, key=found.__getitem__)
    return sorted(found, key=lambda array: -found[array])


def _round_over(root: State, state: State) -> bool:
    return state.round > root.round


def _chances_to_win(state: State) -> list[float]:
    """From how far each seat is ahead of the best other one; a lead counts for more towards the end."""
    lasting = _LASTING * (state.box.numbers.rounds + 2 - state.round)
    return chances_by_lead([account.total for account in state.accounts], lasting)


_NO_CHANCE: Any = None  # This is the source for `greedy`, which draws nothing.
_MOST = 8  # At most so many arrays are looked at.
_SHOT = 12.0  # A shot at another array is likely to be worth so many points.
_PLANET = 4.0  # The tiles of a planet are likely to bring so many more points than `greedy` expects.
_LASTING = 8.0  # For each round to come a clear lead takes so many points.

INSIGHT: Final = Insight(8, shrewd, _worth_a_look, _round_over, _chances_to_win, first_only=True)
