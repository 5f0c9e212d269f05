"""The clock of a sitting, for games that have one: it runs for the seat that has the machine.

Time is no part of a game's state, so that replay needs none. What was measured is noted in the journal,
and that a seat's time is over is an event of its own. Nobody's time runs between sittings, while the
machine is handed over, and while dice or cards are typed.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from referee.engine import Clock, Event, Ruling, Seat, refused
from referee.table.journal import ClockRecord
from referee.table.session import Session

Seconds = Callable[[], float]


@dataclass(frozen=True)
class TimeLeft:
    """What a seat has left for what it is to do.

    seconds  left, rounded up
    running  whether it gets less just now
    """

    seat: str
    seconds: int
    running: bool


def open_clock(game: Session, now: Seconds = time.monotonic, today: Seconds = time.time) -> Stopwatch | None:
    """The clock of a sitting that is opened; None if none was agreed on.

    now    seconds from anywhere, which never go back
    today  seconds since 1970, for the record
    """
    if not game.clocked:
        return None
    watch = Stopwatch(game, now, today)
    game.holds = watch.holds
    return watch


def times_left(game: Session, today: Seconds = time.time) -> tuple[TimeLeft, ...]:
    """For each seat that is to act, as far as the journal knows; nothing if no clock runs for it."""
    found = []
    for seat in game.acting:
        clock = game.clock(seat)
        if clock is None:
            continue
        used = game.used(seat, clock) / 1000
        ticking = game.ticking
        running = ticking is not None and (ticking.clock, ticking.period) == (game.names[seat], clock.period)
        if running and ticking is not None:
            since = used + max(0.0, today() - ticking.at)
            # A clock that ran out would have said so: whoever ran it is gone.
            running = since <= clock.seconds + 1
            used = since if running else used
        found.append(TimeLeft(game.names[seat], _left(clock, used), running))
    return tuple(found)


class Stopwatch:
    """Measures the time of one seat at a time, and notes it in the journal. Make one with `open_clock`."""

    def __init__(self, game: Session, now: Seconds, today: Seconds) -> None:
        self._game = game
        self._now, self._today = now, today
        self._seat: Seat | None = None  # whose time runs
        self._clock: Clock | None = None
        self._began = 0.0
        self._before = 0  # milliseconds used when it began

    @property
    def seconds_left(self) -> int | None:
        """Of the seat whose time runs, rounded up; None if nobody's does."""
        return _left(self._clock, self._used / 1000) if self._clock else None

    def run(self, seat: Seat | None) -> None:
        """From now on that seat's time runs, if it has one, and nobody else's."""
        clock = None if seat is None else self._game.clock(seat)
        if seat == self._seat and clock == self._clock:
            return
        self.stop()
        if seat is None or clock is None:
            return
        self._before = self._game.used(seat, clock)
        if self._note(seat, clock, True, self._before):
            self._seat, self._clock, self._began = seat, clock, self._now()

    def stop(self) -> None:
        """Nobody's time runs."""
        if self._seat is not None and self._clock is not None:
            seat, clock, used = self._seat, self._clock, self._used
            self._seat = self._clock = None
            if not self._note(seat, clock, False, used):
                # Somebody else has gone on with the game, and was told of no time: it is noted behind that.
                self._note(seat, clock, False, used)

    def settle(self) -> bool:
        """End what has no time left; whether there was anything."""
        if self._clock and self._used >= self._clock.seconds * 1000:
            self.stop()
        ended = False
        while (seat := next(filter(self._game.out_of_time, self._game.acting), None)) is not None:
            ended = True
            if not self._game.expire(seat).allowed:
                break
        return ended

    def holds(self, event: Event) -> Ruling | None:
        """The refusal of a move that would end a seat's time too early; None for all else."""
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
        record = ClockRecord(self._game.names[seat], clock.period, runs, int(self._today()), used)
        return self._game.note(record).allowed


def _left(clock: Clock, used: float) -> int:
    return max(0, math.ceil(clock.seconds - used))
