"""Faces as Form XObjects: each is written into a document once, no matter how often it is placed."""

from __future__ import annotations

import hashlib
import itertools
import math
import zlib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from reportlab.lib.rl_accel import escapePDF
from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from generator.faces.drawing import Drawing
from generator.faces.svg.operations import Group, Leaf, Operation, Shape, Text
from generator.faces.svg.paint import Gradient, Pattern
from generator.faces.svg.path import number
from generator.faces.svg.values import IDENTITY, Matrix
from generator.pdf.canvas import colours_of
from generator.pdf.fonts import registered, split
from generator.pdf.ink.inks import SCREEN, Colours, prints_over
from generator.pdf.objects.images import DPI, Images
from generator.pdf.objects.resources import Content, Plain, Resources

_PACKED = 4  # zlib level: half the time of the default 6, for files that are 6 % larger
_ALL = (-5000, -5000, 5000, 5000)  # mm: more than any drawing
_LONG = 1_500  # characters of code that are worth a form of their own
_ESCAPES = {code: escapePDF(bytes([code])) for code in range(256)}
_MITER_LIMIT = 4  # the limit of SVG; with PDF's default of 10 sharp corners would have spikes


class Forms:
    """The faces of a document as Form XObjects, each with the resources that it uses."""

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
        self.resources = Resources(self.document)
        self.long: set[int] = set()  # long codes of groups, by hash: one that comes again gets a form
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
        """Write the pictures when it is known how large the largest print of each is. Raises `DataError` for
        one that cannot be decoded."""
        self.images.write(self.document, self.resources)

    @property
    def overprint(self) -> str:
        """The name of the graphics state in which an ink takes nothing away from those below it."""
        return self._state("over", "/OP true /op true /OPM 1")

    def layer(self, layer: str, code: str) -> str:
        """The name of a form of that code, which a person can switch off if the standard knows layers."""
        name = f"{layer}{_digest(code)}"
        internal: str = pdfdoc.xObjectName(name)
        if not self.resources.has("XObject", internal):
            self._add(name, code, _ALL, switch=self.canvas.layer(layer))
            self.resources.add("XObject", internal)
        return name

    def spot(self, layer: str) -> str:
        """The name of the ink of a layer, in code."""
        from generator.pdf.ink.standard import ink_of

        return self.resources.add("ColorSpace", self.document.addColor(ink_of(layer))[0])

    def _add(self, name: str, code: str, box: tuple[float, ...], group: str = "", switch: str = "") -> None:
        """A form of that code. `group` is the colour space in which it is composed with what it lies on, if
        it is composed as a whole; `switch` names the layer that it is part of."""
        entries = f"/Type /XObject /Subtype /Form /BBox [ {' '.join(map(number, box))} ]"
        if switch:
            entries += f" /OC {self.resources.reference(switch)}"
        if group:
            entries += f" /Group << {'' if group == SCREEN.space else f'/CS /{group} '}/S /Transparency >>"
        self.document.addForm(name, Content(entries, self._packed(code), self.resources.dictionary(code)))

    def _packed(self, code: str) -> bytes:
        content = code.encode()
        key = hashlib.sha256(content).digest()  # a hash, as the code itself is much longer
        if key not in self.packed:
            self.packed[key] = zlib.compress(content, _PACKED)
        return self.packed[key]

    def _held(self, kind: str, code: str, box: tuple[float, ...], group: str = "") -> str:
        """The operator that draws a form of that code, which is kept for whatever needs it again."""
        internal: str = pdfdoc.xObjectName(name := f"{kind}{_digest(code)}")
        if not self.resources.has("XObject", internal):
            self._add(name, code, box, group)
            self.resources.add("XObject", internal)
        return f"/{internal} Do"

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
        if len(code) > _LONG and " Tf " not in code:
            known = hash(code) in self.long
            self.long.add(hash(code))
            code = self._held("part", code, _ALL) if known else code
        if group.opacity < 1:
            # Drawn as a whole, then composed with its opacity, so that overlaps do not show.
            held = self._held("group", code, _ALL, self.colours.space)
            code = f"/{self._opacity(group.opacity, group.opacity)} gs {held}"
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
        fill, stroke = shape.fill, shape.stroke
        inside = f"q\n{outline} {'W*' if shape.even_odd else 'W'} n\n"
        if isinstance(fill, Gradient):
            parts.append(f"{inside}{self._gradient(fill)}\nQ")
            fill = None
        elif isinstance(fill, Pattern):
            parts.append(f"{inside}{self._tiled(fill, shape.outline.box)}\nQ")
            fill = None
        star = "*" if shape.even_odd else ""
        foil = self.spot("foil") if shape.role == "foil" and "foil" in self._layers else None
        if fill is not None:
            parts.append(f"/{foil} cs 1 scn" if foil else self.colours.fill(fill))
        if isinstance(stroke, Gradient):
            if fill is not None:
                parts.append(f"{outline} f{star}")
            parts.append(self._shaded_line(shape, stroke))
        elif stroke is not None and not isinstance(stroke, Pattern):
            parts.append(self._stroke(shape, f"/{foil} CS 1 SCN" if foil else self.colours.line(stroke)))
            parts.append(f"{outline} {'B' + star if fill is not None else 'S'}")
        elif fill is not None:
            parts.append(f"{outline} f{star}")
        code = "\n".join(parts)
        if foil:
            return f"/{pdfdoc.xObjectName(self.layer('foil', code))} Do"
        return f"q\n{code}\nQ" if code.startswith("/") or stroke is not None else code

    @property
    def _layers(self) -> tuple[str, ...]:
        house = getattr(self.canvas, "house", None)
        return house.layers if house else ()

    def _gradient(self, gradient: Gradient) -> str:
        """The code that paints all there is with a gradient, as opaque as its stops say."""
        soft = f"/{self._mask(gradient)} gs " if gradient.soft else ""
        return f"{_concatenation(gradient.matrix)}{soft}/{self._shading(gradient)} sh"

    def _shading(self, gradient: Gradient) -> str:
        name = f"shading{_digest(repr(gradient._replace(matrix=IDENTITY)))}"
        if not self.resources.has("Shading", name):
            self.resources.add("Shading", name, _coloured(gradient, self.colours))
        return name

    def _mask(self, gradient: Gradient) -> str:
        """The graphics state in which what is drawn is as transparent as the gradient in its space. Viewers
        lose a mask that is turned and reaches far, so it is a metre at least, and four at most."""
        far = 4 ** math.ceil(math.log(1000 / (max(map(abs, gradient.matrix[:4])) or 1), 4))
        name = f"soft{_digest(repr(gradient._replace(matrix=IDENTITY)))}{far}"
        if not self.resources.has("ExtGState", name):
            shade = self.resources.add("Shading", f"{name}shading", _opaque(gradient))
            form = pdfdoc.xObjectName(f"{name}mask")
            self._add(f"{name}mask", f"/{shade} sh", (-far, -far, far, far), "DeviceGray")
            mask = f"<< /SMask << /Type /Mask /S /Luminosity /G {self.resources.reference(form)} >> >>"
            self.resources.add("ExtGState", name, Plain(mask))
        return name

    def _tiled(self, pattern: Pattern, box: tuple[float, float, float, float]) -> str:
        """The code that fills a box with the cells of a pattern. PDF counts them from the corner of the form
        that they are in, so it has a form of its own, which brings the space of the shape."""
        code = self._operations(pattern.children)
        x, y, width, height = map(number, pattern.cell)
        entries = (
            f"/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /XStep {width} /YStep {height} "
            f"/BBox [ {x} {y} {number(pattern.cell[0] + pattern.cell[2])} "
            f"{number(pattern.cell[1] + pattern.cell[3])} ] /Matrix [ {_six(pattern.matrix)} ]"
        )
        name = f"cell{_digest(entries + code)}"
        if not self.resources.has("Pattern", name):
            cell = Content(entries, self._packed(code), self.resources.dictionary(code))
            self.resources.add("Pattern", name, cell)
        area = f"{number(box[0])} {number(box[1])} {number(box[2] - box[0])} {number(box[3] - box[1])} re f"
        return self._held("tiled", f"/Pattern cs /{name} scn {area}", box)

    def _shaded_line(self, shape: Shape, gradient: Gradient) -> str:
        """A line in a gradient, in a form of its own for the same reason."""
        name = f"slope{_digest(repr(gradient))}"
        if not self.resources.has("Pattern", name):
            shade = self.resources.reference(self._shading(gradient))
            said = f"<< /PatternType 2 /Matrix [ {_six(gradient.matrix)} ] /Shading {shade} >>"
            self.resources.add("Pattern", name, Plain(said))
        left, top, right, bottom = shape.outline.box
        far = 2 * shape.width  # a mitred corner reaches at most this far
        line = self._stroke(shape, f"/Pattern CS /{name} SCN")
        opaque = f"/{self._opacity(1, shape.stroke_opacity)} gs " if shape.stroke_opacity < 1 else ""
        code = f"{opaque}{_MITER_LIMIT} M {line} {shape.outline.operators} S"
        return self._held("line", code, (left - far, top - far, right + far, bottom + far))

    def _text(self, text: Text) -> str:
        """The text with its y axis flipped, so that it is upright in a space whose y goes down."""
        font = registered(text.font.name)
        kerns = iter(text.font.kerns(text.text))
        shown = []
        for subset, chunk in split(font, text.text, self.document):
            name = font.getSubsetInternalName(subset, self.document)
            letters = f"({_escaped(chunk)}) Tj"
            if text.font.kerned:
                letters = f"[{''.join(self._letters(chunk, kerns))}] TJ"
            shown.append(f"{name} {number(text.size)} Tf {letters}")
        spacing = f"{number(text.spacing)} Tc " if text.spacing else ""
        place = f"1 0 0 -1 {number(text.x)} {number(text.y)} Tm"
        body = f"BT {self.colours.fill(text.colour)} {spacing}{place} {' '.join(shown)} ET"
        state = self._opacity(text.opacity, text.opacity) if text.opacity < 1 else ""
        if prints_over(self.colours.numbers(text.colour)) and not state:
            state = self.overprint
        body = f"/{state} gs {body}" if state else body
        return f"q {body} Q" if state or spacing else body

    def _letters(self, chunk: bytes, kerns: Iterator[float]) -> Iterator[str]:
        """Letters as PDF takes them with the distances between them, of which larger ones are nearer."""
        pending = b""
        for place, nearer in zip(range(len(chunk)), kerns, strict=False):
            if nearer and pending:
                yield f"({_escaped(pending)}){number(-nearer)}"
                pending = b""
            pending += chunk[place : place + 1]
        yield f"({_escaped(pending)})"

    def _stroke(self, shape: Shape, line: str) -> str:
        dash = f"[{' '.join(number(d) for d in shape.dash)}] 0 d " if shape.dash else ""
        return f"{line} {number(shape.width)} w {shape.cap} J {shape.join} j {dash}".strip()

    def _opacity(self, fill: float, stroke: float) -> str:
        return self._state(f"o{fill}-{stroke}", f"/ca {number(fill)} /CA {number(stroke)}")

    def _state(self, name: str, entries: str) -> str:
        if not self.resources.has("ExtGState", name):
            self.resources.add("ExtGState", name, Plain(f"<< {entries} >>"))
        return name


