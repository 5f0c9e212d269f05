"""The look that tiles made of a spreadsheet begin with: a picture to the edge, and words on panels."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from components.errors import UsageError, did_you_mean
from generator.build.new.boxes import Values, box, heights, only, written
from generator.faces.theme import MM_PER_POINT, Style

ACROSS: Final = 60.0  # the width of a tile, mm
TEXT: Final = 7.5  # the size of texts, points
_BLEED = 3.0
_BADGE = 11.0
_TITLE, _KIND = 8.0, 4.2  # the heights of lines
_INSET = 2.0
_TAG = (16.0, 4.0)
_BODY = Style("Barlow", 500, False, TEXT * MM_PER_POINT, 6.5 * MM_PER_POINT, 1.25)
_MIDDLE = {"align": "middle", "valign": "middle"}

# Shares of the width and the height: the rectangle in the middle that words stay in, the top of the number
# and the top of the code.
_ROOMS = {
    "hex": ((0.085, 0.25, 0.83, 0.5), 0.09, 0.84),
    "square": ((0.085, 0.27, 0.83, 0.56), 0.07, 0.87),
    "circle": ((0.15, 0.27, 0.7, 0.49), 0.07, 0.84),
}


SHAPES: Final = tuple(_ROOMS)


@dataclass(frozen=True)
class Tile:
    """A shape of `SHAPES`, and its width, mm: of a hex from flat to flat."""

    shape: str
    width: float = ACROSS

    @property
    def height(self) -> float:
        return round(self.width * 2 / math.sqrt(3), 2) if self.shape == "hex" else self.width

    @property
    def room(self) -> tuple[float, float, float, float]:
        """The rectangle that words stay in: left, top, width and height, mm."""
        x, y, width, height = _ROOMS[self.shape][0]
        return x * self.width, y * self.height, width * self.width, height * self.height


def tile_of(shape: str, across: float = 0.0) -> Tile | None:
    """The tile that is asked for; None for no shape. Raises `UsageError` for one that is not made."""
    if not shape:
        return None
    if shape not in SHAPES:
        raise UsageError(f'There is no shape "{shape}".', where="--shape", todo=did_you_mean(shape, SHAPES))
    return Tile(shape, across or ACROSS)


def layout(
    tile: Tile, roles: Mapping[str, str], numbers: Sequence[str], texts: Sequence[tuple[str, str]], title: str
) -> str:
    """The layout.toml: a picture to the edge, the title and the text of a tile over it, and its number.

    The other arguments are those of `cards.layout`; only the first number has a place.
    """
    ground = f"@{roles['kind']}" if "kind" in roles else "accent"
    return written("tile", ground, _front(tile, roles, numbers, texts), _back(tile, title))


def _front(
    tile: Tile, roles: Mapping[str, str], numbers: Sequence[str], texts: Sequence[tuple[str, str]]
) -> Iterator[Values]:
    _, top, tag = _ROOMS[tile.shape]
    x, y, wide, tall = tile.room
    if "art" in roles:
        all_of_it = (-_BLEED, -_BLEED, tile.width + 2 * _BLEED, tile.height + 2 * _BLEED)
        yield box("picture", all_of_it, column=roles["art"])
    if numbers:
        place = (tile.width / 2 - _BADGE / 2, top * tile.height, _BADGE, _BADGE)
        yield box("number", place, column=numbers[0], colour="ink")
    band = (_TITLE if "title" in roles else 0.0) + (_KIND if "kind" in roles else 0.0)
    panel = min(tall - band, _needed(texts, wide - 2 * _INSET))
    at = y + tall - panel - band
    if band:
        ground = f"@{roles['kind']}" if "kind" in roles else "night"
        yield box("panel", (x, at, wide, band), ground=ground, radius=1.5)
    if "title" in roles:
        place = (x + _INSET, at + 0.5, wide - 2 * _INSET, _TITLE - 1)
        yield box("text", place, column=roles["title"], style="heading", colour="star", **_MIDDLE)
    if "kind" in roles:
        place = (x + _INSET, at + band - _KIND, wide - 2 * _INSET, _KIND - 0.8)
        yield box("text", place, column=roles["kind"], style="kind", colour="star", **_MIDDLE)
    if panel:
        yield box("panel", (x, at + band, wide, panel), **only(roles), ground="paper", radius=1.5)
        yield from _words(
            roles, texts, (x + _INSET, at + band + _INSET, wide - 2 * _INSET, panel - 2 * _INSET)
        )
    place = (tile.width / 2 - _TAG[0] / 2, tag * tile.height, *_TAG)
    yield box("text", place, column="tag", style="code", ground="night", colour="star", radius=1.5, **_MIDDLE)


def _words(
    roles: Mapping[str, str], texts: Sequence[tuple[str, str]], room: tuple[float, float, float, float]
) -> Iterator[Values]:
    x, y, wide, tall = room
    text, flavour = _heights(texts, wide)
    foot = tall * flavour / (text + flavour)
    if text:
        look = {"style": "body", "colour": "ink", **_MIDDLE}
        yield box("text", (x, y, wide, tall - foot), column=roles["text"], **look)
    if flavour:
        look = {"style": "flavour", "colour": "muted", "align": "middle", "valign": "bottom"}
        yield box("text", (x, y + tall - foot, wide, foot), column=roles["flavour"], **look)


def _needed(texts: Sequence[tuple[str, str]], wide: float) -> float:
    """The height of the panel for the longest texts, mm; 0 if there are none."""
    text, flavour = _heights(texts, wide)
    return text + flavour + 2 * _INSET if text + flavour else 0.0


def _heights(texts: Sequence[tuple[str, str]], wide: float) -> tuple[float, float]:
    return heights(texts, wide, _BODY, gap=1.5)


def _back(tile: Tile, title: str) -> Iterator[Values]:
    yield box("text", tile.room, words=title, style="title", colour="star", **_MIDDLE)
