"""One table that phones sit round: a lobby first, then a session; who has which seat, and who listens."""

import asyncio
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, NamedTuple, TypeVar

from components import catalogue
from components.errors import UsageError
from referee.engine.game import CHANCE, OVER, Ruling, Seat, refused
from referee.players.bots import find_bot
from referee.table.journal.lines import Dice, Mode
from referee.table.playing import play_text, recorded, recorded_advance
from referee.table.proof import prove
from referee.table.session import Session
from referee.web.questions import Questions, name_of
from referee.web.rights import LONGEST_NAME, ONLOOKER, Right, Rights, is_name, plain
from referee.web.subscriptions import Listener, Listeners

_ASLEEP = 60.0  # seconds without a connection after which a player is not asked
_MOST_NOTES = 500  # notes of one table; the oldest are forgotten
_UNDO = "\0"  # a text that no move is typed as

T = TypeVar("T")


class Way(NamedTuple):
    """The way a game is played: by the referee or on a score pad; who rolls and draws; whether all players
    add words to the seed."""

    mode: Mode = "full"
    dice: Dice = "referee"
    words: bool = False


Begin = Callable[[str, tuple[str, ...], dict[str, str], Way], Session]


class Note(NamedTuple):
    """Something that no journal records: who came, left or answered a question.

    when  time in UTC: "2026-11-22T18:30:00Z"
    """

    when: str
    player: str
    what: str


