"""Elements of a drawing: shapes, runs of text, pictures, and groups of them."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from generator.faces import fonts
from generator.faces.pictures.source import Picture
from generator.faces.svg import values
from generator.faces.svg.paint import Paint
from generator.faces.svg.path import Outline
from generator.faces.svg.values import IDENTITY, Colour, Matrix


class Shape(NamedTuple):
    """A path to fill, stroke, or both. Widths and dashes in mm of its own space.

    role  "cut" for the outline of a piece, "score" for a fold, "foil" for what a print house may emboss with
          foil, else empty: the class of its element
    """

    outline: Outline
    fill: Paint
    even_odd: bool
    stroke: Paint
    width: float
    cap: int
    join: int
    dash: tuple[float, ...]
    fill_opacity: float
    stroke_opacity: float
    role: str = ""


class Text(NamedTuple):
    """A run of text in one font, from its left end on the baseline. Sizes in mm of its own space."""

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


class Image(NamedTuple):
    """A picture that fills a rectangle of its own space, mm."""

    picture: Picture
    x: float
    y: float
    width: float
    height: float


class Label(NamedTuple):
    """Words that are read out for a group, and its place in the space around it, mm."""

    text: str
    x: float
    y: float
    width: float
    height: float


class Group(NamedTuple):
    """Operations with a common transform, clip path and opacity, and what is read out for them."""

    children: tuple[Operation, ...]
    matrix: Matrix = IDENTITY
    clip: tuple[Outline, bool] | None = None  # the path and whether its rule is even-odd
    opacity: float = 1.0
    label: Label | None = None


Leaf: TypeAlias = Shape | Text | Image
Operation: TypeAlias = Leaf | Group


def labelled(group: Group, use: dict[str, str]) -> Group:
    """The drawing of a `use` element, with what is read out for it."""
    if not use.get("aria-label"):
        return group
    x, y, width, height = (values.length(use.get(side, "0")) for side in ("x", "y", "width", "height"))
    return group._replace(label=Label(use["aria-label"], x, y, width, height))
