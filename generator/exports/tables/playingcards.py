"""`pnp export --to pcio`: a table for playingcards.io and virtualtabletop.io, with the pictures in one file.

The file is a zip. `widgets.json` lists all that lies on the table, which is 1600 pixels wide and 1000 high;
pictures are in `userassets/`, each below 2 MB, and called `package://userassets/NAME`. The places of cards in
a pile are those on the table. What a kind of card has, its label and its pictures, are texts.
"""

import io
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from PIL import Image

from components.catalogue import Deck
from components.errors import PaperError
from components.wording import counted
from components.writing import zip_file
from generator.exports import png
from generator.exports.order import Drawn, Order, draw, is_board, outline, unfolded
from generator.exports.tables.album import Album, in_rows
from generator.files import export_files

DPI: Final = 150
_WIDE, _HIGH, _HAND = 1600, 1000, 180  # the table, and the part of it that is a player's own hand
_SCALE = 103 / 63.5  # pixels to the mm, at most: a poker card is 103 wide
_EDGE, _ABOVE, _BELOW = 4, 40, 36  # room in a pile round its cards, for its label, and for its button
_LEAST, _LABEL = 8, 96  # pixels of a side, and of a place, so that labels do not meet
_BYTES = 2 * 1024 * 1024  # size of a picture: only smaller ones are shown

Widget = dict[str, Any]


def export(order: Order, dpi: int = DPI) -> tuple[list[str], list[Path]]:
    """Write `<game>.pcio` into the game's folder; returns lines for the user, and the files.

    Raises `UsageError` for unknown decks and for decks that are all nets, `PaperError` for more decks than
    the table has room for.
    """
    decks, left = unfolded(order)
    pieces = draw(order, decks.__contains__)
    album = Album(dpi)
    widgets = [*_widgets(order, decks, pieces, album)]
    pictures = album.develop(order.jobs, order.progress, order.game.title)
    told = {"widgets.json": json.dumps(widgets, indent=1, ensure_ascii=False).encode()}
    shown = {f"userassets/{name}": _small(data) for name, data in pictures.items()}
    file = f"{order.game.slug}.pcio"
    made = export_files(order.folder, {file: zip_file(told | shown)}, within=order.out)
    copies = sum(drawn.piece.copies for drawn in pieces)
    said = f"{counted(copies, 'piece')}, {counted(len(pictures), 'picture')} -> {order.folder / file}"
    return [f"{order.game.title}: {said}", *left], made


def _widgets(order: Order, decks: Sequence[Deck], pieces: Sequence[Drawn], album: Album) -> Iterator[Widget]:
    """Yield a hand, and boards and piles in rows, as large as they can be."""
    laid = [[one for one in pieces if one.deck is deck] for deck in decks if not is_board(deck)]
    laid += [[one] for one in pieces if is_board(one.deck)]
    for step in range(60):
        sizes = [_pixels(members[0].deck, _SCALE * 0.95**step) for members in laid]
        rooms = [(max(wide, _LABEL) + 4 * _EDGE, high + 2 * _EDGE + _ABOVE + _BELOW) for wide, high in sizes]
        places, deep = in_rows(rooms, _WIDE)
        if deep <= _HIGH - _HAND and max(wide for wide, _ in rooms) <= _WIDE:
            break
    else:
        what = "The table has no room for all of it."
        raise PaperError(what, where=order.game.slug, todo="Name some decks: --only cards,tokens.")
    yield {"id": "hand", "type": "hand", "x": 50, "y": _HIGH - _HAND, "z": 1, "enabled": True}
    for number, (members, place, size) in enumerate(zip(laid, places, sizes, strict=True), 1):
        x, y, z = round(place[0]) + _EDGE, round(place[1]) + _ABOVE, 1000 * number
        if is_board(members[0].deck):
            name = f"{members[0].deck.name}-{members[0].piece.code}"
            image = _picture(order, members[0], "front", album)
            yield {"id": name, "type": "board", **_box(x, y, z, size), "boardImage": image}
        else:
            yield from _pile(order, members, (x, y, z), size, album)


def _pile(
    order: Order, members: Sequence[Drawn], place: tuple[int, int, int], size: tuple[int, int], album: Album
) -> Iterator[Widget]:
    """Yield a pile, its kinds of cards, and the cards: face down, if they have backs."""
    deck, (x, y, z), (wide, high) = members[0].deck, place, size
    kinds = {
        drawn.piece.code: {
            "label": f"{deck.title} {drawn.piece.code}",
            "image": _picture(order, drawn, "front", album),
            "back": _picture(order, drawn, "back", album),
        }
        for drawn in members
    }
    room = _box(x, y, z, (wide + 2 * _EDGE, high + 2 * _EDGE))
    yield {"id": deck.name, "type": "cardPile", **room, "label": deck.title, "hasShuffleButton": True}
    own = {"parent": deck.name, "x": x + _EDGE, "y": y + _EDGE}
    faces = {f"{side}Template": _face(value, size) for side, value in (("face", "image"), ("back", "back"))}
    shape = {"cardWidth": wide, "cardHeight": high, "enlarge": True}
    kind = f"{deck.name}-kinds"
    yield {"id": kind, "type": "cardDeck", **own, "z": z + 1, "cardTypes": kinds, **faces, **shape}
    copies = [(drawn.piece.code, copy) for drawn in members for copy in range(1, drawn.piece.copies + 1)]
    for height, (code, copy) in enumerate(copies, z + 2):
        card = {"id": f"{deck.name}-{code}-{copy}", "type": "card", **own, "z": height}
        yield {**card, "deck": kind, "cardType": code, "faceup": not deck.back}


def _face(value: str, size: tuple[int, int]) -> Widget:
    """A side of a card: the picture that its kind has under that name."""
    image = {"type": "image", "x": 0, "y": 0, "w": size[0], "h": size[1], "color": "transparent"}
    image |= {"valueType": "dynamic", "value": value}
    return {"includeBorder": False, "includeRadius": False, "objects": [image]}


def _box(x: int, y: int, z: int, size: tuple[int, int]) -> Widget:
    return {"x": x, "y": y, "z": z, "width": size[0], "height": size[1]}


def _pixels(deck: Deck, scale: float) -> tuple[int, int]:
    return max(_LEAST, round(deck.size[0] * scale)), max(_LEAST, round(deck.size[1] * scale))


def _picture(order: Order, drawn: Drawn, side: str, album: Album) -> str:
    """The address of a side, which is transparent beyond the cut; of a piece without a back, of its front."""
    face = drawn.back if side == "back" and drawn.back else drawn.front
    plain = drawn.deck.shape == "square"
    cut = "" if plain else outline(order.game, drawn.deck, face)
    return f"package://userassets/{album.single(png.file_name(f'{drawn.deck.name}-{face.key}'), face, cut)}"


def _small(picture: bytes) -> bytes:
    """The picture, smaller if it would be too large to be shown."""
    while len(picture) >= _BYTES:
        buffer = io.BytesIO()
        with Image.open(io.BytesIO(picture)) as image:
            size = (max(1, image.width * 3 // 4), max(1, image.height * 3 // 4))
            image.resize(size, Image.Resampling.LANCZOS).save(buffer, image.format)
        picture = buffer.getvalue()
    return picture
