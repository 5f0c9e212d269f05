"""Imposition: from pieces to sheets. Pure geometry that knows no game and writes no file.

All lengths are mm from the top left corner of the visible side, y down. A back is placed so that it lands
behind its front when the printer turns the sheet over.
"""

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from components.catalogue import Deck
from components.errors import PaperError
from generator.faces import shapes
from generator.faces.rect import Rect
from generator.faces.svg.path import Point
from generator.sheets.layout import (
    STRAIGHT,
    TURNS,
    Cell,
    Page,
    arrange,
    centred,
    fits,
    pages,
    tallest_first,
    turned,
    turns_sideways,
)
from generator.sheets.marks import OVERLAP, Inked, Line, crop_marks, dots, join_marks
from generator.sheets.paper import Paper

_CARD = 150.0  # the longer side of the largest card, mm: what is longer is a mat or a board


class Item(NamedTuple):
    """One piece to be cut: its code, the number of the copy, and the keys of its faces (back "" for none)."""

    deck: Deck
    code: str
    copy: int
    front: str
    back: str


class Placement(NamedTuple):
    """A face on a side of a sheet.

    trim    the rectangle of the cut piece, or of the part of a board
    clip    where its ink may go: the trim and its share of the bleed
    turn    degrees clockwise by which the face is turned: 0, 90, 180 or 270
    window  the part of the face that is shown, mm on the face; the whole face except for boards
    part    "2 of 3" for a part of a board
    side    the side of the piece, front or back
    """

    item: Item
    face: str
    slot: int
    trim: Rect
    clip: Rect
    turn: int
    window: Rect
    part: str = ""
    side: str = "front"

    def on_sheet(self, x: float, y: float) -> Point:
        """Return where a point of the face, mm from its corner, lies on the sheet."""
        middle = (self.trim.x + self.trim.width / 2, self.trim.y + self.trim.height / 2)
        cos, sin = (round(f(math.radians(self.turn))) for f in (math.cos, math.sin))
        x, y = x - self.window.x - self.window.width / 2, y - self.window.y - self.window.height / 2
        return middle[0] + cos * x - sin * y, middle[1] + sin * x + cos * y


class Sheet(NamedTuple):
    """One side of one sheet. `side` is front, back, or both for a gutterfold."""

    number: int
    of: int
    side: str
    width: float
    height: float
    placements: tuple[Placement, ...]
    marks: tuple[Line, ...]
    label: Rect
    upright: bool  # the label runs along the bottom, otherwise up the left side
    registration: tuple[Rect, ...] = ()  # black marks for a cutting machine


class Part(NamedTuple):
    """The sheets of one deck or sprue, with a heading in the outline and a file named `name`."""

    name: str
    title: str
    sheets: tuple[Sheet, ...]


def impose(items: Sequence[Item], paper: Paper) -> tuple[Sheet, ...]:
    """The sheets that print the items, each front followed by its back.

    Items that are too large for the paper are split over several pages. Raises `PaperError` for a piece
    that cannot be printed at all.
    """
    two_sided = any(item.back for item in items) and paper.duplex != "off"
    if not two_sided:
        paper = paper._replace(duplex="off")
    fronts: list[Sheet] = []
    for run in _runs(items, paper):
        fronts += _split(run[0], paper) if _too_large(run[0], paper) else _gang(run, paper)
    fronts = [sheet._replace(number=i, of=len(fronts)) for i, sheet in enumerate(fronts, 1)]
    if not two_sided:
        return tuple(fronts)
    if paper.duplex == "fold":
        return tuple(_folded(sheet, paper) for sheet in fronts)
    return tuple(side for sheet in fronts for side in (sheet, _back(sheet, paper)))


def sheets_for(items: Sequence[Item], paper: Paper) -> int:
    """On how many sheets of paper the items are printed; quicker than to impose them."""
    if paper.duplex != "off" and not any(item.back for item in items):
        paper = paper._replace(duplex="off")
    return sum(
        len(_split(run[0], paper))
        if _too_large(run[0], paper)
        else sum(len(arranged) for _, _, arranged in _arranged(run, paper))
        for run in _runs(items, paper)
    )


