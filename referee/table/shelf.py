"""Where journals are kept, and which of them is the current sitting: the command `list`."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from components.errors import DataError, StarboxError, TakenError, UsageError, did_you_mean
from components.files import folder, make_folder, replace_file
from referee.answers import Answer, wrapped
from referee.table import rulesets, seeds, session
from referee.table.journal import Journal, MoveRecord, standing
from referee.table.session import Session

_ENDING = ".jsonl"


@dataclass(frozen=True)
class Sitting:
    """A game among those kept.

    moves    made so far, those taken back left out
    problem  why it cannot be gone on with; empty if it can
    """

    file: str
    game: str
    players: tuple[str, ...]
    moves: int
    current: bool
    problem: str


@dataclass(frozen=True)
class Sittings:
    """The games kept, and the folder they are in."""

    folder: str
    sittings: tuple[Sitting, ...]


def sittings() -> Answer[Sittings]:
    """The games at the table, the current one marked with a star.

    Example: referee list
    """
    now: Path | None = None
    lines: list[str] = []
    try:
        now = _current_file()
    except DataError as problem:
        lines += wrapped(str(problem))
    files = sorted(_folder().glob(f"*{_ENDING}"))
    if now is not None and now not in files:
        files.append(now)
    found = tuple(_sitting(file, file == now) for file in files)
    lines += (line for sitting in found for line in _lines(sitting))
    return Answer(
        Sittings(str(_folder()), found), tuple(lines) or ("There are none. Begin one: referee new.",)
    )


def current() -> Session:
    """The current sitting, as its journal leaves it: nothing is rolled, drawn or written.

    Raises `UsageError` if there is none.
    """
    return open_sitting(current_file())


def current_file() -> Path:
    """The journal of the current sitting. Raises `UsageError` if there is none."""
    file = _current_file()
    if file is None:
        raise UsageError("No game is at the table.", todo="Begin one: referee new last-blast Ann Bo.")
    return file


def open_sitting(file: Path) -> Session:
    """The sitting of that journal, as that leaves it. Raises what `session.resume` raises."""
    return session.replay(open_journal(file))


def open_journal(file: Path) -> Journal:
    """The journal of that file, whatever rules it was played by.

    Says on the error output if the last line was never finished. Raises what `Journal.open` raises.
    """
    journal = Journal.open(file)
    if journal.dropped:
        print(f"referee: {file}: {journal.dropped}", file=sys.stderr)
    return journal


def find(file: Path) -> Path:
    """The journal of that path or, without a folder, of that name among those kept; the ending may lack.

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
    """What `begun` begins at a name that is not taken, in the folder of journals, which is made."""
    make_folder(_folder())
    number = 0
    while True:
        number += 1
        file = _folder() / f"{game}-{number}{_ENDING}"
        # A seed without a journal is what a process left that was killed as it began.
        if not file.exists() and not seeds.seed_file(file).exists():
            # Who begins at the same time may be faster.
            with contextlib.suppress(TakenError):
                return begun(file)


def make_current(file: Path) -> None:
    """From now on this is the current sitting."""
    make_folder(_folder())
    replace_file(_pointer(), f"{file}\n")


def _folder() -> Path:
    return folder("data") / "sittings"


def _pointer() -> Path:
    return _folder() / "current"


def _current_file() -> Path | None:
    """Raises `DataError` if it cannot be told from the file that says it."""
    try:
        name = _pointer().read_bytes().decode().strip()
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        name = ""
    if not name or "\0" in name:
        raise DataError(
            "It names no journal.", where=str(_pointer()), todo="Make a game current: referee resume NAME."
        )
    return Path(name)


def _sitting(file: Path, current: bool) -> Sitting:
    """Counted, not replayed: what is illegal in a game is for `verify` to find."""
    try:
        journal = Journal.open(file)
    except StarboxError as problem:
        return Sitting(str(file), "", (), 0, current, problem.what)
    header, what = journal.header, ""
    try:
        rulesets.rules_of(journal)
    except StarboxError as problem:
        what = problem.what
    moves = sum(isinstance(record, MoveRecord) for record in standing(journal.records))
    return Sitting(str(file), header.game, header.seats, moves, current, what)


def _lines(sitting: Sitting) -> tuple[str, ...]:
    mark = "*" if sitting.current else " "
    count = "1 move" if sitting.moves == 1 else f"{sitting.moves} moves"
    known = [", ".join(sitting.players), count] if sitting.players else []
    return wrapped(
        f"{mark} {Path(sitting.file).stem:16} {'  '.join([*known, *filter(None, [sitting.problem])])}",
        hanging=4,
    )
