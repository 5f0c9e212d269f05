"""The Last Blast: damage and removal, rule by rule."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games.last_blast.box import Part, Tile
from referee.games.last_blast.rules import damage as rules
from referee.games.last_blast.rules.damage import Damage, Loss, Taken
from tests.referee.games.last_blast.table import BOX

PART = st.sampled_from(list(BOX.parts.values()))
TILE = st.sampled_from(list(BOX.tiles.values()))
ROWS = st.integers(0, 4)


@pytest.mark.parametrize(
    ("front", "tile", "rows", "jump", "collision", "remove", "choice"),
    [
        pytest.param("R2-5", "T3", 2, 0, 2, ("front", "rear"), 0, id="LB 4.3 example"),
        pytest.param("G2-1", "T6", 1, 1, 3, ("front", "rear"), 2, id="LB 4.4 example"),
        pytest.param("A6-4", "T4", 3, 3, 0, ("front", "rear"), 1, id="LB 4.5 example"),
        pytest.param("R3-2", "T2", 0, 0, 0, (), 0, id="LB 4.6 example"),
        pytest.param("R3-2", "T5", 1, 0, 3, ("front", "rear"), 1, id="LB 4.3 what is left of red is lost"),
        pytest.param("R1-6", "T1", 4, 3, 5, ("front", "rear"), 6, id="LB 4.3 red lowers jump only"),
        pytest.param("G1-3", "T3", 2, 2, 0, ("front", "rear"), 0, id="LB 4.4 green lowers collision only"),
        pytest.param("G2-2", "T3", 0, 0, 0, (), 0, id="LB 4.4 never below 0"),
        pytest.param("A4-1", "T2", 0, 0, 1, ("front",), 0, id="LB 4.6 the first point"),
        pytest.param("A4-1", "T6", 4, 4, 5, ("front", "rear"), 7, id="LB 4.5 the most there is"),
    ],
)  # fmt: skip
def test_4_5_worked(
    front: str, tile: str, rows: int, jump: int, collision: int, remove: tuple[str, ...], choice: int
) -> None:
    damage = rules.damage(BOX, BOX.parts[front], BOX.tiles[tile], rows)
    assert damage == Damage(jump, collision)
    assert rules.loss(BOX, damage.total, BOX.construction.rocket) == Loss(remove, choice, False)  # type: ignore[arg-type]


def test_4_7_three_cards_or_fewer_explode() -> None:
    """LB 4.7: the rulebook's example, 3 points of damage."""
    damage = rules.damage(BOX, BOX.parts["R3-2"], BOX.tiles["T5"], 1)
    assert [rules.loss(BOX, damage.total, cards).explodes for cards in (1, 2, 3, 4)] == [
        True,
        True,
        True,
        False,
    ]


def test_4_7_nothing_is_removed_from_what_explodes() -> None:
    """LB 4.7"""
    assert rules.loss(BOX, 4, 4) == Loss((), 0, True)


@pytest.mark.parametrize(
    ("points", "ways"),
    [
        pytest.param(0, [(0, 0)], id="LB 4.6 none"),
        pytest.param(1, [(1, 0)], id="LB 4.6 one"),
        pytest.param(2, [(1, 1)], id="LB 4.6 two"),
        pytest.param(4, [(1, 3), (2, 2), (3, 1)], id="LB 4.6 four"),
    ],
)
def test_4_6_removals(points: int, ways: list[tuple[int, int]]) -> None:
    assert list(rules.removals(rules.loss(BOX, points, 12))) == [Taken(*way) for way in ways]


@given(PART, TILE, ROWS)
def test_4_3_damage_is_never_negative_and_a_row_more_never_lowers_it(
    front: Part, tile: Tile, rows: int
) -> None:
    """LB 4.3, LB 4.4"""
    damage = rules.damage(BOX, front, tile, rows)
    assert min(damage) >= 0
    assert 0 <= rules.damage(BOX, front, tile, rows + 1).total - damage.total <= 1


@given(TILE, TILE)
def test_4_4_collision_is_symmetrical(one: Tile, other: Tile) -> None:
    """LB 4.4: the difference of two symbols has no direction."""
    parts = {part.symbol: part for part in BOX.parts.values() if part.system == "amber"}
    there = rules.collision_damage(BOX, parts[one.symbol], other)
    assert there == rules.collision_damage(BOX, parts[other.symbol], one)


@given(st.integers(0, 12), st.integers(1, 12))
def test_4_6_a_card_for_each_point(points: int, cards: int) -> None:
    """LB 4.6: removed and chosen cards are the damage; every way takes that many and leaves some."""
    loss = rules.loss(BOX, points, cards)
    assert loss.explodes is (points >= cards)
    if not loss.explodes:
        assert len(loss.remove) + loss.choice == points
        ways = list(rules.removals(loss))
        assert {way.front + way.rear for way in ways} == {points}
        assert len(set(ways)) == len(ways) == loss.choice + 1
