"""One table that phones sit round: a lobby first, then a session; who has which seat, and who listens."""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from components.errors import UsageError
from referee.engine.game import CHANCE, Ruling, Seat, refused
from referee.table.playing import play_text
from referee.table.session import Session
from referee.web.rights import Right, Rights

MOST_STREAMS = 64  # of one table
_QUEUE = 8  # numbers that wait for a listener; it only needs the last one
_LONGEST_NAME = 40

Begin = Callable[[str, tuple[str, ...], dict[str, str]], Session]


@dataclass
class Vote:
    """A question to all players: whether that many moves are taken back."""

    moves: int
    asked_by: str
    agreed: set[str]


@dataclass
class Room:
    """A table. Everything that changes it is called with its `lock` held.

    name     in its address
    game     the slug of the game that is or will be played
    players  in the order of the seats; before the game, in the order in which they came
    bots     the players that are bots, and which bot plays each
    session  None in the lobby
    """

    name: str
    game: str
    rights: Rights = field(default_factory=Rights)
    players: list[str] = field(default_factory=list)
    bots: dict[str, str] = field(default_factory=dict)
    session: Session | None = None
    vote: Vote | None = None
    lock: threading.RLock = field(default_factory=threading.RLock)
    _version: int = 0  # changes that no journal records: who came, who voted
    _listeners: set[Listener] = field(default_factory=set)

    @property
    def number(self) -> str:
        """Changes whenever anything about the table does: records of the journal, and other changes."""
        records = len(self.session.journal.records) if self.session else 0
        return f"{records}.{self._version}"

    @property
    def records(self) -> int:
        """The records of the journal; a move says how many its player had seen."""
        return len(self.session.journal.records) if self.session else 0

    @property
    def people(self) -> tuple[str, ...]:
        """The players who are not bots."""
        return tuple(player for player in self.players if player not in self.bots)

    def seat_of(self, right: Right) -> Seat | None:
        """The seat whose secrets that right may see; None for nobody's."""
        if right.kind != "seat" or self.session is None or right.player not in self.session.names:
            return None
        return self.session.names.index(right.player)

    # The lobby.

    def join(self, name: str) -> str:
        """Sit down, in the lobby under a new name, later on a free seat; the token of the seat.

        Raises `UsageError` for a name that cannot be, and for a seat that is taken.
        """
        name = " ".join(name.split())
        if self.session is None and name not in self.players:
            self._welcome(name)
        elif name not in self.people:
            raise UsageError(f'There is no player "{name}" at this table.', todo="Choose one of the seats.")
        elif self.rights.taken(name):
            raise UsageError(f"{name}'s seat is taken.", todo="Ask the host to release it, if it is yours.")
        token = self.rights.issue(Right("seat", name))
        self.changed()
        return token

    def add_bot(self, name: str, bot: str) -> None:
        """Let a bot play that new player. Raises `UsageError` as `join` does."""
        self._welcome(name)
        self.bots[name] = bot
        self.changed()

    def leave(self, name: str) -> None:
        """Free that player's seat; in the lobby the player is gone."""
        self.rights.revoke(Right("seat", name))
        if self.session is None and name in self.players:
            self.players.remove(name)
            self.bots.pop(name, None)
        self.changed()

    def start(self, begin: Begin) -> None:
        """Begin the game with those who are there. Raises `UsageError` for too few or too many."""
        if self.session is not None:
            raise UsageError("The game has begun already.")
        self.session = begin(self.game, tuple(self.players), dict(self.bots))
        self.changed()

    # The game.

    def play(self, player: str, text: str, seen: int) -> Ruling:
        """Make a move of that player, who had seen that many records.

        Refused if anything has happened since, so that a double tap makes one move. Raises `UsageError`
        for a text that is not a move.
        """
        session = self._playing()
        if seen != self.records:
            return refused("Something has happened since you saw the table. Look again, then choose.", "")
        names = None if session.turn is CHANCE else player
        ruling = play_text(session, names, text)
        if ruling.allowed:
            self.vote = None
            self.changed()
        return ruling

    def undo(self, player: str, moves: int = 1) -> Ruling:
        """Take moves back at once where nothing was revealed; else ask everybody."""
        session = self._playing()
        if not session.reveals(moves) or len(self.people) < 2:
            ruling = session.undo(moves, agreed=session.reveals(moves))
        elif not session.starts():
            return refused("There is nothing to take back.", "")
        else:
            self.vote = Vote(moves, player, {player})
            ruling = Ruling(True)
        if ruling.allowed:
            self.changed()
        return ruling

    def answer(self, player: str, agrees: bool) -> Ruling:
        """What that player says to the question; once all agree, the moves are taken back."""
        vote = self.vote
        if vote is None:
            return refused("There is nothing to vote on.", "")
        if not agrees:
            self.vote = None
        else:
            vote.agreed.add(player)
            if vote.agreed.issuperset(self.people):
                self.vote = None
                ruling = self._playing().undo(vote.moves, agreed=True)
                self.changed()
                return ruling
        self.changed()
        return Ruling(True)

    # Those who listen.

    def listen(self, loop: asyncio.AbstractEventLoop) -> Listener | None:
        """A new listener; None if there are too many."""
        if len(self._listeners) >= MOST_STREAMS:
            return None
        listener = Listener(loop)
        self._listeners.add(listener)
        return listener

    def forget(self, listener: Listener) -> None:
        """That listener has gone."""
        self._listeners.discard(listener)

    def changed(self) -> None:
        """Tell all listeners."""
        self._version += 1
        for listener in tuple(self._listeners):
            listener.tell(self.number)

    def _welcome(self, name: str) -> None:
        if self.session is not None:
            raise UsageError("The game has begun already.", todo="Choose one of its seats.")
        if (
            not name
            or len(name) > _LONGEST_NAME
            or not name.isprintable()
            or any(sign in name for sign in ":=")
        ):
            raise UsageError(
                "This is not a proper name.",
                todo=f'Write at most {_LONGEST_NAME} characters without ":" and "=".',
            )
        if name.casefold() in (one.casefold() for one in self.players):
            raise UsageError(f"{name} is already here.", todo="Choose another name.")
        self.players.append(name)

    def _playing(self) -> Session:
        if self.session is None:
            raise UsageError("The game has not begun.")
        return self.session


class Listener:
    """A page that waits for news. Told from any thread."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._news: asyncio.Queue[str] = asyncio.Queue(_QUEUE)

    def tell(self, number: str) -> None:
        """Pass the number on; a listener that does not keep up misses some, never the last one."""
        self._loop.call_soon_threadsafe(self._put, number)

    async def hear(self, seconds: float) -> str | None:
        """The next number; None if nothing happens for that long."""
        try:
            return await asyncio.wait_for(self._news.get(), seconds)
        except TimeoutError:
            return None

    def _put(self, number: str) -> None:
        while self._news.full():
            self._news.get_nowait()
        self._news.put_nowait(number)


def new_name() -> str:
    """A name for a table, for its address."""
    return secrets.token_hex(4)
