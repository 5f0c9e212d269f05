"""Several games at the same time: who gets the processors, and what is told meanwhile."""

from __future__ import annotations

import multiprocessing
import os
from pathlib import Path
from typing import Any

import pytest

from generator import Progress, silent
from generator.build import workers
from generator.build.press import Order
from generator.sheets.paper import Paper

GAMES = ("mlem", "planetary", "rayguns")


def orders(out: Path) -> list[Order]:
    return [Order(game, Paper("a4", 210, 297), out) for game in GAMES]


def niceness(order: Order, progress: Progress) -> Any:
    """Stands for a build."""
    return order.game, os.nice(0)


class Niceness:
    """Stands for `os.nice`, whose real value depends on how the tests were started."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __call__(self, more: int) -> int:
        self.value += more
        return self.value


def talkative(order: Order, progress: Progress) -> Any:
    for done in range(1, 1_001):
        progress(order.game, done, 1_000)
    return order.game


forks = pytest.mark.skipif(
    multiprocessing.get_start_method() != "fork", reason="a process that is not forked has the real build"
)


@forks
@pytest.mark.parametrize("usual", [0, 10])
@pytest.mark.parametrize("processors", [1, 3])
def test_the_largest_game_goes_first_where_processors_are_few(
    processors: int, usual: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However little the whole run itself is given, such as by `nice`."""
    monkeypatch.setattr(os, "nice", Niceness(usual))
    monkeypatch.setattr(workers, "build", niceness)
    monkeypatch.setattr(workers, "_processors", lambda: processors)
    found: dict[str, int] = dict(workers.build_all(orders(tmp_path), 3, silent))  # type: ignore[arg-type]
    assert found.keys() == set(GAMES) and found["planetary"] == usual
    gave_way = {game for game in GAMES if found[game] > usual}
    assert gave_way == ({"mlem", "rayguns"} if processors == 1 else set())


@forks
def test_progress_is_told_to_its_end_but_not_of_each_face(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "build", talkative)
    told: list[tuple[str, int, int]] = []
    done = workers.build_all(orders(tmp_path), 3, lambda *news: told.append(news))
    assert [*done] == [*GAMES]
    assert {(game, 1_000, 1_000) for game in GAMES} <= {*told} and len(told) < 100
