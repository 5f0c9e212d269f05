"""Faults that only show in print: type too small, lines too thin, text too near the cut or too faint on its
background, and pieces that differ only by colour.

Each check looks at the compiled drawing or its rendering, not at the template, so it sees what is printed.
"""

import itertools
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from PIL import Image, ImageChops

from components.catalogue import Deck
from components.pieces import Piece
from components.wording import listed
from generator import INCH
from generator.faces import colours, shapes
from generator.faces.drawing import Drawing
from generator.faces.illustration.art import without_art
from generator.faces.illustration.kit import unpainted
from generator.faces.renderer import Face
from generator.faces.svg.operations import Group, Leaf, Operation, Shape, Text
from generator.faces.svg.path import Point
from generator.faces.svg.values import IDENTITY, Matrix, apply, colour, multiply
from generator.faces.theme import MM_PER_POINT, Theme
from generator.pdf import document, raster

_DPI = 100
_OTHER_INK = 0.03  # the share of other ink under a text from which it is noticed
_EDGE = 0.5  # an edge is at least so long, in heights of the text
_FAR = 120  # the sum of the differences of red, green and blue, 0 to 255 each, that makes another ink
_COARSE = [level & 0xF0 for level in range(256)] * 3  # levels of red, green and blue that count as one
_CONTRAST = (4.5, 3.0)  # least for small type and for large type (WCAG 2.2, 1.4.3)
_LARGE_TYPE = (18.0, 14.0)  # points from which regular and bold type count as large
_BOLD = 700
_SAFE_SHARE = 1 / 8  # share of the shorter side of a piece
_DESCENDERS = frozenset("gjpqyçQ,;()")
_BELOW = 0.2  # these reach below the line by this, in sizes of the type
_ACROSS, _TALL = 0.3, 0.15  # two texts may overlap by this, mm: they only touch
_APART = 11.0  # least CIE76 distance of two colours under every common colour blindness


class _Placed(NamedTuple):
    """An operation with its matrix to the face and the opacity of its groups."""

    operation: Leaf
    matrix: Matrix
    opacity: float

    @property
    def scale(self) -> float:
        """The smallest factor by which the matrix scales lengths, over all directions."""
        a, b, c, d, _, _ = self.matrix
        squares = a * a + b * b + c * c + d * d
        area = a * d - b * c
        return math.sqrt(max(0.0, (squares - math.sqrt(max(0.0, squares**2 - 4 * area**2))) / 2))


def inspect_faces(drawn: Sequence[tuple[Face, Drawing]], deck: Deck, theme: Theme) -> Iterator[str]:
    """One sentence for each thing that would print badly on the faces of a deck."""
    # One document for all: most of the time to render a face goes into opening a document.
    grounds = [drawing._replace(operations=_without_text(drawing.operations)) for _, drawing in drawn]
    pictures = raster.images(document.faces_pdf(grounds, deck.size, _DPI), _DPI) if drawn else ()
    for (face, drawing), ground in zip(drawn, pictures, strict=True):
        placed = _placed(drawing.operations, IDENTITY, 1.0)
        texts = _texts(drawing)
        unders = [_under(text, ground) for text in texts]
        for said in itertools.chain(
            _small_type(texts, theme),
            _thin_lines(placed, theme),
            near_the_cut(face, drawing, deck, theme),
            _faint(texts, unders),
            _crossed(texts, unders),
        ):
            yield f"{face.where}: {said}"


def collisions(face: Face, drawing: Drawing) -> Iterator[str]:
    """One sentence for each two texts of a face that lie on each other.

    A text under itself is a shadow or an outline, and meant.
    """
    boxes: list[tuple[str, list[Point]]] = []
    for placed in _texts(drawing):
        assert isinstance(placed.operation, Text)
        said = placed.operation.text.strip()
        boxes.append((said, _corners(placed, _BELOW if _DESCENDERS & set(said) else 0.0)))
    for (one, first), (other, second) in itertools.combinations(boxes, 2):
        if one != other and _meet(first, second) and _meet(second, first):
            yield f'{face.where}: "{_short(one)}" and "{_short(other)}" are printed over each other.'


def codes_as_names(face: Face, drawing: Drawing, piece: Piece) -> Iterator[str]:
    """Codes that are words for typing, printed where people look for a name."""
    if piece.tag == piece.code:
        return
    for placed in _texts(drawing):
        assert isinstance(placed.operation, Text)
        if placed.operation.text.strip() == piece.code:
            yield (
                f'{face.where}: it prints the code "{piece.code}". '
                "Print a name for people, and piece.tag for the code."
            )
            return


def colours_alone(faces: Sequence[tuple[Piece, Face]]) -> Iterator[str]:
    """Pairs of a deck's pieces whose faces are the same drawing in other colours.

    `faces` holds (piece, face). The code in the corner does not count: it cannot be read across a table.
    """
    seen: dict[str, tuple[str, str]] = {}
    for piece, face in faces:
        code, tag = piece.code, piece.tag
        drawn = unpainted(without_art(face.svg)).replace(f">{code}<", "><").replace(f">{tag}<", "><")
        plain = colours.recoloured(drawn, lambda _: "")
        other, as_drawn = seen.setdefault(plain, (code, drawn))
        if as_drawn != drawn:
            yield f"{face.where}: it differs from {other} only by colour."


