"""The Last Blast: the flight phase, rule by rule."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.contract import count_lines
from referee.engine.game import OVER, Ruling, Seats
from referee.games.last_blast import game
from referee.games.last_blast.moves import Lose, Row
from referee.games.last_blast.rules import flight
from tests.referee.games.last_blast.table import checked, codes, flying, played


def test_4_2_turns_go_clockwise_and_the_first_column_is_free() -> None:
    """LB 4.2: any free row, no jump damage, two rockets never on one tile."""
    state = flying("A4-1 A5-1", "A4-2 A5-2", order=(1, 0), starter=1)
    assert checked(state, "1: row 1") == Ruling(False, "It is Bo's turn.", "LB 4.2")
    assert [str(move) for move in game.moves(state, 1)] == ["row 1", "row 2", "row 3"]
    assert flight.rows_changed(state, 1, 3) is None
    state = played(state, "2: row 2")
    assert [str(move) for move in game.moves(state, 0)] == ["row 1", "row 3"]
    assert checked(state, "1: row 2") == Ruling(False, "Bo is on that tile.", "LB 4.2")
    for row in (0, 4):
        assert not game.check(state, 0, Row(row)).allowed
    assert played(state, "1: row 1").rows == (1, 2)


def test_4_2_lines_of_a_flight() -> None:
    """LB 4.2, LB 4.6: three rows, then two; counted by hand for rockets that take no damage to place."""
    state = flying("G1-1 G1-2 G1-3 G1-4", "G2-1 G2-2 G2-3 G2-4", field="1111111/1111111/1111111")
    assert [count_lines(game, state, depth) for depth in range(1, 5)] == [3, 6, 18, 36]


def test_4_2_a_tile_that_was_left_is_free() -> None:
    """LB 4.2: only the next column counts."""
    state = flying("A4-3 A5-1 A6-1 R1-1", "A4-2 A5-2 A6-2 R1-2", rows=(3, 1), column=1)
    assert played(state, "1: row 1").rows == (1, 1)
    assert checked(played(state, "1: row 1"), "2: row 1").rule == "LB 4.2"


@pytest.mark.parametrize(
    ("front", "field", "here", "row", "jump", "collision"),
    [
        pytest.param("R2-5", "11/11/13", 1, 3, 0, 2, id="LB 4.3 example"),
        pytest.param("G2-1", "11/16/11", 1, 2, 1, 3, id="LB 4.4 example"),
        pytest.param("A6-4", "11/11/11/14", 1, 4, 3, 0, id="LB 4.5 example"),
        pytest.param("R3-2", "12/11/11", 1, 1, 0, 0, id="LB 4.6 example"),
    ],
)
def test_4_5_damage(front: str, field: str, here: int, row: int, jump: int, collision: int) -> None:
    """LB 4.3, LB 4.4, LB 4.5: the worked examples, on a field."""
    rest = "A4-1 A4-2 A4-3 A4-5 A4-6"
    rows = (here, 2 if here != 2 else 3)
    state = flying(f"{front} {rest}", "A5-1", field=field, column=1, rows=rows)
    assert flight.damage_of(state, 0, row) == (jump, collision)


def test_4_6_removal() -> None:
    """LB 4.6: front, rear, then as the owner chooses; never the middle."""
    state = flying("G2-1 A4-1 A4-2 A4-3 A4-4", "A5-1 A5-2", field="61/16/66", column=1, rows=(1, 3))
    state = played(state, "1: row 2")
    assert (codes(state.rockets[0]), state.choice) == ("A4-1 A4-2 A4-3", 2)
    assert checked(state, "1: row 1").rule == "LB 4.6"
    assert checked(state, "2: row 1").rule == "LB 4.2"
    assert checked(state, "1: lose 3") == Ruling(False, "0 to 2 cards come from the front.", "LB 4.6")
    assert not game.check(state, 0, Lose(-1)).allowed
    left = [codes(played(state, f"1: lose {front}").rockets[0]) for front in range(3)]
    assert left == ["A4-1", "A4-2", "A4-3"]
    assert checked(played(state, "1: lose 1"), "2: lose 0") == Ruling(
        False, "There is no choice of cards to lose now.", "LB 4.6"
    )


def test_4_6_lines_of_a_flight_to_its_end() -> None:
    """LB 4.6, LB 4.9: in the last column, with a row of six to explode on."""
    state = flying("A4-1 A4-2 A4-3 A4-4 A4-5", "A5-1", field="1111111/1111114/1111116", column=6, rows=(1, 1))
    # Ann: row 1, no damage. Row 2: jump 1 + 3 = 4, two of choice: 3 ways. Row 3: 2 + 5 explode.
    # Then Bo has two rows each; a game that is over ends the line.
    assert count_lines(game, state, 1) == 3
    assert count_lines(game, state, 9) == 1 * 2 + 3 * 2 + 1 * 3


def test_4_7_an_explosion_frees_the_tile() -> None:
    """LB 4.7: damage as high as the cards left; the token leaves at once."""
    state = flying("A4-1 A4-2", "A5-1 A5-2 A5-3", "A6-1 A6-2", field="33/33/33/33", column=1, rows=(2, 1, 3))
    state = played(state, "1: row 2")
    assert (state.rockets[0], state.rows[0], state.exploded[0]) == ((), None, 2)
    assert checked(state, "2: row 2").allowed
    assert checked(state, "1: row 2") == Ruling(False, "It is Bo's turn.", "LB 4.2")


def test_4_9_the_only_survivor_wins_at_once() -> None:
    """LB 4.9: at the end of the round, not before."""
    state = flying("A4-6", "A5-1 A5-2", field="11/11/11")
    state = played(state, "1: row 1")
    assert game.turn(state) == Seats((1,))
    state = played(state, "2: row 2")
    assert game.turn(state) is OVER
    assert game.score(state).winners == ("Bo",)


def test_4_10_after_the_last_column_the_survivors_are_scored() -> None:
    """LB 4.10, LB 5.1: printed numbers count, whatever the colour."""
    state = flying("A4-1 R2-2", "A5-1 G1-2", column=6, rows=(1, 2))
    assert game.score(state).winners == ()
    state = played(state, "1: row 1", "2: row 3")
    assert game.turn(state) is OVER
    assert checked(state, "1: row 1").rule == "LB 4.10"
    sheet = game.score(state)
    assert [(player.name, player.total) for player in sheet.players] == [("Ann", 6), ("Bo", 0)]
    assert {line.rule for line in sheet.players[0].lines} == {"LB 5.1"}


def test_4_11_nobody_is_left() -> None:
    """LB 4.11: both explode in one round, and nobody wins."""
    state = played(flying("A4-6", "A5-6", field="11/11/11"), "1: row 1", "2: row 2")
    assert game.turn(state) is OVER
    assert game.score(state).winners == ()


def test_5_2_a_tie_is_broken_by_cards() -> None:
    """LB 5.2"""
    state = flying("A4-1 R1-2", "A5-3", column=6, rows=(1, 3))
    state = played(state, "1: row 1", "2: row 3")
    assert [player.total for player in game.score(state).players] == [5, 5]
    assert game.score(state).winners == ("Ann",)


def test_6_1_wrecks_stay_and_drift() -> None:
    """LB 6.1: blocked at once, and one column on at the start of each round; their rows still count."""
    field = "1111111/1111111/1111111/1111111"
    state = flying("A4-6", "A5-1 A5-2 A4-1", "A6-1 A6-2 A4-2", field=field, wrecks=True)
    state = played(state, "1: row 2")
    assert checked(state, "2: row 2") == Ruling(False, "A wreck blocks row 2.", "LB 6.1")
    state = played(state, "2: row 1", "3: row 3")
    assert state.drifting == ((2, 1),)
    assert [str(move) for move in game.moves(state, 1)] == ["row 1", "row 3", "row 4"]
    assert flight.rows_changed(state, 1, 3) == 2
    state = played(state, "2: row 1", "3: row 3")
    assert state.drifting == ((2, 2),)
    shown = {piece.at: piece.note for piece in game.view(state, None).areas[0].pieces if piece.note}
    ahead = {(2, 0): "damage 0", (2, 2): "damage 2", (2, 3): "damage 3"}
    assert shown == {(2, 1): "wreck", (1, 0): "Bo", (1, 2): "Cy", **ahead}


def test_6_2_wrecks_never_begin_and_never_win() -> None:
    """LB 6.2"""
    state = flying("A4-6", "A5-1", "A6-1", field="11/11/11/11", wrecks=True)
    state = played(state, "1: row 2", "2: row 1", "3: row 3")
    assert (state.starter, state.order) == (1, (1, 2))
    state = played(state, "2: row 1", "3: row 3")
    assert set(game.score(replace(state, step="over", order=())).winners) == {"Cy"}
