"""The score pad of Per Aspera: purses, levies, who is home, and how it ends."""

from __future__ import annotations

from referee.engine.asking.picks import Amount
from referee.engine.game import OVER, AnyPad, Event, Remark, Seats
from referee.engine.play import start_game
from referee.games.per_aspera import pad
from referee.games.per_aspera.pad import State
from tests.referee import pads

NAMES = ("Ann", "Bo")


SHIPS = ("Ann: ship 2 1 2 10 10", "Bo: ship 1 1 1 1 1")


AGREED: AnyPad = pad  # it keeps to the protocol


def said(*lines: str, **options: str) -> State:
    """Return the pad after those lines, from the beginning."""
    return saying(start_game(pad, NAMES, options), *lines)


def saying(state: State, *lines: str) -> State:
    found: State = pads.said(AGREED, state, *lines)
    return found


def why_not(state: State, line: str) -> tuple[str, str]:
    """The reason, and the rule, that such a line is refused for."""
    name, _, text = line.partition(": ")
    seat = state.names.index(name)
    ruling = pad.check(state, seat, pad.read(state, seat, text))
    assert not ruling.allowed
    return ruling.reason, ruling.rule


def money(state: State) -> list[int | None]:
    return [account.money for account in state.accounts]


def test_4_1_ships_come_first() -> None:
    """PA 4.1, PA 4.2: what a ship leaves of 100 MCR; nobody earns before all have one."""
    start = said()
    assert list(map(str, pad.moves(start, 0))) == ["ship 2 1 2 10 10", "levy"]
    assert "Any ship" in pad.hint(start, 0)
    assert pad.check(start, 0, pad.read(start, 0, "away")).rule == "PA 4.4"
    assert pad.check(start, 0, pad.read(start, 0, "ship 5 5 5 1 1")).rule == "PA 4.1"
    assert why_not(start, "Bo: ship 1 1 1 1 1") == (
        "Ships are configured in seat order: Ann's is next",
        "PA 4.4",
    )
    assert [player.total for player in pad.score(start).players] == [100, 100], "to be spent on ships"
    state = said(*SHIPS)
    assert money(state) == [player.total for player in pad.score(state).players] == [10, 68]
    assert why_not(state, "Ann: ship 1 1 1 1 1") == ("Ann has a ship.", "PA 4.4")


def test_4_4_turns_go_clockwise_from_the_first_that_is_told() -> None:
    """PA 4.4: a round ends before the start player's next turn; a wrong seat is told whose turn it is."""
    state = said(*SHIPS)
    assert pad.turn(state) == Seats((0, 1))
    state = saying(state, "Bo: earn 5")
    assert (pad.turn(state), state.round) == (Seats((1,)), 1)
    assert why_not(state, "Ann: away 40") == (
        "It is Bo's turn: write home or away. Correct replaces an entry by its number; "
        '"Ann: count 85" corrects a purse',
        "PA 4.4",
    )
    state = saying(state, "Bo: away", "Ann: sell 3 1 at 2", "Ann: away")
    assert (pad.turn(state), state.round) == (Seats((1,)), 2)
    three = pads.said(
        AGREED, start_game(pad, ("Ann", "Bo", "Cy"), {}), *SHIPS, "Cy: ship 1 1 1 1 1", "Bo: away"
    )
    assert pad.turn(three) == Seats((2,))
    assert pad.turn(pads.said(AGREED, three, "Cy: away")) == Seats((0,))


def test_4_4_a_purse_is_corrected_at_any_time() -> None:
    """PA 4.4: counting is not a turn. A player who should have won is told to go back (PA 6.1)."""
    state = said(*SHIPS, "Ann: count 30", "Bo: away", "Bo: count 99")
    assert (money(state), pad.turn(state)) == ([30, 99], Seats((0,)))
    state = saying(state, "Ann: away", "Bo: home 90")
    told = pad.tell(state, Event(1, pad.read(state, 1, "count 120")), saying(state, "Bo: count 120"), None)
    assert told.lines == (
        "Bo has 120 MCR.",
        "If Bo came home with it, undo what was entered since: Bo has won [PA 6.1].",
    )


def test_5_10_money_comes_and_goes() -> None:
    """PA 5.10: sales are worked out: 3 × 4, doubled by pirates; a colony adds 1 MCR a unit."""
    state = said(
        *SHIPS, "Ann: earn 5", "Ann: pay 15 MCR", "Ann: sell 3 2 at 4 pirate", "Ann: sell 2 at 3 colony"
    )
    assert money(state) == [48 + 7, 68]
    assert pad.check(state, 0, pad.read(state, 0, "pay 56")).rule == "PA 5.1"
    state = saying(state, "Ann: away 50")
    assert money(state) == [50, 68]
    assert pad.turn(state) == Seats((1,))
    assert why_not(state, "Ann: earn 5")[1] == "PA 4.4"
    assert pad.hint(state, 0) == ""


def test_6_1_levies_raise_the_goal() -> None:
    """PA 6.1, PA 1.3: 100 and 10 for each levy, of which there are 5; most are set before there are ships."""
    start = said()
    assert [pad.is_nobodys(start, pad.read(start, 0, text)) for text in ("levy 3", "home")] == [True, False]
    state = said("Bo: levy 3", *SHIPS, "Bo: levy", "Ann: levy")
    assert (state.goal, pad.check(state, 0, pad.LEVY).rule) == (150, "PA 1.3")
    state = saying(state, "Ann: away", "Bo: away", "Ann: home 149")
    assert pad.turn(state) == Seats((1,))
    assert pad.score(saying(state, "Bo: home 150")).winners == ("Bo",)


