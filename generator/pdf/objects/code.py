"""Drawings as code of a PDF: forms, and the objects that their code names, each made once for all documents.

Every object is named after what it holds, and letters have the same codes in every document. So a face that
is on the sheets of a game, in the file of its deck and in its rulebook is written once.
"""

import hashlib
import itertools
import math
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from reportlab.lib.rl_accel import escapePDF

from generator.faces.drawing import Drawing
from generator.faces.svg.operations import Group, Leaf, Operation, Shape, Text
from generator.faces.svg.paint import Gradient, Pattern
from generator.faces.svg.path import number
from generator.faces.svg.values import IDENTITY, Matrix
from generator.pdf.fonts import registered
from generator.pdf.ink.inks import LAYERS, SCREEN, Colours, prints_over
from generator.pdf.objects.images import operators

Name: TypeAlias = tuple[str, str]  # the kind of an object in a dictionary of resources, and its name
Box: TypeAlias = tuple[float, float, float, float]
Letters: TypeAlias = Mapping[tuple[str, int], Mapping[int, int]]  # fonts and subsets, then codes

FORM = "FormXob."  # begins the names of forms that pages show, as reportlab has it
_PACKED = 4  # zlib level: half the time of the default 6, for files that are 6 % larger
_ALL = (-5000, -5000, 5000, 5000)  # mm: more than any drawing
_LONG = 1_500  # characters of code that have a form of their own, which all faces with that code share
_ESCAPES = {code: escapePDF(bytes([code])) for code in range(256)}
_MITER_LIMIT = 4  # the limit of SVG; with PDF's default of 10 sharp corners would have spikes
_NAMED = re.compile(r"/(\S+) (cs|CS|gs|scn|SCN|sh|Do)\b")
_KINDS = {
    "cs": "ColorSpace", "CS": "ColorSpace", "gs": "ExtGState", "scn": "Pattern", "SCN": "Pattern",
    "sh": "Shading", "Do": "XObject",
}  # fmt: skip


_NONE: Letters = MappingProxyType({})


class Kept(NamedTuple):
    """An object that code names.

    said     its entries; without code, {} stands for a reference to each of `names`
    code     what it draws, packed; None for a dictionary alone
    names    what its code names; words in it may look like names, which then stand for nothing
    letters  the characters that it shows
    words    whether its code sets type
    layer    the layer that it is part of
    """

    said: str
    code: bytes | None = None
    names: tuple[Name, ...] = ()
    letters: Letters = _NONE
    words: bool = False
    layer: str = ""


