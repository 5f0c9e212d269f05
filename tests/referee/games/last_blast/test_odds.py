"""The Last Blast: the best way through the columns ahead, against one that tries everything."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.last_blast.box import Field, Part, Rocket, Tile
from referee.games.last_blast.codes import read_field, read_rocket
from referee.games.last_blast.odds.routes import Search
from tests.referee.games.last_blast.table import BOX

PARTS = [part for part in BOX.parts.values() for _ in range(part.copies)]
TILES = [tile for tile in BOX.tiles.values() for _ in range(tile.copies)]


def most_cards(rocket: Rocket, columns: list[list[tuple[int, Tile]]], row: int | None) -> int:
    """Cards left with best play, by the rules as written, card by card and without a memory."""
    if not columns:
        return len(rocket)
    best = 0
    for to, tile in columns[0]:
        front = rocket[0]
        jump = abs(to - row) if row is not None else 0
        jump = max(0, jump - front.number) if front.system == "red" else jump
        collision = abs(front.symbol - tile.symbol)
        collision = max(0, collision - front.number) if front.system == "green" else collision
        best = max(best, *(most_cards(left, columns[1:], to) for left in hit(rocket, jump + collision)), 0)
    return best


def hit(rocket: Rocket, points: int) -> set[Rocket]:
    """Every rocket that may be left (LB 4.6, LB 4.7)."""
    if points >= len(rocket):
        return set()
    lefts = {rocket}
    for point in range(1, points + 1):
        fronts = {left[1:] for left in lefts} if point != 2 else set()
        rears = {left[:-1] for left in lefts} if point != 1 else set()
        lefts = fronts | rears
    return lefts


def free(field: Field) -> list[list[tuple[int, Tile]]]:
    return [[(row, tile) for row, tile in enumerate(column) if tile] for column in zip(*field, strict=True)]


@st.composite
def positions(draw: st.DrawFn) -> tuple[Rocket, Field, int | None]:
    rows, columns, cards = draw(st.integers(3, 5)), draw(st.integers(1, 4)), draw(st.integers(1, 9))
    tiles = draw(st.permutations(TILES))
    taken = draw(st.sets(st.tuples(st.integers(0, rows - 2), st.integers(0, columns - 1)), max_size=4))
    field = tuple(
        tuple(None if (row, column) in taken else tiles[row * columns + column] for column in range(columns))
        for row in range(rows)
    )
    rocket: tuple[Part, ...] = tuple(draw(st.permutations(PARTS))[:cards])
    return rocket, field, draw(st.none() | st.integers(1, rows))


@settings(max_examples=150, deadline=None)
@given(positions())
def test_as_good_as_trying_everything(position: tuple[Rocket, Field, int | None]) -> None:
    """LB 4.2 to 4.7: the best tiles are those after which most cards can be left."""
    rocket, field, row = position
    start = None if row is None else row - 1
    columns = free(field)
    search = Search(BOX, rocket, field, row)
    expected = {to + 1: most_cards(rocket, [[(to, tile)], *columns[1:]], start) for to, tile in columns[0]}
    assert {prospect.row: prospect.cards_left for prospect in search.prospects()} == expected
    best = max(expected.values())
    if best:
        assert search.best() == tuple(to for to, cards in expected.items() if cards == best)
    assert search.route()[-1].cards_left == best


@settings(max_examples=150, deadline=None)
@given(positions())
def test_a_route_can_be_flown(position: tuple[Rocket, Field, int | None]) -> None:
    """The route moves along free tiles, and its losses are those the rules allow."""
    rocket, field, row = position
    search = Search(BOX, rocket, field, row)
    route = search.route()
    assert route[0].row in search.best()
    for column, step in enumerate(route):
        assert field[step.row - 1][column] == step.tile
        assert step.front == rocket[0]
        assert step.rows == (abs(step.row - row) if row is not None else 0)
        lefts = hit(rocket, step.damage.total)
        if step.taken is None:
            assert not lefts
            assert step is route[-1]
            return
        rocket = rocket[step.taken.front : len(rocket) - step.taken.rear]
        assert rocket in lefts
        assert len(rocket) == step.cards_left
        row = step.row
    assert len(route) == len(field[0])


@pytest.mark.parametrize(
    ("rocket", "field", "row", "best", "cards"),
    [
        pytest.param("A6-4", "4/5/6", 1, (1,), 1, id="LB 4.4 the same symbol"),
        pytest.param("R3-4 A4-1", "1/1/1/4", 1, (4,), 2, id="LB 4.3 a free jump"),
        pytest.param("A6-4 A4-1", "5/6/1/4", None, (4,), 2, id="LB 4.2 entering costs no jump"),
        pytest.param("A6-4 A4-1", "5/6/1/x", None, (1,), 1, id="LB 4.2 the best tile is taken"),
        pytest.param("A4-1 A4-4", "24/xx/xx", 1, (1,), 1, id="LB 4.6 the first point"),
        pytest.param("A4-1 A4-2 A4-3 A4-4 A4-5", "43/xx/xx", 1, (1,), 2, id="LB 4.6 the front by choice"),
        pytest.param("A4-1 A4-2 A4-3 A4-4 A4-5", "42/xx/xx", 1, (1,), 2, id="LB 4.6 the rear by choice"),
        pytest.param("A4-1 A4-2 A4-3", "4/4/4", 2, (1, 2, 3), 0, id="LB 4.7"),
    ],
)
def test_4_6_worked(rocket: str, field: str, row: int | None, best: tuple[int, ...], cards: int) -> None:
    search = Search(BOX, read_rocket(rocket, BOX, ""), read_field(field, BOX, ""), row)
    assert search.best() == best
    assert search.route()[-1].cards_left == cards


def test_4_11_a_doomed_rocket_flies_as_far_as_it_can() -> None:
    """LB 4.11: the later explosion ranks higher."""
    search = Search(BOX, read_rocket("A4-1", BOX, ""), read_field("22/13/x4", BOX, ""), 2)
    assert [(prospect.row, prospect.explodes_in) for prospect in search.prospects()] == [(1, 1), (2, 2)]
    assert search.best() == (2,)
    assert [step.cards_left for step in search.route()] == [1, 0]


def test_a_whole_flight_is_searched() -> None:
    """12 cards, 5 rows and 7 columns."""
    rocket = read_rocket("G1-1 R2-3 A5-4 A6-2 G1-2 R3-4 A4-5 R1-1 G2-6 A5-5 A4-1 R2-6", BOX, "")
    field = read_field("5166554/4431325/6232352/4524631/1416163", BOX, "")
    search = Search(BOX, rocket, field)
    assert max(prospect.cards_left for prospect in search.prospects()) == 6
