"""The score pad of The Last Blast."""

from __future__ import annotations

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
