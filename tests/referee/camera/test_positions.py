"""From the pieces of a photograph to the texts of a position, as each game declares them."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from components.errors import UsageError
from components.toml import parse_toml
from referee.camera import lattice
from referee.camera.faces import Name
from referee.camera.looking import Look
from referee.camera.reading import Seen
from referee.commands.base import photographs
from referee.commands.base.photographs import with_positions
from referee.engine.asking.photographed import Lying, Shown, Tabletop
from referee.engine.play import open_box
from referee.games import find_game, photographs_of, slugs

NAMES = ("Ann", "Bo")


def piece(deck: str, code: str | None, **more: Any) -> Lying:
    values: dict[str, Any] = {"group": 1, "row": 0, "up": True, "maybe": (code or "A", "B")} | more
    return Lying(deck, code, outline=((0, 0),) * 4, alike=0.9, ahead=0.5, **values)


def told(slug: str, key: str, pieces: Sequence[Lying], who: str = "") -> list[str]:
    """The text of each group of those pieces."""
    table, photographed = Tabletop(slug, 100, 100, tuple(pieces)), photographs_of(slug)[key]
    box = open_box(find_game(slug))
    return [
        photographed.text(Shown(table, group, box, NAMES, who))
        for group in photographed.groups(table).values()
    ]


def grid(deck: str, text: str) -> list[Lying]:
    """Tiles in rows; a point is a gap, a question mark a piece that is not certain."""
    return [
        piece(deck, None if code == "?" else f"T{code}", at=(column, row), row=row)
        for row, line in enumerate(text.split("/"))
        for column, code in enumerate(line)
        if code != "."
    ]


def test_a_field_is_read_row_by_row_and_gaps_are_taken_tiles() -> None:
    """LB 2.1: "x" is a tile that is taken."""
    assert told("last-blast", "field", grid("tiles", "351/2.4/?16")) == ["351/2x4/?16"]


def test_a_rocket_is_read_from_its_front_the_right_end() -> None:
    assert told("last-blast", "rockets", [piece("parts", code) for code in ("G1-2", "A6-3", "R2-5")]) == [
        "R2-5 A6-3 G1-2"
    ]


def test_arrays_of_several_players_and_their_spare_parts_are_told_apart_by_the_boards() -> None:
    """RR 3.5: six places of a board are the array's, two the spare parts'."""
    boards = [piece("boards", "board-O", group=1), piece("boards", "board-B", group=2)]
    tiles = [
        piece("tiles", code, group=3 + board, under=board, slot="tile", place=place)
        for board, codes in enumerate((("G3w", "B3p", "A5w"), ("U2", "R5r")))
        for code, place in zip(codes, (0, 1, 6), strict=False)
    ]
    assert told("rayguns", "docked", boards + tiles) == ["G3w B3p", "U2 R5r"]
    assert told("rayguns", "spares", boards + tiles) == ["A5w", ""]
    assert told("rayguns", "docked", [piece("tiles", "G3w"), piece("tiles", None)]) == ["G3w ?"]


def test_the_rules_card_in_force_is_the_one_on_its_place() -> None:
    station = piece("station", "station")
    cards = [
        piece("rules-cards", code, under=0, slot="card", place=place)
        for place, code in ((0, "RC03"), (2, "SO01"))
    ]
    assert told("rayguns", "cards", [station, *cards]) == ["RC03"]
    assert told("rayguns", "cards", [piece("rules-cards", "SO05"), piece("rules-cards", "", up=False)]) == [
        "SO05"
    ]


def test_astronauts_are_named_with_their_owners_where_they_landed() -> None:
    """ML 5.2: on a planet in the order of their places, which for others is from the left."""
    board = piece("board", "board")
    landed = [
        piece("astronauts", code, under=0, slot=slot, place=place)
        for code, slot, place in (("scout-B", "m3", 0), ("ace-O", "A", 0), ("engineer-B", "A", 1))
    ]
    lost = piece("astronauts", "ace-B", under=0)
    assert told("mlem", "landed", [board, *landed, lost]) == [
        '{ "m3" = "Bo scout", "A" = "Ann ace, Bo engineer" }'
    ]


def test_those_aboard_and_the_goals_on_mats_are_read() -> None:
    seats = [
        piece("astronauts", "navigator-B", under=0, slot="seat"),
        piece("astronauts", "ace-O", under=0, slot="seat"),
    ]
    assert told("mlem", "aboard", [piece("boarding", "boarding"), *seats]) == [
        '{ "Bo" = "navigator", "Ann" = "ace" }'
    ]
    goals = [piece("goals", "deep", under=0), piece("goals", "crowd")]
    assert told("mlem", "goals", [piece("mats", "mat-B"), *goals]) == ['{ "deep" = "Bo" }']


def star_map(shift: tuple[int, int], missing: Iterable[tuple[int, int]] = ()) -> list[Lying]:
    """A map with the homeworld in the middle, counted from elsewhere, and some hexes missing."""
    box = open_box(find_game("per-aspera"))
    codes = iter(box.planets)
    return [
        piece(
            "map-hexes",
            box.home if space == (0, 0) else next(codes, "E"),
            at=(space.q + shift[0], space.r + shift[1]),
        )
        for space in box.spaces
        if space not in missing
    ]


def test_a_map_is_written_space_by_space_wherever_counting_began() -> None:
    """A hole is a question. A chit's two sides are two results (PA 3.1)."""
    hexes = star_map((2, -1), missing=[(1, 0)])
    chits = [
        piece("demands", "D3-4", under=0, slot="demand", up=False),
        piece("demands", None, under=1, slot="demand"),
    ]
    (text,) = told("per-aspera", "map", [*hexes, *chits])
    words = text.split()
    assert len(words) == 37 and words[18:20] == ["H", "?"] and words.count("?") == 1
    assert words[0] == f"{hexes[0].code}=4" and words[1] == f"{hexes[1].code}=?"


