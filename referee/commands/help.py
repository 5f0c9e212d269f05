"""The command `help`: the moves of a game, or of its score pad, as they are typed."""

import itertools
from dataclasses import dataclass
from typing import Annotated

import typer

from components import catalogue
from components.errors import UsageError, did_you_mean
from components.options import Option
from components.prose import Blocks, sentence
from referee.commands.base.options import GameArgument
from referee.engine.answers import Answer
from referee.engine.game import AnyGame
from referee.engine.moves import Declares, Form
from referee.games import find_game, find_pad


@dataclass(frozen=True)
class MovePart:
    """A field of a move: its label for people, and the unit of a number, if it has one."""

    label: str
    unit: str


@dataclass(frozen=True)
class MoveForm:
    """A kind of move.

    form   how it is typed: words as they are, fields in capitals, in brackets what may be left out
    about  what it does
    rules  the rules it follows
    parts  its fields, in the order of the form
    """

    form: str
    about: str
    rules: tuple[str, ...]
    parts: tuple[MovePart, ...]


@dataclass(frozen=True)
class GameOption:
    """List what may be agreed on before a game, as it is written after `--option`."""

    option: str
    about: str
    rule: str


@dataclass(frozen=True)
class GameHelp:
    """The moves of a game, or of its pad, and the options of the game."""

    game: str
    pad: bool
    moves: tuple[MoveForm, ...]
    options: tuple[GameOption, ...]


def help_(
    game: GameArgument,
    word: Annotated[str, typer.Argument(metavar="[WORD]", help="Only moves that begin with it.")] = "",
    pad: Annotated[bool, typer.Option("--pad", help="The moves of the score pad.")] = False,
) -> Answer[GameHelp]:
    """Show how the moves of a game are typed.

    Words are typed as they are, fields are in capitals, and what is in brackets may be left out.

    Example: referee help mlem land
    """
    forms = forms_of(find_pad(game) if pad else find_game(game))
    start = word.casefold()
    found = tuple(form for form in forms if form.text.startswith(start) or form.verb.startswith(start))
    if not found:
        todo = did_you_mean(word, {form.verb for form in forms if form.verb})
        raise UsageError(f'No move begins with "{word}".', where="WORD", todo=todo)
    entry = catalogue.load(game)
    options = () if word or pad else tuple(map(_option, entry.options.values()))
    value = GameHelp(game, pad, tuple(map(_move, found)), options)
    head = f"{entry.title}: the score pad" if pad else entry.title
    return Answer(
        value, (head, "", *(block for form in found for block in _form(form)), *_option_blocks(options))
    )


def forms_of(game: AnyGame) -> tuple[Form, ...]:
    """The forms of a game's moves; none if the game does not declare them."""
    return game.GRAMMAR.forms if isinstance(game, Declares) else ()


def _move(form: Form) -> MoveForm:
    parts = tuple(MovePart(field.label, field.unit) for field in form.fields.values())
    return MoveForm(form.grammar, form.about, form.rules, parts)


def _option(option: Option) -> GameOption:
    return GameOption(option.written, option.text, option.rule)


def _form(form: Form) -> Blocks:
    rules = "".join(f" [{rule}]" for rule in form.rules)
    units = [f"{field.label} in {field.unit}" for field in form.fields.values() if field.unit]
    about = f"{form.about}{rules}" + (f" {'; '.join(units)}." if units else "")
    return (f"  {form.grammar}", sentence(f"      {about}", 0))


def _option_blocks(options: tuple[GameOption, ...]) -> Blocks:
    said: list[Blocks] = [(f"  --option {one.option}", sentence(f"      {one.about}", 0)) for one in options]
    return ("", "Options, agreed on before the game:", "", *itertools.chain(*said)) if said else ()
