"""Faces as Form XObjects: each is written into a document once, no matter how often it is placed."""

from __future__ import annotations

import hashlib
import itertools
import zlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from generator.faces.drawing import Drawing
from generator.faces.svg.operations import Group, Leaf, Operation, Shape, Text
from generator.faces.svg.paint import Gradient
from generator.faces.svg.path import number
from generator.faces.svg.values import IDENTITY, Colour, Matrix
from generator.pdf.canvas import colours_of
from generator.pdf.fonts import registered
from generator.pdf.images import DPI, Images
from generator.pdf.ink.inks import SCREEN

_PACKED = 4  # zlib level: half the time of the default 6, for files that are 6 % larger
_MITER_LIMIT = 4  # the limit of SVG; with PDF's default of 10 sharp corners would have spikes


class Forms:
    """The faces of a document as Form XObjects with one shared resource dictionary."""

    def __init__(
        self,
        canvas: Canvas,
        drawings: Mapping[str, Drawing],
        packed: dict[bytes, bytes] | None = None,
        dpi: int = DPI,
    ) -> None:
        """`packed` keeps compressed forms for other documents with the same faces; pictures have no more
        than `dpi` dots per inch."""
        self.canvas = canvas
        self.document = canvas._doc
        self.drawings = drawings
        self.packed = {} if packed is None else packed
        self.names: dict[str, str] = {}
        self.arts: dict[str, str] = {}
        self.resources = pdfdoc.PDFResourceDictionary()
        self.resources.basicFonts()
        self.opacities: dict[tuple[float, float], str] = {}
        self.shadings: dict[Gradient, str] = {}
        self.groups: set[str] = set()
        self.colours = colours_of(canvas)
        self.images = Images(dpi, self.colours)
        self.codes: dict[int, str] = {}  # codes of shapes and texts by identity, as faces share many
        # Codes of groups; their children are kept here so that nothing else gets their identity.
        self.contents: dict[int, tuple[Sequence[Operation], str]] = {}

    def name(self, key: str) -> str:
        """The name of the face's form, which is written on first use."""
        if key not in self.names:
            self.names[key] = self._add_face(f"face{len(self.names)}", self.drawings[key])
        return self.names[key]

    def draw(self, key: str, size: tuple[float, float]) -> None:
        """Draw the face on the page, in its own space, so that it fills `size` mm about its middle. If that
        is more than its art, an enlarged copy of the art shows beyond the bleed."""
        left, top, width, height = self.drawings[key].view
        across, down = max(width, size[0]), max(height, size[1])
        if across > width + 1e-6 or down > height + 1e-6:
            x, y = left + width / 2, top + height / 2
            rects = ((x - across / 2, y - down / 2, across, down), self.drawings[key].view)
            frame = " ".join(f"{' '.join(map(number, rect))} re" for rect in rects)
            grow = (across / width, down / height)
            matrix = _concatenation((grow[0], 0, 0, grow[1], x * (1 - grow[0]), y * (1 - grow[1])))
            self.canvas._code.append(f"q {frame} W* n {matrix}")
            self.canvas.doForm(self._art(key))
            self.canvas._code.append("Q")
        self.canvas.doForm(self.name(key))

    def _art(self, key: str) -> str:
        """The name of a form of the face without its words, so that searching finds each word once."""
        if key not in self.arts:
            art = self.drawings[key]._replace(operations=_without_words(self.drawings[key].operations))
            self.arts[key] = self._add_face(self.name(key).replace("face", "art"), art)
        return self.arts[key]

    def _add_face(self, name: str, drawing: Drawing) -> str:
        left, top, width, height = drawing.view
        for picture, size in drawing.pictures():
            self.images.need(picture, size)
        code = f"{_MITER_LIMIT} M\n{self._operations(drawing.operations)}"
        self._add(name, code, (left, top, left + width, top + height))
        return name

    def finish(self) -> None:
        """Write the shared resources when all of them are known. Raises `DataError` for a picture that cannot
        be decoded."""
        self.images.write(self.document, self.resources)
        for (fill, stroke), name in self.opacities.items():
            self.resources.ExtGState[name] = pdfdoc.PDFDictionary({"ca": fill, "CA": stroke})
        self.document.Reference(self.resources, "starboxResources")

    def _add(self, name: str, code: str, box: tuple[float, ...], *, grouped: bool = False) -> None:
        content = code.encode()
        key = hashlib.sha256(content).digest()  # a hash, as the code itself is much longer
        if key not in self.packed:
            self.packed[key] = zlib.compress(content, _PACKED)
        self.document.addForm(name, _Form(self.packed[key], box, self._group_of(grouped)))

    def _group_of(self, grouped: bool) -> str:
        if not grouped:
            return ""
        blended = "" if self.colours is SCREEN else f"/CS /{self.colours.space} "
        return f"/Group << {blended}/S /Transparency >> "

    def _operations(self, operations: Sequence[Operation]) -> str:
        return "\n".join(self._operation(operation) for operation in operations)

    def _operation(self, operation: Operation) -> str:
        if isinstance(operation, Group):
            return self._group(operation)
        code = self.codes.get(id(operation))
        if code is None:
            code = self._leaf(operation)
            self.codes[id(operation)] = code
        return code

    def _group(self, group: Group) -> str:
        key = id(group.children)  # the same for a symbol wherever it is drawn
        if key not in self.contents:
            self.contents[key] = group.children, self._operations(group.children)
        code = self.contents[key][1]
        if group.opacity < 1:
            # Drawn as a whole, then composed with its opacity, so that overlaps do not show.
            name = f"group{_digest(code)}"
            internal = pdfdoc.xObjectName(name)
            if name not in self.groups:
                self.groups.add(name)
                self._add(name, code, (-5000, -5000, 5000, 5000), grouped=True)
                self.resources.XObject[internal] = pdfdoc.PDFObjectReference(internal)
            code = f"/{self._opacity(group.opacity, group.opacity)} gs /{internal} Do"
        clip = f"{group.clip[0].operators} {'W*' if group.clip[1] else 'W'} n\n" if group.clip else ""
        matrix = _concatenation(group.matrix)
        return f"q\n{matrix}{clip}{code}\nQ"

    def _leaf(self, leaf: Leaf) -> str:
        if isinstance(leaf, Shape):
            return self._shape(leaf)
        return self._text(leaf) if isinstance(leaf, Text) else self.images.operators(leaf)

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
        foil = self._foil() if shape.role == "foil" else None
        if fill is not None:
            parts.append(f"/{foil} cs 1 scn" if foil else self.colours.fill(fill))
        if shape.stroke is not None:
            parts.append(
                self._stroke(shape, f"/{foil} CS 1 SCN" if foil else self.colours.line(shape.stroke))
            )
            parts.append(f"{outline} {'B' + star if fill is not None else 'S'}")
        elif fill is not None:
            parts.append(f"{outline} f{star}")
        code = "\n".join(parts)
        return f"q\n{code}\nQ" if code.startswith("/") or foil or shape.stroke is not None else code

    def _foil(self) -> str:
        """The name of the ink for foil, if the document has that layer."""
        house = getattr(self.canvas, "house", None)
        if house is None or "foil" not in house.layers:
            return ""
        from generator.pdf.ink.standard import layer

        name: str = self.document.addColor(layer("foil"))[0]
        self.resources.ColorSpace[name] = pdfdoc.PDFObjectReference(name)
        return name

    def _gradient(self, gradient: Gradient, outline: str, even_odd: bool) -> str:
        matrix = _concatenation(gradient.matrix)
        return f"q\n{outline} {'W*' if even_odd else 'W'} n\n{matrix}/{self._shading(gradient)} sh\nQ"

    def _shading(self, gradient: Gradient) -> str:
        if gradient not in self.shadings:
            stops = _full_range(gradient.stops)
            colours, positions = zip(*((self.colours.numbers(c), p) for p, c in stops), strict=True)
            function = _colour_function(colours, positions)
            kind = pdfdoc.PDFAxialShading if gradient.kind == "axial" else pdfdoc.PDFRadialShading
            shading = kind(
                *gradient.coordinates,
                Function=function,
                Extend="[true true]",
                ColorSpace=self.colours.space,
            )
            name = f"shading{_digest(repr(gradient))}"
            self.document.Reference(shading, name)
            self.resources.Shading[name] = pdfdoc.PDFObjectReference(name)
            self.shadings[gradient] = name
        return self.shadings[gradient]

    def _text(self, text: Text) -> str:
        """The text with its y axis flipped, so that it is upright in a space whose y goes down."""
        font = registered(text.font.name)
        shown = []
        for subset, chunk in font.splitString(text.text, self.document):
            name = font.getSubsetInternalName(subset, self.document)
            shown.append(f"{name} {number(text.size)} Tf ({self.canvas._escape(chunk)}) Tj")
        spacing = f"{number(text.spacing)} Tc " if text.spacing else ""
        place = f"1 0 0 -1 {number(text.x)} {number(text.y)} Tm"
        body = f"BT {self.colours.fill(text.colour)} {spacing}{place} {' '.join(shown)} ET"
        if text.opacity < 1:
            body = f"/{self._opacity(text.opacity, text.opacity)} gs {body}"
        return f"q {body} Q" if text.opacity < 1 or spacing else body

    def _stroke(self, shape: Shape, line: str) -> str:
        dash = f"[{' '.join(number(d) for d in shape.dash)}] 0 d " if shape.dash else ""
        return f"{line} {number(shape.width)} w {shape.cap} J {shape.join} j {dash}".strip()

    def _opacity(self, fill: float, stroke: float) -> str:
        return self.opacities.setdefault((fill, stroke), f"o{fill}-{stroke}")


