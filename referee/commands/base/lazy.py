"""A command group that imports a command's module only when that command is called.

Importing the five games takes longer than most answers, so the group knows its commands only from a table
of words.
"""

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import typer
import typer.core
import typer.main

from components.errors import StarboxError, UsageError, did_you_mean
from components.process import in_sections
from referee.commands.base.gathering import Table
from referee.commands.base.options import ExactOption, JsonOption, WhyOption
from referee.commands.base.output import give
from referee.engine.answers import Command, Function, Group

_ANSWERS: Mapping[str, Any] = {"json": JsonOption, "why": WhyOption, "exact": ExactOption}


_OTHERS = "Of single games"
_ALONE = {"help": ["--help"], "rules": ["games"]}


class LazyGroup(typer.core.TyperGroup):
    """The commands of a table, by their first word; a `Group` is a lazy group again."""

    table: ClassVar[Table] = {}
    default: ClassVar[str] = ""
    example: ClassVar[str] = ""
    sections: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the default where no member is named. The shell, which completes a word, has all members.

        Where there are many members, `help` and `rules` alone are what whoever looks round wants to see.
        """
        if self.sections and not ctx.resilient_parsing:
            args = _ALONE.get(" ".join(args), args)
        named = bool(args) and not args[0].startswith("-")
        if self.default and not named and "--help" not in args and not ctx.resilient_parsing:
            args = [self.default, *args]
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: Any) -> list[str]:
        return list(self.table)

    def get_command(self, ctx: Any, cmd_name: str) -> typer.core.TyperCommand | typer.core.TyperGroup | None:
        """The command. Raises `UsageError`, naming the nearest word, for an unknown one.

        Raises `DataError` if it is of an installed game that cannot be imported; the shell, which completes
        a word, has None instead.
        """
        try:
            entry = self.table.get(cmd_name)
            command = build(cmd_name, entry) if entry else None
        except StarboxError:
            if ctx.resilient_parsing:
                return None
            raise
        if command is None and not cmd_name.startswith("-"):
            where = ctx.info_name if ctx.parent else ""
            others = (word for word in self.list_commands(ctx) if word != cmd_name)
            raise UsageError(
                f'There is no command "{cmd_name}".', where=where, todo=did_you_mean(cmd_name, others)
            )
        return command

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        """The summary and, of a group, an example."""
        super().format_help_text(ctx, formatter)
        if ctx.parent and (example := self.example or self._example()):
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(f"Example: {example}")

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The list in `--help`; imports only those commands whose summary is their docstring."""
        words = self.list_commands(ctx)
        room = formatter.width - 6 - max(map(len, words), default=0)
        rows = {word: summary for word in words if (summary := self._summary(word, room))}
        for title, members in in_sections(
            rows, self.sections, _OTHERS if self.sections else "Commands"
        ).items():
            with formatter.section(title):
                formatter.write_dl([(word, rows[word]) for word in members])

    def _example(self) -> str:
        """The first example of a member."""
        members = ((word, one) for word, one in self.table.items() if isinstance(one, Command))
        return next(
            (f"referee {self.name} {word} {one.examples[0]}" for word, one in members if one.examples), ""
        )

    def _summary(self, word: str, limit: int) -> str:
        entry = self.table[word]
        if entry.summary:
            return entry.summary
        try:
            return build(word, entry).get_short_help_str(limit)
        except StarboxError as problem:  # The fault of one game leaves the others alone.
            return str(problem)


def group_of(
    table: Table, default: str = "", example: str = "", sections: Mapping[str, tuple[str, ...]] | None = None
) -> type[LazyGroup]:
    """Return the class of the group with these commands, for `typer.Typer(cls=...)`.

    sections  the headings under which its help lists the commands
    """
    own = {"table": table, "default": default, "example": example, "sections": sections or {}}
    return type("LazyGroup", (LazyGroup,), own)


def build(word: str, entry: Command | Group) -> typer.core.TyperCommand | typer.core.TyperGroup:
    """Import the command of that entry, named `word`."""
    if isinstance(entry, Group):
        return group_of(entry.members, entry.default, entry.example)(
            name=word, help=entry.summary, no_args_is_help=True, rich_markup_mode=None
        )
    function = entry.load()
    one = typer.Typer(rich_markup_mode=None, add_completion=False, pretty_exceptions_enable=False)
    settings = {"ignore_unknown_options": entry.takes_minus}
    one.command(word, context_settings=settings)(_giving(function, word, entry))
    command = typer.main.get_command(one)
    assert isinstance(command, typer.core.TyperCommand)
    return command


def _giving(function: Function, word: str, entry: Command) -> Callable[..., None]:
    """The function with `--json` and similar options added, which say how its answer is printed."""
    answers = entry.answers

    @functools.wraps(function)
    def run(**arguments: Any) -> None:
        how = {name: arguments.pop(name) for name in answers}
        if entry.camera and "@" in repr(arguments):
            from referee.commands.base.photographs import with_codes

            arguments = {name: with_codes(value, word, entry.camera) for name, value in arguments.items()}
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
