"""A game in another language: its titles, rules and figures, and the columns of its sheets."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from components import catalogue
from components.catalogue import Deck, Game
from components.errors import DataError, UsageError, did_you_mean
from components.figures import Figure
from components.languages import FILE, Catalogue, Words, checked, read_catalogue, shared
from components.pieces import Piece
from components.rules import Rules, read_rules

_NUMBERS = re.compile(r"\d+")


def load(name: str, language: str = "", begun: bool = True) -> Game:
    """The game of that name or folder with words on paper in that language, such as "de"; "" for its own.

    Raises what `catalogue.load` raises, and what `translated` does.
    """
    game = catalogue.load(name)
    return translated(game, language, begun) if language else game


def translated(game: Game, language: str, begun: bool = True) -> Game:
    """The game with everything that its folder and Starbox know in that language.

    begun  whether the game must have words in the language already

    A game that is written in the language stays as it is.

    Raises `UsageError` for a language that the game does not have, `DataError` for files that are wrong.
    """
    if language == game.words.language:
        return game
    known = languages_of(game)
    if checked(language) not in known and begun:
        what = f'{game.title} is not in the language "{language}".'
        add = f"Begin it: pnp check {game.folder} --language {language} --write."
        raise UsageError(what, where="--language", todo=did_you_mean(language, known) if known else add)
    words = words_of(game, language)
    decks = tuple(_deck(deck, words) for deck in game.decks)
    places = str(game.folder / "game.toml")
    rules = _rules(game, words)
    titles = {old.title: new.title for old, new in zip(game.rules.sections, rules.sections, strict=True)}
    return replace(
        game,
        tagline=words(game.tagline, where=places),
        decks=decks,
        rules=rules,
        figures=tuple(_figure(figure, titles, words, game) for figure in game.figures),
        symbols={
            name: words(said, where=str(game.folder / "symbols.toml")) for name, said in game.symbols.items()
        },
        words=words,
    )


def languages_of(game: Game) -> tuple[str, ...]:
    """The languages besides its own that a game has words in."""
    folders = {file.parent.name for name in (FILE, "rules.md") for file in game.folder.glob(f"*/{name}")}
    columns = {language for deck in game.decks for piece in deck.pieces for language in piece.said}
    return tuple(sorted(folders | columns))


def folder_name(game: Game) -> str:
    """Name the folder of its files: "mlem", or "mlem-de" in German."""
    return game.slug if game.words.original else f"{game.slug}-{game.words.language}"


def words_of(game: Game, language: str) -> Words:
    """The catalogue of a game in a language."""
    folder = game.folder / language
    file = folder / FILE
    own = (
        read_catalogue(file, game.folder, [deck.name for deck in game.decks])
        if file.exists()
        else Catalogue()
    )
    words = Words(language, folder, own, shared(language))
    words.know([game.slug, game.title, game.credits.byline, *game.symbols])
    for deck in game.decks:
        for piece in deck.pieces:
            words.know([piece.code, piece.tag, *_texts(piece.said.get(language, {}).values())])
    return words


def _deck(deck: Deck, words: Words) -> Deck:
    pieces = tuple(_piece(piece, words.language) for piece in deck.pieces)
    return replace(deck, title=words(deck.title, where=f"deck {deck.name}"), pieces=pieces)


def _piece(piece: Piece, language: str) -> Piece:
    said = piece.said.get(language)
    return replace(piece, fields={**piece.fields, **said}) if said else piece


def _figure(figure: Figure, titles: dict[str, str], words: Words, game: Game) -> Figure:
    file = f"{game.folder / 'figures.toml'}, after {figure.after}"
    pieces = tuple(
        replace(placed, note=words(placed.note, where=file) if placed.note else "")
        for placed in figure.area.pieces
    )
    return Figure(
        titles.get(figure.after, figure.after),
        words(figure.caption, where=file),
        replace(figure.area, pieces=pieces),
    )


def _rules(game: Game, words: Words) -> Rules:
    """The rules in the language, number for number; the game's own if there are none."""
    assert words.folder
    file = words.folder / "rules.md"
    if not file.exists():  # noted where the rules are printed
        return game.rules
    rules = read_rules(file, game.rules.prefix, game.folder)
    _same([section.number for section in rules.sections], [s.number for s in game.rules.sections], file)
    _same(list(rules.numbers()), list(game.rules.numbers()), file)
    for own, other in zip(game.rules, rules, strict=True):
        if sorted(_NUMBERS.findall(own.text)) != sorted(_NUMBERS.findall(other.text)):
            raise DataError(
                f"Rule {own.number} has other numbers than the rule it translates.",
                where=str(file),
                todo=f"Compare it with {game.folder / 'rules.md'}.",
            )
    return rules


def _same(found: list[str], wanted: list[str], file: Path) -> None:
    if found != wanted:
        missing = [number for number in wanted if number not in found]
        more = [number for number in found if number not in wanted]
        what = (
            f"lacks {missing[0] or 'a section'}"
            if missing
            else f"has {(more or found)[0] or 'a section'} too many"
        )
        raise DataError(
            f"It {what}, compared with the rules it translates.",
            where=str(file),
            todo="Give it the same sections and rules, with the same numbers.",
        )


def _texts(values: Any) -> Iterator[str]:
    for value in values:
        if isinstance(value, str):
            yield value
            yield from value.split("\n")
        elif isinstance(value, (list, tuple)):
            yield from _texts(value)
