"""A guide followed as its reader would: its commands are typed, and its files written, from top to bottom.

A block that begins with a comment with the name of a file is that file: `# ring-tugs/theme.toml`. With
`, at the end` it is added to the file, and with `, in place of [palette]` it replaces that table. With
`, a part`, and of a Python file, it is not typed: it has to be there.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import re
import shlex
import shutil
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import generator.cli
import referee.cli
from components import catalogue
from generator.faces import theme
from generator.faces.svg import symbols

PROGRAMS: dict[str, Any] = {"pnp": generator.cli, "referee": referee.cli}
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", flags=re.DOTALL | re.MULTILINE)
_HOW = r"(, at the end|, a part|, in place of \[\w+\])?"
_NAMED = re.compile(rf"(?:#|<!--|\{{#) ([\w./-]+/[\w.-]+\.\w+(?:\.j2)?){_HOW}(?: -->| #\}})?\n")
_LEFT_OUT = "…"


@dataclass(frozen=True)
class Step:
    """A command of a ```console block, and the lines shown under it (none: nothing is compared)."""

    command: str
    shown: tuple[str, ...]
    typed = True


@dataclass(frozen=True)
class File:
    """A file whose content a block shows; `how` it comes there, as the block says."""

    name: str
    text: str
    how: str

    @property
    def typed(self) -> bool:
        """Tell whether the reader writes it."""
        return self.how != ", a part" and not self.name.endswith(".py")


def steps(guide: Path) -> Iterator[Step]:
    """The commands of a guide that is to be followed."""
    return (step for step in parts_of(guide.read_text(encoding="utf-8")) if isinstance(step, Step))


def follow(text: str, patch: pytest.MonkeyPatch) -> None:
    """Do all that a guide, or a part of one, says, in the current folder.

    Fails where a command prints something else than what is shown, or nothing is shown and it fails.
    """
    for part in parts_of(text):
        if isinstance(part, File):
            _write(part)
            _forget()
        else:
            code, said = _run(part.command, patch)
            if not part.command.startswith("referee"):
                _forget()
            assert part.shown or code == 0, f"$ {part.command}\n" + "\n".join(said)
            assert not part.shown or matches(said, part.shown), "\n".join(
                [f"$ {part.command}", *said, "", "but the guide shows", *part.shown]
            )


def _forget() -> None:
    """The next command is to find what is in the files now, as a new process does."""
    catalogue.forget()
    theme.forget()
    symbols.forget()


def parts_of(text: str) -> Iterator[Step | File]:
    """Return what a guide tells to type, and the files that it shows, from top to bottom."""
    for kind, block in BLOCK.findall(text):
        if kind == "console":
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, *shown = part.rstrip().splitlines()
                yield Step(command, tuple(line.rstrip() for line in shown))
        elif found := _NAMED.match(block):
            yield File(found[1], block[found.end() :], found[2] or "")


def _write(file: File) -> None:
    path = Path(file.name)
    if not file.typed:
        assert file.text.strip() in path.read_text(encoding="utf-8"), f"{path} has no such part:\n{file.text}"
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    before = path.read_text(encoding="utf-8") if file.how else ""
    if file.how.startswith(", in place of "):
        table = re.compile(rf"^{re.escape(file.how[14:])}$.*?(?=^\[|\Z)", re.DOTALL | re.MULTILINE)
        after, count = table.subn(f"{file.text}\n", before)
        assert count == 1, f"{path} has {count} tables {file.how[14:]}"
        path.write_text(after, encoding="utf-8")
    else:
        path.write_text(f"{before}\n{file.text}" if before else file.text, encoding="utf-8")


def _run(command: str, patch: pytest.MonkeyPatch) -> tuple[int, list[str]]:
    """The exit code, and the lines of output and error output."""
    program, *arguments = shlex.split(command)
    if program == "cp":
        _copy(*(Path(word) for word in arguments if not word.startswith("-")))
        return 0, []
    if program == "pip":
        _install(Path(arguments[-1]), patch)
        return 0, []
    known = ", ".join((*PROGRAMS, "cp", "pip"))
    assert program in PROGRAMS, f"{command!r} is in a block that is run; only {known} can be"
    patch.setattr("sys.argv", [program, *arguments])
    patch.setattr("sys.stdin", io.StringIO())
    output, errors = io.StringIO(), io.StringIO()
    code: str | int | None = 0
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
        try:
            PROGRAMS[program].main()
        except SystemExit as end:
            code = end.code
    said = (output.getvalue() + errors.getvalue()).strip("\n")
    return int(code or 0), [line.rstrip() for line in said.splitlines()]


def _copy(*paths: Path) -> None:
    """Copy like `cp -r`: a folder that ends with a dot is copied into another, with what is in it."""
    *sources, target = paths
    for source in sources:
        if source.is_dir():
            shutil.copytree(source, target, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target / source.name if target.is_dir() else target)


def _install(package: Path, patch: pytest.MonkeyPatch) -> None:
    """Install a package like `pip install`, with its requirements there: build its wheel and unpack it."""
    build = pytest.importorskip("hatchling.build", reason="hatchling builds the wheel")
    site = Path("site").absolute()
    with patch.context() as inside, contextlib.redirect_stdout(io.StringIO()):
        inside.chdir(package)
        wheel = site.parent / build.build_wheel(str(site.parent))
    zipfile.ZipFile(wheel).extractall(site)
    patch.syspath_prepend(site)
    # Also reaches the processes that commands start.
    patch.setenv("PYTHONPATH", str(site), prepend=os.pathsep)
    importlib.invalidate_caches()


@contextlib.contextmanager
def nothing_imported(package: str) -> Iterator[None]:
    """Meanwhile the modules of that package are those which the guide installs."""

    def taken() -> dict[str, Any]:
        names = [name for name in sys.modules if name.partition(".")[0] == package]
        return {name: sys.modules.pop(name) for name in names}

    usual = taken()
    try:
        yield
    finally:
        taken()
        sys.modules.update(usual)
        _forget()


def matches(said: list[str], shown: tuple[str, ...]) -> bool:
    """Tell whether these lines are shown; a line of only "…" stands for any that are left out."""
    pattern = "".join(
        r"(?:.*\n)*" if line.strip() == _LEFT_OUT else re.escape(line) + r"\n" for line in shown
    )
    return re.fullmatch(pattern, "".join(line + "\n" for line in said)) is not None
