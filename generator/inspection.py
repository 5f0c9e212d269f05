"""What print can get wrong though every template draws: type too small, lines too thin, text too near the
cut or too faint on its ground, and pieces told apart by colour alone.

Each check looks at the compiled drawing or its rendering, not at the template, so it sees what paper sees.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from components.catalogue import Deck
from generator import document, raster, shapes
from generator.art import without_art
from generator.drawing import Drawing, Group, Operation, Shape, Text
from generator.faces import Face
from generator.svgpath import Point
from generator.svgvalues import IDENTITY, Colour, Matrix, apply, colour, multiply
from generator.theme import MM_PER_POINT, Theme

_DPI = 60
_LARGE_TYPE = 14.0  # points; larger type may have less contrast (WCAG 2.2, 1.4.3)
_CONTRAST = (4.5, 3.0)  # for small type, for large type
_APART = 11.0  # CIE76 distance that two colours keep under every common colour blindness
# Linear RGB as seen without one kind of cone: Viénot, Brettel and Mollon 1999.
_BLIND = {
    "protanopia": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "deuteranopia": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
}


@dataclass(frozen=True)
class _Placed:
    """An operation with the matrix that takes it to the face, and how much that enlarges it."""

    operation: Shape | Text
    matrix: Matrix

    @property
    def scale(self) -> float:
        a, b, c, d, _, _ = self.matrix
        return math.sqrt(abs(a * d - b * c))


def inspect_face(face: Face, deck: Deck, drawing: Drawing, theme: Theme) -> Iterator[str]:
    """A sentence for each thing that would print badly on one face."""
    placed = list(_placed(drawing.operations, IDENTITY))
    texts = [p for p in placed if isinstance(p.operation, Text) and p.operation.text.strip()]
    for said in itertools.chain(
        _small_type(texts, theme), _thin_lines(placed, theme), _near_the_cut(texts, face, deck, theme)
    ):
        yield f"{face.where}: {said}"
    for said in _faint(texts, drawing, deck):
        yield f"{face.where}: {said}"


def colours_alone(faces: Sequence[tuple[str, Face]]) -> Iterator[str]:
    """Pairs of a deck's pieces whose faces are the same drawing in other colours.

    `faces` holds (code, face). The code in the corner does not count: nobody reads it across a table.
    """
    seen: dict[str, str] = {}
    for code, face in faces:
        plain = re.sub(r'"#[0-9a-fA-F]{3,6}"', '""', without_art(face.svg)).replace(f">{code}<", "><")
        other = seen.setdefault(plain, code)
        if other != code:
            yield f"{face.where}: differs from {other} by colour alone."


def confusable(names: Mapping[str, str]) -> Iterator[str]:
    """Pairs among colours (name to "#rrggbb") that look alike to somebody without red or green cones."""
    for (first, one), (second, other) in itertools.combinations(names.items(), 2):
        for kind, matrix in _BLIND.items():
            apart = math.dist(_lab(_seen(colour(one), matrix)), _lab(_seen(colour(other), matrix)))
            if apart < _APART:
                pair = f"the colours {first} and {second}"
                yield f"{pair} are {apart:.0f} apart under {kind}; {_APART:.0f} are wanted"


def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio of two colours, 1 to 21 (WCAG 2.2)."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _placed(operations: Sequence[Operation], matrix: Matrix) -> Iterator[_Placed]:
    for operation in operations:
        if isinstance(operation, Group):
            yield from _placed(operation.children, multiply(matrix, operation.matrix))
        else:
            yield _Placed(operation, matrix)


def _small_type(texts: Sequence[_Placed], theme: Theme) -> Iterator[str]:
    smallest = theme.lengths["smallest"]
    for placed in texts:
        assert isinstance(placed.operation, Text)
        size = placed.operation.size * placed.scale / MM_PER_POINT
        if size < smallest - 0.05:
            yield f'"{placed.operation.text.strip()[:30]}" is {size:.1f} pt; {smallest:g} pt is the smallest.'


def _thin_lines(placed: Sequence[_Placed], theme: Theme) -> Iterator[str]:
    thinnest = theme.lengths["hairline"]
    widths = {
        round(p.operation.width * p.scale, 3)
        for p in placed
        if isinstance(p.operation, Shape) and p.operation.stroke is not None
    }
    for width in sorted(widths):
        if width < thinnest - 0.005:
            yield f"a line is {width:g} mm wide; {thinnest:g} mm is the thinnest that prints."


def _near_the_cut(texts: Sequence[_Placed], face: Face, deck: Deck, theme: Theme) -> Iterator[str]:
    if deck.shape == "net":
        return  # folded, not only cut: its panels have edges of their own
    safe = theme.lengths["safe"]
    for placed in texts:
        assert isinstance(placed.operation, Text)
        points = _corners(placed)
        if face.side == "back":  # seen from behind, the cut line is mirrored
            points = [(deck.size[0] - x, y) for x, y in points]
        nearest = min(shapes.inside_by(deck, point) for point in points)
        if nearest < safe - 0.1:
            shown = placed.operation.text.strip()[:30]
            yield f'"{shown}" is {nearest:.1f} mm from the cut; {safe:g} mm is safe.'


def _corners(placed: _Placed) -> list[Point]:
    """The box of a text's capitals on the face."""
    text = placed.operation
    assert isinstance(text, Text)
    left = text.x + (len(text.text) - len(text.text.lstrip())) * text.font.width(" ", text.size)
    right = text.x + text.font.width(text.text.rstrip(), text.size)
    top = text.y - text.font.cap_height * text.size / 1000
    return [apply(placed.matrix, x, y) for x in (left, right) for y in (top, text.y)]


