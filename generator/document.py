"""Sheets to PDF. The only part that knows PDF.

Each distinct face is stored once, as a Form XObject in millimetres whose matrix turns its y axis over;
the pages place it as often as it is printed. reportlab keeps the objects, the fonts and the file.
"""

from __future__ import annotations

import io
import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reportlab import rl_config
from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from generator import fonts, shapes
from generator.drawing import Drawing, Gradient, Group, Operation, Shape, Text
from generator.paper import Paper
from generator.sheets import Line, Placement, Rect, Sheet
from generator.svgpath import number, path
from generator.svgvalues import IDENTITY, Colour
from generator.theme import MM_PER_POINT

rl_config.useA85 = 0  # binary streams: smaller, and faster to write

POINT = 1 / MM_PER_POINT  # points in a mm
_LABEL_FONT = ("Barlow", 500)
_LABEL_SIZE = 6.5
_DUPLEX = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}
_MARK_INK = (0.25, 0.25, 0.25)


@dataclass(frozen=True)
class Part:
    """The sheets of one deck or sprue: a heading in the outline, and a file of its own named `name`."""

    name: str
    title: str
    sheets: tuple[Sheet, ...]


@dataclass(frozen=True)
class Page:
    """A page of the document; `empty` if it only keeps the back of a one-sided sheet free."""

    part: Part
    sheet: Sheet
    empty: bool = False


def pages(parts: Sequence[Part], paper: Paper) -> list[Page]:
    """The pages that `write` makes. Printed on both sides, a sheet without a back gets an empty page, so
    that the next sheet does not land on its back."""
    two_sided = _two_sided(parts, paper)
    result = []
    for part in parts:
        with_back = {sheet.number for sheet in part.sheets if sheet.side == "back"}
        for sheet in part.sheets:
            result.append(Page(part, sheet))
            if two_sided and sheet.side == "front" and sheet.number not in with_back:
                result.append(Page(part, sheet, empty=True))
    return result


def write(
    parts: Sequence[Part], drawings: Mapping[str, Drawing], title: str, author: str, paper: Paper
) -> bytes:
    """The PDF of the sheets. `drawings` holds the drawing of every face the sheets place, by key."""
    two_sided = _two_sided(parts, paper)
    buffer = io.BytesIO()
    size = _points(paper.width, paper.height)
    canvas = Canvas(buffer, pagesize=size, pageCompression=1, invariant=1, lang="en")
    canvas.setTitle(title)
    canvas.setAuthor(author)
    canvas.setCreator("Starbox")
    canvas.setSubject("Print at 100 %, on both sides" if two_sided else "Print at 100 %, on one side")
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("Duplex", _DUPLEX[paper.duplex] if two_sided else "Simplex")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    forms = _Forms(canvas, drawings)
    begun: set[str] = set()
    for page in pages(parts, paper):
        if page.part.name not in begun:
            begun.add(page.part.name)
            canvas.bookmarkPage(page.part.name)
            canvas.addOutlineEntry(page.part.title, page.part.name, 0)
        _page(canvas, page, title, forms)
    forms.finish()
    canvas.save()
    return buffer.getvalue()


def _two_sided(parts: Sequence[Part], paper: Paper) -> bool:
    return paper.duplex in _DUPLEX and any(s.side == "back" for part in parts for s in part.sheets)


def _page(canvas: Canvas, page: Page, title: str, forms: _Forms) -> None:
    sheet = page.sheet
    canvas.setPageSize(_points(sheet.width, sheet.height))
    # From here on the page is in mm with y down, like the sheets.
    canvas.transform(POINT, 0, 0, -POINT, 0, sheet.height * POINT)
    words = [title, page.part.title, f"sheet {sheet.number} of {sheet.of}"]
    if page.empty:
        words.append("this side stays empty")
    else:
        words += [sheet.side] if sheet.side != "both" else []
        words += [f"part {placed.part}" for placed in sheet.placements if placed.part]
        _draw_pieces(canvas, sheet, forms)
    _label_text(canvas, sheet, " · ".join(words))
    _ruler(canvas, sheet)
    canvas.showPage()


def _draw_pieces(canvas: Canvas, sheet: Sheet, forms: _Forms) -> None:
    for placed in sheet.placements:
        _place(canvas, placed, forms)
    if sheet.side != "back":
        for placed in sheet.placements:
            _cut_line(canvas, placed)
    _draw_marks(canvas, sheet.marks)
    if sheet.placements:
        _boxes(canvas, sheet)


