"""Numbers of the box by name, and a game that is played with others."""

from __future__ import annotations

from typing import Any

import pytest

from components import catalogue
from components.changes import changed, numbers
from components.errors import UsageError
from referee import games
from referee.engine.chance.outcomes import Quick
from referee.engine.play import at_random, open_box, play_out, start_game
from referee.lab.plan import make_plan


def test_a_number_goes_by_its_file_and_the_way_to_it() -> None:
    box = numbers(catalogue.load("mlem"))
    assert box["expedition.refill"] == 1
    assert box["track.space.9.afterburner"] == 2
    assert box["dice.die.copies"] == 6


def test_what_every_seat_has_is_one_number() -> None:
    """An astronaut is changed for all players; the game that was asked stays as it is."""
    game = catalogue.load("mlem")
    other = changed(game, {"astronauts.ace.number": 3})
    assert {
        piece["number"] for piece in other.deck("astronauts").pieces if piece.code.startswith("ace-")
    } == {3}
    assert numbers(game)["astronauts.ace.number"] == 2


@pytest.mark.parametrize("slug", games.OURS)
def test_every_number_can_be_set_to_itself(slug: str) -> None:
    """So that each name leads to the number it names."""
    game = catalogue.load(slug)
    box = numbers(game)
    assert numbers(changed(game, box)) == box
    for name in list(box)[:: max(len(box) // 25, 1)]:
        try:
            other = changed(game, {name: box[name] + 1})
        except UsageError:  # out of the range of its column
            continue
        assert {key for key, value in numbers(other).items() if value != box[key]} == {name}


@pytest.mark.parametrize("name", ["expedition", "expedition.refil", "lesson.minutes", "options.board"])
def test_what_is_not_a_number_of_the_box(name: str) -> None:
    with pytest.raises(UsageError, match="There is no number"):
        changed(catalogue.load("mlem"), {name: 1})


def test_another_box_is_another_value() -> None:
    """A game is played with both side by side, and each is opened once."""
    sparks, changes = games.find_game("sparks"), (("numbers.rounds", 2),)
    usual, other = (start_game(sparks, ("Ann", "Bo"), {}, one) for one in ((), changes))
    assert (usual.box.numbers.rounds, other.box.numbers.rounds) == (8, 2)
    assert open_box(sparks) is usual.box and open_box(sparks, {}, changes) is other.box
    ends = [play_out(sparks, state, at_random, Quick(1)) for state in (usual, other)]
    assert [end.round for end in ends] == [8, 2]
    assert numbers(catalogue.load("sparks"))["numbers.rounds"] == 8


@pytest.mark.parametrize(
    ("function", "said"),
    [
        ("read_box", "The game cannot be played with this number"),
        ("start", "The game cannot begin with this"),
    ],
)
def test_numbers_that_the_rules_fail_with(function: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are refused in a sentence, which names the number and what went wrong."""
    sparks = games.find_game("sparks")
    usual = getattr(sparks, function)

    def failing(*given: Any) -> Any:
        done = usual(*given)
        rounds = (done if function == "read_box" else done.box).numbers.rounds
        return done if rounds == 8 else 1 // 0

    monkeypatch.setattr(sparks, function, failing)
    with pytest.raises(UsageError, match=said) as caught:
        make_plan("sparks", games=1, seed="x", vary={"numbers.rounds": ["7"]})
    assert caught.value.where == "--vary numbers.rounds=7"
    assert caught.value.todo.startswith("ZeroDivisionError")
