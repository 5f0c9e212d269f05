"""The codes printed on the pieces, and what else people type, read into the things of the box.

A planet is `3L`, the resource it produces and its size (PA 1.7), also `3l`, `3-L` or `3large`; a copy
is `3L.b`, also `3Lb`. A size is `L`, `large` or `3`; a resource is `3` or `ore`. Dice are numbers with
commas or spaces between them. A purse is `130`, or `130@home` on the homeworld.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from components.errors import UsageError, did_you_mean
from referee.games.per_aspera.box import OPPONENTS, Opponent, Planet, Resource, Side, Size, box
from referee.games.per_aspera.scoring import Purse

T = TypeVar("T")

_PLANET = re.compile(r"(\d+)[-._/]?(small|medium|large|[A-Z])(?:[-._/]?([A-Z]))?", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s,;/+]+")
_MONEY = re.compile(r"(\d{1,9})\s*(?:MCR)?", re.IGNORECASE | re.ASCII)
_HOME = "home"


def read_planets(words: Sequence[str], where: str) -> tuple[Planet, ...]:
    """The planets of those codes.

    Raises `UsageError`, naming `where`, for a code that is none and for more planets than there are.
    """
    codes = [code for word in words for code in _BETWEEN.split(word) if code]
    planets = tuple(read_planet(code, where) for code in codes)
    _check_copies(planets, where)
    return planets


def read_planet(text: str, where: str) -> Planet:
    """The planet of that code. Raises `UsageError`, naming `where`, for a code that is none."""
    known = {planet.code.upper(): planet for planet in (*_kinds().values(), *box().planets.values())}
    typed = text.strip()
    if typed.upper() in (box().empty[0], box().home):
        raise UsageError(f'"{typed.upper()}" is no planet.', where=where, todo="Write a planet: 3L.")
    found = _PLANET.fullmatch(typed)
    short = f"{found[1]}{found[2][0]}".upper() if found else typed
    code = f"{short}.{found[3].upper()}" if found and found[3] else short
    if code in known:
        return known[code]
    copies = [planet.code for planet in box().planets.values() if planet.code.startswith(f"{short}.")]
    raise UsageError(
        f'There is no planet "{typed}".', where=where, todo=did_you_mean(code, copies or _kinds())
    )


def read_size(text: str, where: str) -> Size:
    """The size of that letter, name or number. Raises `UsageError`, naming `where`."""
    sizes = {
        word.casefold(): size for size in box().sizes for word in (size.letter, size.name, str(size.number))
    }
    letters = ", ".join(f"{size.letter} ({size.name})" for size in box().sizes)
    return _found(text, sizes, where, "size", f"Sizes are {letters}.")


def read_resource(text: str, where: str) -> Resource:
    """The resource of that number or name. Raises `UsageError`, naming `where`."""
    every = box().resources.values()
    resources = {
        word.casefold(): resource for resource in every for word in (str(resource.number), resource.name)
    }
    numbers = ", ".join(f"{resource.number} ({resource.name.lower()})" for resource in every)
    return _found(text, resources, where, "resource", f"Resources are {numbers}.")


def read_opponent(text: str, where: str) -> Opponent:
    """Raises `UsageError`, naming `where`, with the nearest one."""
    opponents: dict[str, Opponent] = {opponent: opponent for opponent in OPPONENTS}
    return _found(text, opponents, where, "opponent", did_you_mean(text, opponents))


def read_draw(text: str, where: str) -> Side:
    """Who wins a draw: our side, called active, or the other. Raises `UsageError`, naming `where`."""
    draws: dict[str, Side] = {"win": "active", "lose": "opponent"}
    return _found(text, draws, where, "outcome of a draw", did_you_mean(text, draws))


def read_dice(text: str, where: str) -> tuple[int, ...]:
    """The faces of dice as they fell. Raises `UsageError`, naming `where`, for what is no face."""
    words = [word for word in _BETWEEN.split(text) if word]
    faces = {str(face): face for face in range(1, box().dice.faces + 1)}
    if not words:
        raise UsageError("There is no die.", where=where, todo="Write what the dice show: 4,2.")
    return tuple(_found(word, faces, where, "die", f"A die shows 1 to {len(faces)}.") for word in words)


def read_purse(text: str, name: str) -> Purse:
    """The money of that player; the empty text is none. Raises `UsageError`, naming the player."""
    amount, at, place = (part.strip() for part in text.partition("@"))
    if at and place.casefold() != _HOME:
        raise UsageError(
            f'"@{place}" is no place that counts.',
            where=f"{name}={text}",
            todo=f"Write {name}={amount or 0}@{_HOME} on the homeworld, else {name}={amount or 0}.",
        )
    found = _MONEY.fullmatch(amount)
    if amount and not found:
        raise UsageError(
            f'"{amount}" is no money.', where=f"{name}={text}", todo=f"Write whole MCR: {name}=95."
        )
    return Purse(int(found[1]) if found else 0, bool(at))


def short_code(planet: Planet) -> str:
    """The code without the letter of a copy: "3L"."""
    return planet.code.partition(".")[0]


def _kinds() -> dict[str, Planet]:
    """The planets without their copies, by code: "3L"."""
    return {short_code(planet): planet._replace(code=short_code(planet)) for planet in box().planets.values()}


def _check_copies(planets: Iterable[Planet], where: str) -> None:
    """Refuses a copy that is there twice, and more planets of a kind than there are copies."""
    exist = Counter(short_code(planet) for planet in box().planets.values())
    named = Counter(planet.code for planet in planets if planet.code in box().planets)
    for code, count in named.items():
        if count > 1:
            raise UsageError(f"{code} is here {count} times.", where=where, todo="The box has 1.")
    for code, count in Counter(map(short_code, planets)).items():
        if count > exist[code]:
            raise UsageError(
                f"{code} is here {count} times.", where=where, todo=f"The box has {exist[code]}."
            )


def _found(text: str, known: Mapping[str, T], where: str, what: str, todo: str) -> T:
    word = text.strip().casefold()
    if word not in known:
        raise UsageError(f'"{text.strip()}" is no {what}.', where=where, todo=todo)
    return known[word]
