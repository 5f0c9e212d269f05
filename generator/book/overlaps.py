"""Faults of pictures of the book: a label, a number or its line on words of a piece, and lines that meet."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations, product
from typing import TYPE_CHECKING

from components.teaching import Scene, ScenePiece, Spot, read_teaching
from generator.book.callouts import DOT, MARK, Callout, callouts, crowded
from generator.book.lessons import scenes_of
from generator.book.pages import FIGURE_HEIGHT
from generator.book.scene import label, scale_of
from generator.book.typeset import TEXT_WIDTH
from generator.faces.rect import Rect
from generator.faces.svg.values import apply
from generator.faces.theme import MM_PER_POINT
from generator.sheets import areas

if TYPE_CHECKING:
    from components.catalogue import Game
    from generator.faces.renderer import Renderer

_LEGIBLE = 4.0  # points on the page; nobody reads what is smaller on a figure
_SHARE = 0.2  # a text counts as covered if more than this share of its box is
_STRUCK = 0.5  # a line over more than this share of a text's width or height strikes it out
_FAR = 45.0  # a longer line does not show what its number means, mm
_STEPS = 40  # points of a line that are looked at


def covered_words(game: Game, renderer: Renderer) -> Iterator[str]:
    """One sentence for each text of a piece that a label, a number or its line lies on."""
    for scene, width in scenes_of(read_teaching(game)):
        scale = scale_of(scene, width)
        where = f"{game.slug}, scene {scene.name}"
        if crowded(scene, scale):
            yield f"{where}: the numbers do not fit beside each other. Give some another side."
        words = list(_words(scene, scale, game, renderer))
        for said, box in _labels(scene, scale, game):
            for text, under in words:
                if _overlap(box, under) > _SHARE * under.width * under.height:
                    yield f'{where}: {said} covers "{text}". Move it aside.'
        found = [*callouts(scene, scale, game)]
        for callout in found:
            said = f"the line of number {callout.number}"
            for text, under in words:
                if _inside(callout.disc, callout.end, under) > _STRUCK * min(under.width, under.height):
                    yield f'{where}: {said} strikes out "{text}". Give the number another side, or a disc.'
            if (far := math.dist(callout.disc, callout.end)) > _FAR:
                yield f"{where}: {said} is {far:.0f} mm long. Give the number another side, or a disc."
        for one, other in combinations(found, 2):
            if _meet(one, other):
                what = f"the lines of numbers {one.number} and {other.number} meet"
                yield f"{where}: {what}. Give one of them another side, or a disc."
    yield from _covered_figures(game, renderer)


def _covered_figures(game: Game, renderer: Renderer) -> Iterator[str]:
    """The notes that lie on the words of a piece in a figure of the rules."""
    for figure in game.figures:
        picture = areas.lay_out(figure.area, game, TEXT_WIDTH, FIGURE_HEIGHT)
        for spot in picture.spots:
            note = areas.note_of(spot.placed)
            if not note or not spot.placed.deck or spot.placed.holds or spot.placed.at is None:
                continue
            deck = game.deck(spot.placed.deck)
            scale = spot.width / deck.size[0]
            lying = ScenePiece(deck.name, spot.placed.code, (spot.x / scale, spot.y / scale))
            box = Rect(*areas.chip(note, spot))
            for text, under in _words(Scene("", deck.size, pieces=(lying,)), scale, game, renderer):
                if _overlap(box, under) > _SHARE * under.width * under.height:
                    yield (
                        f'{game.slug}, figure after {figure.after}: the note "{note}" covers "{text}". '
                        "Use the layout list, which writes notes below."
                    )


def _labels(scene: Scene, scale: float, game: Game) -> Iterator[tuple[str, Rect]]:
    for words in scene.words:
        yield f'the label "{words.text}"', Rect(*label(words, (words.at[0] * scale, words.at[1] * scale)))
    for callout in callouts(scene, scale, game):
        x, y = callout.end
        yield f"the number {callout.number}", Rect(x - DOT, y - DOT, 2 * DOT, 2 * DOT)


def _meet(one: Callout, other: Callout) -> bool:
    """Tell whether the lines cross, or one of them runs over the number or the end of the other."""
    lines = [
        [
            tuple(a + (b - a) * step / _STEPS for a, b in zip(each.disc, each.end, strict=True))
            for step in range(_STEPS + 1)
        ]
        for each in (one, other)
    ]
    over = min(math.dist(*pair) for pair in product(*lines)) < DOT
    discs = ((line, each.disc) for line, each in zip(lines, (other, one), strict=True))
    return over or any(math.dist(point, disc) < MARK for line, disc in discs for point in line)


def _inside(start: Spot, end: Spot, box: Rect) -> float:
    """The length of the line that is in the box."""
    first, last = 0.0, 1.0
    for at, far, low, high in (
        (start[0], end[0], box.x, box.right),
        (start[1], end[1], box.y, box.bottom),
    ):
        if at == far:
            if not low <= at <= high:
                return 0.0
            continue
        one, other = sorted(((low - at) / (far - at), (high - at) / (far - at)))
        first, last = max(first, one), min(last, other)
    return max(0.0, last - first) * math.dist(start, end)


def _words(scene: Scene, scale: float, game: Game, renderer: Renderer) -> Iterator[tuple[str, Rect]]:
    """The legible texts of the pieces that no other piece hides, with their boxes on the page, mm."""
    pieces = scene.all_pieces()
    boxes = [
        _box([_on_page(lying, corner, scale, game) for corner in _window(lying, game)]) for lying in pieces
    ]
    for place, lying in enumerate(pieces):
        deck = game.deck(lying.deck)
        faces = renderer.faces(deck, next(piece for piece in deck.pieces if piece.code == lying.code))
        face = faces.back if lying.back else faces.front
        assert face
        for text, matrix in renderer.drawings.of(face).texts():
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


def _window(lying: ScenePiece, game: Game) -> list[Spot]:
    """The corners of what is shown of a piece, mm on its face."""
    left, top, width, height = lying.view or (0.0, 0.0, *game.deck(lying.deck).size)
    return [(x, y) for x in (left, left + width) for y in (top, top + height)]


def _on_page(lying: ScenePiece, point: Spot, scale: float, game: Game) -> Spot:
    """Return the place of a point of a face on the page, mm; see `Drawn`."""
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
