"""Immutable tuples and records with something else in them."""

from __future__ import annotations

import gc
import pickle
import weakref
from functools import cached_property

import pytest

from referee.engine.tuples import (
    Copied,
    Deriving,
    Record,
    copied,
    derived,
    record,
    remembered,
    remembered_lately,
    removed,
    replaced,
)


@record
class Point(Record):
    x: int
    y: int = 0


@record
class Line(Deriving):
    ends: tuple[Point, Point]

    @cached_property
    def length(self) -> int:
        one, other = self.ends
        return abs(one.x - other.x) + abs(one.y - other.y)


@pytest.mark.parametrize(("place", "after"), [(0, "xbc"), (1, "axc"), (2, "abx")])
def test_one_item_is_replaced(place: int, after: str) -> None:
    assert replaced(tuple("abc"), place, "x") == tuple(after)


@pytest.mark.parametrize(("items", "after"), [("abc", "ac"), ("bb", "b"), ("cb", "c"), ("b", "")])
def test_the_first_of_equal_items_is_removed(items: str, after: str) -> None:
    assert removed(tuple(items), "b") == tuple(after)


def test_a_record_with_other_values_is_another() -> None:
    point = Point(1, 2)
    assert point._replace(y=5) == Point(1, 5)
    assert point._replace(x=None) == Point(None, 2)  # type: ignore[arg-type]
    assert point == Point(1, 2) != point._replace(x=0)


def test_records_are_compared_and_kept_by_their_values() -> None:
    assert {Point(1), Point(1, 0), Point(2)} == {Point(1), Point(2)}
    assert Point(1, 2) != (1, 2)
    assert pickle.loads(pickle.dumps(Line((Point(1), Point(4))))) == Line((Point(1), Point(4)))


def test_a_record_has_no_field_but_its_own() -> None:
    with pytest.raises(TypeError, match="'z'"):
        Point(1, 2)._replace(z=3)
    with pytest.raises(AttributeError):
        Point(1, 2).z = 3  # type: ignore[attr-defined]


@copied
class Table(Copied):
    """Whose turn it is, and what lies there."""

    turn: int
    tiles: tuple[str, ...]
    step: str = "draw"


def test_a_copy_is_equal_until_one_of_the_two_is_changed() -> None:
    before = Table(0, ("a", "b"))
    after = before.copy()
    assert after == before
    assert after is not before
    assert hash(after) == hash(before)
    after.turn, after.step = 1, "play"
    assert (before, after) == (Table(0, ("a", "b")), Table(1, ("a", "b"), "play"))


def test_what_follows_from_a_record_is_worked_out_again_for_another() -> None:
    line = Line((Point(0), Point(3)))
    assert line.length == 3
    assert line._replace(ends=(Point(0), Point(8))).length == 8
    assert line == Line(line.ends)


def test_what_is_derived_is_worked_out_once() -> None:
    asked = []

    class Square(Deriving):
        side = 3

        @derived
        def area(self) -> int:
            """Its size."""
            asked.append(self)
            return self.side**2

    square = Square()
    assert square.area == square.area == 9
    assert asked == [square]
    assert Square().area == 9
    assert len(asked) == 2


def test_what_is_remembered_goes_with_its_owner() -> None:
    """Each owner has results of its own; a mistake is not remembered."""

    class Box:
        price = 2

    asked = []

    @remembered
    def paid(box: Box, units: int, tip: int) -> tuple[Box, int]:
        asked.append(units)
        if units < 0:
            raise KeyError(units)
        return box, box.price * units + tip

    one, other = Box(), Box()
    other.price = 5
    assert [paid(box, 3, 1) for box in (one, other) for _ in range(2)] == [(one, 7)] * 2 + [(other, 16)] * 2
    assert asked == [3, 3]
    for _ in range(2):
        with pytest.raises(KeyError):
            paid(one, -1, 0)
    seen = weakref.ref(one)
    del one
    gc.collect()
    assert seen() is None
    assert paid(other, 3, 1) == (other, 16)


def test_what_was_asked_lately_is_remembered_and_then_forgotten() -> None:
    """Two results are kept; the third question begins anew, and another owner has its own."""

    class Box:
        pass

    asked = []

    @remembered_lately(2)
    def double(box: Box, number: int) -> int:
        asked.append(number)
        return 2 * number

    box = Box()
    assert [double(box, number) for number in (1, 2, 1, 2, 3, 3, 1)] == [2, 4, 2, 4, 6, 6, 2]
    assert asked == [1, 2, 3, 1]
    assert double(Box(), 1) == 2
    assert asked == [1, 2, 3, 1, 1]
