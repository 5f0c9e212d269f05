"""Builds without a file, to see whether they would succeed and how their sheets look."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from generator.build.press import OWN_FILES, Order, Press

if TYPE_CHECKING:
    from components.catalogue import Game
    from generator.faces.renderer import Face, Renderer
    from generator.sheets.imposition import Part
    from generator.sheets.paper import Paper
    from generator.sheets.plan import Book


def rehearse(game: Game, renderer: Renderer, paper: Paper) -> tuple[Book, ...]:
    """The files of the whole game, laid out, when its rulebook is set too; nothing is written.

    Raises what `build` would.
    """
    from generator.book.rulebook import rulebook
    from generator.sheets import plan

    press = Press(game, Order(game.slug, paper, Path(), renderer.ink), renderer)
    for deck in game.decks:
        for piece in deck.pieces:
            press.faces[deck.name, piece.code] = renderer.faces(deck, piece)
    parts = press.impose(plan.chosen(game, [deck.name for deck in game.decks], ()))
    plan.check_names(parts, game.slug, OWN_FILES)
    rulebook(game, renderer)
    return plan.books(press.impose(plan.chosen(game, (), ())), paper, game.words)


def printed_once(game: Game, paper: Paper) -> Press:
    """Print everything of a game, boxes too, into nothing; its renderer has noted what does not fit."""
    from generator.faces.renderer import Renderer

    press = Press(game, Order(game.slug, paper, Path(), boxes=0.3), Renderer(game))
    press.make()
    return press


def laid_out(game: Game, paper: Paper, ink: str) -> tuple[list[Part], list[Face]]:
    """The sheets of a game and the faces on them, without a file. Raises what `build` would of them."""
    from generator.faces.renderer import Renderer
    from generator.sheets import plan

    press = Press(game, Order(game.slug, paper, Path(), ink), Renderer(game, ink))
    decks = plan.chosen(game, (), ())
    for deck, _ in decks:
        for piece in deck.pieces:
            press.faces[deck.name, piece.code] = press.renderer.faces(deck, piece)
    parts = press.impose(decks)
    press.renderer.refuse_misfits()
    return parts, [face for both in press.faces.values() for face in (both.front, both.back) if face]
