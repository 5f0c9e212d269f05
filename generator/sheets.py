"""From pieces to sheets: imposition. Pure geometry; knows no game and writes no file.

All lengths are mm from the top left corner of the sheet as it is seen, y down. A back is placed where
it lands behind its front when the printer turns the sheet over.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from components.catalogue import Deck
from components.errors import PaperError
from generator.paper import Paper

_OVERLAP = 10.0  # how much of a board neighbouring pages both show, to glue one on the other
_ROUND_GAP = 2.0  # pieces cut with scissors need room between them
_MARK_GAP = 6.0  # between rows of different pieces, room for the marks of both


@dataclass(frozen=True)
class Rect:
    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    def grown(self, by: float) -> Rect:
        return Rect(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def within(self, other: Rect) -> Rect:
        x, y = max(self.x, other.x), max(self.y, other.y)
        return Rect(x, y, min(self.right, other.right) - x, min(self.bottom, other.bottom) - y)


@dataclass(frozen=True)
class Item:
    """One piece to be cut: which, which copy of it, and the keys of its faces (back "" if it has none)."""

    deck: Deck
    code: str
    copy: int
    front: str
    back: str


@dataclass(frozen=True)
class Placement:
    """A face on a side of a sheet.

    trim    where the cut piece lies; for a part of a board, where that part lies
    clip    where its ink may go: the trim and its share of the bleed
    turn    degrees clockwise the face is turned, 0, 90, 180 or 270
    window  the part of the face shown, in the face's own mm; the whole face but for boards
    part    "2 of 3" for a part of a board
    side    which side of the piece it is, front or back
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


@dataclass(frozen=True)
class Line:
    """A printed mark, mm. kind: crop, cut (inside the sheet), fold or join."""

    x1: float
    y1: float
    x2: float
    y2: float
    kind: str = "crop"


@dataclass(frozen=True)
class Sheet:
    """One side of one sheet. `side` is front, back, or both for a gutterfold."""

    number: int
    of: int
    side: str
    width: float
    height: float
    placements: tuple[Placement, ...]
    marks: tuple[Line, ...]
    label: Rect
    upright: bool  # the label runs along the bottom; else up the left side


@dataclass(frozen=True)
class _Cell:
    """A place in a layout: the trimmed piece turned by `turn` in it."""

    x: float
    y: float
    width: float
    height: float
    turn: int


@dataclass(frozen=True)
class _Page:
    """An empty sheet: its size, the area pieces may use, and where the label goes."""

    width: float
    height: float
    area: Rect
    label: Rect
    upright: bool


def impose(items: Sequence[Item], paper: Paper) -> tuple[Sheet, ...]:
    """The sheets that print the items, each front followed by its back.

    Items that are too large for the paper are split over pages. Raises `PaperError` for a piece that
    cannot be printed at all.
    """
    two_sided = any(item.back for item in items) and paper.duplex != "off"
    if not two_sided:
        paper = replace(paper, duplex="off")
    fronts: list[Sheet] = []
    for run in _runs(items, paper):
        fronts += _split(run[0], paper) if _too_large(run[0], paper) else _gang(run, paper)
    fronts = [replace(sheet, number=i, of=len(fronts)) for i, sheet in enumerate(fronts, 1)]
    if not two_sided:
        return tuple(fronts)
    if paper.duplex == "fold":
        return tuple(_folded(sheet) for sheet in fronts)
    return tuple(side for sheet in fronts for side in (sheet, _back(sheet, paper)))


def _runs(items: Sequence[Item], paper: Paper) -> Iterator[list[Item]]:
    """Items that may share a sheet: all that fit the paper together, each that does not alone."""
    small = [item for item in items if not _too_large(item, paper)]
    if small:
        yield small
    for item in items:
        if _too_large(item, paper):
            yield [item]


def _pages(paper: Paper) -> list[_Page]:
    """The ways to lay the sheet: upright or turned, with the label along the bottom or up the side."""
    pages = []
    for width, height in ((paper.width, paper.height), (paper.height, paper.width)):
        usable = Rect(paper.margin, paper.margin, width - 2 * paper.margin, height - 2 * paper.margin)
        band = paper.band
        bottom = Rect(usable.x, usable.bottom - band, usable.width, band)
        side = Rect(usable.x, usable.y, band, usable.height)
        # The band is kept free on both sides, so that the pieces stay in the middle of the sheet.
        below = Rect(usable.x, usable.y + band, usable.width, usable.height - 2 * band)
        beside = Rect(usable.x + band, usable.y, usable.width - 2 * band, usable.height)
        pages.append(_Page(width, height, below, bottom, True))
        pages.append(_Page(width, height, beside, side, False))
    if paper.duplex == "fold":
        pages = [replace(page, area=_left_half(page)) for page in pages]
    return pages


