"""MLEM at the table: the contract, typed-in boards, and counts of what can happen."""

from __future__ import annotations

from pathlib import Path

import pytest

from components.errors import StarboxError, UsageError
from referee.contract import Contract, count_lines
from referee.engine.play import start_game
from referee.games.mlem import game
from referee.table import beginning, session
from referee.table.proof import prove
from tests.referee.games.mlem.table import (
    SHORT,
    aboard,
)
from tests.searching import crowds


class TestContract(Contract, game=game, seats=crowds(2, 3, 4, 5), many=100, samples=1): ...


class TestContractOnATypedBoard(
    Contract, game=game, seats=(2,), options=({"board": SHORT.read_text("utf-8")},), many=20, samples=1
): ...


def test_1_1_the_box() -> None:
    """ML 1.1, ML 1.2, ML 1.3, ML 1.4, ML 1.5: 26 spaces, six dice, eight astronauts each."""
    state = start_game(game, ("Ann", "Bo"), {})
    assert (state.box.board.end, state.pool, [len(mat) for mat in state.mats]) == (25, 6, [8, 8])
    with pytest.raises(UsageError):
        start_game(game, ("Ann",), {})


def test_1_4_the_journal_holds_a_typed_in_board(tmp_path: Path) -> None:
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
    [("", "--option board: No file is named."), ("nowhere.toml", "nowhere.toml: There is no such file.")],
)
def test_boards_that_are_not_there(tmp_path: Path, name: str, message: str) -> None:
    with pytest.raises(StarboxError, match=message):
        beginning.begin(tmp_path / "game.jsonl", "mlem", ("Ann", "Bo"), options={"board": name})
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("depth", "lines"), [(1, 2), (2, 2 * 8), (3, 2 * 8 * 8)])
def test_2_1_lines_from_the_start(depth: int, lines: int) -> None:
    """ML 2.1: a commander is drawn, and both board one of eight."""
    assert count_lines(game, start_game(game, ("Ann", "Bo"), {}), depth) == lines


@pytest.mark.parametrize(
    ("depth", "lines"),
    [
        (1, 5),  # five faces
        (2, 1 + 1 + 3 * 8),  # 2 and 4 are valid on space 8; the others crash, and Bo boards one of eight
        (3, 2 + 2 + 3 * 8 * 8),  # Ann lands on m4, or on B, or stays; after a crash she boards
    ],
)
def test_4_1_lines_with_one_die(depth: int, lines: int) -> None:
    """ML 3.1, ML 4.1, ML 5.2: counted by hand."""
    assert count_lines(game, aboard("ace", "ace", at=8, pool=1), depth) == lines


def test_3_4_lines_with_an_engineer() -> None:
    """ML 3.4: with one die on space 5 only 1 and 4 are valid; each roll leaves the engineer to choose."""
    state = aboard("engineer", "ace", at=5, pool=1)
    assert count_lines(game, state, 1) == 5
    assert count_lines(game, state, 2) == 2 * 2 + 3 * 2
    # Used: to 6, where Ann has m2 or stays, or to 9 with A. With help, 1 alone: one use, and of 4 three.
    helped = 1 + 3 + 3 * 1
    crashed = 3 * 8
    assert count_lines(game, state, 3) == 2 * 2 + helped + crashed
