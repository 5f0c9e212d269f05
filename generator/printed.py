"""What was printed: a record for each printer, so that later only what changed need be printed again.

`pnp printed` writes it from the manifest of what lies in the output folder; `pnp build --changed` compares
the pieces as they are now with it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from components.catalogue import Game
from components.errors import DataError, UsageError
from components.files import folder, make_folder, replace_file
from generator.faces import Renderer

Sides = tuple[str, ...]  # the hashes of a piece's faces


@dataclass(frozen=True)
class Changes:
    """Pieces as "deck/code": printed before but other now, never printed, and printed but no longer there."""

    changed: tuple[str, ...]
    new: tuple[str, ...]
    gone: tuple[str, ...]

    @property
    def to_print(self) -> tuple[str, ...]:
        return self.changed + self.new

    def said(self) -> list[str]:
        """A line for each kind of change there is."""
        kinds = (
            (self.changed, "changed since the last print"),
            (self.new, "new"),
            (self.gone, "no longer in the game, to be thrown away"),
        )
        return [f"{len(pieces)} {what}: {_listed(pieces)}" for pieces, what in kinds if pieces]


def changes(game: Game, ink: str, printer: str) -> Changes:
    """What differs from the record of that printer ("" for none in particular).

    Raises `UsageError` if nothing was recorded, `DataError` if the record is damaged.
    """
    before = _recorded(game.slug, printer)
    now = _faces(game, ink)
    return Changes(
        changed=tuple(piece for piece in now if piece in before and before[piece] != now[piece]),
        new=tuple(piece for piece in now if piece not in before),
        gone=tuple(piece for piece in before if piece not in now),
    )


def record(folder: Path, printer: str) -> str:
    """Note that what the manifest in `folder` lists was printed; gives the title of the game.

    A part of a game is added to what was printed before. Raises `UsageError` if there is no manifest,
    `OutputError` if the record cannot be written.
    """
    try:
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise UsageError(
            "Nothing was built there.",
            where=str(folder),
            todo="Build first: pnp build, then print, then this.",
        ) from None
    sides: dict[str, list[str]] = {}
    for row in manifest["faces"]:
        hashes = sides.setdefault(f"{row['deck']}/{row['code']}", [])
        if row["hash"] not in hashes:
            hashes.append(row["hash"])
    file = _file(manifest["game"], printer)
    known = _read(file) if file.is_file() else {}
    _write(file, {**known, **{piece: tuple(sorted(hashes)) for piece, hashes in sides.items()}})
    return str(manifest["title"])


def _faces(game: Game, ink: str) -> dict[str, Sides]:
    renderer = Renderer(game, ink)
    result = {}
    for deck in game.decks:
        for piece in deck.pieces:
            faces = renderer.faces(deck, piece)
            keys = {faces.front.key, *([faces.back.key] if faces.back else [])}
            result[f"{deck.name}/{piece.code}"] = tuple(sorted(keys))
    return result


def _recorded(slug: str, printer: str) -> dict[str, Sides]:
    file = _file(slug, printer)
    if not file.is_file():
        raise UsageError(
            f"No print of {slug} is recorded.",
            where="--changed",
            todo="Print everything once, then: pnp printed " + slug,
        )
    return _read(file)


def _read(file: Path) -> dict[str, Sides]:
    try:
        rows: Any = json.loads(file.read_text(encoding="utf-8"))
        return {piece: tuple(hashes) for piece, hashes in rows.items()}
    except (OSError, ValueError, AttributeError, TypeError):
        raise DataError(
            "The record of what was printed is damaged.",
            where=str(file),
            todo="Delete it and print everything.",
        ) from None


def _write(file: Path, rows: Mapping[str, Sides]) -> None:
    make_folder(file.parent)
    replace_file(file, json.dumps(rows, indent=1, sort_keys=True) + "\n")


def _listed(pieces: tuple[str, ...], most: int = 8) -> str:
    shown = ", ".join(pieces[:most])
    return f"{shown} and {len(pieces) - most} more" if len(pieces) > most else shown


def _file(slug: str, printer: str) -> Path:
    return folder("data") / "printed" / (printer or "any printer") / f"{slug}.json"
