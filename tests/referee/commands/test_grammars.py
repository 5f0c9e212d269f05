"""`referee help`, the tables of moves in the guides, the schemas of moves: all come from the declarations."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from components.errors import UsageError
from docs import grammars
from referee import games
from referee.commands.help import forms_of, help_
from referee.engine.answers import WIDTH
from referee.engine.chance.outcomes import Quick
from referee.engine.game import CHANCE, Seats
from referee.engine.moves import Declares
from referee.engine.play import start_game

HOME = Path(__file__).parents[3]
GUIDES = sorted((HOME / "docs" / "games").glob("*.md"))
NAMES = ("Ann", "Bo")


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.stem)
def test_a_guide_has_the_moves_as_they_are_declared(guide: Path) -> None:
    """If this fails: python docs/grammars.py"""
    text = guide.read_text(encoding="utf-8")
    assert f"<!-- moves {guide.stem} -->" in text
    assert grammars.filled(text) == text


def test_the_schemas_of_moves_are_current() -> None:
    """If this fails: python docs/grammars.py"""
    written = {file.name: file.read_text(encoding="utf-8") for file in grammars.SCHEMAS.iterdir()}
    assert written == grammars.schemas()


@pytest.mark.parametrize("slug", games.slugs())
def test_moves_read_back_and_fit_their_schema(slug: str) -> None:
    """The moves of a whole random game: each fits its form, and reads as the move it is."""
    game, source = games.find_game(slug), Quick(7)
    assert isinstance(game, Declares)
    patterns = [
        re.compile(entry["pattern"]) for entry in json.loads(grammars.schemas()[f"{slug}.json"])["anyOf"]
    ]
    state, kinds = start_game(game, NAMES, {}), set()
    for _ in range(400):
        turn = game.turn(state)
        if turn is CHANCE:
            state = game.resolve(state, game.chance(state).pick(source))
        elif isinstance(turn, Seats):
            seat = turn.seats[0]
            moves = game.moves(state, seat)
            for move in moves[:40]:
                assert game.read(state, seat, str(move)) == move
                assert any(pattern.match(str(move)) for pattern in patterns), move
                kinds.add(type(move))
            state = game.apply(state, seat, moves[source.below(len(moves))])
        else:
            break
    assert kinds <= set(game.GRAMMAR.kinds)


@pytest.mark.parametrize(("slug", "pad"), [*((slug, False) for slug in games.slugs()), ("mlem", True)])
def test_help_lists_every_move(slug: str, pad: bool) -> None:
    answer = help_(slug, pad=pad)
    forms = forms_of(games.find_pad(slug) if pad else games.find_game(slug))
    assert [move.form for move in answer.value.moves] == [form.grammar for form in forms]
    assert all(len(line) <= WIDTH for line in answer.lines)


def test_help_for_one_move() -> None:
    answer = help_("mlem", "LAND")
    assert answer.lines == (
        "MLEM: Space Agency",
        "",
        "  land PLACE",
        "      Get off at that moon or planet. [ML 5.2]",
    )


def test_help_for_a_move_that_does_not_exist() -> None:
    with pytest.raises(UsageError, match='No move begins with "lnd"') as caught:
        help_("mlem", "lnd")
    assert caught.value.todo == 'Did you mean "land"?'


def test_help_names_units_and_options() -> None:
    lines = " ".join(help_("per-aspera").lines)
    assert "ship WARP CANNONS HOLD TANK FUEL" in lines
    assert "--option goal=N" in lines
