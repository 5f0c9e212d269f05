"""The box of Planetary, rule by rule: each case is named by the rule it holds to."""

from __future__ import annotations

from collections import Counter

import pytest

from components.catalogue import load
from components.pieces import Piece
from components.toml import Table

GAME = load("planetary")
SETUP = GAME.tables["setup"]
SHIP = GAME.tables["ship"]
CORES = GAME.tables["cores"]
UNITS = GAME.tables["units"].table("unit")
STRUCTURES = GAME.tables["structures"]
TERRAIN = {row.text("letter"): row for row in GAME.tables["terrain"].tables("terrain")}
REWARDS = GAME.tables["rewards"]
OPTIONS = GAME.options
MATERIALS = [row.text("name") for row in GAME.tables["materials"].tables("material")]

RULES_IN_SECTION = {"1": 6, "2": 4, "3": 4, "4": 12, "5": 1, "6": 0, "7": 4}
DECKS = ("solar", "fission", "hydrocarbon", "turbine")


@pytest.mark.parametrize(
    ("deck", "count"),
    [
        pytest.param("maps", 24, id="PL 1.6"),
        pytest.param("sectors", 8, id="PL 1.1 ring sectors"),
        pytest.param("sun", 1, id="PL 1.1 sun"),
        pytest.param("planets", 5, id="PL 1.2 anchors"),
        pytest.param("dust", 8, id="PL 1.3"),
        *(pytest.param(core, 20, id=f"PL 2.1 {core} deck") for core in DECKS),
        pytest.param("units", 24, id="PL 2.2"),
        pytest.param("ship-boards", 8, id="PL 2.3 boards"),
        pytest.param("ships", 8, id="PL 3.1 markers"),
        pytest.param("reference", 8, id="PL 4 reference"),
    ],
)
def test_as_many_pieces_as_the_rules_say(deck: str, count: int) -> None:
    assert GAME.deck(deck).count == count


@pytest.mark.parametrize("deck", ["units", "ship-boards", "ships", "structures"])
def test_every_seat_has_the_same_pieces(deck: str) -> None:
    kinds: dict[str, Counter[str]] = {seat.letter: Counter() for seat in GAME.seats}
    for piece in GAME.deck(deck).pieces:
        code, letter = piece.code.rsplit("-", 1)
        kinds[letter][code] += piece.copies
    assert len(kinds) == GAME.players[1] == 8
    assert all(kind == kinds["O"] for kind in kinds.values())


def test_sectors_number_the_ring_without_a_gap() -> None:
    spaces = [space for piece in GAME.deck("sectors").pieces for space in piece["spaces"]]
    assert spaces == [str(space) for space in range(SETUP.table("ring").integer("spaces_per_player") * 8)]


