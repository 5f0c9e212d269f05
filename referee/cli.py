"""`referee`: the rules at the table."""

from typing import Annotated

import typer

from components import process
from components.integrity import check_installed
from referee.commands import COMMANDS, SECTIONS
from referee.commands.base.lazy import group_of

app = typer.Typer(
    name="referee",
    help="The digital referee: dice, set-ups, rulings, exact odds and scores for the five games.",
    cls=group_of(COMMANDS, sections=SECTIONS),
    context_settings=process.SHORT,
    epilog=process.GUIDES,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def main() -> None:
    """Run `referee`. An error that a person can cause prints one paragraph and ends with exit code 2."""
    process.run(
        "referee",
        app,
        stopped="What was kept is whole: every move of a journal, every batch of a simulation.",
    )


@app.callback()
def _common(version: Annotated[bool, process.version_option("referee")] = False) -> None:
    check_installed()
