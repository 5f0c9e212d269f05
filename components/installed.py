"""Games that other packages bring: a package joins with an entry point in the group `starbox.games`.

The entry's name is the game's slug and its value the package that holds the rules; the data of the box is in
that package's folder `components/`. Nothing here imports such a package: where it is and what it has are
looked up in its folder. Whoever does import it, does so within `blamed`.
"""

from __future__ import annotations

import importlib.util
import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from components.errors import DataError, StarboxError
from components.wording import listed, visible

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "starbox.games"
HOME = Path(__file__).parent
_SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,79}")


class Brought(NamedTuple):
    """A game that an installed package brings.

    module  the package of Python that holds its rules
    source  the installed package and its version, for people: "ring-tugs 1.0"
    home    the folder of the rules
    """

    slug: str
    module: str
    source: str
    home: Path

    @property
    def folder(self) -> Path:
        """The folder with the data of the box."""
        return self.home / "components"

    def has(self, part: str) -> bool:
        """Tell whether the package has that module of the plan."""
        return (self.home / f"{part}.py").is_file() or (self.home / part / "__init__.py").is_file()

    def error(self, what: str) -> DataError:
        """Return an error that says what is wrong with the package, and how to get rid of it."""
        name = self.source.partition(" ")[0]
        where = f"The game {self.slug} of the package {self.source}"
        return DataError(
            visible(what), where=where, todo=f"Tell its authors, or remove it: pip uninstall {name}."
        )


def packages() -> Mapping[str, Brought]:
    """The games of installed packages, by slug, without those of `left_out`."""
    return _found()[0]


def left_out() -> Mapping[str, str]:
    """By slug, a sentence on each game that an installed package brings and that cannot be used."""
    return _found()[1]


def find(slug: str) -> Brought | None:
    """The game of that slug; None if no package brings it. Raises `DataError` if it cannot be used."""
    if not _SLUG.fullmatch(slug):
        return None
    brought, faulty = _found()
    if slug in faulty:
        raise DataError(faulty[slug], todo="Remove what is not needed with pip uninstall.")
    return brought.get(slug)


@contextmanager
def blamed(module: str) -> Iterator[None]:
    """Import that module within this context: what the code of an installed game raises names its package.

    Raises `DataError` in place of an exception of such a module. Errors of the data, which say where they
    are, and exceptions of other modules stay what they are.
    """
    try:
        yield
    except StarboxError:
        raise
    except Exception as problem:
        for one in packages().values():
            if f"{module}.".startswith(f"{one.module}."):
                what = f"{module} cannot be imported: {type(problem).__name__}: {problem}."
                raise one.error(what) from problem
        raise


def forget() -> None:
    """Look again for what is installed, when it is next asked for."""
    _found.cache_clear()


@cache
def _found() -> tuple[Mapping[str, Brought], Mapping[str, str]]:
    """The games by slug, and what is wrong with the others."""
    if not _may_bring_games():
        return {}, {}
    # Imported here, because it takes 10 ms and few have such a package.
    from importlib.metadata import entry_points

    entries: dict[str, dict[str, str]] = {}
    for entry in entry_points(group=GROUP):
        entries.setdefault(entry.name, {})[_source(entry)] = entry.value.partition(":")[0].strip()
    games, faulty = {}, {}
    for slug, sources in entries.items():
        [(source, module), *others] = sorted(sources.items())
        brings = f'The package {source} brings a game "{visible(slug)}"'
        home = _home(module)
        if not _SLUG.fullmatch(slug):
            faulty[slug] = f"{brings}, which cannot be the name of a game."
        elif (HOME / slug.replace("-", "_") / "game.toml").is_file():
            faulty[slug] = f"{brings}, which is one of the five games."
        elif others:
            faulty[slug] = f'The packages {listed(sorted(sources))} each bring a game "{slug}".'
        elif home is None:
            faulty[slug] = f'{brings}, but there is no package "{visible(module)}".'
        elif not (home / "components" / "game.toml").is_file():
            faulty[slug] = f"{brings}, but {visible(module)} has no file components/game.toml."
        else:
            games[slug] = Brought(slug, module, source, home)
    return games, faulty


def _may_bring_games() -> bool:
    """Tell whether the entry points of an installed package may name the group. False only if none does."""
    if any(hasattr(finder, "find_distributions") for finder in sys.meta_path if finder is not PathFinder):
        return True
    return any(map(_may_name_the_group, sys.path))


def _may_name_the_group(place: str) -> bool:
    """Tell whether a package in that folder may do so; also for what is not a plain folder of packages."""
    try:
        with os.scandir(place or ".") as entries:
            names = [entry.name for entry in entries]
    except FileNotFoundError:
        return False
    except OSError:  # such as an archive
        return True
    if place.lower().endswith(".egg") or any(name.lower().endswith(".egg") for name in names):
        return True
    with_points = (name for name in names if name.lower().endswith((".dist-info", ".egg-info")))
    return any(GROUP in _entry_points(f"{place or '.'}/{name}/entry_points.txt") for name in with_points)


def _entry_points(file: str) -> str:
    try:
        with open(file, encoding="utf-8", errors="replace") as stream:  # noqa: PTH123 (a path takes longer)
            return stream.read()
    except OSError:
        return ""


def _home(module: str) -> Path | None:
    """The folder of that package, which is not imported; None if there is none."""
    top, *inner = module.split(".")
    try:
        spec = importlib.util.find_spec(top)
    except (ImportError, ValueError):
        return None
    places = (spec.submodule_search_locations or ()) if spec else ()
    folders = (Path(place, *inner) for place in places)
    return next((folder for folder in folders if folder.is_dir()), None)


def _source(entry: EntryPoint) -> str:
    """The package that has the entry point, and its version."""
    return visible(f"{entry.dist.name} {entry.dist.version}") if entry.dist else "without a name"
