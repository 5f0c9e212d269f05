"""Furniture of a page beside its text: the band of an opening, the tab at the edge, the foot, boxes, the
picture over the contents. Places are in mm from the upper left corner of the page, y down.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from reportlab.lib.colors import Color
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from components.catalogue import Game
from components.teaching import Scene
from generator.book.layout.look import MARGIN, PAGE, Look
from generator.book.scene import Drawn
from generator.faces.renderer import Face, Renderer
from generator.faces.type.characters import typographic
from generator.pdf.canvas import POINT, down

SCENE: Final = (PAGE[0], 80.0)  # the picture of the cover, again on the back, mm
BLEED: Final = 3.0  # ink over the edge of the page, mm
FACTS: Final = (62.0, 20.0)  # players, time and age, mm

_FOOT = (7.5, 11.5)  # words at the foot and the line above them, mm over the edge
_RULE = 0.2  # mm
_PICTURE = 60.0  # least width of the picture in an opening, mm
_LEAN = 9.0  # the left side of the picture leans by this, mm
_TAB = 8.0  # width of a tab, mm
_TAB_TOP, _TAB_PITCH = 27.0, 52.0  # first tab from the top, and the distance of two, mm
_LETTERS = 7.0  # size of the letters on a tab, points
_MIDDLE = 4.8  # distance of their middle from the edge of the page, mm
_END = 7.0  # room over and under the letters of a tab, mm
_CAP = 0.7  # the height of a capital, in sizes of the type


class Book(Protocol):
    """The book that is being set, as far as its furniture needs it."""

    game: Game
    renderer: Renderer
    look: Look
    scenes: Mapping[str, Scene]

    @property
    def colours(self) -> Mapping[str, Color]: ...
    @property
    def styles(self) -> Mapping[str, ParagraphStyle]: ...
    @property
    def scene(self) -> Face: ...
    @property
    def facts(self) -> Face: ...
    def form_of(self, face: Face) -> str: ...
    def part_of(self, page: int) -> tuple[int, str]: ...
    def begins(self, page: int) -> bool: ...


def foot(canvas: Canvas, book: Book, page: int) -> None:
    """A line and the game; the number is outside, on the left of a page on the left."""
    style, (beside, _) = book.styles["caption"], MARGIN
    title = typographic(book.game.title)
    left, right = (str(page), title) if page % 2 == 0 else (title, str(page))
    canvas.saveState()
    canvas.setStrokeColor(book.colours["accent"])
    canvas.setLineWidth(_RULE * POINT)
    canvas.line(beside * POINT, _FOOT[1] * POINT, (PAGE[0] - beside) * POINT, _FOOT[1] * POINT)
    canvas.setFillColor(book.colours["muted"])
    canvas.setFont(style.fontName, style.fontSize)
    canvas.drawString(beside * POINT, _FOOT[0] * POINT, left)
    canvas.drawRightString((PAGE[0] - beside) * POINT, _FOOT[0] * POINT, right)
    canvas.restoreState()


def tab(canvas: Canvas, book: Book, page: int) -> None:
    """The part that the page belongs to, at its outer edge; each part has its own place and colour. A page on
    which a part begins needs none."""
    part, title = book.part_of(page)
    if not title or book.begins(page):
        return
    ground, letters = book.look.opening(part)
    font = book.styles["heading"].fontName
    length = stringWidth(title, font, _LETTERS) / POINT + 2 * _END
    top = min(_TAB_TOP + _TAB_PITCH * part, PAGE[1] - MARGIN[1] - length)
    right = page % 2 == 1
    inner, outer = (PAGE[0] - _TAB, PAGE[0] + BLEED) if right else (_TAB, -BLEED)
    lean = 2.0
    canvas.saveState()
    down(canvas, PAGE[1])
    corners = [
        (outer, top - lean),
        (inner, top + lean),
        (inner, top + length - lean),
        (outer, top + length + lean),
    ]
    canvas.setFillColor(ground)
    canvas.setStrokeColor(letters if book.look.saver else ground)
    canvas.setLineWidth(2 * _RULE)
    canvas.drawPath(outline(canvas, corners), stroke=1, fill=1)
    canvas.setFillColor(letters)
    middle = PAGE[0] - _MIDDLE if right else _MIDDLE
    canvas.translate(middle, top + length / 2)
    canvas.transform(0, 1, 1, 0, 0, 0) if right else canvas.transform(0, -1, -1, 0, 0, 0)
    canvas.setFont(font, _LETTERS / POINT)
    canvas.drawCentredString(0, -_CAP * _LETTERS / POINT / 2, title)
    canvas.restoreState()


def band(canvas: Canvas, book: Book, part: int, top: float, bottom: float, words: float) -> None:
    """The ground of an opening, as wide as the page: a colour, and a scene beside the words if it has one.

    top, bottom  its edges; top is above the page if it begins there
    words        the right end of its words
    """
    look = book.look
    ground, _ = look.opening(part)
    fall = look.pages.slant / 2
    left, right = -BLEED, PAGE[0] + BLEED
    head = fall if top > 0 else 0.0
    start = max(words + _LEAN, PAGE[0] - _PICTURE - 20 + _LEAN)
    across = [(start, top), (right, top + head), (right, bottom + fall), (start - _LEAN, bottom)]
    canvas.saveState()
    down(canvas, PAGE[1])
    canvas.setFillColor(ground)
    canvas.drawPath(
        outline(
            canvas, [(left, top - head), (right, top + head), (right, bottom + fall), (left, bottom - fall)]
        ),
        stroke=0,
        fill=1,
    )
    scene = book.scenes.get(f"opening-{part + 1}")
    if scene:
        _shown(canvas, book, scene, across)
        _line(canvas, book, [across[0], across[-1]])
    _line(canvas, book, [(left, bottom - fall), (right, bottom + fall)])
    if top > 0:
        _line(canvas, book, [(left, top - head), (right, top + head)])
    canvas.restoreState()


def contents(canvas: Canvas, book: Book, scene: Scene, top: float, bottom: float) -> None:
    """The picture over the contents, with the facts of the game in a box at its foot."""
    picture(canvas, book, scene, top, bottom)
    x, y = PAGE[0] - MARGIN[0] - FACTS[0], bottom - FACTS[1] * 0.62
    box(canvas, book, x, y, *FACTS)
    canvas.translate(x, y)
    canvas.doForm(book.form_of(book.facts))


def back(canvas: Canvas, book: Book) -> None:
    """The ground of the back cover, and the picture of the front at its foot."""
    canvas.saveState()
    down(canvas, PAGE[1])
    canvas.setFillColor(book.look.opening(0)[0])
    canvas.rect(-BLEED, -BLEED, PAGE[0] + 2 * BLEED, PAGE[1] + 2 * BLEED, stroke=0, fill=1)
    picture(canvas, book, None, PAGE[1] + BLEED - SCENE[1] + abs(book.look.pages.slant), PAGE[1] + BLEED)
    canvas.restoreState()


def picture(canvas: Canvas, book: Book, scene: Scene | None, top: float, bottom: float) -> None:
    """A scene across the page, or else the picture of the cover; edges within the page slant."""
    fall = book.look.pages.slant / 2
    edges = [
        [(-BLEED, y - slant), (PAGE[0] + BLEED, y + slant)]
        for y, slant in ((y, fall if 0 < y < PAGE[1] else 0.0) for y in (top, bottom))
    ]
    corners = [*edges[0], *reversed(edges[1])]
    if scene:
        canvas.setFillColor(book.look.opening(len(book.look.pages.openings) - 1)[0])
        canvas.drawPath(outline(canvas, corners), stroke=0, fill=1)
        _shown(canvas, book, scene, corners)
    else:
        canvas.saveState()
        canvas.clipPath(outline(canvas, corners), stroke=0, fill=0)
        canvas.translate(0, bottom + (abs(fall) if bottom < PAGE[1] else 0.0) - SCENE[1])
        canvas.doForm(book.form_of(book.scene))
        canvas.restoreState()
    for (_, y), edge in zip(((0, top), (0, bottom)), edges, strict=True):
        if 0 < y < PAGE[1]:
            _line(canvas, book, edge)


def _shown(canvas: Canvas, book: Book, scene: Scene, corners: Sequence[tuple[float, float]]) -> None:
    """A scene without a table, as large as it takes to cover the shape with those corners."""
    (left, *_, right), (top, *_, bottom) = map(sorted, zip(*corners, strict=True))
    scale = max((right - left) / scene.size[0], (bottom - top) / scene.size[1])
    width, height = (side * scale for side in scene.size)
    canvas.saveState()
    canvas.clipPath(outline(canvas, corners), stroke=0, fill=0)
    canvas.translate((left + right - width) / 2, (top + bottom - height) / 2)
    Drawn(book, scene, width, height, bare=True).on(canvas)
    canvas.restoreState()


def box(canvas: Canvas, book: Book, x: float, y: float, width: float, height: float) -> None:
    """A box with the corners and the line of the game."""
    pages = book.look.pages
    ground, line = book.look.box()
    canvas.saveState()
    canvas.setFillColor(ground)
    canvas.setStrokeColor(line)
    canvas.setLineWidth(pages.line)
    canvas.setDash([*pages.dash])
    if pages.cut:
        canvas.drawPath(outline(canvas, chamfered(x, y, width, height, pages.cut)), stroke=1, fill=1)
    else:
        canvas.roundRect(x, y, width, height, pages.corner, stroke=1, fill=1)
    canvas.restoreState()


def chamfered(x: float, y: float, width: float, height: float, cut: float) -> list[tuple[float, float]]:
    """The corners of a rectangle whose own are cut off."""
    right, low = x + width, y + height
    return [
        (x + cut, y), (right - cut, y), (right, y + cut), (right, low - cut),
        (right - cut, low), (x + cut, low), (x, low - cut), (x, y + cut),
    ]  # fmt: skip


def outline(canvas: Canvas, corners: Sequence[tuple[float, float]]) -> PDFPathObject:
    """A closed path."""
    path = canvas.beginPath()
    path.moveTo(*corners[0])
    for corner in corners[1:]:
        path.lineTo(*corner)
    path.close()
    return path


def _line(
    canvas: Canvas, book: Book, ends: Sequence[tuple[float, float]], colour: Color | None = None
) -> None:
    """A line in the manner of the game."""
    pages = book.look.pages
    canvas.saveState()
    canvas.setStrokeColor(colour or book.look.colour(pages.edge))
    canvas.setLineWidth(pages.line)
    canvas.setDash([*pages.dash])
    canvas.line(*ends[0], *ends[1])
    canvas.restoreState()
