"""Where pieces lie on an empty sheet: rows that straight cuts free, or a honeycomb. Pure geometry, mm."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from components.catalogue import Deck
from generator.paper import Paper
from generator.rect import Rect

ROUND_GAP = 3.0  # pieces cut with scissors need room between them
_MARK_GAP = 6.0  # between rows of different pieces, room for the marks of both


@dataclass(frozen=True)
class Cell:
    """A place in a layout: the trimmed piece turned by `turn` in it."""

    x: float
    y: float
    width: float
    height: float
    turn: int


@dataclass(frozen=True)
class Page:
    """An empty sheet: its size, the area pieces may use, and where the label goes."""

    width: float
    height: float
    area: Rect
    label: Rect
    upright: bool


def pages(paper: Paper) -> list[Page]:
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
        pages.append(Page(width, height, below, bottom, True))
        pages.append(Page(width, height, beside, side, False))
    if paper.duplex == "fold":
        pages = [replace(page, area=_left_half(page)) for page in pages]
    return pages


def _left_half(page: Page) -> Rect:
    return replace(page.area, width=page.width / 2 - page.area.x - ROUND_GAP)


def fits(deck: Deck, area: Rect, turn: int) -> bool:
    width, height = deck.size if turn == 0 else deck.size[::-1]
    return width <= area.width + 1e-6 and height <= area.height + 1e-6


def arrange(decks: Sequence[Deck], area: Rect, paper: Paper, turn: int) -> list[list[Cell]]:
    """A cell for each piece, given by its deck, by sheet; nothing if one does not fit this way round."""
    if not all(fits(deck, area, turn) for deck in decks):
        return []
    if len({(deck.size, deck.shape) for deck in decks}) == 1 and decks[0].shape == "hex":
        return _honeycomb(len(decks), decks[0], area, turn)
    return _shelves(decks, area, paper, turn)


def _shelves(decks: Sequence[Deck], area: Rect, paper: Paper, turn: int) -> list[list[Cell]]:
    """Rows of pieces of one size: every row is freed by one straight cut."""
    sheets: list[list[Cell]] = [[]]
    x, y, shelf = 0.0, 0.0, (0.0, 0.0)
    for deck in decks:
        size = width, height = deck.size if turn == 0 else deck.size[::-1]
        gap = max(paper.gap, 0.0 if deck.shape in ("card", "square") else ROUND_GAP)
        if shelf[1] and (size != shelf or x + width > area.width + 1e-6):
            x, y = 0.0, y + shelf[1] + (gap if size == shelf else max(gap, _MARK_GAP))
        if y + height > area.height + 1e-6:
            sheets.append([])
            x, y = 0.0, 0.0
        sheets[-1].append(Cell(area.x + x, area.y + y, width, height, turn))
        x, shelf = x + width + gap, size
    return sheets


def _honeycomb(count: int, deck: Deck, area: Rect, turn: int) -> list[list[Cell]]:
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
        Cell(area.x + (a if turn == 0 else b), area.y + (b if turn == 0 else a), width, height, turn)
        for a, b in spots
    ]
    return [cells[: count - start] for start in range(0, count, len(cells))]


def centred(sheets: Sequence[Sequence[Cell]], page: Page) -> list[list[Cell]]:
    """The cells in the middle of the page's area. All sheets move alike, so that the last one, which may
    not be full, lies on the same places as the others."""
    right = max(cell.x + cell.width for cells in sheets for cell in cells)
    bottom = max(cell.y + cell.height for cells in sheets for cell in cells)
    dx, dy = (page.area.right - right) / 2, (page.area.bottom - bottom) / 2
    return [[replace(cell, x=cell.x + dx, y=cell.y + dy) for cell in cells] for cells in sheets]
