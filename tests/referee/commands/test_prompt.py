"""The plain prompt and the score pad, as they are typed."""

from __future__ import annotations

import importlib.util
import io
import sys
from pathlib import Path

import pytest

from components.errors import OutputError
from referee.commands.play import play, play_session
from referee.engine.game import Remark
from referee.table import shelf
from referee.table.journal import Journal
from referee.table.journal.lines import ChanceRecord, MoveRecord, Record
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


def test_the_list_of_the_prompt(referee: Shell) -> None:
    """A number is the move with that number, or a word to go on with; without a list it is nothing."""
    referee("new", "per-aspera", "Ann", "Bo", "--seed", "kiwi")
    every = referee.json("moves")["moves"]
    shown = referee("play", "--plain", typed="99\n3\nmoves ship 1 1\n2\nquit\n")
    assert "Map" in shown.partition("> ")[0], "the table is shown before the first question"
    assert "There is no move 99; the list has 1 to" in shown
    assert f"… {sum(move.startswith('ship 1 ') for move in every)} moves" in shown
    second = [move for move in every if move.startswith("ship 1 1 ")][1]
    assert f"  2  {second}" in shown and f"\n{second}\n" in shown
    assert second in referee("log", "--recorded")


def test_a_number_where_nothing_is_numbered(referee: Shell) -> None:
    """Dice and tiles at the table are numbers themselves."""
    referee("new", "last-blast", "Ann", "Bo", "--dice", "table")
    assert "1 of 21: 1. Next: row 1, column 2." in referee("play", "--plain", typed="1\nquit\n")


def test_help_on_moves_and_codes(table: Shell) -> None:
    """A move from its declaration, whole moves with what speaks against them, pieces by their codes."""
    held = table.json("moves", "--seat", "Ann")["moves"][0].removeprefix("pick ")
    typed = ["help pick", "help row 2", f"help {held.lower().replace('-', '')}", "help pikc", "quit"]
    shown = table("play", "--plain", typed="\n".join(typed) + "\n")
    assert "pick CARD [END]\n    Add that card" in shown
    assert "No: The flight has not begun [LB 4.2]" in shown
    assert f"{held}, Rocket parts:" in shown
    assert f"{held} in Hand of Ann" in shown
    assert '"pikc" is neither a move nor a code. Did you mean "pick"?' in shown


