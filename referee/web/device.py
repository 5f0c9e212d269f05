"""The pages without a server: a worker in a browser asks the same application, and there is no network.

One device has all seats. Whoever is at its screen has the right of one of them at a time, so a page shows no
more than it would on a phone.
"""

import json
import sys
from collections.abc import Callable
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs

from components import catalogue
from components.errors import StarboxError, UsageError
from components.files import folder, read_file
from components.reading import parse_own_json
from components.writing import make_folder, replace_file
from referee.engine.game import OVER, Seats
from referee.table import shelf
from referee.table.proof import prove
from referee.web.app import make_app
from referee.web.guard import Message
from referee.web.pages.tools import Desk
from referee.web.requests import HOST_COOKIE
from referee.web.rights import HOST, Rights
from referee.web.server import Server, bot_names
from referee.web.table import Table, Way

_HOST = "starbox"  # name of the application; no network knows it
_LARGEST = 16 * 1024 * 1024  # size of a journal that is brought along, at most
_MOST_HOPS = 4
_BOTS = ("Cy", "Dee")  # names for a bot: the first that its opponent does not have


class Answered(NamedTuple):
    """The answer of the application, after all redirections.

    path   path of the page that was answered in the end
    """

    status: int
    path: str
    kind: str
    text: str


class Device:
    """The application, the tables that are kept here, and the seats that this device has.

    desk  where the tools are
    """

    def __init__(self, desk: Desk) -> None:
        _without_threads()
        self._server, rights = Server(), Rights()
        self._cookies = {HOST_COOKIE: rights.issue(HOST)}
        self._app = make_app(self._server, rights, (_HOST,), desk=desk, alone=True)
        self._seats: dict[str, dict[str, str]] = _read_seats()  # tokens by player, by table
        self._at: dict[str, str] = {}  # the player whose page is shown, by table
        self.troubles = tuple(self._server.bring_back())

    async def page(self, method: str, path: str, body: str = "") -> dict[str, Any]:
        """The answer to a request; for a table also who has a seat here and whose page it is.

        A person who takes a seat is at the screen from then on.
        """
        answered = await self._followed(method, path, body)
        return {**answered._asdict(), **self._around(answered.path)}

    def begin(self, game: str, player: str) -> dict[str, Any]:
        """A table at which that player and a bot have begun a game. Raises what opening and starting do."""
        table = self._server.open(game)
        with table.lock:
            self._take(table.name, player, table.join(player))
            table.add_bot(next(name for name in _BOTS if name != player), bot_names(game)[0])
            table.start(self._server.begin, Way())
            self._server.keep(table)
        return {"path": f"/t/{table.name}"}

    def learn(self, game: str) -> dict[str, Any]:
        """A table at which the lesson of that game begins, and whoever is at the screen is the learner."""
        table = self._server.learn(game)
        with table.lock:
            (learner,) = table.people
            self._take(table.name, learner, table.join(learner))
            self._server.keep(table)
        return {"path": f"/t/{table.name}"}

    def sit(self, path: str, player: str) -> dict[str, Any]:
        """Let that player be at the screen of a table; "" for nobody, who only looks on."""
        self._at[_table(path)] = player
        return {}

    def journals(self) -> dict[str, Any]:
        """The journals that are kept here, the newest last."""
        kept, _ = shelf.kept()
        rows = [
            {"name": Path(one.file).stem, "players": one.players, "moves": one.moves,
             "stands": shelf.standing_of(one), "problem": one.problem}
            for one in kept.sessions
        ]  # fmt: skip
        return {"journals": rows}

    def journal(self, name: str) -> dict[str, Any]:
        """The text of a journal, and what it proves. Raises `UsageError` if there is none."""
        file = shelf.find(Path(name), newest=False)
        found = prove(file)
        missing = [f"Not proved: {one}." for one in found.unproved]
        return {"text": read_file(file).decode(), "lines": [*found.faults, *found.proved, *missing]}

    def bring(self, text: str) -> dict[str, Any]:
        """Keep a journal from elsewhere under a new name, and say what it proves.

        Raises `UsageError` for a text that is too long, and `DataError` for one that is not a journal.
        """
        if len(text) > _LARGEST:
            raise UsageError("This is too long for a journal.")
        name = shelf.bring(text.encode()).stem
        return {"name": name, **self.journal(name)}

    def resume(self, name: str) -> dict[str, Any]:
        """A table at which the game of that journal goes on. Raises what opening it raises."""
        return {"path": f"/t/{self._server.resume(shelf.find(Path(name), newest=False)).name}"}

    async def _followed(self, method: str, path: str, body: str) -> Answered:
        for _ in range(_MOST_HOPS):
            status, headers, text = await self._asked(method, path, body)
            self._keep(path, body, headers)
            if status != 303:
                return Answered(status, path, headers.get("content-type", [""])[0], text)
            method, path, body = "GET", headers["location"][0], ""
        raise UsageError("The pages lead in a circle.")

    async def _asked(self, method: str, path: str, body: str) -> tuple[int, dict[str, list[str]], str]:
        """One request, as ASGI wants it."""
        place, _, query = path.partition("#")[0].partition("?")
        data = body.encode()
        cookies = "; ".join(f"{name}={token}" for name, token in self._held(place).items())
        headers = {
            "host": _HOST, "origin": f"http://{_HOST}", "cookie": cookies, "content-length": str(len(data)),
            "content-type": "application/x-www-form-urlencoded",
        }  # fmt: skip
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method,
            "scheme": "http", "path": place, "raw_path": place.encode(), "query_string": query.encode(),
            "root_path": "", "headers": [(key.encode(), value.encode()) for key, value in headers.items()],
            "client": ("here", 0), "server": (_HOST, 80),
        }  # fmt: skip
        sent: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": data, "more_body": False}

        async def send(message: Message) -> None:
            sent.append(message)

        try:
            await self._app(scope, receive, send)
        except Exception:  # the application has answered with a page that says so, and complained
            if not sent:
                raise
        found: dict[str, list[str]] = {}
        for key, value in sent[0]["headers"]:
            found.setdefault(key.decode().lower(), []).append(value.decode())
        return sent[0]["status"], found, b"".join(one.get("body", b"") for one in sent[1:]).decode()

    def _held(self, path: str) -> dict[str, str]:
        """The cookies of whoever is at the screen."""
        table = _table(path)
        token = self._seats.get(table, {}).get(self._at.get(table, ""))
        return {**self._cookies, **({f"starbox-{table}": token} if token else {})}

    def _keep(self, path: str, body: str, headers: dict[str, list[str]]) -> None:
        """Keep the seat that was given."""
        table = _table(path)
        for line in headers.get("set-cookie", []):
            for name, cookie in SimpleCookie(line).items():
                player = parse_qs(body).get("player", [""])[0]
                player = " ".join(player.split())
                if name == f"starbox-{table}" and player:
                    self._take(table, player, cookie.value)

    def _take(self, table: str, player: str, token: str) -> None:
        """Keep a seat; its player is at the screen."""
        self._seats.setdefault(table, {})[player] = token
        self._at[table] = player
        make_folder(_seats_file().parent)
        replace_file(_seats_file(), json.dumps(self._seats), private=True)

    def _around(self, path: str) -> dict[str, Any]:
        """Say who of a table has a seat here, who is at the screen, and whose turn it is.

        Of a game that is not over also its title and its players, for whoever comes back to it.
        """
        table = self._server.find(_table(path))
        if table is None:
            return {"seats": [], "at": "", "next": [], "waits": None}
        mine = self._seats.get(table.name, {})
        seats = [player for player in table.people if table.rights.of(mine.get(player)) is not None]
        at = self._at.get(table.name, "")
        going_on = table.session is not None and table.session.turn is not OVER
        waits = {"game": catalogue.load(table.game).title, "players": table.players} if going_on else None
        return {"seats": seats, "at": at if at in seats else "", "next": _next(table), "waits": waits}


