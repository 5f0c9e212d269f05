"""The codes printed on the pieces, as people type them.

A blueprint is `LAS` or `GEN-S`, also `las`, `gens` or `GEN_S`. Several have commas or spaces between
them, and a number before, or `×` and a number after: `LAS, 2 COR, SHD×2`. A core is its name, its
letter or the code of its tile: `solar`, `S`, `CORE-S`.
"""

import re
from collections.abc import Sequence

from components.errors import UsageError, did_you_mean
from referee.engine.arguments import check_player_count
from referee.games.planetary.box import Box
from referee.games.planetary.rules.cells import Numbered
from referee.games.planetary.rules.numbers import Blueprints, Core

_CORE_TILE = re.compile(r"core[-–−_. ]?(?=[a-z]$)", re.IGNORECASE)
_GENERATOR = re.compile(r"\bgen[-–−_. ]?(?=[a-z]\b)", re.IGNORECASE)
# A code with its number before or after it; anything else is a word to complain about.
_ITEM = re.compile(
    r"(?:(?P<before>\d+)\s*[×x*]?\s*)?(?P<code>[^\W\d_][\w-]*?)(?:\s*[×x*]\s*(?P<after>\d+))?(?=[\s,;+]|$)"
    r"|(?P<word>[^\s,;+]+)",
    re.IGNORECASE,
)


def find_unit(box: Box, text: str) -> Numbered | None:
    """The unit of that letter or name; None if there is none."""
    word = text.lower()
    return next((unit for unit in box.crew if word in (unit.code, unit.name)), None)


def read_core(text: str, box: Box, where: str) -> Core:
    """The core of that name, letter or tile. Raises `UsageError`, naming `where`, if there is none."""
    word = _CORE_TILE.sub("", text.strip()).lower()
    for core in box.cores.values():
        if word in (core.name, core.letter.lower()):
            return core
    raise UsageError(f'There is no core "{text}".', where=where, todo=did_you_mean(word, box.cores))


def find_blueprint(box: Box, text: str) -> str | None:
    """The code of the blueprint, however it is typed; None if there is none."""
    code = _GENERATOR.sub("GEN-", text.strip()).upper()
    return code if code in box.blueprints else None


def read_blueprint(text: str, box: Box, where: str) -> str:
    """The code of the blueprint. Raises `UsageError`, naming `where`, if there is none."""
    code = find_blueprint(box, text)
    if code is None:
        raise UsageError(f'There is no blueprint "{text}".', where=where, todo=nearest_blueprint(box, text))
    return code


def nearest_blueprint(box: Box, text: str) -> str:
    """Advise on an unknown blueprint: name the code nearest to it, by code or by title."""
    word = text.strip().lower()
    for blueprint in box.blueprints.values():
        if len(word) > 2 and blueprint.title.lower().startswith(word):
            return f'Did you mean "{blueprint.code}"?'
    return did_you_mean(word, box.blueprints)


def read_blueprints(text: str, box: Box, where: str) -> dict[str, int]:
    """Copies by code, in the order of PL 6; none if the text is empty.

    Raises `UsageError`, naming `where` and the word, for what is not a blueprint or a count.
    """
    counts: dict[str, int] = {}
    for item in _ITEM.finditer(_GENERATOR.sub("GEN-", text)):
        word = item["code"] or item["word"]
        code = read_blueprint(word, box, where)
        counts[code] = counts.get(code, 0) + _copies(item, code, where)
    return box.counts_in_order(counts)


def write_blueprints(blueprints: Blueprints) -> str:
    """The blueprints as `read_blueprints` reads them: `4 COR, LAS`."""
    return ", ".join(f"{copies} {code}" if copies > 1 else code for code, copies in blueprints.items())


def read_places(box: Box, arguments: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The players in the order of their places; `Bo+Cy` share one.

    Raises `UsageError` for an empty name, a name that is given twice and too few or too many players.
    """
    places = tuple(tuple(name.strip() for name in argument.split("+")) for argument in arguments)
    names: set[str] = set()
    for argument, place in zip(arguments, places, strict=True):
        for name in place:
            if not name:
                raise UsageError("A player has no name.", where=f'"{argument}"', todo="Write Bo+Cy.")
            if "=" in name:
                raise UsageError(
                    "A place takes names only.",
                    where=f'"{argument}"',
                    todo="Name the players in the order of their places, the winner first.",
                )
            if name in names:
                raise UsageError(
                    f'"{name}" is given twice.', where=f'"{argument}"', todo="Name every player once."
                )
            names.add(name)
    check_player_count(box.components, len(names), todo="Name all players.")
    return places


def _copies(item: re.Match[str], code: str, where: str) -> int:
    if item["before"] and item["after"]:
        raise UsageError(
            f'"{item[0]}" has two numbers.', where=where, todo=f"Write a comma before or after {code}."
        )
    copies = int(item["before"] or item["after"] or 1)
    if not copies:
        raise UsageError(f'"{item[0]}" is zero copies.', where=where, todo="Leave it out.")
    return copies
