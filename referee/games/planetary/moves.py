"""The moves of Planetary, and how they are written; `reading.py` reads them.

A unit goes by its letter, `b`, `s` or `h`; with the number of its seat behind, `S2`, it is that
player's. A hex is its column and row, `12,2`; a cell of one's own ship is `D4`, of seat 2's `D4@2`.
To a unit aboard another's ship `D4` is a cell of that ship.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

from referee.engine import Seat
from referee.games.planetary.board import cell_text
from referee.games.planetary.numbers import letters, numbers

Chore: TypeAlias = Literal["cut", "pick", "claim"]

CHORES: tuple[Chore, ...] = ("cut", "pick", "claim")


class Hex(NamedTuple):
    """A hex of the planet that is meant: where the unit is."""

    column: int
    row: int

    def __str__(self) -> str:
        return f"{self.column},{self.row}"


class Cell(NamedTuple):
    """A cell of a ship; `ship` is the seat it belongs to, None if it is one's own.

    A triple, so that no cell equals a hex.
    """

    cell: int
    ship: Seat | None
    kind: str = "cell"

    def __str__(self) -> str:
        return cell_text(self.cell) + ("" if self.ship is None else f"@{self.ship + 1}")


class Other(NamedTuple):
    """A unit of somebody else."""

    letter: str
    seat: Seat

    def __str__(self) -> str:
        return f"{self.letter}{self.seat + 1}"


Spot: TypeAlias = Hex | Cell
Target: TypeAlias = Hex | Cell | Other


@dataclass(frozen=True, slots=True)
class Start:
    """Put the ship on that space in round 0 (PL 3.1)."""

    space: int

    def __str__(self) -> str:
        return f"start {self.space}"


@dataclass(frozen=True, slots=True)
class Build:
    """Build that blueprint on that cell (PL 4.7); `on` pays its upkeep at once (PL 4.3)."""

    code: str
    cell: int
    on: bool = False

    def __str__(self) -> str:
        return f"build {self.code} {cell_text(self.cell)}{' on' if self.on else ''}"


@dataclass(frozen=True, slots=True)
class Fuel:
    """Buy fuel for the core (PL 4.2)."""

    def __str__(self) -> str:
        return "fuel"


@dataclass(frozen=True, slots=True)
class Repair:
    """Pay the repair that is due (PL 4.2)."""

    def __str__(self) -> str:
        return "repair"


@dataclass(frozen=True, slots=True)
class On:
    """Pay the upkeep of the module on that cell (PL 4.3)."""

    cell: int

    def __str__(self) -> str:
        return f"on {cell_text(self.cell)}"


@dataclass(frozen=True, slots=True)
class Many:
    """Pay the upkeep of all modules, or of all that were on (PL 4.3)."""

    all: bool

    def __str__(self) -> str:
        return "on all" if self.all else "keep"


@dataclass(frozen=True, slots=True)
class Ready:
    """Pay no more upkeep."""

    def __str__(self) -> str:
        return "ready"


@dataclass(frozen=True, slots=True)
class Drill:
    """Take the material of that hex with a drill (PL 6)."""

    hex: Hex

    def __str__(self) -> str:
        return f"drill {self.hex}"


@dataclass(frozen=True, slots=True)
class Fly:
    """A ship move to that space of the ring, in so many spaces (PL 4.6)."""

    space: int
    steps: int
    shortest: bool

    def __str__(self) -> str:
        return f"ship {self.space}{'' if self.shortest else f' in {self.steps}'}"


@dataclass(frozen=True, slots=True)
class Land:
    """A ship move that ends on that hex of a planet, in so many spaces (PL 4.6)."""

    planet: int
    hex: Hex
    steps: int
    shortest: bool

    def __str__(self) -> str:
        return f"land P{self.planet + 1} {self.hex}{'' if self.shortest else f' in {self.steps}'}"


@dataclass(frozen=True, slots=True)
class Walk:
    """Move a unit there, the way that costs least (PL 4.8); in round 0, place it there."""

    unit: int
    to: Spot

    def __str__(self) -> str:
        return f"{own_letter(self.unit)} {self.to}"


@dataclass(frozen=True, slots=True)
class Strike:
    """Attack or shoot a unit, the structure on a hex or the module on a cell (PL 4.9)."""

    unit: int
    target: Target

    def __str__(self) -> str:
        verb = "shoot" if numbers().units[self.unit].line else "attack"
        return f"{own_letter(self.unit)} {verb} {self.target}"


@dataclass(frozen=True, slots=True)
class Heal:
    """Give a unit of one's own side HP back (PL 4.9)."""

    unit: int
    ally: int

    def __str__(self) -> str:
        return f"{own_letter(self.unit)} heal {own_letter(self.ally)}"


