"""Areas of the table for a page: pieces as pictures where they lie, with their words for those who listen.

The one place where the pages ask the printer, for the faces of the pieces.
"""

import textwrap
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial
from typing import Any

from components import catalogue
from components.setup import Area, Placed, Resting
from generator.exports.web.artist import Artist
from generator.exports.web.faces import WebFaces
from generator.exports.web.placement import (
    Box,
    PlacedFace,
    Sample,
    around,
    edge,
    ground,
    hex_of,
    in_slots,
    is_turned,
    on_piece,
    on_place,
    placed_face,
    sample,
    side_up,
)
from generator.exports.web.printed_boards import Printed, printed
from referee.engine.areas import is_board, label_of, spaces_of
from referee.engine.game import HIDDEN

_LETTER = 2.5  # mm that a letter of a label is wide
_BOX = (12.0, 11.0)  # mm of a place that holds a word of three letters; a longer word needs more
_HEX = (13.0, 15.0)  # mm of a hex that holds a word
_STAND = (18.0, 22.0)  # mm in a row for what stands for something, such as a standee for its unit
_MARGIN = 1.0  # mm round a piece that lies on a place
_GAP = 1.5  # mm between the cells of a grid
_NOTE = 5.0  # mm of a line under a piece
_LONGEST_NOTE = 26  # characters of a line under a piece
_NOTE_LETTER = 2.6  # mm that a letter of a note is wide
_MOST_LINES = 3  # lines of a note on a hex, at most
_COVER, _CARD = 6, 0.7  # pieces that a deck has at least to stand for its game, and how wide a card is
_BREATH = 0.01  # seconds between two faces that nobody has asked for: a lock is not fair on its own
_AREAS = 1024  # areas to remember: those of all tables where nothing has changed


@dataclass(frozen=True)
class Shown:
    """A piece in a page.

    picture  file name of its face; empty for what is written in words
    label    its code as moves name it, or its words
    words    all about it, for a screen reader
    place    what a tap asks for: "map 1,-2", or the code of a piece that has no place
    kind     "picture", "box" or "hex" for words, or "axis" for the number of a row or column
    name     what people call it; empty where its label says it all
    lines    its note, as it is written on a board
    held     what lies there, the lowest first
    here     whether something stands on this place of a track
    x, y, width, height  its box on its board, in mm; in a row only its size, 0 for words
    """

    picture: str
    label: str
    words: str
    name: str
    note: str
    code: str
    tone: str
    place: str = ""
    kind: str = "box"
    x: float = 0.0
    y: float = 0.0
    width: float = 0.0
    height: float = 0.0
    lines: tuple[str, ...] = ()
    held: tuple[PlacedFace, ...] = ()
    here: bool = False

    @property
    def box(self) -> Box:
        return Box(self.x, self.y, self.width, self.height)


@dataclass(frozen=True)
class Step:
    """A space of a track: its number, its name and note in words, and what stands on it."""

    place: str
    code: str
    label: str
    name: str
    note: str
    tone: str
    standing: tuple[Shown, ...]


