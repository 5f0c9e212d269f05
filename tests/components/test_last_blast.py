"""The box of The Last Blast, rule by rule: each case is named by the rule it holds to."""

from __future__ import annotations

from collections import Counter

import pytest

from components.catalogue import load
from components.pieces import Piece

GAME = load("last-blast")
PARTS = [piece for piece in GAME.deck("parts").pieces for _ in range(piece.copies)]
TILES = GAME.deck("tiles").pieces
CONSTRUCTION = GAME.tables["construction"]
FIELD = GAME.tables["field"]
FLIGHT = GAME.tables["flight"]
DAMAGE = FLIGHT.table("damage")

RULES_IN_SECTION = {"1": 5, "2": 2, "3": 7, "4": 11, "5": 2, "6": 2}


@pytest.mark.parametrize(
    ("deck", "count"),
    [
        pytest.param("tiles", 36, id="LB 1.1"),
        pytest.param("parts", 54, id="LB 1.3"),
        pytest.param("mats", 4, id="LB 1.4 mats"),
        pytest.param("reference", 4, id="LB 1.4 reference"),
        pytest.param("rockets", 4, id="LB 1.4 rockets"),
        pytest.param("standees", 4, id="LB 1.4 standees"),
        pytest.param("start-player", 1, id="LB 1.4 start player"),
    ],
)
def test_as_many_pieces_as_the_rules_say(deck: str, count: int) -> None:
    assert GAME.deck(deck).count == count


@pytest.mark.parametrize(
    ("value", "name"),
    [
        pytest.param(value, name, id=f"LB 1.2 {name}")
        for value, name in enumerate(("drop", "hammers", "circles", "bricks", "wheel", "arrow"), 1)
    ],
)
def test_a_symbol_has_one_value_on_tiles_parts_and_paper(value: int, name: str) -> None:
    [tile] = [tile for tile in TILES if tile["name"] == name]
    assert (tile["symbol"], tile.copies) == (value, 6)
    assert {part["symbol"] for part in PARTS if part["name"] == name} == {value}
    [card] = GAME.deck("reference").pieces
    [symbols] = [block for block in card["back_blocks"] if block["heading"] == "Symbols"]
    assert f"{name} {value}" in " · ".join(symbols["lines"]).split(" · ")


@pytest.mark.parametrize(
    ("system", "title", "numbers"),
    [
        pytest.param("red", "Jump Boost", {1: 6, 2: 6, 3: 6}, id="LB 1.3 red"),
        pytest.param("green", "Shield", {1: 12, 2: 6}, id="LB 1.3 green"),
        pytest.param("amber", "Scientific Equipment", {4: 6, 5: 6, 6: 6}, id="LB 1.3 amber"),
    ],
)
def test_numbers_of_a_system(system: str, title: str, numbers: dict[int, int]) -> None:
    cards = [part for part in PARTS if part["system"] == system]
    assert Counter(part["number"] for part in cards) == numbers
    assert {part["title"] for part in cards} == {title}


@pytest.mark.parametrize("symbol", [pytest.param(symbol, id=f"LB 1.3 {symbol}") for symbol in range(1, 7)])
def test_parts_with_a_symbol(symbol: int) -> None:
    cards = Counter((part["system"], part["number"]) for part in PARTS if part["symbol"] == symbol)
    once = {
        (system, number): 1
        for system, first in (("red", 1), ("amber", 4))
        for number in range(first, first + 3)
    }
    assert cards == {**once, ("green", 1): 2, ("green", 2): 1}


@pytest.mark.parametrize(
    "part", [pytest.param(part, id=f"LB 1.5 {part.code}") for part in GAME.deck("parts").pieces]
)
def test_a_part_is_called_and_labelled_by_what_it_shows(part: Piece) -> None:
    assert part.code == f"{part['system'][0].upper()}{part['number']}-{part['symbol']}"
    effects = {
        "red": f"In front: jump damage −{part['number']}",
        "green": f"In front: collision damage −{part['number']}",
        "amber": "In front: no protection",
    }
    assert part["text"] == effects[part["system"]]


@pytest.mark.parametrize("tile", [pytest.param(tile, id=f"LB 1.5 {tile.code}") for tile in TILES])
def test_a_tile_is_called_by_its_symbol(tile: Piece) -> None:
    assert tile.code == f"T{tile['symbol']}"


