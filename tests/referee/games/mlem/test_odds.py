"""Exact chances: of a crash, of reaching a space, of each choice; and the same by trying every roll."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, product
from math import prod
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from components.errors import UsageError
from referee.engine.answers import percent
from referee.games.mlem.commands import odds
from referee.games.mlem.odds import crash_chance, outlook, prospects, rolls
from referee.games.mlem.rules.travel import Rocket, valid_groups
from referee.games.mlem.text.answers import RollOdds
from tests.referee.games.mlem.table import BOX, END, ON_TRACK, aboard, odds_after, odds_before, rolled

POOLS = st.integers(1, BOX.dice)


@pytest.mark.parametrize(
    ("at", "target", "per_cent"),
    [(0, 6, 99.1), (0, 10, 91.2), (0, 14, 68.1), (0, 18, 40.4), (0, 25, 13.1), (3, 25, 23.6)],
)
def test_the_chances_printed_in_the_rules(at: int, target: int, per_cent: float) -> None:
    assert round(float(odds_before(at=at, dice=6, target=target).reach) * 100, 1) == per_cent


def test_3_1_a_single_die_on_the_launch_pad_is_valid_four_times_out_of_six() -> None:
    assert 1 - odds_before(at=0, dice=1).crash == Fraction(4, 6)


def test_left_out_it_is_take_off_with_all_dice_for_deep_space() -> None:
    assert odds_before() == odds_before(at=0, dice=6, target=25)


@pytest.mark.parametrize("at", range(END))
@pytest.mark.parametrize("pool", [1, 2, 3])
def test_4_1_a_crash_is_a_roll_without_a_valid_face(at: int, pool: int) -> None:
    faces = BOX.board.spaces[at].faces
    crashes = sum(not set(dice) & set(faces) for dice in product(BOX.faces, repeat=pool))
    assert odds_before(at=at, dice=pool).crash == Fraction(crashes, 6**pool)


@pytest.mark.parametrize(
    ("at", "dice", "engineers", "target"), [(14, 3, 0, 25), (12, 2, 1, 21), (10, 2, 2, 20), (20, 3, 2, 25)]
)
def test_3_2_best_play_by_trying_every_roll_die_by_die(
    at: int, dice: int, engineers: int, target: int
) -> None:
    assert outlook(BOX, target, at, dice, engineers).reach(at, dice, engineers) == tried(
        at, dice, engineers, target
    )


@cache
def tried(at: int, pool: int, engineers: int, target: int) -> Fraction:
    """The chance by the letter of ML 3: every roll, every number of engineers, every set of groups."""
    if at >= target:
        return Fraction(1)
    if at >= END:
        return Fraction(0)
    space = BOX.board.spaces[at]
    total = Fraction(0)
    for dice in product(BOX.faces, repeat=pool):
        chances = [Fraction(0)]
        for helping in range(engineers + 1):
            shown = Counter([*dice, *["1"] * helping])
            valid = [face for face in shown if face in space.faces]
            for used in chain.from_iterable(combinations(valid, n) for n in range(1, len(valid) + 1)):
                way = sum(shown[f] * (space.afterburner if f == "*" else int(f)) for f in used)
                left = pool - sum(dice.count(face) for face in used if face != "*")
                chances.append(tried(min(at + way, END), left or 1, engineers - helping, target))
        total += max(chances)
    return total / 6**pool


@given(ON_TRACK, POOLS, st.integers(0, 1), st.integers(1, END))
@settings(max_examples=30, deadline=None)
def test_chances_are_chances_and_help_never_hurts(at: int, pool: int, engineers: int, target: int) -> None:
    ahead = outlook(BOX, target, at, pool, engineers)
    reach = ahead.reach(at, pool, engineers)
    assert 0 <= reach <= 1
    assert reach >= ahead.reach(at, pool, 0)
    assert reach >= outlook(BOX, min(target + 1, END), at, pool, engineers).reach(at, pool, engineers)
    assert reach <= 1 - (
        0 if at >= target else crash_chance(BOX, Rocket(BOX.board.spaces[at], pool, engineers))
    )


@given(ON_TRACK, POOLS)
def test_the_rolls_of_a_space_are_all_rolls(at: int, pool: int) -> None:
    space = BOX.board.spaces[at]
    found = {tuple(sorted(roll.valid.items())): roll.ways for roll in rolls(BOX, space, pool)}
    assert sum(found.values()) == 6**pool
    if pool <= 3:
        dice = Counter(
            tuple(sorted(valid_groups(space, roll).items())) for roll in product(BOX.faces, repeat=pool)
        )
        assert found == dice


@given(ON_TRACK, st.permutations(["1", "2", "2", "4", "*"]), st.integers(1, 25))
@settings(max_examples=20, deadline=None)
def test_the_order_of_the_dice_does_not_matter(at: int, roll: list[str], target: int) -> None:
    assert odds_after(",".join(roll), at=at, target=target) == odds_after("1224*", at=at, target=target)


def test_3_2_example_a_move() -> None:
    """On 0, the 1s and the afterburner of 1 1 2 3 4 * go to 3 and leave four dice (ML 3.2, 3.3)."""
    space = BOX.board.spaces[0]
    assert valid_groups(space, ["1", "1", "2", "3", "4", "*"]) == {"1": 2, "2": 1, "*": 1}
    value = odds_after("1,1,2,3,4,*", at=0)
    (choice,) = (one for one in value.choices if one.use == "1,*")
    assert (choice.to, choice.dice) == (3, 4)


def test_3_3_example_the_last_die() -> None:
    """A 2 on space 10 moves to 12, and a die comes back (ML 3.3)."""
    value = odds_after("2", at=10)
    (choice,) = value.choices
    assert (choice.use, choice.to, choice.dice) == ("2", 12, 1)


def test_3_4_example_saved_by_an_engineer() -> None:
    """2 3 on space 5 is a crash; an engineer's 1 takes the rocket to 6 with both dice (ML 3.4)."""
    assert odds_after("2,3", at=5).crash == 1
    (choice,) = odds_after("2,3", at=5, engineer=1).choices
    assert (choice.use, choice.to, choice.dice) == ("engineer 1", 6, 2)


