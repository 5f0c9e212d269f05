"""Areas of the table drawn with the real faces. What is not a piece of the box is written in words."""

from collections.abc import Callable
from typing import TypeAlias

from reportlab.pdfgen.canvas import Canvas

from components.catalogue import Deck, Game
from components.setup import Placed
from generator.faces.renderer import Face, Renderer
from generator.faces.svg.path import Point, number
from generator.pdf.canvas import string
from generator.sheets import areas

INK = 0.1  # the grey of words

FormOf: TypeAlias = Callable[[Face], str]  # writes a face into the document and returns the name of its form


def draw(
    canvas: Canvas, picture: areas.Picture, at: Point, game: Game, renderer: Renderer, form_of: FormOf
) -> None:
    """Draw the picture with its upper left corner at a point, in a space in mm with y down."""
    for text, (x, y) in picture.captions:
        string(canvas, text, at[0] + x, at[1] + y, areas.NOTE_POINTS, 600, INK)
    for spot in areas.from_below(picture.spots, [spot.placed for spot in picture.spots], game):
        x, y = at[0] + spot.x, at[1] + spot.y
        if spot.placed.deck:
            _draw_piece(canvas, spot, (x, y), game, renderer, form_of)
        else:
            canvas.setStrokeGray(0.5)
            canvas.setLineWidth(0.3)
            canvas.rect(x, y, spot.width, spot.height)
            points = areas.points_within(spot.placed.code, 9, 600, spot.width - 4)
            string(canvas, spot.placed.code, x + 2, y + min(6.2, spot.height * 0.7), points, 600, INK)
        note = areas.note_of(spot.placed)
        if note and not spot.placed.holds:
            if spot.placed.at is None:
                for row, line in enumerate(areas.note_lines(note, spot.width)):
                    string(
                        canvas,
                        line,
                        x + max(0.0, spot.width - areas.wide(line, areas.NOTE_POINTS, 500)) / 2,
                        y + spot.height + 3 + row * areas.NOTE_LEADING,
                        areas.NOTE_POINTS,
                        500,
                        INK,
                    )
            else:
                _chip(canvas, note, spot, at)


def _draw_piece(
    canvas: Canvas, spot: areas.Spot, at: Point, game: Game, renderer: Renderer, form_of: FormOf
) -> None:
    """Draw the visible side, with what lies in its slots."""
    deck = game.deck(spot.placed.deck)
    scale = spot.height / deck.size[1]
    face = areas.showing(spot.placed, deck, renderer)
    draw_face(canvas, face, deck, at, scale, renderer, form_of)
    if face:
        for held, (x, y) in areas.resting(spot.placed, face, game):
            chit = Placed(held.deck, held.code, side=held.side)
            own = game.deck(held.deck)
            shown = areas.showing(chit, own, renderer)
            draw_face(canvas, shown, own, (at[0] + x * scale, at[1] + y * scale), scale, renderer, form_of)


def draw_face(
    canvas: Canvas,
    face: Face | None,
    deck: Deck,
    at: Point,
    scale: float,
    renderer: Renderer,
    form_of: FormOf,
) -> None:
    """Draw a face, clipped to its outline; only the outline of a blank side, None."""
    name = form_of(face) if face else ""
    cut = areas.outline(deck, renderer)
    canvas.saveState()
    canvas.transform(scale, 0, 0, scale, *at)
    if face:
        # The outline of a back is mirrored; mirroring again restores the space of the face.
        mirror = f"-1 0 0 1 {number(deck.size[0])} 0 cm\n" if face.side == "back" else ""
        canvas._code.append(f"{mirror}{cut.operators} W n\n{mirror}")
        canvas.doForm(name)
    else:
        canvas.setStrokeGray(0.5)
        canvas.setLineWidth(0.3 / scale)
        canvas._code.append(f"{cut.operators} S")
    canvas.restoreState()


def _chip(canvas: Canvas, note: str, spot: areas.Spot, at: Point) -> None:
    """Draw words on a piece, on a white background; `at` is the upper left corner of the whole picture."""
    x, y, width, tall = areas.chip(note, spot)
    x, y = x + at[0], y + at[1]
    points = 9 * tall / areas.CHIP_HEIGHT
    canvas.setFillGray(1)
    canvas.setStrokeGray(0.1)
    canvas.setLineWidth(0.3)
    canvas.roundRect(x, y, width, tall, tall / 4, fill=1)
    string(canvas, note, x + areas.CHIP_ROOM, y + tall * 3 / 4, points, 700, INK)