@dataclass
class Table:
    """A table. Everything that changes it is called with its `lock` held.

    name     name in its address
    game     the slug of the game that is or will be played
    players  names in the order of the seats; before the game, in the order in which they came
    bots     the players that are bots, and which bot plays each
    stand_ins  the people for whom a bot plays while they are away, and which
    session  None in the lobby
    past     records of the games that were played here before this one
    notes    who came, left and answered a question, the latest last
    touched  when anything last happened here, in seconds of `time.monotonic`
    parts    what pages remember of each other, see `Pages`
    """

    name: str
    game: str
    rights: Rights = field(default_factory=Rights)
    players: list[str] = field(default_factory=list)
    bots: dict[str, str] = field(default_factory=dict)
    stand_ins: dict[str, str] = field(default_factory=dict)
    session: Session | None = None
    questions: Questions = field(default_factory=Questions)
    past: int = 0
    notes: list[Note] = field(default_factory=list)
    touched: float = field(default_factory=time.monotonic)
    lock: threading.RLock = field(default_factory=threading.RLock)
    parts: dict[Any, Any] = field(default_factory=dict)
    _proof: tuple[int, tuple[str, ...]] = (-1, ())  # the records it is of, and its sentences
    _remembered: tuple[str, dict[Any, Any]] = ("", {})  # its number then, and what all pages share
    # The question that each player answered last, or what they had seen, and the text of it.
    _done: dict[str, tuple[str, str]] = field(default_factory=dict)
    _asked: dict[Seat, tuple[str, Any]] = field(default_factory=dict)
    # By the seat: how many steps of the story it was told, and what of the latest.
    _logs: dict[Seat | None, tuple[int, dict[int, Any]]] = field(default_factory=dict)
    _version: int = 0  # changes that no journal records: who came, who answered
    _listeners: Listeners = field(default_factory=Listeners)

    @property
    def number(self) -> str:
        """Changes whenever anything about the table does: records of the journal, and other changes."""
        return f"{self.records}.{self._version}"

    @property
    def records(self) -> int:
        """The records of all journals of this table; a move says how many its player had seen."""
        return self.past + (len(self.session.journal.records) if self.session else 0)

    def shared(self, key: Any, work_out: Callable[[], T]) -> T:
        """Return what many pages show, worked out once for as long as nothing changes."""
        if self._remembered[0] != self.number:
            self._remembered = self.number, {}
        known = self._remembered[1]
        if key not in known:
            known[key] = work_out()
        found: T = known[key]
        return found

    def asked(self, seat: Seat, work_out: Callable[[], T]) -> T:
        """Return what a page needs for the question to that seat, worked out once for each."""
        name = self.question(seat)
        if self._asked.get(seat, ("",))[0] != name:
            self._asked[seat] = name, work_out()
        found: T = self._asked[seat][1]
        return found

    def log(self, seat: Seat | None, since: int, told: Callable[[int], dict[int, T]]) -> list[T]:
        """Return what that seat was told from that step of the story on, as `told` has it by steps."""
        told_of, known = self._logs.get(seat, (0, dict[int, T]()))
        if self.session is not None and (steps := len(self.session.story)) > told_of:
            known |= told(max(since, told_of))
            self._logs[seat] = steps, {step: one for step, one in known.items() if step >= since}
        return [*self._logs[seat][1].values()] if seat in self._logs else []

    @property
    def proof(self) -> tuple[str, ...]:
        """The verdict of `referee verify` on the journal of the game, once it is over; worked out once."""
        if self.session is None or self.session.turn is not OVER or self.session.is_lesson:
            return ()
        if self._proof[0] != self.records:
            found = prove(self.session.journal.file)
            missing = tuple(f"Not proved: {one}." for one in found.unproved)
            self._proof = self.records, (*found.faults, *found.proved, *missing)
        return self._proof[1]

    @property
    def people(self) -> tuple[str, ...]:
        """The players who are not bots."""
        return tuple(player for player in self.players if player not in self.bots)

    @property
    def lets_bots(self) -> bool:
        """Tell whether a bot could play for somebody: not where all of a hand lies on the real table."""
        header = self.session.header if self.session else None
        return header is not None and header.mode == "full" and header.dice == "referee"

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
        elif self.rights.kept(name):
            raise UsageError(f"{name}'s seat has a code of its own.", todo="Ask the host for it.")
        return self._seated(name)

    def join_by_code(self, code: str) -> str:
        """Sit down on the one seat that the code opens, once; the token of the seat.

        Raises `UsageError` for a code that opens none.
        """
        name = self.rights.seat_of_code(code)
        if not name:
            raise UsageError(
                "This code has been used, or there is a newer one.", todo="Ask the host for another."
            )
        return self._seated(name)

    def new_seat_code(self, name: str) -> None:
        """Send away whoever has that seat, and keep it for whoever has its new code.

        Raises `UsageError` for a player who is not a person at this table.
        """
        if name not in self.people:
            raise UsageError(f'There is no player "{name}" at this table.', todo="Choose one of the seats.")
        self.note(name, "was given a new code")
        self._send_away(self.rights.new_seat_code(name))

    def look_on(self) -> str:
        """The token of somebody who only looks on."""
        self.note("", "looks on")
        return self.rights.issue(ONLOOKER)

    def add_bot(self, name: str, bot: str) -> None:
        """Let a bot play that new player. Raises `UsageError` as `join` does, and for an unknown bot."""
        find_bot(self.game, bot)
        self._welcome(name)
        self.bots[name] = bot
        self.changed()

    def leave(self, name: str, by_host: bool = False) -> None:
        """Free that player's seat; in the lobby the player is gone."""
        if name not in self.players:
            return
        self.note(name, "was released by the host" if by_host else "left the seat")
        gone = self.rights.revoke(Right("seat", name))
        if self.session is None and name in self.players:
            self.players.remove(name)
            self.bots.pop(name, None)
        self._send_away(gone)

    def invite_anew(self) -> None:
        """Make the invitation worthless, and in the lobby the code too: there are new ones."""
        self.rights.invite_anew()
        if self.session is None:
            self.rights.new_code()
        self.note("The host", "made a new invitation")
        self.changed()

    def start(self, begin: Begin, way: Way) -> None:
        """Begin the game with those who are there. Raises `UsageError` for too few or too many."""
        if self.session is not None:
            raise UsageError("The game has begun already.")
        self.session = begin(self.game, tuple(self.players), dict(self.bots), way)
        self.rights.code = ""  # the code is for the lobby; what comes later needs the QR code
        self.changed()

    def go_on(self, session: Session) -> None:
        """Play that game from now on: one that was kept, or a rematch. Seats of other players are revoked."""
        self.past = self.records
        for player in set(self.players) - set(session.names):
            self.rights.revoke(Right("seat", player))
        self.session = session
        self._logs.clear()
        self.parts.clear()
        self.questions.close()
        self.players, self.bots = list(session.names), dict(session.header.bots)
        self.stand_ins = {name: bot for name, bot in self.stand_ins.items() if name in self.people}
        self.rights.code = ""
        self.changed()

    def back_to_lobby(self, game: str, bots: Sequence[str]) -> None:
        """Make this the lobby of a game, with the same people and with those bots that can play it.

        A game that is not over stays in its journal.
        """
        self.bots = {name: bot for name, bot in self.bots.items() if bot in bots}
        self.past, self.game = self.records, game
        self.session = None
        self._logs.clear()
        self.parts.clear()
        self.stand_ins.clear()
        self.questions.close()
        self.players = [one for one in self.players if one in self.bots or self.rights.bound(one)]
        self.rights.new_code()
        self.changed()

    # The game.

    def question(self, seat: Seat | None) -> str:
        """Name what that seat is asked now; see `name_of`."""
        if self.session is None:
            return ""
        session, past = self.session, self.past
        return self.shared(("question", seat), lambda: f"{past}-{name_of(session, seat)}")

    def play(self, player: str, text: str, ask: str) -> Ruling:
        """Make a move of that player, as the answer to that `question` of theirs.

        Refused if they are asked something else by now. The same move sent again, by a double tap or because
        no answer came, is made once. On a score pad everybody may write for everybody; otherwise a player
        moves for nobody else. Raises `UsageError` for a text that is not a move.
        """
        session, before = self._playing(), self.records
        open_now = self.question(self.seat_of(Right("seat", player)))
        if (known := self._known(player, ask, text, open_now)) is not None:
            return known
        try:
            ruling = self._played(session, player, text)
        finally:  # also if the disk is full after the move, or if another program has gone on with the game
            if self.records != before:
                self.changed()
        if ruling.allowed:
            self.questions.close()
            self._done[player] = ask, text
            self.stand_ins.pop(player, None)
        return ruling

    @property
    def behind(self) -> bool:
        """True if another program, such as `referee do`, has gone on with the game."""
        return self.session is not None and self.session.journal.grown

    def catch_up(self) -> None:
        """Show the phones what another program has done with the game. Raises `DataError`."""
        if self.behind and self._playing().catch_up():
            self.questions.close()
            self.changed()

    def add_words(self, player: str, text: str) -> Ruling:
        """Have that player add words to the seed. Raises `UsageError` for words that cannot be used."""
        session = self._playing()
        ruling = recorded(session, lambda: session.add_words(player, text))
        if ruling.allowed:
            self.changed()
        return ruling

    def undo(self, player: str, seen: int, moves: int = 1) -> Ruling:
        """Take moves back at once where nothing was revealed; else ask everybody.

        Like a move, it is refused if anything has happened since, and done once however often it is sent.
        """
        session = self._playing()
        if (known := self._known(player, str(seen), _UNDO, str(self.records))) is not None:
            return known
        if not session.reveals(moves):
            ruling = session.undo(moves)
        elif not session.starts():
            return refused("There is nothing to take back.", "")
        else:
            what = "the last move" if moves == 1 else f"the last {moves} moves"
            ruling = self.ask(
                player,
                f"take back {what}",
                "Nothing is taken back.",
                lambda: session.undo(moves, agreed=True),
            )
        if ruling.allowed:
            self._done[player] = str(seen), _UNDO
            self.changed()
        return ruling

    def ask(self, player: str, about: str, if_not: str, do: Callable[[], Ruling]) -> Ruling:
        """Ask everybody whether to do that; see `Questions.ask`. Those who have been away are not asked."""
        asked = [one for one in self.people if one == player or self.away(one) < _ASLEEP]
        ruling = self.questions.ask(player, about, if_not, asked, do)
        if ruling.allowed:
            self.note(player, f"asked to {about}")
            self.changed()
        return ruling

    def answer(self, player: str, question: str, agrees: bool) -> Ruling:
        """Take that player's answer to that question; once all agree, it is done."""
        ruling = self.questions.answer(player, question, agrees=agrees)
        if ruling.allowed:
            self.note(player, "agreed" if agrees else "did not agree")
        self.changed()
        return ruling

    # Those who listen.

    def listen(self, loop: asyncio.AbstractEventLoop, who: str, right: Right = ONLOOKER) -> Listener | None:
        """A new listener of that cookie; None if there are too many, see `Listeners.add`."""
        listener = self._listeners.add(Listener(loop, who, right.player))
        if listener and self._listeners.is_back(right.player):
            self.changed()
        return listener

    def forget(self, listener: Listener) -> None:
        """Forget a listener who has gone."""
        self._listeners.remove(listener)

    @property
    def listened(self) -> bool:
        """True if any page is open."""
        return bool(self._listeners.all)

    def away(self, player: str) -> float:
        """Seconds since that player's phone was last heard; 0 while it listens, and if it never did."""
        return self._listeners.away(player)

    def changed(self) -> None:
        """Tell all listeners."""
        self._version += 1
        self.touched = time.monotonic()
        for listener in tuple(self._listeners.all):
            listener.tell(self.number)

    def note(self, player: str, what: str) -> None:
        """Write down something that no journal records. It holds no secrets."""
        now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        self.notes.append(Note(now, player, what))
        del self.notes[:-_MOST_NOTES]

    def _seated(self, name: str) -> str:
        token = self.rights.issue(Right("seat", name))
        self.note(name, "took the seat")
        self.changed()
        return token

    def _send_away(self, revoked: frozenset[str]) -> None:
        """Tell all listeners; those whose token was revoked hear nothing after that."""
        self.changed()
        self._listeners.end(revoked)

    def _known(self, player: str, ask: str, what: str, now: str) -> Ruling | None:
        """The answer to a form that was done already or is out of date; None for one that is to be done."""
        if self._done.get(player) == (ask, what):
            return Ruling(True)
        if ask != now:
            return refused("Something has happened since you saw the table. Look again, then choose.", "")
        return None

    def _played(self, session: Session, player: str, text: str) -> Ruling:
        # The disk was full, for instance. A player's word is never taken for the dice.
        if session.cut_off and session.thinker is None:
            recorded_advance(session)
            return refused("The game had been interrupted and has gone on. Look again, then choose.", "")
        if session.header.mode == "full" and self._names_another(player, text):
            return refused("You move for yourself only.", "")
        return play_text(session, None if session.turn is CHANCE else player, text)

    def _names_another(self, player: str, text: str) -> bool:
        """Tell whether the text names a player whose move it is, as in "Bo: R1-1", other than that one."""
        named = text.strip().partition(":")[0].casefold()
        return named in (one.casefold() for one in self.players if one != player)

    def _welcome(self, name: str) -> None:
        if self.session is not None:
            raise UsageError("The game has begun already.", todo="Choose one of its seats.")
        if len(self.players) >= catalogue.load(self.game).players[1]:
            raise UsageError("This table is full.", todo="You can look on.")
        if not is_name(name):
            raise UsageError(
                "This is not a proper name.",
                todo=f'Write at most {LONGEST_NAME} characters without ":" and "=".',
            )
        if plain(name) in map(plain, self.players):
            raise UsageError(f"{name} is already here.", todo="Choose another name.")
        self.players.append(name)

    def _playing(self) -> Session:
        if self.session is None:
            raise UsageError("The game has not begun.")
        return self.session


def new_name() -> str:
    """A name for a table, for its address."""
    return secrets.token_hex(4)