def _left_half(page: _Page) -> Rect:
    return replace(page.area, width=page.width / 2 - page.area.x - _ROUND_GAP)


def _too_large(item: Item, paper: Paper) -> bool:
    return not any(_fits(item.deck, page.area, turn) for page in _pages(paper) for turn in (0, 90))


def _fits(deck: Deck, area: Rect, turn: int) -> bool:
    width, height = deck.size if turn == 0 else deck.size[::-1]
    return width <= area.width + 1e-6 and height <= area.height + 1e-6


def _gang(items: list[Item], paper: Paper) -> list[Sheet]:
    """Several pieces to a sheet, on as few sheets as the ways to lay them allow."""
    layouts = [(page, _layout(items, page.area, paper, turn)) for page in _pages(paper) for turn in (0, 90)]
    page, chosen = min(
        ((page, layout) for page, layout in layouts if layout), key=lambda found: len(found[1])
    )
    sheets, start = [], 0
    for cells in chosen:
        taken = items_in_order(items)[start : start + len(cells)]
        start += len(cells)
        placements = _placed(taken, _centred(cells, chosen[0], page), page, paper)
        marks = tuple(_marks(placements, page, paper))
        sheets.append(
            Sheet(0, 0, "front", page.width, page.height, placements, marks, page.label, page.upright)
        )
    return sheets


def items_in_order(items: Sequence[Item]) -> list[Item]:
    """The order in which items fill the sheets: like sizes together, the tallest first."""
    return sorted(items, key=lambda item: (-item.deck.size[1], -item.deck.size[0]))


def _layout(items: list[Item], area: Rect, paper: Paper, turn: int) -> list[list[_Cell]]:
    """Cells for all items, sheet by sheet, or nothing if an item does not fit that way round."""
    ordered = items_in_order(items)
    if not all(_fits(item.deck, area, turn) for item in ordered):
        return []
    if len({(item.deck.size, item.deck.shape) for item in ordered}) == 1 and ordered[0].deck.shape == "hex":
        return _honeycomb(len(ordered), ordered[0].deck, area, turn)
    return _shelves(ordered, area, paper, turn)


def _shelves(items: list[Item], area: Rect, paper: Paper, turn: int) -> list[list[_Cell]]:
    """Rows of pieces, each row as high as its highest: every row is freed by one straight cut."""
    sheets: list[list[_Cell]] = [[]]
    x, y, shelf = 0.0, 0.0, (0.0, 0.0)
    for item in items:
        size = width, height = item.deck.size if turn == 0 else item.deck.size[::-1]
        gap = max(paper.gap, 0.0 if item.deck.shape in ("card", "square") else _ROUND_GAP)
        if shelf[1] and (size != shelf or x + width > area.width + 1e-6):
            x, y = 0.0, y + shelf[1] + (gap if size == shelf else max(gap, _MARK_GAP))
        if y + height > area.height + 1e-6:
            sheets.append([])
            x, y = 0.0, 0.0
        sheets[-1].append(_Cell(area.x + x, area.y + y, width, height, turn))
        x, shelf = x + width + gap, size
    return sheets


def _honeycomb(count: int, deck: Deck, area: Rect, turn: int) -> list[list[_Cell]]:
    """Hexes edge to edge: every second row half a hex aside, so that each cut frees two edges."""
    flat, tall = deck.size
    along, across = (area.width, area.height) if turn == 0 else (area.height, area.width)
    rows = 1 + math.floor((across - tall) / (tall * 0.75) + 1e-9)
    spots: list[tuple[float, float]] = []
    for row in range(rows):
        shift = flat / 2 if row % 2 else 0.0
        spots += [
            (shift + column * flat, row * tall * 0.75)
            for column in range(math.floor((along - shift) / flat + 1e-9))
        ]
    width, height = (flat, tall) if turn == 0 else (tall, flat)
    cells = [
        _Cell(area.x + (a if turn == 0 else b), area.y + (b if turn == 0 else a), width, height, turn)
        for a, b in spots
    ]
    return [cells[: count - start] for start in range(0, count, len(cells))]


def _centred(cells: list[_Cell], fullest: list[_Cell], page: _Page) -> list[_Cell]:
    """The block in the middle of the area. Measured on the first sheet, so a last sheet that is not
    full lies on the same places."""
    right = max(cell.x + cell.width for cell in fullest)
    bottom = max(cell.y + cell.height for cell in fullest)
    dx, dy = (page.area.right - right) / 2, (page.area.bottom - bottom) / 2
    return [replace(cell, x=cell.x + dx, y=cell.y + dy) for cell in cells]


