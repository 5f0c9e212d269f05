"""`referee new --words` and `referee words`: nothing is drawn before everybody has added words."""

from __future__ import annotations

from tests.referee.commands.shell import Shell


def test_words_are_added_at_the_table(referee: Shell) -> None:
    said = referee("new", "last-blast", "Ann", "Bo", "Cy", "--bots", "Cy=greedy", "--words")
    assert "Words are to come from Ann, Bo: referee words Ann WORDS." in said
    waits = "No: Words are to come from Ann, Bo; see referee words."
    assert waits in referee("do", "pick", "R1-1", exits=1)
    assert "Words are to come from Ann, Bo" in referee("play", "--plain", exits=2)
    assert referee.json("status")["wanted"] == ""
    assert "nothing to bring back" in referee("redo", exits=1)
    assert referee.json("words", "Bo", "green", "tomatoes")["allowed"] is True
    assert "cannot be changed" in referee("words", "bo", "soup", exits=1)
    assert "Words are to come from Ann: referee words Ann WORDS." in referee("status")
    assert "Hand 1 is dealt" in referee("words", "Ann", "soup")
    assert "joined with words of Bo, Ann" in referee("verify", "last-blast-1")


def test_a_game_without_words(table: Shell) -> None:
    assert "did not agree on words" in table("words", "Ann", "soup", exits=1)
