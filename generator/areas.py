"""Pieces laid out as on the table, in a box of a page: set-ups and the figures of a rulebook.

An area keeps its shape (rows and columns, hexes, or a plain list) and is scaled to the room it has. What is
no piece of the box is written in words. Lengths in mm, y down.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from reportlab.pdfgen.canvas import Canvas

from components.catalogue import Deck, Game
from components.setup import Area, Placed
from generator import fonts, shapes
from generator.faces import Face, Renderer
from generator.svg.path import Outline, Point, number, path
from generator.theme import MM_PER_POINT

_LIST_HEIGHT = 26.0  # of a face in a list
_WORDS = (30.0, 14.0)  # of a place in a grid of what is no piece
_SMALLEST = 0.3  # how far a list is shrunk, at most, to fit a box
_GAP = 3.0  # between the faces of a list, and under its rows
_NOTE_POINTS = 7.0  # words under a face
_NOTE_LEADING = 3.4
_NOTE_WIDTH = 60.0  # where a note is broken under a face that is no wider
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
    """An area laid out: where its pieces lie, and the height they take with their notes."""

    spots: tuple[Spot, ...]
    height: float


def parts(area: Area, game: Game, width: float, height: float) -> Iterator[Area]:
    """The area in parts of at most that height: a long list is broken between its rows."""
    if not _is_list(area):
        yield area
        return
    taken: list[Placed] = []
    used = 0.0
    for row in _rows(area.pieces, game, width, 1.0):
        if taken and used + row.height > height:
            yield replace(area, pieces=tuple(taken))
            taken, used = [], 0.0
        taken += [spot.placed for spot in row.spots]
        used += row.height
    yield replace(area, pieces=tuple(taken))


def lay_out(area: Area, game: Game, width: float, height: float) -> Picture:
    """The area in a box of that width and at most that height."""
    if not area.pieces:
        return Picture((), 0.0)
    if _is_list(area):
        scale = 1.0
        while (picture := _listed(area.pieces, game, width, scale)).height > height and scale > _SMALLEST:
            scale *= 0.9
        return picture
    places = [_place(area.layout, placed.at or (0, 0)) for placed in area.pieces]
    decks = {placed.deck: game.deck(placed.deck) for placed in area.pieces if placed.deck}
    sizes = [deck.size for deck in decks.values()] or [_WORDS]
    cell = (max(across for across, _ in sizes), max(down for _, down in sizes))
    pitch = (cell[0] * step(decks.values()), cell[1] * (0.75 if area.layout == "hexes" else 1.0))
    left, top = min(x for x, _ in places), min(y for _, y in places)
    full_width = (max(x for x, _ in places) - left) * pitch[0] + cell[0]
    full_height = (max(y for _, y in places) - top) * pitch[1] + cell[1]
    scale = min(_LARGEST, width / full_width, height / full_height)
    start = (width - full_width * scale) / 2
    spots = []
    for placed, (x, y) in zip(area.pieces, places, strict=True):
        across, down = game.deck(placed.deck).size if placed.deck else cell
        spots.append(
            Spot(
                placed,
                start + ((x - left) * pitch[0] + (cell[0] - across) / 2) * scale,
                ((y - top) * pitch[1] + (cell[1] - down) / 2) * scale,
                across * scale,
                down * scale,
            )
        )
    return Picture(tuple(spots), full_height * scale)


def step(decks: Collection[Deck]) -> float:
    """From a piece to the next, in widths: strips of hexes interlock by half a hex."""
    if decks and all(deck.shape == "stepped" for deck in decks):
        return min(deck.grid[0] / (deck.grid[0] + 0.5) for deck in decks)
    return 1.0


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
            points = _points(spot.placed.code, 9, 600, spot.width - 4)
            string(canvas, spot.placed.code, x + 2, y + min(6.2, spot.height * 0.7), points, 600)
        if note := _note(spot.placed):
            if spot.placed.at is None:
                for row, line in enumerate(_note_lines(note, spot.width)):
                    string(canvas, line, x, y + spot.height + 3 + row * _NOTE_LEADING, _NOTE_POINTS, 500)
            else:
                _chip(canvas, note, spot, x + spot.width / 2, y + spot.height / 2)


def outline(deck: Deck, renderer: Renderer) -> Outline:
    """The cut line of a front; that of a back is its mirror image."""
    return path(shapes.path_data(deck, renderer.theme.lengths["corner"]))


def string(canvas: Canvas, text: str, x: float, y: float, points: float, weight: int) -> None:
    """Words in a space whose y goes down, from the left end of their baseline."""
    canvas.saveState()
    canvas.transform(1, 0, 0, -1, x, y)
    canvas.setFillGray(0.1)
    canvas.setFont(fonts.font("Barlow", weight).name, points * MM_PER_POINT)
    canvas.drawString(0, 0, text)
    canvas.restoreState()


def broken(text: str, font: fonts.Font, points: float, width: float) -> Iterator[str]:
    """The words in lines that are no wider than `width` mm, unless one word is."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and font.width(longer, points * MM_PER_POINT) > width:
            yield line
            line = word
        else:
            line = longer
    if line:
        yield line