def test_6_1_home_counts_for_those_who_have_left_it() -> None:
    """PA 6.1: Bo has 68 MCR at the start, but has never been away."""
    assert pad.score(said(*SHIPS, goal="60")).winners == ()
    state = said(*SHIPS, "Ann: home", "Bo: home", goal="60")
    assert pad.turn(state) == Seats((0,))
    state = saying(state, "Ann: home", "Bo: away", "Ann: home", "Bo: home")
    assert pad.turn(state) is OVER
    assert pad.score(state).winners == ("Bo",)
    assert pad.check(state, 0, pad.read(state, 0, "home")).rule == "PA 6.1"


def test_6_2_the_richest_wins_after_the_last_round() -> None:
    """PA 6.2"""
    state = said(*SHIPS, "Bo: away", "Ann: away", "Bo: home 40", rounds="2")
    assert pad.score(state).winners == ()
    assert pad.round_name(state) == "round 2"
    over = saying(state, "Ann: away 40")
    assert pad.turn(over) is OVER
    assert pad.score(over).winners == NAMES
    assert pad.check(over, 0, pad.read(over, 0, "home")).rule == "PA 6.2"
    facts = ["2 of 2", "Bo", "100 MCR with 0 levies"]
    purses = ["40 MCR away, 60 short of the goal", "40 MCR at home, 60 short of the goal"]
    assert [fact.text for fact in pad.view(over, None).facts] == [*facts, *purses]


def test_6_1_the_pad_says_why_the_goal_has_not_won() -> None:
    """PA 6.1: a ship that has never left, a ship that is away; and then the goal wins."""
    state = said(*SHIPS)
    for entry, why in (
        (
            "Ann: home 180",
            "Ann has the goal of 100 MCR, but Ann's ship has not left the homeworld yet [PA 6.1].",
        ),
        (
            "Ann: away 180",
            "Ann has the goal of 100 MCR, but it wins only on the homeworld: "
            "end a turn there with home [PA 6.1].",
        ),
    ):
        move = pad.read(state, 0, entry.removeprefix("Ann: "))
        after = saying(state, entry)
        assert why in pad.tell(state, Event(0, move), after, None).lines
        assert pad.turn(after) == Seats((1,))
    assert pad.view(saying(state, "Ann: home 180"), None).facts[-2].text == (
        "180 MCR at home, the goal wins once the ship has been away"
    )
    assert pad.turn(saying(state, "Ann: away 180", "Bo: away", "Ann: home")) is OVER


def test_what_is_said_of_a_move() -> None:
    """The remark says what a ship leaves and how far the goal is; ending the turn away comes first."""
    ship = "90 MCR, 10 left; Warp 2, Cannons 1, Hold 2, tank 10, fuel 10"
    assert pad.remark(said(), 0, pad.moves(said(), 0)[0]).text == ship
    state = said(*SHIPS, "Ann: away 130", "Bo: away", "Bo: levy")
    remarks = {str(move): pad.remark(state, 0, move) for move in pad.moves(state, 0)}
    assert {text: remark.text for text, remark in remarks.items()} == {
        "levy": "the goal is 120 MCR then",
        "home": "130 MCR, with the goal",
        "away": "130 MCR, the goal wins at home",
    }
    assert max(remarks, key=lambda text: remarks[text].sense) == "away"


def test_5_10_a_producer_may_be_one_step_away() -> None:
    """At the price of a step (PA 5.10); six are the most (PA 2.2)."""
    for steps in (1, 6):
        assert said(*SHIPS, f"Ann: sell 1 1 at {steps}").accounts[0].money > said(*SHIPS).accounts[0].money


def test_6_1_who_comes_home_without_the_goal_hears_nothing_of_it() -> None:
    assert told(said(*SHIPS, "Ann: away", "Bo: away"), "home 50") == ("Ann has 50 MCR and is home.",)


def told(state: State, line: str) -> tuple[str, ...]:
    """Return what is said of a line that Ann tells."""
    move = pad.read(state, 0, line)
    return pad.tell(state, Event(0, move), pad.apply(state, 0, move), None).lines


def test_6_1_whoever_wins_is_told_that_and_no_more() -> None:
    assert told(said(*SHIPS, "Ann: away", "Bo: away"), "home 150") == (
        "Ann has 150 MCR and is home.",
        "Ann is home with 100 MCR or more and wins [PA 6.1].",
    )


def test_a_correction_that_is_itself_not_allowed_names_no_later_entry() -> None:
    state = said(*SHIPS, "Ann: sell 3 1 at 2", "Ann: away")
    assert why_not(state, "Ann: correct 3 sell 3 6 at 2")[0] == "A ship sells 1 to 5 units at once, not 6."


def test_there_is_nothing_to_say_of_a_sale_before_it_is_made() -> None:
    state = said(*SHIPS)
    assert pad.remark(state, 0, pad.read(state, 0, "sell 3 1 at 2")) == Remark()


def test_4_4_the_first_turn_is_told_once_the_ships_say_whose_it_is() -> None:
    assert told(said(), "ship 2 1 2 10 10") == ("Ann has 10 MCR.",)


def test_a_sale_is_proposed_for_one_unit() -> None:
    fields = [form.fields["units"] for form in pad.GRAMMAR.forms if "units" in form.fields]
    assert fields and {field.pick.least for field in fields if isinstance(field.pick, Amount)} == {1}
