"""Addresses of the television."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from components import catalogue
from referee.web.pages.drawing import Faces
from referee.web.pages.rendering import Pages
from referee.web.pages.television import box_rules, picture_of
from referee.web.requests import Requests
from referee.web.server import Server
from referee.web.table import Table


@dataclass(frozen=True)
class Televisions:
    """Shows tables as pictures.

    qr     the QR code of an address, as SVG
    base   the address of the server
    alone  whether one device has all seats, so that there is nobody to invite
    """

    server: Server
    requests: Requests
    pages: Pages
    faces: Faces
    qr: Callable[[str], str]
    base: str
    alone: bool

    @property
    def routes(self) -> tuple[Route, ...]:
        return (
            Route("/t/{table}/tv", self._table),
            Route("/tv", self._newest),
            Route("/static/tv-boxes.css", self._boxes),
        )

    def _table(self, request: Request) -> Response:
        """Show the table. Only the host's picture of a game has the code by which others come."""
        table = self.requests.table(request)
        self.requests.right(request, table)
        host = self.requests.is_host(request)
        with table.lock:
            text = table.shared(("television", host), lambda: self._text(table, request.url.path, host))
        return HTMLResponse(text, headers={"Cache-Control": "no-store"})

    def _text(self, table: Table, path: str, host: bool) -> str:
        session = table.session
        open_to_all = not self.alone and (host or session is None)
        return self.pages.page(
            "tv.html.j2",
            table=table,
            path=path,
            game=catalogue.load(table.game),
            picture=picture_of(table, self.faces) if session else None,
            address=self.base.partition("://")[2],
            qr=self.qr(f"{self.base}/t/{table.name}/in/{table.rights.invitation}") if open_to_all else "",
        )

    def _newest(self, request: Request) -> Response:
        """Lead the host to the table where something happened last."""
        tables = self.server.tables if self.requests.is_host(request) else ()
        newest = max(tables, key=lambda table: table.touched, default=None)
        return RedirectResponse(f"/t/{newest.name}/tv" if newest else "/", 303)

    def _boxes(self, _: Request) -> Response:
        return Response(box_rules(), media_type="text/css", headers={"Cache-Control": "max-age=3600"})
