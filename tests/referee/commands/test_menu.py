"""The menu of `referee play`: what it offers, what comes of it, and how it is asked."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path

import pytest

from referee.commands.base.menu import hold_plainly, menu
from referee.engine.game import OVER
from referee.screen.menu import MenuApp
from referee.screen.prompt import Question, Reply
from referee.table import beginning, shelf
from referee.table.session import Session


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STARBOX_DATA", str(tmp_path))
    return tmp_path


def begun(game: str, *names: str, **how: object) -> Session:
    session = shelf.begin(game, lambda file: beginning.begin(file, game, names, seed="kiwi", **how))  # type: ignore[arg-type]
    shelf.make_current(session.journal.file)
    return session


def chosen(*replies: str | None) -> tuple[Session | None, list[Question]]:
    """Return what comes of these replies, each a part of a choice or a text, and the questions."""
    talk = menu()
    asked = [next(talk)]
    for reply in replies:
        choices = asked[-1].choices
        sent: Reply = reply
        if reply is not None and choices:
            (sent,) = (at for at, choice in enumerate(choices) if reply in choice)
        try:
            asked.append(talk.send(sent))
        except StopIteration as end:
            return end.value, asked
    raise AssertionError(asked[-1])


def test_the_first_game_ever() -> None:
    """Names that do not do are asked again, with the reason and what was typed."""
    session, asked = chosen("A new game", "MLEM", "The referee", "Ann, Ann", "Ann, Bo=greedy")
    assert asked[0].choices == ("Learn a game", "A new game", "Leave")
    assert "2 to 5 players" in asked[3].title and "greedy" in asked[3].title
    assert "given twice" in asked[4].said[0] and asked[4].typed == "Ann, Ann"
    assert session and (session.names, dict(session.header.bots)) == (("Ann", "Bo"), {"Bo": "greedy"})
    assert shelf.current_file() == session.journal.file


def test_names_are_remembered() -> None:
    begun("per-aspera", "Ann", "Bo", "Cy", "Di")
    begun("mlem", "Ed", "Flo", "Gus", "Hal", "Ivy")
    session, asked = chosen("A new game", "Rayguns", "Score pad", "Ann, Bo, Cy, Di")
    assert asked[-1].choices == ("Ann, Bo, Cy, Di", "Others, or with bots"), "five cannot play this"
    assert session and session.header.mode == "pad" and session.names == ("Ann", "Bo", "Cy", "Di")


def test_going_on_and_rematch() -> None:
    current = begun("mlem", "Ann", "Bo")
    session, asked = chosen("Go on")
    assert asked[0].choices[0].startswith("Go on") and "to act: " in asked[0].choices[0]
    assert session and session.journal.file == current.journal.file
    again, _ = chosen("Rematch")
    assert again and again.names == ("Ann", "Bo") and again.journal.file != current.journal.file
    assert again.secret != current.secret


def test_a_game_that_is_over_can_be_played_again() -> None:
    over = begun("last-blast", "Ann", "Bo", bots={"Ann": "greedy", "Bo": "random"})
    assert over.turn is OVER
    first = chosen(None)[1][0]
    assert first.choices[:2] == ("Rematch: The Last Blast, Ann, Bo", "A new game")
    again, asked = chosen("All games", "last-blast-1", "Play it again")
    assert "over, won by" in asked[1].choices[0]
    assert again and again.journal.file != over.journal.file


def test_another_game_and_deleting() -> None:
    other, current = begun("mlem", "Ann", "Bo"), begun("mlem", "Cy", "Di")
    session, _ = chosen("Another game", "mlem-1")
    assert session and session.journal.file == other.journal.file
    assert chosen("Delete a", "mlem-1", "Keep it", None)[1][-1].said == ("Nothing was deleted.",)
    assert other.journal.file.exists()
    assert chosen("Delete a", "mlem-1", "Delete it", None)[1][-1].said == ("mlem-1 was deleted.",)
    assert not other.journal.file.exists() and current.journal.file.exists()
    with shelf.opened(current.journal.file):
        said = chosen("Delete a", "mlem-2", "Delete it", None)[1][-1].said
        assert "open elsewhere" in " ".join(said)


def test_line_by_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Enter takes the first choice, numbers the others; what is not there is asked again."""
    begun("mlem", "Ann", "B\u0301o")
    monkeypatch.setattr("sys.stdin", io.StringIO("9\n3\nb\n\n"))
    session = hold_plainly(menu())
    assert session and session.header.game == "mlem"
    shown = capsys.readouterr().out
    assert '"9" is not a number from 1 to' in shown
    assert shown.count("What would you like to play?") == 2 and "Which game?" in shown
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert hold_plainly(menu()) is None, "the end of the input leaves"


def test_on_the_screen() -> None:
    """A digit or Enter chooses, Esc goes back, and names are typed on a line."""
    begun("mlem", "Ann", "Bo")

    async def play() -> MenuApp:
        app = MenuApp(menu())
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("3", "escape", "3", "down", "enter", "1", "2")
            await pilot.press(*"Cy,Di", "enter")
        return app

    app = asyncio.run(play())
    assert app.result and app.result.names == ("Cy", "Di") and app.result.header.game == "mlem"
