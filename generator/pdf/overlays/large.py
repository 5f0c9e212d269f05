"""Large faces: two on a page, each with its words in type of at least 18 points beside it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from reportlab.pdfgen.canvas import Canvas

from components.languages import Words
from generator.faces import fonts
from generator.faces.drawing import Drawing
from generator.faces.svg.path import path
from generator.faces.theme import MM_PER_POINT
from generator.pdf.canvas import at_true_size, down, new_canvas, string
from generator.pdf.forms import Forms
from generator.pdf.ink.inks import PrintHouse
from generator.pdf.objects.images import DPI
from generator.sheets.areas import broken
from generator.sheets.paper import Paper

POINTS = 18.0  # the smallest type
_SIZES = (30.0, 26.0, 22.0, POINTS)  # sizes of type, of which the largest is taken at which all words fit
_TITLE = 20.0  # points
_MARGIN = 10.0  # mm
_GAP = 7.0  # room between the picture and the words
_PICTURE = 0.42  # the greatest width of the picture, of the page's
_LEADING = 1.25  # sizes
_BETWEEN = 0.35  # room between paragraphs, sizes
_CUT = 8.0  # length of the marks where the page is cut in two, mm


@dataclass(frozen=True)
class LargeFace:
    """A side of a piece: the key of its drawing, the line that it is cut along, and its words."""

    key: str
    size: tuple[float, float]
    cut: str
    title: str
    words: tuple[str, ...]


def scale(size: tuple[float, float], paper: Paper) -> float:
    """Return the scale of the picture of a face of that size."""
    wide, tall = paper.width * _PICTURE, paper.height / 2 - 2 * _MARGIN
    return min(wide / size[0], tall / size[1])


def large_pdf(
    pieces: Sequence[tuple[LargeFace, LargeFace | None]],
    drawings: Mapping[str, Drawing],
    paper: Paper,
    title: str,
    author: str,
    words: Words,
    dpi: int = DPI,
    house: PrintHouse | None = None,
) -> bytes:
    """The PDF of the pieces, front and back, with headings in the language of `words`. If any has a back,
    it is printed on both sides, flipped on the long edge, so that each back is behind its front."""
    two_sided = any(back for _, back in pieces)
    canvas = new_canvas((paper.width, paper.height), house, title=title, author=author)
    at_true_size(canvas, "DuplexFlipLongEdge" if two_sided else "Simplex")
    forms = Forms(canvas, drawings, dpi=dpi)
    halves = [half for front, back in pieces for half in _halves(front, back, paper, words)]
    for start in range(0, len(halves), 2):
        for side in (0, 1) if two_sided else (0,):
            down(canvas, paper.height)
            for place, half in enumerate(halves[start : start + 2]):
                if shown := half[side]:
                    _draw(canvas, forms, shown, place * paper.height / 2, paper)
            _cut_marks(canvas, paper)
            canvas.showPage()
    forms.finish()
    return canvas.finished()


@dataclass(frozen=True)
class _Half:
    """Half a page of a face: its lines, of which those between paragraphs are empty, and whether its picture
    is on it."""

    face: LargeFace
    heading: str
    lines: tuple[str, ...]
    points: float
    pictured: bool


def _halves(
    front: LargeFace, back: LargeFace | None, paper: Paper, words: Words
) -> Iterator[tuple[_Half | None, _Half | None]]:
    """The halves of pages that a piece needs, each with the one behind it. A piece whose words go on has its
    back behind each of them."""
    fronts = list(_parts(front, paper, words))
    backs = list(_parts(back, paper, words)) if back else []
    backs += backs[:1] * (len(fronts) - len(backs))
    yield from zip_longest(fronts, backs)


def _parts(face: LargeFace, paper: Paper, words: Words) -> Iterator[_Half]:
    """The face on as many halves of a page as its words need; in larger type if one is enough for that."""
    fitting = ((points, _split(face, paper, points)) for points in _SIZES)
    points, split = next((found for found in fitting if len(found[1]) == 1), (POINTS, []))
    split = split or _split(face, paper, POINTS)
    for number, lines in enumerate(split, 1):
        of = f" · {words(f'{number} of {len(split)}')}" if len(split) > 1 else ""
        yield _Half(face, f"{face.title}{of}", lines, points, pictured=number == 1)


def _split(face: LargeFace, paper: Paper, points: float) -> list[tuple[str, ...]]:
    """The words as lines on halves of pages."""
    font, waiting = fonts.font("Barlow", 500), list(face.words)
    found: list[tuple[str, ...]] = []
    while waiting or not found:
        wide = _width(face, paper, pictured=not found)
        left, lines = _room(paper) / (points * MM_PER_POINT), list[str]()
        while waiting:
            more = list(broken(waiting[0], font, points, wide))
            room = int(left / _LEADING)
            if len(more) > room:
                # Words that do not fit go on the next half; a paragraph begins here only if two lines fit.
                if room >= 2 or not lines:
                    lines += more[:room]
                    waiting[0] = " ".join(more[room:])
                break
            lines += [*more, ""]
            left -= len(more) * _LEADING + _BETWEEN
            waiting.pop(0)
        found.append(tuple(lines))
    return found


def _width(face: LargeFace, paper: Paper, *, pictured: bool) -> float:
    taken = face.size[0] * scale(face.size, paper) + _GAP if pictured else 0.0
    return paper.width - 2 * _MARGIN - taken


def _room(paper: Paper) -> float:
    """The room for words under the heading of half a page, mm."""
    return paper.height / 2 - 2 * _MARGIN - _TITLE * MM_PER_POINT * _LEADING


def _draw(canvas: Canvas, forms: Forms, half: _Half, top: float, paper: Paper) -> None:
    face, x = half.face, _MARGIN
    if half.pictured:
        grown = scale(face.size, paper)
        canvas.saveState()
        canvas.transform(grown, 0, 0, grown, _MARGIN, top + _MARGIN)
        canvas._code.append(f"{path(face.cut).operators} W n")
        canvas.doForm(forms.name(face.key))
        canvas.restoreState()
        x += face.size[0] * grown + _GAP
    y = top + _MARGIN + _TITLE * MM_PER_POINT
    wide = paper.width - _MARGIN - x
    heading = next(iter(broken(half.heading, fonts.font("Barlow", 700), _TITLE, wide)), "")
    string(canvas, heading, x, y, _TITLE, 700, 0)
    for line in half.lines:
        y += half.points * MM_PER_POINT * (_LEADING if line else _BETWEEN)
        if line:
            string(canvas, line, x, y, half.points, 500, 0)


def _cut_marks(canvas: Canvas, paper: Paper) -> None:
    canvas.setStrokeGray(0.25)
    canvas.setLineWidth(0.2)
    middle = paper.height / 2
    canvas.line(0, middle, _CUT, middle)
    canvas.line(paper.width - _CUT, middle, paper.width, middle)
