"""What a command gives back, and the one place that prints it.

For the author of a game's commands
-----------------------------------
`referee/games/<game>/commands.py` holds one function for each command of the game, named in the
table of `referee/cli.py`: `score`, `odds`, `damage`, `deck_list` and so on. A function declares its
own arguments and options with Typer annotations (the common ones are in `referee/options.py`) and
returns an `Answer`. It prints nothing and declares neither `--json`, `--why` nor `--exact`: the
command line adds them, so that they look and work alike everywhere. So a test calls the function
with plain values and looks at what it returns::

    @dataclass(frozen=True)
    class Sale:
        price: int
        chance: Fraction

    def sale(resource: Annotated[int, typer.Option(help="1 to 4.")]) -> Answer[Sale]:
        \"\"\"What a unit fetches. (The first sentence is the summary in `--help`.)

        Example: referee sale per-aspera --resource 3 --distance 4
        \"\"\"
        ...
        return Answer(
            Sale(price=12, chance=Fraction(1, 6)),
            lines=("A unit fetches 12 MCR.",),
            why=(Why("price", "3 × 4 = 12", "PA 4.2"),),
        )

- `value` is a frozen dataclass; its fields are the JSON. The class stands in the function's return
  type, `Answer[Sale]` or `Answer[Win | Demands]`: `python -m referee.schemas` writes the JSON Schema
  from there. A field whose JSON key is no Python name is declared `field(metadata={"json": "2"})`.
- Probabilities are `Fraction`s to the end: they become floats in JSON, or strings such as "1/6"
  with `--exact`.
- `lines` is plain text for a person, at most `WIDTH` columns; `wrapped` breaks long sentences.
- `why` says how each figure came about, with the numbers filled in, and cites the rule.
- `ok=False` means that the answer is "no" (an illegal claim, a failed check): exit code 1.
- What a person got wrong is raised as `components.errors.UsageError`: exit code 2.
- Players and options that carry a name (`Ann=…`, `--claim Ann=earth`) are read by
  `referee/arguments.py`, scores are built with `referee/scoresheet.py`, chance comes from
  `referee/chance.py` and a set-up is made as `referee/setups.py` says.
"""

from __future__ import annotations

import json as jsonlib
import os
import re
import sys
import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from typing import Any, Generic, TypeVar

import typer

V_co = TypeVar("V_co", covariant=True)

WIDTH = 80

_CITATION = re.compile(r"\b[A-Z]{2} \d+(?:\.\d+)?\b")


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
    """The answer of one command: for a script (`value`), for a person (`lines`), and why."""

    value: V_co
    lines: tuple[str, ...]
    why: tuple[Why, ...] = ()
    ok: bool = True


def give(answer: Answer[Any], *, json: bool = False, why: bool = False, exact: bool = False) -> None:
    """Print the answer on standard output. Raises `typer.Exit(1)` if the answer is "no"."""
    if json:
        value = as_json(answer.value, exact=exact)
        if why:
            value = {**value, "why": as_json(answer.why)}
        text = jsonlib.dumps(value, ensure_ascii=False, indent=2)
    else:
        text = "\n".join((*answer.lines, *(("", *why_lines(answer.why)) if why and answer.why else ())))
        if _colour():
            text = _CITATION.sub(lambda found: typer.style(found[0], fg="cyan"), text)
    print(text, flush=True)
    if not answer.ok:
        raise typer.Exit(1)


def as_json(value: Any, *, exact: bool = False) -> Any:
    """The value as the types of JSON. Raises `TypeError` for what has no place in an answer.

    exact  fractions as strings ("1/6") instead of floats
    """
    if isinstance(value, Enum):
        return as_json(value.value, exact=exact)
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    if isinstance(value, Fraction):
        return str(value) if exact else float(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {
            item.metadata.get("json", item.name): as_json(getattr(value, item.name), exact=exact)
            for item in fields(value)
        }
    if isinstance(value, Mapping):
        return {str(key): as_json(item, exact=exact) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [as_json(item, exact=exact) for item in value]
    raise TypeError(f"{type(value).__name__} has no place in an answer")


def wrapped(text: str, indent: int = 0, hanging: int = 0) -> tuple[str, ...]:
    """The text in lines of at most `WIDTH` columns.

    indent   spaces before every line
    hanging  further spaces before every line but the first
    """
    lines = textwrap.wrap(
        text,
        WIDTH,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + hanging),
        break_long_words=False,
        break_on_hyphens=False,
    )
    return tuple(lines)


def percent(chance: Fraction | float) -> str:
    """A probability for a person: "27.8 %"; never "0.0 %" or "100.0 %" for what is neither."""
    if chance in (0, 1):
        return f"{int(chance) * 100} %"
    if chance < Fraction(1, 2000):
        return "<0.1 %"
    if chance > Fraction(1999, 2000):
        return ">99.9 %"
    return f"{float(chance) * 100:.1f} %"


def why_lines(why: Iterable[Why]) -> Iterable[str]:
    """A line a step, with its formula and its rule."""
    steps = tuple(why)
    widest = max((len(step.what) for step in steps), default=0)
    for step in steps:
        yield from wrapped(f"{step.what:{widest}}  {step.formula}  [{step.rule}]", hanging=widest + 2)


def _colour() -> bool:
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
