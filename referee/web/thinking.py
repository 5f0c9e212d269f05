"""Bots that take their time think here, so that no page waits for them.

One bot thinks at a time: each takes a core. What it decides reaches the phones as any other move does.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from components.errors import StarboxError
from referee.engine.game import Event
from referee.table.playing import recorded
from referee.web.errors import complain
from referee.web.server import Server
from referee.web.table import Table

_PAUSE = 0.1  # seconds between two looks at the tables
_LATER = 15.0  # seconds after which a bot tries again whose move could not be written


class Thinking:
    """Looks for bots that are to move, and makes their moves, in a thread of its own.

    now  the clock, in seconds
    """

    def __init__(self, server: Server, now: Callable[[], float] = time.monotonic) -> None:
        self._server, self._now = server, now
        self._stopped = threading.Event()
        self._not_before: dict[str, float] = {}  # earliest time of the next try, by the name of the table

    def start(self) -> None:
        """Begin to look, in a thread that may end at any moment: a journal bears that."""
        threading.Thread(target=self._run, daemon=True).start()

    def stop(self) -> None:
        """Let the bot that thinks finish, and no other begin."""
        self._stopped.set()

    def _run(self) -> None:
        while not self._stopped.wait(_PAUSE):
            for table in self._server.tables:
                if not self._stopped.is_set():
                    self.look(table)

    def look(self, table: Table) -> None:
        """Make the move of a bot at that table, if it is to be made now. A bot that fails stops no other."""
        if self._not_before.get(table.name, 0.0) > self._now():
            return
        try:
            think(table)
        except StarboxError:  # the disk is full, for instance: told to the next who makes a move
            self._not_before[table.name] = self._now() + _LATER
        except Exception as problem:
            complain("a bot", problem)
            self._not_before[table.name] = self._now() + _LATER
        else:
            self._not_before.pop(table.name, None)


def think(table: Table) -> None:
    """Make the move of the bot whose turn it is, if it is one that is left to think.

    Only the question and the move need the table to themselves. If anything has happened meanwhile, the
    answer is of no use any more, and the bot will be asked again. Raises what `Session.play` raises.
    """
    with table.lock:
        session, before = table.session, table.records
        seat = session.thinker if session else None
        if session is None or seat is None:
            return
        thought = session.thought(seat)
    move = thought()
    with table.lock:
        if table.session is session and table.records == before and session.thinker == seat:
            try:
                recorded(session, lambda: session.play(Event(seat, move)))
            finally:
                table.changed()
