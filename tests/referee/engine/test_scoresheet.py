"""The score sheet, and its JSON."""

from __future__ import annotations

from dataclasses import dataclass

from referee.commands.base.output import as_json
from referee.engine.answers import WIDTH, Why
from referee.engine.scoresheet import PlayerScore, ScoreLine, ScoreSheet

ANN = PlayerScore(
    name="Ann",
    points=12,
    bonus=5,
    total=17,
    lines=(ScoreLine("green 2", 4, "LB 5.1"), ScoreLine("blind card " * 9, -8, "LB 5.1")),
)
BO = PlayerScore(name="Bo", points=0, total=0)


@dataclass(frozen=True, kw_only=True)
class Placed(PlayerScore):
    place: int


def test_json() -> None:
    """JSON of a score: game, players with their lines, winners, bonus_to."""
    assert as_json(ScoreSheet("last-blast", (ANN, BO), ("Ann",), ("Ann",))) == {
        "game": "last-blast",
        "players": [
            {
                "name": "Ann",
                "points": 12,
                "bonus": 5,
                "total": 17,
                "lines": [
                    {"what": "green 2", "points": 4, "rule": "LB 5.1"},
                    {"what": "blind card " * 9, "points": -8, "rule": "LB 5.1"},
                ],
            },
            {"name": "Bo", "points": 0, "bonus": 0, "total": 0, "lines": []},
        ],
        "winners": ["Ann"],
        "bonus_to": ["Ann"],
    }


def test_a_game_may_say_more() -> None:
    """Further fields of a game follow the common ones."""
    sheet = ScoreSheet("planetary", (Placed(name="Ann", points=3, total=3, place=1),), ("Ann",))
    assert list(as_json(sheet)["players"][0]) == ["name", "points", "bonus", "total", "lines", "place"]


def test_the_sheet_for_a_person() -> None:
    """Every line with its points and its rule; the points are in one column; 80 columns at most."""
    why = (Why("bonus", "Ann 12 > Bo 0", "LB 5.2"),)
    answer = ScoreSheet("last-blast", (ANN, BO), ("Ann",)).answer(why, ["Bo has nothing."])
    assert answer.lines[0] == "Ann: 17 points"
    assert answer.lines[-3:] == ("Bo: 0 points", "Winner: Ann.", "Bo has nothing.")
    assert all(len(line) <= WIDTH for line in answer.lines)
    ends = [line for line in answer.lines if line.endswith("LB 5.1")]
    assert len(ends) == 2
    assert [line.index("LB 5.1") for line in ends] == [ends[0].index("LB 5.1")] * 2
    assert "+4" in ends[0]
    assert "-8" in ends[1]
    assert answer.why == why
    assert answer.ok


def test_winners() -> None:
    """Several may share a win, and there may be none."""
    assert ScoreSheet("mlem", (ANN, BO), ("Ann", "Bo")).answer().lines[-1] == "Winners: Ann, Bo."
    assert ScoreSheet("mlem", (ANN, BO), ()).answer(unit="MCR").lines[-1] == "No winner."
