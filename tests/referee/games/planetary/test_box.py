"""The box of Planetary: another box is another value, and games with both go on at once."""

from __future__ import annotations

import ast
import gc
import weakref
from dataclasses import replace
from pathlib import Path

import pytest

from components import catalogue
from components.changes import changed
from components.errors import DataError
from referee.engine.chance.outcomes import Quick
from referee.engine.play import open_box, play_out, start_game
from referee.games.planetary import box as boxes
from referee.games.planetary import game, pad
from referee.games.planetary.bots import BOTS
from referee.games.planetary.rules.cells import board
from referee.players.bots import at_random
from tests.referee.games.planetary.tables import BOX, NAMES, do, listed, table

SMALLER = (("ship.board", 6), ("structures.yields_per_hex", 2), ("setup.bar", 3))
AT_THE_DOOR = {"box", "game", "commands", "setup"}  # These modules open a box; all others are given one.


def test_a_game_is_played_with_the_numbers_of_its_box() -> None:
    """In turn with one that is played with the usual box."""
    for seed in range(3):
        smaller = play_out(game, start_game(game, NAMES[:2], {}, SMALLER), at_random, Quick(seed))
        usual = play_out(game, start_game(game, NAMES[:2], {}), at_random, Quick(seed))
        for end, cells, yields, bar in ((smaller, 36, 2, 3), (usual, 49, 5, 5)):
            assert not list(game.faults(end))
            assert {len(side.ship.cells) for side in end.sides} == {cells}
            assert max(times for world in end.worlds for times in world.worked) < yields
            assert max(len(side.bar) for side in end.sides) <= bar
            assert game.view(end, 0).areas


def test_a_cell_is_written_as_on_the_board_of_its_box() -> None:
    """The number of a cell means another one on a smaller board."""
    other = open_box(game, changes=SMALLER)
    assert [str(box.board.cells[20]) for box in (BOX, other)] == ["G3", "C4"]
    assert [box.board.find("G3") for box in (BOX, other)] == [20, None]
    assert board(6) is other.board
    smaller = table("4 8", box=other)
    assert str(game.read(smaller, 0, "build LAS c4")) == "build LAS C4"


@pytest.mark.parametrize(("size", "words"), [(3, "there is no D4"), (4, "there is no D5"), (27, "up to 26")])
def test_a_board_has_the_cells_of_the_start_and_letters_for_its_columns(size: int, words: str) -> None:
    with pytest.raises(DataError, match=words):
        open_box(game, changes=(("ship.board", size),))


def test_cells_of_a_large_board_are_read_as_they_are_written() -> None:
    cells = board(26).cells
    assert [board(26).find(str(cell)) for cell in cells] == list(cells)


def test_names_of_units_are_those_of_the_box() -> None:
    """A unit is read and written by the letter that its own box gives it."""
    kinds = tuple(kind._replace(letter=letter) for kind, letter in zip(BOX.units, "XYZ", strict=True))
    state = table("9 9", units="s1=2,1 h2=3,3", box=replace(BOX, units=kinds))
    assert listed(state, "y shoot") == {"y shoot Z2"}
    assert do(state, "Y shoot z2").side.units[1].hp == 2
    assert listed(table("9 9", units="s1=2,1 h2=3,3"), "s shoot") == {"s shoot H2"}


def test_sessions_share_a_box() -> None:
    first, second = (start_game(game, NAMES, {}) for _ in range(2))
    assert first == second
    assert hash(first) == hash(second)
    assert first.box is second.box
    assert start_game(pad, NAMES, {}) == start_game(pad, NAMES, {})
    assert start_game(game, NAMES, {}, SMALLER) != first


@pytest.mark.parametrize("bot", ["random", *BOTS])
def test_what_is_remembered_goes_with_the_box(bot: str) -> None:
    box = game.read_box(changed(catalogue.load("planetary"), {"units.unit.brute.move": 4}), {})
    gone = weakref.ref(box)
    end = play_out(game, game.start(NAMES[:2], {"rounds": "3"}, box), BOTS.get(bot, at_random), Quick(1))
    assert game.view(end, 0).areas
    del box, end
    game.turn(start_game(game, NAMES[:2], {}))  # The engine remembers the last state that it saw.
    gc.collect()
    assert gone() is None


def test_rules_read_no_box_that_they_were_not_given() -> None:
    folder = Path(boxes.__file__).parent
    for file in folder.rglob("*.py"):
        names = {
            node.name for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.alias)
        }
        if file.parent != folder or file.stem not in AT_THE_DOOR:
            assert not names & {"catalogue", "load", "read_box"}, f"{file.name} opens a box"
