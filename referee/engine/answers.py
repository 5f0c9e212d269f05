"""An answer: a value for scripts, lines for a person, and the reason for each figure."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

V_co = TypeVar("V_co", covariant=True)

WIDTH = 80
_UNBROKEN = "\N{NO-BREAK SPACE}%"


@dataclass(frozen=True)
class Why:
    """One step of a ruling.

    what     the figure it explains: "price"
    formula  how it came about, with the numbers filled in: "3 × 4 = 12"
    rule     the rule it follows: "PA 4.2"
    """

    what: str
    formula: str
    rule: str


@dataclass(frozen=True)
class Answer(Generic[V_co]):
    """The answer of one command, for a script (`value`) and for a person (`lines`).

    why  the steps that led to it
    ok   False if the answer is "no"
    """

    value: V_co
    lines: tuple[str, ...]
    why: tuple[Why, ...] = ()
    ok: bool = True


def wrapped(text: str, indent: int = 0, hanging: int = 0) -> tuple[str, ...]:
    """The text in lines of at most `WIDTH` columns. A number and its % stay on one line.

    indent   spaces before every line
    hanging  further spaces before every line but the first
    """
    lines = textwrap.wrap(
        text.replace(" %", _UNBROKEN),
        WIDTH,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + hanging),
        break_long_words=False,
        break_on_hyphens=False,
    )
    return tuple(line.replace(_UNBROKEN, " %") for line in lines)


def percent(chance: Fraction | float) -> str:
    """A probability for a person: "27.8 %"; "0.0 %" and "100.0 %" are never rounded."""
    if chance in (0, 1):
        return f"{int(chance) * 100} %"
    if chance < Fraction(1, 2000):
        return "<0.1 %"
    if chance > Fraction(1999, 2000):
        return ">99.9 %"
    return f"{float(chance) * 100:.1f} %"


def why_lines(why: Iterable[Why]) -> Iterable[str]:
    """A line for each step, with its formula and its rule."""
    steps = tuple(why)
    widest = max((len(step.what) for step in steps), default=0)
    for step in steps:
        yield from wrapped(f"{step.what:{widest}}  {step.formula}  [{step.rule}]", hanging=widest + 2)
