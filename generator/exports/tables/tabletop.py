"""`pnp export --to tts`: a table for Tabletop Simulator, as pictures and a saved object.

Cards with backs become decks; large one-sided pieces become boards, which are locked tiles with snap points
where things lie; all others go into bags, from which the simulator draws at random: rectangular and round
pieces as tiles, hexes and strips of hexes as tokens, whose outline comes from the transparent part of the
picture. Nets, which are folded from paper, are left out. A second file is a whole table, with a hand for each
seat.

The file format follows the simulator's knowledge base: save file format, custom deck, tile, token and board.
The unit on the table is an inch.
"""

import copy
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from components.catalogue import Deck
from components.errors import UsageError
from components.wording import counted
from generator import INCH
from generator.exports import png
from generator.exports.order import Drawn, Order, draw, is_board, outline, unfolded
from generator.exports.tables.album import COLUMNS, ROWS, Album, in_rows, sheet
from generator.faces.theme import HOME as LOOKS
from generator.files import export_files
from generator.sheets.areas import slots

_CARD = 88.9  # the height of a card at scale 1, mm
_TILE = 2 * INCH  # the height of a tile, token or board at scale 1, mm
_BAG = 70.0  # the size of a bag, mm
_TABLE = 48.0  # the width over which things are spread, inches
_GAP = 0.8  # room between things, inches
# The simulator's types of tiles: 0 is a box, 1 a hex, 2 a circle, 3 rounded.
_TILES = {"square": 0, "circle": 2, "card": 3}
_COLOURS = {  # the simulator's seats by our colours; its black seat is that of whoever leads the game
    "orange": "Orange", "blue": "Blue", "green": "Green", "pink": "Pink", "yellow": "Yellow",
    "sky": "Teal", "white": "White", "black": "Brown",
}  # fmt: skip
_OTHERS = ("Red", "Purple", "Brown", "Teal", "White", "Pink", "Yellow", "Green", "Blue", "Orange")
_HAND = (14.0, 5.0, 4.0)  # the size of a hand, inches
_EDGE = 30.0  # distance from the middle of the table to that of a hand, inches
_ADDRESSES = ("https://", "http://", "file:///")

Object = dict[str, Any]

# The fields of saves and objects as the program has them, which its readers ask for first.
_FIELDS: dict[str, Object] = json.loads((LOOKS / "tabletop.json").read_text(encoding="utf-8"))


def export(order: Order, dpi: int = 300, url: str = "") -> tuple[list[str], list[Path]]:
    """Write the pictures and `<game>.json` into `tts/` of the game's folder.

    Returns lines for the user, and the files.

    dpi  resolution of the pictures, lower for a sheet too large for the simulator
    url  the web address of the pictures; without it, the file refers to the written pictures, which only
         this computer can see

    Raises `UsageError` for unknown decks, for decks that are all nets, and for an invalid URL.
    """
    if url and not url.startswith(_ADDRESSES):
        raise UsageError(
            f'"{url}" is not a web address.',
            where="--url",
            todo="Write all of it: https://example.org/last-blast/",
        )
    folder = order.folder / "tts"
    base = url.rstrip("/") if url else "file:///" + folder.resolve().as_posix().lstrip("/")
    decks, left = unfolded(order)
    album = Album(dpi)
    table = _Table(order, decks, album, base)
    objects = table.objects()
    save = _json(_save(order, objects))
    whole = _json(_save(order, [*objects, *table.hands()]) | {"Table": "Table_RPG", "Sky": "Sky_Museum"})
    files = album.develop(order.jobs, order.progress, order.game.title)
    slug = order.game.slug
    saves = {f"{slug}.json": save, f"{slug}-table.json": whole}
    made = export_files(folder, {**files, **saves}, within=order.out, alone=True)
    said = f"{order.game.title}: {counted(len(files), 'picture')}, {' and '.join(saves)} -> {folder}"
    return [said, *left], made


