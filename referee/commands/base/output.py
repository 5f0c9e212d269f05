"""Printing an answer, for a person or, with `--json`, for a script. `docs/adding-a-game.md` says how commands
are written: they return an `Answer`, and the command line adds `--json`, `--why` and `--exact`.
"""

import json as jsonlib
import os
import re
import shutil
import sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

import typer

from components.prose import Run, Words, plain
from components.terminal import WIDTH, set_lines
from components.wording import visible
from referee.engine.answers import Answer, why_table

_RULE = "cyan"
_NOT_IN_JSON = re.compile("[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def give(answer: Answer[Any], *, json: bool = False, why: bool = False, exact: bool = False) -> None:
    """Print the answer on standard output. Raises `typer.Exit(1)` if the answer is "no"."""
    if json:
        value = as_json(answer.value, exact=exact)
        if why:
            value = {**value, "why": as_json(answer.why)}
        text = _safe_json(jsonlib.dumps(value, ensure_ascii=False, indent=2))
    else:
        reasons = ("", why_table(answer.why)) if why and answer.why else ()
        text = "\n".join(map(_styled, set_lines((*answer.blocks, *reasons), _width())))
    print(text, flush=True)
    if not answer.ok:
        raise typer.Exit(1)


def as_json(value: Any, *, exact: bool = False) -> Any:
    """The value as the types of JSON. Raises `TypeError` for a value that JSON does not have.

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


def _safe_json(text: str) -> str:
    """The same JSON, with escapes for the characters that JSON allows and a terminal should not get."""
    return _NOT_IN_JSON.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _width() -> int:
    """The columns of the terminal; what a file or another program gets has as many as the guides."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDTH


def _styled(line: Words) -> str:
    """A line as the terminal shows it: if it can, in italics and bold, the rules it cites in colour."""
    if not sys.stdout.isatty() or "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb":
        return visible(plain(line))
    return "".join(_in_style(run) if any(run[1:]) else visible(run.text) for run in line)


def _in_style(run: Run) -> str:
    bold, italic = run.bold or run.code or None, run.italic or None
    return typer.style(visible(run.text), _RULE if run.cites else None, bold=bold, italic=italic)
