"""Protocol of every game at the table: whose turn it is, what is legal, what happens. Knows no game.

A game is a module of pure functions over an immutable state, `referee/games/<game>/game.py`; the
module itself is the `Game`. `docs/adding-a-game.md` says how to write one.

Nothing here is random: what dice and cards decide is an outcome, picked elsewhere (see
`referee/outcomes.py`) or typed in, and handed to `resolve`. So the same rules serve the referee's
dice, dice on the table, bots, exact odds and replay.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, TypeVar, runtime_checkable

from components.prose import Blocks
from components.setup import Area, Fact
from components.terminal import text_lines
from components.toml import Table
from referee.engine.answers import Why
from referee.engine.chance.dice import Roller
from referee.engine.chance.outcomes import Outcomes, Source
from referee.engine.scoresheet import PlayerScore, ScoreSheet
from referee.engine.tuples import Record, record

if TYPE_CHECKING:
    from components.catalogue import Game as Components

S = TypeVar("S")
M = TypeVar("M")
O = TypeVar("O")  # noqa: E741

Seat: TypeAlias = int  # Counted from 0, clockwise; seat 1 of the rules is 0 here.

HIDDEN = "??"  # the code of a piece that is there, but nobody here knows which


@record
class Seats(Record):
    """It is the turn of these seats: of several where play is simultaneous, and then in any order.

    secret  the moves stay hidden until the last of these seats has made one, then all are shown
    """

    seats: tuple[Seat, ...]
    secret: bool = False


@dataclass(frozen=True)
class ChancePoint:
    """Dice or cards decide what comes next."""


@dataclass(frozen=True)
class Over:
    """The game has ended."""


CHANCE = ChancePoint()
OVER = Over()

Turn: TypeAlias = Seats | ChancePoint | Over


class Ruling(NamedTuple):
    """Answer to whether something is allowed; if not, a sentence that says why, and the rule: "LB 4.2"."""

    allowed: bool
    reason: str = ""
    rule: str = ""


ALLOWED = Ruling(True)


def refused(reason: str, rule: str) -> Ruling:
    return Ruling(False, reason, rule)


@dataclass(frozen=True)
class View:
    """The table as one seat, or an onlooker, sees it. A piece it may not know has the code `??`.

    glance  what matters now, most important first, where there is no room for everything: areas that may be
            cut to size, and facts. One with the name of another takes its place
    """

    areas: tuple[Area, ...]
    facts: tuple[Fact, ...] = ()
    glance: View | None = None


class Remark(NamedTuple):
    """Remark on a move that a seat may make, before it makes it.

    text    what it does, in a few words: exact where chance is not asked, the odds where it is
    points  where it leads: areas of the view by name, and the place in each
    sense   moves that make more sense are listed first. Below 0: the move gives away or destroys something,
            so it is never the one that Enter makes unasked
    about   what it is about, in a few words, where that is not what lies uppermost on the place it leads to
    figure  what it comes to, as a number that a page writes on the place: a damage, points; or empty
    facts   more such figures, each with what it is: ("12.5 %", "crash next"), for where there is room
    """

    text: str = ""
    points: tuple[tuple[str, tuple[int, int]], ...] = ()
    sense: int = 0
    about: str = ""
    figure: str = ""
    facts: tuple[tuple[str, str], ...] = ()


class Telling(NamedTuple):
    """Account of an event, in words for the log, and each figure of the ruling with its rule.

    moment  what is shown only for a moment: told when it happens, and left out of a log that is read later
    news    all of it in one sentence, where the first line has too much in it; see `asking/news.py`
    """

    lines: tuple[str, ...]
    why: tuple[Why, ...] = ()
    moment: tuple[str, ...] = ()
    news: str = ""


class TimeOver:
    """Takes the place of a move in an event: the time of the seat is over."""

    def __repr__(self) -> str:
        return "time"


TIME_OVER = TimeOver()


class Prospects(NamedTuple):
    """The exact odds of a position for a person, in the blocks of an `Answer`, and how they came about."""

    blocks: Blocks
    why: tuple[Why, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The blocks as plain text of `WIDTH` columns."""
        return text_lines(self.blocks)


