"""One look at a photograph: the pieces of a game on the table, how they lie together, and what lies on what.

Commands and pages call `look`. Its answer has only numbers, texts and tuples of them.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import NamedTuple

import cv2
import numpy

from components.catalogue import Deck, Game
from referee.camera import lattice
from referee.camera.arranging import groups, rows
from referee.camera.faces import Name, indexes
from referee.camera.photograph import Photograph, Picture, read_photograph
from referee.camera.reading import Seen, read_pieces
from referee.engine.asking.photographed import Lying, Tabletop

_NEAR = 0.8  # a piece is in a slot if both their middles are within so many of its lengths


class Look(NamedTuple):
    """A photograph as it was looked at, its pieces, and what was found out of them.

    seen  in the order of `table.pieces`
    """

    picture: Picture
    seen: tuple[Seen, ...]
    table: Tabletop


class _Rest(NamedTuple):
    """The piece that another one lies on, by its number, and the place there."""

    under: int
    slot: str = ""
    place: int = 0


def look(content: bytes, game: Game, decks: Iterable[str] = (), where: str = "the photograph") -> Look:
    """Look for the pieces of a game in a photograph.

    content  a JPEG, PNG or WebP file
    decks    names of the decks that are looked for, with `*` for anything; by default all flat ones
    where    what messages call it

    Where more pieces of a code lie than the box has, the least certain of them are questions. Raises
    `DataError` for what is not a photograph, and `UsageError` for a deck that the game does not have.
    """
    photograph = Photograph.of(read_photograph(content, where))
    wanted = decks_of(game, decks)
    known = indexes(game, wanted)
    seen = _counted(read_pieces(photograph, known), wanted)
    slots = {name: found for index in known for name, found in index.slots.items()}
    hexes = {deck.name for deck in wanted if deck.shape == "hex"}
    return _arranged(photograph.picture, seen, slots, game.slug, hexes)


def decks_of(game: Game, patterns: Iterable[str]) -> list[Deck]:
    """The decks of these names. Raises `UsageError` for a name that no deck has."""
    found: dict[str, Deck] = {}
    for pattern in patterns:
        fitting = [deck for deck in game.decks if fnmatchcase(deck.name, pattern)]
        found |= {deck.name: deck for deck in fitting or [game.deck(pattern)]}
    return list(found.values()) or [deck for deck in game.decks if deck.shape != "net"]


def _counted(seen: Sequence[Seen], decks: Iterable[Deck]) -> list[Seen]:
    """The pieces, where those that the box does not have so often are questions."""
    left: Counter[tuple[str, tuple[float, float]]] = Counter()
    for deck in decks:
        for piece in deck.pieces:
            left[piece.code, deck.size] += piece.copies
    found = []
    for one in sorted(seen, key=lambda one: -one.ahead):
        if one.name and one.name.code:
            left[one.name.code, one.size] -= 1
            one = one if left[one.name.code, one.size] >= 0 else one._replace(name=None)
        found.append(one)
    return found


def _arranged(
    picture: Picture,
    seen: Sequence[Seen],
    slots: Mapping[Name, Sequence[tuple[str, float, float]]],
    slug: str,
    hexes: set[str],
) -> Look:
    rests = [_rest(one, seen, slots) for one in seen]
    height, width = picture.shape[:2]
    order: list[tuple[int, int, int, lattice.Place | None]] = []  # piece, group, row and place among hexes
    for number, group in enumerate(_groups(seen, rests, (width / 2, height / 2)), 1):
        order += [(one, number, row, at) for one, row, at in _lines(group, seen, hexes)]
    numbers = {one: number for number, (one, *_) in enumerate(order)}
    pieces = tuple(
        Lying(
            deck=seen[one].maybe[0].deck,
            code=seen[one].name and seen[one].name.code,  # type: ignore[union-attr]
            up=seen[one].maybe[0].up,
            maybe=tuple(dict.fromkeys(name.code for name in seen[one].maybe)),
            outline=tuple((round(x / width, 4), round(y / height, 4)) for x, y in seen[one].corners.tolist()),
            alike=round(seen[one].alike, 3),
            ahead=round(seen[one].ahead, 3),
            group=group,
            row=row,
            at=at,
            under=None if (rest := rests[one]) is None else numbers[rest.under],
            slot=rest.slot if rest else "",
            place=rest.place if rest else 0,
        )
        for one, group, row, at in order
    )
    return Look(picture, tuple(seen[one] for one, *_ in order), Tabletop(slug, width, height, pieces))


def _rest(
    one: Seen, seen: Sequence[Seen], slots: Mapping[Name, Sequence[tuple[str, float, float]]]
) -> _Rest | None:
    """Find the smallest of the larger pieces that one lies on, and the place there."""
    under = [
        (other.area, number)
        for number, other in enumerate(seen)
        if other.area > 1.5 * one.area and other.holds(one.middle)
    ]
    if not under:
        return None
    number = min(under)[1]
    board = seen[number]
    if board.name is None:
        return _Rest(number)
    x, y = cv2.perspectiveTransform(numpy.array([[one.middle]]), numpy.linalg.inv(board.plane))[0, 0]
    at = float(x) + board.size[0] / 2, float(y) + board.size[1] / 2
    places: Counter[str] = Counter()
    near: list[tuple[float, _Rest]] = []
    for slot, across, down in slots.get(board.name, ()):
        near.append((math.dist(at, (across, down)), _Rest(number, slot, places[slot])))
        places[slot] += 1
    off, rest = min(near, default=(math.inf, _Rest(number)))
    return rest if off < _NEAR * max(one.size) else _Rest(number)


def _groups(
    seen: Sequence[Seen], rests: Sequence[_Rest | None], middle: tuple[float, float]
) -> list[list[int]]:
    """The pieces that lie together on the table, and then those that lie on each of them.

    Those on the table go clockwise around its middle, from the lower edge of the photograph.
    """
    numbers = {id(one): number for number, one in enumerate(seen)}
    lying = [one for one, rest in zip(seen, rests, strict=True) if rest is None]
    together = groups(lying)

    def clock(group: Sequence[Seen]) -> float:
        x, y = (sum(one.middle[axis] for one in group) / len(group) for axis in (0, 1))
        return math.atan2(middle[0] - x, y - middle[1]) % (2 * math.pi)

    held: dict[int, list[int]] = {}
    for one, rest in enumerate(rests):
        if rest:
            held.setdefault(rest.under, []).append(one)
    return [[numbers[id(one)] for one in group] for group in sorted(together, key=clock)] + list(
        held.values()
    )


def _lines(
    group: Sequence[int], seen: Sequence[Seen], hexes: set[str]
) -> list[tuple[int, int, lattice.Place | None]]:
    """The pieces of a group in their order, each with its row and its place among hexes."""
    decks, sizes = {seen[one].maybe[0].deck for one in group}, {seen[one].size for one in group}
    places: list[lattice.Place | None] = [None] * len(group)
    if len(sizes) == 1:
        places = lattice.places([seen[one] for one in group], hexes=decks <= hexes)
    if decks <= hexes or None not in places:
        found = [(one, at[1] if at else -1, at) for one, at in zip(group, places, strict=True)]
        return sorted(found, key=lambda one: (one[1], one[2] or ()))
    numbers = {id(seen[one]): (one, at) for one, at in zip(group, places, strict=True)}
    lines = rows([seen[one] for one in group])
    return [(numbers[id(one)][0], row, numbers[id(one)][1]) for row, line in enumerate(lines) for one in line]
