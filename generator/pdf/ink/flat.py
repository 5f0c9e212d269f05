"""Faces without transparency, as PDF/X-1a asks for.

Whatever is transparent, and what it lies on, becomes one picture in inks under the rest of the face. The rest
stays as it was: type that nothing transparent covers is still type.

The picture is drawn as two plates with the colours of a screen: cyan, magenta and yellow as the lack of red,
green and blue, and black as grey. So each ink is blended by itself, as a press would.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image as Pixels
from PIL import ImageChops

from generator.faces.drawing import Drawing
from generator.faces.pictures.source import Picture
from generator.faces.svg import values
from generator.faces.svg.operations import Group, Image, Leaf, Operation, Shape, Text
from generator.faces.svg.paint import Gradient, Paint, Pattern
from generator.faces.svg.values import IDENTITY, Colour, Matrix
from generator.pdf import raster
from generator.pdf.canvas import down, new_canvas
from generator.pdf.forms import Forms
from generator.pdf.ink.inks import Inks, PrintHouse, Screen

_OPAQUE = ("RGB", "L", "CMYK", "1")  # modes of pictures that are never transparent
_PACKED = 4  # zlib level
_ASCENT, _DESCENT = 1.1, 0.4  # ascent and descent of type about its baseline, in sizes

Box = tuple[float, float, float, float]  # left, top, right, bottom


def flattened(drawing: Drawing, house: PrintHouse) -> Drawing:
    """The drawing without transparency; itself if there is none."""
    leaves = list(_leaves(drawing.operations))
    if not any(leaf.soft for leaf in leaves):
        return drawing
    under: list[Box] = []
    flat = set()
    for number in range(len(leaves) - 1, -1, -1):
        leaf = leaves[number]
        if leaf.soft or any(_meet(leaf.box, box) for box in under):
            flat.add(number)
            under.append(leaf.box)
    over = set(range(len(leaves))) - flat
    plate = _plate(drawing._replace(operations=_only(drawing.operations, flat)), house)
    left, top, width, height = drawing.view
    picture = Image(plate, left, top, width, height)
    return Drawing(drawing.view, (picture, *_only(drawing.operations, over)), pictured=True)


@dataclass(frozen=True)
class _Leaf:
    box: Box
    soft: bool


def _leaves(
    operations: Sequence[Operation], matrix: Matrix = IDENTITY, soft: bool = False
) -> Iterator[_Leaf]:
    """Yield what is drawn, from below: its place on the face, and whether one sees through it."""
    for operation in operations:
        if isinstance(operation, Group):
            inner = values.multiply(matrix, operation.matrix)
            yield from _leaves(operation.children, inner, soft or operation.opacity < 1)
        else:
            yield _Leaf(_placed(_box(operation), matrix), soft or _is_soft(operation))


def _is_soft(leaf: Leaf) -> bool:
    if isinstance(leaf, Shape):
        opaque = leaf.fill_opacity == leaf.stroke_opacity == 1
        return not opaque or _soft_paint(leaf.fill) or _soft_paint(leaf.stroke)
    if isinstance(leaf, Text):
        return leaf.opacity < 1
    return leaf.picture.mode not in _OPAQUE or leaf.picture.kind == "svg"


def _soft_paint(paint: Paint) -> bool:
    if isinstance(paint, Pattern):
        return any(leaf.soft for leaf in _leaves(paint.children))
    return isinstance(paint, Gradient) and paint.soft


def _box(leaf: Leaf) -> Box:
    if isinstance(leaf, Shape):
        left, top, right, bottom = leaf.outline.box
        # A mitred corner reaches at most two widths beyond the line.
        beyond = 2 * leaf.width if leaf.stroke is not None else 0.0
        return left - beyond, top - beyond, right + beyond, bottom + beyond
    if isinstance(leaf, Text):
        return (leaf.x, leaf.y - _ASCENT * leaf.size, leaf.x + leaf.advance, leaf.y + _DESCENT * leaf.size)
    return leaf.x, leaf.y, leaf.x + leaf.width, leaf.y + leaf.height


def _placed(box: Box, matrix: Matrix) -> Box:
    corners = [values.apply(matrix, x, y) for x in (box[0], box[2]) for y in (box[1], box[3])]
    across, along = [x for x, _ in corners], [y for _, y in corners]
    return min(across), min(along), max(across), max(along)


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _only(operations: Sequence[Operation], numbers: set[int]) -> tuple[Operation, ...]:
    """The operations with only the leaves of these numbers, counted from below."""
    count = iter(range(1_000_000_000))

    def kept(some: Sequence[Operation]) -> tuple[Operation, ...]:
        found: list[Operation] = []
        for operation in some:
            if isinstance(operation, Group):
                if children := kept(operation.children):
                    found.append(operation._replace(children=children))
            elif next(count) in numbers:
                found.append(operation)
        return tuple(found)

    return kept(operations)


def _plate(drawing: Drawing, house: PrintHouse) -> Picture:
    """The drawing as a picture of its inks."""
    colours, black = (
        ImageChops.invert(_seen(drawing, Plates(house.inks, plate), house.dpi))
        for plate in ("colours", "black")
    )
    cyan, magenta, yellow = colours.split()
    inks = Pixels.merge("CMYK", (cyan, magenta, yellow, black.getchannel(0)))
    pixels = zlib.compress(inks.tobytes(), _PACKED)
    key = hashlib.blake2b(pixels, digest_size=12).hexdigest()
    return Picture(f"plate-{key}", Path(), Path(), "plate", "CMYK", inks.size, pixels=pixels)


def _seen(drawing: Drawing, plates: Plates, dpi: int) -> Any:
    left, top, width, height = drawing.view
    canvas = new_canvas((width, height), colours=plates)
    forms = Forms(canvas, {"": drawing}, dpi=dpi)
    down(canvas, height)
    canvas.translate(-left, -top)
    canvas.doForm(forms.name(""))
    canvas.showPage()
    forms.finish()
    return raster.image(canvas.finished(), 0, dpi).convert("RGB")


class Plates(Screen):
    """Inks as the colours of a screen: three of them, or black."""

    def __init__(self, inks: Inks, plate: str) -> None:
        self.inks = inks
        self.plate = plate

    def numbers(self, colour: Colour) -> tuple[float, ...]:
        cyan, magenta, yellow, black = self.inks.numbers(colour)
        shown = (cyan, magenta, yellow) if self.plate == "colours" else (black, black, black)
        return tuple(1 - ink for ink in shown)

    def picture(self, image: Any) -> Any:
        """A picture of Pillow's as this plate shows it."""
        inked = self.inks.picture(image)
        if inked.mode == "L":
            return Pixels.new("RGB", inked.size, "white") if self.plate == "colours" else inked.convert("RGB")
        bands = [ImageChops.invert(band) for band in inked.split()]
        return Pixels.merge("RGB", bands[:3] if self.plate == "colours" else bands[3:] * 3)