def test_colonies_belong_to_the_colour_of_their_cubes_and_levies_are_counted() -> None:
    hexes = star_map((0, 0))
    cubes = [
        piece("player-cubes", code, under=under, slot="colony") for code, under in (("C-O", 0), ("C-B", 4))
    ]
    q, r = hexes[4].at or (99, 99)
    assert told("per-aspera", "colonies", [*hexes, *cubes], "Bo") == [f"{q},{r}"]
    assert told("per-aspera", "levies", [piece("levies", "levy")] * 2) == ["2"]


def test_a_ship_is_read_cell_by_cell_and_a_planet_hex_by_hex() -> None:
    """PL 2.3: cells from A1 to G7, row by row."""
    modules = [
        piece(deck, code, under=0, slot="cell", place=place, group=2)
        for deck, code, place in (("cores", "CORE-S", 24), ("solar-modules", "LAS", 0))
    ]
    assert told("planetary", "ship", [piece("ship-boards", "board-O"), *modules]) == ["A1 LAS, D4 CORE-S"]
    mine = piece("structures", "MIN-O", under=0, slot="hex", place=10)
    assert told("planetary", "planet", [piece("maps", "M05"), mine]) == ["M05 2,1 MIN-O"]


@pytest.mark.parametrize("slug", slugs("position"))
def test_whatever_is_photographed_names_decks_of_the_box(slug: str) -> None:
    from referee.camera.looking import decks_of

    box = open_box(find_game(slug)).components
    for one in photographs_of(slug).values():
        assert decks_of(box, one.decks) and set(one.of) <= set(one.decks)