def _place(canvas: Canvas, placed: Placement, forms: _Forms) -> None:
    """The face clipped to its cell, turned about the middle of its trim, its window in the trim."""
    clip, trim, window = placed.clip, placed.trim, placed.window
    canvas.saveState()
    outline = canvas.beginPath()
    outline.rect(clip.x, clip.y, clip.width, clip.height)
    canvas.clipPath(outline, stroke=0, fill=0)
    canvas.translate(trim.x + trim.width / 2, trim.y + trim.height / 2)
    if placed.turn:
        canvas.rotate(placed.turn)
    canvas.translate(-window.x - window.width / 2, -window.y - window.height / 2)
    canvas.doForm(forms.name(placed.face))
    canvas.restoreState()


def _cut_line(canvas: Canvas, placed: Placement) -> None:
    """The outline of a piece that no straight cut frees."""
    deck = placed.item.deck
    if deck.shape not in ("circle", "hex", "stepped"):
        return
    trim, (width, height) = placed.trim, deck.size
    canvas.saveState()
    canvas.translate(trim.x + trim.width / 2, trim.y + trim.height / 2)
    if placed.turn:
        canvas.rotate(placed.turn)
    canvas.translate(-width / 2, -height / 2)
    canvas._code.append(f"0.45 G 0.2 w {path(shapes.path_data(deck, 0)).operators} S")
    canvas.restoreState()


def _draw_marks(canvas: Canvas, marks: Sequence[Line]) -> None:
    styles = {"crop": (0.2, ()), "cut": (0.2, ()), "fold": (0.25, (2.0, 1.2)), "join": (0.35, (0.8, 0.6))}
    for kind, (width, dash) in styles.items():
        lines = [(m.x1, m.y1, m.x2, m.y2) for m in marks if m.kind == kind]
        if lines:
            canvas.setStrokeColorRGB(*_MARK_INK)
            canvas.setLineWidth(width)
            canvas.setDash(*([list(dash)] if dash else [[]]))
            canvas.lines(lines)
    canvas.setDash([])


def _label_text(canvas: Canvas, sheet: Sheet, text: str) -> None:
    font = fonts.font(*_LABEL_FONT)
    canvas.saveState()
    _to_label(canvas, sheet)
    _blank(canvas, -0.8, 0.9, font.width(text, _LABEL_SIZE * MM_PER_POINT) + 1.6, 3.6)
    canvas.setFillColorRGB(*_MARK_INK)
    _string(canvas, font.name, _LABEL_SIZE, 0, 3.6, text)
    canvas.restoreState()


def _blank(canvas: Canvas, x: float, y: float, width: float, height: float) -> None:
    """A white ground, so that a crop mark does not run through the words."""
    canvas.setFillColorRGB(1, 1, 1)
    canvas.rect(x, y, width, height, stroke=0, fill=1)


def _ruler(canvas: Canvas, sheet: Sheet) -> None:
    """100 mm in tens at the end of the label: measure it to see that nothing scaled the sheet."""
    length = max(sheet.label.width, sheet.label.height)
    canvas.saveState()
    _to_label(canvas, sheet)
    canvas.translate(length - 100, 3.6)
    _blank(canvas, -0.8, -2.7, 101.6, 3.6)
    canvas.setStrokeColorRGB(*_MARK_INK)
    canvas.setFillColorRGB(*_MARK_INK)
    canvas.setLineWidth(0.2)
    ticks = [(10 * i, 0, 10 * i, -2.2 if i % 5 == 0 else -1.3) for i in range(11)]
    canvas.lines([(0, 0, 100, 0), *ticks])
    _string(canvas, fonts.font(*_LABEL_FONT).name, _LABEL_SIZE, 51, -0.6, "100 mm")
    canvas.restoreState()


def _to_label(canvas: Canvas, sheet: Sheet) -> None:
    """To the label's own space: x along it, y down across it."""
    if sheet.upright:
        canvas.translate(sheet.label.x, sheet.label.y)
    else:
        canvas.translate(sheet.label.x, sheet.label.bottom)
        canvas.rotate(-90)


def _string(canvas: Canvas, font: str, points: float, x: float, y: float, text: str) -> None:
    """Text in a space whose y goes down."""
    canvas.saveState()
    canvas.transform(1, 0, 0, -1, x, y)
    canvas.setFont(font, points * MM_PER_POINT)
    canvas.drawString(0, 0, text)
    canvas.restoreState()