def _faint(texts: Sequence[_Placed], drawing: Drawing, deck: Deck) -> Iterator[str]:
    """Texts without enough contrast to what lies under them, as rendered without any text."""
    if not texts:
        return
    ground = replace(drawing, operations=_without_text(drawing.operations))
    image = raster.image(document.face_pdf(ground, deck.size), 0, _DPI)
    per_mm = _DPI / 25.4
    for placed in texts:
        text = placed.operation
        assert isinstance(text, Text)
        xs, ys = zip(*_corners(placed), strict=True)
        left, top = max(0, int(min(xs) * per_mm)), max(0, int(min(ys) * per_mm))
        right = min(image.width, int(max(xs) * per_mm) + 1)
        bottom = min(image.height, int(max(ys) * per_mm) + 1)
        if left >= right or top >= bottom:
            continue  # beyond the cut, which is told elsewhere
        data = image.crop((left, top, right, bottom)).tobytes()
        pixels = zip(data[::3], data[1::3], data[2::3], strict=True)
        ratios = sorted(contrast(text.colour, (r / 255, g / 255, b / 255)) for r, g, b in pixels)
        large = text.size * placed.scale / MM_PER_POINT >= _LARGE_TYPE
        wanted = _CONTRAST[large]
        # A fifth of the ground may be worse: a star or a line under a letter does no harm.
        if ratios[len(ratios) // 5] < wanted:
            yield (
                f'"{text.text.strip()[:30]}" has a contrast of {ratios[len(ratios) // 5]:.1f} to its ground; '
                f"{wanted:g} is wanted."
            )


def _without_text(operations: Sequence[Operation]) -> tuple[Operation, ...]:
    kept: list[Operation] = []
    for operation in operations:
        if isinstance(operation, Group):
            kept.append(replace(operation, children=_without_text(operation.children)))
        elif isinstance(operation, Shape):
            kept.append(operation)
    return tuple(kept)


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def _luminance(rgb: Colour) -> float:
    red, green, blue = (_linear(channel) for channel in rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _seen(rgb: Colour, matrix: Sequence[Sequence[float]]) -> Colour:
    """The linear colour that somebody with that blindness sees."""
    linear = [_linear(channel) for channel in rgb]
    red, green, blue = (
        min(1.0, max(0.0, sum(weight * channel for weight, channel in zip(row, linear, strict=True))))
        for row in matrix
    )
    return red, green, blue


def _lab(linear: Colour) -> tuple[float, float, float]:
    """CIE L*a*b* of linear sRGB, white point D65."""
    red, green, blue = linear
    xyz = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
    )
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)
