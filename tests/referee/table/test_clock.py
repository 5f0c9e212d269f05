"""The clock of a session, with a simulated time that nobody waits for."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from components.errors import DataError, UsageError
from referee.screen import prompt
from referee.screen.dialogs import Reading
from referee.table import beginning
from referee.table.clock import Stopwatch, TimeLeft, open_clock, remind, times_left
from referee.table.journal import Journal
from referee.table.journal.lines import ClockRecord, TimeRecord
from referee.table.playing import play_text
from referee.table.proof import prove
from referee.table.session import Session, resume
from tests.referee.screen.tablekeys import Keys, drive


class Hands:
    """The simulated time, in seconds."""

    def __init__(self) -> None:
        self.now, self.today = 100.0, 1_700_000_000.0

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.today += seconds

    def open(self, session: Session) -> Stopwatch:
        watch = open_clock(session, lambda: self.now, lambda: self.today)
        assert watch
        return watch

    def left(self, session: Session) -> tuple[TimeLeft, ...]:
        return times_left(session, lambda: self.today)


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """Planetary with a clock, before Ann's first turn."""
    options = {"clock": "on", "start": "random"}
    session = beginning.begin(
        tmp_path / "game.jsonl",
        "planetary",
        ["Ann", "Bo"],
        seed="kiwi",
        options=options,
        bots={"Bo": "random"},
    )
    assert play_text(session, "Ann", "done").allowed
    return session


def test_time_runs_while_the_session_is_open(session: Session, hands: Hands) -> None:
    """PL 3.4: 60 s per turn. The journal records when time ran; a night between does not count."""
    watch = hands.open(session)
    watch.run(0)
    hands.wait(20.5)
    assert watch.seconds_left == 40
    assert hands.left(resume(session.journal.file)) == (TimeLeft("Ann", 40, running=True),)
    watch.stop()
    hands.wait(50_000)
    again = resume(session.journal.file)
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


def test_a_clock_that_was_killed_runs_no_more(session: Session, hands: Hands) -> None:
    hands.open(session).run(0)
    hands.wait(50_000)
    assert hands.left(resume(session.journal.file)) == (TimeLeft("Ann", 60, running=False),)


def test_a_turn_may_be_ended_after_15_s(session: Session, hands: Hands) -> None:
    """PL 3.4: only the end of the turn is held back, and only while the clock runs."""
    watch = hands.open(session)
    watch.run(0)
    assert play_text(session, "Ann", "ready", watch).allowed
    hands.wait(14.2)
    before = len(session.events)
    ruling = play_text(session, "Ann", "done", watch)
    assert ruling == (False, "A turn may be ended after 15 s: 1 s to go.", "PL 3.4")
    assert len(session.events) == before
    assert play_text(resume(session.journal.file), "Ann", "done").allowed


def test_when_time_is_over(session: Session, hands: Hands) -> None:
    """The turn ends once, with a record that can be replayed; a forged one is found."""
    watch = hands.open(session)
    watch.run(0)
    turn = session.state.turn_number
    hands.wait(60)
    assert watch.settle()
    assert session.state.turn_number > turn
    assert session.acting == (0,)
    assert not watch.settle()
    watch.run(0)
    assert watch.seconds_left == 60
    told = [line for telling in session.told(None) for line in telling.lines]
    assert told.count("Ann's time is over [PL 3.4].") == 1
    again = resume(session.journal.file)
    assert again.states == session.states
    assert prove(session.journal.file).faults == ()
    Journal.open(session.journal.file).append(TimeRecord("Ann"))
    with pytest.raises(DataError, match="The time of Ann was not over"):
        resume(session.journal.file)


def test_taking_back(session: Session, hands: Hands) -> None:
    """Undo within a turn gives no time back. Undoing the end of time, if all agree, gives back all of it."""
    watch = hands.open(session)
    watch.run(0)
    hands.wait(20)
    assert play_text(session, "Ann", "on LND").allowed
    watch.stop()
    assert session.undo().allowed
    watch.run(0)
    assert watch.seconds_left == 40
    hands.wait(40)
    assert watch.settle()
    assert "agree" in session.undo().reason
    assert session.undo(agreed=True).allowed
    assert hands.left(session) == (TimeLeft("Ann", 60, running=False),)
    assert hands.left(resume(session.journal.file)) == hands.left(session)
    assert session.redo().allowed
    assert resume(session.journal.file).states == session.states


