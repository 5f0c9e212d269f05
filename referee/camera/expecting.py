"""A second look where pieces are expected: beside others, and in the places of boards."""

import math
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

import numpy

from referee.camera.comparing import rough_scores, straightened
from referee.camera.faces import Index
from referee.camera.features import Array
from referee.camera.photograph import Photograph
from referee.camera.printing import Print, Straight
from referee.camera.seeking import Place, outline

_LIKELY = 0.42  # first likeness from which something may lie where it is expected, and ...
_LIKELIER = 0.5  # ... once it is moved to where it fits best
_FAINT = 0.2  # the same from which it is looked around that place
_BEHIND, _TRIED = 0.2, 3  # likeness by which a turn may be behind, of so many, of which the best is taken
_OFF = 0.035  # shares of its size by which it may lie beside that place
_TOO_FAR = 0.15  # the same by which it is not recognised any more
_BARE = 0.75  # likeness of a place of a board from which nothing lies there


class Expected(NamedTuple):
    """A piece that may lie in that plane, turned by one of so many turns, and so many mm beside it."""

    of: Index
    plane: Array
    turns: int
    slack: float = 0.0


def beside(place: Place, index: Index) -> Iterator[Array]:
    """The planes of pieces of that size that may lie edge to edge with this one."""
    width, height = index.size
    if index.turns == 6:
        steps = [
            (width, 0.0),
            (-width, 0.0),
            *product((-width / 2, width / 2), (-0.75 * height, 0.75 * height)),
        ]
    else:
        steps = [(width, 0.0), (-width, 0.0), (0.0, height), (0.0, -height)]
    for x, y in steps:
        yield place.plane @ _moved(x, y)


def in_slots(place: Place, board: Straight, printed: Print, number: int, radius: float) -> Iterator[Array]:
    """The planes of the places on a board around which it does not look as that face."""
    index = board.index
    known, shape = printed.look(board, number), index.mask.shape
    rows = numpy.flatnonzero(board.mask)
    y, x = ((numpy.stack(numpy.unravel_index(rows, shape)).T + 0.5) / index.scale).T
    for slot in index.slots[index.names[number]]:
        near = numpy.hypot(x - slot.x, y - slot.y) < radius
        seen, shown = board.look[near], known[near]
        alike = numpy.vdot(seen, shown) / (numpy.linalg.norm(seen) * numpy.linalg.norm(shown) + 1e-9)
        if alike < _BARE:
            yield place.plane @ _moved(slot.x - index.size[0] / 2, slot.y - index.size[1] / 2)


def look_there(one: Expected, photograph: Photograph, printed: Print) -> tuple[Place, Straight] | None:
    """The piece that lies about there; None if it looks like none."""
    index, middle = one.of, outline(one.of, one.plane).mean(0)
    if (middle < 0).any() or (middle > photograph.picture.shape[1::-1]).any():
        return None
    slack = max(one.slack, _OFF * index.size[0])
    around = [_moved(x, y) for x, y in product((-slack, 0, slack), repeat=2)]
    turned = [_turned(2 * math.pi * turn / one.turns) for turn in range(one.turns)]
    middles = around if slack > _TOO_FAR * index.size[0] else [numpy.eye(3)]
    planes = [[one.plane @ moved @ turn for moved in middles] for turn in turned]
    finer = 1.0 if len(middles) == 1 else 0.4
    scores, planes = _best(index, photograph, planes, printed)
    if max(scores) < _LIKELY:
        if len(middles) > 1 or max(scores) < _FAINT:
            return None
        finer = 0.4
        again = [[plane @ moved for moved in around] for (plane,) in planes]
        scores, planes = _best(index, photograph, again, printed)
    if max(scores) < _LIKELY:
        return None
    near = [_moved(x, y) for x, y in product((-slack * finer, 0, slack * finer), repeat=2)]
    order = sorted(range(one.turns), key=lambda number: -scores[number])[:_TRIED]
    likely = [planes[turn][0] for turn in order if scores[turn] > max(scores) - _BEHIND]
    scores, planes = _best(
        index, photograph, [[plane @ moved for moved in near] for plane in likely], printed
    )
    if max(scores) < _LIKELIER:
        return None
    found = []
    for (plane,) in planes:
        place, _ = straightened(index, photograph, Place(plane, outline(index, plane), 0), printed=printed)
        found.append(straightened(index, photograph, place, printed=printed))
    return max(found, key=lambda it: float(it[1].scores.max()))


def _best(
    index: Index, photograph: Photograph, planes: Sequence[Sequence[Array]], printed: Print
) -> tuple[list[float], list[list[Array]]]:
    """The likeliest plane of each row, and how likely it is."""
    scores = iter(rough_scores(index, photograph, [plane for row in planes for plane in row], printed))
    best = [max(((next(scores), plane) for plane in row), key=lambda one: one[0]) for row in planes]
    return [score for score, _ in best], [[plane] for _, plane in best]


def _moved(x: float, y: float) -> Array:
    return numpy.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]])


def _turned(turn: float) -> Array:
    cosine, sine = math.cos(turn), math.sin(turn)
    return numpy.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1.0]])
