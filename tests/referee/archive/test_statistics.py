"""Statistics of five games, worked out by hand."""

from __future__ import annotations

import pytest

from referee.archive.index import Archive, Played, Result, Skipped
from referee.archive.rates import grouped, rate
from referee.archive.statistics import Rival, Statistics, players_of, statistics, streaks


def game(
    number: int, slug: str, *results: tuple[str, int, bool], over: bool = True, moves: int = 20
) -> Played:
    return Played(f"{slug}-{number}.jsonl", slug, over, moves, tuple(Result(*one) for one in results))


# Ann wins, wins in small letters, shares a win, loses to a bot, and plays one that is not over.
GAMES = (
    game(1, "mlem", ("Ann", 20, True), ("Bo", 14, False), moves=30),
    game(1, "rayguns", ("Bo", 50, False), ("ann", 90, True), ("greedy (bot)", 60, False)),
    game(2, "mlem", ("Ann", 18, True), ("Bo", 18, True), moves=25),
    game(3, "mlem", ("greedy (bot)", 31, True), ("greedy (bot)", 9, False), ("Ann", 10, False), moves=41),
    game(4, "mlem", ("Ann", 3, False), ("Bo", 1, False), over=False),
)
ARCHIVE = Archive(GAMES, (Skipped("x.jsonl", "broken"),))


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [
        (6, 10, 0.3127, 0.8318),
        (50, 100, 0.4038, 0.5962),
        (1, 3, 0.0615, 0.7923),
        (0, 5, 0.0, 0.4345),  # z² / (n + z²)
        (5, 5, 0.5655, 1.0),  # n / (n + z²)
        (1, 1, 0.2065, 1.0),
        (0, 0, 0.0, 1.0),
    ],
)
def test_the_wilson_interval(won: int, games: int, low: float, high: float) -> None:
    """(p + z²/2n ± z √(p(1−p)/n + z²/4n²)) / (1 + z²/n) with z = 1.96"""
    found = rate(won, games)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)
    assert found.low <= found.share <= found.high


@pytest.mark.parametrize(
    ("won", "now", "longest"), [("", 0, 0), ("w", 1, 1), ("wwlw", 1, 2), ("lwwwl", 0, 3), ("www", 3, 3)]
)
def test_streaks(won: str, now: int, longest: int) -> None:
    assert streaks(one == "w" for one in won) == (now, longest)


def test_one_player() -> None:
    """Ann in all spellings: four games, two wins of her own and a shared one, then a loss."""
    found = statistics(ARCHIVE, player="ANN")
    assert (found.of, found.games, found.unfinished) == ("Ann", 4, 1)
    (ann,) = found.players
    assert (ann.player, ann.bot, ann.rate, ann.shared) == ("Ann", False, rate(3, 4), 1)
    assert (ann.streak, ann.longest) == (0, 3)
    mlem, rayguns = ann.by_game
    assert (mlem.game, mlem.rate, mlem.average, mlem.best, mlem.worst) == ("mlem", rate(2, 3), 16.0, 20, 10)
    assert (rayguns.game, rayguns.rate, rayguns.average) == ("rayguns", rate(1, 1), 90.0)
    assert [(part.of, part.rate) for part in ann.by_count] == [
        ("2 players", rate(2, 2)),
        ("3 players", rate(1, 2)),
    ]
    assert ann.rivals == (Rival("Bo", rate(3, 3), 1), Rival("greedy (bot)", rate(1, 2), 1))


def test_a_bot_has_a_result_for_each_of_its_seats() -> None:
    (bot,) = statistics(ARCHIVE, player="greedy (bot)").players
    two_games = grouped({(1, 2): 1, (0, 1): 1})
    assert (bot.bot, bot.rate, bot.streak) == (True, two_games, 0)
    assert bot.rivals[0] == Rival("Ann", two_games, 1)


def test_one_game() -> None:
    """Seats, tables, means and records; a game that is not over does not count."""
    found = statistics(ARCHIVE, game="mlem")
    assert [one.player for one in found.players] == ["Ann", "Bo", "greedy (bot)"]
    (mlem,) = found.by_game
    assert (mlem.games, mlem.average, mlem.winning) == (
        3,
        (20 + 14 + 18 + 18 + 31 + 9 + 10) / 7,
        (20 + 18 + 18 + 31) / 4,
    )
    assert [part.rate for part in mlem.by_seat] == [rate(3, 3), rate(1, 3), rate(0, 1)]
    assert [(part.of, part.rate) for part in mlem.by_count] == [
        ("2 players", rate(2, 2)),
        ("3 players", rate(1, 1)),
    ]
    assert [(one.what, one.figure, one.players, one.file) for one in mlem.records] == [
        ("highest total", 31, ("greedy (bot)",), "mlem-3.jsonl"),
        ("closest win", 0, ("Ann", "Bo"), "mlem-2.jsonl"),
        ("clearest win", 21, ("greedy (bot)",), "mlem-3.jsonl"),
        ("most moves", 41, ("greedy (bot)", "greedy (bot)", "Ann"), "mlem-3.jsonl"),
        ("fewest moves", 25, ("Ann", "Bo"), "mlem-2.jsonl"),
    ]


def test_everything_and_nothing() -> None:
    assert statistics(Archive((), ())) == Statistics("", 0, 0, (), (), ())
    every = statistics(ARCHIVE)
    assert (every.games, every.skipped) == (4, ARCHIVE.skipped)
    assert [one.game for one in every.by_game] == ["mlem", "rayguns"]
    assert set(players_of(ARCHIVE)) == {"Ann", "Bo", "greedy (bot)"}


def test_a_game_that_nobody_won_has_no_winners_mean() -> None:
    (lost,) = statistics(Archive((game(1, "last-blast", ("Ann", 0, False), ("Bo", 0, False)),), ())).by_game
    assert lost.winning is None
    assert [one.what for one in lost.records] == ["highest total", "most moves", "fewest moves"]
