"""Facts of other installed packages that shape a build: versions of libraries, and the files of fonts.

To ask for them takes 20 ms, a tenth of the smallest build. So the answers are kept until a package is
installed or removed, which the folders tell that pip makes beside each of them.
"""

import hashlib
import json
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from components.errors import DataError
from components.reading import parse_json
from generator import cache as shelf

_LIBRARIES = ("reportlab", "jinja2", "svgwrite", "ezdxf", "pymupdf-fonts", "uharfbuzz", "icu4py")
_INFO = (".dist-info", ".egg-info", ".egg")  # endings of the folders beside installed packages
_SHELF = "installed"
_WEIGHTS = range(100, 1000, 100)

_found: dict[str, Any] = {}  # the last answers: a process reads each font once


def versions() -> list[list[str]]:
    """The libraries and fonts that shape what is printed, each with what its package says of itself."""
    _found.update(_known(tuple(_told())))
    told: list[list[str]] = _found["versions"]
    return told


def font_file(family: str, weight: int, italic: bool) -> Path | None:
    """The file of an installed font, if it is known without asking for it."""
    if not _found:
        versions()
    file = _found["fonts"].get(_name(family, weight, italic))
    return Path(file) if file and os.path.isfile(file) else None  # noqa: PTH113 (a path takes longer)


def _name(family: str, weight: int, italic: bool) -> str:
    return f"{family} {weight}{' italic' if italic else ''}"


@cache
def _known(told: tuple[object, ...]) -> dict[str, Any]:
    file = f"{hashlib.sha256(repr((sys.version, told)).encode()).hexdigest()[:16]}.json"
    try:
        known: dict[str, Any] = parse_json((shelf.kept(_SHELF, file) or b"").decode(), file)
    except (DataError, UnicodeDecodeError):
        known = {"versions": list(_versions()), "fonts": dict(_fonts())}
        shelf.keep(_SHELF, file, json.dumps(known).encode())
        shelf.forget_old(_SHELF)
    return known


def _told() -> Iterator[tuple[object, ...]]:
    """Yield what identifies each installed package, in the order in which Python finds them."""
    for place in sys.path:
        with suppress(OSError), os.scandir(place or ".") as entries:
            infos = (entry for entry in entries if entry.name.lower().endswith(_INFO))
            for entry in sorted(infos, key=lambda entry: entry.name):
                told = entry.stat()
                yield place, entry.name, told.st_ino, told.st_mtime_ns


def _versions() -> Iterator[list[str]]:
    from importlib.metadata import PackageNotFoundError, distribution, version

    import fontpkg

    for name in _LIBRARIES:
        try:
            # The metadata includes the version; asking for the version alone takes ten times as long.
            said = distribution(name).read_text("METADATA") or version(name)
        except PackageNotFoundError:  # one of the extras
            said = ""
        yield [name, hashlib.sha256(said.encode()).hexdigest()]
    for family in sorted(fontpkg.families().values(), key=lambda family: family.slug):
        yield [family.slug, str(family.version)]


def _fonts() -> Iterator[tuple[str, str]]:
    import fontpkg

    for family in fontpkg.families().values():
        for weight in _WEIGHTS:
            for italic in (False, True):
                try:
                    file = fontpkg.path(family.name, weight=weight, style="italic" if italic else "normal")
                except fontpkg.FontpkgError:
                    continue
                yield _name(family.name, weight, italic), str(file)
