"""The faces of a game as pictures for web pages: their names, and their files once they have been drawn.

Nothing here draws, so that a server which only hands pictures out does not carry what draws them.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from components.catalogue import Deck, Game
from components.errors import UsageError
from components.pieces import Piece
from generator.cache import keep, kept

_HOME = Path(__file__).parents[3]
_LOOKS = ("templates", "generator/faces", "generator/exports/web")  # files on which all games' faces depend
_DATA = (".toml", ".csv", ".svg", ".j2")
_FOLDER = "faces"  # folder in the cache
SLOTS = "data-slots"  # the attribute of a picture that says where something may lie on it
_PORTRAIT = "portrait"  # the name of such a place for what stands for a face where there is little room
_SLOTS = re.compile(rb'^<svg [^>]* data-slots="([^"]*)"')
READY = "generator/exports/web/slots.json"  # slots of ready-made pictures, where none can be drawn
LOOKS = "generator/exports/web/looks.txt"  # their hash, where the code is there only as it was compiled


class Slot(NamedTuple):
    """A place on a face where something may lie: its name, its upper left corner and its side, in mm."""

    name: str
    x: float
    y: float
    side: float


class WebFaces:
    """The faces of one game. Each is an SVG file whose name is made of what it shows, so that a browser may
    keep it for ever, and so may the cache on the disk.

    Every face can be asked for, shown or not: which ones there are tells nothing about a game.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        looks = _looks(game.folder)
        self._sides = {
            _file_name(looks, game, deck, piece, up): (deck, piece, up)
            for deck in game.decks
            for piece in deck.pieces
            for up in (True, False)
        }
        self._slots: dict[str, tuple[Slot, ...]] = {}  # slots of the pictures that were asked for
        self._names = {(deck.name, piece.code, up): name for name, (deck, piece, up) in self._sides.items()}

    def name(self, deck: str, code: str, up: bool = True) -> str:
        """The file name of that side of a piece; of a back if its code is unknown ("").

        Empty for a piece that the game does not have, or one without a back.
        """
        try:
            found = self.game.deck(deck)
        except UsageError:
            return ""
        if not up and (not code or not _backs_differ(found)):
            code = found.pieces[0].code  # all backs are alike, so none names its piece
        return self._names.get((deck, code, up), "") if up or found.back else ""

    def turned(self, deck: str, code: str) -> str:
        """The file name of the other side of that very piece, for one whose two sides are both in play.

        Empty for a piece that the game does not have, or one without another side.
        """
        try:
            found = self.game.deck(deck)
        except UsageError:
            return ""
        return self._names.get((deck, code, False), "") if found.back else ""

    def upright(self, deck: str, code: str) -> tuple[float, float, float, float] | None:
        """Return the part of a standee that shows when it stands: x, y, width and height on its face, mm.

        A standee has a foot, the front, the back upside down, and a foot; None for other pieces.
        """
        found = self.game.deck(deck)
        fields = next((piece.fields for piece in found.pieces if piece.code == code), {})
        foot, panel = fields.get("foot"), fields.get("panel")
        if not isinstance(foot, float | int) or not isinstance(panel, float | int):
            return None
        return 0.0, found.size[1] - foot - panel, found.size[0], float(panel)

    @property
    def names(self) -> tuple[str, ...]:
        """The file names of all faces and backs that there are."""
        return tuple(name for name, (deck, _, up) in self._sides.items() if up or deck.back)

    def size(self, deck: str) -> tuple[float, float]:
        """Width and height of a piece, in mm."""
        return self.game.deck(deck).size

    def side(self, name: str) -> tuple[Deck, Piece, bool] | None:
        """Return the deck, the piece and the side (whether the face) of the picture of that name, if any."""
        return self._sides.get(name)

    def file(self, name: str) -> bytes | None:
        """The picture of that name, if it has been drawn."""
        return kept(_FOLDER, name) if name in self._sides else None

    def slots(self, name: str) -> tuple[Slot, ...] | None:
        """Return the places on that face where something may lie, as its picture tells them.

        None for a picture that has neither been drawn yet nor is ready-made.
        """
        if name not in self._slots:
            told = _ready_slots().get(name)
            if told is None and (picture := self.file(name)):
                told = told_slots(picture)
            if told is not None:
                places = [one.rsplit(" ", 3) for one in filter(None, told.split("; "))]
                self._slots[name] = tuple(Slot(kind, *map(float, numbers)) for kind, *numbers in places)
        return self._slots.get(name)

    def portrait(self, name: str) -> Slot | None:
        """The part of that face that stands for all of it where room is short, as a globe for a planet.

        None for a face without one, or one that has not been drawn.
        """
        return next((slot for slot in self.slots(name) or () if slot.name == _PORTRAIT), None)

    def keep(self, name: str, picture: bytes) -> None:
        """Keep a picture that was drawn."""
        keep(_FOLDER, name, picture)


def _file_name(looks: str, game: Game, deck: Deck, piece: Piece, up: bool) -> str:
    """A hash of all that the picture depends on, as far as it is known without drawing it."""
    made_of = (looks, game.slug, deck.name, piece.code, sorted(piece.fields.items()), up)
    return f"{hashlib.sha256(repr(made_of).encode()).hexdigest()[:20]}.svg"


def told_slots(picture: bytes) -> str:
    """Return what a picture tells of its slots: name, x, y and side of each; "" if it has none."""
    found = _SLOTS.match(picture)
    return found[1].decode() if found else ""


@cache
def _ready_slots() -> Mapping[str, str]:
    """The slots of ready-made pictures, by their names, as they tell them."""
    known = _HOME / READY
    return dict(json.loads(known.read_bytes())) if known.exists() else {}


def looks() -> str:
    """A hash of the templates and of the code that draws."""
    known = _HOME / LOOKS
    if known.exists():
        return known.read_text("utf-8")
    return _hash((_HOME / part for part in _LOOKS), (".py", *_DATA))


@cache
def _looks(folder: Path) -> str:
    """A hash of the templates, of the code that draws, and of what the game has in that folder."""
    return looks() + _hash([folder], _DATA)


def _hash(folders: Iterable[Path], kinds: tuple[str, ...]) -> str:
    digest = hashlib.sha256()
    for place in folders:
        for file in sorted(place.rglob("*")):
            if file.suffix in kinds:
                digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def _backs_differ(deck: Deck) -> bool:
    """Tell whether a back may show which piece it belongs to, as the other side of a tile does."""
    return deck.face == deck.back
