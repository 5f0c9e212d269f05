"""Rayguns commands: what they answer, how it reads, what they refuse, and how fast they start."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from components import catalogue
from components.errors import UsageError
from referee.cli import main
from referee.commands.base.output import as_json
from referee.commands.setup import setup
from referee.engine.answers import WIDTH, Answer
from referee.games.rayguns.commands import odds, score
from tests.inprocess import run
from tests.referee.games.rayguns.table import BOX

RULES = {f"RR {rule.number}" for rule in catalogue.load("rayguns").rules}
EARTH = "Ann=G3w B3p A3r R4w G2r"
HELD = "G3w B3p A3r R4w G2r N5 G1w"


# The JSON


def test_json_of_a_score() -> None:
    """The keys, in their order, and a whole player."""
    value = as_json(score([EARTH, "Bo=G5w B2p"], totals=["Ann=12,Bo=9"], wild=[4]).value)
    assert list(value) == ["game", "players", "winners", "bonus_to"]
    assert (value["game"], value["winners"], value["bonus_to"]) == ("rayguns", ["Ann"], ["Ann"])
    assert value["players"][0] == {
        "name": "Ann",
        "points": 12,
        "bonus": 5,
        "total": 29,
        "lines": [
            {"what": "before this round", "points": 12, "rule": "RR 10.2"},
            {"what": "Mars: G3w B3p A3r R4w as 3", "points": 12, "rule": "RR 7.1"},
            {"what": "best array", "points": 5, "rule": "RR 8.1"},
        ],
        "array": "mars",
        "scoring": ["G3w", "B3p", "A3r", "R4w"],
        "wilds": 1,
        "alternatives": [
            {"array": "full-house", "points": 13},
            {"array": "earth", "points": 9},
            {"array": "gemini", "points": 10},
            {"array": "venus", "points": 6},
            {"array": "high-tile", "points": 5},
        ],
    }


def test_json_of_a_player_with_nothing() -> None:
    bo = as_json(score([EARTH, "Bo"], totals=["Bo=9"]).value)["players"][1]
    assert bo == {
        "name": "Bo",
        "points": 0,
        "bonus": 0,
        "total": 9,
        "lines": [{"what": "before this round", "points": 9, "rule": "RR 10.2"}],
        "array": None,
        "scoring": [],
        "wilds": 0,
        "alternatives": [],
    }


def test_json_of_a_refusal() -> None:
    answer = score([EARTH], claim=["Ann=straight"])
    assert not answer.ok
    value = as_json(answer.value)
    assert list(value) == ["game", "refused"]
    assert [sorted(one) for one in value["refused"]] == [["name", "rule", "what"]]


def test_json_of_odds() -> None:
    answer = odds(HELD, card=["SO08"])
    assert as_json(answer.value, exact=True) == {
        "game": "rayguns",
        "draw": 0,
        "keep": HELD.split(),
        "expected": "21",
        "choices": [{"keep": HELD.split(), "put_back": [], "expected": "21"}],
    }


def test_odds_of_all_tiles_drawn_compare_what_to_put_back() -> None:
    answer = odds(f"{HELD} A5p", card=["SO08"])
    value = answer.value
    assert sorted(tile for choice in value.choices for tile in choice.put_back) == sorted(
        [*HELD.split(), "A5p"]
    )
    means = [choice.expected for choice in value.choices]
    assert means == sorted(means, reverse=True)
    assert value.expected == means[0] == Fraction(24)


def test_odds_list_equal_tiles_once() -> None:
    value = odds("G3w G3w A3r R4w G2r N5 G1w A5p", card=["SO08"]).value
    assert sum(choice.put_back == ("G3w",) for choice in value.choices) == 1
    assert len(value.choices) == 7


def test_9_1_long_haul_and_flare_change_the_draw() -> None:
    assert odds(HELD, card=["CH2", "SO07", "SO08"]).value.draw == 0


# The orders by options


@pytest.mark.parametrize(
    ("options", "array", "points"),
    [
        ({}, "straight-suit-flush", 15),
        ({"flag": ["white"], "ally": ["raygun"]}, "straight-suit-flush", 60),
        ({"card": ["RC01"]}, "straight-suit-flush", 60),
        ({"card": ["RC01"], "flag": ["red"]}, "straight-suit-flush", 30),
        ({"card": ["RC01"], "ally": ["robot"]}, "straight-suit-flush", 30),
        ({"card": ["RC01"], "best": "color flush"}, "color-flush", 38),
        ({"card": ["CH1"]}, "high-tile", 5),
        ({"card": ["CH2", "RC03", "RC04"]}, "straight-color-flush", 30),
        ({"best": "high-tile", "wild": [1, 5]}, "high-tile", 5),
    ],
)
def test_options_override_the_card(options: dict[str, Any], array: str, points: int) -> None:
    found = score(["Ann=G1w G2w G3w G4w G5w"], **options).value
    assert (found.players[0].array, found.players[0].points) == (array, points)


# In words


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        pytest.param(
            score([EARTH, "Bo=N5 B5w"], totals=["Ann=12"]),
            """
