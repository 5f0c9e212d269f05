"""The box of Rayguns and Rocketships: another box is another value, and games with both go on at once."""

from __future__ import annotations

import ast
import gc
import weakref
from itertools import combinations
from pathlib import Path

import pytest

from components import catalogue
from components.changes import changed
from referee.engine.chance.outcomes import Quick
from referee.engine.play import open_box, play_out, start_game
from referee.games.rayguns import box as boxes
from referee.games.rayguns import game, pad
from referee.games.rayguns.bots import BOTS
from referee.games.rayguns.rules.arrays import evaluator
from referee.games.rayguns.rules.orders import typical
from referee.games.rayguns.state import State
from referee.players.bots import at_random
from tests.referee.games.rayguns.table import BOX, NAMES, tiles

CHANGES = (("round.exploration.array", 4), ("round.exploration.rounds", 2), ("round.port.draw", 6))
AT_THE_DOOR = {"box", "game", "commands", "setup"}  # These modules open a box; all others are given one.


def played(state: State, seed: int) -> State:
    end = play_out(game, state, at_random, Quick(seed))
    assert not list(game.faults(end))
    return end


def test_a_game_is_played_with_the_numbers_of_its_box() -> None:
    other = open_box(game, changes=CHANGES)
    for seed in range(5):
        short = play_out(game, start_game(game, NAMES[:2], {}, CHANGES), at_random, Quick(seed))
        assert (short.round, short.box) == (3, other)
        usual = played(start_game(game, NAMES[:2], {}), seed)
        assert (usual.round, usual.box) == (5, BOX)


def test_a_box_has_tiles_of_its_own() -> None:
    """An evaluator with one box remembers nothing of another, where a big number counts once more."""
    other = open_box(game, changes=(("specials.special.big-number.times", 3),))
    five = tiles("N5 G5w A5r B2r R1w")
    assert evaluator(typical(BOX)).best(five).points == 20
    assert evaluator(typical(other)).best([other.tiles[tile.code] for tile in five]).points == 25
    assert not set(other.tiles.values()) & set(BOX.tiles.values())
    assert other.deck != BOX.deck


def test_sessions_share_a_box() -> None:
    first, second = (start_game(game, NAMES, {}) for _ in range(2))
    assert first == second
    assert hash(first) == hash(second)
    assert first.box is second.box
    assert first.rules is second.rules
    assert start_game(pad, NAMES, {}) == start_game(pad, NAMES, {})
    assert start_game(game, NAMES, {}, CHANGES) != first


@pytest.mark.parametrize("bot", ["random", *BOTS])
def test_what_is_remembered_goes_with_the_box(bot: str) -> None:
    box = game.read_box(changed(catalogue.load("rayguns"), {"round.bonus.best": 6}), {})
    gone = weakref.ref(box)
    play_out(game, game.start(NAMES[:2], {}, box), BOTS.get(bot, at_random), Quick(1))
    del box
    game.turn(start_game(game, NAMES[:2], {}))  # The engine remembers the last state that it saw.
    gc.collect()
    assert gone() is None


def test_the_box_is_written_in_the_order_of_the_rules() -> None:
    """RR 1.1, RR 6.4: all tiles by their codes; where they are written, the highest first, and specials."""
    assert [tile.code for tile in BOX.every_tile] == sorted(tile.code for tile in BOX.every_tile)
    assert all(BOX.every_tile[tile.first] is tile for tile in BOX.tiles.values())
    for one, other in combinations(sorted(BOX.tiles.values(), key=lambda tile: tile.place), 2):
        assert (-one.rank, not one.special, one.code) < (-other.rank, not other.special, other.code)


def test_rules_read_no_box_that_they_were_not_given() -> None:
    folder = Path(boxes.__file__).parent
    for file in folder.rglob("*.py"):
        names = {
            node.name for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.alias)
        }
        if file.parent != folder or file.stem not in AT_THE_DOOR:
            assert not names & {"catalogue", "load", "read_box"}, f"{file.name} opens a box"