@pytest.mark.parametrize(
    "deck", [pytest.param(deck, id=f"LB 1.4 {deck}") for deck in ("mats", "rockets", "standees")]
)
def test_every_seat_has_its_own(deck: str) -> None:
    assert [piece["seat"] for piece in GAME.deck(deck).pieces] == list(GAME.seats)
    assert len(GAME.seats) == GAME.players[1]


def test_a_standee_folds_into_its_net() -> None:
    standees = GAME.deck("standees")
    for piece in standees.pieces:
        assert 2 * (piece["panel"] + piece["foot"]) == standees.size[1]


@pytest.mark.parametrize(
    ("players", "rows"),
    [
        pytest.param(2, 3, id="LB 2.1 2p"),
        pytest.param(3, 4, id="LB 2.1 3p"),
        pytest.param(4, 5, id="LB 2.1 4p"),
    ],
)
def test_the_field_has_a_row_more_than_players_and_tiles_enough(players: int, rows: int) -> None:
    assert players + FIELD.integer("rows_beyond_players") == rows
    assert rows * FIELD.integer("columns") <= GAME.deck("tiles").count


def test_a_hand_is_passed_to_and_fro() -> None:
    """LB 3.3"""
    assert CONSTRUCTION.texts("passes") == ("left", "right", "left")


def test_the_last_pick_is_from_two_cards_and_the_only_blind_one() -> None:
    """LB 3.4"""
    hand, picks = CONSTRUCTION.integer("hand"), CONSTRUCTION.integer("picks")
    assert [hand - pick for pick in range(picks)] == [5, 4, 3, 2]
    assert CONSTRUCTION.integer("blind_from_pick") == picks


def test_a_rocket_ends_as_twelve_cards() -> None:
    """LB 3.6"""
    assert len(CONSTRUCTION.texts("passes")) * CONSTRUCTION.integer("picks") == 12


@pytest.mark.parametrize(
    ("players", "lasts"),
    [
        pytest.param(2, True, id="LB 3.7 2p"),
        pytest.param(3, True, id="LB 3.7 3p"),
        pytest.param(4, False, id="LB 3.7 4p"),
    ],
)
def test_only_four_players_can_empty_the_deck(players: int, lasts: bool) -> None:
    blind = CONSTRUCTION.integer("picks") - CONSTRUCTION.integer("blind_from_pick") + 1
    most = players * len(CONSTRUCTION.texts("passes")) * (CONSTRUCTION.integer("hand") + blind)
    assert (most <= GAME.deck("parts").count) is lasts


WORKED = [
    pytest.param("R2-5", "T3", 2, 0, 2, id="LB 4.3 red lowers jump"),
    pytest.param("G2-1", "T6", 1, 1, 3, id="LB 4.4 green lowers collision"),
    pytest.param("A6-4", "T4", 3, 3, 0, id="LB 4.3 amber lowers nothing"),
    pytest.param("R3-2", "T2", 0, 0, 0, id="LB 4.3 never below 0"),
]


@pytest.mark.parametrize(("front", "tile", "rows", "jump", "collision"), WORKED)
def test_the_tables_give_the_damage_of_the_examples(
    front: str, tile: str, rows: int, jump: int, collision: int
) -> None:
    card = next(part for part in PARTS if part.code == front)
    asteroid = next(piece for piece in TILES if piece.code == tile)
    assert _damage("jump", card, rows * DAMAGE.integer("per_row")) == jump
    steps = abs(card["symbol"] - asteroid["symbol"])
    assert _damage("collision", card, steps * DAMAGE.integer("per_step")) == collision


@pytest.mark.parametrize(("front", "tile", "rows", "jump", "collision"), WORKED)
def test_the_rulebook_prints_the_examples_as_worked(
    front: str, tile: str, rows: int, jump: int, collision: int
) -> None:
    [row] = [
        line for line in _section("Examples").splitlines() if line.startswith(f"| `{front}` | `{tile}` |")
    ]
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    total = jump + collision
    assert [cell.split(" = ")[-1] for cell in cells[2:6]] == [str(n) for n in (rows, jump, collision, total)]
    removal = DAMAGE.texts("removal")
    assert cells[6].startswith(", ".join(removal[:total]) or "none")
    assert ("owner's choice" in cells[6]) is (total > len(removal))


