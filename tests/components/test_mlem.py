"""MLEM: the printed set and the tables hold what the numbered rules say."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import chain, combinations, combinations_with_replacement, zip_longest
from math import factorial, prod
from pathlib import Path

import pytest

from components.catalogue import load
from components.teaching import read_teaching
from components.toml import Table, read_toml

MLEM = load("mlem")
SPACES = MLEM.tables["track"].tables("space")
PLACES = MLEM.tables["places"]
EXPEDITION = MLEM.tables["expedition"]
NEEDED = [piece["needed"] for piece in MLEM.deck("goals").pieces]
FACES = MLEM.deck("dice").pieces[0]["faces"]
LAST = len(SPACES) - 1


@pytest.mark.parametrize(
    ("rule", "deck", "copies"),
    [
        ("ML 1.1", "board", {"board": 1}),
        ("ML 1.1", "boarding", {"boarding": 1}),
        ("ML 1.1", "failure-track", {"failure-track": 1}),
        ("ML 1.1", "rocket", {"rocket": 1}),
        ("ML 1.1", "markers", {"failure": 1}),
        ("ML 1.2", "dice", {"die": 6}),
        ("ML 1.3", "mats", {"mat-O": 1, "mat-B": 1, "mat-G": 1, "mat-P": 1, "mat-Y": 1}),
        ("ML 1.3", "points", {"P1": 20, "P3": 20, "P5": 12, "P10": 12}),
        ("ML 1.7", "goals", {"moons": 1, "planets": 1, "crowd": 1, "deep": 1}),
        ("one for each player", "reference", {"reference": 5}),
    ],
)
def test_the_box_holds(rule: str, deck: str, copies: dict[str, int]) -> None:
    assert {piece.code: piece.copies for piece in MLEM.deck(deck).pieces} == copies


def test_1_1_the_boarding_track_has_room_for_a_token_of_every_player() -> None:
    token, _ = MLEM.deck("astronauts").size
    assert MLEM.deck("boarding").size[0] >= MLEM.players[1] * token


def test_1_1_the_failure_marker_fits_a_step_and_the_place_before_the_first() -> None:
    steps = EXPEDITION.integer("failures") + 1
    assert MLEM.deck("failure-track").size[0] >= steps * MLEM.deck("markers").size[0]


def test_1_2_faces_of_a_die() -> None:
    assert FACES == ("1", "2", "2", "3", "4", "*")


def test_1_2_a_plain_die_is_read_alike_in_the_rules_and_on_the_reference_card() -> None:
    _, *cells = _rows("1.2")[-1]
    assert tuple(cells) == FACES
    assert ", ".join(f"{pips} = {face}" for pips, face in enumerate(FACES, 1)) in _reference_card()


def test_1_3_every_player_has_the_same_eight_astronauts() -> None:
    held = Counter(piece["seat"].name for piece in MLEM.deck("astronauts").pieces)
    assert held == {"orange": 8, "blue": 8, "green": 8, "pink": 8, "yellow": 8}


def test_1_3_points_of_the_tokens() -> None:
    assert [piece["points"] for piece in MLEM.deck("points").pieces] == [1, 3, 5, 10]


def test_1_4_the_track_runs_from_0_to_25() -> None:
    assert [space.integer("number") for space in SPACES] == list(range(26))


def test_1_4_the_rules_print_the_faces_of_the_track() -> None:
    cells = list(chain.from_iterable(_rows("1.4")))
    printed = {int(number): faces for number, faces in zip(cells[::2], cells[1::2], strict=True) if number}
    assert printed == {n: " ".join(space.text("faces")) or "end" for n, space in enumerate(SPACES)}


@pytest.mark.parametrize("space", SPACES[:-1], ids=lambda space: f"ML 1.4 space {space.integer('number')}")
def test_some_face_of_the_die_leaves_every_space_but_the_last(space: Table) -> None:
    faces = space.text("faces")
    assert faces and set(faces) <= set(FACES) and len(set(faces)) == len(faces)


@pytest.mark.parametrize(("first", "last", "value"), [(0, 8, 1), (9, 17, 2), (18, 24, 3)])
def test_1_4_value_of_an_afterburner(first: int, last: int, value: int) -> None:
    assert {space.integer("afterburner") for space in SPACES[first : last + 1]} == {value}
    assert re.search(rf"\b{value} on spaces {first} to {last}\b", MLEM.rules["1.4"].text)


def test_1_5_the_rules_print_the_moons_and_the_planets() -> None:
    moons = [[_spaces(row), row.text("code"), str(row.integer("points"))] for row in PLACES.tables("moon")]
    third = -(-len(moons) // 3)
    columns = (moons[start : start + third] for start in range(0, len(moons), third))
    beside = [[*chain.from_iterable(row)] for row in zip_longest(*columns, fillvalue=[""] * 3)]
    planets = [
        [_spaces(row), f"{row.text('code')} {row.text('name')}"]
        + [str(row.integer(key)) for key in ("first", "second", "present")]
        for row in PLACES.tables("planet")
    ]
    heading = ["From space", "Planet", "First", "Second", "Present"]
    assert _rows("1.5") == [*beside, heading, *planets]


@pytest.mark.parametrize(("code", "points", "who"), [("comet", 7, "commander"), ("galaxy", 5, "passengers")])
def test_1_5_deep_space(code: str, points: int, who: str) -> None:
    (place,) = (row for row in PLACES.tables("deep") if row.text("code") == code)
    assert (place.integer("points"), place.text("who")) == (points, who)
    assert f"{place.text('name')} {points}." in _reference_card()


@pytest.mark.parametrize(
    ("code", "doubles", "number"),
    [
        ("ace", "planet", 2),
        ("moonwalker", "moon", 2),
        ("voyager", "deep", 2),
        ("collector", None, 1),
        ("engineer", None, 1),
        ("parachutist", None, None),
        ("navigator", None, 1),
        ("scout", None, 3),
    ],
    ids=lambda value: f"ML 1.6 {value}" if isinstance(value, str) else "",
)
def test_abilities(code: str, doubles: str | None, number: int | None) -> None:
    (piece,) = (piece for piece in MLEM.deck("astronauts").pieces if piece.code == f"{code}-O")
    assert (piece["doubles"], piece["number"]) == (doubles, number)
    if number and not doubles:
        assert str(number) in re.findall(r"\d+", piece["effect"])
    assert f"**{piece['name']}**:" in MLEM.rules["1.6"].text


@pytest.mark.parametrize(
    ("code", "needed", "in_the_rules"),
    [
        ("moons", 4, "four of your astronauts are on moons"),
        ("planets", 4, "on four different planets"),
        ("crowd", 3, "three of your astronauts are on one planet"),
        ("deep", 2, "two of your astronauts are in deep space"),
    ],
    ids=lambda value: f"ML 1.7 {value}" if isinstance(value, str) and " " not in value else "",
)
def test_goals(code: str, needed: int, in_the_rules: str) -> None:
    (goal,) = (piece for piece in MLEM.deck("goals").pieces if piece.code == code)
    assert (goal["needed"], goal["points"]) == (needed, 4)
    assert re.findall(r"\d+", goal["condition"]) == [str(needed)]
    (line,) = (line for line in MLEM.rules["1.7"].text.splitlines() if f"**{goal['name']}**:" in line)
    assert in_the_rules in line


@pytest.mark.parametrize(
    ("rule", "key", "value"),
    [
        ("ML 2.1", "start_space", 0),
        ("ML 3.3", "refill", 1),
        ("ML 4.1", "crash_steps", 1),
        ("ML 5.1", "landing_from", 6),
        ("ML 5.3", "least_pool", 1),
        ("ML 7.1", "failures", 11),
    ],
)
def test_numbers_of_an_expedition(rule: str, key: str, value: int) -> None:
    assert EXPEDITION.integer(key) == value


def test_every_number_of_an_expedition_is_checked_above() -> None:
    assert len(EXPEDITION.data) == 6


@pytest.mark.parametrize(
    ("rule", "line"),
    [
        ("ML 1.7", f"Goals, {MLEM.deck('goals').pieces[0]['points']} each"),
        ("ML 1.7", "{} on moons, {} planets, {} on one planet, {} in deep space".format(*NEEDED)),
        ("ML 2.1", f"Rocket on {EXPEDITION.integer('start_space')}, or on 3 with a scout"),
        ("ML 2.1", f"All {MLEM.deck('dice').count} dice in the pool"),
        ("ML 4.1", f"Failure marker {EXPEDITION.integer('crash_steps')} step on"),
        ("ML 4.1", f"Parachutists may land from space {EXPEDITION.integer('landing_from')} on"),
        ("ML 5.1", f"Spaces 0–{EXPEDITION.integer('landing_from') - 1}: none"),
        ("ML 5.2", f"{EXPEDITION.integer('landing_from')}–{LAST - 1}, in turn order"),
        ("ML 5.4", f"{LAST}: commander to the comet"),
        ("ML 7.1", f"moves the marker to failure {EXPEDITION.integer('failures')}"),
    ],
)
def test_the_reference_card_says_what_the_tables_say(rule: str, line: str) -> None:
    assert line in _reference_card()


@pytest.mark.parametrize("number", range(LAST + 1))
def test_5_2_a_space_leads_to_moons_or_to_a_planet_from_6_to_24_only(number: int) -> None:
    moons = [row for row in PLACES.tables("moon") if number in row.integers("spaces")]
    planets = [row for row in PLACES.tables("planet") if number in row.integers("spaces")]
    if EXPEDITION.integer("landing_from") <= number < LAST:
        assert bool(moons) != bool(planets) and len(planets) <= 1
    else:
        assert not moons and not planets


def test_5_2_the_moons_are_listed_by_number() -> None:
    codes = [row.text("code") for row in PLACES.tables("moon")]
    assert codes == [f"m{number}" for number in range(1, 14)]


def test_one_file_may_hold_the_whole_board(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text("".join((MLEM.folder / f"{name}.toml").read_text() for name in ("track", "places")))
    assert read_toml(file).data == {**MLEM.tables["track"].data, **PLACES.data}


@pytest.mark.parametrize(
    ("start", "target", "per_cent"),
    [(0, 6, 99.1), (0, 10, 91.2), (0, 14, 68.1), (0, 18, 40.4), (0, 25, 13.1), (3, 25, 23.6)],
)
def test_the_board_is_as_hard_as_it_is_meant_to_be(start: int, target: int, per_cent: float) -> None:
    assert round(100 * _chance(start, MLEM.deck("dice").count, target), 1) == per_cent


def test_the_chance_of_one_die_on_the_launch_pad() -> None:
    valid = [face for face in FACES if face in SPACES[0].text("faces")]
    assert len(valid) == 4


def test_the_final_score_of_the_learn_to_play() -> None:
    planet = PLACES.tables("planet")[0]
    comet, galaxy = (row.integer("points") for row in PLACES.tables("deep"))
    (goal,) = (piece["points"] for piece in MLEM.deck("goals").pieces if piece.code == "crowd")
    factor = {piece.code: piece["number"] for piece in MLEM.deck("astronauts").pieces}
    ann = planet.integer("first") * factor["ace-O"] + comet + goal
    bo = planet.integer("second") + galaxy * factor["voyager-B"]
    said = _taught("The end and the score")
    assert f"8 + 7 + 4 = {ann}" in said and f"= {bo} |" in said and f"the galaxy: {galaxy} |" in said


def test_every_rule_is_there() -> None:
    last = {1: 7, 2: 2, 3: 4, 4: 1, 5: 5, 6: 1, 7: 4}
    assert MLEM.rules.numbers() == tuple(f"{s}.{n}" for s in last for n in range(1, last[s] + 1))
    assert [section.title for section in MLEM.rules.sections if not section.number] == ["Examples", "Credits"]


def test_the_rules_that_are_ours_are_marked() -> None:
    marked = [rule.number for rule in MLEM.rules if rule.text.endswith("°")]
    assert marked == ["1.4", "1.5", "1.7", "2.1", "3.4", "4.1"]


def _rows(rule: str) -> list[list[str]]:
    """The cells of the tables in a rule without the first heading, marks of code taken off."""
    lines = [line for line in MLEM.rules[rule].text.splitlines() if line.startswith("|")]
    cells = [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in cells if set(row[0]) != {"-"}][1:]


def _spaces(row: Table) -> str:
    return ", ".join(map(str, row.integers("spaces")))


def _reference_card() -> str:
    (card,) = MLEM.deck("reference").pieces
    boxes = (*card["front"], *card["reverse"])
    return "\n".join(line for box in boxes for line in (box["heading"], *box["lines"]))


def _taught(title: str) -> str:
    """The words of a section of the learn-to-play."""
    [lesson] = (lesson for lesson in read_teaching(MLEM).learn if lesson.title == title)
    return " ".join(part for part in lesson.parts if isinstance(part, str))


@cache
def _chance(space: int, pool: int, target: int) -> float:
    """The chance of a commander without engineers ever to be on `target` or beyond, by best play."""
    if space >= target:
        return 1.0
    total = 0.0
    for roll in combinations_with_replacement(sorted(set(FACES)), pool):
        dice = Counter(roll)
        valid = [face for face in dice if face in SPACES[space].text("faces")]
        choices = chain.from_iterable(combinations(valid, size) for size in range(1, len(valid) + 1))
        best = max((_after(space, pool, target, dice, choice) for choice in choices), default=0.0)
        ways = factorial(pool) * prod(FACES.count(face) ** n / factorial(n) for face, n in dice.items())
        total += best * ways / len(FACES) ** pool
    return total


def _after(space: int, pool: int, target: int, dice: Counter[str], choice: tuple[str, ...]) -> float:
    """The chance that is left after the groups of `choice` are used (ML 3.2, ML 3.3)."""
    burner = SPACES[space].integer("afterburner")
    distance = sum(dice[face] * (burner if face == "*" else int(face)) for face in choice)
    left = pool - sum(dice[face] for face in choice if face != "*")
    return _chance(min(space + distance, LAST), left or EXPEDITION.integer("refill"), target)
