"""All that is written, renamed, copied or removed passes `components/writing.py`; nothing goes round it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

HOME = Path(__file__).parents[1]
DOOR = "components/writing.py"
CHANGING = {
    # methods of paths
    "write_bytes", "write_text", "unlink", "rmdir", "rename", "hardlink_to", "symlink_to", "link_to", "touch",
    "mkdir", "chmod", "lchmod",
    # functions of os, shutil and tempfile
    "mknod", "mkfifo", "makedirs", "removedirs", "renames", "remove", "link", "symlink", "truncate",
    "ftruncate", "chown", "rmtree", "copyfile", "copyfileobj", "copy", "copy2", "copytree", "copymode",
    "copystat", "move",
    "make_archive", "unpack_archive", "mkdtemp", "mkstemp", "TemporaryDirectory", "TemporaryFile",
    "NamedTemporaryFile", "SpooledTemporaryFile", "extractall", "urlretrieve", "dump",
}  # fmt: skip
OF_MODULES = {
    "remove",
    "link",
    "copy",
    "move",
    "truncate",
    "symlink",
    "dump",
}  # lists and tables have such methods
MODULES = {"os", "shutil", "tempfile", "pickle", "marshal", "json"}
OF_OURS = {"", "printers", "profiles"}  # modules whose `save` passes the door itself
NO_FILES = {
    ("referee/commands/base/lazy.py", "formatter.write_text"),  # it formats the help of a command
    ("components/process.py", "os.open"),  # the system's place for what nobody reads
    ("components/process.py", "open"),
}


def ways(text: str) -> Iterator[tuple[int, str]]:
    """Every call that may change a file, with its line."""
    tree = ast.parse(text)
    buffers = {
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and ast.unparse(node.value).startswith(("io.BytesIO(", "BytesIO("))
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _changes(node, buffers):
            yield node.lineno, ast.unparse(node.func)


def _changes(call: ast.Call, buffers: set[str]) -> bool:
    called = call.func
    name = (
        called.attr
        if isinstance(called, ast.Attribute)
        else called.id
        if isinstance(called, ast.Name)
        else ""
    )
    of = ast.unparse(called.value) if isinstance(called, ast.Attribute) else ""
    if name == "replace":  # a text is given what to replace and by what, a path only its new place
        return (len(call.args) == 1 and not call.keywords) or of == "os"
    if name == "open" and isinstance(called, ast.Name) and len(call.args) > 1:
        return not isinstance(call.args[1], ast.Constant) or _writes(call.args[1])
    if name == "save" and of not in OF_OURS:
        return bool(call.args) and not (isinstance(call.args[0], ast.Name) and call.args[0].id in buffers)
    if name == "open":
        return of != "Image" and any(
            _writes(mode) for mode in [*call.args, *(k.value for k in call.keywords)]
        )
    if name in ("ZipFile", "Lock"):
        in_memory = bool(call.args) and isinstance(call.args[0], ast.Name) and call.args[0].id in buffers
        return not in_memory and any(_writes(mode) for mode in call.args[1:])
    return name in CHANGING and (name not in OF_MODULES or of in MODULES)


def _writes(mode: ast.expr) -> bool:
    if isinstance(mode, ast.Constant) and isinstance(mode.value, str):
        return (
            0 < len(mode.value) <= 3 and not {*mode.value} - {*"rwxabt+"} and bool({*mode.value} & {*"wxa+"})
        )
    return any(flag in ast.unparse(mode) for flag in ("O_WRONLY", "O_RDWR", "O_CREAT", "O_APPEND", "O_TRUNC"))


def test_every_file_is_written_through_the_door() -> None:
    round_it = []
    for package in ("components", "generator", "referee"):
        for file in sorted((HOME / package).rglob("*.py")):
            place = file.relative_to(HOME).as_posix()
            found = [] if place == DOOR else list(ways(file.read_text(encoding="utf-8")))
            round_it += [f"{place}:{line} {call}" for line, call in found if (place, call) not in NO_FILES]
    assert not round_it


@pytest.mark.parametrize(
    "text",
    [
        "file.write_text('x')", "open(file, 'wb')", "file.open('a')", "file.open(mode='x')",
        "draft.replace(file)", "draft.rename(file)", "shutil.copyfile(a, b)", "copyfile(a, b)",
        "tempfile.mkdtemp()", "folder.mkdir()", "os.open(file, os.O_RDWR)", "file.open('r+b')",
        "zipfile.ZipFile(file, 'w')", "portalocker.Lock(file, 'a')", "os.remove(file)",
        "os.replace(a, b)", "os.unlink(file)",
        "open(file, mode)", "picture.save(file)",
    ],
)  # fmt: skip
def test_the_test_knows_ways_round_the_door(text: str) -> None:
    assert [*ways(text)]


@pytest.mark.parametrize(
    "text",
    [
        "text.replace('a', 'b')", "open(file)", "file.open('rb')", "names.remove('a')", "cards.copy()",
        "profiles.save(box, entry)",
        "made = io.BytesIO()\nzipfile.ZipFile(made, 'w')",
        "made = io.BytesIO()\npicture.save(made, 'PNG')", "archive.open(entry)", "os.open(file, os.O_RDONLY)",
        "replace(piece, code='x')",
    ],
)  # fmt: skip
def test_the_test_takes_nothing_else_for_one(text: str) -> None:
    assert not [*ways(text)]
