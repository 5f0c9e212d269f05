"""The command `verify`: a journal is replayed, and its results are compared with what its seed brings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

import typer

from components.errors import DataError
from referee import chance
from referee.answers import Answer, wrapped
from referee.outcomes import Outcomes
from referee.table import session, shelf
from referee.table.journal import ChanceRecord, Journal, MoveRecord, SeedRecord
from referee.table.rulesets import OtherRulesError
from referee.table.seeds import read_seed, seed_file, shown_seed

SeedIs: TypeAlias = Literal["shown", "kept", "missing", "none"]

Result: TypeAlias = tuple[str, Outcomes[Any], Any]  # label of the stream, what could have been, what was


@dataclass(frozen=True)
class Proof:
    """What a check of a journal found.

    hash            of the last line; empty if the file is broken
    replayed        whether moves and results were looked at: not if the file is broken, or if it was played
                    by rules that are not here. The chain needs no rules
    moves, results  how many it records, those taken back included
    seed            "shown" at the end; "kept" here until then; "missing"; "none", if the table rolled
    late            numbers of the records of moves made when the seed had been shown, after all agreed to
                    take moves back: whoever made them could know what would be rolled
    dropped         what was left out of a last line that was never finished; nobody has seen it
    faults          what is wrong; nothing if all is as it should be
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


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A journal, as `list` names it.")],
) -> Answer[Proof]:
    """Check a journal: every move legal, every result possible, the chain unbroken, the seed true.

    Example: referee verify last-blast-1
    """
    proof = prove(shelf.find(file))
    counts = [(proof.records, "record"), (proof.moves, "move"), (proof.results, "result")]
    records, *others = (f"{count} {what}{'' if count == 1 else 's'}" for count, what in counts)
    lines = [f"{records}: {', '.join(others)}."]
    if proof.hash:
        lines.append(f"The hash of the last line: {proof.hash[:16]}…")
    if proof.dropped:
        lines.append(proof.dropped)
    if proof.faults:
        lines += (["The chain is unbroken."] if proof.hash else []) + list(proof.faults)
    else:
        lines += ("The chain is unbroken, every move is legal, every result is possible.", _WORDS[proof.seed])
    if proof.late:
        numbers = ", ".join(map(str, proof.late))
        lines.append(f"Moves made when the seed had been shown, so that rolls were known: record {numbers}.")
    return Answer(proof, tuple(short for line in lines for short in wrapped(line)), ok=not proof.faults)


def prove(file: Path) -> Proof:
    """The check of one journal, which needs the rules of its game for all but the chain and the seed.

    Raises `UsageError` if there is no such file.
    """
    try:
        journal = Journal.open(file)
    except DataError as problem:
        return Proof(str(file), "", False, 0, 0, 0, "missing", (), "", (str(problem),))
    results: list[Result] = []
    faults: list[str] = []
    replayed = False
    try:
        seed = read_seed(journal)
        faults += _seed_faults(journal, seed)
        session.replay(journal, lambda *result: results.append(result))
        faults += _result_faults(seed, results)
        replayed = True
    except OtherRulesError as problem:
        faults.append(f"Its moves and results cannot be checked here. {problem}")
    except DataError as problem:
        faults.append(str(problem))
    return Proof(
        file=str(file),
        hash=journal.hash,
        replayed=replayed,
        records=len(journal.records),
        moves=sum(isinstance(record, MoveRecord) for record in journal.records),
        results=sum(isinstance(record, ChanceRecord) for record in journal.records),
        seed=_seed_is(journal),
        late=tuple(_late(journal)),
        dropped=journal.dropped,
        faults=tuple(faults),
    )


_WORDS: dict[SeedIs, str] = {
    "shown": "Every result is the one the seed brings, and the seed is the one fixed at the start.",
    "kept": "Every result is the one the seed brings. The seed is shown at the end.",
    "missing": "The seed is not shown yet and not kept here: results cannot be compared with it.",
    "none": "The table rolled and drew itself: there is no seed.",
}


def _seed_is(journal: Journal) -> SeedIs:
    if not journal.header.commitment:
        return "none"
    if shown_seed(journal) is not None:
        return "shown"
    return "kept" if seed_file(journal.file).exists() else "missing"


def _late(journal: Journal) -> Iterator[int]:
    """Bots do not look ahead."""
    shown = False
    for number, record in enumerate(journal.records, 1):
        shown = shown or isinstance(record, SeedRecord)
        if shown and isinstance(record, MoveRecord) and record.seat not in journal.header.bots:
            yield number


def _seed_faults(journal: Journal, seed: str | None) -> Iterator[str]:
    if seed is not None and chance.commitment(seed) != journal.header.commitment:
        yield "The seed that is shown is not the one that was fixed at the start."


def _result_faults(seed: str | None, results: Sequence[Result]) -> Iterator[str]:
    """Results that are not those the seed brings, as far as it is known."""
    if seed is None:
        return
    for label, outcomes, result in results:
        brought = outcomes.pick(chance.Chance(seed, label))
        if brought != result:
            yield f'"{result}" is recorded, but the seed brings "{brought}" in the stream {label}.'
