"""The rooms whose code is changed, and the tests that should notice."""

from __future__ import annotations

import shutil
import tomllib
from dataclasses import dataclass
from pathlib import Path

HOME = Path(__file__).parents[2]
COPIED = (
    "benchmarks",
    "components",
    "generator",
    "referee",
    "templates",
    "tests",
    "docs",
    "examples",
    "pyproject.toml",
)


@dataclass(frozen=True)
class Room:
    """modules and tests as patterns below the repository"""

    modules: tuple[str, ...]
    tests: tuple[str, ...]


def _game(slug: str) -> Room:
    shared = ("tests/referee/games/test_typed_results.py", "tests/referee/games/test_positions.py")
    return Room((f"referee/games/{slug}/rules/*.py",), (f"tests/referee/games/{slug}", *shared))


_COMMANDS = "tests/referee/commands"
_GAMES = "tests/referee/games"
_TABLE = "tests/referee/table"
ROOMS = {
    "journal": Room(
        ("referee/table/journal/*.py",),
        (
            *(f"{_TABLE}/test_{name}.py" for name in ("journal", "reading_journals", "ledger", "proof")),
            "tests/hostile/test_journals.py",
        ),
    ),
    "proof": Room(
        ("referee/table/proof.py", "referee/table/seeds.py", "referee/table/replay.py"),
        (
            *(f"{_TABLE}/test_{name}.py" for name in ("proof", "session", "clock")),
            "tests/hostile/test_journals.py",
        ),
    ),
    "session": Room(
        ("referee/table/session.py", "referee/table/history.py"),
        (_TABLE, "tests/referee/games/planetary/text/test_log.py"),  # tells only once what is told
    ),
    "chance": Room(("referee/engine/chance/*.py",), ("tests/referee/engine/chance",)),
    "players": Room(
        ("referee/players/*.py", "referee/table/hinting.py"),
        ("tests/referee/players", f"{_TABLE}/test_hinting.py", f"{_COMMANDS}/test_hint.py"),
    ),
    "lab": Room(("referee/lab/*.py",), ("tests/referee/lab", f"{_COMMANDS}/test_simulate.py")),
    "archive": Room(("referee/archive/*.py",), ("tests/referee/archive", f"{_COMMANDS}/test_stats.py")),
    "odds": Room(
        ("referee/games/*/odds.py", "referee/games/*/odds/*.py"),
        (
            *(f"{_GAMES}/*/{name}" for name in ("odds", "test_odds.py", "test_commands.py")),
            f"{_TABLE}/test_prospects.py",
        ),
    ),
    "pads": Room(
        ("referee/games/*/pad.py", "referee/engine/pads.py"),
        (f"{_GAMES}/*/test_pad.py", f"{_GAMES}/test_pads.py"),
    ),
    "geometry": Room(("generator/sheets/*.py",), ("tests/generator/sheets",)),
    **{slug: _game(slug) for slug in ("last_blast", "mlem", "per_aspera", "planetary", "rayguns")},
}


def modules(place: Path, room: Room) -> list[str]:
    return _found(place, room.modules)


def tests(place: Path, room: Room) -> list[str]:
    return _found(place, room.tests)


def _found(place: Path, patterns: tuple[str, ...]) -> list[str]:
    found = (path for pattern in patterns for path in place.glob(pattern))
    return sorted(path.relative_to(place).as_posix() for path in found)


def harmless() -> dict[tuple[str, str, str], str]:
    """Changes that change nothing, as module, line of code and change, with the reason: `harmless.toml`."""
    told = tomllib.loads((Path(__file__).parent / "harmless.toml").read_text(encoding="utf-8"))
    return {(row["module"], row["source"], row["change"]): row["why"] for row in told.get("mutant", [])}


def outdated() -> list[str]:
    """The rows of `harmless.toml` whose line of code is not there any more."""
    lines = {module: (HOME / module).read_text(encoding="utf-8").splitlines() for module, _, _ in harmless()}
    stripped = {module: set(map(str.strip, text)) for module, text in lines.items()}
    return [f"{module}: {source}" for module, source, _ in harmless() if source not in stripped[module]]


def copied(place: Path) -> Path:
    """The repository in another folder, where it may be changed."""
    place.mkdir()
    for name in COPIED:
        source = HOME / name
        if source.is_dir():
            shutil.copytree(source, place / name, symlinks=True)
        else:
            shutil.copy2(source, place / name)
    return place