_CODE = 8.5  # points, up to which a code is too small for a camera to rely on it
_SAID = re.compile(r'(?P<before><title>|<text[^>]* font-size="(?P<size>[\d.]+)"[^>]*>)(?P<said>[^<]*)')


def look_alikes(faces: Sequence[tuple[Piece, Face]], deck: Deck) -> Iterator[str]:
    """Pieces of a deck whose faces are the same drawing but for a small code in the corner.

    A photograph cannot tell them apart: the camera of the referee asks each time.
    """
    alike: dict[str, list[str]] = {}
    for piece, face in faces:

        def without_code(text: re.Match[str], codes: tuple[str, ...] = (piece.code, piece.tag)) -> str:
            small = not text["size"] or float(text["size"]) / MM_PER_POINT <= _CODE
            return text["before"] if small and text["said"] in codes else text[0]

        alike.setdefault(_SAID.sub(without_code, face.svg), []).append(piece.code)
    for codes in alike.values():
        if len(codes) > 1:
            pair = listed(codes[:4])
            yield f"deck {deck.name}: only their codes tell {pair} apart, which no photograph shows."


def confusable(names: Mapping[str, str]) -> Iterator[str]:
    """Pairs of colours (name to "#rrggbb") that look alike without red or green cones."""
    for (first, one), (second, other) in itertools.combinations(names.items(), 2):
        for blindness in colours.BLINDNESSES:
            apart = colours.apart(colour(one), colour(other), blindness)
            if apart < _APART:
                pair = f"the colours {first} and {second}"
                yield f"{pair} are {apart:.0f} apart under {blindness}; at least {_APART:.0f} is needed"


def _placed(
    operations: Sequence[Operation], matrix: Matrix, opacity: float, kind: type[Leaf] | None = None
) -> list[_Placed]:
    """All that is drawn, or all of one kind."""
    found: list[_Placed] = []
    for operation in operations:
        if isinstance(operation, Group):
            inner = multiply(matrix, operation.matrix)
            found += _placed(operation.children, inner, opacity * operation.opacity, kind)
        elif kind is None or isinstance(operation, kind):
            found.append(_Placed(operation, matrix, opacity))
    return found


def _texts(drawing: Drawing) -> list[_Placed]:
    """Every text that is not blank."""
    return [
        placed
        for placed in _placed(drawing.operations, IDENTITY, 1.0, Text)
        if isinstance(placed.operation, Text) and placed.operation.text.strip()
    ]


def _small_type(texts: Sequence[_Placed], theme: Theme) -> Iterator[str]:
    smallest = theme.lengths["smallest"]
    for placed in texts:
        assert isinstance(placed.operation, Text)
        size = placed.operation.size * placed.scale / MM_PER_POINT
        if size < smallest - 0.05:
            shown = placed.operation.text.strip()[:30]
            yield f'"{shown}" is {size:.1f} pt; the smallest size is {smallest:g} pt.'


def _thin_lines(placed: Sequence[_Placed], theme: Theme) -> Iterator[str]:
    thinnest = theme.lengths["hairline"]
    widths = {
        round(p.operation.width * p.scale, 3)
        for p in placed
        if isinstance(p.operation, Shape) and p.operation.stroke is not None
    }
    for width in sorted(widths):
        if width < thinnest - 0.005:
            yield f"a line is {width:g} mm wide; the thinnest printable line is {thinnest:g} mm."


def near_the_cut(face: Face, drawing: Drawing, deck: Deck, theme: Theme) -> Iterator[str]:
    """Yield each text that is not far enough inside the cut, with its distance."""
    if deck.shape == "net":
        return  # its panels have their own edges
    safe = safe_distance(deck, theme)
    for placed in _texts(drawing):
        assert isinstance(placed.operation, Text)
        points = _corners(placed)
        if face.side == "back":  # seen from behind, the cut line is mirrored
            points = [(deck.size[0] - x, y) for x, y in points]
        nearest = min(shapes.inside_by(deck, point) for point in points)
        if nearest < safe - 0.1:
            shown = placed.operation.text.strip()[:30]
            yield f'"{shown}" is {nearest:.1f} mm from the cut; the safe distance is {safe:g} mm.'


def safe_distance(deck: Deck, theme: Theme) -> float:
    """Least distance of text from the cut, mm: less on small pieces, which have no room for more."""
    return min(theme.lengths["safe"], min(deck.size) * _SAFE_SHARE)


