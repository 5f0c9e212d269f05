"""Travel (ML 3): which groups of a roll may be used, and where they take the rocket."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from referee.games.mlem.board import Space
from referee.games.mlem.box import Box


class Move(NamedTuple):
    """What a commander may do with a roll.

    faces      the groups used, each whole
    engineers  how many engineers add their die
    distance   spaces forward, the end of the track not yet considered
    pool       dice of the next roll
    """

    faces: tuple[str, ...]
    engineers: int
    distance: int
    pool: int


def groups(space: Space, roll: Sequence[str]) -> dict[str, int]:
    """The valid groups of a roll: how many dice show each face that may be used there (ML 3.1)."""
    return {face: roll.count(face) for face in space.faces if face in roll}


def moves(box: Box, space: Space, valid: Mapping[str, int], pool: int, engineers: int = 0) -> Iterator[Move]:
    """Every use of one or more valid groups (ML 3.2–3.4); none: the rocket crashes (ML 4.1).

    valid      the valid groups, without engineers
    pool       dice rolled
    engineers  those aboard who have not helped yet

    An engineer whose die would not be used is left out: it would help nobody.
    """
    for helping in range(engineers + 1):
        usable = _with_engineers(box, space, valid, helping)
        for size in range(1, len(usable) + 1):
            for faces in combinations(usable, size):
                if helping and box.engineers_face not in faces:
                    continue
                distance = sum(usable[face] * space.value(face) for face in faces)
                spent = sum(valid.get(face, 0) for face in faces if face.isdigit())
                yield Move(faces, helping, distance, pool - spent or box.expedition.refill)


def arrival(box: Box, at: int, distance: int) -> int:
    """The space where the rocket stops: the last one at most (ML 3.3)."""
    return min(at + distance, box.board.end)


def crash_chance(box: Box, space: Space, pool: int, engineers: int = 0) -> Fraction:
    """The chance that a roll of the pool has no valid group, and no engineer can help (ML 3.4, 4.1)."""
    if engineers and box.engineers_face in space.faces:
        return Fraction(0)
    useless = sum(face not in space.faces for face in box.faces)
    return Fraction(useless, len(box.faces)) ** pool


def _with_engineers(box: Box, space: Space, valid: Mapping[str, int], helping: int) -> dict[str, int]:
    """The valid groups with the dice of engineers, in the order of the space's faces."""
    added = {box.engineers_face: helping} if helping else {}
    counts = {face: valid.get(face, 0) + added.get(face, 0) for face in space.faces}
    return {face: count for face, count in counts.items() if count}
