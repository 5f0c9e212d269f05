"""The registry: every game the referee knows, and the only place that imports one.

A game is a package laid out by one plan; `docs/adding-a-game.md` shows it. Starbox brings five. An installed
package joins them with an entry point in the group `starbox.games`: the entry's name is the game's slug, and
its value is the package. Nothing of a game is imported before it is asked for.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeAlias

from components import installed
from components.errors import StarboxError, UsageError, did_you_mean

if TYPE_CHECKING:
    from components.setup import Setup
    from referee.engine.answers import Command, Group
    from referee.engine.asking.photographed import Photographed
    from referee.engine.chance.dice import Roller
    from referee.engine.game import AnyChooser, AnyGame, AnyPad, Prospects, Seat
    from referee.engine.play import Insight

SetUp: TypeAlias = "Callable[[int, str, Mapping[str, str]], Setup]"
ProspectsOf: TypeAlias = "Callable[[object, Seat | None], Prospects | None]"
Added: TypeAlias = "Command | Group | tuple[str, ...]"

_FIVE = ("last-blast", "mlem", "per-aspera", "planetary", "rayguns")
# A site may have been made without some of them.
OURS = tuple(slug for slug in _FIVE if (Path(__file__).parent / slug.replace("-", "_")).is_dir())


def slugs(part: str = "game") -> tuple[str, ...]:
    """The games that have that module of the plan, such as `pad` or `setup`."""
    return tuple(slug for slug in (*OURS, *installed.packages()) if _has(slug, part))


def find_game(slug: str) -> AnyGame:
    """The rules of that game. Raises `UsageError` if there are none."""
    from referee.engine.game import Game

    game: AnyGame = _declared(slug, _required(slug, "game", "The referee does not know"), Game)
    return game


def find_pad(slug: str) -> AnyPad:
    """The score pad of that game. Raises `UsageError` if there is none."""
    from referee.engine.game import Pad

    pad: AnyPad = _declared(slug, _required(slug, "pad", "There is no score pad for"), Pad)
    return pad


def find_set_up(slug: str) -> SetUp:
    """The function that sets that game up from a seed. Raises `UsageError` if there is none."""
    _required(slug, "setup", "There is no set-up for")
    set_up: SetUp = _offered(slug, "setup", "set_up")
    return set_up


def find_dice(slug: str) -> Callable[[str], Roller]:
    """The reader of that game's own dice, such as `6@5`. Raises `UsageError` if it has none."""
    from referee.engine.game import OwnDice

    commands = _part(slug, "commands")
    if not isinstance(commands, OwnDice):
        able = [known for known in slugs("commands") if isinstance(_part(known, "commands"), OwnDice)]
        todo = did_you_mean(slug, able) or "Write ordinary dice: 2d6."
        raise UsageError(f'The game "{slug}" has no dice of its own.', where=f'"{slug}:"', todo=todo)
    reader: Callable[[str], Roller] = commands.dice
    return reader


def bots_of(slug: str) -> Mapping[str, AnyChooser]:
    """The game's own bots, by name."""
    bots: Mapping[str, AnyChooser] = _offered(slug, "bots", "BOTS") or {}
    return bots


def bots_version(slug: str) -> int:
    """The version of the bots that play that game: raised when one of them would make another move."""
    return getattr(_part(slug, "bots"), "VERSION", 1)


def insight_of(slug: str) -> Insight:
    """Return the insight of that game, which helps a bot to look ahead."""
    from referee.engine.play import Insight

    return getattr(_part(slug, "bots"), "INSIGHT", Insight())


def prospects_of(slug: str) -> ProspectsOf | None:
    """The function that works out the odds of a position of that game; None if it has none."""
    prospects: ProspectsOf | None = _offered(slug, "odds", "prospects")
    return prospects


def photographs_of(slug: str) -> Mapping[str, Photographed]:
    """Return what photographs of that game stand for, by the keys of its positions."""
    return getattr(_part(slug, "position"), "PHOTOGRAPHS", {})


def package(slug: str) -> str:
    """The package of that game; empty if nothing has that slug."""
    if slug in OURS:
        return f"{__name__}.{slug.replace('-', '_')}"
    brought = _brought(slug)
    return brought.module if brought else ""


def commands_of(slug: str) -> Mapping[str, Added]:
    """Return what that game adds to the command line, by word: the table `COMMANDS` of its package.

    A `Command` has its place in the group of that word, after the game's slug: `score mlem`. If there is no
    such group, the word is the game's own: `demands`. So is that of a `Group`. A tuple has examples for a
    command of the referee itself: `roll mlem:6@5`. Imports only the package, and none of its modules.

    Raises `DataError` if the package of an installed game cannot be imported, or has another table.
    """
    from referee.engine.answers import Command, Group

    brought = _brought(slug)
    if not (brought.has("commands") if brought else slug in OURS):
        return {}
    with installed.blamed(name := package(slug)):
        added: Mapping[str, Added] = getattr(importlib.import_module(name), "COMMANDS", {})
        if not all(isinstance(one, Command | Group | tuple) for one in added.values()):
            raise TypeError("COMMANDS has what is not a command")
    return added


def commands() -> Iterator[tuple[str, Mapping[str, Added]]]:
    """Each game's slug and what it adds to the command line, without games that cannot be imported."""
    for slug in (*OURS, *installed.packages()):
        try:
            added = commands_of(slug)
        except StarboxError:
            continue
        yield slug, added


def _required(slug: str, part: str, missing: str) -> ModuleType:
    module = _part(slug, part)
    if module is None:
        raise UsageError(f'{missing} "{slug}".', where="GAME", todo=did_you_mean(slug, slugs(part)))
    return module


def _declared(slug: str, rules: ModuleType, protocol: type) -> Any:
    """The game or the pad. Raises `DataError` if another package brings it and it is misdeclared."""
    if brought := _brought(slug):
        from referee.engine.phases import misdeclared

        other = vars(rules).get("slug", slug)
        wrong = f'{rules.__name__} has the slug "{other}".'
        if said := wrong if other != slug else misdeclared(rules, protocol):
            raise brought.error(said)
    return rules


def _offered(slug: str, part: str, name: str) -> Any:
    """Return what that module of the game has by that name; None if there is no such module."""
    module, brought = _part(slug, part), _brought(slug)
    if module and brought and not hasattr(module, name):
        raise brought.error(f"{module.__name__} has no {name}.")
    return getattr(module, name) if module else None


def _part(slug: str, part: str) -> ModuleType | None:
    """Import that module of the game; None if the game is unknown or has no such module."""
    if not _has(slug, part):
        return None
    with installed.blamed(name := f"{package(slug)}.{part}"):
        return importlib.import_module(name)


def _has(slug: str, part: str) -> bool:
    if brought := _brought(slug):
        return brought.has(part)
    return slug in OURS and importlib.util.find_spec(f"{package(slug)}.{part}") is not None


def _brought(slug: str) -> installed.Brought | None:
    """The game of an installed package; None if it is one of ours or nobody brings it."""
    return None if slug in OURS else installed.find(slug)
