"""The clock of Planetary (PL 3.4): who has how much time, and what is left undone when it is over."""

from __future__ import annotations

import pytest

from referee.engine.chance.outcomes import Quick
from referee.engine.game import CHANCE, OVER, TIME_OVER, Event, Seats
from referee.engine.play import follow, start_game
from referee.games.planetary import game
from referee.games.planetary.rules import damage
from referee.games.planetary.state import State
from tests.referee.games.planetary.tables import (
    NAMES,
    cell,
    changes,
    do,
    hex_,
    hp,
    letter,
    opened,
    table,
)

CLOCK = {"clock": "on"}
LIMITS = {"round 0": (60, None, 0), "turn 1": (60, "done", 15)}


def times(state: State) -> dict[int, tuple[int, str | None, int]]:
    """For each seat that has a clock its seconds, the move that is held back, and for how long."""
    found = {}
    for seat in range(len(state.names)):
        if clock := game.clock(state, seat):
            assert clock.rule == "PL 3.4"
            found[seat] = (clock.seconds, None if clock.skip is None else str(clock.skip), clock.early)
            assert found[seat] == LIMITS[clock.period]
    return found


def late(state: State, seat: int = 0) -> State:
    after = follow(game, state, Event(seat, TIME_OVER))
    telling = game.tell(state, Event(seat, TIME_OVER), after, None)
    assert telling.lines[0] == f"{state.names[seat]}'s time is over [PL 3.4]."
    return after


def drawn(state: State) -> State:
    while game.turn(state) is CHANCE:
        state = game.resolve(state, game.chance(state).pick(Quick(1)))
    return state


def test_3_4_only_who_is_to_act_in_his_own_turn_has_a_clock() -> None:
    assert [game.clocked(state) for state in (table(), table(options=CLOCK))] == [False, True]
    assert times(table()) == {}, "none was agreed on"
    assert times(table(options=CLOCK)) == {0: LIMITS["turn 1"]}
    falling = do(table("9 3,1", modules="E4@2=COR", units="b1=D4@2 b2=E4@2", options=CLOCK), "b attack E4@2")
    assert game.turn(falling) == Seats((1,))
    assert times(falling) == {}, "Bo is asked in Ann's turn"


def test_3_4_round_0() -> None:
    """A player who has chosen no space gets one at random; what was not built is not built."""
    state = drawn(start_game(game, NAMES[:2], {"clock": "on"}))
    assert times(state) == {0: LIMITS["round 0"], 1: LIMITS["round 0"]}
    state = late(state)
    assert times(state) == {1: LIMITS["round 0"]}
    state = game.apply(state, 1, game.read(state, 1, "start 9"))
    assert game.chance(state).prompt == "draw and the starting space of Ann"
    state = game.resolve(state, game.read(state, None, "draw 3"))
    assert [side.ship.space for side in state.sides] == [3, 9]
    state = late(late(state), 1)
    assert game.turn(state) is CHANCE, "units go to random cells"
    assert drawn(state).round == 1


def test_3_4_a_unit_whose_owner_does_not_say_falls_on_the_first_hex() -> None:
    """PL 4.11: Ann's own unit falls in her turn, and her time is over; then it is Bo's turn."""
    state = table("3,1 9", modules="E4@1=COR", units="b1=E4@1 b2=2,1", options=CLOCK)
    fallen = damage.hit(state.but(step="act"), 0, cell("E4"), 2)
    first, *others = game.moves(fallen, 0)
    assert others
    after = late(fallen)
    assert after.sides[0].units[0].place == game.apply(fallen, 0, first).sides[0].units[0].place
    assert after.active == 1


def test_3_4_upkeep_that_is_not_paid_in_time() -> None:
    """Modules that are not paid for are off, no blueprint is drawn, and it is the next player's turn."""
    state = table(modules="E4@1=SCN* C4@1=BAT*", step="upkeep", options=CLOCK)
    after = late(do(state, "on C4"))
    assert [module.code for _, module, _ in after.sides[0].ship.on] == ["BAT"]
    assert (after.active, len(after.sides[0].bar)) == (1, 0)