def _runs(items: Sequence[Item], paper: Paper) -> Iterator[list[Item]]:
    """Groups of items that may share sheets: all that fit the paper together, each larger one alone."""
    kinds = {(item.deck.name, item.deck.size): item for item in items}
    large = {kind for kind, item in kinds.items() if _too_large(item, paper)}
    if small := [item for item in items if (item.deck.name, item.deck.size) not in large]:
        yield small
    yield from ([item] for item in items if large and (item.deck.name, item.deck.size) in large)


def _too_large(item: Item, paper: Paper) -> bool:
    """Tell whether an item has to be split over pages. Raises `PaperError` for a card, which never is."""
    if any(fits(item.deck, page.area, turn) for page in pages(paper) for turn in (0, 90)):
        return False
    if item.deck.shape == "card" and max(item.deck.size) <= _CARD:
        size = " × ".join(f"{side:g}" for side in item.deck.size)
        raise PaperError(
            f"The {item.deck.name} of {size} mm do not fit the paper, and cards are not printed in parts.",
            where="--paper",
            todo="Use larger paper or a smaller --margin; --margin 0 --marks none lets a card fill a page.",
        )
    return True


def _gang(items: list[Item], paper: Paper) -> list[Sheet]:
    """Several pieces per sheet, on as few sheets as possible; pieces of a size stay together."""
    sheets = []
    for page, ordered, arranged in _arranged(items, paper):
        rest = iter(ordered)
        for cells in centred(arranged, page):
            placements = _placed(list(itertools.islice(rest, len(cells))), cells, page, paper)
            inked = tuple(_inked(placed) for placed in placements)
            marks = crop_marks(inked, (page.width, page.height), paper)
            sheets.append(_sheet(page, placements, marks))
    return sheets


def _arranged(items: list[Item], paper: Paper) -> list[tuple[Page, list[Item], list[list[Cell]]]]:
    """The page, the items in their order, and the cells of each sheet; once, or for each size."""
    ways, tried = [], set()
    kinds = {item.deck.name: item.deck for item in items}.values()
    for page, turns in itertools.product(pages(paper), TURNS):
        # A square lies in one way only.
        lying = (len({*deck.size}) + len({*deck.block}) > 2 and turned(deck, turns) for deck in kinds)
        if (way := (page, *lying)) in tried:
            continue
        tried.add(way)
        ordered = sorted(items, key=lambda item: tallest_first(item.deck, turns)) if len(kinds) > 1 else items
        if found := arrange([item.deck for item in ordered], page.area, paper, turns):
            ways.append((page, ordered, found))
    if not ways:  # no arrangement suits them all: take each size separately
        ordered = sorted(items, key=lambda item: tallest_first(item.deck, "upright"))
        by_size = itertools.groupby(ordered, key=lambda item: item.deck.size)
        return [way for _, like in by_size for way in _arranged(list(like), paper)]
    return [min(ways, key=lambda way: len(way[2]))]


def _sheet(page: Page, placements: tuple[Placement, ...], marks: tuple[Line, ...]) -> Sheet:
    """A front; it is numbered when all sheets are known."""
    return Sheet(
        0, 0, "front", page.width, page.height, placements, marks, page.label, page.upright, page.registration
    )  # fmt: skip


def _placed(items: Sequence[Item], cells: Sequence[Cell], page: Page, paper: Paper) -> tuple[Placement, ...]:
    allowed = _off_label(page)
    placements = []
    trims = tuple(Rect(cell.x, cell.y, cell.width, cell.height) for cell in cells)
    clips = _bleeding(trims, min(paper.bleed, page.bleed))
    for slot, (item, cell, trim) in enumerate(zip(items, cells, trims, strict=True), 1):
        clip = clips[trim].within(allowed)
        window = Rect(0, 0, *item.deck.size)
        placements.append(Placement(item, item.front, slot, trim, clip, cell.turn, window))
    return tuple(placements)


def _inked(placed: Placement) -> Inked:
    straight = placed.item.deck.shape in STRAIGHT or bool(placed.part)
    return Inked(placed.trim, placed.clip, straight)


@lru_cache(maxsize=64)
def _bleeding(trims: tuple[Rect, ...], bleed: float) -> Mapping[Rect, Rect]:
    """Extend each trim by its ink. Cached, since the sheets of a deck have the same layout."""
    return {trim: _grown(trim, trims, bleed) for trim in trims}


