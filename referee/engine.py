"""What every game at the table has in common: whose turn it is, what is legal, what happens. Knows no game.

A game is a module of pure functions over an immutable state, `referee/games/<game>/game.py`; the
module itself is the `Game`. `docs/adding-a-game.md` says how to write one.

Nothing here is random: what dice and cards decide is an outcome, picked elsewhere (see
`referee/outcomes.py`) or typed in, and handed to `resolve`. So the same rules serve the referee's
dice, dice on the table, bots, exact odds and replay.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar, runtime_checkable

from components.reading import Table
from components.setup import Area, Fact
from referee.answers import Why
from referee.outcomes import Outcomes, Source
from referee.scoresheet import PlayerScore, ScoreSheet

S = TypeVar("S")
M = TypeVar("M")
O = TypeVar("O")  # noqa: E741

Seat: TypeAlias = int  # from 0, clockwise; seat 1 of the rules is 0 here

HIDDEN = "??"  # the code of a piece that is there, but nobody here knows which


class Seats(NamedTuple):
    """These seats are to act; several where play is simultaneous, and then in any order.

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
    """Whether something is allowed; if not, a sentence that says why, and the rule: "LB 4.2"."""

    allowed: bool
    reason: str = ""
    rule: str = ""


ALLOWED = Ruling(True)


def refused(reason: str, rule: str) -> Ruling:
    return Ruling(False, reason, rule)


@dataclass(frozen=True)
class View:
    """The table as one seat, or an onlooker, sees it. A piece it may not know has the code `??`.

    glance  what matters now, in that order, where there is no room for all: areas that may be cut to
            size, and facts. One that has the name of another takes its place
    """

    areas: tuple[Area, ...]
    facts: tuple[Fact, ...] = ()
    glance: View | None = None


class Remark(NamedTuple):
    """What is to be said of a move that a seat may make, before it makes it.

    text    a few words: what it costs, what lies there
    points  where it leads: areas of the view by name, and the place in each
    """

    text: str = ""
    points: tuple[tuple[str, tuple[int, int]], ...] = ()


class Telling(NamedTuple):
    """What an event means, in words for the log, and each figure of the ruling with its rule."""

    lines: tuple[str, ...]
    why: tuple[Why, ...] = ()


class TimeOver:
    """Stands in an event where a move would: the time of the seat is over."""

    def __repr__(self) -> str:
        return "time"


TIME_OVER = TimeOver()


class Prospects(NamedTuple):
    """The exact odds of a position: lines for a person, and how the figures came about."""

    lines: tuple[str, ...]
    why: tuple[Why, ...] = ()


class Event(NamedTuple):
    """One step of a game: a seat's move or, where `seat` is None, what chance brought.

    Where a clock runs, `what` may be `TIME_OVER`.
    """

    seat: Seat | None
    what: Any


class Game(Protocol[S, M, O]):
    """The rules of a game. `S` is its state, `M` its moves, `O` the outcomes of its chances.

    States are immutable. The `str` of a move or an outcome is its notation, and `read` reads it back.
    """

    @property
    def slug(self) -> str: ...

    @property
    def version(self) -> int:
        """Raised when a rule changes or a recorded move would mean something else."""
        ...

    def start(self, names: Sequence[str], options: Mapping[str, str]) -> S:
        """The state before anything has happened.

        names    of the players, seat by seat
        options  as typed, see `referee.arguments.read_options`; of a game that `Embeds` files, what it makes

        Raises `UsageError` for too few or too many players and for options the game refuses.
        """
        ...

    def turn(self, state: S) -> Turn: ...

    def chance(self, state: S) -> Outcomes[O]:
        """What chance may bring, at a chance point."""
        ...

    def moves(self, state: S, seat: Seat) -> Sequence[M]:
        """All that `check` lets through; empty if the seat is not to act."""
        ...

    def check(self, state: S, seat: Seat, move: M) -> Ruling:
        """Whether the seat may make that move: the one source of legality."""
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
        """What that seat learns from the event; never more than it may know at that moment."""
        ...

    def score(self, state: S) -> ScoreSheet[PlayerScore]:
        """The score so far, without winners until the game is over."""
        ...

    def faults(self, state: S) -> Iterable[Ruling]:
        """What is wrong with a position, such as a piece that is there twice; nothing if all is well."""
        ...

    def read(self, state: S, seat: Seat | None, text: str) -> M | O:
        """The move of that seat, or with None the outcome of a chance point, as people type it.

        Raises `UsageError` for text that is none. Whether it is allowed is for `check` to say.
        """
        ...


