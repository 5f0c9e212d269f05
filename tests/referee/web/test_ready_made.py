"""Tables on a site, where no picture is drawn: they show what the tables of a server show."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from components import catalogue
from components.setup import Area
from generator.exports.web import artist
from generator.exports.web import faces as web_faces
from generator.exports.web.faces import WebFaces, told_slots
from referee.engine.areas import is_board
from referee.engine.chance.seeded import Chance
from referee.engine.game import OVER, AnyGame, Event, Seats
from referee.engine.play import follow, start_game
from referee.players.bots import find_bot
from referee.table.rulesets import find_game
from referee.web.pages.drawing import Faces

pytestmark = pytest.mark.outside

EVERY = 25  # events between two looks at the table


def _tables(slug: str) -> Iterator[tuple[Area, ...]]:
    """The areas that a seat sees, again and again until a game of two bots is over."""
    game: AnyGame = find_game(slug)
    bot, chance, events = find_bot(slug, "greedy"), Chance("kiwi"), 0
    state = start_game(game, ["Ann", "Bo"], {})
    while (turn := game.turn(state)) is not OVER:
        if events % EVERY == 0:
            yield game.view(state, 0).areas
        luck = chance.stream(f"{events}")
        if isinstance(turn, Seats):
            seat = turn.seats[0]
            event = Event(seat, bot(game, game.known(state, seat), seat, luck))
        else:
            event = Event(None, game.chance(state).pick(luck))
        state = follow(game, state, event)
        events += 1
    yield game.view(state, 0).areas


@pytest.mark.parametrize("slug", ["last-blast", "mlem", "per-aspera", "planetary", "rayguns"])
def test_ready_made_pictures_have_their_slots(
    slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = [[area for area in areas if is_board(area)] for areas in _tables(slug)]
    server, known = Faces(), WebFaces(catalogue.load(slug))
    shown = [[server.drawn(slug, area) for area in areas] for areas in seen]
    server.close()
    told = {name: told_slots(picture) for name in known.names if (picture := known.file(name))}

    monkeypatch.setattr(artist.Artist, "draw", lambda *_: None)
    monkeypatch.setattr(web_faces, "kept", lambda *_: None)
    monkeypatch.setattr(web_faces, "_ready_slots", lambda: json.loads(json.dumps(told)))
    site = Faces()
    assert [[site.drawn(slug, area) for area in areas] for areas in seen] == shown
    assert any(told.values()) == any(one.held for areas in shown for drawn in areas for one in drawn.pieces)
