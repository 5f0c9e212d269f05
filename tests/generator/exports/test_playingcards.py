"""pnp export --to pcio: the file has what the importers of playingcards.io and virtualtabletop.io ask for."""

from __future__ import annotations

import io
import itertools
import json
import zipfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from components import catalogue
from generator.exports.order import Order
from generator.exports.tables import playingcards
from tests.searching import SEARCHING
from tests.smallgame import write_game

BYTES = 2097152  # pictures of this size are not shown
BOARD = """\

[[deck]]
name = "board"
title = "Board"
pieces = "board.csv"
size = [200, 160]
shape = "square"
face = "board"
"""
Widget = dict[str, Any]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A game of cards with backs, tokens without, and a board; the folder that it is exported to."""
    game = write_game(
        tmp_path / "small", cards="code,copies\nA1,3\nA2,1\n", face="<g/>", deck=f'back = "card"\n{BOARD}',
        files={"board.csv": "code\nB\n", "templates/board.svg.j2": "<g/>"},
    )  # fmt: skip
    playingcards.export(Order(catalogue.load(str(game)), tmp_path / "out"))
    return tmp_path / "out" / "small" / "small.pcio"


def opened(file: Path) -> tuple[list[Widget], dict[str, bytes]]:
    with zipfile.ZipFile(file) as archive:
        content = {name: archive.read(name) for name in archive.namelist()}
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    return json.loads(content.pop("widgets.json")), content


def faults(widgets: list[Widget], pictures: dict[str, bytes]) -> list[str]:
    """Tell what an importer would stumble over."""
    by_id = {one["id"]: one for one in widgets}
    kinds = {one["id"]: one for one in widgets if one["type"] == "cardDeck"}
    found = [
        f"{name} is there {count} times"
        for name, count in Counter(w["id"] for w in widgets).items()
        if count > 1
    ]
    shown = [one["boardImage"] for one in widgets if one["type"] == "board"]
    for deck in kinds.values():
        for kind in deck["cardTypes"].values():
            found += [f"{value!r} is not a text" for value in kind.values() if not isinstance(value, str)]
            shown += [kind["image"], kind["back"]]
        for side in ("faceTemplate", "backTemplate"):
            assert {one["value"] for one in deck[side]["objects"]} <= {"image", "back"}
    found += [f"{url} is not there" for url in shown if url.removeprefix("package://") not in pictures]
    found += [f"{name} is too large" for name, data in pictures.items() if len(data) >= BYTES]
    for one in widgets:
        if "parent" in one:
            home = by_id[one["parent"]]
            if (one["x"] - home["x"], one["y"] - home["y"]) != (4, 4):
                found.append(f"{one['id']} is not in {home['id']}")
        if one["type"] == "card" and one["cardType"] not in kinds[one["deck"]]["cardTypes"]:
            found.append(f"{one['id']} has no kind")
    places = [one for one in widgets if one["type"] in ("cardPile", "board")]
    for one, other in itertools.combinations(places, 2):
        if all(
            one[a] < other[a] + other[b] and other[a] < one[a] + one[b]
            for a, b in (("x", "width"), ("y", "height"))
        ):
            found.append(f"{one['id']} is on {other['id']}")
    return found + [
        f"{one['id']} is beside the table"
        for one in places
        if one["x"] < 0 or one["y"] < 0 or one["x"] + one["width"] > 1600 or one["y"] + one["height"] > 820
    ]


def test_what_lies_on_the_table_can_be_read(table: Path) -> None:
    widgets, pictures = opened(table)
    assert faults(widgets, pictures) == []
    count = Counter(one["type"] for one in widgets)
    assert count["hand"] == count["board"] == 1
    cards = [one for one in widgets if one["type"] == "card" and one["deck"] == "cards-kinds"]
    assert Counter(one["cardType"] for one in cards) == {"A1": 3, "A2": 1}
    assert not any(one["faceup"] for one in cards)
    deck = next(one for one in widgets if one["id"] == "cards-kinds")
    assert deck["cardWidth"] / deck["cardHeight"] == pytest.approx(63.5 / 88.9, rel=0.01)


def test_a_second_file_is_the_same(table: Path) -> None:
    before = table.read_bytes()
    game = catalogue.load(str(table.parents[2] / "small"))
    playingcards.export(Order(game, table.parents[1]))
    assert table.read_bytes() == before


def test_a_picture_that_would_not_be_shown_is_made_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playingcards, "_BYTES", 20_000)
    buffer = io.BytesIO()
    Image.effect_noise((170, 170), 90).save(buffer, "PNG")
    assert len(buffer.getvalue()) > 20_000
    small = playingcards._small(buffer.getvalue())
    assert len(small) < 20_000 and Image.open(io.BytesIO(small)).width > 100


@pytest.mark.search
@pytest.mark.parametrize("slug", catalogue.slugs() if SEARCHING else ("last-blast", "mlem"))
def test_the_games_here_can_be_read(slug: str, tmp_path: Path) -> None:
    playingcards.export(Order(catalogue.load(slug), tmp_path), dpi=36)
    assert faults(*opened(tmp_path / slug / f"{slug}.pcio")) == []
