"""Faces as Starbox prints them, and tables of the five games to photograph."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import numpy as np

from components import catalogue
from components.languages import translated
from generator import INKS
from generator.exports.preview.portraits import Slot, portraits
from referee.engine.play import open_box
from referee.games import find_game
from tests.referee.camera.photographs import DPI, PER_MM, Array, Piece


class Side(NamedTuple):
    """A side of a piece with its transparency, and the places on it."""

    face: Array
    slots: tuple[Slot, ...]


Sides = dict[tuple[str, bool, str], Side]


def drawn(slug: str, deck: str, codes: Iterable[str], language: str = "") -> Sides:
    """The sides of these pieces of a deck, by code, whether it is the face, and ink."""
    return {name: side for code in codes for name, side in _drawn(slug, deck, code, language).items()}


@cache
def _drawn(slug: str, deck: str, code: str, language: str) -> Sides:
    game = translated.load(slug, language) if language else catalogue.load(slug)
    of = game.deck(deck)
    pieces = tuple(one for one in of.pieces if one.code == code)
    return {
        (one.code, one.up, one.ink): Side(np.asarray(one.picture)[..., [2, 1, 0, 3]], one.slots)
        for one in portraits(game, [replace(of, pieces=pieces)], INKS, DPI)
    }


def codes_of(slug: str, deck: str) -> list[str]:
    """The codes of a deck."""
    return [piece.code for piece in catalogue.load(slug).deck(deck).pieces]


def row(
    slug: str, deck: str, codes: Sequence[str], seed: int, ink: str = "full", language: str = ""
) -> list[Piece]:
    """Pieces side by side from the left, not quite straight."""
    luck, sides, pieces, x = random.Random(seed), drawn(slug, deck, codes, language), [], 0.0
    for code in codes:
        face = sides[code, True, ink].face
        pieces.append(Piece(code, face, x, luck.gauss(0, 0.8), luck.gauss(0, 2)))
        x += face.shape[1] / PER_MM + 1 + abs(luck.gauss(0, 1.5))
    return pieces


class Scene:
    """A table of a game on which pieces are laid one after the other; later ones lie on earlier ones."""

    def __init__(self, slug: str, seed: int, ink: str = "full") -> None:
        self.slug, self.ink, self.luck = slug, ink, random.Random(seed)
        self.pieces: list[Piece] = []

    def lay(
        self,
        deck: str,
        code: str,
        x: float,
        y: float,
        turn: float = 0.0,
        *,
        up: bool = True,
        loose: float = 0.8,
    ) -> Piece:
        """Lay a piece about there, mm, turned by about so many degrees."""
        side = drawn(self.slug, deck, [code])
        face = side[code, up, self.ink].face
        x, y = x + self.luck.gauss(0, loose), y + self.luck.gauss(0, loose)
        self.pieces.append(Piece(code if up else f"{code} down", face, x, y, turn + self.luck.gauss(0, 1.5)))
        return self.pieces[-1]

    def on(
        self, board: Piece, of: str, slot: str, place: int, deck: str, code: str, *, up: bool = True
    ) -> Piece:
        """Lay a piece on that place of a board, a piece of the deck `of`."""
        side = drawn(self.slug, of, [board.what])[board.what, True, self.ink]
        at = [one for one in side.slots if one.name == slot][place]
        across, down = at.x - board.size[0] / 2, at.y - board.size[1] / 2
        x, y, _ = board.plane @ (across, down, 1)
        turn = board.turn + self.luck.choice((0, 0, 0, 90, 180, 270))
        return self.lay(deck, code, x, y, turn, up=up, loose=0.5)

    def some(self, deck: str, many: int) -> list[str]:
        """Codes of pieces that are there: no more of any than the box has."""
        pieces = catalogue.load(self.slug).deck(deck).pieces
        return self.luck.sample([one.code for one in pieces for _ in range(one.copies)], many)


def field(seed: int, ink: str = "full") -> Scene:
    """A field of The Last Blast, four rows of seven, of which some tiles are taken."""
    scene = Scene("last-blast", seed, ink)
    tiles = iter(scene.some("tiles", 28))
    taken = scene.luck.sample(range(1, 27), 4)
    for place, code in enumerate(tiles):
        if place not in taken:
            scene.lay("tiles", code, place % 7 * 50.5, place // 7 * 50.5, scene.luck.choice((0, 0, 0, 180)))
    return scene


def arrays(seed: int, ink: str = "full") -> Scene:
    """Two boards of Rayguns with arrays and spare parts, one beyond the other."""
    scene = Scene("rayguns", seed, ink)
    tiles = iter(scene.some("tiles", 14))
    for code, x, y in (("board-O", 0.0, 0.0), ("board-B", 12.0, -105.0)):
        board = scene.lay("boards", code, x, y)
        for place in (0, 1, 2, 3, 4, 6, 7):
            scene.on(board, "boards", "tile", place, "tiles", next(tiles))
    return scene


def star_map(seed: int, ink: str = "full") -> Scene:
    """The map of Per Aspera with chits of demands on some planets, and some colonies."""
    scene = Scene("per-aspera", seed, ink)
    box = open_box(find_game("per-aspera"))
    printed = [code for code in codes_of("per-aspera", "map-hexes") if code != box.home]
    cards = iter(scene.luck.sample(printed, len(box.spaces) - 1))
    for space in box.spaces:
        code = next(cards) if space != (0, 0) else box.home
        turn = scene.luck.choice((0, 0, 0, 60, 180))
        hex_ = scene.lay("map-hexes", code, (space.q + space.r / 2) * 63.6, space.r * 55.1, turn)
        if code in box.planets and scene.luck.random() < 0.5:
            chit = scene.luck.choice(("D1-2", "D3-4", "D5-6"))
            scene.on(hex_, "map-hexes", "demand", 0, "demands", chit, up=scene.luck.random() < 0.5)
        if code in box.planets and scene.luck.random() < 0.2:
            scene.on(hex_, "map-hexes", "colony", 0, "player-cubes", scene.luck.choice(("C-O", "C-B")))
    return scene


def ship(seed: int, ink: str = "full") -> Scene:
    """A ship of Planetary on its board: the core, the first modules and sixteen others around them."""
    scene = Scene("planetary", seed, ink)
    board = scene.lay("ship-boards", "board-O", 0, 0)
    places = [
        24,
        17,
        31,
        *scene.luck.sample([*range(8, 13), 15, 16, 18, 19, 22, 23, 25, 26, 29, 30, 32, 33], 16),
    ]
    first = [("cores", "CORE-S"), ("first-modules", "COR"), ("first-modules", "LND")]
    modules = first + [("solar-modules", code) for code in scene.some("solar-modules", 16)]
    for place, (deck, code) in zip(places, modules, strict=True):
        scene.on(board, "ship-boards", "cell", place, deck, code)
    return scene


def landing(seed: int, ink: str = "full") -> Scene:
    """The board of MLEM with astronauts of three players where they landed."""
    scene = Scene("mlem", seed, ink)
    board = scene.lay("board", "board", 0, 0)
    crew = iter([code for code in scene.some("astronauts", 40) if code[-1] in "OBG"])
    spots = [(f"m{number}", 0) for number in range(1, 14)] + [
        (code, place) for code in "ABCDE" for place in (0, 1)
    ]
    for slot, place in scene.luck.sample(spots, 12):
        scene.on(board, "board", slot, place, "astronauts", next(crew))
    return scene


TABLES: dict[str, tuple[Callable[..., Scene], str, Iterable[str]]] = {
    "field": (field, "last-blast", ("tiles",)),
    "arrays": (arrays, "rayguns", ("tiles", "boards")),
    "map": (star_map, "per-aspera", ("map-hexes", "demands", "player-cubes")),
    "ship": (ship, "planetary", ("ship-boards", "cores", "*-modules")),
    "landing": (landing, "mlem", ("board", "astronauts")),
}