Ann: 26 points
  before this round   +12  RR 10.2
  Earth: G3w B3p A3r   +9  RR 7.1
  best array           +5  RR 8.1
Bo: 15 points
  Venus: N5 B5w       +10  RR 7.1
  big number           +5  RR 7.2
Ahead: Ann.
""",
            id="a round",
        ),
        pytest.param(
            score(["Ann=G1w G2w G3w G4w G5w", "Bo=R2p"], card=["RC14"]),
            """
Ann: 10 points
  High Tile: G5w  +5  RR 7.1
  best array      +5  RR 8.1
Bo: 2 points
  High Tile: R2p  +2  RR 7.1
Ahead: Ann.
Ann may claim Eclipse for 16 points: --claim Ann=eclipse
""",
            id="a claim would score more",
        ),
        pytest.param(
            score(["Ann=G5r", "Bo=R5p"], card=["SO14"]),
            """
Ann: 8 points
  High Tile: G5r    +5  RR 7.1
  best array, tied  +3  RR 8.1
Bo: 8 points
  High Tile: R5p    +5  RR 7.1
  best array, tied  +3  RR 8.1
Ahead: Ann, Bo.
""",
            id="a tie",
        ),
        pytest.param(
            score(["Ann=G3w B3p A3r R4w G2r", "Bo=R5p B1w A2w G2w R3r"], port=True),
            """
Ann: 19 points
  Earth: G3w B3p A3r   +9  RR 7.1
  best array          +10  RR 10.1
Bo: 4 points
  Venus: A2w G2w       +4  RR 7.1
Winner: Ann.
Bo may claim High Tile for 5 points: --claim Bo=high-tile
""",
            id="the Port of Call",
        ),
        pytest.param(
            odds(HELD, card=["SO08"]),
            """
Keep all: 21.00 points expected without a second draw.

Array points with big numbers, but without bonus, powers and other effects.
""",
            id="odds",
        ),
        pytest.param(
            score(["Ann=U5 P4 S1 Y2 X3"], claim=["Ann=straight"]),
            """
