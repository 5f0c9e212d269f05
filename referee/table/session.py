"""A sitting: a journal, and the game as it stands after all that is written there.

The journal is the truth. What is kept beside it is replayed from it, and every move is on the disk
before anybody is shown what came of it. Undo goes back along the list of events; nothing is undone
by hand.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from components.errors import DataError, UsageError
from referee import chance
from referee.arguments import check_player
from referee.bots import Bot, find_bot
from referee.engine import (
    ALLOWED,
    CHANCE,
    OVER,
    TIME_OVER,
    AnyGame,
    Clock,
    Clocked,
    Event,
    Ruling,
    Seat,
    Seats,
    Telling,
    Turn,
    follow,
    refused,
)
from referee.outcomes import Outcomes
from referee.table.journal import (
    ChanceRecord,
    ClockRecord,
    Journal,
    MoveRecord,
    OvertakenError,
    Record,
    RedoRecord,
    SeedRecord,
    TimeRecord,
    UndoRecord,
)
from referee.table.rulesets import first_state, rules_of
from referee.table.seeds import read_seed, seed_file

# Called for each result of chance in a journal: the label of its stream, what could have been, what was.
Witness = Callable[[str, Outcomes[Any], Any], None]


class Step(NamedTuple):
    """An event with the states before and after it."""

    before: Any
    event: Event
    after: Any


class Session:
    """A game at the table. Make one with `beginning.begin` or `resume`.

    events   of the game as it stands, those taken back left out
    states   one more than the events: the last is now
    undone   what was taken back and can be brought back, the latest last; each is a player's move
             with all that followed before the next one
    story    all that happened, in order, with what was taken back
    seed     None if it is not here, or if the table rolls and draws itself
    shown    whether the seed has been shown: from then on anybody can tell what will be rolled
    seal     the hash of the line with which the game was over for the first time, whatever was taken back
             since: no other game has it. Empty before
    ticking  the last record of a clock, if that was started and not stopped
    holds    says why a move may not be made at this moment, where a clock runs: see `referee/table/clock.py`
    """

    def __init__(self, journal: Journal, game: AnyGame, seed: str | None) -> None:
        self.journal = journal
        self.game = game
        self.header = journal.header
        self.events: list[Event] = []
        self.states: list[Any] = [first_state(game, self.header)]
        self.undone: list[list[Event]] = []
        self.seed = seed
        self.shown = False
        self.seal = ""
        self.ticking: ClockRecord | None = None
        self.holds: Callable[[Event], Ruling | None] = lambda event: None
        self._used: dict[tuple[str, str], int] = {}  # milliseconds, by player and period
        self.story: list[Step | UndoRecord | RedoRecord] = []
        self._labels: list[str] = []  # of the chances among the events
        self._bots: dict[Seat, Bot] = {
            seat: find_bot(self.header.game, self.header.bots[name])
            for seat, name in enumerate(self.header.seats)
            if name in self.header.bots
        }

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
        """The seats that are to act now, bots left out."""
        turn = self.turn
        return tuple(seat for seat in turn.seats if seat not in self._bots) if isinstance(turn, Seats) else ()

    @property
    def cut_off(self) -> bool:
        """Whether the referee or a bot is to act first, as where a process was killed: see `advance`."""
        turn = self.turn
        if turn is CHANCE:
            return self.header.dice == "referee"
        return isinstance(turn, Seats) and any(seat in self._bots for seat in turn.seats)

    def hint(self, seat: Seat) -> str:
        """What that seat may type besides the moves that are listed; empty if they are all.

        A pad has it, and a game where tiles or cards may lie at the table that nobody has told.
        """
        hint: Callable[[Any, Seat], str] | None = getattr(self.game, "hint", None)
        return hint(self.state, seat) if hint else ""

    def seat(self, name: str) -> Seat:
        """The seat of that player, in small or capital letters. Raises `UsageError`."""
        folded = [known.casefold() for known in self.names]
        if name.casefold() in folded:
            return folded.index(name.casefold())
        check_player(name, self.names, "--seat")
        return self.names.index(name)

    def play(self, event: Event) -> Ruling:
        """Make the move or take the result down, and go on to where a person is needed.

        A move or a result that is refused changes nothing. It is refused too if somebody else has gone
        on with this game since: then what they did is told, and stands.
        """
        ruling = self._ruling(event)
        if ruling.allowed:
            ruling = self.holds(event) or self._record(event)
        if ruling.allowed:
            self.advance()
        return ruling

    def advance(self) -> None:
        """Roll, draw and let bots move until a person is to act or to type a result, or the game is over."""
        while (event := self._next()) is not None:
            self._record(event)
        if self.turn is OVER and self.seed and not self.shown:
            if self._append(SeedRecord(self.seed)).allowed:
                self.shown = True
                seed_file(self.journal.file).unlink(missing_ok=True)
            else:
                self.advance()

    @property
    def clocked(self) -> bool:
        """Whether a game with a clock has it for anybody, now or later."""
        return isinstance(self.game, Clocked) and self.game.clocked(self.states[0])

    def clock(self, seat: Seat) -> Clock | None:
        """The time of that seat for what it is to do; None if it has no clock, as bots have none."""
        if seat in self._bots or not isinstance(self.game, Clocked):
            return None
        return self.game.clock(self.state, seat)

    def used(self, seat: Seat, clock: Clock) -> int:
        """Milliseconds the seat has used of that time, as far as they are in the journal.

        Who goes back to an earlier turn has all of it anew.
        """
        return self._used.get((self.names[seat], clock.period), 0)

    def out_of_time(self, seat: Seat) -> bool:
        """Whether that seat has a clock and has used all of its time, as far as the journal knows."""
        clock = self.clock(seat)
        return clock is not None and self.used(seat, clock) >= clock.seconds * 1000

    def note(self, record: ClockRecord) -> Ruling:
        """Take down what a clock shows; refused if somebody else has gone on with the game."""
        ruling = self._append(record)
        if ruling.allowed:
            self._ticked(record)
        return ruling

    def expire(self, seat: Seat) -> Ruling:
        """The time of the seat, which has one, is over: the game goes on without what it has not done."""
        ruling = self._record(Event(seat, TIME_OVER))
        if ruling.allowed:
            self.advance()
        return ruling

    def undo(self, moves: int = 1, *, agreed: bool = False) -> Ruling:
        """Take back so many moves of players with all that followed them.

        Refused if there are fewer, and unless `agreed` if something was rolled, drawn or shown since,
        or if the seed has been shown.
        """
        starts = self._starts()
        if not 1 <= moves <= len(starts):
            return refused(f"Moves that can be taken back: {len(starts)}.", "")
        first = starts[-moves]
        if not agreed and self.reveals(moves):
            what = "The seed has been shown" if self.shown else "Something was rolled, drawn or shown since"
            return refused(f"{what}; say --agreed if all agree.", "")
        record = UndoRecord(len(self.events) - first, agreed)
        ruling = self._append(record)
        if ruling.allowed:
            self._take_back(record)
        return ruling

    def reveals(self, moves: int = 1) -> bool:
        """Whether something was rolled, drawn or shown by the last so many moves of players or since.

        Once the seed has been shown, always: who knows it could go back and choose by what will come.
        Then they are taken back only if all agree. False if there are fewer moves.
        """
        starts = self._starts()
        if not 1 <= moves <= len(starts):
            return False
        return self.shown or any(self._reveals(at) for at in range(starts[-moves], len(self.events)))

    def redo(self) -> Ruling:
        """Bring back the last move taken back, with the same results. Refused if there is none."""
        if not self.undone:
            return refused("There is nothing to bring back.", "")
        record = RedoRecord(len(self.undone[-1]))
        ruling = self._append(record)
        if ruling.allowed:
            self._bring_back(record)
            self.advance()
        return ruling

    def told(self, seat: Seat | None, since: int = 0) -> Iterator[Telling]:
        """What that seat, or with None an onlooker, was told, from that step of the story on."""
        for step in self.story[since:]:
            if isinstance(step, Step):
                yield self.game.tell(step.before, step.event, step.after, seat)
            elif isinstance(step, UndoRecord):
                agreed = ", as all agreed" if step.agreed else ""
                yield Telling((f"Moves and results taken back: {step.undo}{agreed}.",))
            else:
                yield Telling((f"Moves and results brought back: {step.redo}.",))

    def read(self, seat: Seat | None, text: str) -> Event:
        """The move of that seat as typed, or with None the result. Raises `UsageError`."""
        return Event(seat, self.game.read(self.state, seat, text))

    def _ruling(self, event: Event) -> Ruling:
        turn = self.turn
        if turn is OVER:
            return refused("The game is over.", "")
        if event.seat is None:
            if turn is not CHANCE:
                return refused("Nothing is to be rolled or drawn.", "")
            reason = self.game.chance(self.state).refusal(event.what)
            return refused(reason, "") if reason else ALLOWED
        if turn is CHANCE:
            return refused("First say what was rolled or drawn.", "")
        return self.game.check(self.state, event.seat, event.what)

    def _next(self) -> Event | None:
        """What the referee rolls or draws, or a bot does; None if that is for people, or the game is over."""
        turn = self.turn
        if turn is CHANCE and self.header.dice == "referee":
            return Event(None, self._result())
        if isinstance(turn, Seats) and (seat := next(filter(self._bots.get, turn.seats), None)) is not None:
            return Event(seat, self._bot_move(seat))
        return None

    def _record(self, event: Event) -> Ruling:
        """On the disk before anybody is told, but tried before that: no journal holds what cannot be."""
        after = follow(self.game, self.state, event)
        ruling = self._append(self._record_of(event))
        if ruling.allowed:
            self.undone.clear()
            self._add(event, after)
            self._seal(len(self.journal.records))
        return ruling

    def _seal(self, number: int) -> None:
        """After the record of that number."""
        if not self.seal and self.turn is OVER:
            self.seal = self.journal.hashes[number]

    def _record_of(self, event: Event) -> Record:
        if event.seat is None:
            return ChanceRecord(str(event.what))
        name = self.names[event.seat]
        return TimeRecord(name) if event.what is TIME_OVER else MoveRecord(name, str(event.what))

    def _ticked(self, record: ClockRecord) -> None:
        self.ticking = record if record.runs else None
        self._used[record.clock, record.period] = record.used

    def _periods(self) -> set[tuple[str, str]]:
        clocks = ((self.names[seat], self.clock(seat)) for seat in self.acting)
        return {(name, clock.period) for name, clock in clocks if clock}

    def _append(self, record: Record) -> Ruling:
        """Refused if somebody else has gone on with this game: then what they did is replayed here."""
        known = len(self.journal.records)
        try:
            self.journal.append(record)
        except OvertakenError:
            self._replay(self.journal.catch_up(), known + 2)
            return refused("Somebody else has gone on with this game. See what they did and try again.", "")
        return ALLOWED

    def _add(self, event: Event, after: Any) -> None:
        if event.seat is None:
            self._labels.append(self.game.chance(self.state).label)
        self.story.append(Step(self.state, event, after))
        self.states.append(after)
        self.events.append(event)

    def _take_back(self, record: UndoRecord) -> None:
        """The last events, from a player's move on, are no more, but can be brought back move by move."""
        count = record.undo
        gone = self.events[-count:]
        before = self._periods()
        self.story.append(record)
        del self.events[-count:]
        del self.states[-count:]
        chances = sum(event.seat is None for event in gone)
        del self._labels[len(self._labels) - chances :]
        starts = [at for at, event in enumerate(gone) if self._by_person(event)]
        groups = [gone[start:end] for start, end in itertools.pairwise((*starts, count))]
        self.undone += reversed(groups)
        going_on = before & self._periods()
        self._used = {period: used for period, used in self._used.items() if period in going_on}

    def _bring_back(self, record: RedoRecord) -> None:
        self.story.append(record)
        for event in self.undone.pop():
            self._add(event, follow(self.game, self.state, event))

    def _result(self) -> Any:
        """What the seed brings: the same whatever was undone and done again before."""
        if self.seed is None:
            raise UsageError(
                "The seed of this game is not here, so the referee cannot roll or draw.",
                where=str(seed_file(self.journal.file)),
                todo="Bring that file from the machine the game began on.",
            )
        outcomes = self.game.chance(self.state)
        return outcomes.pick(chance.Chance(self.seed, self.stream(outcomes.label)))

    def stream(self, label: str) -> str:
        """The stream for the next chance of that label: `parts`, then `parts/2`, `parts/3` and so on."""
        before = self._labels.count(label)
        return f"{label}/{before + 1}" if before else label

    def _bot_move(self, seat: Seat) -> Any:
        source = chance.Chance(self.seed or chance.new_seed(), f"bot/{len(self.events) + 1}")
        return self._bots[seat](self.game, self.game.known(self.state, seat), seat, source)

    def _starts(self) -> list[int]:
        """The places among the events of what people typed."""
        return [at for at, event in enumerate(self.events) if self._by_person(event)]

    def _by_person(self, event: Event) -> bool:
        """Whether somebody typed it: a move of a seat that is no bot's, or a result at the table."""
        return self.header.dice == "table" if event.seat is None else event.seat not in self._bots

    def _reveals(self, at: int) -> bool:
        """Whether something was rolled or drawn by that event, secret moves were shown, or time was over."""
        if self.events[at].seat is None or self.events[at].what is TIME_OVER:
            return True
        turn = self.game.turn(self.states[at])
        return isinstance(turn, Seats) and turn.secret and len(turn.seats) == 1

    def _replay(self, records: Iterable[Record], line: int, witness: Witness | None = None) -> None:
        """Do again what those records hold, the first of which stands on that line of the journal.

        Raises `DataError`, naming the line, for what cannot be.
        """
        for number, record in enumerate(records, line):
            try:
                self._replay_record(record, witness)
                self._seal(number - 1)
            except UsageError as problem:
                raise DataError(str(problem), where=f"{self.journal.file}, line {number}") from None

    def _replay_record(self, record: object, witness: Witness | None) -> None:
        if isinstance(record, UndoRecord):
            starts = self._starts()
            first = len(self.events) - record.undo
            if first not in starts:
                raise UsageError(
                    f"{record.undo} cannot be taken back: that is not where a player's move begins."
                )
            if not record.agreed and self.reveals(len(starts) - starts.index(first)):
                raise UsageError(f"{record.undo} cannot be taken back: not all have agreed.")
            self._take_back(record)
        elif isinstance(record, RedoRecord):
            if not self.undone or len(self.undone[-1]) != record.redo:
                raise UsageError(f"{record.redo} cannot be brought back.")
            self._bring_back(record)
        elif isinstance(record, ClockRecord):
            self._ticked(record)
        elif isinstance(record, TimeRecord):
            seat = self.seat(record.time)
            if not self.out_of_time(seat):
                raise UsageError(f"The time of {record.time} was not over.")
            event = Event(seat, TIME_OVER)
            self.undone.clear()
            self._add(event, follow(self.game, self.state, event))
        elif isinstance(record, MoveRecord | ChanceRecord):
            if isinstance(record, MoveRecord):
                event = self.read(self.seat(record.seat), record.move)
            else:
                event = self.read(None, record.chance)
            ruling = self._ruling(event)
            if not ruling.allowed:
                raise UsageError(f'"{event.what}" is not possible: {ruling.reason} {ruling.rule}'.rstrip())
            if event.seat is None and witness:
                outcomes = self.game.chance(self.state)
                witness(self.stream(outcomes.label), outcomes, event.what)
            self.undone.clear()
            self._add(event, follow(self.game, self.state, event))
        elif isinstance(record, SeedRecord):
            self.shown = True


def resume(file: Path) -> Session:
    """The game of that journal as it stands.

    Raises `UsageError` if there is no such file, `OtherRulesError` if its game cannot be played on here,
    and `DataError`, naming the line, if something in it cannot be.
    """
    return replay(Journal.open(file))


def replay(journal: Journal, witness: Witness | None = None) -> Session:
    """The game of that journal, as `resume`; the witness is called for each result of chance in it."""
    session = Session(journal, rules_of(journal), read_seed(journal))
    session._replay(journal.records, 2, witness)
    return session
