"""Round 0 (PL 3.1, PL 3.2)."""

from __future__ import annotations

import pytest

from referee.engine.game import Event, Seats
from referee.engine.play import start_game
from referee.games.planetary import game
from tests.referee.games.planetary.tables import (
    BOX,
    cell,
    do,
    opened,
    table,
    why_not,
)


def test_3_1_round_0() -> None:
    """PL 3.1: secret spaces, building without watts, placing units; strays go anywhere; all is shown once."""
    state = opened()
    assert game.turn(state) == Seats((0, 1), secret=True)
    assert why_not(state, "start 16") == "PL 1.1"
    state = game.apply(state, 1, game.read(state, 1, "start 9"))
    assert why_not(state, "start 9", seat=1) == "PL 3.1"
    assert game.known(state, 0).sides[1].ship.space == -1
    state = game.apply(state, 0, game.read(state, 0, "start 9"))
    code = next(code for code in state.sides[0].bar if BOX.blueprints[code].upkeep)
    assert why_not(state, f"build {code} E4 on") == "PL 3.1"
    for text in (f"build {code} E4", "b E4", "s D4"):
        assert why_not(state, text) == ""
        state = game.apply(state, 0, game.read(state, 0, text))
    assert why_not(state, "b D3") == "PL 3.1"
    assert why_not(state, "h E4") == "PL 2.3"
    assert not state.sides[0].ship.cells[cell("E4")].on  # type: ignore[union-attr]
    state = game.apply(state, 0, game.read(state, 0, "done"))
    state = game.apply(state, 1, game.read(state, 1, "done"))
    cells = {str(outcome) for outcome, _ in game.chance(state)}
    assert cells == {"draw D3", "draw D5"}
    state = do(state, "draw D5", "draw D3", "draw D4", "draw D5")
    told = game.tell(state, Event(None, game.read(state, None, "draw 3")), do(state, "draw 3"), 0)
    assert do(state, "draw 3").step == "lots"
    after = do(state, "draw 3", "draw Bo Ann")
    assert after.order == (1, 0)
    assert after.round == 1
    assert told.lines == ("The first turn is counted from space 3 [PL 3.2].",)


def test_3_1_starts_are_drawn_if_agreed() -> None:
    """PL 3.1: with start=random nobody chooses."""
    state = opened(options={"start": "random"})
    assert state.step == "build"
    assert all(side.ship.space >= 0 for side in state.sides)


@pytest.mark.parametrize(("first", "order"), [(0, (2, 0, 1)), (5, (0, 1, 2)), (8, (1, 2, 0)), (9, (2, 0, 1))])
def test_3_2_clockwise_from_the_first_space(first: int, order: tuple[int, ...]) -> None:
    """PL 3.2: ships at 5, 8 and 2."""
    state = table(ships="5 8 2")
    assert do(state.but(step="first", order=()), f"draw {first}").order == order


@pytest.mark.parametrize("names", [("Ann", "Bo"), ("Mary Ann", "Bo"), ("2", "1"), ("Bo", "BO 2")])
def test_3_2_lots_are_read_as_they_are_written(names: tuple[str, ...]) -> None:
    """PL 3.2: whatever the players are called."""
    state = start_game(game, names, {}).but(step="lots")
    for outcome, _ in game.chance(state):
        assert game.read(state, None, str(outcome)) == outcome
    assert str(game.read(table().but(step="lots"), None, "draw bo 1")) == "draw 2 1"


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("start 16", "Spaces are 0 to 15."),
        ("done", "First choose a starting space: start 14."),
    ],
)
def test_3_1_what_is_said_while_spaces_are_chosen(typed: str, reason: str) -> None:
    state = opened()
    assert game.check(state, 0, game.read(state, 0, typed)).reason == reason


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("ship 5", "This is round 0: build, place your units, then done."),
        ("b 3,1", "In round 0 units are placed on cells of your ship: b D3."),
        ("b D3@2", "In round 0 units are placed on cells of your ship: b D3."),
        ("b E4", "E4 is not a free cell with a module or the core."),
        ("s D3", "That unit is placed already."),
    ],
)
def test_3_1_what_is_said_while_ships_are_built(typed: str, reason: str) -> None:
    state = opened(options={"start": "random"})
    state = game.apply(state, 0, game.read(state, 0, "s D4"))
    assert game.check(state, 0, game.read(state, 0, typed)).reason == reason


def test_3_1_space_0_is_a_space() -> None:
    state = opened()
    state = game.apply(state, 1, game.read(state, 1, "start 0"))
    state = game.apply(state, 0, game.read(state, 0, "start 0"))
    assert (state.step, [side.ship.space for side in state.sides]) == ("build", [0, 0])