@pytest.mark.parametrize(
    ("players", "anchors"),
    [
        pytest.param(2, [4], id="PL 1.2 2p"),
        pytest.param(3, [4, 16], id="PL 1.2 3p"),
        pytest.param(4, [4, 14, 25], id="PL 1.2 4p, worked example"),
        pytest.param(5, [4, 14, 24, 34], id="PL 1.2 5p"),
        pytest.param(6, [4, 13, 23, 32, 42], id="PL 1.2 6p"),
        pytest.param(7, [4, 15, 26, 37, 48], id="PL 1.2 7p"),
        pytest.param(8, [4, 16, 29, 42, 55], id="PL 1.2 8p"),
    ],
)
def test_planets_are_anchored_where_the_table_and_the_cards_say(players: int, anchors: list[int]) -> None:
    planets, ring = SETUP.table("planets"), SETUP.table("ring").integer("spaces_per_player") * players
    count = players - planets.integer("fewer_than_players")
    count = min(planets.integer("most"), max(planets.integer("least"), count))
    assert [i * ring // count + planets.integer("anchor_offset") for i in range(count)] == anchors
    on_cards = [
        space for piece in GAME.deck("planets").pieces for n, space in piece["anchors"] if n == players
    ]
    assert on_cards == anchors


def test_there_is_room_for_the_dust_beside_the_anchors() -> None:
    ring = SETUP.table("ring")
    assert ring.integer("spaces_per_player") - ring.integer("dust_per_player") > 0
    assert GAME.deck("dust").count == ring.integer("dust_per_player") * GAME.players[1]


@pytest.mark.parametrize(
    ("piece", "side"),
    [
        pytest.param(piece, side, id=f"PL 1.2 {piece.code}")
        for piece, side in zip(
            GAME.deck("planets").pieces, ["inside", "outside", "inside", "outside", "inside"], strict=True
        )
    ],
)
def test_planets_lie_in_turn_inside_and_outside_and_face_the_ring_accordingly(
    piece: Piece, side: str
) -> None:
    assert piece["side"] == side
    planets = SETUP.table("planets")
    day = planets.text("day_in_even_rounds")
    night = {"A": "B", "B": "A"}[day]
    faces_day = side == "outside"
    assert (piece["even_facing"], piece["odd_facing"]) == ((day, night) if faces_day else (night, day))


@pytest.mark.parametrize("columns", [16, 24, 32, 40, 48])
def test_a_planet_can_be_that_far_round(columns: int) -> None:
    fewest, most = SETUP.table("planets").integers("pieces")
    width, height = GAME.deck("maps").grid
    assert (width, height) == (8, 4)
    assert columns in [width * pieces for pieces in range(fewest, most + 1)]
    assert (fewest * width, most * width) == (16, 48)


@pytest.mark.parametrize(
    ("core", "expected"),
    [
        pytest.param("solar", {"iron": 12, "copper": 8, "hydrocarbon": 2}, id="PL 2.4 solar"),
        pytest.param("fission", {"iron": 12, "copper": 8, "radium": 2}, id="PL 2.4 fission"),
        pytest.param("hydrocarbon", {"iron": 12, "copper": 8, "hydrocarbon": 2}, id="PL 2.4 hydrocarbon"),
        pytest.param("turbine", {"iron": 12, "copper": 8, "hydrocarbon": 2}, id="PL 2.4 turbine"),
    ],
)
def test_what_a_player_starts_with(core: str, expected: dict[str, int]) -> None:
    start = Counter(SETUP.data["materials"])
    start.update(CORES.table("core").table(core).data["start"])
    assert +start == expected
    assert set(start) <= set(MATERIALS)
    assert SETUP.integer("bar") == 5


@pytest.mark.parametrize(
    ("core", "travelled", "generators", "watts"),
    [
        pytest.param("solar", 0, 0, 500, id="PL 4.2 solar"),
        pytest.param("solar", 3, 1, 750, id="PL 4.2 solar, generator"),
        pytest.param("fission", 0, 0, 1000, id="PL 4.2 fission"),
        pytest.param("fission", 0, 1, 1500, id="PL 4.2 worked example, generator"),
        pytest.param("hydrocarbon", 0, 0, 750, id="PL 4.2 hydrocarbon"),
        pytest.param("turbine", 0, 0, 50, id="PL 4.2 turbine at rest"),
        pytest.param("turbine", 4, 0, 450, id="PL 4.2 worked example, turbine"),
        pytest.param("turbine", 4, 1, 675, id="PL 4.2 turbine, generator"),
    ],
)
def test_what_a_core_gives(core: str, travelled: int, generators: int, watts: int) -> None:
    row = CORES.table("core").table(core)
    own = row.integer("watts") + travelled * row.integer("watts_per_space", 0)
    assert own + generators * own // CORES.integer("generator_divisor") == watts


@pytest.mark.parametrize(
    ("table", "key", "value"),
    [
        pytest.param(CORES, "emergency_watts", 50, id="PL 4.2 emergency"),
        pytest.param(CORES.table("core").table("solar"), "dark_watts", 50, id="PL 4.2 worked example, dark"),
        pytest.param(SHIP, "board", 7, id="PL 2.3 board"),
        pytest.param(SHIP, "core_hp", 6, id="PL 2.3 core"),
        pytest.param(SHIP, "core_cell", "D4", id="PL 2.3 middle"),
        pytest.param(SHIP, "view", 6, id="PL 3.3 view"),
        pytest.param(SHIP.table("move"), "free_spaces", 1, id="PL 4.6 free"),
        pytest.param(SHIP.table("move"), "most_spaces", 6, id="PL 4.6 most"),
        pytest.param(SHIP.table("move"), "watts_per_space", 50, id="PL 4.6 watts"),
        pytest.param(GAME.tables["turn"], "draw", 1, id="PL 4.4"),
        pytest.param(GAME.tables["turn"].table("sacrifice"), "most", 1, id="PL 4.5"),
        pytest.param(
            GAME.tables["turn"].table("sacrifice"), "materials", {"iron": 1, "copper": 1}, id="PL 4.7"
        ),
        pytest.param(
            CORES.table("core").table("fission"),
            "fuel",
            {"material": "radium", "amount": 1, "turns": 2},
            id="PL 4.2 radium",
        ),
        pytest.param(
            CORES.table("core").table("fission"),
            "repair",
            {"every": 5, "cost": {"radium": 1, "iron": 2}},
            id="PL 4.2 repair",
        ),
        pytest.param(
            CORES.table("core").table("hydrocarbon"),
            "fuel",
            {"material": "hydrocarbon", "amount": 1, "turns": 1},
            id="PL 4.2 hydrocarbon fuel",
        ),
        pytest.param(GAME.tables["clock"], "turn", 60, id="PL 3.4 turn"),
        pytest.param(GAME.tables["clock"], "skip_after", 15, id="PL 3.4 skip"),
        pytest.param(GAME.tables["clock"], "start", 60, id="PL 3.4 round 0"),
    ],
)
def test_a_number_of_the_rules(table: Table, key: str, value: object) -> None:
    assert table.anything(key) == value


@pytest.mark.parametrize(
    ("unit", "move", "hp"),
    [
        pytest.param("brute", 3, 4, id="PL 2.2 brute"),
        pytest.param("scout", 5, 2, id="PL 2.2 scout"),
        pytest.param("healer", 4, 3, id="PL 2.2 healer"),
    ],
)
def test_a_unit(unit: str, move: int, hp: int) -> None:
    row = UNITS.table(unit)
    assert (row.integer("move"), row.integer("hp")) == (move, hp)


@pytest.mark.parametrize(
    ("attacker", "target", "attacks", "left"),
    [
        pytest.param("scout", "healer", 2, 1, id="PL 4.9 worked example, scout"),
        pytest.param("brute", "healer", 1, 0, id="PL 4.9 worked example, brute"),
        pytest.param("brute", "scout", 1, 0, id="PL 4.9 brute and scout"),
        pytest.param("brute", "brute", 1, 2, id="PL 4.9 brute and brute"),
        pytest.param("scout", "brute", 1, 3, id="PL 4.9 scout and brute"),
    ],
)
def test_what_an_attack_leaves(attacker: str, target: str, attacks: int, left: int) -> None:
    attack = UNITS.table(attacker).table("attack")
    hp = UNITS.table(target).integer("hp")
    dead = target in attack.texts("kills")
    assert (0 if dead else hp - attacks * attack.integer("damage")) == left


def test_a_healer_heals_and_does_not_attack() -> None:
    assert UNITS.table("healer").anything("attack") is None
    assert UNITS.table("healer").anything("heal") == {"reach": 1, "amount": 1}
    assert UNITS.table("scout").table("attack").integer("reach") == 10


@pytest.mark.parametrize(
    ("structure", "on", "cost", "passable", "yields"),
    [
        pytest.param("mine", ["I", "C", "U"], {"iron": 1}, True, True, id="PL 4.9 mine"),
        pytest.param("platform", ["W"], {"iron": 1}, True, False, id="PL 4.9 platform"),
        pytest.param("rig", ["O"], {"iron": 1, "copper": 1}, False, True, id="PL 4.9 oil rig"),
    ],
)
def test_a_structure(
    structure: str, on: list[str], cost: dict[str, int], passable: bool, yields: bool
) -> None:
    row = STRUCTURES.table("structure").table(structure)
    assert list(row.texts("on")) == on
    assert row.anything("cost") == cost
    assert (row.flag("passable"), row.flag("yields")) == (passable, yields)
    assert all(("material" in TERRAIN[letter].data) == yields for letter in on)


@pytest.mark.parametrize(
    ("letter", "material", "becomes"),
    [
        pytest.param("I", "iron", "R", id="PL 4.1 iron"),
        pytest.param("C", "copper", "R", id="PL 4.1 copper"),
        pytest.param("U", "radium", "R", id="PL 4.1 radium"),
        pytest.param("O", "hydrocarbon", "F", id="PL 4.1 oil"),
    ],
)
def test_what_a_hex_yields_and_becomes(letter: str, material: str, becomes: str) -> None:
    assert TERRAIN[letter].text("material") == material
    assert TERRAIN[letter].text("becomes") == becomes
    assert (STRUCTURES.integer("yield_amount"), STRUCTURES.integer("yields_per_hex")) == (1, 5)


@pytest.mark.parametrize(
    ("letter", "actions", "amount"),
    [pytest.param("T", 2, 3, id="PL 4.9 woodland"), pytest.param("P", 1, 1, id="PL 4.9 plants")],
)
def test_what_a_harvest_gives(letter: str, actions: int, amount: int) -> None:
    harvest = {"actions": actions, "material": "hydrocarbon", "amount": amount}
    assert TERRAIN[letter].anything("harvest") == harvest
    assert TERRAIN[letter].text("becomes") == "G"


@pytest.mark.parametrize(
    ("flag", "letters"),
    [
        pytest.param("plains", "GR", id="PL 4.6 landing"),
        pytest.param("blocks_shot", "T", id="PL 4.9 woodland blocks"),
        pytest.param("walkable", "GRPTICUF", id="PL 4.8 walking"),
    ],
)
def test_terrain_that_is_so(flag: str, letters: str) -> None:
    assert {letter for letter, row in TERRAIN.items() if row.flag(flag)} == set(letters)


def test_every_terrain_that_can_come_about_has_tokens() -> None:
    growth = GAME.tables["terrain"].table("growth")
    made = {row.text("becomes") for row in TERRAIN.values() if "becomes" in row.data}
    assert {piece["letter"] for piece in GAME.deck("terrain").pieces} == made | {growth.text("becomes")}
    assert (growth.text("on"), growth.text("beside")) == ("G", "P")
    assert (growth.integer("sides"), growth.integers("grows")) == (6, (6,))


def test_yield_markers_count_to_the_last_yield_but_one() -> None:
    markers = GAME.deck("markers").pieces
    counting = [piece for piece in markers if piece["symbol"] == "yield"]
    values = [int(value) for piece in counting for value in (piece["value"], piece["other"])]
    assert values == list(range(1, STRUCTURES.integer("yields_per_hex")))


def test_material_tokens_are_two_for_each_player_and_material() -> None:
    tokens = {piece["material"]: piece.copies for piece in GAME.deck("materials").pieces}
    assert tokens == dict.fromkeys(MATERIALS, 2 * GAME.players[1])


@pytest.mark.parametrize(
    ("players", "place", "money"),
    [
        pytest.param(4, 1, 80, id="PL 7.2 worked example, first"),
        pytest.param(4, 2, 40, id="PL 7.2 worked example, second"),
        pytest.param(4, 3, 20, id="PL 7.2 worked example, third"),
        pytest.param(5, 4, 12, id="PL 7.2 rounded down"),
    ],
)
def test_money_of_a_place(players: int, place: int, money: int) -> None:
    share = REWARDS.integer("divisor") ** (place - 1)
    assert REWARDS.integer("money_per_player") * players // share == money


def test_blueprints_of_a_place() -> None:
    assert 5 // REWARDS.integer("divisor") == 2
    consolation = REWARDS.table("consolation")
    assert (consolation.integer("blueprints"), consolation.integer("tier")) == (1, 2)
    assert REWARDS.texts("start_decks") == DECKS


@pytest.mark.parametrize("section", [pytest.param(key, id=f"PL {key}") for key in RULES_IN_SECTION])
def test_every_rule_has_its_number(section: str) -> None:
    numbers = [f"{section}.{n}" for n in range(1, RULES_IN_SECTION[section] + 1)]
    assert [number for number in GAME.rules.numbers() if number.startswith(f"{section}.")] == numbers


def test_the_rules_say_what_they_are_and_whose() -> None:
    titles = [section.title for section in GAME.rules.sections if not section.number]
    assert titles == ["Options", "Where the pieces lie", "Examples", "Credits"]
    assert GAME.rules.prefix == "PL"
    [thanks] = [section.prose for section in GAME.rules.sections if section.title == "Credits"]
    assert GAME.credits.licence in thanks
    assert all(author in thanks for author in GAME.credits.authors)


@pytest.mark.parametrize(
    ("option", "asks", "says"),
    [
        ("start", "where ships begin", {"choose": "chosen"}),
        ("rounds", "the last round", {}),
        ("clock", "a clock", {"off": "without"}),
    ],
)
def test_an_option_is_explained_by_a_rule(option: str, asks: str, says: dict[str, str]) -> None:
    [options] = [section.prose for section in GAME.rules.sections if section.title == "Options"]
    [line] = [line for line in options.splitlines() if line.startswith(f"| {asks} |")]
    _, _, usual, rule = (cell.strip() for cell in line.strip("|").split("|"))
    assert usual == says.get(str(OPTIONS[option].usual), str(OPTIONS[option].usual))
    assert rule == OPTIONS[option].rule and GAME.rules[rule].text
