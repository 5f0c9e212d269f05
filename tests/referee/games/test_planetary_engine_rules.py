"""Planetary at the table, rule by rule: every test names the rule it is for."""

from __future__ import annotations

import pytest

from components.errors import UsageError
from referee.chance import Chance
from referee.engine import CHANCE, OVER, Seats
from referee.games.planetary import ending, fighting, game, turns, watts
from referee.games.planetary.box import box
from referee.games.planetary.numbers import numbers
from referee.games.planetary.pieces import Place
from referee.games.planetary.setup import set_up
from referee.games.planetary.sight import sees
from referee.games.planetary.state import State
from tests.referee.games.planetary_tables import NAMES, cell, do, hex_, hp, listed, place, table, why_not

RICH = (9, 9, 9, 9)


def opened(seats: int = 2, options: dict[str, str] | None = None, seed: str = "kiwi") -> State:
    """A game after the draws that come before round 0."""
    state = game.start(NAMES[:seats], options or {})
    while game.turn(state) is CHANCE:
        outcomes = game.chance(state)
        before = outcomes.label
        state = game.resolve(state, outcomes.pick(Chance(seed).stream(before)))
    return state


def letter(state: State, text: str) -> str:
    return state.worlds[0].terrain[hex_(text)]


def changes(before: State, after: State, seat: int = 0) -> tuple[int, ...]:
    """How much more of each material that seat has."""
    pairs = zip(before.sides[seat].materials, after.sides[seat].materials, strict=True)
    return tuple(new - old for old, new in pairs)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_1_the_system_is_the_one_that_setup_draws(players: int) -> None:
    """PL 1.1 to PL 1.6: with the same seed the table and `referee setup` have the same system."""
    names = ("Ann", "Bo", "Cy", "Di", "Ed")[:players]
    state = game.start(names, {"start": "random"})
    while state.step != "bars":
        outcomes = game.chance(state)
        state = game.resolve(state, outcomes.pick(Chance("kiwi").stream(outcomes.label)))
    made = set_up(players, "kiwi", {"start": "random"})
    assert made.area("dust").pieces[0].note.split(" ", 1)[1] == ", ".join(map(str, state.dust))
    for world in state.worlds:
        pieces = made.area(f"planet-{world.planet.card.code}").pieces
        assert [piece.code for piece in pieces] == list(world.planet.pieces)
        assert {piece.side for piece in pieces} == {world.planet.up}
        assert f"Rock {world.planet.rock}" in made.area(f"planet-{world.planet.card.code}").note
        assert world.planet.columns in (16, 24, 32, 40, 48)
        assert len(world.terrain) == 4 * world.planet.columns
        assert world.terrain.count("U") == 2 * len(world.planet.pieces)
    assert [piece.note for piece in made.area("ships").pieces] == [
        f"space {side.ship.space}" for side in state.sides
    ]


def test_1_2_sizes_are_drawn_again_while_the_box_has_too_few() -> None:
    state = game.start(("Ann", "Bo", "Cy", "Di", "Ed", "Flo"), {})
    outcomes = game.chance(state)
    assert outcomes.refusal(game.read(state, None, "draw 6 6 6 6 6")) != ""
    assert outcomes.refusal(game.read(state, None, "draw 6 6 6 4 2")) == ""
    assert sum(chance for _, chance in outcomes) == 1


def test_2_1_decks() -> None:
    """PL 2.1: a deck for one core; a generator of another one is illegal; the first modules are free."""
    state = opened(options={"deck Ann": "fission", "deck Bo": "T"})
    assert [side.core for side in state.sides] == ["fission", "turbine"]
    assert all(len(side.brought) == 20 == len(side.deck) + len(side.bar) for side in state.sides)
    assert [module.code for _, module in state.sides[0].ship.modules] == ["COR", "LND"]
    for text in ("fission: 20 GEN-S", "solar: 4 COR", "plasma"):
        with pytest.raises(UsageError):
            game.start(("Ann", "Bo"), {"deck Ann": text})


def test_2_2_units_and_2_4_materials() -> None:
    """PL 2.2, PL 2.4: one unit of each kind; iron, copper, fuel for the core, and a bar of 5."""
    state = opened(options={"deck Ann": "fission", "deck Bo": "turbine"})
    assert [unit.hp for unit in state.sides[0].units] == [4, 2, 3]
    assert [kind.move for kind in numbers().units] == [3, 5, 4]
    assert state.sides[0].materials == (12, 8, 2, 0)
    assert state.sides[1].materials == (12, 8, 0, 2)
    assert [len(side.bar) for side in state.sides] == [5, 5]


def test_2_3_modules_go_next_to_others() -> None:
    """PL 2.3: a module shares an edge with the core or a module; a step between cells costs 1."""
    state = table(watts=500)
    state = state.with_side(0, state.side._replace(bar=("COR", "LAS")))
    assert why_not(state, "build COR E4") == ""
    assert why_not(state, "build COR E2") == "PL 2.3"
    assert why_not(state, "build COR D3") == "PL 2.3"
    after = do(state, "build COR E4", "build LAS F4")
    assert hp(after, "F4@1") == 2
    assert do(after, "b E4", "b F4").doings.walked == 2


def test_3_1_round_0() -> None:
    """PL 3.1: secret spaces, building without watts, placing units; strays go anywhere; all is shown once."""
    state = opened()
    assert game.turn(state) == Seats((0, 1), secret=True)
    assert why_not(state, "start 16") == "PL 1.1"
    state = game.apply(state, 1, game.read(state, 1, "start 9"))
    assert why_not(state, "start 9", seat=1) == "PL 3.1"
    assert game.known(state, 0).sides[1].ship.space == -1
    state = game.apply(state, 0, game.read(state, 0, "start 9"))
    code = next(code for code in state.sides[0].bar if box().blueprints[code].upkeep)
    assert why_not(state, f"build {code} E4 on") == "PL 3.1"
    for text in (f"build {code} E4", "b E4", "s D4"):
        assert why_not(state, text) == ""
        state = game.apply(state, 0, game.read(state, 0, text))
    assert why_not(state, "b D3") == "PL 3.1"
    assert why_not(state, "h E4") == "PL 2.3"
    assert not state.sides[0].ship.cells[cell("E4")].on  # type: ignore[union-attr]
    state = game.apply(state, 0, game.read(state, 0, "done"))
    state = game.apply(state, 1, game.read(state, 1, "done"))
    cells = {str(outcome) for outcome, _ in game.chance(state)}
    assert cells == {"draw D3", "draw D5"}
    state = do(state, "draw D5", "draw D3", "draw D4", "draw D5")
    told = game.tell(state, game.Event(None, game.read(state, None, "draw 3")), do(state, "draw 3"), 0)
    assert do(state, "draw 3").step == "lots"
    after = do(state, "draw 3", "draw Bo Ann")
    assert after.order == (1, 0)
    assert after.round == 1
    assert told.lines == ("The first turn is counted from space 3 [PL 3.2].",)


