"""Faces as a gallery shows them, remembered from one run to the next until something on them changes."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from components.catalogue import Deck
from components.pieces import Piece
from generator import INKS, cache
from generator.exports.order import Order, outline
from generator.faces.clean import PICTURE, clean_svg
from generator.faces.renderer import Face, Renderer

_SHELF = "galleries"


class Side(NamedTuple):
    """One side of a piece: its document in each of `INKS`, and its cut line as path data."""

    inks: Sequence[str]
    cut: str


class Sides:
    """The sides of the pieces of an order, drawn only where they are not remembered.

    pictures  addresses that hold the pictures of the documents, which have only their names

    The faces of a piece depend on the order's stamp and on its row, and on other rows only if a template asks
    for them. So without a stamp nothing is remembered.
    """

    def __init__(self, order: Order) -> None:
        self.pictures: dict[str, str] = {}
        self._order = order
        self._renderers: list[Renderer] = []
        self._written: dict[str, str] = {}
        self._rows = _hash(repr([_row(deck, piece) for deck in order.game.decks for piece in deck.pieces]))
        self._file = _hash(repr((str(order.game.folder.resolve()), order.only))) + ".json"
        self._stamp = order.stamp and _hash(repr((order.stamp, [*order.game.tables.items()])))
        self._before = self._remembered()
        self._now: dict[str, list[Any]] = {}

    def of(self, deck: Deck, piece: Piece) -> tuple[Side, Side | None]:
        """The front and the back. Raises `TemplateError` for anything that cannot be printed."""
        key = _hash(repr(_row(deck, piece)))
        if key not in self._now:
            self._now[key] = self._before["sides"].get(key) or self._draw(deck, piece)
        front, back = self._now[key]
        return Side(*front), Side(*back) if back else None

    def finish(self) -> None:
        """Remember the sides. Raises `FitError` for all texts that did not fit."""
        for renderer in self._renderers:
            renderer.refuse_misfits()
        if self._stamp and self._renderers:
            whole = (
                any(renderer.templates.ask_for_others() for renderer in self._renderers)
                or self._before["whole"]
            )
            told = {"stamp": self._stamp, "whole": whole and self._rows, "sides": self._now}
            shown = {name for sides in self._now.values() for name in PICTURE.findall(repr(sides))}
            told["pictures"] = {name: data for name, data in self.pictures.items() if name in shown}
            cache.keep(_SHELF, self._file, json.dumps(told).encode())
            cache.forget_old(_SHELF)

    def _remembered(self) -> dict[str, Any]:
        try:
            # Written by us and checked by its hash, so it need not be looked at like a stranger's file.
            told: dict[str, Any] = json.loads((self._stamp and cache.kept(_SHELF, self._file)) or b"{}")
        except ValueError:
            told = {}
        if told.get("stamp") != self._stamp or told.get("whole") not in ("", self._rows):
            return {"whole": "", "sides": {}, "pictures": {}}
        self.pictures |= told["pictures"]
        return told

    def _draw(self, deck: Deck, piece: Piece) -> list[Any]:
        if not self._renderers:
            self._renderers = [Renderer(self._order.game, ink) for ink in INKS]
        drawn = [renderer.faces(deck, piece) for renderer in self._renderers]
        backs = [faces.back for faces in drawn if faces.back]
        return [self._side(deck, [faces.front for faces in drawn]), backs and self._side(deck, backs)]

    def _side(self, deck: Deck, inks: Sequence[Face]) -> list[Any]:
        return [[self._clean(face) for face in inks], outline(self._order.game, deck, inks[0])]

    def _clean(self, face: Face) -> str:
        """The face as the compiler has understood it."""
        if face.key not in self._written:
            self._written[face.key] = clean_svg(face.svg, face.where, pictures=self.pictures)
        return self._written[face.key]


def _row(deck: Deck, piece: Piece) -> tuple[object, ...]:
    return deck.name, piece.code, piece.copies, dict(piece.fields)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]
