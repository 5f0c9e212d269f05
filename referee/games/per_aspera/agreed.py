"""The options a table has agreed on, read and checked (PA 2.3, PA 6.2)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from components.errors import UsageError
from referee.arguments import check_options
from referee.games.per_aspera.box import Option, box

_NUMBER = re.compile(r"\d{1,9}", re.ASCII)


@dataclass(frozen=True)
class Agreed:
    """The options of a game.

    unknown_demands, foray  the two variations, of which at most one is played
    goal                    MCR to bring home, before levies
    rounds                  after which the richest wins
    """

    unknown_demands: bool
    foray: bool
    goal: int
    rounds: int


def read_agreed(typed: Mapping[str, str]) -> Agreed:
    """The options as typed: a bare name has the empty text.

    Raises `UsageError` for an option the game does not have, a flag with a value, a number that is
    none or too small, and options that exclude each other.
    """
    known = box().options
    check_options(typed, known)
    for name in typed:
        for other in known[name].excludes:
            if other in typed:
                raise UsageError(
                    f'"{name}" and "{other}" do not go together (PA {known[name].rule}).',
                    where="--option",
                    todo="Choose one.",
                )
    numbers = {name: _value(known[name], text) for name, text in typed.items()}
    goal, rounds = (numbers.get(name, known[name].default) for name in ("goal", "rounds"))
    assert goal is not None
    assert rounds is not None
    return Agreed("unknown-demands" in typed, "foray" in typed, goal, rounds)


def _value(option: Option, text: str) -> int | None:
    if option.default is None:
        if text:
            raise UsageError(
                f'The option "{option.name}" has no value.',
                where="--option",
                todo=f"Write --option {option.name}.",
            )
        return None
    if not (_NUMBER.fullmatch(text) and int(text) >= option.least):
        raise UsageError(
            f'"{text}" is no number of {option.least} or more.',
            where=f"--option {option.name}",
            todo=f"Write --option {option.name}={option.default}.",
        )
    return int(text)