@dataclass(frozen=True)
class _Row:
    """Pieces of a list that lie side by side, as if they were the first row."""

    spots: tuple[Spot, ...]
    width: float
    height: float


def _is_list(area: Area) -> bool:
    return area.layout == "list" or any(placed.at is None for placed in area.pieces)


def _listed(pieces: Sequence[Placed], game: Game, width: float, scale: float) -> Picture:
    """Rows of pieces under each other. A single row stands in the middle; several begin at the left."""
    rows = list(_rows(pieces, game, width, scale))
    x = (width - rows[0].width) / 2 if len(rows) == 1 else 0.0
    y = 0.0
    spots: list[Spot] = []
    for row in rows:
        spots += [replace(spot, x=spot.x + x, y=y) for spot in row.spots]
        y += row.height
    return Picture(tuple(spots), y)


def _rows(pieces: Sequence[Placed], game: Game, width: float, scale: float) -> Iterator[_Row]:
    spots: list[Spot] = []
    x = tallest = below = 0.0
    for placed in pieces:
        across, down = (side * scale for side in _list_size(placed, game, width))
        lines = _note_lines(_note(placed), across)
        taken = max(across, *(_wide(line, _NOTE_POINTS, 500) for line in lines), 0.0)
        if spots and x + taken > width:
            yield _Row(tuple(spots), x - _GAP, tallest + below + _GAP)
            spots, x, tallest, below = [], 0.0, 0.0, 0.0
        spots.append(Spot(placed, x, 0.0, across, down))
        x += taken + _GAP
        tallest, below = max(tallest, down), max(below, len(lines) * _NOTE_LEADING)
    yield _Row(tuple(spots), x - _GAP, tallest + below + _GAP)


def _list_size(placed: Placed, game: Game, width: float) -> tuple[float, float]:
    if not placed.deck:
        return min(width, _wide(placed.code, 9, 600) + 4), 10.0
    across, down = game.deck(placed.deck).size
    scale = min(_LARGEST, _LIST_HEIGHT / down, width / across)
    return across * scale, down * scale


def _note(placed: Placed) -> str:
    words = [f"{placed.count} ×"] if placed.count > 1 else []
    return " ".join([*words, placed.note] if placed.note else words)


def _note_lines(note: str, across: float) -> list[str]:
    """A note under a piece, in lines that may be wider than a small piece."""
    font = fonts.font("Barlow", 500)
    return list(broken(note, font, _NOTE_POINTS, max(across, _NOTE_WIDTH)))


def _wide(text: str, points: float, weight: int) -> float:
    return fonts.font("Barlow", weight).width(text, points * MM_PER_POINT)


def _points(text: str, points: float, weight: int, width: float) -> float:
    """The size at which a text is no wider than `width`."""
    return points * min(1.0, width / (_wide(text, points, weight) or 1.0))


def _place(layout: str, at: tuple[int, int]) -> Point:
    """Where a place lies, in widths and rows: axial hexes have every row half a hex further right."""
    if layout == "hexes":
        return at[0] + at[1] / 2, float(at[1])
    return float(at[0]), float(at[1])


def _draw_face(
    canvas: Canvas, spot: Spot, at: Point, game: Game, renderer: Renderer, form_of: FormOf
) -> None:
    """The side that shows, cut along its outline; only the outline where that side is blank."""
    deck = game.deck(spot.placed.deck)
    scale = spot.height / deck.size[1]
    face = showing(spot.placed, deck, renderer)
    name = form_of(face) if face else ""
    cut = outline(deck, renderer)
    canvas.saveState()
    canvas.transform(scale, 0, 0, scale, *at)
    if face:
        # Seen from behind, the outline is mirrored; doing it twice undoes it for the face.
        mirror = f"-1 0 0 1 {number(deck.size[0])} 0 cm\n" if face.side == "back" else ""
        canvas._code.append(f"{mirror}{cut.operators} W n\n{mirror}")
        canvas.doForm(name)
    else:
        canvas.setStrokeGray(0.5)
        canvas.setLineWidth(0.3 / scale)
        canvas._code.append(f"{cut.operators} S")
    canvas.restoreState()


def showing(placed: Placed, deck: Deck, renderer: Renderer) -> Face | None:
    """The side of a piece that shows, None if it is blank. A piece that nobody may know shows its back."""
    piece = next((piece for piece in deck.pieces if piece.code == placed.code), None)
    faces = renderer.faces(deck, piece or deck.pieces[0])
    if piece is None or not placed.up:
        return faces.back
    return faces.back if placed.side == "b" and faces.back else faces.front


def _chip(canvas: Canvas, note: str, spot: Spot, x: float, y: float) -> None:
    """Words on a piece, on a white ground no wider than the piece."""
    points = _points(note, 9, 700, spot.width - 2.8)
    width, tall = _wide(note, points, 700), 4.6 * points / 9
    canvas.setFillGray(1)
    canvas.setStrokeGray(0.1)
    canvas.setLineWidth(0.3)
    canvas.roundRect(x - width / 2 - 1.4, y - tall / 2, width + 2.8, tall, tall / 4, fill=1)
    string(canvas, note, x - width / 2, y + tall / 4, points, 700)
