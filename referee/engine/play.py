"""Playing on: the state after an event, a game from a state to its end, and what helps to look ahead."""

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from components import catalogue
from components.changes import Changes, changed
from referee.engine.chance.outcomes import Source
from referee.engine.game import (
    CHANCE,
    TIME_OVER,
    AnyChooser,
    AnyGame,
    Chooser,
    Clocked,
    Event,
    Game,
    Seat,
    Seats,
)

S = TypeVar("S")
M = TypeVar("M")
O = TypeVar("O")  # noqa: E741


_BOXES = 16  # At most this many boxes are kept that are not the usual ones of their games: the latest.
_boxes: dict[tuple[Any, ...], tuple[catalogue.Game, Any]] = {}  # Each is kept with its components.


def open_box(game: AnyGame, options: Mapping[str, str] | None = None, changes: Changes = ()) -> Any:
    """The box that the game is played with, with those numbers in place of its own.

    options  the options as `start` takes them; only those that name a file can replace a part of the box

    The same box is given again for the same arguments. Raises `UsageError` for numbers that the game does not
    have, and `DataError` for a box that cannot be played with.
    """
    components = catalogue.load(game.slug)
    known = components.options
    parts = {
        name: text for name, text in (options or {}).items() if name in known and known[name].kind == "file"
    }
    key = (game, tuple(parts.items()), changes)
    read_from, box = _boxes.pop(key, (None, None))
    if read_from is not components:
        box = game.read_box(changed(components, dict(changes)) if changes else components, parts)
    _boxes[key] = (components, box)
    if len(unusual := [key for key in _boxes if key[1:] != ((), ())]) > _BOXES:
        del _boxes[unusual[0]]
    return box


def start_game(
    game: Game[S, Any, Any], names: Sequence[str], options: Mapping[str, str], changes: Changes = ()
) -> S:
    """The state before anything has happened, in a game that is played with its box, or with a changed one.

    Raises what `open_box` and `Game.start` raise.
    """
    return game.start(names, options, open_box(game, options, changes))


def follow(game: Game[S, Any, Any], state: S, event: Event) -> S:
    """The state after the event."""
    if event.seat is None:
        return game.resolve(state, event.what)
    if event.what is TIME_OVER:
        assert isinstance(game, Clocked)
        after: S = game.expire(state, event.seat)
        return after
    return game.apply(state, event.seat, event.what)


def play_out(game: Game[S, M, O], state: S, choose: Chooser[S, M], source: Source) -> S:
    """The end of the game from that state on, all seats choosing alike, all chances from `source`."""
    while True:
        turn = game.turn(state)
        if isinstance(turn, Seats):
            seat = turn.seats[0]
            state = game.apply(state, seat, choose(game, state, seat, source))
        elif turn is CHANCE:
            state = game.resolve(state, game.chance(state).pick(source))
        else:
            return state


@contextmanager
def many_games() -> Iterator[None]:
    """While many games are played, Python looks more rarely for cycles of objects, as games leave none."""
    before = gc.get_threshold()
    gc.set_threshold(10_000, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def at_random(game: Game[S, M, Any], state: S, seat: Seat, source: Source) -> M:
    """Any of the seat's moves, each with the same chance."""
    moves = game.moves(state, seat)
    return moves[source.below(len(moves))]


def _never(root: Any, state: Any) -> bool:
    return False


def _nobody(state: Any) -> Sequence[float]:
    raise AssertionError("a game that stops before its end says what the chances are")


def _not_known(state: Any, seat: Seat, moves: Sequence[Any], simulations: int) -> Iterator[float]:
    return iter(())


@dataclass(frozen=True)
class Insight:
    """Knowledge that helps a bot to look ahead: `INSIGHT` in a game's `bots.py`. Any of it may be left out.

    simulations  the number of the lowest level
    playout      how everybody plays on after the moves that are looked at
    moves        the moves worth looking at, the best first; without it, all of them in any order
    stops        whether to stop playing on in a state; the first argument is the one that is looked at
    chances      the chance of each seat to win from a state where playing on stops, 0 to 1
    exact        the chances of a seat to win after each of these moves, one after the other, as far as they
                 can be worked out in about the time of so many simulations
    growth       how many times as many simulations each further level has
    first_only   whether to look at the first move only and play on at once; better where `playout` plays well
                 and there are more moves after the first than simulations can tell apart
    """

    simulations: int = 25
    playout: AnyChooser = at_random
    moves: Callable[[AnyGame, Any, Seat], Sequence[Any]] | None = None
    stops: Callable[[Any, Any], bool] = _never
    chances: Callable[[Any], Sequence[float]] = _nobody
    exact: Callable[[Any, Seat, Sequence[Any], int], Iterator[float]] = _not_known
    growth: float = 2
    first_only: bool = False


def chances_by_lead(totals: Sequence[float], clear: float) -> list[float]:
    """Each seat's chance to win, guessed from how far it is ahead of the best other one.

    clear  a lead that wins three times in four

    Works with divisions alone, which are the same on every machine.
    """
    leads = [
        total - max(other for place, other in enumerate(totals) if place != seat)
        for seat, total in enumerate(totals)
    ]
    return [0.5 + 0.5 * lead / (abs(lead) + clear) for lead in leads]
