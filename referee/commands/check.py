"""The command `check`: what is wrong with a position in a file."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from components.reading import read_text
from components.toml import parse_toml
from referee.commands.base.options import GameArgument
from referee.commands.base.photographs import with_positions
from referee.engine.answers import Answer
from referee.engine.arguments import GameOptions, read_options
from referee.engine.game import embedded
from referee.engine.play import start_game
from referee.table import rulesets


@dataclass(frozen=True)
class Fault:
    """Something that is wrong, and the rule it breaks."""

    what: str
    rule: str


@dataclass(frozen=True)
class Checked:
    """A position; a game can begin from it if there are no faults."""

    game: str
    players: tuple[str, ...]
    faults: tuple[Fault, ...]


def check(
    game: GameArgument,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The position; docs/table.md describes it.")],
    names: Annotated[list[str], typer.Argument(metavar="NAME...", help="The players, clockwise.")],
    option: GameOptions = None,
) -> Answer[Checked]:
    """Check a position in a file.

    Example: referee check mlem table.toml Ann Bo
    """
    rules = rulesets.find_rules(game)
    agreed = embedded(rules, read_options(option or ()))
    start_game(rules, names, agreed)
    position = parse_toml(with_positions(read_text(file), game, names), file)
    faults = tuple(
        Fault(ruling.reason, ruling.rule)
        for ruling in rules.faults(rulesets.place(rules, names, agreed, position))
    )
    lines = [f"{fault.what.rstrip('.')} [{fault.rule}]." for fault in faults]
    return Answer(
        Checked(game, tuple(names), faults), tuple(lines) or ("Nothing is wrong with it.",), ok=not faults
    )
