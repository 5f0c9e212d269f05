"""Sums over a series, worked out by hand."""

from __future__ import annotations

from pathlib import Path

from referee.archive.rates import rate
from referee.lab.totals import Game, Sums, read_games

TABLE = """\
series,game,ending,first,winners,rounds,decisions,chances,bots,totals
a,1,ended,2,1,5,20,9,greedy random,31 18
a,2,ended,1,1 2,6,22,9,random greedy,18 18
b,1,stopped,,,6,22,8,greedy greedy,3 4
"""


def games(folder: Path) -> list[tuple[str, Game]]:
    file = folder / "games.csv"
    file.write_text(TABLE, encoding="utf-8")
    return list(read_games(file))


def test_a_table_of_games_is_read(tmp_path: Path) -> None:
    """Seats count from 1 in the table and from 0 here; nobody began and nobody won the last one."""
    found = games(tmp_path)
    assert [series for series, _ in found] == ["a", "a", "b"]
    assert found[0][1] == Game("ended", 1, (0,), 5, 20, 9, ("greedy", "random"), (31, 18))
    assert found[2][1] == Game("stopped", None, (), 6, 22, 8, ("greedy", "greedy"), (3, 4))


def test_what_is_counted(tmp_path: Path) -> None:
    """Two games that somebody began, one of them won by that player; a shared win has no margin."""
    sums = Sums()
    for _, game in games(tmp_path):
        sums.add([game], keep=2)
    counted = {what: sums.rate(what) for what in ("shared", "unwon", "first")}
    assert {what: (one.won, one.games) for what, one in counted.items()} == {
        "shared": (1, 3),
        "unwon": (1, 3),
        "first": (1, 2),
    }
    assert sums.endings == {"ended": 2, "stopped": 1}
    assert (sums.rounds, sums.decisions, sums.chances) == ({5: 1, 6: 2}, {20: 1, 22: 2}, {9: 2, 8: 1})
    assert ([sums.rate("seat", seat).won for seat in "12"], sums.margin) == ([2, 1], {13: 1})
    bots = {bot: sums.rate("bot", bot) for bot in ("greedy", "random")}
    assert {bot: (one.won, one.games) for bot, one in bots.items()} == {"greedy": (2, 4), "random": (1, 2)}
    assert sums.rate("alone", "greedy") == rate(1, 1)
    assert (sums.totals, sums.winning) == ({31: 1, 18: 3, 3: 1, 4: 1}, {31: 1, 18: 2})
    assert sums.first == [game for _, game in games(tmp_path)][:2]


def test_two_games_of_a_deal() -> None:
    """Won by one bot from both seats, by one seat with both bots, or by nobody alone."""

    def won(*winners: int, bots: tuple[str, str]) -> Game:
        return Game("ended", 0, winners, 5, 20, 9, bots, (1, 1))

    sums, swapped = Sums(), ("random", "greedy")
    sums.add([won(0, bots=("greedy", "random")), won(1, bots=swapped)], keep=0)
    sums.add([won(0, bots=("greedy", "random")), won(0, bots=swapped)], keep=0)
    sums.add([won(0, 1, bots=("greedy", "random")), won(1, bots=swapped)], keep=0)
    sums.add([won(0, bots=("greedy", "random")), won(bots=swapped)], keep=0)
    assert (sums.games, sums.rate("alone", "greedy").games) == (8, 6)
    assert sums.pairs == {"greedy": 1, "seat": 1, "undecided": 2}
