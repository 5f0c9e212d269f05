"""Areas of the table laid out in a box of a page, for set-ups and for the figures of a rulebook.

An area keeps its shape (rows and columns, hexes, or a plain list) and is scaled to the available room. What
is not a piece of the box is written in words. Lengths in mm, y down.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from components.catalogue import Deck, Game
from components.decks import STRIPS
from components.errors import DataError
from components.setup import Area, Placed, Resting
from generator.faces import fonts, shapes
from generator.faces.rect import Rect
from generator.faces.renderer import Face, Renderer
from generator.faces.svg import values
from generator.faces.svg.path import Outline, Point, path
from generator.faces.theme import MM_PER_POINT

_LIST_HEIGHT = 26.0  # height of a face in a list
_WORDS = (30.0, 14.0)  # size of a place in a grid that holds words
_SMALLEST = 0.3  # the smallest scale of a list that must fit a box
_GAP = 3.0  # room between the faces of a list, and under its rows
SMALLEST = 6.5  # points, of words on paper
NOTE_POINTS = 7.0  # size of the words under a face
NOTE_LEADING = 3.4
CHIP_ROOM = 1.4  # room beside the words of a note on a piece
CHIP_HEIGHT = 4.6  # height of such a note in 9 points
_NOTE_WIDTH = 60.0  # least width of a note under a face
_SLOT = re.compile(
    r"<!--(slot|inset) ([\w-]+) ([\d.-]+) ([\d.-]+) ([\d.]+)(?: ([\d.-]+) ([\d.-]+) ([\d.-]+))?-->"
)
_SHORTEST = 0.42  # the smallest scale of a strip of interlocking pieces before it is broken into lines
_LARGEST = 0.62  # the largest scale, so that nobody takes the picture for a piece


@dataclass(frozen=True)
class Spot:
    """A piece in the box of its area: upper left corner and size."""

    placed: Placed
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Picture:
    """An area laid out: its pieces and their height, including notes and captions.

    captions  words of NOTE_POINTS, each with the left end of its baseline
    """

    spots: tuple[Spot, ...]
    height: float
    captions: tuple[tuple[str, Point], ...] = ()


def varied(area: Area, game: Game) -> Area:
    """Return the area with every card of the box lying once: the rules count all empty spaces as "E", but
    the box has one of "E", one of "E.b" and so on."""
    spare: dict[tuple[str, str], Iterator[str]] = {}
    pieces = []
    for placed in area.pieces:
        kind = placed.deck, placed.code
        if kind not in spare and placed.deck and placed.code:
            known = game.deck(placed.deck).pieces
            alike = [
                one for one in known if one.code == placed.code or one.code.startswith(f"{placed.code}.")
            ]
            spare[kind] = iter([one.code for one in alike for _ in range(one.copies)])
        alone = placed.count == 1 and placed.at is not None and kind in spare
        pieces.append(replace(placed, code=next(spare[kind], placed.code)) if alone else placed)
    return replace(area, pieces=tuple(pieces))


def parts(area: Area, game: Game, width: float, height: float) -> Iterator[Area]:
    """The area in parts of at most that height: a long list breaks between rows."""
    if not _is_list(area):
        yield area
        return
    taken: list[Placed] = []
    used = 0.0
    for row in _rows(area.pieces, game, width, 1.0):
        if taken and used + row.height > height:
            yield replace(area, pieces=tuple(taken))
            taken, used = [], 0.0
        taken += [spot.placed for spot in row.spots]
        used += row.height
    yield replace(area, pieces=tuple(taken))


def lay_out(area: Area, game: Game, width: float, height: float) -> Picture:
    """The area in a box of that width and at most that height."""
    if not area.pieces:
        return Picture((), 0.0)
    if _is_list(area):
        scale = 1.0
        while (picture := _listed(area.pieces, game, width, scale)).height > height and scale > _SMALLEST:
            scale *= 0.9
        return picture
    if lines := _lines(area, game, width):
        return _in_lines(area, lines, game, width, height)
    places = [_place(area.layout, placed.at or (0, 0)) for placed in area.pieces]
    decks = {placed.deck: game.deck(placed.deck) for placed in area.pieces if placed.deck}
    sizes = [deck.size for deck in decks.values()] or [_WORDS]
    cell = (max(across for across, _ in sizes), max(down for _, down in sizes))
    pitch = (cell[0] * step(decks.values()), cell[1] * (0.75 if area.layout == "hexes" else 1.0))
    left, top = min(x for x, _ in places), min(y for _, y in places)
    full_width = (max(x for x, _ in places) - left) * pitch[0] + cell[0]
    full_height = (max(y for _, y in places) - top) * pitch[1] + cell[1]
    scale = min(_LARGEST, width / full_width, height / full_height)
    start = (width - full_width * scale) / 2
    spots = []
    for placed, (x, y) in zip(area.pieces, places, strict=True):
        across, down = game.deck(placed.deck).size if placed.deck else cell
        spots.append(
            Spot(
                placed,
                start + ((x - left) * pitch[0] + (cell[0] - across) / 2) * scale,
                ((y - top) * pitch[1] + (cell[1] - down) / 2) * scale,
                across * scale,
                down * scale,
            )
        )
    return Picture(tuple(spots), full_height * scale)


def chip(note: str, spot: Spot) -> tuple[float, float, float, float]:
    """Left, top, width and height of the ground of a note on a piece: in its middle, and no wider."""
    points = points_within(note, 9, 700, spot.width - 2 * CHIP_ROOM)
    width, tall = wide(note, points, 700) + 2 * CHIP_ROOM, CHIP_HEIGHT * points / 9
    return spot.x + (spot.width - width) / 2, spot.y + (spot.height - tall) / 2, width, tall


def _lines(area: Area, game: Game, width: float) -> list[list[Placed]]:
    """One row of interlocking pieces as several lines; none if it can be read in one."""
    if area.layout != "grid" or len({placed.at[1] for placed in area.pieces if placed.at}) > 1:
        return []
    decks = [game.deck(placed.deck) for placed in area.pieces if placed.deck]
    long = sum(deck.size[0] for deck in decks) * _SHORTEST > width
    alike = len(decks) == len(area.pieces) and all(deck.shape in STRIPS for deck in decks)
    if not long or not alike or len(decks) == 1:
        return []
    ordered = sorted(area.pieces, key=lambda placed: placed.at or (0, 0))
    in_a_line = max(1, int(width / _SHORTEST / max(deck.size[0] for deck in decks)))
    return [ordered[first : first + in_a_line] for first in range(0, len(ordered), in_a_line)]


def _in_lines(
    area: Area, lines: Sequence[Sequence[Placed]], game: Game, width: float, height: float
) -> Picture:
    """A long row as lines under each other, all in one scale, each with the places of its pieces."""
    spots: list[Spot] = []
    captions: list[tuple[str, Point]] = []
    y, first, start = 0.0, 1, 0.0
    pitch = step([game.deck(placed.deck) for placed in area.pieces])
    for line in lines:
        # A short line has room for a full one, so that it is not drawn larger.
        grid = tuple(replace(placed, at=(place, 0)) for place, placed in enumerate(line))
        room = width * (1 + pitch * (len(line) - 1)) / (1 + pitch * (len(lines[0]) - 1))
        drawn = lay_out(replace(area, pieces=grid), game, room, height / len(lines) - 2 * NOTE_LEADING)
        start = start or drawn.spots[0].x
        last = first + len(line) - 1
        said = f"{first} to {last} from the left" if len(line) > 1 else f"{first} from the left"
        captions.append((game.words(said), (start, y + NOTE_LEADING - 1)))
        left, y, first = start - drawn.spots[0].x, y + NOTE_LEADING, last + 1
        spots += [
            replace(spot, placed=placed, x=spot.x + left, y=spot.y + y)
            for spot, placed in zip(drawn.spots, line, strict=True)
        ]
        y += drawn.height + NOTE_LEADING
    return Picture(tuple(spots), y - NOTE_LEADING, tuple(captions))


def step(decks: Collection[Deck]) -> float:
    """The distance from one piece to the next, in widths: strips of hexes interlock by half a hex."""
    if decks and all(deck.shape in STRIPS for deck in decks):
        return min(deck.grid[0] / (deck.grid[0] + 0.5) for deck in decks)
    return 1.0


_Any = TypeVar("_Any")


def from_below(drawn: Sequence[_Any], pieces: Sequence[Placed], game: Game) -> Sequence[_Any]:
    """Order what is drawn for each piece, the lowest first: the right end of a lapped piece lies on the
    next one, so the last is the lowest, unless the pieces lie on their fronts."""
    fronts = all(one.deck and game.deck(one.deck).shape == "lapped" and one.side != "b" for one in pieces)
    return drawn[::-1] if fronts else drawn


def outline(deck: Deck, renderer: Renderer) -> Outline:
    """The cut line of a front; a back has its mirror image."""
    return path(shapes.path_data(deck, renderer.theme.lengths["corner"]))


def broken(text: str, font: fonts.Font, points: float, width: float) -> Iterator[str]:
    """The text in lines of at most `width` mm, unless a single word is wider."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and font.width(longer, points * MM_PER_POINT) > width:
            yield line
            line = word
        else:
            line = longer
    if line:
        yield line


