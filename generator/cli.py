"""`pnp`: print and play."""

from __future__ import annotations

import os
import sys
from copy import copy
from functools import cache
from typing import Annotated, Any

import typer
import typer.core

from components import process
from components.intact import check_installed
from generator.commands.build import build
from generator.commands.check import check
from generator.commands.eject import eject
from generator.commands.export import export
from generator.commands.fetch import fetch
from generator.commands.list import list_
from generator.commands.new import new
from generator.commands.printed import printed
from generator.commands.printer import calibrate, printer_app
from generator.commands.show import show
from generator.commands.start import check_environment
from generator.commands.watch import watch


class _Pnp(typer.core.TyperGroup):
    """Its `--help` lists each command with its whole first sentence, which Typer would cut off."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        commands = ((word, self.get_command(ctx, word)) for word in self.list_commands(ctx))
        rows = [(word, command.get_short_help_str(limit=1000)) for word, command in commands if command]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


app = typer.Typer(
    name="pnp",
    cls=_Pnp,
    help="Print and play: five space board games, from data to sheets you can print and cut.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
for _command in (build, export, watch, new, fetch, eject, printed, list_, show, calibrate, check):
    app.command(_command.__name__.rstrip("_"))(_command)
app.add_typer(printer_app, name="printer")


@app.callback()
def _common(version: Annotated[bool, process.version_option("pnp")] = False) -> None:
    check_environment()
    check_installed()


def main() -> None:
    """Run `pnp`. An error that a person can cause ends in one paragraph and exit code 2."""
    # A process that we start imports nothing from the folder it is started in, which may be a stranger's.
    os.environ["PYTHONSAFEPATH"] = "1"
    app = _with("".join(sys.argv[1:2]))
    process.run("pnp", app, stopped="Files that were not finished are unchanged.", plain=True)


@cache
def _with(command: str) -> typer.Typer:
    """The app with only that command, if there is one: making all of them takes Typer a while."""
    asked = [known for known in app.registered_commands if known.name == command]
    if not asked:
        return app
    alone = copy(app)
    alone.registered_commands, alone.registered_groups = asked, []
    return alone
