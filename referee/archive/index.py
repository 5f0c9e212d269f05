"""The result of every session in the folder of journals, read once and remembered.

To know who won, a journal is replayed. What that gave is kept in the folder for caches, a line for each
journal, under a key that covers every byte of the journal and the files of the rules. So a journal that was
changed is replayed anew, and so is every journal when the rules were changed. A line that is harmed does not
fit its own hash, and is left out.
"""

import contextlib
import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import components
import referee
from components import installed
from components.errors import OutputError, StarboxError
from components.files import folder, read_file
from components.writing import make_folder, replace_file
from referee.engine.game import OVER
from referee.table import shelf
from referee.table.journal import Journal
from referee.table.session import Session, replayed

BOT = " (bot)"


@dataclass(frozen=True)
class Result:
    """The result of a game for one of its players.

    player  the name or, for a bot, the name of the bot: "greedy (bot)"
    total   what the ranking counts
    """

    player: str
    total: int
    won: bool


@dataclass(frozen=True)
class Played:
    """A session.

    file     its journal, without the folder
    over     whether the game has ended; only then the results count
    moves    moves of people and bots, without those taken back
    results  seat by seat
    """

    file: str
    game: str
    over: bool
    moves: int
    results: tuple[Result, ...]


def played_of(session: Session) -> Played:
    """Return the result of that session."""
    sheet = session.game.score(session.state)
    bots = session.header.bots
    return Played(
        file=session.journal.file.name,
        game=session.header.game,
        over=session.turn is OVER,
        moves=sum(event.seat is not None for event in session.events),
        results=tuple(
            Result(
                f"{bots[player.name]}{BOT}" if player.name in bots else player.name,
                player.total,
                player.name in sheet.winners,
            )
            for player in sheet.players
        ),
    )


_FORM = 1  # raised when a line of the index has another form


@dataclass(frozen=True)
class Skipped:
    """A journal that cannot be replayed.

    problem  where in it, what is wrong, and what to do
    """

    file: str
    problem: str


@dataclass(frozen=True)
class Archive:
    """The sessions in the folder, the one that was written to first at the beginning."""

    played: tuple[Played, ...]
    skipped: tuple[Skipped, ...]


def read_archive() -> Archive:
    """All sessions in the folder of journals. A journal that cannot be replayed is named and left out."""
    known = dict(_entries(_index()))
    stamp = _stamp()
    kept: dict[str, Played] = {}
    played: list[Played] = []
    skipped: list[Skipped] = []
    for file in shelf.files():
        try:
            key = hashlib.sha256(stamp + f"{file.name}\n".encode() + read_file(file)).hexdigest()
            one = known.get(key) or played_of(replayed(Journal.open(file)))
            json.dumps(asdict(one), ensure_ascii=False).encode()  # raises for a name that cannot be printed
            kept[key] = one
            played.append(one)
        except StarboxError as problem:
            skipped.append(Skipped(file.name, str(problem).replace(str(file), file.name)))
        except OSError as problem:
            skipped.append(Skipped(file.name, f"{file.name}: The file cannot be read: {problem.strerror}."))
        except Exception as problem:
            # Somebody may have made up a journal that the rules were not written for; the others still count.
            skipped.append(
                Skipped(file.name, f"{file.name}: It cannot be replayed ({type(problem).__name__}).")
            )
    if kept != known:
        _write(kept)
    return Archive(tuple(played), tuple(skipped))


def _index() -> Path:
    return folder("cache") / "sessions.jsonl"


def _entries(file: Path) -> Iterator[tuple[str, Played]]:
    """Read the entries of the index, by key; a line that is harmed is left out."""
    try:
        lines = read_file(file).splitlines()
    except OSError:
        return
    for line in lines:
        text, _, check = line.rpartition(b"\t")
        if hashlib.sha256(text).hexdigest().encode() == check:
            key, fields = json.loads(text)
            results = tuple(Result(**one) for one in fields.pop("results"))
            yield key, Played(**fields, results=results)


def _write(kept: dict[str, Played]) -> None:
    """Remember these. Where nothing can be written, the journals are replayed the next time."""
    lines = []
    for key, one in kept.items():
        text = json.dumps([key, asdict(one)], ensure_ascii=False, separators=(",", ":")).encode()
        lines.append(text + b"\t" + hashlib.sha256(text).hexdigest().encode() + b"\n")
    with contextlib.suppress(OutputError):
        make_folder(_index().parent)
        replace_file(_index(), b"".join(lines))


def _stamp() -> bytes:
    """A hash that changes with the files of the rules, of their boxes and of all games."""
    homes = [Path(components.__file__).parent, Path(referee.__file__).parent]
    homes += sorted(brought.home for brought in installed.packages().values())
    stamp = hashlib.sha256(f"{_FORM}".encode())
    for home in homes:
        for path in sorted(home.rglob("*")):
            if path.suffix in _SOURCES:
                state = path.stat()
                stamp.update(f"{path} {state.st_size} {state.st_mtime_ns}\n".encode())
    return stamp.digest()


_SOURCES = {".py", ".toml", ".csv", ".xlsx", ".ods"}
