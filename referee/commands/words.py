"""The command `words`."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.engine.answers import Answer
from referee.table import shelf
from referee.table.reporting import Done, done_of


def words(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The player who adds them.")],
    text: Annotated[
        list[str], typer.Argument(metavar="WORDS...", help="Any words; nobody need remember them.")
    ],
) -> Answer[Done]:
    """Add words of your own to the seed, in a game begun with --words.

    The dice and cards follow from the seed and the words of all players, so nobody alone chooses them.

    Example: referee words Ann green tomatoes
    """
    session = shelf.current()
    since = len(session.story)
    return done_of(session, session.add_words(name, " ".join(text)), since, None)
