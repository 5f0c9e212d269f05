"""The basic shapes of SVG as outlines."""

from collections.abc import Mapping

from components.errors import TemplateError
from generator.faces.svg import values
from generator.faces.svg.path import Outline, ellipse, path, polygon, rectangle


def outline(kind: str, attributes: Mapping[str, str]) -> Outline | None:
    """The outline of a shape element; None if it has no extent and is not drawn.

    Raises `TemplateError` for other elements and invalid values.
    """

    def at(name: str) -> float:
        return values.length(attributes.get(name, "0"))

    def size(name: str) -> float:
        return values.size(attributes.get(name, "0"), name)

    if kind == "path":
        return path(attributes.get("d", ""))
    if kind == "rect":
        x, y, width, height = at("x"), at("y"), size("width"), size("height")
        rx = size("rx" if "rx" in attributes else "ry")
        ry = size("ry" if "ry" in attributes else "rx")
        return rectangle(x, y, width, height, rx, ry) if width and height else None
    if kind in ("circle", "ellipse"):
        cx, cy = at("cx"), at("cy")
        rx, ry = (size("r"), size("r")) if kind == "circle" else (size("rx"), size("ry"))
        return ellipse(cx, cy, rx, ry) if rx and ry else None
    if kind == "line":
        return polygon(((at("x1"), at("y1")), (at("x2"), at("y2"))), close=False)
    if kind in ("polygon", "polyline"):
        numbers = values.numbers(attributes.get("points", ""), None, f"points of a <{kind}>")
        points = tuple(zip(numbers[::2], numbers[1::2], strict=True))
        return polygon(points, close=kind == "polygon")
    raise TemplateError(f"<{kind}> is not expected here.")
