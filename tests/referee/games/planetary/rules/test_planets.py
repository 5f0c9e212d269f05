"""Hexes, ring and ship boards: distances are distances, and the seam of a planet is none (PL 1.1, PL 1.4)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.planetary.rules.planets import Cylinder, cylinder, ring_distance
from tests.referee.games.planetary.tables import BOX, table

COLUMNS = (16, 24, 32, 40, 48)

planets = st.sampled_from(COLUMNS).map(lambda columns: cylinder(columns, 4))


@st.composite
def hexes(draw: st.DrawFn, count: int) -> tuple[Cylinder, list[int]]:
    planet = draw(planets)
    spots = st.integers(0, planet.columns * planet.rows - 1)
    return planet, [draw(spots) for _ in range(count)]


@settings(max_examples=60)
@given(hexes(3))
def test_1_4_distance_is_a_metric(drawn: tuple[Cylinder, list[int]]) -> None:
    planet, (a, b, c) = drawn
    assert planet.distance(a, b) == planet.distance(b, a)
    assert (planet.distance(a, b) == 0) == (a == b)
    assert planet.distance(a, c) <= planet.distance(a, b) + planet.distance(b, c)


@settings(max_examples=40)
@given(hexes(2))
def test_1_4_distance_is_the_fewest_steps(drawn: tuple[Cylinder, list[int]]) -> None:
    """Found step by step instead."""
    planet, (a, b) = drawn
    reached, steps = {a}, 0
    while b not in reached:
        reached |= {other for spot in reached for other in planet.near[spot]}
        steps += 1
    assert planet.distance(a, b) == steps


@settings(max_examples=40)
@given(hexes(2), st.integers(1, 47))
def test_1_4_a_planet_has_no_seam(drawn: tuple[Cylinder, list[int]], turned: int) -> None:
    """A planet turned by any number of columns is the same planet."""
    planet, (a, b) = drawn

    def turn(spot: int) -> int:
        row, column = divmod(spot, planet.columns)
        return row * planet.columns + (column + turned) % planet.columns

    assert planet.distance(a, b) == planet.distance(turn(a), turn(b))
    assert {turn(spot) for spot in planet.near[a]} == set(planet.near[turn(a)])
    assert [tuple(map(turn, line)) for line in planet.lines[a]] == list(planet.lines[turn(a)])


@pytest.mark.parametrize("columns", COLUMNS)
def test_1_4_lines_and_neighbours_go_both_ways(columns: int) -> None:
    planet = cylinder(columns, 4)
    for spot, lines in enumerate(planet.lines):
        row = spot // columns
        assert len(planet.near[spot]) == len(lines) == (4 if row in (0, 3) else 6)
        for other in planet.near[spot]:
            assert spot in planet.near[other]
            assert planet.distance(spot, other) == 1
        east, *_ = lines
        assert sorted((spot, *east)) == list(range(row * columns, (row + 1) * columns)), "once round"
        for line in lines:
            assert spot not in line
            for steps, other in enumerate(line, 1):
                if steps <= columns // 2:
                    assert planet.distance(spot, other) == steps
                assert any(spot in back for back in planet.lines[other])


@given(st.integers(16, 64), st.integers(0, 63), st.integers(0, 63), st.integers(0, 63))
@settings(max_examples=60)
def test_1_1_the_ring_is_a_circle(spaces: int, a: int, b: int, turned: int) -> None:
    a, b = a % spaces, b % spaces
    assert ring_distance(a, b, spaces) == ring_distance(b, a, spaces) <= spaces // 2
    assert ring_distance((a + turned) % spaces, (b + turned) % spaces, spaces) == ring_distance(a, b, spaces)
    assert ring_distance(a, (a + 1) % spaces, spaces) == 1


def test_4_9_where_each_material_is_to_be_had() -> None:
    """PL 4.1, 4.9: not where a structure is already."""
    marks = {"1,1": "I", "2,1": "I", "3,1": "P", "4,1": "T", "5,1": "O", "6,1": "U", "7,1": "C"}
    world = table(marks=marks, structures="2,1=mine2").worlds[0]
    hexes = {
        material: {world.cylinder.text(hex_) for hex_ in there} for material, there in world.sources.items()
    }
    assert hexes == {
        "iron": {"1,1"},
        "copper": {"7,1"},
        "radium": {"6,1"},
        "hydrocarbon": {"3,1", "4,1", "5,1"},
    }


def test_2_3_the_board_is_7_by_7() -> None:
    assert [BOX.board.find(str(cell)) for cell in BOX.board.cells] == list(range(49))
    assert [BOX.board.find(text) for text in ("A0", "H1", "D8", "d4", "4D")] == [None, None, None, 24, None]
    for cell, lines in enumerate(BOX.board.lines):
        assert sum(map(len, lines)) == 12
        assert all(cell in BOX.board.near[other] for other in BOX.board.near[cell])
