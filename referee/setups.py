"""`setup`: making a set-up and drawing it.

A game that can be set up has a module `referee.games.<game>.setup` with the function

    def set_up(players: int, seed: str, options: Mapping[str, str]) -> components.setup.Setup

`players` is within the game's range and `seed` is as it counts. `options` are as typed, a bare name
with the empty text: the game checks them, with `referee.arguments.check_options` for the names.
"""

from __future__ import annotations

import importlib
import importlib.util
import itertools
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from components import catalogue
from components.errors import UsageError, did_you_mean
from components.setup import Area, Fact, Placed, Setup
from referee.answers import WIDTH, Answer, wrapped
from referee.arguments import check_player_count, read_options
from referee.chance import new_seed, normal_seed
from referee.options import GameArgument, GameOptions, PlayersOption, SeedOption


def setup(
    game: GameArgument,
    players: PlayersOption,
    seed: SeedOption = None,
    option: GameOptions = None,
    pdf: Annotated[
        Path | None, typer.Option("--pdf", metavar="FILE", help="Print it too, with the real faces.")
    ] = None,
) -> Answer[Setup]:
    """Set up a game at random.

    Example: referee setup rayguns --players 3 --seed kiwi
    """
    made = set_up(game, players, new_seed() if seed is None else seed, option or ())
    lines = picture(made)
    if pdf:
        # The one place where the referee asks the printer; it is imported only here.
        from generator.setups import print_setup

        print_setup(made, pdf)
        lines = (*lines, "", f"Printed to {pdf}.")
    return Answer(made, lines)


def set_up(game: str, players: int, seed: str, options: Iterable[str]) -> Setup:
    """The set-up of that game.

    seed     as typed
    options  as typed: `NAME` or `NAME=VALUE`

    Raises `UsageError` for a game that cannot be set up, too few or too many players, an empty seed
    and options that the game refuses.
    """
    able = [slug for slug in catalogue.slugs() if importlib.util.find_spec(_module(slug))]
    if game not in able:
        raise UsageError(f'There is no set-up for "{game}".', where="GAME", todo=did_you_mean(game, able))
    check_player_count(game, players, "--players")
    module: Any = importlib.import_module(_module(game))
    made: Setup = module.set_up(players, normal_seed(seed), read_options(options))
    return made


def picture(setup: Setup) -> tuple[str, ...]:
    """The set-up as text for a terminal."""
    title = catalogue.load(setup.game).title
    lines = [f"{title}: {setup.players} players, seed {setup.seed}"]
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


def area_lines(area: Area) -> list[str]:
    """A part of the table: its title, then the pieces as they lie. A piece nobody may know is `??`."""
    lines = [f"{area.title}"]
    if area.note:
        lines += wrapped(area.note, indent=2)
    placed = [piece for piece in area.pieces if piece.at is not None]
    if placed and area.layout != "list":
        lines += _rows(placed, area.layout == "hexes")
    else:
        lines += _list(area.pieces)
    return lines


def fact_lines(facts: Iterable[Fact]) -> list[str]:
    """Each fact with its rule."""
    lines: list[str] = []
    for fact in facts:
        rule = f" [{fact.rule}]" if fact.rule else ""
        lines += wrapped(f"{fact.name}: {fact.text}{rule}", hanging=2)
    return lines


def _module(slug: str) -> str:
    return f"referee.games.{slug.replace('-', '_')}.setup"


def _rows(pieces: Sequence[Placed], hexes: bool) -> list[str]:
    """Cells in rows; in a hex map each row begins half a cell further right than the one above it.

    Where the rows would be wider than the terminal, cells are narrower.
    """
    widest = max(len(_label(piece)) for piece in pieces)
    cell = widest + 2 + widest % 2
    columns = [piece.at[0] + (piece.at[1] / 2 if hexes else 0) for piece in pieces if piece.at]
    if (max(columns) - min(columns)) * cell + widest + 2 > WIDTH:
        cell = widest + 1
    cells: dict[int, dict[int, str]] = {}
    for piece in pieces:
        assert piece.at is not None
        column, row = piece.at
        left = column * cell + (row * cell // 2 if hexes else 0)
        cells.setdefault(row, {})[left] = _label(piece)
    margin = min(min(row) for row in cells.values())
    lines = []
    for row in range(min(cells), max(cells) + 1):
        line = ""
        for left, label in sorted(cells.get(row, {}).items()):
            line = f"{line:{left - margin}}{label}"
        lines.append(f"  {line}".rstrip())
    notes = [piece for piece in pieces if piece.note]
    return lines + _list(notes)


def _list(pieces: Iterable[Placed]) -> list[str]:
    """The pieces in their order, on a new line where the note changes."""
    lines: list[str] = []
    for note, alike in itertools.groupby(pieces, lambda piece: piece.note):
        text = " ".join(map(_label, alike))
        lines += wrapped(f"{text}  {note}".rstrip(), indent=2, hanging=2)
    return lines


def _label(piece: Placed) -> str:
    if not piece.up:
        return f"({piece.code})" if piece.code else "??"
    count = f"{piece.count}×" if piece.count > 1 else ""
    side = f"/{piece.side}" if piece.side else ""
    return f"{count}{piece.code}{side}"
