"""Choosing part by part: what is left agrees with the legal moves, and says why something else is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from components.errors import UsageError
from referee.contract import NAMES, sample
from referee.engine.asking.choosing import Left, Question, texts_of
from referee.engine.asking.picks import LONGEST_ASK
from referee.engine.chance.parts import keys
from referee.engine.game import Seats
from referee.engine.moves import form_of
from referee.engine.play import start_game
from referee.games import find_game, find_pad, slugs


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
    with pytest.raises(UsageError, match="no such move"):
        question.left("no such form", {})


@pytest.mark.parametrize(("slug", "seats"), [("rayguns", 3)])
def test_the_parts_of_every_legal_move_make_it(slug: str, seats: int) -> None:
    for question, state, seat in positions(slug, seats):
        game: Any = find_game(slug)
        for move in islice(game.moves(state, seat), 0, None, 7):
            form = form_of(type(move))
            left = question.left(form.text, texts_of(form, move))
            assert left.whole == str(move)


class TestPads:
    """Results are too many to list, so each part is made of what it may be."""

    def entered(self, slug: str, form: str, parts: dict[str, str], *before: str) -> Left:
        pad: Any = find_pad(slug)
        state = start_game(pad, NAMES[:3], {})
        for text in before:
            turn = pad.turn(state)
            state = pad.apply(state, turn.seats[0], pad.read(state, turn.seats[0], text))
        seat = pad.turn(state).seats[0]
        question = Question(pad, state, seat)
        assert 0 < len(question.ask) <= LONGEST_ASK
        assert form in [one.form.text for one in question.asked]
        return question.left(form, parts)

    @pytest.mark.parametrize(
        ("slug", "form", "parts", "before", "made"),
        [
            ("last-blast", "home[ {rocket...}]", {"rocket": "R2-5 A6-3"}, (), "home R2-5 A6-3"),
            ("mlem", "land {place}[ {astronaut...}]", {"place": "m2"}, (), "land m2"),
            ("rayguns", "card {cards...}", {"cards": "SO07"}, ("commander Ann",), "card SO07"),
            (
                "rayguns",
                "dock {array...}[ spare {spares...}][ use {effect...}][ claim {claim...}]",
                {"array": "G3w B3p A3r R4w G2r", "claim": "earth"},
                ("commander Ann", "card SO07"),
                "dock G3w B3p A3r R4w G2r claim earth",
            ),
            ("per-aspera", "ship {warp} {cannons} {hold} {tank} {fuel}", {}, (), "ship 2 1 2 10 10"),
            ("planetary", "destroy {codes...}", {"codes": "LAS"}, (), "destroy LAS"),
        ],
    )
    def test_an_entry_is_made_of_its_parts(
        self, slug: str, form: str, parts: dict[str, str], before: tuple[str, ...], made: str
    ) -> None:
        left = self.entered(slug, form, parts, *before)
        assert left.whole == made
        assert left.does

    def test_the_keys_are_the_printed_faces(self) -> None:
        left = self.entered("last-blast", "home[ {rocket...}]", {})
        assert {"R2-5", "A6-3"} <= set(left.values["rocket"])
        assert left.remark.text == "A rocket without a card has exploded."

    @pytest.mark.parametrize("slug", slugs("pad"))
    def test_every_form_of_a_pad_says_what_to_do(self, slug: str) -> None:
        for form in find_pad(slug).GRAMMAR.forms:  # type: ignore[attr-defined]
            if not form.loose:
                assert 0 < len(str(form.ask)) <= LONGEST_ASK or callable(form.ask), form.text
                assert form.does, form.text


def test_tiles_that_only_their_owner_has_seen_may_be_any() -> None:
    """RR 3.2 at a table with its own tiles, which nobody has typed in."""
    game: Any = find_game("rayguns")
    _, states, _ = sample(game, 3, (), 0)
    before = next(state for state in states if state.step == "draw")
    state = game.resolve(before, game.chance(before).read("draw ??"))
    question, form = Question(game, state, state.active), "array {tiles...}"
    assert [one.form.text for one in question.asked] == [form]
    assert {"G3w", "U2"} <= set(question.left(form, {}).values["tiles"])
    assert question.left(form, {"tiles": "G3w B3p A3r R4w G2r"}).whole == "array R4w A3r B3p G3w G2r"
    assert "5 tiles" in question.left(form, {"tiles": "G3w"}).remark.text


def test_what_a_table_enters_has_keys_and_reasons() -> None:
    game: Any = find_game("last-blast")
    outcomes = game.chance(start_game(game, NAMES[:2], {}))
    found = keys(outcomes, ("T1",))
    assert found and not any(found.values())
    copies = sum(piece.code == "T1" for piece in outcomes.pool)
    assert "none left" in keys(outcomes, ("T1",) * copies)["T1"]
