"""Printing an answer, for a person or, with `--json`, for a script. `docs/adding-a-game.md` says how commands
are written: they return an `Answer`, and the command line adds `--json`, `--why` and `--exact`.
"""

from __future__ import annotations

import json as jsonlib
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

import typer

from components.wording import visible
from referee.engine.answers import Answer, why_lines

_CITATION = re.compile(r"\b[A-Z]{2} \d+(?:\.\d+)?\b")

_NOT_IN_JSON = re.compile("[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def give(answer: Answer[Any], *, json: bool = False, why: bool = False, exact: bool = False) -> None:
    """Print the answer on standard output. Raises `typer.Exit(1)` if the answer is "no"."""
    if json:
        value = as_json(answer.value, exact=exact)
        if why:
            value = {**value, "why": as_json(answer.why)}
        text = _safe_json(jsonlib.dumps(value, ensure_ascii=False, indent=2))
    else:
        lines = (*answer.lines, *(("", *why_lines(answer.why)) if why and answer.why else ()))
        text = "\n".join(map(visible, lines))
        if _colour():
            text = _CITATION.sub(lambda found: typer.style(found[0], fg="cyan"), text)
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


def _colour() -> bool:
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