def test_photographs_stand_in_a_position(monkeypatch: pytest.MonkeyPatch) -> None:
    """The key says what is shown, or its table and the key the player; numbers and tables have no marks."""
    seen = {
        "rocket.jpg": [piece("parts", "A6-3"), piece("parts", "R2-5")],
        "field.png": grid("tiles", "12/34"),
    }

    def look_at(file: Path, slug: str, decks: Sequence[str]) -> Look:
        return Look(None, (), Tabletop(slug, 1, 1, tuple(seen[file.name])))

    monkeypatch.setattr(photographs, "look_at", look_at)
    text = 'round = 3\nfield = "@field.png"  # seen\n[rockets]\nAnn = "@rocket.jpg#1"\nBo = "x5"\n'
    assert with_positions(text, "last-blast", NAMES) == (
        'round = 3\nfield = "12/34"  # seen\n[rockets]\nAnn = "R2-5 A6-3"\nBo = "x5"\n'
    )
    seen["cards.jpg"] = [piece("rules-cards", "CH2"), piece("rules-cards", "RC01")]
    cards = parse_toml(with_positions('cards = ["@cards.jpg"]', "rayguns", NAMES), "it")
    assert cards.texts("cards") == ("CH2", "RC01")
    seen["levies.jpg"] = [piece("levies", "levy")]
    assert with_positions('levies = "@levies.jpg"', "per-aspera", NAMES) == "levies = 1"
    with pytest.raises(UsageError, match='"round" is not shown by a photograph'):
        with_positions('round = "@rocket.jpg"', "last-blast", NAMES)
    seen["unsure.jpg"] = [piece("parts", "R2-5"), piece("parts", None)]
    with pytest.raises(UsageError, match="It is not certain of 1 piece: A or B") as raised:
        with_positions('[rockets]\nAnn = "@unsure.jpg"', "last-blast", NAMES)
    assert raised.value.todo == 'Write what is there in place of each ?: Ann = "? R2-5".'
    with pytest.raises(UsageError, match="Its group 2 has none of these pieces"):
        with_positions('[rockets]\nAnn = "@rocket.jpg#2"', "last-blast", NAMES)


def seen_from(
    points: Sequence[tuple[float, float]], size: tuple[float, float], turn: float, seed: int
) -> list[Seen]:
    """Pieces at these places of the table, mm, from a tilted camera; one of four is turned upside down."""
    luck = random.Random(seed)
    cosine, sine = math.cos(turn), math.sin(turn)
    plane = np.array([[3 * cosine, -3 * sine, 900], [3 * sine, 2.4 * cosine, 700], [1e-4, 6e-4, 1]])
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(size) / 2
    found = []
    for number, (x, y) in enumerate(points):
        own = (-corners if number % 4 == 1 else corners) + (x + luck.gauss(0, 0.6), y + luck.gauss(0, 0.6))
        seen = np.c_[own, np.ones(4)] @ plane.T
        found.append(
            Seen(Name("deck", "A", True), (), seen[:, :2] / seen[:, 2:], size, 0.9, luck.random() / 2)
        )
    return found


@pytest.mark.parametrize("turn", [0.1, 1.2, 2.9, 4.4])
@pytest.mark.parametrize("gap", [0.0, 1.5])
def test_hexes_and_tiles_find_their_places_however_the_camera_is_held(turn: float, gap: float) -> None:
    """Two hexes are missing; every fourth lies upside down."""
    spaces = [
        tuple(space) for space in open_box(find_game("per-aspera")).spaces if space not in ((1, 1), (-2, 0))
    ]
    hexes = seen_from(
        [((q + r / 2) * (63 + gap), r * (54.56 + gap)) for q, r in spaces], (63, 72.75), turn, 1
    )
    found = lattice.places(hexes, hexes=True)
    q, r = found[0] or (99, 99)
    moved = [at and (at[0] - q + spaces[0][0], at[1] - r + spaces[0][1]) for at in found]
    assert moved == spaces
    tiles = seen_from(
        [(x * (49 + gap), y * (49 + gap)) for y in range(4) for x in range(7)], (49, 49), turn, 2
    )
    found = lattice.places(tiles, hexes=False)
    x, y = found[0] or (99, 99)
    assert [at and (at[0] - x, at[1] - y) for at in found] == [(x, y) for y in range(4) for x in range(7)]
