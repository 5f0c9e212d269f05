"""MLEM: moons, planets with their ranks, deep space, goals, and what cannot be on the board."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.errors import UsageError
from referee.answers import WIDTH, Answer, as_json
from referee.games.mlem import box
from referee.games.mlem.commands import score
from referee.games.mlem.notation import read_position
from referee.games.mlem.position import Landed, Position, check
from referee.games.mlem.scoring import ranking
from referee.games.mlem.scoring import score as score_of
from referee.scoresheet import PlayerScore, ScoreSheet

BOX = box.load()
NAMES = ("Ann", "Bo", "Cy")
MOONS = [moon.code for moon in BOX.board.moons]
PLANETS = [planet.code for planet in BOX.board.planets]
GOALS = [goal.code for goal in BOX.goals]


def total(answer: Answer[ScoreSheet[PlayerScore]]) -> dict[str, int]:
    return {player.name: player.total for player in answer.value.players}


def points(players: Sequence[str], **places: list[str]) -> dict[str, int]:
    return total(score(list(players), **places))  # type: ignore[arg-type]


def test_example_a_final_score() -> None:
    """Ann's ace, Bo, Ann, Ann on A; Bo on m3; Ann on the comet; Bo's voyager and Cy on the galaxy (ML 7)."""
    answer = score(
        planet=["A=Ann:2,Bo,Ann,Ann"], moon=["m3=Bo"], comet=["Ann"], galaxy=["Bo:2,Cy"], goal=["crowd=Ann"]
    )
    assert total(answer) == {"Bo": 14, "Ann": 19, "Cy": 5}
    assert answer.value.winners == ("Ann",)
    assert answer.ok
    ann = next(player for player in answer.value.players if player.name == "Ann")
    assert [(line.what, line.points, line.rule) for line in ann.lines] == [
        ("Planet A Anvil: first, ace", 8, "ML 7.2"),
        ("Comet", 7, "ML 7.3"),
        ("Goal crowd: Full house", 4, "ML 7.4"),
    ]


def test_example_a_tie() -> None:
    """On C arrived Bo, Cy, Cy, Bo: two each, and Bo came first (ML 7.2)."""
    assert points([], planet=["C=Bo,Cy,Cy,Bo"]) == {"Bo": 6, "Cy": 3}


@pytest.mark.parametrize(("code", "worth"), [(moon.code, moon.points) for moon in BOX.board.moons])
def test_ml_7_2_a_moon_scores_its_value(code: str, worth: int) -> None:
    assert points(["Bo"], moon=[f"{code}=Ann"]) == {"Bo": 0, "Ann": worth}


@pytest.mark.parametrize(("code", "worth"), [(planet.code, planet.points) for planet in BOX.board.planets])
def test_ml_7_2_ranks_of_a_planet(code: str, worth: tuple[int, int, int]) -> None:
    first, second, present = worth
    scores = points([], planet=[f"{code}=Di,Cy,Bo,Ann,Bo,Ann,Ann"])
    assert scores == {"Ann": first, "Bo": second, "Di": present, "Cy": present}


def test_ml_7_2_a_planet_scores_once_however_many_are_there() -> None:
    assert points(["Bo"], planet=["A=Ann,Ann,Ann"])["Ann"] == 4


def test_ml_7_2_ties_go_to_the_earlier_first_arrival_not_the_earlier_last() -> None:
    assert [rank.owner for rank in ranking([Landed(name) for name in ("Bo", "Ann", "Ann", "Bo", "Cy")])] == [
        "Bo",
        "Ann",
        "Cy",
    ]


@pytest.mark.parametrize(
    ("places", "ann"),
    [
        ({"planet": ["E=Ann:2"]}, 16),
        ({"planet": ["E=Bo,Bo,Ann*"]}, 10),
        ({"planet": ["E=Bo,Bo,Cy,Ann*"]}, 4),
        ({"planet": ["E=Ann,Ann*,Ann"]}, 16),
        ({"moon": ["m13=Ann:2"]}, 10),
        ({"comet": ["Ann*"]}, 14),
        ({"galaxy": ["Ann,Ann:2"]}, 15),
        ({"comet": ["Ann"], "galaxy": ["Ann:2"]}, 17),
        ({"comet": ["Ann", "Ann"]}, 14),
    ],
)
def test_ml_7_3_doubling(places: dict[str, list[str]], ann: int) -> None:
    assert points(["Bo"], **places)["Ann"] == ann


def test_ml_7_3_an_ace_doubles_for_its_owner_only() -> None:
    assert points([], planet=["A=Ann:2,Bo"]) == {"Ann": 8, "Bo": 2}


@pytest.mark.parametrize("goal", GOALS)
def test_ml_7_4_a_goal_scores_4(goal: str) -> None:
    assert points(["Bo"], goal=[f"{goal}=Ann"])["Ann"] == 4


def test_ml_7_4_equal_points_share_the_victory() -> None:
    answer = score(["Cy"], comet=["Ann", "Bo"])
    assert answer.value.winners == ("Ann", "Bo")
    assert answer.lines[-1] == "Winners: Ann, Bo."


@pytest.mark.parametrize(
    ("goal", "places", "met"),
    [
        ("moons", {"moon": ["m1=Ann", "m2=Ann", "m3=Ann", "m4=Ann:2"]}, True),
        ("moons", {"moon": ["m1=Ann", "m2=Ann", "m3=Ann"]}, False),
        ("planets", {"planet": ["A=Ann", "B=Ann", "C=Ann", "D=Bo,Ann"]}, True),
        ("planets", {"planet": ["A=Ann,Ann", "B=Ann", "C=Ann"]}, False),
        ("crowd", {"planet": ["A=Ann,Bo,Ann,Ann"]}, True),
        ("crowd", {"planet": ["A=Ann,Ann", "B=Ann"]}, False),
        ("deep", {"comet": ["Ann"], "galaxy": ["Bo,Ann"]}, True),
        ("deep", {"comet": ["Ann"]}, False),
    ],
)
def test_ml_1_7_a_goal_that_the_board_does_not_show_is_remarked_on(
    goal: str, places: dict[str, list[str]], met: bool
) -> None:
    answer = score(["Bo"], goal=[f"{goal}=Ann"], **places)  # type: ignore[arg-type]
    assert any("does not meet" in line for line in answer.lines) != met
    assert answer.ok


def test_players_named_alone_come_first_and_nobody_twice() -> None:
    assert list(points(["Cy", "Ann"], planet=["A=Bo,Ann"])) == ["Cy", "Ann", "Bo"]


def test_json() -> None:
    value = as_json(score(["Bo"], moon=["m3=Ann"]).value)
    assert list(value) == ["game", "players", "winners", "bonus_to"]
    assert value["game"] == "mlem"
    assert value["players"][1] == {
        "name": "Ann",
        "points": 2,
        "bonus": 0,
        "total": 2,
        "lines": [{"what": "Moon m3", "points": 2, "rule": "ML 7.2"}],
    }


@pytest.mark.parametrize(
    ("what", "formula", "rule"),
    [
        ("Ann, planet A", "2 astronauts, first there before Bo, rank 1 of 3: 4 × 2 = 8", "ML 7.2, 7.3"),
        ("Bo, planet A", "2 astronauts, first there after Ann, rank 2 of 3: 2", "ML 7.2"),
        ("Cy, planet A", "1 astronaut, rank 3 of 3: 1", "ML 7.2"),
        ("Bo, moon m13", "5 × 2 = 10", "ML 7.2, 7.3"),
        ("Bo, galaxy", "5 × 2 + 5 = 15", "ML 7.3"),
        ("Cy, comet", "7", "ML 7.3"),
        ("Cy, goal deep", "4", "ML 7.4"),
    ],
)
def test_why(what: str, formula: str, rule: str) -> None:
    answer = score(
        planet=["A=Ann*,Cy,Bo,Bo,Ann"], moon=["m13=Bo*"], comet=["Cy"], galaxy=["Bo*,Bo"], goal=["deep=Cy"]
    )
    (step,) = (step for step in answer.why if step.what == what)
    assert (step.formula, step.rule) == (formula, rule)


@pytest.mark.parametrize(
    ("places", "same"),
    [
        ({"moon": ["M3=Ann"]}, {"moon": ["m3=Ann"]}),
        ({"moon": [" m3 = Ann "]}, {"moon": ["m3=Ann"]}),
        ({"planet": ["a=Ann , Bo"]}, {"planet": ["A=Ann,Bo"]}),
        ({"planet": ["Anvil=Ann;Bo"]}, {"planet": ["A=Ann,Bo"]}),
        ({"planet": ["A=Ann :2,Bo *"]}, {"planet": ["A=Ann*,Bo:2"]}),
        ({"galaxy": ["Ann,Bo"]}, {"galaxy": ["Ann", "Bo"]}),
        ({"goal": ["Full  House=Ann"]}, {"goal": ["crowd=Ann"]}),
        ({"comet": ["Ann Lee"]}, {"comet": [" Ann Lee "]}),
    ],
)
def test_notation_forgives_case_and_spaces(places: dict[str, list[str]], same: dict[str, list[str]]) -> None:
    assert read_position(BOX, **places) == read_position(BOX, **same)


@pytest.mark.parametrize(
    ("players", "places", "message"),
    [
        ([], {}, "These are too few players: none. It is a game for 2 to 5."),
        (["Ann"], {}, "These are too few players: Ann."),
        (list("abcdef"), {}, "These are too many players: a, b, c, d, e, f."),
        (["Ann", "Ann"], {}, '"Ann" stands twice.'),
        (["Ann=3", "Bo"], {}, 'Ann=3: "3" has no place here.'),
        (["Ann", "Bo"], {"moon": ["m3=bo"]}, 'Are "Bo" and "bo" one player?'),
        ([], {"moon": ["m14=Ann"]}, '--moon "m14=Ann": There is no "m14". Did you mean "m4"?'),
        ([], {"moon": ["m3"]}, '--moon "m3": There is no player. Write --moon m3=NAME.'),
        ([], {"moon": ["m3="]}, '--moon "m3=": A name is missing.'),
        ([], {"moon": ["m3=Ann,Bo"]}, '--moon "m3=Ann,Bo": These are 2 names. There is room for one.'),
        ([], {"moon": ["m3=Ann", "m3=Bo"]}, '--moon "m3=Bo": m3 stands twice.'),
        ([], {"planet": ["F=Ann"]}, '--planet "F=Ann": There is no "F". Known: A, B, C, D, E.'),
        ([], {"planet": ["=Ann"]}, 'There is no "".'),
        ([], {"planet": ["A=Ann", "anvil=Bo"]}, '--planet "anvil=Bo": A stands twice.'),
        ([], {"planet": ["A=Ann,,Bo"]}, '--planet "A=Ann,,Bo": A name is missing.'),
        ([], {"planet": ["A=Ann:3"]}, '--planet "A=Ann:3": "3" in "Ann:3" is no mark.'),
        ([], {"planet": ["A=Ann=Bo"]}, '"=" in "Ann=Bo" has no place there.'),
        ([], {"planet": ["A=Ann**"]}, '"*" in "Ann*" has no place there.'),
        ([], {"goal": ["moon=Ann"]}, '--goal "moon=Ann": There is no "moon". Did you mean "moons"?'),
        ([], {"goal": ["crowd=Ann*"]}, '"*" in "Ann*" has no place there.'),
        ([], {"goal": ["crowd=Ann,Bo"]}, "There is room for one."),
        (["Bo"], {"planet": ["A=Ann*", "B=Ann*"]}, "planets: Ann has 1 ace, not 2."),
        (["Bo"], {"moon": ["m1=Ann*", "m2=Ann*"]}, "moons: Ann has 1 moonwalker, not 2."),
        (["Bo"], {"comet": ["Ann*"], "galaxy": ["Ann*"]}, "comet and galaxy: Ann has 1 voyager, not 2."),
        (
            ["Bo"],
            {"galaxy": [",".join(["Ann"] * 8)]},
            "One of Ann's astronauts is the voyager. Mark it: Ann:2.",
        ),
        (
            ["Bo"],
            {"galaxy": [",".join(["Ann"] * 7)], "planet": ["A=Ann,Ann"]},
            "Ann has 9 astronauts on the board.",
        ),
    ],
)
def test_mistakes(players: list[str], places: dict[str, list[str]], message: str) -> None:
    with pytest.raises(UsageError) as error:
        score(players, **places)  # type: ignore[arg-type]
    assert message in str(error.value)


def test_ml_1_6_all_eight_may_be_on_the_board() -> None:
    assert points(["Bo"], galaxy=[",".join(["Ann*", *["Ann"] * 7])])["Ann"] == 45


def test_another_board(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    spaces = "\n".join(f'{{ number = {n}, faces = "12*", afterburner = 1 }},' for n in range(9))
    file.write_text(
        f"space = [\n{spaces}\n{{ number = 9 }},\n]\n"
        'moon = [{ code = "Io", points = 9, spaces = [6] }]\n'
        'planet = [{ code = "A", first = 3, second = 2, present = 1, spaces = [7, 8] }]\n'
        'deep = [{ code = "comet", points = 8, who = "commander" }, '
        '{ code = "galaxy", points = 6, who = "passengers" }]\n'
    )
    answer = score(moon=["io=Ann:2"], planet=["A=Bo*"], comet=["Bo"], galaxy=["Ann"], board=file)
    assert total(answer) == {"Ann": 24, "Bo": 14}
    with pytest.raises(UsageError, match='There is no "m3"'):
        score(moon=["m3=Ann"], board=file)


LANDED = st.lists(st.sampled_from([Landed(name) for name in NAMES]), max_size=7).map(tuple)
POSITIONS = st.builds(
    Position,
    moons=st.dictionaries(st.sampled_from(MOONS), st.sampled_from([Landed(name) for name in NAMES])),
    planets=st.dictionaries(st.sampled_from(PLANETS), LANDED),
    comet=LANDED,
    galaxy=LANDED,
    goals=st.dictionaries(st.sampled_from(GOALS), st.sampled_from(NAMES)),
)


@given(POSITIONS)
def test_every_point_has_its_line(position: Position) -> None:
    sheet, why = score_of(BOX, NAMES, position)
    for player in sheet.players:
        assert player.total == player.points == sum(line.points for line in player.lines)
        assert all(line.points >= 1 and line.rule.startswith("ML 7.") for line in player.lines)
    assert len(why) == sum(len(player.lines) for player in sheet.players)
    best = max(player.total for player in sheet.players)
    assert sheet.winners == tuple(player.name for player in sheet.players if player.total == best)


@given(POSITIONS)
def test_what_does_not_depend_on_order(position: Position) -> None:
    """Players, places and deep space may come in any order; only arrival on a planet counts."""
    turned = Position(
        moons=dict(reversed(position.moons.items())),
        planets=dict(reversed(position.planets.items())),
        comet=position.comet[::-1],
        galaxy=position.galaxy[::-1],
        goals=dict(reversed(position.goals.items())),
    )
    expected = {player.name: player for player in score_of(BOX, NAMES, position)[0].players}
    for names in permutations(NAMES):
        sheet, _ = score_of(BOX, names, turned)
        assert {player.name: player for player in sheet.players} == expected


@given(st.lists(st.sampled_from([Landed(name) for name in NAMES]), min_size=1))
def test_ml_7_2_a_ranking_holds_everybody_there_once(landed: list[Landed]) -> None:
    ranks = ranking(landed)
    assert {rank.owner for rank in ranks} == {one.owner for one in landed}
    assert sum(rank.astronauts for rank in ranks) == len(landed)
    assert all(a.astronauts > b.astronauts or a.first < b.first for a, b in pairwise(ranks))


@given(POSITIONS)
def test_what_is_let_through_is_in_the_box(position: Position) -> None:
    try:
        check(BOX, position)
    except UsageError:
        return
    for name in NAMES:
        landed = [one for places in position.by_kind().values() for one in places if one.owner == name]
        assert len(landed) <= len(BOX.astronauts)


def test_text_fits_the_page() -> None:
    name = "A name that is far too long for anybody at any table but is typed all the same"
    answer = score(planet=[f"A={name}:2,Bo"], moon=["m3=Bo"], goal=[f"crowd={name}"])
    assert all(len(line) <= WIDTH for line in answer.lines if name not in line)
