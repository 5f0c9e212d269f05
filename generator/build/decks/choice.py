"""Which decks and pieces a build prints, and which of them share sheets."""

from __future__ import annotations

from collections.abc import Sequence

from components.catalogue import Deck, Game
from components.errors import UsageError, did_you_mean
from components.languages import Words


def chosen(
    game: Game, only: Sequence[str], codes: Sequence[str], instead: Sequence[str] = ()
) -> list[tuple[Deck, list[str]]]:
    """The decks and codes that are wanted; if none are named, what one table needs.

    Raises `UsageError` for an unknown deck or code.
    """
    named = [game.deck(name) for name in dict.fromkeys(only)]
    decks = named or list(game.decks if codes else game.at_the_table(instead))
    known = {name for deck in decks for piece in deck.pieces for name in (piece.code, piece.tag)}
    full = {f"{deck.name}/{name}" for deck in decks for p in deck.pieces for name in (p.code, p.tag)}
    for code in codes:
        if code not in known | full:
            raise UsageError(f'There is no piece "{code}".', where=game.slug, todo=did_you_mean(code, known))
    wanted = []
    for deck in decks:
        pieces = deck.pieces
        if codes:  # as they are typed, or as they are printed
            asked = {code.removeprefix(f"{deck.name}/") for code in codes}
            pieces = tuple(piece for piece in pieces if not asked.isdisjoint((piece.code, piece.tag)))
        wanted.append((deck, [piece.code for piece in pieces]))
    return [(deck, names) for deck, names in wanted if names]


def sprues(
    decks: Sequence[tuple[Deck, list[str]]], words: Words | None = None
) -> list[tuple[str, str, list[tuple[Deck, list[str]]]]]:
    """Decks grouped by shared sheets, in the order of their first deck: name, title, members."""
    groups: dict[str, list[tuple[Deck, list[str]]]] = {}
    for deck, names in decks:
        groups.setdefault(deck.sprue, []).append((deck, names))
    from generator.sheets.plan import title_of

    return [
        (name, title_of([deck.title for deck, _ in members], words), members)
        for name, members in groups.items()
    ]
