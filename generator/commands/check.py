"""`pnp check`: find faults in a game before it is printed."""

from __future__ import annotations

import typer

from components import catalogue
from components.wording import counted
from generator.commands.arguments import Games


def check(games: Games = None) -> None:
    """Check data and templates: every face can be drawn and every text fits.

    Example: pnp check my-game/
    """
    from generator.build.checking import check as check_game

    good = True
    for name in games or catalogue.slugs():
        problems, remarks = check_game(catalogue.load(name))
        for said in (*problems, *(f"Note: {remark}" for remark in remarks)):
            print(said)
        print(f"{name}: {counted(len(problems), 'problem') if problems else 'in order'}")
        good &= not problems
    if not good:
        raise typer.Exit(1)
