"""The definitions of an SVG document: gradients and clip paths, by id."""

import math
from typing import Any, NamedTuple, TypeAlias
from xml.etree import ElementTree

from components.errors import TemplateError, did_you_mean
from generator.faces.svg import values
from generator.faces.svg.path import Outline
from generator.faces.svg.shapes import outline as outline_of
from generator.faces.svg.style import Style
from generator.faces.svg.values import IDENTITY, Colour, Matrix


class Stop(NamedTuple):
    """A colour of a gradient at a share of its way, and how opaque it is there, all 0 to 1."""

    at: float
    colour: Colour
    opacity: float


class Gradient(NamedTuple):
    """A gradient in the space of the shape it fills: axial from two points, radial from two circles."""

    kind: str  # "axial" or "radial"
    coordinates: tuple[float, ...]  # x1, y1, x2, y2; for radial x1, y1, r1, x2, y2, r2
    stops: tuple[Stop, ...]
    matrix: Matrix = IDENTITY

    @property
    def soft(self) -> bool:
        """Tell whether one sees through it somewhere."""
        return any(stop.opacity < 1 for stop in self.stops)


class Pattern(NamedTuple):
    """A drawing that is repeated over a shape: what it draws in `cell` (x, y, width, height) of its space."""

    cell: tuple[float, float, float, float]
    children: tuple[Any, ...]
    matrix: Matrix = IDENTITY


_known: dict[tuple[tuple[str, str], ...], Stop] = {}  # stops by their attributes: faces share their colours
_STOPS = 4_000
_REFERRERS = 20
_SMALLEST = 0.2  # mm: a cell that a printer can draw

Paint: TypeAlias = Colour | Gradient | Pattern | None