class Event(NamedTuple):
    """One step of a game: a seat's move or, where `seat` is None, what chance brought.

    Where a clock runs, `what` may be `TIME_OVER`.
    """

    seat: Seat | None
    what: Any


class Game(Protocol[S, M, O]):
    """The rules of a game. `S` is its state, `M` its moves, `O` the outcomes of chance.

    States are immutable. The `str` of a move or an outcome is its notation, and `read` reads it back.
    """

    @property
    def slug(self) -> str: ...

    @property
    def version(self) -> int:
        """Raised when a rule changes or a recorded move would mean something else."""
        ...

    def read_box(self, components: Components, options: Mapping[str, str]) -> Any:
        """The box as the rules use it; `state.box` of every state. Equal only to itself.

        components  what is in it: the game as it is, or with other numbers
        options     the options as typed, or as `embed` gives them, for those that replace a part of the box

        Raises `DataError` for a box that cannot be played with.
        """
        ...

    def start(self, names: Sequence[str], options: Mapping[str, str], box: Any) -> S:
        """The state before anything has happened.

        names    the names of the players, seat by seat
        options  the options as typed, or as `embed` gives them
        box      the box as `read_box` gives it: see `referee.engine.play.start_game`

        Raises `UsageError` for too few or too many players and for options the game refuses.
        """
        ...

    def turn(self, state: S) -> Turn: ...

    def chance(self, state: S) -> Outcomes[O]:
        """Return what chance may bring, at a chance point."""
        ...

    def moves(self, state: S, seat: Seat) -> Sequence[M]:
        """The candidates that `check` lets through; empty if it is not the seat's turn."""
        ...

    def check(self, state: S, seat: Seat, move: M) -> Ruling:
        """Judge whether the seat may make that move: the one source of legality."""
        ...

    def apply(self, state: S, seat: Seat, move: M) -> S:
        """The state after a move that `check` allows."""
        ...

    def resolve(self, state: S, outcome: O) -> S:
        """The state after that outcome of the chance point."""
        ...

    def known(self, state: S, seat: Seat | None) -> S:
        """The state as the seat knows it, with `??` for the pieces it does not; None is an onlooker.

        States that a seat cannot tell apart give equal results. So `view` shows it, and a bot is
        given nothing else.
        """
        ...

    def view(self, state: S, seat: Seat | None) -> View:
        """The table as that seat sees it."""
        ...

    def tell(self, before: S, event: Event, after: S, seat: Seat | None) -> Telling:
        """Tell what that seat learns from the event; never more than it may know at that moment."""
        ...

    def score(self, state: S) -> ScoreSheet[PlayerScore]:
        """The score so far, without winners until the game is over."""
        ...

    def faults(self, state: S) -> Iterable[Ruling]:
        """Find what is wrong with a position, such as a piece that is there twice; nothing if all is well."""
        ...

    def read(self, state: S, seat: Seat | None, text: str) -> M | O:
        """The move of that seat, or with None the outcome of a chance point, as people type it.

        Raises `UsageError` for text that is not one. Whether it is allowed is for `check` to say.
        """
        ...


class Pad(Game[S, M, O], Protocol[S, M, O]):
    """A score pad: the table plays, and the referee is told what came of it. It has no chance points.

    Results are too many to list. `moves` has those that are few, and `hint` says what else may be typed.
    """

    def hint(self, state: S, seat: Seat) -> str:
        """Say what that seat may type besides `moves`, in words; empty if it is not its turn."""
        ...


@runtime_checkable
class Announces(Protocol):
    """A pad on which some results belong to nobody, such as the end of an expedition."""

    def is_nobodys(self, state: Any, move: Any) -> bool:
        """Tell whether any of the seats whose turn it is may say so."""
        ...


@runtime_checkable
class Embeds(Protocol):
    """A game with options that name files."""

    def embed(self, options: Mapping[str, str]) -> Mapping[str, str]:
        """The options with the content of each file in place of its name.

        `start` takes no others, and a journal keeps these: it needs no other file to be read.
        Raises `UsageError`, or `DataError` for a file that holds nothing the game can use.
        """
        ...


