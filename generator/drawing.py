"""A face's SVG as drawing operations: parsed once per distinct face, written to paper many times.

The subset is what face templates need: groups, transforms, basic shapes, paths, symbols and `use`,
linear and radial gradients, clipping, opacity, text with spans and anchors, dashes. Anything else is
refused with the element or attribute and the face it stands in: a printed sheet must never differ
from what a browser shows.

Coordinates are the SVG's: millimetres, y down, the origin at the corner of the trimmed piece.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TypeAlias
from xml.etree import ElementTree

from components.errors import TemplateError, did_you_mean
from generator import fonts, svgpath
from generator import svgvalues as values
from generator.svgpath import Outline
from generator.svgvalues import IDENTITY, Colour, Matrix


@dataclass(frozen=True)
class Gradient:
    """A gradient in the space of the shape it fills: axial from two points, radial from two circles."""

    kind: str  # "axial" or "radial"
    coordinates: tuple[float, ...]  # x1, y1, x2, y2; for radial x1, y1, r1, x2, y2, r2
    stops: tuple[tuple[float, Colour], ...]
    matrix: Matrix = IDENTITY


Paint: TypeAlias = Colour | Gradient | None


@dataclass(frozen=True)
class Shape:
    """A path to fill, stroke, or both. Widths and dashes in mm of its own space."""

    outline: Outline
    fill: Paint
    even_odd: bool
    stroke: Colour | None
    width: float
    cap: int
    join: int
    dash: tuple[float, ...]
    fill_opacity: float
    stroke_opacity: float


@dataclass(frozen=True)
class Text:
    """One run of text in one font, from its left end on the baseline. Sizes in mm of its own space."""

    text: str
    x: float
    y: float
    font: fonts.Font
    size: float
    spacing: float
    colour: Colour
    opacity: float

    @property
    def advance(self) -> float:
        return self.font.width(self.text, self.size) + self.spacing * len(self.text)


@dataclass(frozen=True)
class Group:
    """Operations under a transform, a clip path and an opacity of their own."""

    children: tuple[Operation, ...]
    matrix: Matrix = IDENTITY
    clip: tuple[Outline, bool] | None = None  # the path, and whether it is even-odd
    opacity: float = 1.0


Operation: TypeAlias = Shape | Text | Group


@dataclass(frozen=True)
class Drawing:
    """A compiled face. The view box (left, top, width, height) in mm includes the bleed."""

    view: tuple[float, float, float, float]
    operations: tuple[Operation, ...]

    def texts(self) -> Iterator[tuple[Text, Matrix]]:
        """Every run of text with the matrix that takes its space to the face's."""
        return _texts(self.operations, IDENTITY)


def compile_svg(svg: str, where: str = "") -> Drawing:
    """The drawing of an SVG document. Raises `TemplateError` with `where` for what is not supported."""
    try:
        root = ElementTree.fromstring(svg)
        return _Compiler(root).drawing()
    except ElementTree.ParseError as problem:
        line, column = problem.position
        text = svg.splitlines()[line - 1] if line <= svg.count("\n") + 1 else ""
        raise TemplateError(
            f"This is not well-formed SVG: {problem}: {text[max(0, column - 40) : column + 40]!r}.",
            where=where,
            todo="Escape & and < in texts, close every element.",
        ) from None
    except TemplateError as problem:
        raise TemplateError(problem.what, where=problem.where or where, todo=problem.todo) from None


def _texts(operations: tuple[Operation, ...], matrix: Matrix) -> Iterator[tuple[Text, Matrix]]:
    for operation in operations:
        if isinstance(operation, Text):
            yield operation, matrix
        elif isinstance(operation, Group):
            yield from _texts(operation.children, values.multiply(matrix, operation.matrix))


_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


@dataclass(frozen=True)
class _Style:
    """The inherited presentation attributes."""

    fill: str = "black"
    fill_opacity: float = 1.0
    fill_rule: str = "nonzero"
    stroke: str = "none"
    stroke_width: float = 1.0
    stroke_opacity: float = 1.0
    stroke_linecap: str = "butt"
    stroke_linejoin: str = "miter"
    stroke_dasharray: str = "none"
    color: str = "black"
    font_family: str = ""
    font_size: float = 4.0
    font_weight: str = "400"
    font_style: str = "normal"
    letter_spacing: float = 0.0
    text_anchor: str = "start"
    clip_rule: str = "nonzero"

    def under(self, attributes: dict[str, str]) -> _Style:
        changes: dict[str, str | float] = {}
        for name, value in attributes.items():
            if name in _NUMERIC_STYLE:
                changes[_NUMERIC_STYLE[name]] = values.length(value)
            elif name in _TEXT_STYLE and value != "inherit":
                changes[_TEXT_STYLE[name]] = value
        return replace(self, **changes) if changes else self  # type: ignore[arg-type]


