"""The step Unload (PA 3.2, PA 3.3, PA 5.10, PA 5.11)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games.per_aspera.box import COLONISTS
from referee.games.per_aspera.rules import unload
from referee.games.per_aspera.rules.map_spaces import Space
from referee.games.per_aspera.state import Doings
from tests.referee.games.per_aspera.tables import BOX, EAST, FAR, RECOMMENDED, WEST, do, table, why_not


def test_3_2_a_result_says_what_is_demanded() -> None:
    state = table(
        {EAST: "1S.a", FAR: "4S.a"}, {EAST: 3, FAR: 3}, [RECOMMENDED._replace(cargo=(2, 4)), RECOMMENDED]
    )
    there = do(state, "go 1,0")
    assert why_not(there, "sell 2 1") == "PA 5.10"
    assert do(there, "sell 4 1").ships[0].money == 10 + 4 * 2


def test_3_3_a_planet_never_demands_what_it_produces() -> None:
    state = table({EAST: "1S.a"}, {EAST: 5}, [RECOMMENDED._replace(cargo=(1, 2)), RECOMMENDED])
    assert why_not(do(state, "go 1,0"), "sell 1 1") == "PA 5.10"


def test_5_10_sales() -> None:
    trader = RECOMMENDED._replace(cargo=(3, 3), warp=3)
    pirate = table({FAR: "1S.a", WEST: "3S.a"}, {FAR: 1, WEST: 5}, [trader, RECOMMENDED])
    sold = do(pirate, "go 3,0", "roll 6,1", "sell 3 2")
    assert sold.ships[0].money == 10 + 48
    nowhere = table({FAR: "1S.a"}, {FAR: 5}, [trader, RECOMMENDED])
    assert do(nowhere, "go 3,0", "sell 3 1").ships[0].money == 10 + 3
    assert why_not(do(pirate, "go 3,0", "roll 6,1"), "sell 3 3") == "PA 5.10"


def test_5_10_a_colony_pays_at_once() -> None:
    settler = RECOMMENDED._replace(cargo=(COLONISTS, 2))
    state = table({EAST: "1S.a", Space(-2, 0): "2S.a"}, {EAST: 5}, [settler, RECOMMENDED])
    assert do(state, "go 1,0", "settle", "sell 2 1").ships[0].money == 10 + 7


def test_5_11_colonies() -> None:
    settler = RECOMMENDED._replace(cargo=(COLONISTS, COLONISTS))
    state = table(
        {EAST: "1S.a", WEST: "2S.a"}, {EAST: 5, WEST: 1}, [settler, RECOMMENDED._replace(cargo=(COLONISTS,))]
    )
    settled = do(state, "go 1,0", "settle")
    assert settled.chart.colonies == ((0, EAST),)
    assert settled.active == 1, "the second unit finds no place here"
    assert do(settled, "go 1,0", "settle").chart.colonies == ((0, EAST), (1, EAST))
    full = settled._replace(active=0, step="unload", doings=Doings())
    assert why_not(full, "settle") == "PA 5.11"
    assert do(state, "go -1,0", "roll 6,1").active == 1, "pirates take no colony"


@pytest.mark.parametrize(
    ("resource", "distance", "units", "how", "total"),
    [
        pytest.param(3, 4, 2, {"pirate": True}, 48, id="PA 5.10 example: two of 3, pirate planet, 4 steps"),
        pytest.param(2, 3, 1, {"colony": True}, 7, id="PA 5.10 example: one of 2, colony, 3 steps"),
        pytest.param(1, 1, 1, {}, 1, id="PA 5.10 no producer known"),
        pytest.param(4, 6, 5, {}, 120, id="PA 5.10 the most"),
    ],
)
def test_5_10_a_sale(resource: int, distance: int, units: int, how: dict[str, bool], total: int) -> None:
    assert units * unload.price(BOX, BOX.resources[resource], distance, **how) == total


@given(st.integers(1, 4), st.integers(1, 6))
def test_5_10_pirates_pay_double(resource: int, distance: int) -> None:
    """PA 5.10"""
    sold = BOX.resources[resource]
    assert unload.price(BOX, sold, distance, pirate=True) == 2 * unload.price(BOX, sold, distance) > 0
