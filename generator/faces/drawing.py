"""A face's SVG as drawing operations: parsed once per distinct face, written to paper many times.

Face templates need a subset of SVG: groups, transforms, basic shapes, paths, symbols and `use`, linear and
radial gradients, clipping, opacity, text with spans and anchors, dashes, and the pictures that `picture`
places. Anything else is refused with an error that names the element or attribute and the face, since a
printed sheet must never differ from what a browser shows.

Coordinates are the SVG's: millimetres, y down, the origin at the corner of the trimmed piece.
"""

import math
import re
from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias
from xml.etree import ElementTree

from components.errors import TemplateError
from generator.faces import fonts
from generator.faces.illustration.kit import KEPT
from generator.faces.pictures.source import Picture, known
from generator.faces.svg import values
from generator.faces.svg.cursor import TextCursor
from generator.faces.svg.operations import Group, Image, Label, Leaf, Operation, Shape, Text, labelled
from generator.faces.svg.paint import Definitions, Gradient, Paint, Pattern
from generator.faces.svg.path import Outline, rectangle
from generator.faces.svg.shapes import outline as outline_of
from generator.faces.svg.style import PLAIN, Style
from generator.faces.svg.values import IDENTITY, Matrix
from generator.faces.templating.sandbox import face_timed
from generator.faces.type.characters import drawn

CHARACTERS: Final = 4_000_000  # length of a face's SVG, at most
NESTING: Final = 60  # groups in groups, and drawings that use drawings
DRAWN: Final = 30_000  # elements of a face, each as often as it is drawn
_BY_REFERENCE = ("use", "image", "defs", "symbol", "Gradient", "clipPath", "pattern")
_UNDRAWN = (
    *("defs", "symbol", "title", "desc", "style"),
    *("linearGradient", "radialGradient", "clipPath", "pattern"),
)
_RARE = 16  # characters of a text that is hardly ever drawn twice
_ALONE = 2_000  # drawings of elements that are kept
_SPACES = re.compile(r"[ \t\r\n]+")
_ROLES = ("cut", "score", "foil")


class Drawing(NamedTuple):
    """A compiled face. The view box (left, top, width, height) in mm includes the bleed; `pictured` tells
    whether there are pictures in it."""

    view: tuple[float, float, float, float]
    operations: tuple[Operation, ...]
    pictured: bool = False

    def texts(self) -> Iterator[tuple[Text, Matrix]]:
        """Every run of text with the matrix that takes its space to the face's."""
        return (
            (leaf, matrix) for leaf, matrix in _leaves(self.operations, IDENTITY) if isinstance(leaf, Text)
        )

    def read(self) -> Iterator[tuple[Text | Label, Matrix]]:
        """Every run of text, and what is read out for drawings, in order, with the same matrices."""
        return (
            (leaf, matrix)
            for leaf, matrix in _leaves(self.operations, IDENTITY, labels=True)
            if isinstance(leaf, (Text, Label))
        )

    def shapes(self) -> Iterator[tuple[Shape, Matrix]]:
        """Every shape with the matrix that takes its space to the face's."""
        return (
            (leaf, matrix) for leaf, matrix in _leaves(self.operations, IDENTITY) if isinstance(leaf, Shape)
        )

    def pictures(self) -> Iterator[tuple[Picture, tuple[float, float]]]:
        """Every picture with its width and height on the face, mm."""
        for leaf, (a, b, c, d, _, _) in _leaves(self.operations, IDENTITY) if self.pictured else ():
            if isinstance(leaf, Image):
                yield leaf.picture, (leaf.width * math.hypot(a, b), leaf.height * math.hypot(c, d))


