"""The folder of journals, and which of them is the current session."""

from __future__ import annotations

import contextlib
import hashlib
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from components.errors import DataError, StarboxError, TakenError, UsageError, did_you_mean
from components.files import folder, read_file
from components.wording import listed
from components.writing import create_file, lock, make_folder, remove_file, remove_files, replace_file
from referee import games
from referee.engine.game import OVER
from referee.table import rulesets, seeds
from referee.table.journal import Journal
from referee.table.journal.ledger import Beginning, beginnings
from referee.table.journal.lines import MoveRecord, standing
from referee.table.session import Session, replayed

_ENDING = ".jsonl"


@dataclass(frozen=True)
class KeptSession:
    """One of the games in the folder.

    moves    made so far, without those taken back
    problem  why the game cannot be continued; empty if it can
    date     the time when something was last written to it, in local time: "2026-11-22T18:30:00"
    pad      whether it is a score pad
    unused   whether nobody has moved yet: a beginning that may have been thrown away
    over     whether the game has ended
    to_act   the names of the players whose turn it is
    winners  their names, if the game has ended
    """

    file: str
    game: str
    players: tuple[str, ...]
    moves: int
    current: bool
    problem: str
    date: str = ""
    pad: bool = False
    unused: bool = False
    over: bool = False
    to_act: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()


@dataclass(frozen=True)
class KeptSessions:
    """The games in the folder of journals.

    thrown_away  games that were begun with a seed and whose journals are not there any more
    """

    folder: str
    sessions: tuple[KeptSession, ...] = field(metadata={"json": "sittings"})
    thrown_away: tuple[Beginning, ...] = ()


def kept() -> tuple[KeptSessions, str]:
    """All sessions, and what is wrong with the file that names the current one; empty if nothing is."""
    now, problem = None, ""
    try:
        now = _current_file()
    except DataError as unreadable:
        problem = str(unreadable)
    files = sorted(_folder().glob(f"*{_ENDING}"))
    if now is not None and now not in files and now.exists():
        files.append(now)
    known = _Known()
    found = tuple(_kept(file, file == now, known) for file in files)
    known.keep()
    return KeptSessions(str(_folder()), found), problem


def thrown_away() -> tuple[Beginning, ...]:
    """The games that were begun here with a seed and deleted since, in order."""
    return tuple(one for one in beginnings(_folder()) if one.now == "gone")


def standing_of(kept: KeptSession) -> str:
    """Say how a game stands, in a few words: "over, won by Ann", "score pad  to act: Ann"."""
    words = ["score pad"] if kept.pad else []
    if kept.over:
        words.append(f"over, won by {listed(kept.winners)}" if kept.winners else "over, won by nobody")
    elif kept.unused and not kept.current:
        words.append("never played")
    elif kept.to_act:
        words.append(f"to act: {', '.join(kept.to_act)}")
    return "  ".join(words)


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


def files() -> list[Path]:
    """The journals in the folder, in the order in which they were last written."""
    return sorted(_folder().glob(f"*{_ENDING}"), key=_changed)


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


def find(file: Path, *, newest: bool = True) -> Path:
    """The journal with that path or, without a folder, with that name; the ending may be left out.

    newest  whether the name of a game finds its newest journal

    Raises `UsageError` if there is none.
    """
    ended = file.with_name(f"{file.name}{_ENDING}") if file.name else file
    alone = not (file.parent.name or file.is_absolute())
    kept = [_folder() / file, _folder() / ended] if alone else []
    for place in (file, ended, *kept):
        if place.is_file():
            return place.absolute()
    if file.exists():
        return file.absolute()
    known = files()
    if newest and alone and (of_game := [one for one in known if _is_of(one, file.name)]):
        return of_game[-1].absolute()
    names = [one.stem for one in known]
    raise UsageError("There is no such journal.", where=str(file), todo=did_you_mean(file.stem, names))


def find_session(word: str) -> tuple[Session, tuple[str, ...]]:
    """The session of that journal, and what is wrong with newer journals that were left out.

    word  a journal as `list` names it, its file, or the name of a game; empty for the current session

    Raises `UsageError` if there is none, and `DataError` if the journal that was named cannot be replayed.
    """
    if not word:
        return current(), ()
    if word not in games.slugs() or Path(word).is_file():
        return open_session(find(Path(word))), ()
    problems: list[str] = []
    for file in reversed(files()):
        try:
            journal = Journal.open(file)
            if journal.header.game == word:
                return replayed(journal), tuple(problems)
        except StarboxError as problem:
            problems.append(f"Left out: {problem}")
        except Exception as problem:
            # Somebody may have made up a journal that the rules were not written for.
            problems.append(f"Left out: {file}: It cannot be replayed ({type(problem).__name__}).")
    raise UsageError(
        "There is no journal of this game that can be replayed.",
        where=word,
        todo=f"Begin one: referee new {word} Ann Bo.",
    )


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


def bring(content: bytes) -> Path:
    """Keep a journal from elsewhere in the folder, under a name of its own; its file.

    Raises `DataError` for what is not a journal, and `OutputError`; then nothing is kept.
    """
    make_folder(_folder())
    file = _folder() / f"brought-{hashlib.sha256(content).hexdigest()[:8]}{_ENDING}"
    if not file.exists():
        create_file(file, content)
    try:
        open_journal(file)
    except StarboxError:
        remove_file(file)
        raise
    return file


