"""Rayguns and Rocketships: what its rules say is in the box, and the numbers its referee plays by."""

from __future__ import annotations

import math
from collections import Counter
from itertools import product
from typing import Any

import pytest

from components.catalogue import load
from components.pieces import Piece
from components.toml import Table

GAME = load("rayguns")
SUITS = ("raygun", "rocket", "astronaut", "robot")
COLOURS = ("white", "purple", "red")
SPECIALS = ("ufo", "planet", "satellite", "glyph", "alien", "big-number")
RANKS = (1, 2, 3, 4, 5)
ARRAYS = (
    "supernova",
    "jupiter",
    "straight-suit-flush",
    "straight-color-flush",
    "mars",
    "full-house",
    "eclipse",
    "suit-flush",
    "color-flush",
    "straight",
    "earth",
    "gemini",
    "venus",
    "high-tile",
)
SPECS = (
    "deep-dock",
    "radio-silence",
    "mutiny",
    "salvage",
    "inversion",
    "short-crew",
    "long-haul",
    "flare",
    "dock-fee",
    "handicap",
    "grey-sky",
    "feud",
    "twin-moons",
    "wild-pair",
)


def pieces(deck: str) -> dict[str, Piece]:
    return {piece.code: piece for piece in GAME.deck(deck).pieces}


TILES = pieces("tiles")
CARDS = pieces("rules-cards")


def rows(table: str, key: str) -> dict[str, Table]:
    return {row.text("name"): row for row in GAME.tables[table].tables(key)}


def number(path: str) -> int:
    """The number at `table.key` or `table.section.key`."""
    name, *sections, key = path.split(".")
    table = GAME.tables[name]
    for section in sections:
        table = table.table(section)
    return table.integer(key)


def title(name: str) -> str:
    return "UFO" if name == "ufo" else name.replace("-", " ").title()


def section(sheet: str, heading: str) -> dict[str, str]:
    """The rows of one section of the reference sheet, by their term."""
    found = [part for part in pieces("reference")["reference"][sheet] if part["title"].startswith(heading)]
    return dict(found[0]["rows"])


# RR 1: what is in the box


def test_1_1_suit_tiles_are_every_suit_rank_and_colour_twice() -> None:
    tiles = [tile for tile in TILES.values() if tile["suit"]]
    assert {(t["suit"], t["rank"], t["colour"]) for t in tiles} == set(product(SUITS, RANKS, COLOURS))
    assert [t.copies for t in tiles] == [2] * 60
    assert not any(t["special"] for t in tiles)


def test_1_1_specials_are_every_special_and_rank_once() -> None:
    tiles = [tile for tile in TILES.values() if not tile["suit"]]
    assert [(t["special"], t["rank"]) for t in tiles] == list(product(SPECIALS, RANKS))
    assert [t.copies for t in tiles] == [1] * 30


@pytest.mark.parametrize("special", SPECIALS, ids=lambda special: f"RR 1.2 {special}")
def test_1_2_the_colour_of_a_special_goes_round(special: str) -> None:
    step = SPECIALS.index(special)
    found = {tile["rank"]: tile["colour"] for tile in TILES.values() if tile["special"] == special}
    assert found == {rank: COLOURS[(step + rank) % 3] for rank in RANKS}


def test_1_2_ten_specials_are_of_each_colour() -> None:
    assert Counter(tile["colour"] for tile in TILES.values() if tile["special"]) == dict.fromkeys(COLOURS, 10)


@pytest.mark.parametrize("special", SPECIALS, ids=lambda special: f"RR 1.2 {special}")
def test_1_2_the_printed_table_has_the_colours_of_the_tiles(special: str) -> None:
    lines = [line for line in GAME.rules["1.2"].text.splitlines() if title(special).lower() in line.lower()]
    colours = [tile["colour"] for tile in TILES.values() if tile["special"] == special]
    assert [cell.strip() for cell in lines[0].split("|")[2:-1]] == colours


@pytest.mark.parametrize(
    ("table", "key", "letters"),
    [
        ("suits", "suit", dict(zip("GRAB", SUITS, strict=True))),
        ("colours", "colour", dict(zip("wpr", COLOURS, strict=True))),
        ("specials", "special", dict(zip("UPSYXN", SPECIALS, strict=True))),
    ],
    ids=["RR 1.1 suits", "RR 1.1 colours", "RR 1.1 specials"],
)
def test_1_1_letters_and_their_order(table: str, key: str, letters: dict[str, str]) -> None:
    found = GAME.tables[table].tables(key)
    assert [(row.text("letter"), row.text("name")) for row in found] == list(letters.items())