class _Table:
    """The objects on the table; their pictures go into the album."""

    def __init__(self, order: Order, decks: Sequence[Deck], album: Album, base: str) -> None:
        self.order = order
        self.decks = decks
        self.album = album
        self.base = base
        self.sheets = 0
        self.guids: set[str] = set()

    def objects(self) -> list[Object]:
        """Everything on the table, laid out in rows in the order of the decks."""
        pieces = draw(self.order, self.decks.__contains__)
        laid: list[tuple[Object, tuple[float, float]]] = []
        for deck in self.order.game.decks:
            members = [drawn for drawn in pieces if drawn.deck == deck]
            if not members:
                continue
            if deck.shape == "card" and deck.back:
                laid.append((self._cards(deck, members), deck.size))
            elif is_board(deck):
                laid += [
                    (self._board(drawn, number), deck.size)
                    for drawn in members
                    for number in range(drawn.piece.copies)
                ]
            else:
                laid.append((self._bag(deck, members), (_BAG, _BAG)))
        return _spread(laid)

    def hands(self) -> list[Object]:
        """A hand for each seat, along the near side of the table and, for more than one, the far one."""
        seats = [seat.name for seat in self.order.game.seats][: self.order.game.players[1]]
        known = [_COLOURS[name] for name in seats if name in _COLOURS]
        spare = (name for name in _OTHERS if name not in known)
        colours = [_COLOURS.get(name) or next(spare) for name in seats]
        near, far = colours[::2], colours[1::2]
        laid = []
        for side, row in ((-1, near), (1, far)):
            for place, colour in enumerate(row):
                hand = self._named("HandTrigger", f"hand/{colour}")
                hand["Transform"] |= {
                    "posX": round(-side * (place - (len(row) - 1) / 2) * (_HAND[0] + _GAP), 3),
                    "posY": 3.0,
                    "posZ": side * _EDGE,
                    "rotY": 0.0 if side < 0 else 180.0,
                    **dict(zip(("scaleX", "scaleY", "scaleZ"), _HAND, strict=True)),
                }
                laid.append(hand | {"Locked": True, "FogColor": colour})
        return laid

    def _cards(self, deck: Deck, members: Sequence[Drawn]) -> Object:
        """A deck, face down, with as many sheets of faces as it needs; a single card is not a deck."""
        most = COLUMNS * ROWS - 1
        sheets: Object = {}
        cards: list[Object] = []
        for start in range(0, len(members), most):
            part = members[start : start + most]
            self.sheets += 1
            own = {str(self.sheets): self._sheet(deck, part, start // most)}
            sheets |= own
            for place, drawn in enumerate(part):
                for number in range(drawn.piece.copies):
                    card = self._object("Card", drawn.piece.code, drawn, number, deck.size[1] / _CARD)
                    card["CardID"] = self.sheets * 100 + place
                    card["CustomDeck"] = own
                    cards.append(card)
        for card in cards:
            card |= {"SidewaysCard": deck.size[0] > deck.size[1], "Hands": True, "HideWhenFaceDown": True}
            card["Transform"]["rotZ"] = 180.0
        if len(cards) == 1:
            return {**cards[0], "Name": "CardCustom"}
        pile = self._object("DeckCustom", deck.title, members[0], -1, deck.size[1] / _CARD)
        pile["Transform"]["rotZ"] = 180.0
        return pile | {
            "SidewaysCard": deck.size[0] > deck.size[1],
            "HideWhenFaceDown": True,
            "DeckIDs": [card["CardID"] for card in cards],
            "CustomDeck": sheets,
            "ContainedObjects": cards,
        }

    def _sheet(self, deck: Deck, part: Sequence[Drawn], number: int) -> Object:
        grid = sheet(len(part), deck.size, self.album.dpi)
        backs = [drawn.back for drawn in part if drawn.back]
        unique = len({back.key for back in backs}) > 1
        name = png.file_name(f"{deck.name}-{number + 1}" if number else deck.name)
        fronts = self.album.sheet(f"{name}-front", [drawn.front for drawn in part], backs[0], grid)
        other = f"{name}-back"
        back = (
            self.album.sheet(other, backs, backs[0], grid)
            if unique
            else self.album.cell(other, backs[0], grid)
        )
        return {
            "FaceURL": f"{self.base}/{fronts}", "BackURL": f"{self.base}/{back}", "NumWidth": grid.columns,
            "NumHeight": grid.rows, "BackIsHidden": True, "UniqueBack": unique, "Type": 0,
        }  # fmt: skip

    def _board(self, drawn: Drawn, number: int) -> Object:
        """A locked tile that is stretched to its size. On such a tile, places run from -1 to 1, and as it is
        turned to face the players, x runs to their left and z towards them."""
        width, height = drawn.deck.size
        board = self._object("Custom_Tile", _name(drawn), drawn, number, height / _TILE)
        board["Transform"]["scaleX"] = round(width / _TILE, 4)
        image = self._image(drawn, "front", "front") | _tile("square", stackable=False)
        places = (slot for _, slot in slots(drawn.front))
        middles = [(slot.x + slot.width / 2, slot.y + slot.height / 2) for slot in places]
        snaps = [
            {"Position": {"x": round(1 - 2 * x / width, 5), "y": 0.1, "z": round(2 * y / height - 1, 5)}}
            for x, y in middles
        ]
        return board | {"Locked": True, "CustomImage": image, "AttachedSnapPoints": snaps}

    def _bag(self, deck: Deck, members: Sequence[Drawn]) -> Object:
        """The pieces in a bag that deals them at random; a single piece needs no bag."""
        make = self._tile if deck.shape in _TILES else self._token
        inside = [make(drawn, number) for drawn in members for number in range(drawn.piece.copies)]
        if len(inside) == 1:
            return inside[0]
        bag = self._object("Bag", deck.title, members[0], -1, 1.0)
        return bag | {"Bag": {"Order": 2}, "ContainedObjects": inside}

    def _tile(self, drawn: Drawn, number: int) -> Object:
        deck = drawn.deck
        tile = self._object("Custom_Tile", _name(drawn), drawn, number, deck.size[1] / _TILE)
        image = self._image(drawn, "front", "back" if drawn.back else "front") | _tile(deck.shape)
        flags = {"Hands": max(deck.size) <= _CARD, "HideWhenFaceDown": bool(drawn.back)}
        return tile | flags | {"CustomImage": image}

    def _token(self, drawn: Drawn, number: int) -> Object:
        """A token looks the same from both sides; the back of a two-sided piece is its second state.

        Its picture is given for both sides, as a stackable token would otherwise show an empty one.
        """
        token = self._object("Custom_Token", _name(drawn), drawn, number, drawn.deck.size[1] / _TILE)
        shape = {"Thickness": 0.1, "MergeDistancePixels": 15.0, "StandUp": False, "Stackable": True}
        token["CustomImage"] = self._image(drawn, "front", "front") | {"CustomToken": shape}
        if drawn.back:
            other = copy.deepcopy(token)
            other["GUID"] = self._guid(f"{drawn.deck.name}/{drawn.piece.code}/back/{number}")
            other["CustomImage"] |= self._image(drawn, "back", "back")
            token["States"] = {"2": other}
        return token

    def _image(self, drawn: Drawn, side: str, other: str = "") -> Object:
        return {
            "ImageURL": self._picture(drawn, side),
            "ImageSecondaryURL": self._picture(drawn, other) if other else "",
            "ImageScalar": 1.0,
            "WidthScale": 0.0,
        }

    def _picture(self, drawn: Drawn, side: str) -> str:
        face = drawn.back if side == "back" and drawn.back else drawn.front
        deck = drawn.deck
        cut = outline(self.order.game, deck, face) if deck.shape not in _TILES else ""
        # Named by content, so that pieces that look the same share a picture and can be stacked.
        return f"{self.base}/{self.album.single(png.file_name(f'{deck.name}-{face.key}'), face, cut)}"

    def _object(self, kind: str, name: str, drawn: Drawn, number: int, scale: float) -> Object:
        """A piece. `number` is that of the copy; -1 for a deck or bag."""
        seed = f"{drawn.deck.name}/{drawn.piece.code}/{kind}/{number}"
        return self._named(kind, seed, name, scale)

    def _named(self, kind: str, seed: str, name: str = "", scale: float = 1.0) -> Object:
        """The fields of every object. No face that lies down is hidden: with it, its name would be."""
        made = copy.deepcopy(_FIELDS["object"])
        made |= {"GUID": self._guid(seed), "Name": kind, "Nickname": name}
        made["Transform"] |= {"scaleX": round(scale, 4), "scaleZ": round(scale, 4)}
        return made

    def _guid(self, seed: str) -> str:
        """Six hexadecimal digits, the same for a piece in every export."""
        seed = f"{self.order.game.slug}/{seed}"
        guid = hashlib.sha256(seed.encode()).hexdigest()[:6]
        while guid in self.guids:
            seed += "+"
            guid = hashlib.sha256(seed.encode()).hexdigest()[:6]
        self.guids.add(guid)
        return guid


def _tile(shape: str, *, stackable: bool = True) -> Object:
    tile = {"Type": _TILES[shape], "Thickness": 0.1, "Stackable": stackable, "Stretch": not stackable}
    return {"CustomTile": tile}


def _name(drawn: Drawn) -> str:
    """The deck's title and the piece's code, for the tooltip."""
    return f"{drawn.deck.title} {drawn.piece.code}"


def _spread(laid: Sequence[tuple[Object, tuple[float, float]]]) -> list[Object]:
    """The objects in rows, beginning at the back of the table; sizes in mm."""
    sizes = [(size[0] / INCH + _GAP, size[1] / INCH + _GAP) for _, size in laid]
    for (thing, _), (x, z), (width, depth) in zip(laid, in_rows(sizes, _TABLE)[0], sizes, strict=True):
        thing["Transform"]["posX"] = round(x + width / 2 - _TABLE / 2, 3)
        thing["Transform"]["posZ"] = round(_TABLE / 3 - z - depth / 2, 3)
    return [thing for thing, _ in laid]


def _save(order: Order, objects: list[Object]) -> Object:
    game = order.game
    return _FIELDS["save"] | {
        "SaveName": game.title,
        "GameMode": game.title,
        "PlayerCounts": list(game.players),
        "Note": f"{game.title} by {game.credits.byline}. {game.credits.licence}.",
        "ObjectStates": objects,
    }


def _json(value: Object) -> bytes:
    return (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode()
