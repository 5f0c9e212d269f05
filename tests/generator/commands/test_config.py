"""The defaults of somebody's own: set, shown, used where an option is not given, and refused when wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.core import TyperCommand

from generator.commands.arguments import decks_like, pieces_like
from tests.generator.presswork import pnp


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "config"
    monkeypatch.setenv("STARBOX_CONFIG", str(folder))
    return folder / "defaults.toml"


def test_a_default_stands_for_an_option_that_is_not_given(config: Path) -> None:
    """The option itself is stronger; a default that is forgotten counts no more."""
    assert "No default is set." in pnp("config").out
    assert pnp("config", "paper", "letter").code == 0
    assert config.read_text(encoding="utf-8") == 'paper = "letter"\n'
    assert "of letter," in pnp("list", "last-blast").out
    assert "of a3," in pnp("list", "last-blast", "--paper", "a3").out
    pnp("config", "language", "de")
    shown = json.loads(pnp("config", "--json").out)
    assert shown == {"file": str(config), "defaults": {"paper": "letter", "language": "de"}}
    pnp("config", "paper", "--unset")
    assert pnp("config").out == "language  de\n"
    assert "of a4," in pnp("list", "last-blast").out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("papr", "a4"), 'Did you mean "paper"?'),
        (("paper", "leter"), 'Did you mean "letter"?'),
        (("ink", "blue"), '"blue" is not known'),
        (("duplex", "both"), "duplex"),
        (("--unset",), "Say which default"),
    ],
)
def test_a_wrong_default_is_refused_and_nothing_written(
    config: Path, words: tuple[str, ...], said: str
) -> None:
    run = pnp("config", *words)
    assert run.code == 2 and said in run.err
    assert not config.exists()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('papers = "a4"', "line 1: papers is not a key"),
        ('paper = "a44"', 'paper: There is no paper "a44".'),
        ("paper = 4", "line 1"),
        ("paper", "line 1"),
    ],
)
def test_a_broken_file_is_named_with_its_line(config: Path, text: str, said: str) -> None:
    config.parent.mkdir()
    config.write_text(text, encoding="utf-8")
    run = pnp("list")
    assert run.code == 2 and str(config) in run.err and said in run.err


def test_a_printer_is_measured_without_the_defaults_of_printing(config: Path) -> None:
    """`calibrate` takes the paper, and neither a printer nor how its backs are turned."""
    config.parent.mkdir()
    config.write_text('paper = "letter"\nduplex = "fold"\nprinter = "Attic"\n', encoding="utf-8")
    run = pnp("calibrate", "--out", config.parent)
    assert run.code == 0 and "letter" in run.out


def test_the_shell_completes_decks_and_pieces_between_commas() -> None:
    """Those of the games that stand before the option."""
    known = typer.Context(TyperCommand("build"))
    known.params["games"] = ["last-blast"]
    assert decks_like(known, "pa") == ["parts"]
    assert decks_like(known, "parts,ti") == ["parts,tiles"]
    assert pieces_like(known, "R2-5,R3-6") == ["R2-5,R3-6"]
