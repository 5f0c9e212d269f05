"""Areas of a face that are reserved for its words and symbols: stars and ornaments keep out of them."""

import math
import re
from collections.abc import Iterator

from generator.faces import fonts

Box = tuple[float, float, float, float]  # x, y, width and height, mm

_ROOM = 0.35  # mm about words
_ELEMENTS = re.compile(r"<(text|use) ([^>]*)>([^<]*)")
_ATTRIBUTES = re.compile(r'([\w-]+)="([^"]*)"')
_TURN = re.compile(r"rotate\((\S+) (\S+) (\S+)\)")
_SHARES = {"middle": 0.5, "end": 1.0}


def areas(svg: str) -> Iterator[Box]:
    """Yield the boxes of words and symbols in the body of a face, each in the space of its own group."""
    for kind, said, words in _ELEMENTS.findall(svg):
        told = dict(_ATTRIBUTES.findall(said))
        x, y = float(told.get("x", 0)), float(told.get("y", 0))
        if kind == "use":
            if "width" in told:
                yield _turned((x, y, float(told["width"]), float(told["height"])), told.get("transform", ""))
            continue
        size = float(told["font-size"])
        font = fonts.font(told["font-family"], int(told["font-weight"]), told.get("font-style") == "italic")
        wide = font.width(words, size) if not font.lacks(words) else 0.6 * size * len(words)
        wide += float(told.get("letter-spacing", 0)) * len(words)
        left, top = x - wide * _SHARES.get(told.get("text-anchor", ""), 0.0), y - 0.8 * size
        yield _turned((left, top, wide, 1.05 * size), told.get("transform", ""))


def _turned(box: Box, transform: str) -> Box:
    """The box with room about it, as it stands after its own rotation."""
    left, top, right, bottom = (
        box[0] - _ROOM,
        box[1] - _ROOM,
        box[0] + box[2] + _ROOM,
        box[1] + box[3] + _ROOM,
    )
    corners = [(x, y) for x in (left, right) for y in (top, bottom)]
    if found := _TURN.match(transform):
        turn, cx, cy = (float(value) for value in found.groups())
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        corners = [
            (cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos) for x, y in corners
        ]
    across, down = zip(*corners, strict=True)
    return min(across), min(down), max(across) - min(across), max(down) - min(down)
