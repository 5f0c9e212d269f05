"""The moves of Per Aspera and the results of its dice, as they are typed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, NamedTuple, TypeAlias

from components.errors import UsageError
from referee.engine.asking.fields import PLAYER, Field, Typed, choice, code, number
from referee.engine.asking.picks import Amount, Mixed, Pieces, Place
from referee.engine.chance.outcomes import Drawn
from referee.engine.chance.starters import Starts
from referee.engine.game import Seat
from referee.engine.moves import Grammar, move
from referee.engine.typed import words_after_verb
from referee.games.per_aspera.box import Box, Card, Recommended
from referee.games.per_aspera.codes import read_dice, read_place, read_resource, read_unit, unit_code
from referee.games.per_aspera.rules.map_spaces import HOME, Space, distance

PARTS = Recommended._fields[:-1]  # The systems and the tank can be upgraded.

_HOLD, _ANY_HOLD = Pieces("hold-{seat}"), Pieces("hold-*")
RESOURCE = code("Resource", lambda text, box, where: read_resource(text, box, where).number, pick=_HOLD)
_BURN = replace(number("Steps"), none="The shortest way", said="{} steps".format)
UNITS = number("Units", pick=Amount(symbol="mcr", full=True))
_UNIT = code("Unit", read_unit, unit_code, pick=_HOLD)
_PART = choice("Part", lambda: PARTS)


def _level(part: str) -> Field:
    """A part of a ship, with what so many of it cost (PA 4.1)."""

    def price(state: Any, seat: Seat, count: int) -> int:
        yard = state.box.yard
        if part == "fuel":
            return count * int(state.box.trade.homeworld.fuel_price)
        return sum((yard.tank if part == "tank" else yard.systems[part])[:count])

    def about(state: Any, seat: Seat) -> str:
        return next((row.text for row in state.box.yard.system_rows if row.key == part), "")

    units = {"tank": "squares", "fuel": "units"}
    pick = Amount(price, "fuel" if part == "tank" else part, about)
    return number(part.capitalize(), units.get(part, "levels"), pick=pick)


def _money(state: Any, seat: Seat) -> int:
    money: int = state.box.yard.start.money
    return money


def _read_space(text: str, typed: Typed) -> Space:
    return read_place(text, typed.state.chart, typed.where)


def _read_path(text: str, typed: Typed) -> tuple[Space, ...]:
    """Return the spaces that are entered one after the other, each next to the one before."""
    path = tuple(_read_space(word, typed) for word in text.split())
    for one, other in zip((_here(typed), *path), path, strict=False):
        if distance(one, other) != 1:
            raise UsageError(
                f"{one.text} and {other.text} are not neighbours.",
                where=typed.where,
                todo="Write every space that is entered, or the last alone.",
            )
    return path


@move(
    "ship {warp} {cannons} {hold} {tank} {fuel}",
    ask=lambda state, seat: f"Build your ship with {_money(state, seat)} MCR",
    does="Build this ship",
    mixed=Mixed("MCR"),
)
class Configure:
    """Configure the ship (PA 4.1)."""

    warp: Annotated[int, _level("warp")]
    cannons: Annotated[int, _level("cannons")]
    hold: Annotated[int, _level("hold")]
    tank: Annotated[int, _level("tank")]
    fuel: Annotated[int, _level("fuel")]


@move("buy {units}", ask="Load what this planet sells", does="Load {units}")
class Buy:
    """Load that many units of what the planet produces (PA 5.2)."""

    units: Annotated[int, UNITS]


@move("buy")
class BuyOne:
    """Load 1 unit of what the planet produces (PA 5.2)."""

    def meant(self, typed: Typed) -> Buy:
        return Buy(1)


@move("fuel {units}", ask="Buy fuel", does="Buy {units} fuel")
class Fuel:
    """Buy that many units of fuel, on the homeworld or from pirates (PA 5.1)."""

    units: Annotated[int, UNITS]


@move("fuel")
class FuelOne:
    """Buy 1 unit of fuel (PA 5.1)."""

    def meant(self, typed: Typed) -> Fuel:
        return Fuel(1)


@move("ask", ask="Ask the pirates for fuel", does="Ask the pirates")
class Ask:
    """Ask pirates for fuel: a die decides (PA 5.3)."""


@move("colonist", ask="Take on colonists", does="Take on colonists")
class Recruit:
    """Take on a unit of colonists (PA 5.1)."""


@move("upgrade {part}", ask="Buy the next level", does="Buy the next {part}")
class Upgrade:
    """Buy the next level of a system, or the next tank square (PA 5.1)."""

    part: Annotated[str, _PART]


@move("drop {unit}", ask="Throw a unit overboard", does="Throw {unit} overboard")
class Drop:
    """Throw a unit overboard: a resource, or C for colonists (PA 5.1)."""

    unit: Annotated[int, _UNIT]


@move("go {space}[ burn {burn}]", ask="Fly to a planet you can reach", does="Fly to {space}")
class Go:
    """Move to that space by the shortest way, or by a longer one of that many steps (PA 5.4).

    burn  steps of the longer way; None for the shortest. Passing triggers nothing, so the way
          itself does not matter
    """

    space: Annotated[Space, Field("Space", _read_space, lambda space: space.text, pick=Place("map"))]
    burn: Annotated[int | None, _BURN] = None

    def meant(self, typed: Typed) -> Go:
        shortest = distance(_here(typed), self.space)
        return Go(self.space) if self.burn == shortest else self


@move("go {path...}")
class GoAlong:
    """Move through those spaces, each next to the one before (PA 5.4)."""

    path: Annotated[tuple[Space, ...], Field("Path", _read_path)]

    def meant(self, typed: Typed) -> Go:
        return Go(self.path[-1], len(self.path)).meant(typed)


@move("stay")
class Stay:
    """Stay where the ship is, which counts as ending a move there (PA 5.4)."""

    def meant(self, typed: Typed) -> Go:
        return Go(_here(typed))


@move("attack {name...}", ask="Attack a ship that is here", does="Attack {name}")
class Attack:
    """Attack the ship of that player (PA 5.6)."""

    name: Annotated[str, PLAYER]


@move("take {resource}", ask="Take one unit", does="Take {resource}")
class Take:
    """Take a unit of that resource from the ship that lost (PA 5.6)."""

    resource: Annotated[int, replace(RESOURCE, pick=_ANY_HOLD)]


@move("remove {unit}", ask="Remove one unit", does="Remove {unit}")
class Remove:
    """Remove that unit from the hold of a ship that pirates have beaten (PA 5.7)."""

    unit: Annotated[int, replace(_UNIT, pick=_ANY_HOLD)]


@move("sell {resource} {units}", ask="Sell what the planet wants", does="Sell {units}")
class Sell:
    """Sell that many units of a resource (PA 5.10)."""

    resource: Annotated[int, RESOURCE]
    units: Annotated[int, UNITS]


@move("sell {resource}")
class SellOne:
    """Sell 1 unit of a resource (PA 5.10)."""

    resource: Annotated[int, RESOURCE]

    def meant(self, typed: Typed) -> Sell:
        return Sell(self.resource, 1)


@move("settle", ask="Place a colony", does="Place a colony")
class Settle:
    """Place a unit of colonists as a colony (PA 5.11)."""


@move("done", ask="Go on", does=lambda state, seat: _DONE.get(state.step, "Go on"))
class Done:
    """Attack nobody, take nothing, or unload no more (PA 5.6, PA 5.10)."""


_DONE: Mapping[str, str] = {"attack": "Attack nobody", "take": "Take nothing", "unload": "Unload no more"}

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

GRAMMAR = Grammar(
    Configure,
    Buy,
    BuyOne,
    Fuel,
    FuelOne,
    Ask,
    Recruit,
    Upgrade,
    Drop,
    Go,
    GoAlong,
    Stay,
    Attack,
    Take,
    Remove,
    Sell,
    SellOne,
    Settle,
    Done,
)


class DemandResult(NamedTuple):
    """The levies that the demand dice of a planet gave, and their result."""

    levies: int
    result: int


@dataclass(frozen=True, slots=True)
class Demanded:
    """The demands of some planets, in order: `roll 3 5+ 1`, with + for a planet that gave a levy."""

    results: tuple[DemandResult, ...]

    def __str__(self) -> str:
        return " ".join(("roll", *(f"{result}{'+' * levies}" for levies, result in self.results)))


@dataclass(frozen=True, slots=True)
class Dice:
    """Faces in the order in which they were rolled: `roll 4,2`."""

    faces: tuple[int, ...]

    def __str__(self) -> str:
        return f"roll {','.join(map(str, self.faces))}"


Outcome: TypeAlias = Drawn[Card] | Demanded | Starts | Dice


def read_demanded(text: str, box: Box) -> Demanded:
    """Return the results of `roll 3 5+ pirate`. Raises `UsageError`."""
    return Demanded(tuple(read_result(word, box, f'"{text}"') for word in words_after_verb("roll", text)))


def read_rolled_dice(text: str, faces: Sequence[int]) -> Dice:
    """Return the dice of `roll 4,2`; `faces` are those of a die. Raises `UsageError`."""
    return Dice(read_dice(" ".join(words_after_verb("roll", text)), faces, f'"{text}"'))


def read_result(word: str, box: Box, where: str) -> DemandResult:
    """Return the result of a planet, such as `3`, `5+` or `pirate`. Raises `UsageError`, naming `where`."""
    found = re.fullmatch(r"(\d|p|pirate)(\+?)", word.lower())
    result = (box.dice.pirate if found[1].startswith("p") else int(found[1])) if found else 0
    if not found or result not in box.demands:
        raise UsageError(
            f'"{word}" is not a result of demand dice.',
            where=where,
            todo=f"Write {min(box.demands)} to {max(box.demands)}, with + for a levy: 3 or 5+.",
        )
    return DemandResult(len(found[2]), result)


def _here(typed: Typed) -> Space:
    """Return the space of the seat's ship, which is the homeworld as long as it is not built."""
    ships = typed.state.ships
    space: Space = ships[typed.seat].space if typed.seat < len(ships) else HOME
    return space
