"""Strips of a set-up at true size: interlocking pieces joined in one picture, printed like a board.

This way a planet of map pieces has no joints on the table; if it is longer than the paper, it continues on
other sheets.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from components.catalogue import Deck, Game
from components.decks import STRIPS
from components.languages.setups import in_language
from components.pieces import Piece
from components.setup import Area, Setup
from generator.faces.drawing import Drawing
from generator.faces.renderer import Renderer
from generator.faces.svg.operations import Group
from generator.faces.svg.path import Outline
from generator.sheets import areas
from generator.sheets.imposition import Item, Part, impose
from generator.sheets.layout import pages
from generator.sheets.paper import Paper

_APART = 6.0  # mm between strips that share a board


@dataclass(frozen=True)
class Strip:
    """One strip, or several above each other, as a board: a deck of one piece, and its drawing."""

    deck: Deck
    drawing: Drawing

    @property
    def key(self) -> str:
        """The key of its face among the drawings of a document."""
        return f"strip {self.deck.name}"


def strips(setup: Setup, game: Game, renderer: Renderer) -> Iterator[Strip]:
    """Every area of the set-up that is a row of interlocking pieces, in its own colours."""
    for area in in_language(setup, game.words).areas:
        if _interlocks(area, game):
            yield _strip(area, game, renderer.painted(setup.colours.get(area.name, {})))


def stacked(made: Sequence[Strip], paper: Paper) -> list[Strip]:
    """The strips above each other on as few boards as possible, the longest ones together."""
    if not made:
        return []
    tallest = max(strip.deck.size[1] for strip in made)
    room = min(page.area.height for page in pages(paper))
    rows = max(1, int((room + _APART) // (tallest + _APART)))
    longest_first = sorted(made, key=lambda strip: -strip.deck.size[0])
    return [_stack(longest_first[first : first + rows]) for first in range(0, len(made), rows)]


def impose_strips(boards: Sequence[Strip], paper: Paper) -> list[Part]:
    """The sheets of each board, printed on one side. Raises `PaperError` if the paper is too small.

    There is no bleed, because nothing is drawn between the hexes of an edge.
    """
    paper = paper._replace(bleed=0.0)
    items = [Item(board.deck, board.deck.name, 1, board.key, "") for board in boards]
    return [Part(item.deck.name, item.deck.title, impose([item], paper)) for item in items]


def _stack(above_each_other: Sequence[Strip]) -> Strip:
    drawn, y = [], 0.0
    for strip in above_each_other:
        drawn.append(Group(strip.drawing.operations, (1, 0, 0, 1, 0, y)))
        y += strip.deck.size[1] + _APART
    size = (max(strip.deck.size[0] for strip in above_each_other), y - _APART)
    name = "-".join(strip.deck.name for strip in above_each_other)
    title = ", ".join(strip.deck.title for strip in above_each_other)
    return Strip(_board(name, title, size), Drawing((0, 0, *size), tuple(drawn)))


def _board(name: str, title: str, size: tuple[float, float]) -> Deck:
    return Deck(name, title, size, "square", "", "", name, (Piece(name),))


def _interlocks(area: Area, game: Game) -> bool:
    decks = {placed.deck for placed in area.pieces}
    rows = {placed.at[1] if placed.at else None for placed in area.pieces}
    if area.layout != "grid" or len(decks) != 1 or len(rows) != 1 or not all(decks):
        return False
    return game.deck(*decks).shape in STRIPS


def _strip(area: Area, game: Game, renderer: Renderer) -> Strip:
    deck = game.deck(area.pieces[0].deck)
    pitch = deck.size[0] * areas.step([deck])
    outline = areas.outline(deck, renderer)
    across = sorted(area.pieces, key=lambda placed: placed.at or (0, 0))
    shown = [areas.showing(placed, deck, renderer) for placed in across]
    size = (pitch * (len(across) - 1) + deck.size[0], deck.size[1])
    drawn = tuple(
        _cut(renderer.drawings.of(face), face.side, outline, deck.size[0], pitch * place)
        for place, face in enumerate(shown)
        if face
    )
    below = tuple(areas.from_below(drawn, across, game))
    return Strip(_board(area.name, area.title, size), Drawing((0, 0, *size), below))


def _cut(drawing: Drawing, side: str, outline: Outline, width: float, x: float) -> Group:
    """The face clipped to its outline, moved to the right by x; a back has a mirrored outline."""
    if side != "back":
        return Group(drawing.operations, (1, 0, 0, 1, x, 0), (outline, False))
    mirror = (-1.0, 0.0, 0.0, 1.0, width, 0.0)
    inner = Group(drawing.operations, mirror)
    return Group((Group((inner,), mirror, (outline, False)),), (1, 0, 0, 1, x, 0))
