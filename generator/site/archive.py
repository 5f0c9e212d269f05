"""Starbox and its libraries as the worker unpacks them: compiled, and without what is never used there."""

import gzip
import hashlib
import json
import lzma
import re
import zipfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Self

from components import catalogue
from components.catalogue import Game
from components.toml import read_toml
from components.writing import scratch_folder, zip_file
from generator import cache
from generator.exports.web import faces
from generator.faces.fonts import font
from generator.site import downloads, kept
from generator.site.compiling import SCRIPT, Compiling

_HOME = Path(__file__).parents[2]
_OWN = ("components", "generator", "referee", "templates")
_GUESTS = "guests"  # folder of the games of others
_THERE = "/lib/python3.14/site-packages"  # folder into which the worker unpacks, see worker.js
_LIBRARY = "python_stdlib.zip"  # Python's own
_FILES = {"own": "starbox"}  # names of groups in file names, where they differ
_SHELF = "site/modules"  # place in the user's cache
# Files that pages load only when they need them: printing keeps the second of fonts, the third of a game.
LATER = re.compile(r"more|fonts|print-.*")
SLOTS = "slots.bin"  # the slots of the pictures that the site has ready
_LEVEL = 9  # level of gzip: the pages must stay below 10 MB
# Whoever unpacks keeps as many bytes in memory as the window has.
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 4 * 1024 * 1024}]

_PACKED = read_toml(Path(__file__).with_name("packed.toml"))
LEFT_OUT, _MORE, NO_LIBRARY = (
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
    (`starbox.bin`, `libraries.bin`; `more.bin`, which few games need), and what printing finds in its cache
    (`fonts.bin`, and for each game `print-NAME.bin`) by xz, the modules of Python as a zip archive
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
            "python": self._python(lambda name: not NO_LIBRARY.match(name)),
        }
        self._groups = {name: dict(sorted(files.items())) for name, files in groups.items()}
        self._keys = {name: _key(files, self._pyodide) for name, files in self._groups.items()}
        self._made = {name: _kept(name, key) for name, key in self._keys.items()}
        self._scratch = scratch_folder()
        self._draft = self._scratch.__enter__()
        self._modules: Compiling | None = None
        if None in self._made.values():
            sources = {
                f"{group}/{name}": data
                for group, files in self._groups.items()
                for name, data in files.items()
                if name.endswith(".py")
            }
            self._modules = Compiling("modules", sources, self._pyodide, self._draft / "modules")
        return self

    def __exit__(self, *_: object) -> None:
        if self._modules:
            self._modules.stop()
        self._scratch.__exit__(None, None, None)

    def done(self, printed: Mapping[str, Mapping[str, bytes]]) -> dict[str, bytes]:
        """The files by name, when all is compiled. Raises `OutputError` if that fails.

        printed  what `kept.noted` tells of each game, by its slug
        """
        sources = {place: text for one in printed.values() for place, text in kept.programs(one).items()}
        programs = Compiling("programs", sources, self._pyodide, self._draft / "programs").done()
        engine = {
            name: _compressed((self._pyodide / f"pyodide.asm.{kind}").read_bytes())
            for name, kind in (("wasm.bin", "wasm"), ("glue.bin", "mjs"))
        }
        if self._modules:
            compiled = {f"{place}c": module for place, module in self._modules.done().items()}
            for group, before in self._made.items():
                if before is None:
                    self._made[group] = self._packed(group, compiled)
        made = {f"{_FILES.get(name, name)}.bin": data or b"" for name, data in self._made.items()}
        prints = {f"print-{slug}.bin": _joined(kept.files(one, programs)) for slug, one in printed.items()}
        return {**made, **engine, **prints, "fonts.bin": _joined(kept.fonts(FONTS))}

    def _packed(self, group: str, compiled: Mapping[str, bytes]) -> bytes:
        files = {
            f"{name}c" if name.endswith(".py") else name: compiled.get(f"{group}/{name}c", data)
            for name, data in self._groups[group].items()
        }
        made = _compressed(zip_file(files)) if group == "python" else _joined(files)
        cache.keep(_SHELF, f"{group}.gz", self._keys[group].encode() + made)
        return made

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
    return zip_file(files, small=True)


def left_out(games: Sequence[Game]) -> tuple[str, ...]:
    """The slugs of those of the five games that a site of these games does not have."""
    had = {game.slug for game in games}
    return tuple(slug for slug in catalogue.slugs() if slug not in had)


def place_of(game: Game) -> str:
    """Return the name by which the worker loads that game; of one of somebody's own, its folder there."""
    return game.slug if game.slug in catalogue.slugs() else f"{_THERE}/{_GUESTS}/{game.slug}"


def places(game: Game) -> dict[str, str]:
    """The folders of that game and of Starbox here, with those in their place where the worker runs."""
    own = {} if game.slug in catalogue.slugs() else {str(game.folder): place_of(game)}
    return {**own, str(_HOME): _THERE}


def _ours(games: Sequence[Game]) -> Iterator[tuple[str, bytes]]:
    without = {slug.replace("-", "_") for slug in left_out(games)}
    for package in _OWN:
        for file in sorted((_HOME / package).rglob("*")):
            name = file.relative_to(_HOME).as_posix()
            parts = set(name.split("/")[1:3])
            if file.is_file() and "__pycache__" not in name and not (LEFT_OUT.match(name) or parts & without):
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
                if name.endswith("/") or LEFT_OUT.match(name):
                    continue
                about = name.endswith(".dist-info/METADATA")
                late = name.startswith(("fontTools/", "fonttools")) and not about
                if late != more or (name.startswith("fontTools/") and not _MORE.match(name)):
                    continue
                if name.endswith(".ttf") and Path(name).name not in kept:
                    continue
                data = stored.read(name)
                if name.endswith("/metadata.json"):
                    data = _fonts_there(data, kept)
                yield name, data.partition(b"\n\n")[0] if about else data  # the rest is for people


def _fonts_there(data: bytes, kept: Collection[str]) -> bytes:
    """The list of a family's fonts with only those files."""
    about = json.loads(data)
    about["files"] = [one for one in about["files"] if Path(one["path"]).name in kept]
    return json.dumps(about).encode()


def _kept(group: str, key: str) -> bytes | None:
    found = cache.kept(_SHELF, f"{group}.gz") or b""
    return found.removeprefix(key.encode()) if found.startswith(key.encode()) else None


def _key(files: Mapping[str, bytes], pyodide: Path) -> str:
    """A hash of all that an archive is made of."""
    made_by = (Path(__file__), Path(str(_PACKED.file)), SCRIPT, pyodide / "package.json")
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