def test_3_3_the_rocket_stops_in_deep_space() -> None:
    (choice,) = odds_after("4,4", at=24).choices
    assert (choice.to, choice.crash, choice.reach) == (25, 0, 1)


def test_3_3_unused_dice_and_afterburners_stay() -> None:
    found = {one.use: (one.to, one.dice) for one in odds_after("1,2,*,4", at=0).choices}
    assert found["*"] == (1, 4)
    assert found["1,2,*"] == (4, 2)


def test_3_4_an_engineer_adds_to_the_1s_and_helps_once() -> None:
    (plain,) = (one for one in odds_after("1,1", at=5, engineer=1).choices if one.use == "1")
    (helped,) = (one for one in odds_after("1,1", at=5, engineer=1).choices if one.use == "engineer 1")
    assert (plain.to, helped.to) == (7, 8)
    assert plain.dice == helped.dice == 1
    assert plain.reach == odds_before(at=7, dice=1, engineer=1).reach
    assert helped.reach == odds_before(at=8, dice=1).reach


@pytest.mark.parametrize("at", range(END))
def test_3_4_an_engineer_saves_where_a_1_is_valid(at: int) -> None:
    helped = odds_before(at=at, dice=2, engineer=1).crash
    assert helped == (0 if "1" in BOX.board.spaces[at].faces else odds_before(at=at, dice=2).crash)


@pytest.mark.parametrize("at", [0, 5, 12, 19])
def test_the_best_use_of_each_roll_gives_the_chance_before_it(at: int) -> None:
    value = odds_before(at=at, dice=3)
    total = Fraction(0)
    for valid, use in value.best.items():
        shown = Counter(valid.split(","))
        rest = 3 - sum(shown.values())
        useless = [face for face in "1234*" if face not in BOX.board.spaces[at].faces]
        roll = [*shown.elements(), *useless[:1] * rest]
        fallen = odds_after(",".join(roll), at=at)
        assert fallen.best == use
        total += fallen.reach * chance_of(at, shown, rest)
    assert total == value.reach


def chance_of(at: int, shown: Counter[str], rest: int) -> Fraction:
    faces = BOX.board.spaces[at].faces
    useless = sum(face not in faces for face in BOX.faces)
    orders = len(set(permuted([*shown.elements(), *["-"] * rest])))
    weight = prod(BOX.faces.count(face) ** count for face, count in shown.items())
    return Fraction(orders * weight * useless**rest, 6**3)


def permuted(dice: list[str]) -> list[tuple[str, ...]]:
    return [order for order in product(dice, repeat=len(dice)) if Counter(order) == Counter(dice)]


