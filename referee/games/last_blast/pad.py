"""The score pad of The Last Blast: each player reports what came home from the flight at the table."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Final, NamedTuple, TypeAlias

from components.errors import UsageError
from components.setup import Area, Fact, Placed
from referee.engine.asking.fields import code, number
from referee.engine.asking.picks import Faces
from referee.engine.game import ALLOWED, OVER, Remark, Ruling, Seat, Seats, Turn, View, refused
from referee.engine.moves import Grammar, move
from referee.engine.pads import Correction, Entries, Ledger, correction, pad_view
from referee.engine.scoresheet import PlayerScore, ScoreSheet
from referee.engine.tuples import replaced
from referee.engine.typed import check_copies
from referee.games.last_blast import codes, game
from referee.games.last_blast.box import SLUG, Box, Rocket
from referee.games.last_blast.rules import scoring
from referee.games.last_blast.rules.scoring import Finish
from referee.games.last_blast.state import Draft

slug: Final = SLUG
version: Final = game.version
read_box = game.read_box


_CARDS = Faces(("parts",), 1, lambda state: state.box.construction.rocket)


@move("home[ {rocket...}]", ask="Enter the cards the rocket has left", does="Bring the rocket home")
class Home:
    """Report the cards that have left the field, from the front (LB 4.10)."""

    rocket: Annotated[Rocket, code("Cards", codes.read_rocket, codes.write_rocket, pick=_CARDS)] = ()


@move("exploded {round}", ask="Choose when it exploded", does="It exploded in round {round}")
class Exploded:
    """Report that the rocket exploded in that round (LB 4.7)."""

    round: Annotated[int, number("Round")]


Move: TypeAlias = Home | Exploded | Correction

GRAMMAR = Grammar(Home, Exploded, correction("LB 5.1"))


class State(NamedTuple):
    """Reports of each seat; None is nothing yet."""

    names: tuple[str, ...]
    box: Box
    results: tuple[Home | Exploded | None, ...]
    entries: Entries = ()


def turn(state: State) -> Turn:
    missing = tuple(seat for seat, result in enumerate(state.results) if result is None)
    return Seats(missing) if missing else OVER


def moves(state: State, seat: Seat) -> Sequence[Home | Exploded]:
    """The explosions; there are too many rockets to list."""
    every = map(Exploded, range(1, state.box.columns + 1))
    return tuple(move for move in every if check(state, seat, move).allowed)


def hint(state: State, seat: Seat) -> str:
    if state.results[seat] is not None:
        return ""
    return "home and the cards left, from the front: home R2-5 A6-3"


def opens(state: State, seat: Seat) -> Sequence[type[Any]]:
    return (Home,) if state.results[seat] is None else ()


def ask(state: State, seat: Seat | None) -> str:
    return "Enter how the flight ended"


def remark(state: State, seat: Seat, move: Move) -> Remark:
    """Tell what the rocket is worth; that it exploded is never entered unasked."""
    if isinstance(move, Home):
        return Remark(f"{Finish(state.names[seat], move.rocket).total} points", sense=1)
    return Remark("the rocket is lost", sense=-1) if isinstance(move, Exploded) else Remark()


def _fresh(state: Draft | State) -> State:
    return State(state.names, state.box, (None,) * len(state.names))


def _check(state: State, seat: Seat, move: Home | Exploded) -> Ruling:
    if state.results[seat] is not None:
        return refused(
            f"{state.names[seat]} has a result; undo takes it back, correct replaces it.", "LB 5.1"
        )
    if isinstance(move, Home) and not move.rocket:
        return refused("A rocket without a card has exploded.", "LB 4.7")
    if isinstance(move, Exploded) and not 1 <= move.round <= state.box.columns:
        return refused(f"There is no round {move.round}; rounds are 1 to {state.box.columns}.", "LB 4.2")
    after = _apply(state, seat, move)
    try:
        check_copies((card for finish in _finishes(after) for card in finish.rocket), "")
    except UsageError as problem:
        return refused(problem.what, "LB 1.3")
    try:
        score(after)
    except UsageError as problem:
        return refused(problem.what, "LB 4.9")
    return ALLOWED


def _apply(state: State, seat: Seat, move: Home | Exploded) -> State:
    return state._replace(results=replaced(state.results, seat, move))


def view(state: State, seat: Seat | None) -> View:
    finishes = _finishes(state)
    rockets = [
        Area(
            f"rocket-{place}",
            f"Rocket of {finish.name}",
            "list",
            tuple(Placed("parts", card.code) for card in finish.rocket),
            f"exploded in round {finish.exploded}" if finish.exploded else "",
        )
        for place, finish in enumerate(finishes, 1)
    ]
    facts = [Fact(finish.name, _result(finish), "LB 5.1") for finish in finishes]
    return pad_view(state, _totals(state), rockets, facts)


def _told(before: State, seat: Seat, move: Home | Exploded, after: State) -> Iterator[str]:
    finish = _finishes(after)[seat]
    if finish.survived:
        yield f"{finish.name} is home with {finish.total} points [LB 5.1]."
    else:
        yield f"{finish.name} exploded in round {finish.exploded} [LB 4.7]."


def score(state: State) -> ScoreSheet[PlayerScore]:
    """LB 5, once every player has a result."""
    finishes = _finishes(state)
    return scoring.score(state.box, finishes) if turn(state) is OVER else scoring.standing(finishes)


def _totals(state: State) -> list[int]:
    return [finish.total for finish in _finishes(state)]


_ledger = Ledger(game.start, GRAMMAR, _fresh, turn, moves, _check, _apply, _totals, _told, "LB 5.1")
start, check, apply, read, tell = _ledger.start, _ledger.check, _ledger.apply, _ledger.read, _ledger.tell
chance, resolve, known, faults = _ledger.chance, _ledger.resolve, _ledger.known, _ledger.faults


def _result(finish: Finish) -> str:
    if finish.exploded:
        return f"exploded in round {finish.exploded}"
    return f"home with {finish.total} points" if finish.rocket else "nothing yet"


def _finishes(state: State) -> list[Finish]:
    return [_finish(name, result) for name, result in zip(state.names, state.results, strict=True)]


def _finish(name: str, result: Home | Exploded | None) -> Finish:
    if isinstance(result, Home):
        return Finish(name, result.rocket)
    return Finish(name, (), result.round if result else None)
