"""Addresses of the television."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from components import catalogue
from referee.table.rounds import session_score
from referee.table.session import Session
from referee.web.pages.drawing import Faces
from referee.web.pages.rendering import Pages
from referee.web.pages.television import Picture, picture_of
from referee.web.requests import Requests
from referee.web.server import Server
from referee.web.table import Table

_LATEST = 12  # events among which those that are told are looked for


@dataclass(frozen=True)
class Televisions:
    """Shows tables as pictures. `base` is the address of the server."""

    server: Server
    requests: Requests
    pages: Pages
    faces: Faces
    base: str

    @property
    def routes(self) -> tuple[Route, ...]:
        return Route("/t/{table}/tv", self._table), Route("/tv", self._newest)

    def _table(self, request: Request) -> Response:
        """Show the table. Only the host's picture of a game has the code by which others come."""
        table = self.requests.table(request)
        self.requests.right(request, table)
        host = self.requests.is_host(request)

        def text() -> str:
            picture = self._picture(table, table.session) if table.session else None
            game = catalogue.load(table.game)
            known = {"table": table, "game": game, "picture": picture, "host": host, "base": self.base}
            return self.pages.page("tv.html.j2", path=request.url.path, **known)

        with table.lock:
            answer = table.shared(("television", host), text)
        return HTMLResponse(answer, headers={"Cache-Control": "no-store"})

    def _picture(self, table: Table, session: Session) -> Picture:
        news = [one for _, one in session.news(None, max(0, len(session.story) - _LATEST))]
        score = table.shared("score", lambda: session_score(session))
        return picture_of(session.game, session.state, news, score, self.faces)

    def _newest(self, request: Request) -> Response:
        """Lead the host to the table where something happened last."""
        tables = self.server.tables if self.requests.is_host(request) else ()
        newest = max(tables, key=lambda table: table.touched, default=None)
        return RedirectResponse(f"/t/{newest.name}/tv" if newest else "/", 303)
