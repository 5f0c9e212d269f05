"""All tables of one server: made, found, and brought back after a stop."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Iterator
from pathlib import Path

from components.errors import DataError, StarboxError, UsageError
from components.files import folder, make_folder, read_file, replace_file
from referee.games import slugs
from referee.players.bots import bots
from referee.table import beginning, shelf
from referee.table.session import Session
from referee.web.rights import Rights
from referee.web.room import Room, new_name

_MOST = 200  # tables of one server


class House:
    """The tables. Each is kept in a file of its own, readable by its owner alone."""

    def __init__(self) -> None:
        self._rooms: dict[str, Room] = {}
        self._lock = threading.Lock()

    def open(self, game: str, journal: Path | None = None) -> Room:
        """A new table: a lobby, or with a journal the game in it.

        Raises `UsageError` for an unknown game and for too many tables, and what opening a journal raises.
        """
        if game not in slugs():
            raise UsageError(f'There is no game "{game}".', todo=f"Choose one of {', '.join(slugs())}.")
        with self._lock:
            if len(self._rooms) >= _MOST:
                raise UsageError(f"There are {_MOST} tables already.", todo="End one of them first.")
            room = Room(new_name(), game)
            if journal is not None:
                _seat(room, shelf.open_session(journal))
            self._rooms[room.name] = room
        self.keep(room)
        return room

    def find(self, name: str) -> Room | None:
        """The table of that name; None if there is none."""
        return self._rooms.get(name)

    def find_code(self, typed: str) -> Room | None:
        """The table with that code, if it is still in its lobby or has a free seat."""
        return next((room for room in tuple(self._rooms.values()) if room.rights.reads_code(typed)), None)

    def begin(self, game: str, players: tuple[str, ...], bots_of: dict[str, str]) -> Session:
        """A new game in the folder of journals. Raises what `beginning.begin` raises."""

        def begun(file: Path) -> Session:
            return beginning.begin(file, game, players, bots=bots_of)

        return shelf.begin(game, begun)

    def keep(self, room: Room) -> None:
        """Write down who has which right, so that the phones come back after a stop."""
        kept = {
            "game": room.game,
            "players": room.players,
            "bots": room.bots,
            "journal": str(room.session.journal.file) if room.session else "",
            "rights": room.rights.as_json(),
        }
        make_folder(_folder())
        file = _folder() / f"{room.name}.json"
        replace_file(file, json.dumps(kept))
        with contextlib.suppress(OSError):
            file.chmod(0o600)

    def bring_back(self) -> Iterator[str]:
        """Open the tables that were kept; a sentence about each that will not open."""
        for file in sorted(_folder().glob("*.json")):
            try:
                self._rooms[file.stem] = _kept(file)
            except StarboxError as problem:
                yield f"{file}: {problem.what}"

    def end(self, room: Room) -> None:
        """Close that table. Its journal stays."""
        with self._lock:
            self._rooms.pop(room.name, None)
        with contextlib.suppress(OSError):
            (_folder() / f"{room.name}.json").unlink()
        room.changed()

    @property
    def rooms(self) -> tuple[Room, ...]:
        return tuple(self._rooms.values())


def bot_names(game: str) -> tuple[str, ...]:
    """The bots that can play that game, the strongest first."""
    known = bots(game)
    return tuple(sorted(known, key=lambda name: name == "random"))


def _seat(room: Room, session: Session) -> None:
    """Let the table go on with that game."""
    session.advance()
    room.session = session
    room.players = list(session.names)
    room.bots = dict(session.header.bots)


def _folder() -> Path:
    return folder("data") / "tables"


def _kept(file: Path) -> Room:
    """Raises `DataError` for a file that is not one of ours, and what opening its journal raises."""
    try:
        kept = json.loads(read_file(file))
        room = Room(file.stem, str(kept["game"]), Rights.from_json(kept["rights"]))
        room.players = [str(player) for player in kept["players"]]
        room.bots = {str(name): str(bot) for name, bot in kept["bots"].items()}
        journal = str(kept["journal"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as problem:
        raise DataError("This is not a table that was kept.", where=str(file), todo="Delete it.") from problem
    if journal:
        _seat(room, shelf.open_session(Path(journal)))
    return room