class Pad(Game[S, M, O], Protocol[S, M, O]):
    """A score pad: the table plays, and the referee is told what came of it. It has no chance points.

    Results are too many to list. `moves` has those that are few, and `hint` says what else may be typed.
    """

    def hint(self, state: S, seat: Seat) -> str:
        """What that seat may type besides `moves`, in words; empty if it is not to act."""
        ...


@runtime_checkable
class Announces(Protocol):
    """A pad to which some things are told that are nobody's own, such as the end of an expedition."""

    def is_nobodys(self, state: Any, move: Any) -> bool:
        """Whether it does not matter which of the seats that are to act says so."""
        ...


@runtime_checkable
class Embeds(Protocol):
    """A game with options that name files."""

    def embed(self, options: Mapping[str, str]) -> Mapping[str, str]:
        """The options with what stands in each file in place of its name.

        `start` takes no others, and a journal keeps these: it needs no other file to be read.
        Raises `UsageError`, or `DataError` for a file that holds nothing the game can use.
        """
        ...


@runtime_checkable
class Places(Protocol):
    """A game that can begin with a position that somebody typed in."""

    def place(self, names: Sequence[str], options: Mapping[str, str], position: Table) -> Any:
        """The state that the table describes; names and options as for `start`.

        Raises `UsageError`, or `DataError`, naming file and key, for what cannot be read. What else
        is wrong with it is for `faults` to say.
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

        mark  of this one game: what it gives is kept once

        Raises `UsageError` if that cannot be.
        """
        ...


@runtime_checkable
class Remarks(Protocol):
    """A game whose moves do not say by themselves what is where: see `Remark`."""

    def remark(self, state: Any, seat: Seat, move: Any) -> Remark:
        """Of a move of a seat that is to act; `state` is as that seat knows it."""
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
    seconds  in all
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
        """Whether a clock was agreed on."""
        ...

    def clock(self, state: Any, seat: Seat) -> Clock | None:
        """The time of that seat; None if it is not to act, or no clock was agreed on."""
        ...

    def expire(self, state: Any, seat: Seat) -> Any:
        """The state after the time of that seat, which has one, is over."""
        ...


AnyGame: TypeAlias = Game[Any, Any, Any]
AnyPad: TypeAlias = Pad[Any, Any, Any]


def embedded(game: AnyGame, options: Mapping[str, str]) -> Mapping[str, str]:
    """The options as `start` takes them, from those that were typed."""
    return game.embed(options) if isinstance(game, Embeds) else options


def follow(game: Game[S, Any, Any], state: S, event: Event) -> S:
    """The state after the event."""
    if event.seat is None:
        return game.resolve(state, event.what)
    if event.what is TIME_OVER:
        assert isinstance(game, Clocked)
        after: S = game.expire(state, event.seat)
        return after
    return game.apply(state, event.seat, event.what)


class Chooser(Protocol[S, M]):
    """Picks one of a seat's moves. `state` is the whole state: the caller censors it where that matters."""

    def __call__(self, game: Game[S, M, Any], state: S, seat: Seat, source: Source) -> M: ...


def at_random(game: Game[S, M, Any], state: S, seat: Seat, source: Source) -> M:
    """Any move, each as likely as another."""
    moves = game.moves(state, seat)
    return moves[source.below(len(moves))]


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


class Concealed(Generic[M]):
    """Stands for a move that has been made in secret, for those who may not know it yet."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Concealed)

    def __hash__(self) -> int:
        return hash(Concealed)

    def __repr__(self) -> str:
        return HIDDEN


CONCEALED: Concealed[Any] = Concealed()

Commits: TypeAlias = tuple[M | Concealed[M] | None, ...]  # seat by seat; None is still to choose


def committed(commits: Commits[M], seat: Seat, move: M) -> Commits[M]:
    """With the move of that seat in."""
    return (*commits[:seat], move, *commits[seat + 1 :])


def outstanding(commits: Commits[M]) -> tuple[Seat, ...]:
    """The seats still to choose."""
    return tuple([seat for seat, move in enumerate(commits) if move is None])


def concealed(commits: Commits[M], seat: Seat | None) -> Commits[M]:
    """As that seat knows them: its own move, and of the others only that they have chosen."""
    return tuple(move if move is None or place == seat else CONCEALED for place, move in enumerate(commits))
