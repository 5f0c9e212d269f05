"""The view of a player on a small screen, and remarks on a move before it is made."""

from __future__ import annotations

from dataclasses import replace

import pytest

from components.setup import Placed, Resting
from referee.engine.game import Seat, View
from referee.engine.play import start_game
from referee.games.planetary import game
from referee.games.planetary.state import State
from tests.referee.games.planetary.tables import cell, do, table

FOUGHT = {"units": "b1=3,1 s2=4,1/1 b2=12,0 h1=15,3", "structures": "3,0=mine2", "marks": {"3,0": "I"}}


def glance(state: State, seat: int = 0) -> View:
    found = game.view(state, seat).glance
    assert found
    return found


def test_in_orbit_it_has_power_ship_and_ring() -> None:
    found = glance(table(watts=100))
    assert [area.name for area in found.areas] == ["ship-1", "ring", "bar"]
    assert found.areas[0].title == "Solar: 9 iron, 9 copper, 9 radium, 9 hydrocarbon"
    assert [fact.name for fact in found.facts] == ["Watts", "Round", "Units"]
    assert found.facts[2].text == "B 3+action, S 5+action, H 4+action"


def test_on_a_planet_it_has_windows_round_ship_and_units() -> None:
    """A window goes on over the seam of a planet; two units close together share one."""
    state = table("3,2 8", **FOUGHT)
    found = glance(state)
    assert [area.name for area in found.areas[:2]] == ["near-1", "near-2"]
    codes = [piece.code for piece in found.areas[1].pieces]
    assert [code for code in codes if code.isdigit()][:9] == [
        "11",
        "12",
        "13",
        "14",
        "15",
        "0",
        "1",
        "2",
        "3",
    ]
    assert {"S2", "B1", "@1", "i2"} <= {piece.code for piece in found.areas[0].pieces}


def test_the_ship_of_a_foe_is_there_while_it_may_be_hit_or_boarded() -> None:
    def shown(state: State) -> bool:
        return "ship-2" in {area.name for area in glance(state).areas}

    assert not shown(table("4 6")), "in sight, and no gun"
    assert shown(table("4 6", modules="E4@1=LAS*"))
    assert not shown(table("4 7", modules="E4@1=LAS*")), "PL 6: a laser reaches 2 spaces"
    assert shown(table("4 3,1", units="b1=12,1"))
    assert shown(table("4 9", units="b1=D4@2 b2=D5@2 h2=D3@2"))


def test_it_shows_no_more_than_the_table() -> None:
    assert game.view(table(), None).glance is None
    codes = {piece.code for area in game.view(table("0 8"), 0).areas for piece in area.pieces}
    seen = {piece.code for area in glance(table("0 8")).areas for piece in area.pieces}
    assert seen <= codes


@pytest.mark.parametrize("seats", [4, 8])
def test_of_a_long_ring_it_shows_what_is_near(seats: int) -> None:
    """PL 4.6, PL 3.3: nobody flies or looks further than one sector on."""
    names = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")[:seats]
    start = start_game(game, names, {"start": "random"}).but(
        worlds=table().worlds, step="act", order=tuple(range(seats)), round=1
    )
    for seat, side in enumerate(start.sides):
        start = start.with_side(seat, side._replace(ship=side.ship._replace(space=seat)))
    ring = next(area for area in glance(start).areas if area.name == "ring-near")
    first = [piece.code for piece in ring.pieces if piece.at == (0, -1)]
    assert first == [str(8 * (seats - 1))]
    assert len(ring.pieces) == 24


def facts(state: State) -> dict[str, str]:
    return {fact.name: fact.text for fact in game.view(state, 0).facts}


def pieces(state: State, seat: Seat, name: str) -> tuple[Placed, ...]:
    return next(area.pieces for area in game.view(state, seat).areas if area.name == name)


def notes(state: State) -> dict[str, str]:
    """Return the notes on the modules of Ann's ship, by their codes."""
    listed = pieces(state, 0, "aboard-1")
    return {piece.code: piece.note for piece in listed if not piece.code[-1].isdigit()}


def with_tally(state: State, spot: str, tally: int) -> State:
    ship = state.side.ship
    module = ship.cells[cell(spot)]
    assert module is not None
    ship = ship.with_cell(cell(spot), module._replace(tally=tally))
    return state.with_side(0, state.side._replace(ship=ship))


def test_1_3_every_space_of_the_ring_has_its_number() -> None:
    """PL 1.1 to PL 1.3: dust and anchors too."""
    codes = [piece.code for piece in pieces(table(ships="0 4"), 0, "ring")]
    assert codes[:6] == ["0*@1", "1", "2", "3", "4:P1@2", "5"]


def test_1_5_the_ring_in_words_and_in_printed_pieces() -> None:
    """PL 1.1 to PL 1.5: the card of a planet shows its back where half B is day, in odd rounds."""
    for round_, side in ((2, ""), (3, "b")):
        state = replace(table(ships="0 4"), round=round_)
        ring = next(area for area in game.view(state, 0).areas if area.name == "ring")
        assert [one.code for one in ring.under] == ["sector-1", "sector-2"]
        assert [one.at for one in ring.under] == [(0, 0), (0, 1)]
        assert ring.pieces[0].name == "space 0, dust cloud, Ann's ship"
        assert ring.pieces[0].holds == (Resting("", "dust", "dust"), Resting("", "ships", "ship-O"))
        assert ring.pieces[4].name == "space 4, anchor of P1, Bo's ship"
        assert ring.pieces[4].holds[0] == Resting("P1-4", "planets", "P1", side)


