"""Records of what was printed, one for each printer, so that only changes need to be printed again.

`pnp printed` writes the record from the manifest of the last build; `pnp build --changed` compares it with
the present pieces.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from components.catalogue import Game
from components.errors import DataError, UsageError
from components.files import folder
from components.reading import parse_json, read_text
from components.writing import make_folder, replace_file
from generator.build import manifest, printers
from generator.build.press import CHANGED, PART
from generator.faces.renderer import Renderer


@dataclass(frozen=True)
class Print:
    """A piece on paper: the number of copies that a game has, and the hash of the face on each side.

    A side that was not printed (`--duplex off`) is missing; a blank side is "".
    """

    copies: int
    sides: Mapping[str, str]

    def is_still(self, now: Print) -> bool:
        """Tell whether the paper still shows the piece as it is now, in enough copies."""
        shown = all(now.sides[side] == key for side, key in self.sides.items())
        return shown and self.copies >= now.copies


@dataclass(frozen=True)
class Changes:
    """Pieces as "deck/code": changed since they were printed, never printed, printed but no longer in the
    game, and printed in more copies than needed."""

    changed: tuple[str, ...]
    new: tuple[str, ...]
    gone: tuple[str, ...]
    fewer: tuple[str, ...]

    @property
    def to_print(self) -> tuple[str, ...]:
        return self.changed + self.new

    def among(self, pieces: Collection[str]) -> Changes:
        """The changes to these pieces only."""
        kinds = (self.changed, self.new, self.gone, self.fewer)
        return Changes(*(tuple(piece for piece in kind if piece in pieces) for kind in kinds))

    def said(self) -> list[str]:
        """One line for each kind of change."""
        kinds = (
            (self.changed, "changed since the last print"),
            (self.new, "new"),
            (self.gone, "no longer in the game, to be discarded"),
            (self.fewer, "needed in fewer copies, the rest to be discarded"),
        )
        return [f"{len(pieces)} {what}: {_listed(pieces)}" for pieces, what in kinds if pieces]


def changes(game: Game, ink: str, printer: str) -> Changes:
    """Find what differs from the record of that printer ("" for any printer).

    Raises `UsageError` if nothing was recorded, `DataError` if the record is damaged.
    """
    before = _recorded(game.slug, printer)
    now = _prints(game, ink, {piece.partition("/")[0] for piece in before})
    both = [piece for piece in now if piece in before]
    changed = tuple(piece for piece in both if not before[piece].is_still(now[piece]))
    return Changes(
        changed=changed,
        new=tuple(piece for piece in now if piece not in before),
        gone=tuple(piece for piece in before if piece not in now),
        fewer=tuple(
            piece for piece in both if before[piece].copies > now[piece].copies and piece not in changed
        ),
    )


def record(game: Game, out: Path, printer: str) -> Path:
    """Record that the last build of the game in `out` was printed; returns its folder.

    A whole game replaces the record, a part is added to it. Superfluous pieces are dropped.
    Raises `UsageError` if nothing was built or the printer is unknown, `DataError` if the record or manifest
    is damaged, `OutputError` if the record cannot be written.
    """
    if printer:
        printers.printer(printer)
    built = _built_last(game.slug, out)
    shown = manifest.read(built)
    if shown is None:
        raise DataError(
            f"{manifest.NAME} is damaged.",
            where=str(built),
            todo="Build again, print, then repeat this command.",
        )
    file = _file(game.slug, printer)
    known = _read(file) if file.is_file() else {}
    rows = _of_manifest(shown)
    if not shown["whole"]:
        for piece, old in known.items():
            new = rows.get(piece)
            rows[piece] = replace(new, sides={**old.sides, **new.sides}) if new else old
    copies = {f"{deck.name}/{piece.code}": piece.copies for deck in game.decks for piece in deck.pieces}
    settled = {
        piece: replace(row, copies=min(row.copies, copies.get(piece, 0))) if piece in known else row
        for piece, row in rows.items()
    }
    _write(file, {piece: row for piece, row in settled.items() if row.copies})
    return built


def _built_last(slug: str, out: Path) -> Path:
    """The folder of the latest build: of the whole game, a part of it, or its changes."""
    times: dict[Path, int] = {}
    for suffix in ("", PART, CHANGED):
        file = out / f"{slug}{suffix}" / manifest.NAME
        if file.is_file():
            times[file.parent] = file.stat().st_mtime_ns
    if not times:
        raise UsageError(
            "Nothing has been built there.",
            where=str(out / slug),
            todo="Run pnp build, print, then repeat this command.",
        )
    return max(times, key=lambda folder: times[folder])


def _of_manifest(shown: Mapping[str, Any]) -> dict[str, Print]:
    """Read what the sheets show of each piece. Backs that were not printed stay unknown."""
    sides: dict[str, dict[str, str]] = {}
    copies: dict[str, set[int]] = {}
    for row in shown["faces"]:
        if row["deck"] in shown["boxes"]:
            continue
        piece = f"{row['deck']}/{row['code']}"
        none = {} if shown["paper"].get("duplex") == "off" else {"back": ""}
        sides.setdefault(piece, none)[row["side"]] = row["hash"]
        copies.setdefault(piece, set()).add(row["copy"])
    return {piece: Print(len(copies[piece]) // shown["copies"], sides[piece]) for piece in sides}


def _prints(game: Game, ink: str, before: Collection[str]) -> dict[str, Print]:
    """Return what somebody would print today who has printed the decks named in `before`: both of two
    alternatives only if both were printed."""
    renderer = Renderer(game, ink)
    preferred = [deck.name for deck in game.decks if deck.instead_of and deck.name in before]
    wanted = {deck.name for deck in game.at_the_table(preferred)}.union(before)
    result = {}
    for deck in game.decks:
        if deck.name not in wanted:
            continue
        for piece in deck.pieces:
            faces = renderer.faces(deck, piece)
            sides = {"front": faces.front.key, "back": faces.back.key if faces.back else ""}
            result[f"{deck.name}/{piece.code}"] = Print(piece.copies, sides)
    return result


def _recorded(slug: str, printer: str) -> dict[str, Print]:
    file = _file(slug, printer)
    if not file.is_file():
        raise UsageError(
            f"No print of {slug} has been recorded.",
            where="--changed",
            todo=f"Print everything once, then run pnp printed {slug}.",
        )
    return _read(file)


def _read(file: Path) -> dict[str, Print]:
    try:
        rows: Any = parse_json(read_text(file), str(file))
        return {str(piece): _print(row) for piece, row in rows.items()}
    except (DataError, ValueError, AttributeError, TypeError, KeyError):
        raise DataError(
            "The record of what was printed is damaged.",
            where=str(file),
            todo="Delete it and print everything again.",
        ) from None


def _print(row: dict[str, Any]) -> Print:
    sides: dict[str, str] = {side: str(row[side]) for side in ("front", "back") if side in row}
    return Print(int(row["copies"]), sides)


def _write(file: Path, rows: Mapping[str, Print]) -> None:
    make_folder(file.parent)
    plain = {piece: {"copies": row.copies, **row.sides} for piece, row in rows.items()}
    replace_file(file, json.dumps(plain, indent=1, sort_keys=True) + "\n")


def _listed(pieces: tuple[str, ...], most: int = 8) -> str:
    shown = ", ".join(pieces[:most])
    return f"{shown} and {len(pieces) - most} more" if len(pieces) > most else shown


def _file(slug: str, printer: str) -> Path:
    """The record of a printer. The hash keeps names apart that are the same as folder names."""
    name = "any printer"
    if printer:
        told = hashlib.sha256(printer.encode("utf-8", "surrogatepass")).hexdigest()[:8]
        name = f"{re.sub(r'[^A-Za-z0-9]+', '-', printer)[:40]}-{told}"
    return folder("data") / "printed" / name / f"{slug}.json"
