"""Manners of `pnp` in a terminal, in a pipe and in a script."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import typer

from components import catalogue
from generator.commands import start
from tests.generator.conftest import COMMAND

HEAVY = "reportlab jinja2 pypdfium2 PIL svgwrite ezdxf multiprocessing urllib.request rich".split()


@pytest.mark.outside
@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["build", "--help"], ["--version"], ["list"], ["printer", "list"], ["build", "chess"]],
    ids=" ".join,
)
def test_a_command_that_draws_nothing_loads_nothing_that_draws(arguments: list[str]) -> None:
    code = f"""
import sys, json, atexit
loaded = lambda: [name for name in {HEAVY!r} if name in sys.modules]
atexit.register(lambda: print(json.dumps(loaded()), file=sys.stderr))
from generator.cli import main
main()
"""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, timeout=60, check=False
    )
    assert json.loads(done.stderr.splitlines()[-1]) == []


@pytest.mark.outside
def test_a_build_that_has_nothing_to_do_loads_nothing_that_draws(
    small_game: Path, tmp_path: Path, pnp: Callable
) -> None:
    """Nor does it begin other processes, if several games are asked for."""
    out, other = tmp_path / "out", tmp_path / "other"
    shutil.copytree(small_game, other)
    (other / "game.toml").write_text((other / "game.toml").read_text().replace('"small"', '"other"'))
    assert pnp("build", small_game, other, "--jobs", 1, "--out", out).code == 0
    code = f"""
import sys
from generator.cli import main
try: main()
except SystemExit: pass
assert not [name for name in {HEAVY!r} if name in sys.modules], sorted(sys.modules)
"""
    done = subprocess.run(
        [sys.executable, "-c", code, "build", str(small_game), str(other), "--jobs", "2", "--out", str(out)],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("unchanged") == 2


@pytest.mark.outside
@pytest.mark.parametrize("arguments", [["list"], ["--help"], ["list", "planetary"]], ids=" ".join)
def test_a_closed_pipe_is_not_an_error(arguments: list[str]) -> None:
    """As in `pnp list | head -1`, when head is done before the list is."""
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [*COMMAND, *arguments], stdout=write, stderr=subprocess.PIPE, timeout=60, check=False
    )
    os.close(write)
    assert done.stderr == b""
    assert done.returncode == 141  # the code that a shell gives a program stopped by SIGPIPE


SAYING = [["--help"], ["build", "--help"], ["list"], ["build", "chess"], ["build", "--papr"]]
LISTS = [["list", slug] for slug in catalogue.slugs()]


@pytest.mark.parametrize("arguments", [*SAYING, *LISTS], ids=" ".join)
def test_a_pipe_gets_plain_text_of_eighty_columns(
    pnp: Callable, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    ran = pnp(*arguments)
    assert ran.out or ran.err
    assert not re.search(r"[^\x20-\uffff\n]", ran.out + ran.err), "there are control characters in it"
    assert [line for line in ran.out.splitlines() if len(line) > 80] == []


@pytest.mark.parametrize("settings", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=str)
def test_the_width_of_the_terminal_changes_nothing(pnp_process: Callable, settings: dict[str, str]) -> None:
    assert pnp_process("build", "--help", **settings) == pnp_process("build", "--help")


def test_a_build_prints_one_line_for_each_game(
    small_game: Path, tmp_path: Path, pnp_process: Callable
) -> None:
    ran = pnp_process("build", small_game, "--out", tmp_path / "out")
    assert (ran.code, ran.err) == (0, "")
    (line,) = ran.out.splitlines()
    assert line.startswith("Small: made, 6 pieces on 4 pages -> ")
    assert line.endswith("small.pdf")
    again = pnp_process("build", small_game, "--out", tmp_path / "out")
    assert again.out.splitlines()[0].startswith("Small: unchanged, 6 pieces on 4 pages -> ")
    assert "Nothing changed" in again.out


@pytest.mark.outside
@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_a_terminal_sees_progress_and_then_the_same_lines(small_game: Path, tmp_path: Path) -> None:
    from tests.terminal import Terminal

    build = [*COMMAND, "build", str(small_game), "--out", str(tmp_path / "out")]
    terminal = Terminal(*build, env={"NO_COLOR": "1"}, output=subprocess.PIPE)
    assert terminal.ends() == 0
    os.close(terminal.leader)
    assert "Small" in terminal.written
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]m", terminal.written), "a colour, though NO_COLOR is set"
    with terminal.process.stdout as said:
        assert said.read().startswith(b"Small: made")


@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "1e999", "-1", "51", "four"])
@pytest.mark.parametrize("option", ["--bleed", "--back-bleed", "--gap", "--thickness"])
def test_a_value_that_is_not_a_number_in_range_is_refused(pnp: Callable, option: str, value: str) -> None:
    ran = pnp("build", "mlem", "--boxes", option, value)
    assert ran.code == 2
    assert f"'{option}': \"{value}\" is not a number from 0" in ran.err


def test_no_option_is_a_plain_float() -> None:
    """Typer's own takes nan for a number."""
    group = typer.main.get_command(start.app_with(tuple(start.COMMANDS)))
    commands = [*group.commands.values(), *group.commands["printer"].commands.values()]  # type: ignore[attr-defined]
    kinds = {f"{command.name} {one.name}": one.type.name for command in commands for one in command.params}
    assert {"str", "path"} <= {*kinds.values()}
    assert not [name for name, kind in kinds.items() if kind.startswith("float")]


def test_every_command_has_help_with_an_example(pnp: Callable) -> None:
    commands = re.findall(r"^  ([a-z]+)  ", pnp("--help").out.split("Print:")[1], flags=re.MULTILINE)
    assert {"build", "list", "show", "check", "calibrate", "printer"} <= set(commands)
    for command in set(commands) - {"list", "printer"}:
        ran = pnp(command, "--help")
        assert ran.code == 0
        assert f"Example: pnp {command}" in ran.out, command


def test_no_command_is_truncated_in_the_list(pnp: Callable) -> None:
    listed = pnp("--help").out.split("Print:")[1]
    assert "..." not in listed and "pnp build --changed" in " ".join(listed.split())


def test_a_new_user_finds_the_way(
    small_game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pnp: Callable
) -> None:
    """A user who has read nothing types this: each answer is short, and says what to type next."""
    monkeypatch.chdir(tmp_path)
    assert "Print:" in pnp().err + pnp().out
    assert "rayguns" in pnp("list").out
    listed = pnp("list", small_game).out
    assert "cards" in listed and "63.5×88.9" in listed and "6 pieces on 2 sheets of a4" in listed
    assert "There is no piece" in pnp("show", "R9", "--game", small_game).err
    (picture,) = [
        line for line in pnp("show", "R1", "--game", small_game).out.splitlines() if "front" in line
    ]
    assert Path(picture).read_bytes().startswith(b"\x89PNG")
    assert pnp("check", small_game).out.endswith("in order\n")
    assert pnp("build", small_game).code == 0
    assert (tmp_path / "output" / "small" / "small.pdf").read_bytes().startswith(b"%PDF")
    for arguments in (["bild"], ["build", "smal"], ["build", small_game, "--paper", "a9"]):
        ran = pnp(*arguments)
        assert ran.code == 2
        assert len(ran.err.splitlines()) <= 4, ran.err
