"""Moves of MLEM as they are typed, and refusals of texts that are not moves."""

from __future__ import annotations

import pytest

from components.errors import UsageError
from referee.contract import recorded
from referee.engine.chance.outcomes import Quick
from referee.engine.game import Seats
from referee.engine.moves import form_of
from referee.engine.play import follow, start_game
from referee.games.mlem import game
from referee.games.mlem.moves import GRAMMAR, Aboard, Land, Move, Use
from tests.referee.games.mlem.table import NAMES, aboard, rolled


def test_every_move_of_random_games_is_read_as_it_is_written() -> None:
    seen: set[type[Move]] = set()
    for seed in range(20):
        state = start_game(game, NAMES, {})
        for event in recorded(game, state, Quick(seed)):
            turn = game.turn(state)
            for move in game.moves(state, turn.seats[0]) if isinstance(turn, Seats) else ():
                assert GRAMMAR.read(str(move), state, turn.seats[0], game.moves) == move
                seen.add(type(move))
            state = follow(game, state, event)
    assert seen == set(GRAMMAR.kinds)


@pytest.mark.parametrize("kind", [kind for kind in GRAMMAR.kinds if form_of(kind).fields and kind != Land])
def test_a_move_without_its_fields_is_refused_with_their_names(kind: type[Move]) -> None:
    with pytest.raises(UsageError) as problem:
        game.read(aboard("ace", "ace"), 0, form_of(kind).verb)
    labels = [field.label for field in form_of(kind).fields.values()]
    assert all(label in problem.value.what for label in labels)
    assert problem.value.todo == f"Write {form_of(kind).grammar}."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("board aces", '"board aces": There is no astronaut "aces". Did you mean "ace"?'),
        ("use 1,9", '"9" is not a face of the dice. Name each group once: use 1,2.'),
        ("land m99", '"m99" is not a place to land. Write land m3, land A or land s+1, for example.'),
        ("land", "There is nowhere to land. Write stay."),
        ("stay here", '"here" is not expected here. Write stay.'),
    ],
)
def test_texts_that_are_not_moves(text: str, message: str) -> None:
    with pytest.raises(UsageError) as problem:
        game.read(aboard("ace", "ace"), 0, text)
    assert message in str(problem.value)


def test_5_2_places_have_codes_and_names_and_one_that_is_alone_may_be_left_out() -> None:
    state = game.apply(rolled(aboard("ace", "ace", at=4), "4"), 0, Use(("4",)))
    assert {game.read(state, 0, text) for text in ("land A", "land a", "LAND Anvil", "land s", "land")} == {
        Land("A")
    }
    assert game.read(state, 0, "board Ace") == Aboard("ace")
