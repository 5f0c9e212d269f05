"""Score pads: their entries, which can be corrected in place, and how people see them.

A pad is a list of entries, and what it knows is what they come to. So `correct 3 away 85` replaces entry 3
and makes the others again; it is refused where one of them would then be impossible. The correction is a move
of its own: a journal has both, and undo takes it back.

    class State(NamedTuple):
        names: tuple[str, ...]
        …
        entries: Entries = ()

    GRAMMAR = Grammar(Land, Crash, correction("ML 7.1"))
    …
    _ledger = Ledger(game.start, GRAMMAR, _fresh, turn, moves, _check, _apply, _totals, _told, "ML 7.1")
    start, check, apply, read, tell = _ledger.start, _ledger.check, _ledger.apply, _ledger.read, _ledger.tell
    chance, resolve, known, faults = _ledger.chance, _ledger.resolve, _ledger.known, _ledger.faults
"""

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import (
    Annotated,
    Any,
    Generic,
    NamedTuple,
    NoReturn,
    Protocol,
    TypeAlias,
    TypeVar,
    cast,
    runtime_checkable,
)

from components.errors import UsageError
from components.setup import Area, Fact, Placed
from components.wording import shortened
from referee.engine.answers import Why
from referee.engine.asking.fields import PLAYER, Field, number
from referee.engine.game import OVER, Event, Ruling, Seat, Telling, Turn, View, refused
from referee.engine.moves import Grammar, move


class Entry(NamedTuple):
    """A move that was entered.

    round   the round that it belongs to: "expedition 3"; empty on a pad without rounds
    totals  the totals of all players after it
    """

    seat: Seat
    move: Any
    round: str
    totals: tuple[int, ...]


Entries: TypeAlias = tuple[Entry, ...]


class Kept(Protocol):
    """The state of a pad, a named tuple: the players, and what they have entered."""

    @property
    def names(self) -> tuple[str, ...]: ...

    @property
    def entries(self) -> Entries: ...


S = TypeVar("S", bound=Kept)


_ASK, _DOES = "Correct an entry", "Correct entry {number}"
_CORRECT = "correct {number} {entry...}[ by {player...}]"


@move(_CORRECT, ask=_ASK, does=_DOES)
class Correction:
    """Replace an entry; those after it stay. `correction` declares one with the rule that it follows.

    entry   the new one, as it is written
    player  the player whose entry it is from now on; empty for the same player
    """

    number: Annotated[
        int, number("Entry", todo="Write the number of the entry: correct 3 and the new entry.")
    ]
    entry: Annotated[str, Field("New entry", lambda text, typed: text)]
    player: Annotated[str, PLAYER] = ""


def correction(rule: str) -> type[Correction]:
    """The move of a pad where corrections follow that rule."""
    about = f"Replace an entry by its number ({rule})."
    return move(_CORRECT, ask=_ASK, does=_DOES)(type("Correct", (Correction,), {"__doc__": about}))