@dataclass(frozen=True)
class Drawn:
    """An area in a page: a board of that size in mm, or a row of pieces if it has no size.

    steps  the spaces of a track; it has no pieces beside them, and no size
    under  the pieces that a map is made of, or the boards on which the places are printed
    edge   the outline of that map, as SVG wants points
    signs  its legend: what the map shows, or a mark, and what that means
    texts  what a page has of it, by the targets that are marked: remembered for as long as it is
    """

    area: Area
    pieces: tuple[Shown, ...]
    width: float = 0.0
    height: float = 0.0
    steps: tuple[Step, ...] = ()
    under: tuple[PlacedFace, ...] = ()
    edge: str = ""
    signs: tuple[tuple[Sample | str, str], ...] = ()
    texts: dict[frozenset[str], Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def from_below(self) -> tuple[PlacedFace, ...]:
        """Return what is under it, the lowest first: the right end of a map piece lies on the next, unless it
        is turned over."""
        return self.under if self.printed or is_turned(self.area) else self.under[::-1]

    @property
    def printed(self) -> bool:
        """True if its places are printed on boards."""
        return bool(self.under) and not self.edge

    @cached_property
    def targets(self) -> frozenset[str]:
        """Everything that a tap on it may ask for: the places and codes of its pieces."""
        pieces = (word for one in self.pieces for word in (one.place, one.code))
        steps = (word for one in self.steps for word in (one.place, one.code))
        return frozenset((*pieces, *steps)) - {""}


class Faces:
    """The faces of the games that are played, shared by all tables and drawn in a process of their own.

    waits  whether an area waits for all its pictures to be drawn, as only they tell where something lies on
           them; otherwise it waits for boards alone, and what lies on others is in their middle meanwhile
    """

    def __init__(self, *, waits: bool = True) -> None:
        self._games: dict[str, WebFaces] = {}
        self._waits = waits
        # With the pictures that were still to be drawn: what lies on them is in their middle until they are.
        self._areas: dict[tuple[str, Area], tuple[Drawn, tuple[str, ...]]] = {}
        self._artist = Artist()
        self.key = lru_cache(_AREAS)(self._key)

    def drawn(self, game: str, area: Area) -> Drawn:
        """The area with the faces of its pieces. It names no piece that the area does not."""
        found, missed = self._areas.get((game, area), (None, ()))
        if found is None or any(self._of(game).slots(picture) is not None for picture in missed):
            found = self._drawn(game, area)
            self._areas[game, area] = found, tuple(self._missing(game, area))
            if len(self._areas) > _AREAS:
                del self._areas[next(iter(self._areas))]
        return found

    def cover(self, game: str) -> tuple[str, ...]:
        """The pictures that stand for a game: three faces of its first cards, or of what is like cards."""
        faces = self._of(game)
        decks = [deck for deck in faces.game.decks if len(deck.pieces) >= _COVER]
        deck = min(decks or faces.game.decks, key=lambda deck: abs(deck.size[0] / deck.size[1] - _CARD) > 0.3)
        last = len(deck.pieces) - 1
        shown = dict.fromkeys(deck.pieces[place].code for place in (last // 5, last // 2, last * 4 // 5))
        return tuple(faces.name(deck.name, code) for code in shown)

    def keys(self, game: str, decks: Iterable[str]) -> list[Shown]:
        """The faces of all pieces of these decks, each once."""
        codes = dict.fromkeys(piece.code for name in decks for piece in self._of(game).game.deck(name).pieces)
        return [piece for piece in map(partial(self.key, game), codes) if piece]

    def _key(self, game: str, code: str) -> Shown | None:
        """The face of a piece of the box with that code, of the first deck that has one; None if none has."""
        faces = self._of(game)
        for deck in faces.game.decks:
            for piece in deck.pieces:
                if piece.code == code:
                    groups = ("colour", "system", "kind")
                    tone = next((str(piece.fields[name]) for name in groups if piece.fields.get(name)), "")
                    words = str(piece.fields.get("name") or piece.fields.get("title") or code)
                    width, height = faces.size(deck.name)
                    picture = faces.name(deck.name, code)
                    return Shown(picture, code, words, words, "", code, tone, width=width, height=height)
        return None

    def file(self, game: str, name: str) -> bytes | None:
        """The picture of that name; None if there is none. Raises `UsageError` for an unknown game."""
        faces = self._of(game)
        if faces.side(name) is None:
            return None
        return faces.file(name) or self._artist.draw(game, name)

    def told(self, game: str, piece: Resting) -> str:
        """The picture of a piece that is told of; empty for a die."""
        faces = self._of(game)
        known = any(deck.name == piece.deck for deck in faces.game.decks)
        return side_up(piece, faces) if known else ""

    def warm(self, game: str) -> bool:
        """Have every face drawn now, so that no phone waits for one; whoever asks meanwhile comes first.

        False if all had been drawn before.
        """
        new = [name for name in self._of(game).names if self._of(game).file(name) is None]
        for name in new:
            self.file(game, name)
            time.sleep(_BREATH)
        return bool(new)

    def close(self) -> None:
        """Draw nothing any more."""
        self._artist.close()

    def _missing(self, game: str, area: Area) -> Iterator[str]:
        """The pictures with slots that are still to be drawn."""
        faces = self._of(game)
        if is_board(area):
            yield from (picture for picture in _slotted(area, faces) if faces.slots(picture) is None)

    def _drawn(self, game: str, area: Area) -> Drawn:
        faces = self._of(game)
        if not is_board(area):
            row = tuple(_in_a_row(piece, faces) for piece in area.pieces)
            return Drawn(area, row, signs=tuple(_signs(area, faces)))
        under = {_picture(piece, faces) for piece in area.under}
        for picture in [one for one in self._missing(game, area) if self._waits or one in under]:
            self.file(game, picture)  # its slots are known once it has been drawn
        if area.under and area.layout != "hexes" and (boards := printed(area, faces)):
            return _printed(area, boards, faces)
        return _track(area, faces) if area.layout == "track" else _board(area, faces)

    def _of(self, game: str) -> WebFaces:
        if game not in self._games:
            self._games[game] = WebFaces(catalogue.load(game))
        return self._games[game]


def _slotted(area: Area, faces: WebFaces) -> Iterator[str]:
    """The pictures with slots in which something may lie."""
    for piece in area.pieces:
        if piece.holds and piece.deck:
            yield _picture(piece, faces)
    if area.layout != "hexes":
        yield from (_picture(piece, faces) for piece in area.under)
        yield from (side_up(held, faces) for piece in area.pieces for held in piece.holds)


def _picture(piece: Placed, faces: WebFaces) -> str:
    return faces.name(piece.deck, piece.code if piece.up else "", piece.up) if piece.deck else ""


def _shown(piece: Placed, faces: WebFaces) -> Shown:
    picture = _picture(piece, faces)
    label = label_of(piece)
    if not piece.name:
        name = "face down" if label == HIDDEN else label
    elif label == piece.name or label in piece.name.split():
        name = piece.name
    else:  # a reader hears a written label first, so that one can ask for it by voice
        name = f"{piece.name} ({label})" if picture else f"{label} {piece.name}"
    words = f"{name}, {piece.note}" if piece.note else name
    width, height = faces.size(piece.deck) if picture else (0.0, 0.0)
    kind = "picture" if picture else "box"
    return Shown(
        picture, label, words, piece.name, piece.note, piece.code, piece.tone, piece.code, kind,
        width=width, height=height,
    )  # fmt: skip


def _in_a_row(piece: Placed, faces: WebFaces) -> Shown:
    """With what stands for it, such as a standee for a unit."""
    slots = {"": [Box(0, 0, *_STAND)]}
    held = () if piece.deck else tuple(in_slots(piece.holds, slots, faces))
    return replace(_shown(piece, faces), held=held)


def _board(area: Area, faces: WebFaces) -> Drawn:
    pieces = [piece for piece in area.pieces if piece.at is not None]
    hexes = area.layout == "hexes"
    box = _box(area, pieces, faces)
    sizes = [faces.size(piece.deck) if piece.deck else box for piece in pieces]
    width, height = max(one[0] for one in sizes), max(one[1] for one in sizes)
    notes = any(piece.note for piece in pieces)
    if hexes:
        across, down = width, height * 0.75
    else:
        across, down = width + _GAP, height + _GAP + (_NOTE if notes else 0.0)
    places = [_place(piece, hexes, is_turned(area)) for piece in pieces]
    left, top = min(x for x, _ in places), min(y for _, y in places)
    painted = any(piece.tone or piece.deck for piece in pieces)
    shown = []
    for piece, (x, y), (own_width, own_height) in zip(pieces, places, sizes, strict=True):
        one = _shown(piece, faces)
        # Of a place that is drawn, nobody sees the letters that it has on a terminal.
        unlettered = ", ".join(filter(None, (piece.name or label_of(piece), piece.note)))
        axis = painted and not (piece.deck or piece.tone or piece.name or piece.note) and piece.code.isalnum()
        own = Box(
            round((x - left) * across + (width - own_width) / 2, 2),
            round((y - top) * down + (height - own_height) / 2, 2),
            own_width,
            own_height,
        )
        shown.append(
            replace(
                one,
                words=unlettered if area.under or (piece.holds and not piece.deck) else one.words,
                lines=() if piece.holds else _lines(piece.note, own_width, hexes),
                place=place_of(area, piece.at),
                kind="axis" if axis else "hex" if hexes and not one.picture else one.kind,
                held=_held(piece, one.picture, own, faces),
                **own._asdict(),
            )
        )
    size = (
        round((max(x for x, _ in places) - left) * across + width, 2),
        round((max(y for _, y in places) - top) * down + height + (_NOTE if notes else 0.0), 2),
    )
    drawn = Drawn(area, tuple(shown), *size, signs=tuple(_signs(area, faces)))
    return _mapped(drawn, (-left * across, -top * down), faces) if area.under and hexes else drawn


def _printed(area: Area, boards: Printed, faces: WebFaces) -> Drawn:
    """On a track the first piece of a place is the place; its words name the others, which stand on it."""
    standing: dict[tuple[int, int] | None, list[Placed]] = {}
    for piece in area.pieces:
        standing.setdefault(piece.at if area.layout == "track" else None, []).append(piece)
    shown = []
    for piece in area.pieces:
        on_it = standing.get(piece.at, [])[1:] if piece.at is not None else []
        if piece in on_it:
            continue
        one, box = _shown(piece, faces), around(boards.places(piece))
        own = one.words if area.layout == "track" else one.name or one.words
        words = ", ".join([own, *(other.name or other.code for other in on_it)])
        held = tuple(boards.held(piece, on_it))
        place = place_of(area, piece.at)
        shown.append(replace(one, words=words, place=place, held=held, here=bool(on_it), **box._asdict()))
    return Drawn(area, tuple(shown), boards.width, boards.height, under=boards.boards)


def _signs(area: Area, faces: WebFaces) -> Iterator[tuple[Sample | str, str]]:
    for sign in area.signs or ():
        if sign.piece is None:
            yield sign.mark, sign.text
        else:
            box = Box(0, 0, *faces.size(sign.piece.deck))
            yield Sample(placed_face(sign.piece, box, faces), box, hex=False), sign.text


def _mapped(drawn: Drawn, origin: tuple[float, float], faces: WebFaces) -> Drawn:
    """With the map pieces under it. `origin`: where the hex 0, 0 has its upper left corner, in mm."""
    under = tuple(ground(drawn.area, origin, faces))
    hexes = [one for one in drawn.pieces if one.kind == "hex"]
    bare = {one.code: one.box for one in reversed(hexes) if not one.held}
    signs: list[tuple[Sample | str, str]] = [
        (found, meaning)
        for letter, meaning in drawn.area.legend
        if letter in bare and (found := sample(bare[letter], under))
    ]
    return replace(drawn, under=under, edge=edge([one.box for one in hexes]), signs=tuple(signs))


def _held(piece: Placed, picture: str, box: Box, faces: WebFaces) -> tuple[PlacedFace, ...]:
    """Place what lies on a place, or in the slots of a piece there."""
    if piece.deck:
        return tuple(on_piece(piece.holds, picture, box, faces))
    return tuple(on_place(piece.holds, box, faces))


def _box(area: Area, pieces: Sequence[Placed], faces: WebFaces) -> tuple[float, float]:
    """Width and height of a place that is not a piece."""
    if area.layout == "hexes":
        return hex_of(faces.game.deck(area.under[0].deck)) if area.under else _HEX
    sizes = [_BOX, *((len(label_of(one)) * _LETTER + 4, _BOX[1]) for one in pieces if not one.holds)]
    held = [faces.size(one.holds[0].deck) for one in pieces if one.holds and not one.deck]
    sizes += [(width + _MARGIN, height + _MARGIN) for width, height in held]
    return max(width for width, _ in sizes), max(height for _, height in sizes)


def _place(piece: Placed, hexes: bool, turned: bool) -> tuple[float, float]:
    """In widths and rows. In hexes each row begins half a hex further right; in turned ones it is higher."""
    assert piece.at is not None
    column, row = piece.at
    return (column + row / 2, -row if turned else row) if hexes else (column, row)


def _track(area: Area, faces: WebFaces) -> Drawn:
    steps = []
    for space, standing in spaces_of(area):
        there = tuple(_in_a_row(piece, faces) for piece in standing)
        place, label = place_of(area, space.at), label_of(space)
        steps.append(Step(place, space.code, label, space.name, space.note, space.tone, there))
    return Drawn(area, (), steps=tuple(steps))


def place_of(area: Area, at: tuple[int, int] | None) -> str:
    """Name a place as pages do: "map 1,-2"; empty for none."""
    return f"{area.name} {at[0]},{at[1]}" if at is not None else ""


def _lines(note: str, width: float, hexes: bool) -> tuple[str, ...]:
    """A note in lines: some on a hex of that width, one under a piece that has others beside it."""
    if hexes:
        return tuple(textwrap.wrap(note, max(8, int(width / _NOTE_LETTER)))[:_MOST_LINES])
    return (note if len(note) <= _LONGEST_NOTE else f"{note[: _LONGEST_NOTE - 1]}…",)


def owner_first(areas: Iterable[Area], name: str) -> list[Area]:
    """The areas of that player first, then the boards, then the others."""

    def rank(area: Area) -> int:
        return 0 if name and f" {name}" in f" {area.title}" else 1 if is_board(area) else 2

    return sorted(areas, key=rank)
