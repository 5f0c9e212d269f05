"""Phases: what a table of steps decides, and what it says to a seat whose turn it is not."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import pytest

from components.errors import UsageError
from referee.engine.asking.fields import number
from referee.engine.chance.outcomes import Roll, Rolled
from referee.engine.game import CHANCE, OVER, Ruling, Seat, Seats, Turn, refused
from referee.engine.moves import Grammar, move
from referee.engine.phases import Phase, Phases, alone


class State(NamedTuple):
    names: tuple[str, ...]
    step: str
    total: int = 0


@move("take {count}")
class Take:
    """Take that many (XX 1.2)."""

    count: Annotated[int, number("Count")]


def check(state: State, seat: Seat, move: Take) -> Ruling:
    return Ruling(True) if 1 <= move.count <= 2 else refused("One or two.", "XX 1.2")


def moves(state: State, seat: Seat) -> list[Take]:
    return [one for one in map(Take, range(4)) if check(state, seat, one).allowed]


def both(state: State) -> Turn:
    return Seats((0, 1), secret=True)


PHASES: dict[str, Phase[State, Take, Rolled]] = {
    "take": Phase(
        alone(1),
        moves,
        check,
        lambda state, seat, move: state._replace(total=state.total + move.count),
        hint=lambda state, seat: "more",
        rule="XX 1.1",
    ),
    "choose": Phase(both, moves, check, lambda state, seat, move: state, rule="XX 1.3"),
    "roll": Phase(
        outcomes=lambda state: Roll("die", 1, ("1", "2")),
        resolve=lambda state, outcome: state._replace(step="take"),
        confides=lambda state: 1,
        rule="XX 2",
    ),
    "over": Phase(OVER, rule="XX 3"),
}
RULES = Phases[State, Take, Rolled](
    PHASES, Grammar(Take), lambda state: state._replace(total=state.total * 10)
)


def at(step: str) -> State:
    return State(("Ann", "Bo", "Cy"), step)


def test_turns() -> None:
    assert [RULES.turn(at(step)) for step in ("roll", "over")] == [CHANCE, OVER]
    assert RULES.turn(at("take")) == Seats((1,))
    assert RULES.turn(at("choose")) == Seats((0, 1), secret=True)


def test_only_seats_whose_turn_it_is_have_moves_and_hints() -> None:
    assert list(map(str, RULES.moves(at("take"), 1))) == ["take 1", "take 2"]
    assert not RULES.moves(at("take"), 0)
    assert not RULES.moves(at("roll"), 0)
    assert (RULES.hint(at("take"), 1), RULES.hint(at("take"), 0)) == ("more", "")


@pytest.mark.parametrize(
    ("step", "seat", "reason", "rule"),
    [
        ("over", 0, "The game is over.", "XX 3"),
        ("roll", 0, "Dice or cards come first.", "XX 2"),
        ("take", 0, "It is Bo's turn.", "XX 1.1"),
        ("choose", 2, "Ann and Bo are still to choose.", "XX 1.3"),
        ("take", 1, "One or two.", "XX 1.2"),
    ],
)
def test_refusals(step: str, seat: Seat, reason: str, rule: str) -> None:
    assert RULES.check(at(step), seat, Take(3)) == refused(reason, rule)


def test_what_follows_by_itself_is_settled_after_moves_and_outcomes() -> None:
    assert RULES.apply(at("take"), 1, Take(2)).total == 20
    assert RULES.resolve(at("roll")._replace(total=1), Rolled(("1",))) == at("take")._replace(total=10)


def test_what_is_typed_is_read_by_the_moves_or_by_the_chance() -> None:
    assert RULES.read(at("take"), 1, "take 2") == Take(2)
    assert RULES.read(at("roll"), None, "roll 2") == Rolled(("2",))
    assert RULES.confides(at("roll")) == 1


def test_nothing_is_read_as_an_outcome_where_seats_choose() -> None:
    with pytest.raises(UsageError, match="nothing to roll or draw"):
        RULES.read(at("take"), None, "roll 2")


def test_the_last_of_those_who_choose_in_secret_is_still_to_choose() -> None:
    late: dict[str, Phase[State, Take, Rolled]] = {"choose": Phase(Seats((1,), secret=True), rule="XX 1.3")}
    rules = Phases[State, Take, Rolled](late, Grammar(Take))
    assert rules.check(at("choose"), 0, Take(1)) == refused("Bo is still to choose.", "XX 1.3")
