"""The command `setup`: making a set-up and drawing it."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from components import catalogue
from components.errors import UsageError
from components.prose import Blocks, Lines
from components.setup import Setup
from referee.commands.base.options import GameArgument, PlayersOption
from referee.engine.answers import Answer, wrapped
from referee.engine.areas import area_lines, fact_lines
from referee.engine.arguments import GameOptions, SeedOption, check_player_count, read_options
from referee.engine.chance.seeded import new_seed, normal_seed
from referee.games import find_set_up


def setup(
    game: GameArgument,
    players: PlayersOption,
    seed: SeedOption = None,
    option: GameOptions = None,
    pdf: Annotated[
        Path | None, typer.Option("--pdf", metavar="FILE", help="Also print it there, with the real faces.")
    ] = None,
    language: Annotated[
        str,
        typer.Option("--language", metavar="CODE", help="With --pdf: the language of its words, such as de."),
    ] = "",
) -> Answer[Setup]:
    """Set up a game at random.

    Example: referee setup rayguns --players 3 --seed kiwi
    """
    if language and not pdf:
        raise UsageError("It has no effect without --pdf.", where="--language", todo="Give --pdf FILE too.")
    made = set_up(game, players, new_seed() if seed is None else seed, option or ())
    said: Blocks = (Lines(picture(made)),)
    if pdf:
        # The one place where the referee asks the printer; it is imported only here.
        from generator.build.setups import print_setup

        warnings = print_setup(made, pdf, language)
        said = (*said, "", f"Printed to {pdf}.", *warnings)
    return Answer(made, said)


def set_up(game: str, players: int, seed: str, options: Iterable[str]) -> Setup:
    """The set-up of that game.

    seed     the seed as typed
    options  the options as typed: `NAME` or `NAME=VALUE`

    Raises `UsageError` for a game without a set-up, too few or too many players, an empty seed, and
    options that the game refuses.
    """
    make = find_set_up(game)
    check_player_count(catalogue.load(game), players, "--players")
    return make(players, normal_seed(seed), read_options(options))


def picture(setup: Setup) -> tuple[str, ...]:
    """The set-up as text for a terminal."""
    title = catalogue.load(setup.game).title
    lines = [*wrapped(f"{title}: {setup.players} players, seed {setup.seed}")]
    for name, value in setup.options.items():
        lines.append(f"Option {name}{f': {value}' if value else ''}")
    for area in setup.areas:
        lines += ["", *area_lines(area)]
    if any(not piece.up and piece.code for area in setup.areas for piece in area.pieces):
        lines += ["", "(In brackets: face down.)"]
    if setup.facts:
        lines.append("")
    lines += fact_lines(setup.facts)
    return tuple(lines)
