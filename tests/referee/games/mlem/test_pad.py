"""The score pad of MLEM: what a table says, what it is held to, and how it ends."""

from __future__ import annotations

import pytest

from components.errors import UsageError
from referee.engine.game import OVER, AnyPad, Seats
from referee.engine.play import start_game
from referee.games.mlem import pad
from referee.games.mlem.pad import State
from tests.referee import pads
from tests.referee.games.mlem.table import NAMES
from tests.referee.playthroughs import FOLDER

AGREED: AnyPad = pad  # it keeps to the protocol


def said(*lines: str, state: State | None = None) -> State:
    """Return the pad after those lines, from that state or the beginning."""
    found: State = pads.said(AGREED, state or start_game(pad, NAMES, {}), *lines)
    return found


def totals(state: State) -> list[int]:
    return [player.total for player in pad.score(state).players]


def refusal(state: State, line: str) -> str:
    """The rule that refuses it."""
    name, _, text = line.partition(": ")
    seat = NAMES.index(name)
    ruling = pad.check(state, seat, pad.read(state, seat, text))
    assert not ruling.allowed
    assert ruling.reason
    return ruling.rule


def test_7_2_points_as_they_come() -> None:
    """ML 7.2, ML 7.3: moons, ranks on planets, deep space; astronauts that double."""
    state = said("Bo: land A ace", "Ann: land m3", "Cy: end")
    assert totals(state) == [2, 8, 0]
    state = said("Ann: land A", "Bo: crash", "Ann: land a", "Cy: land M13 moonwalker", "Cy: end", state=state)
    assert totals(state) == [2 + 4, 2 * 2, 10]
    assert totals(said("Cy: land comet", "Bo: land galaxy voyager", state=state)) == [6, 14, 17]


def test_6_1_the_pad_claims_goals() -> None:
    """ML 6.1, ML 1.7: whoever meets a goal first, in the order in which the landings are typed."""
    state = said("Ann: land galaxy", "Bo: land galaxy", "Cy: land comet", "Cy: end")
    state = said("Bo: land galaxy", "Ann: land galaxy", "Cy: land comet", state=state)
    assert state.goals == (None, None, None, 1)
    move = pad.read(state, 0, "crash")
    assert pad.check(state, 0, move).rule == "ML 5.4"


@pytest.mark.parametrize(
    ("before", "line", "rule"),
    [
        (["Ann: land m3"], "Bo: land m3", "ML 5.2"),
        (["Ann: land m3"], "Ann: land A", "ML 2.1"),
        (["Ann: land comet"], "Bo: land comet", "ML 5.4"),
        (["Ann: land comet"], "Bo: land A", "ML 5.4"),
        (["Ann: land galaxy", "Bo: land galaxy"], "Cy: land galaxy", "ML 5.4"),
        (["Ann: land galaxy"], "Bo: end", "ML 5.4"),
        (["Ann: land galaxy"], "Bo: crash", "ML 5.4"),
        (["Ann: land A ace", "Ann: end"], "Ann: land B ace", "ML 1.3"),
        (["Ann: land m3 ace"], "Bo: land A ace", "ML 3.2"),
        (["Ann: land E", "Bo: land D"], "Cy: land m7", "ML 3.2"),
    ],
)
def test_moves_that_are_refused(before: list[str], line: str, rule: str) -> None:
    assert refusal(said(*before), line) == rule


def test_3_2_a_rocket_never_flies_back() -> None:
    """ML 3.2, ML 5.3: A is on 8 and 9, m3 on 10; a navigator lands one space lower, and may not be named."""
    assert len(said("Bo: land A ace", "Ann: land m3", "Cy: land m4").landings) == 3
    assert len(said("Ann: land m3 ace", "Bo: land A navigator", "Cy: land A").landings) == 3
    assert len(said("Ann: land m3", "Bo: land A ace").landings) == 2
    assert len(said("Ann: land m3", "Bo: crash", "Bo: land A ace").landings) == 2


def test_anybody_may_end_an_expedition() -> None:
    assert [pad.is_nobodys(said(), pad.read(said(), 0, text)) for text in ("end", "land A")] == [True, False]


def test_1_3_more_astronauts_than_there_are() -> None:
    """ML 1.3: of eight one doubles on planets, so the eighth on planets is that one."""
    state = said(*["Ann: land A", "Bo: end"] * 7)
    assert refusal(state, "Ann: land B") == "ML 1.3"
    assert pad.turn(said("Ann: land B ace", "Bo: end", state=state)) is OVER


def test_7_1_the_failures_end_the_game() -> None:
    """ML 7.1, ML 4.1: parachutes have landed before the last crash is typed."""
    state = said("Bo: land m1", *["Ann: crash"] * 11)
    assert pad.turn(state) is OVER
    assert pad.score(state).winners == ("Bo",)
    assert refusal(state, "Ann: end") == "ML 7.1"
    assert (pad.moves(state, 0), pad.hint(state, 0)) == ((), "")