def test_3_4_a_turn_ends_as_it_stands() -> None:
    state = do(table(options=CLOCK), "ship 5")
    after = late(state)
    assert (after.active, after.sides[0].travelled) == (1, 1)
    ores = {"3,1": "I", "1,1": "U"}
    landed = table("2,1 8", marks=ores, modules="E4@1=DRL*", step="upkeep", options=CLOCK)
    asked = do(landed, "keep", "ready")
    assert asked.step == "drill"
    assert late(asked).sides[0].materials == landed.sides[0].materials


@pytest.mark.parametrize(
    ("marks", "drills", "iron"),
    [
        ({"3,1": "I"}, "E4@1=DRL*", 1),
        ({"3,1": "I"}, "E4@1=DRL* C4@1=DRL*", 2),
        ({"3,1": "I", "1,1": "U"}, "E4@1=DRL* C4@1=DRL*", 0),
        ({}, "E4@1=DRL*", 0),
    ],
)
def test_3_4_a_drill_that_is_paid_for_takes_the_only_ore(
    marks: dict[str, str], drills: str, iron: int
) -> None:
    """PL 3.4, PL 4.3: what is paid for acts where there is nothing to choose, as hydroponics do."""
    state = do(table("2,1 8", marks=marks, modules=drills, step="upkeep", options=CLOCK), "keep")
    after = late(state)
    assert changes(state, after) == (iron, 0, 0, 0)
    assert (after.active, after.doings.drills) == (1, ())


def test_3_4_a_drill_takes_the_last_ore_of_a_hex_and_the_next_drill_nothing() -> None:
    """PL 6: after the fifth yield the hex is a rocky plain."""
    state = table("2,1 8", marks={"3,1": "I"}, modules="E4@1=DRL* C4@1=DRL*", step="upkeep", options=CLOCK)
    worked = bytearray(state.worlds[0].worked)
    worked[hex_("3,1")] = 4
    state = do(state.with_world(0, state.worlds[0]._replace(worked=bytes(worked))), "keep")
    after = late(state)
    assert changes(state, after) == (1, 0, 0, 0)
    assert letter(after, "3,1") == "R"


def test_3_4_a_unit_that_falls_falls() -> None:
    """PL 4.11: on one of the hexes its owner had to choose from."""
    state = table("9 3,1", modules="E4@2=COR", units="b1=D4@2 s1=E4@2", options=CLOCK)
    falling = do(state, "b attack E4@2")
    assert times(falling) == {0: LIMITS["turn 1"]}
    after = late(falling)
    assert after.sides[0].units[1].place.field == 0
    assert (after.active, hp(after, "s1")) == (1, 2)


@pytest.mark.parametrize("seed", range(3))
def test_3_4_time_may_be_over_at_any_moment(seed: int) -> None:
    """The game goes on without fault, for somebody else or for the next thing that has its own time."""
    source = Quick(seed)
    state = start_game(game, NAMES[: 2 + seed], {"clock": "on", "rounds": "3"})
    over = 0
    while game.turn(state) is not OVER:
        state = drawn(state)
        turn = game.turn(state)
        if not isinstance(turn, Seats):
            break
        seat = turn.seats[source.below(len(turn.seats))]
        before = (state.step, game.clock(state, seat))
        if before[1] and source.below(8) == 0:
            over += 1
            state = late(state, seat)
            assert list(game.faults(state)) == []
            assert (state.step, game.clock(drawn(state), seat)) != before
        else:
            moves = game.moves(state, seat)
            state = game.apply(state, seat, moves[source.below(len(moves))])
    assert over > 5


def test_3_4_a_clock_can_be_agreed_on() -> None:
    """PL 3.4: it is off unless it is agreed on."""
    for options, there in (({}, False), ({"clock": "on"}, True)):
        facts = game.view(opened(options=options), None).facts
        assert any(fact.rule == "PL 3.4" for fact in facts) == there