def test_3_1_starts_are_drawn_if_agreed() -> None:
    """PL 3.1: with start=random nobody chooses."""
    state = opened(options={"start": "random"})
    assert state.step == "build"
    assert all(side.ship.space >= 0 for side in state.sides)


@pytest.mark.parametrize(("first", "order"), [(0, (2, 0, 1)), (5, (0, 1, 2)), (8, (1, 2, 0)), (9, (2, 0, 1))])
def test_3_2_clockwise_from_the_first_space(first: int, order: tuple[int, ...]) -> None:
    """PL 3.2: ships at 5, 8 and 2."""
    state = table(ships="5 8 2")
    assert do(state.but(step="first", order=()), f"draw {first}").order == order


@pytest.mark.parametrize("names", [("Ann", "Bo"), ("Mary Ann", "Bo"), ("2", "1"), ("Bo", "BO 2")])
def test_3_2_lots_are_read_as_they_are_written(names: tuple[str, ...]) -> None:
    """PL 3.2: whatever the players are called."""
    state = game.start(names, {}).but(step="lots")
    for outcome, _ in game.chance(state):
        assert game.read(state, None, str(outcome)) == outcome
    assert str(game.read(table().but(step="lots"), None, "draw bo 1")) == "draw 2 1"


@pytest.mark.parametrize(
    ("ships", "modules", "seen"),
    [
        ("4 10", "", True),
        ("4 11", "", False),
        ("15 5", "", True),  # the shorter way round: 6 of 16
        ("0 15", "", True),
        ("4 11", "E4@1=SCN*", True),
        ("4 11", "E4@1=SCN", False),
        ("4 12", "E4@1=SCN* E3@1=SCN*", True),
        ("0 4", "E4@2=CLK*", False),
        ("1 4", "E4@2=CLK*", True),
        ("0 4", "E4@2=CLK* E4@1=SCN*", False),
        ("0 4", "E4@2=CLK", True),
        ("12 3,1", "E4@2=CLK*", True),
    ],
)
def test_3_3_who_is_seen(ships: str, modules: str, seen: bool) -> None:
    """PL 3.3: 6 spaces, 9 with a scanner, 3 with a cloak whatever the scanner; landed ships always."""
    state = table(ships=ships, modules=modules)
    assert sees(state, 0, 1) == seen
    known = game.known(state, 0)
    assert (known.sides[1].ship.space >= 0) == seen
    assert (known.sides[1].units[0].place.field >= 0) == seen
    areas = {area.name for area in game.view(state, 0).areas}
    assert ("ship-2" in areas) == seen
    assert "bar" in areas
    assert sees(state, None, 1) == state.sides[1].ship.landed


def test_3_3_only_what_is_seen_is_a_target_and_who_is_aboard_sees() -> None:
    """PL 3.3: a cloak hides a ship from guns; a unit aboard sees it."""
    state = table(ships="8 4", modules="E4@1=CAN* E4@2=CLK*")
    assert why_not(state, "b fire E4 D4@2") == "PL 3.3"
    assert why_not(place(state, "s1", "E4@2"), "b fire E4 D4@2") == ""


@pytest.mark.parametrize("spot", ["A1@2", "D4@2", "D3@2", "E4@2"])  # empty, taken, taken, free
def test_3_3_no_answer_tells_of_a_hidden_ship(spot: str) -> None:
    """PL 3.3: whatever is on its cells, a walk there is refused in the same words."""
    state = table(ships="0 8", modules="E4@2=PLT")
    ruling = game.check(state, 0, game.read(state, 0, f"b {spot}"))
    assert ruling == (False, "You do not see that ship.", "PL 3.3")


def test_3_4_a_clock_can_be_agreed_on() -> None:
    """PL 3.4: it is off unless it is agreed on."""
    for options, there in (({}, False), ({"clock": "on"}, True)):
        facts = game.view(opened(options=options), None).facts
        assert any(fact.rule == "PL 3.4" for fact in facts) == there


def test_4_1_income_and_exhaustion() -> None:
    """PL 4.1: a mine and a rig give 1 each; at the fifth the hex is rock, or a platform where oil was."""
    marks = {"3,1": "C", "5,1": "O", "9,1": "W"}
    state = table(marks=marks, structures="3,1=mine1 5,1=rig1 9,1=platform1")
    for turn in range(1, 6):
        after = turns.begun(state, 0)
        assert changes(state, after) == (0, 1, 0, 1)
        state = after
        assert state.worlds[0].worked[hex_("3,1")] == turn % 5
    assert [letter(state, text) for text in ("3,1", "5,1", "9,1")] == ["R", "F", "W"]
    assert [structure.kind for structure in state.worlds[0].structures] == ["platform"]
    assert changes(state, turns.begun(state, 0)) == (0, 0, 0, 0)


POWER = [
    ("solar", "1", {}, "", 500),
    ("solar", "0", {}, "", 50),  # dust
    ("solar", "3,1", {}, "", 50),  # the night half
    ("solar", "9,1", {}, "", 500),
    ("turbine", "1", {"travelled": 4}, "", 450),
    ("turbine", "1", {}, "", 50),
    ("hydrocarbon", "1", {}, "", 50),
    ("hydrocarbon", "1", {}, "fuel", 750),
    ("fission", "1", {}, "fuel", 1000),
    ("fission", "1", {"fuelled": 2}, "", 1000),
    ("fission", "1", {"turns": 4, "fuelled": 5}, "", 50),  # a repair is due
    ("fission", "1", {"turns": 4, "fuelled": 5}, "repair", 1000),
    ("fission", "1", {"turns": 4}, "repair fuel", 1000),
]


