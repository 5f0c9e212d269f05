"""A sitting as it is typed: commands, exit codes, JSON by its schema, the prompt and the score pad."""

from __future__ import annotations

import importlib.util
import io
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from typer.testing import CliRunner

from components.errors import StarboxError
from referee.cli import app
from referee.table import beginning, session
from referee.table.play import play

SCHEMAS = Path(__file__).parents[3] / "docs" / "referee-json"
RUN = "import sys; from referee.cli import main; sys.argv[0] = 'referee'; main()"


@dataclass(frozen=True)
class Shell:
    """Runs `referee` in this process, with a data folder of its own."""

    home: Path

    def __call__(self, *words: str, exits: int = 0, typed: str = "") -> str:
        """What is printed; of what exits with 2, the error."""
        done = CliRunner().invoke(app, words, input=typed, env={"STARBOX_DATA": str(self.home)})
        if isinstance(done.exception, StarboxError):
            assert exits == 2, f"{words}: {done.exception}"
            return str(done.exception)
        assert done.exit_code == exits, f"{words}: {done.output}"
        return done.stdout

    def json(self, *words: str, exits: int = 0) -> Any:
        """The JSON of the answer, held to its schema."""
        answer = json.loads(self(*words, "--json", exits=exits))
        name = "score-now" if words[0] == "score" else words[0]
        jsonschema.validate(answer, json.loads((SCHEMAS / f"{name}.json").read_text()))
        return answer


@pytest.fixture
def referee(tmp_path: Path) -> Shell:
    return Shell(tmp_path / "data")


@pytest.fixture
def table(referee: Shell) -> Shell:
    """With a game of two."""
    referee("new", "last-blast", "Ann", "Bo", "--seed", "kiwi")
    return referee


def test_moves_can_be_narrowed_to_those_that_begin_so(table: Shell) -> None:
    seat = table.json("status")["to_act"][-1]
    every = table.json("moves", "--seat", seat)["moves"]
    for words in (every[0].split()[:1], every[0].upper().split(), [every[0]]):
        shown = table.json("moves", *words, "--seat", seat)["moves"]
        low = " ".join(words).casefold()
        assert shown == [move for move in every if f"{move} ".casefold().startswith(f"{low} ")]
        assert shown
    assert f'None of {len(every)} moves begins "nothing"' in table("moves", "nothing", "--seat", seat)


def test_a_whole_game_by_commands(table: Shell) -> None:
    """Moves are accepted exactly as `moves` prints them."""
    steps = 0
    while not (status := table.json("status"))["over"]:
        seat = status["to_act"][-1]
        choices = table.json("moves", "--seat", seat)
        assert table("moves", "--seat", seat).splitlines() == choices["moves"]
        done = table.json("do", "--seat", seat, choices["moves"][steps % len(choices["moves"])])
        assert done["allowed"]
        steps += 1
    assert steps > 24
    assert table.json("score")["players"][0]["name"] == "Ann"
    assert table.json("verify", "last-blast-1")["faults"] == []
    assert table.json("log")["lines"][-1].endswith("].")
    (kept,) = table.json("list")["sittings"]
    assert (kept["current"], kept["problem"]) == (True, "")
    assert "game is over" in table("moves")
    assert "No: The game is over" in table("do", "row", "1", exits=1)


def test_secrets_stay_secret(table: Shell) -> None:
    """LB 3.1: no status, log, move or error of one seat has what another holds or has chosen."""
    hands = {name: set(table("moves", "--seat", name).split()) - {"pick"} for name in ("Ann", "Bo")}
    chosen = sorted(hands["Ann"] - hands["Bo"])[0]
    seen = [table("do", "--seat", "Ann", "pick", chosen).partition("\n")[2]]
    seen += [table(*words) for words in (("status",), ("log",), ("moves",), ("score",), ("list",))]
    for command in ("status", "log", "moves"):
        seen.append(table(command, "--seat", "Bo"))
    seen.append(table("do", "--seat", "Bo", "row", "1", exits=1))
    for text in seen:
        assert not any(card in text for card in hands["Ann"] - hands["Bo"])
    assert chosen in table("log", "--seat", "Ann")


