"""Starbox and its libraries as the worker unpacks them: compiled, and without what is never used there."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import lzma
import re
import subprocess
import zipfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Self

from components import catalogue
from components.catalogue import Game
from components.errors import OutputError
from components.toml import read_toml
from components.writing import replace_file, scratch_folder
from generator import cache
from generator.exports.web import faces
from generator.faces.fonts import font
from generator.site import downloads

_HOME = Path(__file__).parents[2]
_OWN = ("components", "generator", "referee", "templates")
_GUESTS = "guests"  # folder of the games of others
_THERE = "/lib/python3.14/site-packages"  # folder into which the worker unpacks, see worker.js
_COMPILE = Path(__file__).with_name("compile.mjs")
_LIBRARY = "python_stdlib.zip"  # Python's own
_FILES = {"own": "starbox"}  # names of groups in file names, where they differ
_SHELF = "site/modules"  # place in the user's cache
_MODULES = "modules.zip"
LATER = "more.bin"  # loaded by a page only when a game needs it
SLOTS = "slots.bin"  # the slots of the pictures that the site has ready
_LEVEL = 9  # level of gzip: the pages must stay below 10 MB
# Whoever unpacks keeps as many bytes in memory as the window has.
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 4 * 1024 * 1024}]
_TIME = (1980, 1, 1, 0, 0, 0)  # time of every file in an archive, so that the same input gives the same bytes

_PACKED = read_toml(Path(__file__).with_name("packed.toml"))
_LEFT_OUT, _MORE, _NO_LIBRARY = (
    re.compile(_PACKED.text(key), re.VERBOSE) for key in ("left_out", "more", "no_library")
)
# Family, weight, and whether it is italic, of the fonts that games can use there.
FONTS = tuple(
    (row.text("family"), weight, italic)
    for row in _PACKED.tables("font")
    for weight in row.integers("weights")
    for italic in ((False, True) if row.flag("italic", False) else (False,))
)


class Archives:
    """The files that the worker loads, each compressed as a whole: the modules of Starbox and its libraries
    (`starbox.bin`, `libraries.bin`; `more.bin`, which few games need) by xz, those of Python as a zip archive
    (`python.bin`) and the interpreter (`wasm.bin`, and its script `glue.bin`) by gzip.

    The worker unpacks them itself, so they are as small from a server that does not compress: gzip is what a
    browser can undo, and xz, a third smaller, what Python can once it runs. They are kept in the user's
    cache, so that only what has changed is compiled again.

    Compiling goes on in a process of its own from the beginning of the `with` until `done` is called.
    """

    def __init__(self, games: Sequence[Game]) -> None:
        self._games = games

    def __enter__(self) -> Self:
        """Raises what taking the libraries raises."""
        self._pyodide = downloads.packages() / "pyodide"
        stand_ins = {name: text.encode() for name, text in _PACKED.table("stand_ins").data.items()}
        groups = {
            "own": dict(_ours(self._games)),
            "libraries": {**dict(_theirs(more=False)), **stand_ins},
            "more": {**dict(_theirs(more=True)), **self._python(_PACKED.texts("more_library").__contains__)},
            "python": self._python(lambda name: not _NO_LIBRARY.match(name)),
        }
        self._groups = {name: dict(sorted(files.items())) for name, files in groups.items()}
        self._keys = {name: _key(files, self._pyodide) for name, files in self._groups.items()}
        self._made = {name: _kept(name, key) for name, key in self._keys.items()}
        self._scratch = scratch_folder()
        self._draft = self._scratch.__enter__()
        self._node: subprocess.Popen[str] | None = None
        if None in self._made.values():
            self._node = self._compiling()
        return self

    def __exit__(self, *_: object) -> None:
        if self._node and self._node.poll() is None:
            self._node.kill()
            self._node.communicate()
        self._scratch.__exit__(None, None, None)

    def done(self) -> dict[str, bytes]:
        """The files by name, when all is compiled. Raises `OutputError` if that fails."""
        engine = {
            name: _compressed((self._pyodide / f"pyodide.asm.{kind}").read_bytes())
            for name, kind in (("wasm.bin", "wasm"), ("glue.bin", "mjs"))
        }
        if self._node:
            _, said = self._node.communicate()
            if self._node.returncode:
                last = said.strip().splitlines()[-1:] or ["node says nothing"]
                raise OutputError(f"The modules cannot be compiled: {last[0]}")
            with zipfile.ZipFile(self._draft / "made.zip") as stored:
                found = {name: stored.read(name) for name in stored.namelist()}
            self._known |= {name: found[f"{place}c"] for place, name in self._asked.items()}
            compiled = {f"{place}c": self._known[name] for place, name in self._modules.items()}
            cache.keep(_SHELF, _MODULES, packed({name: self._known[name] for name in self._modules.values()}))
            for group, before in self._made.items():
                if before is None:
                    self._made[group] = self._packed(group, compiled)
        made = {f"{_FILES.get(name, name)}.bin": data or b"" for name, data in self._made.items()}
        return {**made, **engine}

    def _packed(self, group: str, compiled: Mapping[str, bytes]) -> bytes:
        files = {
            f"{name}c" if name.endswith(".py") else name: compiled.get(f"{group}/{name}c", data)
            for name, data in self._groups[group].items()
        }
        made = _compressed(packed(files)) if group == "python" else _joined(files)
        cache.keep(_SHELF, f"{group}.gz", self._keys[group].encode() + made)
        return made

    def _compiling(self) -> subprocess.Popen[str]:
        """Compile the modules that have changed since the last time."""
        sources = {
            f"{group}/{name}": data
            for group, files in self._groups.items()
            for name, data in files.items()
            if name.endswith(".py")
        }
        maker = _COMPILE.read_bytes() + (self._pyodide / "package.json").read_bytes()
        self._modules = {
            place: hashlib.sha256(maker + place.encode() + data).hexdigest()
            for place, data in sources.items()
        }
        self._known = _modules()
        self._asked = {place: name for place, name in self._modules.items() if name not in self._known}
        sources = {place: sources[place] for place in self._asked}
        place = self._draft
        replace_file(place / "sources.zip", packed(sources))
        command = [downloads.node(), _COMPILE, self._pyodide, place / "sources.zip", place / "made.zip"]
        return subprocess.Popen(
            list(map(str, command)),
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, encoding="utf-8", errors="replace",
        )  # fmt: skip

    def _python(self, wanted: Callable[[str], bool]) -> dict[str, bytes]:
        """The modules of Python's own library that are wanted, by their names there."""
        with zipfile.ZipFile(self._pyodide / _LIBRARY) as stored:
            names = [name for name in stored.namelist() if not name.endswith("/") and wanted(name)]
            return {name: stored.read(name) for name in names}


