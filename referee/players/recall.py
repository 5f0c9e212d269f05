"""Memory of guesses: whether they have what their seat can work out from what it was shown before.

No game says what that is. It is found with worlds: guesses from before a step, led on by what the
seat did and saw others do, and by any other moves and draws. What all of them agree on is sure.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, TypeAlias

from referee.engine.chance.outcomes import Source
from referee.engine.game import AnyGame, Event, Guesses, Seat, Seats
from referee.engine.play import at_random

Details: TypeAlias = Mapping[tuple[str, int], Any]  # Values by the name of a field and the place in it.

WORLDS = 12  # so many agree on what is sure, and so many guesses have something else where it is forgotten
TRIES = 600  # guesses in search of these worlds
ALTERNATIVES = 5  # moves that are tried in place of one, to find whether a seat sees it


def at_once(game: AnyGame, states: Sequence[Any]) -> Iterator[tuple[int, int]]:
    """The places of each two states that follow each other; choices revealed together are one step."""
    step = 0
    while step < len(states) - 1:
        turn = game.turn(states[step])
        then = step + (len(turn.seats) if isinstance(turn, Seats) and turn.secret else 1)
        yield step, then
        step = then


def forgotten(
    game: AnyGame, before: Any, events: Sequence[Event], after: Any, seat: Seat, source: Source
) -> Iterator[tuple[str, Any]]:
    """The details of `after` that the seat can work out, but that no guess has, each with its field's name.

    What all guesses have alike is not forgotten, but written in another way.
    """
    assert isinstance(game, Guesses)
    known = game.known(after, seat)
    if known == after:
        return
    sure = _agreed([*_worlds(game, before, events, after, seat, source), _details(after)])
    guesses = [_details(game.guess(known, seat, source)) for _ in range(WORLDS if sure else 0)]
    for key, value in sure.items():
        guessed = [guess.get(key) for guess in guesses]
        if value not in guessed and guessed.count(guessed[0]) < WORLDS:
            yield key[0], value


def _worlds(
    game: Any, before: Any, events: Sequence[Event], after: Any, seat: Seat, source: Source
) -> Iterator[Details]:
    """Worlds that the step may have led to for all that seat knows; if too few guesses allow it, anything."""
    known = game.known(before, seat)
    seen = [_is_seen(game, before, events, place, after, seat, source) for place in range(len(events))]
    wanted = WORLDS
    for _ in range(TRIES):
        world = _led_on(game, game.guess(known, seat, source), events, seen, source)
        if world is not None:
            yield _details(world)
            wanted -= 1
        if not wanted:
            return
    yield {}


def _is_seen(
    game: Any, before: Any, events: Sequence[Event], place: int, after: Any, seat: Seat, source: Source
) -> bool:
    """Tell whether the seat made that move, or any other in place of it would have shown by now.

    A draw counts as not seen: it may show a part of what is drawn.
    """
    if events[place].seat in (None, seat):
        return events[place].seat == seat
    others = [number != place for number in range(len(events))]
    for _ in range(ALTERNATIVES):
        instead = _led_on(game, before, events, others, source)
        if instead not in (None, after) and game.known(instead, seat) == game.known(after, seat):
            return False
    return True


def _led_on(game: Any, state: Any, events: Iterable[Event], seen: Iterable[bool], source: Source) -> Any:
    """The state after these events, with others for those that are not seen; None if one is not possible."""
    for event, as_it_was in zip(events, seen, strict=True):
        if event.seat is None:
            state = game.resolve(state, game.chance(state).pick(source))
            continue
        turn = game.turn(state)
        if not isinstance(turn, Seats) or event.seat not in turn.seats:
            return None
        move = event.what if as_it_was else at_random(game, state, event.seat, source)
        if not game.check(state, event.seat, move).allowed:
            return None
        state = game.apply(state, event.seat, move)
    return state


def _details(state: Any) -> Details:
    """The fields of a state, a dataclass or a named tuple, and item by item those that are tuples."""
    names = [one.name for one in fields(state) if one.compare] if is_dataclass(state) else state._fields
    found = {}
    for name in names:
        value = getattr(state, name)
        items = enumerate(value) if isinstance(value, tuple) else ((0, value),)
        found.update({(name, place): item for place, item in items})
    return found


def _agreed(worlds: Sequence[Details]) -> Details:
    """The details that are the same in all of these worlds."""
    first, *others = worlds
    return {
        name: value
        for name, value in first.items()
        if all(name in world and world[name] == value for world in others)
    }