def _placed(
    items: Sequence[Item], cells: Sequence[_Cell], page: _Page, paper: Paper
) -> tuple[Placement, ...]:
    allowed = _inkable(page)
    placements = []
    trims = [Rect(cell.x, cell.y, cell.width, cell.height) for cell in cells]
    for slot, (item, cell, trim) in enumerate(zip(items, cells, trims, strict=True), 1):
        clip = _bleeding(trim, trims, paper.bleed).within(allowed)
        window = Rect(0, 0, *item.deck.size)
        placements.append(Placement(item, item.front, slot, trim, clip, cell.turn, window))
    return tuple(placements)


def _bleeding(trim: Rect, all_trims: Sequence[Rect], bleed: float) -> Rect:
    """The trim grown by the bleed on each side, but no further than half way to a neighbour."""
    left = top = right = bottom = bleed
    for other in all_trims:
        if other is trim:
            continue
        if other.y < trim.bottom + bleed and other.bottom > trim.y - bleed:
            if other.x >= trim.right - 1e-6:
                right = min(right, (other.x - trim.right) / 2)
            elif other.right <= trim.x + 1e-6:
                left = min(left, (trim.x - other.right) / 2)
        if other.x < trim.right + bleed and other.right > trim.x - bleed:
            if other.y >= trim.bottom - 1e-6:
                bottom = min(bottom, (other.y - trim.bottom) / 2)
            elif other.bottom <= trim.y + 1e-6:
                top = min(top, (trim.y - other.bottom) / 2)
    left, top, right, bottom = (max(0.0, side) for side in (left, top, right, bottom))
    return Rect(trim.x - left, trim.y - top, trim.width + left + right, trim.height + top + bottom)


def _inkable(page: _Page) -> Rect:
    """The sheet without its label's band: bleed may run into the margin, not under the label."""
    if page.upright:
        return Rect(0, 0, page.width, page.label.y)
    return Rect(page.label.right, 0, page.width - page.label.right, page.height)


def _marks(placements: Sequence[Placement], page: _Page, paper: Paper) -> Iterator[Line]:
    """Crop marks: along every cut, outside the pieces and their bleed, out to the sheet's edge."""
    if paper.marks == "none":
        return
    straight = [p for p in placements if p.item.deck.shape in ("card", "square", "net") or p.part]
    if not straight:
        return
    left = min(p.clip.x for p in straight)
    right = max(p.clip.right for p in straight)
    top = min(p.clip.y for p in straight)
    bottom = max(p.clip.bottom for p in straight)
    away, edge = 0.5, 2.0
    for y in _edges(straight, vertical=False):
        yield Line(edge, y, left - away, y)
        yield Line(right + away, y, page.width - edge, y)
        if paper.marks == "lines":
            yield Line(left, y, right, y, "cut")
    blocks = _blocks(straight)
    for block in blocks:
        above, below = min(p.trim.y for p in block), max(p.trim.bottom for p in block)
        for x in _edges(block, vertical=True):
            # The outermost blocks' marks run out to the sheet's edge, so that they survive the first cut.
            yield Line(
                x,
                edge if block is blocks[0] else above - 2.5,
                x,
                (top if block is blocks[0] else above) - away,
            )
            last = block is blocks[-1]
            foot = page.height - edge if last else below + 2.5
            yield Line(x, (bottom if last else below) + away, x, foot)
            if paper.marks == "lines":
                yield Line(x, above, x, below, "cut")


def _edges(placements: Sequence[Placement], *, vertical: bool) -> list[float]:
    """Where the cuts run, from left to right or from top to bottom, each once."""
    ends = [(p.trim.x, p.trim.right) if vertical else (p.trim.y, p.trim.bottom) for p in placements]
    return sorted({round(end, 3) for pair in ends for end in pair})


def _blocks(placements: Sequence[Placement]) -> list[list[Placement]]:
    """Rows with the same vertical cuts taken together, from the top down."""
    blocks: list[list[Placement]] = []
    for top in sorted({round(p.trim.y, 3) for p in placements}):
        row = [p for p in placements if round(p.trim.y, 3) == top]
        if blocks and set(_edges(row, vertical=True)) <= set(_edges(blocks[-1], vertical=True)):
            blocks[-1] += row
        else:
            blocks.append(row)
    return blocks


