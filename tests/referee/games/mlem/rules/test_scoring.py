"""The end and the score: moons, ranks on planets, deep space, goals (ML 7)."""

from __future__ import annotations

from itertools import pairwise, permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.errors import UsageError
from referee.engine.game import OVER
from referee.games.mlem import game
from referee.games.mlem.commands import score
from referee.games.mlem.rules.astronauts import Landed, Landings
from referee.games.mlem.rules.scoring import ranking
from referee.games.mlem.rules.scoring import score as score_of
from tests.referee.games.mlem.table import BOX, GOALS, LANDINGS, NAMES, aboard, landed, points, rolled, total


def test_7_1_the_end_and_the_score() -> None:
    """ML 7.1, ML 7.2, ML 7.3, ML 7.4, ML 1.6: the last failure ends it; voyager and moonwalker double."""
    there = landed(galaxy=((0, "voyager"),), m1=((1, "moonwalker"),))
    state = rolled(aboard("ace", "ace", at=8, failures=10, landed=there), "1")
    assert game.turn(state) is OVER
    sheet = game.score(state)
    assert [player.total for player in sheet.players] == [10, 2]
    assert sheet.winners == ("Ann",)


def test_7_3_example_a_final_score() -> None:
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


def test_7_2_example_a_tie() -> None:
    """On C arrived Bo, Cy, Cy, Bo: two each, and Bo came first (ML 7.2)."""
    assert points([], planet=["C=Bo,Cy,Cy,Bo"]) == {"Bo": 6, "Cy": 3}


@pytest.mark.parametrize(("code", "worth"), [(moon.code, moon.points) for moon in BOX.board.moons])
def test_7_2_a_moon_scores_its_value(code: str, worth: int) -> None:
    assert points(["Bo"], moon=[f"{code}=Ann"]) == {"Bo": 0, "Ann": worth}


@pytest.mark.parametrize(("code", "worth"), [(planet.code, planet.points) for planet in BOX.board.planets])
def test_7_2_ranks_of_a_planet(code: str, worth: tuple[int, int, int]) -> None:
    first, second, present = worth
    scores = points([], planet=[f"{code}=Di,Cy,Bo,Ann,Bo,Ann,Ann"])
    assert scores == {"Ann": first, "Bo": second, "Di": present, "Cy": present}


def test_7_2_a_planet_scores_once_however_many_are_there() -> None:
    assert points(["Bo"], planet=["A=Ann,Ann,Ann"])["Ann"] == 4


def test_7_2_ties_go_to_the_earlier_first_arrival_not_the_earlier_last() -> None:
    assert [
        rank.owner
        for rank in ranking([Landed(name, doubles=False) for name in ("Bo", "Ann", "Ann", "Bo", "Cy")])
    ] == [
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
def test_7_3_doubling(places: dict[str, list[str]], ann: int) -> None:
    assert points(["Bo"], **places)["Ann"] == ann


def test_7_3_an_ace_doubles_for_its_owner_only() -> None:
    assert points([], planet=["A=Ann:2,Bo"]) == {"Ann": 8, "Bo": 2}


@pytest.mark.parametrize("goal", GOALS)
def test_7_4_a_goal_scores_4(goal: str) -> None:
    assert points(["Bo"], goal=[f"{goal}=Ann"])["Ann"] == 4


def test_7_4_equal_points_share_the_victory() -> None:
    answer = score(["Cy"], comet=["Ann", "Bo"])
    assert answer.value.winners == ("Ann", "Bo")
    assert answer.lines[-1] == "Winners: Ann, Bo."


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


def test_7_3_why_two_on_the_galaxy_score() -> None:
    [step] = score(["Bo"], galaxy=["Ann,Ann"]).why
    assert (step.what, step.formula) == ("Ann, galaxy", "5 + 5 = 10")


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


@given(LANDINGS)
def test_every_point_has_its_line(landings: Landings) -> None:
    sheet, why = score_of(BOX, NAMES, landings)
    for player in sheet.players:
        assert player.total == player.points == sum(line.points for line in player.lines)
        assert all(line.points >= 1 and line.rule.startswith("ML 7.") for line in player.lines)
    assert len(why) == sum(len(player.lines) for player in sheet.players)
    best = max(player.total for player in sheet.players)
    assert sheet.winners == tuple(player.name for player in sheet.players if player.total == best)


@given(LANDINGS)
def test_7_2_what_does_not_depend_on_order(landings: Landings) -> None:
    """Players, goals and deep space may come in any order; only arrival on a planet counts."""
    *others, comet, galaxy = landings.landed
    turned = Landings((*others, comet[::-1], galaxy[::-1]), dict(reversed(landings.goals.items())))
    expected = {player.name: player for player in score_of(BOX, NAMES, landings)[0].players}
    for names in permutations(NAMES):
        sheet, _ = score_of(BOX, names, turned)
        assert {player.name: player for player in sheet.players} == expected


@given(st.lists(st.sampled_from([Landed(name, doubles=False) for name in NAMES]), min_size=1))
def test_7_2_a_ranking_holds_everybody_there_once(there: list[Landed]) -> None:
    ranks = ranking(there)
    assert {rank.owner for rank in ranks} == {one.owner for one in there}
    assert sum(rank.astronauts for rank in ranks) == len(there)
    assert all(a.astronauts > b.astronauts or a.first < b.first for a, b in pairwise(ranks))
