"""Choosing part by part: what is left agrees with the legal moves, and says why something else is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from components.errors import UsageError
from referee.contract import sample
from referee.engine.asking.choosing import Left, Question, texts_of
from referee.engine.game import Seats
from referee.engine.moves import form_of
from referee.games import find_game


def positions(slug: str, seats: int) -> Iterator[tuple[Question, Any, int]]:
    """Every position of a random game in which somebody chooses."""
    game: Any = find_game(slug)
    _, states, _ = sample(game, seats, (), 0)
    for state in states:
        if isinstance(turn := game.turn(state), Seats):
            yield Question(game, state, turn.seats[0]), state, turn.seats[0]


def first(slug: str, step: str) -> tuple[Question, Any, int]:
    return next(found for found in positions(slug, 3) if found[1].step == step)


class TestArrays:
    """Five of eight tiles, of which no combination is listed."""

    FORM = "array {tiles...}"

    def chosen(self, count: int) -> tuple[Question, Left, list[str]]:
        question, state, _ = first("rayguns", "array")
        tiles = [tile.code for tile in state.drawn[:count]]
        return question, question.left(self.FORM, {"tiles": " ".join(tiles)}), tiles

    def test_it_is_asked_with_the_numbers_of_the_box(self) -> None:
        question, _, _ = self.chosen(0)
        assert question.ask == "Choose 5 of your 8 tiles"

    @pytest.mark.parametrize("count", range(5))
    def test_tiles_join_until_there_are_five(self, count: int) -> None:
        _, left, tiles = self.chosen(count)
        assert not left.whole
        assert left.best.startswith("array ")
        assert Counter(tiles) <= Counter(left.best.split()[1:])
        assert left.remark.text

    def test_five_are_an_array(self) -> None:
        question, left, tiles = self.chosen(5)
        assert Counter(left.whole.split()[1:]) == Counter(tiles)
        assert left.does == "Lay this array"
        assert left.values == {"tiles": ()}
        assert question.why(self.FORM, left.parts, "tiles", tiles[0]) == "Put one back first."

    def test_a_tile_that_is_not_there_is_refused_with_a_reason(self) -> None:
        question, state, _ = first("rayguns", "array")
        absent = next(code for code, tile in state.box.tiles.items() if tile not in state.drawn)
        assert absent in question.why(self.FORM, {"tiles": ""}, "tiles", absent)


def test_a_form_that_is_not_possible_is_refused() -> None:
    question, _, _ = first("rayguns", "array")
    with pytest.raises(UsageError, match="not possible now"):
        question.left("no such form", {})


@pytest.mark.parametrize(("slug", "seats"), [("rayguns", 3)])
def test_the_parts_of_every_legal_move_make_it(slug: str, seats: int) -> None:
    for question, state, seat in positions(slug, seats):
        game: Any = find_game(slug)
        for move in islice(game.moves(state, seat), 0, None, 7):
            form = form_of(type(move))
            left = question.left(form.text, texts_of(form, move))
            assert left.whole == str(move)