class _Form(pdfdoc.PDFObject):  # type: ignore[misc]
    """A form as reportlab writes it, but without an object for every word of it."""

    __RefOnly__ = 1  # an indirect object

    def __init__(self, packed: bytes, box: tuple[float, ...], group: str) -> None:
        self.packed = packed
        self.box = " ".join(map(number, box))
        self.group = group

    def format(self, document: pdfdoc.PDFDocument) -> bytes:
        resources = pdfdoc.PDFObjectReference("starboxResources").format(document).decode()
        head = (
            f"<<\n/BBox [ {self.box} ] /Filter [ /FlateDecode ] {self.group}/Length {len(self.packed)} "
            f"/Resources {resources} /Subtype /Form /Type /XObject\n>>\nstream\n"
        )
        return head.encode() + self.packed + b"endstream\n"


def _digest(content: str) -> str:
    """A name by content, so that a face is written in the same way in every document."""
    return hashlib.sha256(content.encode()).hexdigest()[:12]


def _without_words(operations: Sequence[Operation]) -> tuple[Operation, ...]:
    return tuple(
        operation._replace(children=_without_words(operation.children))
        if isinstance(operation, Group)
        else operation
        for operation in operations
        if not isinstance(operation, Text)
    )


@lru_cache(maxsize=4_000)
def _concatenation(matrix: Matrix) -> str:
    """The operator that enters the matrix's space. PDF has no exponents, so tiny numbers are rounded."""
    return "" if matrix == IDENTITY else " ".join(f"{value:.6f}" for value in matrix) + " cm\n"


def _full_range(stops: tuple[tuple[float, Colour], ...]) -> list[tuple[float, Colour]]:
    """The stops extended from 0 to 1 with the first and last colour, as in SVG."""
    first, last = stops[0], stops[-1]
    padded = list(stops)
    if first[0] > 0:
        padded.insert(0, (0.0, first[1]))
    if last[0] < 1:
        padded.append((1.0, last[1]))
    return padded


def _colour_function(colours: Sequence[tuple[float, ...]], positions: Sequence[float]) -> Any:
    """A linear blend from each stop to the next."""
    blends = [pdfdoc.PDFExponentialFunction(N=1, C0=a, C1=b) for a, b in itertools.pairwise(colours)]
    if len(blends) == 1:
        return blends[0]
    return pdfdoc.PDFStitchingFunction(
        blends, list(positions[1:-1]), [0, 1] * len(blends), Domain="[0.0 1.0]"
    )