@pytest.mark.parametrize(("core", "where", "side", "typed", "power"), POWER)
def test_4_2_power(core: str, where: str, side: dict[str, int], typed: str, power: int) -> None:
    """PL 4.2, and the worked examples: a turbine after 4 spaces, solar on the night half."""
    state = table(ships=f"{where} 9", cores=f"{core} solar")
    state = turns.begun(state.with_side(0, state.side._replace(**side)), 0)  # type: ignore[arg-type]
    assert watts.left(do(state, *typed.split())) == power


def test_4_2_fuel_and_repair() -> None:
    """PL 4.2: radium lasts two turns; one payment clears a repair; an outage costs the turn bought."""
    state = turns.begun(table(cores="fission solar"), 0)
    bought = do(state, "fuel")
    assert changes(state, bought) == (0, 0, -1, 0)
    assert why_not(bought, "fuel") == "PL 4.2"
    second = turns.begun(bought, 0)
    assert why_not(second, "fuel") == "PL 4.2"
    assert watts.left(turns.begun(second, 0)) == 50
    due = turns.begun(bought.with_side(0, bought.side._replace(turns=4, fuelled=5)), 0)
    assert why_not(due, "fuel") == "PL 4.2"
    dry = due.with_side(0, due.side._replace(fuelled=4))
    assert watts.left(do(dry, "fuel")) == 50
    assert watts.left(do(dry, "fuel", "repair")) == 1000
    assert changes(due, do(due, "repair")) == (-2, 0, -1, 0)
    assert watts.left(turns.begun(due, 0)) == 50
    paid = do(turns.begun(due, 0), "repair")
    assert watts.left(paid) == 50
    assert watts.left(do(paid, "fuel")) == 1000
    poor = due.with_side(0, due.side._replace(materials=(1, 0, 1, 0)))
    assert why_not(poor, "repair") == "PL 4.2"
    assert why_not(table(step="upkeep"), "fuel") == "PL 4.2"


@pytest.mark.parametrize(
    ("core", "generator", "typed", "power", "fuel"),
    [
        ("solar", "GEN-S", "on E4", 500 + 250 - 25, 0),
        ("hydrocarbon", "GEN-H", "fuel|on E4", 750 + 375 - 25, 2),
        ("hydrocarbon", "GEN-H", "on E4", 50 - 25, 1),  # it stops with the core
        ("turbine", "GEN-T", "on E4", 50 + 25 - 25, 0),
    ],
)
def test_4_2_generators(core: str, generator: str, typed: str, power: int, fuel: int) -> None:
    """PL 4.2: half the core's yield again, its own fuel, and nothing while the core is out."""
    state = turns.begun(table(ships="1 9", cores=f"{core} solar", modules=f"E4@1={generator}"), 0)
    after = do(state, *typed.split("|"))
    assert watts.left(after) == power
    assert changes(state, after)[3] == -fuel
    dry = state.with_side(0, state.side._replace(materials=(9, 9, 0, 0)))
    assert why_not(dry, "on E4") == ("" if core in ("solar", "turbine") else "PL 4.2")


def test_4_2_a_generator_of_a_fission_core_is_fuelled_for_two_turns() -> None:
    state = turns.begun(table(ships="1 9", cores="fission solar", modules="E4@1=GEN-F"), 0)
    state = do(state, "fuel", "on E4")
    assert watts.left(state) == 1500 - 25
    later = turns.begun(do(state, "ready").but(step="act"), 0)
    assert changes(later, do(later, "on E4")) == (0, 0, 0, 0)
    assert watts.left(do(later, "keep")) == 1500 - 25


def test_4_3_upkeep() -> None:
    """PL 4.3: what is paid for is on till the next upkeep; what is not is off."""
    state = turns.begun(table(ships="1 9", modules="E4@1=LAS E3@1=SHD* C4@1=PLT"), 0)
    assert listed(state, "on", "keep") == {"on E4", "on E3", "on D5", "on all", "keep"}
    assert why_not(state, "on C4") == "PL 4.3"
    assert why_not(state, "build COR E5") == "PL 4.3"
    assert why_not(do(state, "on E4"), "on E4") == "PL 4.3"
    assert [module.code for _, module, _ in do(state, "on E4").side.ship.on] == ["SHD"]
    for typed, on in (("on E4", ["LAS"]), ("keep", ["SHD"]), ("on all", ["SHD", "LAS", "LND"])):
        after = do(state, typed, "ready")
        assert [module.code for _, module, _ in after.side.ship.on] == on
    dark = turns.begun(table(ships="0 9", modules="E4@1=CLK"), 0)
    assert why_not(dark, "on E4") == "PL 4.3"
    assert do(dark, "on all").doings.paid == (cell("D5"),)
    assert why_not(after, "on E4") in ("PL 4.3", "PL 4.4")


@pytest.mark.parametrize(
    ("modules", "typed", "paid", "left"),
    [
        # 500 W in light.
        ("E4@1=LAS* C4@1=CAN* E3@1=SHD* C3@1=CAN* E5@1=CAN* C5@1=CAN* G4@1=CLK*", "keep", 6, 0),
        ("E4@1=LAS* C4@1=CAN* E3@1=SHD", "keep", 2, 350),
        ("E4@1=LAS* C4@1=CAN* E3@1=SHD", "on all", 4, 275),
        (
            "E4@1=LAS* C4@1=CAN* E3@1=SHD* C3@1=CAN* E5@1=CAN* C5@1=CAN* G4@1=CLK* F1@1=GEN-S",
            "on all",
            9,
            100,
        ),
    ],
)
def test_4_3_keep_and_on_all_leave_out_what_cannot_be_paid(
    modules: str, typed: str, paid: int, left: int
) -> None:
    """PL 4.3: the owner chooses; generators go first, then cell by cell as far as the watts go."""
    after = do(table(ships="1 8", modules=modules, step="upkeep"), typed)
    assert (len(after.doings.paid), watts.left(after)) == (paid, left)


def test_4_3_what_is_left_out_is_no_refusal_unless_all_is() -> None:
    """PL 4.3, PL 4.2: a generator without fuel does not keep a laser off."""
    modules = "E4@1=GEN-H* E3@1=LAS*"
    state = table(ships="1 8", modules=modules, cores="hydrocarbon solar", step="upkeep")
    state = do(state.with_side(0, state.side._replace(materials=(5, 5, 0, 1))), "fuel")
    assert [state.side.ship.cells[one].code for one in do(state, "keep").doings.paid] == ["LAS"]  # type: ignore[union-attr]
    dark = state.but(doings=state.doings._replace(spent=750))
    assert why_not(dark, "keep") == "PL 4.3"


