"""The history of a game: its events, the states between them, and what was taken back.

A history knows the rules and no disk. `session.py` writes it to a journal, `replay.py` reads it from one.
Undo goes back along the list of events; no move is ever reversed.
"""

import itertools
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from components.errors import UsageError
from components.wording import counted
from referee.engine.asking.news import Told, told
from referee.engine.game import (
    ALLOWED,
    CHANCE,
    OVER,
    TIME_OVER,
    AnyGame,
    Clock,
    Clocked,
    Event,
    Hints,
    Ruling,
    Seat,
    Seats,
    Telling,
    Turn,
    View,
    refused,
)
from referee.engine.play import follow
from referee.engine.typed import read_seat
from referee.table.journal.lines import ClockRecord, Header, RedoRecord, UndoRecord
from referee.table.rulesets import first_state

_LATE_VIEWS = 24  # views that are remembered: of all seats before and after the last event
_LATE = 40  # steps of the story whose tellings are remembered


class Step(NamedTuple):
    """An event with the states before and after it."""

    before: Any
    event: Event
    after: Any


class History:
    """The course of a game from its header on.

    events    the events that count: those taken back are left out
    states    one more than the events; the last is the present
    undone    what was taken back and can be brought back, the latest last; each entry is a player's move
              with everything that followed before the next one
    story     everything that happened, in order, with what was taken back
    bots      the seats that bots play
    words     what players added to the seed, by name, in the order in which they typed it
    shown     whether the seed has been shown: from then on anybody can work out what will be rolled
    ended_by  the number of the record with which the game was first over, whatever was taken back since;
              0 before that
    ticking   the last record of a clock that was started and not stopped
    """

    def __init__(self, game: AnyGame, header: Header) -> None:
        self.game = game
        self.header = header
        self.events: list[Event] = []
        self.states: list[Any] = [first_state(game, header)]
        self.undone: list[list[Event]] = []
        self.story: list[Step | UndoRecord | RedoRecord] = []
        self.bots = frozenset(seat for seat, name in enumerate(header.seats) if name in header.bots)
        self.words: dict[str, str] = {}
        self.shown = False
        self.ended_by = 0
        self.ticking: ClockRecord | None = None
        self._used: dict[tuple[str, str], int] = {}  # milliseconds, by player and period
        self._labels: list[str] = []  # Labels of the chances among the events.
        self._tellings: dict[tuple[Seat | None, int], tuple[Step, Telling]] = {}
        self._views: dict[tuple[Seat | None, int], tuple[Any, View]] = {}

    # The present.

    @property
    def state(self) -> Any:
        return self.states[-1]

    @property
    def turn(self) -> Turn:
        return self.game.turn(self.state)

    @property
    def names(self) -> tuple[str, ...]:
        return self.header.seats

    @property
    def acting(self) -> tuple[Seat, ...]:
        """The seats whose turn it is, without bots."""
        turn = self.turn
        return tuple(seat for seat in turn.seats if seat not in self.bots) if isinstance(turn, Seats) else ()

    @property
    def awaited(self) -> tuple[str, ...]:
        """The players whose words are to come before anything else happens."""
        if not self.header.words:
            return ()
        people = (name for seat, name in enumerate(self.names) if seat not in self.bots)
        return tuple(name for name in people if name not in self.words)

    def view(self, seat: Seat | None, state: Any = None) -> View:
        """Look at the table, now or in that state, as that seat may. The latest views are remembered."""
        state = self.state if state is None else state
        known = self._views.get((seat, id(state)))
        if known is None or known[0] is not state:
            known = state, self.game.view(state, seat)
            self._views[seat, id(state)] = known
            if len(self._views) > _LATE_VIEWS:
                del self._views[next(iter(self._views))]
        return known[1]

    def seat(self, name: str) -> Seat:
        """The seat of that player, in small or capital letters. Raises `UsageError`."""
        return read_seat(name, self.names, "--seat")

    def hint(self, seat: Seat) -> str:
        """Say what that seat may type besides the moves that are listed; empty if they are all."""
        return self.game.hint(self.state, seat) if isinstance(self.game, Hints) else ""

    def read(self, seat: Seat | None, text: str) -> Event:
        """The move of that seat as typed or, with None, the result. Raises `UsageError`."""
        if not text.strip():
            raise UsageError("There is nothing to read.", where=f'"{text}"', todo="See referee moves.")
        return Event(seat, self.game.read(self.state, seat, text))

    def check(self, event: Event) -> Ruling:
        """Tell whether the event may happen now."""
        if self.awaited:
            return refused(f"Words are to come from {', '.join(self.awaited)}; see referee words.", "")
        turn = self.turn
        if turn is OVER:
            return refused("The game is over.", "")
        if event.seat is None:
            if turn is not CHANCE:
                return refused("There is nothing to roll or draw now.", "")
            reason = self.game.chance(self.state).refusal(event.what)
            return refused(reason, "") if reason else ALLOWED
        if turn is CHANCE:
            return refused("Type what was rolled or drawn first.", "")
        return self.game.check(self.state, event.seat, event.what)

    def check_words(self, name: str) -> Ruling:
        """Tell whether that player may add words now."""
        if not self.header.words:
            return refused("The players of this game did not agree on words.", "")
        if name not in self.awaited:
            return refused(f"{name} has added words, or is a bot: they cannot be changed.", "")
        return ALLOWED

    def stream(self, label: str) -> str:
        """The stream of the next chance with that label: `parts`, then `parts/2`, `parts/3` and so on."""
        before = self._labels.count(label)
        return f"{label}/{before + 1}" if before else label

    def told(self, seat: Seat | None, since: int = 0) -> Iterator[Telling]:
        """Return what that seat or, with None, an onlooker was told, from that step of the story on.

        What is shown only for a moment is told to those who were there before it happened, and in the whole
        story until that seat, or with None any seat, makes its next move.
        """
        story = self.story
        for place, step in enumerate(story[since:], since):
            if isinstance(step, Step):
                told = self._tell(place, step, seat)
                if told.moment and (since or not _moved(story[place + 1 :], seat)):
                    told = told._replace(lines=(*told.lines, *told.moment))
                yield told._replace(moment=())
            elif isinstance(step, UndoRecord):
                agreed = ", as all agreed" if step.agreed else ""
                yield Telling((f"Moves and results taken back: {step.undo}{agreed}.",))
            else:
                yield Telling((f"Moves and results brought back: {step.redo}.",))

    def news(self, seat: Seat | None, since: int = 0) -> Iterator[tuple[int, Told]]:
        """The latest of what that seat was told, a sentence for each step of the story that has one.

        Each with the number of its step, from that step on.
        """
        for place, step in enumerate(self.story[since:], since):
            if isinstance(step, Step):
                telling = self._tell(place, step, seat)
                one = told(self.game, step.before, step.event, step.after, seat, telling, self.view)
            else:
                back = "Taken back" if isinstance(step, UndoRecord) else "Brought back"
                moves = step.undo if isinstance(step, UndoRecord) else step.redo
                one = Told(None, f"{back}: {counted(moves, 'move or result', 'moves and results')}.")
            if one.text:
                yield place, one

    def _tell(self, place: int, step: Step, seat: Seat | None) -> Telling:
        """Return what that step told that seat. Late ones are remembered: every page shows them again."""
        known = self._tellings.get((seat, place))
        if known is None or known[0] is not step:
            known = step, self.game.tell(step.before, step.event, step.after, seat)
            self._tellings[seat, place] = known
            self._tellings.pop((seat, place - _LATE), None)
        return known[1]

    # Clocks.

    @property
    def clocked(self) -> bool:
        """Tell whether the players agreed on a clock."""
        return isinstance(self.game, Clocked) and self.game.clocked(self.states[0])

    def clock(self, seat: Seat) -> Clock | None:
        """The time that seat has for its present turn; None if it has no clock. Bots never have one."""
        if seat in self.bots or not isinstance(self.game, Clocked):
            return None
        return self.game.clock(self.state, seat)

    def used(self, seat: Seat, clock: Clock) -> int:
        """Milliseconds of that time the seat has used, as far as they were recorded.

        Undoing to an earlier turn gives back all the time of that turn.
        """
        return self._used.get((self.names[seat], clock.period), 0)

    def out_of_time(self, seat: Seat) -> bool:
        """Tell whether that seat has a clock and has used all of its time, as far as it was recorded."""
        clock = self.clock(seat)
        return clock is not None and self.used(seat, clock) >= clock.seconds * 1000

    # Undo.

    def starts(self) -> list[int]:
        """The places in `events` of what people typed."""
        return [at for at, event in enumerate(self.events) if self._by_person(event)]

    def reveals(self, moves: int = 1) -> bool:
        """Tell whether anything was rolled, drawn or shown by that many last moves of players, or since.

        Always true once the seed has been shown, because a player who knows the seed could go back and
        choose by what will come. Such moves are taken back only if all agree. False if there are not
        that many moves.
        """
        starts = self.starts()
        if not 1 <= moves <= len(starts):
            return False
        return self.shown or any(self._reveals(at) for at in range(starts[-moves], len(self.events)))

    # What changes a history.

    def add(self, event: Event, after: Any) -> None:
        """The event happened and led to that state. What was undone can no longer be brought back."""
        self.undone.clear()
        self._add(event, after)

    def take_back(self, record: UndoRecord) -> None:
        """Take the last events back, from a player's move on. They can be brought back move by move."""
        gone = self.events[-record.undo :]
        before = self._periods()
        self.story.append(record)
        del self.events[-record.undo :]
        del self.states[-record.undo :]
        chances = sum(event.seat is None for event in gone)
        del self._labels[len(self._labels) - chances :]
        starts = [at for at, event in enumerate(gone) if self._by_person(event)]
        self.undone += reversed([gone[start:end] for start, end in itertools.pairwise((*starts, len(gone)))])
        going_on = before & self._periods()
        self._used = {period: used for period, used in self._used.items() if period in going_on}

    def bring_back(self, record: RedoRecord) -> None:
        """Bring back what was taken back last."""
        self.story.append(record)
        for event in self.undone.pop():
            self._add(event, follow(self.game, self.state, event))

    def tick(self, record: ClockRecord) -> None:
        """A clock was started or stopped."""
        self.ticking = record if record.runs else None
        self._used[record.clock, record.period] = record.used

    def mark_end(self, number: int) -> None:
        """Remember the record of that number if the game is now over for the first time."""
        if not self.ended_by and self.turn is OVER:
            self.ended_by = number

    def _add(self, event: Event, after: Any) -> None:
        if event.seat is None:
            self._labels.append(self.game.chance(self.state).label)
        self.story.append(Step(self.state, event, after))
        self.states.append(after)
        self.events.append(event)

    def _by_person(self, event: Event) -> bool:
        """Tell whether a person typed it: a move of a seat without a bot, or a result at the table."""
        return self.header.dice == "table" if event.seat is None else event.seat not in self.bots

    def _reveals(self, at: int) -> bool:
        """Tell whether that event rolled or drew something, showed secret moves, or ended somebody's time."""
        if self.events[at].seat is None or self.events[at].what is TIME_OVER:
            return True
        turn = self.game.turn(self.states[at])
        return isinstance(turn, Seats) and turn.secret and len(turn.seats) == 1

    def _periods(self) -> set[tuple[str, str]]:
        clocks = ((self.names[seat], self.clock(seat)) for seat in self.acting)
        return {(name, clock.period) for name, clock in clocks if clock}


def _moved(steps: Iterable[object], seat: Seat | None) -> bool:
    """Tell whether that seat or, with None, any seat has made a move in these steps of a story."""
    moves = (step.event.seat for step in steps if isinstance(step, Step) and step.event.seat is not None)
    return any(seat is None or mover == seat for mover in moves)