@dataclass(frozen=True)
class Ledger(Generic[S]):
    """The functions of the protocol `Pad` that entries decide, and those of which no pad has any use.

    begin     `start` of the full game, which refuses the players and the options that it does not take
    grammar   the moves of the pad, with its `correction`
    fresh     the state before the first entry, with the players, the box and what was agreed of another
              one: the first of the full game, or any of the pad
    turn, moves, judge, enter
              `turn`, `moves`, `check` and `apply` without corrections; `judge` may be asked for any seat
    totals    of the players, seat by seat
    describe  the sentences in which an entry is told of, and the figures behind them: given the state before
              it, its seat, its move and the state after it
    rule      the rule that is cited where a correction is refused
    round_of  the name of an entry's round, from the states before and after it
    """

    begin: Callable[[Sequence[str], Mapping[str, str], Any], Any]
    grammar: Grammar
    fresh: Callable[[Any], S]
    turn: Callable[[S], Turn]
    moves: Callable[[S, Seat], Sequence[Any]]
    judge: Callable[[S, Seat, Any], Ruling]
    enter: Callable[[S, Seat, Any], S]
    totals: Callable[[S], Sequence[int]]
    describe: Callable[[S, Seat, Any, S], Iterable[str | Why]]
    rule: str
    round_of: Callable[[S, S], str] = lambda before, after: ""

    def start(self, names: Sequence[str], options: Mapping[str, str], box: Any) -> S:
        return self.fresh(self.begin(names, options, box))

    def known(self, state: S, seat: Seat | None) -> S:
        """Nothing on a pad is secret."""
        return state

    def chance(self, state: S) -> NoReturn:
        raise AssertionError("a pad has no chance points")

    def resolve(self, state: S, outcome: Any) -> NoReturn:
        raise AssertionError("a pad has no chance points")

    def faults(self, state: S) -> Iterable[Ruling]:
        """None: a pad refuses impossible results."""
        return ()

    def read(self, state: S, seat: Seat | None, text: str) -> Any:
        """The move of that text. Raises `UsageError`, also for a correction whose new entry is not a move."""
        assert seat is not None, "a pad has no chance points"
        move = self.grammar.read(text, state, seat, self.moves)
        if not isinstance(move, Correction) or not self._has(state, move):
            return move
        owner, entry = self._meant(state, move)
        same = owner == state.entries[move.number - 1].seat
        return type(move)(move.number, str(entry), "" if same else state.names[owner])

    def check(self, state: S, seat: Seat, move: Any) -> Ruling:
        if not isinstance(move, Correction):
            return self.judge(state, seat, move)
        if self.turn(state) is OVER:
            return refused("The game is over; undo takes back the last entry.", self.rule)
        if not self._has(state, move):
            return refused(_no_entry(move.number, len(state.entries)), self.rule)
        try:
            corrected = self._corrected(state, move)
        except UsageError as problem:
            return refused(problem.what, self.rule)
        return corrected if isinstance(corrected, Ruling) else Ruling(True)

    def apply(self, state: S, seat: Seat, move: Any) -> S:
        if not isinstance(move, Correction):
            return self._noted(state, seat, move)
        corrected = self._corrected(state, move)
        assert not isinstance(corrected, Ruling)
        return corrected

    def tell(self, before: S, event: Event, after: S, seat: Seat | None) -> Telling:
        move = event.what
        assert event.seat is not None
        if not isinstance(move, Correction):
            told = tuple(self.describe(before, event.seat, move, after))
            lines = tuple(one for one in told if isinstance(one, str))
            return Telling(lines, tuple(one for one in told if isinstance(one, Why)))
        old, new = before.entries[move.number - 1], after.entries[move.number - 1]
        corrected = [
            f"Entry {move.number} is corrected: {said(after.names, new)} (was: {said(before.names, old)})."
        ]
        if before.entries[-1].totals != after.entries[-1].totals:
            totals = zip(after.names, after.entries[-1].totals, strict=True)
            corrected.append(f"Now: {', '.join(f'{name} {total}' for name, total in totals)}.")
        return Telling(tuple(corrected))

    def _has(self, state: S, move: Correction) -> bool:
        return 1 <= move.number <= len(state.entries)

    def _corrected(self, state: S, move: Correction) -> S | Ruling:
        """The state with the new entry, or why it is refused. Raises `UsageError` if it is not a move."""
        place = move.number - 1
        owner, entry = self._meant(state, move)
        if (owner, entry) == state.entries[place][:2]:
            return refused(f"Entry {move.number} says so already.", self.rule)
        entered = [(one.seat, one.move) for one in state.entries]
        entered[place] = (owner, entry)
        now = self._before(state, place)
        for count, (seat, one) in enumerate(entered[place:], move.number):
            ruling = self.judge(now, seat, one)
            if not ruling.allowed:
                later = f"Entry {count}, {_text(state.names, seat, one)}, would then be impossible: "
                return refused(f"{later if count > move.number else ''}{ruling.reason}", ruling.rule)
            now = self._noted(now, seat, one)
        return now

    def _meant(self, state: S, move: Correction) -> tuple[Seat, Any]:
        """Whose the new entry is, and the entry. Raises `UsageError`."""
        place = move.number - 1
        owner = state.names.index(move.player) if move.player else state.entries[place].seat
        entry = self.grammar.read(move.entry, self._before(state, place), owner, self.moves)
        if isinstance(entry, Correction):
            raise UsageError(
                "A correction is not an entry.", where=f'"{move}"', todo="Write the entry itself."
            )
        return owner, entry

    def _before(self, state: S, place: int) -> S:
        """The state before the entry at that place, from 0."""
        now = self.fresh(state)
        for entry in state.entries[:place]:
            now = self._noted(now, entry.seat, entry.move)
        return now

    def _noted(self, state: S, seat: Seat, move: Any) -> S:
        after = self.enter(state, seat, move)
        entry = Entry(seat, move, self.round_of(state, after), tuple(self.totals(after)))
        noted: S = cast(Any, after)._replace(entries=(*state.entries, entry))
        return noted


