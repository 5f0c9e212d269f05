"""The clock of a session, for games that have one: it runs for the seat that has the machine.

Time is not part of a game's state, so replay needs no clock. What was measured is written to the journal,
and the end of a seat's time is an event of its own. Nobody's time runs while the session is closed, while
the machine is handed over, or while dice or cards are typed.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from referee.engine.game import Clock, Event, Ruling, Seat, refused
from referee.table.journal import ClockRecord
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
    """The clock of a session that is opened; None if the players agreed on none.

    now    seconds from any moment on, which never go back
    today  seconds since 1970, for the record
    """
    return Stopwatch(session, now, today) if session.clocked else None


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
        self._seat: Seat | None = None  # whose time runs
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


def _left(clock: Clock, used: float) -> int:
    return max(0, math.ceil(clock.seconds - used))