def test_several_moves_at_once(table: Shell) -> None:
    ann, bo = (table.json("moves", "--seat", name)["moves"] for name in ("Ann", "Bo"))
    assert "begins with" in table("do", "--seat", "Ann", ann[0]) + table("do", "--seat", "Bo", bo[0])
    refused = table("do", "--seat", "Ann", table.json("moves", "--seat", "Ann")["moves"][0], "row 1", exits=1)
    assert "LB 3.1" in refused
    assert table.json("status")["to_act"] == ["Bo"], "the first of the two was made"


def test_what_was_done_before_a_mistake_is_told(referee: Shell) -> None:
    """Several moves, and a later one is none: the earlier ones stand, and are shown."""
    referee("new", "mlem", "Ann", "Bo", "--seed", "kiwi")
    first = referee.json("status")["to_act"][0]
    done = referee.json("do", f"{first}: board ace", "swim", exits=1)
    assert done["told"] and not done["allowed"]
    assert "swim" in done["reason"]


def test_a_move_may_begin_with_a_minus_sign(referee: Shell) -> None:
    """PA 5.4: half of the map has such coordinates."""
    referee("new", "per-aspera", "Ann", "Bo", "--seed", "kiwi")
    while "-1,0" not in " ".join(referee.json("moves")["moves"]):
        referee("do", referee.json("moves")["moves"][0])
    assert referee.json("do", "go", "-1,0")["allowed"]


def test_undo_needs_agreement_after_a_reveal(table: Shell) -> None:
    for name in ("Ann", "Bo"):
        table("do", "--seat", name, table.json("moves", "--seat", name)["moves"][0])
    assert "--agreed" in table("undo", exits=1)
    assert table.json("undo", "--agreed")["to_act"] == ["Bo"]
    assert "as all agreed" in table("log")
    assert table.json("redo")["allowed"]
    assert "nothing to bring back" in table("redo", exits=1)


def test_why(table: Shell) -> None:
    """The formula and the rule of a ruling, on request."""
    table("new", "last-blast", "Ann", "Bo", "--seed", "tea", "--bots", "Ann=greedy", "--bots", "Bo=greedy")
    why = table("log", "--why")
    assert "[LB 4.4]" in why
    assert "damage" in why


def test_sittings_side_by_side(table: Shell, tmp_path: Path) -> None:
    table("new", "last-blast", "Cy", "Di")
    table("new", "last-blast", "Ed", "Flo", "--file", str(tmp_path / "mine.jsonl"))
    listed = table("list").splitlines()
    assert [line[0] for line in listed] == [" ", " ", "*"]
    table("resume", "last-blast-1")
    assert table.json("status")["players"] == ["Ann", "Bo"]
    table("resume", str(tmp_path / "mine.jsonl"))
    assert table.json("status")["players"] == ["Ed", "Flo"]


