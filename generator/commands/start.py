"""The start of `pnp`: its commands, and what each makes sure of before it begins."""

import os
import re
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from typing import Annotated, Any

import typer
import typer.core

from components import process
from components.errors import UsageError
from components.integrity import check_installed
from generator.commands import config
from generator.commands.arguments import answering

# The commands as they are listed, each with its function. Its module is loaded when it is asked for.
COMMANDS = {
    "build": "build:build",
    "export": "export:export",
    "watch": "watch:watch",
    "new": "new:new",
    "fetch": "fetch:fetch",
    "eject": "eject:eject",
    "printed": "build:printed",
    "list": "list:list_",
    "show": "show:show",
    "calibrate": "printer:calibrate",
    "check": "check:check",
    "printer": "printer:printer_app",
    "config": "config:config",
}
_SECTIONS = {
    "Print": ("build", "list", "show", "calibrate", "printer", "printed", "config"),
    "Your own game": ("new", "fetch", "watch", "check", "eject"),
    "Other uses": ("export",),
}
_GOES_ON = ("watch",)  # commands that end when somebody ends them
_EPOCH = "SOURCE_DATE_EPOCH"


def run(asked: str) -> None:
    """Run `pnp` as a process. `asked` is the first word after it."""
    app = app_with((asked,) if asked in COMMANDS else tuple(COMMANDS))
    process.run("pnp", app, stopped="Files that were not finished are unchanged.", plain=True)


@cache
def app_with(words: Iterable[str]) -> typer.Typer:
    """`pnp` with those commands: to load and to make all of them takes longer than most of them take."""
    app = typer.Typer(
        name="pnp",
        cls=_Pnp,
        help="Print and play: five space board games, from data to sheets you can print and cut.",
        no_args_is_help=True,
        context_settings=process.SHORT,
        epilog=process.GUIDES,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
    app.callback()(_common)
    for word in words:
        module, _, name = COMMANDS[word].partition(":")
        command = getattr(import_module(f"generator.commands.{module}"), name)
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=word)
        else:
            app.command(word)(command if word in _GOES_ON else answering(command))
    return app


class _Pnp(typer.core.TyperGroup):
    """Its `--help` lists each command with its whole first sentence, which Typer would cut off."""

    def make_context(self, info_name: Any, args: Any, parent: Any = None, **extra: Any) -> Any:
        """Let the defaults that somebody has set stand for the options that are not given."""
        extra.setdefault("default_map", config.for_commands(COMMANDS))
        return super().make_context(info_name, args, parent, **extra)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        commands = ((word, self.get_command(ctx, word)) for word in self.list_commands(ctx))
        rows = {word: command.get_short_help_str(limit=1000) for word, command in commands if command}
        for title, members in process.in_sections(rows, _SECTIONS).items():
            with formatter.section(title):
                formatter.write_dl([(word, rows[word]) for word in members])


def _common(version: Annotated[bool, process.version_option("pnp")] = False) -> None:
    check_environment()
    check_installed()


def check_environment() -> None:
    """Raises `UsageError` for a variable of the environment that a PDF cannot be made with."""
    epoch = os.environ.get(_EPOCH, "").strip()
    if epoch and not re.fullmatch(r"\d{1,11}", epoch, re.ASCII):
        raise UsageError(
            f'"{epoch[:40]}" is not a time.', where=_EPOCH, todo="Write seconds since 1970, or unset it."
        )