def test_1_3_codes_spell_the_tiles() -> None:
    letters = {
        row.text("name"): row.text("letter")
        for table, key in (("suits", "suit"), ("colours", "colour"), ("specials", "special"))
        for row in GAME.tables[table].tables(key)
    }
    for code, tile in TILES.items():
        kind = tile["suit"] or tile["special"]
        colour = letters[tile["colour"]] if tile["suit"] else ""
        assert code == f"{letters[kind]}{tile['rank']}{colour}"


@pytest.mark.parametrize("i", range(14), ids=lambda i: f"RR 1.4 {ARRAYS[i]}")
def test_1_4_the_orders_on_the_cards_go_round(i: int) -> None:
    pure, orders = CARDS[f"RC{i + 1:02}"], CARDS[f"SO{i + 1:02}"]
    assert (pure["kind"], orders["kind"]) == ("pure", "orders")
    assert pure["best"] == orders["best"] == ARRAYS[i]
    assert (pure["flag"], pure["ally"], pure["wild"]) == (COLOURS[i % 3], SUITS[i % 4], i % 5 + 1)
    assert orders["flag"] == COLOURS[(i + 1) % 3]
    assert orders["ally"] == SUITS[(i + 2) % 4]
    assert orders["wild"] == (i + 2) % 5 + 1


def test_1_4_a_spec_is_on_special_orders_only() -> None:
    assert {card["kind"] for card in CARDS.values() if card["spec"]} == {"orders"}
    assert {card["kind"] for card in CARDS.values() if not card["spec"]} == {"pure", "chaos"}


def test_1_4_chaos_cards_name_no_orders() -> None:
    chaos = {code: card for code, card in CARDS.items() if card["kind"] == "chaos"}
    assert {code: card["chaos"] for code, card in chaos.items()} == {"CH1": "reversed", "CH2": "two-cards"}
    for card, order in product(chaos.values(), ("best", "flag", "ally", "wild", "spec")):
        assert card[order] is None


@pytest.mark.parametrize(
    ("deck", "count", "kinds", "size"),
    [
        ("tiles", 150, 90, (38, 38)),
        ("rules-cards", 30, 30, (63.5, 88.9)),
        ("station", 1, 1, (386, 275)),
        ("boards", 4, 4, (264, 88)),
        ("reference", 4, 1, (128, 196)),
        ("beads", 4, 4, (16, 16)),
        ("hundreds", 4, 4, (24, 24)),
        ("commander", 1, 1, (34, 34)),
    ],
    ids=lambda value: f"RR 1.5 {value}" if isinstance(value, str) else None,
)
def test_1_5_the_printed_set(deck: str, count: int, kinds: int, size: tuple[float, float]) -> None:
    found = GAME.deck(deck)
    assert (found.count, len(found.pieces), found.size) == (count, kinds, size)


def test_1_5_there_is_nothing_else_in_the_box() -> None:
    assert sum(deck.count for deck in GAME.decks) == 150 + 30 + 1 + 4 + 4 + 4 + 4 + 1


def test_1_5_the_score_track_and_its_token() -> None:
    first, last = pieces("station")["station"]["track"]
    token = pieces("hundreds")["plus-O"]
    assert (first, last) == (0, 99)
    assert token["value"] == last - first + 1
    assert token["label"] == f"+{token['value']}"


def test_1_5_a_player_board_has_the_places_the_rules_allow() -> None:
    board = pieces("boards")["board-O"]
    assert len(board["array"]) == rows("specials", "special")["ufo"].integer("array")
    assert board["array"][:-1] == tuple(str(i + 1) for i in range(number("round.exploration.array")))
    assert len(board["spares"]) == number("round.exploration.spares")


def test_players_each_have_a_colour_of_their_own() -> None:
    assert GAME.players == (2, 4)
    assert len({seat.letter for seat in GAME.seats}) == 4


# The numbers of the referee, each with the rule whose text must say it too

NUMBERS = [
    ("2.1", "round.launch.draw", 2, "two"),
    ("3.2", "round.exploration.first_draw", 8, "draws 8 tiles"),
    ("3.2", "round.exploration.array", 5, "exactly 5"),
    ("3.2", "round.exploration.spares", 2, "up to 2"),
    ("3.3", "round.exploration.second_draw", 4, "draws 4 tiles"),
    ("3.4", "round.orders.cost", 10, "pay 10"),
    ("3.4", "round.lowest_total", 0, "below 0"),
    ("4.1", "suits.leading", 3, "Three or more"),
    ("7.3", "round.doubling.flag", 2, "double"),
    ("7.3", "round.doubling.ally", 2, "double"),
    ("8.1", "round.bonus.tied", 3, "+3"),
    ("9.2", "round.chaos.cards", 2, "two more cards"),
    ("10.1", "round.port.draw", 7, "draws 7 tiles"),
    ("10.1", "round.port.array", 5, "any five"),
    ("10.1", "round.port.bonus", 10, "+10"),
]


