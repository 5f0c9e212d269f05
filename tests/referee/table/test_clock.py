"""The clock of a sitting, with a clock of its own that nobody waits for."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from components.errors import DataError
from referee.table import beginning, prompt, session
from referee.table.clock import Stopwatch, TimeLeft, open_clock, times_left
from referee.table.journal import ClockRecord, Journal, TimeRecord
from referee.table.proof import prove
from referee.table.reporting import play_text
from referee.table.screen.dialogs import Reading
from referee.table.session import Session
from tests.referee.table.tablekeys import Keys, drive


class Hands:
    """What the clocks of the house show, in seconds."""

    def __init__(self) -> None:
        self.now, self.today = 100.0, 1_700_000_000.0

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.today += seconds

    def open(self, game: Session) -> Stopwatch:
        watch = open_clock(game, lambda: self.now, lambda: self.today)
        assert watch
        return watch

    def left(self, game: Session) -> tuple[TimeLeft, ...]:
        return times_left(game, lambda: self.today)


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
def game(tmp_path: Path) -> Session:
    """Planetary with a clock, before Ann's first turn."""
    options = {"clock": "on", "start": "random"}
    game = beginning.begin(
        tmp_path / "game.jsonl",
        "planetary",
        ["Ann", "Bo"],
        seed="kiwi",
        options=options,
        bots={"Bo": "random"},
    )
    assert play_text(game, "Ann", "done").allowed
    return game


def test_time_runs_while_the_sitting_is_open(game: Session, hands: Hands) -> None:
    """PL 3.4: 60 s a turn. The journal knows when it ran; the night between two sittings counts nothing."""
    watch = hands.open(game)
    watch.run(0)
    hands.wait(20.5)
    assert watch.seconds_left == 40
    assert hands.left(session.resume(game.journal.file)) == (TimeLeft("Ann", 40, running=True),)
    watch.stop()
    hands.wait(50_000)
    again = session.resume(game.journal.file)
    assert hands.left(again) == (TimeLeft("Ann", 40, running=False),)
    watch = hands.open(again)
    watch.run(0)
    watch.run(0)
    hands.wait(30)
    assert (watch.seconds_left, watch.settle()) == (10, False)
    notes = [record for record in again.journal.records if isinstance(record, ClockRecord)]
    assert [(note.runs, note.at - 1_700_000_000, note.used) for note in notes] == [
        (True, 0, 0),
        (False, 20, 20_500),
        (True, 50_020, 20_500),
    ]


def test_a_clock_that_was_killed_runs_no_more(game: Session, hands: Hands) -> None:
    hands.open(game).run(0)
    hands.wait(50_000)
    assert hands.left(session.resume(game.journal.file)) == (TimeLeft("Ann", 60, running=False),)


def test_a_turn_may_be_ended_after_15_s(game: Session, hands: Hands) -> None:
    """PL 3.4; nothing else is held back. Without an open sitting no time runs, and nothing is held."""
    watch = hands.open(game)
    watch.run(0)
    assert play_text(game, "Ann", "ready").allowed
    hands.wait(14.2)
    before = len(game.events)
    ruling = play_text(game, "Ann", "done")
    assert ruling == (False, "A turn may be ended after 15 s: 1 s to go.", "PL 3.4")
    assert len(game.events) == before
    assert play_text(session.resume(game.journal.file), "Ann", "done").allowed


def test_when_time_is_over(game: Session, hands: Hands) -> None:
    """The turn ends by itself, once; it is a record that replays, and one that is forged is found."""
    watch = hands.open(game)
    watch.run(0)
    turn = game.state.turn_number
    hands.wait(60)
    assert watch.settle()
    assert game.state.turn_number > turn
    assert game.acting == (0,)
    assert not watch.settle()
    watch.run(0)
    assert watch.seconds_left == 60
    told = [line for telling in game.told(None) for line in telling.lines]
    assert told.count("Ann's time is over [PL 3.4].") == 1
    again = session.resume(game.journal.file)
    assert again.states == game.states
    assert prove(game.journal.file).faults == ()
    Journal.open(game.journal.file).append(TimeRecord("Ann"))
    with pytest.raises(DataError, match="The time of Ann was not over"):
        session.resume(game.journal.file)


