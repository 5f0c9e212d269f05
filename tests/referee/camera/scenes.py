"""Faces as Starbox prints them, and rows of pieces to photograph."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np

from components import catalogue
from generator.exports.preview.portraits import portraits
from tests.referee.camera.photographs import PER_MM, Array, Piece


@cache
def faces(slug: str, deck: str, ink: str = "full", up: bool = True) -> dict[str, Array]:
    """The faces of a deck by code, with their transparency; all backs alike have the code ""."""
    game = catalogue.load(slug)
    drawn = portraits(game, [game.deck(deck)])
    return {
        one.code: cv2.imdecode(np.frombuffer(one.picture, np.uint8), cv2.IMREAD_UNCHANGED)
        for one in drawn
        if one.up == up and one.ink == ink
    }


def row(slug: str, deck: str, codes: Sequence[str], seed: int, ink: str = "full") -> list[Piece]:
    """Pieces side by side from the left, not quite straight."""
    luck, drawn, pieces, x = random.Random(seed), faces(slug, deck, ink), [], 0.0
    for code in codes:
        face = drawn[code]
        pieces.append(Piece(code, face, x, luck.gauss(0, 0.8), luck.gauss(0, 2)))
        x += face.shape[1] / PER_MM + 1 + abs(luck.gauss(0, 1.5))
    return pieces
