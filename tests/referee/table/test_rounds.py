"""The score round by round, as a chart in text and as a table."""

from __future__ import annotations

import itertools
from types import SimpleNamespace
from typing import Any

import pytest

from referee.engine.scoresheet import PlayerScore, ScoreSheet
from referee.table.rounds import Round, SessionScore, chart_lines, csv_text, session_score


def sheet(names: list[str], rounds: list[tuple[str, tuple[int, ...]]]) -> SessionScore:
    last = rounds[-1][1]
    players = tuple(
        PlayerScore(name=name, points=total, total=total) for name, total in zip(names, last, strict=True)
    )
    return SessionScore("game", players, (names[0],), (), tuple(Round(*one) for one in rounds))


def test_a_chart_has_a_bar_for_each_total_and_a_line_for_its_growth() -> None:
    """The longest bar fills 80 columns; half as many points give half a bar. Heights begin at 0."""
    rounds = [("round 1", (0, 4)), ("round 2", (7, 4)), ("Port of Call", (14, 7))]
    assert list(chart_lines(sheet(["Ann", "Bo"], rounds))) == [
        f"Ann  14  {'█' * 71}",
        f"Bo    7  {'█' * 35}▌",
        "",
        "Totals from round 1 to Port of Call",
        "            1   2 PoC",
        "Ann  ▁▄█    0   7  14",
        "Bo   ▃▃▄    4   4   7",
    ]


@pytest.mark.parametrize("count", [13, 14, 60])
def test_a_long_game_fits_80_columns(count: int) -> None:
    """Rounds are left out evenly, but never the first and the last, and the chart says so."""
    rounds = [(f"round {number}", (number, -number)) for number in range(1, count + 1)]
    *_, title, numbers, high, low = chart_lines(sheet(["A" * 40, "Bo"], rounds))
    assert max(map(len, (title, numbers, high, low))) <= 80
    shown = [int(number) for number in numbers.split()]
    assert (shown[0], shown[-1]) == (1, count)
    gaps = {after - before for before, after in itertools.pairwise(shown)}
    assert max(gaps) - min(gaps) <= 1
    assert f"{len(shown)} of {count} rounds" in title
    assert high.startswith("A" * 15 + "…")
    assert low.split()[-1] == f"-{count}"


def test_a_game_without_rounds_or_without_points_has_bars_alone() -> None:
    assert list(chart_lines(sheet(["Ann", "Bo"], [("flight", (0, -3))]))) == ["Ann   0", "Bo   -3"]


def test_a_name_is_never_a_formula() -> None:
    """In a spreadsheet, a player named like a formula stays a name."""
    text = csv_text(sheet(["=HYPERLINK(1)", "Bo"], [("round 1", (1, -2))]))
    assert text == "round,'=HYPERLINK(1),Bo\nround 1,1,-2\ntotal,1,-2\nwinner,yes,\n"


def test_a_round_that_ends_in_money_counts_the_units_before() -> None:
    class Money(PlayerScore):
        """The pay at the end of a game."""

    class Units:
        """A game of which each state is its round, its units, and whether it is over."""

        def round_name(self, state: Any) -> str:
            return f"round {state[0]}"

        def score(self, state: Any) -> ScoreSheet[Any]:
            kind = Money if state[2] else PlayerScore
            return ScoreSheet("units", (kind(name="Ann", points=state[1], total=state[1]),), ())

    states = [(1, 3, False), (2, 3, False), (2, 1, False), (2, 20, True)]
    session: Any = SimpleNamespace(game=Units(), states=states, state=states[-1])
    session.header = SimpleNamespace(mode="full")
    found = session_score(session)
    assert [one.totals for one in found.rounds] == [(3,), (1,)]
    assert found.players[0].total == 20
