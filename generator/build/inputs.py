"""Everything on which a build depends: one hash of the game's files, templates, code, libraries and fonts."""

import hashlib
import json
import os
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path

from components.catalogue import Game, slugs
from components.errors import OutputError
from components.reading import inside, parse_own_json, read_bytes
from generator import cache as shelf
from generator.faces.type import installed
from generator.files import INPUTS

_HOME = Path(__file__).parents[2]
_PACKAGES = ("components", "generator", "templates")
_GAMES = ("components", "templates/faces")  # each has a folder for each of the five games
_PICTURES = (".png", ".jpg", ".jpeg", ".webp")
_SHELF = "stamps"


def stamp(game: Game, options: object, out: Path, without: tuple[str, ...] = ()) -> str:
    """A hash of everything that a build depends on.

    out      where the files go; inside the game's folder, its contents do not count as part of the game
    without  endings of files in the game's folder that do not count
    """
    digest = hashlib.sha256(repr((options, *installed.versions())).encode())
    files = [*_program("").items(), *(_program(_folder(game.slug)).items() if game.slug in slugs() else ())]
    # A game of your own may be anywhere: only the places of its files within its folder count.
    if not game.folder.resolve().is_relative_to(_HOME / "components"):
        beside = not inside(out, game.folder)  # only links could then lead to what was built
        start = len(os.path.join(game.folder, ""))  # noqa: PTH118 (a path takes longer)
        files += [
            (found.path[start:].replace(os.sep, "/"), _hash(_content(found, game)))
            for found in _inputs(str(game.folder))
            if not found.name.lower().endswith(without)
            if (beside and not found.is_symlink()) or not inside(Path(found.path), out)
        ]
    digest.update("".join(f"{name} {told}\n" for name, told in sorted(files)).encode())
    return digest.hexdigest()[:16]


def _content(file: os.DirEntry[str], game: Game) -> bytes:
    """Return the content of a file of the game. Its pictures are about to be asked for again."""
    if file.name.lower().endswith(_PICTURES) and not file.is_symlink():
        from generator.faces.pictures.source import content_of

        return content_of(Path(file.path), game.folder)
    return read_bytes(Path(file.path))


def look_around() -> None:
    """Find what the stamps of all games have in common, for processes that are started afterwards."""
    installed.versions()
    _program("")


def made_in(out: Path, folder: Path, game: Game) -> Path:
    """Return where a build into a folder of `out` writes: only that folder if the game itself is in `out`.

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


@cache
def _program(game: str) -> Mapping[str, str]:
    """Files that come with the program: by their paths in it, a hash of what is in each.

    game  the folder of one of the five games; "" for the files that all games share

    They are read again only when the system tells something else of one of them: there are some 700.
    """
    start = len(str(_HOME)) + 1
    games = [str(_HOME / home / _folder(slug)) for home in _GAMES for slug in slugs()]
    homes = [str(_HOME / home / game) for home in _GAMES] if game else [str(_HOME / one) for one in _PACKAGES]
    found = sorted(
        (entry.path, entry) for home in homes for entry in _inputs(home, () if game else frozenset(games))
    )
    told = [(path, _told(entry.stat())) for path, entry in found]
    known = f"{_hash(repr(told).encode())}.json"
    try:
        hashes = parse_own_json(shelf.kept(_SHELF, known) or b"")
    except ValueError:
        hashes = {path[start:].replace(os.sep, "/"): _hash(Path(path).read_bytes()) for path, _ in found}
        shelf.keep(_SHELF, known, json.dumps(hashes).encode())
        shelf.forget_old(_SHELF)
    return dict(hashes)


def _told(file: os.stat_result) -> tuple[int, ...]:
    """Return those facts of a file that differ as soon as somebody writes to it."""
    return file.st_size, file.st_ino, file.st_mtime_ns, file.st_ctime_ns


def _inputs(folder: str, without: Collection[str] = ()) -> Iterator[os.DirEntry[str]]:
    """The files of a folder that can shape a build, but for those folders in it. Far quicker than `rglob`."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                if entry.path not in without:
                    yield from _inputs(entry.path, without)
            elif entry.name.lower().endswith(INPUTS) and entry.is_file():
                yield entry


def _folder(slug: str) -> str:
    """Name the folders of one of the five games."""
    return slug.replace("-", "_")


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]