@runtime_checkable
class Places(Protocol):
    """A game that can begin with a position that somebody typed in."""

    def place(self, names: Sequence[str], options: Mapping[str, str], box: Any, table: Table) -> Any:
        """The state that the table describes; names, options and box as for `start`.

        Raises `UsageError`, or `DataError`, naming file and key, for what cannot be read. What else
        is wrong with it is for `faults` to say.
        """
        ...


@runtime_checkable
class Versions(Protocol):
    """A game that can still be played by earlier versions of its rules, so that their journals are read."""

    earlier: Collection[int]

    def by_version(self, state: Any, version: int, options: Mapping[str, str]) -> Any:
        """Return that first state, in a game that is played by that version, one of `earlier`, to its end.

        options  those that it was begun with
        """
        ...


@runtime_checkable
class Rounds(Protocol):
    """A game, or a pad, that is played in rounds."""

    def round_name(self, state: Any) -> str:
        """The round the state belongs to: "expedition 3"."""
        ...


@runtime_checkable
class Rewards(Protocol):
    """A game that leaves its players something for the next one."""

    def keep(self, state: Any, mark: str) -> None:
        """Add what everybody has won in a game that is over to what they keep.

        mark  a mark of this one game: what it gives is kept once

        Raises `UsageError` if they cannot be kept.
        """
        ...


@runtime_checkable
class Remarks(Protocol):
    """A game whose moves do not say on their own what is where: see `Remark`."""

    def remark(self, state: Any, seat: Seat, move: Any) -> Remark:
        """Remark on a move of a seat whose turn it is; `state` is as that seat knows it."""
        ...


@runtime_checkable
class Confides(Protocol):
    """A game in which a player draws what nobody else may see."""

    def confides(self, state: Any) -> Seat | None:
        """Whose eyes alone the result of this chance point is for; None if all may see it.

        Where the table draws, that player types it.
        """
        ...


class Clock(NamedTuple):
    """The time a seat has for what it is to do now.

    period   a name for it that none of the seat's other times has: "turn 12"
    seconds  the seconds in all
    rule     it follows
    skip     the move that ends it early, if there is one; None if it may be ended at any time
    early    seconds that have to pass before that move
    """

    period: str
    seconds: int
    rule: str
    skip: Any = None
    early: int = 0


@runtime_checkable
class Clocked(Protocol):
    """A game that may have a clock. It says how much time there is; `referee/table/clock.py` measures it."""

    def clocked(self, state: Any) -> bool:
        """Tell whether a clock was agreed on."""
        ...

    def clock(self, state: Any, seat: Seat) -> Clock | None:
        """The time of that seat; None if it is not its turn, or no clock was agreed on."""
        ...

    def expire(self, state: Any, seat: Seat) -> Any:
        """The state after the time of that seat, which has one, is over."""
        ...


@runtime_checkable
class Hints(Protocol):
    """A game in which more may be typed than `moves` lists, such as tiles that only their owner has seen."""

    def hint(self, state: Any, seat: Seat) -> str:
        """Say what that seat may type besides `moves`, in words; empty if there is nothing more."""
        ...


@runtime_checkable
class Guesses(Protocol):
    """A game that the bot `clever` can play."""

    def guess(self, known: Any, seat: Seat, source: Source) -> Any:
        """A whole state, drawn evenly from those that the seat cannot tell from what it knows.

        What the seat was shown before, and what follows from it, should be in what it knows.

        known  the state as the function `known` gives it to that seat, and does again of what is guessed
        """
        ...


@runtime_checkable
class OwnDice(Protocol):
    """The commands of a game that has dice of its own."""

    def dice(self, text: str) -> Roller:
        """The dice of `referee roll GAME:TEXT`. Raises `UsageError`."""
        ...


class Chooser(Protocol[S, M]):
    """Picks one of a seat's moves. `state` is the whole state: the caller censors it where that matters."""

    def __call__(self, game: Game[S, M, Any], state: S, seat: Seat, source: Source) -> M: ...


AnyGame: TypeAlias = Game[Any, Any, Any]
AnyPad: TypeAlias = Pad[Any, Any, Any]
AnyChooser: TypeAlias = Chooser[Any, Any]


def embedded(game: AnyGame, options: Mapping[str, str]) -> Mapping[str, str]:
    """The options as `start` takes them, from those that were typed."""
    return game.embed(options) if isinstance(game, Embeds) else options
