"""The last expeditions worked out by `benchmarks/mlem_endgames.py`: the best play, and that of `clever`."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.engine.chance.starters import Starts
from referee.engine.play import start_game
from referee.games.mlem import game
from referee.games.mlem.bots.expedition import at_take_off
from referee.games.mlem.moves import Aboard
from referee.games.mlem.rules.goals import landings_of
from referee.games.mlem.state import State
from tests.referee.games.mlem.table import landed

HOME = Path(__file__).parents[5]
THERE = landed(m5=((0, "moonwalker"),), m6=((1, "moonwalker"),))


@pytest.fixture(scope="module")
def endgames() -> Iterator[Any]:
    spec = importlib.util.spec_from_file_location("endgames", HOME / "benchmarks" / "mlem_endgames.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["endgames"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["endgames"]


def boarding(failures: int) -> State:
    """With one astronaut left on both mats; Ann boards first."""
    state = game.resolve(start_game(game, ("Ann", "Bo"), {}), Starts("draw", 0, "Ann"))
    after = state.copy()
    after.mats, after.failures, after.landed = (("ace",), ("voyager",)), failures, THERE
    after.landings = (landings_of(THERE, 0), landings_of(THERE, 1))
    return after


@pytest.mark.parametrize("seat", [0, 1])
def test_7_1_in_the_last_expedition_clever_plays_best(endgames: Any, seat: int) -> None:
    """It ends the game whatever happens, so nothing is left to a forecast."""
    state = boarding(failures=10)
    best, clever = endgames.compared(state, seat)
    for one, astronaut in ((0, "ace"), (1, "voyager")):
        state = game.apply(state, one, Aboard(astronaut))
    assert best == clever == pytest.approx(at_take_off(state, seat))


@pytest.mark.parametrize("seat", [0, 1])
def test_nothing_is_better_than_the_best_play(endgames: Any, seat: int) -> None:
    best, clever = endgames.compared(boarding(failures=9), seat)
    assert 0 < clever <= best + 1e-12 < 1


def test_the_last_positions_have_few_astronauts(endgames: Any) -> None:
    [state] = endgames.last_ones(endgames.Quick(4), 3)
    assert sum(map(len, state.mats)) <= 3
    assert all(state.mats) and state.step == "board"


def test_what_is_thought_decides_and_what_is_true_is_kept(endgames: Any) -> None:
    sure, risky = endgames.Worth.of(0.5, 0.9), endgames.Worth.of(0.6, 0.1)
    mean = (0.0 + 0.5 * max(sure, risky) + 0.25 * sure + 0.25) / 2
    assert (float(mean), mean.true) == (pytest.approx(0.3375), pytest.approx(0.2625))
