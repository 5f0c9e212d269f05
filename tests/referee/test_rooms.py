"""The referee's rooms: which may import which, and how a game's folder is laid out."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

import referee
from referee import games
from referee.engine.moves import Declares
from tests.test_imports import imported

# Each room, and the rooms it may import besides itself and the box (`components`).
ARROWS = {
    "cli": {"commands", "registry"},
    "commands": {
        "camera",
        "screen",
        "archive",
        "web",
        "lessons",
        "lab",
        "table",
        "players",
        "engine",
        "registry",
    },
    "screen": {"archive", "table", "engine"},
    "archive": {"web", "table", "engine", "registry"},
    "lab": {"archive", "table", "players", "engine", "registry"},
    "contract": {"lessons", "players", "engine", "registry"},
    "lessons": {"table", "players", "engine", "registry"},
    "web": {"camera", "lessons", "table", "players", "engine", "registry"},
    "table": {"players", "engine", "registry"},
    "players": {"engine", "registry"},
    "registry": {"engine"},
    "games": {"engine"},
    "camera": {"engine"},
    "engine": set(),
}


def room(module: str) -> str:
    """The room of a module of the referee. A game is in `games`; what finds the games is the `registry`."""
    _, _, inside = module.partition(".")
    if inside == "games":
        return "registry"
    return inside.partition(".")[0]


def arrows() -> set[tuple[str, str]]:
    """Every import of one module of the referee by another: who imports, and what."""
    return {
        (name, other)
        for name, others in imported().items()
        for other in others
        if name.startswith("referee.") and other.startswith("referee.") and name != other
    }


@pytest.mark.parametrize("name", ARROWS)
def test_a_room_imports_only_what_is_below_it(name: str) -> None:
    wrong = {
        (one, other)
        for one, other in arrows()
        if room(one) == name
        if room(other) not in {name, *ARROWS[name]}
    }
    assert not wrong


def test_only_the_registry_knows_where_games_are() -> None:
    """No game imports another, and nothing but the registry imports one."""
    across = {
        (one, other)
        for one, other in arrows()
        if other.startswith("referee.games.")
        if one.split(".")[:3] != other.split(".")[:3]
    }
    assert not across


# Files that a game's folder may hold; a file that a game does not need is absent.
PLAN = {
    *("game.py", "box.py", "state.py", "moves.py", "codes.py", "rules", "text", "odds", "odds.py"),
    *("bots", "bots.py", "pad.py", "setup.py", "position.py", "commands.py"),
}
NEEDED = {
    *("game.py", "box.py", "state.py", "moves.py", "codes.py", "rules", "text"),
    *("position.py", "setup.py", "commands.py"),
}
WORDS = {
    "log.py",
    "view.py",
    "asks.toml",
    "glance.py",
    "remarks.py",
    "answers.py",
    "pieces.py",
    "television.toml",
}
HOME = Path(referee.__file__).parent


def entries(folder: Path) -> set[str]:
    return {
        path.name for path in folder.iterdir() if not path.name.startswith("__") and path.suffix != ".pyc"
    }


@pytest.mark.parametrize("slug", games.slugs())
def test_every_game_is_laid_out_alike(slug: str) -> None:
    folder = HOME / "games" / slug.replace("-", "_")
    assert entries(folder) - PLAN == set()
    assert NEEDED - entries(folder) == set()
    assert len({"bots", "bots.py"} & entries(folder)) == 1
    assert len(entries(folder)) <= 13
    assert "scoring.py" in entries(folder / "rules")
    assert {"log.py", "view.py", "answers.py"} <= entries(folder / "text") <= WORDS


@pytest.mark.parametrize("slug", games.slugs())
def test_every_game_is_a_table_of_contents(slug: str) -> None:
    """Each phase names the rule that says whose turn it is, or what is rolled or drawn."""
    game: Any = games.find_game(slug)
    assert [step for step, phase in game.PHASES.items() if not phase.rule] == []


# A command or a set-up answers once, with the usual box; `game.py` makes boxes of components, and of files
# that options name. To everything else in a game's folder a box is handed over.
DOORS = {"box.py", "commands.py", "setup.py", "game.py"}
RING_TUGS = HOME.parent / "examples" / "ring-tugs" / "ring_tugs"
FOLDERS = [*(HOME / "games" / slug.replace("-", "_") for slug in games.OURS), RING_TUGS]


def opened(code: str) -> list[str]:
    """Name what a module imports that would give it a box."""
    found = []
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            found += [one.name for one in node.names if one.name.endswith((".box", ".catalogue"))]
        if isinstance(node, ast.ImportFrom):
            last = (node.module or "").rpartition(".")[2]
            found += [
                f"{node.module}.{one.name}"
                for one in node.names
                if one.name in ("box", "catalogue", "open_box", "start_game")
                or (last in ("box", "catalogue") and one.name in ("load", "read"))
            ]
    return found


def kept(code: str) -> list[str]:
    """Name the functions of a module that would keep a box: those that are remembered and take nothing."""
    return [
        node.name
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.FunctionDef) and not ast.unparse(node.args)
        if any("cache" in ast.unparse(one) for one in node.decorator_list)
    ]


@pytest.mark.parametrize("folder", FOLDERS, ids=[folder.name for folder in FOLDERS])
def test_a_box_is_handed_over(folder: Path) -> None:
    """It travels with the state, so that another box is another value and nothing reads it from a module."""
    codes = {str(file.relative_to(folder)): file.read_text(encoding="utf-8") for file in folder.rglob("*.py")}
    assert {
        name: found for name, code in codes.items() if name not in DOORS and (found := opened(code))
    } == {}
    assert kept(codes["box.py"]) == []


@pytest.mark.parametrize(
    "code",
    [
        "from components import catalogue\n",
        "from components.catalogue import load as components\n",
        "import referee.games.mlem.box\n",
        "from referee.games.mlem import box as boxes\n",
        "from referee.games.mlem.box import Box, load\n",
        "def late() -> int:\n    from referee.engine.play import open_box\n",
    ],
)
def test_a_module_that_opens_a_box_is_found(code: str) -> None:
    assert opened(code)
    assert not opened("from components.catalogue import Game\nfrom referee.games.mlem.box import Box, Moon\n")


def test_a_function_that_keeps_a_box_is_found() -> None:
    assert kept("@cache\ndef box() -> Box:\n    return load()\n") == ["box"]
    assert not kept("@lru_cache(maxsize=8)\ndef picks(box: Box) -> Picks: ...\n")


@pytest.mark.parametrize("slug", games.slugs())
def test_every_move_is_declared(slug: str) -> None:
    """Its form, its parts and its rule are known; so are those of the score pad."""
    known = [games.find_game(slug), *([games.find_pad(slug)] if slug in games.slugs("pad") else [])]
    for game in known:
        assert isinstance(game, Declares)
        for form in game.GRAMMAR.forms:
            assert form.about.endswith("."), form.text
            assert form.rules, form.text
            assert all(field.label[:1].isupper() for field in form.fields.values()), form.text


def test_no_folder_is_too_full() -> None:
    folders = [HOME, *(path for path in HOME.rglob("*") if path.is_dir() and path.name != "__pycache__")]
    crowded = {str(folder): len(entries(folder)) for folder in folders if folder.name != "rules"}
    assert {name: count for name, count in crowded.items() if count > 15} == {}