@dataclass(frozen=True, slots=True)
class Raise:
    """Place a structure of that kind on a hex (PL 4.9)."""

    unit: int
    kind: str
    hex: Hex

    def __str__(self) -> str:
        return f"{own_letter(self.unit)} {self.kind} {self.hex}"


@dataclass(frozen=True, slots=True)
class Work:
    """Cut woodland, pick plants or claim a structure on a hex (PL 4.9)."""

    unit: int
    chore: Chore
    hex: Hex

    def __str__(self) -> str:
        return f"{own_letter(self.unit)} {self.chore} {self.hex}"


@dataclass(frozen=True, slots=True)
class Fire:
    """Operate the gun on that cell (PL 6)."""

    unit: int
    gun: int
    target: Cell | Other

    def __str__(self) -> str:
        return f"{own_letter(self.unit)} fire {cell_text(self.gun)} {self.target}"


@dataclass(frozen=True, slots=True)
class Mend:
    """Operate the repair bay on that cell for another cell (PL 6)."""

    unit: int
    bay: int
    cell: int

    def __str__(self) -> str:
        return f"{own_letter(self.unit)} mend {cell_text(self.bay)} {cell_text(self.cell)}"


@dataclass(frozen=True, slots=True)
class Clone:
    """Operate the clone vat on that cell: a dead unit returns on another cell (PL 6)."""

    unit: int
    vat: int
    dead: int
    cell: int

    def __str__(self) -> str:
        whom = f"{own_letter(self.dead)} {cell_text(self.cell)}"
        return f"{own_letter(self.unit)} clone {cell_text(self.vat)} {whom}"


@dataclass(frozen=True, slots=True)
class Sacrifice:
    """Give a blueprint for materials, or for the top card of the deck (PL 4.7)."""

    code: str
    card: bool

    def __str__(self) -> str:
        return f"sacrifice {self.code}{' card' if self.card else ''}"


@dataclass(frozen=True, slots=True)
class FallOn:
    """Where a unit falls (PL 4.11)."""

    hex: Hex

    def __str__(self) -> str:
        return f"fall {self.hex}"


@dataclass(frozen=True, slots=True)
class Done:
    """Round 0, or the turn, is over."""

    def __str__(self) -> str:
        return "done"


Move: TypeAlias = (
    Start
    | Build
    | Fuel
    | Repair
    | On
    | Many
    | Ready
    | Drill
    | Fly
    | Land
    | Walk
    | Strike
    | Heal
    | Raise
    | Work
    | Fire
    | Mend
    | Clone
    | Sacrifice
    | FallOn
    | Done
)

FUEL, REPAIR, READY, DONE = Fuel(), Repair(), Ready(), Done()
ALL, KEEP = Many(True), Many(False)

hex_at = cache(Hex)
cell_at = cache(Cell)
walk_to = cache(Walk)
land_on = cache(Land)
build_on = cache(Build)
turn_on = cache(On)
raise_on = cache(Raise)
work_on = cache(Work)


@cache
def flights(here: int, spaces: int, leaving: int, most: int) -> tuple[Fly, ...]:
    """Every walk along the ring of at most so many spaces, the shortest to each space first.

    leaving  spaces it takes to leave a planet first: 1 or 0
    """
    found = (
        Fly((here + step) % spaces, steps, steps == abs(step) + leaving)
        for step in range(leaving - most, most - leaving + 1)
        for steps in range(abs(step) + leaving, most + 1, 2)
        if steps and abs(step) <= spaces // 2
    )
    return tuple(dict.fromkeys(found))


def own_letter(unit: int) -> str:
    """What a player calls a unit of their own: `b`."""
    return letters()[unit].lower()


def unit_of(seat: Seat, number: int) -> Other:
    """That seat's unit of that number, as others write it."""
    return Other(letters()[number], seat)
