"""The actions of units (PL 4.9, PL 4.10)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.games.planetary import game
from referee.games.planetary.rules import sequence
from tests.referee.games.planetary.tables import (
    BOX,
    cell,
    changes,
    do,
    hex_,
    hp,
    letter,
    listed,
    place,
    table,
    why_not,
)


def test_4_9_the_data_decides_how_far_a_healer_reaches() -> None:
    """PL 4.9: the ally is 2 hexes or 2 cells away."""
    brute, scout, healer = BOX.units
    further = healer._replace(heal=healer.heal._replace(reach=2))
    changed = replace(BOX, units=(brute, scout, further))
    for units in ("h1=2,1 b1=4,1/1", "h1=D5@1 b1=D3@1/1 s1=2,1"):
        state = table(ships="9 9", units=units)
        assert listed(state, "h heal") == set()
        assert listed(table(ships="9 9", units=units, box=changed), "h heal") == {"h heal b"}


ATTACKS = [
    ("b1=2,1 h2=3,1", "b attack H2", {"h2": 0}),
    ("b1=2,1 s2=3,1", "b attack S2", {"s2": 0}),
    ("b1=2,1 b2=3,1", "b attack B2", {"b2": 2}),
    ("b1=D3@2 s2=2,2", "b attack D4@2", {"D4@2": 4}),
    ("b1=D3@2 b2=9,1 s2=9,2 h2=9,3", "b attack D4@2", {"D4@2": 4}),  # nobody is aboard
    ("s1=2,1 h2=9,1", "s shoot H2", {"h2": 2}),
    ("s1=2,1 h2=3,3", "s shoot H2", {"h2": 2}),  # along a slanting line
    ("s1=2,1 s2=9,1/1", "s shoot S2", {"s2": 0}),
    ("s1=2,0 h2=13,0", "s shoot H2", {"h2": 2}),  # the line crosses the first hex of all
    ("h1=2,1 b1=3,1/2", "h heal b", {"b1": 3}),
]


@pytest.mark.parametrize(("units", "typed", "left"), ATTACKS)
def test_4_9_attacks(units: str, typed: str, left: dict[str, int]) -> None:
    """PL 4.9: what brute, scout and healer do."""
    after = do(table(ships="9 9", units=units), typed)
    assert {what: hp(after, what) for what in left} == left


def test_4_9_worked_fight() -> None:
    """PL 4.9: a scout hits a healer twice: 1 HP left; a brute next to it kills it."""
    state = table(ships="9 9", units="s1=2,1 h2=9,1 b1=9,2")
    state = do(
        do(state, "s shoot H2", "done", "ready").but(step="act", active=0, doings=state.doings), "s shoot H2"
    )
    assert hp(state, "h2") == 1
    assert hp(do(state, "b attack H2"), "h2") == 0


@pytest.mark.parametrize(
    ("units", "marks", "ships", "typed"),
    [
        ("b1=2,1 h2=4,1", {}, "9 9", "b attack H2"),
        ("h1=2,1 h2=3,1", {}, "9 9", "h attack H2"),
        ("s1=2,1 h2=9,2", {}, "9 9", "s shoot H2"),  # off the lines
        ("s1=2,1 h2=13,1", {}, "9 9", "s shoot H2"),  # 11 hexes either way is too far; 5 the other way
        ("s1=2,1 h2=6,1", {"4,1": "T"}, "9 9", "s shoot H2"),
        ("s1=2,1 h2=6,1 b2=4,1", {}, "9 9", "s shoot H2"),
        ("s1=2,1 h2=6,1", {}, "9 4,1", "s shoot H2"),
        ("s1=2,1 h2=6,1", {"6,1": "T"}, "9 9", "s shoot H2"),
        ("b1=2,1", {}, "9 3,1", "b attack D4@2"),  # a hull is not a target
        ("h1=2,1 b1=3,1", {}, "9 9", "h heal b"),
        ("h1=2,1 b1=4,1/1", {}, "9 9", "h heal b"),
        ("b1=2,1 s1=3,1/1", {}, "9 9", "b heal s"),
        ("h1=2,1 s1=D3@1/1", {}, "9 9", "h heal s"),  # one is on a planet, the other aboard a ship
    ],
)
def test_4_9_not_a_target(units: str, marks: dict[str, str], ships: str, typed: str) -> None:
    """PL 4.9: reach, lines, what blocks a shot, who does not attack or heal."""
    state = table(ships=ships, units=units, marks={**marks, "15,1": "T"})
    assert why_not(state, typed) == "PL 4.9"


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("h attack B2", "A healer does not attack."),
        ("s shoot B2", "B2 is not a target on a free line from your scout."),
        ("b attack B2", "B2 is not a target next to your brute."),
        ("b heal s", "A brute does not heal."),
        ("h heal s", "Only a hurt unit of yours next to the healer is healed."),
        ("s mine 3,1", "Your unit is aboard a ship, not on a planet."),
        ("b mine 3,7", "There is no hex 3,7 on that planet."),
        ("b mine 5,1", "5,1 is not next to your unit."),
        ("b claim 3,1", "There is no structure of another player there."),
        ("b claim 2,0", "There is no structure of another player there."),
        ("b claim 2,1", "Claim it from the hex next to it."),
        ("b pick 3,1", "There is nothing to pick: 3,1 is iron ore."),
        ("b rig 3,1", "The rig goes on oil; this is iron ore."),
        ("b mine 2,0", "There is already a structure on that hex."),
        ("b mine 3,1", "It costs 1 iron."),
    ],
)
def test_4_9_what_is_said_of_an_action_that_is_refused(typed: str, reason: str) -> None:
    state = table(
        ships="9 9",
        units="b1=2,1 s1=D3@1/1",
        marks={"2,0": "I", "2,1": "C", "3,1": "I"},
        structures="2,0=mine1 2,1=mine2",
        materials={0: (0, 9, 9, 9)},
    )
    assert game.check(state, 0, game.read(state, 0, typed)).reason == reason


@pytest.mark.parametrize(
    ("letter_", "typed", "cost", "rule"),
    [
        ("I", "b mine 3,1", (-1, 0, 0, 0), ""),
        ("C", "b mine 3,1", (-1, 0, 0, 0), ""),
        ("U", "b mine 3,1", (-1, 0, 0, 0), ""),
        ("W", "b platform 3,1", (-1, 0, 0, 0), ""),
        ("O", "b rig 3,1", (-1, -1, 0, 0), ""),
        ("P", "b pick 3,1", (0, 0, 0, 1), ""),
        ("T", "b cut 3,1", (0, 0, 0, 0), ""),
        ("G", "b mine 3,1", (), "PL 4.9"),
        ("O", "b mine 3,1", (), "PL 4.9"),
        ("I", "b mine 4,1", (), "PL 4.9"),
        ("P", "b cut 3,1", (), "PL 4.9"),
        ("T", "b pick 3,1", (), "PL 4.9"),
        ("I", "b claim 3,1", (), "PL 4.9"),
    ],
)
def test_4_9_what_units_do_on_the_ground(letter_: str, typed: str, cost: tuple[int, ...], rule: str) -> None:
    """PL 4.9: structures on or next to the hex, and what they cost; plants and woodland."""
    state = table(ships="9 9", units="b1=2,1", marks={"3,1": letter_, "4,1": "I"})
    if rule:
        assert why_not(state, typed) == rule
    else:
        assert changes(state, do(state, typed)) == cost
        free = state.with_side(0, state.side._replace(materials=(0, 0, 0, 0)))
        assert why_not(free, typed) == ("" if min(cost) >= 0 else "PL 4.9")


def test_4_9_woodland_takes_two_cuts_and_plants_one_pick() -> None:
    """PL 4.9: the second cut gives 3 hydrocarbon; both leave grass."""
    state = table(ships="9 9", units="b1=2,1 h1=3,2", marks={"3,1": "T", "1,1": "P"})
    once = do(state, "b cut 3,1")
    assert letter(once, "3,1") == "T"
    twice = do(once, "h cut 3,1")
    assert changes(state, twice) == (0, 0, 0, 3)
    assert letter(twice, "3,1") == "G"
    assert letter(do(state, "b pick 1,1"), "1,1") == "G"


def test_4_9_claiming() -> None:
    """PL 4.9: an enemy structure next to it, with its count; those of a player who is out as well."""
    state = table(ships="9 9 9", units="b1=2,1", marks={"3,1": "I"}, structures="3,1=mine2")
    state = sequence.begun(state, 1).but(active=0, step="act")
    after = do(state, "b claim 3,1")
    assert after.worlds[0].structures[0].owner == 0
    assert after.worlds[0].worked[hex_("3,1")] == 1
    assert why_not(do(state, "b 3,1"), "b claim 3,1") == "PL 4.9"
    assert why_not(after, "h claim 3,1") == "PL 4.9"
    out = state.with_side(1, state.sides[1]._replace(out=1))
    assert why_not(out, "b claim 3,1") == ""
    assert why_not(do(state, "b attack 3,1"), "s cut 3,1") == "PL 4.9"


def test_4_8_a_dead_unit_does_nothing_more() -> None:
    """Not because it has acted."""
    state = do(table(ships="9 9", units="b1=2,1", marks={"3,1": "P"}), "b pick 3,1")
    move = game.read(state, 0, "b pick 3,1")
    assert game.check(state, 0, move).reason == "That unit has already acted."
    assert game.check(place(state, "b1", "dead"), 0, move).reason == "Your brute is dead."


def test_4_10_aboard() -> None:
    """PL 4.10: cells for hexes; a shot goes along a row or column, through modules, to the first unit."""
    row = "E4@2=COR F4@2=COR G4@2=COR C4@2=COR"
    state = table(ships="9 9", modules=row, units="s1=G4@2 b2=C4@2 s2=D3@2 h2=D5@2")
    assert listed(state, "s shoot") == {"s shoot F4@2", "s shoot E4@2", "s shoot D4@2", "s shoot B2"}
    broken = table(ships="9 9", modules="F4@2=COR G4@2=COR", units="s1=G4@2 b2=D4@2")
    assert listed(broken, "s shoot") == {"s shoot F4@2"}
    core = state.sides[1].ship.cells[cell("D4")]
    assert core is not None
    dead = state.sides[1].ship.with_cell(cell("D4"), core._replace(hp=0))
    after = state.with_side(1, state.sides[1]._replace(ship=dead))
    assert listed(after, "s shoot") == {"s shoot F4@2", "s shoot E4@2", "s shoot B2"}, "a floor"
    brute = table(ships="9 9", modules=row, units="b1=E4@2 b2=D4@2")
    assert listed(brute, "b attack") == {"b attack B2", "b attack D4@2", "b attack F4@2"}


def test_4_10_aboard_the_ship_of_the_first_seat() -> None:
    """PL 4.10: a guest attacks what it stands beside, whoever's ship it is."""
    state = table(ships="9 9", units="b2=D3@1 b1=9,1 s1=9,2 h1=9,3").but(active=1)
    assert listed(state, "b attack") == {"b attack D4@1"}


def test_4_10_neither_ones_own_modules_nor_those_of_a_wreck_are_targets() -> None:
    """PL 4.11: a guest beside a unit is attacked, what both stand on is not."""
    own = table(ships="9 9", modules="E4@1=COR", units="s2=E4@1")
    assert listed(own, "b attack") == {"b attack S2"}
    wreck = table(ships="9 9", modules="E4@2=COR", units="b1=E4@2")
    assert "b attack D4@2" in listed(wreck, "b attack")
    out = wreck.with_side(1, wreck.sides[1]._replace(out=1))
    assert listed(out, "b attack") == {"b attack B2"}
