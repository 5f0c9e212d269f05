"""The folder of journals, and which of them is the current session."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from components.errors import DataError, StarboxError, TakenError, UsageError, did_you_mean
from components.files import folder, make_folder, read_file, replace_file
from referee.table import rulesets, seeds
from referee.table.journal import Journal, MoveRecord, standing
from referee.table.session import Session, replayed

_ENDING = ".jsonl"


@dataclass(frozen=True)
class KeptSession:
    """One of the games in the folder.

    moves    made so far, without those taken back
    problem  why the game cannot be continued; empty if it can
    """

    file: str
    game: str
    players: tuple[str, ...]
    moves: int
    current: bool
    problem: str


@dataclass(frozen=True)
class KeptSessions:
    """The games in the folder of journals."""

    folder: str
    sessions: tuple[KeptSession, ...] = field(metadata={"json": "sittings"})


def kept() -> tuple[KeptSessions, str]:
    """All sessions, and what is wrong with the file that names the current one; empty if nothing is."""
    now, problem = None, ""
    try:
        now = _current_file()
    except DataError as unreadable:
        problem = str(unreadable)
    files = sorted(_folder().glob(f"*{_ENDING}"))
    if now is not None and now not in files:
        files.append(now)
    return KeptSessions(str(_folder()), tuple(_kept(file, file == now) for file in files)), problem


def current() -> Session:
    """The current session, as its last record left it: nothing is rolled, drawn or written.

    Raises `UsageError` if there is none.
    """
    return open_session(current_file())


def current_file() -> Path:
    """The journal of the current session. Raises `UsageError` if there is none."""
    file = _current_file()
    if file is None:
        raise UsageError("There is no game at the table.", todo="Begin one: referee new last-blast Ann Bo.")
    return file


def open_session(file: Path) -> Session:
    """The session of that journal, as its last record left it. Raises what `session.resume` raises."""
    return replayed(open_journal(file))


def open_journal(file: Path) -> Journal:
    """The journal of that file, whatever rules it was played by.

    Prints a warning on standard error if the last line was never finished. Raises what `Journal.open`
    raises.
    """
    journal = Journal.open(file)
    if journal.dropped:
        print(f"referee: {file}: {journal.dropped}", file=sys.stderr)
    return journal


def find(file: Path) -> Path:
    """The journal with that path or, without a folder, with that name; the ending may be left out.

    Raises `UsageError` if there is none.
    """
    ended = file.with_name(f"{file.name}{_ENDING}") if file.name else file
    kept = [] if file.parent.name or file.is_absolute() else [_folder() / file, _folder() / ended]
    for place in (file, ended, *kept):
        if place.is_file():
            return place.absolute()
    if file.exists():
        return file.absolute()
    names = [one.stem for one in _folder().glob(f"*{_ENDING}")]
    raise UsageError("There is no such journal.", where=str(file), todo=did_you_mean(file.stem, names))


def begin(game: str, begun: Callable[[Path], Session]) -> Session:
    """A new session in the folder of journals, which is created: `begun` gets the first free name."""
    make_folder(_folder())
    number = 0
    while True:
        number += 1
        file = _folder() / f"{game}-{number}{_ENDING}"
        # A process that was killed as it began may have left a seed without a journal.
        if not file.exists() and not seeds.seed_file(file).exists():
            # Another process that begins at the same time may be faster.
            with contextlib.suppress(TakenError):
                return begun(file)


def make_current(file: Path) -> None:
    """Make this the current session."""
    make_folder(_folder())
    replace_file(_pointer(), f"{file}\n")


def _folder() -> Path:
    return folder("data") / "sittings"


def _pointer() -> Path:
    return _folder() / "current"


def _current_file() -> Path | None:
    """Raises `DataError` if the file that names it is broken."""
    try:
        name = read_file(_pointer()).decode().strip()
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        name = ""
    if not name or "\0" in name:
        raise DataError(
            "The file does not name a journal.",
            where=str(_pointer()),
            todo="Choose a game: referee resume NAME.",
        )
    return Path(name)


def _kept(file: Path, current: bool) -> KeptSession:
    """Its moves are counted, not replayed: `verify` finds illegal moves."""
    try:
        journal = Journal.open(file)
    except StarboxError as problem:
        return KeptSession(str(file), "", (), 0, current, problem.what)
    header, what = journal.header, ""
    try:
        rulesets.rules_of(journal)
    except StarboxError as problem:
        what = problem.what
    moves = sum(isinstance(record, MoveRecord) for record in standing(journal.records))
    return KeptSession(str(file), header.game, header.seats, moves, current, what)