def slots(pictures: Mapping[str, bytes]) -> bytes:
    """The archive of what those pictures, by their names, tell of their slots."""
    told = {name: faces.told_slots(picture) for name, picture in pictures.items()}
    return _joined({faces.READY: json.dumps(told).encode()})


def zipped(folder: Path, name: str = "") -> bytes:
    """The files of a folder as a zip file, in a folder of that name; the same bytes for the same files."""
    before = f"{name}/" if name else ""
    found = sorted(file for file in folder.rglob("*") if file.is_file())
    files = {before + file.relative_to(folder).as_posix(): file.read_bytes() for file in found}
    return packed(files, zipfile.ZIP_DEFLATED)


def left_out(games: Sequence[Game]) -> tuple[str, ...]:
    """The slugs of those of the five games that a site of these games does not have."""
    had = {game.slug for game in games}
    return tuple(slug for slug in catalogue.slugs() if slug not in had)


def place_of(game: Game) -> str:
    """Return the name by which the worker loads that game; of one of somebody's own, its folder there."""
    return game.slug if game.slug in catalogue.slugs() else f"{_THERE}/{_GUESTS}/{game.slug}"


def _ours(games: Sequence[Game]) -> Iterator[tuple[str, bytes]]:
    without = {slug.replace("-", "_") for slug in left_out(games)}
    for package in _OWN:
        for file in sorted((_HOME / package).rglob("*")):
            name = file.relative_to(_HOME).as_posix()
            parts = set(name.split("/")[1:3])
            if (
                file.is_file()
                and "__pycache__" not in name
                and not (_LEFT_OUT.match(name) or parts & without)
            ):
                yield name, file.read_bytes()
    for game in games:
        if game.slug not in catalogue.slugs():
            for file in sorted(file for file in game.folder.rglob("*") if file.is_file()):
                yield f"{_GUESTS}/{game.slug}/{file.relative_to(game.folder).as_posix()}", file.read_bytes()
    about = f"Metadata-Version: 2.1\nName: starbox\nVersion: {version('starbox')}\n"
    yield f"starbox-{version('starbox')}.dist-info/METADATA", about.encode()
    yield faces.LOOKS, faces.looks().encode()