def said(names: Sequence[str], entry: Entry) -> str:
    """An entry as it is typed: "Ann: away 85"."""
    return _text(names, entry.seat, entry.move)


def _no_entry(wanted: int, count: int) -> str:
    if not count:
        return "There are no entries yet."
    return f"There is no entry {wanted}; entries are 1 to {count}."


def _text(names: Sequence[str], seat: Seat, move: Any) -> str:
    return f"{names[seat]}: {move}"


_ROOM = 72  # columns for the table of totals
_LATEST = 5  # rounds of the table that are shown where there is little room


@runtime_checkable
class Tallies(Protocol):
    """A pad that knows its rounds from its entries, so that a correction counts where it belongs."""

    def tally(self, state: Any) -> Mapping[str, Sequence[int]]:
        """The totals of all players after each round, by the name of the round."""
        ...


def tally(state: Kept) -> Mapping[str, Sequence[int]]:
    """The totals after each round; none on a pad without rounds."""
    return {entry.round: entry.totals for entry in state.entries if entry.round}


def pad_view(
    state: Kept,
    totals: Sequence[int],
    areas: Sequence[Area] = (),
    facts: Sequence[Fact] = (),
    *,
    running: bool = False,
) -> View:
    """The view of a pad.

    totals   the total of each player now
    areas    what else the pad has to show
    running  whether a row has the totals after a round, not what was added in it
    """
    rows = tally(state) if running else _added(tally(state))
    entries = tuple(_entries(state))
    latest = dict(list(rows.items())[-_LATEST:])
    glance = View((_table(state.names, latest, totals), *entries[:1]), tuple(facts))
    return View((_table(state.names, rows, totals), *areas, *entries), tuple(facts), glance)


def _table(names: Sequence[str], rows: Mapping[str, Sequence[int]], totals: Sequence[int]) -> Area:
    room = _ROOM // (len(names) + 1) - 2
    kind = next(iter(rows), "").partition(" ")[0]
    lines = [
        (kind, *(shortened(name, room) for name in names)),
        *((name.removeprefix(f"{kind} "), *map(str, numbers)) for name, numbers in rows.items()),
        ("total", *map(str, totals)),
    ]
    cells = (
        Placed("", text, (column, row)) for row, line in enumerate(lines) for column, text in enumerate(line)
    )
    return Area("tally", "Score pad", "grid", tuple(cells))


def _added(totals: Mapping[str, Sequence[int]]) -> Mapping[str, Sequence[int]]:
    """Return what each round added to the totals."""
    rows: dict[str, Sequence[int]] = {}
    before: Sequence[int] = ()
    for name, now in totals.items():
        rows[name] = [total - then for total, then in zip(now, before or [0] * len(now), strict=True)]
        before = now
    return rows


def _entries(state: Kept) -> Iterator[Area]:
    """The entries of each round, the latest round first."""
    numbered = list(enumerate(state.entries, 1))
    groups = [(name, list(alike)) for name, alike in itertools.groupby(numbered, lambda item: item[1].round)]
    for place, (name, alike) in reversed(list(enumerate(groups, 1))):
        pieces = tuple(Placed("", f"{count}", note=said(state.names, entry)) for count, entry in alike)
        yield Area(f"entries-{place}", f"Entries of {name}" if name else "Entries", "list", pieces)