def delete(file: Path) -> tuple[Path, ...]:
    """Delete that journal and its seed, and nothing else; the files that are gone.

    Raises `UsageError` for a file that is not a journal and for a game that is open elsewhere, and
    `OutputError` if it cannot be deleted.
    """
    if file.parent != _folder().absolute() or file.suffix != _ENDING:
        Journal.open(file)  # elsewhere, only what is a journal for certain is deleted
    with _alone(file):
        return remove_files(file, seeds.seed_file(file))


@contextlib.contextmanager
def opened(file: Path) -> Iterator[None]:
    """Meanwhile that game is open, so that nobody deletes it."""
    import portalocker

    with contextlib.ExitStack() as stack:
        # Where no lock can be made, the game can still be played.
        with contextlib.suppress(StarboxError, OSError, portalocker.LockException):
            stack.enter_context(lock(_lock(file), shared=True))
        yield


@contextlib.contextmanager
def _alone(file: Path) -> Iterator[None]:
    """Raises `UsageError` if another process has the game open."""
    import portalocker

    try:
        with lock(_lock(file)):
            yield
    except portalocker.LockException:
        raise UsageError(
            "This game is open elsewhere.",
            where=str(file),
            todo="Leave it there first: type q or quit, or close its table on the host's page.",
        ) from None


def _lock(file: Path) -> Path:
    """A file that is locked while the game is open; it says nothing, and lies in the cache."""
    name = hashlib.sha256(str(file.absolute()).encode(errors="surrogatepass")).hexdigest()[:24]
    make_folder(folder("cache") / "open")
    return folder("cache") / "open" / f"{name}.lock"


def make_current(file: Path) -> None:
    """Make this the current session."""
    make_folder(_folder())
    replace_file(_pointer(), f"{file}\n")


def _is_of(file: Path, game: str) -> bool:
    """Tell whether this is the journal of a game with that slug, by the name it was given."""
    slug, _, number = file.stem.rpartition("-")
    return slug == game.casefold() and number.isdecimal()


def _changed(file: Path) -> tuple[int, str]:
    """Return when it was last written, in nanoseconds since 1970, and its name."""
    try:
        return file.stat().st_mtime_ns, file.name
    except OSError:  # another process has just deleted it
        return 0, file.name


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


def _kept(file: Path, current: bool, known: _Known) -> KeptSession:
    """Read what is known of that file. Whatever is wrong with it, the others are listed all the same."""
    date = datetime.fromtimestamp(_changed(file)[0] // 10**9).isoformat()
    unknown = KeptSession(str(file), "", (), 0, current, "", date)
    try:
        return _read(unknown, Journal.open(file), known)
    except StarboxError as problem:
        return replace(unknown, problem=problem.what)
    except Exception:  # anybody may have written it, with whatever in it
        return replace(unknown, problem="This is not a journal that can be read.")


def _read(unknown: KeptSession, journal: Journal, known: _Known) -> KeptSession:
    """Its moves are counted, and not compared with its seed as `verify` does."""
    header, what, where = journal.header, "", _Where()
    try:
        rulesets.rules_of(journal)
        where = known.find(journal)
    except StarboxError as problem:
        what = problem.what
    made = [record for record in standing(journal.records) if isinstance(record, MoveRecord)]
    return replace(
        unknown,
        game=header.game,
        players=header.seats,
        moves=len(made),
        problem=what,
        pad=header.mode == "pad",
        unused=all(record.seat in header.bots for record in made) and not where.over,
        over=where.over,
        to_act=where.to_act,
        winners=where.winners,
    )


@dataclass(frozen=True)
class _Where:
    """Standing of a game."""

    over: bool = False
    to_act: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()


class _Known:
    """Standings of games, by the hash of the last line of their journals.

    To find that out a game is replayed, which takes a while for a folder of long games. So it is kept in the
    cache; what is there is only shown, and never played on.
    """

    def __init__(self) -> None:
        self._file = folder("cache") / "games"
        self._before = self._read()
        self._now: dict[str, _Where] = {}

    def find(self, journal: Journal) -> _Where:
        """Find where that game stands. Raises `StarboxError` if it cannot be replayed."""
        found = self._before.get(journal.hash)
        if found is None:
            session = replayed(journal)
            over = session.turn is OVER
            names = tuple(session.names[seat] for seat in session.acting)
            found = _Where(over, names, session.game.score(session.state).winners if over else ())
        self._now[journal.hash] = found
        return found

    def keep(self) -> None:
        """Keep what was found, if it can be kept."""
        if self._now.keys() <= self._before.keys():
            return
        plain = {name: [one.over, one.to_act, one.winners] for name, one in self._now.items()}
        text = json.dumps(plain).encode()
        with contextlib.suppress(StarboxError):
            make_folder(self._file.parent)
            replace_file(self._file, hashlib.sha256(text).digest() + text)

    def _read(self) -> Mapping[str, _Where]:
        """Read what was kept; nothing if the file is harmed, which the hash at its beginning tells."""
        try:
            stored = read_file(self._file)
        except OSError:
            return {}
        told, text = stored[:_HASH], stored[_HASH:]
        if told != hashlib.sha256(text).digest():
            return {}
        rows: dict[str, tuple[bool, list[str], list[str]]] = json.loads(text)
        return {
            name: _Where(over, tuple(to_act), tuple(winners))
            for name, (over, to_act, winners) in rows.items()
        }


_HASH = 32  # bytes of a hash
