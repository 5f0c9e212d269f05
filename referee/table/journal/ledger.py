"""The ledger of beginnings: a line for every game that was begun here with a seed, whatever became of it.

Without it, somebody could begin game after game until the cards suit them, and delete the rest unseen.
"""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from components.errors import DataError, StarboxError
from components.reading import parse_json, read_bytes
from components.wording import stray
from components.writing import append_line, make_folder
from referee.table.journal.lines import Header, SeedRecord
from referee.table.journal.reader import read_journal

LEDGER = "beginnings"  # It lies in the folder of journals.

Now: TypeAlias = Literal["open", "over", "gone"]


@dataclass(frozen=True)
class Beginning:
    """A game that was begun.

    at          the time in seconds since 1970
    file        the journal it was begun in
    commitment  the commitment to its seed, by which its journal is known
    now         "over" if its seed has been shown, "open" if not yet; "gone" if its journal is not there
    """

    at: int
    file: str
    game: str
    players: tuple[str, ...]
    commitment: str
    now: Now


def note_beginning(folder: Path, file: Path, header: Header, at: int | None = None) -> None:
    """Write down that this game begins, in the ledger of that folder, which is made.

    at  the time in seconds since 1970; now by default

    Raises `OutputError`.
    """
    make_folder(folder)
    line = {
        "at": int(time.time()) if at is None else at,
        "file": str(file),
        "game": header.game,
        "players": header.seats,
        "commitment": header.commitment,
    }
    append_line(folder / LEDGER, json.dumps(line, ensure_ascii=False).encode())


def beginnings(folder: Path) -> tuple[Beginning, ...]:
    """All games that were begun with a seed, in order; lines of the ledger that cannot be read are left out.

    folder  the folder of journals, where the ledger is
    """
    try:
        lines = read_bytes(folder / LEDGER).split(b"\n")
    except DataError:
        return ()
    return tuple(begun for line in lines if line for begun in _read(line))


def _read(line: bytes) -> Iterator[Beginning]:
    try:
        entry = parse_json(line.decode(), LEDGER)
    except (UnicodeDecodeError, StarboxError):
        return
    if isinstance(entry, dict) and all(_fits(entry.get(key), kind) for key, kind in _KEYS.items()):
        texts = {key: entry[key] for key in ("file", "game", "commitment")}
        state = _now(Path(entry["file"]), entry["commitment"])
        yield Beginning(at=entry["at"], players=tuple(entry["players"]), now=state, **texts)


_KEYS: dict[str, type] = {"at": int, "file": str, "game": str, "players": list, "commitment": str}


def _fits(value: Any, kind: type) -> bool:
    """Tell whether it is of that type, and can be shown."""
    texts = value if isinstance(value, list) else [value] if isinstance(value, str) else []
    return type(value) is kind and all(isinstance(text, str) and not stray(text) for text in texts)


def _now(file: Path, commitment: str) -> Now:
    """Tell what became of that game; another one may have the name of its journal by now."""
    try:
        journal = read_journal(file)
    except (StarboxError, ValueError):
        return "gone"
    if journal.header.commitment != commitment:
        return "gone"
    return "over" if any(isinstance(record, SeedRecord) for record in journal.records) else "open"
