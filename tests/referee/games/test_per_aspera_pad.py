"""The score pad of Per Aspera: purses, levies, who is home, and how it ends."""

from __future__ import annotations

import pytest

from components.errors import UsageError
from referee.engine import OVER, AnyPad, Seats
from referee.games.per_aspera import pad
from referee.games.per_aspera.pad import State
from tests.referee import pads

NAMES = ("Ann", "Bo")
SHIPS = ("Ann: ship 2 1 2 10 10", "Bo: ship 1 1 1 1 1")
AGREED: AnyPad = pad  # it keeps to the protocol


def said(*lines: str, **options: str) -> State:
    """What the pad holds after those lines, from the beginning."""
    return saying(pad.start(NAMES, options), *lines)


def saying(state: State, *lines: str) -> State:
    found: State = pads.said(AGREED, state, *lines)
    return found


def money(state: State) -> list[int | None]:
    return [account.money for account in state.accounts]


def test_ships_come_first() -> None:
    """PA 4.1, PA 4.2: what a ship leaves of 100 MCR; nobody earns before all have one."""
    start = said()
    assert list(map(str, pad.moves(start, 0))) == ["ship 2 1 2 10 10"]
    assert "Any other ship" in pad.hint(start, 0)
    assert pad.check(start, 0, pad.read(start, 0, "away")).rule == "PA 4.4"
    assert pad.check(start, 0, pad.read(start, 0, "ship 5 5 5 1 1")).rule == "PA 4.1"
    state = said(*SHIPS)
    assert money(state) == [10, 68]
    assert pad.check(state, 0, pad.read(state, 0, "ship 1 1 1 1 1")).rule == "PA 4.4"


def test_money_comes_and_goes() -> None:
    """PA 5.10: sales are worked out: 3 × 4, doubled by pirates; a colony adds 1 MCR a unit."""
    state = said(
        *SHIPS, "Ann: earn 5", "Ann: pay 15 MCR", "Ann: sell 3 2 at 4 pirate", "Ann: sell 2 at 3 colony"
    )
    assert money(state) == [48 + 7, 68]
    assert pad.check(state, 0, pad.read(state, 0, "pay 56")).rule == "PA 5.1"
    state = saying(state, "Ann: away 50")
    assert money(state) == [50, 68]
    assert pad.turn(state) == Seats((1,))
    assert pad.check(state, 0, pad.read(state, 0, "earn 5")).rule == "PA 4.4"
    assert pad.hint(state, 0) == ""


def test_levies_raise_the_goal() -> None:
    """PA 6.1, PA 1.3: 100 and 10 for each levy, of which there are 5."""
    state = said(*SHIPS, *["Bo: levy"] * 5)
    assert (state.goal, pad.check(state, 0, pad.LEVY).rule) == (150, "PA 1.3")
    state = saying(state, "Ann: away", "Bo: away", "Ann: home 149")
    assert pad.turn(state) == Seats((1,))
    assert pad.score(saying(state, "Bo: home 150")).winners == ("Bo",)


def test_home_counts_for_those_who_have_left_it() -> None:
    """PA 6.1: Bo has 68 MCR at the start, but has never been away."""
    state = said(*SHIPS, "Ann: home", "Bo: home", goal="60")
    assert pad.turn(state) == Seats((0, 1))
    state = saying(state, "Bo: away", "Ann: home", "Bo: home")
    assert pad.turn(state) is OVER
    assert pad.score(state).winners == ("Bo",)
    assert pad.check(state, 0, pad.read(state, 0, "home")).rule == "PA 6.1"


def test_the_richest_wins_after_the_last_round() -> None:
    """PA 6.2"""
    state = said(*SHIPS, "Ann: away", "Bo: away", "Bo: home 40", rounds="2")
    assert pad.score(state).winners == ()
    assert pad.round_name(state) == "round 2"
    over = saying(state, "Ann: away 40")
    assert pad.turn(over) is OVER
    assert pad.score(over).winners == NAMES
    assert pad.check(over, 0, pad.read(over, 0, "home")).rule == "PA 6.2"
    assert [fact.text for fact in pad.view(over, None).facts] == ["2 of 2", "100 MCR with 0 levies"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hom", 'There is no move "hom". Did you mean "home"?'),
        ("home much", '"much" is no money.'),
        ("earn", '"" is no money.'),
        ("earn -5", '"-5" is no money.'),
        ("levy 2", '"2" is too much.'),
        ("sell 3 2", "A sale is a resource, how many, and how far."),
        ("sell 3 6 at 2", "A hold has no 6 units."),
        ("sell 3 1 at 7", "7 steps cannot be."),
        ("sell 3 1 at 2 moon", '"moon" is no such place.'),
        ("sell 9 1 at 2", "9"),
        ("ship 1 1", "A ship is five numbers"),
    ],
)
def test_what_is_no_move(text: str, message: str) -> None:
    with pytest.raises(UsageError) as problem:
        pad.read(said(), 0, text)
    assert message in str(problem.value)
