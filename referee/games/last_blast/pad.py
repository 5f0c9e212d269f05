"""The score pad of The Last Blast: each player reports what came home from the flight at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, NamedTuple

from components.errors import UsageError
from components.setup import Area, Placed
from referee.engine.game import ALLOWED, OVER, Event, Ruling, Seat, Seats, Telling, Turn, View, refused
from referee.engine.moves import Grammar, code, move, number
from referee.engine.pads import chance as chance
from referee.engine.pads import faults as faults
from referee.engine.pads import known as known
from referee.engine.pads import resolve as resolve
from referee.engine.scoresheet import PlayerScore, ScoreSheet
from referee.engine.tuples import replaced
from referee.games.last_blast import codes, game
from referee.games.last_blast.box import SLUG, Rocket, box
from referee.games.last_blast.rules import scoring
from referee.games.last_blast.rules.scoring import Finish

slug: Final = SLUG
version: Final = game.version


@move("home[ {rocket...}]")
class Home:
    """Report the cards that have left the field, from the front (LB 4.10)."""

    rocket: Annotated[Rocket, code("Cards", codes.read_rocket, codes.write_rocket)] = ()


@move("exploded {round}")
class Exploded:
    """Report that the rocket exploded in that round (LB 4.7)."""

    round: Annotated[int, number("Round")]


GRAMMAR = Grammar(Home, Exploded)


class State(NamedTuple):
    """What each seat has reported; None is nothing yet."""

    names: tuple[str, ...]
    results: tuple[Home | Exploded | None, ...]


def start(names: Sequence[str], options: Mapping[str, str]) -> State:
    game.start(names, options)
    return State(tuple(names), (None,) * len(names))


def turn(state: State) -> Turn:
    missing = tuple(seat for seat, result in enumerate(state.results) if result is None)
    return Seats(missing) if missing else OVER


def moves(state: State, seat: Seat) -> Sequence[Home | Exploded]:
    """The explosions; there are too many rockets to list."""
    every = map(Exploded, range(1, box().columns + 1))
    return tuple(move for move in every if check(state, seat, move).allowed)


def hint(state: State, seat: Seat) -> str:
    if state.results[seat] is not None:
        return ""
    return "home and the cards left, from the front: home R2-5 A6-3"


def check(state: State, seat: Seat, move: Home | Exploded) -> Ruling:
    if state.results[seat] is not None:
        return refused(f"{state.names[seat]} has a result; take it back with undo.", "LB 5.1")
    if isinstance(move, Home) and not move.rocket:
        return refused("A rocket without a card has exploded.", "LB 4.7")
    if isinstance(move, Exploded) and not 1 <= move.round <= box().columns:
        return refused(f"There is no round {move.round}; rounds are 1 to {box().columns}.", "LB 4.2")
    after = apply(state, seat, move)
    try:
        codes.check_copies((card for finish in _finishes(after) for card in finish.rocket), "")
    except UsageError as problem:
        return refused(problem.what, "LB 1.3")
    try:
        score(after)
    except UsageError as problem:
        return refused(problem.what, "LB 4.9")
    return ALLOWED


def apply(state: State, seat: Seat, move: Home | Exploded) -> State:
    return state._replace(results=replaced(state.results, seat, move))


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
    """LB 5, once every player has a result."""
    finishes = _finishes(state)
    return scoring.score(finishes) if turn(state) is OVER else scoring.standing(finishes)


def read(state: State, seat: Seat | None, text: str) -> Home | Exploded:
    """`home R2-5 A6-3` or `exploded 5`. Raises `UsageError` for anything else."""
    assert seat is not None, "a pad has no chance points"
    move: Home | Exploded = GRAMMAR.read(text, state, seat, moves)
    return move


def _finishes(state: State) -> list[Finish]:
    return [_finish(name, result) for name, result in zip(state.names, state.results, strict=True)]


def _finish(name: str, result: Home | Exploded | None) -> Finish:
    if isinstance(result, Home):
        return Finish(name, result.rocket)
    return Finish(name, (), result.round if result else None)
