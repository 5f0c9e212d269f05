"""The codes of Per Aspera as people type them (PA 1.7)."""

from __future__ import annotations

import pytest

from components.errors import UsageError
from referee.games.per_aspera.codes import read_card, read_planet
from tests.referee.games.per_aspera.tables import BOX


def test_1_7_codes_are_typed_as_printed() -> None:
    assert read_card("3lb", BOX, "draw") == read_card("3L.b", BOX, "draw") == BOX.planets["3L.b"]
    with pytest.raises(UsageError):
        read_card("5L.a", BOX, "draw")


@pytest.mark.parametrize(
    "typed", ["3L.b", "3l.b", "3L-b", "3Lb", "3l_B", "3-L.b", "3large.b", " 3L/b "], ids=repr
)
def test_1_7_a_planet_as_people_type_it(typed: str) -> None:
    """PA 1.7"""
    assert read_planet(typed, BOX, "PLANET") == BOX.planets["3L.b"]


def test_1_7_a_planet_without_its_copy() -> None:
    """PA 1.7: any large planet of resource 3."""
    assert read_planet("3l", BOX, "PLANET") == BOX.planets["3L.b"]._replace(code="3L")
