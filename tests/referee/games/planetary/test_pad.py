"""The score pad of Planetary: who is out, what was destroyed, and what everybody gets."""

from __future__ import annotations

import pytest

from referee.engine.game import OVER, AnyPad, Event, Remark, Seats
from referee.engine.play import start_game
from referee.games.planetary import pad
from referee.games.planetary.pad import State
from referee.games.planetary.rules import profiles
from referee.games.planetary.rules.scoring import Reward
from tests.referee import pads

NAMES = ("Ann", "Bo", "Cy", "Di")
AGREED: AnyPad = pad  # it keeps to the protocol


def said(*lines: str, state: State | None = None, players: int = 4) -> State:
    """Return the pad after those lines, from that state or the beginning."""
    found: State = pads.said(AGREED, state or start_game(pad, NAMES[:players], {}), *lines)
    return found


def refusal(state: State, line: str) -> str:
    """The rule that refuses it."""
    name, _, text = line.partition(": ")
    seat = NAMES.index(name)
    ruling = pad.check(state, seat, pad.read(state, seat, text))
    assert not ruling.allowed
    assert ruling.reason
    return ruling.rule


def totals(state: State) -> list[int]:
    return [player.total for player in pad.score(state).players]


@pytest.mark.parametrize(
    ("lines", "money", "winners"),
    [
        pytest.param(["Di: out", "Cy: out", "Bo: out"], [80, 40, 20, 0], ("Ann",), id="PL 7.2 four places"),
        pytest.param(["Di: out", "Bo: out with Cy"], [80, 20, 20, 0], ("Ann",), id="PL 7.2 A, B+C, D"),
        pytest.param(["Di: out with Cy", "Bo: out"], [80, 40, 10, 10], ("Ann",), id="PL 7.2 A, B, C+D"),
        pytest.param(
            ["Di: out", "Ann: out with Bo, Cy"],
            [26, 26, 26, 0],
            ("Ann", "Bo", "Cy"),
            id="PL 7.1 nobody is left",
        ),
    ],
)
def test_7_2_money_by_place(lines: list[str], money: list[int], winners: tuple[str, ...]) -> None:
    """PL 7.1, PL 7.2: known as soon as somebody is out; the winner once one side is left."""
    state = said("Ann: destroy LAS", "Bo: destroy 2 COR", "Cy: destroy COR", *lines)
    while isinstance(turn := pad.turn(state), Seats):
        seat = turn.seats[0]
        [copy, *_] = pad.moves(state, seat)
        state = pad.apply(state, seat, copy)
    assert pad.turn(state) is OVER
    assert pad.opens(state, 0) == ()
    assert totals(state) == money
    assert pad.score(state).winners == winners
    assert refusal(state, "Ann: end") == "PL 7.1"


def test_7_1_after_the_last_round_units_count_then_hp() -> None:
    """PL 7.1: the sides that are left are ranked; those who were out come after them."""
    state = said("Ann: destroy LAS", "Bo: destroy LAS", "Cy: destroy LAS", "Di: out", "Ann: end")
    assert pad.turn(state) == Seats((0, 1, 2))
    assert pad.score(state).winners == ()
    assert refusal(state, "Ann: destroy LAS") == "PL 7.1"
    ranked = said("Ann: left 2 4", "Bo: left 2 5", "Cy: left 1 4", state=state)
    assert totals(ranked) == [40, 80, 20, 0]
    tied = said("Ann: left 2 5", "Bo: left 2 5", "Cy: left 1 4", state=state)
    assert totals(tied) == [40, 40, 20, 0]
    assert pad.score(tied).winners == ("Ann", "Bo")