def _boxes(canvas: Canvas, sheet: Sheet) -> None:
    """TrimBox around all that is cut out, BleedBox around all ink, both in PDF points with y up."""

    def box(rects: list[Rect]) -> tuple[float, ...]:
        left, right = min(r.x for r in rects), max(r.right for r in rects)
        top, bottom = min(r.y for r in rects), max(r.bottom for r in rects)
        return (
            left * POINT, (sheet.height - bottom) * POINT, right * POINT, (sheet.height - top) * POINT,
        )  # fmt: skip

    canvas.setTrimBox(box([p.trim for p in sheet.placements]))
    canvas.setBleedBox(box([p.clip for p in sheet.placements]))


def _points(width: float, height: float) -> tuple[float, float]:
    return width * POINT, height * POINT


class _Forms:
    """The faces of a document as Form XObjects with one shared resource dictionary."""

    def __init__(self, canvas: Canvas, drawings: Mapping[str, Drawing]) -> None:
        self.canvas = canvas
        self.document = canvas._doc
        self.drawings = drawings
        self.names: dict[str, str] = {}
        self.resources = pdfdoc.PDFResourceDictionary()
        self.resources.basicFonts()
        self.opacities: dict[tuple[float, float], str] = {}
        self.shadings: dict[Gradient, str] = {}
        self.groups = 0

    def name(self, key: str) -> str:
        """The name of the face's form; it is written the first time it is asked for."""
        if key not in self.names:
            name = f"face{len(self.names)}"
            drawing = self.drawings[key]
            left, top, width, height = drawing.view
            code = self._operations(drawing.operations)
            self._add(name, code, (left, top, left + width, top + height))
            self.names[key] = name
        return self.names[key]

    def finish(self) -> None:
        """Write the shared resources, now that all are known."""
        for (fill, stroke), name in self.opacities.items():
            self.resources.ExtGState[name] = pdfdoc.PDFDictionary({"ca": fill, "CA": stroke})
        self.document.Reference(self.resources, "starboxResources")

    def _add(self, name: str, code: str, box: tuple[float, ...], *, grouped: bool = False) -> None:
        form = pdfdoc.PDFStream(content=code, filters=[pdfdoc.PDFZCompress])
        entries = {
            "Type": pdfdoc.PDFName("XObject"),
            "Subtype": pdfdoc.PDFName("Form"),
            "BBox": pdfdoc.PDFArray([float(number(edge)) for edge in box]),
            "Resources": pdfdoc.PDFObjectReference("starboxResources"),
        }
        if grouped:
            entries["Group"] = pdfdoc.PDFDictionary({"S": pdfdoc.PDFName("Transparency")})
        for key, value in entries.items():
            form.dictionary[key] = value
        self.document.addForm(name, form)

    def _operations(self, operations: Sequence[Operation]) -> str:
        return "\n".join(self._operation(operation) for operation in operations)

    def _operation(self, operation: Operation) -> str:
        if isinstance(operation, Shape):
            return self._shape(operation)
        if isinstance(operation, Text):
            return self._text(operation)
        return self._group(operation)

    def _group(self, group: Group) -> str:
        code = self._operations(group.children)
        if group.opacity < 1:
            # Drawn as a whole first, then laid on with its opacity: overlaps do not show through.
            self.groups += 1
            name = f"group{self.groups}"
            self._add(name, code, (-5000, -5000, 5000, 5000), grouped=True)
            internal = pdfdoc.xObjectName(name)
            self.resources.XObject[internal] = pdfdoc.PDFObjectReference(internal)
            code = f"/{self._opacity(group.opacity, group.opacity)} gs /{internal} Do"
        clip = f"{group.clip[0].operators} {'W*' if group.clip[1] else 'W'} n\n" if group.clip else ""
        matrix = "" if group.matrix == IDENTITY else " ".join(f"{v:.6g}" for v in group.matrix) + " cm\n"
        return f"q\n{matrix}{clip}{code}\nQ"

    def _shape(self, shape: Shape) -> str:
        outline = shape.outline.operators
        parts: list[str] = []
        if shape.fill_opacity < 1 or shape.stroke_opacity < 1:
            parts.append(f"/{self._opacity(shape.fill_opacity, shape.stroke_opacity)} gs")
        if isinstance(shape.fill, Gradient):
            parts.append(self._gradient(shape.fill, outline, shape.even_odd))
            fill = None
        else:
            fill = shape.fill
        star = "*" if shape.even_odd else ""
        if fill is not None:
            parts.append(f"{_rgb(fill)} rg")
        if shape.stroke is not None:
            parts.append(_stroke(shape))
            parts.append(f"{outline} {'B' + star if fill is not None else 'S'}")
        elif fill is not None:
            parts.append(f"{outline} f{star}")
        code = "\n".join(parts)
        return f"q\n{code}\nQ" if code.startswith("/") or shape.stroke is not None else code

    def _gradient(self, gradient: Gradient, outline: str, even_odd: bool) -> str:
        matrix = (
            "" if gradient.matrix == IDENTITY else " ".join(f"{v:.6g}" for v in gradient.matrix) + " cm\n"
        )
        return f"q\n{outline} {'W*' if even_odd else 'W'} n\n{matrix}/{self._shading(gradient)} sh\nQ"

    def _shading(self, gradient: Gradient) -> str:
        if gradient not in self.shadings:
            colours, positions = zip(*((c, p) for p, c in _full_range(gradient.stops)), strict=True)
            function = _colour_function(colours, positions)
            kind = pdfdoc.PDFAxialShading if gradient.kind == "axial" else pdfdoc.PDFRadialShading
            shading = kind(
                *gradient.coordinates,
                Function=function,
                Extend="[true true]",
                ColorSpace="DeviceRGB",
            )
            name = self.document.addShading(shading)
            self.resources.Shading[name] = pdfdoc.PDFObjectReference(name)
            self.shadings[gradient] = name
        return self.shadings[gradient]

    def _text(self, text: Text) -> str:
        """The text with its y axis turned back, so that it stands upright in a space whose y goes down."""
        font = fonts.registered(text.font.name)
        shown = []
        for subset, chunk in font.splitString(text.text, self.document):
            name = font.getSubsetInternalName(subset, self.document)
            shown.append(f"{name} {number(text.size)} Tf ({self.canvas._escape(chunk)}) Tj")
        spacing = f"{number(text.spacing)} Tc " if text.spacing else ""
        place = f"1 0 0 -1 {number(text.x)} {number(text.y)} Tm"
        body = f"BT {_rgb(text.colour)} rg {spacing}{place} {' '.join(shown)} ET"
        if text.opacity < 1:
            body = f"/{self._opacity(text.opacity, text.opacity)} gs {body}"
        return f"q {body} Q" if text.opacity < 1 or spacing else body

    def _opacity(self, fill: float, stroke: float) -> str:
        return self.opacities.setdefault((fill, stroke), f"o{len(self.opacities)}")


