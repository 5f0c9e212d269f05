"""From sheets to a PDF document.

Each distinct face is stored once as a Form XObject in millimetres, and pages place it as often as it is
printed. reportlab manages the objects, the fonts and the file.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from reportlab.pdfgen.canvas import Canvas

from components.decks import STRIPS
from components.errors import PaperError
from components.languages import SHEETS, Words
from generator.faces import fonts, shapes
from generator.faces.drawing import Drawing
from generator.faces.rect import Rect
from generator.faces.svg.path import number, path
from generator.faces.theme import MM_PER_POINT
from generator.pdf.canvas import POINT, at_true_size, colours_of, down, new_canvas, points, string
from generator.pdf.forms import Forms
from generator.pdf.ink.inks import Colours, PrintHouse
from generator.pdf.objects.images import DPI
from generator.sheets.imposition import Part, Placement, Sheet
from generator.sheets.marks import Line
from generator.sheets.paper import Correction, Paper

_LABEL_SIZE = 6.5
_DUPLEX = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}
_ONE_SIDE = ("fronts", "backs")
_QUARTER_TURNS = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}  # cosine and sine, by degrees
_RULERS = (100, 50)  # mm: the longest one that leaves room for words is used
_WORDS = 25  # mm
_CUT_LINE = 0.2  # mm
_MARK_INK = (0.25, 0.25, 0.25)
_MARK_STYLES = (  # kind, width in mm, dashes, ink
    ("crop", 0.2, "", _MARK_INK),
    ("cut", 0.2, "", _MARK_INK),
    ("fold", 0.25, "2 1.2", _MARK_INK),
    ("join", 0.35, "0.8 0.6", _MARK_INK),
    ("dot", 0.9, "", (1.0, 1.0, 1.0)),  # seen on dark art
    ("dot", 0.5, "", _MARK_INK),  # seen on light art
)
Draw: TypeAlias = Callable[[Canvas, Sheet, Forms], None]  # draws on a sheet, in mm with y down

# The ink of pieces that are cut along an outline reaches beyond it by this on fronts, mm.
_OUTLINE_BLEED = {"hex": 3.0, "circle": 1.5}


class Page(NamedTuple):
    """A page of the document; an `empty` one is the blank back of a one-sided sheet."""

    part: Part
    sheet: Sheet
    empty: bool = False


def pages(parts: Sequence[Part], paper: Paper) -> list[Page]:
    """The pages that `write` makes. In two-sided printing a sheet without a back gets an empty page, so that
    the next sheet is not printed on its back."""
    two_sided = _two_sided(parts, paper._replace(sides="both"))
    result = []
    for part in parts:
        with_back = {sheet.number for sheet in part.sheets if sheet.side == "back"}
        for sheet in part.sheets:
            result.append(Page(part, sheet))
            if two_sided and sheet.side == "front" and sheet.number not in with_back:
                result.append(Page(part, sheet, empty=True))
    backs = paper.sides == "backs"
    return [
        page for page in result
        if paper.sides not in _ONE_SIDE or (page.empty or page.sheet.side == "back") == backs
    ]  # fmt: skip


def asked_for(parts: Sequence[Part], paper: Paper) -> list[Page]:
    """Those of the pages that are asked for, in whole sheets. Raises `PaperError` if one is not there."""
    listed, sides = pages(parts, paper), 1 + _two_sided(parts, paper)
    if paper.pages and paper.pages[-1] > len(listed):
        todo = f"The pages are 1 to {len(listed)}."
        raise PaperError(f"There is no page {paper.pages[-1]}.", where="--pages", todo=todo)
    wanted = {(number - 1) // sides for number in paper.pages}
    return [page for place, page in enumerate(listed) if not wanted or place // sides in wanted]


def write(
    parts: Sequence[Part],
    drawings: Mapping[str, Drawing],
    game: str,
    author: str,
    paper: Paper,
    drawn: Mapping[tuple[str, int], Draw] | None = None,
    dpi: int = DPI,
    house: PrintHouse | None = None,
    words: Words | None = None,
) -> bytes:
    """The PDF of the sheets; empty if none of their sides is wanted.

    drawings      the drawing of every face on the sheets, by key
    game, author  the game's title and authors, for the document properties and the labels
    drawn         what draws the pages of a part that has no pieces, by its name and their place in it
    dpi           the most dots per inch that pictures keep
    house         how it is made for a print house; by default it is in the colours of the screen
    words         the language of the labels, English by default
    """
    said, listed = words or Words(), asked_for(parts, paper)
    if not listed:
        return b""
    two_sided = _two_sided(parts, paper)
    size, title = (paper.width, paper.height), game if len(parts) != 1 else f"{game}: {parts[0].title}"
    canvas = new_canvas(size, house, language=said.language, title=title, author=author)
    canvas.setSubject(said("Print at 100 %, on both sides" if two_sided else "Print at 100 %, on one side"))
    at_true_size(canvas, _DUPLEX[paper.duplex] if two_sided else "Simplex")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    forms = Forms(canvas, drawings, dpi)
    begun: set[str] = set()
    for index, page in enumerate(listed):
        if page.part.name not in begun:
            begun.add(page.part.name)
            canvas.bookmarkPage(page.part.name)
            canvas.addOutlineEntry(page.part.title, page.part.name, 0)
        side = {"front": "", "back": " back", "both": ""}["back" if page.empty else page.sheet.side]
        canvas.addPageLabel(index, prefix=f"{page.part.name} {page.sheet.number}{side}")
        place_in_part = page.part.sheets.index(page.sheet)
        own = (drawn or {}).get((page.part.name, place_in_part)) if not page.empty else None
        _page(canvas, page, game, forms, paper.correction, said, own)
    forms.finish()
    return canvas.finished()


def _two_sided(parts: Sequence[Part], paper: Paper) -> bool:
    printed = {sheet.side for part in parts for sheet in part.sheets}
    return paper.duplex in _DUPLEX and "back" in printed and paper.sides not in _ONE_SIDE


def _page(
    canvas: Canvas,
    page: Page,
    game: str,
    forms: Forms,
    correction: Correction,
    said: Words,
    own: Draw | None = None,
) -> None:
    sheet = page.sheet
    canvas.setPageSize(points(sheet.width, sheet.height))
    down(canvas, sheet.height)
    words = [game, page.part.title, said(f"sheet {sheet.number} of {sheet.of}")]
    if page.empty:
        words.append(said("this side stays empty"))
    else:
        words += [said(sheet.side, deck=SHEETS)] if sheet.side != "both" else []
        words += dict.fromkeys(said("part {}", placed.part) for placed in sheet.placements if placed.part)
        canvas.saveState()
        if sheet.side == "back":
            canvas.transform(*correction.matrix(sheet.width, sheet.height))
        if own:
            own(canvas, sheet, forms)
        _draw_pieces(canvas, sheet, forms)
        canvas.restoreState()
    _label(canvas, sheet, words)
    canvas.showPage()


def _draw_pieces(canvas: Canvas, sheet: Sheet, forms: Forms) -> None:
    for placed in sheet.placements:
        place(canvas, placed, forms)
    # Hexes lie edge to edge: draw all with their bleed first, then each again up to its edge.
    for placed in sheet.placements:
        if placed.item.deck.shape == "hex":
            place(canvas, placed, forms, exact=True)
    if sheet.side != "back":
        for placed in sheet.placements:
            _cut_line(canvas, placed)
    _draw_marks(canvas, sheet.marks)
    _draw_registration(canvas, sheet)
    if sheet.placements:
        _boxes(canvas, sheet)


def place(canvas: Canvas, placed: Placement, forms: Forms, *, exact: bool = False) -> None:
    """Draw the face clipped to its cell and turned about the middle of its trim, with its window in the trim.

    A hex or a circle is also clipped to its outline, grown by the bleed unless `exact`.
    """
    # Written as operators for speed: this runs for every piece on every sheet.
    clip, trim, window = placed.clip, placed.trim, placed.window
    cos, sin = _QUARTER_TURNS[placed.turn]
    x, y = window.x + window.width / 2, window.y + window.height / 2
    right = trim.x + trim.width / 2 - cos * x + sin * y
    down = trim.y + trim.height / 2 - sin * x - cos * y
    box = _numbers((clip.x, clip.y, clip.width, clip.height))
    canvas._code.append(f"q {box} re W n {cos} {sin} {-sin} {cos} {number(right)} {number(down)} cm")
    beyond = _bleed(placed)
    shape = placed.item.deck.shape
    if shape in _OUTLINE_BLEED:
        reach = 0.0 if exact else beyond if placed.side == "back" else _OUTLINE_BLEED[shape]
        _draw_path(canvas, shapes.path_data(placed.item.deck, 0, -reach), "W n")
    if exact:
        canvas.doForm(forms.name(placed.face))
    else:
        width, height = placed.item.deck.size
        forms.draw(placed.face, (width + 2 * beyond, height + 2 * beyond))
    canvas._code.append("Q")


def _bleed(placed: Placement) -> float:
    """Return how far its ink runs beyond the cut, on the widest side."""
    trim, clip = placed.trim, placed.clip
    return max(trim.x - clip.x, trim.y - clip.y, clip.right - trim.right, clip.bottom - trim.bottom)


def _cut_line(canvas: Canvas, placed: Placement) -> None:
    """Draw the outline of a piece that is not cut straight."""
    if placed.item.deck.shape in ("circle", "hex", *STRIPS):
        from generator.sheets.cutting import contour

        canvas.setStrokeGray(0.45)
        canvas.setLineWidth(_CUT_LINE)
        # For a board in parts, draw only what is on this sheet, with whole lines along its edges.
        shown = placed.trim.grown(_CUT_LINE / 2)
        part = f"{_numbers((shown.x, shown.y, *shown.size))} re W n" if placed.part else ""
        canvas._code.append(f"q {part}")
        _draw_path(canvas, shapes.contour_path(contour(placed, 0)), "S Q")


def _draw_path(canvas: Canvas, data: str, operator: str) -> None:
    """SVG path data with a PDF painting or clipping operator; reportlab has no SVG arcs."""
    canvas._code.append(f"{path(data).operators} {operator}")


def _numbers(values: Iterable[float]) -> str:
    return " ".join(map(number, values))


def _draw_registration(canvas: Canvas, sheet: Sheet) -> None:
    canvas.setFillGray(0)
    for mark in sheet.registration:
        canvas.rect(mark.x, mark.y, mark.width, mark.height, stroke=0, fill=1)


def _draw_marks(canvas: Canvas, marks: Sequence[Line]) -> None:
    if marks:
        canvas._code.append(_marks_code(tuple(marks), colours_of(canvas)))


@lru_cache(maxsize=64)
def _marks_code(marks: tuple[Line, ...], colours: Colours) -> str:
    """The marks as PDF operators; cached, as most sheets of a deck have the same."""
    code = ["q 1 J"]  # round caps, so that a line without length is a dot
    for kind, width, dash, ink in _MARK_STYLES:
        lines = [
            f"{number(m.x1)} {number(m.y1)} m {number(m.x2)} {number(m.y2)} l"
            for m in marks
            if m.kind == kind
        ]
        if lines:
            code.append(f"{colours.line(ink)} {width} w [{dash}] 0 d {' '.join(lines)} S")
    return "\n".join([*code, "Q"])


def _label(canvas: Canvas, sheet: Sheet, words: Sequence[str]) -> None:
    """Draw the label of the sheet, with a ruler at its end, if there is room kept for it."""
    if not min(sheet.label.width, sheet.label.height):
        return
    font, size = fonts.font("Barlow", 500), _LABEL_SIZE * MM_PER_POINT
    length = max(sheet.label.width, sheet.label.height)
    ruler = next((mm for mm in _RULERS if mm + _WORDS <= length), 0)
    game, title, *rest = words
    text = " · ".join(words)
    while font.width(text, size) > length - ruler - 2 and len(title) > 1:
        title = f"{title[:-2].rstrip(' ,')}…"
        text = " · ".join([game, title, *rest])
    canvas.saveState()
    _to_label(canvas, sheet)
    _blank(canvas, -0.8, 0.9, font.width(text, size) + 1.6, 3.6)
    canvas.setFillColorRGB(*_MARK_INK)
    string(canvas, text, 0, 3.6, _LABEL_SIZE)
    if ruler:
        canvas.translate(length - ruler, 3.6)
        _ruler(canvas, ruler)
    canvas.restoreState()


def _blank(canvas: Canvas, x: float, y: float, width: float, height: float) -> None:
    """Draw a white background, so that a crop mark does not cross the words."""
    canvas.setFillColorRGB(1, 1, 1)
    canvas.rect(x, y, width, height, stroke=0, fill=1)


def _ruler(canvas: Canvas, length: int) -> None:
    """Draw a ruler in steps of ten millimetres, to check that the sheet was not scaled."""
    ticks = [f"{i} 0 m {i} {-1.3 if i % 50 else -2.2} l" for i in range(0, length + 1, 10)]
    _blank(canvas, -0.8, -2.7, length + 1.6, 3.6)
    canvas.setStrokeColorRGB(*_MARK_INK)
    canvas.setFillColorRGB(*_MARK_INK)
    canvas.setLineWidth(0.2)
    canvas._code.append(f"0 0 m {length} 0 l {' '.join(ticks)} S")
    string(canvas, f"{length} mm", length / 2 + 1, -0.6, _LABEL_SIZE)


def _to_label(canvas: Canvas, sheet: Sheet) -> None:
    """Enter the space of the label: x along it, y down across it."""
    if sheet.upright:
        canvas.translate(sheet.label.x, sheet.label.y)
    else:
        canvas.translate(sheet.label.x, sheet.label.bottom)
        canvas.rotate(-90)


def _boxes(canvas: Canvas, sheet: Sheet) -> None:
    """Set the TrimBox around all pieces and the BleedBox around all ink, in PDF points with y up."""

    def box(rects: list[Rect]) -> tuple[float, ...]:
        left, right = min(r.x for r in rects), max(r.right for r in rects)
        top, bottom = min(r.y for r in rects), max(r.bottom for r in rects)
        return (
            left * POINT, (sheet.height - bottom) * POINT, right * POINT, (sheet.height - top) * POINT,
        )  # fmt: skip

    canvas.setTrimBox(box([p.trim for p in sheet.placements]))
    canvas.setBleedBox(box([p.clip for p in sheet.placements]))


def write_cut_lines(
    part: Part,
    drawings: Mapping[str, Drawing],
    game: str,
    paper: Paper,
    corner: float,
    house: PrintHouse | None = None,
) -> bytes:
    """The PDF of a part's fronts with only cut lines, dashed fold lines and registration marks.

    corner  the radius of a card's corners, mm
    """
    from generator.sheets.cutting import cut_lines

    canvas = new_canvas((paper.width, paper.height), house, title=f"{game}: {part.title}, cut test")
    at_true_size(canvas)
    for sheet in part.sheets:
        if sheet.side == "back":
            continue
        canvas.setPageSize(points(sheet.width, sheet.height))
        down(canvas, sheet.height)
        canvas.setStrokeGray(0.6)
        canvas.setLineWidth(0.2)
        lines = cut_lines(sheet, drawings, corner)
        for line in lines.cut:
            _draw_path(canvas, shapes.contour_path(line), "S")
        canvas.setDash(2, 1.2)
        for line in lines.score:
            _draw_path(canvas, shapes.open_path(line), "S")
        canvas.setDash()
        _draw_registration(canvas, sheet)
        _label(canvas, sheet, [game, part.title, f"sheet {sheet.number} of {sheet.of}", "cut test"])
        canvas.showPage()
    return canvas.finished()


def face_pdf(drawing: Drawing, size: tuple[float, float], dpi: int = DPI) -> bytes:
    """One face alone on a page of its trimmed size, mm."""
    return faces_pdf([drawing], size, dpi)


def faces_pdf(drawings: Sequence[Drawing], size: tuple[float, float], dpi: int = DPI) -> bytes:
    """Faces of one size, each on its own page of the trimmed size, mm."""
    canvas = new_canvas(size)
    named = {str(index): drawing for index, drawing in enumerate(drawings)}
    forms = Forms(canvas, named, dpi=dpi)
    for key in forms.drawings:
        down(canvas, size[1])
        canvas.doForm(forms.name(key))
        canvas.showPage()
    forms.finish()
    return canvas.finished()