def compile_svg(svg: str, where: str = "") -> Drawing:
    """The drawing of an SVG document. Raises `TemplateError` with `where` for anything unsupported.

    What is not drawn, such as a symbol that is not used, is held to the same rules.
    """
    if len(svg) > CHARACTERS:
        raise TemplateError(
            f"The face has more than {CHARACTERS:,} characters.", where=where, todo="Draw less."
        )
    inside: list[str] = []
    try:
        with face_timed():
            return _Compiler(ElementTree.fromstring(svg), inside).drawing()
    except ElementTree.ParseError as problem:
        raise values.not_well_formed(svg, problem, where) from None
    except TemplateError as problem:
        symbol = f", symbol {inside[-1].removeprefix('s-')}" if inside else ""
        raise TemplateError(
            problem.what, where=problem.where or f"{where}{symbol}", todo=problem.todo
        ) from None


def _leaves(
    operations: tuple[Operation, ...], matrix: Matrix, *, labels: bool = False
) -> Iterator[tuple[Leaf | Label, Matrix]]:
    """Yield what is in the groups; with `labels`, the label of a group that has one instead."""
    for operation in operations:
        if isinstance(operation, Group):
            if labels and operation.label:
                yield operation.label, matrix
            else:
                inner = values.multiply(matrix, operation.matrix)
                yield from _leaves(operation.children, inner, labels=labels)
        else:
            yield operation, matrix


