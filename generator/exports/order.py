"""An export to make, and its faces."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from components.catalogue import Deck, Game
from components.decks import STRIPS
from components.errors import UsageError
from components.languages.translated import folder_name
from components.pieces import Piece
from components.wording import listed
from generator import Progress, silent
from generator.faces import shapes
from generator.faces.drawing import compile_svg
from generator.faces.renderer import Face, Renderer
from generator.faces.theme import theme
from generator.sheets.nets import net

_BOARD = 160.0  # the least length of a board, mm


@dataclass(frozen=True)
class Order:
    """A game, or the decks of it that `only` names, to be exported under the folder `out`.

    stamp  a hash of everything that shapes its faces but for its spreadsheets; "" to draw all of them anew
    """

    game: Game
    out: Path
    ink: str = "full"
    only: tuple[str, ...] = ()
    jobs: int = 1
    progress: Progress = silent
    stamp: str = ""

    @property
    def folder(self) -> Path:
        """The game's own folder under `out`, one for each language."""
        return self.out / folder_name(self.game)

    @property
    def decks(self) -> list[Deck]:
        """The requested decks; all by default. Raises `UsageError` for an unknown deck."""
        return [self.game.deck(name) for name in dict.fromkeys(self.only)] or list(self.game.decks)


@dataclass(frozen=True)
class Drawn:
    """A piece with its faces; `back` is None for a piece printed on one side."""

    deck: Deck
    piece: Piece
    front: Face
    back: Face | None


def outline(game: Game, deck: Deck, face: Face) -> str:
    """The cut line as path data, in mm on the face: for a net as drawn, otherwise by the shape.

    A strip of hexes is mirrored on its back.
    """
    if deck.shape == "net" and (drawn := net(compile_svg(face.svg, face.where), deck.size).cut):
        return "".join(map(shapes.contour_path, drawn))
    line = shapes.contour(deck, theme(game).lengths["corner"])
    if face.side == "back" and deck.shape in STRIPS:
        line = shapes.mirrored(line, deck.size[0])
    return shapes.contour_path(line)


def unfolded(order: Order) -> tuple[list[Deck], list[str]]:
    """The decks for a virtual table, and the line that names those which are folded from paper, if any.

    Raises `UsageError` if there are no others.
    """
    nets = [deck.title for deck in order.decks if deck.shape == "net"]
    decks = [deck for deck in order.decks if deck.shape != "net"]
    if not decks:
        raise UsageError(f"{listed(nets)} are folded from paper.", where="--only", todo="Print them.")
    return decks, [f"Left out because they are folded from paper: {', '.join(nets)}."] if nets else []


def is_board(deck: Deck) -> bool:
    """Tell whether the pieces of a deck lie on a virtual table as boards that nobody moves."""
    return deck.shape in ("card", "square") and not deck.back and max(deck.size) >= _BOARD


def draw(order: Order, wanted: Callable[[Deck], bool] = lambda deck: True) -> list[Drawn]:
    """The pieces of the requested decks that are `wanted`, with their faces.

    Raises `UsageError` for an unknown deck, `TemplateError`, and `FitError` for all texts that do not fit.
    """
    renderer = Renderer(order.game, order.ink)
    pieces = []
    for deck in order.decks:
        for piece in deck.pieces if wanted(deck) else ():
            faces = renderer.faces(deck, piece)
            pieces.append(Drawn(deck, piece, faces.front, faces.back))
    renderer.refuse_misfits()
    return pieces
