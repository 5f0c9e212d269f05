"""The numbers of a scene: discs, each with a line to what it names.

A number is put outside the table, at the side that is nearest to its thing or that the scene asks for; or at
the place on the table that the scene gives it. Its line ends at the rim of a piece that is small on the page,
and on a large one at the detail that it names.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from components.catalogue import Game
from components.teaching import Mark, Scene, ScenePiece, Spot
from generator.faces.shapes import inside_by

MARK: Final = 2.5  # radius of a disc, mm
DOT: Final = 0.75  # radius of the end of a line, mm
GUTTER: Final = 2 * MARK + 1.2  # room between the edge of the table and the far side of its discs, mm
_PITCH: Final = 2 * MARK + 0.9  # distance between the centres of two discs, mm
_SMALL: Final = 20.0  # a line ends at the rim of a piece of which so much is seen on the page, mm
_STEPS: Final = 200  # points of a line that are looked at


@dataclass(frozen=True)
class Callout:
    """A number, its disc's centre and the end of its line, both mm on the page from the table's corner."""

    number: str
    disc: tuple[float, float]
    end: tuple[float, float]


def gutters(scene: Scene) -> tuple[float, float, float, float]:
    """The room that the numbers take left of the table, above, right and below, mm on the page."""
    used = {_side(mark, scene.size) for mark in scene.marks if not mark.disc}
    left, top, right, bottom = (
        GUTTER if side in used else 0.0 for side in ("left", "top", "right", "bottom")
    )
    return left, top, right, bottom


def callouts(scene: Scene, scale: float, game: Game) -> Iterator[Callout]:
    """The numbers of a scene of the game that is drawn at that scale."""
    for number, disc in _discs(scene, scale):
        mark = scene.marks[number - 1]
        yield Callout(mark.sign or str(number), disc, end_of(scene, mark.at, disc, scale, game))


def end_of(scene: Scene, at: Spot, start: Spot, scale: float, game: Game) -> tuple[float, float]:
    """The end, mm on the page, of a line from `start` there to the thing at `at`, mm on the table.

    That is beside the rim of a small piece, but within it where a piece like it lies beside it.
    """
    end = at[0] * scale, at[1] * scale

    def within(piece: ScenePiece, spot: Spot) -> bool:
        return _inside(piece, (spot[0] / scale, spot[1] / scale), game)

    named = next((piece for piece in reversed(scene.all_pieces()) if within(piece, end)), None)
    seen = named and max((named.view or (0.0, 0.0, *game.deck(named.deck).size))[2:]) * named.scale * scale
    if not named or not seen or seen > _SMALL or within(named, start):
        return end
    line = [_between(start, end, step / _STEPS) for step in range(_STEPS + 1)]
    rim = next(spot for spot in line if within(named, spot))
    beside, inner = (_between(rim, end, way * DOT / max(math.dist(rim, end), DOT)) for way in (-1, 1))
    like = [piece for piece in scene.all_pieces() if piece.deck == named.deck and piece is not named]
    return inner if any(within(piece, beside) for piece in like) else beside


def _inside(piece: ScenePiece, spot: Spot, game: Game) -> bool:
    """Tell whether a spot of the table, mm, is on what is seen of a piece."""
    deck = game.deck(piece.deck)
    left, top, width, height = piece.view or (0.0, 0.0, *deck.size)
    x, y = ((spot[axis] - piece.at[axis]) / piece.scale - (width, height)[axis] / 2 for axis in (0, 1))
    turn = math.radians(-piece.turn)
    x, y = x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)
    seen = abs(x) <= width / 2 and abs(y) <= height / 2
    return seen and inside_by(deck, (left + width / 2 + x, top + height / 2 + y)) >= 0


def _between(start: Spot, end: Spot, share: float) -> tuple[float, float]:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _discs(scene: Scene, scale: float) -> Iterator[tuple[int, tuple[float, float]]]:
    """The numbers with the centres of their discs, mm on the page."""
    width, height = (side * scale for side in scene.size)
    across = {"left": -GUTTER + MARK, "right": width + GUTTER - MARK}
    down = {"top": -GUTTER + MARK, "bottom": height + GUTTER - MARK}
    ends = {
        number: (mark.at[0] * scale, mark.at[1] * scale, _side(mark, scene.size))
        for number, mark in enumerate(scene.marks, 1)
        if not mark.disc
    }
    for number, mark in enumerate(scene.marks, 1):
        if mark.disc:
            yield number, (mark.disc[0] * scale, mark.disc[1] * scale)
    for side in (*across, *down):
        along = 1 if side in across else 0
        numbers = sorted((n for n, end in ends.items() if end[2] == side), key=lambda n: ends[n][along])
        places = spread([float(ends[n][along]) for n in numbers], (width, height)[along])
        for number, place in zip(numbers, places, strict=True):
            yield number, (across[side], place) if along else (place, down[side])


def spread(wanted: Sequence[float], length: float) -> list[float]:
    """Places along a side of that length, in order: as near to the wanted ones as discs beside each other
    allow. Lengths in mm; `wanted` is in order."""
    # Without the room that the discs before it take, each place need only be no less than the last:
    # neighbours that are in the wrong order share their mean.
    blocks: list[list[float]] = []
    for number, place in enumerate(wanted):
        blocks.append([place - number * _PITCH])
        while len(blocks) > 1 and _mean(blocks[-2]) > _mean(blocks[-1]):
            last = blocks.pop()
            blocks[-1].extend(last)
    free = [_mean(block) for block in blocks for _ in block]
    most = max(MARK, length - MARK - (len(wanted) - 1) * _PITCH)
    return [min(max(place, MARK), most) + number * _PITCH for number, place in enumerate(free)]


def _mean(lengths: Sequence[float]) -> float:
    """Their mean, alike on every version of Python, since `sum` is more exact from 3.12 on."""
    return math.fsum(lengths) / len(lengths)


def crowded(scene: Scene, scale: float) -> bool:
    """Tell whether a side of the table is too short for its numbers."""
    found = sorted(disc for _, disc in _discs(scene, scale))
    before, after = gutters(scene)[:2], gutters(scene)[2:]
    inside = all(
        MARK - before[along] <= disc[along] <= scene.size[along] * scale + after[along] - MARK
        for disc in found
        for along in (0, 1)
    )
    return not inside or any(
        abs(one[0] - other[0]) + abs(one[1] - other[1]) < 2 * MARK for one, other in pairwise(found)
    )


def _side(mark: Mark, size: Spot) -> str:
    if mark.side:
        return mark.side
    x, y = mark.at
    far = {"left": x, "right": size[0] - x, "top": y, "bottom": size[1] - y}
    return min(far, key=lambda side: far[side])
