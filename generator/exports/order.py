"""What is to be exported, and the faces it takes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from components.catalogue import Deck, Game
from components.pieces import Piece
from generator import shapes
from generator.build import Progress, chosen, misfit_report
from generator.drawing import compile_svg
from generator.faces import Face, Renderer
from generator.nets import net
from generator.theme import theme


def silent(what: str, done: int, total: int) -> None:
    """Progress that nobody watches."""


@dataclass(frozen=True)
class Order:
    """A game, or the decks of it that `only` names, to be exported under the folder `out`."""

    game: Game
    out: Path
    ink: str = "full"
    only: tuple[str, ...] = ()
    jobs: int = 1
    progress: Progress = silent

    @property
    def folder(self) -> Path:
        """The game's own folder under `out`."""
        return self.out / self.game.slug


@dataclass(frozen=True)
class Drawn:
    """A piece with its faces; `back` is None for a piece printed on one side."""

    deck: Deck
    piece: Piece
    front: Face
    back: Face | None


def outline(game: Game, deck: Deck, face: Face) -> str:
    """The cut line as path data, in mm on the face: of a net as it is drawn, of others by their shape.

    A strip of hexes is stepped the other way on its back.
    """
    if deck.shape == "net" and (drawn := net(compile_svg(face.svg, face.where), deck.size).cut):
        return "".join(map(shapes.contour_path, drawn))
    line = shapes.contour(deck, theme(game).lengths["corner"])
    if face.side == "back" and deck.shape == "stepped":
        line = shapes.mirrored(line, deck.size[0])
    return shapes.contour_path(line)


def draw(order: Order, wanted: Callable[[Deck], bool] = lambda deck: True) -> list[Drawn]:
    """The pieces of the decks that are asked for and wanted, with their faces, in the game's order.

    Raises `UsageError` for a deck there is none of, `TemplateError`, and `FitError` for all texts that
    do not fit.
    """
    renderer = Renderer(order.game, order.ink)
    pieces = []
    for deck, _ in chosen(order.game, order.only, ()):
        for piece in deck.pieces if wanted(deck) else ():
            faces = renderer.faces(deck, piece)
            pieces.append(Drawn(deck, piece, faces.front, faces.back))
    if renderer.misfits:
        raise misfit_report(renderer.misfits)
    return pieces
