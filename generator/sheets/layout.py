"""The layout of pieces on an empty sheet: rows for straight cuts, or a honeycomb. Pure geometry, mm."""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias, get_args

from components.catalogue import Deck
from generator.faces.rect import Rect
from generator.sheets.paper import Paper

ROUND_GAP = 3.0  # space between pieces that are cut with scissors
MARK_INSET = 10.0  # distance from the edges of the sheet to the corner of a registration mark's angle
MARK_LENGTH = 5.0  # length of an angle's arm
MARK_THICKNESS = 1.0
MARK_SQUARE = 5.0
_MARK_CLEARANCE = 1.0  # room between marks and ink, so that the machine's sensor is not misled
_LESS_BLEED = (2.0, 1.0)  # bleeds that may be tried beside registration marks, mm
_SINGLE = 180.0  # paper up to this height, mm, without margins and marks is for a card or a photograph alone
_BLOCK_GAP = 4.0  # room between blocks of pieces
_MARK_GAP = 8.0  # room between rows of different pieces, for their bleed and the marks of both

# Pieces lie on a sheet as they are drawn, turned by 90 degrees, or each with its long side across.
Turns: TypeAlias = Literal["upright", "sideways", "lying"]
TURNS: tuple[Turns, ...] = get_args(Turns)

STRAIGHT = ("card", "square", "lapped", "net")  # shapes whose cuts begin with a ruler from mark to mark


class Cell(NamedTuple):
    """A place in a layout for a trimmed piece that is turned by `turn` degrees."""

    x: float
    y: float
    width: float
    height: float
    turn: int


class Page(NamedTuple):
    """An empty sheet: its size, the area for pieces, the place of the label, and how much bleed fits."""

    width: float
    height: float
    area: Rect
    label: Rect
    upright: bool
    registration: tuple[Rect, ...] = ()
    bleed: float = math.inf


@lru_cache(maxsize=16)
def pages(paper: Paper) -> tuple[Page, ...]:
    """The possible pages: upright or turned, with the label along the bottom or up the side."""
    pages: list[Page] = []
    for width, height in ((paper.width, paper.height), (paper.height, paper.width)):
        usable = _usable(width, height, paper)
        alone = paper.marks == "none" and not any(paper.margins or (paper.margin,))
        band = 0.0 if alone and paper.height <= _SINGLE else paper.band
        bottom = Rect(usable.x, usable.bottom - band, usable.width, band)
        side = Rect(usable.x, usable.y, band, usable.height)
        # The band stays free on both sides, so that the pieces are in the middle of the sheet.
        below = Rect(usable.x, usable.y + band, usable.width, usable.height - 2 * band)
        beside = Rect(usable.x + band, usable.y, usable.width - 2 * band, usable.height)
        if paper.registration:
            pages += _machine_pages(width, height, usable, paper)
            continue
        pages.append(Page(width, height, below, bottom, True))
        pages.append(Page(width, height, beside, side, False))
    pages.sort(key=lambda page: -page.bleed)  # the first of equals is taken
    if paper.duplex == "fold":
        pages = [page._replace(area=_left_half(page)) for page in pages]
    return tuple(pages)


def _usable(width: float, height: float, paper: Paper) -> Rect:
    """The sheet without its margins. Backs keep the margins as well, so where the sheet is turned over or
    folded, opposite margins are both as wide as the wider one."""
    top, right, bottom, left = paper.margins or (paper.margin,) * 4
    if width > height:  # the upright sheet, turned clockwise
        top, right, bottom, left = left, top, right, bottom
    if paper.duplex == "fold" or turns_sideways(width, height, paper.duplex):
        left = right = max(left, right)
    if turns_over(width, height, paper.duplex):
        top = bottom = max(top, bottom)
    return Rect(left, top, width - left - right, height - top - bottom)


def turns_sideways(width: float, height: float, duplex: str) -> bool:
    """Tell whether the printer turns such a sheet about a vertical edge, like a page of a book."""
    return duplex == ("long" if height >= width else "short")


