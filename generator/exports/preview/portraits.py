"""Portraits of faces for the referee's camera: each face and back in every ink, cut out along the cut line.

They are taken from the games' own templates, so whatever changes a face changes its portrait with it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from components.catalogue import Deck, Game
from generator import INKS, cache
from generator.exports import pictures
from generator.exports.order import Order, draw, outline
from generator.exports.web.faces import looks

_SHELF = "camera"
DPI = 150  # twice the resolution at which pieces are compared


class Portrait(NamedTuple):
    """A side of a piece.

    code     of the piece; empty for a back that all pieces of the deck share
    up       whether it is the face
    ink      the ink that it is printed in
    picture  a PNG, transparent beyond the cut line
    """

    deck: str
    code: str
    up: bool
    ink: str
    picture: bytes


def kept_of(
    game: Game, decks: Sequence[Deck], make: Callable[[Sequence[Portrait]], bytes], recipe: str
) -> bytes:
    """The bytes made of the portraits of these decks, kept in the cache until something in them changes.

    recipe  a text that changes whenever something else is made of the same portraits

    Raises `TemplateError` for a face that cannot be drawn.
    """
    told = [
        (deck.name, deck.size, deck.shape, [(one.code, sorted(one.fields.items())) for one in deck.pieces])
        for deck in decks
    ]
    made_of = repr((looks(), DPI, game.slug, told, recipe))
    name = f"{hashlib.sha256(made_of.encode()).hexdigest()[:32]}.bin"
    made = cache.kept(_SHELF, name)
    if made is None:
        made = make(portraits(game, decks))
        cache.keep(_SHELF, name, made)
        cache.forget_old(_SHELF)
    return made


def portraits(game: Game, decks: Sequence[Deck], jobs: int = 1) -> list[Portrait]:
    """The sides of all pieces of these decks. Raises `TemplateError` for one that cannot be drawn."""
    shots: dict[tuple[str, str, bool, str], pictures.Shot] = {}
    wanted = {deck.name: deck for deck in decks}
    game = replace(game, decks=tuple(wanted.get(deck.name, deck) for deck in game.decks))
    for ink in INKS:
        order = Order(game, Path(), ink, tuple(wanted))
        for drawn in draw(order):
            for up, face in ((True, drawn.front), (False, drawn.back)):
                if face is not None:
                    line = outline(game, drawn.deck, face)
                    name = drawn.deck.name, drawn.piece.code, up, ink
                    shots[name] = pictures.shot(face, DPI, outline=line)
    taken = pictures.take(list(shots.values()), jobs, order.progress, game.title)
    found: dict[tuple[str, bool, str, bytes], Portrait] = {}
    for (deck, code, up, ink), picture in zip(shots, taken, strict=True):
        alike = deck, up, ink, picture
        found[alike] = Portrait(deck, "" if alike in found else code, up, ink, picture)
    return list(found.values())