def test_two_who_begin_at_once(referee: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who comes second gets the next name, and no seed that was left behind is taken for another game's."""
    begin = beginning.begin

    def slow(file: Path, **how: Any) -> session.Session:
        if file.stem == "last-blast-1":
            begin(file, "last-blast", ["Cy", "Di"])
        return begin(file, **how)

    with monkeypatch.context() as patched:
        patched.setattr(beginning, "begin", slow)
        referee("new", "last-blast", "Ann", "Bo")
    (referee.home / "sittings" / "last-blast-3.jsonl.seed").write_text("tea")
    referee("new", "last-blast", "Ed", "Flo")
    listed = [(Path(one["file"]).stem, one["players"][0]) for one in referee.json("list")["sittings"]]
    assert listed == [("last-blast-1", "Cy"), ("last-blast-2", "Ann"), ("last-blast-4", "Ed")]


def test_a_torn_journal_is_told_of(table: Shell) -> None:
    file = table.home / "sittings" / "last-blast-1.jsonl"
    with file.open("ab") as stream:
        stream.write(b'{"n":3,"se')
    done = subprocess.run(
        [sys.executable, "-c", RUN, "status"],
        capture_output=True,
        text=True,
        env={**os.environ, "STARBOX_DATA": str(table.home)},
        check=True,
    )
    assert "Line 4 was never finished" in done.stderr
    assert "never finished" in table("verify", "last-blast-1")


@pytest.mark.parametrize("kept", [1, 3], ids=["before the deal", "before a bot's choice"])
def test_who_only_looks_changes_nothing(referee: Shell, kept: int) -> None:
    """A game that was cut off is read as it is, without its seed too; it is gone on with when played."""
    referee("new", "last-blast", "Ann", "Bo", "--seed", "kiwi", "--bots", "Bo=random")
    file = referee.home / "sittings" / "last-blast-1.jsonl"
    cut = b"".join(file.read_bytes().splitlines(keepends=True)[:kept])
    file.write_bytes(cut)
    seed = file.with_name("last-blast-1.jsonl.seed")
    seed.rename(seed.with_suffix(".away"))
    for word in ("status", "moves", "log", "score", "list", "verify last-blast-1"):
        assert referee(*word.split())
    assert "nothing to bring back" in referee("redo", exits=1)
    assert "can be taken back: 0" in referee("undo", exits=1)
    assert "cut off" in referee("status") and "cut off" in referee("moves")
    assert referee.json("status")["wanted"] == ""
    assert referee.json("status")["to_act"] == (["Ann"] if kept == 3 else [])
    if kept == 1:
        for words in (("do", "blind"), ("play",), ("resume", "last-blast-1")):
            assert "seed of this game is not here" in referee(*words, exits=2)
    assert file.read_bytes() == cut
    seed.with_suffix(".away").rename(seed)
    referee("status")
    assert file.read_bytes() == cut
    assert "To choose in secret: Ann" in referee("resume", "last-blast-1")
    assert len(file.read_bytes()) > len(cut)


def test_the_list_counts_and_replays_nothing(table: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves as the game stands; another version of the rules is told of, not counted out."""
    for name in ("Ann", "Bo"):
        table("do", "--seat", name, table.json("moves", "--seat", name)["moves"][0])
    table("undo", "--agreed")
    monkeypatch.delattr(session, "replay")
    assert "Ann, Bo  1 move" in table("list")
    monkeypatch.setattr("referee.games.last_blast.game.version", 99)
    (kept,) = table.json("list")["sittings"]
    assert (kept["moves"], kept["players"]) == (1, ["Ann", "Bo"])
    assert "version 99" in kept["problem"]


def test_a_game_of_other_rules_can_be_read(
    table: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Its records are listed, its chain and its seed are checked, and nothing is shown that may be secret."""
    for name in ("Ann", "Bo"):
        table("do", "--seat", name, table.json("moves", "--seat", name)["moves"][0])
    table("undo", "--agreed")
    monkeypatch.setattr("referee.games.last_blast.game.version", 99)
    for words in (("status",), ("moves",), ("score",), ("log",), ("resume", "last-blast-1")):
        assert "version 1 of the rules; this referee has version 99" in (said := table(*words, exits=2))
        assert "referee log --recorded" in said
    recorded = table.json("log", "--recorded")
    assert recorded["recorded"] is True
    assert "last-blast, rules version 1: Ann, Bo" in recorded["lines"]
    assert recorded["lines"][-1] == "Moves and results taken back: 1, as all agreed."
    assert "Ann: pick" in table("log", "last-blast-1", "--recorded")
    assert "same for all" in table("log", "--recorded", "--seat", "Ann", exits=2)
    proof = table.json("verify", "last-blast-1", exits=1)
    assert (proof["replayed"], proof["records"], proof["seed"]) == (False, 5, "kept")
    assert proof["hash"]
    said = table("verify", "last-blast-1", exits=1)
    assert "The chain is unbroken." in said
    assert "cannot be checked here" in said
    assert "1 move  It was played by version 1 of" in table("list")
    file = tmp_path / "over.jsonl"
    monkeypatch.setattr("referee.games.last_blast.game.version", 1)
    bots = ("--bots", "Ann=greedy", "--bots", "Bo=random")
    table("new", "last-blast", "Ann", "Bo", *bots, "--seed", "tea", "--file", str(file))
    monkeypatch.setattr("referee.games.last_blast.game.version", 99)
    told = table("log")  # it is over, and all has been shown
    assert told.startswith("It was played by version 1")
    assert "The seed: tea" in told
    file.write_text(file.read_text().replace("Ann", "Eve"))
    assert table.json("verify", str(file), exits=1)["hash"] == ""


def test_a_game_that_this_starbox_lacks(table: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.table.rulesets._module", lambda slug, mode: f"referee.games.no_{mode}")
    assert '"last-blast" cannot be played at the table' in table("status", exits=2)
    assert "last-blast, rules version 1: Ann, Bo" in table("log", "--recorded")
    assert table.json("verify", "last-blast-1", exits=1)["hash"]


@pytest.mark.parametrize("said", [b"\xff\xfe", b"", b"a\0b"], ids=["no text", "empty", "no name"])
def test_a_pointer_that_is_broken(table: Shell, said: bytes) -> None:
    """Words say what to do; the list still shows the games, and another is made current."""
    (table.home / "sittings" / "current").write_bytes(said)
    assert "referee resume" in table("status", exits=2)
    assert "names no journal" in " ".join(table("list").split())
    assert len(table.json("list")["sittings"]) == 1
    table("resume", "last-blast-1")
    assert table.json("status")["players"] == ["Ann", "Bo"]


def test_a_changed_journal_is_refused(table: Shell) -> None:
    file = table.home / "sittings" / "last-blast-1.jsonl"
    file.write_text(file.read_text().replace("Bo", "Di"))
    assert "line 1" in table("status", exits=2)
    assert "was changed" in table("verify", "last-blast-1", exits=1)
    assert "was changed" in " ".join(table("list").split())


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("do", "--seat", "Bob", "blind"), 'Did you mean "Bo"'),
        (("do", "blind"), "Several may act: Ann, Bo"),
        (("do", "Bob: blind"), '"Bob" does not play. Did you mean "Bo"?'),
        (("moves",), "Several may act"),
        (("do", "--seat", "Ann", "pick", "Z2-5"), "no part card"),
        (("do", "--seat", "Ann", "fly"), 'no move "fly"'),
        (("resume", "nothing"), "no such journal"),
        (("verify", "LAST-BLAST-1"), 'Did you mean "last-blast-1"'),
        (("new", "mlem", "Ann", "Bo" * 21), "A name has 42 characters."),
        (("new", "mlem", "Ann", "Bo:"), 'A name has no ":"'),
        (("new", "mlem", "Ann", "Bo=greedy"), "A bot is named with --bots"),
        (
            ("new", "mlem", "Ann", "Bo", "--file", "/no/such/folder/x.jsonl"),
            "folder: There is no such folder.",
        ),
        (("new", "last-blast", "Ann", "Bo", "--mode", "half"), 'There is no "half"'),
        (("new", "last-blast", "Ann", "Bo", "--dice", "mine"), "Known: referee, table"),
        (("new", "last-blast", "Ann", "Bo", "--bots", "Cy"), "Write NAME="),
        (("new", "last-blast", "Ann", "--bots", "Cy=greedy", "--bots", "Cy=random"), "stands twice"),
        (("new", "planetary", "Ann", "Bo", "--mode", "pad"), "cannot be kept on a pad"),
        (("new", "mlem", "Ann", "Bo", "--mode", "pad", "--bots", "Bo=greedy"), "--bots: On a score pad"),
        (("new", "mlem", "Ann", "Bo", "--mode", "pad", "--seed", "kiwi"), "--seed: On a score pad"),
        (("new", "mlem", "Ann", "Bo", "--mode", "pad", "--dice", "table"), "--dice: On a score pad"),
        (("new", "mlem", "Ann", "Bo", "--dice", "table", "--seed", "kiwi"), "--seed: The table rolls"),
        (("new", "mlem", "Ann", "ann"), '"Ann" stands twice'),
        (("new", "mlem", "Ann", "B\x1b[1mo"), "no proper name"),
    ],
)
def test_wrong_calls(table: Shell, words: tuple[str, ...], says: str) -> None:
    assert says in table(*words, exits=2)


