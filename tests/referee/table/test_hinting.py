"""Hints at a table: who can have one, when, and how it is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from components.errors import UsageError
from referee.players import clever
from referee.players.search import Budget
from referee.table import beginning, hinting
from referee.table.hinting import HintedMove, Hints, answered, asked, can_be_hinted, hint_lines
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


def test_a_hint_as_lines_or_why_there_is_none(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """With as many simulations as the usual level has, and the same for the same events."""
    monkeypatch.setattr(clever, "simulations", lambda slug, level: 2 * level)
    (acting,) = session.acting
    lines = hint_lines(session, acting)
    assert lines[0] == f"{session.names[acting]}'s moves, tried in {2 * clever.USUAL} simulations."
    assert lines == hint_lines(session, acting)
    told = f"There are no hints now: it is not the turn of {session.names[1 - acting]}."
    assert hint_lines(session, 1 - acting) == (told,)
    assert hint_lines(session, None) == ("There are no hints now.",)


def test_a_budget_that_is_given_is_kept(session: Session) -> None:
    (acting,) = session.acting
    found = answered(asked(session, acting), Budget(7)).value
    assert found.simulations == sum(one.simulations for one in found.moves) == 7


@pytest.mark.parametrize(("letters", "shown"), [(56, True), (57, False)])
def test_a_label_stands_behind_a_move_where_it_fits(
    letters: int, shown: bool, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """13 columns for the chance, 2 and 7 for the move, 2 and the label: 80 in all, and no more."""
    monkeypatch.setattr(hinting, "labelled", lambda game, move: "x" * letters)
    hints = Hints("Ann", 0, (HintedMove("use 1,*", 0.5, 0),))
    line = list(hinting._lines(session.game, hints, 1))[3]
    assert line == f"{'50.0 %':>13}  use 1,*" + f"  {'x' * letters}" * shown


def test_moves_that_were_not_tried_are_counted(session: Session) -> None:
    hints = Hints("Ann", 3, (HintedMove("board ace", 0.25, 3),))
    *_, move, left = hinting._lines(session.game, hints, 3)
    assert (move.split(), left) == (["25.0", "%", "3", "board", "ace"], "Not tried: 2 moves.")
    assert list(hinting._lines(session.game, hints, 1))[-1] == move
