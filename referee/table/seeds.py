"""The seed of a session: in a file beside the journal until it is shown in the journal."""

from __future__ import annotations

from pathlib import Path

from components.errors import DataError
from referee.engine.chance import seeded
from referee.table.journal import Journal, SeedRecord


def seed_file(journal: Path) -> Path:
    """The file of the seed."""
    return journal.with_name(f"{journal.name}.seed")


def shown_seed(journal: Journal) -> str | None:
    """The seed, if the journal shows it."""
    return next((record.seed for record in journal.records if isinstance(record, SeedRecord)), None)


def read_seed(journal: Journal) -> str | None:
    """The seed, shown or not; None if it is not on this machine. Raises `DataError` for a wrong one."""
    shown = shown_seed(journal)
    if shown is not None:
        return shown
    try:
        seed = seed_file(journal.file).read_bytes().decode(errors="replace").strip()
    except OSError:
        return None
    if not seed or seeded.commitment(seed) != journal.header.commitment:
        raise DataError(
            "This is not the seed the game began with.",
            where=str(seed_file(journal.file)),
            todo="Restore the right file.",
        )
    return seed