def turns_over(width: float, height: float, duplex: str) -> bool:
    """Tell whether the printer turns it about a horizontal edge, like a page of a wall calendar."""
    return duplex == ("short" if height >= width else "long")


def _machine_pages(width: float, height: float, usable: Rect, paper: Paper) -> list[Page]:
    """Sheets for a cutting machine: pieces keep clear of the marks in the corners, either between or beside
    them; the label is between the lower two. The bleed gives way where more pieces fit with less of it."""
    marks = registration_marks(width, height, paper.registration)
    made = []
    for bleed in (paper.bleed, *(less for less in _LESS_BLEED if less < paper.bleed)):
        keep = MARK_INSET + MARK_LENGTH + bleed + _MARK_CLEARANCE
        label = Rect(keep, usable.bottom - paper.band, width - 2 * keep, paper.band)
        free = MARK_INSET + MARK_THICKNESS + bleed
        reach = Rect(usable.x, usable.y, usable.width, label.y - usable.y)
        between = Rect(keep, free, width - 2 * keep, label.y - free).within(reach)
        beside = Rect(usable.x, keep, usable.width, height - 2 * keep).within(reach)
        made += [Page(width, height, area, label, True, marks, bleed) for area in (between, beside)]
    return made


def registration_marks(width: float, height: float, count: int) -> tuple[Rect, ...]:
    """The black registration marks of Silhouette cutting machines, as bars and squares, mm.

    Three marks: a square in the upper left corner, angles in the upper right and lower left. Four: an
    angle in every corner. Their position and size follow the published layout of silhouette-card-maker.
    """
    corners = [(right, low) for low in (False, True) for right in (False, True)]
    marks: list[Rect] = []
    for right, low in corners[:count]:
        if count == 3 and not right and not low:
            half = MARK_SQUARE / 2
            marks.append(Rect(MARK_INSET - half, MARK_INSET - half, MARK_SQUARE, MARK_SQUARE))
            continue
        x = width - MARK_INSET if right else MARK_INSET
        y = height - MARK_INSET if low else MARK_INSET
        along = x - MARK_LENGTH if right else x
        down = y - MARK_LENGTH if low else y
        marks.append(Rect(along, y - MARK_THICKNESS if low else y, MARK_LENGTH, MARK_THICKNESS))
        marks.append(Rect(x - MARK_THICKNESS if right else x, down, MARK_THICKNESS, MARK_LENGTH))
    return tuple(marks)


def _left_half(page: Page) -> Rect:
    return page.area._replace(width=page.width / 2 - page.area.x - ROUND_GAP)


def fits(deck: Deck, area: Rect, turn: int) -> bool:
    width, height = deck.size if turn == 0 else deck.size[::-1]
    return width <= area.width + 1e-6 and height <= area.height + 1e-6


def turned(deck: Deck, turns: Turns) -> int:
    """The turn of a deck's pieces: 0, or 90 degrees."""
    if turns == "lying":
        return 0 if deck.size[0] > deck.size[1] else 90
    return 90 if turns == "sideways" else 0


def tallest_first(deck: Deck, turns: Turns) -> tuple[float, float]:
    """The order in which pieces are laid: rows of the tallest first."""
    width, height = _laid(deck, turns)
    return -height, -width


def _laid(deck: Deck, turns: Turns) -> tuple[float, float]:
    """Width and height of a piece as it lies on the sheet."""
    return deck.size if turned(deck, turns) == 0 else deck.size[::-1]


def arrange(decks: Sequence[Deck], area: Rect, paper: Paper, turns: Turns) -> list[list[Cell]]:
    """For each sheet, a cell for each piece, given by its deck; empty if a piece does not fit this way."""
    kinds = {(deck.size, deck.shape): deck for deck in decks}
    if not all(fits(deck, area, turned(deck, turns)) for deck in kinds.values()):
        return []
    if len(kinds) == 1 and decks[0].shape == "hex":
        return _honeycomb(len(decks), decks[0], area, paper.gap, turned(decks[0], turns))
    if any(deck is not decks[0] for deck in decks):
        return _shelves(decks, area, paper, turns)
    # Pieces of one size fill every sheet alike, so one that is full shows them all.
    width, height = decks[0].size
    most = int(area.width * area.height / (width * height)) + 1
    full = _shelves(decks[:most], area, paper, turns)[0]
    count, rest = divmod(len(decks), len(full))
    return [full] * count + ([full[:rest]] if rest else [])


