"""The commands that roll dice: `roll` and `odds dice`."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

import typer

from components.prose import Lines
from referee.engine.answers import Answer, percent
from referee.engine.arguments import SeedOption
from referee.engine.chance.dice import Die, Roll, Roller, read_expression
from referee.engine.chance.dice_odds import chart, distribution
from referee.engine.chance.seeded import Chance, seed_or_new

_MOST_TIMES = 10_000

DiceText = Annotated[str, typer.Argument(metavar="DICE", help="Such as 3d6, 4d6kh3, 2d6+1, d6!, 2d8r1.")]


@dataclass(frozen=True)
class Rolls:
    """The dice, the seed used, and every roll in order."""

    dice: str
    seed: str
    rolls: tuple[Roll, ...]


@dataclass(frozen=True)
class DiceOdds:
    """The odds of each total of an expression.

    chances  the chance of each total
    asked    the chance of a total within the limits asked for; None if none were
    missing  the chance of the cases left out because a die exploded too often to follow; usually 0
    """

    dice: str
    mean: Fraction
    standard_deviation: float
    chances: dict[int, Fraction]
    missing: Fraction
    asked: Fraction | None = None


def roll(
    dice: DiceText,
    times: Annotated[
        int, typer.Option(min=1, max=_MOST_TIMES, metavar="N", help="Roll this many times.")
    ] = 1,
    seed: SeedOption = None,
) -> Answer[Rolls]:
    """Roll dice.

    Keep or drop dice with kh, kl, dh, dl; explode with !; roll again with r1 or r<3; count dice with >=5.
    For a game's own dice, write its name first: mlem:6@5.

    Example: referee roll 4d6kh3 --times 6
    """
    roller = read_roller(dice)
    used = seed_or_new(seed)
    source = Chance(used).stream("roll")
    rolls = tuple(roller.roll(source) for _ in range(times))
    lines = [*map(_roll_text, rolls)]
    if seed is None:
        lines.append(f"(seed {used})")
    return Answer(Rolls(dice, used, rolls), tuple(lines))


def odds_dice(
    dice: DiceText,
    at_least: Annotated[int | None, typer.Option(metavar="N", help="Ask for that total or more.")] = None,
    at_most: Annotated[int | None, typer.Option(metavar="N", help="Ask for that total or less.")] = None,
) -> Answer[DiceOdds]:
    """Work out the exact odds of dice.

    Example: referee odds dice 2d6 --at-least 9
    """
    outcome = distribution(read_expression(dice))
    limited = at_least is not None or at_most is not None
    asked = outcome.within(at_least, at_most) if limited else None
    value = DiceOdds(dice, outcome.mean, outcome.standard_deviation, outcome.chances, outcome.missing, asked)
    mean, deviation = _decimal(outcome.mean), _decimal(outcome.standard_deviation)
    head = [f"{dice}: mean {mean}, standard deviation {deviation}"]
    if asked is not None:
        head.append(f"{_limits(at_least, at_most)}: {percent(asked)}")
    left = f"The cases left out have a chance of {float(outcome.missing):.1e} in total."
    note = ("", f"A die may explode forever. {left}") if outcome.missing else ()
    return Answer(value, (*head, "", Lines(chart(outcome.chances)), *note))


def _limits(least: int | None, most: int | None) -> str:
    if least is None:
        return f"{most} or less"
    return f"{least} or more" if most is None else f"{least} to {most}"


def read_roller(text: str) -> Roller:
    """The dice of an expression or, after a game's name and a colon, that game's own dice."""
    game, colon, rest = text.partition(":")
    if not colon:
        return read_expression(text)
    # Imported here, because ordinary dice need no game.
    from referee.games import find_dice

    return find_dice(game.strip().lower())(rest.strip())


def _decimal(number: Fraction | float) -> str:
    """The number with at most two decimal places."""
    return f"{float(number):.2f}".rstrip("0").rstrip(".")


def _roll_text(roll: Roll) -> str:
    shown = " ".join(_die_text(die) for die in roll.dice)
    total = "" if roll.total is None else f"{roll.total}"
    text = f"{total}  [{shown}]" if total and shown else total or shown
    return f"{text}  {roll.note}".rstrip()


def _die_text(die: Die) -> str:
    faces = "→".join(str(face) for face in die.faces)
    return faces if die.kept else f"({faces})"