def _grown(trim: Rect, all_trims: Sequence[Rect], bleed: float) -> Rect:
    """The trim grown by the bleed on each side, at most half way to a neighbour."""
    reach = dict.fromkeys(("left", "top", "right", "bottom"), bleed)
    near = trim.grown(2 * bleed)
    right, bottom = near.right, near.bottom
    askew = []
    for other in all_trims:
        if other is trim or other.x > right or other.y > bottom:
            continue
        if other.x + other.width < near.x or other.y + other.height < near.y:
            continue
        across = ("right", other.x - trim.right) if other.x > trim.x else ("left", trim.x - other.right)
        down = ("bottom", other.y - trim.bottom) if other.y > trim.y else ("top", trim.y - other.bottom)
        (aside, free), (over, room) = across, down
        if free < -1e-6 and room >= -1e-6:
            reach[over] = min(reach[over], room / 2)
        elif room < -1e-6 and free >= -1e-6:
            reach[aside] = min(reach[aside], free / 2)
        elif free >= -1e-6:
            askew.append({aside: free / 2, over: room / 2})
    for halves in askew:  # a diagonal neighbour counts only if ink would reach it round the corner
        if all(reach[side] > half for side, half in halves.items()):
            reach |= halves
    left, top, right, bottom = (max(0.0, side) for side in reach.values())
    return Rect(trim.x - left, trim.y - top, trim.width + left + right, trim.height + top + bottom)


def _off_label(sheet: Page | Sheet) -> Rect:
    """The sheet without the band of its label: bleed may run into the margin but not under the label."""
    if sheet.upright and sheet.label.y > sheet.height / 2:
        return Rect(0, 0, sheet.width, sheet.label.y)
    if sheet.upright:  # the back of a sheet for a cutting machine
        return Rect(0, sheet.label.bottom, sheet.width, sheet.height - sheet.label.bottom)
    return Rect(sheet.label.right, 0, sheet.width - sheet.label.right, sheet.height)


def _split(item: Item, paper: Paper) -> list[Sheet]:
    """A board on as few pages as possible, each overlapping the next, with marks where they join."""
    ways = []
    for page in pages(paper):
        if min(page.area.width, page.area.height) > 2 * OVERLAP:
            across, down = (_parts(*pair) for pair in zip(item.deck.size, page.area.size, strict=True))
            ways.append((across * down, page, across, down))
    if not ways:
        raise PaperError(
            f"The paper is too small to print {item.code} in parts.",
            where="--paper",
            todo="Use larger paper or a smaller --margin.",
        )
    total, page, across, down = min(ways, key=lambda way: way[0])
    width = (item.deck.size[0] + (across - 1) * OVERLAP) / across
    height = (item.deck.size[1] + (down - 1) * OVERLAP) / down
    sheets = []
    for index in range(total):
        row, column = divmod(index, across)
        window = Rect(column * (width - OVERLAP), row * (height - OVERLAP), width, height)
        trim = Rect(
            page.area.x + (page.area.width - width) / 2,
            page.area.y + (page.area.height - height) / 2,
            width,
            height,
        )
        clip = _part_clip(trim, window, item.deck.size, min(paper.bleed, page.bleed)).within(_off_label(page))
        part = f"{index + 1} of {total}"
        placed = Placement(item, item.front, 1, trim, clip, 0, window, part)
        crops = crop_marks((_inked(placed),), (page.width, page.height), paper)
        marks = (*crops, *join_marks(trim, row, column, down, across))
        sheets.append(_sheet(page, (placed,), marks))
    return sheets


def _parts(length: float, room: float) -> int:
    return 1 if length <= room + 1e-6 else math.ceil((length - OVERLAP) / (room - OVERLAP) - 1e-9)


def _part_clip(trim: Rect, window: Rect, board: tuple[float, float], bleed: float) -> Rect:
    """Bleed only at the board's own edges, not where a part is glued to the next."""
    left = bleed if window.x < 1e-6 else 0.0
    right = bleed if window.right > board[0] - 1e-6 else 0.0
    top = bleed if window.y < 1e-6 else 0.0
    bottom = bleed if window.bottom > board[1] - 1e-6 else 0.0
    return Rect(trim.x - left, trim.y - top, trim.width + left + right, trim.height + top + bottom)


