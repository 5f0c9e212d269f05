"""Travel (ML 3)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from referee.games.mlem import game
from referee.games.mlem.moves import CRASH, HELP, Use
from referee.games.mlem.rules.travel import GroupUse, group_uses, valid_groups
from tests.referee.games.mlem.table import BOX, ON_TRACK, aboard, rolled


def test_3_2_groups_move_whole_and_leave_the_pool() -> None:
    """ML 3.1, ML 3.2, ML 3.3: the example of the rulebook; a last die comes back; nothing passes 25."""
    state = rolled(aboard("ace", "ace"), "1", "1", "2", "3", "4", "*")
    assert game.check(state, 0, Use(("3",))).rule == "ML 3.1"
    assert game.check(rolled(aboard("ace", "ace"), "1", "*"), 0, Use(("1", "2"))).rule == "ML 3.2"
    after = game.apply(state, 0, Use(("1", "*")))
    assert (after.at, after.pool) == (3, 4)
    assert game.apply(rolled(aboard("ace", "ace", at=10), "2"), 0, Use(("2",))).pool == 1


def test_3_4_an_engineer_saves_the_rocket() -> None:
    """ML 3.4: the added die may save it, once, and never joins the pool; the commander may decline."""
    state = rolled(aboard("engineer", "ace", at=5), "2", "3")
    assert game.moves(state, 0) == (HELP, CRASH)
    after = game.apply(game.apply(state, 0, HELP), 0, Use(("1",)))
    assert (after.at, after.pool, after.tired) == (6, 2, (0,))
    assert game.apply(state, 0, CRASH).failures == 1


@given(ON_TRACK, st.lists(st.sampled_from(BOX.faces), min_size=1, max_size=BOX.dice), st.integers(0, 2))
def test_3_2_every_use_is_of_whole_valid_groups(at: int, roll: list[str], engineers: int) -> None:
    space = BOX.board.spaces[at]
    valid = valid_groups(space, roll)
    found = list(group_uses(BOX, space, valid, len(roll), engineers))
    assert len(set(found)) == len(found)
    assert all(move.faces and set(move.faces) <= set(space.faces) for move in found)
    assert all(1 <= move.pool <= len(roll) and move.distance >= 1 for move in found)
    assert len([move for move in found if not move.engineers]) == 2 ** len(valid) - 1
    assert bool(found) == bool(valid or (engineers and "1" in space.faces))


def test_3_4_two_engineers_may_help_with_one_roll() -> None:
    found = list(group_uses(BOX, BOX.board.spaces[5], {}, 2, 2))
    assert found == [GroupUse(("1",), 1, 1, 2), GroupUse(("1",), 2, 2, 2)]


def test_3_4_an_engineer_is_asked_where_a_1_is_of_no_use() -> None:
    """It saves nothing there: without a valid group the rocket crashes without asking."""
    state = rolled(aboard("engineer", "ace", at=6), "2")
    assert game.moves(state, 0) == (Use(("2",)), HELP)
    after = game.apply(state, 0, HELP)
    assert (game.moves(after, 0), after.tired) == ((Use(("2",)),), (0,))
    assert rolled(aboard("engineer", "ace", at=6), "1").failures == 1
