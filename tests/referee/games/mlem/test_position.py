"""Landings of a score, as they are typed."""

from __future__ import annotations

import pytest

from referee.games.mlem.position import read_landings
from tests.referee.games.mlem.table import BOX


@pytest.mark.parametrize(
    ("places", "same"),
    [
        ({"moon": ["M3=Ann"]}, {"moon": ["m3=Ann"]}),
        ({"moon": [" m3 = Ann "]}, {"moon": ["m3=Ann"]}),
        ({"planet": ["a=Ann , Bo"]}, {"planet": ["A=Ann,Bo"]}),
        ({"planet": ["Anvil=Ann;Bo"]}, {"planet": ["A=Ann,Bo"]}),
        ({"planet": ["A=Ann :2,Bo *"]}, {"planet": ["A=Ann*,Bo:2"]}),
        ({"galaxy": ["Ann,Bo"]}, {"galaxy": ["Ann", "Bo"]}),
        ({"goal": ["Full  House=Ann"]}, {"goal": ["crowd=Ann"]}),
        ({"comet": ["Ann Lee"]}, {"comet": [" Ann Lee "]}),
    ],
)
def test_notation_forgives_case_and_spaces(places: dict[str, list[str]], same: dict[str, list[str]]) -> None:
    assert read_landings(BOX, **places) == read_landings(BOX, **same)