@pytest.mark.parametrize(
    ("rule", "path", "value", "words"), NUMBERS, ids=[f"RR {rule} {path}" for rule, path, *_ in NUMBERS]
)
def test_numbers_of_the_round(rule: str, path: str, value: int, words: str) -> None:
    assert number(path) == value
    assert words in GAME.rules[rule].text.replace("\n", " ")


def test_3_there_are_four_rounds() -> None:
    prose = next(part.prose for part in GAME.rules.sections if part.number == "3")
    assert number("round.exploration.rounds") == 4
    assert "four rounds" in prose


def test_3_4_there_are_three_windows_for_new_orders() -> None:
    assert GAME.tables["round"].table("orders").texts("windows") == ("card", "opening", "docked")
    assert "three windows" in GAME.rules["3.4"].text


def test_8_the_best_array_earns_five() -> None:
    prose = next(part.prose for part in GAME.rules.sections if part.number == "8")
    assert number("round.bonus.best") == 5
    assert "+5" in prose


@pytest.mark.parametrize(
    ("rule", "special", "key", "value", "words"),
    [
        ("5.3", "ufo", "array", 6, "6 tiles"),
        ("5.4", "planet", "draw", 5, "5 tiles"),
        ("5.4", "planet", "add", 2, "up to 2"),
        ("5.8", "big-number", "times", 2, "counts double"),
    ],
    ids=["RR 5.3", "RR 5.4 draw", "RR 5.4 add", "RR 5.8"],
)
def test_numbers_of_the_specials(rule: str, special: str, key: str, value: int, words: str) -> None:
    row = rows("specials", "special")[special]
    assert row.integer(key) == value
    assert words in row.text("text")
    assert words in GAME.rules[rule].text.replace("\n", " ")


def test_5_1_only_the_satellite_acts_on_the_opening_array() -> None:
    assert [name for name, row in rows("specials", "special").items() if row.flag("opening", False)] == [
        "satellite"
    ]


# RR 6 and 7: arrays


def test_6_the_typical_order_is_the_same_wherever_it_is_printed() -> None:
    titles = [title(name) for name in ARRAYS]
    prose = next(part.prose for part in GAME.rules.sections if part.number == "6")
    table = [[cell.strip() for cell in line.split("|")] for line in prose.splitlines() if line[2:3].isdigit()]
    columns = [cells[start : start + 2] for start in (1, 4) for cells in table]
    assert tuple(rows("arrays", "array")) == ARRAYS
    assert list(pieces("station")["station"]["arrays"]) == titles
    numbered = [f"{i} {name}" for i, name in enumerate(titles, 1)]
    assert list(section("front", "Arrays")) == numbered
    assert [f"{number} {name}" for number, name in columns] == numbered


@pytest.mark.parametrize(
    ("array", "tiles", "groups"),
    [
        ("supernova", 5, ()),
        ("jupiter", 5, (5,)),
        ("straight-suit-flush", 5, ()),
        ("straight-color-flush", 5, ()),
        ("mars", 4, (4,)),
        ("full-house", 5, (3, 2)),
        ("eclipse", 5, ()),
        ("suit-flush", 5, ()),
        ("color-flush", 5, ()),
        ("straight", 5, ()),
        ("earth", 3, (3,)),
        ("gemini", 4, (2, 2)),
        ("venus", 2, (2,)),
        ("high-tile", 1, (1,)),
    ],
    ids=[f"RR 7.1 {name}" for name in ARRAYS],
)
def test_7_1_tiles_of_an_array(array: str, tiles: int, groups: tuple[int, ...]) -> None:
    row = rows("arrays", "array")[array]
    assert (row.integer("tiles"), row.integers("groups", ())) == (tiles, groups)


@pytest.mark.parametrize(
    ("key", "names"),
    [
        ("special", {"supernova"}),
        ("straight", {"straight-suit-flush", "straight-color-flush", "straight"}),
    ],
    ids=["RR 6 supernova", "RR 6 straights"],
)
def test_6_straights_and_supernova(key: str, names: set[str]) -> None:
    assert {name for name, row in rows("arrays", "array").items() if row.flag(key, False)} == names