def _split(item: Item, paper: Paper) -> list[Sheet]:
    """A board over as few pages as it takes, each overlapping the next, with marks where they join."""
    best: tuple[int, _Page, int, int] | None = None
    for page in _pages(paper):
        across, down = _parts(item.deck.size[0], page.area.width), _parts(item.deck.size[1], page.area.height)
        if best is None or across * down < best[0]:
            best = (across * down, page, across, down)
    assert best is not None
    total, page, across, down = best
    if min(page.area.width, page.area.height) <= 2 * _OVERLAP:
        raise PaperError(
            f"The paper is too small to print {item.code} in parts.",
            where="--paper",
            todo="Take larger paper.",
        )
    width = (item.deck.size[0] + (across - 1) * _OVERLAP) / across
    height = (item.deck.size[1] + (down - 1) * _OVERLAP) / down
    sheets = []
    for index in range(total):
        row, column = divmod(index, across)
        window = Rect(column * (width - _OVERLAP), row * (height - _OVERLAP), width, height)
        trim = Rect(
            page.area.x + (page.area.width - width) / 2,
            page.area.y + (page.area.height - height) / 2,
            width,
            height,
        )
        clip = _part_clip(trim, row, column, down, across, paper.bleed).within(_inkable(page))
        part = f"{index + 1} of {total}"
        placed = Placement(item, item.front, 1, trim, clip, 0, window, part)
        marks = (*_marks([placed], page, paper), *_joins(placed, row, column, down, across))
        sheets.append(
            Sheet(0, 0, "front", page.width, page.height, (placed,), marks, page.label, page.upright)
        )
    return sheets


def _parts(length: float, room: float) -> int:
    return 1 if length <= room + 1e-6 else math.ceil((length - _OVERLAP) / (room - _OVERLAP) - 1e-9)


def _part_clip(trim: Rect, row: int, column: int, rows: int, columns: int, bleed: float) -> Rect:
    """Bleed at the board's own edges only; where a part is cut and glued on the next, none."""
    left = bleed if column == 0 else 0.0
    right = bleed if column == columns - 1 else 0.0
    top = bleed if row == 0 else 0.0
    bottom = bleed if row == rows - 1 else 0.0
    return Rect(trim.x - left, trim.y - top, trim.width + left + right, trim.height + top + bottom)


def _joins(placed: Placement, row: int, column: int, rows: int, columns: int) -> Iterator[Line]:
    """Short marks outside the part that show how far the next part lies over this one."""
    trim = placed.trim
    if column < columns - 1:
        x = trim.right - _OVERLAP
        yield Line(x, trim.y - 5, x, trim.y - 1, "join")
        yield Line(x, trim.bottom + 1, x, trim.bottom + 5, "join")
    if row < rows - 1:
        y = trim.bottom - _OVERLAP
        yield Line(trim.x - 5, y, trim.x - 1, y, "join")
        yield Line(trim.right + 1, y, trim.right + 5, y, "join")


def _back(front: Sheet, paper: Paper) -> Sheet:
    """The other side of a sheet, as the printer turns it: about the long edge or the short one."""
    sideways = (front.height >= front.width) == (paper.duplex == "long")
    placements = tuple(
        _mirrored(placed, front, sideways, paper.shift) for placed in front.placements if placed.item.back
    )
    marks = tuple(_mirrored_line(line, front, sideways) for line in front.marks) if placements else ()
    return replace(front, side="back", placements=placements, marks=marks)


def _mirrored(placed: Placement, sheet: Sheet, sideways: bool, shift: tuple[float, float]) -> Placement:
    def flip(rect: Rect) -> Rect:
        if sideways:
            return replace(rect, x=sheet.width - rect.right + shift[0], y=rect.y + shift[1])
        return replace(rect, x=rect.x + shift[0], y=sheet.height - rect.bottom + shift[1])

    turn = (-placed.turn if sideways else 180 - placed.turn) % 360
    return replace(
        placed, face=placed.item.back, side="back", trim=flip(placed.trim), clip=flip(placed.clip), turn=turn
    )


def _mirrored_line(line: Line, sheet: Sheet, sideways: bool) -> Line:
    if sideways:
        return replace(line, x1=sheet.width - line.x1, x2=sheet.width - line.x2)
    return replace(line, y1=sheet.height - line.y1, y2=sheet.height - line.y2)


def _folded(sheet: Sheet) -> Sheet:
    """Fronts on the left, backs on the right, to be folded along the middle and glued."""
    backs = tuple(
        _mirrored(placed, sheet, True, (0.0, 0.0)) for placed in sheet.placements if placed.item.back
    )
    middle = sheet.width / 2
    fold = Line(middle, 2.0, middle, sheet.height - 2.0, "fold")
    marks = [line for line in sheet.marks if max(line.x1, line.x2) < middle]
    mirrored = [_mirrored_line(line, sheet, True) for line in marks]
    return replace(sheet, side="both", placements=sheet.placements + backs, marks=(*marks, *mirrored, fold))
