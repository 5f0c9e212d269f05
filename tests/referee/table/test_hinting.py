"""Hints at a table: who can have one, when, and how it is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from components.errors import UsageError
from referee.engine.answers import Answer
from referee.players import clever
from referee.players.search import Budget
from referee.table import beginning, hinting
from referee.table.hinting import HintedMove, Hints, answered, asked, can_be_hinted, hint_blocks
from referee.table.session import Session


@pytest.fixture
def session(file: Path) -> Session:
    """Bo is to board an astronaut, and Ann waits."""
    return beginning.begin(file, "mlem", ["Ann", "Bo"], seed="tea")


def test_only_who_is_to_move_can_have_a_hint(session: Session, tmp_path: Path) -> None:
    (acting,) = session.acting
    waiting = 1 - acting
    assert can_be_hinted(session, acting) and not can_be_hinted(session, waiting)
    with pytest.raises(UsageError, match=f"it is not the turn of {session.names[waiting]}"):
        asked(session, waiting)
    dice = beginning.begin(
        tmp_path / "own.jsonl", "mlem", ["Ann", "Bo"], dice="table"
    )  # their own dice come first
    assert not any(can_be_hinted(dice, seat) for seat in (0, 1))


def test_a_hint_or_why_there_is_none(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """With as many simulations as the usual level has, and the same for the same events."""
    monkeypatch.setattr(clever, "simulations", lambda slug, level: 2 * level)
    (acting,) = session.acting
    blocks = hint_blocks(session, acting)
    assert blocks[0] == f"{session.names[acting]}'s moves, tried in {2 * clever.USUAL} simulations."
    assert blocks == hint_blocks(session, acting)
    told = f"There are no hints now: it is not the turn of {session.names[1 - acting]}."
    assert hint_blocks(session, 1 - acting) == (told,)
    assert hint_blocks(session, None) == ("There are no hints now.",)


def test_a_budget_that_is_given_is_kept(session: Session) -> None:
    (acting,) = session.acting
    found = answered(asked(session, acting), Budget(7)).value
    assert found.simulations == sum(one.simulations for one in found.moves) == 7


def test_a_label_stands_behind_its_move(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulations have a column of their own only where there are any."""
    monkeypatch.setattr(hinting, "labelled", lambda game, move: f"about {move}")
    for count in (0, 7):
        hints = Hints("Ann", count, (HintedMove("use 1,*", 0.5, count),))
        _, _, head, row = Answer(None, tuple(hinting._blocks(session.game, hints, 1))).lines
        tried = ["7"] if count else []
        assert head.split() == ["chance", "to", "win", *(["tried"] if count else []), "move"]
        assert row.split() == ["50.0", "%", *tried, "use", "1,*", "about", "use", "1,*"]


def test_moves_that_were_not_tried_are_counted(session: Session) -> None:
    hints = Hints("Ann", 3, (HintedMove("board ace", 0.25, 3),))
    assert list(hinting._blocks(session.game, hints, 3))[3:] == ["Not tried: 2 moves."]
    assert list(hinting._blocks(session.game, hints, 1))[3:] == []