def test_4_3_built_and_paid_for_at_once() -> None:
    """PL 4.3: a module built this turn is on if its upkeep is paid."""
    state = table(ships="1 9")
    state = state.with_side(0, state.side._replace(bar=("COR", "LAS")))
    assert watts.left(do(state, "build LAS E4 on")) == 500 - 75 - 50
    assert [module.on for _, module in do(state, "build LAS E4").side.ship.modules] == [False] * 3
    assert why_not(state, "build COR E4 on") == "PL 4.3"


def test_4_3_watts_are_lost_but_for_batteries() -> None:
    """PL 4.3, PL 6 (BAT): up to 500 W are kept, and drawn later in any amount."""
    state = turns.begun(table(ships="1 9", modules="E4@1=BAT"), 0)
    state = do(state, "on E4", "ready").but(step="act")
    kept = watts.stored(state)
    assert kept.ship.cells[cell("E4")].tally == 475  # type: ignore[union-attr]
    later = turns.begun(state.with_side(0, kept), 0)
    assert watts.left(later) == 500
    assert watts.left(do(later, "on E4")) == 500 + 475 - 25
    two = do(turns.begun(table(ships="1 9", modules="E4@1=BAT* E3@1=BAT*", watts=200), 0), "keep", "ready")
    tallies = [module.tally for _, module in watts.stored(two.but(step="act")).ship.modules]
    assert sum(tallies) == 500 - 50
    full = watts.stored(table(ships="1 9", modules="E4@1=BAT* E3@1=BAT*", watts=200))
    assert sorted(module.tally for _, module in full.ship.modules) == [0, 0, 200, 500]
    off = watts.stored(do(later, "ready").but(step="act"))
    assert off.ship.cells[cell("E4")].tally == 475  # type: ignore[union-attr]


def test_4_4_draw() -> None:
    """PL 4.4: one while the bar has fewer than 5; the pile becomes the deck; no card, no draw."""
    state = turns.begun(table(ships="1 9"), 0)
    cards = [
        (("COR",) * 5, ("LAS",), (), "act"),
        (("COR",) * 4, ("LAS",), (), "draw"),
        (("COR",) * 4, (), ("SHD",), "draw"),
        (("COR",) * 4, (), (), "act"),
    ]
    for bar, deck, pile, step in cards:
        here = state.with_side(0, state.side._replace(bar=bar, deck=deck, pile=pile))
        assert game.apply(here, 0, game.read(here, 0, "ready")).step == step
    after = do(state.with_side(0, state.side._replace(bar=(), deck=(), pile=("SHD",))), "ready", "draw SHD")
    assert (after.side.bar, after.side.deck, after.side.pile) == (("SHD",), (), ())


