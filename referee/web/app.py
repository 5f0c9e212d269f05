"""The addresses of the server: who may ask for what, and what is answered.

`asking` decides what a request may see; every page is built from that.
"""

import asyncio
import contextlib
import queue
import threading
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any

import anyio.to_thread
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from components import catalogue
from components.errors import StarboxError, UsageError
from components.prose import Blocks
from referee.engine.game import OVER
from referee.games import slugs
from referee.lessons.lesson import has_lesson
from referee.table.reporting import refusal
from referee.web import actions
from referee.web.errors import ErrorPages
from referee.web.guard import App, Guard, RateLimit
from referee.web.pages import choosing, photographs
from referee.web.pages.drawing import Faces
from referee.web.pages.rendering import STATIC, Pages, for_browsers, lacking, qr_code
from referee.web.pages.table import hint_blocks, odds_blocks, table_page
from referee.web.pages.television import television_page
from referee.web.pages.tools import Desk, NoDesk, Tools
from referee.web.requests import HOST_COOKIE, RefusedError, Requests, form_of, must_sit
from referee.web.rights import HOST, Right, Rights, hashed
from referee.web.server import Server, bot_names
from referee.web.table import Table
from referee.web.thinking import Thinking

_COOKIE_DAYS = 30
_CODES = (20, 60.0)  # tries of one address, and seconds
_SHOTS = (20, 60.0)  # photographs of one table, and seconds
_JOINS = (60, 60.0)  # seats and onlookers of one table, and seconds
_IDLE = 12 * 3600.0  # seconds after which a table that nobody looks at is closed
_SWEEP = 600.0  # seconds between two looks at idle tables
_PAINTERS = 6  # pictures that are waited for at a time
_WATCH = 0.3  # seconds between two looks at what other programs have written
_FOR_EVER = "public, max-age=31536000, immutable"
_SMALL, _EFFORT = 700, 4  # bytes that are sent as they are, and how hard more are compressed
_HAS = "starbox-has"  # header with the names of the parts of a page that need not be sent again


def make_app(
    server: Server,
    host_rights: Rights,
    hosts: tuple[str, ...],
    scheme: str = "http",
    desk: Desk | None = None,
    *,
    alone: bool = False,
) -> App:
    """The application.

    host_rights  rights whose holders may open and end tables
    hosts        the addresses it is reached by: "127.0.0.1:8000"
    desk         where the tools are
    alone        whether one device has all seats, so that there is nobody to invite
    """
    pages = _Pages(server, host_rights, hosts[0], scheme, desk or NoDesk(), alone)
    return Guard(pages.application(), hosts, scheme)


