"""The numbers of a scene: discs, each with a line to what it names.

A number is put outside the table, at the side that is nearest to its thing or that the scene asks for; or at
the place on the table that the scene gives it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from components.teaching import Mark, Scene, Spot

MARK: Final = 2.5  # radius of a disc, mm
DOT: Final = 0.75  # radius of the end of a line, mm
GUTTER: Final = 2 * MARK + 1.2  # room between the edge of the table and the far side of its discs, mm
_PITCH: Final = 2 * MARK + 0.9  # distance between the centres of two discs, mm


@dataclass(frozen=True)
class Callout:
    """A number. `disc` is its centre and `end` what it names, both mm on the page from the table's corner."""

    number: int
    disc: tuple[float, float]
    end: tuple[float, float]


def gutters(scene: Scene) -> tuple[float, float, float, float]:
    """The room that the numbers take left of the table, above, right and below, mm on the page."""
    used = {_side(mark, scene.size) for mark in scene.marks if not mark.disc}
    left, top, right, bottom = (
        GUTTER if side in used else 0.0 for side in ("left", "top", "right", "bottom")
    )
    return left, top, right, bottom


def callouts(scene: Scene, scale: float) -> Iterator[Callout]:
    """The numbers of a scene that is drawn at that scale."""
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
            yield Callout(number, *((x * scale, y * scale) for x, y in (mark.disc, mark.at)))
    for side in (*across, *down):
        along = 1 if side in across else 0
        numbers = sorted((n for n, end in ends.items() if end[2] == side), key=lambda n: ends[n][along])
        places = spread([float(ends[n][along]) for n in numbers], (width, height)[along])
        for number, place in zip(numbers, places, strict=True):
            x, y, _ = ends[number]
            disc = (across[side], place) if along else (place, down[side])
            yield Callout(number, disc, (x, y))


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


def crowded(scene: Scene, scale: float) -> bool:
    """Tell whether a side of the table is too short for its numbers."""
    found = sorted(callouts(scene, scale), key=lambda callout: callout.disc)
    before, after = gutters(scene)[:2], gutters(scene)[2:]
    inside = all(
        MARK - before[along] <= callout.disc[along] <= scene.size[along] * scale + after[along] - MARK
        for callout in found
        for along in (0, 1)
    )
    return not inside or any(
        abs(one.disc[0] - other.disc[0]) + abs(one.disc[1] - other.disc[1]) < 2 * MARK
        for one, other in pairwise(found)
    )


def _mean(block: Sequence[float]) -> float:
    return sum(block) / len(block)


def _side(mark: Mark, size: Spot) -> str:
    if mark.side:
        return mark.side
    x, y = mark.at
    far = {"left": x, "right": size[0] - x, "top": y, "bottom": size[1] - y}
    return min(far, key=lambda side: far[side])
