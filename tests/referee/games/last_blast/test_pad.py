"""The score pad of The Last Blast."""

from __future__ import annotations

import pytest

from components.errors import UsageError
from referee.engine.game import OVER, Ruling, Seats
from referee.engine.play import start_game
from referee.games.last_blast import pad
from tests.referee.pads import said

START = start_game(pad, ("Ann", "Bo", "Cy"), {})


def checked(state: pad.State, text: str) -> Ruling:
    return pad.check(state, 0, pad.read(state, 0, text))


def test_5_1_the_score_once_everybody_has_reported() -> None:
    state = said(pad, START, "Ann: home R2-5 A6-3", "Bo: exploded 5")
    assert pad.turn(state) == Seats((2,))
    assert pad.score(state).winners == ()
    state = said(pad, state, "Cy: home a52")
    assert pad.turn(state) is OVER
    assert [player.total for player in pad.score(state).players] == [8, 0, 5]
    assert pad.score(state).winners == ("Ann",)
    areas = pad.view(state, None).areas
    assert [area.note for area in areas if area.title.startswith("Rocket")] == ["", "exploded in round 5", ""]


def test_what_may_be_reported() -> None:
    assert [str(move) for move in pad.moves(START, 0)] == [f"exploded {round_}" for round_ in range(1, 8)]
    assert "home R2-5" in pad.hint(START, 0)
    reported = said(pad, START, "Ann: exploded 1")
    assert not pad.moves(reported, 0)
    assert pad.hint(reported, 0) == ""


@pytest.mark.parametrize(
    ("before", "text", "reason", "rule"),
    [
        (["Ann: exploded 1"], "exploded 2",
         "Ann has a result; undo takes it back, correct replaces it.", "LB 5.1"),
        (["Bo: home R2-5"], "home R2-5", "R2-5 is here 2 times.", "LB 1.3"),
        ([], "exploded 0", "There is no round 0; rounds are 1 to 7.", "LB 4.2"),
        ([], "exploded 8", "There is no round 8; rounds are 1 to 7.", "LB 4.2"),
        ([], "home", "A rocket without a card has exploded.", "LB 4.7"),
        (["Bo: exploded 2", "Cy: exploded 3"], "exploded 4",
         "Only Ann was left after round 3, and won at once (LB 4.9).", "LB 4.9"),
    ],
)  # fmt: skip
def test_what_is_refused(before: list[str], text: str, reason: str, rule: str) -> None:
    """LB 1.3, LB 4.2, LB 4.7, LB 4.9"""
    assert checked(said(pad, START, *before), text) == Ruling(False, reason, rule)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("exploded", "exploded needs Round."),
        ("exploded late", '"late"'),
        ("home R9-9", "Red cards"),
        ("gone", "no move"),
    ],
)
def test_misformed_reports_name_what_is_missing(text: str, says: str) -> None:
    with pytest.raises(UsageError) as caught:
        pad.read(START, 0, text)
    assert says in str(caught.value)
