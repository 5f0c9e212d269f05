"""A server that is killed while a phone makes a move: nothing is lost, nothing is doubled."""

from __future__ import annotations

import http.client
import os
import random
import re
import socket
import subprocess
import sys
import threading
import urllib.parse
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from referee.table.journal import Journal
from referee.table.journal.lines import MoveRecord
from tests.referee.web.conftest import offered
from tests.searching import SEARCHING

pytestmark = pytest.mark.outside

KILLS = 200 if SEARCHING else 1
_FIELDS = {
    name: re.compile(rf'name="{name}" value="([^"]*)"')
    for name in ("form_token", "seen", "ask", "question", "invitation")
}


def free_port() -> int:
    """Return a port that stays free while the server is down: nobody is given one below 32768 unasked."""
    for port in range(20_000 + os.getpid() % 10_000, 32_000):
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise AssertionError("no port is free")


class Server:
    """The real command in a process of its own, on one port whenever it is started."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = free_port()
        self.printed: list[str] = []
        self.start("last-blast")

    def start(self, *game: str) -> None:
        command = [str(Path(sys.executable).with_name("referee")), "serve", *game, "--port", str(self.port)]
        environment = {**os.environ, "STARBOX_DATA": str(self.data), "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        assert self.process.stdout
        self.printed = []
        for line in self.process.stdout:
            self.printed.append(line)
            if line.startswith("Ctrl-C"):
                return
        raise AssertionError("the server has not started: " + "".join(self.printed))

    def kill(self) -> None:
        self.process.kill()

    def gone(self) -> None:
        self.process.wait(60)
        assert self.process.stdout
        self.process.stdout.close()


class Browser:
    """A phone with one cookie."""

    def __init__(self, server: Server) -> None:
        self.server, self.cookie, self.page = server, "", ""

    def ask(self, method: str, path: str, **fields: str) -> int:
        """The status of the answer. Raises `OSError` or `HTTPException` if the server dies."""
        found = {name: match[1] for name, sign in _FIELDS.items() if (match := sign.search(self.page))}
        body = urllib.parse.urlencode({**found, **fields}) if method == "POST" else None
        address = f"127.0.0.1:{self.server.port}"
        headers = {"Cookie": self.cookie, "Origin": f"http://{address}"}
        if body:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        connection = http.client.HTTPConnection(address, timeout=60)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            text = answer.read().decode()
        finally:
            connection.close()
        self.cookie = (answer.headers["set-cookie"] or self.cookie).partition(";")[0]
        if answer.status != 303:
            self.page = text
        return answer.status


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    yield server
    server.kill()
    server.gone()


def test_a_killed_server_has_every_move_once_and_phones_come_back(server: Server) -> None:
    """The server dies while a move is sent. The phone sends it again: it is made, or it was made."""
    chance, moves = random.Random(11), 0
    found = re.search(r"(/t/\w+)/in/\S+", "".join(server.printed))
    assert found
    table, door = found[1], found[0]
    phones = [Browser(server) for _ in range(2)]
    for phone, name in zip(phones, ("Ann", "Bo"), strict=True):
        assert phone.ask("GET", door) == 200
        assert phone.ask("POST", f"{table}/sit", player=name) == 303
        assert phone.ask("GET", table) == 200
    assert phones[0].ask("POST", f"{table}/start") == 303
    for _ in range(KILLS):
        phone, move = turn(phones, table)
        killer = threading.Timer(chance.uniform(0, 0.05), server.kill)
        killer.start()
        try:
            status = phone.ask("POST", f"{table}/move", move=move)
        except (OSError, http.client.HTTPException):
            status = 0
        assert status in (0, 303)
        killer.join()
        server.gone()
        server.start()
        again = phone.ask("POST", f"{table}/move", move=move)
        assert again in (303, 409)
        assert not (status == 303 == again), "a move that was told stands in the journal"
        if again == 409:
            assert "Something has happened since" in phone.page
        moves += 1
        assert phone.ask("GET", table) == 200 and "You are" in phone.page
    journals = [Journal.open(file) for file in (server.data / "sittings").glob("*.jsonl")]
    made = [record for journal in journals for record in journal.records if isinstance(record, MoveRecord)]
    assert len(made) == moves


def turn(phones: list[Browser], table: str) -> tuple[Browser, str]:
    """A phone that may move, and a move; after the end of a game its rematch begins, as both agree."""
    while True:
        for phone in phones:
            assert phone.ask("GET", table) == 200
            if moves := offered(phone.page):
                return phone, moves[0]
        assert phones[0].ask("POST", f"{table}/again", game="") == 303
        assert phones[1].ask("GET", table) == 200
        assert phones[1].ask("POST", f"{table}/vote", answer="yes") == 303
