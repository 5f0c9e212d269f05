"""A player's own deck, printed with the faces of the deck it is modelled on."""

from dataclasses import replace

from components.catalogue import Deck, Game
from components.decklists import DeckList
from components.errors import DataError, did_you_mean
from components.pieces import Piece


def printed_as(game: Game, own: DeckList) -> tuple[Deck, ...]:
    """The decks of the game that are printed for it, with its pieces and copies.

    Raises `DataError` for an unknown model or code, and if it has no pieces.
    """
    assert game.own_deck, "players do not make decks in this game"
    names = {deck.name for deck in game.decks}
    wanted = game.own_deck.printed(own.like.strip().lower())
    if not names.issuperset(wanted):
        raise DataError(
            f'There is no deck "{own.like}" to model it on.',
            where=f"{own.where}, {game.own_deck.like}",
            todo=did_you_mean(own.like, game.own_deck.models(names)),
        )
    return tuple(_deck(game, game.deck(name), own) for name in wanted)


def with_own_deck(game: Game, own: DeckList) -> Game:
    """The game with that deck instead of its model."""
    mine = {deck.name: deck for deck in printed_as(game, own)}
    return replace(game, decks=tuple(mine.get(deck.name, deck) for deck in game.decks))


def _deck(game: Game, model: Deck, own: DeckList) -> Deck:
    """The pieces may come from any deck with the same faces, or be in none of the decks."""
    assert game.own_deck
    alike = [deck for deck in game.decks if (deck.face, deck.back) == (model.face, model.back)]
    known = {code: Piece(code) for code in game.own_deck.beside}
    known.update({piece.code: piece for deck in alike for piece in deck.pieces})
    pieces = tuple(_piece(code, count, known, own) for code, count in own.copies.items() if count)
    if not pieces:
        raise DataError("The deck has no pieces.", where=own.where, todo="Write a code and its copies.")
    return replace(model, title=f"{model.title}: {own.name}", pieces=pieces)


def _piece(code: str, count: int, known: dict[str, Piece], own: DeckList) -> Piece:
    folded = {other.casefold(): other for other in known}
    piece = known.get(code) or known.get(folded.get(code.strip().casefold(), ""))
    if piece is None:
        raise DataError(f'There is no piece "{code}".', where=own.where, todo=did_you_mean(code, known))
    return replace(piece, copies=count)
