"""A session: a game at the table, whose history is written to a journal as it happens.

The journal is the truth. Every move is on the disk before anybody is shown what came of it, and a session
that is opened again is replayed from there.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from components.errors import DataError, OutputError, UsageError
from components.writing import remove_file
from referee.engine.asking.guidance import Guidance
from referee.engine.chance import seeded
from referee.engine.game import (
    ALLOWED,
    CHANCE,
    OVER,
    TIME_OVER,
    AnyChooser,
    AnyGame,
    Event,
    Ruling,
    Seat,
    Seats,
    refused,
)
from referee.engine.play import follow
from referee.games import bots_of
from referee.players.bots import GREEDY, find_bot, takes_its_time
from referee.table.history import History
from referee.table.journal import Journal, OvertakenError
from referee.table.journal.lines import (
    ChanceRecord,
    ClockRecord,
    MoveRecord,
    Record,
    RedoRecord,
    SeedRecord,
    TimeRecord,
    UndoRecord,
    WordsRecord,
    shortened,
)
from referee.table.replay import Witness, replay
from referee.table.rulesets import rules_of
from referee.table.seeds import Secret, check_text, read_secret, seed_file


def resume(file: Path) -> Session:
    """The session of that journal.

    Raises `UsageError` if there is no such file, `OtherRulesError` if this referee does not have the rules
    it was played by, and `DataError`, naming the line, if a record in it is not possible.
    """
    return replayed(Journal.open(file))


def replayed(journal: Journal, witness: Witness | None = None) -> Session:
    """The session of that journal, as for `resume`; the witness is called for each move and result."""
    rules, secret = rules_of(journal), read_secret(journal)
    try:
        session = Session(journal, rules, secret)
    except (UsageError, DataError) as problem:
        raise DataError(shortened(str(problem)), where=f"{journal.file}, line 1") from None
    replay(session, journal.records, journal.file, witness=witness)
    return session


class Session(History):
    """A game at the table. Make one with `beginning.begin` or `resume`.

    secret   the seed and its salt; None if they are not on this machine, or if the table rolls and draws
    pensive  bots that may think for seconds
    apart    bots that `advance` leaves to whoever shows the game: see `thinker`
    """

    is_lesson = False

    def __init__(self, journal: Journal, game: AnyGame, secret: Secret | None) -> None:
        super().__init__(game, journal.header)
        self.journal = journal
        self.secret = secret
        self._bots: dict[Seat, AnyChooser] = {
            seat: find_bot(self.header.game, self.header.bots[self.names[seat]]) for seat in self.bots
        }
        self.pensive = frozenset(
            seat for seat in self.bots if takes_its_time(self.header.bots[self.names[seat]])
        )
        self.apart: frozenset[Seat] = frozenset()

    @property
    def seal(self) -> str:
        """The hash of the line with which the game was first over; no other game has it. Empty before."""
        return self.journal.hashes[self.ended_by] if self.ended_by else ""

    @property
    def cut_off(self) -> bool:
        """Tell whether the referee or a bot is to act first, because a process was killed: see `advance`."""
        if self.awaited:
            return False
        if self.turn is CHANCE:
            return self.header.dice == "referee"
        return self.bot_to_move() is not None

    def play(self, event: Event) -> Ruling:
        """Make the move or take the result down, and go on until a person is needed.

        A move or a result that is refused changes nothing. It is also refused if somebody else has gone
        on with this game since: then what they did is added to the history.
        """
        ruling = self.check(event)
        if ruling.allowed:
            ruling = self._record(event)
        if ruling.allowed:
            self._go_on("move")
        return ruling

    def add_words(self, name: str, text: str) -> Ruling:
        """Have that player add words to the seed, and go on when the last words are in.

        Raises `UsageError` for words that cannot be used.
        """
        name, words = self.names[self.seat(name)], text.strip()
        check_text(words, "WORDS")
        if not words:
            raise UsageError("There are no words.", where="WORDS", todo="Write any words.")
        ruling = self.check_words(name)
        if ruling.allowed:
            ruling = self._append(WordsRecord(name, words))
        if ruling.allowed:
            self.words[name] = words
            self._go_on("words")
        return ruling

    def advance(self) -> None:
        """Roll, draw and let bots move until a person is to move or to type a result, or the game is over.

        Also until one of the bots `apart` is to move.
        """
        while (event := self._next()) is not None:
            self._record(event)
        if self.turn is OVER and self.secret and not self.shown:
            if self._append(SeedRecord(self.secret.seed, self.secret.salt)).allowed:
                self.shown = True
                with contextlib.suppress(
                    OutputError
                ):  # a file that stays is harmless: the seed is public now
                    remove_file(seed_file(self.journal.file))
            else:
                self.advance()

    def expire(self, seat: Seat) -> Ruling:
        """End the turn of that seat, whose time is over, and go on without what it has not done."""
        ruling = self._record(Event(seat, TIME_OVER))
        if ruling.allowed:
            self.advance()
        return ruling

    def note(self, record: ClockRecord) -> Ruling:
        """Record what a clock shows; refused if somebody else has gone on with the game."""
        ruling = self._append(record)
        if ruling.allowed:
            self.tick(record)
        return ruling

    def undo(self, moves: int = 1, *, agreed: bool = False) -> Ruling:
        """Take back that many moves of players, with everything that followed them.

        Refused if there are not that many. Unless `agreed`, also refused if something was rolled, drawn or
        shown since, or if the seed has been shown.
        """
        starts = self.starts()
        if not 1 <= moves <= len(starts):
            return refused(f"Moves that can be taken back: {len(starts)}.", "")
        if not agreed and self.reveals(moves):
            what = "The seed has been shown" if self.shown else "Something was rolled, drawn or shown since"
            return refused(f"{what}; add --agreed if all agree.", "")
        record = UndoRecord(len(self.events) - starts[-moves], agreed)
        ruling = self._append(record)
        if ruling.allowed:
            self.take_back(record)
        return ruling

    def redo(self) -> Ruling:
        """Bring back the last move taken back, with the same results. Refused if there is none."""
        if not self.undone:
            return refused("There is nothing to bring back.", "")
        record = RedoRecord(len(self.undone[-1]))
        ruling = self._append(record)
        if ruling.allowed:
            self.bring_back(record)
            self.advance()
        return ruling

    def catch_up(self) -> bool:
        """Add what another program has done with this game since; whether it has done anything.

        Raises `DataError` if the journal no longer begins with what was read.
        """
        known = len(self.journal.records)
        news = self.journal.catch_up()
        replay(self, news, self.journal.file, known + 1)
        return bool(news)

    @property
    def guidance(self) -> Guidance | None:
        """The words of a lesson; None in every other session."""
        return None

    @property
    def comeback(self) -> str:
        """The command that goes on with it when it was left."""
        return "referee play"

    def suggested(self, seat: Seat) -> str:
        """The move to make if nothing speaks against it: what the game's `greedy` would do in that seat.

        It follows from what the seat knows, and has nothing to do with the seed. Empty if there is none.
        """
        greedy = bots_of(self.header.game).get(GREEDY)
        if self.header.mode != "full" or greedy is None or seat not in self.acting:
            return ""
        source = seeded.Chance("suggested", f"{len(self.events)}")
        return str(greedy(self.game, self.game.known(self.state, seat), seat, source))

    def bot_to_move(self) -> Seat | None:
        """The bot that moves first, if any is to move: bots do not wait for people."""
        turn = self.turn
        return next(filter(self._bots.get, turn.seats), None) if isinstance(turn, Seats) else None

    @property
    def thinker(self) -> Seat | None:
        """The bot that moves first, if `advance` leaves it to somebody else to make its `bot_move`."""
        seat = None if self.awaited else self.bot_to_move()
        return seat if seat in self.apart else None

    def bot_move(self, seat: Seat) -> Any:
        """Choose what that bot does now. It follows from the seed and from the number of the event.

        Raises `UsageError` if the seed is not here.
        """
        return self.thought(seat)()

    def thought(self, seat: Seat) -> Callable[[], Any]:
        """Return what works out the `bot_move` of that seat as things stand; the session can go on meanwhile.

        Raises `UsageError` if the seed is not here.
        """
        source = seeded.Chance(self._seed(), f"bot/{len(self.events) + 1}")
        return partial(self._bots[seat], self.game, self.game.known(self.state, seat), seat, source)

    def brought(self) -> Any:
        """Return what the seed brings now: the same whatever was undone and done again before.

        Raises `UsageError` if the seed is not here.
        """
        outcomes = self.game.chance(self.state)
        return outcomes.pick(seeded.Chance(self._seed(), self.stream(outcomes.label)))

    def _go_on(self, what: str) -> None:
        """Advance after somebody's move. An error says that the move itself is in the journal."""
        try:
            self.advance()
        except OutputError as problem:
            raise OutputError(
                problem.what,
                where=problem.where,
                todo=f"The {what} before it stands in the journal, and what follows does not yet. Fix the"
                " problem and go on with referee play: the same will come.",
            ) from None

    def _next(self) -> Event | None:
        """Return what the referee rolls or draws, or the move of a bot; None if neither is to act."""
        turn = self.turn
        if self.awaited:
            return None
        if turn is CHANCE and self.header.dice == "referee":
            return Event(None, self.brought())
        seat = self.bot_to_move()
        return None if seat is None or seat in self.apart else Event(seat, self.bot_move(seat))

    def _seed(self) -> str:
        """The seed that the referee's seed and the words of the players make, in the order of the seats."""
        if self.secret is None:
            raise UsageError(
                "The seed of this game is not here, so the referee cannot roll, draw or move a bot.",
                where=str(seed_file(self.journal.file)),
                todo="Copy that file from the machine the game began on.",
            )
        words = ((name, self.words[name]) for name in self.names if name in self.words)
        return seeded.joined(self.secret.seed, words)

    def _record(self, event: Event) -> Ruling:
        """Write the event before anybody is told; try it before that, so that no journal holds a bad one."""
        after = follow(self.game, self.state, event)
        ruling = self._append(self._record_of(event))
        if ruling.allowed:
            self.add(event, after)
            self.mark_end(len(self.journal.records))
        return ruling

    def _record_of(self, event: Event) -> Record:
        if event.seat is None:
            return ChanceRecord(str(event.what))
        name = self.names[event.seat]
        return TimeRecord(name) if event.what is TIME_OVER else MoveRecord(name, str(event.what))

    def _append(self, record: Record) -> Ruling:
        """Refused if somebody else has gone on with this game: then what they did is replayed here."""
        try:
            self.journal.append(record)
        except OvertakenError:
            self.catch_up()
            return refused("Somebody else has gone on with this game. See what they did and try again.", "")
        return ALLOWED
