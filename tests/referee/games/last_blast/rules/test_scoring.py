"""The Last Blast: totals, ties and places."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.errors import UsageError
from referee.games.last_blast.codes import read_finish
from referee.games.last_blast.rules import scoring
from referee.games.last_blast.rules.scoring import Finish
from tests.referee.games.last_blast.table import BOX


def finishes(text: str) -> list[Finish]:
    """Players A, B and so on, with commas between them."""
    return [
        Finish(name, *read_finish(cards, BOX, name))
        for name, cards in zip("ABCD", text.split(","), strict=False)
    ]


def places(text: str) -> list[str]:
    return ["".join(finish.name for finish in place) for place in scoring.places(BOX, finishes(text))]


@pytest.mark.parametrize(
    ("text", "totals", "winners"),
    [
        pytest.param("A6-3 R2-5 G1-1,A5-2 A4-6", [9, 9], ["A"], id="LB 5.2 example"),
        pytest.param("R2-5 A6-3,G1-2,x5", [8, 1, 0], ["A"], id="LB 5.1 printed numbers"),
        pytest.param("R1-6,G2-1", [1, 2], ["B"], id="LB 5.1 symbols do not count"),
        pytest.param("A4-1 R1-1,A5-1", [5, 5], ["A"], id="LB 5.2 more cards"),
        pytest.param("A5-1 R1-1,A4-1 G2-1", [6, 6], ["A"], id="LB 5.2 the higher single number"),
        pytest.param("A5-1,A5-2,A4-1", [5, 5, 4], ["A", "B"], id="LB 5.2 shared"),
        pytest.param("x7,G1-1", [0, 1], ["B"], id="LB 4.9 the only survivor"),
        pytest.param("x7,x7", [0, 0], [], id="LB 4.11 nobody"),
        pytest.param("x7,x2,x7", [0, 0, 0], [], id="LB 4.11 nobody of three"),
        pytest.param(",", [0, 0], [], id="LB 4.11 rounds unknown"),
        pytest.param("x1,x1,x1,R1-1", [0, 0, 0, 1], ["D"], id="LB 6.2 the exploded never win"),
    ],
)
def test_5_1_score(text: str, totals: list[int], winners: list[str]) -> None:
    sheet = scoring.score(BOX, finishes(text))
    assert [player.total for player in sheet.players] == totals
    assert list(sheet.winners) == winners


@pytest.mark.parametrize(
    ("text", "ranked"),
    [
        pytest.param("x3,x5,x5", ["BC", "A"], id="LB 4.11 the latest first"),
        pytest.param("x5,,x5", ["ABC"], id="LB 4.11 a round unknown"),
        pytest.param("x3,x5,R1-1,A6-1", ["D", "C", "B", "A"], id="LB 5.1 survivors before the exploded"),
        pytest.param("A5-1,A4-1 R1-1,A5-2", ["B", "AC"], id="LB 5.2 ties decide every place"),
    ],
)
def test_4_11_places(text: str, ranked: list[str]) -> None:
    assert places(text) == ranked


@pytest.mark.parametrize(
    ("text", "decided"),
    [
        pytest.param("A4-1 R1-1,A5-1", "most-cards", id="LB 5.2 cards"),
        pytest.param("A5-1 R1-1,A4-1 G2-1", "highest-number", id="LB 5.2 number"),
        pytest.param("A5-1,A5-2", None, id="LB 5.2 nothing"),
    ],
)
def test_5_2_what_decides_a_tie(text: str, decided: str | None) -> None:
    assert scoring.decisive(BOX, finishes(text)) == decided


@pytest.mark.parametrize(
    ("text", "who", "when"),
    [
        pytest.param("x5,x3", "A", 3, id="LB 4.9 two"),
        pytest.param("x5,x3,x3", "A", 3, id="LB 4.9 three"),
        pytest.param("x2,x3,x4,x7", "D", 4, id="LB 4.9 four"),
    ],
)
def test_4_9_the_last_rocket_cannot_explode_later(text: str, who: str, when: int) -> None:
    with pytest.raises(UsageError, match=f"Only {who} was left after round {when}") as caught:
        scoring.score(BOX, finishes(text))
    assert caught.value.where == f"{who}=x{finishes(text)['ABCD'.index(who)].exploded}"


@pytest.mark.parametrize("text", ["x5,x5,x3", "x3,x3,R1-1", "x1,x2,R1-1,R1-2", "x5,", "x1,x7,x7,x1"])
def test_4_9_possible_rounds(text: str) -> None:
    """LB 4.9"""
    scoring.score(BOX, finishes(text))


def test_5_1_lines_say_where_points_come_from() -> None:
    """LB 5.1, LB 4.7"""
    one, other = scoring.score(BOX, finishes("R2-5 A6-3,x5")).players
    assert [(line.what, line.points, line.rule) for line in one.lines] == [
        ("R2-5", 2, "LB 5.1"),
        ("A6-3", 6, "LB 5.1"),
    ]
    assert [(line.what, line.points, line.rule) for line in other.lines] == [
        ("exploded in round 5", 0, "LB 4.7")
    ]


@st.composite
def games(draw: st.DrawFn) -> list[Finish]:
    """Two to four rockets from one deck, some of them exploded, nobody knows when."""
    deck = draw(st.permutations([part for part in BOX.parts.values() for _ in range(part.copies)]))
    sizes = draw(st.lists(st.integers(0, 12), min_size=2, max_size=4))
    return [
        Finish(name, tuple(deck[12 * seat : 12 * seat + size]))
        for seat, (name, size) in enumerate(zip("ABCD", sizes, strict=False))
    ]


@given(games(), st.data())
def test_order_changes_nothing(game: list[Finish], data: st.DataObject) -> None:
    """The order of the players and of the cards in a rocket is nothing to the score."""
    moved = [
        Finish(finish.name, tuple(data.draw(st.permutations(finish.rocket))))
        for finish in data.draw(st.permutations(game))
    ]
    assert set(scoring.score(BOX, moved).winners) == set(scoring.score(BOX, game).winners)
    assert [{finish.name for finish in place} for place in scoring.places(BOX, moved)] == [
        {finish.name for finish in place} for place in scoring.places(BOX, game)
    ]


@given(games())
def test_lines_add_up_and_the_winners_are_the_first(game: list[Finish]) -> None:
    sheet = scoring.score(BOX, game)
    for player in sheet.players:
        assert sum(line.points for line in player.lines) == player.points == player.total >= 0
    assert sorted(finish.name for place in scoring.places(BOX, game) for finish in place) == list(
        "ABCD"[: len(game)]
    )
    if sheet.winners:
        best = max(player.total for player in sheet.players)
        assert {player.total for player in sheet.players if player.name in sheet.winners} == {best}
    else:
        assert not any(finish.survived for finish in game)
