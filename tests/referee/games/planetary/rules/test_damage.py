"""Damage (PL 4.11, PL 4.12, PL 6)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.engine.game import Seats
from referee.games.planetary import game
from referee.games.planetary.rules import damage, power
from referee.games.planetary.state import Place
from tests.referee.games.planetary.tables import (
    BOX,
    cell,
    do,
    hex_,
    hp,
    table,
    why_not,
)


@pytest.mark.parametrize("voids", [1, 2])
def test_6_the_data_decides_how_many_hits_a_shield_voids(voids: int) -> None:
    """PL 6, SHD: in each round so many, then it lets hits through till the next."""
    shield = replace(BOX.blueprints["SHD"], voids=voids)
    changed = replace(BOX, blueprints={**BOX.blueprints, "SHD": shield})
    state = table(ships="4 4", modules="E4@2=SHD* E3@2=PLT", box=changed)
    for round_ in (1, 2):
        for hit in range(4):
            assert damage.voids(state.sides[1].ship, round_) == (hit < voids)
            state = damage.hit(state.but(round=round_), 1, cell("E3" if hit < voids else "D4"), 1)
    assert hp(state, "E3@2") == 4
    assert hp(state, "D4@2") == 6 - 2 * (4 - voids)


def test_4_11_destroyed_modules() -> None:
    """PL 4.11: noted for whoever did it; cut-off modules work on; units on it die in orbit."""
    state = table(ships="9 9", modules="E4@2=COR F4@2=LAS*", units="b1=D4@2 b2=E4@2")
    after = do(state, "b attack E4@2")
    assert hp(after, "E4@2") == 0
    assert after.sides[0].destroyed == ("COR",)
    assert hp(after, "b2") == 0
    assert [module.code for _, module, _ in after.sides[1].ship.on] == ["LAS"]


def test_4_11_falling() -> None:
    """PL 4.11: onto the nearest free hex, the owner choosing between equals."""
    state = table(ships="9 3,1", modules="E4@2=COR", units="b1=D4@2 b2=E4@2")
    falling = do(state, "b attack E4@2")
    assert game.turn(falling) == Seats((1,))
    assert len(game.moves(falling, 1)) == 6
    assert why_not(falling, "fall 5,1", seat=1) == "PL 4.11"
    assert why_not(falling, "done") == "PL 4.11"
    after = do(falling, "fall 4,1")
    assert after.sides[1].units[0].place == Place(0, hex_("4,1"))
    assert game.turn(after) == Seats((0,))
    walls = dict.fromkeys(("2,1", "3,0", "4,0", "3,2", "4,2"), "W")
    alone = table(ships="9 3,1", modules="E4@2=COR", units="b1=D4@2 b2=E4@2", marks=walls)
    assert do(alone, "b attack E4@2").sides[1].units[0].place == Place(0, hex_("4,1"))


def test_4_11_a_core_without_hp() -> None:
    """PL 4.11: it stays a floor, all is off for good, nothing is built, 1 free space, no landing."""
    state = table(ships="4 4", modules="D5@2=LND* E4@2=SCN*", units="b1=D3@2 s2=D5@2 b2=2,2 h2=4,2")
    core = state.sides[1].ship.cells[cell("D4")]
    assert core is not None
    hurt = state.sides[1].ship.with_cell(cell("D4"), core._replace(hp=2))
    after = do(state.with_side(1, state.sides[1]._replace(ship=hurt)), "b attack D4@2", "done")
    side = after.sides[1]
    assert not list(side.ship.on)
    assert side.destroyed == ()
    after = after.but(step="act")
    assert power.left(after) == 0
    assert why_not(after, "ship 5", seat=1) == ""
    assert why_not(after, "ship 6", seat=1) == "PL 4.11"
    assert why_not(after, "land 3,1", seat=1) == "PL 4.11"
    assert why_not(after, f"build {side.bar[0] if side.bar else 'COR'} E5", seat=1) == "PL 4.11"
    assert do(after, "s D4").sides[1].units[1].place.spot == cell("D4")


def test_4_11_wrecks_are_not_targets() -> None:
    state = table(ships="4 5 9", modules="E4@1=LAS*")
    assert why_not(state, "b fire E4 D4@2") == ""
    out = state.with_side(1, state.sides[1]._replace(out=1))
    assert why_not(out, "b fire E4 D4@2") == "PL 4.11"


def test_4_12_structures_have_1_hp() -> None:
    """PL 4.12: any hit removes one; the hex keeps its count."""
    state = table(ships="9 9", units="s1=2,1", marks={"6,1": "I"}, structures="6,1=mine2")
    assert do(state, "s shoot 6,1").worlds[0].structures == ()


@pytest.mark.parametrize(
    ("units", "typed", "rule"),
    [
        ("b1=2,1", "b attack 3,1", ""),
        ("b1=2,1 s2=3,1", "b attack 3,1", "PL 4.9"),
        ("b1=2,1 s2=3,1", "b attack S2", ""),
        ("b1=2,1 s1=3,1", "b attack 3,1", "PL 4.9"),
        ("s1=1,1 s2=3,1", "s shoot 3,1", "PL 4.9"),
    ],
)
def test_4_12_a_structure_under_a_unit_is_not_hit(units: str, typed: str, rule: str) -> None:
    """PL 4.12: so no platform goes from under anybody's feet."""
    state = table(ships="9 9", units=units, marks={"3,1": "W"}, structures="3,1=platform2")
    assert why_not(state, typed) == rule


def test_6_each_shield_voids_one_hit_a_round() -> None:
    """PL 6, SHD: the second hit of a round counts; the next round voids one again."""
    state = table(ships="4 4", modules="E4@1=LAS* C4@1=LAS* C3@1=CPU* E4@2=SHD*", units="s1=C3@1")
    once = do(state, "b fire E4 D4@2")
    assert hp(once, "D4@2") == 6
    assert hp(do(once, "s fire C4 D4@2"), "D4@2") == 5
    assert hp(do(once.but(round=2), "s fire C4 D4@2"), "D4@2") == 6