def _back(front: Sheet, paper: Paper) -> Sheet:
    """The other side of a sheet that the printer turns about its long or short edge."""
    sideways = turns_sideways(front.width, front.height, paper.duplex)
    # For a cutting machine, only the band of the label itself stays free.
    label = _flipped(front.label, front, sideways) if front.registration else front.label
    allowed = _flipped(_off_label(front._replace(label=label)), front, sideways)
    placements = _mirrored(front, allowed, sideways, paper)
    marks = _back_marks(front, placements, sideways, paper) if placements else ()
    return front._replace(side="back", placements=placements, marks=marks, label=label, registration=())


def _back_marks(front: Sheet, backs: Sequence[Placement], sideways: bool, paper: Paper) -> tuple[Line, ...]:
    """The front's marks as they fall on the back, clear of the ink there; or dots."""
    joins = [_mirrored_line(line, front, sideways) for line in front.marks if line.kind == "join"]
    if paper.marks == "dots":
        return (*dots(place for placed in backs for place in _dotted(placed)), *joins)
    inks = {placed.slot: _flipped(placed.clip, front, sideways) for placed in backs}
    pieces = (_inked(placed)._replace(clip=inks.get(placed.slot, placed.clip)) for placed in front.placements)
    crops = crop_marks(tuple(pieces), (front.width, front.height), paper)
    return (*(_mirrored_line(line, front, sideways) for line in crops), *joins)


def _dotted(placed: Placement) -> Iterator[Point]:
    """Yield the places of a back's dots on the sheet; parts of a board also have them on their corners."""
    deck, window = placed.item.deck, placed.window
    # Seen from behind, the cut line is mirrored.
    places = [(deck.size[0] - x, y) for x, y in shapes.corners(deck)]
    if placed.part:
        corners = [(x, y) for x in (window.x, window.right) for y in (window.y, window.bottom)]
        places = [place for place in places if window.holds(place)]
        places += [(x, y) for x, y in corners if shapes.inside_by(deck, (deck.size[0] - x, y)) > -1e-6]
    return (placed.on_sheet(x, y) for x, y in places)


def _mirrored(sheet: Sheet, allowed: Rect, sideways: bool, paper: Paper) -> tuple[Placement, ...]:
    """The backs behind their fronts. Their ink covers that of the fronts, and reaches further where it is
    `allowed`, as seen from the front, and there is no neighbour."""
    bleed = paper.bleed + paper.back_bleed
    clips = _bleeding(tuple(placed.trim for placed in sheet.placements), bleed)
    backs = []
    for placed in sheet.placements:
        width = placed.item.deck.size[0]
        clip = clips[placed.trim]
        if placed.part:
            clip = _part_clip(placed.trim, placed.window, placed.item.deck.size, bleed)
        if placed.item.back:
            back = placed._replace(
                face=placed.item.back,
                side="back",
                trim=_flipped(placed.trim, sheet, sideways),
                clip=_flipped(clip.within(allowed).around(placed.clip), sheet, sideways),
                turn=(-placed.turn if sideways else 180 - placed.turn) % 360,
                # The right part of a board's back is behind the left part of its front.
                window=placed.window._replace(x=width - placed.window.right),
            )
            backs.append(back)
    return tuple(backs)


def _flipped(rect: Rect, sheet: Sheet, sideways: bool) -> Rect:
    if sideways:
        return Rect(sheet.width - rect.right, rect.y, rect.width, rect.height)
    return Rect(rect.x, sheet.height - rect.bottom, rect.width, rect.height)


def _mirrored_line(line: Line, sheet: Sheet, sideways: bool) -> Line:
    if sideways:
        return line._replace(x1=sheet.width - line.x1, x2=sheet.width - line.x2)
    return line._replace(y1=sheet.height - line.y1, y2=sheet.height - line.y2)


def _folded(sheet: Sheet, paper: Paper) -> Sheet:
    """Fronts on the left and backs on the right, to fold along the middle and glue."""
    middle = sheet.width / 2
    allowed = Rect(0, 0, middle, sheet.label.y if sheet.upright else sheet.height)
    backs = _mirrored(sheet, allowed, True, paper)
    left = [line for line in sheet.marks if max(line.x1, line.x2) < middle]
    right = [line for line in _back_marks(sheet, backs, True, paper) if min(line.x1, line.x2) > middle]
    fold = Line(middle, 2.0, middle, sheet.height - 2.0, "fold")
    return sheet._replace(side="both", placements=sheet.placements + backs, marks=(*left, *right, fold))
