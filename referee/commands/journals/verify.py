"""The command `verify`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from components.wording import counted
from referee.engine.answers import Answer
from referee.table import shelf
from referee.table.proof import Proof, prove


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A journal as `list` names it.")],
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