def test_a_journal_is_found_without_its_ending(table: Shell, tmp_path: Path) -> None:
    file = tmp_path / "our gäme.jsonl"
    table("new", "last-blast", "Cy", "Di", "--file", str(file))
    for word in ("last-blast-1", "last-blast-1.jsonl"):
        table("resume", word)
        assert table.json("status")["players"] == ["Ann", "Bo"]
    table("resume", str(file.with_suffix("")))
    assert table.json("status", "--seat", "cy")["seat"] == "Cy"  # a name in small letters does, too


def test_a_broken_line_is_told_and_what_stands_before_it_goes_on(table: Shell) -> None:
    """The message says where to cut, and after that the game is as it was."""
    for name in ("Ann", "Bo"):
        table("do", "--seat", name, table.json("moves", "--seat", name)["moves"][0])
    file = table.home / "sittings" / "last-blast-1.jsonl"
    whole = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join((*whole[:4], b"\x00garbage\n", *whole[5:])))
    said = table("status", exits=2)
    assert "line 5" in said
    assert "cut it off in front of line 5" in said
    file.write_bytes(b"".join(file.read_bytes().splitlines(keepends=True)[:4]))
    assert table.json("status")["to_act"] == ["Bo"]
    file.write_text("a letter to the editor\n")
    assert "no journal of a game" in table("status", exits=2)