def _full_range(stops: tuple[tuple[float, Colour], ...]) -> list[tuple[float, Colour]]:
    """The stops with the first colour from 0 and the last to 1, as SVG pads a gradient."""
    first, last = stops[0], stops[-1]
    padded = list(stops)
    if first[0] > 0:
        padded.insert(0, (0.0, first[1]))
    if last[0] < 1:
        padded.append((1.0, last[1]))
    return padded


def _colour_function(colours: Sequence[Colour], positions: Sequence[float]) -> Any:
    """One straight blend from each stop to the next."""
    blends = [pdfdoc.PDFExponentialFunction(N=1, C0=a, C1=b) for a, b in itertools.pairwise(colours)]
    if len(blends) == 1:
        return blends[0]
    return pdfdoc.PDFStitchingFunction(
        blends, list(positions[1:-1]), [0, 1] * len(blends), Domain="[0.0 1.0]"
    )


def _stroke(shape: Shape) -> str:
    assert shape.stroke is not None
    dash = f"[{' '.join(number(d) for d in shape.dash)}] 0 d " if shape.dash else ""
    return f"{_rgb(shape.stroke)} RG {number(shape.width)} w {shape.cap} J {shape.join} j {dash}".strip()


def _rgb(colour: Colour) -> str:
    return " ".join(number(channel) for channel in colour)


def face_pdf(drawing: Drawing, size: tuple[float, float]) -> bytes:
    """One face alone on a page of its trimmed size, mm."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=_points(*size), pageCompression=1, invariant=1)
    forms = _Forms(canvas, {"face": drawing})
    canvas.transform(POINT, 0, 0, -POINT, 0, size[1] * POINT)
    canvas.doForm(forms.name("face"))
    canvas.showPage()
    forms.finish()
    canvas.save()
    return buffer.getvalue()