def test_a_game_without_a_clock(tmp_path: Path) -> None:
    for slug in ("planetary", "mlem"):
        session = beginning.begin(tmp_path / f"{slug}.jsonl", slug, ["Ann", "Bo"], seed="kiwi")
        assert open_clock(session) is None
        assert times_left(session) == ()


def test_a_reminder_counts_each_turn(tmp_path: Path, hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    """For games without a clock: nothing is recorded and nothing happens at zero."""
    session = beginning.begin(tmp_path / "game.jsonl", "mlem", ["Ann", "Bo"], seed="kiwi")
    remind(session, 30)
    before = session.journal.file.read_bytes()
    watch = hands.open(session)
    first, second = session.acting[0], 1 - session.acting[0]
    assert watch.seconds_left is None
    watch.run(first)
    hands.wait(20)
    watch.run(first)
    assert watch.seconds_left == 10, "the same turn goes on"
    hands.wait(20)
    assert (watch.seconds_left, watch.settle(), times_left(session)) == (0, False, ())
    assert session.journal.file.read_bytes() == before
    assert play_text(session, session.names[first], "board ace", watch).allowed
    watch.run(second)
    assert watch.seconds_left == 30
    monkeypatch.setattr(prompt, "open_clock", hands.open)
    monkeypatch.setattr("sys.stdin", io.StringIO("board scout\nquit\n"))
    prompt.play(session, wipes=False)
    assert b"clock" not in session.journal.file.read_bytes()


def test_a_game_with_a_clock_needs_no_reminder(session: Session) -> None:
    with pytest.raises(UsageError, match="a clock of its own"):
        remind(session, 30)


def test_on_the_prompt_what_comes_too_late_is_not_done(
    session: Session, hands: Hands, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Slow(io.StringIO):
        def readline(self, size: int = -1, /) -> str:
            hands.wait(25)
            return super().readline(size)

    monkeypatch.setattr(prompt, "open_clock", hands.open)
    monkeypatch.setattr("sys.stdin", Slow("on LND\nready\nship 3\nquit\n"))
    prompt.play(session, wipes=False)
    out = capsys.readouterr().out
    assert "Ann (60 s left)> on LND" in out
    assert "Ann (10 s left)> ship 3\nAnn's time is over [PL 3.4]." in out
    assert not any("ship" in str(event.what) for event in session.events if event.seat == 0)
    last = json.loads(session.journal.file.read_text(encoding="utf-8").splitlines()[-1])
    assert (last["clock"], last["runs"], last["used"]) == ("Ann", False, 25_000), (
        "it stops when the prompt ends"
    )


def test_the_screen_counts_down(session: Session, hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    """At zero any dialog is closed, because it may show secrets."""
    monkeypatch.setattr("referee.screen.app.open_clock", hands.open)

    async def play(keys: Keys) -> None:
        assert "Moves: 60 s left" in keys.shown()
        hands.wait(18)
        keys.app.tick()
        await keys.press("f3")
        assert isinstance(keys.app.screen, Reading)
        turn = session.state.turn_number
        hands.wait(43)
        keys.app.tick()
        await keys.rest()
        assert not isinstance(keys.app.screen, Reading)
        assert session.state.turn_number > turn
        await keys.press("'ready", "'done")
        assert "15 s to go" in keys.panel("choosing")

    drive(session, play)


def test_time_that_is_over_where_the_seed_is_missing(
    tmp_path: Path, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Units are to be drawn a cell, and cannot: the screen ends, the reason is for whoever called."""
    options = {"clock": "on", "start": "random"}
    session = beginning.begin(
        tmp_path / "game.jsonl", "planetary", ["Ann", "Bo"], seed="kiwi", options=options
    )
    assert play_text(session, "Bo", "done").allowed
    session.secret = None
    monkeypatch.setattr("referee.screen.app.open_clock", hands.open)

    async def play(keys: Keys) -> None:
        await keys.press("enter")
        hands.wait(60)
        keys.app.tick()

    app = drive(session, play)
    assert app.failed and "seed of this game is not here" in str(app.failed)