_NUMERIC_STYLE = {
    name: name.replace("-", "_")
    for name in ("fill-opacity", "stroke-width", "stroke-opacity", "font-size", "letter-spacing")
}
_TEXT_STYLE = {
    name: name.replace("-", "_")
    for name in """fill fill-rule stroke stroke-linecap stroke-linejoin stroke-dasharray color font-family
    font-weight font-style text-anchor clip-rule""".split()
}


@dataclass
class _TextCursor:
    """Where the next run of a `text` element begins, and the runs since the last jump."""

    x: float = 0.0
    y: float = 0.0
    chunk: list[Text] = field(default_factory=list)
    anchor: str = "start"
    done: list[Text] = field(default_factory=list)

    def jump(self, x: float | None, y: float | None, anchor: str) -> None:
        if x is not None or y is not None:
            self.finish()
            self.anchor = anchor
        self.x = self.x if x is None else x
        self.y = self.y if y is None else y

    def finish(self) -> None:
        """Shift the chunk by its anchor: SVG anchors each piece of text that has a place of its own."""
        total = sum(run.advance for run in self.chunk)
        shift = {"start": 0.0, "middle": -total / 2, "end": -total}[self.anchor]
        self.done += [replace(run, x=run.x + shift) for run in self.chunk]
        self.chunk = []


