"""The addresses of the server: who may ask for what, and what is answered.

One function, `_right`, decides what a request may see; every page is built from that.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from importlib.resources import files
from typing import Any

import jinja2
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from components import catalogue
from components.errors import StarboxError, UsageError
from components.wording import counted, listed
from referee.engine.game import Ruling
from referee.games import slugs
from referee.table.reporting import refusal
from referee.web import choosing
from referee.web.choosing import Choice
from referee.web.drawing import Faces
from referee.web.guard import App, Guard
from referee.web.house import House, bot_names
from referee.web.pages import odds_lines, table_page
from referee.web.rights import HOST, ONLOOKER, Right, Rights
from referee.web.room import Room
from referee.web.tools import Ask, Tools, no_answer

_HEARTBEAT = 15.0  # seconds
_COOKIE_DAYS = 30
_FOR_EVER = "public, max-age=31536000, immutable"
_STATIC = {
    "starbox.css": "text/css",
    "starbox.js": "text/javascript",
    "htmx.min.js": "text/javascript",
}
_HOST_COOKIE = "starbox-host"


def make_app(
    house: House, host_rights: Rights, hosts: tuple[str, ...], scheme: str = "http", ask: Ask = no_answer
) -> App:
    """The application.

    host_rights  whose holders may open and end tables
    hosts        the addresses it is reached by: "127.0.0.1:8000"
    ask          answers what the tools are asked
    """
    return Guard(_Pages(house, host_rights, hosts[0], scheme, ask).application(), hosts, scheme)


class _RefusedError(Exception):
    """A request that is answered with a page that says why not."""

    def __init__(self, status: int, what: str, todo: str) -> None:
        super().__init__(what)
        self.status, self.what, self.todo = status, what, todo


class _Pages:
    def __init__(self, house: House, host_rights: Rights, address: str, scheme: str, ask: Ask) -> None:
        self._tools = Tools(self._page, ask)
        self._house, self._host_rights = house, host_rights
        self._base = f"{scheme}://{address}"
        self._secure = scheme == "https"
        self._faces = Faces()
        self._templates = jinja2.Environment(
            loader=jinja2.PackageLoader("templates", "web"),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.filters["listed"] = lambda names: listed(names) if names else ""
        self._templates.globals["counted"] = counted

    def application(self) -> Starlette:
        table = "/t/{table}"
        return Starlette(
            routes=[
                Route("/", self.front),
                Route("/code", self.code, methods=["POST"]),
                Route("/host/{token}", self.host_door),
                Route("/host", self.become_host, methods=["POST"]),
                Route("/open", self.open_table, methods=["POST"]),
                Route(f"{table}/in/{{invitation}}", self.door),
                Route(f"{table}/sit", self.sit, methods=["POST"]),
                Route(table, self.table),
                Route(f"{table}/news", self.news),
                Route(f"{table}/odds", self.odds),
                Route(f"{table}/choice", self.choice),
                Route(f"{table}/{{what:str}}", self.change, methods=["POST"]),
                *self._tools.routes,
                Route("/faces/{game}/{name}", self.face),
                Route("/static/{name}", self.static),
            ],
            exception_handlers={_RefusedError: self._refused, 404: self._missing, 405: self._missing},
        )

    # The doors: where one comes in.

    def front(self, request: Request) -> Response:
        host = self._is_host(request)
        return self._page(
            "front.html.j2",
            request,
            host=host,
            rooms=self._house.rooms if host else (),
            games=[catalogue.load(slug) for slug in slugs()],
            form_token=self._host_rights.form_token(request.cookies.get(_HOST_COOKIE)),
        )

    async def code(self, request: Request) -> Response:
        form = await self._form(request)
        room = self._house.find_code(str(form.get("code", "")))
        if room is None:
            raise _RefusedError(
                403, "No table has this code.", "Ask the host for the code, or scan the QR code."
            )
        return RedirectResponse(f"/t/{room.name}/in/{room.rights.invitation}", 303)

    def host_door(self, request: Request) -> Response:
        return self._page("host_door.html.j2", request, token=request.path_params["token"])

    async def become_host(self, request: Request) -> Response:
        """Exchange the token that `referee serve` printed for a cookie; it is good for one exchange."""
        form = await self._form(request)
        if self._host_rights.of(str(form.get("token", ""))) != HOST:
            raise _RefusedError(
                403, "This address has been used already.", "Start referee serve anew for another."
            )
        answer = RedirectResponse("/", 303)
        self._give(answer, _HOST_COOKIE, self._host_rights.issue(HOST), "/")
        return answer

    async def open_table(self, request: Request) -> Response:
        form = await self._form(request)
        self._must_be_host(request, form)
        room = await run_in_threadpool(self._house.open, str(form.get("game", "")))
        return RedirectResponse(f"/t/{room.name}", 303)

    def door(self, request: Request) -> Response:
        room = self._room(request)
        if not room.rights.invites(request.path_params["invitation"]):
            raise _RefusedError(
                403, "This invitation is not good any more.", "Scan the QR code on the table's screen."
            )
        return self._page("door.html.j2", request, room=room, game=catalogue.load(room.game))

    async def sit(self, request: Request) -> Response:
        room, form = self._room(request), await self._form(request)
        if not room.rights.invites(str(form.get("invitation", ""))):
            raise _RefusedError(403, "This invitation is not good any more.", "Scan the QR code again.")
        token = await run_in_threadpool(self._seated, room, str(form.get("player", "")))
        answer = RedirectResponse(f"/t/{room.name}", 303)
        self._give(answer, f"starbox-{room.name}", token, f"/t/{room.name}")
        return answer

    def _seated(self, room: Room, name: str) -> str:
        """A token for the seat of that player or, without a name, for looking on."""
        try:
            with room.lock:
                token = room.join(name) if name else room.rights.issue(ONLOOKER)
                self._house.keep(room)
        except UsageError as problem:
            raise _RefusedError(409, problem.what, problem.todo) from None
        return token

    # The table.

    async def table(self, request: Request) -> Response:
        room = self._room(request)
        right = self._right(request, room)
        return await run_in_threadpool(self._table, request, room, right)

    def _table(
        self, request: Request, room: Room, right: Right, said: str = "", status: int = 200
    ) -> Response:
        host = self._is_host(request)
        with room.lock:
            shared = {
                "room": room,
                "right": right,
                "host": host,
                "said": said,
                "form_token": room.rights.form_token(self._token(request, room)),
                "invitation": f"{self._base}/t/{room.name}/in/{room.rights.invitation}",
            }
            if room.session is None:
                return self._page(
                    "lobby.html.j2", request, status, game=catalogue.load(room.game),
                    bots=bot_names(room.game), qr=_qr(str(shared["invitation"])), **shared,
                )  # fmt: skip
            page = table_page(room, right, self._faces, request.query_params.get("at", ""))
            return self._page("table.html.j2", request, status, page=page, **shared)

    async def news(self, request: Request) -> Response:
        room = self._room(request)
        self._right(request, room)
        listener = room.listen(asyncio.get_running_loop())
        if listener is None:
            raise _RefusedError(503, "Too many pages of this table are open.", "Close some of them.")
        known = request.headers.get("last-event-id") or request.query_params.get("n", "")

        async def stream() -> AsyncIterator[str]:
            try:
                yield "retry: 1000\n\n"
                if room.number != known:
                    yield _event(room.number)
                while not await request.is_disconnected():
                    number = await listener.hear(_HEARTBEAT)
                    yield ": still here\n\n" if number is None else _event(number)
            finally:
                room.forget(listener)

        return StreamingResponse(
            stream(), media_type="text/event-stream", headers={"Cache-Control": "no-store"}
        )

    async def odds(self, request: Request) -> Response:
        room = self._room(request)
        right = self._right(request, room)

        def worked_out() -> tuple[str, ...]:
            with room.lock:
                return odds_lines(room, right)

        lines = await run_in_threadpool(worked_out)
        return self._page("reading.html.j2", request, heading="Odds", lines=lines, back=f"/t/{room.name}")

    async def choice(self, request: Request) -> Response:
        """What the parts of a move that were chosen so far come to."""
        room = self._room(request)
        seat = room.seat_of(self._right(request, room))
        asked = request.query_params

        def found() -> Choice:
            with room.lock:
                if room.session is None or seat is None:
                    raise _RefusedError(403, "You only look on at this table.", "Take a seat to play.")
                return choosing.choice(room.session, seat, asked.get("form", ""), asked.getlist("part"))

        return JSONResponse((await run_in_threadpool(found))._asdict(), headers={"Cache-Control": "no-store"})

    async def change(self, request: Request) -> Response:
        """What a form of a table asks for."""
        room, form = self._room(request), await self._form(request)
        right = self._right(request, room)
        if not room.rights.sent_by(self._token(request, room), str(form.get("form_token", ""))):
            raise _RefusedError(403, "This form is not from this table.", "Open the table again.")
        do = {
            "move": self._move, "undo": self._undo, "vote": self._vote, "start": self._start,
            "bot": self._bot, "leave": self._leave, "end": self._end,
        }.get(request.path_params["what"])  # fmt: skip
        if do is None:
            raise _RefusedError(404, "There is no such thing to do.", "Open the table again.")
        return await run_in_threadpool(self._changed, request, room, right, form, do)

    def _changed(
        self,
        request: Request,
        room: Room,
        right: Right,
        form: FormData,
        do: Callable[..., Ruling | Response | None],
    ) -> Response:
        try:
            with room.lock:
                done = do(request, room, right, form)
        except StarboxError as problem:
            return self._table(request, room, right, str(problem), 409)
        if isinstance(done, Response):
            return done
        if isinstance(done, Ruling) and not done.allowed:
            return self._table(request, room, right, refusal(done), 409)
        self._house.keep(room)
        return RedirectResponse(f"/t/{room.name}", 303)

    def _move(self, request: Request, room: Room, right: Right, form: FormData) -> Ruling:
        self._must_sit(right)
        text, session = str(form.get("move", "")).strip(), room.session
        seat = room.seat_of(right)
        if not text and session is not None and seat is not None:
            values = [str(value) for value in form.getlist("part")]
            text = choosing.chosen(session, seat, str(form.get("form", "")), values)
        seen = str(form.get("seen", ""))
        return room.play(right.player, text, int(seen) if seen.isdecimal() else -1)

    def _undo(self, request: Request, room: Room, right: Right, form: FormData) -> Ruling:
        self._must_sit(right)
        return room.undo(right.player)

    def _vote(self, request: Request, room: Room, right: Right, form: FormData) -> Ruling:
        self._must_sit(right)
        return room.answer(right.player, form.get("answer") == "yes")

    def _start(self, request: Request, room: Room, right: Right, form: FormData) -> None:
        self._must_be_host_or_sit(request, right)
        room.start(self._house.begin)

    def _bot(self, request: Request, room: Room, right: Right, form: FormData) -> None:
        self._must_be_host_or_sit(request, right)
        room.add_bot(str(form.get("player", "")), str(form.get("bot", "random")))

    def _leave(self, request: Request, room: Room, right: Right, form: FormData) -> None:
        player = str(form.get("player", "")) if self._is_host(request) else right.player
        room.leave(player or right.player)

    def _end(self, request: Request, room: Room, right: Right, form: FormData) -> Response:
        if not self._is_host(request):
            raise _RefusedError(403, "Only the host may close a table.", "Ask the host.")
        self._house.end(room)
        return RedirectResponse("/", 303)

    # Files.

    def face(self, request: Request) -> Response:
        try:
            data = self._faces.file(request.path_params["game"], request.path_params["name"])
        except StarboxError:
            data = None
        if data is None:
            raise _RefusedError(404, "There is no such picture.", "Open the table again.")
        return Response(data, media_type="image/svg+xml", headers={"Cache-Control": _FOR_EVER})

    def static(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name not in _STATIC:
            raise _RefusedError(404, "There is no such file.", "Open the table again.")
        data = (files("templates") / "web" / name).read_bytes()
        return Response(data, media_type=_STATIC[name], headers={"Cache-Control": "max-age=3600"})

    # Who is asking.

    def _room(self, request: Request) -> Room:
        room = self._house.find(request.path_params["table"])
        if room is None:
            raise _RefusedError(404, "There is no such table.", "It may have been closed. Ask the host.")
        return room

    def _token(self, request: Request, room: Room) -> str | None:
        return request.cookies.get(f"starbox-{room.name}") or request.cookies.get(_HOST_COOKIE)

    def _right(self, request: Request, room: Room) -> Right:
        """What this request may see and do at that table: the one place where that is decided."""
        right = room.rights.of(request.cookies.get(f"starbox-{room.name}"))
        if right is not None:
            return right
        if self._is_host(request):
            return ONLOOKER
        raise _RefusedError(403, "You have no seat at this table.", "Scan the QR code on the table's screen.")

    def _is_host(self, request: Request) -> bool:
        return self._host_rights.of(request.cookies.get(_HOST_COOKIE)) == HOST

    def _must_be_host(self, request: Request, form: FormData) -> None:
        token = request.cookies.get(_HOST_COOKIE)
        if not self._is_host(request) or not self._host_rights.sent_by(
            token, str(form.get("form_token", ""))
        ):
            raise _RefusedError(
                403, "Only the host may do this.", "Use the address that referee serve printed."
            )

    def _must_be_host_or_sit(self, request: Request, right: Right) -> None:
        if not self._is_host(request):
            self._must_sit(right)

    def _must_sit(self, right: Right) -> None:
        if right.kind != "seat":
            raise _RefusedError(403, "You only look on at this table.", "Take a seat to play.")

    # How it is answered.

    async def _form(self, request: Request) -> FormData:
        return await request.form(max_files=0, max_fields=40)

    def _give(self, answer: Response, name: str, token: str, path: str) -> None:
        answer.set_cookie(
            name, token, max_age=_COOKIE_DAYS * 86_400, path=path, secure=self._secure, httponly=True,
            samesite="strict",
        )  # fmt: skip

    def _page(self, template: str, request: Request, status: int = 200, **known: Any) -> Response:
        text = self._templates.get_template(template).render(path=request.url.path, **known)
        return HTMLResponse(text, status, headers={"Cache-Control": "no-store"})

    def _refused(self, request: Request, problem: Exception) -> Response:
        assert isinstance(problem, _RefusedError)
        return self._page("error.html.j2", request, problem.status, what=problem.what, todo=problem.todo)

    def _missing(self, request: Request, problem: Exception) -> Response:
        return self._page(
            "error.html.j2", request, 404, what="There is no such page.", todo="Go back to the front page."
        )


def _event(number: str) -> str:
    return f"id: {number}\nevent: news\ndata: {number}\n\n"


def _qr(address: str) -> str:
    """The QR code of the address as SVG, as large as the page makes it."""
    import segno

    return str(
        segno.make(address, error="m").svg_inline(
            border=2, dark="#14182b", light="#ffffff", svgclass="qr", omitsize=True
        )
    )
