"""The box of Per Aspera Ad Astra, rule by rule: each case is named by the rule it holds to."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from components.catalogue import load
from components.pieces import Piece

GAME = load("per-aspera")
MAP = GAME.deck("map-cards").pieces
PLANETS = [piece for piece in MAP if piece["kind"] == "planet"]
ROWS = GAME.tables["sector"].integers("rows")
RESOURCES = {row.integer("number"): row for row in GAME.tables["resources"].tables("resource")}
SIZES = {row.integer("number"): row for row in GAME.tables["planets"].tables("size")}
DEMANDS = {row.integer("result"): row for row in GAME.tables["planets"].tables("demand")}
DICE = GAME.tables["planets"].table("dice")
LEVY = GAME.tables["planets"].table("levy")
SHIP = GAME.tables["ship"]
SYSTEMS = {row.text("key"): row for row in SHIP.tables("system")}
TRADE = GAME.tables["trade"]
COMBAT = GAME.tables["combat"]
OPTIONS = GAME.options

RULES_IN_SECTION = {"1": 7, "2": 3, "3": 3, "4": 4, "5": 11, "6": 2}


@pytest.mark.parametrize(
    ("kind", "count"),
    [
        pytest.param("planet", 30, id="PA 1.1 planets"),
        pytest.param("empty", 18, id="PA 1.1 empty space"),
        pytest.param("homeworld", 1, id="PA 1.1 homeworld"),
    ],
)
def test_the_map_has_as_many_faces_as_the_rules_say(kind: str, count: int) -> None:
    assert sum(piece.copies for piece in MAP if piece["kind"] == kind) == count


@pytest.mark.parametrize(
    ("deck", "count"),
    [
        pytest.param("ship-cards", 4, id="PA 1.1 spaceships"),
        pytest.param("reference", 4, id="PA 1.1 reference"),
        pytest.param("boards", 4, id="PA 1.4 boards"),
        pytest.param("resource-cubes", 60, id="PA 1.5 resource cubes"),
        pytest.param("player-cubes", 80, id="PA 1.5 player cubes"),
        pytest.param("levies", 5, id="PA 1.5 levy chits"),
        pytest.param("standees", 4, id="PA 1.5 standees"),
        pytest.param("map-cards", 49, id="PA 1.6 cards"),
        pytest.param("map-hexes", 49, id="PA 1.6 hexes"),
    ],
)
def test_as_many_pieces_as_the_rules_say(deck: str, count: int) -> None:
    assert GAME.deck(deck).count == count


def test_the_cards_make_a_deck_of_54() -> None:
    """PA 1.1"""
    one_reference_card = len(GAME.deck("reference").pieces)
    assert GAME.deck("map-cards").count + GAME.deck("ship-cards").count + one_reference_card == 54


@pytest.mark.parametrize("size", [pytest.param(size, id=f"PA 1.2 size {size}") for size in (1, 2, 3)])
def test_each_size_has_ten_planets_in_the_same_mix(size: int) -> None:
    planets = [planet for planet in PLANETS if planet["size"] == size]
    assert Counter(planet["resource"] for planet in planets) == {1: 4, 2: 3, 3: 2, 4: 1}


@pytest.mark.parametrize("piece", [pytest.param(piece, id=f"PA 1.2 {piece.code}") for piece in MAP])
def test_only_planets_produce_and_have_slots_for_colonies(piece: Piece) -> None:
    is_planet = piece["kind"] == "planet"
    assert (piece["resource"] is not None) is is_planet
    assert (piece["size"] is not None) is is_planet
    assert piece["colonies"] == (4 if is_planet else 0)


@pytest.mark.parametrize("piece", [pytest.param(piece, id=f"PA 1.3 {piece.code}") for piece in MAP])
def test_only_the_homeworld_has_slots_for_levies(piece: Piece) -> None:
    assert piece["levies"] == (5 if piece["kind"] == "homeworld" else 0)


@pytest.mark.parametrize("key", [pytest.param(key, id=f"PA 1.4 {key}") for key in SYSTEMS])
def test_a_system_costs_ten_times_its_level(key: str) -> None:
    """PA 4.1"""
    assert SYSTEMS[key].integers("costs") == tuple(10 * level for level in range(1, 6))


def test_a_ship_has_three_systems_a_pirate_track_and_a_tank() -> None:
    """PA 1.4, PA 4.1, PA 4.3"""
    assert list(SYSTEMS) == ["warp", "cannons", "hold"]
    pirate = SHIP.table("pirate")
    assert (pirate.integer("least"), pirate.integer("most")) == (0, 5)
    assert [(row.integer("squares"), row.integer("price")) for row in SHIP.tables("tank")] == [
        (10, 1),
        (10, 2),
    ]


@pytest.mark.parametrize(
    "deck",
    [
        pytest.param(deck, id=f"PA 1.4 {deck}")
        for deck in ("ship-cards", "boards", "standees", "player-cubes")
    ],
)
def test_every_seat_has_its_own(deck: str) -> None:
    assert [piece["seat"] for piece in GAME.deck(deck).pieces] == list(GAME.seats)
    assert len(GAME.seats) == GAME.players[1]


@pytest.mark.parametrize(
    "piece", [pytest.param(piece, id=f"PA 1.5 {piece.code}") for piece in GAME.deck("resource-cubes").pieces]
)
def test_every_resource_has_15_cubes(piece: Piece) -> None:
    assert piece.code == str(piece["resource"])
    assert piece.copies == 15


def test_there_are_cubes_of_every_resource() -> None:
    """PA 1.5"""
    assert [piece["resource"] for piece in GAME.deck("resource-cubes").pieces] == list(RESOURCES)


@pytest.mark.parametrize(
    "piece", [pytest.param(piece, id=f"PA 1.5 {piece.code}") for piece in GAME.deck("player-cubes").pieces]
)
def test_every_player_has_20_cubes(piece: Piece) -> None:
    assert piece.copies == 20


def test_resource_colours_are_no_player_colours() -> None:
    """PA 1.5"""
    colours = [row.text("colour") for row in RESOURCES.values()]
    assert len({*colours, *(seat.name for seat in GAME.seats)}) == len(colours) + len(GAME.seats)


def test_demand_chits_show_every_number_and_last_for_every_planet() -> None:
    """PA 1.5"""
    chits = GAME.deck("demands").pieces
    sides = sorted(side for chit in chits for side in (chit["front"], chit["back"]))
    assert sides == list(range(1, DICE.integer("faces") + 1))
    assert sum(chit.copies for chit in chits) > len(PLANETS)


def test_there_is_a_levy_chit_for_every_slot() -> None:
    """PA 1.3, PA 1.5"""
    [home] = [piece for piece in MAP if piece["kind"] == "homeworld"]
    assert GAME.deck("levies").count == home["levies"]


def test_notes_last_for_the_goals_of_all_players() -> None:
    """PA 1.5"""
    notes = {note["value"]: note.copies for note in GAME.deck("notes").pieces}
    assert list(notes) == [1, 5, 10, 20, 50, 100]
    highest_goal = OPTIONS["goal"].default + GAME.deck("levies").count * LEVY.integer("step")
    assert sum(value * count for value, count in notes.items()) >= GAME.players[1] * highest_goal


def test_cards_and_hexes_have_the_same_faces() -> None:
    """PA 1.6"""
    assert GAME.deck("map-hexes").pieces == MAP


def test_a_hex_is_regular() -> None:
    """PA 1.6"""
    width, height = GAME.deck("map-hexes").size
    assert height == pytest.approx(2 * width / 3**0.5, abs=0.01)


@pytest.mark.parametrize("planet", [pytest.param(planet, id=f"PA 1.7 {planet.code}") for planet in PLANETS])
def test_a_planet_is_called_by_what_it_shows(planet: Piece) -> None:
    kind = planet.code.split(".")[0]
    assert kind == f"{planet['resource']}{SIZES[planet['size']].text('letter')}"
    alike = [other.code for other in PLANETS if other.code.startswith(kind)]
    assert alike == [f"{kind}.{letter}" for letter in "abcd"[: len(alike)]]


def test_space_and_homeworld_have_a_letter() -> None:
    """PA 1.7"""
    assert {piece.code.split(".")[0]: piece["kind"] for piece in MAP if piece not in PLANETS} == {
        "E": "empty",
        "H": "homeworld",
    }


def test_every_empty_space_has_a_picture_and_a_name_of_its_own() -> None:
    empty = [piece for piece in MAP if piece["kind"] == "empty"]
    assert all(piece["scene"] and piece.copies == 1 for piece in empty)
    assert len({piece["name"] for piece in empty}) == len(empty) == 18


def test_names_of_planets_are_their_own() -> None:
    assert len({planet["name"] for planet in PLANETS}) == len(PLANETS)


def test_twelve_cards_are_left_over() -> None:
    """PA 2.1"""
    assert GAME.deck("map-cards").count - sum(ROWS) == 12


def test_the_map_is_a_hexagon_of_side_four() -> None:
    """PA 2.2"""
    assert ROWS == (4, 5, 6, 7, 6, 5, 4)


@pytest.mark.parametrize(
    ("size", "name", "number"),
    [
        pytest.param(1, "small", 1, id="PA 3.1 small"),
        pytest.param(2, "medium", 2, id="PA 3.1 medium"),
        pytest.param(3, "large", 3, id="PA 3.1 large"),
    ],
)
def test_size_gives_dice_units_and_strength(size: int, name: str, number: int) -> None:
    """PA 3.1, PA 5.2, PA 5.7, PA 5.8"""
    row = SIZES[size]
    assert row.text("name") == name
    assert [row.integer(key) for key in ("dice", "units", "strength")] == [number] * 3


def test_a_six_may_be_a_levy_and_a_one_is_a_pirate() -> None:
    """PA 3.1"""
    assert [DICE.integer(key) for key in ("faces", "levy", "pirate")] == [6, 6, 1]
    assert LEVY.integer("a_planet") == 1


@pytest.mark.parametrize(
    ("result", "resources", "pay"),
    [
        pytest.param(1, {1, 2, 3, 4}, 2, id="PA 3.2 pirate"),
        pytest.param(2, {4}, 1, id="PA 3.2 two"),
        pytest.param(3, {4, 3}, 1, id="PA 3.2 three"),
        pytest.param(4, {4, 3, 2}, 1, id="PA 3.2 four"),
        pytest.param(5, {4, 3, 2, 1}, 1, id="PA 3.2 five"),
    ],
)
def test_demand_by_result(result: int, resources: set[int], pay: int) -> None:
    assert set(DEMANDS[result].integers("resources")) == resources
    assert DEMANDS[result].integer("pay") == pay


def test_every_result_but_the_levy_is_a_demand() -> None:
    """PA 3.2"""
    assert {*DEMANDS, DICE.integer("levy")} == set(range(1, DICE.integer("faces") + 1))


def test_only_a_two_leaves_a_planet_without_demand() -> None:
    """PA 3.1, PA 3.3: the one result that is rolled again is the one that would demand nothing."""
    nothing = [
        (n, r) for n, row in DEMANDS.items() for r in RESOURCES if not {*row.integers("resources")} - {r}
    ]
    assert nothing == [(2, 4)]


def test_least_ship() -> None:
    """PA 4.1"""
    start = SHIP.table("start")
    assert {key: start.integer(key) for key in ("money", "level", "tank", "fuel")} == {
        "money": 100,
        "level": 1,
        "tank": 1,
        "fuel": 1,
    }


def test_the_recommended_ship_leaves_ten() -> None:
    """PA 4.2"""
    ship = SHIP.table("recommended")
    assert {key: ship.integer(key) for key in ship.data} == {
        "warp": 2,
        "cannons": 1,
        "hold": 2,
        "tank": 10,
        "fuel": 10,
    }
    squares = [row.integer("price") for row in SHIP.tables("tank") for _ in range(row.integer("squares"))]
    cost = sum(sum(row.integers("costs")[: ship.integer(key)]) for key, row in SYSTEMS.items())
    cost += sum(squares[: ship.integer("tank")])
    cost += ship.integer("fuel") * TRADE.table("homeworld").integer("fuel_price")
    assert cost == 90
    assert SHIP.table("start").integer("money") - cost == 10


@pytest.mark.parametrize(
    ("table", "key", "number"),
    [
        pytest.param("homeworld", "colonists", 1, id="PA 5.1 colonists a turn"),
        pytest.param("homeworld", "colonist_price", 10, id="PA 5.1 colonists"),
        pytest.param("homeworld", "fuel_price", 1, id="PA 5.1 fuel"),
        pytest.param("homeworld", "made_up_to", 10, id="PA 5.1 nobody is stranded"),
        pytest.param("pirate_planet", "fuel_price", 2, id="PA 5.3 fuel"),
        pytest.param("pirate_planet", "fuel_rolls", 1, id="PA 5.3 once a turn"),
        pytest.param("move", "fuel_a_card", 1, id="PA 5.4"),
        pytest.param("move", "drift", 1, id="PA 5.5"),
        pytest.param("sale", "unknown_distance", 1, id="PA 5.10 no producer known"),
        pytest.param("sale", "colony_bonus", 1, id="PA 5.10 colony"),
        pytest.param("colonies", "a_player", 1, id="PA 5.11"),
    ],
)
def test_prices_and_limits_of_a_turn(table: str, key: str, number: int) -> None:
    assert TRADE.table(table).integer(key) == number


@pytest.mark.parametrize(
    "number", [pytest.param(number, id=f"PA 5.2 resource {number}") for number in RESOURCES]
)
def test_a_resource_is_worth_its_number(number: int) -> None:
    assert RESOURCES[number].integer("value") == number


@pytest.mark.parametrize(
    ("fight", "draw", "key", "number"),
    [
        pytest.param("ship", "opponent", "loot", 1, id="PA 5.6 loot"),
        pytest.param("ship", "opponent", "pirate_levels", 1, id="PA 5.6 Pirate level"),
        pytest.param("pirate", "active", "loss", 1, id="PA 5.7"),
        pytest.param("home", "opponent", "strength", 4, id="PA 5.9"),
    ],
)
def test_stakes_and_draws_of_combat(fight: str, draw: str, key: str, number: int) -> None:
    table = COMBAT.table(fight)
    assert (table.text("draw"), table.integer(key)) == (draw, number)


def test_interceptors_win_draws_and_chase_pirates_only() -> None:
    """PA 5.8, PA 5.9"""
    assert COMBAT.table("interceptor").text("draw") == "opponent"
    assert COMBAT.integer("pirate_danger") == 1


@pytest.mark.parametrize(
    ("fight", "chance"),
    [
        pytest.param("ship", Fraction(5, 18), id="PA 5.6"),
        pytest.param("pirate", Fraction(5, 12), id="PA 5.7"),
        pytest.param("interceptor", Fraction(5, 18), id="PA 5.8"),
    ],
)
def test_chances_of_cannons_2_against_3(fight: str, chance: Fraction) -> None:
    wins_draws = COMBAT.table(fight).text("draw") == "active"
    die = range(1, DICE.integer("faces") + 1)
    won = [active + 2 + wins_draws > opponent + 3 for active, opponent in product(die, die)]
    assert Fraction(sum(won), len(won)) == chance


@pytest.mark.parametrize(
    ("units", "resource", "distance", "result", "colony", "pay"),
    [
        pytest.param(2, 3, 4, 1, False, 48, id="PA 5.10 pirate planet"),
        pytest.param(1, 2, 3, 5, True, 7, id="PA 5.10 colony"),
    ],
)
def test_the_tables_give_the_sales_of_the_examples(
    units: int, resource: int, distance: int, result: int, colony: bool, pay: int
) -> None:
    price = RESOURCES[resource].integer("value") * distance * DEMANDS[result].integer("pay")
    bonus = TRADE.table("sale").integer("colony_bonus") if colony else 0
    assert units * (price + bonus) == pay


def test_three_levies_raise_the_goal_to_130() -> None:
    """PA 6.1"""
    assert OPTIONS["goal"].default + 3 * LEVY.integer("step") == 130


@pytest.mark.parametrize(
    ("name", "default", "rule", "said"),
    [
        pytest.param(
            "unknown-demands", False, "2.3", "**Unknown demands**, variation 1", id="PA 2.3 unknown"
        ),
        pytest.param("foray", False, "2.3", "**Foray**, variation 2", id="PA 2.3 foray"),
        pytest.param("goal", 100, "6.2", "another sum instead of the 100 MCR of 6.1", id="PA 6.2 goal"),
        pytest.param("rounds", 60, "6.2", "another number of rounds", id="PA 6.2 rounds"),
    ],
)
def test_options(name: str, default: bool | int, rule: str, said: str) -> None:
    option = OPTIONS[name]
    assert option.usual == default
    assert option.kind == ("flag" if isinstance(default, bool) else "number")
    assert option.rule == rule
    assert said in " ".join(GAME.rules[rule].text.split())


def test_the_two_variations_exclude_each_other() -> None:
    """PA 2.3"""
    excluded = {name: option.excludes for name, option in OPTIONS.items()}
    assert excluded == {
        "unknown-demands": ("foray",),
        "foray": ("unknown-demands",),
        "goal": (),
        "rounds": (),
    }


@pytest.mark.parametrize(
    ("section", "count"), [pytest.param(n, count, id=f"PA {n}") for n, count in RULES_IN_SECTION.items()]
)
def test_every_rule_is_there(section: str, count: int) -> None:
    numbers = [number for number in GAME.rules.numbers() if number.split(".")[0] == section]
    assert numbers == [f"{section}.{position}" for position in range(1, count + 1)]


def test_no_rule_beyond_them() -> None:
    assert len(GAME.rules.numbers()) == sum(RULES_IN_SECTION.values())


@pytest.mark.parametrize(
    "number", [pytest.param(number, id=f"PA 1.2 resource {number}") for number in RESOURCES]
)
def test_the_rules_print_the_resources_of_the_data(number: int) -> None:
    [_, name, cube, each, planets] = _row(GAME.rules["1.2"].text, str(number))
    assert name == RESOURCES[number].text("name").lower()
    assert cube.split()[0] == RESOURCES[number].text("colour")
    produced = sum(planet["resource"] == number for planet in PLANETS)
    assert (int(each), int(planets)) == (produced // len(SIZES), produced)


@pytest.mark.parametrize("result", [pytest.param(result, id=f"PA 3.2 result {result}") for result in DEMANDS])
def test_the_rules_print_the_demands_of_the_data(result: int) -> None:
    pirate = result == DICE.integer("pirate")
    [_, words] = _row(GAME.rules["3.2"].text, f"{result}, pirate" if pirate else str(result))
    assert ("pays double" in words) is (DEMANDS[result].integer("pay") == 2)
    assert [int(c) for c in words if c.isdigit()] == list(DEMANDS[result].integers("resources"))


@pytest.mark.parametrize(
    ("number", "words"),
    [
        pytest.param(number, words, id=f"PA {number} {words}")
        for number, words in [
            ("1.1", f"{len(PLANETS)} planets"),
            ("1.3", f"{GAME.deck('levies').count} slots for levies"),
            ("2.1", f"The top {sum(ROWS) - 1} of these {GAME.deck('map-cards').count - 1}"),
            ("2.2", f"{', '.join(map(str, ROWS[:-1]))} and {ROWS[-1]} spaces"),
            ("3.1", f"fewer than {GAME.deck('levies').count} levies"),
            ("4.1", f"{SHIP.table('start').integer('money')} MCR"),
            ("5.1", f"colonists, for {TRADE.table('homeworld').integer('colonist_price')} MCR"),
            ("5.1", f"made up to {TRADE.table('homeworld').integer('made_up_to')} MCR"),
            ("5.3", f"{TRADE.table('pirate_planet').integer('fuel_price')} MCR a unit"),
            ("5.9", f"adds {COMBAT.table('home').integer('strength')}"),
            ("6.1", f"{OPTIONS['goal'].default} MCR and {LEVY.integer('step')} more"),
            ("6.2", f"{OPTIONS['rounds'].default} rounds"),
        ]
    ],
)
def test_the_rules_say_the_numbers_of_the_data(number: str, words: str) -> None:
    assert words in GAME.rules[number].text.replace("\n", " ")


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(words, id=f"PA {number} {words}")
        for number, words in [
            ("4.1", "Level L of a system 10 × L"),
            ("5.1", f"1 colonist unit {TRADE.table('homeworld').integer('colonist_price')}"),
            ("5.3", f"fuel at {TRADE.table('pirate_planet').integer('fuel_price')}"),
            ("5.9", f"die + {COMBAT.table('home').integer('strength')}"),
            ("5.10", f"your colony there + {TRADE.table('sale').integer('colony_bonus')}"),
            ("6.1", f"{OPTIONS['goal'].default} + {LEVY.integer('step')} × levies MCR"),
        ]
    ],
)
def test_the_reference_card_says_the_numbers_of_the_data(words: str) -> None:
    [card] = GAME.deck("reference").pieces
    lines = [line for block in (*card["blocks"], *card["back_blocks"]) for line in block["lines"]]
    lines += [f"{card['combat_heads'][0]} {row['cells'][0]}" for row in card["combat"]]
    assert any(words in line for line in lines)


def test_the_rules_that_fill_a_gap_are_marked() -> None:
    marked = [rule.number for rule in GAME.rules if rule.text.endswith("°")]
    assert marked == ("1.5 2.3 3.1 3.3 4.1 4.3 4.4 5.1 5.2 5.4 5.5 5.7 5.9 5.10 6.1 6.2".split())
    assert "°" in GAME.rules.introduction


def test_author_is_in_the_rulebook() -> None:
    thanks = _section("Credits")
    assert all(name in thanks for name in GAME.credits.authors)
    assert "non-commercial use" in thanks
    assert "non-commercial use" in GAME.credits.licence


def _row(text: str, first: str) -> list[str]:
    """The cells of the one table row that begins with that cell."""
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if "|" in line
    ]
    [row] = [row for row in rows if row[0] == first]
    return row


def _section(title: str) -> str:
    return next(section.prose for section in GAME.rules.sections if section.title == title)