def test_7_3_blueprints_are_copied_or_drawn() -> None:
    """PL 7.3: the winner copies all, the second half of them, one who destroyed none gets one of tier 2."""
    state = said(
        "Bo: destroy LAS CAN SHD", "Bo: destroy LAS", "Ann: destroy gen-s", "Di: out", "Cy: out", "Bo: out"
    )
    assert pad.turn(state) == Seats((1, 2))
    assert "2 of SHD" not in pad.hint(state, 1)
    assert pad.hint(state, 1) == "copy and 2 of LAS LAS SHD CAN, drawn at random"
    assert refusal(state, "Bo: copy LAS") == "PL 7.3"
    assert refusal(state, "Bo: copy SHD SHD") == "PL 7.3"
    assert refusal(state, "Cy: copy CAN") == "PL 7.3"
    assert refusal(state, "Cy: copy LAS SHD") == "PL 7.3"
    assert refusal(state, "Ann: copy LAS") == "PL 7.3"
    assert "copy MED" in map(str, pad.moves(state, 2))
    state = said("Cy: copy MED", "Bo: copy CAN LAS", state=state)
    rewards = [player for player in pad.score(state).players if isinstance(player, Reward)]
    assert [reward.blueprints for reward in rewards] == [("GEN-S",), ("LAS", "CAN"), ("MED",), ()]
    assert [reward.place for reward in rewards] == [1, 2, 3, 4]


def test_7_4_the_rewards_are_paid_into_profiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """PL 7.4"""
    paid: list[tuple[str, int]] = []

    def pay(box: object, sheet: object, where: str, mark: str = "") -> None:
        paid.extend((reward.name, reward.money) for reward in sheet.players)  # type: ignore[attr-defined]

    monkeypatch.setattr(profiles, "pay", pay)
    pad.keep(said("Ann: destroy LAS", "Bo: out", players=2), "mark")
    assert paid == [("Ann", 40), ("Bo", 0)]


def test_4_11_an_entry_is_corrected() -> None:
    """PL 4.11, PL 7.1: also whose it was."""
    state = said(
        "Ann: destroy LAS", "Di: out", "Ann: correct 1 destroy SHD by Bo", "Ann: correct 2 out by Cy"
    )
    assert state.destroyed == ((), ("SHD",), (), ())
    assert state.out == ((2,),)
    assert refusal(said("Cy: out", state=said("Di: out")), "Ann: correct 1 out by Cy") == "PL 7.1"


def test_the_view() -> None:
    state = said("Ann: destroy LAS LAS", "Di: out")
    view = pad.view(state, None)
    assert [(piece.code, piece.count) for piece in view.areas[1].pieces] == [("LAS", 2)]
    assert [fact.text for fact in view.facts] == [
        "3 of 4",
        "still in the game, 2 destroyed",
        "still in the game, 0 destroyed",
        "still in the game, 0 destroyed",
        "place 4 of 4, 0 money, 0 destroyed",
    ]
    assert pad.remark(state, 0, pad.OUT) == Remark("Ann is out", sense=-1)


def test_7_3_nothing_is_drawn_for_who_copies_nothing() -> None:
    """Ann is last alone, whatever her side destroyed, and a blueprint of Bo, who destroyed none, is drawn."""
    state = said("Ann: destroy LAS SHD", "Ann: out", players=2)
    assert pad.turn(state) == Seats((1,))


def test_7_2_places_are_told_once_the_game_is_over() -> None:
    for lines, places in (((), 0), (("Ann: out",), 3)):
        before = said(*lines, players=3)
        move = pad.read(before, 1, "out")
        told = pad.tell(before, Event(1, move), pad.apply(before, 1, move), None).lines
        assert sum(line.startswith("Place ") for line in told) == places


def test_what_belongs_to_nobody() -> None:
    """The last round is over for everybody, and anybody may correct an entry."""
    state = said("Ann: destroy LAS", players=2)
    assert pad.is_nobodys(state, pad.read(state, 0, "end"))
    assert pad.is_nobodys(state, pad.read(state, 0, "correct 1 destroy SHD"))
    assert not pad.is_nobodys(state, pad.read(state, 0, "destroy LAS"))
    assert not pad.is_nobodys(state, pad.read(state, 0, "out"))
