"""Tables without a network: pages are asked as a browser would ask them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx2
import pytest
from starlette.testclient import TestClient

from generator.exports.web.artist import Artist
from referee.web.app import make_app
from referee.web.guard import App
from referee.web.pages import drawing
from referee.web.rights import Rights
from referee.web.server import Server
from referee.web.table import Table

ADDRESS = "192.168.1.20:8765"  # a network of phones; nothing is sent
ORIGIN = f"http://{ADDRESS}"
_TOKEN = re.compile(r'name="form_token" value="([0-9a-f]+)"')
_ASK = re.compile(r'name="ask" value="([^"]*)"')
_QUESTION = re.compile(r'name="question" value="(\d+)"')
_SEEN = re.compile(r'name="seen" value="(\d+)"')
PART = re.compile(r"<!--(?:part (\w+)-->(.*?)<!--end|same (\w+))-->", re.DOTALL)


def offered(page: str) -> list[str]:
    """The moves that a page offers, the one first that it proposes."""
    found = re.search(r'id="options">(.*?)</script>', page)
    return [text for kind in json.loads(found[1]) for text, *_ in kind] if found else []


@dataclass
class Phone:
    """A browser with cookies of its own; it sends what a browser sends."""

    client: TestClient
    page: str = ""
    status: int = 0
    where: str = ""
    headers: httpx2.Headers = field(default_factory=httpx2.Headers)

    def get(self, path: str, **headers: str) -> str:
        return self._shown(self.client.get(path, headers=headers))

    def post(self, path: str, headers: dict[str, str] | None = None, **fields: str | list[str]) -> str:
        """Send a form of the page that is shown, with its hidden fields unless others are given."""
        hidden = {"form_token": _TOKEN, "seen": _SEEN, "ask": _ASK, "question": _QUESTION}
        found = {name: match[1] for name, pattern in hidden.items() if (match := pattern.search(self.page))}
        sent = {"origin": ORIGIN} if headers is None else headers
        return self._shown(self.client.post(path, data={**found, **fields}, headers=sent))

    def _shown(self, answer: httpx2.Response) -> str:
        self.page, self.status, self.where = answer.text, answer.status_code, answer.url.path
        self.headers = answer.headers
        return self.page


@dataclass
class Served:
    """A server, and the table that was opened on it."""

    server: Server
    rights: Rights
    host_token: str
    app: App | None = None  # made for the first phone: all share its faces

    def phone(self) -> Phone:
        if self.app is None:
            self.app = make_app(self.server, self.rights, (ADDRESS,))
        return Phone(TestClient(self.app, base_url=ORIGIN))  # type: ignore[arg-type]

    def host(self) -> Phone:
        phone = self.phone()
        phone.post("/host", token=self.host_token)
        return phone

    def seated(self, table: Table, name: str) -> Phone:
        """A phone on that seat."""
        phone = self.phone()
        phone.post(f"/t/{table.name}/sit", invitation=table.rights.invitation, player=name)
        assert phone.status == 200, phone.page
        return phone

    def table(self, game: str, *names: str) -> tuple[Table, list[Phone]]:
        """A table with those players, at which the game has begun."""
        table = self.server.open(game)
        phones = [self.seated(table, name) for name in names]
        for phone in phones[:1]:
            phone.get(f"/t/{table.name}")
            phone.post(f"/t/{table.name}/start")
            assert phone.status == 200, phone.page
        return table, phones


class _Lasting(Artist):
    """An artist that outlives the servers it draws for."""

    def close(self) -> None:
        """Go on."""


@pytest.fixture(scope="session", autouse=True)
def one_artist() -> Iterator[None]:
    """All servers of a test process share the process that draws: to start one takes a second."""
    artist = _Lasting()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(drawing, "Artist", lambda: artist)
        yield
    Artist.close(artist)


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Served:
    monkeypatch.setenv("STARBOX_DATA", str(tmp_path))
    rights = Rights()
    return Served(Server(), rights, rights.invitation)
