"""The command `new`."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from components import catalogue, process
from components.errors import UsageError, did_you_mean
from components.reading import read_text
from referee.commands.base.options import GameArgument
from referee.commands.base.photographs import with_positions
from referee.engine.answers import Answer
from referee.engine.arguments import GameOptions, SeedOption, read_named, read_options
from referee.table import beginning, shelf
from referee.table.beginning import Written
from referee.table.journal.lines import Dice, Mode
from referee.table.reporting import Status, status_of, status_text
from referee.table.session import Session

W = TypeVar("W", bound=str)

_MODES: tuple[Mode, ...] = ("full", "pad")
_DICE: tuple[Dice, ...] = ("referee", "table")


def _bots_like(incomplete: str) -> list[str]:
    """The bots whose names begin as what stands after the name of a player, for the shell."""
    name, sign, begun = incomplete.partition("=")
    return [f"{name}={bot}" for bot in ("random", "greedy", "clever") if sign and bot.startswith(begun)]


def new(
    game: GameArgument,
    names: Annotated[list[str], typer.Argument(metavar="NAME...", help="The players, clockwise.")],
    mode: Annotated[
        str, typer.Option(metavar="full|pad", help="The whole game, or only the score pad.")
    ] = "full",
    dice: Annotated[
        str, typer.Option(metavar="referee|table", help="Who rolls and draws: the referee, or you.")
    ] = "referee",
    seed: SeedOption = None,
    option: GameOptions = None,
    bots: Annotated[
        list[str] | None,
        typer.Option(
            "--bots",
            metavar="NAME=BOT",
            autocompletion=_bots_like,
            help="A player that is a bot: random, greedy, clever; may be repeated.",
        ),
    ] = None,
    deck: Annotated[
        list[str] | None,
        typer.Option(
            "--deck", metavar="NAME=DECK", help="Planetary: a ready-made deck or a file; may be repeated."
        ),
    ] = None,
    position: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Begin from the position in that file.")
    ] = None,
    words: Annotated[
        bool, typer.Option("--words", help="Every player adds words to the seed, before anything is drawn.")
    ] = False,
    file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The file of the journal; by default a new name.")
    ] = None,
) -> Answer[Status]:
    """Start a game at the table.

    Example: referee new last-blast Ann Bo --bots Cy=greedy
    """
    bots, deck = bots or [], deck or []
    filled = _single("--bots", bots, [value.partition("=")[0].strip() for value in bots], "bot")
    names = [*names, *(name for name in filled if name not in names)]
    decks = {f"deck {name}": own for name, own in _single("--deck", deck, names, "deck").items()}
    typed = Written(position, with_positions(read_text(position), game, names)) if position else None
    begin = partial(
        beginning.begin,
        game=game,
        names=names,
        mode=_one_of("--mode", mode, _MODES),
        dice=_one_of("--dice", dice, _DICE),
        seed=seed,
        options={**read_options(option or ()), **decks},
        bots=filled,
        position=typed,
        words=words,
    )
    begun = shelf.begin(game, begin) if file is None else begin(file.absolute())
    return begun_answer(begun)


def begun_answer(begun: Session) -> Answer[Status]:
    """Make a game that has just begun the current one, and show it."""
    place, header = begun.journal.file, begun.header
    process.done(f"The game is begun, and its journal is {place}.")
    shelf.make_current(place)
    head = [f"{catalogue.load(header.game).title}: {', '.join(header.seats)}. The journal is {place}."]
    if header.commitment:
        head.append(f"The seed is fixed, and is shown at the end. Its hash: {header.commitment}")
    value = status_of(begun, None)
    return Answer(value, (*head, "", *status_text(begun, value)))


def _single(option: str, values: Sequence[str], names: Sequence[str], what: str) -> dict[str, str]:
    """The one word that each of those named has: the deck of `--deck Ann=solar`. Raises `UsageError`."""
    named = read_named(option, values, names)
    for name, found in named.items():
        if len(found) > 1:
            raise UsageError(f'"{name}" is given twice.', where=option, todo=f"Give every player one {what}.")
    return {name: found[0] for name, found in named.items()}


def _one_of(option: str, word: str, known: tuple[W, ...]) -> W:
    """Raises `UsageError`, naming the option, for an unknown word."""
    for one in known:
        if one == word:
            return one
    raise UsageError(f'There is no "{word}".', where=option, todo=did_you_mean(word, known))