@pytest.mark.parametrize("voids", [1, 2])
def test_6_how_many_hits_a_shield_voids_stands_in_the_data(
    voids: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PL 6, SHD: in each round so many, then it lets hits through till the next."""
    effects = {**numbers().effects, "SHD": numbers().effects["SHD"]._replace(voids=voids)}
    changed = numbers()._replace(effects=effects)
    for module in ("pieces", "fighting"):
        monkeypatch.setattr(f"referee.games.planetary.{module}.numbers", lambda: changed)
    state = table(ships="4 4", modules="E4@2=SHD* E3@2=PLT")
    for round_ in (1, 2):
        for hit in range(4):
            assert fighting.voids(state.sides[1].ship, round_) == (hit < voids)
            state = fighting.hit(state.but(round=round_), 1, cell("E3" if hit < voids else "D4"), 1)
    assert hp(state, "E3@2") == 4
    assert hp(state, "D4@2") == 6 - 2 * (4 - voids)


@pytest.mark.parametrize(("step", "key", "drawn"), [("draw", "draw", 2), ("swap", "swap", 3)])
def test_4_4_how_many_are_drawn_stands_in_the_data(
    step: str, key: str, drawn: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PL 4.4, PL 4.7: no more than the bar has room for and the deck holds."""
    state = table(ships="1 9").but(step=step)
    state = state.but(doings=state.doings._replace(swapped="COR" if step == "swap" else ""))
    assert game.chance(state).count == 1  # type: ignore[attr-defined]
    changed = numbers()._replace(**{key: drawn})
    monkeypatch.setattr("referee.games.planetary.turning.numbers", lambda: changed)
    assert game.chance(state).count == drawn  # type: ignore[attr-defined]
    few = state.with_side(0, state.side._replace(deck=("COR",), bar=("COR",) * 4))
    assert do(few, "draw COR").side.bar == ("COR",) * 5


def test_4_9_how_far_a_healer_reaches_stands_in_the_data(monkeypatch: pytest.MonkeyPatch) -> None:
    """PL 4.9: the ally is 2 hexes or 2 cells away."""
    brute, scout, healer = numbers().units
    changed = numbers()._replace(units=(brute, scout, healer._replace(reach=2)))
    for units in ("h1=2,1 b1=4,1/1", "h1=D5@1 b1=D3@1/1 s1=2,1"):
        state = table(ships="9 9", units=units)
        assert listed(state, "h heal") == set()
        with monkeypatch.context() as patch:
            patch.setattr("referee.games.planetary.acting.numbers", lambda: changed)
            assert listed(state.but(), "h heal") == {"h heal b"}


def test_4_5_a_turn_in_any_order() -> None:
    """PL 4.5: a unit finishes before another begins; one ship move; one sacrifice; nothing is a turn, too."""
    state = table(ships="1 9")
    state = state.with_side(0, state.side._replace(bar=("COR", "COR", "LAS")))
    after = do(state, "build COR E4", "b E4", "ship 2", "s D4", "sacrifice COR")
    assert why_not(after, "b E4") == "PL 4.5"
    assert why_not(after, "ship 1") == "PL 4.5"
    assert why_not(after, "sacrifice LAS") == "PL 4.5"
    assert do(state, "done").active == 1


@pytest.mark.parametrize(
    ("ships", "modules", "typed", "cost"),
    [
        ("1 9", "", "ship 2", 0),
        ("1 9", "", "ship 0", 0),
        ("1 9", "", "ship 3", 100),
        ("1 9", "", "ship 7", 300),
        ("1 9", "", "ship 1 in 6", 300),
        ("1 9", "E4@1=THR* E3@1=THR*", "ship 7", 150),
        ("1 9", "E4@1=THR", "ship 7", 300),
        ("4 9", "D5@1=LND*", "land 3,1", 0),
        ("2 9", "D5@1=LND*", "land P1 3,1", 150),
        ("2 9", "D5@1=LND* E4@1=THR*", "land 3,1", 75),
        ("3,1 9", "", "leave", 0),
        ("3,1 9", "", "ship 5", 100),
        ("9,1 9", "", "ship 4", 0),
        ("3,1 9", "D5@1=LND*", "land 5,2", 100),
    ],
)
def test_4_6_ship_moves(ships: str, modules: str, typed: str, cost: int) -> None:
    """PL 4.6: 1 space free, or all at 50 W; landings and leavings are spaces; a thruster halves it."""
    state = table(ships=ships, modules=modules, watts=1000)
    assert watts.left(state) - watts.left(do(state, typed)) == cost


@pytest.mark.parametrize(
    ("ships", "marks", "more", "typed", "rule"),
    [
        ("1 9", {}, {}, "ship 9", "PL 4.6"),  # 8 spaces
        ("1 9", {}, {}, "ship 1", "PL 4.6"),
        ("1 9", {}, {}, "ship 2 in 4", "PL 4.6"),  # no walk of an even number ends there
        ("0 9", {}, {"watts": -300}, "ship 5", "PL 4.6"),
        ("4 9", {}, {"modules": "D5@1=LND"}, "land 3,1", "PL 4.6"),  # off
        ("4 9", {"3,1": "I"}, {}, "land 3,1", "PL 4.6"),
        ("4 9", {}, {}, "land 9,1", "PL 4.6"),  # the half that does not face the ring
        ("4 9", {}, {"units": "b2=3,1"}, "land 3,1", "PL 4.6"),
        ("4 3,1", {}, {}, "land 3,1", "PL 4.6"),
        ("4 9", {"3,1": "R"}, {"structures": "3,1=mine2"}, "land 3,1", "PL 4.6"),
        ("10 9", {}, {}, "land 3,1", "PL 4.6"),  # 7 spaces
        ("4 9", {}, {}, "land 3,7", "PL 1.4"),
        ("4 9", {"3,1": "R"}, {}, "land 3,1", ""),
    ],
)
def test_4_6_where_a_ship_cannot_go(
    ships: str, marks: dict[str, str], more: dict[str, object], typed: str, rule: str
) -> None:
    settings: dict[str, object] = {"modules": "D5@1=LND*", "watts": 500, **more}
    assert why_not(table(ships=ships, marks=marks, **settings), typed) == rule  # type: ignore[arg-type]


def test_4_6_a_turbine_counts_the_spaces() -> None:
    """PL 4.2, PL 4.6: going to and fro counts."""
    state = do(table(ships="1 9", cores="turbine solar", watts=400), "ship 1 in 6", "done", "ready")
    assert state.sides[0].travelled == 6
    assert watts.left(turns.begun(state, 0)) == 650


def test_4_6_boarding() -> None:
    """PL 4.6: for 1 movement, onto a free cell with an open side; off from one likewise."""
    ring = "C3@2=COR C4@2=COR C5@2=COR E3@2=COR E4@2=COR E5@2=COR"
    state = table(ships="9 3,1", units="b1=2,1 b2=C3@2", modules=ring)
    assert do(state, "b D4@2").doings.walked == 2  # no open side: over C4
    assert {"b C4@2", "b E5@2"} <= listed(state, "b ")
    assert why_not(state, "b D3@2") == "PL 4.8"  # Bo's scout is there
    assert do(state, "b C4@2").doings.walked == 1
    aboard = do(state, "b C4@2", "b 2,1")
    assert aboard.doings.walked == 2
    inside = table(ships="9 3,1", units="b1=D4@2 b2=2,3", modules=ring)
    assert do(inside, "b 2,1").doings.walked == 2  # over C4
    assert listed(table(ships="4 4"), "b ") == set()  # nobody boards in orbit


def test_4_7_building_and_sacrificing() -> None:
    """PL 4.7: iron, copper and watts; a sacrifice for 1 iron and 1 copper, or for a card."""
    state = table(ships="1 9")
    state = state.with_side(0, state.side._replace(bar=("CAN", "COR"), deck=("LAS",), pile=()))
    after = do(state, "build CAN E4")
    assert changes(state, after) == (-3, -2, 0, 0)
    assert watts.left(after) == 400
    assert why_not(state, "build LAS E4") == "PL 4.7"
    assert why_not(table(ships="1 9", watts=-460, sides=state.sides), "build COR E4") == "PL 4.7"
    poor = state.with_side(0, state.side._replace(materials=(2, 9, 0, 0)))
    assert why_not(poor, "build CAN E4") == "PL 4.7"
    given = do(state, "sacrifice COR")
    assert changes(state, given) == (1, 1, 0, 0)
    assert given.side.pile == ("COR",)
    swapped = do(state, "sacrifice COR card", "draw LAS")
    assert (swapped.side.bar, swapped.side.pile, swapped.side.deck) == (("LAS", "CAN"), ("COR",), ())
    none = state.with_side(0, state.side._replace(deck=()))
    assert why_not(none, "sacrifice COR card") == "PL 4.4"


@pytest.mark.parametrize(
    ("marks", "more", "to", "cost"),
    [
        ({}, {}, "3,1", 1),
        ({}, {}, "5,1", 3),
        ({}, {}, "15,1", 3),  # round the planet
        ({}, {}, "6,1", 0),
        ({"3,1": "W"}, {}, "3,1", 0),
        ({"3,1": "O"}, {"structures": "3,1=rig1"}, "3,1", 0),
        ({"3,1": "W"}, {"structures": "3,1=platform2"}, "3,1", 1),
        ({"3,1": "F"}, {}, "3,1", 1),
        ({"3,1": "I"}, {"structures": "3,1=mine2"}, "3,1", 1),
        ({}, {"units": "b1=2,1 s2=3,1"}, "3,1", 0),
        ({}, {"ships": "9 3,1"}, "3,1", 0),
        ({}, {"units": "b1=2,1 s2=3,1 h2=3,0 b2=2,2"}, "4,1", 3),  # round them
        ({}, {"units": "b1=2,1 s2=3,1 h2=3,0 b2=3,2"}, "4,1", 0),
        ({"3,1": "W"}, {}, "4,1", 3),
    ],
)
def test_4_8_unit_moves(marks: dict[str, str], more: dict[str, str], to: str, cost: int) -> None:
    """PL 4.8: the cheapest way, past water, oil, rigs, units and hulls; 0 for where it cannot go."""
    state = table(marks=marks, **{"ships": "9 9", "units": "b1=2,1", **more})  # type: ignore[arg-type]
    if not cost:
        assert why_not(state, f"b {to}") == "PL 4.8"
    else:
        assert do(state, f"b {to}").doings.walked == cost


def test_4_8_moves_before_and_after_the_action() -> None:
    """PL 4.8: at most one action anywhere in the moves."""
    state = table(ships="9 9", units="b1=2,1", marks={"3,1": "P", "5,1": "P"})
    after = do(state, "b 3,1", "b pick 3,1", "b 5,1")
    assert after.doings.walked == 3
    assert why_not(after, "b pick 5,1") == "PL 4.8"
    assert why_not(after, "b 6,1") == "PL 4.8"
    assert why_not(table(units="b1=dead"), "b D3") == "PL 4.8"


ATTACKS = [
    ("b1=2,1 h2=3,1", "b attack H2", {"h2": 0}),
    ("b1=2,1 s2=3,1", "b attack S2", {"s2": 0}),
    ("b1=2,1 b2=3,1", "b attack B2", {"b2": 2}),
    ("b1=D3@2 s2=2,2", "b attack D4@2", {"D4@2": 4}),
    ("s1=2,1 h2=9,1", "s shoot H2", {"h2": 2}),
    ("s1=2,1 h2=3,3", "s shoot H2", {"h2": 2}),  # along a slanting line
    ("s1=2,1 s2=9,1/1", "s shoot S2", {"s2": 0}),
    ("h1=2,1 b1=3,1/2", "h heal b", {"b1": 3}),
]


@pytest.mark.parametrize(("units", "typed", "left"), ATTACKS)
def test_4_9_attacks(units: str, typed: str, left: dict[str, int]) -> None:
    """PL 4.9: what brute, scout and healer do."""
    after = do(table(ships="9 9", units=units), typed)
    assert {what: hp(after, what) for what in left} == left


def test_the_worked_fight() -> None:
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
        ("b1=2,1", {}, "9 3,1", "b attack D4@2"),  # a hull is no target
        ("h1=2,1 b1=3,1", {}, "9 9", "h heal b"),
        ("h1=2,1 b1=4,1/1", {}, "9 9", "h heal b"),
        ("b1=2,1 s1=3,1/1", {}, "9 9", "b heal s"),
    ],
)
def test_4_9_what_is_no_target(units: str, marks: dict[str, str], ships: str, typed: str) -> None:
    """PL 4.9: reach, lines, what blocks a shot, who does not attack or heal."""
    state = table(ships=ships, units=units, marks={**marks, "15,1": "T"})
    assert why_not(state, typed) == "PL 4.9"


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
    state = turns.begun(state, 1).but(active=0, step="act")
    after = do(state, "b claim 3,1")
    assert after.worlds[0].structures[0].owner == 0
    assert after.worlds[0].worked[hex_("3,1")] == 1
    assert why_not(do(state, "b 3,1"), "b claim 3,1") == "PL 4.9"
    assert why_not(after, "h claim 3,1") == "PL 4.9"
    out = state.with_side(1, state.sides[1]._replace(out=1))
    assert why_not(out, "b claim 3,1") == ""
    assert why_not(do(state, "b attack 3,1"), "s cut 3,1") == "PL 4.9"


