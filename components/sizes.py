"""Sizes of pieces, by name or as they are measured."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from components.errors import UsageError, did_you_mean
from components.toml import read_toml

SMALLEST, LARGEST = 2, 2000  # a side of a piece, and of each hex of a stepped one, mm
_MEASURED = re.compile(r"(\d{1,4}(?:\.\d+)?) ?[x×] ?(\d{1,4}(?:\.\d+)?) ?(mm|in|\")?")


def size_named(said: str) -> tuple[float, float]:
    """The width and height, mm, of a piece: "poker", "44x68", "2.5x3.5in". Raises `UsageError`."""
    if found := _MEASURED.fullmatch(said.strip().lower().replace(",", ".")):
        unit = 25.4 if found[3] in ("in", '"') else 1.0
        size = float(found[1]) * unit, float(found[2]) * unit
        if SMALLEST <= min(size) <= max(size) <= LARGEST:
            return size
    elif (name := said.strip().lower().replace(" ", "-")) in _formats():
        return _formats()[name]
    todo = f"{did_you_mean(said, _formats())} Or write width and height: 44x68 for mm, 2.5x3.5in for inches."
    raise UsageError(f'There is no size "{said}".', where="--size", todo=todo)


@cache
def _formats() -> Mapping[str, tuple[float, float]]:
    """Named sizes of pieces, mm."""
    table = read_toml(Path(__file__).parent / "formats.toml")
    return {name: (size[0], size[1]) for name in table.data for size in [table.numbers(name)]}
