"""The moves of Per Aspera, and how people type them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple, TypeAlias, cast

from components.errors import UsageError, did_you_mean
from referee.engine import Seat
from referee.games.per_aspera.box import box
from referee.games.per_aspera.notation import read_resource
from referee.games.per_aspera.sector import Space, distance, spaces
from referee.games.per_aspera.state import COLONISTS
from referee.typed import alone, read_number, read_seat, read_verb

Part: TypeAlias = Literal["warp", "cannons", "hold", "tank"]

PARTS: tuple[Part, ...] = ("warp", "cannons", "hold", "tank")


class Configure(NamedTuple):
    """Levels of the systems, tank squares and units of fuel to begin with (PA 4.1).

    A tuple, as there are well over a thousand to be compared.
    """

    warp: int
    cannons: int
    hold: int
    tank: int
    fuel: int

    def __str__(self) -> str:
        return f"ship {self.warp} {self.cannons} {self.hold} {self.tank} {self.fuel}"


@dataclass(frozen=True, slots=True)
class Buy:
    """Load so many units of what the planet produces (PA 5.2)."""

    units: int

    def __str__(self) -> str:
        return f"buy {self.units}"


@dataclass(frozen=True, slots=True)
class Fuel:
    """Buy so many units of fuel, at home (PA 5.1) or of pirates (PA 5.3)."""

    units: int

    def __str__(self) -> str:
        return f"fuel {self.units}"


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask pirates for fuel: roll the die of PA 5.3."""

    def __str__(self) -> str:
        return "ask"


@dataclass(frozen=True, slots=True)
class Recruit:
    """Take on a unit of colonists (PA 5.1)."""

    def __str__(self) -> str:
        return "colonist"


@dataclass(frozen=True, slots=True)
class Upgrade:
    """The next level of a system, or the next tank square (PA 5.1)."""

    part: Part

    def __str__(self) -> str:
        return f"upgrade {self.part}"


@dataclass(frozen=True, slots=True)
class Drop:
    """Throw a unit overboard (PA 5.1)."""

    unit: int

    def __str__(self) -> str:
        return f"drop {unit_code(self.unit)}"


@dataclass(frozen=True, slots=True)
class Go:
    """Move to that space, or stay there (PA 5.4, PA 5.5).

    burn  spaces entered on the way, if it is not the shortest. Passing triggers nothing, so how long
          the way is says all.
    """

    space: Space
    burn: int | None = None

    def __str__(self) -> str:
        return f"go {self.space.text}" + ("" if self.burn is None else f" burn {self.burn}")


@dataclass(frozen=True, slots=True)
class Attack:
    """Attack that player's ship (PA 5.6)."""

    seat: Seat
    name: str

    def __str__(self) -> str:
        return f"attack {self.name}"


@dataclass(frozen=True, slots=True)
class Take:
    """Take a unit of that resource from the ship that lost (PA 5.6)."""

    resource: int

    def __str__(self) -> str:
        return f"take {self.resource}"


@dataclass(frozen=True, slots=True)
class Remove:
    """Remove that unit from the hold of a ship that pirates have beaten (PA 5.7)."""

    unit: int

    def __str__(self) -> str:
        return f"remove {unit_code(self.unit)}"


@dataclass(frozen=True, slots=True)
class Sell:
    """Sell so many units of that resource (PA 5.10)."""

    resource: int
    units: int

    def __str__(self) -> str:
        return f"sell {self.resource} {self.units}"


@dataclass(frozen=True, slots=True)
class Settle:
    """Place a unit of colonists as a colony (PA 5.11)."""

    def __str__(self) -> str:
        return "settle"


@dataclass(frozen=True, slots=True)
class Done:
    """Attack nobody, take nothing, or unload no more."""

    def __str__(self) -> str:
        return "done"


Move: TypeAlias = (
    Configure
    | Buy
    | Fuel
    | Ask
    | Recruit
    | Upgrade
    | Drop
    | Go
    | Attack
    | Take
    | Remove
    | Sell
    | Settle
    | Done
)

ASK, RECRUIT, SETTLE, DONE = Ask(), Recruit(), Settle(), Done()


class Reader(NamedTuple):
    """Reads moves of one seat: `here` is where its ship is, `names` are the players."""

    here: Space
    names: Sequence[str]

    def read(self, text: str) -> Move:
        """The move of `buy 2` or `go 1,0 2,0`. Raises `UsageError` for what is none."""
        reader, rest = read_verb(text, _READERS)
        return reader(self, rest, f'"{text}"')


def unit_code(unit: int) -> str:
    """A unit of cargo, as it is typed: "3", or "C" for colonists."""
    return "C" if unit == COLONISTS else str(unit)


@cache
def buys(most: int) -> tuple[Move, ...]:
    return tuple(map(Buy, range(1, most + 1)))


@cache
def fuels(most: int) -> tuple[Move, ...]:
    return tuple(map(Fuel, range(1, most + 1)))


@cache
def drops(cargo: tuple[int, ...]) -> tuple[Move, ...]:
    return tuple(map(Drop, sorted(set(cargo))))