def test_4_9_operating() -> None:
    """PL 4.9: from the core or a computer that is on, each module once a turn, and only one that is on."""
    guns = "E4@1=LAS* C4@1=CPU* C3@1=CAN"
    state = table(ships="4 5", modules=guns, units="s1=C4@1 h1=D3@1")
    assert why_not(state, "h fire E4 D4@2") == "PL 4.9"
    assert why_not(state, "b fire C3 D4@2") == "PL 4.3"
    assert why_not(state, "s fire E4 D4@2") == ""
    assert (
        why_not(table(ships="4 5", modules="E4@1=LAS* C4@1=CPU", units="s1=C4@1"), "s fire E4 D4@2")
        == "PL 4.9"
    )
    assert why_not(do(state, "b fire E4 D4@2"), "s fire E4 D4@2") == "PL 4.9"


def test_4_10_aboard() -> None:
    """PL 4.10: cells for hexes; a shot goes along a row or column, through modules, to the first unit."""
    row = "E4@2=COR F4@2=COR G4@2=COR C4@2=COR"
    state = table(ships="9 9", modules=row, units="s1=G4@2 b2=C4@2 s2=D3@2 h2=D5@2")
    assert listed(state, "s shoot") == {"s shoot F4@2", "s shoot E4@2", "s shoot D4@2", "s shoot B2"}
    broken = table(ships="9 9", modules="F4@2=COR G4@2=COR", units="s1=G4@2 b2=D4@2")
    assert listed(broken, "s shoot") == {"s shoot F4@2"}
    brute = table(ships="9 9", modules=row, units="b1=E4@2 b2=D4@2")
    assert listed(brute, "b attack") == {"b attack B2", "b attack D4@2", "b attack F4@2"}


