"""The installed package works far from the checkout: it contains its components, templates and symbols."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from components import catalogue

pytestmark = pytest.mark.outside

pytest.importorskip("hatchling", reason="hatchling builds the wheel")


@pytest.fixture(scope="module")
def installed(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the wheel installs, and nothing else."""
    folder = tmp_path_factory.mktemp("wheel")
    code = "import sys; from hatchling.build import build_wheel; build_wheel(sys.argv[1])"
    subprocess.run([sys.executable, "-c", code, str(folder)], cwd=project, check=True, timeout=120)
    (wheel,) = folder.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder / "site")
    return folder / "site" / "starbox"


def run(installed: Path, command: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A command of the installed package, run in its own folder's neighbour with nothing of the checkout."""
    code = (
        f"import sys; sys.path[:] = [p for p in sys.path if not p.startswith({str(catalogue.HOME.parent)!r}) "
        f"or 'site-packages' in p]; import {command}.cli as cli; "
        f"assert cli.__file__.startswith({str(installed)!r}), cli.__file__; cli.main()"
    )
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=installed.parents[1],
        env={**os.environ, "PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_it_contains_what_it_needs_and_no_tests(installed: Path) -> None:
    site = installed.parent
    assert {path.name for path in installed.iterdir()} == {"components", "generator", "referee", "templates"}
    (info,) = site.glob("*.dist-info")
    assert {path.name for path in site.iterdir()} == {"starbox", "starbox.pth", info.name}
    assert (site / "starbox.pth").read_text() == "starbox\n", "so Python finds them in each of its processes"
    assert {path.name for path in (info / "licenses").iterdir()} == {"LICENSE", "NOTICE.md"}
    assert {"pnp", "referee"} <= set((info / "entry_points.txt").read_text().split())
    for package in ("components", "generator", "templates"):
        here = catalogue.HOME.parent / package
        files = {f.relative_to(here) for f in here.rglob("*") if f.is_file() and "__pycache__" not in f.parts}
        assert {f for f in files if not (installed / package / f).exists()} == set()


def test_it_lists_all_five_games(installed: Path) -> None:
    done = run(installed, "generator", "list")
    assert (done.returncode, done.stderr) == (0, "")
    assert [line.split()[0] for line in done.stdout.splitlines()] == list(catalogue.slugs())


def test_it_builds_a_game(installed: Path, tmp_path: Path) -> None:
    done = run(installed, "generator", "build", "last-blast", "--out", str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "last-blast" / "last-blast.pdf").read_bytes().startswith(b"%PDF")


def test_its_referee_answers(installed: Path) -> None:
    done = run(installed, "referee", "--help")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_type_checker_sees_it_as_typed(installed: Path, tmp_path: Path) -> None:
    """All three packages carry `py.typed`: with the wheel alone in an environment, their types are known."""
    subprocess.run(
        [sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "env")], check=True, timeout=60
    )
    python = tmp_path / "env" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    ask = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = subprocess.run([str(python), "-c", ask], capture_output=True, text=True, check=True, timeout=60)
    shutil.copytree(installed.parent, site.stdout.strip(), dirs_exist_ok=True)
    code = tmp_path / "user.py"
    code.write_text(
        "from components import catalogue\n"
        "from generator.faces.rect import Rect\n"
        "from referee.games import find_game\n"
        'reveal_type(catalogue.load("mlem").players)\n'
        "reveal_type(Rect(0, 0, 1, 1).width)\n"
        'reveal_type(find_game("mlem").slug)\n'
    )
    said = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--python-executable",
            str(python),
            "--config-file=",
            str(code),
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    shown = re.findall(r'Revealed type is "(.*)"', said.stdout.replace("builtins.", ""))
    assert shown == ["tuple[int, int]", "float", "str"], said.stdout
