"""Pieces laid out as on the table, in a box of a page: set-ups and the figures of a rulebook.

An area keeps its shape (rows and columns, hexes, or a plain list) and is scaled to the room it has. What is
no piece of the box is written in words. Lengths in mm, y down.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from reportlab.pdfgen.canvas import Canvas

from components.catalogue import Deck, Game
from components.pieces import Piece
from components.setup import Area, Placed
from generator import fonts, shapes, svgpath
from generator.faces import Face, Renderer
from generator.svgpath import Point
from generator.theme import MM_PER_POINT

_LIST_HEIGHT = 26.0  # of a face in a list
_NOTE = 4.0  # a line of words under a face
_LARGEST = 0.62  # faces are shown no larger than this, so that a picture stays a picture

FormOf: TypeAlias = Callable[[Face], str]  # writes a face into the document; gives the name of its form


@dataclass(frozen=True)
class Spot:
    """A piece in the box of its area: its upper left corner and size."""

    placed: Placed
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Picture:
    """An area laid out: where its pieces lie, and the height they take."""

    spots: tuple[Spot, ...]
    height: float


def lay_out(area: Area, game: Game, width: float, height: float) -> Picture:
    """The area in a box of that width and at most that height."""
    if area.layout == "list" or any(placed.at is None for placed in area.pieces):
        return _listed(area.pieces, game, width)
    places = [_place(area.layout, placed.at or (0, 0)) for placed in area.pieces]
    sizes = [game.deck(placed.deck).size for placed in area.pieces if placed.deck] or [(40.0, 40.0)]
    cell = (max(across for across, _ in sizes), max(down for _, down in sizes))
    pitch = (cell[0], cell[1] * (0.75 if area.layout == "hexes" else 1.0))
    left, top = min(x for x, _ in places), min(y for _, y in places)
    full_width = (max(x for x, _ in places) - left) * pitch[0] + cell[0]
    full_height = (max(y for _, y in places) - top) * pitch[1] + cell[1]
    scale = min(_LARGEST, width / full_width, height / full_height)
    start = (width - full_width * scale) / 2
    spots = [
        Spot(
            placed,
            start + (x - left) * pitch[0] * scale,
            (y - top) * pitch[1] * scale,
            cell[0] * scale,
            cell[1] * scale,
        )
        for placed, (x, y) in zip(area.pieces, places, strict=True)
    ]
    return Picture(tuple(spots), full_height * scale)


def draw(
    canvas: Canvas, picture: Picture, at: Point, game: Game, renderer: Renderer, form_of: FormOf
) -> None:
    """Draw the picture with its upper left corner at a point of a space in mm, y down."""
    for spot in picture.spots:
        x, y = at[0] + spot.x, at[1] + spot.y
        if spot.placed.deck:
            _draw_face(canvas, spot, (x, y), game, renderer, form_of)
        else:
            canvas.setStrokeGray(0.5)
            canvas.setLineWidth(0.3)
            canvas.rect(x, y, spot.width, spot.height)
            string(canvas, spot.placed.code, x + 3, y + 6.2, 9, 600)
        if note := _note(spot.placed):
            if spot.placed.at is None:
                string(canvas, note, x, y + spot.height + 3, 7, 500)
            else:
                _chip(canvas, note, x + spot.width / 2, y + spot.height / 2)


def string(canvas: Canvas, text: str, x: float, y: float, points: float, weight: int) -> None:
    """Words in a space whose y goes down, from the left end of their baseline."""
    canvas.saveState()
    canvas.transform(1, 0, 0, -1, x, y)
    canvas.setFillGray(0.1)
    canvas.setFont(fonts.font("Barlow", weight).name, points * MM_PER_POINT)
    canvas.drawString(0, 0, text)
    canvas.restoreState()


def _listed(pieces: Sequence[Placed], game: Game, width: float) -> Picture:
    """Pieces in rows, their notes under them."""
    rows: list[list[Spot]] = [[]]
    x = y = tallest = 0.0
    for placed in pieces:
        size = _list_size(placed, game, width)
        taken = max(size[0], _note_width(placed))
        if x and x + taken > width:
            rows.append([])
            x, y, tallest = 0.0, y + tallest + _NOTE + 2, 0.0
        rows[-1].append(Spot(placed, x, y, *size))
        x, tallest = x + taken + 3, max(tallest, size[1])
    # A single row stands in the middle; several begin at the left.
    shift = (width - x + 3) / 2 if len(rows) == 1 else 0.0
    spots = tuple(replace(spot, x=spot.x + shift) for row in rows for spot in row)
    return Picture(spots, y + tallest + _NOTE if pieces else 0.0)


def _list_size(placed: Placed, game: Game, width: float) -> tuple[float, float]:
    if not placed.deck:
        return fonts.font("Barlow", 600).width(placed.code, 9 * MM_PER_POINT) + 6, 10.0
    across, down = game.deck(placed.deck).size
    scale = min(_LARGEST, _LIST_HEIGHT / down, width / across)
    return across * scale, down * scale


def _note(placed: Placed) -> str:
    words = [f"{placed.count} ×"] if placed.count > 1 else []
    return " ".join([*words, placed.note] if placed.note else words)


def _note_width(placed: Placed) -> float:
    return fonts.font("Barlow", 500).width(_note(placed), 7 * MM_PER_POINT)


def _place(layout: str, at: tuple[int, int]) -> Point:
    """Where a place lies, in widths and rows: axial hexes have every row half a hex further right."""
    if layout == "hexes":
        return at[0] + at[1] / 2, float(at[1])
    return float(at[0]), float(at[1])


def _draw_face(
    canvas: Canvas, spot: Spot, at: Point, game: Game, renderer: Renderer, form_of: FormOf
) -> None:
    """The side that shows, cut along its outline."""
    placed = spot.placed
    deck, piece = _find(placed, game)
    faces = renderer.faces(deck, piece)
    hidden = not placed.up or placed.side == "b"
    scale = spot.height / deck.size[1]
    name = form_of(faces.back if hidden and faces.back else faces.front)
    outline = svgpath.path(shapes.path_data(deck, renderer.theme.lengths["corner"]))
    canvas.saveState()
    canvas.transform(scale, 0, 0, scale, *at)
    canvas._code.append(f"{outline.operators} W n")
    canvas.doForm(name)
    canvas.restoreState()


def _find(placed: Placed, game: Game) -> tuple[Deck, Piece]:
    deck = game.deck(placed.deck)
    return deck, next(piece for piece in deck.pieces if piece.code == placed.code)


def _chip(canvas: Canvas, note: str, x: float, y: float) -> None:
    """Words on a piece, on a white ground."""
    width = fonts.font("Barlow", 700).width(note, 9 * MM_PER_POINT)
    canvas.setFillGray(1)
    canvas.setStrokeGray(0.1)
    canvas.setLineWidth(0.3)
    canvas.roundRect(x - width / 2 - 1.4, y - 2.3, width + 2.8, 4.6, 1.2, fill=1)
    string(canvas, note, x - width / 2, y + 1.15, 9, 700)
