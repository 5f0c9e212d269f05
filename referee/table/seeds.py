"""The seed of a session: in a file beside the journal until it is shown in the journal."""

import stat
from pathlib import Path
from typing import Final, NamedTuple

from components.errors import DataError, UsageError
from components.wording import stray
from components.writing import create_file
from referee.engine.chance import seeded
from referee.table.journal import Journal
from referee.table.journal.lines import Header, SeedRecord

LONGEST_SEED: Final = 1000  # characters, also of the words that a player adds

_MOST_BYTES = 64 * 1024


class Secret(NamedTuple):
    """A seed, and the salt of its commitment; the salt is empty in journals of format 1."""

    seed: str
    salt: str = ""

    def commitment(self, header: Header) -> str:
        """Return the commitment to the seed and, where the header says so, to the header."""
        return seeded.commitment(self.seed, self.salt, header.agreed)


def new_secret(seed: str | None, salt: str | None = None) -> Secret:
    """Return the seed and the salt, or new ones. Raises `UsageError` for an impossible seed."""
    if seed is not None:
        check_text(seed, "--seed")
    return Secret(seeded.seed_or_new(seed, secret=True), seeded.new_salt() if salt is None else salt)


def check_text(text: str, where: str) -> None:
    """Raises `UsageError` for a seed or words that are too long, or have a sign that cannot be shown."""
    if len(text) > LONGEST_SEED:
        todo = f"Write at most {LONGEST_SEED}."
        raise UsageError(f"These are {len(text)} characters.", where=where, todo=todo)
    if sign := stray(text):
        raise UsageError(f"This has a sign that cannot be shown: {sign}.", where=where, todo="Leave it out.")


def seed_file(journal: Path) -> Path:
    """The file of the seed."""
    return journal.with_name(f"{journal.name}.seed")


def keep(journal: Path, secret: Secret) -> None:
    """Write the file of the seed, for its owner's eyes only. Raises what `create_file` raises."""
    create_file(seed_file(journal), f"{secret.seed}\n{secret.salt}\n".encode(), private=True)


def shown_secret(journal: Journal) -> Secret | None:
    """The seed with its salt, if the journal shows it."""
    records = (record for record in journal.records if isinstance(record, SeedRecord))
    return next((Secret(record.seed, record.salt) for record in records), None)


def read_secret(journal: Journal) -> Secret | None:
    """The seed, shown or not; None if it is not on this machine. Raises `DataError` for a wrong one."""
    shown = shown_secret(journal)
    if shown is not None or not journal.header.commitment:
        return shown
    file = seed_file(journal.file)
    try:
        status = file.stat()
        ordinary = stat.S_ISREG(status.st_mode) and status.st_size <= _MOST_BYTES
        text = file.read_bytes().decode(errors="replace").strip() if ordinary else ""
    except OSError:
        return None
    seed, _, salt = text.rpartition("\n")
    for secret in (Secret(seed.strip(), salt), Secret(text)):
        if secret.seed.strip() and secret.commitment(journal.header) == journal.header.commitment:
            return secret
    bound = ", or not with these names and options" * journal.header.bound
    what = f"This is not the seed the game began with{bound}."
    raise DataError(what, where=str(file), todo="Restore the right file.")