Ann: A Supernova always counts as one. [RR 6.4]
""",
            id="a refusal",
        ),
    ],
)
def test_text(answer: Answer[Any], text: str) -> None:
    assert "\n".join(("", *answer.lines, "")) == text


def test_7_3_why_shows_the_formula() -> None:
    answer = score(["Ann=G1w G2w G3w G4w G5w", "Bo=N5 B5w"], card=["RC01"])
    steps = [(step.what, step.formula, step.rule) for step in answer.why]
    assert steps == [
        ("WILD", "1", "RR 6.2"),
        ("FLAG", "white", "RR 7.3"),
        ("ALLY", "raygun", "RR 7.3"),
        ("Ann: array", "G1w G2w G3w G4w G5w is Straight Suit Flush, place 3 in the order", "RR 6.4"),
        ("Ann: points", "(1 + 2 + 3 + 4 + 5) × 2 (FLAG) × 2 (ALLY) = 60", "RR 7.3"),
        ("Bo: array", "N5 B5w is Venus, place 13 in the order", "RR 6.4"),
        ("Bo: points", "5 + 5 + 5 for the big number = 15", "RR 7.2"),
        ("best array", "the order: Ann Straight Suit Flush; Bo Venus", "RR 8.1"),
    ]


@pytest.mark.parametrize(
    ("arrays", "options", "what", "formula", "rule"),
    [
        pytest.param(
            ["Ann=G4w R4p", "Bo=B4w A4p"],
            {"spare": ["Ann=G1w"]},
            "best array",
            "highest spare part: Ann 1; Bo none",
            "RR 8.1",
            id="RR 8.1 spare part",
        ),
        pytest.param(
            ["Ann=G4w R4p", "Bo=B4w A4p"],
            {},
            "best array",
            "still tied: Ann, Bo",
            "RR 8.1",
            id="RR 8.1 tie",
        ),
        pytest.param(
            ["Ann=G4w R1p", "Bo=B4w A4p B1r"],
            {"wild": [1], "best": "venus"},
            "best array",
            "fewest wilds: Ann 1; Bo 0",
            "RR 8.1",
            id="RR 8.1 wilds",
        ),
        pytest.param(
            ["Ann=U5 P4 S3 Y2 X1", "Bo=N5 P5 S5 Y5 X5"],
            {},
            "best array",
            "what the Supernova would be: Ann Straight Color Flush; Bo Jupiter",
            "RR 8.2",
            id="RR 8.2",
        ),
        pytest.param(
            ["Ann=Y3 R1p", "Bo=B4w"],
            {"effect": ["Ann=glyph"]},
            "best tile",
            "scoring tiles: Ann 3; Bo 4",
            "RR 9.4",
            id="RR 9.4",
        ),
        pytest.param(
            ["Ann=X3 R1p", "Bo=B4w"],
            {"effect": ["Ann=alien"], "totals": ["Bo=2"]},
            "barred",
            "Bo: the highest total before the round",
            "RR 5.7",
            id="RR 5.7",
        ),
        pytest.param(
            ["Ann=G3w R3p B1w"],
            {"card": ["SO05"], "best": "venus", "wild": [5]},
            "Ann: points",
            "(6 − 3) + (6 − 3) = 6",
            "RR 9.1",
            id="RR 9.1 inversion",
        ),
        pytest.param(
            ["Ann=G3w R3p B1w"],
            {"card": ["SO13"], "wild": [5]},
            "Ann: points",
            "(3 + 3) × 2 (Twin Moons) = 12",
            "RR 9.1",
            id="RR 9.1 twin moons",
        ),
        pytest.param(["Ann=N1 N2 N3 N4 N5"], {}, "Ann: points", "75", "RR 7.4", id="RR 7.4 flat"),
        pytest.param(
            ["Ann=N5 P4 S1 Y2 X3"],
            {},
            "Ann: points",
            "50 + 5 + 4 + 5 for the big number = 64",
            "RR 7.4",
            id="RR 7.4",
        ),
    ],
)
def test_why(arrays: list[str], options: dict[str, Any], what: str, formula: str, rule: str) -> None:
    steps = [(step.what, step.formula, step.rule) for step in score(arrays, **options).why]
    assert (what, formula, rule) in steps


@pytest.mark.parametrize(("card", "rule"), [("RC11", "RR 6.3"), ("CH1", "RR 9.2")])
def test_why_the_order_is_not_the_typical_one(card: str, rule: str) -> None:
    assert [step.rule for step in score([EARTH], card=[card]).why if step.what == "order"] == [rule]


def test_5_8_a_player_may_choose_no_effect() -> None:
    """A big number counts without being named, and not if none is."""
    tiles = "Ann=N5 G5w R5p A2r B1w"
    assert score([tiles]).value.players[0].points == 20
    assert score([tiles], effect=["Ann=None"]).value.players[0].points == 15


@pytest.mark.parametrize(
    ("tiles", "effect", "points"),
    [
        pytest.param("N5 G5w R5p U1 B2w A2r", "", 19, id="six tiles without a name"),
        pytest.param("N5 G5w R5p U1 B2w A2r", "ufo", 19, id="six tiles with a UFO"),
        pytest.param("N5 G5w R5p P1 B2w A2r S3", "planet", 19, id="seven tiles with a planet"),
        pytest.param("N5 G5w R5p B2w A2r", "", 24, id="five tiles"),
        pytest.param("N5 G5w R5p B2w A2r", "ufo", 19, id="the UFO was hit"),
        pytest.param("N5 G5w R5p S1 B2w", "satellite", 15, id="the satellite acted on the opening array"),
    ],
)
def test_7_2_a_big_number_is_left_out_with_more_than_five_tiles(tiles: str, effect: str, points: int) -> None:
    """RR 5.2, 5.3, 7.2: they come from a UFO or a planet, which may have left the scoring array since."""
    answer = score([f"Ann={tiles}"], effect=[f"Ann={effect}"] if effect else [])
    assert answer.ok and answer.value.players[0].points == points


def test_9_1_a_high_tile_is_the_tile_that_scores_most() -> None:
    """RR 6, 9.1: the highest tile, or under Inversion the lowest."""
    for card, tile in (("RC01", "G5w"), ("SO05", "R1p")):
        ann = score(["Ann=G5w B4p A3r R1p"], card=[card], wild=[2]).value.players[0]
        assert (ann.array, ann.scoring, ann.points) == ("high-tile", (tile,), 5)


def test_5_4_a_planet_stays_in_its_array() -> None:
    """RR 3.5: suit powers come before it, so it has to be there."""
    assert not score(["Ann=N5 G5w R5p B2w A2r S3"], effect=["Ann=planet"]).ok


def test_5_7_what_was_paid_counts_for_who_led() -> None:
    """RR 3.4, 5.7: Bo led with 22 before he paid 10, so an alien bars him."""
    arrays, effect = ["Ann=X3 R1p", "Bo=B4w A4r"], ["Ann=alien"]
    paid = score(arrays, effect=effect, totals=["Ann=15", "Bo=22-10"]).value
    assert [(player.total, player.bonus) for player in paid.players] == [(15 + 3 + 5, 5), (12 + 8, 0)]
    left = score(arrays, effect=effect, totals=["Ann=15", "Bo=12"]).value
    assert [(player.total, player.bonus) for player in left.players] == [(15 + 3, 0), (12 + 8 + 5, 5)]


@pytest.mark.parametrize("card", [code for code in BOX.cards if code != "CH2"])
def test_every_line_fits_and_every_rule_is_there(card: str) -> None:
    arrays = ["Ann=N5 G5w R5p A2r B1w U1 X1", "Bo=G1w G2w G3w G4w G4w", "Cy=U5 P4 S1 Y2 X3", "Di"]
    answer = score(arrays, card=[card], totals=["Ann=3,Di=12"], spare=["Bo=A5w A5w"])
    assert max(map(len, answer.lines)) <= WIDTH
    cited = [step.rule for step in answer.why]
    cited += [line.rule for player in answer.value.players for line in player.lines]
    assert set(cited) <= RULES


# Refusals


@pytest.mark.parametrize(
    ("arrays", "options", "says"),
    [
        ([], {}, "No player is named."),
        (["Ann=G6w"], {}, 'Ann, tile 1: "G6w": there is no rank 6.'),
        (["Ann=G3w G3w", "Bo=G3w"], {}, "Bo: G3w is given 3 times. The box has 2 G3w."),
        (["Ann=G3w G3w"], {"spare": ["Ann=g3w"]}, "Ann: G3w is given 3 times"),
        (["Ann=U2", "Bo=R1w U2r"], {}, "Bo: U2 is given 2 times. The box has 1 U2."),
        (["Ann", "Ann=G3w"], {}, '"Ann" is given twice.'),
        (["A", "B", "C", "D", "E"], {}, "5 is too many players; it must be 1 to 4."),
        (["Ann=" + "G1w G2w G3w G4w G5w R1w R2w R3w"], {}, "Ann: 8 is too many tiles; it must be 0 to 7."),
        (
            [EARTH],
            {"spare": ["Ann=G1w G1p G1r"]},
            "--spare Ann: 3 is too many spare parts; it must be 0 to 2 (RR 3.2).",
        ),
        ([EARTH], {"spare": ["An=G1w"]}, '--spare: "An" does not play. Did you mean "Ann"?'),
        ([EARTH], {"claim": ["Ann=erth"]}, 'Did you mean "earth"?'),
        ([EARTH], {"claim": ["earth"]}, '--claim: "earth" names no player.'),
        ([EARTH], {"claim": ["Ann=earth", "Ann=venus"]}, "--claim: Ann is given twice."),
        (["Ann"], {"claim": ["Ann=earth"]}, "--claim: Ann has no tiles."),
        (["Ann"], {"effect": ["Ann=glyph"]}, "--effect: Ann has no tiles."),
        ([EARTH], {"effect": ["Ann=glyf"]}, 'Did you mean "glyph"?'),
        (
            [EARTH],
            {"totals": ["Ann=-1"]},
            '--totals Ann: "-1" is not a total. Write points, 0 or more (RR 3.4).',
        ),
        ([EARTH], {"totals": ["Ann=1,Ann=2"]}, "--totals: Ann is given twice."),
        ([EARTH], {"totals": ["Ann=22-5"]}, "--totals Ann: 22 points do not pay 5. New orders cost 10 each"),
        ([EARTH], {"totals": ["Ann=8-10"]}, "--totals Ann: 8 points do not pay 10."),
        ([EARTH], {"totals": ["Ann=90-40"]}, "--totals Ann: 90 points do not pay 40."),
        (
            [EARTH + " Y5"],
            {"effect": ["Ann=glyph"]},
            "--effect Ann: Ann has 6 tiles, but docks at most 5 with that effect.",
        ),
        (
            [EARTH + " U5 G1w"],
            {"effect": ["Ann=ufo"]},
            "Ann has 7 tiles, but docks at most 6 with that effect.",
        ),
        ([EARTH], {"best": "mras"}, '--best: "mras" is not an array. Did you mean "mars"?'),
        ([EARTH], {"flag": ["prple"]}, 'Did you mean "purple"?'),
        ([EARTH], {"ally": ["rokcet"]}, 'Did you mean "rocket"?'),
        ([EARTH], {"wild": [0]}, "--wild: There is no rank 0."),
        ([EARTH], {"card": ["RC15"]}, '--card: There is no rules card "RC15".'),
        ([EARTH], {"card": ["CH2"]}, "CH2 draws 2 more cards, but 0 are given with it."),
        ([EARTH], {"card": ["CH2", "RC01", "CH1"]}, "CH1 only applies alone."),
        ([EARTH], {"card": ["SO01", "RC02"]}, "2 rules cards are too many. Two apply only after CH2"),
        (
            [EARTH],
            {"card": ["CH2", "RC01", "RC02", "RC03"]},
            "CH2 draws 2 more cards, but 3 are given with it.",
        ),
        ([EARTH], {"card": ["RC01", "rc1"]}, "RC01 is given twice, but there is only one."),
        (
            [EARTH],
            {"port": True, "wild": [4]},
            "The Port of Call has no rules card and no effects (RR 10.1).",
        ),
        ([EARTH + " G5w"], {"port": True}, "--port: Ann has 6 tiles and 0 spare parts."),
        ([EARTH + " G5w G4w"], {"port": True, "spare": ["Ann=G1w"]}, "Ann has 7 tiles and 1 spare part."),
    ],
)
def test_wrong_calls(arrays: list[str], options: dict[str, Any], says: str) -> None:
    with pytest.raises(UsageError) as error:
        score(arrays, **options)
    assert says in str(error.value)


@pytest.mark.parametrize("hold", ["", "G3w B3p A3r R4w", "G1w G2w G3w G4w G5w R1w R2w R3w R4w"])
def test_odds_want_what_a_player_may_hold(hold: str) -> None:
    with pytest.raises(UsageError, match="A player holds 5 to 8 tiles"):
        odds(hold)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["score", "rayguns", EARTH, "--json"], 0),
        (["score", "rayguns", EARTH, "--claim", "Ann=straight", "--json"], 1),
        (["score", "rayguns", EARTH, "--effect", "Ann=glyph"], 1),
        (["score", "rayguns", "Ann=G9w"], 2),
        (["odds", "rayguns", "--hold", "G3w"], 2),
    ],
)
def test_exit_codes(words: list[str], code: int) -> None:
    done = run(main, "referee", *words)
    assert done.code == code
    assert bool(done.err) == (code == 2)
    if "--json" in words:
        assert json.loads(done.out)["game"] == "rayguns"


def test_a_set_up_is_drawn_and_fits() -> None:
    answer = setup("rayguns", 4, "kiwi")
    assert max(map(len, answer.lines)) <= WIDTH
    assert answer == setup("rayguns", 4, " KIWI ")