@pytest.mark.parametrize(
    ("shared", "order", "flushes", "other_straight"),
    [
        ("suit", "ally", {"straight-suit-flush", "eclipse", "suit-flush"}, "straight-color-flush"),
        ("colour", "flag", {"straight-color-flush", "eclipse", "color-flush"}, "straight-suit-flush"),
    ],
    ids=["RR 7.3 ALLY", "RR 7.3 FLAG"],
)
def test_7_3_what_is_a_flush_and_what_doubles_it(
    shared: str, order: str, flushes: set[str], other_straight: str
) -> None:
    arrays = rows("arrays", "array")
    assert {name for name, row in arrays.items() if shared in row.texts("same", ())} == flushes
    doubled = {name for name, row in arrays.items() if order in row.texts("doubled_by", ())}
    assert doubled == flushes | {other_straight}


def ranks(codes: str) -> list[int]:
    return [TILES[code]["rank"] for code in codes.split()]


def test_7_4_example_a_supernova_scores_59() -> None:
    supernova = rows("arrays", "array")["supernova"]
    highest = sorted(ranks("U5 P4 S1 Y2 X3"), reverse=True)[: supernova.integer("highest")]
    assert supernova.integer("base") + sum(highest) == 59


def test_7_4_example_the_five_big_numbers_score_75() -> None:
    supernova = rows("arrays", "array")["supernova"]
    assert sum(tile["special"] == "big-number" for tile in TILES.values()) == supernova.integer("big_numbers")
    assert supernova.integer("flat") == 75


def test_7_3_example_flag_and_ally_together_make_60() -> None:
    straight = ranks("G1w G2w G3w G4w G5w")
    row = rows("arrays", "array")["straight-suit-flush"]
    factor = math.prod(number(f"round.doubling.{order}") for order in row.texts("doubled_by"))
    assert sorted(straight) == list(GAME.tables["arrays"].integers("straight"))
    assert sum(straight) * factor == 60


def test_7_2_example_an_earth_of_fives_with_big_number_5_scores_20() -> None:
    tiles = rows("arrays", "array")["earth"].integer("tiles")
    earth = sorted(ranks("N5 G5w R5p A2r B1w"), reverse=True)[:tiles]
    times = rows("specials", "special")["big-number"].integer("times")
    assert sum(earth) + (times - 1) * max(earth) == 20


# RR 9: rules cards


def test_9_1_specs_stand_on_the_cards_in_their_order() -> None:
    assert tuple(CARDS[f"SO{i:02}"]["spec"] for i in range(1, 15)) == SPECS
    assert tuple(rows("specs", "spec")) == SPECS


@pytest.mark.parametrize("i", range(14), ids=lambda i: f"RR 9.1 {SPECS[i]}")
def test_9_1_a_spec_has_one_name_everywhere(i: int) -> None:
    assert CARDS[f"SO{i + 1:02}"]["title"] == title(SPECS[i])
    assert f"| SO{i + 1:02} | {title(SPECS[i])} |" in GAME.rules["9.1"].text
    assert list(section("back", "Specs"))[i] == title(SPECS[i])


SPEC_VALUES: list[tuple[str, str, Any, str]] = [
    ("deep-dock", "bonus", 10, "+10"),
    ("radio-silence", "specials", False, "Specials have no effect"),
    ("mutiny", "powers", False, "Suit powers have no effect"),
    ("salvage", "spare_points", 1, "scores 1"),
    ("inversion", "minuend", 6, "6 minus"),
    ("short-crew", "first_draw", 7, "7 tiles"),
    ("long-haul", "second_draw", 6, "6 tiles"),
    ("flare", "second_draw", 0, "no second draw"),
    ("flare", "beats", ["long-haul"], "no second draw"),
    ("dock-fee", "fee", 2, "pays 2"),
    ("handicap", "leaders", False, "cannot win the bonus"),
    ("grey-sky", "strikes", ["straight-color-flush", "eclipse", "color-flush"], "Eclipse"),
    ("grey-sky", "voids", "flag", "FLAG doubles nothing"),
    ("feud", "strikes", ["straight-suit-flush", "eclipse", "suit-flush"], "Eclipse"),
    ("feud", "voids", "ally", "ALLY doubles nothing"),
    ("twin-moons", "doubles", ["gemini", "venus"], "Venus and Gemini"),
    ("twin-moons", "factor", 2, "double"),
    ("wild-pair", "next_ranks", 1, "next rank up"),
]


