"""The clock of a session: it runs for the seat that has the machine.

Time is not part of a game's state, so replay needs no clock. In a game that has a clock, what was measured is
written to the journal, and the end of a seat's time is an event of its own. Nobody's time runs while the
session is closed, while the machine is handed over, or while dice or cards are typed.

For any other game there is a reminder, see `remind`: it counts the seconds of each turn, and that is all.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from components.errors import UsageError
from referee.engine.game import Clock, Event, Ruling, Seat, Turn, refused
from referee.table.history import Step
from referee.table.journal.lines import ClockRecord
from referee.table.session import Session

Seconds = Callable[[], float]


@dataclass(frozen=True)
class TimeLeft:
    """The time a seat has left for its turn.

    seat     the name of the player
    seconds  left, rounded up
    running  whether the time runs now
    """

    seat: str
    seconds: int
    running: bool


def open_clock(
    session: Session, now: Seconds = time.monotonic, today: Seconds = time.time
) -> Stopwatch | None:
    """The clock of a session that is opened, or its reminder; None if the players agreed on neither.

    now    seconds from any moment on, which never go back
    today  seconds since 1970, for the record
    """
    if session.clocked:
        return Stopwatch(session, now, today)
    seconds = _reminders.get(session)
    return Reminder(session, now, today, seconds) if seconds else None


def remind(session: Session, seconds: int) -> None:
    """Count so many seconds for every turn of that session. Nothing happens at zero, and nothing is recorded.

    Raises `UsageError` for a game that has a clock of its own.
    """
    if session.clocked:
        raise UsageError("This game has a clock of its own.", where="--clock", todo="Leave it out.")
    _reminders[session] = seconds


_reminders: WeakKeyDictionary[Session, int] = WeakKeyDictionary()


def times_left(session: Session, today: Seconds = time.time) -> tuple[TimeLeft, ...]:
    """The time of each seat whose turn it is and that has a clock, as far as the journal knows."""
    found = []
    for seat in session.acting:
        clock = session.clock(seat)
        if clock is None:
            continue
        used = session.used(seat, clock) / 1000
        ticking, whose = session.ticking, (session.names[seat], clock.period)
        running = ticking is not None and (ticking.clock, ticking.period) == whose
        if running and ticking is not None:
            since = used + max(0.0, today() - ticking.at)
            # A clock that ran out would have said so: the process that ran it is gone.
            running = since <= clock.seconds + 1
            used = since if running else used
        found.append(TimeLeft(session.names[seat], _left(clock, used), running))
    return tuple(found)


class Stopwatch:
    """Measures the time of one seat at a time and writes it to the journal. Make one with `open_clock`."""

    def __init__(self, session: Session, now: Seconds, today: Seconds) -> None:
        self._session = session
        self._now, self._today = now, today
        self._seat: Seat | None = None  # This seat's time runs.
        self._clock: Clock | None = None
        self._began = 0.0
        self._before = 0  # milliseconds used when it began

    @property
    def seconds_left(self) -> int | None:
        """The seconds left to the seat whose time runs, rounded up; None if nobody's time runs."""
        return _left(self._clock, self._used / 1000) if self._clock else None

    def run(self, seat: Seat | None) -> None:
        """Run the time of that seat, if it has a clock, and nobody else's."""
        clock = None if seat is None else self._session.clock(seat)
        if seat == self._seat and clock == self._clock:
            return
        self.stop()
        if seat is None or clock is None:
            return
        self._before = self._session.used(seat, clock)
        if self._note(seat, clock, True, self._before):
            self._seat, self._clock, self._began = seat, clock, self._now()

    def stop(self) -> None:
        """Stop the clock: nobody's time runs."""
        if self._seat is not None and self._clock is not None:
            seat, clock, used = self._seat, self._clock, self._used
            self._seat = self._clock = None
            if not self._note(seat, clock, False, used):
                # Somebody else has gone on with the game. The time is written after what they did.
                self._note(seat, clock, False, used)

    def settle(self) -> bool:
        """End the turn of every seat that has no time left; whether there was one."""
        if self._clock and self._used >= self._clock.seconds * 1000:
            self.stop()
        ended = False
        while (seat := next(filter(self._session.out_of_time, self._session.acting), None)) is not None:
            ended = True
            if not self._session.expire(seat).allowed:
                break
        return ended

    def holds(self, event: Event) -> Ruling | None:
        """The refusal of a move that would end a seat's turn too early; None for any other event."""
        clock = self._clock
        if clock is None or event.seat != self._seat or event.what != clock.skip:
            return None
        wait = math.ceil(clock.early - self._used / 1000)
        if wait <= 0:
            return None
        return refused(f"A turn may be ended after {clock.early} s: {wait} s to go.", clock.rule)

    @property
    def _used(self) -> int:
        return self._before + round((self._now() - self._began) * 1000)

    def _note(self, seat: Seat, clock: Clock, runs: bool, used: int) -> bool:
        record = ClockRecord(self._session.names[seat], clock.period, runs, int(self._today()), used)
        return self._session.note(record).allowed


class Reminder(Stopwatch):
    """Counts the seconds of each turn: it begins anew when the turn passes, or somebody else has acted."""

    def __init__(self, session: Session, now: Seconds, today: Seconds, seconds: int) -> None:
        super().__init__(session, now, today)
        self._seconds = seconds
        self._turn: Turn | None = None
        self._told = 0  # the length of the story when it was last asked to run

    @property
    def seconds_left(self) -> int | None:
        return None if self._seat is None else max(0, math.ceil(self._seconds - self.taken))

    @property
    def taken(self) -> float:
        """Seconds since the turn began."""
        return self._now() - self._began

    def run(self, seat: Seat | None) -> None:
        new = self._session.story[self._told :]
        passed = any(isinstance(step, Step) and step.event.seat not in (None, seat) for step in new)
        if seat != self._seat or self._turn != self._session.turn or passed:
            self._began = self._now()
        self._seat, self._turn, self._told = seat, self._session.turn, len(self._session.story)

    def stop(self) -> None:
        self._seat = None

    def settle(self) -> bool:
        return False

    def holds(self, event: Event) -> Ruling | None:
        return None


def _left(clock: Clock, used: float) -> int:
    return max(0, math.ceil(clock.seconds - used))
