"""The codes printed on the pieces, and what else people type, read into the things of the box.

A planet is `3L`, the resource it produces and its size (PA 1.7), also `3l`, `3-L` or `3large`; a copy
is `3L.b`, also `3Lb`. A size is `L`, `large` or `3`; a resource is `3` or `ore`; a unit of cargo is a
resource, or `C` for colonists. A space is `-1,3`, its q and r, or the code of the card that lies there. Dice
are numbers with commas or spaces between them. A purse is `130`, or `130@home` on the homeworld.

Every reader raises `UsageError`, naming `where`, for text it cannot read.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from components.errors import UsageError, did_you_mean
from components.wording import counted
from referee.games.per_aspera.box import (
    COLONISTS,
    OPPONENTS,
    Box,
    Card,
    Opponent,
    Planet,
    Resource,
    Side,
    Size,
)
from referee.games.per_aspera.rules.map_spaces import Space
from referee.games.per_aspera.rules.scoring import Purse
from referee.games.per_aspera.state import Chart

T = TypeVar("T")

_PLANET = re.compile(r"(\d+)[-._/]?(small|medium|large|[A-Z])(?:[-._/]?([A-Z]))?", re.IGNORECASE)
_SPACE = re.compile(r"([-−]?\d),([-−]?\d)")
_BETWEEN = re.compile(r"[\s,;/+]+")
_MONEY = re.compile(r"(\d{1,9})\s*(?:MCR)?", re.IGNORECASE | re.ASCII)
_HOME = "home"


def read_planets(words: Sequence[str], box: Box, where: str) -> tuple[Planet, ...]:
    """Return the planets of those codes, of which there may be no more than the box has."""
    codes = [code for word in words for code in _BETWEEN.split(word) if code]
    planets = tuple(read_planet(code, box, where) for code in codes)
    _check_copies(planets, box, where)
    return planets


def read_planet(text: str, box: Box, where: str) -> Planet:
    """Return the planet of that code, such as "3L" or "3L.b"."""
    kinds = {short_code(planet): planet._replace(code=short_code(planet)) for planet in box.planets.values()}
    known = {planet.code.upper(): planet for planet in (*kinds.values(), *box.planets.values())}
    typed = text.strip()
    if typed.upper() in (box.empty[0], box.home):
        raise UsageError(f'"{typed.upper()}" is not a planet.', where=where, todo="Write a planet: 3L.")
    found = _PLANET.fullmatch(typed)
    short = f"{found[1]}{found[2][0]}".upper() if found else typed
    code = f"{short}.{found[3].upper()}" if found and found[3] else short
    if code in known:
        return known[code]
    copies = [planet for planet in box.planets if planet.startswith(f"{short}.")]
    raise UsageError(f'There is no planet "{typed}".', where=where, todo=did_you_mean(code, copies or kinds))


def read_card(text: str, box: Box, where: str) -> Card:
    """Return the map card of that code: "3L.b", "E"."""
    cards = {card.code: card for card in box.deck}
    for code, card in cards.items():
        if _plain(code) == _plain(text):
            return card
    raise UsageError(f'There is no map card "{text}".', where=where, todo=did_you_mean(text, cards))


def read_place(text: str, chart: Chart, where: str) -> Space:
    """Return a space of the map by its q,r, or by the code of the card that lies there.

    That is `2M.b`, or `2M` if only one card has that code.
    """
    if _SPACE.fullmatch(text):
        return read_space(text, chart.box, where)
    wanted = _plain(text)
    known = [(space, card.code) for space, card in zip(chart.box.spaces, chart.cards, strict=True) if card]
    found = [space for space, code in known if _plain(code) == wanted]
    found = found or [space for space, code in known if _plain(code.partition(".")[0]) == wanted]
    if len(found) == 1:
        return found[0]
    if found:
        some = " or ".join(space.text for space in found[:2])
        what = f'{counted(len(found), "space")} of the map have "{text.upper()}".'
        raise UsageError(what, where=where, todo=f"Write the q,r of the one you mean: {some} (PA 2.2).")
    return read_space(text, chart.box, where)


def read_space(text: str, box: Box, where: str) -> Space:
    """Return a space of the map by its q,r (PA 2.2)."""
    found = _SPACE.fullmatch(text)
    space = Space(*[int(part.replace("−", "-")) for part in found.groups()]) if found else None
    if space is None or space not in box.space_numbers:
        raise UsageError(
            f'"{text}" is not a space of the map.',
            where=where,
            todo="Write its q,r, such as -1,3, or the code of a card that lies there (PA 2.2).",
        )
    return space


def read_unit(text: str, box: Box, where: str) -> int:
    """Return a unit of cargo: the number of a resource, or `COLONISTS`."""
    if text.casefold() in ("c", "colonist", "colonists"):
        return COLONISTS
    return read_resource(text, box, where).number


def unit_code(unit: int) -> str:
    """Return a unit of cargo as `read_unit` reads it."""
    return "C" if unit == COLONISTS else str(unit)


def read_size(text: str, box: Box, where: str) -> Size:
    """Return the size of that letter, name or number."""
    sizes = {
        word.casefold(): size for size in box.sizes for word in (size.letter, size.name, str(size.number))
    }
    letters = ", ".join(f"{size.letter} ({size.name})" for size in box.sizes)
    return _found(text, sizes, where, "size", f"Sizes are {letters}.")


def read_resource(text: str, box: Box, where: str) -> Resource:
    """Return the resource of that number or name."""
    every = box.resources.values()
    resources = {
        word.casefold(): resource for resource in every for word in (str(resource.number), resource.name)
    }
    numbers = ", ".join(f"{resource.number} ({resource.name.lower()})" for resource in every)
    return _found(text, resources, where, "resource", f"Resources are {numbers}.")


def read_opponent(text: str, where: str) -> Opponent:
    """Return the opponent of that name."""
    opponents: dict[str, Opponent] = {opponent: opponent for opponent in OPPONENTS}
    return _found(text, opponents, where, "opponent", did_you_mean(text, opponents))


def read_draw(text: str, where: str) -> Side:
    """Return the side that wins a draw: ours, called active, or the other."""
    draws: dict[str, Side] = {"win": "active", "lose": "opponent"}
    return _found(text, draws, where, "outcome of a draw", did_you_mean(text, draws))


def read_dice(text: str, shown: Sequence[int], where: str) -> tuple[int, ...]:
    """Return the faces of dice as they fell; `shown` are those of a die."""
    words = [word for word in _BETWEEN.split(text) if word]
    faces = {str(face): face for face in shown}
    if not words:
        raise UsageError("There is no die.", where=where, todo="Write what the dice show: 4,2.")
    return tuple(_found(word, faces, where, "die", f"A die shows 1 to {len(faces)}.") for word in words)


def read_purse(text: str, name: str) -> Purse:
    """Return the money of that player, 0 for the empty text."""
    amount, at, place = (part.strip() for part in text.partition("@"))
    where = f"{name}={text}"
    if at and place.casefold() != _HOME:
        raise UsageError(
            f'"@{place}" is not a place that counts.',
            where=where,
            todo=f"Write {name}={amount or 0}@{_HOME} on the homeworld, else {name}={amount or 0}.",
        )
    return Purse(read_money(amount, where) if amount else 0, bool(at))


def read_money(text: str, where: str) -> int:
    """Return an amount of money, such as `85` or `85 MCR`."""
    found = _MONEY.fullmatch(text)
    if not found:
        raise UsageError(f'"{text}" is not an amount of money.', where=where, todo="Write whole MCR: 85.")
    return int(found[1])


def short_code(planet: Planet) -> str:
    """Return the code without the letter of a copy: "3L"."""
    return planet.code.partition(".")[0]


def _plain(code: str) -> str:
    """Return a code without its dots, as people may type it."""
    return re.sub(r"[-._/]", "", code).upper()


def _check_copies(planets: Iterable[Planet], box: Box, where: str) -> None:
    """Refuse a copy that is given twice, and more planets of a kind than there are copies."""
    exist = Counter(map(short_code, box.planets.values()))
    named = Counter(planet.code for planet in planets if planet.code in box.planets)
    kinds = Counter(map(short_code, planets))
    for code, count, most in (
        *[(code, count, 1) for code, count in named.items()],
        *[(code, count, exist[code]) for code, count in kinds.items()],
    ):
        if count > most:
            raise UsageError(f"{code} is given {count} times.", where=where, todo=f"The box has {most}.")


def _found(text: str, known: Mapping[str, T], where: str, what: str, todo: str) -> T:
    word = text.strip().casefold()
    if word not in known:
        raise UsageError(f'"{text.strip()}" is not {_a(what)}.', where=where, todo=todo)
    return known[word]


def _a(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"
