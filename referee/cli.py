"""`referee`: the rules at the table."""

from __future__ import annotations

import io
import sys
from typing import Annotated

import typer

from components import process
from referee.lazy import Command, Group, Table, group_of

_TABLE = "referee.table"
_GAMES = "referee.games"
_LAST_BLAST = f"{_GAMES}.last_blast.commands"
_MLEM = f"{_GAMES}.mlem.commands"
_PER_ASPERA = f"{_GAMES}.per_aspera.commands"
_PLANETARY = f"{_GAMES}.planetary.commands"
_RAYGUNS = f"{_GAMES}.rayguns.commands"

_ODDS = ("json", "why", "exact")

COMMANDS: Table = {
    "games": Command("referee.rulebook:games", "The games the referee knows.", ("json",)),
    "rules": Command(
        "referee.rulebook:rules", "The rules of a game: all, by number, or by words.", ("json",)
    ),
    "roll": Command("referee.rolling:roll", "Roll dice.", ("json",)),
    "setup": Command("referee.setups:setup", "Set up a game at random.", ("json",)),
    "new": Command(f"{_TABLE}.sitting:new", "Start a game at the table.", ("json",)),
    "play": Command(f"{_TABLE}.play:play", "Play the current game on the table screen.", ()),
    "status": Command(f"{_TABLE}.sitting:status", "How the game at the table stands.", ("json",)),
    "moves": Command(f"{_TABLE}.sitting:moves", "The moves there are, as they are typed.", ("json",)),
    "do": Command(
        f"{_TABLE}.sitting:do",
        "Make a move, or say what dice and cards at the table showed.",
        takes_minus=True,
    ),
    "undo": Command(f"{_TABLE}.sitting:undo", "Take moves back. The log keeps them.", ("json",)),
    "redo": Command(
        f"{_TABLE}.sitting:redo", "Bring back the last move taken back, with the same results.", ("json",)
    ),
    "log": Command(f"{_TABLE}.sitting:log", "All that happened, with the rulings."),
    "resume": Command(f"{_TABLE}.sitting:resume", "Go on with another game.", ("json",)),
    "list": Command(
        f"{_TABLE}.shelf:sittings",
        "The games at the table, the current one marked with a star.",
        ("json",),
    ),
    "verify": Command(
        f"{_TABLE}.proof:verify",
        "Check a journal: every move legal, every result possible, the chain unbroken, the seed true.",
        ("json",),
    ),
    "check": Command(
        f"{_TABLE}.positions:check",
        "Say what is wrong with a position that somebody typed in.",
        ("json",),
    ),
    "demands": Command(f"{_PER_ASPERA}:demands", "Per Aspera: roll what planets ask for."),
    "damage": Group(
        "What a move costs a rocket.",
        {"last-blast": Command(f"{_LAST_BLAST}:damage")},
        "referee damage last-blast R2-5 --tile T3 --rows 2",
    ),
    "combat": Group(
        "Who wins a fight.",
        {"per-aspera": Command(f"{_PER_ASPERA}:combat", "Who wins, and what follows, or the chances.")},
        "referee combat per-aspera ship --cannons 2 --against 3",
    ),
    "sale": Group(
        "What a cargo fetches.",
        {"per-aspera": Command(f"{_PER_ASPERA}:sale")},
        "referee sale per-aspera --resource 3 --distance 4 --units 2",
    ),
    "power": Group(
        "What a ship's core gives.",
        {"planetary": Command(f"{_PLANETARY}:power")},
        "referee power planetary turbine --travelled 4",
    ),
    "deck": Group(
        "Planetary: decks of blueprints.",
        {
            "list": Command(f"{_PLANETARY}:deck_list"),
            "show": Command(f"{_PLANETARY}:deck_show"),
            "check": Command(f"{_PLANETARY}:deck_check"),
            "new": Command(f"{_PLANETARY}:deck_new"),
        },
        "referee deck show fission",
    ),
    "profile": Command(f"{_PLANETARY}:profile", "Planetary: a player's collection."),
    "odds": Group(
        "Exact chances.",
        {
            "dice": Command("referee.rolling:odds_dice", answers=("json", "exact")),
            "last-blast": Command(
                f"{_LAST_BLAST}:odds", "The best tile of the next column, and the route behind it.", _ODDS
            ),
            "mlem": Command(f"{_MLEM}:odds", answers=_ODDS),
            "per-aspera": Command(f"{_PER_ASPERA}:odds", answers=_ODDS),
            "rayguns": Command(
                f"{_RAYGUNS}:odds", "The best tiles to keep, and the points to expect.", _ODDS
            ),
        },
        "referee odds mlem --at 5 --dice 3",
    ),
    "score": Group(
        "Score a game; without a game, the one at the table.",
        {
            "now": Command(f"{_TABLE}.sitting:score_now", answers=("json",)),
            "last-blast": Command(f"{_LAST_BLAST}:score", "Score a game: what each rocket has left."),
            "mlem": Command(f"{_MLEM}:score"),
            "per-aspera": Command(f"{_PER_ASPERA}:score"),
            "planetary": Command(f"{_PLANETARY}:score"),
            "rayguns": Command(f"{_RAYGUNS}:score"),
        },
        'referee score last-blast Ann="R2-5 A6-3" Bo=x5',
        default="now",
    ),
}

app = typer.Typer(
    name="referee",
    help="The digital referee: dice, set-ups, rulings, exact chances and scores for the five games.",
    cls=group_of(COMMANDS),
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def main() -> None:
    """Run `referee`; errors a person can cause end in one paragraph and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal without bars or dashes shows question marks instead of an error.
            stream.reconfigure(errors="replace")
    process.run("referee", app, stopped="A journal holds every move that was made.")


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"referee (starbox) {version('starbox')}")
        raise typer.Exit


@app.callback()
def _common(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    pass