@dataclass(frozen=True)
class _Row:
    """Pieces of a list side by side, placed as if they were the first row."""

    spots: tuple[Spot, ...]
    width: float
    height: float


def _is_list(area: Area) -> bool:
    return area.layout == "list" or any(placed.at is None for placed in area.pieces)


def _listed(pieces: Sequence[Placed], game: Game, width: float, scale: float) -> Picture:
    """Rows of pieces below each other. A single row is centred; several begin at the left."""
    rows = list(_rows(pieces, game, width, scale))
    x = (width - rows[0].width) / 2 if len(rows) == 1 else 0.0
    y = 0.0
    spots: list[Spot] = []
    for row in rows:
        spots += [replace(spot, x=spot.x + x, y=y) for spot in row.spots]
        y += row.height
    return Picture(tuple(spots), y)


def _rows(pieces: Sequence[Placed], game: Game, width: float, scale: float) -> Iterator[_Row]:
    spots: list[Spot] = []
    x = tallest = below = 0.0
    for placed in pieces:
        across, down = (side * scale for side in _list_size(placed, game, width))
        lines = note_lines(note_of(placed), across)
        taken = max(across, *(wide(line, NOTE_POINTS, 500) for line in lines), 0.0)
        if spots and x + taken > width:
            yield _Row(tuple(spots), x - _GAP, tallest + below + _GAP)
            spots, x, tallest, below = [], 0.0, 0.0, 0.0
        spots.append(Spot(placed, x, 0.0, across, down))
        x += taken + _GAP
        tallest, below = max(tallest, down), max(below, len(lines) * NOTE_LEADING)
    yield _Row(tuple(spots), x - _GAP, tallest + below + _GAP)