class _Compiler:
    def __init__(self, root: ElementTree.Element, inside: list[str]) -> None:
        self.root = root
        self.definitions = Definitions(root)
        self.inside = inside  # ids being drawn by reference, outermost first
        self.symbols: list[ElementTree.Element] = []
        self.used: set[ElementTree.Element] = set()  # symbols that are drawn
        self.depth = self.drawn = 0
        self.pictured = False
        self.patterns: dict[ElementTree.Element, Pattern] = {}
        # Operations and numbers of elements of symbols, by style and depth: a map draws few, many times.
        self.contents: _Contents = {}

    def drawing(self) -> Drawing:
        if values.local(self.root) != "svg":
            raise TemplateError(f"The outermost element is <{values.local(self.root)}>, not <svg>.")
        attributes = values.attributes(self.root)
        for name in ("font-kerning", "font-variant-ligatures"):
            if attributes.get(name, "none") != "none":
                raise TemplateError(
                    f'{name} is "{attributes[name]}", which print does not have; write "none".'
                )
        view = values.numbers(attributes.get("viewBox", ""), 4, "viewBox of the svg element")
        style = PLAIN.under(attributes)
        content = self._children(self.root, style)
        for symbol in self.symbols:
            if symbol not in self.used:
                self._wrapped(self._children(symbol, style), values.attributes(symbol))
        whole = self._wrapped(content, attributes)
        return Drawing((view[0], view[1], view[2], view[3]), whole, self.pictured)

    def _check(self, element: ElementTree.Element, kind: str) -> None:
        """Raises `TemplateError` for what may not be in a face, in an element that is not drawn itself."""
        attributes = values.attributes(element)
        style = PLAIN.under(attributes)
        values.transform(attributes.get("transform", ""))
        values.reference(attributes.get("clip-path", "none"))
        if kind in ("title", "desc", "style"):
            values.no_children(element)
        if kind == "style":
            values.only_fonts(element.text or "")
        elif kind in ("linearGradient", "radialGradient"):
            self.definitions.check_gradient(element)
        elif kind == "clipPath":
            self.definitions.outline(element)
        elif kind == "symbol":
            self.inside.append(element.get("id", "without an id"))
            if any(values.local(inner) == "symbol" for inner in element.iter() if inner is not element):
                raise TemplateError("A symbol is inside another symbol.")
            self.inside.pop()
            self.symbols.append(element)
        elif kind == "pattern":
            self._pattern(element)
        elif kind == "defs":
            self._children(element, style)

    def _children(self, element: ElementTree.Element, style: Style) -> tuple[Operation, ...]:
        self.depth += 1
        if self.depth > NESTING:
            raise TemplateError(f"Elements are nested more than {NESTING} deep.")
        drawn = tuple(op for child in element for op in self._element(child, style))
        self.depth -= 1
        return drawn

    def _element(self, element: ElementTree.Element, style: Style) -> tuple[Operation, ...]:
        self.drawn += 1
        if self.drawn > DRAWN:
            raise self._too_many()
        if len(element) or len(element.text or "") > _RARE:
            return self.draw(element, style)
        # Faces resemble each other: four of five elements that stand alone were drawn before.
        key = element.tag, tuple(element.attrib.items()), element.text, style
        drawn = _alone.get(key)
        if drawn is None:
            drawn = self.draw(element, style)
            if not _refers(element, style):
                if len(_alone) == _ALONE:
                    _alone.clear()
                _alone[key] = drawn
        return drawn

    def _too_many(self) -> TemplateError:
        return TemplateError(f"More than {DRAWN:,} elements are drawn.", todo="Draw less.")

    def draw(self, element: ElementTree.Element, style: Style) -> tuple[Operation, ...]:
        """Draw the element with the style that it inherits."""
        kind = values.local(element)
        attributes = values.attributes(element)
        if kind in _UNDRAWN:
            self._check(element, kind)
            return ()  # drawn only by reference, or not at all
        style = style.under(attributes)
        if kind == "g":
            content = self._children(element, style)
            if content and attributes.get("aria-label"):
                content = (Group(content, label=Label(attributes["aria-label"], *_extent(content))),)
        elif kind == "use":
            values.no_children(element)
            content = self._use(attributes, style)
        elif kind == "image":
            values.no_children(element)
            content = self._image(attributes)
        elif kind == "text":
            content = self._text(element, attributes, style)
        else:
            values.no_children(element)
            content = self._shape(kind, attributes, style)
        return self._wrapped(content, attributes)

    def _wrapped(self, content: tuple[Operation, ...], attributes: dict[str, str]) -> tuple[Operation, ...]:
        """The content in a group, if the element has a transform, a clip or an opacity."""
        if not attributes.keys() & {"transform", "clip-path", "opacity"}:
            return content
        matrix = values.transform(attributes.get("transform", ""))
        clip_id = values.reference(attributes["clip-path"]) if "clip-path" in attributes else ""
        opacity = values.fraction(attributes.get("opacity", "1"), "opacity")
        clip = self.definitions.clip(clip_id) if clip_id else None
        return (Group(content, matrix, clip, opacity),) if content else ()

    def _use(self, attributes: dict[str, str], style: Style) -> tuple[Group, ...]:
        name = values.own_id(attributes.get("href", ""))
        target = self.definitions[name]
        if name in self.inside:
            raise TemplateError(f'"{name}" is drawn inside itself: {" > ".join((*self.inside, name))}.')
        self.inside.append(name)
        x, y = values.length(attributes.get("x", "0")), values.length(attributes.get("y", "0"))
        if values.local(target) == "symbol":
            content = self._symbol(target, attributes, style, x, y)
        else:
            content = (Group(self._element(target, style), (1, 0, 0, 1, x, y)),)
        self.inside.pop()
        return tuple(labelled(group, attributes) for group in content)

    def _symbol(
        self, target: ElementTree.Element, use: dict[str, str], style: Style, x: float, y: float
    ) -> tuple[Group, ...]:
        self.used.add(target)
        own = values.attributes(target)
        content = self._content(target, style, own)
        if "viewBox" not in own:
            return (Group(content, (1, 0, 0, 1, x, y)),)
        left, top, width, height = values.numbers(own["viewBox"], 4, "viewBox of a symbol")
        if min(width, height) <= 0:
            raise TemplateError(f'The viewBox of the symbol "{target.get("id")}" has no width or height.')
        if "width" not in use or "height" not in use:
            raise TemplateError("A <use> of a symbol with a viewBox needs a width and a height.")
        # xMidYMid meet: the largest scale that shows all of it, centred.
        box_width, box_height = values.size(use["width"], "width"), values.size(use["height"], "height")
        scale = min(box_width / width, box_height / height)
        if not scale:
            return ()
        dx = x + (box_width - scale * width) / 2 - scale * left
        dy = y + (box_height - scale * height) / 2 - scale * top
        placed = (Group(content, (scale, 0, 0, scale, dx, dy)),)
        if values.keyword(own.get("overflow", "hidden"), {"visible": True, "hidden": False}, "overflow"):
            return placed
        return (Group(placed, clip=(rectangle(x, y, box_width, box_height), False)),)

    def _content(
        self, target: ElementTree.Element, style: Style, own: dict[str, str]
    ) -> tuple[Operation, ...]:
        # What a kit keeps is named by its content, and compiled once for all faces.
        kept = target.get("id", "").startswith(KEPT)
        key = target.get("id", "") if kept else target, style, self.depth
        contents = _kept if kept and not self.pictured and len(_kept) < _ALONE else self.contents
        if key not in contents:
            before = self.drawn
            content = self._wrapped(self._children(target, style.under(own)), own)
            (self.contents if self.pictured else contents)[key] = content, self.drawn - before
            return content
        content, drawn = contents[key]
        self.drawn += drawn
        if self.drawn > DRAWN:
            raise self._too_many()
        return content

    def _image(self, attributes: dict[str, str]) -> tuple[Operation, ...]:
        picture = known(attributes.get("href", ""))
        values.keyword(attributes.get("preserveAspectRatio", ""), {"none": True}, "preserveAspectRatio")
        x, y = (values.length(attributes.get(name, "0")) for name in ("x", "y"))
        width, height = (values.size(attributes.get(name, "0"), name) for name in ("width", "height"))
        self.pictured = True
        return (Image(picture, x, y, width, height),) if width and height else ()

    def _shape(self, kind: str, attributes: dict[str, str], style: Style) -> tuple[Operation, ...]:
        outline = outline_of(kind, attributes)
        if outline is None:
            return ()
        fill = self._paint(style.fill, style, outline) if kind != "line" else None
        stroke = self._paint(style.stroke, style, outline) if style.stroke_width else None
        if isinstance(stroke, Pattern):
            raise TemplateError("A stroke cannot be a pattern; only a fill can.")
        if isinstance(stroke, Gradient) and (stroke.soft or " c" in outline.operators):
            raise TemplateError(
                "A stroke in a gradient is curved or transparent, which some viewers show with faults.",
                todo="Draw it as a shape that is filled.",
            )
        if fill is None and stroke is None:
            return ()
        return (
            Shape(
                outline=outline,
                fill=fill,
                even_odd=style.even_odd,
                stroke=stroke,
                width=style.stroke_width,
                cap=style.cap,
                join=style.join,
                dash=style.dash,
                fill_opacity=style.fill_opacity,
                stroke_opacity=style.stroke_opacity,
                role=attributes.get("class", "") if attributes.get("class") in _ROLES else "",
            ),
        )

    def _text(
        self, element: ElementTree.Element, attributes: dict[str, str], style: Style
    ) -> tuple[Operation, ...]:
        cursor = TextCursor()
        x, y = (values.length(attributes.get(name, "0")) for name in ("x", "y"))
        cursor.jump(x, y, style.anchor)
        self._runs(element, style, cursor)
        cursor.trim()
        cursor.finish()
        return tuple(cursor.done)

    def _runs(self, element: ElementTree.Element, style: Style, cursor: TextCursor) -> None:
        self._run(element.text, style, cursor)
        for child in element:
            if values.local(child) != "tspan":
                raise TemplateError(f"<{values.local(child)}> is inside a <text>; only <tspan> may be.")
            attributes = values.attributes(child)
            if attributes.keys() & {"transform", "clip-path", "opacity"}:
                raise TemplateError(
                    "A <tspan> cannot have a transform, clip-path or opacity; put it on the <text>."
                )
            self.drawn += 1
            self.depth += 1
            if self.depth > NESTING or self.drawn > DRAWN:
                raise TemplateError(f"A <text> has more than {DRAWN:,} parts, or {NESTING} in each other.")
            inner = style.under(attributes)
            x, y = (values.length(attributes[a]) if a in attributes else None for a in ("x", "y"))
            cursor.jump(x, y, inner.anchor)
            cursor.x += values.length(attributes.get("dx", "0"))
            cursor.y += values.length(attributes.get("dy", "0"))
            self._runs(child, inner, cursor)
            self.depth -= 1
            self._run(child.tail, style, cursor)

    def _run(self, text: str | None, style: Style, cursor: TextCursor) -> None:
        text = _SPACES.sub(" ", drawn(text or ""))
        if cursor.after_space:
            text = text.lstrip(" ")
        if not text:
            return
        shown = text.strip()[:40]
        if not style.family:
            raise TemplateError(
                f'The text "{shown}" has no font-family.',
                todo='Turn it into paths, or write font-family="Barlow".',
            )
        if style.stroke != "none":
            raise TemplateError(f'The text "{shown}" has a stroke; text can only be filled.')
        colour = self._paint(style.fill, style, None)
        if isinstance(colour, (Gradient, Pattern)):
            raise TemplateError(f'The text "{shown}" cannot be filled with a gradient or a pattern.')
        font = fonts.font(style.family, style.weight, style.italic, kerned=style.kerned)
        font.check(text)
        cursor.add(
            Text(
                text=text,
                x=cursor.x,
                y=cursor.y,
                font=font,
                size=style.font_size,
                spacing=style.spacing,
                colour=colour or (0, 0, 0),
                opacity=style.fill_opacity if colour else 0.0,
            )
        )

    def _paint(self, value: str, style: Style, outline: Outline | None) -> Paint:
        if value == "none":
            return None
        if value == "currentColor":
            return values.colour(style.colour)
        if value.startswith("url("):
            name = values.reference(value)
            element = self.definitions[name]
            if values.local(element) == "pattern":
                return self._pattern(element)
            return self.definitions.gradient(name, outline)
        return values.colour(value)

    def _pattern(self, element: ElementTree.Element) -> Pattern:
        if element not in self.patterns:
            cell, matrix = self.definitions.cell(element)
            name = element.get("id", "")
            if name in self.inside:
                raise TemplateError(f"The pattern #{name} is filled with itself.")
            self.inside.append(name)
            children = self._children(element, PLAIN)
            if any(not isinstance(leaf, Shape) for leaf, _ in _leaves(children, IDENTITY)):
                raise TemplateError(f"The pattern #{name} has words or a picture; only shapes may be in it.")
            self.inside.pop()
            self.patterns[element] = Pattern(cell, children, matrix)
        return self.patterns[element]


def _extent(operations: tuple[Operation, ...]) -> tuple[float, float, float, float]:
    """The box of all shapes: x, y, width and height."""
    placed = [(leaf.outline.box, m) for leaf, m in _leaves(operations, IDENTITY) if isinstance(leaf, Shape)]
    corners = [values.apply(matrix, box[i], box[j]) for box, matrix in placed for i in (0, 2) for j in (1, 3)]
    across, down = zip(*(corners or [(0.0, 0.0)]), strict=True)
    return min(across), min(down), max(across) - min(across), max(down) - min(down)


_alone: dict[tuple[str, tuple[tuple[str, str], ...], str | None, Style], tuple[Operation, ...]] = {}
_Contents: TypeAlias = dict[tuple[ElementTree.Element | str, Style, int], tuple[tuple[Operation, ...], int]]
_kept: _Contents = {}


def _refers(element: ElementTree.Element, style: Style) -> bool:
    """Tell whether what an element draws depends on another one of its document."""
    told = (*element.attrib.values(), style.fill, style.stroke)
    return element.tag.endswith(_BY_REFERENCE) or any("url(" in value for value in told)
