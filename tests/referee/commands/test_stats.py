"""The command `referee stats`, for two people at a score pad."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tests.generator.browser import Browser, in_a_browser
from tests.referee.commands.shell import Shell

HOSTILE = "<script>alert(1)</script>"


@pytest.fixture
def played(referee: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Shell:
    """Ann wins two games of The Last Blast, then =Bo wins one; a game of MLEM goes on."""
    monkeypatch.setenv("STARBOX_CACHE", str(tmp_path / "cache"))
    for first, second in (("R2-5 A6-3", "A5-2"), ("R2-5", ""), ("", "G2-3 A5-2")):
        referee("new", "last-blast", "Ann", "+Bo", "--mode", "pad")
        for name, cards in (("Ann", first), ("+Bo", second)):
            referee("do", "--seat", name, f"home {cards}" if cards else "exploded 3")
    referee("new", "mlem", "Ann", HOSTILE, "--mode", "pad")
    return referee


def test_everybody(played: Shell) -> None:
    """Wins with their intervals, streaks, and a line for each game."""
    lines = played("stats").splitlines()
    assert lines[:6] == [
        "3 games; 1 more not over.",
        "",
        "     played  streak  longest  won",
        "+Bo       3       1        1    1  33 % (6 to 79 %)",
        "Ann       3       0        2    2  67 % (21 to 94 %)",
        "",
    ]
    assert "last-blast: 3 games. Mean total 3.7; of winners 5.7." in lines
    assert max(map(len, lines)) <= 80


def test_one_player_and_one_game(played: Shell) -> None:
    """Any spelling will do; a name that nobody has is refused with the known ones."""
    answer = played.json("stats", "ann", "--game", "last-blast")
    (ann,) = answer["players"]
    assert (ann["player"], ann["rate"]["won"], ann["rate"]["games"], ann["longest"]) == ("Ann", 2, 3, 2)
    assert [(one["player"], one["lost"]) for one in ann["rivals"]] == [("+Bo", 1)]
    assert played.json("stats", "last-blast")["of"] == "last-blast"
    assert "seat 1       3    2  67 % (21 to 94 %)" in played("stats", "last-blast")
    assert "against  played  lost to  won" in played("stats", "Ann")
    assert 'Did you mean "Ann"?' in played("stats", "Anne", exits=2)
    assert 'no game "chess"' in played("stats", "--game", "chess", exits=2)
    assert played.json("stats", "--game", "rayguns")["games"] == 0


def test_a_table_without_formulas(played: Shell, tmp_path: Path) -> None:
    """A row for each player and each kind of games; a name that begins with a plus sign is a text."""
    file = tmp_path / "stats.csv"
    played("stats", "--csv", str(file))
    rows = list(csv.DictReader(file.open(encoding="utf-8", newline="")))
    assert [(row["player"], row["kind"], row["of"]) for row in rows] == [
        *(("'+Bo", kind, of) for kind, of in kinds("Ann")),
        *(("Ann", kind, of) for kind, of in kinds("'+Bo")),
    ]
    assert {name: rows[4][name] for name in ("games", "won", "share", "low", "high")} == {
        "games": "3", "won": "2", "share": "0.6667", "low": "0.2077", "high": "0.9385",
    }  # fmt: skip


def kinds(rival: str) -> list[tuple[str, str]]:
    return [("all", ""), ("game", "last-blast"), ("table", "2 players"), ("against", rival)]


def test_a_broken_journal_is_named(played: Shell) -> None:
    """The others still count."""
    (played.home / "sittings" / "broken.jsonl").write_text("{}\n", encoding="utf-8")
    assert "1 journal left out:\n  broken.jsonl: " in played("stats")
    assert played.json("stats")["games"] == 3


def test_no_games_at_all(referee: Shell) -> None:
    assert referee("stats") == "There are no games that are over.\n"


@in_a_browser
def test_the_page_in_a_browser(played: Shell, tmp_path: Path) -> None:
    """Names stay text, charts have a title and a description, and nothing complains or asks a network."""
    played("do", "--seat", "Ann", "crash")
    for _ in range(10):
        played("do", "crash")
    file = tmp_path / "stats.html"
    played("stats", "--html", str(file))
    with Browser() as browser:
        browser.open(file.as_uri())
        assert browser.run("document.scripts.length") == 0
        assert HOSTILE in browser.run("document.body.textContent")
        titles = browser.run("[...document.querySelectorAll('svg title')].map(title => title.textContent)")
        assert titles == ["Wins", "Totals game by game", "Wins by seat", "Wins by seat"]
        told = browser.run("[...document.querySelectorAll('svg desc')].map(desc => desc.textContent)")
        assert "Ann: 75 % (30 to 95 %)" in told[0]
        assert "Ann: 8, 2, 0" in told[1]
        assert browser.complaints == []
