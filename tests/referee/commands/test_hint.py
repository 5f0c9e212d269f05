"""Hints: each move with its chance to win, for the seat whose turn it is and from what it knows."""

from __future__ import annotations

import pytest

from referee.players.clever import simulations
from tests.referee.commands.shell import Shell


def test_each_move_has_a_chance_and_its_simulations(table: Shell) -> None:
    found = table.json("hint", "--seat", "Ann", "--level", "1")
    assert found["seat"] == "Ann"
    assert found["simulations"] == simulations("last-blast", 1)
    assert sum(move["simulations"] for move in found["moves"]) == found["simulations"]
    assert {move["move"] for move in found["moves"]} <= set(table.json("moves", "--seat", "Ann")["moves"])
    assert all(0 <= move["chance"] <= 1 for move in found["moves"])
    assert table.json("hint", "--seat", "Ann", "--level", "1") == found, "the same simulations, the same hint"


def test_a_hint_in_words(table: Shell) -> None:
    lines = table("hint", "--seat", "Ann", "--level", "1").splitlines()
    assert lines[0] == "Ann's moves, tried in 50 simulations."
    assert lines[2] == "chance to win  tried  move"
    moves = [line for line in lines[3:] if "pick" in line]
    assert len(moves) >= 3 and all("%" in line for line in moves)
    assert [line for line in lines[3:] if line not in moves] == [
        "The last ones were tried too seldom for their chances to say much."
    ]
    assert max(map(len, lines)) <= 80


def test_a_hint_by_time(table: Shell) -> None:
    assert table.json("hint", "--seat", "Ann", "--seconds", "0.1")["simulations"] >= 1


def test_of_another_journal(referee: Shell) -> None:
    referee("new", "mlem", "Ann", "Bo", "--seed", "kiwi")
    acting = referee.json("status")["to_act"][0]
    referee("new", "last-blast", "Ann", "Bo")
    assert referee.json("hint", "mlem-1", "--level", "1")["seat"] == acting


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("hint",), "Several may act: Ann, Bo."),
        (("hint", "--seat", "Cy"), "Cy"),
        (("hint", "--seat", "Ann", "--level", "2", "--seconds", "1"), "Both a level and a time are given."),
        (("hint", "nothing"), "nothing"),
    ],
)
def test_what_cannot_be_asked(table: Shell, words: tuple[str, ...], message: str) -> None:
    assert message in table(*words, exits=2)


def test_no_hint_out_of_turn_and_none_for_a_pad(referee: Shell) -> None:
    referee("new", "mlem", "Ann", "Bo", "--seed", "kiwi")
    waiting = ({"Ann", "Bo"} - set(referee.json("status")["to_act"])).pop()
    assert f"it is not the turn of {waiting}" in referee("hint", "--seat", waiting, exits=2)
    referee("new", "mlem", "Ann", "Bo", "--mode", "pad")
    assert "no hints for a score pad" in referee("hint", "--seat", "Ann", exits=2)


def test_a_game_with_a_clever_bot_is_proved(referee: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its moves follow from the seed and its level, so `verify` makes them again."""
    monkeypatch.setattr("referee.players.clever.simulations", lambda slug, level: 2 * level)
    bots = ("--bots", "Ann=clever:1", "--bots", "Bo=random")
    referee("new", "last-blast", "Ann", "Bo", *bots, "--seed", "kiwi")
    assert "Every move of a bot is the one it makes with this seed." in referee("verify", "last-blast-1")
    monkeypatch.setattr("referee.players.clever.simulations", lambda slug, level: 9 * level)
    assert "is recorded, but the bot Ann" in referee("verify", "last-blast-1", exits=1)


def test_chances_that_are_worked_out(referee: Shell) -> None:
    """In MLEM for two, from the level on that has the time; for boarding, of as many as there is time for."""
    referee("new", "mlem", "Ann", "Bo", "--seed", "kiwi")
    assert [len(referee.json("hint", "--level", level)["moves"]) for level in ("2", "3", "5")] == [1, 2, 8]
    assert referee("hint", "--level", "3").splitlines()[-1] == "Not tried: 6 moves."
    for astronaut in ("ace", "scout"):
        referee("do", f"board {astronaut}")
    found = referee.json("hint")
    chances = [move["chance"] for move in found["moves"]]
    assert found["simulations"] == 0
    assert len(chances) == len(referee.json("moves")["moves"])
    assert chances == sorted(chances, reverse=True)
    lines = referee("hint").splitlines()
    assert lines[0] == f"{found['seat']}'s moves, each chance worked out."
    assert lines[2].split() == ["chance", "to", "win", "move"]
    assert referee.json("hint", "--level", "1")["simulations"] == simulations("mlem", 1)
