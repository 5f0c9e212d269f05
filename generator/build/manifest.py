"""manifest.json: what was printed and where, what it was made from, and whether that still holds."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from components.errors import DataError
from components.reading import parse_json, read_bytes, read_text
from generator.files import hashed, is_plain

if TYPE_CHECKING:
    from generator.pdf.document import Page
    from generator.sheets.imposition import Part, Placement
    from generator.sheets.paper import Paper

NAME = "manifest.json"
_TOTALS = ("pieces", "faces", "pages")


def unchanged(folder: Path, stamp: str) -> dict[str, int] | None:
    """The totals of the build in the folder, if it has that stamp and its files are unchanged."""
    manifest = read(folder)
    if not manifest or manifest.get("stamp") != stamp:
        return None
    for name, expected in manifest["files"].items():
        file = folder / name
        if not file.is_file() or hashed(file.read_bytes()) != expected:
            return None
    totals: dict[str, int] = manifest["totals"]
    return totals


def renew(folder: Path) -> None:
    """Mark the folder as the latest build: it was asked for again and will be printed."""
    with suppress(OSError):  # a read-only folder
        os.utime(folder / NAME)


def made(folder: Path) -> dict[str, str]:
    """The hashes of the files that the last build wrote into the folder, by name."""
    try:
        content = read_bytes(folder / NAME, within=folder)
        table = parse_json(content.decode(), NAME)
    except (DataError, UnicodeDecodeError):
        return {}
    files = table.get("files") if isinstance(table, dict) and isinstance(table.get("stamp"), str) else None
    if not isinstance(files, dict):
        return {}
    hashes = {name: told for name, told in files.items() if is_plain(name) and isinstance(told, str)}
    return {**hashes, NAME: hashed(content)}


def read(folder: Path) -> dict[str, Any] | None:
    """The manifest in a folder; None if it is missing or damaged, so that everything is built again."""
    try:
        manifest = parse_json(read_text(folder / NAME), NAME)
    except DataError:
        return None
    return manifest if _whole(manifest) else None


def manifest(
    head: Mapping[str, Any], files: Mapping[str, bytes], faces: Sequence[Mapping[str, Any]]
) -> bytes:
    """The JSON with one face per line, easy to read and compare."""
    # Hashed once: two files of a game with one deck are the same.
    different = {id(data): data for data in files.values()}
    hashes = {key: hashed(data) for key, data in different.items()}
    named = {**head, "files": {name: hashes[id(data)] for name, data in files.items()}, "faces": []}
    rows = ",\n".join("    " + json.dumps(row) for row in faces)
    return json.dumps(named, indent=2).replace('"faces": []', f'"faces": [\n{rows}\n  ]').encode() + b"\n"


def faces(
    books: Mapping[str, Sequence[Page]], parts: Sequence[Part], paper: Paper
) -> Iterator[dict[str, Any]]:
    """Every printed face: piece, page, slot, trim rectangle in mm and the hash of its content.

    books  the pages of the files of the whole game, by their names
    parts  the decks and sprues that have files of their own

    `page` is the page of `book`, `file_page` that of `file`, the PDF of its deck or sprue.
    """
    from generator.pdf import document

    alone = {
        _printed(placed): {"file": f"{part.name}.pdf", "file_page": number}
        for part in parts
        for number, page in enumerate(document.pages([part], paper), 1)
        for placed in (() if page.empty else page.sheet.placements)
    }
    for book, pages in books.items():
        for number, page in enumerate(pages, 1):
            for placed in () if page.empty else page.sheet.placements:
                yield _row(placed, {"book": book, "page": number, **alone.get(_printed(placed), {})})


def _printed(placed: Placement) -> tuple[str, str, int, str, str]:
    """Return what no two printed faces of a build have in common."""
    return placed.item.deck.name, placed.item.code, placed.item.copy, placed.part, placed.side


def _row(placed: Placement, where: Mapping[str, Any]) -> dict[str, Any]:
    trim = placed.trim
    return {
        "deck": placed.item.deck.name,
        "code": placed.item.code,
        "copy": placed.item.copy,
        "side": placed.side,
        **where,
        "slot": placed.slot,
        "part": placed.part,
        "trim_mm": [round(edge, 3) for edge in (trim.x, trim.y, trim.width, trim.height)],
        "turn": placed.turn,
        "hash": placed.face,
    }


def _whole(manifest: Any) -> bool:
    """Tell whether it has everything that is read later and names only files inside its folder."""
    if not isinstance(manifest, dict):
        return False
    files, totals, rows = (manifest.get(key) for key in ("files", "totals", "faces"))
    return (
        all(isinstance(manifest.get(key), str) for key in ("game", "title", "stamp"))
        and isinstance(manifest.get("paper"), dict)
        and isinstance(manifest.get("boxes"), list)
        and type(manifest.get("whole")) is bool
        and type(copies := manifest.get("copies")) is int
        and copies > 0
        and isinstance(files, dict)
        and all(is_plain(name) for name in files)
        and isinstance(totals, dict)
        and totals.keys() == set(_TOTALS)
        and all(type(count) is int for count in totals.values())
        and isinstance(rows, list)
        and all(_is_face(row) for row in rows)
    )


def _is_face(row: Any) -> bool:
    return (
        isinstance(row, dict)
        and all(isinstance(row.get(key), str) for key in ("deck", "code", "side", "hash"))
        and type(row.get("copy")) is int
    )
