"""Proving a journal: it is replayed, and its results are compared with those its seed gives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from components.errors import DataError
from referee.engine.chance import seeded
from referee.engine.chance.outcomes import Outcomes
from referee.table.journal import ChanceRecord, Journal, MoveRecord, SeedRecord
from referee.table.rulesets import OtherRulesError
from referee.table.seeds import read_seed, seed_file, shown_seed
from referee.table.session import replayed

SeedIs: TypeAlias = Literal["shown", "kept", "missing", "none"]

Result: TypeAlias = tuple[str, Outcomes[Any], Any]  # label of the stream, what could have come, what came


@dataclass(frozen=True)
class Proof:
    """What a check of a journal found.

    hash            of the last line; empty if the file is broken
    replayed        whether moves and results were checked; False if the file is broken, or if this referee
                    does not have the rules it was played by. The chain needs no rules
    moves, results  how many it records, including those taken back
    seed            "shown" at the end; "kept" here until then; "missing"; "none" if the table rolled
    late            numbers of the records of moves made after the seed was shown, when all agreed to take
                    moves back: the players could know what would be rolled
    dropped         a sentence about a last line that was never finished and is ignored; nobody has seen it
    faults          what is wrong; empty if nothing is
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


def prove(file: Path) -> Proof:
    """Check one journal. Everything but the chain and the seed needs the rules of its game.

    Raises `UsageError` if there is no such file.
    """
    try:
        journal = Journal.open(file)
    except DataError as problem:
        return Proof(str(file), "", False, 0, 0, 0, "missing", (), "", (str(problem),))
    results: list[Result] = []
    faults: list[str] = []
    checked = False
    try:
        seed = read_seed(journal)
        faults += _seed_faults(journal, seed)
        replayed(journal, lambda *result: results.append(result))
        faults += _result_faults(seed, results)
        checked = True
    except OtherRulesError as problem:
        faults.append(f"Its moves and results cannot be checked here. {problem}")
    except DataError as problem:
        faults.append(str(problem))
    return Proof(
        file=str(file),
        hash=journal.hash,
        replayed=checked,
        records=len(journal.records),
        moves=sum(isinstance(record, MoveRecord) for record in journal.records),
        results=sum(isinstance(record, ChanceRecord) for record in journal.records),
        seed=_seed_is(journal),
        late=tuple(_late(journal)),
        dropped=journal.dropped,
        faults=tuple(faults),
    )


def _seed_is(journal: Journal) -> SeedIs:
    if not journal.header.commitment:
        return "none"
    if shown_seed(journal) is not None:
        return "shown"
    return "kept" if seed_file(journal.file).exists() else "missing"


def _late(journal: Journal) -> Iterator[int]:
    """The records of moves that people made after the seed was shown; bots do not look ahead."""
    shown = False
    for number, record in enumerate(journal.records, 1):
        shown = shown or isinstance(record, SeedRecord)
        if shown and isinstance(record, MoveRecord) and record.seat not in journal.header.bots:
            yield number


def _seed_faults(journal: Journal, seed: str | None) -> Iterator[str]:
    if seed is not None and seeded.commitment(seed) != journal.header.commitment:
        yield "The seed that is shown is not the one that was fixed at the start."


def _result_faults(seed: str | None, results: Sequence[Result]) -> Iterator[str]:
    """The results that differ from those the seed gives, if it is known."""
    if seed is None:
        return
    for label, outcomes, result in results:
        brought = outcomes.pick(seeded.Chance(seed, label))
        if brought != result:
            yield f'"{result}" is recorded, but the seed gives "{brought}" in the stream {label}.'