def test_4_10_cells_as_they_are_typed() -> None:
    """PL 4.10: D4 is a cell of the ship the unit is on; whose it is may always be said."""
    state = table(ships="9 9", modules="E4@1=COR E4@2=COR", units="b1=D3@2")
    for unit, typed, meant in (
        ("s", "E4", "s E4"),
        ("s", "E4@1", "s E4"),
        ("s", "E4@Ann", "s E4"),
        ("b", "E4", "b E4@2"),
        ("b", "cor", "b cor"),
        ("b", "E4@2", "b E4@2"),
        ("b", "E4@1", "b E4@1"),
    ):
        if typed == "cor":
            with pytest.raises(UsageError):  # two of them are on Bo's ship
                game.read(state, 0, f"{unit} {typed}")
            continue
        move = game.read(state, 0, f"{unit} {typed}")
        assert str(move) == meant
        assert game.read(state, 0, str(move)) == move
    assert why_not(state, "s E4@1") == ""
    assert why_not(state, "b attack LND") == "PL 4.9"
    assert str(game.read(state, 0, "b attack D4")) == "b attack D4@2"
    boarding = table(ships="3,1 5,1", modules="E4@1=COR C4@2=COR", units="b1=C4@2")
    assert {"b E4@1", "b 4,1"} <= listed(boarding, "b ")
    assert do(boarding, "b E4@1").side.units[0].place == Place(8, cell("E4"))


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
    assert watts.left(after) == 0
    assert why_not(after, "ship 5", seat=1) == ""
    assert why_not(after, "ship 6", seat=1) == "PL 4.11"
    assert why_not(after, "land 3,1", seat=1) == "PL 4.11"
    assert why_not(after, f"build {side.bar[0] if side.bar else 'COR'} E5", seat=1) == "PL 4.11"
    assert do(after, "s D4").sides[1].units[1].place.spot == cell("D4")


def test_4_11_wrecks_are_no_target() -> None:
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


@pytest.mark.parametrize(
    ("step", "rule"),
    [
        ("sizes", "PL 1.2"),
        ("dust", "PL 1.3"),
        ("spaces", "PL 3.1"),
        ("bars", "PL 2.4"),
        ("strays", "PL 3.1"),
        ("lots", "PL 3.2"),
        ("draw", "PL 4.4"),
        ("swap", "PL 4.7"),
        ("growth", "PL 5.1"),
        ("reward", "PL 7.3"),
        ("over", "PL 7.1"),
    ],
)
def test_a_move_while_chance_decides_names_the_rule_of_the_draw(step: str, rule: str) -> None:
    assert why_not(table().but(step=step), "done") == rule


def test_5_1_the_end_of_a_round() -> None:
    """PL 5.1: planets flip; grass beside plants rolls a die, and a 6 grows plants."""
    state = table(ships="9 9", marks={"3,1": "P"})
    state = do(state, "done", "ready")
    state = do(state, "draw COR") if game.turn(state) is CHANCE else state
    state = do(state, "done")
    outcomes = game.chance(state)
    assert len(outcomes.hexes) == 6  # type: ignore[attr-defined]
    assert sum(chance for _, chance in outcomes) == 1
    assert outcomes.refusal(game.read(state, None, "roll P1:9,1")) != ""
    grown = do(state, "roll P1:2,1 P1:4,1")
    assert [letter(grown, text) for text in ("2,1", "4,1", "3,2")] == ["P", "P", "G"]
    assert grown.round == 2
    assert [turns.day_half(round_) for round_ in (1, 2)] == ["B", "A"]
    assert grown.worlds[0].faces_ring(hex_("9,1"), 2)


EFFECTS = [
    # modules, units, what is typed, what has so many HP after it
    ("E4@1=LAS*", "s2=D3@2", "b fire E4 D4@2", {"D4@2": 5}),
    ("E4@1=CAN*", "", "b fire E4 D3@2", {"D3@2": 0}),
    ("E4@1=LAS*", "h2=3,1", "b fire E4 H2", {"h2": 2}),
    ("E4@1=CAN* E4@2=SHD*", "", "b fire E4 D3@2", {"D3@2": 2}),
    ("E4@1=CAN* E4@2=SHD", "", "b fire E4 D3@2", {"D3@2": 0}),
    ("E4@1=REP*", "", "b mend E4 D4", {"D4@1": 6}),
]


@pytest.mark.parametrize(("modules", "units", "typed", "left"), EFFECTS)
def test_6_operated_modules(modules: str, units: str, typed: str, left: dict[str, int]) -> None:
    """PL 6: laser, cannon, shield, repair bay."""
    state = table(ships="4 4", modules=modules, units=units)
    core = state.side.ship.cells[cell("D4")]
    assert core is not None
    hurt = state.side.ship.with_cell(cell("D4"), core._replace(hp=5))
    after = do(state.with_side(0, state.side._replace(ship=hurt)), typed)
    assert {what: hp(after, what) for what in left} == left


def test_6_each_shield_voids_one_hit_a_round() -> None:
    """PL 6, SHD: the second hit of a round counts; the next round voids one again."""
    state = table(ships="4 4", modules="E4@1=LAS* C4@1=LAS* C3@1=CPU* E4@2=SHD*", units="s1=C3@1")
    once = do(state, "b fire E4 D4@2")
    assert hp(once, "D4@2") == 6
    assert hp(do(once, "s fire C4 D4@2"), "D4@2") == 5
    assert hp(do(once.but(round=2), "s fire C4 D4@2"), "D4@2") == 6


@pytest.mark.parametrize(
    ("gun", "ships", "units", "marks", "typed", "rule"),
    [
        ("LAS", "4 6", "", {}, "b fire E4 D4@2", ""),
        ("LAS", "4 7", "", {}, "b fire E4 D4@2", "PL 6"),
        ("CAN", "4 8", "", {}, "b fire E4 D4@2", ""),
        ("CAN", "4 9", "", {}, "b fire E4 D4@2", "PL 6"),
        ("CAN", "4 9", "h2=3,1", {}, "b fire E4 H2", "PL 6"),
        ("LAS", "5 9", "h2=3,1", {}, "b fire E4 H2", "PL 6"),
        ("LAS", "4 9", "h2=9,1", {}, "b fire E4 H2", "PL 6"),
        ("LAS", "4 9", "h2=3,1", {"3,1": "I"}, "b fire E4 H2", "PL 6"),
        ("LAS", "3,2 9", "h2=3,1", {}, "b fire E4 H2", "PL 4.9"),
        ("LAS", "3,2 6", "", {}, "b fire E4 D4@2", ""),  # a landed ship may fire at ships
        ("LAS", "4 9", "", {}, "b mend E4 D4", "PL 6"),
    ],
)
def test_6_what_guns_reach(
    gun: str, ships: str, units: str, marks: dict[str, str], typed: str, rule: str
) -> None:
    """PL 6, PL 4.9: ranges, and units only on plains of the half that faces the ring, from the anchor."""
    assert why_not(table(ships=ships, units=units, marks=marks, modules=f"E4@1={gun}*"), typed) == rule