def test_what_makes_most_sense_is_listed_first(
    table: Shell, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By `Remark.sense`, each with its remark; the numbers follow that order."""
    from referee.games.last_blast import game

    def remark(state: object, seat: int, move: object) -> Remark:
        card = str(move).removeprefix("pick ")
        return Remark(f"worth {card[-1]}", sense=int(card[-1]))

    monkeypatch.setattr(game, "remark", remark, raising=False)
    moves = table.json("moves", "--seat", "Ann")["moves"]
    first = max(moves, key=lambda move: (int(move[-1]), -moves.index(move)))
    shown = table("play", "--plain", typed="1\nquit\n")
    assert f"  1  {first}  worth {first[-1]}\n" in shown
    assert first in table("log", "--recorded")


def test_a_disk_that_is_full(table: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """The prompt tells what is in the journal: nothing, or the move without what follows from it."""
    ann = table.json("moves", "--seat", "Ann")["moves"]
    file = table.home / "sittings" / "last-blast-1.jsonl"
    append = Journal.append

    def full(journal: Journal, record: Record) -> None:
        if isinstance(record, kind):
            raise OutputError("The file cannot be written: No space left on device.", where=str(file))
        append(journal, record)

    kind: type[object] = MoveRecord
    before = file.read_bytes()
    with monkeypatch.context() as patched:
        patched.setattr(Journal, "append", full)
        shown = table("play", "--plain", typed=f"{ann[0]}\nquit\n")
        assert "No space left on device." in shown and "The game goes on." in shown
        assert "No space left" in table("do", "--seat", "Ann", ann[0], exits=2)
        assert file.read_bytes() == before
    table("new", "mlem", "Ann", "Bo", "--seed", "kiwi")
    names = table.json("status")["to_act"]
    kind = ChanceRecord
    with monkeypatch.context() as patched:
        patched.setattr(Journal, "append", full)
        table("do", f"{names[0]}: board ace")
        other = table.json("status")["to_act"][0]
        said = table("do", f"{other}: board ace", exits=2)
        assert "What was decided is in the journal; what follows from it is not." in said
        assert "Do not make the move again" in said
    assert table.json("verify", "mlem-1")["moves"] == 2
    table("resume", "mlem-1")
    assert len(table.json("log")["lines"]) > 2


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


def test_several_winners_share(referee: Shell) -> None:
    """LB 5.2: the same total, the same number of cards, the same highest number."""
    referee("new", "last-blast", "Ann", "Bo", "--mode", "pad")
    referee("do", "Ann: home A5-2")
    assert "The game is over. Winners: Ann, Bo." in referee("do", "home A5-3")


def test_the_score_tells_what_does_not_count_yet(referee: Shell) -> None:
    """RR 3.5: arrays that are not scored, behind the total they are not part of."""
    referee("new", "rayguns", "Ann", "Bo", "--seed", "kiwi")
    moves = referee.json("moves")
    referee("do", moves["moves"][0])
    lines = referee("score").splitlines()
    assert [line.split(";")[0] for line in lines if ": " in line] == ["Ann: 0", "Bo: 0"]
    assert [": 0; array so far: " in line for line in lines].count(True) == 1


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
    assert referee.json("undo")["told"] == [
        "Bo's move land m1 is taken back.",
        "Moves and results taken back: 1.",
    ]
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
    typed = io.StringIO("\n\nquit\n")  # goes on, takes the machine, leaves
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
    assert shown.count("\x1b[2J\x1b[3J") == 3 and "Hand the machine to Ann" in shown


def test_the_bell_rings_when_the_turn_passes(
    referee: Shell, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """To a person, on a terminal, if it is wished for."""
    referee("new", "mlem", "Ann", "Bo", "--seed", "kiwi")
    monkeypatch.setenv("STARBOX_DATA", str(referee.home))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    rung = []
    for bell in (True, False):
        monkeypatch.setattr(sys, "stdin", io.StringIO("board ace\nscore\nquit\n"))
        play_session(shelf.current(), plain=True, bell=bell)
        rung.append(capsys.readouterr().out.count("\a"))
    assert rung == [2, 0], "at the beginning, and when Bo is to move"


def test_cards_of_the_table_one_by_one(referee: Shell) -> None:
    """The prompt names the next place; a mistake costs only the word that is wrong."""
    referee("new", "last-blast", "Ann", "Bo", "--dice", "table")
    typed = ["T1", "T2 T9 T3", "T4", "back", "draw T3,T4,T5,T6", *["T1 T2 T3 T4 T5"] * 3, "??", "quit"]
    shown = referee("play", "--plain", typed="\n".join(typed) + "\n")
    shown = " ".join(shown.split())
    for said in (
        "draw and the 21 tiles of the field, row by row",
        "1 of 21: T1. Next: row 1, column 2.",
        'Row 1, column 3: There is no tile "T9".',
        "3 of 21: T1 T2 T4. Next: row 1, column 4.",
        "dice and cards: row 1, column 3>",
        "16 of 21",
        "10 cards as dealt, one each in turn: Ann, Bo",
    ):
        assert said in shown, said


def test_the_best_moves_of_a_long_list_are_whole(referee: Shell) -> None:
    """RR 3.2: an array is chosen with its points in sight; below them are the next words of all."""
    referee("new", "rayguns", "Ann", "Bo", "--seed", "kiwi", "--bots", "Bo=greedy")
    lines = referee("play", "--plain", typed="quit\n").splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("  1  array"))
    assert "points" in " ".join(lines[first : first + 2])
    assert any("… " in line and line.endswith("moves") for line in lines[first:])
