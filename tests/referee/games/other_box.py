"""A box with other numbers: a copy of the components of a game, changed, for the referee to play with."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from components import catalogue


@contextmanager
def changed(game: str, folder: Path, changes: Iterable[tuple[str, str, str]]) -> Iterator[None]:
    """While it lasts the game is played with that box, and whoever remembers the other has forgotten it.

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
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(catalogue, "HOME", folder)
            _forget(game)
            yield
    finally:
        _forget(game)


def _forget(game: str) -> None:
    """Empty every cache that was filled from the box."""
    package = f"referee.games.{game.replace('-', '_')}."
    for name, module in list(sys.modules.items()):
        if name.startswith(package) or module is catalogue:
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear"):
                    value.cache_clear()
