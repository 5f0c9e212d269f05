"""Faces as Starbox prints them, and rows of pieces to photograph."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import cv2
import numpy as np

from components import catalogue
from generator.exports.preview.portraits import portraits
from tests.referee.camera.photographs import PER_MM, Array, Piece


@cache
def drawn(slug: str, deck: str, codes: frozenset[str] = frozenset()) -> dict[tuple[str, bool, str], Array]:
    """The sides of these pieces of a deck, by default of all: by code, whether it is the face, and ink.

    They have their transparency; all backs alike have the code "".
    """
    game = catalogue.load(slug)
    of = game.deck(deck)
    pieces = tuple(one for one in of.pieces if not codes or one.code in codes)
    return {
        (one.code, one.up, one.ink): cv2.imdecode(np.frombuffer(one.picture, np.uint8), cv2.IMREAD_UNCHANGED)
        for one in portraits(game, [replace(of, pieces=pieces)])
    }


def faces(slug: str, deck: str, ink: str = "full") -> dict[str, Array]:
    """The faces of a deck by code."""
    return {code: face for (code, up, of), face in drawn(slug, deck).items() if up and of == ink}


def row(slug: str, deck: str, codes: Sequence[str], seed: int, ink: str = "full") -> list[Piece]:
    """Pieces side by side from the left, not quite straight."""
    luck, sides, pieces, x = random.Random(seed), drawn(slug, deck, frozenset(codes)), [], 0.0
    for code in codes:
        face = sides[code, True, ink]
        pieces.append(Piece(code, face, x, luck.gauss(0, 0.8), luck.gauss(0, 2)))
        x += face.shape[1] / PER_MM + 1 + abs(luck.gauss(0, 1.5))
    return pieces
