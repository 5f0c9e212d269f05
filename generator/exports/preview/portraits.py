"""Portraits of faces for the referee's camera: each face and back in some inks, cut out along the cut line.

They are taken from the games' own templates, so whatever changes a face changes its portrait with it.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from components.catalogue import Deck, Game
from generator import cache
from generator.exports import pictures
from generator.exports.order import Order, draw, outline
from generator.exports.web.faces import looks
from generator.exports.web.placement import hex_of
from generator.faces.renderer import Face
from generator.sheets import areas

_SHELF = "camera"


class Slot(NamedTuple):
    """A place on a face where something may lie; its middle in mm from the upper left corner."""

    name: str
    x: float
    y: float


class Portrait(NamedTuple):
    """A side of a piece.

    code     of the piece; empty for a back that all pieces of the deck share
    up       whether it is the face
    ink      the ink that it is printed in
    picture  RGBA, transparent beyond the cut line
    slots    where something may lie on it, by its template; of a strip of hexes each, row by row
    """

    deck: str
    code: str
    up: bool
    ink: str
    picture: Image.Image
    slots: tuple[Slot, ...]


def kept_of(
    game: Game,
    decks: Sequence[Deck],
    make: Callable[[Sequence[Portrait]], bytes],
    recipe: str,
    inks: Sequence[str],
    dpi: int,
) -> bytes:
    """The bytes made of the portraits of these decks, kept in the cache until something in them changes.

    recipe  a text that changes whenever something else is made of the same portraits

    Raises `TemplateError` for a face that cannot be drawn.
    """
    told = [
        (deck.name, deck.size, deck.shape, [(one.code, sorted(one.fields.items())) for one in deck.pieces])
        for deck in decks
    ]
    made_of = (looks(), dpi, game.slug, told, recipe, tuple(inks))
    return cache.made_once(_SHELF, made_of, lambda: make(portraits(game, decks, inks, dpi)))


def portraits(game: Game, decks: Sequence[Deck], inks: Sequence[str], dpi: int) -> list[Portrait]:
    """The sides of all pieces of these decks. Raises `TemplateError` for one that cannot be drawn."""
    shots: dict[tuple[str, str, bool, str], pictures.Shot] = {}
    slots: list[tuple[Slot, ...]] = []
    wanted = {deck.name: deck for deck in decks}
    game = replace(game, decks=tuple(wanted.get(deck.name, deck) for deck in game.decks))
    for ink in inks:
        order = Order(game, Path(), ink, tuple(wanted))
        for drawn in draw(order):
            for up, face in ((True, drawn.front), (False, drawn.back)):
                if face is not None:
                    line = outline(game, drawn.deck, face)
                    name = drawn.deck.name, drawn.piece.code, up, ink
                    shots[name] = pictures.shot(face, dpi, outline=line)
                    slots.append(_slots(face, drawn.deck))
    taken = pictures.images(list(shots.values()))
    found: dict[tuple[str, bool, str, bytes], Portrait] = {}
    for (deck, code, up, ink), picture, places in zip(shots, taken, slots, strict=True):
        alike = deck, up, ink, hashlib.sha256(picture.tobytes()).digest()
        found[alike] = Portrait(deck, "" if alike in found else code, up, ink, picture, places)
    return list(found.values())


def _slots(face: Face, deck: Deck) -> tuple[Slot, ...]:
    if deck.shape != "stepped":
        return tuple(Slot(name, at.x + at.width / 2, at.y + at.height / 2) for name, at in areas.slots(face))
    columns, lines = deck.grid
    width, height = hex_of(deck)
    middles = ((x + 0.5 + 0.5 * (y % 2), y) for y in range(lines) for x in range(columns))
    return tuple(Slot("hex", x * width, (0.75 * y + 0.5) * height) for x, y in middles)
