"""The moves of The Last Blast, as they are typed."""

from __future__ import annotations

import pytest

from components.errors import UsageError
from referee.engine.chance.outcomes import Quick
from referee.engine.game import CHANCE, OVER, Seats
from referee.engine.moves import Form
from referee.engine.play import start_game
from referee.games.last_blast import game
from referee.games.last_blast.moves import GRAMMAR, Pick
from tests.referee.games.last_blast.table import BOX, NAMES, TWO, dealt, flying


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("pik R2-5", 'Did you mean "pick"'),
        ("pick", "pick needs Card."),
        ("pick R2-5 middle", "Known: front, rear."),
        ("pick R7-5 front", "numbers 1, 2, 3"),
        ("blind front", '"front" is not expected'),
        ("place", "place needs End."),
        ("row two", '"two"'),
        ("row", "row needs Row."),
        ("lose 1.5", "how many cards to lose"),
        ("", "no move"),
    ],
)
def test_misformed_moves_name_what_is_missing(text: str, says: str) -> None:
    with pytest.raises(UsageError) as caught:
        game.read(flying("A4-1", "A5-1"), 0, text)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("PICK r25 F", "pick R2-5 front"),
        ("pick R2.5 rear", "pick R2-5 rear"),
        (" Place r ", "place rear"),
        ("BLIND", "blind"),
        ("row 03", "row 3"),
    ],
)
def test_1_5_codes_as_people_type_them(text: str, move: str) -> None:
    """LB 1.5: the code on the card, as people type it."""
    assert str(game.read(flying("A4-1", "A5-1"), 0, text)) == move


def test_3_2_an_end_is_ignored_for_the_first_card() -> None:
    """LB 3.2"""
    assert game.read(dealt(*TWO), 0, "pick R1-1 front") == Pick(BOX.parts["R1-1"])


@pytest.mark.parametrize("form", GRAMMAR.forms, ids=lambda form: form.verb)
def test_a_misformed_move_is_told_its_fields(form: Form) -> None:
    wrong = form.verb if form.fields else f"{form.verb} 1"
    with pytest.raises(UsageError) as caught:
        game.read(flying("A4-1", "A5-1"), 0, wrong)
    assert caught.value.todo == f"Write {form.grammar}."
    required = form.text.partition("[")[0]
    assert all(field.label in str(caught.value) for name, field in form.fields.items() if name in required)


def test_every_legal_move_reads_back() -> None:
    seen = set()
    for seed in range(20):
        state, source = start_game(game, NAMES[:3], {"wrecks": ""}), Quick(seed)
        while (turn := game.turn(state)) is not OVER:
            if turn is CHANCE:
                state = game.resolve(state, game.chance(state).pick(source))
                continue
            assert isinstance(turn, Seats)
            moves = game.moves(state, turn.seats[0])
            for move in moves:
                assert GRAMMAR.read(str(move), state, turn.seats[0], game.moves) == move
                seen.add(type(move))
            state = game.apply(state, turn.seats[0], moves[source.below(len(moves))])
    assert seen == set(GRAMMAR.kinds)