def _corners(placed: _Placed, below: float = 0.0) -> list[Point]:
    """The box of a text's capitals on the face: left, then right, each from the top. It reaches `below` the
    line, in sizes of the type."""
    text = placed.operation
    assert isinstance(text, Text)
    words = text.text.strip()
    before = len(text.text) - len(text.text.lstrip())
    left = text.x + before * (text.font.width(" ", text.size) + text.spacing)
    right = left + text.font.width(words, text.size) + text.spacing * (len(words) - 1)
    top = text.y - text.font.cap_height * text.size / 1000
    bottom = text.y + below * text.size
    return [apply(placed.matrix, x, y) for x in (left, right) for y in (top, bottom)]


def _meet(frame: Sequence[Point], box: Sequence[Point]) -> bool:
    """Tell whether a box reaches into another one, seen along the sides of that."""
    corner, below, right, _ = frame
    for end, least in ((right, _ACROSS), (below, _TALL)):
        along = (end[0] - corner[0], end[1] - corner[1])
        length = (along[0] ** 2 + along[1] ** 2) ** 0.5
        if not length:
            return False
        spots = [((x - corner[0]) * along[0] + (y - corner[1]) * along[1]) / length for x, y in box]
        if min(length, max(spots)) - max(0.0, min(spots)) <= least:
            return False
    return True


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:37]}…"


def _faint(texts: Sequence[_Placed], unders: Sequence[Image.Image | None]) -> Iterator[str]:
    """Texts with too little contrast to their background, which is rendered without any text."""
    for placed, under in zip(texts, unders, strict=True):
        text = placed.operation
        assert isinstance(text, Text)
        large = text.size * placed.scale / MM_PER_POINT >= _LARGE_TYPE[text.font.weight >= _BOLD]
        wanted = _CONTRAST[large]
        if under is None:
            continue
        counted = under.getcolors(under.width * under.height) or []
        ratio = _contrast(text, text.opacity * placed.opacity, counted)  # type: ignore[arg-type]  # RGB
        if ratio < wanted:
            shown = text.text.strip()[:30]
            yield f'"{shown}" has a contrast of {ratio:.2f} to its background; at least {wanted:g} is needed.'


def _crossed(texts: Sequence[_Placed], unders: Sequence[Image.Image | None]) -> Iterator[str]:
    """Texts over ink that is not their ground: on a symbol, or across the edge of a panel."""
    for placed, under in zip(texts, unders, strict=True):
        if under is not None and _other_ink(under) > _OTHER_INK:
            assert isinstance(placed.operation, Text)
            yield f'"{placed.operation.text.strip()[:30]}" lies over ink that is not its ground.'


def _other_ink(under: Image.Image) -> float:
    """The share of a picture that has another colour than most of it, 0 if there is no edge between them:
    a slope of colours is a ground as well."""
    width, height = under.size
    coarse = under.point(_COARSE).getcolors(width * height) or []
    usual: Any = max(coarse)[1]
    pairs = [
        (under, Image.new("RGB", under.size, tuple(level + 8 for level in usual))),
        (under.crop((1, 0, width, height)), under.crop((0, 0, width - 1, height))),
        (under.crop((0, 1, width, height)), under.crop((0, 0, width, height - 1))),
    ]
    far, across, down = (_apart(one, other) for one, other in pairs)
    return far / (width * height) if across + down >= _EDGE * height else 0.0


def _apart(one: Image.Image, other: Image.Image) -> int:
    """The number of pixels that differ much between two pictures."""
    red, green, blue = ImageChops.difference(one, other).split()
    return sum(ImageChops.add(ImageChops.add(red, green), blue).histogram()[_FAR:])


def _under(placed: _Placed, image: Image.Image) -> Image.Image | None:
    """The part of the picture under a text; None for a text beyond the cut."""
    per_mm = _DPI / INCH
    xs, ys = zip(*_corners(placed), strict=True)
    left, top = max(0, int(min(xs) * per_mm)), max(0, int(min(ys) * per_mm))
    right = min(image.width, int(max(xs) * per_mm) + 1)
    bottom = min(image.height, int(max(ys) * per_mm) + 1)
    return image.crop((left, top, right, bottom)) if left < right and top < bottom else None


def _contrast(text: Text, opacity: float, under: Sequence[tuple[int, tuple[int, int, int]]]) -> float:
    """The contrast of a text to its background. A fifth of the background may be worse: a star or a line
    under a letter does no harm."""
    ratios: list[tuple[float, int]] = []
    for count, (red, green, blue) in under:
        ground = (red / 255, green / 255, blue / 255)
        letters = colours.mixed(text.colour, ground, opacity)
        ratios.append((colours.contrast(letters, ground), count))
    left = sum(count for _, count in ratios) // 5
    for ratio, count in sorted(ratios):
        left -= count
        if left < 0:
            return ratio
    return math.inf


def _without_text(operations: Sequence[Operation]) -> tuple[Operation, ...]:
    kept: list[Operation] = []
    for operation in operations:
        if isinstance(operation, Group):
            kept.append(operation._replace(children=_without_text(operation.children)))
        elif not isinstance(operation, Text):
            kept.append(operation)
    return tuple(kept)
