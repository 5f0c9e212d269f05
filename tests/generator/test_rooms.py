"""The printer's rooms: what each may import, and how large they may grow."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

HOME = Path(__file__).parents[2] / "generator"

# Room -> the rooms it may import. Below them all are the three modules that know no room.
ROOMS = {
    "commands": {"site", "build", "exports", "pdf", "sheets", "faces"},
    "site": {"build", "exports", "book", "pdf", "sheets", "faces"},
    "build": {"exports", "book", "pdf", "sheets", "faces"},
    "exports": {"pdf", "sheets", "faces"},
    "book": {"pdf", "sheets", "faces"},
    "pdf": {"sheets", "faces"},
    "sheets": {"faces"},
    "faces": set[str](),
}
GROUND = {"__init__", "cache", "files"}
BACK = {("faces.fonts", "pdf.fonts")}  # type is measured by the font object that is embedded later
KNOW_REPORTLAB = {"pdf", "book"}

ENTRIES, FILES = 13, 15  # limits of the top and of a folder


@cache
def modules() -> frozenset[str]:
    files = HOME.rglob("*.py")
    return frozenset(".".join(file.relative_to(HOME).with_suffix("").parts) for file in files)


def room_of(module: str) -> str:
    """The room of a module, "" for one at the top."""
    room, within, _ = module.partition(".")
    return room if within else ""


@cache
def imports(module: str) -> frozenset[str]:
    """Yield what a module imports, wherever in it: the printer's rooms by name, others by their package."""
    tree = ast.parse((HOME / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8"))
    return frozenset(_within(name) for node in ast.walk(tree) for name in _imported(node))


def _imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module:
        submodules = {f"{node.module}.{alias.name}" for alias in node.names}
        found = {name for name in submodules if _within(name) in modules()}
        yield from found or {node.module}


def _within(name: str) -> str:
    package, _, rest = name.partition(".")
    return (rest or "__init__") if package == "generator" else package


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_what_it_may(room: str) -> None:
    refused = {
        (module, other)
        for module in modules()
        for other in imports(module)
        if room_of(module) == room and other in modules()
        if room_of(other) not in {room, *ROOMS[room]} and other not in GROUND
    }
    assert refused == {arrow for arrow in BACK if room_of(arrow[0]) == room}


def test_no_two_rooms_need_each_other_but_for_one_arrow_back() -> None:
    order = list(ROOMS)
    assert all(order.index(room) < order.index(other) for room, others in ROOMS.items() for other in others)
    assert len(BACK) <= 1


def test_the_command_is_all_that_is_above_the_rooms() -> None:
    top = {module for module in modules() if not room_of(module)}
    assert top == {"cli", *GROUND}
    assert {room_of(other) for other in imports("cli") if room_of(other)} == {"commands"}
    assert not any(room_of(other) for module in GROUND for other in imports(module))
    assert {room_of(module) for module in modules()} - {""} == ROOMS.keys()


def test_pdf_and_book_alone_know_reportlab() -> None:
    assert {room_of(module) for module in modules() if "reportlab" in imports(module)} == KNOW_REPORTLAB


def test_no_room_is_too_large() -> None:
    folders = [HOME, *(path for path in HOME.rglob("*") if path.is_dir() and path.name != "__pycache__")]
    entries = {folder: len([*folder.glob("[!_]*"), *folder.glob("__init__.py")]) for folder in folders}
    assert entries[HOME] <= ENTRIES
    assert {folder: count for folder, count in entries.items() if count > FILES} == {}