def test_taking_back(game: Session, hands: Hands) -> None:
    """Within a turn the time goes on. That it was over is taken back if all agree; then it begins anew."""
    watch = hands.open(game)
    watch.run(0)
    hands.wait(20)
    assert play_text(game, "Ann", "on LND").allowed
    watch.stop()
    assert game.undo().allowed
    watch.run(0)
    assert watch.seconds_left == 40
    hands.wait(40)
    assert watch.settle()
    assert "agree" in game.undo().reason
    assert game.undo(agreed=True).allowed
    assert hands.left(game) == (TimeLeft("Ann", 60, running=False),)
    assert hands.left(session.resume(game.journal.file)) == hands.left(game)
    assert game.redo().allowed
    assert session.resume(game.journal.file).states == game.states


def test_a_game_without_a_clock(tmp_path: Path) -> None:
    for slug in ("planetary", "mlem"):
        game = beginning.begin(tmp_path / f"{slug}.jsonl", slug, ["Ann", "Bo"], seed="kiwi")
        assert open_clock(game) is None
        assert times_left(game) == ()


def test_on_the_prompt_what_comes_too_late_is_not_done(
    game: Session, hands: Hands, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Slow(io.StringIO):
        def readline(self, size: int = -1, /) -> str:
            hands.wait(25)
            return super().readline(size)

    monkeypatch.setattr(prompt, "open_clock", hands.open)
    monkeypatch.setattr("sys.stdin", Slow("on LND\nready\nship 3\nquit\n"))
    prompt.play(game, wipes=False)
    out = capsys.readouterr().out
    assert "Ann (60 s left)> on LND" in out
    assert "Ann (10 s left)> ship 3\nAnn's time is over [PL 3.4]." in out
    assert not any("ship" in str(event.what) for event in game.events if event.seat == 0)
    last = json.loads(game.journal.file.read_text(encoding="utf-8").splitlines()[-1])
    assert (last["clock"], last["runs"], last["used"]) == ("Ann", False, 25_000), "it stops with the sitting"


def test_the_screen_counts_down(game: Session, hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    """At zero whatever lies over the table is put away, as it may show what the next may not see."""
    monkeypatch.setattr("referee.table.screen.app.open_clock", hands.open)

    async def play(keys: Keys) -> None:
        assert "Moves: 60 s left" in keys.shown()
        hands.wait(18)
        keys.app.tick()
        await keys.press("f3")
        assert isinstance(keys.app.screen, Reading)
        turn = game.state.turn_number
        hands.wait(43)
        keys.app.tick()
        await keys.rest()
        assert not isinstance(keys.app.screen, Reading)
        assert game.state.turn_number > turn
        await keys.press("'ready", "'done")
        assert "15 s to go" in keys.panel("choosing")

    drive(game, play)


def test_time_that_is_over_where_the_seed_is_missing(
    tmp_path: Path, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Units are to be drawn a cell, and cannot: the screen ends, the reason is for whoever called."""
    options = {"clock": "on", "start": "random"}
    game = beginning.begin(tmp_path / "game.jsonl", "planetary", ["Ann", "Bo"], seed="kiwi", options=options)
    assert play_text(game, "Bo", "done").allowed
    game.seed = None
    monkeypatch.setattr("referee.table.screen.app.open_clock", hands.open)

    async def play(keys: Keys) -> None:
        await keys.press("enter")
        hands.wait(60)
        keys.app.tick()

    app = drive(game, play)
    assert app.failed and "seed of this game is not here" in str(app.failed)
