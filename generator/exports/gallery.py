"""`pnp export --to gallery`: every piece of one game or of all games in one file for a browser.

The page lists the pieces as plain HTML. Their drawings repeat a few shapes, so they are compressed at its end
to a tenth of their size, and the browser unpacks them. A drawing is inserted when it comes into view.
"""

import base64
import gzip
import itertools
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from components.catalogue import Deck, Game, Seat
from components.languages import Words
from components.pieces import Piece
from generator import INKS
from generator.exports.order import Order
from generator.exports.web.fonts import font_faces
from generator.exports.web.remembered import Side, Sides
from generator.exports.web.sheets import renamed
from generator.files import export_files

_TEMPLATE = "pages/gallery.html.j2"
_FAMILIES = ("Barlow", "Chakra Petch")  # used by the page itself
_SIGNS = "×–…·←→✕’“”"  # characters of its template besides ASCII
_DOCUMENT = re.compile(r"<svg\b[^>]*>(.*)</svg>", re.DOTALL)
_TITLE = re.compile(r"<title>.*?</title>|<style>.*?</style>", re.DOTALL)
_SYMBOL = re.compile(r"<symbol id=\"(s-[^\"]+)\"(.*?)</symbol>", re.DOTALL)


def export(orders: Sequence[Order]) -> tuple[list[str], list[Path]]:
    """Write `gallery.html` into the game's folder, or for several games beside their folders.

    Returns lines for the user, and the files.
    Raises `UsageError`, `TemplateError` and `FitError` like a build.
    """
    folder = orders[0].folder if len(orders) == 1 else orders[0].out
    data = page(orders).encode()
    made = export_files(folder, {"gallery.html": data}, within=orders[0].out)
    what = orders[0].game.title if len(orders) == 1 else f"{len(orders)} games"
    return [f"{what}: {len(data) / 1e6:.1f} MB -> {folder / 'gallery.html'}"], made


def page(orders: Sequence[Order]) -> str:
    """The page. It begins with the ink of the orders but can show all inks."""
    from components.filling import templates

    drawings = _Drawings()
    games = []
    for number, order in enumerate(orders, 1):
        games.append(_game(order, drawings))
        order.progress("Gallery", number, len(orders))
    return templates(".").get_template(_TEMPLATE).render(
        title=orders[0].game.title if len(orders) == 1 else "Starbox",
        games=games, ink=orders[0].ink, inks=INKS,
        fonts=font_faces(drawings.sources(), _FAMILIES, _SIGNS + _names(orders)),
        drawings=drawings.packed(), pictures=drawings.pictures,
    )  # fmt: skip


@dataclass(frozen=True)
class _Side:
    """A face in the page: the number of its drawing and the id of the clip path of its cut line."""

    drawing: int
    cut: str


@dataclass(frozen=True)
class _Shown:
    """A piece in the page; a search finds it by its `words`."""

    code: str
    copies: int
    words: str
    front: _Side
    back: _Side | None


@dataclass(frozen=True)
class _Shelf:
    """A deck in the page; `cuts` maps path data of cut lines to ids."""

    deck: Deck
    id: str
    cuts: dict[str, str]
    pieces: tuple[_Shown, ...]


@dataclass
class _Drawings:
    """The distinct drawings in all inks, the symbols they share, and the pictures that both name."""

    numbers: dict[tuple[str, ...], int] = field(default_factory=dict)
    symbols: dict[str, str] = field(default_factory=dict)
    pictures: dict[str, str] = field(default_factory=dict)

    def number(self, inks: Sequence[str]) -> int:
        """The drawing's number."""
        key = tuple(inks)
        if key not in self.numbers:
            self.numbers[key] = len(self.numbers)
        return self.numbers[key]

    def sources(self) -> Iterator[str]:
        return itertools.chain.from_iterable(self.numbers)

    def packed(self) -> str:
        """The drawings as compressed JSON in base64: {"symbols": svg, "faces": [[svg by ink], …]}.

        A drawing that looks the same as in full ink is null.
        """
        faces = [
            [
                None if place and svg == inks[0] else self._own(svg, f"f{number}{INKS[place][0]}-")
                for place, svg in enumerate(inks)
            ]
            for inks, number in self.numbers.items()
        ]
        data = json.dumps({"symbols": "".join(self.symbols.values()), "faces": faces}, ensure_ascii=False)
        return base64.b64encode(gzip.compress(data.encode(), 9, mtime=0)).decode()

    def _own(self, svg: str, prefix: str) -> str:
        """The contents of the document with unique ids and without its symbols."""
        match = _DOCUMENT.search(svg)
        assert match, "a face is an SVG document"
        names: dict[str, str] = {}

        def shared(symbol: re.Match[str]) -> str:
            names[symbol[1]] = self._symbol(symbol[1], symbol[2])
            return ""

        body = _SYMBOL.sub(shared, _TITLE.sub("", match[1]))
        return renamed(body, lambda name: names.get(name, prefix + name)).replace("<defs></defs>", "")

    def _symbol(self, name: str, rest: str) -> str:
        """The id of the symbol in the page. Games may draw a symbol of the same name differently."""
        for other, element in self.symbols.items():
            if other.partition("~")[0] == name and element == _element(other, rest):
                return other
        same = sum(other.partition("~")[0] == name for other in self.symbols)
        own = f"{name}~{same}" if same else name
        self.symbols[own] = _element(own, rest)
        return own


def _element(name: str, rest: str) -> str:
    return f'<symbol id="{name}"' + renamed(rest, lambda inner: f"{name}-{inner}") + "</symbol>"


def _game(order: Order, drawings: _Drawings) -> dict[str, Any]:
    """The game and its shelves for the template."""
    sides = Sides(order)
    shelves = [_shelf(order.game, deck, sides, drawings) for deck in order.decks if deck.pieces]
    sides.finish()
    drawings.pictures |= sides.pictures
    return {"game": order.game, "shelves": shelves}


def _shelf(game: Game, deck: Deck, sides: Sides, drawings: _Drawings) -> _Shelf:
    name = f"{game.slug}-{deck.name}"
    cuts: dict[str, str] = {}

    def shown(side: Side) -> _Side:
        return _Side(drawings.number(side.inks), cuts.setdefault(side.cut, f"cut-{name}-{len(cuts) + 1}"))

    pieces = []
    for piece in deck.pieces:
        front, back = sides.of(deck, piece)
        words = _words(piece, deck, game.words)
        pieces.append(_Shown(piece.code, piece.copies, words, shown(front), shown(back) if back else None))
    return _Shelf(deck, name, cuts, tuple(pieces))


def _names(orders: Sequence[Order]) -> str:
    """Every text of the games that the page shows."""
    games = [order.game for order in orders]
    said = [(game.title, game.tagline, game.credits.licence, *game.credits.authors) for game in games]
    return "".join(itertools.chain(*said, (deck.title for game in games for deck in game.decks)))


def _words(piece: Piece, deck: Deck, said: Words) -> str:
    """Every word of the piece's data, and of its translation, for the search."""
    found = [piece.code, deck.title, deck.name]
    for value in piece.fields.values():
        if isinstance(value, Seat):
            found.append(value.name)
        elif isinstance(value, str):
            found.append(value)
        elif isinstance(value, (list, tuple)):
            found += [word for word in value if isinstance(word, str)]
    found += [said(text) for text in found if text in said] if not said.original else []
    return " ".join(dict.fromkeys(" ".join(found).lower().split()))
