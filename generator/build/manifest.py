"""manifest.json: what was printed and where, what it was made from, and whether that still holds."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from components.catalogue import Game
from components.errors import DataError, OutputError
from components.reading import parse_json, read_bytes, read_text
from generator.files import INPUTS

if TYPE_CHECKING:
    from generator.pdf.document import Page
    from generator.sheets.imposition import Part, Placement
    from generator.sheets.paper import Paper

NAME = "manifest.json"
_HOME = Path(__file__).parents[2]
_PACKAGES = ("components", "generator", "templates")
_GAMES = ("components/", "templates/faces/")  # where each of the five games has a folder
_LIBRARIES = ("reportlab", "pypdf", "jinja2", "svgwrite", "ezdxf")
_TOTALS = ("pieces", "faces", "pages")


def stamp(game: Game, options: object, out: Path) -> str:
    """A hash of everything that a build depends on: the game's files, templates, code, options, libraries and
    fonts.

    out  where the files go; inside the game's folder, its contents do not count as part of the game
    """
    digest = hashlib.sha256(repr((options, *_installed())).encode())
    files = {file: name for file, name in _shared().items() if not _of_another_game(name, game)}
    # A game of your own may be anywhere: only the places of its files within its folder count.
    made = out.resolve()
    for file in _inputs(game.folder):
        if file not in _shared() and made not in file.resolve().parents:
            files[file] = file.relative_to(game.folder).as_posix()
    for file, name in sorted(files.items(), key=lambda entry: entry[1]):
        content = _shared_hash(file) if file in _shared() else _hash(read_bytes(file))
        digest.update(f"{name} {content}\n".encode())
    return digest.hexdigest()[:16]


def made_in(out: Path, folder: Path, game: Game) -> Path:
    """Where a build into a folder of `out` writes: only that folder if the game itself is in `out`.

    Raises `OutputError` for a place that cannot be reached.
    """
    around = {game.folder.resolve(), *game.folder.resolve().parents}
    try:
        return folder if out.resolve() in around else out
    except (OSError, RuntimeError):
        raise OutputError(
            "The folder cannot be reached: links lead in a circle.",
            where=str(out),
            todo="Choose another one with --out.",
        ) from None


def unchanged(folder: Path, stamp: str) -> dict[str, int] | None:
    """The totals of the build in the folder, if it has that stamp and its files are unchanged."""
    manifest = read(folder)
    if not manifest or manifest.get("stamp") != stamp:
        return None
    for name, expected in manifest["files"].items():
        file = folder / name
        if not file.is_file() or _hash(file.read_bytes()) != expected:
            return None
    totals: dict[str, int] = manifest["totals"]
    return totals


def renew(folder: Path) -> None:
    """Mark the folder as the latest build: it was asked for again and will be printed."""
    with suppress(OSError):  # a read-only folder
        (folder / NAME).touch()


def files_in(folder: Path) -> list[str]:
    """The names of the files that the last build wrote into the folder."""
    manifest = read(folder)
    return list(manifest["files"]) if manifest else []


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
    named = {**head, "files": {name: _hash(data) for name, data in files.items()}, "faces": []}
    rows = ",\n".join("    " + json.dumps(row) for row in faces)
    return json.dumps(named, indent=2).replace('"faces": []', f'"faces": [\n{rows}\n  ]').encode() + b"\n"


def faces(
    books: Mapping[str, Sequence[Page]], parts: Sequence[Part], paper: Paper
) -> Iterator[dict[str, Any]]:
    """Every printed face: piece, page, slot, trim rectangle in mm and the hash of its content.

    books  the pages of the files of the whole game, by their names

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
                yield _row(placed, {"book": book, "page": number, **alone[_printed(placed)]})


def _printed(placed: Placement) -> tuple[str, str, int, str, str]:
    """What no two printed faces of a build have in common."""
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


@cache
def _shared() -> Mapping[Path, str]:
    """The files that come with the program, each with its path in it."""
    files = (file for package in _PACKAGES for file in _inputs(_HOME / package))
    start = len(str(_HOME)) + 1
    return {file: str(file)[start:].replace(os.sep, "/") for file in files}  # `relative_to` is slow


@cache
def _shared_hash(file: Path) -> str:
    return _hash(file.read_bytes())


def _inputs(folder: Path) -> Iterator[Path]:
    """The files of a folder that can shape a build. Half as slow as `rglob`: every build looks at 600."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from _inputs(Path(entry.path))
            elif entry.name.lower().endswith(INPUTS) and entry.is_file():
                yield Path(entry.path)


def _installed() -> Iterator[tuple[str, str]]:
    """The libraries and fonts that shape the files, with their metadata or versions."""
    from importlib.metadata import PackageNotFoundError, distribution, version

    import fontpkg

    for name in _LIBRARIES:
        try:
            # The metadata includes the version; asking for the version alone takes ten times as long.
            yield name, distribution(name).read_text("METADATA") or version(name)
        except PackageNotFoundError:  # one of the extras
            yield name, ""
    for family in sorted(fontpkg.families().values(), key=lambda family: family.slug):
        yield family.slug, family.version


def _of_another_game(name: str, game: Game) -> bool:
    """Whether a file of the program belongs to another of the five games."""
    for home in _GAMES:
        folder, within, _ = name.removeprefix(home).partition("/")
        if name.startswith(home) and within:
            return folder != game.slug.replace("-", "_")
    return False


def _whole(manifest: Any) -> bool:
    """Whether it has everything that is read later and names only files inside its folder."""
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
        and all(_is_plain(name) for name in files)
        and isinstance(totals, dict)
        and totals.keys() == set(_TOTALS)
        and all(type(count) is int for count in totals.values())
        and isinstance(rows, list)
        and all(_is_face(row) for row in rows)
    )


def _is_plain(name: str) -> bool:
    return bool(name) and name not in (".", "..") and not re.search(r"[/\\:\0]", name)


def _is_face(row: Any) -> bool:
    return (
        isinstance(row, dict)
        and all(isinstance(row.get(key), str) for key in ("deck", "code", "side", "hash"))
        and type(row.get("copy")) is int
    )


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]
