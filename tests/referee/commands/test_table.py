"""A session as it is typed: commands, exit codes, JSON by its schema."""

from __future__ import annotations

import hashlib
import io
import json
import os
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from referee.cli import app
from referee.commands.list import delete
from referee.table import beginning, shelf
from referee.table.session import Session
from tests.referee.commands.shell import Shell

RUN = "import sys; from referee.cli import main; sys.argv[0] = 'referee'; main()"


def test_moves_can_be_narrowed_by_their_first_words(table: Shell) -> None:
    seat = table.json("status")["to_act"][-1]
    every = table.json("moves", "--seat", seat)["moves"]
    for words in (every[0].split()[:1], every[0].upper().split(), [every[0]]):
        shown = table.json("moves", *words, "--seat", seat)["moves"]
        low = " ".join(words).casefold()
        assert shown == [move for move in every if f"{move} ".casefold().startswith(f"{low} ")]
        assert shown
    assert f'None of the {len(every)} moves begin with "nothing"' in table("moves", "nothing", "--seat", seat)


def test_a_whole_game_by_commands(table: Shell) -> None:
    """Moves are accepted exactly as `moves` prints them."""
    steps = 0
    while not (status := table.json("status"))["over"]:
        seat = status["to_act"][-1]
        choices = table.json("moves", "--seat", seat)
        if steps % 8 == 0:  # each command reads the whole journal again
            assert table("moves", "--seat", seat).splitlines() == choices["moves"]
        done = table.json("do", "--seat", seat, choices["moves"][steps % len(choices["moves"])])
        assert done["allowed"]
        steps += 1
    assert steps > 24
    assert table.json("score")["players"][0]["name"] == "Ann"
    assert table.json("verify", "last-blast-1")["faults"] == []
    assert "The game is over." in table("log")
    (kept,) = table.json("list")["sittings"]
    assert (kept["current"], kept["problem"]) == (True, "")
    assert "game is over" in table("moves")
    assert "No: The game is over" in table("do", "row", "1", exits=1)


def test_secrets_stay_secret(table: Shell) -> None:
    """LB 3.1: no status, log, move or error of a seat reveals what another seat holds or has chosen."""
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


def test_moves_before_a_mistake_are_kept_and_shown(referee: Shell) -> None:
    """If a later move cannot be read, the earlier ones are kept and shown."""
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


def test_sessions_side_by_side(table: Shell, tmp_path: Path) -> None:
    table("new", "last-blast", "Cy", "Di")
    table("new", "last-blast", "Ed", "Flo", "--file", str(tmp_path / "mine.jsonl"))
    listed = table("list").splitlines()
    assert [line[0] for line in listed] == [" ", " ", "*"]
    table("resume", "last-blast-1")
    assert table.json("status")["players"] == ["Ann", "Bo"]
    table("resume", str(tmp_path / "mine.jsonl"))
    assert table.json("status")["players"] == ["Ed", "Flo"]


