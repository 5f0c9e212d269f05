"""A session as it is typed: commands, exit codes, JSON by its schema."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

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


def test_the_list_counts_and_replays_nothing(table: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only moves that count are counted; a game of another version is listed with a note."""
    for name in ("Ann", "Bo"):
        table("do", "--seat", name, table.json("moves", "--seat", name)["moves"][0])
    table("undo", "--agreed")
    monkeypatch.delattr(shelf, "replayed")
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
    assert "same for everybody" in table("log", "--recorded", "--seat", "Ann", exits=2)
    proof = table.json("verify", "last-blast-1", exits=1)
    assert (proof["replayed"], proof["records"], proof["seed"]) == (False, 5, "kept")
    assert proof["hash"]
    said = table("verify", "last-blast-1", exits=1)
    assert "The chain is unbroken." in said
    assert "cannot be checked here" in said
    assert "1 move  The game was played by version 1 of" in table("list")
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


def test_no_game_yet(referee: Shell) -> None:
    for word in ("status", "moves", "log", "score", "undo", "redo", "play"):
        assert "There is no game at the table" in referee(word, exits=2)
    assert "no games" in referee("list")
