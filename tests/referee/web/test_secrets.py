"""No page of one seat has anything in it that only another seat knows.

Each answer is held to it twice. It names no picture that its seat does not see, and no card that only others
see. And it stays the same, to the last byte, when everything that its seat does not know is exchanged for
something else that could be: other hands, another deck, another choice in secret.
"""

from __future__ import annotations

import asyncio
import html
import os
import random
import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import unquote_plus, urlencode

import pytest

from components import catalogue
from components.setup import Placed, Setup
from generator.exports.web.faces import WebFaces
from referee.engine.asking.choosing import texts_of
from referee.engine.chance.outcomes import Quick
from referee.engine.game import OVER, Event, Guesses, Seat
from referee.engine.moves import form_of
from referee.games import slugs
from referee.table import reporting
from referee.table.session import Session
from referee.web.guard import App, Message
from referee.web.pages.table import BLOCK
from referee.web.table import Table
from tests.referee.web.conftest import ADDRESS, PART, Served
from tests.searching import SEARCHING

PARTS = 8 if SEARCHING else 1  # parts of each of the five games, so that all cores have something to do
RESPONSES = 2_500 if SEARCHING else 12  # responses of each part
_WORD = re.compile(r"[\w.+-]+")
_PICTURE = re.compile(r"/faces/[\w-]+/(\w+\.svg)")
_TOKEN = re.compile(r'name="form_token" value="\w+"|/in/[\w-]+|fixed by \w+')  # drawn at random
KNOWING = "?knowing"  # the page of somebody who names parts that others have, too
_NUMBER = re.compile(r'data-n="[\d.]+"')


class Known(NamedTuple):
    """The contents of a view: the pictures of its pieces, and its words."""

    pictures: frozenset[str]
    words: frozenset[str]


@dataclass
class Reader:
    """Somebody at a table: what their cookie is, and what they have been told so far."""

    seat: Seat | None
    cookie: str
    told: set[str] = field(default_factory=set)
    heard: int = 0

    def known(self, session: Session, faces: WebFaces) -> Known:
        view = session.game.view(session.state, self.seat)
        shown = [(piece.deck, piece.code if piece.up else "", piece.up) for piece in pieces(view)]
        lying = [held for piece in pieces(view) for held in piece.holds]
        lying += [under for area in view.areas for under in area.under]
        lying += [sign.piece for area in view.areas for sign in area.signs or () if sign.piece]
        since = max(0, self.heard - 1)
        self.told.update(_WORD.findall(str(reporting.telling_of(session, self.seat, since)[0])))
        self.heard = len(session.story)
        words = frozenset(_WORD.findall(str(view)))
        pictures = {faces.name(*one) for one in shown if one[0]}
        pictures |= {
            faces.turned(one.deck, one.code) if one.side == "b" else faces.name(one.deck, one.code)
            for one in lying
        }
        # The log shows the faces of pieces that it told of, though they may have gone since.
        latest = max(0, len(session.story) - 30) // BLOCK * BLOCK
        told = [piece for _, one in session.news(self.seat, latest) for piece in one.pieces]
        pictures |= {faces.name(one.deck, one.code) for one in told if one.deck != "dice"}
        pictures |= {faces.turned(one.deck, one.code) for one in told if one.side == "b"}
        return Known(frozenset(pictures), words | self.told)

    def codes(self, session: Session) -> set[str]:
        """The pieces of decks that this reader sees."""
        view = session.game.view(session.state, self.seat)
        return {piece.code for piece in pieces(view) if piece.deck and len(piece.code) > 2}


@dataclass
class Looking:
    """Asks the pages of one table, without a network and without a thread for each answer.

    names  names of parts of the pages of all readers
    """

    app: App
    table: Table
    loop: asyncio.AbstractEventLoop
    names: set[str] = field(default_factory=set)

    def get(self, reader: Reader, path: str) -> str:
        """The page or the answer, without what is drawn at random. What a move needs is sent with it."""
        place, _, query = f"/t/{self.table.name}{path}".partition("?")
        headers = {"host": ADDRESS, "cookie": f"starbox-{self.table.name}={reader.cookie}"}
        method, sent_with = "GET", b""
        if path == KNOWING:
            headers["starbox-has"] = " ".join(sorted(self.names))
        if path.startswith("/move"):
            headers |= {"origin": f"http://{ADDRESS}", "content-type": "application/x-www-form-urlencoded"}
            token = self.table.rights.form_token(reader.cookie)
            known = {"form_token": token, "ask": self.table.question(reader.seat)}
            method, sent_with = "POST", f"{query}&{urlencode(known)}".encode()
            headers["content-length"] = str(len(sent_with))
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method,
            "scheme": "http", "path": place, "raw_path": place.encode(), "query_string": query.encode(),
            "root_path": "", "headers": [(key.encode(), value.encode()) for key, value in headers.items()],
            "client": ("here", 0), "server": (ADDRESS, 80),
        }  # fmt: skip
        sent: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": sent_with, "more_body": False}

        async def send(message: Message) -> None:
            sent.append(message)

        self.loop.run_until_complete(self.app(scope, receive, send))
        assert sent[0]["status"] in ((409,) if method == "POST" else (200, 403, 404)), path
        body = b"".join(one.get("body", b"") for one in sent[1:]).decode()
        return _NUMBER.sub("", _TOKEN.sub("", html.unescape(body)))

    def otherwise(self, state: Any, reader: Reader, path: str) -> str:
        """The same answer if the table stood like that."""
        assert self.table.session is not None
        states, real = self.table.session.states, self.table.session.states[-1]
        states[-1] = state
        self.table.changed()  # makes every page anew
        self.table._asked.clear()  # and the moves, which are kept while the question is the same
        self.table.parts.clear()
        try:
            return self.get(reader, path)
        finally:
            states[-1] = real
            self.table._asked.clear()
            self.table.parts.clear()


