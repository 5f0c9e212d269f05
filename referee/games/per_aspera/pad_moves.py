"""What is told to the score pad of Per Aspera, and how people type it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias, cast

from components.errors import UsageError
from referee.games.per_aspera import rules
from referee.games.per_aspera.box import box
from referee.games.per_aspera.moves import Configure, Reader
from referee.games.per_aspera.notation import read_resource
from referee.games.per_aspera.sector import HOME, greatest_distance
from referee.typed import read_number, read_verb

_MONEY = re.compile(r"(\d{1,6})\s*(?:MCR)?", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True)
class Earn:
    """So many MCR come in."""

    money: int

    def __str__(self) -> str:
        return f"earn {self.money}"


@dataclass(frozen=True, slots=True)
class Pay:
    """So many MCR go out."""

    money: int

    def __str__(self) -> str:
        return f"pay {self.money}"


@dataclass(frozen=True, slots=True)
class Sold:
    """So many units of that resource are sold, so many steps from the nearest producer (PA 5.10)."""

    resource: int
    units: int
    distance: int
    where: str = ""  # "pirate" for a pirate planet, "colony" where the player has one

    def __str__(self) -> str:
        return f"sell {self.resource} {self.units} at {self.distance} {self.where}".rstrip()

    @property
    def price(self) -> int:
        """MCR for a unit."""
        pirate, colony = self.where == "pirate", self.where == "colony"
        return rules.price(box().resources[self.resource], self.distance, pirate=pirate, colony=colony)


@dataclass(frozen=True, slots=True)
class Count:
    """The purse holds that much: what was missed or mistyped is put right."""

    money: int

    def __str__(self) -> str:
        return f"count {self.money}"


@dataclass(frozen=True, slots=True)
class Levy:
    """So many levies are set on the homeworld (PA 3.1)."""

    levies: int = 1

    def __str__(self) -> str:
        return "levy" if self.levies == 1 else f"levy {self.levies}"


@dataclass(frozen=True, slots=True)
class Ended:
    """The turn is over.

    home   whether the ship is on the homeworld and was not beaten there (PA 6.1)
    money  the purse as it was counted; None if it is as it stands here
    """

    home: bool
    money: int | None = None

    def __str__(self) -> str:
        return ("home" if self.home else "away") + ("" if self.money is None else f" {self.money}")


Move: TypeAlias = Configure | Earn | Pay | Sold | Count | Levy | Ended

LEVY = Levy()


def read_move(text: str) -> Move:
    """A move such as `away 85`, `home` or `sell 3 2 at 4`. Raises `UsageError` for anything else."""
    reader, rest = read_verb(text, _READERS)
    return reader(rest, f'"{text}"')


def _read_ship(rest: str, where: str) -> Configure:
    return cast(Configure, Reader(HOME, ()).read(f"ship {rest}"))


def _read_levy(rest: str, where: str) -> Levy:
    levies = read_number(rest or "1", where)
    if not 1 <= levies <= box().dice.slots:
        raise UsageError(f"{levies} levies cannot be.", where=where, todo=f"Set 1 to {box().dice.slots}.")
    return Levy(levies)


def _read_money(rest: str, where: str) -> int:
    found = _MONEY.fullmatch(rest)
    if not found:
        raise UsageError(f'"{rest}" is no money.', where=where, todo="Write whole MCR: 85.")
    return int(found[1])


def _read_earn(rest: str, where: str) -> Earn:
    return Earn(_read_money(rest, where))


def _read_pay(rest: str, where: str) -> Pay:
    return Pay(_read_money(rest, where))


def _read_count(rest: str, where: str) -> Count:
    return Count(_read_money(rest, where))


def _read_home(rest: str, where: str) -> Ended:
    return Ended(True, _read_money(rest, where) if rest else None)


def _read_away(rest: str, where: str) -> Ended:
    return Ended(False, _read_money(rest, where) if rest else None)


def _read_sale(rest: str, where: str) -> Sold:
    """`3 2 at 4 pirate`: two units of resource 3, the nearest producer 4 steps away."""
    goods, at, place = (part.split() for part in rest.lower().partition(" at "))
    if not at or not 1 <= len(goods) <= 2 or not 1 <= len(place) <= 2:
        raise UsageError("A sale is a resource, how many, and how far.", where=where, todo=_SALE)
    units = read_number(goods[1], where) if goods[1:] else 1
    distance = read_number(place[0], where)
    if not 1 <= units <= box().hold:
        raise UsageError(f"A hold has no {units} units.", where=where, todo=f"Sell 1 to {box().hold}.")
    if not 1 <= distance <= greatest_distance():
        raise UsageError(f"{distance} steps cannot be.", where=where, todo=_SALE)
    if place[1:] and place[1] not in ("pirate", "colony"):
        raise UsageError(f'"{place[1]}" is no such place.', where=where, todo=_SALE)
    return Sold(read_resource(goods[0], where).number, units, distance, *place[1:])


_SALE = "Write sell 3 2 at 4, with pirate or colony behind it if it is one."

_READERS: Mapping[str, Callable[[str, str], Move]] = {
    "ship": _read_ship,
    "earn": _read_earn,
    "pay": _read_pay,
    "sell": _read_sale,
    "count": _read_count,
    "levy": _read_levy,
    "home": _read_home,
    "away": _read_away,
}
