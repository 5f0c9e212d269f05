"""Proving a journal: it is replayed, and compared with what its seed gives and what its bots do."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from components.errors import DataError, UsageError
from referee.engine.game import Event
from referee.players.bots import version
from referee.table.history import History
from referee.table.journal import Journal
from referee.table.journal.lines import ChanceRecord, MoveRecord, SeedRecord, WordsRecord
from referee.table.rulesets import OtherRulesError
from referee.table.seeds import Secret, read_secret, seed_file, shown_secret
from referee.table.session import Session, replayed

SeedIs: TypeAlias = Literal["shown", "kept", "missing", "none"]


@dataclass(frozen=True)
class Proof:
    """Findings of a check of a journal.

    hash            the hash of the last line; empty if the file is broken
    replayed        whether moves and results were checked; False if the file is broken, or if this referee
                    does not have the rules it was played by. The chain needs no rules
    moves, results  how many it records, including those taken back
    seed            "shown" at the end; "kept" here until then; "missing"; "none" if the table rolled
    late            numbers of the records of moves made after the seed was shown, when all agreed to take
                    moves back: the players could know what would be rolled
    dropped         a sentence about a last line that was never finished and is ignored; nobody has seen it
    faults          what is wrong; empty if nothing is
    proved          what the journal proves, a sentence each; empty if there are faults
    unproved        what it cannot prove, a clause each: "that people made the moves recorded for them"
    """

    file: str
    hash: str
    replayed: bool
    records: int
    moves: int
    results: int
    seed: SeedIs
    late: tuple[int, ...]
    dropped: str
    faults: tuple[str, ...]
    proved: tuple[str, ...]
    unproved: tuple[str, ...]


def prove(file: Path) -> Proof:
    """Check one journal. Everything but the chain and the seed needs the rules of its game.

    Raises `UsageError` if there is no such file.
    """
    try:
        journal = Journal.open(file)
    except DataError as problem:
        return Proof(str(file), "", False, 0, 0, 0, "missing", (), "", (str(problem),), (), ())
    check = _Check(journal)
    faults = check.faults()
    return Proof(
        file=str(file),
        hash=journal.hash,
        replayed=check.done,
        records=len(journal.records),
        moves=sum(isinstance(record, MoveRecord) for record in journal.records),
        results=sum(isinstance(record, ChanceRecord) for record in journal.records),
        seed=_seed_is(journal),
        late=tuple(_late(journal)),
        dropped=journal.dropped,
        faults=tuple(faults),
        proved=() if faults else tuple(check.proved()),
        unproved=tuple(check.unproved()),
    )


class _Check:
    """Replays a journal and compares what happened with what the seed and the bots would bring.

    done    whether all of it was replayed
    secret  the seed, if it is known
    others  numbers of the records of bots' moves that this version of the bots would not make
    """

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.done = False
        self.secret: Secret | None = None
        self.others: list[int] = []
        self._faults: list[str] = []

    @property
    def _same_bots(self) -> bool:
        """Tell whether the bots here are those that played; journals of format 1 were played by version 1."""
        header = self.journal.header
        return (header.bots_version or 1) == version(header.game)

    def faults(self) -> list[str]:
        try:
            self.secret = read_secret(self.journal)
            self._faults += _seed_faults(self.journal, self.secret)
            session = replayed(self.journal, self._see)
            if shown_secret(self.journal) and not session.ended_by:
                self._faults.append("The seed was shown before the game was over.")
            self.done = True
        except OtherRulesError as problem:
            self._faults.append(f"Its moves and results cannot be checked here. {problem}")
        except (DataError, UsageError) as problem:
            self._faults.append(str(problem))
        return self._faults

    def proved(self) -> Iterator[str]:
        header = self.journal.header
        yield "The chain is unbroken, every move is legal, every result is possible."
        if self.secret:
            bound = ", with names, options and all of the first line" * header.bound
            bound += f", by the commitment that begins with {header.commitment[:_DIGITS]}"
            yield "Every result is the one the seed gives" + (
                f", and the seed is the one fixed at the start{bound}."
                if shown_secret(self.journal)
                else ". The seed is shown at the end."
            )
            if header.bots and not self.others:
                yield "Every move of a bot is the one it makes with this seed."
        if words := [record.words for record in self.journal.records if isinstance(record, WordsRecord)]:
            yield f"The seed was joined with words of {', '.join(words)}, which were added in this order."

    def unproved(self) -> Iterator[str]:
        header = self.journal.header
        if header.mode == "pad" or header.dice == "table":
            yield "that the table rolled and drew what was typed; there is no seed"
        elif not self.secret:
            yield "that results and bots follow the seed, which is not shown yet and is not on this machine"
        elif not self.secret.salt:
            yield "that nobody guessed the seed, whose commitment has no salt"
        if not (header.bound and self.secret):
            yield "that names and options are those of the beginning, which no known commitment binds"
        if self.others and not self._same_bots:
            numbers = ", ".join(map(str, self.others[:_LISTED]))
            more = f" and {len(self.others) - _LISTED} more" if len(self.others) > _LISTED else ""
            yield f"moves of bots: those of this referee are newer, and would not make record {numbers}{more}"
        words = [record.words for record in self.journal.records if isinstance(record, WordsRecord)]
        if words:
            yield f"that {words[-1]}, who added words last, did not know the seed"
        elif header.commitment:
            yield "that the game was not picked from several beginnings; nobody added words to the seed"
        if set(header.seats) - set(header.bots):
            yield "that people made the moves recorded for them"

    def _see(self, number: int, history: History, event: Event, text: str) -> None:
        """Compare an event with what the seed brings, or with what a bot does."""
        if self.secret is None or not isinstance(history, Session):
            return
        bot = history.bot_to_move()
        if event.seat is None:
            self._compare_result(number, history, event, text)
        elif event.seat not in history.bots:
            if bot is not None:
                self._faults.append(f"Record {number}: {history.names[bot]} is a bot and was to move first.")
        elif event.seat != bot:
            self._faults.append(f"Record {number}: this bot moved before its turn.")
        elif str(history.bot_move(event.seat)) != text:
            self.others.append(number)
            if self._same_bots:
                self._faults.append(
                    f'Record {number}: "{text}" is recorded, but the bot {history.names[event.seat]} makes'
                    " another move with this seed."
                )

    def _compare_result(self, number: int, session: Session, event: Event, text: str) -> None:
        brought: Any = session.brought()
        label = session.stream(session.game.chance(session.state).label)
        if brought != event.what:
            self._faults.append(
                f'Record {number}: "{event.what}" is recorded, but the seed gives "{brought}" in the stream'
                f" {label}."
            )
        elif str(brought) != text:
            self._faults.append(f'Record {number}: the result "{brought}" is written as "{text}".')


_DIGITS = 8  # digits of a hash that people compare
_LISTED = 10  # numbers of records in a sentence


def _seed_is(journal: Journal) -> SeedIs:
    if not journal.header.commitment:
        return "none"
    if shown_secret(journal) is not None:
        return "shown"
    return "kept" if seed_file(journal.file).exists() else "missing"


def _late(journal: Journal) -> Iterator[int]:
    """The records of moves that people made after the seed was shown; bots do not look ahead."""
    shown = False
    for number, record in enumerate(journal.records, 1):
        shown = shown or isinstance(record, SeedRecord)
        if shown and isinstance(record, MoveRecord) and record.seat not in journal.header.bots:
            yield number


def _seed_faults(journal: Journal, secret: Secret | None) -> Iterator[str]:
    if sum(isinstance(record, SeedRecord) for record in journal.records) > 1:
        yield "The seed is shown more than once."
    if secret is not None and secret.commitment(journal.header) != journal.header.commitment:
        bound = ", or names, options or another part of the first line were changed" * journal.header.bound
        yield f"The seed that is shown is not the one that was fixed at the start{bound}."
