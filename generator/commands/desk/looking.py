"""The sheets of a game to look at, without a file."""

from __future__ import annotations

from pathlib import Path

from components.catalogue import Game
from generator.build.press import Order, Press, chosen
from generator.faces.renderer import Face, Renderer
from generator.sheets.imposition import Part
from generator.sheets.paper import Paper


def laid_out(game: Game, paper: Paper, ink: str) -> tuple[list[Part], list[Face]]:
    """The sheets of a game and the faces on them. Raises what `build` would of them."""
    press = Press(game, Order(game.slug, paper, Path(), ink), Renderer(game, ink))
    decks = chosen(game, (), ())
    for deck, _ in decks:
        for piece in deck.pieces:
            press.faces[deck.name, piece.code] = press.renderer.faces(deck, piece)
    parts = press.impose(decks)
    press.renderer.refuse_misfits()
    return parts, [face for both in press.faces.values() for face in (both.front, both.back) if face]
