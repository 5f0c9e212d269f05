"""Make what a release has, in dist/, and try it.

    release.py package     wheel and source, built twice to the same bytes, checked by twine, and installed
                           alone in an empty environment of each Python 3.11 or later that is found
    release.py files SITE  a zip file of the PDFs of each game and of the site, and checksums of all files

Nothing is sent anywhere: the workflows in .github/ do that with what is in dist/.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HOME = Path(__file__).resolve().parents[1]
DIST = HOME / "dist"
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
BUILD = "import sys; from hatchling.build import build_{0}; build_{0}(sys.argv[1])"


def package() -> None:
    """Build, compare, check and install."""
    shutil.rmtree(DIST, ignore_errors=True)
    with tempfile.TemporaryDirectory() as again:
        for folder in (DIST, Path(again)):
            folder.mkdir(exist_ok=True)
            for kind in ("wheel", "sdist"):
                run(sys.executable, "-c", BUILD.format(kind), folder)
        for file in sorted(DIST.iterdir()):
            if file.read_bytes() != (Path(again) / file.name).read_bytes():
                raise SystemExit(f"{file.name} differs when it is built again.")
    run(sys.executable, "-m", "twine", "check", "--strict", *sorted(DIST.iterdir()))
    (wheel,) = DIST.glob("*.whl")
    found = [python for version in VERSIONS if runs(python := f"python{version}")] or [sys.executable]
    for python in found:
        try_alone(python, wheel)
    print(f"Built twice to the same bytes, checked, and installed with {', '.join(found)}.")


def runs(python: str) -> bool:
    """Tell whether there is such a Python; a shim may stand for one that is not there."""
    return (
        bool(shutil.which(python)) and not subprocess.run([python, "-c", ""], capture_output=True).returncode
    )


def try_alone(python: str, wheel: Path) -> None:
    """Install the wheel in an empty environment, and ask both commands something."""
    with tempfile.TemporaryDirectory() as place:
        run(python, "-m", "venv", place)
        folder = Path(place) / ("Scripts" if sys.platform == "win32" else "bin")
        run(folder / "python", "-m", "pip", "install", "--quiet", wheel)
        run(folder / "pnp", "build", "rayguns", "--only", "beads", "--out", Path(place) / "output")
        run(folder / "referee", "rules", "rayguns", "6.2")


def files(site: Path) -> None:
    """Zip the PDFs of each game and the site, and write the checksums of all that is in dist/."""
    with tempfile.TemporaryDirectory() as place:
        run(Path(sys.executable).with_name("pnp"), "build", "--together", "--out", place)
        for game in sorted(Path(place).iterdir()):
            if game.is_dir():
                zipped(game, f"starbox-{game.name}")
    zipped(site, "starbox-site")
    lines = [
        f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n"
        for file in sorted(DIST.iterdir())
        if file.name != "SHA256SUMS"
    ]
    (DIST / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")


def zipped(folder: Path, name: str) -> None:
    """Zip a folder into dist/; the same files give the same bytes."""
    from generator.site.archive import zipped as packed

    DIST.mkdir(exist_ok=True)
    (DIST / f"{name}.zip").write_bytes(packed(folder, name))


def run(*command: object) -> None:
    """Run a command in the checkout. Ends this program if it fails."""
    if subprocess.run([str(word) for word in command], cwd=HOME, check=False).returncode:
        raise SystemExit(f"This failed: {' '.join(map(str, command))}")


if __name__ == "__main__":
    {"package": package, "files": files}[sys.argv[1]](*map(Path, sys.argv[2:]))
