"""Records: tables of TOML read by the types of their fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple

import pytest

from components.errors import DataError
from components.toml import parse_toml


class Moon(NamedTuple):
    code: str
    points: int
    spaces: tuple[int, ...] = ()


@dataclass(frozen=True)
class Sky:
    name: str
    dark: bool
    scale: float
    side: Literal["left", "right"]
    sides: tuple[Literal["left", "right"], ...]
    moons: Annotated[tuple[Moon, ...], "moon"]
    nearest: Moon
    prices: Mapping[str, tuple[int, ...]]
    slug: str = "sky"


WRITTEN = """
name = "Home"
dark = true
scale = 2
side = "left"
sides = ["right", "left"]
nearest = { code = "m1", points = 2, spaces = [3, 4] }
prices = { warp = [1, 2], hold = [3] }

[[moon]]
code = "m2"
points = 4
"""


def test_a_record_is_read_by_its_types() -> None:
    table = parse_toml(WRITTEN, "sky.toml")
    assert table.record(Sky) == Sky(
        name="Home",
        dark=True,
        scale=2.0,
        side="left",
        sides=("right", "left"),
        moons=(Moon("m2", 4),),
        nearest=Moon("m1", 2, (3, 4)),
        prices={"warp": (1, 2), "hold": (3,)},
    )
    table.done()


def test_what_may_be_missing_is_none() -> None:
    @dataclass(frozen=True)
    class Star:
        light: int | None = None
        moon: Moon | None = None

    assert parse_toml("", "star.toml").record(Star) == Star()
    written = 'light = 3\nmoon = { code = "m1", points = 2 }'
    assert parse_toml(written, "star.toml").record(Star) == Star(3, Moon("m1", 2))


def test_what_is_given_is_not_read() -> None:
    assert parse_toml("points = 3", "moon.toml").record(Moon, code="m9") == Moon("m9", 3)


class Trip(NamedTuple):
    draw: Annotated[int, "port.draw"]
    fee: int | None = None


@pytest.mark.parametrize(("text", "trip"), [("", Trip(7)), ("fee = 0\n", Trip(7, 0))])
def test_a_key_in_a_sub_table_and_a_field_that_may_be_none(text: str, trip: Trip) -> None:
    assert parse_toml(f"{text}[port]\ndraw = 7", "trip.toml").record(Trip) == trip
    with pytest.raises(DataError, match=r"trip.toml, port: draw is missing"):
        parse_toml(text, "trip.toml").record(Trip)


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ('name = "Home"\n', "", "name is missing"),
        ("dark = true", "dark = 1", "dark is 1; true or false is expected"),
        ('side = "left"', 'side = "up"', 'side is "up"'),
        ('"right", "left"', '"right", "down"', 'sides has "down"'),
        ("points = 2", 'points = "2"', "points is '2'; a whole number is expected"),
        ("points = 4", "", "points is missing"),
        ("nearest = {", "nearby = {", "nearest is missing"),
        ("hold = [3]", "hold = 3", "hold is 3"),
    ],
)
def test_a_mistake_names_the_key(old: str, new: str, what: str) -> None:
    assert old in WRITTEN
    with pytest.raises(DataError) as caught:
        parse_toml(WRITTEN.replace(old, new, 1), "sky.toml").record(Sky)
    assert what in str(caught.value)