class Coder:
    """The code of drawings in some colours, and what it names: `kept` by kind and name.

    layers  those that a print house wants as inks of their own
    """

    def __init__(self, colours: Colours, layers: tuple[str, ...] = ()) -> None:
        self.colours = colours
        self.layers = layers
        self.kept: dict[Name, Kept] = {}
        self.faces: dict[tuple[str, bool], str] = {}  # their forms, by key, with and without their words
        self.codes: dict[int, str] = {}  # codes of shapes and texts by identity, as faces share many
        # Codes of groups; their children are kept here so that nothing else gets their identity.
        self.contents: dict[int, tuple[Sequence[Operation], str, Letters]] = {}
        self.shadings: dict[Gradient, str] = {}
        self.masks: dict[tuple[Gradient, int], str] = {}

    def face(self, key: str, drawing: Drawing, *, words: bool = True) -> str:
        """The name of the form of a face, or of what it shows beside its words."""
        if (key, words) not in self.faces:
            if not words and not self.kept["XObject", FORM + (whole := self.face(key, drawing))].letters:
                return self.faces.setdefault((key, words), whole)
            left, top, width, height = drawing.view
            operations = drawing.operations if words else _without_words(drawing.operations)
            code = f"{_MITER_LIMIT} M\n{self._operations(operations)}"
            letters = self._letters(operations)
            name = f"{FORM}{'face' if words else 'art'}{_digest(f'{drawing.view}{code}')}"
            self._keep(name, code, (left, top, left + width, top + height), letters=letters)
            self.faces[key, words] = name.removeprefix(FORM)
        return self.faces[key, words]

    @property
    def overprint(self) -> str:
        """The name of the graphics state in which an ink takes nothing away from those below it."""
        return self._state("over", "/OP true /op true /OPM 1")

    def layer(self, layer: str, code: str) -> str:
        """The name of a form of that code, which a person can switch off if the standard knows layers."""
        self._keep(name := f"{FORM}{layer}{_digest(code)}", code, _ALL, layer=layer)
        return name.removeprefix(FORM)

    def spot(self, layer: str) -> str:
        """The name of the ink of a layer, in code."""
        return LAYERS[layer][0]

    def _keep(
        self,
        name: str,
        code: str,
        box: Box,
        *,
        group: str = "",
        layer: str = "",
        letters: Letters = _NONE,
    ) -> None:
        """Keep a form of that code. `group` is the colour space in which it is composed with what it lies on,
        if it is composed as a whole."""
        if ("XObject", name) in self.kept:
            return
        entries = f"/Subtype /Form /BBox [ {' '.join(map(number, box))} ]"
        if group:
            entries += f" /Group << {'' if group == SCREEN.space else f'/CS /{group} '}/S /Transparency >>"
        self.kept["XObject", name] = self._coded(entries, code, letters, layer)

    @staticmethod
    def _coded(entries: str, code: str, letters: Letters = _NONE, layer: str = "") -> Kept:
        names = sorted({(_KINDS[operator], name) for name, operator in _NAMED.findall(code)})
        packed = zlib.compress(code.encode(), _PACKED)
        return Kept(entries, packed, tuple(names), letters, " Tf " in code, layer)

    def _held(self, kind: str, code: str, box: Box, group: str = "") -> str:
        """The operator that draws a form of that code, which is kept for whatever needs it again."""
        self._keep(name := f"{kind}{_digest(code)}", code, box, group=group)
        return f"/{name} Do"

    def _said(self, kind: str, name: str, entries: str, *names: Name) -> str:
        """Keep a dictionary; returns its name."""
        self.kept.setdefault((kind, name), Kept(entries, None, names))
        return name

    def _operations(self, operations: Sequence[Operation]) -> str:
        return "\n".join(self._operation(operation) for operation in operations)

    def _operation(self, operation: Operation) -> str:
        if isinstance(operation, Group):
            return self._group(operation)
        code = self.codes.get(id(operation))
        if code is None:
            code = self.codes[id(operation)] = self._shared(self._leaf(operation))
        return code

    def _group(self, group: Group) -> str:
        key = id(group.children)  # the same for a symbol wherever it is drawn
        if key not in self.contents:
            code = self._shared(self._operations(group.children))
            self.contents[key] = group.children, code, self._letters(group.children)
        code = self.contents[key][1]
        if group.opacity < 1:
            # Drawn as a whole, then composed with its opacity, so that overlaps do not show.
            held = self._held("group", code, _ALL, self.colours.space)
            code = f"/{self._opacity(group.opacity, group.opacity)} gs {held}"
        clip = f"{group.clip[0].operators} {'W*' if group.clip[1] else 'W'} n\n" if group.clip else ""
        matrix = concatenation(group.matrix)
        return f"q\n{matrix}{clip}{code}\nQ"

    def _letters(self, operations: Sequence[Operation]) -> Letters:
        """The letters of operations that have been coded."""
        found: dict[tuple[str, int], dict[int, int]] = {}
        for operation in operations:
            if type(operation) is Shape:  # nearly all are
                continue
            if isinstance(operation, Group):
                for which, characters in self.contents[id(operation.children)][2].items():
                    found.setdefault(which, {}).update(characters)
            elif isinstance(operation, Text):
                font = operation.font.name
                for subset, _, characters in registered(font).letters(operation.text):
                    found.setdefault((font, subset), {}).update(characters)
        return found

    def _shared(self, code: str) -> str:
        """The code, or one that draws a form of it if it is long."""
        return self._held("part", code, _ALL) if len(code) > _LONG else code

    def _leaf(self, leaf: Leaf) -> str:
        if isinstance(leaf, Shape):
            return self._shape(leaf)
        return self._text(leaf) if isinstance(leaf, Text) else operators(leaf)

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
        foil = self.spot("foil") if shape.role == "foil" and "foil" in self.layers else None
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
            return f"/{FORM}{self.layer('foil', code)} Do"
        return f"q\n{code}\nQ" if code.startswith("/") or stroke is not None else code

    def _gradient(self, gradient: Gradient) -> str:
        """The code that paints all there is with a gradient, as opaque as its stops say."""
        soft = f"/{self._mask(gradient)} gs " if gradient.soft else ""
        return f"{concatenation(gradient.matrix)}{soft}/{self._shading(gradient)} sh"

    def _shading(self, gradient: Gradient) -> str:
        plain = gradient._replace(matrix=IDENTITY)
        if plain not in self.shadings:
            colours = [self.colours.numbers(stop.colour) for stop in plain.stops]
            said = _shading(plain, colours, self.colours.space)
            self.shadings[plain] = self._said("Shading", f"shading{_digest(said)}", said)
        return self.shadings[plain]

    def _mask(self, gradient: Gradient) -> str:
        """The graphics state in which what is drawn is as transparent as the gradient in its space. Viewers
        lose a mask that is turned and reaches far, so it is a metre at least, and four at most."""
        far = 4 ** math.ceil(math.log(1000 / (max(map(abs, gradient.matrix[:4])) or 1), 4))
        key = gradient._replace(matrix=IDENTITY), far
        if key not in self.masks:
            opaque = [(stop.opacity,) for stop in gradient.stops]  # white where it is opaque
            said = _shading(gradient, opaque, "DeviceGray")
            name = _digest(said)
            self._said("Shading", f"grey{name}", said)
            form = f"mask{name}{far}".replace(".", "-")
            self._keep(form, f"/grey{name} sh", (-far, -far, far, far), group="DeviceGray")
            mask = "<< /SMask << /Type /Mask /S /Luminosity /G {} >> >>"
            self.masks[key] = self._said("ExtGState", f"soft{form}", mask, ("XObject", form))
        return self.masks[key]

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
        if ("Pattern", name) not in self.kept:
            self.kept["Pattern", name] = self._coded(entries, code)
        area = f"{number(box[0])} {number(box[1])} {number(box[2] - box[0])} {number(box[3] - box[1])} re f"
        return self._held("tiled", f"/Pattern cs /{name} scn {area}", box)

    def _shaded_line(self, shape: Shape, gradient: Gradient) -> str:
        """A line in a gradient, in a form of its own for the same reason."""
        shade = self._shading(gradient)
        matrix = _six(gradient.matrix)
        said = f"<< /PatternType 2 /Matrix [ {matrix} ] /Shading {{}} >>"
        name = self._said("Pattern", f"slope{_digest(shade + matrix)}", said, ("Shading", shade))
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
        for subset, chunk, _ in font.letters(text.text):
            name = font.name_of(subset)
            letters = f"({_escaped(chunk)}) Tj"
            if text.font.kerned:
                letters = f"[{''.join(self._kerned(chunk, kerns))}] TJ"
            shown.append(f"{name} {number(text.size)} Tf {letters}")
        spacing = f"{number(text.spacing)} Tc " if text.spacing else ""
        place = f"1 0 0 -1 {number(text.x)} {number(text.y)} Tm"
        body = f"BT {self.colours.fill(text.colour)} {spacing}{place} {' '.join(shown)} ET"
        state = self._opacity(text.opacity, text.opacity) if text.opacity < 1 else ""
        if prints_over(self.colours.numbers(text.colour)) and not state:
            state = self.overprint
        body = f"/{state} gs {body}" if state else body
        return f"q {body} Q" if state or spacing else body

    def _kerned(self, chunk: bytes, kerns: Iterator[float]) -> Iterator[str]:
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
        return self._said("ExtGState", name, f"<< {entries} >>")


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
def concatenation(matrix: Matrix) -> str:
    """The operator that enters the matrix's space. PDF has no exponents, so tiny numbers are rounded."""
    return "" if matrix == IDENTITY else f"{_six(matrix)} cm\n"


def _six(matrix: Matrix) -> str:
    return " ".join(f"{value:.6f}" for value in matrix)


def _shading(gradient: Gradient, colours: Sequence[tuple[float, ...]], space: str) -> str:
    """The dictionary of a gradient in its own space, with these colours at its stops."""
    function = _function([(stop.at, _list(one)) for stop, one in zip(gradient.stops, colours, strict=True)])
    return (
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