class _Compiler:
    def __init__(self, root: ElementTree.Element) -> None:
        self.root = root
        self.by_id = {e.attrib["id"]: e for e in root.iter() if "id" in e.attrib}

    def drawing(self) -> Drawing:
        if values.local(self.root) != "svg":
            raise TemplateError(f"The outermost element is <{values.local(self.root)}>, not <svg>.")
        view = values.numbers(self.root.get("viewBox", ""), 4, "viewBox of the svg element")
        style = _Style().under(values.attributes(self.root))
        return Drawing((view[0], view[1], view[2], view[3]), self._children(self.root, style))

    def _children(self, element: ElementTree.Element, style: _Style) -> tuple[Operation, ...]:
        return tuple(op for child in element for op in self._element(child, style))

    def _element(self, element: ElementTree.Element, style: _Style) -> tuple[Operation, ...]:
        kind = values.local(element)
        attributes = values.attributes(element)
        if kind in ("defs", "symbol", "title", "desc", "linearGradient", "radialGradient", "clipPath"):
            return ()  # drawn where they are referred to, or not at all
        if kind == "style":
            values.only_fonts(element.text or "")
            return ()
        style = style.under(attributes)
        if kind == "g":
            content = self._children(element, style)
        elif kind == "use":
            content = self._use(attributes, style)
        elif kind == "text":
            content = self._text(element, attributes, style)
        else:
            content = self._shape(kind, attributes, style)
        return self._wrapped(content, attributes)

    def _wrapped(self, content: tuple[Operation, ...], attributes: dict[str, str]) -> tuple[Operation, ...]:
        """The content in a group, if the element has a transform, a clip or an opacity."""
        if not content or not attributes.keys() & {"transform", "clip-path", "opacity"}:
            return content
        matrix = values.transform(attributes.get("transform", ""))
        clip_id = values.reference(attributes["clip-path"]) if "clip-path" in attributes else ""
        opacity = values.length(attributes.get("opacity", "1"))
        clip = self._clip(clip_id) if clip_id else None
        return (Group(content, matrix, clip, opacity),)

    def _use(self, attributes: dict[str, str], style: _Style) -> tuple[Operation, ...]:
        target = self._find(attributes.get("href", "").removeprefix("#"))
        x, y = values.length(attributes.get("x", "0")), values.length(attributes.get("y", "0"))
        if values.local(target) != "symbol":
            return (Group(self._element(target, style), (1, 0, 0, 1, x, y)),)
        own = values.attributes(target)
        content = self._children(target, style.under(own))
        if "viewBox" not in own:
            return (Group(content, (1, 0, 0, 1, x, y)),)
        left, top, width, height = values.numbers(own["viewBox"], 4, "viewBox of a symbol")
        if "width" not in attributes or "height" not in attributes:
            raise TemplateError("A <use> of a symbol with a viewBox has no width and height.")
        # xMidYMid meet: the largest scale at which all of it is seen, centred.
        box_width, box_height = values.length(attributes["width"]), values.length(attributes["height"])
        scale = min(box_width / width, box_height / height)
        dx = x + (box_width - scale * width) / 2 - scale * left
        dy = y + (box_height - scale * height) / 2 - scale * top
        return (Group(content, (scale, 0, 0, scale, dx, dy)),)

    def _shape(self, kind: str, attributes: dict[str, str], style: _Style) -> tuple[Operation, ...]:
        outline = _outline(kind, attributes)
        fill = self._paint(style.fill, style, outline)
        stroke = self._paint(style.stroke, style, outline)
        if isinstance(stroke, Gradient):
            raise TemplateError("A stroke is a gradient; only fills can be.")
        if kind == "line":
            fill = None
        if fill is None and stroke is None:
            return ()
        return (
            Shape(
                outline=outline,
                fill=fill,
                even_odd=style.fill_rule == "evenodd",
                stroke=stroke,
                width=style.stroke_width,
                cap=values.keyword(style.stroke_linecap, _CAPS, "stroke-linecap"),
                join=values.keyword(style.stroke_linejoin, _JOINS, "stroke-linejoin"),
                dash=values.dash(style.stroke_dasharray),
                fill_opacity=style.fill_opacity,
                stroke_opacity=style.stroke_opacity,
            ),
        )

    def _text(
        self, element: ElementTree.Element, attributes: dict[str, str], style: _Style
    ) -> tuple[Operation, ...]:
        cursor = _TextCursor()
        values.keyword(style.text_anchor, {"start": 0, "middle": 1, "end": 2}, "text-anchor")
        cursor.jump(
            values.length(attributes.get("x", "0")),
            values.length(attributes.get("y", "0")),
            style.text_anchor,
        )
        self._runs(element, style, cursor)
        cursor.finish()
        return tuple(cursor.done)

    def _runs(self, element: ElementTree.Element, style: _Style, cursor: _TextCursor) -> None:
        self._run(element.text, style, cursor)
        for child in element:
            if values.local(child) != "tspan":
                raise TemplateError(f"<{values.local(child)}> stands inside a text; only <tspan> may.")
            attributes = values.attributes(child)
            if attributes.keys() & {"transform", "clip-path", "opacity"}:
                raise TemplateError("A <tspan> has a transform, clip-path or opacity; put it on the <text>.")
            inner = style.under(attributes)
            x, y = (values.length(attributes[a]) if a in attributes else None for a in ("x", "y"))
            cursor.jump(x, y, inner.text_anchor)
            cursor.x += values.length(attributes.get("dx", "0"))
            cursor.y += values.length(attributes.get("dy", "0"))
            self._runs(child, inner, cursor)
            self._run(child.tail, style, cursor)

    def _run(self, text: str | None, style: _Style, cursor: _TextCursor) -> None:
        text = re.sub(r"[ \t\r\n]+", " ", text or "")
        if text == " " and not cursor.chunk:
            return  # white space between elements
        if not text:
            return
        family = style.font_family.split(",")[0].strip(" '\"")
        if not family:
            raise TemplateError(f'The text "{text.strip()[:40]}" has no font-family.')
        weight = {"normal": 400, "bold": 700}.get(style.font_weight)
        font = fonts.font(family, weight or int(style.font_weight), style.font_style == "italic")
        colour = self._paint(style.fill, style, None)
        if isinstance(colour, Gradient):
            raise TemplateError(f'The text "{text.strip()[:40]}" is filled with a gradient.')
        run = Text(
            text, cursor.x, cursor.y, font, style.font_size, style.letter_spacing, colour or (0, 0, 0),
            style.fill_opacity if colour else 0.0,
        )  # fmt: skip
        cursor.chunk.append(run)
        cursor.x += run.advance

    def _paint(self, value: str, style: _Style, outline: Outline | None) -> Paint:
        if value == "none":
            return None
        if value == "currentColor":
            return values.colour(style.color)
        if value.startswith("url("):
            return self._gradient(values.reference(value), outline)
        return values.colour(value)

    def _gradient(self, name: str, outline: Outline | None) -> Gradient:
        element = self._find(name)
        kind = values.local(element)
        if kind not in ("linearGradient", "radialGradient"):
            raise TemplateError(f"A fill refers to <{kind}> #{name}; only gradients can fill.")
        attributes = values.attributes(element)
        stops = self._stops(element, name)
        relative = attributes.get("gradientUnits", "objectBoundingBox") == "objectBoundingBox"
        default = {"x1": 0.0, "y1": 0.0, "x2": 1.0, "y2": 0.0, "cx": 0.5, "cy": 0.5, "r": 0.5}

        def value(key: str, otherwise: str = "") -> float:
            if key not in attributes:
                return value(otherwise) if otherwise else default[key]
            raw = attributes[key]
            return float(raw[:-1]) / 100 if raw.endswith("%") and relative else values.length(raw)

        matrix = values.transform(attributes.get("gradientTransform", ""))
        if relative and outline is not None:
            left, top, right, bottom = outline.box
            matrix = values.multiply((right - left or 1, 0, 0, bottom - top or 1, left, top), matrix)
        if kind == "linearGradient":
            return Gradient("axial", (value("x1"), value("y1"), value("x2"), value("y2")), stops, matrix)
        focus = (value("fx", "cx"), value("fy", "cy"), 0.0)
        return Gradient("radial", (*focus, value("cx"), value("cy"), value("r")), stops, matrix)

    def _stops(self, element: ElementTree.Element, name: str) -> tuple[tuple[float, Colour], ...]:
        if href := values.attributes(element).get("href"):
            return self._stops(self._find(href.removeprefix("#")), name)
        stops = []
        for child in element:
            attributes = values.attributes(child)
            raw = attributes.get("offset", "0")
            offset = float(raw[:-1]) / 100 if raw.endswith("%") else values.length(raw)
            stops.append((min(1.0, max(0.0, offset)), values.colour(attributes.get("stop-color", "black"))))
        if len(stops) < 2:
            raise TemplateError(f"The gradient #{name} has fewer than two stops.")
        return tuple(stops)

    def _clip(self, name: str) -> tuple[Outline, bool]:
        element = self._find(name)
        if (
            values.local(element) != "clipPath"
            or values.attributes(element).get("clipPathUnits") == "objectBoundingBox"
        ):
            raise TemplateError(f"clip-path refers to #{name}, which is no <clipPath> in user units.")
        outlines, even_odd = [], False
        for child in element:
            attributes = values.attributes(child)
            if "transform" in attributes:
                raise TemplateError(f"A shape in the clipPath #{name} has a transform.")
            even_odd |= attributes.get("clip-rule") == "evenodd"
            outlines.append(_outline(values.local(child), attributes))
        if not outlines:
            raise TemplateError(f"The clipPath #{name} is empty.")
        boxes = [outline.box for outline in outlines]
        box = (
            min(b[0] for b in boxes),
            min(b[1] for b in boxes),
            max(b[2] for b in boxes),
            max(b[3] for b in boxes),
        )
        return Outline(" ".join(outline.operators for outline in outlines), box), even_odd

    def _find(self, name: str) -> ElementTree.Element:
        if name not in self.by_id:
            raise TemplateError(f'Nothing has the id "{name}".', todo=did_you_mean(name, self.by_id))
        return self.by_id[name]


def _outline(kind: str, attributes: dict[str, str]) -> Outline:
    def value(name: str) -> float:
        return values.length(attributes.get(name, "0"))

    if kind == "path":
        return svgpath.path(attributes.get("d", ""))
    if kind == "rect":
        rx = attributes.get("rx", attributes.get("ry", "0"))
        ry = attributes.get("ry", rx)
        return svgpath.rectangle(
            value("x"), value("y"), value("width"), value("height"), values.length(rx), values.length(ry)
        )
    if kind == "circle":
        return svgpath.ellipse(value("cx"), value("cy"), value("r"), value("r"))
    if kind == "ellipse":
        return svgpath.ellipse(value("cx"), value("cy"), value("rx"), value("ry"))
    if kind == "line":
        return svgpath.polygon(((value("x1"), value("y1")), (value("x2"), value("y2"))), close=False)
    if kind in ("polygon", "polyline"):
        numbers = values.numbers(attributes.get("points", ""), None, f"points of a <{kind}>")
        points = tuple(zip(numbers[::2], numbers[1::2], strict=True))
        return svgpath.polygon(points, close=kind == "polygon")
    raise TemplateError(f"<{kind}> cannot stand here.")
