"""Help of both commands: short options, headings, and a shell that completes what a person would type."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from generator.cli import main as pnp_main
from referee.cli import main as referee_main
from referee.commands import COMMANDS, SECTIONS
from referee.players.bots import bots
from tests.inprocess import run

HOME = Path(__file__).parents[3]


@pytest.mark.parametrize("words", [(), ("roll",), ("odds",), ("odds", "mlem"), ("rules",), ("new",)])
def test_h_is_help(words: tuple[str, ...]) -> None:
    short, long = (run(referee_main, "referee", *words, option) for option in ("-h", "--help"))
    assert short.code == 0 and short.out == long.out


def test_every_command_is_listed_once_under_a_heading() -> None:
    said = run(referee_main, "referee", "-h").out
    assert all(said.count(f"\n  {word} ") == 1 for word in COMMANDS)
    assert [line[:-1] for line in said.splitlines() if line.removesuffix(":") in SECTIONS] == [*SECTIONS]
    assert {word for words in SECTIONS.values() for word in words} <= set(COMMANDS)
    pnp = run(pnp_main, "pnp", "-h").out
    assert pnp.index("Print:") < pnp.index("Your own game:") < pnp.index("Other uses:")


def test_help_and_rules_alone_show_what_there_is() -> None:
    assert run(referee_main, "referee", "help").out == run(referee_main, "referee", "--help").out
    assert run(referee_main, "referee", "rules").out == run(referee_main, "referee", "games").out


def test_the_help_of_new_names_all_bots() -> None:
    said = run(referee_main, "referee", "new", "--help").out
    assert all(name in said for name in bots("mlem"))


@pytest.mark.outside
@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("referee rules ra", ["rayguns"]),
        ("referee help pl", ["planetary"]),
        ("pnp build ml", ["mlem"]),
        ("pnp build --paper le", ["letter", "legal"]),
    ],
)
def test_the_shell_completes_games_and_papers(typed: str, found: list[str]) -> None:
    program, *words = typed.split()
    module = {"referee": "referee.cli", "pnp": "generator.cli"}[program]
    asked = {
        f"_{program.upper()}_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": str(len(words)),
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.argv = ['{program}']; import {module} as cli; cli.main()"],
        env={**os.environ, **asked}, cwd=HOME, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.stdout.split() == found
