"""`referee serve` on the loopback: how soon a move is on every phone, how much a page weighs, how much memory
the server takes.

    python benchmarks/serve.py                each game at its largest table, 8 phones; then 50 tables of 4
    python benchmarks/serve.py 10             10 tables in place of 50

At many tables moves come as those of people do who know nothing of each other: at random, so many a second
on average. The server is the real command in a process of its own; the phones are sockets in this one, so
with many tables a part of the time is theirs. As browsers do, they keep a connection, and name the parts of a
page that they have. Moves are drawn at random from all that a page offers, and bytes are counted as they are
sent. The time that a browser takes to draw a page is not in it.
"""

from __future__ import annotations

import asyncio
import gzip
import html
import json
import math
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

GAMES = {"last-blast": 4, "mlem": 5, "per-aspera": 4, "planetary": 8, "rayguns": 4}  # most players by game
MOVES = 60  # moves at each table of 8
WARM = 5  # moves before those that are measured
RATE = 20.0  # moves a second at all tables together, on average; the time that a move takes comes on top
SECONDS = 30.0  # time for which all tables play
NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")  # those who play; more phones look on
_OPTIONS = re.compile(r'id="options">(.*?)</script>')
_WIDE = re.compile(r'data-form="([^"]*)"')
_CHOICE = random.Random(3)
_FIELD = re.compile(r'name="(form_token|seen|ask|invitation|token)" value="([^"]*)"')
_PART = re.compile(r"<!--(?:part (\w+)-->(.*?)<!--end|same (\w+))-->", re.DOTALL)