def _escaped(text: bytes) -> str:
    """A text as it stands between brackets; reportlab takes a character at a time."""
    return text.decode("latin-1").translate(_ESCAPES)


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
    return "" if matrix == IDENTITY else f"{_six(matrix)} cm\n"


def _six(matrix: Matrix) -> str:
    return " ".join(f"{value:.6f}" for value in matrix)


def _coloured(gradient: Gradient, colours: Colours) -> Plain:
    """The colours of a gradient, in its own space."""
    return _shading(gradient, [colours.numbers(stop.colour) for stop in gradient.stops], colours.space)


def _opaque(gradient: Gradient) -> Plain:
    """A shading that is white where the gradient is opaque, and black where one sees through it."""
    return _shading(gradient, [(stop.opacity,) for stop in gradient.stops], "DeviceGray")


def _shading(gradient: Gradient, colours: Sequence[tuple[float, ...]], space: str) -> Plain:
    """A shading, written at once: a game has thousands, and reportlab takes a quarter of a build for them."""
    function = _function([(stop.at, _list(one)) for stop, one in zip(gradient.stops, colours, strict=True)])
    return Plain(
        f"<< /ShadingType {2 if gradient.kind == 'axial' else 3} /ColorSpace /{space} "
        f"/Coords {_list(gradient.coordinates)} /Function {function} /Extend [ true true ] >>"
    )


def _function(stops: list[tuple[float, str]]) -> str:
    """A linear blend from each stop to the next; before the first and after the last, their colours."""
    if stops[0][0] > 0:
        stops = [(0.0, stops[0][1]), *stops]
    if stops[-1][0] < 1:
        stops = [*stops, (1.0, stops[-1][1])]
    blends = [
        f"<< /FunctionType 2 /Domain [ 0 1 ] /N 1 /C0 {one} /C1 {other} >>"
        for (_, one), (_, other) in itertools.pairwise(stops)
    ]
    if len(blends) == 1:
        return blends[0]
    ends, ways = _list([at for at, _ in stops[1:-1]]), "0 1 " * len(blends)
    return (
        f"<< /FunctionType 3 /Domain [ 0 1 ] /Functions [ {' '.join(blends)} ] "
        f"/Bounds {ends} /Encode [ {ways}] >>"
    )


def _list(values: Sequence[float]) -> str:
    """Return the numbers as an object; PDF has no exponents."""
    return f"[ {' '.join(f'{value:.5f}'.rstrip('0').rstrip('.') for value in values)} ]"