def _shelves(decks: Sequence[Deck], area: Rect, paper: Paper, turns: Turns) -> list[list[Cell]]:
    """Rows of pieces of one size, so that one straight cut separates each row. Pieces that are cut along an
    outline may share a row with taller ones of their kind."""
    sheets: list[list[Cell]] = [[]]
    x = y = 0.0
    row: _Row | None = None
    across = down = wide = tall = 0  # pieces of a block in the row, and its rows; how many there may be
    for deck in decks:
        width, height = _laid(deck, turns)
        straight = deck.shape in STRAIGHT
        gap = max(paper.gap, 0.0 if deck.shape in STRAIGHT and deck.shape != "net" else ROUND_GAP)
        alike = row is not None and row.takes(width, height, straight)
        if any(deck.block) or not alike:  # others of that size lie in blocks, too, as cuts go through
            wide, tall = deck.block if turned(deck, turns) == 0 else deck.block[::-1]
        if row and wide and across == wide:
            x, across = x + _BLOCK_GAP, 0
        if row and not (alike and x + width <= area.width + 1e-6):
            down = down + 1 if alike else 0
            if tall and down == tall:
                down, y = 0, y + _BLOCK_GAP
            x, y, across = 0.0, y + row.height + (gap if alike else max(gap, _MARK_GAP)), 0
            row = None
        if y + height > area.height + 1e-6:
            sheets.append([])
            x, y, row, across, down = 0.0, 0.0, None, 0, 0
        row = _Row(width, max(height, row.height if row else 0.0), straight)
        sheets[-1].append(Cell(area.x + x, area.y + y, width, height, turned(deck, turns)))
        x, across = x + width + gap, across + 1
    return sheets


class _Row(NamedTuple):
    """A row being filled: the width of its last piece, the height of its tallest one, and whether they are
    cut straight."""

    width: float
    height: float
    straight: bool

    def takes(self, width: float, height: float, straight: bool) -> bool:
        if self.straight or straight:
            return (self.width, self.height, self.straight) == (width, height, straight)
        return True


def _honeycomb(count: int, deck: Deck, area: Rect, gap: float, turn: int) -> list[list[Cell]]:
    """Hexes edge to edge: every second row is shifted by half a hex, so that a cut serves two edges."""
    flat, tall = deck.size
    along, across = area.size if turn == 0 else area.size[::-1]
    step, pitch = flat + gap, tall * 0.75 + gap * math.sqrt(0.75)
    rows = 1 + math.floor((across - tall) / pitch + 1e-9)
    spots: list[tuple[float, float]] = []
    for row in range(rows):
        shift = step / 2 if row % 2 else 0.0
        columns = math.floor((along - shift - flat) / step + 1 + 1e-9)
        spots += [(shift + column * step, row * pitch) for column in range(columns)]
    width, height = (flat, tall) if turn == 0 else (tall, flat)
    cells = [
        Cell(area.x + (a if turn == 0 else b), area.y + (b if turn == 0 else a), width, height, turn)
        for a, b in spots
    ]
    return [cells[: count - start] for start in range(0, count, len(cells))]


def centred(sheets: Sequence[Sequence[Cell]], page: Page) -> list[list[Cell]]:
    """The cells centred in the page's area. All sheets move by the same amount, so that the last one, which
    may not be full, has the same places as the others."""
    right = max(cell.x + cell.width for cells in sheets for cell in cells)
    bottom = max(cell.y + cell.height for cells in sheets for cell in cells)
    dx, dy = (page.area.right - right) / 2, (page.area.bottom - bottom) / 2
    return [[cell._replace(x=cell.x + dx, y=cell.y + dy) for cell in cells] for cells in sheets]
