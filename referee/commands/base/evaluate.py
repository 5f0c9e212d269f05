"""A command's answer for a page: the words of the command line, but no process, no file and no printing."""

import functools
import inspect
import shlex
from pathlib import Path
from typing import Any, get_args

import typer
import typer.main

from components.errors import UsageError, did_you_mean
from referee.commands.base.gathering import Table
from referee.engine.answers import Answer, Command, Function, Group

_KEEPING = ("save",)  # options that keep something on the disk


def ask(table: Table, text: str) -> Answer[Any]:
    """The answer to what would be typed after `referee`.

    Options that read or write files are unknown here. Raises `UsageError` for a command that is not in the
    table and for what it cannot read, and what the command raises.
    """
    try:
        words = shlex.split(text)
    except ValueError:
        raise UsageError("A quotation mark is missing.", todo="Close what you quoted.") from None
    entry: Command | Group | None = None
    known: Table = table
    while entry is None or isinstance(entry, Group):
        word = words.pop(0) if words else ""
        entry = known.get(word)
        if entry is None:
            raise UsageError(f'"{word}" is not known here.', todo=did_you_mean(word, known))
        if isinstance(entry, Group):
            known = entry.members
    return _answered(entry.load(), words, entry.takes_minus)


def askable(function: Function) -> list[inspect.Parameter]:
    """The parameters that a page may set: not those that read or write files."""
    signature = inspect.signature(function, eval_str=True)
    return [one for name, one in signature.parameters.items() if name not in _KEEPING and not _is_file(one)]


def _answered(function: Function, words: list[str], takes_minus: bool) -> Answer[Any]:
    answers: list[Answer[Any]] = []

    @functools.wraps(function)
    def run(**arguments: Any) -> None:
        answers.append(function(**arguments))

    kept = askable(function)
    run.__signature__ = inspect.signature(function).replace(parameters=kept)  # type: ignore[attr-defined]
    run.__annotations__ = {one.name: one.annotation for one in kept}
    one = typer.Typer(rich_markup_mode=None, add_completion=False, pretty_exceptions_enable=False)
    settings = {"ignore_unknown_options": takes_minus, "help_option_names": []}
    one.command(context_settings=settings)(run)
    try:
        typer.main.get_command(one).main(args=words, standalone_mode=False)
    except Exception as problem:
        # Typer brings its parser along or uses an installed one; its errors are known by how they speak.
        speak = getattr(problem, "format_message", None)
        if speak is None:
            raise
        raise UsageError(speak()) from None
    if not answers:
        raise UsageError("There is nothing to answer.", todo="Look at the example.")
    return answers[0]


def _is_file(parameter: inspect.Parameter) -> bool:
    """Tell whether the parameter names a file."""
    left = [parameter.annotation]
    while left:
        one = left.pop()
        if one is Path:
            return True
        left += [part for part in get_args(one) if not isinstance(part, str)]
    return False
