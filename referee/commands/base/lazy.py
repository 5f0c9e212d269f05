"""A command group that imports a command's module only when that command is called.

Importing the five games takes longer than most answers, so the group knows its commands only from a table
of words.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias

import typer
import typer.core
import typer.main

from components.errors import UsageError, did_you_mean
from referee.commands.base.options import ExactOption, JsonOption, WhyOption
from referee.commands.base.output import give
from referee.engine.answers import Answer

Function: TypeAlias = Callable[..., Answer[Any]]

_ANSWERS: Mapping[str, Any] = {"json": JsonOption, "why": WhyOption, "exact": ExactOption}


@dataclass(frozen=True)
class Command:
    """Where a command is found.

    target       "module:function"; the function takes the command's arguments and returns an `Answer`
    summary      a line for the list of commands; without it, the first sentence of the function's docstring
    answers      which of json, why and exact the command takes
    takes_minus  whether an argument may begin with a minus sign: `do go -1,0`
    """

    target: str
    summary: str = ""
    answers: tuple[str, ...] = ("json", "why")
    takes_minus: bool = False

    @property
    def module(self) -> str:
        return self.target.partition(":")[0]

    def load(self) -> Function | None:
        """The function, or None if its module has no such function. Imports the module."""
        function: Function | None = getattr(
            importlib.import_module(self.module), self.target.partition(":")[2], None
        )
        return function


@dataclass(frozen=True)
class Group:
    """Commands that share their first word: `score rayguns`, `score mlem`. Members have a second word.

    example  how one of them is called
    default  the member that is called if there is no second word; without one, the help is shown
    """

    summary: str
    members: Mapping[str, Command]
    example: str = ""
    default: str = ""

    @property
    def help(self) -> str:
        return f"{self.summary}\n\nExample: {self.example}" if self.example else self.summary


Table: TypeAlias = Mapping[str, Command | Group]


class LazyGroup(typer.core.TyperGroup):
    """The commands of a table, by their first word; a `Group` is a lazy group again.

    A command whose module or function does not exist is neither listed nor found.
    """

    table: ClassVar[Table] = {}
    default: ClassVar[str] = ""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if self.default and "--help" not in args and (not args or args[0].startswith("-")):
            args = [self.default, *args]
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: Any) -> list[str]:
        return [word for word, entry in self.table.items() if is_there(entry)]

    def get_command(self, ctx: Any, cmd_name: str) -> typer.core.TyperCommand | typer.core.TyperGroup | None:
        """The command. Raises `UsageError`, naming the nearest word, for an unknown one."""
        command = self._build(cmd_name)
        if command is None and not cmd_name.startswith("-"):
            where = ctx.info_name if ctx.parent else ""
            others = (word for word in self.list_commands(ctx) if word != cmd_name)
            raise UsageError(
                f'There is no command "{cmd_name}".', where=where, todo=did_you_mean(cmd_name, others)
            )
        return command

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The list in `--help`; imports only those commands whose summary is their docstring."""
        words = self.list_commands(ctx)
        room = formatter.width - 6 - max(map(len, words), default=0)
        rows = [(word, summary) for word in words if (summary := self._summary(word, room))]
        if rows:
            with formatter.section("Commands"):
                formatter.write_dl(rows)

    def _build(self, word: str) -> typer.core.TyperCommand | typer.core.TyperGroup | None:
        entry = self.table.get(word)
        return build(word, entry) if entry is not None and is_there(entry) else None

    def _summary(self, word: str, limit: int) -> str:
        if summary := self.table[word].summary:
            return summary
        command = self._build(word)
        return command.get_short_help_str(limit) if command else ""


def group_of(table: Table, default: str = "") -> type[LazyGroup]:
    """The class of the group with these commands, for `typer.Typer(cls=...)`."""
    return type("LazyGroup", (LazyGroup,), {"table": table, "default": default})


def is_there(entry: Command | Group) -> bool:
    """Whether the module of the command, or of any member of the group, exists; it is not imported."""
    if isinstance(entry, Group):
        return any(is_there(member) for member in entry.members.values())
    return importlib.util.find_spec(entry.module) is not None


def build(word: str, entry: Command | Group) -> typer.core.TyperCommand | typer.core.TyperGroup | None:
    """Import the command of that entry, named `word`; None if its module has no such function."""
    if isinstance(entry, Group):
        return group_of(entry.members, entry.default)(
            name=word, help=entry.help, no_args_is_help=True, rich_markup_mode=None
        )
    function = entry.load()
    if function is None:
        return None
    one = typer.Typer(rich_markup_mode=None, add_completion=False, pretty_exceptions_enable=False)
    settings = {"ignore_unknown_options": entry.takes_minus}
    one.command(word, context_settings=settings)(_giving(function, entry.answers))
    command = typer.main.get_command(one)
    assert isinstance(command, typer.core.TyperCommand)
    return command


def _giving(function: Function, answers: tuple[str, ...]) -> Callable[..., None]:
    """The function with `--json` and similar options added, which say how its answer is printed."""

    @functools.wraps(function)
    def run(**arguments: Any) -> None:
        how = {name: arguments.pop(name) for name in answers}
        give(function(**arguments), **how)

    # Evaluated, because typer does not evaluate the annotations of a given signature.
    signature = inspect.signature(function, eval_str=True)
    added = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=False, annotation=_ANSWERS[name])
        for name in answers
    ]
    parameters = [*signature.parameters.values(), *added]
    run.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run