def test_7_1_the_game_ends_with_the_expedition_of_the_last_astronaut() -> None:
    """ML 7.1: not before the expedition is over, and nobody has won before that."""
    state = said(*["Bo: land A", "Ann: end"] * 7, "Bo: land A ace")
    assert pad.turn(state) == Seats((0, 2, 1))
    assert pad.score(state).winners == ()
    assert pad.score(said("Ann: end", state=state)).winners == ("Bo",)


def test_moves_are_what_check_lets_through() -> None:
    state = said("Ann: land m3")
    assert "land m3" not in map(str, pad.moves(state, 1))
    assert {"land A", "land comet", "crash", "end"} <= set(map(str, pad.moves(state, 1)))
    assert list(map(str, pad.moves(state, 0))) == ["crash", "end"]
    assert "doubles (ace," in pad.hint(state, 0)


def test_rounds_are_expeditions() -> None:
    assert pad.round_name(said("Ann: land m3")) == "expedition 1"
    assert pad.round_name(said("Ann: end", "Ann: crash")) == "expedition 3"


def test_6_1_the_view() -> None:
    """ML 6.1: where everybody is, the failures and the goals."""
    state = said("Ann: land galaxy voyager", "Bo: land comet", "Bo: end", "Ann: crash", "Ann: land galaxy")
    view = pad.view(state, None)
    assert [area.title for area in view.areas[1:3]] == ["Comet", "Galaxy"]
    assert [(piece.code, piece.note) for piece in view.areas[2].pieces] == [("Ann", "voyager"), ("Ann", "")]
    assert [(fact.name, fact.text) for fact in view.facts] == [
        ("Expedition", "3"),
        ("Failures", "1 of 11"),
        ("Goal deep", "Ann"),
    ]


def test_2_1_the_pad_knows_the_commander() -> None:
    """ML 2.1, ML 2.2, ML 5.5: clockwise after every expedition; the next aboard if the commander lands."""
    state = said("Ann: commander Bo")
    told: list[str] = []
    for entry in ("Bo: land A", "Cy: land m4", "Ann: crash"):
        told += [fact.text for fact in pad.view(state, None).facts if fact.name == "Commander"]
        state = said(entry, state=state)
    assert told == ["Bo", "Cy", "Ann"]
    assert pad.turn(state) == Seats((2, 0, 1))
    assert {fact.name: fact.text for fact in pad.view(state, None).facts}["Commander"] == "Cy"
    assert refusal(state, "Ann: commander Cy") == "ML 2.1"
    assert not [fact for fact in pad.view(said("Ann: end"), None).facts if fact.name == "Commander"]


@pytest.mark.parametrize(
    ("before", "line", "rule"),
    [
        (["Ann: commander Bo"], "Ann: land comet", "ML 5.4"),
        (["Ann: commander Bo"], "Bo: land galaxy", "ML 5.4"),
        (["Ann: commander Bo", "Ann: land galaxy"], "Cy: land comet", "ML 5.4"),
        (["Ann: commander Bo", "Bo: land comet"], "Cy: land galaxy", ""),
        (["Ann: commander Bo", "Bo: land A"], "Cy: land comet", ""),
        (["Ann: commander Bo", "Bo: end"], "Cy: land comet", ""),
        (["Ann: land galaxy"], "Bo: land comet", ""),
    ],
)
def test_5_4_the_commander_goes_to_the_comet(before: list[str], line: str, rule: str) -> None:
    """Only if the commander was named; else any of the crew may be the one."""
    state = said(*before)
    name, _, text = line.partition(": ")
    move = pad.read(state, NAMES.index(name), text)
    assert pad.check(state, NAMES.index(name), move).rule == rule


@pytest.mark.parametrize(
    ("before", "seat", "text", "remark"),
    [
        pytest.param([], 0, "land m3", "+2 for Ann", id="ML 7.2 a moon"),
        pytest.param([], 1, "land A ace", "+8 for Bo", id="ML 7.3 doubled"),
        pytest.param(["Bo: crash"], 0, "crash", "failure 2 of 11", id="ML 4.1"),
        pytest.param(["Bo: crash"], 0, "end", "ends expedition 2 without a crash", id="ML 5.5"),
        pytest.param([], 0, "commander Cy", "Cy commands expedition 1, then clockwise", id="ML 2.1"),
    ],
)
def test_what_is_said_of_a_move(before: list[str], seat: int, text: str, remark: str) -> None:
    state = said(*before)
    assert pad.remark(state, seat, pad.read(state, seat, text)).text == remark


def test_4_1_a_crash_is_never_the_first_choice() -> None:
    """Neither for the player who has landed nor for the others."""
    state = said("Ann: land m1")
    for seat in range(3):
        sensible = sorted(pad.moves(state, seat), key=lambda move: -pad.remark(state, seat, move).sense)
        assert str(sensible[0]) != "crash"
        assert pad.remark(state, seat, pad.CRASH).sense < 0


def test_a_typed_in_board() -> None:
    board = pad.embed({"board": str(FOLDER / "mlem" / "short-board.toml")})
    state = start_game(pad, NAMES, board)
    state = pad.apply(state, 0, pad.read(state, 0, "land tail voyager"))
    assert totals(state) == [18, 0, 0]
    with pytest.raises(UsageError, match='"m1" is not a place to land'):
        pad.read(state, 0, "land m1")
