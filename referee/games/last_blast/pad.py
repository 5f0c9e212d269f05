"""The score pad of The Last Blast: the table flies, and each player says what came home."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from components.errors import UsageError
from components.setup import Area, Placed
from referee.engine import ALLOWED, OVER, Event, Ruling, Seat, Seats, Telling, Turn, View, refused
from referee.games.last_blast import game, notation, scoring
from referee.games.last_blast.box import SLUG, Rocket, box
from referee.games.last_blast.scoring import Finish
from referee.pads import chance as chance
from referee.pads import faults as faults
from referee.pads import known as known
from referee.pads import resolve as resolve
from referee.scoresheet import PlayerScore, ScoreSheet
from referee.typed import read_verb

slug: Final = SLUG
version: Final = game.version


@dataclass(frozen=True, slots=True)
class Home:
    """The rocket has left the field with these cards, from the front (LB 4.10)."""

    rocket: Rocket

    def __str__(self) -> str:
        return " ".join(("home", *(card.code for card in self.rocket)))


@dataclass(frozen=True, slots=True)
class Exploded:
    """The rocket exploded in that round (LB 4.7)."""

    round: int

    def __str__(self) -> str:
        return f"exploded {self.round}"


class State(NamedTuple):
    """What each seat has said; None is nothing yet."""

    names: tuple[str, ...]
    results: tuple[Home | Exploded | None, ...]


def start(names: Sequence[str], options: Mapping[str, str]) -> State:
    game.start(names, options)
    return State(tuple(names), (None,) * len(names))


def turn(state: State) -> Turn:
    missing = tuple(seat for seat, result in enumerate(state.results) if result is None)
    return Seats(missing) if missing else OVER


def moves(state: State, seat: Seat) -> Sequence[Home | Exploded]:
    """Only the explosions; there are too many rockets to list."""
    if state.results[seat] is not None:
        return ()
    return tuple(Exploded(round_) for round_ in range(1, box().columns + 1))


def hint(state: State, seat: Seat) -> str:
    return (
        "" if state.results[seat] is not None else "home and the cards left, from the front: home R2-5 A6-3"
    )


def check(state: State, seat: Seat, move: Home | Exploded) -> Ruling:
    if state.results[seat] is not None:
        return refused(f"{state.names[seat]} has a result; take it back with undo.", "LB 5.1")
    if isinstance(move, Home) and not move.rocket:
        return refused("A rocket without a card has exploded.", "LB 4.7")
    after = apply(state, seat, move)
    cards = [card for result in after.results if isinstance(result, Home) for card in result.rocket]
    for card in cards:
        if cards.count(card) > card.copies:
            return refused(f"{card.code} is here {cards.count(card)} times.", "LB 1.3")
    if turn(after) is OVER:
        try:
            scoring.score(_finishes(after))
        except UsageError as problem:
            return refused(problem.what, "LB 4.9")
    return ALLOWED


def apply(state: State, seat: Seat, move: Home | Exploded) -> State:
    results = (*state.results[:seat], move, *state.results[seat + 1 :])
    return state._replace(results=results)


def view(state: State, seat: Seat | None) -> View:
    return View(
        tuple(
            Area(
                f"rocket-{place}",
                f"Rocket of {finish.name}",
                "list",
                tuple(Placed("parts", card.code) for card in finish.rocket),
                f"exploded in round {finish.exploded}" if finish.exploded else "",
            )
            for place, finish in enumerate(_finishes(state), 1)
        )
    )


def tell(before: State, event: Event, after: State, seat: Seat | None) -> Telling:
    assert event.seat is not None
    finish = _finishes(after)[event.seat]
    if finish.survived:
        return Telling((f"{finish.name} is home with {finish.total} points [LB 5.1].",))
    return Telling((f"{finish.name} exploded in round {finish.exploded} [LB 4.7].",))


def score(state: State) -> ScoreSheet[PlayerScore]:
    """LB 5, once everybody has a result."""
    finishes = _finishes(state)
    return scoring.score(finishes) if turn(state) is OVER else scoring.standing(finishes)


def read(state: State, seat: Seat | None, text: str) -> Home | Exploded:
    """`home R2-5 A6-3` or `exploded 5`. Raises `UsageError` for anything else."""
    reader, rest = read_verb(text, _READERS, "result")
    return reader(rest, f'"{text}"')


def _read_home(rest: str, where: str) -> Home:
    return Home(notation.read_rocket(rest, where))


def _read_exploded(rest: str, where: str) -> Exploded:
    _, round_ = notation.read_finish(f"x{rest}", where)
    if round_ is None:
        raise UsageError("The round is missing.", where=where, todo="Write exploded 5.")
    return Exploded(round_)


def _finishes(state: State) -> list[Finish]:
    return [_finish(name, result) for name, result in zip(state.names, state.results, strict=True)]


def _finish(name: str, result: Home | Exploded | None) -> Finish:
    if isinstance(result, Home):
        return Finish(name, result.rocket)
    return Finish(name, (), result.round if result else None)


_READERS: Mapping[str, Callable[[str, str], Home | Exploded]] = {
    "home": _read_home,
    "exploded": _read_exploded,
}
