"""Faults of the learn-to-play's scenes: a label or a number that lies on words of a piece."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from components.teaching import Lying, Scene, Spot, read_teaching
from generator.book.lessons import scenes_of
from generator.book.scene import MARK, label, scale_of
from generator.faces.drawing import compile_svg
from generator.faces.rect import Rect
from generator.faces.svg.values import apply
from generator.faces.theme import MM_PER_POINT

if TYPE_CHECKING:
    from components.catalogue import Game
    from generator.faces.renderer import Renderer

_LEGIBLE = 4.0  # points on the page; nobody reads what is smaller on a figure
_SHARE = 0.2  # of the box of a text, above which it counts as covered


def covered_words(game: Game, renderer: Renderer) -> Iterator[str]:
    """One sentence for each text of a piece that a label or a number of a scene lies on."""
    for scene, width in scenes_of(read_teaching(game)):
        scale = scale_of(scene, width)
        words = list(_words(scene, scale, game, renderer))
        for said, box in _labels(scene, scale):
            for text, under in words:
                if _overlap(box, under) > _SHARE * under.width * under.height:
                    yield f'{game.slug}, scene {scene.name}: {said} covers "{text}". Move it aside.'


def _labels(scene: Scene, scale: float) -> Iterator[tuple[str, Rect]]:
    for words in scene.words:
        yield f'the label "{words.text}"', Rect(*label(words, (words.at[0] * scale, words.at[1] * scale)))
    for number, mark in enumerate(scene.marks, 1):
        x, y = mark.at[0] * scale - MARK, mark.at[1] * scale - MARK
        yield f"the number {number}", Rect(x, y, 2 * MARK, 2 * MARK)


def _words(scene: Scene, scale: float, game: Game, renderer: Renderer) -> Iterator[tuple[str, Rect]]:
    """The legible texts of the pieces that no other piece hides, with their boxes on the page, mm."""
    pieces = scene.lying()
    boxes = [
        _box([_on_page(lying, corner, scale, game) for corner in _window(lying, game)]) for lying in pieces
    ]
    for place, lying in enumerate(pieces):
        deck = game.deck(lying.deck)
        faces = renderer.faces(deck, next(piece for piece in deck.pieces if piece.code == lying.code))
        face = faces.back if lying.back else faces.front
        assert face
        for text, matrix in compile_svg(face.svg, face.where).texts():
            size = text.size * math.hypot(matrix[2], matrix[3]) * scale * lying.scale
            if size < _LEGIBLE * MM_PER_POINT or not text.text.strip():
                continue
            top = text.y - text.font.cap_height * text.size / 1000
            across = text.x + text.advance
            corners = [apply(matrix, x, y) for x in (text.x, across) for y in (top, text.y)]
            under = _box([_on_page(lying, corner, scale, game) for corner in corners])
            middle = under.x + under.width / 2, under.y + under.height / 2
            hidden = any(box.holds(middle) for box in boxes[place + 1 :])
            if boxes[place].holds(middle) and not hidden:
                yield text.text.strip(), under


def _window(lying: Lying, game: Game) -> list[Spot]:
    """The corners of what is shown of a piece, mm on its face."""
    left, top, width, height = lying.view or (0.0, 0.0, *game.deck(lying.deck).size)
    return [(x, y) for x in (left, left + width) for y in (top, top + height)]


def _on_page(lying: Lying, point: Spot, scale: float, game: Game) -> Spot:
    """Where a point of a face is on the page, mm; see `Drawn`."""
    left, top, width, height = lying.view or (0.0, 0.0, *game.deck(lying.deck).size)
    x, y = point[0] - left - width / 2, point[1] - top - height / 2
    turn = math.radians(lying.turn)
    x, y = x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)
    size = scale * lying.scale
    return lying.at[0] * scale + (x + width / 2) * size, lying.at[1] * scale + (y + height / 2) * size


def _box(points: list[Spot]) -> Rect:
    xs, ys = zip(*points, strict=True)
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _overlap(one: Rect, other: Rect) -> float:
    across = min(one.right, other.right) - max(one.x, other.x)
    tall = min(one.bottom, other.bottom) - max(one.y, other.y)
    return max(0.0, across) * max(0.0, tall)
