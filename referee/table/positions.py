"""The command `check`: what is wrong with a position that somebody typed in."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from components.reading import read_toml
from referee.answers import Answer, wrapped
from referee.arguments import read_options
from referee.engine import embedded
from referee.options import GameArgument, GameOptions
from referee.table import rulesets


@dataclass(frozen=True)
class Fault:
    """Something that is wrong, and the rule it goes against."""

    what: str
    rule: str


@dataclass(frozen=True)
class Checked:
    """A position that was typed in; it can be played on if there are no faults."""

    game: str
    players: tuple[str, ...]
    faults: tuple[Fault, ...]


def check(
    game: GameArgument,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A position, as the guide says.")],
    names: Annotated[list[str], typer.Argument(metavar="NAME...", help="The players, clockwise.")],
    option: GameOptions = None,
) -> Answer[Checked]:
    """Say what is wrong with a position that somebody typed in.

    Example: referee check mlem table.toml Ann Bo
    """
    rules = rulesets.find_game(game)
    agreed = embedded(rules, read_options(option or ()))
    rules.start(names, agreed)
    faults = tuple(
        Fault(ruling.reason, ruling.rule)
        for ruling in rules.faults(rulesets.place(rules, names, agreed, read_toml(file)))
    )
    lines = [f"{fault.what.rstrip('.')} [{fault.rule}]." for fault in faults]
    return Answer(
        Checked(game, tuple(names), faults),
        tuple(part for line in lines or ["Nothing is wrong with it."] for part in wrapped(line, hanging=2)),
        ok=not faults,
    )
