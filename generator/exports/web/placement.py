"""Pieces that lie on the places of a board or under a map, as pictures."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from components.catalogue import Deck
from components.setup import Area, Placed, Resting
from generator.exports.web.faces import Slot, WebFaces

_ABOVE, _DEEP = 0.3, 0.55  # top and height of the part of a piece that holds what has no slot
_OVER = 0.84  # share of a place, each way, for what lies on another piece
_TALL = 0.82  # height of a standee, in heights of its place
_TINY = 0.3  # a piece drawn lower than this share of its height shows its portrait


class Box(NamedTuple):
    """A place on a board, in mm."""

    x: float
    y: float
    width: float
    height: float


class PlacedFace(NamedTuple):
    """The face of a piece where it lies.

    view    what is seen of the face, as the `viewBox` of SVG; empty for all of it
    face    width and height of the whole face, in mm
    circle  clip of a round view, as `clip-path` wants it
    """

    picture: str
    box: Box
    view: str
    face: tuple[float, float]
    circle: str = ""


class Sample(NamedTuple):
    """A piece in a legend, or a hex of a map: the map piece, and the hex where both are on the board.

    hex  whether it is a hex that is cut out of its piece
    """

    piece: PlacedFace
    place: Box
    hex: bool = True


def placed_face(held: Resting, box: Box, faces: WebFaces) -> PlacedFace:
    """The piece in the middle of a place, not larger than it; a standee stands on the place's lower edge.

    Of a piece that is far too large for the place, its portrait is shown, if it has one.
    """
    across, down = whole = faces.size(held.deck)
    picture = side_up(held, faces)
    upright = faces.upright(held.deck, held.code)
    if box.height < _TINY * down and (portrait := faces.portrait(picture)):
        return _portrayed(picture, portrait, box, whole)
    if upright:
        across, down = upright[2:]
        scale = min(1.0, box.height * _TALL / down)
        y = box.y + box.height - (1 - _TALL) / 2 * box.height - down * scale
    else:
        scale = min(1.0, box.width / across, box.height / down)
        y = box.y + (box.height - down * scale) / 2
    x = box.x + (box.width - across * scale) / 2
    view = " ".join(f"{side:g}" for side in upright) if upright else ""
    return PlacedFace(picture, _rounded(x, y, across * scale, down * scale), view, whole)


def _portrayed(picture: str, portrait: Slot, box: Box, face: tuple[float, float]) -> PlacedFace:
    """The circle of a face that stands for it, as large as fits a place."""
    size, radius = min(box.width, box.height), portrait.side / 2
    own = _rounded(box.x + (box.width - size) / 2, box.y + (box.height - size) / 2, size, size)
    view = f"{portrait.x:g} {portrait.y:g} {portrait.side:g} {portrait.side:g}"
    circle = f"circle({radius:g}px at {portrait.x + radius:g}px {portrait.y + radius:g}px)"
    return PlacedFace(picture, own, view, face, circle)


def on_place(holds: Sequence[Resting], box: Box, faces: WebFaces) -> Iterator[PlacedFace]:
    """Place what lies on a place, the lowest first; others lie at its lower right and leave it in sight."""
    left, above = box.x + (1 - _OVER) * box.width, box.y + (1 - _OVER) * box.height
    corner = Box(left, above, box.width * _OVER, box.height * _OVER)
    for number, held in enumerate(holds):
        yield placed_face(held, corner if number else box, faces)


def on_piece(holds: Sequence[Resting], picture: str, box: Box, faces: WebFaces) -> Iterator[PlacedFace]:
    """Place what lies on a piece of that picture: in the next free slot of its name, or side by side.

    A piece that has no slot there is not shown; the words of the piece under it name it.
    """
    slots = slots_of(picture, box, faces)
    across = [held for held in holds if not held.slot]
    width = min(box.width / max(1, len(across)), box.width / 2)
    left = box.x + (box.width - width * len(across)) / 2
    slots[""] = [
        Box(left + width * place, box.y + box.height * _ABOVE, width, box.height * _DEEP)
        for place in range(len(across))
    ]
    return in_slots(holds, slots, faces)


def slots_of(picture: str, box: Box, faces: WebFaces) -> dict[str, list[Box]]:
    """The slots of a piece of that picture by their names, where they are on the board."""
    found: dict[str, list[Box]] = {}
    for slot in faces.slots(picture) or ():
        place = Box(round(box.x + slot.x, 2), round(box.y + slot.y, 2), slot.side, slot.side)
        found.setdefault(slot.name, []).append(place)
    return found


def in_slots(
    holds: Sequence[Resting], slots: Mapping[str, Sequence[Box]], faces: WebFaces
) -> Iterator[PlacedFace]:
    """Each piece in the next free slot of its name; where there are too few, some lie smaller in one slot."""
    many = Counter(held.slot for held in holds)
    free = {name: iter(_shared(slots[name], count)) for name, count in many.items() if name in slots}
    for held in holds:
        if held.slot in free:
            yield placed_face(held, next(free[held.slot]), faces)


def _shared(slots: Sequence[Box], many: int) -> list[Box]:
    """So many places in those slots, each slot cut into columns and rows if there are too few."""
    each = math.ceil(many / len(slots))
    columns = math.ceil(math.sqrt(each))
    rows = math.ceil(each / columns)
    return [
        Box(
            slot.x + slot.width * column / columns,
            slot.y + slot.height * row / rows,
            slot.width / columns,
            slot.height / rows,
        )
        for slot in slots
        for row in range(rows)
        for column in range(columns)
    ]


def around(boxes: Sequence[Box]) -> Box:
    """The smallest box that holds all of them."""
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.x + box.width for box in boxes), max(box.y + box.height for box in boxes)
    return _rounded(left, top, right - left, bottom - top)


def hex_of(deck: Deck) -> tuple[float, float]:
    """Width and height of a hex of a map piece, in mm."""
    return deck.size[0] / (deck.grid[0] + 0.5), deck.size[1] / (0.75 * (deck.grid[1] - 1) + 1)


def is_turned(area: Area) -> bool:
    """Tell whether the map pieces show the side whose first row is the lowest."""
    return bool(area.under) and area.under[0].side == "b"


def ground(area: Area, origin: tuple[float, float], faces: WebFaces) -> Iterator[PlacedFace]:
    """The map pieces under an area. `origin`: where the hex 0, 0 has its upper left corner, in mm.

    A turned piece reaches upwards from its first row.
    """
    for piece in area.under:
        assert piece.at is not None
        deck = faces.game.deck(piece.deck)
        width, height = hex_of(deck)
        x = origin[0] + (piece.at[0] + piece.at[1] / 2) * width
        y = origin[1] - (0.75 * (deck.grid[1] - 1) * height if is_turned(area) else 0.0)
        yield PlacedFace(side_up(piece, faces), _rounded(x, y, *deck.size), "", deck.size)


def sample(place: Box, under: Sequence[PlacedFace]) -> Sample | None:
    """Return what the map shows at a hex; None if no map piece is there."""
    x, y = place.x + place.width / 2, place.y + place.height / 2
    for one in under:
        box = one.box
        if box.x < x < box.x + box.width and box.y < y < box.y + box.height:
            return Sample(one, place)
    return None


def edge(hexes: Sequence[Box]) -> str:
    """The outline of a map of rows of hexes, as SVG wants points; above and below it is a straight line."""
    rows = sorted({round(one.y, 2) for one in hexes})
    ends = [sorted(one.x for one in hexes if round(one.y, 2) == row) for row in rows]
    width, height = hexes[0].width, hexes[0].height
    left = [(xs[0], row + height * part) for row, xs in zip(rows, ends, strict=True) for part in (0.25, 0.75)]
    right = [
        (xs[-1] + width, row + height * part)
        for row, xs in zip(rows, ends, strict=True)
        for part in (0.25, 0.75)
    ]
    left[0], right[0] = (left[0][0], rows[0]), (right[0][0], rows[0])
    left[-1], right[-1] = (left[-1][0], rows[-1] + height), (right[-1][0], rows[-1] + height)
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in (*left, *reversed(right)))


def side_up(piece: Placed | Resting, faces: WebFaces) -> str:
    """The file name of the side that shows."""
    return (faces.turned if piece.side == "b" else faces.name)(piece.deck, piece.code)


def _rounded(x: float, y: float, width: float, height: float) -> Box:
    return Box(round(x, 2), round(y, 2), round(width, 2), round(height, 2))
