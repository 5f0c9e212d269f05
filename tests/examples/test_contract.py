"""The contract fails the games that break what it promises: Ring Tugs, changed in one place each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest
from ring_tugs import bots, game
from ring_tugs.moves import Take
from ring_tugs.text import log
from ring_tugs.text import view as views

from components.setup import Area, Placed
from referee.contract import Contract
from referee.engine.chance.outcomes import Source
from referee.engine.game import CHANCE, Telling
from tests.examples.test_ring_tugs import SHIPPED

Imagine = Callable[[Any, int | None, Source], Any]
IMAGINE: Imagine = SHIPPED["imagine"]
HIDDEN = "test_nobody_sees_what_is_hidden"
DRAWN = "test_nobody_learns_what_another_draws"


def changed(**functions: Any) -> Any:
    """Ring Tugs with other functions."""
    module = ModuleType("changed")
    vars(module).update({**vars(game), "__name__": "changed", **functions})
    return module


def promised(game: Any, promise: str, imagine: Imagine | None = IMAGINE) -> None:
    """Hold the game to that promise."""

    class Promises(Contract, game=game, seats=(3,), imagine=imagine, many=1, samples=1): ...

    getattr(Promises(), promise)()


def guessed(state: Any, seat: int | None, source: Source) -> Any:
    return leaky.guess(leaky.known(state, seat), seat or 0, source)


def everything(state: Any, seat: int | None) -> Any:
    return state


leaky = changed(known=everything, view=views.view)
telling = changed(
    tell=lambda before, event, after, seat: Telling(
        (f"{event.what}",) if game.turn(before) is CHANCE else tuple(log.lines(before, event, after, seat))
    )
)


@pytest.mark.parametrize("promise", [HIDDEN, DRAWN])
def test_a_game_that_is_right_passes(promise: str) -> None:
    promised(game, promise)


def test_a_known_that_gives_everything_away_fails() -> None:
    """An honest `imagine` finds it, one that asks `known` is refused, and draws find it without one."""
    for promise, imagine, said in (
        (HIDDEN, IMAGINE, "assert"),
        (HIDDEN, guessed, "imagine calls known"),
        (DRAWN, None, "assert"),
    ):
        with pytest.raises(AssertionError, match=said):
            promised(leaky, promise, imagine)


def test_a_telling_that_names_a_secret_draw_fails() -> None:
    with pytest.raises(AssertionError, match=r'seat .*: step "contract"'):
        promised(telling, DRAWN)


def test_an_imagine_that_shows_nothing_fails() -> None:
    with pytest.raises(AssertionError, match="never gives another state"):
        promised(game, HIDDEN, lambda state, seat, source: state)
    with pytest.raises(AssertionError, match="hides something"):
        promised(game, HIDDEN, None)


@pytest.mark.parametrize(
    ("move", "said"),
    [
        (None, 'bots.py, "lazy", step "send": None'),
        (Take("B9"), 'bots.py, "lazy", step "send": take B9 is refused: .'),
    ],
)
def test_a_bot_that_makes_no_legal_move_fails(move: Any, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bots.BOTS, "lazy", lambda game, state, seat, source: move)
    with pytest.raises(AssertionError, match=said):
        promised(game, "test_bots_make_legal_moves")


@pytest.mark.parametrize("piece", [Placed("tile", "T1"), Placed("tugs", "T99")])
def test_a_piece_that_no_deck_has_fails(piece: Placed) -> None:
    def view(state: Any, seat: int | None) -> Any:
        return replace(game.view(state, seat), areas=(Area("harbour", "Harbour", "list", (piece,)),))

    with pytest.raises(AssertionError, match=r'step "beacon", .*: harbour has what no deck has'):
        promised(changed(view=view), "test_every_step_is_as_it_should_be")


def test_a_function_that_is_missing_fails() -> None:
    wrong = changed()
    del wrong.score
    with pytest.raises(AssertionError, match="changed has no score"):
        promised(wrong, "test_everything_is_declared")
