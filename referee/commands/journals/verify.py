"""The command `verify`."""

from components.wording import counted
from referee.commands.base.options import JournalArgument
from referee.engine.answers import Answer
from referee.table import shelf
from referee.table.proof import Proof, prove


def verify(
    file: JournalArgument,
) -> Answer[Proof]:
    """Check a journal: its moves, its results, its bots, its chain of hashes and its seed.

    Example: referee verify last-blast-1
    """
    proof = prove(shelf.find(file))
    lines = [
        f"{counted(proof.records, 'record')}:"
        f" {counted(proof.moves, 'move')}, {counted(proof.results, 'result')}."
    ]
    if proof.hash:
        lines.append(f"Hash of the last line: {proof.hash[:16]}…")
    if proof.dropped:
        lines.append(proof.dropped)
    lines += (["The chain is unbroken."] if proof.hash and proof.faults else []) + list(proof.faults)
    lines += proof.proved
    if proof.late:
        numbers = ", ".join(map(str, proof.late))
        lines.append(f"Moves made after the seed was shown, when rolls could be known: record {numbers}.")
    lines += (f"Not proved: {what}." for what in proof.unproved)
    return Answer(proof, tuple(lines), ok=not proof.faults)
