"""Starbox and its libraries as the worker unpacks them: compiled, and without what is never used there."""

from __future__ import annotations

import gzip
import io
import json
import re
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Collection, Iterator
from importlib.metadata import version
from pathlib import Path

from components.errors import OutputError
from generator.faces.fonts import font
from generator.site import taking

_HOME = Path(__file__).parents[2]
_OWN = ("components", "generator", "referee", "templates")
_COMPILE = Path(__file__).with_name("compile.mjs")
_LIBRARY = "python_stdlib.zip"  # Python's own
_TIME = (1980, 1, 1, 0, 0, 0)  # of every file in an archive, so that the same input gives the same bytes

# What no page uses: other ways to see Starbox, and halves of libraries.
_LEFT_OUT = re.compile(
    r"""
    generator/site/ | generator/exports/ (?!__init__|order|web|cutting) | templates/site/
  | referee/screen/ (?!__init__) | referee/lab/ (?!__init__) | referee/web/serving
  | referee/archive/ (?!__init__)
  | reportlab/ (graphics|fonts)/ | reportlab/pdfbase/_cidfontdata | reportlab/lib/ (testutils|yaml)
  | anyio/ (_backends/_trio|pytest_plugin)
  | click | portalocker/redis | typer/ (cli|testing) | .* \.dist-info/ (sboms|licenses|WHEEL|RECORD)
  | starlette/ (testclient|schemas|staticfiles|middleware/(wsgi|gzip|sessions|trustedhost|httpsredirect|cors))
  | .* / tests? / | .* \.(so|pyi|typed|c|h) $
    """,
    re.VERBOSE,
)
_NO_LIBRARY = re.compile(
    r"_pyrepl/|unittest/|pdb|bdb|doctest|pydoc|idlelib|turtle|tkinter|xmlrpc|wsgiref|test/|lib2to3|ensurepip|venv|"
    r"imaplib|smtplib|poplib|ftplib|mailbox|pickletools|webbrowser|curses|dbm|sqlite3|cProfile|profile|pstats|"
    r"multiprocessing/|asyncio/(windows|proactor)|"
    r"encodings/(cp(?!437|1252)|mac_(?!roman\.)|iso8859_(?!1\.)|koi8|big5|euc|gb|hz|"
    r"iso2022|johab|kz1048|ptcp|shift_jis|tis_620|hp_roman)|"
    r"_pyio|_pydatetime|_pydecimal|tabnanny|trace\.|pyclbr|modulefinder|nturl2path|rlcompleter"
)
# Family, weight, and whether it is italic, of the fonts that games can use there.
FONTS = (
    *(("Barlow", weight, italic) for weight in (400, 500, 600, 700) for italic in (False, True)),
    *(("Chakra Petch", weight, False) for weight in (400, 500, 600, 700)),
)
# Only pictures that a game brings along need Pillow, and Pyodide has it in no package of npm. reportlab wants
# to import it at once, and asks it for nothing while it draws lines and letters.
_NO_PICTURES = '''"""Stands in for Pillow, which is not here: reportlab imports it but draws without it."""


__version__ = "none"


class Image:
    """No picture can be read here."""
'''
# anyio can run things in interpreters beside each other. The one in a browser is alone.
_NO_INTERPRETERS = '"""Stands in for a part of anyio that needs several interpreters."""\n'
_STAND_INS = {"PIL/__init__.py": _NO_PICTURES, "anyio/to_interpreter.py": _NO_INTERPRETERS}


def archives() -> dict[str, bytes]:
    """What the worker loads, by name, each compressed by gzip: `starbox.bin`, our modules with their
    libraries, and `python.bin`, Python's own, as archives; and `wasm.bin`, the interpreter.

    They are compressed as a whole, a third smaller than file by file, and the worker unpacks them itself: so
    they are as small from a server that does not compress.

    Raises what taking them raises, and `OutputError` if they cannot be compiled.
    """
    pyodide = taking.packages() / "pyodide"
    with tempfile.TemporaryDirectory(prefix="starbox-site-") as draft:
        own, library = Path(draft, "starbox"), Path(draft, "python")
        stand_ins = {name: text.encode() for name, text in _STAND_INS.items()}
        for name, data in {**dict(_ours()), **dict(_theirs()), **stand_ins}.items():
            _put(own / name, data)
        with zipfile.ZipFile(pyodide / _LIBRARY) as stored:
            for name in stored.namelist():
                if not name.endswith("/") and not _NO_LIBRARY.match(name):
                    _put(library / name, stored.read(name))
        _compile(pyodide, Path(draft))
        loaded = {
            "starbox.bin": _zipped(own),
            "python.bin": _zipped(library),
            "wasm.bin": (pyodide / "pyodide.asm.wasm").read_bytes(),
        }
        return {name: gzip.compress(data, 9, mtime=0) for name, data in loaded.items()}


def zipped(folder: Path, name: str = "") -> bytes:
    """The files of a folder as a zip file, in a folder of that name; the same bytes for the same files."""
    return _zipped(folder, f"{name}/" if name else "", zipfile.ZIP_DEFLATED)


def _ours() -> Iterator[tuple[str, bytes]]:
    for package in _OWN:
        for file in sorted((_HOME / package).rglob("*")):
            name = file.relative_to(_HOME).as_posix()
            if file.is_file() and "__pycache__" not in name and not _LEFT_OUT.match(name):
                yield name, file.read_bytes()
    about = f"Metadata-Version: 2.1\nName: starbox\nVersion: {version('starbox')}\n"
    yield f"starbox-{version('starbox')}.dist-info/METADATA", about.encode()


def _theirs() -> Iterator[tuple[str, bytes]]:
    kept = {font(*one).file.name for one in FONTS}
    for wheel in taking.wheels():
        with zipfile.ZipFile(wheel) as stored:
            for name in stored.namelist():
                if name.endswith("/") or _LEFT_OUT.match(name):
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


def _put(file: Path, data: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)


def _compile(pyodide: Path, place: Path) -> None:
    done = subprocess.run(
        [taking.node(), str(_COMPILE), str(pyodide), str(place)],
        capture_output=True, encoding="utf-8", errors="replace",
    )  # fmt: skip
    if done.returncode:
        shutil.rmtree(place, ignore_errors=True)
        said = done.stderr.strip().splitlines()
        raise OutputError(f"The modules cannot be compiled: {said[-1] if said else 'node says nothing'}")


def _zipped(place: Path, before: str = "", way: int = zipfile.ZIP_STORED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for file in sorted(place.rglob("*")):
            if file.is_file():
                entry = zipfile.ZipInfo(before + file.relative_to(place).as_posix(), _TIME)
                entry.compress_type = way
                archive.writestr(entry, file.read_bytes())
    return made.getvalue()