class Definitions:
    """The elements of a document by id. Raises `TemplateError` for an id that is used twice."""

    def __init__(self, root: ElementTree.Element) -> None:
        self._by_id: dict[str, ElementTree.Element] = {}
        if not len(root):
            return  # an element that is drawn alone, as thousands are
        for element in root.iter():
            if (name := element.attrib.get("id")) is not None:
                if name in self._by_id:
                    raise TemplateError(f'The id "{name}" is used twice.', todo="Rename one of them.")
                self._by_id[name] = element

    def __getitem__(self, name: str) -> ElementTree.Element:
        """The element with that id. Raises `TemplateError` if there is none."""
        if name not in self._by_id:
            raise TemplateError(
                f'There is no element with the id "{name}".', todo=did_you_mean(name, self._by_id)
            )
        return self._by_id[name]

    def gradient(self, name: str, outline: Outline | None) -> Paint:
        """The gradient with that id, for a shape; its last colour if it has no extent."""
        kind, attributes, stops = self._gradient_parts(name, ())
        if len(stops) < 2:
            raise TemplateError(f"The gradient #{name} has fewer than two stops.")
        units = {"objectBoundingBox": True, "userSpaceOnUse": False}
        relative = values.keyword(
            attributes.get("gradientUnits", "objectBoundingBox"), units, "gradientUnits"
        )
        default = {"x1": 0.0, "y1": 0.0, "x2": 1.0, "y2": 0.0, "cx": 0.5, "cy": 0.5, "r": 0.5}

        def value(key: str, otherwise: str = "") -> float:
            if key not in attributes:
                return value(otherwise) if otherwise else default[key]
            raw = attributes[key]
            return values.length(raw[:-1]) / 100 if raw.endswith("%") and relative else values.length(raw)

        matrix = values.transform(attributes.get("gradientTransform", ""))
        if relative and outline is not None:
            left, top, right, bottom = outline.box
            matrix = values.multiply((right - left or 1, 0, 0, bottom - top or 1, left, top), matrix)
        if kind == "linearGradient":
            ends = (value("x1"), value("y1"), value("x2"), value("y2"))
            return Gradient("axial", ends, stops, matrix) if ends[:2] != ends[2:] else stops[-1].colour
        focus, circle = (value("fx", "cx"), value("fy", "cy"), 0.0), (value("cx"), value("cy"), value("r"))
        if circle[2] > 0 and math.dist(focus[:2], circle[:2]) >= circle[2]:
            raise TemplateError(f"The focus of the gradient #{name} is outside its circle.")
        return Gradient("radial", (*focus, *circle), stops, matrix) if circle[2] > 0 else stops[-1].colour

    def check_gradient(self, element: ElementTree.Element) -> None:
        """Raises `TemplateError` for what may not be in a gradient, which perhaps nothing is filled with."""
        attributes = values.attributes(element)
        values.own_id(attributes.get("href", "#"))
        values.transform(attributes.get("gradientTransform", ""))
        for key in ("x1", "y1", "x2", "y2", "cx", "cy", "r", "fx", "fy"):
            values.length(attributes.get(key, "0").removesuffix("%"))
        self._stops(element)

    def cell(self, element: ElementTree.Element) -> tuple[tuple[float, float, float, float], Matrix]:
        """The cell of a pattern, and the matrix of its space."""
        attributes = values.attributes(element)
        values.keyword(attributes.get("patternUnits", ""), {"userSpaceOnUse": True}, "patternUnits")
        x, y = (values.length(attributes.get(key, "0")) for key in ("x", "y"))
        width, height = (values.size(attributes.get(key, "0"), key) for key in ("width", "height"))
        if min(width, height) < _SMALLEST:
            raise TemplateError(
                f"The cells of the pattern #{attributes.get('id', '')} are {width:g} × {height:g} mm.",
                todo=f"Make them {_SMALLEST:g} mm wide and high at least.",
            )
        return (x, y, width, height), values.transform(attributes.get("patternTransform", ""))

    def clip(self, name: str) -> tuple[Outline, bool]:
        """The outline of the clip path with that id, and whether its rule is even-odd."""
        element = self[name]
        if values.local(element) != "clipPath":
            raise TemplateError(f"clip-path refers to #{name}, which is not a <clipPath> in user units.")
        return self.outline(element)

    def outline(self, element: ElementTree.Element) -> tuple[Outline, bool]:
        """The outline of a clip path, and whether its rule is even-odd."""
        own = values.attributes(element)
        name = own.get("id", "")
        if own.get("clipPathUnits", "userSpaceOnUse") != "userSpaceOnUse":
            raise TemplateError(f"clip-path refers to #{name}, which is not a <clipPath> in user units.")
        shapes = list(element)
        for shape in shapes:
            values.no_children(shape)
        if len(shapes) > 1 and not {values.local(shape) for shape in shapes} <= {"rect", "circle", "ellipse"}:
            # In one path, overlapping windings may cancel; a browser shows both shapes.
            raise TemplateError(f"The clipPath #{name} has several shapes.", todo="Combine them in one path.")
        outlines, even_odd = [], False
        for shape in shapes:
            attributes = values.attributes(shape)
            if (own.keys() | attributes.keys()) & {"transform", "clip-path"}:
                raise TemplateError(
                    f"The clipPath #{name} or its shape cannot have a transform or a clip-path."
                )
            even_odd = Style().under(own).under(attributes).clip_even_odd
            if outline := outline_of(values.local(shape), attributes):
                outlines.append(outline)
        if not outlines:
            raise TemplateError(f"The clipPath #{name} is empty.")
        boxes = [outline.box for outline in outlines]
        left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
        right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
        return Outline(" ".join(o.operators for o in outlines), (left, top, right, bottom)), even_odd

    def _gradient_parts(
        self, name: str, referrers: tuple[str, ...]
    ) -> tuple[str, dict[str, str], tuple[Stop, ...]]:
        """Kind, attributes and stops; what is missing comes from the gradient that it refers to."""
        element = self[name]
        kind = values.local(element)
        if kind not in ("linearGradient", "radialGradient"):
            raise TemplateError(f"A fill refers to <{kind}> #{name}; only gradients and patterns can fill.")
        attributes = values.attributes(element)
        stops = self._stops(element)
        if "href" in attributes:
            other = values.own_id(attributes.pop("href"))
            if len(referrers) > _REFERRERS:
                raise TemplateError(f"The gradient #{name} refers to others more than {_REFERRERS} deep.")
            if other in (name, *referrers):
                raise TemplateError(f"The gradient #{name} refers to itself.")
            _, inherited, other_stops = self._gradient_parts(other, (*referrers, name))
            attributes, stops = {**inherited, **attributes}, stops or other_stops
        return kind, attributes, stops

    def _stops(self, element: ElementTree.Element) -> tuple[Stop, ...]:
        stops: list[Stop] = []
        for child in element:
            if values.local(child) != "stop":
                raise TemplateError(f"<{values.local(child)}> is inside a gradient; only <stop> may be.")
            values.no_children(child)
            key = tuple(child.attrib.items())
            stop = _known.get(key) or _known.setdefault(key, _stop(values.attributes(child)))
            # An offset is never smaller than the one before it.
            stops.append(stop if not stops or stop.at >= stops[-1].at else stop._replace(at=stops[-1].at))
        return tuple(stops)


def _stop(attributes: dict[str, str]) -> Stop:
    if len(_known) >= _STOPS:
        _known.clear()
    opacity = values.fraction(attributes.get("stop-opacity", "1"), "stop-opacity")
    colour = values.colour(attributes.get("stop-color", "black"))
    return Stop(values.offset(attributes.get("offset", "0")), colour, opacity)
