"""The end of the game and its rewards (PL 7)."""

from __future__ import annotations

import pytest

from referee.engine.game import CHANCE, OVER, Seats
from referee.games.planetary import game
from referee.games.planetary.rules import damage, ending, sequence
from tests.referee.games.planetary.tables import (
    cell,
    do,
    place,
    table,
    why_not,
)


def test_7_1_the_last_with_units_wins() -> None:
    """PL 7.1: who has no unit is out, and the game ends when one is left."""
    state = table(ships="9 9 9", units="b1=2,1 s2=dead b2=dead h2=3,1", modules="E4@2=SCN* E4@3=SCN*")
    after = do(state, "b attack H2")
    assert after.sides[1].out == 1
    assert [bool(side.ship.on) for side in after.sides[1:]] == [False, True], "a wreck has nothing on"
    assert game.turn(after) == Seats((0,))
    state = table(ships="9 9", units="b1=2,1 s2=dead b2=dead h2=3,1")
    after = do(state, "b attack H2", "draw MED")
    assert game.turn(after) is OVER
    assert game.score(after).winners == ("Ann",)
    assert why_not(after, "done") == "PL 7.1"


def test_7_1_losing_the_last_unit_in_ones_own_turn_ends_it() -> None:
    """PL 7.1, PL 4.11: a module shot away under one's own last unit ends the turn."""
    state = table(
        ships="1 2 9", modules="E4@2=COR E4@1=CAN*", units="b1=D4@1 s1=dead h1=dead b2=dead s2=dead h2=E4@2"
    )
    alone = place(place(state, "b1", "dead"), "s1", "E4@2")
    alone = place(alone, "h2", "D4@2").but(fall=None)
    shot = damage.hit(alone, 1, cell("E4"), 2)
    assert shot.sides[0].out == 1
    assert sequence.settled(shot).active == 1


@pytest.mark.parametrize(
    ("units", "order"),
    [
        ("b1=dead", [["Bo"], ["Ann"]]),
        ("b1=dead s2=dead", [["Bo"], ["Ann"]]),  # Ann 2 + 3 HP, Bo 4 + 3
        ("b1=D4@1/1", [["Bo"], ["Ann"]]),
        ("", [["Ann", "Bo"]]),
    ],
)
def test_7_1_after_the_last_round(units: str, order: list[list[str]]) -> None:
    """PL 7.1: most units, then most HP, then shared."""
    state = table(ships="1 9", units=units, options={"rounds": "1"})
    assert [[state.names[seat] for seat in seats] for seats in ending.places(state)] == order
    state = do(state, "done", "ready")
    state = do(state, "draw COR") if game.turn(state) is CHANCE else state
    state = do(state, "done")
    assert state.step in ("reward", "over")


def test_7_2_and_7_3_rewards_at_the_end() -> None:
    """PL 7.2, PL 7.3: money by place; blueprints copied, drawn, or one of tier 2."""
    state = table(ships="1 1 1 1", options={"rounds": "1"})
    destroyed = [("LAS", "SHD"), ("COR", "LAS", "SHD", "MED", "DRL"), (), ("CAN",)]
    for seat, (codes, out) in enumerate(zip(destroyed, (None, 4, 3, 2), strict=True)):
        state = state.with_side(seat, state.sides[seat]._replace(destroyed=codes, out=out))
    state = ending.rewarding(state)
    assert len(game.chance(state).pool) == 5  # type: ignore[attr-defined]
    state = do(state, "draw SHD MED", "draw THR")
    sheet = game.score(state)
    assert [player.lines[-1].what for player in sheet.players] == [
        "blueprints: LAS, SHD (2 of 2)",
        "blueprints: SHD, MED (2 of 5, drawn)",
        "blueprints: THR (drawn, as none was destroyed)",
        "blueprints: none (last alone)",
    ]
    assert [player.total for player in sheet.players] == [80, 40, 20, 0]
    assert [player.blueprints for player in sheet.players] == [  # type: ignore[attr-defined]
        ("LAS", "SHD"),
        ("SHD", "MED"),
        ("THR",),
        (),
    ]


@pytest.mark.parametrize(
    ("destroyed", "drawn", "line"),
    [
        (("LAS", "SHD"), ["draw SHD"], "blueprints: SHD (1 of 2, drawn)"),
        (("LAS", "LAS"), [], "blueprints: LAS (1 of 2, drawn)"),  # there is nothing to draw
        (("LAS",), [], "blueprints: none (0 of 1)"),
    ],
)
def test_7_3_the_second_copies_half(destroyed: tuple[str, ...], drawn: list[str], line: str) -> None:
    state = table(ships="1 1 1", options={"rounds": "1"})
    for seat, out in enumerate((None, 3, 2)):
        codes = destroyed if seat == 1 else ("COR",)
        state = state.with_side(seat, state.sides[seat]._replace(destroyed=codes, out=out))
    sheet = game.score(do(ending.rewarding(state), *drawn))
    assert sheet.players[1].lines[-1].what == line