@dataclass
class Phone:
    """A browser: a cookie, the page it shows, and a stream of news.

    heard  the last number of the table, and when it came
    sent   bytes of the last answer, as they were sent
    parts  the parts of the page, by their names
    """

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    page: str = ""
    sent: int = 0
    parts: dict[str, str] = field(default_factory=dict)
    kept: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
    heard: tuple[str, float] = ("", 0.0)
    news: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def ask(self, method: str, path: str, **fields: str) -> tuple[int, dict[str, str]]:
        """Send a request; the status and the headers. The page is kept unless it is a redirection."""
        body = ""
        if method == "POST":
            body = urllib.parse.urlencode({**dict(_FIELD.findall(self.page)), **fields})
        head = self._head(method, path, body).encode()
        try:
            status, headers, data = await self._exchange(head)
        except (OSError, asyncio.IncompleteReadError):  # the server has closed it: nothing came for seconds
            self.kept = None
            status, headers, data = await self._exchange(head)
        self.sent = len(data)
        if headers.get("content-encoding") == "gzip":
            data = gzip.decompress(data)
        if status != 303:
            self.page = html.unescape(self._whole(data.decode()))
        return status, headers

    async def _exchange(self, head: bytes) -> tuple[int, dict[str, str], bytes]:
        if self.kept is None:
            self.kept = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.kept
        writer.write(head)
        status, headers = await self._answer(reader)
        return status, headers, await reader.readexactly(int(headers.get("content-length", 0)))

    def _whole(self, text: str) -> str:
        """The page with the parts that it has already."""
        had, self.parts = self.parts, {}

        def part(found: re.Match[str]) -> str:
            name, sent, same = found.groups()
            self.parts[name or same] = sent if name else had[same]
            return self.parts[name or same]

        return _PART.sub(part, text)

    async def listen(self, path: str) -> None:
        """Hear the news of a table until cancelled."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(self._head("GET", path, "").encode())
        await self._answer(reader)
        while line := await reader.readline():
            if line.startswith(b"data: "):
                async with self.news:
                    self.heard = line[6:].decode().strip(), time.perf_counter()
                    self.news.notify_all()

    async def told(self, before: str) -> float:
        """Return the time at which a number other than that one came."""
        async with self.news:
            await asyncio.wait_for(self.news.wait_for(lambda: self.heard[0] != before), 30)
        return self.heard[1]

    def _head(self, method: str, path: str, body: str) -> str:
        address = f"127.0.0.1:{self.port}"
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return (
            f"{method} {path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\n"
            f"Cookie: {cookies}\r\nAccept-Encoding: gzip\r\nStarbox-Has: {' '.join(self.parts)}\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}"
        )

    async def _answer(self, reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
        status = int((await reader.readuntil(b"\n")).split()[1])
        headers: dict[str, str] = {}
        while (line := (await reader.readline()).decode().strip()) != "":
            name, _, value = line.partition(": ")
            headers[name.lower()] = value
        if "set-cookie" in headers:
            name, _, value = headers["set-cookie"].partition(";")[0].partition("=")
            self.cookies[name] = value
        return status, headers


async def seated(port: int, host: Phone, many: int, game: str) -> tuple[str, list[Phone]]:
    """A table with that game and so many phones: as many players as there may be, and onlookers."""
    await host.ask("GET", "/")
    _, headers = await host.ask("POST", "/open", game=game)
    table = headers["location"]
    await host.ask("GET", table)
    door = re.search(rf"{table}/in/[\w-]+", host.page)
    assert door, host.page
    phones = [Phone(port) for _ in range(many)]
    for place, phone in enumerate(phones):
        await phone.ask("GET", door[0])
        player = NAMES[place] if place < GAMES[game] else ""
        status, _ = await phone.ask("POST", f"{table}/sit", player=player)
        assert status == 303, phone.page
    await phones[0].ask("GET", table)
    status, _ = await phones[0].ask("POST", f"{table}/start")
    assert status == 200, phones[0].page
    return table, phones


async def choice(table: str, phone: Phone) -> str:
    """Any move that the page offers; where it asks for the rest of one, what that begins with."""
    found = _OPTIONS.search(phone.page)
    moves = [one[0] for kind in json.loads(found[1] if found else "[]") for one in kind]
    if moves:
        return str(_CHOICE.choice(moves))
    page, parts, wide = phone.page, phone.parts, _WIDE.search(phone.page)
    asked = urllib.parse.urlencode({"form": wide[1] if wide else ""})
    await phone.ask("GET", f"{table}/choice?{asked}")
    whole, phone.page, phone.parts = str(json.loads(phone.page)["whole"]), page, parts
    return whole


async def move(table: str, phones: Sequence[Phone]) -> tuple[list[float], float, list[int]] | None:
    """Make a move that a page offers: when each phone heard of it, and when the last had the new page, in
    milliseconds, and the bytes that each phone was sent. None if the game is over.
    """
    phone = next((one for one in phones if _OPTIONS.search(one.page)), None)
    if phone is None:
        return None
    chosen = await choice(table, phone)
    before = [one.heard[0] for one in phones]
    start = time.perf_counter()
    status, _ = await phone.ask("POST", f"{table}/move", move=chosen)  # its answer is the new page
    assert status == 200, phone.page
    heard = await asyncio.gather(*(one.told(old) for one, old in zip(phones, before, strict=True)))
    await asyncio.gather(*(one.ask("GET", table) for one in phones if one is not phone))
    taken = (time.perf_counter() - start) * 1000
    return [(at - start) * 1000 for at in heard], taken, [one.sent for one in phones]


async def play(
    table: str, phones: Sequence[Phone], moves: int, pause: Callable[[], float], seconds: float = math.inf
) -> tuple[list[float], list[float], list[int]]:
    """Make so many moves, or as many as fit into those seconds; the times and the bytes of `move`."""
    streams = [asyncio.create_task(one.listen(f"{table}/news?n=0")) for one in phones]
    await asyncio.gather(*(one.told("") for one in phones))
    await asyncio.gather(*(one.ask("GET", table) for one in phones))
    heard: list[float] = []
    pages: list[float] = []
    sent: list[int] = []
    end = time.perf_counter() + seconds
    for _ in range(moves):
        wait = pause()
        if time.perf_counter() + wait > end:
            break
        await asyncio.sleep(wait)
        found = await move(table, phones)
        if found is None:
            break
        heard += found[0]
        pages.append(found[1])
        sent += found[2]
    for stream in streams:
        stream.cancel()
    return heard, pages, sent


def report(what: str, values: Sequence[float]) -> None:
    p95 = statistics.quantiles(values, n=20)[-1]
    print(f"{what:52} median {statistics.median(values):7.1f} ms  p95 {p95:7.1f} ms  of {len(values)}")


def processor(process: int) -> float:
    """Seconds of processor time that the process has taken; 0 where the system does not tell."""
    try:
        text = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return 0.0
    user, system = text.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def memory(process: int) -> float:
    """Resident memory in MiB; 0 where the system does not tell."""
    try:
        text = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0.0
    found = re.search(r"VmRSS:\s+(\d+)", text)
    return int(found[1]) / 1024 if found else 0.0


async def weigh(phone: Phone, door: str) -> None:
    """The first page with its styles, scripts and pictures, as they are sent."""
    await phone.ask("GET", door)
    total = phone.sent
    for path in re.findall(r'(?:href|src)="(/(?:static|faces)/[^"]+)"', phone.page):
        await phone.ask("GET", path)
        total += phone.sent
    print(f"{'first page with styles, scripts and pictures':52} {total / 1000:7.1f} kB")


async def run(port: int, token: str, process: int, tables: int) -> None:
    host = Phone(port)
    await host.ask("GET", f"/host/{token}")
    await host.ask("POST", "/host")
    print(f"{'memory of the server before the first table':52} {memory(process):7.1f} MiB")
    for game, players in GAMES.items():
        print(f"{game}: {players} players, {8 - players} look on")
        table, phones = await seated(port, host, 8, game)
        await host.ask("GET", table)
        if (door := re.search(rf"{table}/in/[\w-]+", host.page)) and game == "last-blast":
            await weigh(Phone(port), door[0])
        await play(table, phones, WARM, lambda: 0.0)  # templates are read, and the first faces drawn
        began = processor(process)
        heard, pages, sent = await play(table, phones, MOVES, lambda: 0.0)
        taken = (processor(process) - began) / len(pages) * 1000
        report("a move to each of 8 phones", heard)
        report("a move until all 8 phones have the new page", pages)
        print(f"{'processor time of the server a move, 8 phones':52} {taken:7.1f} ms")
        print(f"{'sent to a phone after a move: most':52} {max(sent) / 1000:7.1f} kB")
        print(f"{'sent to a phone after a move: on average':52} {statistics.mean(sent) / 1000:7.1f} kB")
        whole = [Phone(port, one.cookies) for one in phones]
        await asyncio.gather(*(one.ask("GET", table) for one in whole))
        print(f"{'largest whole page as it is sent':52} {max(one.sent for one in whole) / 1000:7.1f} kB")
        print(f"{'memory of the server':52} {memory(process):7.1f} MiB")
    made = [await seated(port, host, 4, "last-blast") for _ in range(tables)]
    busy, chance = processor(process), random.Random(5)
    results = await asyncio.gather(
        *(play(one, four, MOVES, lambda: chance.expovariate(RATE / tables), SECONDS) for one, four in made)
    )
    report(f"a move to each of 4 phones, {tables} tables", [value for one in results for value in one[0]])
    done = sum(len(one[1]) for one in results)
    taken = (processor(process) - busy) / max(1, done) * 1000
    print(f"{'processor time of the server a move, 4 phones':52} {taken:7.1f} ms")
    print(f"{'moves a second at all tables':52} {done / SECONDS:7.1f}")
    print(f"{'memory of the server with all tables':52} {memory(process):7.1f} MiB")


def main() -> None:
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    with tempfile.TemporaryDirectory() as data:
        command = [str(Path(sys.executable).with_name("referee")), "serve", "--port", "0"]
        environment = {**os.environ, "STARBOX_DATA": data, "PYTHONUNBUFFERED": "1"}
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        try:
            assert server.stdout
            found = re.search(r"http://127\.0\.0\.1:(\d+)/host/(\S+)", server.stdout.readline())
            assert found, "the server has not started"
            asyncio.run(run(int(found[1]), found[2], server.pid, tables))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
