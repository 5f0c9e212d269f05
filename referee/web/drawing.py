"""Areas of the table for a page: pieces as pictures where they lie, with their words for those who listen.

The one place where the pages ask the printer, for the faces of the pieces.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace

from components import catalogue
from components.setup import Area, Placed
from generator.exports.web.faces import WebFaces
from referee.engine.areas import is_board, label_of

_BOX = (34.0, 15.0)  # mm of a place that holds words
_GAP = 2.0  # mm between the cells of a grid
_TRACK = 9  # spaces of a track in a row
_NOTE = 5.0  # mm of a line under a piece
_BREATH = 0.01  # seconds between two faces that nobody waits for, in which pages get their turn
_LONGEST_NOTE = 26  # characters of a line under a piece


@dataclass(frozen=True)
class Shown:
    """A piece in a page.

    picture  file name of its face; empty for what is written in words
    label    its code as moves name it, or its words
    words    all about it, for a screen reader
    x, y, width, height  on its board, in mm; in a row only its size, 0 for words
    """

    picture: str
    label: str
    words: str
    note: str
    code: str
    tone: str
    x: float = 0.0
    y: float = 0.0
    width: float = 0.0
    height: float = 0.0


@dataclass(frozen=True)
class Drawn:
    """An area in a page: a board of that size in mm, or a row of pieces if it has no size."""

    area: Area
    pieces: tuple[Shown, ...]
    width: float = 0.0
    height: float = 0.0


class Faces:
    """The faces of the games that are played, drawn once and shared by all tables."""

    def __init__(self) -> None:
        self._games: dict[str, WebFaces] = {}
        self._lock = threading.Lock()  # a renderer is not made for several threads

    def file(self, game: str, name: str) -> bytes | None:
        """The picture of that name; None if there is none. Raises `UsageError` for an unknown game."""
        with self._lock:
            return self._of(game).file(name)

    def warm(self, game: str) -> None:
        """Draw every face now, so that no phone waits for one. Others may ask for faces meanwhile."""
        with self._lock:
            names = self._of(game).names
        for name in names:
            self.file(game, name)
            time.sleep(_BREATH)

    def drawn(self, game: str, area: Area) -> Drawn:
        """The area with the faces of its pieces. It names no piece that the area does not."""
        with self._lock:
            faces = self._of(game)
            if area.layout == "track":
                area = _in_rows(area)
            if not is_board(area):
                return Drawn(area, tuple(_shown(piece, faces) for piece in area.pieces))
            return _board(area, faces)

    def _of(self, game: str) -> WebFaces:
        if game not in self._games:
            self._games[game] = WebFaces(catalogue.load(game))
        return self._games[game]


def _shown(piece: Placed, faces: WebFaces) -> Shown:
    picture = faces.name(piece.deck, piece.code if piece.up else "", piece.up) if piece.deck else ""
    label = label_of(piece)
    name = f"{piece.name} ({label})" if piece.name else label
    words = f"{name}, {piece.note}" if piece.note else name
    width, height = faces.size(piece.deck) if picture else (0.0, 0.0)
    return Shown(picture, label, words, piece.note, piece.code, piece.tone, width=width, height=height)


def _board(area: Area, faces: WebFaces) -> Drawn:
    pieces = [piece for piece in area.pieces if piece.at is not None]
    sizes = [_size(piece, faces) for piece in pieces]
    width, height = max(one[0] for one in sizes), max(one[1] for one in sizes)
    notes = any(piece.note for piece in pieces)
    if area.layout == "hexes":
        across, down = width, height * 0.75
    else:
        across, down = width + _GAP, height + _GAP + (_NOTE if notes else 0.0)
    places = [_place(piece, area.layout == "hexes") for piece in pieces]
    left, top = min(x for x, _ in places), min(y for _, y in places)
    shown = []
    for piece, (x, y), (own_width, own_height) in zip(pieces, places, sizes, strict=True):
        shown.append(
            replace(
                _shown(piece, faces),
                note=_short(piece.note),
                x=round((x - left) * across + (width - own_width) / 2, 2),
                y=round((y - top) * down + (height - own_height) / 2, 2),
                width=own_width,
                height=own_height,
            )
        )
    return Drawn(
        area,
        tuple(shown),
        round((max(x for x, _ in places) - left) * across + width, 2),
        round((max(y for _, y in places) - top) * down + height + _NOTE, 2),
    )


def _size(piece: Placed, faces: WebFaces) -> tuple[float, float]:
    return faces.size(piece.deck) if piece.deck else _BOX


def _place(piece: Placed, hexes: bool) -> tuple[float, float]:
    assert piece.at is not None
    column, row = piece.at
    return (column + row / 2, row) if hexes else (column, row)


def _in_rows(area: Area) -> Area:
    """A track as rows of spaces; what stands on a space is in its note."""
    spaces: dict[tuple[int, int], list[Placed]] = {}
    for piece in area.pieces:
        if piece.at is not None:
            spaces.setdefault(piece.at, []).append(piece)
    pieces = []
    for (space, _), (first, *others) in sorted(spaces.items()):
        words = [first.note, *(one.name or one.code for one in others)]
        at = (space % _TRACK, space // _TRACK)
        pieces.append(replace(first, deck="", at=at, note=", ".join(word for word in words if word)))
    return replace(area, layout="grid", pieces=tuple(pieces))


def _short(note: str) -> str:
    return note if len(note) <= _LONGEST_NOTE else f"{note[: _LONGEST_NOTE - 1]}…"


def owner_first(areas: Iterable[Area], name: str) -> list[Area]:
    """The areas of that player first, then the boards, then the others."""

    def rank(area: Area) -> int:
        return 0 if name and f" {name}" in f" {area.title}" else 1 if is_board(area) else 2

    return sorted(areas, key=rank)