def test_choices_are_ranked_and_the_best_is_named() -> None:
    value = odds_after("1,1,4", at=5)
    assert [one.use for one in value.choices] == ["4", "1,4", "1"]
    assert [one.reach for one in value.choices] == sorted((one.reach for one in value.choices), reverse=True)
    assert (value.best, value.reach, value.crash) == ("4", value.choices[0].reach, 0)


def test_a_crash_has_no_best_choice() -> None:
    assert odds_after("2,3,*", at=5) == RollOdds(Fraction(1), Fraction(0), None, ())


def test_a_rocket_beyond_the_target_has_reached_it() -> None:
    assert odds_before(at=10, dice=1, target=10).reach == 1
    assert odds_after("1", at=10, target=10).reach == 1


def test_another_board(tmp_path: Path) -> None:
    """With every face valid everywhere, no rocket crashes and deep space is sure."""
    file = tmp_path / "board.toml"
    spaces = "\n".join(f'{{ number = {n}, faces = "1234*", afterburner = 1 }},' for n in range(9))
    file.write_text(
        f"space = [\n{spaces}\n{{ number = 9 }},\n]\n"
        'moon = [{ code = "m1", points = 1, spaces = [6] }]\n'
        'planet = [{ code = "A", first = 3, second = 2, present = 1, spaces = [7, 8] }]\n'
        'deep = [{ code = "comet", points = 7, who = "commander" }, '
        '{ code = "galaxy", points = 5, who = "passengers" }]\n'
    )
    value = odds(dice=1, board=file).value
    assert (value.crash, value.reach) == (0, 1)
    with pytest.raises(UsageError, match="deep space"):
        odds(at=9, board=file)


def test_prospects_aim_at_the_next_planets_and_at_deep_space() -> None:
    """The odds of the rules: from space 0, space 14 in 68.1 %, deep space in 13.1 %."""
    found = prospects(aboard("ace", "ace"), None)
    assert found
    assert [line.split("  ")[1] for line in found.lines[2:]] == [
        "Reach 8 (A) or beyond",
        "Reach 11 (B) or beyond",
        "Reach 14 (C) or beyond",
        "Reach space 25",
    ]
    assert [line[-6:] for line in found.lines[4:]] == ["68.1 %", "13.1 %"]


def test_prospects_of_a_roll_compare_its_uses() -> None:
    """Each column is the best play for its space; they are what `odds` gives for that target."""
    found = prospects(rolled(aboard("ace", "ace", at=5), "1", "4", "2", "*"), None)
    assert found
    head, *rows = found.lines[2:]
    assert head.split() == "Use To Dice Next crash Reach 8 Reach 11 Reach 14 Reach 25".split()
    for row in rows:
        use, to, dice, *_ = re.split("  +", row)
        reach = [odds_before(at=int(to), dice=int(dice), target=target).reach for target in (8, 11, 14, 25)]
        assert row.endswith("  ".join(f"{percent(one):>8}" for one in reach)), use
    assert len(rows) == 3


def test_calling_an_engineer_leaves_one_fewer() -> None:
    """ML 6.1: of two, one can still help on the way from where the call leads."""
    state = rolled(aboard("engineer", "engineer", "ace", at=5), "1", "4", "2", "*")
    found = prospects(state, None)
    assert found
    (row,) = (line for line in found.lines if line.startswith("engineer "))
    _, to, dice, _, *reach = re.split("  +", row)
    start, pool = int(to), int(dice)
    ahead = [outlook(state.box, target, start, pool, 1) for target in (8, 11, 14, 25)]
    assert reach == [percent(one.reach(start, pool, 1)) for one in ahead]
    assert reach != [percent(one.reach(start, pool, 0)) for one in ahead]


def test_the_planet_that_the_rocket_is_at_is_not_ahead() -> None:
    """ML 1.5: spaces 8 and 9 lead to planet A."""
    found = prospects(aboard("ace", "ace", at=8, pool=3), None)
    assert found and [line.split("  ")[1] for line in found.lines[2:4]] == [
        "Reach 11 (B) or beyond",
        "Reach 14 (C) or beyond",
    ]


def test_no_planets_are_ahead_of_the_last_one() -> None:
    found = prospects(aboard("ace", "ace", at=21, pool=2), None)
    assert found and len(found.lines) == 3
