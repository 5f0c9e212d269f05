"""Statistics as a person reads them, and as a spreadsheet does: whole pages, worked out by hand."""

from __future__ import annotations

import pytest

from components.terminal import text_lines
from referee.archive.index import Archive, Skipped
from referee.archive.statistics import statistics
from referee.archive.tables import csv_rows, statistics_blocks
from tests.referee.archive.test_statistics import GAMES, game

LONG = game(
    5,
    "mlem",
    ("Wilhelmina of the Far Rings", 31, True),
    ("Bo", 31, True),
    ("Cornelius Bartholomew", 31, True),
    moves=12,
)
BROKEN = "It is broken, and this sentence says so at length, so it counts for nothing."
LEFT_OUT = tuple(Skipped(f"{n}.jsonl", f"{n}.jsonl: {BROKEN if n == 1 else 'Broken.'}") for n in range(1, 8))
ARCHIVE = Archive((*GAMES, LONG), LEFT_OUT)

TABLE_OF_MLEM = """\
4 games; 1 more not over.

                          played  streak  longest  won
Ann                            3       0        2    2  67 % (21 to 94 %)
Bo                             3       2        2    2  67 % (21 to 94 %)
greedy (bot)                   2       0        1    1  50 % (5 to 95 %)
Cornelius Bartholomew          1       1        1    1  100 % (21 to 100 %)
Wilhelmina of the Far R…       1       1        1    1  100 % (21 to 100 %)

mlem: 4 games. Mean total 21.3; of winners 25.7.

seat    played  won
seat 1       4    4  100 % (51 to 100 %)
seat 2       4    2  50 % (15 to 85 %)
seat 3       2    1  50 % (9 to 91 %)

  highest total: 31 by Wilhelmina of the Far Rings, Bo and Cornelius Bartholomew
    (mlem-5)
  closest win: 0 by Wilhelmina of the Far Rings, Bo and Cornelius Bartholomew
    (mlem-5)
  clearest win: 21 by greedy (bot) (mlem-3)
  most moves: 41 by greedy (bot), greedy (bot) and Ann (mlem-3)
  fewest moves: 12 by Wilhelmina of the Far Rings, Bo and Cornelius Bartholomew
    (mlem-5)
"""
TABLE_OF_ANN = """\
4 games; 1 more not over.

Ann: 3 of 4 won, 1 of them shared, 75 % (30 to 95 %). In a row now: 0; at most:
  3.

by game  played  average  best  worst  won
mlem          3     16.0    20     10    2  67 % (21 to 94 %)
rayguns       1     90.0    90     90    1  100 % (21 to 100 %)

by table   played  won
2 players       2    2  100 % (34 to 100 %)
3 players       2    1  50 % (9 to 91 %)

against       played  lost to  won
Bo                 3        1    3  100 % (44 to 100 %)
greedy (bot)       2        1    1  50 % (9 to 91 %)
"""
BELOW = """
In brackets: where the true share lies, 95 times in 100 (Wilson interval).

7 journals left out:
  1.jsonl: It is broken, and this sentence says so at length, so it counts for
    nothing.
  2.jsonl: Broken.
  3.jsonl: Broken.
  4.jsonl: Broken.
  5.jsonl: Broken.
  and 2 more; referee list names them
"""


@pytest.mark.parametrize(
    ("asked", "page"), [({"game": "mlem"}, TABLE_OF_MLEM), ({"player": "ann"}, TABLE_OF_ANN)]
)
def test_a_page(asked: dict[str, str], page: str) -> None:
    (kind,) = asked
    assert "\n".join([*text_lines(statistics_blocks(statistics(ARCHIVE, **asked), kind)), ""]) == page + BELOW


def test_what_goes_on_is_told_where_nothing_is_over() -> None:
    unfinished = statistics(Archive((GAMES[4],), ()))
    assert list(statistics_blocks(unfinished, "")) == ["0 games; 1 more not over."]
    assert list(statistics_blocks(statistics(Archive((), ())), "")) == ["There are no games that are over."]


def test_a_name_that_just_fits_is_not_cut() -> None:
    names = ("a" * 24, "b" * 25)
    found = statistics(Archive((game(1, "mlem", *((name, 1, True) for name in names)),), ()))
    lines = text_lines(statistics_blocks(found, ""))
    assert lines[3].startswith(f"{'a' * 24}  ") and lines[4].startswith(f"{'b' * 23}…  ")


def test_five_journals_are_all_named() -> None:
    *_, last = statistics_blocks(statistics(Archive((), LEFT_OUT[:5])), "")
    assert last == "  5.jsonl: Broken."


def test_the_rows_of_a_player() -> None:
    """Shares have four digits; a kind of row has nothing in the columns of the others."""
    nothing = [None] * 4
    assert list(csv_rows(statistics(Archive(GAMES, ()), player="Bo"))) == [
        ["player", "kind", "of", "games", "won", "share", "low", "high", "average", "best", "worst", "lost"],
        ["Bo", "all", "", 3, 1, 0.3333, 0.0615, 0.7923, *nothing],
        ["Bo", "game", "mlem", 2, 1, 0.5, 0.0945, 0.9055, 16.0, 18, 14, None],
        ["Bo", "game", "rayguns", 1, 0, 0.0, 0.0, 0.7935, 50.0, 50, 50, None],
        ["Bo", "table", "2 players", 2, 1, 0.5, 0.0945, 0.9055, *nothing],
        ["Bo", "table", "3 players", 1, 0, 0.0, 0.0, 0.7935, *nothing],
        ["Bo", "against", "Ann", 3, 1, 0.3333, 0.0615, 0.7923, None, None, None, 3],
        ["Bo", "against", "greedy (bot)", 1, 0, 0.0, 0.0, 0.7935, None, None, None, 0],
    ]
