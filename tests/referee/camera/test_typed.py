"""Photographs where people type: moves, pads, what was drawn at the table; and questions in a terminal."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from referee.camera.looking import Look
from referee.cli import main
from referee.commands.base import photographs
from referee.engine.asking.photographed import Lying, Tabletop
from tests import inprocess
from tests.referee.camera.test_positions import piece

referee = partial(inprocess.run, main, "referee")


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[Lying]]:
    """The pieces that each photograph shows, by the name of its file."""
    shown: dict[str, list[Lying]] = {}

    def look_at(file: Path, slug: str, decks: Sequence[str]) -> Look:
        pieces = tuple(one for one in shown[file.name] if one.deck in decks)
        return Look(None, (), Tabletop(slug, 1, 1, pieces))

    monkeypatch.setattr(photographs, "look_at", look_at)
    return shown


def test_a_pad_takes_a_rocket_from_a_photograph(seen: dict[str, list[Lying]], tmp_path: Path) -> None:
    """LB 5.1: the pad reads a rocket from its front, as `score` does; what is not certain is not entered."""
    seen["it.jpg"] = [piece("parts", "A6-3"), piece("parts", "R2-5")]
    seen["unsure.jpg"] = [piece("parts", "A6-3"), piece("parts", None)]
    referee("new", "last-blast", "Ann", "Bo", "--mode", "pad", "--file", str(tmp_path / "pad.jsonl"))
    unsure = referee("do", "Ann: home @unsure.jpg")
    assert unsure.code == 2 and 'Write what is there in place of each ?: "? A6-3"' in unsure.err
    entered = referee("do", "Ann: home @it.jpg")
    assert entered.code == 0 and "Ann is home with" in entered.out and entered.err == "it.jpg: R2-5 A6-3\n"


def test_what_was_drawn_at_the_table_may_be_photographed(
    seen: dict[str, list[Lying]], tmp_path: Path
) -> None:
    """RR 2.1: with `--dice table` the draw that the game asks for is read, and only its deck looked for."""
    referee("new", "rayguns", "Ann", "Bo", "--dice", "table", "--file", str(tmp_path / "full.jsonl"))
    seen["it.jpg"] = [piece("rules-cards", "RC03"), piece("tiles", "G3w"), piece("tiles", "B3p")]
    answer = referee("do", "draw @it.jpg")
    assert "it.jpg: " in answer.err


def test_a_terminal_asks_which_of_two_it_is(
    seen: dict[str, list[Lying]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A number chooses, a code is taken as typed, and "-" is for what is not a piece."""

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    pieces = [piece("tiles", None, maybe=("R4p", "R5p")), piece("tiles", None), piece("tiles", None)]
    seen["hand.jpg"] = [piece("tiles", "U2"), *pieces]
    said = Terminal()
    monkeypatch.setattr(sys, "stdin", Terminal("2\nG1w\n-\n"))
    monkeypatch.setattr(sys, "stderr", said)
    assert photographs.with_codes("Ann=@hand.jpg", "rayguns", "tiles") == "Ann=U2 R5p G1w"
    assert "which is piece 2 of 4? 1 for R4p, 2 for R5p, or its code; - if it is not one." in said.getvalue()
