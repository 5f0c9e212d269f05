"""Our data classes behave as those of the standard library, except that nothing refuses a change."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

from components import records

Maker = Callable[..., Any]


def made(by: Maker, frozen: bool) -> Any:
    @by(frozen=frozen)
    class Card:
        """A card."""

        name: str
        costs: tuple[int, ...] = ()
        note: str = dataclasses.field(default="", compare=False)
        secret: int = dataclasses.field(default=0, repr=False)

    return Card


CARDS: list[tuple[Any, ...]] = [
    ("sun",),
    ("sun", (1,)),
    ("sun", (1,), "a note"),
    ("sun", (), "", 7),
    ("sun", (True,)),
    ("moon", (1,)),
]


@pytest.mark.parametrize("frozen", [True, False])
def test_values_are_shown_compared_and_copied_as_usual(frozen: bool) -> None:
    ours, usual = made(records.dataclass, frozen), made(dataclasses.dataclass, frozen)
    for given in CARDS:
        one, other = ours(*given), usual(*given)
        assert repr(one) == repr(other)
        assert dataclasses.asdict(one) == dataclasses.asdict(other)
        assert dataclasses.replace(one, name="x") == ours("x", *given[1:])
        assert one != other and one != given
        for more in CARDS:
            assert (one == ours(*more)) is (other == usual(*more))


def test_frozen_classes_have_a_hash_and_others_have_none() -> None:
    ours = made(records.dataclass, True)
    for one in CARDS:
        for other in CARDS:
            if ours(*one) == ours(*other):
                assert hash(ours(*one)) == hash(ours(*other))
    assert len({ours(*given) for given in CARDS}) == 4
    with pytest.raises(TypeError, match="unhashable"):
        hash(made(records.dataclass, False)("sun"))


def test_what_a_class_defines_itself_stays() -> None:
    @records.dataclass(frozen=True)
    class Loose:
        name: str

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Loose)

        def __hash__(self) -> int:
            return 1

        def __repr__(self) -> str:
            return "loose"

    assert Loose("a") == Loose("b") and hash(Loose("a")) == 1 and repr(Loose("a")) == "loose"


def test_one_field_or_none_is_enough() -> None:
    @records.dataclass(frozen=True)
    class Single:
        value: int

    @records.dataclass(frozen=True)
    class Empty:
        pass

    assert Single(1) == Single(1) != Single(2) and hash(Single(1)) == hash(Single(1))
    assert Empty() == Empty() and hash(Empty()) == hash(Empty()) and repr(Empty()).endswith("Empty()")