def _next(table: Table) -> list[str]:
    """The names of those whose turn it is."""
    turn = table.session.turn if table.session else None
    if table.session is None or not isinstance(turn, Seats):
        return []
    return [table.session.names[seat] for seat in turn.seats]


def _table(path: str) -> str:
    """The name of the table in an address; empty if it names none."""
    parts = path.split("?")[0].split("#")[0].split("/")
    return parts[2] if len(parts) > 2 and parts[1] == "t" else ""


def _seats_file() -> Path:
    return folder("data") / "seats.json"


def _read_seats() -> dict[str, dict[str, str]]:
    """The seats that this device had; none if the file is not as it was written."""
    try:
        kept = parse_own_json(read_file(_seats_file()))
        return {
            str(table): {str(name): str(token) for name, token in had.items()} for table, had in kept.items()
        }
    except (OSError, ValueError, AttributeError):
        return {}


def _without_threads() -> None:
    """Run at once what pages would run in threads, if no thread can be started."""
    if sys.platform != "emscripten":
        return
    import anyio.to_thread

    async def at_once(function: Any, *arguments: Any, **_: Any) -> Any:
        return function(*arguments)

    anyio.to_thread.run_sync = at_once


_device: list[Device] = []


async def answer(tools: Callable[[], Desk], method: str, asked: str, progress: object) -> str:
    """The answer to what a page of the site asks, as JSON; what a person can cause is told as a problem.

    tools  makes the place where the tools are
    """
    if not _device:
        _device.append(Device(tools()))
    about = json.loads(asked)
    try:
        if method == "page":
            return json.dumps(await _device[0].page(**about))
        return json.dumps(_METHODS[method](_device[0], **about))
    except StarboxError as problem:
        return json.dumps({"problem": str(problem)})


_METHODS: dict[str, Callable[..., dict[str, Any]]] = {
    "sit": Device.sit, "journals": Device.journals, "journal": Device.journal, "bring": Device.bring,
    "resume": Device.resume, "begin": Device.begin, "learn": Device.learn,
}  # fmt: skip