def _damage(kind: str, card: Piece, raw: int) -> int:
    protected = card["system"] == DAMAGE.text(f"{kind}_protection")
    return max(DAMAGE.integer("minimum"), raw - (card["number"] if protected else 0))


@pytest.mark.parametrize(
    ("table", "key", "order"),
    [
        pytest.param("", "first_start_player", ("lowest-front-number", "random"), id="LB 4.1"),
        pytest.param(
            "", "next_start_player", ("fewest-cards", "lowest-front-number", "next-clockwise"), id="LB 4.8"
        ),
        pytest.param("damage", "removal", ("front", "rear"), id="LB 4.6"),
        pytest.param("scoring", "ties", ("most-cards", "highest-number"), id="LB 5.2"),
    ],
)
def test_orders(table: str, key: str, order: tuple[str, ...]) -> None:
    assert (FLIGHT.table(table) if table else FLIGHT).texts(key) == order


def test_the_last_survivor_wins() -> None:
    """LB 4.9"""
    assert FLIGHT.integer("survivors_to_win") == 1


def test_wrecks_are_an_option_that_is_off() -> None:
    """LB 6.1"""
    [wrecks] = GAME.options.values()
    assert (wrecks.name, wrecks.usual) == ("wrecks", False)
    assert "wreck" in GAME.rules[wrecks.rule].text
    assert FLIGHT.table("wrecks").integer("drift") == 1


@pytest.mark.parametrize(
    ("section", "count"), [pytest.param(n, count, id=f"LB {n}") for n, count in RULES_IN_SECTION.items()]
)
def test_every_rule_is_there(section: str, count: int) -> None:
    numbers = [number for number in GAME.rules.numbers() if number.split(".")[0] == section]
    assert numbers == [f"{section}.{position}" for position in range(1, count + 1)]


def test_no_rule_beyond_them() -> None:
    assert len(GAME.rules.numbers()) == sum(RULES_IN_SECTION.values())


@pytest.mark.parametrize(
    ("number", "words"),
    [
        pytest.param(number, words, id=f"LB {number} {words}")
        for number, words in [
            ("1.1", f"{GAME.deck('tiles').count} square asteroid tiles"),
            ("1.3", f"{GAME.deck('parts').count} part cards"),
            ("2.1", f"{FIELD.integer('columns')} columns"),
            ("3.1", f"deal {CONSTRUCTION.integer('hand')} cards"),
            ("3.6", f"{len(CONSTRUCTION.texts('passes')) * CONSTRUCTION.integer('picks')} cards"),
            ("4.10", f"round {FIELD.integer('columns')}"),
        ]
    ],
)
def test_the_rules_say_the_numbers_of_the_data(number: str, words: str) -> None:
    assert words in GAME.rules[number].text.replace("\n", " ")


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(words, id=f"LB {number} {words}")
        for number, words in [
            ("3.1", f"{len(CONSTRUCTION.texts('passes'))} hands of {CONSTRUCTION.integer('hand')}"),
            ("3.3", ", ".join(f"hand {n} {way}" for n, way in enumerate(CONSTRUCTION.texts("passes"), 1))),
            ("3.4", "4th pick"),
            ("3.6", "You end with 12 cards."),
            ("4.2", f"Flight: {FIELD.integer('columns')} rounds"),
            ("4.10", f"After round {FIELD.integer('columns')}"),
        ]
    ],
)
def test_the_reference_card_says_the_numbers_of_the_data(words: str) -> None:
    [card] = GAME.deck("reference").pieces
    blocks = [*card["blocks"], *card["back_blocks"]]
    assert words in "\n".join("\n".join([block["heading"], *block["lines"]]) for block in blocks)


def test_the_rules_that_fill_a_gap_are_marked() -> None:
    marked = {rule.number for rule in GAME.rules if rule.text.endswith("°")}
    assert marked == {"1.3", "3.1", "3.5", "3.7", "4.2", "4.8", "4.11", "5.2"}
    assert "°" in GAME.rules.introduction


def test_authors_and_licence_are_in_the_rulebook() -> None:
    thanks = _section("Credits")
    for name in (*GAME.credits.authors, GAME.credits.licence, GAME.credits.source):
        assert name in thanks.replace("\n", " ")


def _section(title: str) -> str:
    return next(section.prose for section in GAME.rules.sections if section.title == title)