class _Pages:
    def __init__(
        self, server: Server, host_rights: Rights, address: str, scheme: str, desk: Desk, alone: bool
    ) -> None:
        self._alone = alone
        self._tools = Tools(self._page, desk)
        self._server, self._host_rights = server, host_rights
        self._requests = Requests(server, host_rights)
        self._codes, self._joins = RateLimit(*_CODES), RateLimit(*_JOINS)
        self._photographs = RateLimit(*_SHOTS)
        self._base = f"{scheme}://{address}"
        self._secure = scheme == "https"
        self._faces = Faces(waits=False)
        self._cold: queue.SimpleQueue[str] = queue.SimpleQueue()  # games whose faces are to be drawn
        # Who is alone draws at once; where that is a browser, nothing could be counted.
        self._painters = None if alone else anyio.CapacityLimiter(_PAINTERS)
        self._pages = Pages(self._faces, alone)

    def application(self) -> Starlette:
        table = "/t/{table}"
        return Starlette(
            routes=[  # the most frequent requests come first
                Route(table, self.table),
                Route("/faces/{game}/{name}", self.face),
                Route("/", self.front),
                Route("/tv", self.newest_television),
                Route("/code", self.code, methods=["POST"]),
                Route("/host/{token}", self.host_door),
                Route("/host", self.become_host, methods=["POST"]),
                Route("/open", self.open_table, methods=["POST"]),
                Route(f"{table}/in/{{invitation}}", self.door),
                Route(f"{table}/seat/{{code}}", self.seat_door),
                Route(f"{table}/sit", self.sit, methods=["POST"]),
                Route(f"{table}/news", self.news),
                Route(f"{table}/tv", self.television),
                Route(f"{table}/odds", self.odds),
                Route(f"{table}/hint", self.hint),
                Route(f"{table}/choice", self.choice),
                Route(f"{table}/photograph", self.photograph, methods=["POST"]),
                Route(f"{table}/{{what:str}}", self.change, methods=["POST"]),
                *self._tools.routes,
                Route("/static/{name}", self.static),
            ],
            exception_handlers=ErrorPages(self._page).handlers,
            middleware=[Middleware(GZipMiddleware, minimum_size=_SMALL, compresslevel=_EFFORT)],
            lifespan=self._while_open,
        )

    @contextlib.asynccontextmanager
    async def _while_open(self, _: Starlette) -> AsyncIterator[None]:
        """Do what goes on beside the pages while the server runs.

        Idle tables are closed, the moves of other programs shown, faces drawn, and bots think.
        """

        async def sweep() -> None:
            while True:
                await asyncio.sleep(_SWEEP)
                await run_in_threadpool(self._server.end_idle, _IDLE)

        async def watch() -> None:
            while True:
                await asyncio.sleep(_WATCH)
                if any(table.behind for table in self._server.tables):
                    await run_in_threadpool(self._server.catch_up)

        def warm() -> None:
            while True:
                new = self._faces.warm(game := self._cold.get())
                for table in [one for one in self._server.tables if new and one.game == game]:
                    with table.lock:
                        table.changed()  # everything lies in its slots now

        for game in {table.game for table in self._server.tables}:
            self._cold.put(game)
        threading.Thread(target=warm, daemon=True).start()  # nobody waits for it when the server stops
        thinking = Thinking(self._server)
        if self._server.apart:
            thinking.start()
        tasks = [asyncio.create_task(one()) for one in (sweep, watch)]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            thinking.stop()
            self._faces.close()

    # The doors: where one comes in.

    def front(self, request: Request) -> Response:
        host, games = self._requests.is_host(request), [catalogue.load(slug) for slug in slugs()]
        return self._page(
            "front.html.j2",
            request,
            host=host,
            tables=self._server.tables if host else (),
            games=games,
            learns=[game for game in games if has_lesson(game.slug)],
            titles={game.slug: game.title for game in games},
            form_token=self._requests.host_form_token(request),
        )

    async def code(self, request: Request) -> Response:
        form = await form_of(request)
        _must_wait_for(self._codes, request.client.host if request.client else "")
        table = await run_in_threadpool(self._server.find_code, str(form.get("code", "")))
        if table is None:
            raise RefusedError(
                403, "No table has this code.", "Ask the host for the code, or scan the QR code."
            )
        return RedirectResponse(f"/t/{table.name}/in/{table.rights.invitation}", 303)

    def host_door(self, request: Request) -> Response:
        return self._page("host_door.html.j2", request, token=request.path_params["token"])

    async def become_host(self, request: Request) -> Response:
        """Exchange the token that `referee serve` printed for a cookie; it is good for one exchange."""
        form = await form_of(request)
        if not self._host_rights.invites(str(form.get("token", ""))):
            raise RefusedError(
                403, "This address has been used already.", "Start referee serve anew for another."
            )
        self._host_rights.invite_anew()
        answer = RedirectResponse("/", 303)
        self._give(answer, HOST_COOKIE, self._host_rights.issue(HOST), "/")
        await run_in_threadpool(self._server.keep_host, self._host_rights)
        return answer

    async def open_table(self, request: Request) -> Response:
        form = await form_of(request)
        self._requests.must_be_host(request, form)
        game, learned = (str(form.get(name, "")) for name in ("game", "learn"))
        table = await run_in_threadpool(self._server.learn if learned else self._server.open, learned or game)
        self._cold.put(table.game)
        token = await run_in_threadpool(self._seated, table, table.people[0], "") if learned else ""
        return self._to_table(table, token)

    def door(self, request: Request) -> Response:
        table = self._requests.table(request)
        if not table.rights.invites(request.path_params["invitation"]):
            raise RefusedError(403, "This invitation is not good any more.", "Scan the QR code again.")
        return self._page("door.html.j2", request, table=table, game=catalogue.load(table.game))

    def seat_door(self, request: Request) -> Response:
        """Answer the code of one seat. Nothing is taken before its form is sent."""
        table, code = self._requests.table(request), request.path_params["code"]
        player = table.rights.seat_of_code(code)
        if not player:
            raise RefusedError(
                403, "This code has been used, or there is a newer one.", "Ask the host for another."
            )
        known = {"table": table, "game": catalogue.load(table.game), "player": player, "code": code}
        return self._page("seat_door.html.j2", request, **known)

    async def sit(self, request: Request) -> Response:
        table, form = self._requests.table(request), await form_of(request)
        code = str(form.get("code", ""))
        if not code and not table.rights.invites(str(form.get("invitation", ""))):
            raise RefusedError(403, "This invitation is not good any more.", "Scan the QR code again.")
        _must_wait_for(self._joins, table.name)
        token = await run_in_threadpool(self._seated, table, str(form.get("player", "")), code)
        return self._to_table(table, token)

    def _seated(self, table: Table, name: str, code: str) -> str:
        """A token for the seat of that code or of that player or, without both, for looking on."""
        try:
            with table.lock:
                token = table.join_by_code(code) if code else table.join(name) if name else table.look_on()
                self._server.keep(table)
        except UsageError as problem:
            raise RefusedError(409, problem.what, problem.todo) from None
        return token

    # The table.

    async def table(self, request: Request) -> Response:
        table = self._requests.table(request)
        right = self._requests.right(request, table)
        # Once it is over, proving the game may take a while.
        over = table.session is not None and table.session.turn is OVER
        if not over and table.lock.acquire(blocking=False):  # quicker than to wake a thread for it
            try:
                return self._table(request, table, right)
            finally:
                table.lock.release()
        return await run_in_threadpool(self._table, request, table, right)

    def _table(
        self, request: Request, table: Table, right: Right, said: str = "", status: int = 200
    ) -> Response:
        host = self._requests.is_host(request)
        plain = right.kind == "onlooker" and not (host or said)  # alike for all who look on
        with table.lock:
            with contextlib.suppress(StarboxError):  # told to the next who makes a move
                table.catch_up()
            text = partial(self._table_text, request, table, right, host, said)
            page = table.shared("page of onlookers", text) if plain else text()
        has = request.headers.get(_HAS)
        return _html(page if has is None else lacking(page, {*has.split()}), status)

    def _table_text(self, request: Request, table: Table, right: Right, host: bool, said: str) -> str:
        here = f"{self._base}/t/{table.name}"
        invitation = f"{here}/in/{table.rights.invitation}"
        codes = table.rights.seat_codes.items() if host and not self._alone else ()
        seats = {player: f"{here}/seat/{code}" for player, code in codes}
        shared = {
            "table": table,
            "right": right,
            "host": host,
            "said": said,
            "path": f"/t/{table.name}",
            "form_token": table.rights.form_token(self._requests.token(request, table)),
            "question": table.question(table.seat_of(right)),
            "invitation": invitation,
            "seats": {player: (address, qr_code(address)) for player, address in seats.items()},
            "qr": qr_code(invitation) if not self._alone and (host or table.session is None) else "",
        }
        if table.session is None:
            return self._pages.page(
                "lobby.html.j2", game=catalogue.load(table.game), bots=bot_names(table.game),
                pad=table.game in slugs("pad"), **shared,
            )  # fmt: skip
        page = table_page(table, right, self._faces)
        games = [catalogue.load(slug) for slug in slugs()] if page.over else ()
        return self._pages.page("table.html.j2", page=page, proof=table.proof, games=games, **shared)

    def television(self, request: Request) -> Response:
        """Show the table as one picture. Only the host's has the code by which others come to a game."""
        table, host = self._requests.table(request), self._requests.is_host(request)
        self._requests.right(request, table)
        with table.lock:
            page = partial(television_page, self._pages, self._faces, table, host=host, base=self._base)
            return _html(table.shared(("television", host), page))

    def newest_television(self, request: Request) -> Response:
        """Lead the host to the television of the table where something happened last."""
        tables = self._server.tables if self._requests.is_host(request) else ()
        newest = max(tables, key=lambda table: table.touched, default=None)
        return RedirectResponse(f"/t/{newest.name}/tv" if newest else "/", 303)

    async def news(self, request: Request) -> Response:
        table = self._requests.table(request)
        right = self._requests.right(request, table)
        who = hashed(self._requests.token(request, table))
        listener = table.listen(asyncio.get_running_loop(), who, right)
        if listener is None:
            raise RefusedError(503, "Too many pages of this table are open.", "Close some of them.")
        known = request.headers.get("last-event-id") or request.query_params.get("n", "")
        missed = "" if table.number == known else table.number
        return StreamingResponse(
            listener.stream(missed, request.is_disconnected, table.forget),
            media_type="text/event-stream",
            headers={"Cache-Control": "no-store"},
        )

    async def odds(self, request: Request) -> Response:
        return await self._read(request, "Odds", odds_blocks)

    async def hint(self, request: Request) -> Response:
        return await self._read(request, "Hint", hint_blocks)

    async def _read(self, request: Request, heading: str, told: Callable[[Table, Right], Blocks]) -> Response:
        """Answer with what takes a while to work out."""
        table = self._requests.table(request)
        blocks = await run_in_threadpool(told, table, self._requests.right(request, table))
        return self._page("reading.html.j2", request, heading=heading, blocks=blocks, back=f"/t/{table.name}")

    async def choice(self, request: Request) -> Response:
        """Answer with what the parts that were chosen so far come to: of a move, or of what was drawn."""
        table = self._requests.table(request)
        seat = table.seat_of(self._requests.right(request, table))
        asked = request.query_params

        def found() -> dict[str, Any]:
            with table.lock:
                if table.session is None or seat is None:
                    raise RefusedError(403, "You only look on at this table.", "Take a seat to play.")
                form = asked.get("form", "")
                return choosing.rest(table.session, seat, form, choosing.parts_of(asked.multi_items(), form))

        return JSONResponse(await run_in_threadpool(found), headers={"Cache-Control": "no-store"})

    async def photograph(self, request: Request) -> Response:
        """Answer with the pieces that a photograph shows. It is kept nowhere."""
        table = self._requests.table(request)
        must_sit(self._requests.right(request, table))
        self._must_be_ours(request, table, request.headers.get("x-form-token", ""))
        _must_wait_for(self._photographs, table.name)
        content, codes = await request.body(), request.query_params.getlist("like")
        found = await run_in_threadpool(photographs.seen_in, content, table.game, codes)
        return JSONResponse(found, 422 if "problem" in found else 200, headers={"Cache-Control": "no-store"})

    async def change(self, request: Request) -> Response:
        """Do what a form of a table asks for."""
        table, form = self._requests.table(request), await form_of(request)
        right = self._requests.right(request, table)
        self._must_be_ours(request, table, str(form.get("form_token", "")))
        asked = actions.FormRequest(self._server, table, right, self._requests.is_host(request), form)
        return await run_in_threadpool(self._changed, request, asked, request.path_params["what"])

    def _must_be_ours(self, request: Request, table: Table, form_token: str) -> None:
        if not table.rights.sent_by(self._requests.token(request, table), form_token):
            raise RefusedError(403, "This form is not from this table.", "Open the table again.")

    def _changed(self, request: Request, asked: actions.FormRequest, what: str) -> Response:
        table = asked.table
        try:
            with table.lock:
                ruling = actions.change(what)(asked)
        except StarboxError as problem:
            # A place that is not what somebody typed may be on the host's disk: nobody else is told of it.
            told = problem if problem.where.startswith('"') else StarboxError(problem.what, todo=problem.todo)
            return self._table(request, table, asked.right, str(told), 409)
        if ruling is not None and not ruling.allowed:
            learns = table.session is not None and table.session.is_lesson  # a mistake is part of it
            return self._table(request, table, asked.right, refusal(ruling), 200 if learns else 409)
        if self._server.find(table.name) is None:  # it was closed
            return RedirectResponse("/", 303)
        with table.lock:
            self._server.keep(table)
        if _HAS in request.headers:  # a script knows that it was a form that was answered
            return self._table(request, table, self._requests.right(request, table))
        return RedirectResponse(f"/t/{table.name}", 303)

    # Files.

    async def face(self, request: Request) -> Response:
        """Answer with a picture. One that is still to be drawn keeps no thread from moves and pages."""
        asked = partial(self._faces.file, request.path_params["game"], request.path_params["name"])
        try:
            data = await anyio.to_thread.run_sync(asked, limiter=self._painters)
        except StarboxError:
            data = None
        if data is None:
            raise RefusedError(404, "There is no such picture.", "Open the table again.")
        return Response(data, media_type="image/svg+xml", headers={"Cache-Control": _FOR_EVER})

    def static(self, request: Request) -> Response:
        name = request.path_params["name"]
        if (media := STATIC.get(name)) is None:
            raise RefusedError(404, "There is no such file.", "Open the table again.")
        return Response(for_browsers(name), media_type=media, headers={"Cache-Control": "max-age=3600"})

    # Answers.

    def _to_table(self, table: Table, token: str) -> Response:
        """Lead to that table, to the seat of that token if there is one."""
        answer = RedirectResponse(f"/t/{table.name}", 303)
        if token:
            self._give(answer, f"starbox-{table.name}", token, f"/t/{table.name}")
        return answer

    def _give(self, answer: Response, name: str, token: str, path: str) -> None:
        answer.set_cookie(
            name, token, max_age=_COOKIE_DAYS * 86_400, path=path, secure=self._secure, httponly=True,
            samesite="strict",
        )  # fmt: skip

    def _page(self, template: str, request: Request, status: int = 200, **known: Any) -> Response:
        return _html(self._pages.page(template, path=request.url.path, **known), status)


def _html(text: str, status: int = 200) -> Response:
    return HTMLResponse(text, status, headers={"Cache-Control": "no-store"})


def _must_wait_for(rate: RateLimit, who: str) -> None:
    if not rate.allows(who):
        raise RefusedError(429, "Too many have tried just now.", "Wait a minute, then try again.")