def test_two_who_begin_at_once(referee: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second gets the next name, and a seed without a journal is never used for another game."""
    begin = beginning.begin

    def slow(file: Path, **how: Any) -> Session:
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


@pytest.mark.outside
def test_a_torn_journal_gives_a_warning(table: Shell) -> None:
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
def test_looking_changes_nothing(referee: Shell, kept: int) -> None:
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
    assert "game stopped" in referee("status") and "game stopped" in referee("moves")
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


def test_the_list_replays_what_is_new(table: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Only moves that count are counted; a game of another version is listed with a note."""
    monkeypatch.setenv("STARBOX_CACHE", str(tmp_path / "cache"))  # nobody else writes to this one
    for name in ("Ann", "Bo"):
        table("do", "--seat", name, table.json("moves", "--seat", name)["moves"][0])
    table("undo", "--agreed")
    first = table("list")
    assert "Ann, Bo  1 move  to act: Bo" in first
    with monkeypatch.context() as patched:
        patched.delattr(shelf, "replayed")
        assert table("list") == first
        file = tmp_path / "cache" / "games"
        whole = file.read_bytes()
        for harmed in (b"", b'{"x": 3}', whole[1:], whole[:-1], whole.replace(b'"Bo"', b'"Zo"')):
            file.write_bytes(harmed)
            assert table("list") != first, "a harmed cache is not used"
    assert table("list") == first
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
    assert "same for everybody" in table("log", "--recorded", "--seat", "Ann", exits=2)
    proof = table.json("verify", "last-blast-1", exits=1)
    assert (proof["replayed"], proof["records"], proof["seed"]) == (False, 5, "kept")
    assert proof["hash"]
    said = table("verify", "last-blast-1", exits=1)
    assert "The chain is unbroken." in said
    assert "cannot be checked here" in said
    assert "1 move The game was played by version 1 of" in " ".join(table("list").split())
    file = tmp_path / "over.jsonl"
    monkeypatch.setattr("referee.games.last_blast.game.version", 1)
    bots = ("--bots", "Ann=greedy", "--bots", "Bo=random")
    table("new", "last-blast", "Ann", "Bo", *bots, "--seed", "tea", "--file", str(file))
    monkeypatch.setattr("referee.games.last_blast.game.version", 99)
    told = table("log")  # it is over, and all has been shown
    assert told.startswith("The game was played by version 1")
    assert "The seed: tea" in told
    file.write_text(file.read_text().replace("Ann", "Eve"))
    assert table.json("verify", str(file), exits=1)["hash"] == ""


def test_a_game_that_this_starbox_lacks(table: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.games._has", lambda slug, part: False)
    assert 'The referee does not know "last-blast"' in table("status", exits=2)
    assert "last-blast, rules version 1: Ann, Bo" in table("log", "--recorded")
    assert table.json("verify", "last-blast-1", exits=1)["hash"]


@pytest.mark.parametrize("said", [b"\xff\xfe", b"", b"a\0b"], ids=["no text", "empty", "no name"])
def test_a_pointer_that_is_broken(table: Shell, said: bytes) -> None:
    """Words say what to do; the list still shows the games, and another is made current."""
    (table.home / "sittings" / "current").write_bytes(said)
    assert "referee resume" in table("status", exits=2)
    assert "does not name a journal" in " ".join(table("list").split())
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
        (("new", "mlem", "Ann", "Bo" * 21), "The name is too long: 42 characters."),
        (("new", "mlem", "Ann", "Bo:"), 'A name cannot contain ":"'),
        (("new", "mlem", "Ann", "Bo=greedy"), "Name bots with --bots"),
        (
            ("new", "mlem", "Ann", "Bo", "--file", "/no/such/folder/x.jsonl"),
            "folder: There is no such folder.",
        ),
        (("new", "last-blast", "Ann", "Bo", "--mode", "half"), 'There is no "half"'),
        (("new", "last-blast", "Ann", "Bo", "--dice", "mine"), "Known: referee, table"),
        (("new", "last-blast", "Ann", "Bo", "--bots", "Cy"), "Write NAME="),
        (("new", "last-blast", "Ann", "--bots", "Cy=greedy", "--bots", "Cy=random"), "is given twice"),
        (
            ("new", "planets", "Ann", "Bo", "--mode", "pad"),
            'no score pad for "planets". Did you mean "planetary"?',
        ),
        (
            ("new", "mlem", "Ann", "Bo", "--mode", "pad", "--bots", "Bo=greedy"),
            "--bots: A score pad does not use this",
        ),
        (
            ("new", "mlem", "Ann", "Bo", "--mode", "pad", "--seed", "kiwi"),
            "--seed: A score pad does not use this",
        ),
        (
            ("new", "mlem", "Ann", "Bo", "--mode", "pad", "--dice", "table"),
            "--dice: A score pad does not use this",
        ),
        (
            ("new", "mlem", "Ann", "Bo", "--dice", "table", "--seed", "kiwi"),
            "--seed: There is no use for a seed: the table rolls",
        ),
        (("new", "mlem", "Ann", "ann"), '"Ann" is given twice'),
        (("new", "mlem", "Ann", "B\x1b[1mo"), "not a proper name"),
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
    assert table.json("status", "--seat", "cy")["seat"] == "Cy"  # small letters are fine


def test_everything_before_a_broken_line_can_be_saved(table: Shell) -> None:
    """The message says where to cut, and after that the game is as it was then."""
    for name in ("Ann", "Bo"):
        table("do", "--seat", name, table.json("moves", "--seat", name)["moves"][0])
    file = table.home / "sittings" / "last-blast-1.jsonl"
    whole = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join((*whole[:4], b"\x00garbage\n", *whole[5:])))
    said = table("status", exits=2)
    assert "line 5" in said
    assert "delete everything from line 5 on" in said
    file.write_bytes(b"".join(file.read_bytes().splitlines(keepends=True)[:4]))
    assert table.json("status")["to_act"] == ["Bo"]
    file.write_text("a letter to the editor\n")
    assert "not a journal of a game" in table("status", exits=2)


def test_why_a_move_is_refused(table: Shell) -> None:
    """The text of the rule, from the rulebook; without --why only its number."""
    said = table("do", "--seat", "Ann", "row 2", "--why", exits=1)
    assert said.startswith("No: The flight has not begun [LB 4.2].\n\nrefused  The flight lasts seven")
    (why,) = table.json("do", "--seat", "Ann", "row 2", "--why", exits=1)["why"]
    assert (why["what"], why["rule"]) == ("refused", "LB 4.2")
    assert "refused" not in table("do", "--seat", "Ann", "row 2", exits=1)


def test_the_list_says_how_games_stand(referee: Shell) -> None:
    """Date, score pads, beginnings that were thrown away, whose turn it is, and who has won."""
    referee("new", "mlem", "Ann", "Bo", "--mode", "pad")
    referee("new", "mlem", "Cy", "Di", "--seed", "kiwi")
    referee("new", "last-blast", "Ann", "Bo", "--bots", "Ann=greedy", "--bots", "Bo=random", "--seed", "tea")
    blast, pad, thrown = referee.json("list")["sittings"]
    assert (blast["over"], blast["winners"], blast["to_act"]) == (True, referee.json("score")["winners"], [])
    assert (pad["pad"], pad["unused"], pad["over"]) == (True, True, False)
    assert (thrown["pad"], thrown["unused"], thrown["to_act"]) == (False, True, ["Di"])
    assert datetime.fromisoformat(blast["date"]).timestamp() == int(Path(blast["file"]).stat().st_mtime)
    lines = referee("list").splitlines()
    assert lines[0].endswith(f"over, won by {blast['winners'][0]}")
    assert "score pad" in lines[1] and "never played" in lines[2]
    referee("do", "board ace", exits=0 if referee("resume", "mlem-2") else 1)
    assert not referee.json("list")["sittings"][2]["unused"]
    assert "deleted" not in referee("list")
    referee("delete", "mlem-2", "--yes")
    found = referee.json("list")
    assert [(one["game"], one["players"]) for one in found["thrown_away"]] == [("mlem", ["Cy", "Di"])]
    assert referee("list").splitlines()[-2] == "Begun with a seed and deleted since: 1 game"
    assert referee("list").splitlines()[-1].split()[::2] == ["mlem-2", "Cy,"]


@pytest.mark.parametrize(
    "change",
    [
        {"bots": {"Ann": None}},
        {"options": {"wrecks": 1}},
        {"options": {"a": []}},
        {"seats": []},
        {"game": "../x"},
        {"position": "["},
        {"position": "a=1"},
        {"x": [[[]]]},
    ],
    ids=str,
)
def test_no_file_keeps_the_list_from_the_others(table: Shell, change: dict[str, Any]) -> None:
    """Whoever wrote it: the list names it with what is wrong, and shows the others."""
    whole = (table.home / "sittings" / "last-blast-1.jsonl").read_bytes().splitlines()[0]
    fields = {**json.loads(whole), **change}
    del fields["hash"]
    body = json.dumps(fields).encode()[:-1]
    line = body + b',"hash":"' + hashlib.sha256(body).hexdigest().encode() + b'"}\n'
    (table.home / "sittings" / "evil-1.jsonl").write_bytes(line)
    deep = b'{"starbox journal":' + b"[" * 100_000
    (table.home / "sittings" / "evil-2.jsonl").write_bytes(deep + b"\n")
    listed = {Path(one["file"]).stem: one for one in table.json("list")["sittings"]}
    assert set(listed) == {"evil-1", "evil-2", "last-blast-1"}
    assert listed["evil-1"]["problem"] and listed["evil-2"]["problem"]
    assert listed["last-blast-1"]["to_act"] == ["Ann", "Bo"]


def test_the_name_of_a_game_is_its_newest_session(table: Shell) -> None:
    table("new", "mlem", "Ann", "Bo", "--seed", "kiwi")
    table("new", "last-blast", "Cy", "Di", "--seed", "kiwi")
    assert table.json("resume", "mlem")["players"] == ["Ann", "Bo"]
    later = table.home / "sittings" / "last-blast-1.jsonl"
    os.utime(later, (2_000_000_000, 2_000_000_000))
    assert table.json("resume", "last-blast")["file"] == str(later)
    assert "no such journal" in table("delete", "last-blast", "--yes", exits=2), "to delete, name it"
    assert "no such journal" in table("resume", "rayguns", exits=2)


def test_a_game_is_deleted_with_its_seed_and_nothing_else(table: Shell, tmp_path: Path) -> None:
    folder = table.home / "sittings"
    table("new", "last-blast", "Cy", "Di")
    (folder / "notes.txt").write_text("mine")
    before = {file.name for file in folder.iterdir()}
    assert "Add --yes" in table("delete", "last-blast-1", exits=2)
    assert {file.name for file in folder.iterdir()} == before
    with shelf.opened(folder / "last-blast-1.jsonl"):
        assert "open elsewhere" in table("delete", "last-blast-1", "--yes", exits=2)
    gone = table.json("delete", "last-blast-1", "--yes")["files"]
    assert [Path(file).name for file in gone] == ["last-blast-1.jsonl", "last-blast-1.jsonl.seed"]
    assert before - {file.name for file in folder.iterdir()} == {Path(file).name for file in gone}
    letter = tmp_path / "letter.jsonl"
    letter.write_text("Dear editor\n")
    assert "not a journal" in table("delete", str(letter), "--yes", exits=2)
    assert letter.exists()
    table("delete", "last-blast-2", "--yes")  # the current one
    assert "no such file" in table("status", exits=2)
    assert "There are no games" in table("list")


@pytest.mark.parametrize(("answer", "gone"), [("yes", True), ("no", False), ("", False)])
def test_on_a_terminal_deleting_is_asked(
    answer: str,
    gone: bool,
    table: Shell,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("STARBOX_DATA", str(table.home))
    typed = io.StringIO(f"{answer}\n")
    monkeypatch.setattr(sys, "stdin", typed)
    for stream in (typed, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True, raising=False)
    assert delete(Path("last-blast-1")).ok == gone
    assert "It cannot be brought back." in capsys.readouterr().out
    assert (table.home / "sittings" / "last-blast-1.jsonl").exists() != gone


def test_a_rematch_has_the_same_players_and_another_seed(referee: Shell) -> None:
    referee("new", "planetary", "Ann", "Bo", "--deck", "Ann=solar", "--option", "rounds=9", "--seed", "kiwi")
    first = referee.json("status")
    second = referee.json("rematch")
    assert second["players"] == first["players"] and second["file"] != first["file"]
    assert second["commitment"] not in ("", first["commitment"])
    headers = [json.loads(Path(one["file"]).read_text().splitlines()[0]) for one in (first, second)]
    assert headers[0]["options"] == headers[1]["options"] != {}
    assert referee.json("verify", "planetary-2")["faults"] == []
    referee("new", "mlem", "Ann", "Bo", "--position", "examples/positions/mlem.toml", "--seed", "kiwi")
    assert referee.json("rematch", "mlem")["facts"] != referee.json("rematch", "planetary-1")["facts"]
    assert (
        json.loads((referee.home / "sittings" / "mlem-2.jsonl").read_text().splitlines()[0])["position"] == ""
    )


def test_undo_names_what_it_takes_back(referee: Shell) -> None:
    """By its text or, while it is secret, without it."""
    referee("new", "mlem", "Ann", "Bo", "--seed", "kiwi")
    name = referee.json("status")["to_act"][0]
    referee("do", "board scout")
    assert referee.json("undo")["told"][0] == f"{name}'s move board scout is taken back."
    assert "is taken back" not in referee("undo", exits=1)
    referee("new", "last-blast", "Ann", "Bo", "--seed", "kiwi")
    move = referee.json("moves", "--seat", "Ann")["moves"][0]
    referee("do", "--seat", "Ann", move)
    said = referee("undo")
    assert "Ann's secret choice is taken back." in said and move not in said
    referee("new", "mlem", "Ann", "Bo", "--mode", "pad")
    referee("do", "Ann: land m3", "Bo: land A ace")
    assert referee.json("undo", "2")["told"][:2] == [
        "Bo's move land A ace is taken back.",
        "Ann's move land m3 is taken back.",
    ]


def test_the_log_ends_with_the_winner_and_why(referee: Shell) -> None:
    """LB 5.1: the totals, and what the winner scored."""
    referee("new", "last-blast", "Ann", "Bo", "--mode", "pad")
    referee("do", "Ann: home R2-5 A6-3")
    assert "Winner" not in referee("log")
    referee("do", "Bo: home G1-2")
    assert referee.json("log")["lines"][-3:] == [
        "The game is over. Winner: Ann.",
        "Score: Ann 8, Bo 1.",
        "Ann: R2-5 +2 [LB 5.1]; A6-3 +6 [LB 5.1].",
    ]


def test_a_name_before_a_move_may_be_followed_by_spaces(referee: Shell) -> None:
    """A quotation is what was typed, and a sentence ends once."""
    referee("new", "mlem", "Ann", "Bo", "--mode", "pad")
    for typed in ("Ann: land m20", "ann:  land m20 "):
        said = referee("do", typed, exits=2)
        assert said.startswith('"land m20"') and not said.endswith("?.")
    assert not referee("do", "Ann: land m3", "Ann: land m20", exits=1).rstrip().endswith("?.")


@pytest.mark.parametrize("game", ["mlem", "last-blast"])
def test_a_forged_name_cannot_command_the_terminal(
    game: str, referee: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A journal may come from anybody. Whether it is refused or shown, its names are printed as text."""
    evil = "A\x1b[2J\x9b1m\u202en\x07\nreferee: Bo"
    with monkeypatch.context() as patched:
        patched.setattr(beginning, "_check_names", lambda names: None)
        file = referee.home / "forged.jsonl"
        file.parent.mkdir()
        shelf_env = {"STARBOX_DATA": str(referee.home)}
        beginning.begin(file, game, [evil, "Bo"], seed="kiwi")
    lines = ["resume FILE", "status", "log", "log --recorded", "moves", "list", "score", "play --plain",
             "verify FILE", "list --json", "status --json", "undo", "do quack", "rematch"]  # fmt: skip
    for line in lines:
        words = [str(file) if word == "FILE" else word for word in line.split()]
        done = CliRunner().invoke(app, words, input="help\nlog\nquit\n", env=shelf_env)
        shown = done.output + ("" if done.exception is None else str(done.exception))
        assert shown, line
        assert not set("\x1b\x9b\u202e\x07") & set(shown), line
        assert "\nreferee: Bo" not in shown, line


def test_no_game_yet(referee: Shell) -> None:
    for word in ("status", "moves", "log", "score", "undo", "redo", "play"):
        assert "There is no game at the table" in referee(word, exits=2)
    assert "no games" in referee("list")
