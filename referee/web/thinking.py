"""Bots that take their time think here, so that no page waits for them.

One bot thinks at a time: each takes a core. What it decides reaches the phones as any other move does.
"""

import secrets
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from components.errors import StarboxError, UsageError
from referee.engine.chance.seeded import Chance
from referee.engine.game import Event, Seat
from referee.players.bots import find_bot
from referee.table.playing import recorded
from referee.table.session import Session
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
        session, before, seat = table.session, table.records, thinker(table)
        if session is None or seat is None:
            return
        thought = _thought(table, session, seat)
    move = thought()
    with table.lock:
        if table.session is session and table.records == before and thinker(table) == seat:
            try:
                recorded(session, lambda: session.play(Event(seat, move)))
            finally:
                table.changed()


def let_bot_play(table: Table, player: str, bot: str) -> None:
    """Let that bot play for a person who is away, or with an empty name the person again.

    Raises `UsageError` for who is not a person at that table, and for an unknown bot.
    """
    if player not in table.people or not table.lets_bots:
        raise UsageError(f"No bot can play for {player} here.", todo="Release the seat.")
    if bot:
        find_bot(table.game, bot)
        table.stand_ins[player] = bot
    else:
        table.stand_ins.pop(player, None)
    table.note(player, f"is played by the bot {bot}" if bot else "plays again")
    table.changed()


def thinker(table: Table) -> Seat | None:
    """The seat for which a bot is to move in its own time: its own, or that of somebody who is away."""
    session = table.session
    if session is None or session.thinker is not None or session.awaited:
        return session.thinker if session else None
    return next((seat for seat in session.acting if session.names[seat] in table.stand_ins), None)


def _thought(table: Table, session: Session, seat: Seat) -> Callable[[], Any]:
    """Return what works out the move of a `thinker`; the table can go on meanwhile."""
    if seat in session.bots:
        return session.thought(seat)
    bot = find_bot(table.game, table.stand_ins[session.names[seat]])
    luck = Chance(secrets.token_hex())  # the moves of a person do not follow from the seed
    return partial(bot, session.game, session.game.known(session.state, seat), seat, luck)
