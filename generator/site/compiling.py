"""Python compiled for the browser, by the Python that runs there."""

import hashlib
import io
import subprocess
import zipfile
from collections.abc import Mapping
from pathlib import Path

from components.errors import OutputError
from components.writing import make_folder, replace_file, zip_file
from generator import cache
from generator.site import downloads

SCRIPT = Path(__file__).with_name("compile.mjs")
_SHELF = "site/modules"  # place in the user's cache


class Compiling:
    """Modules that are compiled in a process of its own, from now until they are asked for; those that have
    not changed since the last time are kept.

    name     of the archive that keeps them
    sources  by group and file, as `compile.mjs` reads them
    place    an empty folder
    """

    def __init__(self, name: str, sources: Mapping[str, bytes], pyodide: Path, place: Path) -> None:
        maker = SCRIPT.read_bytes() + (pyodide / "package.json").read_bytes()
        self._name, self._place = f"{name}.zip", place
        self._modules = {
            source: hashlib.sha256(maker + source.encode() + data).hexdigest()
            for source, data in sources.items()
        }
        found = cache.kept(_SHELF, self._name)
        self._known = unpacked(found) if found else {}
        self._asked = {one: key for one, key in self._modules.items() if key not in self._known}
        self._node: subprocess.Popen[str] | None = None
        if self._asked:
            make_folder(place)
            replace_file(place / "sources.zip", zip_file({one: sources[one] for one in self._asked}))
            command = [downloads.node(), SCRIPT, pyodide, place / "sources.zip", place / "made.zip"]
            self._node = subprocess.Popen(
                list(map(str, command)),
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, encoding="utf-8", errors="replace",
            )  # fmt: skip

    def stop(self) -> None:
        """End it, if it still runs."""
        if self._node and self._node.poll() is None:
            self._node.kill()
            self._node.communicate()

    def done(self) -> dict[str, bytes]:
        """The compiled modules by group and file, when all are. Raises `OutputError` if that fails."""
        if self._node:
            _, said = self._node.communicate()
            if self._node.returncode:
                last = said.strip().splitlines()[-1:] or ["node says nothing"]
                raise OutputError(f"The modules cannot be compiled: {last[0]}")
            made = unpacked((self._place / "made.zip").read_bytes())
            self._known |= {key: made[f"{source}c"] for source, key in self._asked.items()}
            known = {key: self._known[key] for key in self._modules.values()}
            cache.keep(_SHELF, self._name, zip_file(known))
        return {source: self._known[key] for source, key in self._modules.items()}


def unpacked(archive: bytes) -> dict[str, bytes]:
    """The files of a zip file by their names."""
    with zipfile.ZipFile(io.BytesIO(archive)) as stored:
        return {name: stored.read(name) for name in stored.namelist()}
