"""MLEM at the table, rule by rule."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from components.errors import StarboxError, UsageError
from referee.engine import CHANCE, OVER, Seats
from referee.games.mlem import game
from referee.games.mlem.moves import CRASH, HELP, STAY, Aboard, Land, Use
from referee.games.mlem.state import State
from referee.outcomes import Rolled
from referee.starters import Starts
from referee.table import beginning, session
from referee.table.proof import prove
from tests.referee.engine_contract import Contract, count_lines
from tests.referee.games.other_box import changed
from tests.referee.playthroughs import FOLDER

SHORT = FOLDER / "mlem" / "short-board.toml"  # a typed-in board


class TestContract(Contract, game=game, seats=(2, 3, 4, 5)): ...


class TestContractOnATypedBoard(
    Contract, game=game, seats=(2,), options=({"board": SHORT.read_text("utf-8")},), many=20
): ...


def aboard(*astronauts: str, **changes: Any) -> State:
    """A rocket about to fly, with these astronauts aboard; Ann boarded first."""
    state = game.resolve(game.start(("Ann", "Bo", "Cy")[: len(astronauts)], {}), Starts("draw", 0, "Ann"))
    for seat, astronaut in enumerate(astronauts):
        state = game.apply(state, seat, Aboard(astronaut))
    return state._replace(**changes)


def rolled(state: State, *faces: str) -> State:
    return game.resolve(state._replace(pool=len(faces)), Rolled(faces))


def test_the_box() -> None:
    """ML 1.1, ML 1.2, ML 1.3, ML 1.4, ML 1.5: 26 spaces, six dice, eight astronauts each."""
    state = game.start(("Ann", "Bo"), {})
    assert (state.box.board.end, state.pool, [len(mat) for mat in state.mats]) == (25, 6, [8, 8])
    with pytest.raises(UsageError):
        game.start(("Ann",), {})


def test_take_off() -> None:
    """ML 2.1: the first commander is drawn; all board clockwise; a scout starts the rocket on space 3."""
    start = game.start(("Ann", "Bo"), {})
    assert game.turn(start) is CHANCE
    assert game.turn(game.resolve(start, Starts("draw", 1, "Bo"))) == Seats((1,))
    assert aboard("ace", "ace").at == 0
    assert aboard("scout", "scout").at == 3


def test_the_next_in_boarding_order_takes_over() -> None:
    """ML 2.2"""
    state = rolled(aboard("ace", "ace", "ace", at=4), "4")
    state = game.apply(state, 0, Use(("4",)))
    state = game.apply(state, 0, Land("A"))
    state = game.apply(game.apply(state, 1, STAY), 2, STAY)
    assert rolled(state, "2").order == (1,)


def test_groups_move_whole_and_leave_the_pool() -> None:
    """ML 3.1, ML 3.2, ML 3.3: the example of the rulebook; a last die comes back; nothing passes 25."""
    state = rolled(aboard("ace", "ace"), "1", "1", "2", "3", "4", "*")
    assert game.check(state, 0, Use(("3",))).rule == "ML 3.1"
    after = game.apply(state, 0, Use(("1", "*")))
    assert (after.at, after.pool) == (3, 4)
    assert game.apply(rolled(aboard("ace", "ace", at=10), "2"), 0, Use(("2",))).pool == 1


def test_an_engineer_saves_the_rocket() -> None:
    """ML 3.4: the added die may save it, once, and never joins the pool; the commander may decline."""
    state = rolled(aboard("engineer", "ace", at=5), "2", "3")
    assert game.moves(state, 0) == (HELP, CRASH)
    after = game.apply(game.apply(state, 0, HELP), 0, Use(("1",)))
    assert (after.at, after.pool, after.tired) == (6, 2, (0,))
    assert game.apply(state, 0, CRASH).failures == 1


def test_a_crash() -> None:
    """ML 4.1: the marker moves, parachutists may land, and the others return to their mats."""
    state = rolled(aboard("ace", "parachutist", at=8), "1")
    assert (state.failures, state.order) == (1, (1,))
    after = game.apply(state, 1, Land("A"))
    assert after.planets[0] == ((1, "parachutist"),)
    assert len(after.mats[0]) == 8
    assert after.starter == 1


def test_landing() -> None:
    """ML 5.1, ML 5.2: not below 6; the best free moon, then the next; with none it stays aboard."""
    state = rolled(aboard("ace", "ace", "ace", at=5), "1")
    state = game.apply(state, 0, Use(("1",)))
    assert game.moves(state, 0) == (Land("m2"), STAY)
    state = game.apply(game.apply(state, 0, Land("m2")), 1, Land("m1"))
    assert game.turn(state) is CHANCE
    assert game.turn(game.apply(rolled(aboard("ace", "ace"), "1"), 0, Use(("1",)))) is CHANCE


def test_navigator_and_collector() -> None:
    """ML 5.3: a navigator lands from a space beside; a collector takes a die, but not the last."""
    state = game.apply(rolled(aboard("navigator", "ace", at=5), "1", "1", "3"), 0, Use(("1",)))
    assert game.moves(state, 0) == (Land("m2"), Land("A"), STAY)
    assert game.read(state, 0, "land s+1") == Land("A")
    assert game.check(state, 0, Land("B")).rule == "ML 5.3"
    state = game.apply(rolled(aboard("collector", "ace", at=5), "1", "2", "3"), 0, Use(("1",)))
    assert (state.pool, game.apply(state, 0, Land("m2")).pool) == (2, 1)


def test_a_navigator_reaches_as_far_as_the_box_says(tmp_path: Path) -> None:
    """ML 1.6, ML 5.3: from space 8 moon m4 of space 10 is two spaces higher."""
    with changed("mlem", tmp_path, [("astronauts.csv", "higher,,1", "higher,,2")]):
        state = game.apply(rolled(aboard("navigator", "ace", at=7), "1"), 0, Use(("1",)))
        assert game.read(state, 0, "land s+2") == Land("m4") in game.moves(state, 0)
    with pytest.raises(UsageError):
        game.read(state, 0, "land s+2")


def test_deep_space() -> None:
    """ML 5.4, ML 5.5: the commander on the comet, the others on the galaxy; the next player begins."""
    after = game.apply(rolled(aboard("ace", "voyager", at=24), "4"), 0, Use(("4",)))
    assert (after.comet, after.galaxy) == (((0, "ace"),), ((1, "voyager"),))
    assert after.order == (1, 0)


def test_goals() -> None:
    """ML 1.7, ML 6.1: who meets a goal first keeps it."""
    state = aboard("ace", "ace", at=24, galaxy=((0, "scout"), (1, "scout")))
    assert game.apply(rolled(state, "4"), 0, Use(("4",))).goals == (None, None, None, 0)


def test_the_end_and_the_score() -> None:
    """ML 7.1, ML 7.2, ML 7.3, ML 7.4, ML 1.6: the last failure ends it; voyager and moonwalker double."""
    deep = ((0, "voyager"),)
    state = rolled(
        aboard("ace", "ace", at=8, failures=10, galaxy=deep, moons=((1, "moonwalker"), *[None] * 12)), "1"
    )
    assert game.turn(state) is OVER
    sheet = game.score(state)
    assert [player.total for player in sheet.players] == [10, 2]
    assert sheet.winners == ("Ann",)


def test_a_space_that_leads_to_a_moon_and_a_planet() -> None:
    """ML 5.2: on a typed-in board the owner chooses."""
    start = game.start(("Ann", "Bo"), game.embed({"board": str(SHORT)}))
    state = game.resolve(start, Starts("draw", 0, "Ann"))
    for seat in (0, 1):
        state = game.apply(state, seat, Aboard("ace"))
    state = game.apply(rolled(state._replace(at=4), "1", "2"), 0, Use(("1", "2")))
    assert (state.at, game.moves(state, 0)) == (7, (Land("x"), Land("P"), STAY))


def test_the_journal_holds_a_typed_in_board(tmp_path: Path) -> None:
    """ML 1.4, ML 1.5: it is verified where the file of the board is not."""
    board = tmp_path / "board.toml"
    board.write_text(SHORT.read_text(encoding="utf-8"), encoding="utf-8")
    journal = tmp_path / "game.jsonl"
    bots = {"Ann": "greedy", "Bo": "random"}
    beginning.begin(journal, "mlem", tuple(bots), seed="kiwi", options={"board": str(board)}, bots=bots)
    board.unlink()
    assert session.resume(journal).state.box.board.end == 13
    assert not prove(journal).faults


@pytest.mark.parametrize(
    ("name", "message"),
    [("", "--option board: No board is named."), ("nowhere.toml", "nowhere.toml: There is no such file.")],
)
def test_boards_that_are_not_there(tmp_path: Path, name: str, message: str) -> None:
    with pytest.raises(StarboxError, match=message):
        beginning.begin(tmp_path / "game.jsonl", "mlem", ("Ann", "Bo"), options={"board": name})
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("depth", "lines"), [(1, 2), (2, 2 * 8), (3, 2 * 8 * 8)])
def test_lines_from_the_start(depth: int, lines: int) -> None:
    """ML 2.1: a commander is drawn, and both board one of eight."""
    assert count_lines(game, game.start(("Ann", "Bo"), {}), depth) == lines


@pytest.mark.parametrize(
    ("depth", "lines"),
    [
        (1, 5),  # five faces
        (2, 1 + 1 + 3 * 8),  # 2 and 4 are valid on space 8; the others crash, and Bo boards one of eight
        (3, 2 + 2 + 3 * 8 * 8),  # Ann lands on m4, or on B, or stays; after a crash she boards
    ],
)
def test_lines_with_one_die(depth: int, lines: int) -> None:
    """ML 3.1, ML 4.1, ML 5.2: counted by hand."""
    assert count_lines(game, aboard("ace", "ace", at=8, pool=1), depth) == lines


def test_lines_with_an_engineer() -> None:
    """ML 3.4: with one die on space 5 only 1 and 4 are valid; each roll leaves the engineer to choose."""
    state = aboard("engineer", "ace", at=5, pool=1)
    assert count_lines(game, state, 1) == 5
    assert count_lines(game, state, 2) == 2 * 2 + 3 * 2
    # Used: to 6, where Ann has m2 or stays, or to 9 with A. With help, 1 alone: one use, and of 4 three.
    helped = 1 + 3 + 3 * 1
    crashed = 3 * 8
    assert count_lines(game, state, 3) == 2 * 2 + helped + crashed
