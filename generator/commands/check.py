"""`pnp check`: find faults in a game, or in one of its languages, before it is printed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import count
from typing import TYPE_CHECKING, Annotated

import typer

from components import catalogue
from components.errors import UsageError
from components.wording import counted, visible_lines
from generator.commands.arguments import Games, Json, games_of

if TYPE_CHECKING:
    from components.catalogue import Game

ALL = "all"
_ROW = "{:<24}{:<10}{:>9}{:>10}{:>9}"


def check(
    games: Games = None,
    language: Annotated[
        str, typer.Option(metavar="CODE", help="What one language lacks; all for a table of every one.")
    ] = "",
    write: Annotated[
        bool,
        typer.Option(
            "--write",
            help="With --language: add what is missing to words.toml, to translate; begins a language too.",
        ),
    ] = False,
    as_json: Json = False,
) -> None:
    """Check data and templates: every face can be drawn and every text fits.

    Example: pnp check my-game/
    """
    if write and language in ("", ALL):
        raise UsageError("It needs one language.", where="--write", todo="Write --language de --write.")
    names = games_of(games)
    if as_json and not language:
        from generator.build.checking import check as check_game

        told = {name: check_game(catalogue.load(name))._asdict() for name in names}
        print(json.dumps(told, indent=2, ensure_ascii=False))
        found = [not game["problems"] for game in told.values()]
    else:
        found = [_check_languages(names, language, write)] if language else [_check(name) for name in names]
    if not all(found):
        raise typer.Exit(1)


def _check(name: str) -> bool:
    """Print what is wrong with a game; whether nothing is."""
    from generator.build.checking import check as check_game

    problems, remarks = check_game(catalogue.load(name))
    for said in (*problems, *(f"Note: {remark}" for remark in remarks)):
        print(said)
    print(f"{name}: {counted(len(problems), 'problem') if problems else 'in order'}")
    return not problems


def _check_languages(names: Sequence[str], language: str, write: bool) -> bool:
    """Print a table of what languages lack and, of one language, all of it; whether nothing is wrong."""
    from components.languages.translated import languages_of, load
    from generator.build.checking import gaps

    good = True
    games = [  # all are loaded before anything is printed, as one may not have the language
        load(name, code, begun=not write)
        for name in names
        for code in (languages_of(catalogue.load(name)) if language == ALL else [language])
    ]
    for game in games:
        if game.words.original:
            what = f"{game.title} is written in {game.words.language}, so it lacks no words."
            raise UsageError(what, where="--language", todo=f"Check the game: pnp check {game.folder}.")
    print(_ROW.format("game", "language", "missing", "too long", "unused"))
    for game in games:
        found = gaps(game)
        counts = (len(found.holes), len(found.misfits), len(found.unused))
        print(_ROW.format(game.slug[:23], game.words.language, *counts))
        if write:
            print(visible_lines(_write(game)))
        elif language != ALL:
            for line in (*found.holes, *found.misfits, *(f'Not used: "{key}"' for key in found.unused)):
                print(visible_lines(line))
        good &= write or not (found.holes or found.misfits)
    return good


def _write(game: Game) -> str:
    """Add what the language of the game lacks to its words.toml; returns what was done, in a sentence."""
    from components.languages import FILE
    from components.reading import read_text
    from components.toml import parse_toml
    from components.writing import make_folder, replace_file

    folder = game.words.folder
    assert folder
    file = folder / FILE
    before = read_text(file, within=game.folder) if file.exists() else ""
    table = parse_toml(before, file)
    there = {key for name in table.data if name not in ("same", "deck") for key in table.table(name).data}
    missing = [text for text in game.words.holes if not text.endswith(".md") and text not in there]
    if not missing:
        return f"{file}: there is nothing to add."
    heading = next(name for name in _headings() if name not in table.data)
    # JSON writes a text as TOML does, but for one control character that words do not have.
    lines = [f'{json.dumps(text, ensure_ascii=False)} = ""' for text in missing]
    make_folder(folder, within=game.folder)
    replace_file(
        file, "\n".join([*([before] if before else []), f"[{heading}]", *lines, ""]), within=game.folder
    )
    return f"{file}: {counted(len(missing), 'text')} to translate in [{heading}]."


def _headings() -> Iterator[str]:
    yield "new"
    yield from (f"new-{number}" for number in count(2))