def test_6_the_vat() -> None:
    """PL 6, VAT: a dead unit at full HP on a free cell, for 2 iron and 2 copper, once."""
    state = table(ships="4 9", modules="E4@1=VAT*", units="s1=dead")
    assert listed(state, "b clone") == {"b clone E4 s D3", "b clone E4 s E4"}
    after = do(state, "b clone E4 s D3")
    assert hp(after, "s1") == 2
    assert changes(state, after) == (-2, -2, 0, 0)
    again = place(after, "s1", "dead").but(doings=state.doings)
    assert why_not(again, "b clone E4 s D3") == "PL 6"


def test_6_what_acts_after_upkeep() -> None:
    """PL 6: med bay, hydroponics in every second turn, drills with and without a choice."""
    state = table(ships="1 9", modules="E4@1=MED E3@1=HYP", units="b1=D4@1/1 s1=E3@1/1 h1=D5@1/1")
    state = state.with_side(0, state.side._replace(bar=("COR",) * 5))
    once = do(turns.begun(state, 0), "on all", "ready")
    assert [hp(once, unit) for unit in ("b1", "s1", "h1")] == [2, 2, 1]
    assert changes(state, once) == (0, 0, 0, 0)
    assert changes(state, do(turns.begun(once, 0), "on all", "ready")) == (0, 0, 0, 1)
    ores = {"3,1": "I", "1,1": "U", "2,0": "C"}
    landed = table(ships="2,1 9", modules="E4@1=DRL E3@1=DRL", marks=ores, structures="2,0=mine2")
    landed = landed.with_side(0, landed.side._replace(bar=("COR",) * 5))
    asked = do(turns.begun(landed, 0), "on E4", "ready")
    assert listed(asked, "drill") == {"drill 3,1", "drill 1,1"}
    assert why_not(asked, "drill 2,0") == "PL 6"
    assert changes(landed, do(asked, "drill 1,1")) == (0, 0, 1, 0)
    one = landed.with_world(0, landed.worlds[0].with_terrain(hex_("1,1"), "R"))
    assert changes(one, do(turns.begun(one, 0), "on E4", "ready")) == (1, 0, 0, 0)


def test_6_what_is_built_and_on_acts_in_the_next_turn_and_hydroponics_count_this_one() -> None:
    """PL 4.3, PL 6: a med bay built after upkeep heals nobody yet; the turn counts for hydroponics."""
    state = table(ships="1 9", units="b1=D4@1/1", watts=500)
    state = state.with_side(0, state.side._replace(bar=("MED", "HYP", "COR", "COR", "COR")))
    built = do(state, "build MED E4 on", "build HYP C4 on")
    assert hp(built, "b1") == 1
    built = built.with_side(0, built.side._replace(bar=("COR",) * 5))
    after = do(turns.begun(built, 0), "on all", "ready")
    assert hp(after, "b1") == 2
    assert changes(built, after) == (0, 0, 0, 1)
    off = do(state, "build HYP C4")
    off = off.with_side(0, off.side._replace(bar=("COR",) * 5))
    assert changes(off, do(turns.begun(off, 0), "on all", "ready")) == (0, 0, 0, 0)


def test_7_1_the_last_with_units_wins() -> None:
    """PL 7.1: who has no unit is out, and the game ends when one is left."""
    state = table(ships="9 9 9", units="b1=2,1 s2=dead b2=dead h2=3,1")
    after = do(state, "b attack H2")
    assert after.sides[1].out == 1
    assert game.turn(after) == Seats((0,))
    state = table(ships="9 9", units="b1=2,1 s2=dead b2=dead h2=3,1")
    after = do(state, "b attack H2", "draw MED")
    assert game.turn(after) is OVER
    assert game.score(after).winners == ("Ann",)
    assert why_not(after, "done") == "PL 7.1"


def test_7_1_who_loses_the_last_unit_in_the_own_turn_is_out_at_once() -> None:
    """PL 7.1, PL 4.11: a module shot away under one's own last unit ends the turn."""
    state = table(
        ships="1 2 9", modules="E4@2=COR E4@1=CAN*", units="b1=D4@1 s1=dead h1=dead b2=dead s2=dead h2=E4@2"
    )
    alone = place(place(state, "b1", "dead"), "s1", "E4@2")
    alone = place(alone, "h2", "D4@2").but(fall=None)
    shot = fighting.hit(alone, 1, cell("E4"), 2)
    assert shot.sides[0].out == 1
    assert turns.went_on(shot).active == 1


@pytest.mark.parametrize(
    ("units", "order"),
    [
        ("b1=dead", [["Bo"], ["Ann"]]),
        ("b1=dead s2=dead", [["Bo"], ["Ann"]]),  # Ann 2 + 3 HP, Bo 4 + 3
        ("b1=D4@1/1", [["Bo"], ["Ann"]]),
        ("", [["Ann", "Bo"]]),
    ],
)
def test_7_1_after_the_last_round(units: str, order: list[list[str]]) -> None:
    """PL 7.1: most units, then most HP, then shared."""
    state = table(ships="1 9", units=units, rounds=1)
    assert [[state.names[seat] for seat in seats] for seats in ending.places(state)] == order
    state = do(state, "done", "ready")
    state = do(state, "draw COR") if game.turn(state) is CHANCE else state
    state = do(state, "done")
    assert state.step in ("reward", "over")


def test_7_2_and_7_3_rewards_at_the_end() -> None:
    """PL 7.2, PL 7.3: money by place; blueprints copied, drawn, or one of tier 2."""
    state = table(ships="1 1 1 1", rounds=1)
    destroyed = [("LAS", "SHD"), ("COR", "LAS", "SHD", "MED", "DRL"), (), ("CAN",)]
    for seat, (codes, out) in enumerate(zip(destroyed, (None, 4, 3, 2), strict=True)):
        state = state.with_side(seat, state.sides[seat]._replace(destroyed=codes, out=out))
    state = ending.rewarding(state)
    assert len(game.chance(state).pool) == 5  # type: ignore[attr-defined]
    state = do(state, "draw SHD MED", "draw THR")
    sheet = game.score(state)
    assert [player.total for player in sheet.players] == [80, 40, 20, 0]
    assert [player.blueprints for player in sheet.players] == [  # type: ignore[attr-defined]
        ("LAS", "SHD"),
        ("SHD", "MED"),
        ("THR",),
        (),
    ]