@cache
def goes(here: Space, reach: int) -> tuple[Move, ...]:
    """Every way of at most so many steps from there, the shortest to each space first."""
    found: list[Move] = []
    for space in spaces():
        shortest = distance(here, space)
        if shortest <= reach:
            found.append(Go(space))
            found += [Go(space, burn) for burn in range(shortest + 1, reach + 1) if is_way(shortest, burn)]
    return tuple(found)


@cache
def drifts(here: Space, home: Space, steps: int) -> tuple[Move, ...]:
    """Staying, and every space that is so many steps nearer to home (PA 5.5)."""
    nearer = distance(here, home) - steps
    return tuple(
        Go(space)
        for space in spaces()
        if space == here or (distance(here, space) == steps and distance(space, home) == nearer)
    )


def is_way(shortest: int, steps: int) -> bool:
    """Whether a way of so many steps leads to a space that is `shortest` away.

    Any longer one does, as three neighbours make a round; but one step never leads back.
    """
    return steps >= shortest and not (shortest == 0 and steps == 1)


def _read_configure(reader: Reader, rest: str, where: str) -> Configure:
    words = rest.split()
    if len(words) != len(Configure._fields):
        raise UsageError(
            "A ship is five numbers: Warp, Cannons, Hold, tank squares and fuel.",
            where=where,
            todo=f"Write {Configure(*[box().yard.recommended[name] for name in Configure._fields])}.",
        )
    return Configure(*[read_number(word, where) for word in words])


def _read_buy(reader: Reader, rest: str, where: str) -> Buy:
    return Buy(read_number(rest or "1", where))


def _read_fuel(reader: Reader, rest: str, where: str) -> Fuel:
    return Fuel(read_number(rest or "1", where))


def _read_upgrade(reader: Reader, rest: str, where: str) -> Upgrade:
    if rest.lower() not in PARTS:
        raise UsageError(
            f'"{rest}" is no part of a ship.',
            where=where,
            todo=did_you_mean(rest, PARTS) or f"Write one of {', '.join(PARTS)}.",
        )
    return Upgrade(cast(Part, rest.lower()))


def _read_drop(reader: Reader, rest: str, where: str) -> Drop:
    return Drop(read_unit(rest, where))


def _read_go(reader: Reader, rest: str, where: str) -> Go:
    way, _, burn = rest.lower().partition("burn")
    path = [read_space(word, where) for word in way.split()]
    if not path:
        raise UsageError("There is no space to go to.", where=where, todo="Write go 1,0.")
    steps = read_number(burn.strip(), where) if burn else None
    if len(path) > 1:
        for one, other in zip([reader.here, *path], path, strict=False):
            if distance(one, other) != 1:
                raise UsageError(
                    f"{one.text} and {other.text} are no neighbours.",
                    where=where,
                    todo="Write every space that is entered, or the last alone.",
                )
        steps = len(path)
    return Go(path[-1], None if steps == distance(reader.here, path[-1]) else steps)


def _read_stay(reader: Reader, rest: str, where: str) -> Go:
    return alone(Go(reader.here))(rest, where)


def _read_attack(reader: Reader, rest: str, where: str) -> Attack:
    seat = read_seat(rest, reader.names, where)
    return Attack(seat, reader.names[seat])


def _read_take(reader: Reader, rest: str, where: str) -> Take:
    return Take(read_resource(rest, where).number)


def _read_remove(reader: Reader, rest: str, where: str) -> Remove:
    return Remove(read_unit(rest, where))


def _read_sell(reader: Reader, rest: str, where: str) -> Sell:
    words = rest.split()
    if not 1 <= len(words) <= 2:
        raise UsageError("A sale is a resource and how many.", where=where, todo="Write sell 3 2.")
    return Sell(read_resource(words[0], where).number, read_number(words[1], where) if words[1:] else 1)


def read_unit(word: str, where: str) -> int:
    """A unit of cargo: the number or the name of a resource, or C. Raises `UsageError`."""
    if word.casefold() in ("c", "colonist", "colonists"):
        return COLONISTS
    return read_resource(word, where).number


def read_space(word: str, where: str) -> Space:
    """A space by its q and r: "-1,3". Raises `UsageError` if it is not on the map."""
    found = re.fullmatch(r"([-−]?\d),([-−]?\d)", word)
    space = Space(*[int(part.replace("−", "-")) for part in found.groups()]) if found else None
    if space not in spaces():
        raise UsageError(
            f'"{word}" is no space of the map.', where=where, todo="Write its q,r, such as -1,3 (PA 2.2)."
        )
    return space


_READERS: Mapping[str, Callable[[Reader, str, str], Move]] = {
    "ship": _read_configure,
    "buy": _read_buy,
    "fuel": _read_fuel,
    "ask": alone(ASK),
    "colonist": alone(RECRUIT),
    "upgrade": _read_upgrade,
    "drop": _read_drop,
    "go": _read_go,
    "stay": _read_stay,
    "attack": _read_attack,
    "take": _read_take,
    "remove": _read_remove,
    "sell": _read_sell,
    "settle": alone(SETTLE),
    "done": alone(DONE),
}
