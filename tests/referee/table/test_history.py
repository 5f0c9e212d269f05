"""The course of a game: what is told of it, who is waited for, and how it goes on where it was cut off."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from referee.engine.game import OVER, Event, Ruling, Telling
from referee.table.beginning import begin
from referee.table.history import Step
from referee.table.journal.lines import MoveRecord, Record, RedoRecord, SeedRecord, UndoRecord
from referee.table.playing import play_text
from referee.table.session import Session, resume
from tests.referee.table.moving import play

GAME = "last-blast"
ANN, BO, CHANCE, UNDO, REDO = 0, 1, None, UndoRecord(1), RedoRecord(1)


@pytest.mark.parametrize(
    ("story", "seat", "since", "moments"),
    [
        ([ANN], ANN, 0, "0"),
        ([ANN], BO, 0, "0"),
        ([ANN], None, 0, "0"),
        ([ANN, BO], ANN, 0, "01"),
        ([ANN, BO], BO, 0, "1"),
        ([ANN, BO], None, 0, "1"),
        ([ANN, CHANCE, CHANCE], None, 0, "012"),
        ([ANN, CHANCE, BO], None, 0, "2"),
        ([ANN, CHANCE, BO, CHANCE], ANN, 0, "0123"),
        ([CHANCE, ANN, UNDO, BO, REDO], ANN, 0, "13"),
        ([CHANCE, ANN, UNDO, BO, REDO], BO, 0, "3"),
        ([ANN, BO, ANN, BO], ANN, 1, "123"),
        ([ANN, BO, ANN, BO], None, 2, "23"),
    ],
)
def test_what_is_shown_for_a_moment(
    story: list[Any], seat: int | None, since: int, moments: str, file: Path
) -> None:
    """Until that seat, or for an onlooker any seat, moves; and to whoever was there before it happened."""
    history = begin(file, GAME, ["Ann", "Bo"], seed="tea")
    history.story = [
        step if isinstance(step, UndoRecord | RedoRecord) else Step(number, Event(step, "it"), None)
        for number, step in enumerate(story)
    ]
    told = SimpleNamespace(tell=lambda before, event, after, seat: Telling(("said",), moment=(f"{before}",)))
    history.game = told  # type: ignore[assignment]
    found = list(history.told(seat, since))
    assert [telling.moment for telling in found] == [()] * (len(story) - since)
    lines = [line for telling in found for line in telling.lines if line != "said"]
    assert "".join(line for line in lines if line.isdigit()) == moments


def test_nobody_is_waited_for_without_words(file: Path) -> None:
    session = begin(file, GAME, ["Ann", "Bo"], seed="tea")
    assert (session.awaited, session.thinker) == ((), None)


def test_a_game_that_waits_for_words_is_not_cut_off(file: Path) -> None:
    session = begin(file, GAME, ["Ann", "Bo", "Cy"], seed="tea", words=True, bots={"Cy": "greedy"})
    session.apart = frozenset({2})
    assert (session.cut_off, session.thinker) == (False, None)
    assert "Words are to come" in play_text(session, "Ann", "pick").reason
    assert resume(file).events == []


def test_what_may_be_typed_besides(file: Path) -> None:
    """A score pad gives a hint; a game whose moves are all listed gives none."""
    assert begin(file, GAME, ["Ann", "Bo"], seed="tea").hint(0) == ""
    pad = begin(file.with_name("pad.jsonl"), "mlem", ["Ann", "Bo"], mode="pad")
    assert pad.hint(0) and pad.hint(0) == pad.game.hint(pad.state, 0)  # type: ignore[attr-defined]


def test_nothing_happens_after_the_end(file: Path) -> None:
    session = begin(file, GAME, ["Ann", "Bo"], seed="tea")
    play(session)
    size = file.stat().st_size
    assert session.turn is OVER
    for event in (session.events[-1], Event(None, session.events[0].what)):
        assert session.play(event) == (False, "The game is over.", "")
    assert file.stat().st_size == size


def test_more_moves_than_there_are_reveal_nothing(file: Path) -> None:
    session = begin(file, GAME, ["Ann", "Bo"], seed="tea")
    assert session.reveals() is session.reveals(0) is False
    play(session, 2)
    assert (session.reveals(2), session.reveals(3), session.reveals(0)) == (True, False, False)


def test_whether_somebody_else_went_on(file: Path) -> None:
    one, other = begin(file, GAME, ["Ann", "Bo"], seed="tea"), resume(file)
    assert other.catch_up() is False
    play(one, 1)
    assert other.catch_up() is True
    assert (other.events, other.catch_up()) == (one.events, False)


def test_a_bot_that_is_left_to_think_elsewhere(file: Path) -> None:
    """The game waits for it. Whoever shows the game asks for its move, or lets the referee go on."""
    session = begin(file, GAME, ["Ann", "Bo", "Cy"], seed="tea", bots={"Bo": "greedy", "Cy": "greedy"})
    assert session.thinker is None, "Ann is to move"
    session.apart = frozenset({1})
    while session.thinker is None:
        seat = session.acting[0]
        assert session.play(Event(seat, next(iter(session.game.moves(session.state, seat))))).allowed
    assert session.thinker == 1
    before = len(session.events)
    session.advance()
    assert len(session.events) == before
    assert session.play(Event(1, session.bot_move(1))).allowed
    assert session.events[before].seat == 1
    session.apart = frozenset()
    session.advance()
    assert session.thinker is None and session.acting in ((0,), ())


def test_bringing_back_goes_on_where_a_move_was_cut_off(file: Path) -> None:
    """Killed after Ann's move, before Bo's: what is brought back is Ann's, and Bo's follows."""
    session = begin(file, GAME, ["Ann", "Bo"], seed="tea", bots={"Bo": "greedy"})
    play(session, 4)
    at = max(n for n, record in enumerate(session.journal.records) if follows_a_person(session, n))
    file.write_bytes(b"".join(file.read_bytes().splitlines(keepends=True)[: at + 1]))
    again = resume(file)
    assert again.cut_off and again.undo(agreed=True).allowed and again.redo().allowed
    assert not again.cut_off
    assert again.events == session.events[: len(again.events)]


def follows_a_person(session: Session, number: int) -> bool:
    """Tell whether that record is what the referee or a bot did right after Ann's move."""
    before, record = session.journal.records[number - 1], session.journal.records[number]
    ann = isinstance(before, MoveRecord) and before.seat == "Ann"
    return number > 0 and ann and not (isinstance(record, MoveRecord) and record.seat == "Ann")


def test_whoever_is_overtaken_while_the_seed_is_shown_goes_on(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody takes the last move back and makes it again, and is killed: the seed is shown once."""
    session = begin(file, GAME, ["Ann", "Bo"], seed="tea")
    append = Session._append

    def overtaken(self: Session, record: Record) -> Ruling:
        monkeypatch.setattr(Session, "_append", append)
        if isinstance(record, SeedRecord):
            other = resume(file)
            last = other.events[other.starts()[-1]]
            assert other.undo(agreed=True).allowed
            assert last.seat is not None
            other.journal.append(MoveRecord(other.names[last.seat], str(last.what)))
            return append(self, record)
        monkeypatch.setattr(Session, "_append", overtaken)
        return append(self, record)

    monkeypatch.setattr(Session, "_append", overtaken)
    play(session)
    assert session.turn is OVER and session.shown
    assert sum(isinstance(record, SeedRecord) for record in session.journal.records) == 1
    assert any(isinstance(record, UndoRecord) for record in session.journal.records)
    assert resume(file).states == session.states
