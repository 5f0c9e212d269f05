"""A box with other numbers: a copy of the components of a game, changed, for the referee to play with."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from components import catalogue


@contextmanager
def changed(game: str, folder: Path, changes: Iterable[tuple[str, str, str]]) -> Iterator[None]:
    """While it lasts the game is played with that box; what is remembered of the usual one waits until then.

    folder   for the copy
    changes  a file of the game, what stands there once, and what stands there instead
    """
    place = folder / game.replace("-", "_")
    shutil.copytree(catalogue.HOME / place.name, place)
    for shared in catalogue.HOME.glob("*.toml"):
        shutil.copy(shared, folder)
    for file, old, new in changes:
        text = (place / file).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
        (place / file).write_text(text.replace(old, new), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(catalogue, "HOME", folder)
        _forget(place.name, patch)
        yield


def _forget(package: str, patch: pytest.MonkeyPatch) -> None:
    """Take an empty cache for each that was filled from the box, as long as the patch lasts."""
    empty: dict[Any, Any] = {}
    within = (f"referee.games.{package}.", f"tests.referee.games.{package}.")
    for name, module in list(sys.modules.items()):
        if name.startswith(within) or module is catalogue:
            for known, value in list(vars(module).items()):
                if hasattr(value, "cache_parameters"):
                    if value not in empty:
                        empty[value] = lru_cache(**value.cache_parameters())(value.__wrapped__)
                    patch.setattr(module, known, empty[value])
