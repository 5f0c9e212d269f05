"""Options that several commands share. Those that games take as well are in `referee/engine/arguments.py`."""

from pathlib import Path
from typing import Annotated

import typer


def _games_like(incomplete: str) -> list[str]:
    """The games whose names begin so, for the shell."""
    from components import catalogue

    return [slug for slug in catalogue.known() if slug.startswith(incomplete)]


def journals_like(incomplete: str) -> list[str]:
    """The journals and the games whose names begin so, for the shell."""
    from referee.table import shelf

    names = (file.stem for file in shelf.files())
    return [name for name in names if name.startswith(incomplete)] + _games_like(incomplete)


GameArgument = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="The short name of a game, such as last-blast.", autocompletion=_games_like
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]
WhyOption = Annotated[bool, typer.Option("--why", help="Show each step with the rule it follows.")]
ExactOption = Annotated[bool, typer.Option("--exact", help="In JSON, write odds as fractions: 1/6.")]
PlayersOption = Annotated[int, typer.Option("--players", metavar="N", help="The number of players.")]
SeatOption = Annotated[
    str | None,
    typer.Option(
        "--seat", metavar="NAME", help="As this player sees it; by default without anybody's secrets."
    ),
]
JournalArgument = Annotated[
    Path,
    typer.Argument(
        metavar="FILE|GAME",
        help="A journal as `list` names it, or a game: its newest journal.",
        autocompletion=journals_like,
    ),
]
OptionalJournal = Annotated[
    Path | None,
    typer.Argument(
        metavar="[FILE|GAME]",
        help="A journal as `list` names it, or a game for its newest; by default the current one.",
        autocompletion=journals_like,
    ),
]
ActingOption = Annotated[
    str | None, typer.Option("--seat", metavar="NAME", help="Whose move it is, where several may act.")
]
