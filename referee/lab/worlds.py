"""Worlds: a game as it is played with a changed box.

The modules of a game remember what they have read from the box, in many places. So a game with other numbers
is imported once more, beside the usual one, while the catalogue gives the changed box. As long as a world is
entered its modules take the place of the usual ones, so one process is in one world at a time.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import ModuleType

from components import catalogue
from components.changes import Changes, changed
from components.errors import DataError, UsageError
from referee import games
from referee.engine.game import AnyGame

_KEPT = 8  # worlds that a process keeps, the latest
_entered = threading.RLock()  # a worker of a cluster may have several threads
_modules: dict[tuple[str, Changes], dict[str, ModuleType]] = {}


@contextmanager
def world(game: str, changes: Changes) -> Iterator[AnyGame]:
    """The rules of that game, played with those numbers while the context lasts.

    Raises `UsageError` for numbers that the game does not have or cannot be played with.
    """
    if not changes:
        with _entered:
            yield games.find_game(game)
        return
    with _entered, catalogue.instead(changed(catalogue.load(game), dict(changes))):
        package = games.package(game)
        usual = _taken(package)
        sys.modules.update(_modules.pop((game, changes), {}))
        try:
            yield _imported(game, changes)
        finally:
            _modules[game, changes] = _taken(package)
            sys.modules.update(usual)
            _name_again(package, usual)
            while len(_modules) > _KEPT:
                del _modules[next(iter(_modules))]


def _imported(game: str, changes: Changes) -> AnyGame:
    try:
        return games.find_game(game)
    except (UsageError, DataError) as problem:
        raise _refused(changes, str(problem)) from None
    except Exception as problem:
        raise _refused(changes, f"{type(problem).__name__}: {problem}") from None


def _refused(changes: Changes, why: str) -> UsageError:
    written = ", ".join(f"{name}={value}" for name, value in changes)
    return UsageError("The game cannot be played with this number.", where=f"--vary {written}", todo=why)


def _taken(package: str) -> dict[str, ModuleType]:
    """The modules of the package, taken out of the imported ones."""
    names = [name for name in sys.modules if name == package or name.startswith(f"{package}.")]
    return {name: sys.modules.pop(name) for name in names}


def _name_again(package: str, modules: Mapping[str, ModuleType]) -> None:
    """Give the parent package its usual child back."""
    parent, _, child = package.rpartition(".")
    if parent and package in modules:
        setattr(sys.modules[parent], child, modules[package])