@pytest.mark.parametrize(
    ("spec", "key", "value", "words"),
    SPEC_VALUES,
    ids=[f"RR 9.1 {spec} {key}" for spec, key, *_ in SPEC_VALUES],
)
def test_9_1_what_a_spec_changes_is_what_its_card_says(spec: str, key: str, value: Any, words: str) -> None:
    card = next(card for card in CARDS.values() if card["spec"] == spec)
    assert rows("specs", "spec")[spec].anything(key) == value
    assert words in card["text"]
    assert words in GAME.rules["9.1"].text.replace("\n", " ")


def test_9_1_the_tables_say_nothing_more_of_a_spec() -> None:
    found = {(name, key) for name, row in rows("specs", "spec").items() for key in row.data if key != "name"}
    assert found == {(spec, key) for spec, key, *_ in SPEC_VALUES}


# The sheet on the table agrees with the tables of the referee


@pytest.mark.parametrize(
    ("table", "key", "heading"),
    [("suits", "suit", "Suit powers"), ("specials", "special", "Specials")],
    ids=["RR 4", "RR 5"],
)
def test_the_reference_sheet_says_what_the_referee_says(table: str, key: str, heading: str) -> None:
    expected = {
        f"{row.text('letter')} {title(row.text('name'))}": row.text("text")
        for row in GAME.tables[table].tables(key)
    }
    assert section("back", heading) == expected


@pytest.mark.parametrize(
    ("words", "path"),
    [
        ("Draw {}: open", "round.exploration.first_draw"),
        ("array of {},", "round.exploration.array"),
        ("up to {} spare parts", "round.exploration.spares"),
        ("Draw {}: swap", "round.exploration.second_draw"),
        ("pay {},", "round.orders.cost"),
        ("Best array +{}.", "round.bonus.best"),
        ("+{} each", "round.bonus.tied"),
        ("Port of Call: best array +{}", "round.port.bonus"),
    ],
)
def test_boards_print_the_numbers_of_the_referee(words: str, path: str) -> None:
    printed = [*pieces("boards")["board-O"]["steps"], *pieces("station")["station"]["notes"]]
    assert any(words.format(number(path)) in line for line in printed)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("deep-dock", "bonus +{bonus} instead of"),
        ("salvage", "scores {spare_points}"),
        ("inversion", "count {minuend} minus"),
        ("short-crew", "first draw {first_draw}"),
        ("long-haul", "second draw {second_draw}"),
        ("dock-fee", "pays {fee} before"),
    ],
)
def test_the_reference_sheet_prints_the_numbers_of_the_specs(spec: str, words: str) -> None:
    assert words.format(**rows("specs", "spec")[spec].data) in section("back", "Specs")[title(spec)]


def test_the_reference_sheet_prints_the_points_of_a_supernova() -> None:
    row = rows("arrays", "array")["supernova"]
    text = section("front", "Arrays")["1 Supernova"]
    assert text.split(": ")[1] == (
        f"{row.integer('base')} + two highest; with the five big numbers {row.integer('flat')}"
    )


def test_9_1_the_reference_sheet_calls_the_tile_that_scores_most_the_high_tile() -> None:
    """Under Inversion it is not the highest one."""
    assert section("front", "Arrays")["14 High Tile"] == "one tile: the one that scores most"


# The numbered rules

RULES_IN_SECTION = {1: 5, 2: 1, 3: 6, 4: 5, 5: 8, 6: 4, 7: 4, 8: 2, 9: 4, 10: 2}


def test_every_rule_is_there() -> None:
    expected = [f"{n}.{i}" for n, count in RULES_IN_SECTION.items() for i in range(1, count + 1)]
    assert list(GAME.rules.numbers()) == expected
    assert GAME.rules.prefix == "RR"


def test_examples_and_credits_close_the_rules() -> None:
    assert [part.title for part in GAME.rules.sections if not part.number] == ["Examples", "Credits"]


FILLED = (
    "1.1 1.2 1.4 1.5 2.1 3.3 3.4 3.5 4.1 4.3 5.1 5.3 5.7 5.8 "
    "6.1 6.2 6.4 7.3 7.4 8.1 9.1 9.2 9.3 9.4 10.1 10.2"
)


def test_rules_that_fill_a_gap_end_with_a_degree_sign() -> None:
    assert " ".join(rule.number for rule in GAME.rules if rule.text.endswith(" °")) == FILLED
    assert " ".join(rule.number for rule in GAME.rules if "°" in rule.text) == FILLED


@pytest.mark.parametrize(
    "example", ["9", "12", "60", "59", "75", "20"], ids=lambda points: f"{points} points"
)
def test_examples_are_printed(example: str) -> None:
    prose = next(part.prose for part in GAME.rules.sections if part.title == "Examples")
    cells = [line.split("|")[-2].split("=")[-1].strip() for line in prose.splitlines() if "`" in line]
    assert example in cells
