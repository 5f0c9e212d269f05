"""Where the seed of a sitting is until it is shown: beside the journal, which must not hold it before."""

from __future__ import annotations

from pathlib import Path

from components.errors import DataError
from referee import chance
from referee.table.journal import Journal, SeedRecord


def seed_file(journal: Path) -> Path:
    """The file of the seed."""
    return journal.with_name(f"{journal.name}.seed")


def shown_seed(journal: Journal) -> str | None:
    """The seed, if the journal shows it."""
    return next((record.seed for record in journal.records if isinstance(record, SeedRecord)), None)


def read_seed(journal: Journal) -> str | None:
    """The seed, shown or not; None if it is not here. Raises `DataError` for another one."""
    shown = shown_seed(journal)
    if shown is not None:
        return shown
    try:
        seed = seed_file(journal.file).read_bytes().decode(errors="replace").strip()
    except OSError:
        return None
    if not seed or chance.commitment(seed) != journal.header.commitment:
        raise DataError(
            "This is not the seed the game began with.",
            where=str(seed_file(journal.file)),
            todo="Bring the right file back.",
        )
    return seed
