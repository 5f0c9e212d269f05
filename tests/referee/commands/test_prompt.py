"""The plain prompt and the score pad, as they are typed."""

from __future__ import annotations

import importlib.util
import io
import sys
from pathlib import Path

import pytest

from referee.commands.play import play
from tests.referee.commands.shell import Shell


def test_the_prompt(table: Shell) -> None:
    """A whole game fed through a pipe; mistakes are answered and asked again."""
    moves = {name: table.json("moves", "--seat", name)["moves"] for name in ("Ann", "Bo")}
    typed = [
        "help", "why", "moves", "moves fly", "fly", "row 1", "why", "rules 2.1",
        moves["Ann"][0], "undo", moves["Ann"][1], moves["Bo"][0], "undo",
        "undo agreed", "redo", "undo x", "score", "log", "status", "quit",
    ]  # fmt: skip
    shown = table("play", "--plain", typed="\n".join(typed) + "\n")
    for said in (
        "Type a move as it is listed",
        'moves begin with "fly"',
        'There is no move "fly"',
        "The flight has not begun [LB 4.2]",
        "There is nothing to explain.",
        "refused  The flight lasts seven",
        "LB 2.1  Shuffle",
        "Ann has chosen.",
        "--agreed",
        "taken back: 1, as all agreed",
        "brought back: 1",
        '"x" is not a number of moves',
        "The game goes on.",
    ):
        assert said in shown, said
    assert table("play", "--plain", typed="").endswith("The game goes on.\n")


def test_the_prompt_shows_a_hand_to_its_seat(referee: Shell) -> None:
    """RR 3.2: tiles that only their owner sees are shown before the choice, though the choice is open."""
    referee("new", "rayguns", "Ann", "Bo", "--seed", "kiwi")
    (acting,) = referee.json("status")["to_act"]
    drawn = next(
        a for a in referee.json("status", "--seat", acting)["areas"] if a["title"] == f"Drawn by {acting}"
    )
    shown = referee("play", "--plain", typed="quit\n")
    assert " ".join(piece["code"] for piece in drawn["pieces"]) in shown


def test_the_prompt_to_the_end(table: Shell) -> None:
    lines = []
    for number in range(400):
        lines += [f"lose {number % 3}", f"row {number % 3 + 1}", "place rear"]
    picks = [f"pick {code} rear" for code in _all_codes()]
    script = []
    for _ in range(12):
        script += picks * 2
    shown = table("play", "--plain", typed="\n".join([*script, *lines, "quit"]) + "\n")
    assert "Winner" in shown or "No winner" in shown


def test_the_pad(referee: Shell) -> None:
    """LB 5.1, LB 4.7, LB 4.9, LB 1.3: results as they come, each held to what there is."""
    referee("new", "last-blast", "Ann", "Bo", "Cy", "--mode", "pad")
    choices = referee.json("moves", "--seat", "Ann")
    assert choices["moves"] == [f"exploded {round_}" for round_ in range(1, 8)]
    assert choices["wanted"].startswith("home")
    assert "8 points" in referee("do", "--seat", "Ann", "home", "r25", "a63")
    assert "LB 1.3" in referee("do", "--seat", "Bo", "home", "A6-3", exits=1)
    assert "has a result" in referee("do", "--seat", "Ann", "exploded 1", exits=1)
    assert "LB 4.7" in referee("do", "--seat", "Bo", "home", exits=1)
    referee("do", "--seat", "Bo", "exploded", "5")
    assert "Winner: Ann" in referee("do", "home", "A5-2")
    assert referee.json("score")["winners"] == ["Ann"]
    assert referee.json("undo")["to_act"] == ["Cy"]
    assert "no round 9" in referee("do", "exploded 9", exits=1)
    for text, says in (
        ("exploded", "needs Round"),
        ("hom A5-2", '"home"'),
    ):
        assert says in referee("do", text, exits=2)
    assert "Winner: Cy" in referee("do", "home A5-2 A4-6")
    assert referee.json("verify", "last-blast-1")["seed"] == "none"


def test_the_sheet_of_a_pad(referee: Shell, tmp_path: Path) -> None:
    """Round by round on the screen, in the JSON and as CSV; several players' moves at once, by name."""
    referee("new", "mlem", "Ann", "Bo", "--mode", "pad")
    referee("do", "Ann: land m3", "bo: land A ace", "Ann: end", "Bo: land comet", "Bo: end")
    assert "expedition 1: Ann 2, Bo 8\nexpedition 2: Ann 2, Bo 15" in referee("score")
    assert referee.json("score")["rounds"][1] == {"round": "expedition 2", "totals": [2, 15]}
    assert "Ann  ▁▁    2   2\nBo   ▄█    8  15" in referee("score", "--chart")
    file = tmp_path / "sheet.csv"
    assert "Written to" in referee("score", "now", "--csv", str(file))
    assert file.read_text(encoding="utf-8").splitlines() == [
        "round,Ann,Bo",
        "expedition 1,2,8",
        "expedition 2,2,15",
        "total,2,15",
        "winner,,",
    ]
    referee("do", "--seat", "Ann", "end", "Bo: land m1")
    assert referee.json("undo")["told"] == ["Moves and results taken back: 1."]
    for _ in range(11):
        referee("do", "crash")  # it is nobody's, so nobody is named
    referee("score", "now", "--csv", str(file))
    assert file.read_text(encoding="utf-8").endswith("winner,,yes\n")
    assert "Totals from expedition 1 to expedition 14" in referee("play", "--plain")


def test_the_pad_knows_when_a_game_ended(referee: Shell) -> None:
    """LB 4.9: the last player left has won, and can no longer explode."""
    referee("new", "last-blast", "Ann", "Bo", "--mode", "pad")
    referee("do", "--seat", "Ann", "exploded", "3")
    assert "LB 4.9" in referee("do", "exploded", "5", exits=1)
    assert "Nobody has won" in referee("do", "exploded", "3")


def _all_codes() -> list[str]:
    return [
        *(f"{colour}{number}-{symbol}" for colour, numbers in (("R", "123"), ("G", "12"), ("A", "456"))
          for number in numbers for symbol in range(1, 7))
    ]  # fmt: skip


def test_without_textual_the_prompt_is_played(
    table: Shell, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On a terminal, with a word on what is missing; and the hand is wiped before it is shown."""
    typed = io.StringIO("\nquit\n")
    find_spec = importlib.util.find_spec
    monkeypatch.setenv("STARBOX_DATA", str(table.home))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "textual" else find_spec(name)
    )
    monkeypatch.setattr(sys, "stdin", typed)
    for stream in (typed, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True, raising=False)
    assert play().value.game == "last-blast"
    shown, warned = capsys.readouterr()
    assert 'pip install "starbox[table]"' in warned
    assert shown.count("\x1b[2J") == 2 and "Hand the machine to Ann" in shown