def _list_size(placed: Placed, game: Game, width: float) -> tuple[float, float]:
    if not placed.deck:
        return min(width, wide(placed.code, 9, 600) + 4), 10.0
    across, down = game.deck(placed.deck).size
    scale = min(_LARGEST, _LIST_HEIGHT / down, width / across)
    return across * scale, down * scale


def note_of(placed: Placed) -> str:
    words = [f"{placed.count} ×"] if placed.count > 1 else []
    return " ".join([*words, placed.note] if placed.note else words)


def note_lines(note: str, across: float) -> list[str]:
    """A note under a piece, in lines; they may be wider than a small piece."""
    font = fonts.font("Barlow", 500)
    return list(broken(note, font, NOTE_POINTS, max(across, _NOTE_WIDTH)))


def wide(text: str, points: float, weight: int) -> float:
    return fonts.font("Barlow", weight).width(text, points * MM_PER_POINT)


def points_within(text: str, points: float, weight: int, width: float) -> float:
    """The size, in points, at which a text is at most `width` mm wide.

    It is never smaller than can be read, so a long text may reach beyond.
    """
    fitting = points * min(1.0, width / (wide(text, points, weight) or 1.0))
    return max(min(points, SMALLEST), fitting)


def _place(layout: str, at: tuple[int, int]) -> Point:
    """A place in widths and rows: in axial hexes each row starts half a hex further right."""
    if layout == "hexes":
        return at[0] + at[1] / 2, float(at[1])
    return float(at[0]), float(at[1])


def slots(face: Face, *, insets: bool = False) -> Iterator[tuple[str, Rect]]:
    """The places of a face where something lies, by the name of what lies there, mm.

    A template marks them with a comment: the name, the upper left corner, and the side, which is 0 where only
    the middle matters. Three more numbers turn it by degrees about a point, as `rotate` does.

    insets  whether to name what only small pictures on a screen use, too: where they show what lies beside a
            board, and which part of a face stands for all of it
    """
    for kind, name, *numbers in _SLOT.findall(face.svg):
        if kind == "inset" and not insets:
            continue
        x, y, side = map(float, numbers[:3])
        if numbers[3]:
            matrix = values.transform(f"rotate({' '.join(numbers[3:])})")
            x, y = values.apply(matrix, x + side / 2, y + side / 2)
            x, y = x - side / 2, y - side / 2
        yield name, Rect(x, y, side, side)


def resting(placed: Placed, under: Face, game: Game) -> Iterator[tuple[Resting, Point]]:
    """The pieces in the slots of a face, each with its upper left corner there, mm on the face.

    A piece is in the middle of its slot. Raises `DataError` if the face has no free slot of that name.
    """
    free: dict[str, list[Rect]] = {}
    for name, slot in slots(under):
        free.setdefault(name, []).append(slot)
    for held in placed.holds:
        if not free.get(held.slot):
            raise DataError(f'It has no free slot "{held.slot}" for {held.code}.', where=under.where)
        slot, (across, down) = free[held.slot].pop(0), game.deck(held.deck).size
        yield held, (slot.x + (slot.width - across) / 2, slot.y + (slot.height - down) / 2)


def showing(placed: Placed, deck: Deck, renderer: Renderer) -> Face | None:
    """The visible side of a piece; None if it is blank. A hidden piece shows its back."""
    piece = next((piece for piece in deck.pieces if piece.code == placed.code), None)
    faces = renderer.faces(deck, piece or deck.pieces[0])
    if piece is None or not placed.up:
        return faces.back
    return faces.back if placed.side == "b" and faces.back else faces.front
