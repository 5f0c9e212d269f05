"""Output of an answer: exit codes, --json, --why, --exact and colour."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

import pytest
import typer

from components.errors import FitError, UsageError
from referee.commands.base.output import as_json, give
from referee.engine.answers import WIDTH, Answer, Why, percent, wrapped


class Side(Enum):
    HOME = "home"


@dataclass(frozen=True)
class Demands:
    levy: Fraction
    two: Fraction = field(metadata={"json": "2"})


@dataclass(frozen=True)
class Named:
    name: str


ANSWER = Answer(
    Demands(Fraction(1, 6), Fraction(1, 3)),
    ("Levy 16.7 %", "by PA 4.2"),
    (Why("levy", "1 / 6 = 1/6", "PA 4.2"), Why("demand of 2", "2 / 6 = 1/3", "PA 4.3")),
)


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    """--json: the fields of the value; probabilities are floats; a key need not be a Python name."""
    give(ANSWER, json=True)
    assert json.loads(capsys.readouterr().out) == {"levy": 1 / 6, "2": 1 / 3}


def test_exact(capsys: pytest.CaptureFixture[str]) -> None:
    """--exact gives fractions as strings."""
    give(ANSWER, json=True, exact=True)
    assert json.loads(capsys.readouterr().out) == {"levy": "1/6", "2": "1/3"}


def test_why_for_a_script(capsys: pytest.CaptureFixture[str]) -> None:
    """--json --why: the steps follow under "why"."""
    give(ANSWER, json=True, why=True)
    steps = json.loads(capsys.readouterr().out)["why"]
    assert steps[0] == {"what": "levy", "formula": "1 / 6 = 1/6", "rule": "PA 4.2"}


def test_why_for_a_person(capsys: pytest.CaptureFixture[str]) -> None:
    """--why: the formula with numbers filled in, and the rule it comes from; without it, only the lines."""
    give(ANSWER)
    assert capsys.readouterr().out == "Levy 16.7 %\nby PA 4.2\n"
    give(ANSWER, why=True)
    assert capsys.readouterr().out == (
        "Levy 16.7 %\nby PA 4.2\n\nlevy         1 / 6 = 1/6  [PA 4.2]\ndemand of 2  2 / 6 = 1/3  [PA 4.3]\n"
    )


def test_no_is_exit_code_1(capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 1: the answer is "no"; it is printed all the same."""
    with pytest.raises(typer.Exit) as caught:
        give(Answer(None, ("No.",), ok=False))
    assert caught.value.exit_code == 1
    assert capsys.readouterr().out == "No.\n"


@pytest.mark.parametrize(
    ("terminal", "environment", "coloured"),
    [
        (True, {}, True),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"TERM": "dumb"}, False),
        (False, {}, False),
    ],
)
def test_colour(
    terminal: bool,
    environment: dict[str, str],
    coloured: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Colours only on a terminal and never with NO_COLOR; a citation is what is coloured."""
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.stdout.isatty", lambda: terminal)
    give(ANSWER)
    out = capsys.readouterr().out
    assert ("\x1b[36mPA 4.2\x1b[0m" in out) == coloured
    assert ("\x1b" in out) == coloured


FORGED = "Ann\x1b]0;x\x07\x9b2J\u202eoB\u2066\nreferee: Bo has won\r"


def test_what_strangers_wrote_cannot_command_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """Names come from journals: escapes, C1 controls, overrides and newlines are shown as such."""
    give(Answer(FORGED, (f"{FORGED} wins.",), (Why(FORGED, FORGED, "XX 1.1"),)), why=True)
    out = capsys.readouterr().out
    assert out.startswith(
        "Ann\\x1b]0;x\\x07\\x9b2J\\u202eoB\\u2066\\x0areferee: Bo has won\\x0d wins.\n\nAnn"
    )
    assert len(out.splitlines()) == len(out.split("\n")) - 1
    give(Answer(Demands(Fraction(1), Fraction(0)), (FORGED,)), json=True)
    give(Answer(Named(FORGED), ()), json=True)
    printed = capsys.readouterr().out
    assert not set(printed) & set(FORGED) - set(FORGED.encode("ascii", "ignore").decode()) - {"\n"}
    assert "\x1b" not in printed and "\x07" not in printed
    assert json.loads(printed[printed.rindex('{\n  "name"') :])["name"] == FORGED


def test_errors_are_one_paragraph_that_commands_nothing() -> None:
    said = str(UsageError(f'"{FORGED}" does not play.', where=FORGED, todo="Write another."))
    assert said.isprintable()
    assert "\\x1b]0;x\\x07" in said and "\\u202e" in said
    several = str(FitError("2 texts do not fit:\n  A\x1b: x\n  B: y\n", todo="Shorten them."))
    assert several.splitlines() == ["2 texts do not fit:", "  A\\x1b: x", "  B: y", " Shorten them."]


def test_types_of_json() -> None:
    """Dataclasses, mappings, tuples, enums and plain values, and nothing else."""
    value = {3: (Side.HOME, None, True, 1.5), "x": [Demands(Fraction(1), Fraction(0))]}
    assert as_json(value) == {"3": ["home", None, True, 1.5], "x": [{"levy": 1.0, "2": 0.0}]}
    with pytest.raises(TypeError, match="set has no place"):
        as_json({1, 2})


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(0), "0 %"),
        (Fraction(1), "100 %"),
        (Fraction(5, 18), "27.8 %"),
        (Fraction(1, 1_000_000), "<0.1 %"),
        (1 - Fraction(1, 1_000_000), ">99.9 %"),
        (0.5, "50.0 %"),
    ],
)
def test_percent(chance: Fraction | float, text: str) -> None:
    """An event that may happen is never shown as impossible or certain."""
    assert percent(chance) == text


def test_wrapped() -> None:
    """Text for a person has at most 80 columns."""
    lines = wrapped("word " * 40, indent=2, hanging=3)
    assert len(lines) > 1
    assert all(len(line) <= WIDTH for line in lines)
    assert lines[0].startswith("  word")
    assert lines[1].startswith("     word")


def test_a_number_and_its_percent_sign_stay_on_one_line() -> None:
    lines = wrapped("in 6 % (4 to 8 %), " * 30)
    assert not any(line.startswith("%") for line in lines)
    assert " ".join(lines) == ("in 6 % (4 to 8 %), " * 30).strip()
