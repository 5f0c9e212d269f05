"""No page of one seat has anything in it that only another seat knows."""

from __future__ import annotations

import html
import random
import re
from typing import NamedTuple

import pytest

from components import catalogue
from components.setup import Placed, Setup
from generator.exports.web.faces import WebFaces
from referee.engine.game import OVER, Event, Seat
from referee.games import slugs
from referee.table import reporting
from referee.table.session import Session
from tests.referee.web.conftest import Phone, Served
from tests.searching import SEARCHING

RESPONSES = 20_000 if SEARCHING else 12  # of each of the five games
_WORD = re.compile(r"[\w.+-]+")
_PICTURE = re.compile(r"/faces/[\w-]+/(\w+\.svg)")
_TOKEN = re.compile(r'name="form_token" value="\w+"|/in/[\w-]+|fixed by \w+')  # drawn at random


class Known(NamedTuple):
    """What a view shows: the pictures of its pieces, and its words."""

    pictures: frozenset[str]
    words: frozenset[str]


def pieces(view: Setup) -> list[Placed]:
    return [piece for area in view.areas for piece in area.pieces]


def known(session: Session, seat: Seat | None, faces: WebFaces) -> Known:
    view = session.game.view(session.state, seat)
    shown = [(piece.deck, piece.code if piece.up else "", piece.up) for piece in pieces(view)]
    pictures = frozenset(faces.name(*one) for one in shown if one[0])
    told = reporting.telling_of(session, seat, 0)[0]
    return Known(pictures, frozenset(_WORD.findall(f"{view} {told}")))


def secrets(session: Session, seat: Seat | None, faces: WebFaces) -> Known:
    """What others see of their own pieces and that seat does not."""
    own = known(session, seat, faces)
    pictures: set[str] = set()
    codes: set[str] = set()
    for other in range(len(session.names)):
        if other != seat:
            pictures |= known(session, other, faces).pictures
            view = session.game.view(session.state, other)
            codes.update(piece.code for piece in pieces(view) if piece.deck and len(piece.code) > 2)
    return Known(frozenset(pictures - own.pictures), frozenset(codes - own.words))


def advance(session: Session, chance: random.Random) -> bool:
    """Make any legal move; False if the game is over."""
    if session.turn is OVER:
        return False
    seat = chance.choice(session.acting)
    move = chance.choice(list(session.game.moves(session.state, seat)))
    assert session.play(Event(seat, move)).allowed
    return True


@pytest.mark.search
@pytest.mark.parametrize("slug", slugs())
def test_no_page_tells_what_another_seat_holds(served: Served, slug: str) -> None:
    """Its pictures are those of the view of its seat, and its words name no card that only others see."""
    faces, chance, checked, hidden = WebFaces(catalogue.load(slug)), random.Random(7), 0, 0
    while checked < RESPONSES:
        room, phones = served.table(slug, "Ann", "Bo")
        session = room.session
        assert session is not None
        onlooker = served.phone()
        onlooker.post(f"/t/{room.name}/sit", invitation=room.rights.invitation)
        readers: list[tuple[Seat | None, Phone]] = [(0, phones[0]), (1, phones[1]), (None, onlooker)]
        while checked < RESPONSES:
            for seat, phone in readers:
                own, secret = known(session, seat, faces), secrets(session, seat, faces)
                hidden += len(secret.words)
                for path in ("", chance.choice(("/odds", "?at=R1-1", "/nowhere"))):
                    page = _TOKEN.sub("", html.unescape(phone.get(f"/t/{room.name}{path}")))
                    assert set(_PICTURE.findall(page)) <= own.pictures
                    leaked = secret.words.intersection(_WORD.findall(page))
                    assert not leaked, (path, seat, session.journal.file.read_text())
                    checked += 1
            if not all(advance(session, chance) for _ in range(5)):
                break
        served.house.end(room)
    assert hidden or slug not in ("last-blast", "rayguns"), "there were secrets to keep"