def pieces(view: Setup) -> list[Placed]:
    return [piece for area in view.areas for piece in area.pieces]


def another(session: Session, seat: Seat | None, chance: random.Random) -> Any:
    """A state that this seat cannot tell from the real one; an onlooker can tell even less than any seat."""
    game, of = session.game, chance.randrange(2) if seat is None else seat
    assert isinstance(game, Guesses)
    found = game.guess(game.known(session.state, of), of, Quick(chance.getrandbits(32)))
    assert game.known(found, seat) == game.known(session.state, seat)
    return found


def advance(session: Session, chance: random.Random) -> bool:
    """Make any legal move; False if the game is over."""
    if session.turn is OVER:
        return False
    seat = chance.choice(session.acting)
    move = chance.choice(list(session.game.moves(session.state, seat)))
    assert session.play(Event(seat, move)).allowed
    return True


def refused(session: Session, seat: Seat | None, world: Any, chance: random.Random) -> str:
    """A move of another seat that this one may not make, whatever is true of what it does not know."""
    text = str(chance.choice(list(session.game.moves(session.state, session.acting[0]))))
    if seat is None or any(
        text in map(str, session.game.moves(state, seat)) for state in (session.state, world)
    ):
        return "/nowhere"
    return f"/move?{urlencode({'move': text})}"


def asked(session: Session, chance: random.Random) -> str:
    """Another address of the table than its page."""
    move = chance.choice(list(session.game.moves(session.state, session.acting[0])))
    form = form_of(type(move))
    parts = [
        (f"{form.text}|{name}", chance.choice(("", text))) for name, text in texts_of(form, move).items()
    ]
    chosen = urlencode([("form", form.text), *parts])
    return chance.choice(("/odds", f"/choice?{chosen}", f"/choice?{chosen}", "/nowhere"))


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("slug", slugs())
def test_no_page_tells_what_another_seat_holds(
    served: Served, slug: str, part: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", lambda file: None)  # nobody pulls the plug here
    faces, found = WebFaces(catalogue.load(slug)), defaultdict[str, int](int)
    chance = random.Random(7 + part)
    loop = asyncio.new_event_loop()
    while found["answers"] < RESPONSES:
        table, phones = served.table(slug, "Ann", "Bo")
        onlooker = served.phone()
        onlooker.post(f"/t/{table.name}/sit", invitation=table.rights.invitation)
        cookies = [phone.client.cookies[f"starbox-{table.name}"] for phone in (*phones, onlooker)]
        readers = [Reader(seat, cookie) for seat, cookie in zip((0, 1, None), cookies, strict=True)]
        assert served.app and table.session
        looking = Looking(served.app, table, loop)
        while found["answers"] < RESPONSES and table.session.turn is not OVER:
            check(looking, readers, faces, chance, found)
            for _ in range(3):
                advance(table.session, chance)
        served.server.end(table)
    loop.close()
    assert found["exchanged"] or slug in ("mlem", "per-aspera"), "there were secrets to keep"
    print(slug, dict(found))


def check(
    looking: Looking, readers: list[Reader], faces: WebFaces, chance: random.Random, found: dict[str, int]
) -> None:
    """Look at the table as each reader sees it now."""
    session = looking.table.session
    assert session is not None
    seen = {reader.seat: reader.codes(session) for reader in readers}
    for reader in readers:
        own = reader.known(session, faces)
        others = set[str]().union(*(codes for seat, codes in seen.items() if seat != reader.seat))
        secret = others - own.words
        world = another(session, reader.seat, chance)
        found["exchanged"] += world != session.state
        found["secret codes"] += len(secret)
        paths = ["", KNOWING, asked(session, chance), refused(session, reader.seat, world, chance)]
        for path in [*paths, *(("/tv",) if reader.seat is None else ())]:
            page = looking.get(reader, path)
            looking.names.update(name for name, _, _ in PART.findall(page) if path == "")
            if world != session.state:  # otherwise everybody knows everything
                assert looking.otherwise(world, reader, path) == page, (path, reader.seat)
            assert set(_PICTURE.findall(page)) <= own.pictures
            if path != "/odds":  # the odds name what may be drawn
                leaked = secret.intersection(_WORD.findall(page)).difference(
                    _WORD.findall(unquote_plus(path))
                )
                assert not leaked, (path, reader.seat, leaked)
            found["answers"] += 1
