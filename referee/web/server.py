"""All tables of one server: made, found, and brought back after a stop."""

import contextlib
import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from components.errors import DataError, OutputError, StarboxError, UsageError
from components.files import folder, read_file
from components.reading import parse_own_json
from components.writing import lock, make_folder, remove_file, replace_file
from referee.engine.game import OVER
from referee.games import slugs
from referee.lessons import course
from referee.players.bots import bots
from referee.table import beginning, shelf
from referee.table.playing import recorded_advance
from referee.table.session import Session
from referee.web.rights import Rights
from referee.web.table import Note, Table, Way, new_name

_MOST = 200  # tables of one server
_HOST = "host.rights"  # the file with the rights of the host


class Server:
    """The tables. Each is kept in a file of its own, readable by its owner alone.

    apart  whether bots that take their time are left to `thinking`, so that no page waits for them
    """

    def __init__(self, *, apart: bool = False) -> None:
        self.apart = apart
        self._tables: dict[str, Table] = {}
        self._kept: dict[str, str] = {}  # the last text written, by the name of the table
        self._held: dict[str, tuple[Path, contextlib.ExitStack]] = {}  # journals that nobody may delete
        self._lock = threading.Lock()

    def open(self, game: str, journal: Path | None = None) -> Table:
        """A new table: a lobby, or with a journal the game in it.

        Raises `UsageError` for an unknown game and for too many tables, and what opening a journal raises.
        """
        check_game(game)
        session = shelf.open_session(journal) if journal else None
        with self._lock:
            if len(self._tables) >= _MOST:
                raise UsageError(f"There are {_MOST} tables already.", todo="End one of them first.")
            table = Table(new_name(), game)
            if session is not None:
                self._seat(table, session)
            self._tables[table.name] = table
        self.keep(table)
        return table

    def resume(self, journal: Path) -> Table:
        """The table at which the game of that journal goes on: the one that has it, or a new one.

        Raises what opening a journal raises, and `UsageError` for too many tables.
        """
        for table in self.tables:
            if table.session is not None and table.session.journal.file == journal:
                return table
        return self.open(shelf.open_journal(journal).header.game, journal)

    def learn(self, game: str) -> Table:
        """A table at which the lesson of that game begins. Raises what `open` and `course.begin` raise."""
        table = self.open(game)
        with table.lock:
            table.go_on(course.begin(game))
            self.keep(table)
        return table

    def find(self, name: str) -> Table | None:
        """The table of that name; None if there is none."""
        return self._tables.get(name)

    def find_code(self, typed: str) -> Table | None:
        """The table with that code, if it is still in its lobby. A wrong one counts for every lobby."""
        lobbies = [table for table in self.tables if table.session is None]
        found = next((table for table in lobbies if table.rights.reads_code(typed)), None)
        for table in lobbies if found is None else ():
            table.rights.count_wrong_code()
            self.keep(table)
        return found

    def begin(self, game: str, players: tuple[str, ...], bots_of: dict[str, str], way: Way) -> Session:
        """A new game in the folder of journals. Raises what `beginning.begin` raises."""

        def begun(file: Path) -> Session:
            return beginning.begin(
                file, game, players, bots=bots_of, mode=way.mode, dice=way.dice, words=way.words,
                apart=self.apart,
            )  # fmt: skip

        session = shelf.begin(game, begun)
        shelf.make_current(session.journal.file)  # lets `referee do` and its like mean this game
        return session

    def rematch(self, table: Table) -> None:
        """Play the game of that table again: the same players, bots and options, and a new seed.

        Raises `UsageError` if the game is not over.
        """
        session = table.session
        if session is None or session.turn is not OVER:
            raise UsageError("The game is not over.", todo="Finish it, or close the table.")
        header = session.header
        table.go_on(shelf.begin(table.game, lambda file: beginning.again(file, header, apart=self.apart)))

    def another_game(self, table: Table, game: str) -> None:
        """Make the table the lobby of that game.

        Raises `UsageError` for an unknown game, and while one is played.
        """
        check_game(game)
        if table.session is not None and table.session.turn is not OVER:
            raise UsageError("The game is not over.", todo="Finish it, or close the table.")
        table.back_to_lobby(game, tuple(bots(game)))

    def stop(self, table: Table) -> None:
        """End the game of that table before its end: it is a lobby again, and the journal stays."""
        table.note("", "the game was ended")
        table.back_to_lobby(table.game, tuple(bots(table.game)))

    def end_idle(self, seconds: float) -> None:
        """Close the tables at which nothing has happened for that long and that nobody looks at."""
        for table in self.tables:
            if not table.listened and time.monotonic() - table.touched >= seconds:
                self.end(table)

    def keep(self, table: Table) -> None:
        """Write down who has which right, so that the phones come back after a stop.

        Nothing is written if nothing but the game has changed: that is in its journal.
        """
        kept = {
            "game": table.game,
            "players": table.players,
            "bots": table.bots,
            "stand_ins": table.stand_ins,
            "journal": str(table.session.journal.file) if table.session else "",
            "rights": table.rights.as_json(),
            "past": table.past,
            "notes": table.notes,
        }
        self._hold(table)
        text = json.dumps(kept)
        if self._kept.get(table.name) == text:
            return
        make_folder(_folder())
        replace_file(_folder() / f"{table.name}.json", text, private=True)
        self._kept[table.name] = text

    def host_rights(self) -> Rights:
        """The rights of the host, as they were kept, with a new invitation: its address is good once."""
        try:
            rights = Rights.from_json(parse_own_json(read_file(_folder() / _HOST)))
        except (OSError, StarboxError, ValueError, KeyError, TypeError):
            return Rights()
        rights.invite_anew()
        return rights

    def keep_host(self, rights: Rights) -> None:
        """Write down who is the host, so that the host and the television come back after a stop."""
        make_folder(_folder())
        replace_file(_folder() / _HOST, json.dumps(rights.as_json()), private=True)

    def _seat(self, table: Table, session: Session) -> None:
        """Let the table go on with that game."""
        session.apart = session.pensive if self.apart else frozenset()
        recorded_advance(session)
        table.go_on(session)

    def _hold(self, table: Table) -> None:
        """Keep others from deleting the journal of that table's game, and from no other."""
        file = table.session.journal.file if table.session else None
        held, lock = self._held.get(table.name, (None, None))
        if held == file:
            return
        if lock:
            lock.close()
        self._held.pop(table.name, None)
        if file is not None:
            self._held[table.name] = file, contextlib.ExitStack()
            self._held[table.name][1].enter_context(shelf.opened(file))

    def catch_up(self) -> None:
        """Show all phones what other programs have done with their games."""
        for table in self.tables:
            with table.lock, contextlib.suppress(StarboxError):  # told to the next who makes a move
                table.catch_up()

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Meanwhile no other process serves these tables. Raises `UsageError` if one does."""
        import portalocker

        make_folder(_folder())
        try:
            with lock(_folder() / "server.lock"):
                yield
        except portalocker.AlreadyLocked:
            raise UsageError(
                "These tables are being served already.",
                where=str(_folder()),
                todo="Use the referee serve that runs, or stop it first.",
            ) from None

    def bring_back(self) -> Iterator[str]:
        """Open the tables that were kept; a sentence about each that will not open."""
        for file in sorted(_folder().glob("*.json")):
            try:
                table, journal = _kept(file)
                if journal:
                    kept = Path(journal)
                    self._seat(
                        table, course.go_on(kept) if course.is_lesson(kept) else shelf.open_session(kept)
                    )
                self._tables[file.stem] = table
                self._hold(table)
            except StarboxError as problem:
                yield f"{file}: {problem.what}"

    def end(self, table: Table) -> None:
        """Close that table. Its journal stays."""
        with self._lock:
            self._tables.pop(table.name, None)
            self._kept.pop(table.name, None)
            if held := self._held.pop(table.name, None):
                held[1].close()
        with contextlib.suppress(OutputError):
            remove_file(_folder() / f"{table.name}.json")
        table.changed()

    @property
    def tables(self) -> tuple[Table, ...]:
        return tuple(self._tables.values())


def check_game(game: str) -> None:
    """Raises `UsageError` for a game that there is not."""
    if game not in slugs():
        raise UsageError(f'There is no game "{game}".', todo=f"Choose one of {', '.join(slugs())}.")


def bot_names(game: str) -> tuple[str, ...]:
    """The bots that can play that game, the strongest first."""
    known = bots(game)
    return tuple(sorted(known, key=lambda name: name == "random"))


def _folder() -> Path:
    return folder("data") / "tables"


def _kept(file: Path) -> tuple[Table, str]:
    """A table without its game, and the game's journal, if it has one.

    Raises `DataError` for a file that is not one of ours.
    """
    try:
        kept = parse_own_json(read_file(file))
        table = Table(file.stem, str(kept["game"]), Rights.from_json(kept["rights"]))
        table.players = [str(player) for player in kept["players"]]
        table.bots = {str(name): str(bot) for name, bot in kept["bots"].items()}
        table.stand_ins = {str(name): str(bot) for name, bot in kept.get("stand_ins", {}).items()}
        table.past = int(kept.get("past", 0))
        table.notes = [Note(*map(str, note)) for note in kept.get("notes", [])]
        return table, str(kept["journal"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as problem:
        raise DataError("This is not a table that was kept.", where=str(file), todo="Delete it.") from problem