def test_why_a_move_is_refused(table: Shell) -> None:
    """The text of the rule, from the rulebook; without --why its number is all."""
    said = table("do", "--seat", "Ann", "row 2", "--why", exits=1)
    assert said.startswith("No: The flight has not begun [LB 4.2].\n\nrefused  The flight lasts seven")
    (why,) = table.json("do", "--seat", "Ann", "row 2", "--why", exits=1)["why"]
    assert (why["what"], why["rule"]) == ("refused", "LB 4.2")
    assert "refused" not in table("do", "--seat", "Ann", "row 2", exits=1)


def test_no_game_yet(referee: Shell) -> None:
    for word in ("status", "moves", "log", "score", "undo", "redo", "play"):
        assert "No game is at the table" in referee(word, exits=2)
    assert "none" in referee("list")


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
        'moves begins "fly"',
        'There is no move "fly"',
        "The flight has not begun [LB 4.2]",
        "There is nothing to explain.",
        "refused  The flight lasts seven",
        "LB 2.1  Shuffle",
        "Ann has chosen.",
        "--agreed",
        "taken back: 1, as all agreed",
        "brought back: 1",
        '"x" is no number of moves',
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
    for text, says in (
        ("exploded 9", "no round 9"),
        ("exploded", "round is missing"),
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


def test_the_pad_knows_when_a_game_ended(referee: Shell) -> None:
    """LB 4.9: who is the last one left has won, and explodes no more."""
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
    assert shown.count("\x1b[2J") == 2 and "Hand over to Ann" in shown