@pytest.mark.parametrize(
    ("module", "tally", "note"),
    [
        ("SHD*", 0, ""),
        ("SHD*", 1, "E4: spent this round"),
        ("VAT*", 0, ""),
        ("VAT", 1, "E4: used up"),
        ("HYP*", 2, ""),
        ("HYP", 3, "E4: 1 of 2 turns on"),
        ("GEN-F*", 2, "E4: fuel until round 2"),
        ("GEN-F*", 0, ""),
        ("BAT", 300, "E4: 300 W"),
    ],
)
def test_6_what_a_module_has_done_is_shown(module: str, tally: int, note: str) -> None:
    """PL 6: so that nobody has to remember it."""
    state = with_tally(table(ships="1 9", modules=f"E4@1={module}", cores="fission solar"), "E4", tally)
    assert notes(state).get(module.rstrip("*"), "") == note


def test_4_2_fuel_that_lasts_is_shown_to_its_owner() -> None:
    state = do(table(ships="1 4", cores="fission solar", step="upkeep"), "fuel")
    assert notes(state)["CORE"] == "D4: 6 of 6 HP, fuel until round 2"
    [core] = [one for one in pieces(state, 1, "aboard-1") if one.code == "CORE"]
    assert core.note == "D4: 6 of 6 HP"


def test_4_2_watts_and_4_3_upkeep() -> None:
    """PL 4.2, PL 4.3: where the watts come from, and what each module takes of them."""
    state = table(ships="1 9", modules="E4@1=GEN-S C4@1=BAT E3@1=PLT", step="upkeep")
    assert facts(state)["Watts"] == "500 W left of 500"
    state = do(with_tally(state, "C4", 300), "on E4", "on C4")
    assert facts(state)["Watts"] == "1000 W left of 1050 (core 500, generators 250, batteries 300)"
    assert facts(state)["Upkeep"] == "BAT C4 25 W paid, GEN-S E4 25 W paid, LND D5 25 W"
    assert "Upkeep" not in facts(do(state, "ready"))


def test_1_6_every_letter_on_the_map_is_explained() -> None:
    """PL 1.6: each hex has the name and the tone of its terrain; a legend has the letters."""
    state = table(marks={"3,1": "I", "1,2": "W"})
    area = next(area for area in game.view(state, 0).areas if area.name == "planet-1A")
    found = {piece.code: (piece.name, piece.tone) for piece in area.pieces}
    assert (found["G"], found["I"], found["W"]) == (
        ("grassy plain", "green"),
        ("iron ore", "red"),
        ("water", "blue"),
    )
    assert {piece.code for piece in area.pieces if piece.name} <= {letter for letter, _ in area.legend}
    assert ("I", "iron ore") in area.legend


def test_who_and_what_is_on_a_hex_has_a_name() -> None:
    """PL 4.8, PL 4.9: units, ships and structures with their owners."""
    state = table("3,2 8", **FOUGHT)
    names = {piece.code: piece.name for piece in pieces(state, 0, "planet-1A")}
    assert names["S2"] == "Bo's scout, 1 of 2 HP, on grassy plain"
    assert names["@1"] == "Ann's ship, on grassy plain"
    assert names["i2"] == "Bo's mine on iron ore"


def test_a_window_has_a_legend_of_what_it_shows() -> None:
    """On a small screen the letters that are there are explained once, under the first window."""
    found = glance(table("3,2 8", **FOUGHT))
    assert [area.legend for area in found.areas[:2]] == [(("G", "grassy plain"), ("I", "iron ore")), ()]


def test_6_modules_have_names_and_show_what_is_on() -> None:
    """PL 4.3, PL 6: colour repeats what small letters say; the legend has the codes and the units."""
    state = table(modules="E4@1=LAS* C4@1=SCN E5@1=PLT")
    area = next(area for area in game.view(state, 0).areas if area.name == "ship-1")
    found = {piece.code: (piece.name, piece.tone) for piece in area.pieces if piece.name}
    assert found["LAS"] == ("Laser turret", "green")
    assert found["scn"] == ("Scanner", "grey")
    assert found["PLT"] == ("Plating", "sand")
    assert found["CORE B1"] == ("Core, Ann's brute, 4 of 4 HP", "amber")
    assert {("SCN", "Scanner"), ("PLT", "Plating"), ("b", "brute: 3 movement, 4 HP")} <= set(area.legend)


def test_4_7_the_cards_of_a_bar_have_names_and_whole_prices() -> None:
    state = table()
    [card] = pieces(state.with_side(0, state.side._replace(bar=("LAS",))), 0, "bar")
    assert (card.name, card.note) == ("Laser turret", "2 iron, 2 copper, 75 W; upkeep 50 W")


def test_4_1_yields_and_cuts_are_counted_by_markers() -> None:
    """PL 4.1, PL 4.9: four at most on one marker; a piece on the hex is shown in their place."""
    state = table("4 8", **{**FOUGHT, "marks": {"3,0": "I", "2,2": "T"}})
    for times, markers in ((1, [("Y1-2", "")]), (4, [("Y3-4", "b")]), (5, [("Y1-2", ""), ("Y3-4", "b")])):
        world = state.worlds[0]
        hex_, mine = world.terrain.index("T"), world.structures[0].hex
        counted = tuple(times if one in (hex_, mine) else 0 for one in range(len(world.worked)))
        worked = replace(state, worlds=(world._replace(worked=counted), *state.worlds[1:]))
        notes = next(area for area in game.view(worked, 0).areas if area.name == "on-1").pieces
        (wood,) = [piece for piece in notes if "woodland: cut" in piece.note]
        assert [(held.code, held.side) for held in wood.holds] == markers
        assert {held.deck for held in wood.holds} == {"markers"}
        (own,) = [piece for piece in notes if "mine, has yielded" in piece.note]
        assert [held.deck for held in own.holds] == ["structures"]
