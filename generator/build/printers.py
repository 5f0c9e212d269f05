"""Measured printers: saved by name in the user's configuration, applied with `--printer NAME`."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from components.errors import DataError, UsageError, did_you_mean
from components.files import folder
from components.reading import TOML_BYTES, parse_json, read_text
from components.writing import make_folder, replace_file
from generator.sheets.paper import Correction


@dataclass(frozen=True)
class Printer:
    """A measured printer: the correction of backs flipped on the long edge, and the margin that it cannot
    print on, mm."""

    name: str
    correction: Correction = field(default_factory=Correction)
    margin: float | None = None

    def said(self) -> str:
        fix = self.correction
        margin = "" if self.margin is None else f", margin {self.margin:g} mm"
        return (
            f"{self.name}: backs moved {fix.right:+.2f} mm right, {fix.down:+.2f} mm down, turned "
            f"{fix.angle:+.3f}°, scaled {fix.scale[0]:.4f} × {fix.scale[1]:.4f}{margin}"
        )


def printers() -> Mapping[str, Printer]:
    """Every saved printer by name. Raises `DataError` if the file is damaged."""
    file = _file()
    if not file.exists():
        return {}
    try:
        rows = parse_json(read_text(file, limit=TOML_BYTES), str(file))
        return {name: _printer(name, row) for name, row in rows.items()}
    except (DataError, ValueError, TypeError, KeyError, AttributeError) as problem:
        why = problem.what.rstrip(".") if isinstance(problem, DataError) else problem
        raise DataError(
            f"The saved printers cannot be read ({why}).",
            where=str(file),
            todo="Fix or delete the file.",
        ) from None


def printer(name: str) -> Printer:
    """The saved printer of that name. Raises `UsageError` if there is none."""
    known = printers()
    if name not in known:
        todo = did_you_mean(name, known) or "No printer is saved yet. Save one: pnp printer add NAME"
        raise UsageError(f'There is no printer "{name}".', where="--printer", todo=todo)
    return known[name]


def save(entry: Printer) -> None:
    """Save the printer under its name. Raises `OutputError` if the file cannot be written."""
    _write({**printers(), entry.name: entry})


def remove(name: str) -> None:
    """Delete the printer. Raises `UsageError` if there is none of that name."""
    printer(name)
    _write({known: entry for known, entry in printers().items() if known != name})


def _write(entries: Mapping[str, Printer]) -> None:
    file = _file()
    rows = {
        name: {"correction": entry.correction._asdict(), "margin": entry.margin}
        for name, entry in entries.items()
    }
    todo = "Make the folder writable, or set STARBOX_CONFIG to another one."
    make_folder(file.parent, todo=todo)
    replace_file(file, json.dumps(rows, indent=2) + "\n", todo=todo)


def _printer(name: str, row: dict[str, Any]) -> Printer:
    fix = row["correction"]
    across, down = fix["scale"]
    right, lower, angle, across, down = map(float, (fix["right"], fix["down"], fix["angle"], across, down))
    margin = None if row["margin"] is None else float(row["margin"])
    if not all(map(math.isfinite, (right, lower, angle, across, down, margin or 0))):
        raise ValueError(f"a number of {name} is not finite")
    return Printer(name, Correction(right, lower, angle, (across, down)), margin)


def _file() -> Path:
    return folder("config") / "printers.json"