def _theirs(*, more: bool) -> Iterator[tuple[str, bytes]]:
    """The files of the libraries: of those that are always loaded, or of the others."""
    kept = {font(*one).file.name for one in FONTS}
    for wheel in downloads.wheels():
        with zipfile.ZipFile(wheel) as stored:
            for name in stored.namelist():
                if name.endswith("/") or _LEFT_OUT.match(name):
                    continue
                late = name.startswith(("fontTools/", "fonttools"))
                if late != more or (name.startswith("fontTools/") and not _MORE.match(name)):
                    continue
                if name.endswith(".ttf") and Path(name).name not in kept:
                    continue
                data = stored.read(name)
                yield name, _fonts_there(data, kept) if name.endswith("/metadata.json") else data


def _fonts_there(data: bytes, kept: Collection[str]) -> bytes:
    """The list of a family's fonts with only those files."""
    about = json.loads(data)
    about["files"] = [one for one in about["files"] if Path(one["path"]).name in kept]
    return json.dumps(about).encode()


def _modules() -> dict[str, bytes]:
    """Compiled modules that were kept, by a hash of what they were made of."""
    found = cache.kept(_SHELF, _MODULES)
    if found is None:
        return {}
    with zipfile.ZipFile(io.BytesIO(found)) as stored:
        return {name: stored.read(name) for name in stored.namelist()}


def _kept(group: str, key: str) -> bytes | None:
    found = cache.kept(_SHELF, f"{group}.gz") or b""
    return found.removeprefix(key.encode()) if found.startswith(key.encode()) else None


def _key(files: Mapping[str, bytes], pyodide: Path) -> str:
    """A hash of all that an archive is made of."""
    made_by = (Path(__file__), Path(str(_PACKED.file)), _COMPILE, pyodide / "package.json")
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in made_by))
    for name, data in files.items():
        digest.update(f"{name} {len(data)}\n".encode() + data)
    return digest.hexdigest()[:32]


def _joined(files: Mapping[str, bytes]) -> bytes:
    """A line with the size of each file by its name, as JSON, and the files one after the other, by xz.

    The worker writes them where they belong while it reads, so that memory never has all of them twice.
    """
    index = json.dumps({name: len(data) for name, data in files.items()})
    return lzma.compress(f"{index}\n".encode() + b"".join(files.values()), filters=_FILTERS)


def _compressed(data: bytes) -> bytes:
    return gzip.compress(data, _LEVEL, mtime=0)


def packed(files: Mapping[str, bytes], way: int = zipfile.ZIP_STORED) -> bytes:
    """The files by their names as a zip file; the same bytes for the same files."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, _TIME)
            entry.compress_type = way
            archive.writestr(entry, data)
    return made.getvalue()
