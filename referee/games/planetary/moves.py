"""The moves of Planetary, as they are typed.

A unit goes by its letter or its name: `b`, `brute`; with the number of its seat it is another player's: `S2`.
A hex is its column and row: `12,2`. A cell of one's own ship is `D4`, of the ship of seat 2 `D4@2`; to a
unit aboard another player's ship, `D4` is a cell of that ship. A module that is the only one of its code may
be named by it: `LAS`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from operator import attrgetter
from typing import Annotated, ClassVar, NamedTuple, TypeAlias, TypeVar

from components.errors import UsageError, did_you_mean
from referee.engine.asking.fields import Field, Typed, code, number
from referee.engine.asking.picks import NONE, Pieces, Place, Word
from referee.engine.game import Seat
from referee.engine.moves import Grammar, move
from referee.engine.typed import read_seat
from referee.games.planetary.box import Box
from referee.games.planetary.codes import find_blueprint, find_unit, read_blueprint
from referee.games.planetary.rules.cells import Numbered
from referee.games.planetary.state import State, guest_of

F = TypeVar("F", "Fly", "Land")

_NEAREST = -1  # The planet that is meant if none is named.


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

    cell: Numbered
    ship: Seat | None
    kind: str = "cell"

    def __str__(self) -> str:
        return self.cell.code + ("" if self.ship is None else f"@{self.ship + 1}")


class Other(NamedTuple):
    """A unit of another player. A triple, as a cell is."""

    unit: Numbered
    seat: Seat
    kind: str = "unit"

    def __str__(self) -> str:
        return f"{self.unit.code.upper()}{self.seat + 1}"


Spot: TypeAlias = Hex | Cell
Target: TypeAlias = Hex | Cell | Other

hex_at = cache(Hex)


def read_unit(text: str, typed: Typed) -> Numbered:
    """The unit of that letter or name."""
    unit = find_unit(typed.state.box, text)
    if unit is None:
        todo = f"Write {', '.join(f'{one.code} or {one.name}' for one in typed.state.box.crew)}."
        raise UsageError(f'There is no unit "{text}".', where=typed.where, todo=todo)
    return unit


def read_first_unit(text: str, typed: Typed) -> Numbered:
    """The unit a move begins with. A word that is neither a unit nor a verb is not a move."""
    box: Box = typed.state.box
    unit = find_unit(box, text)
    if unit is None:
        known = [*(form.verb for form in GRAMMAR.forms if form.verb), *(one.name for one in box.crew)]
        raise UsageError(f'There is no move "{text}".', where=typed.where, todo=did_you_mean(text, known))
    return unit


def read_structure(text: str, typed: Typed) -> str:
    """The kind of a structure; all other words that may follow a unit are verbs."""
    structures = typed.state.box.structures
    if text.lower() not in structures:
        verbs = [form.verb for form in GRAMMAR.forms if form.text.startswith("{") and form.verb]
        todo = did_you_mean(text, [*verbs, *structures])
        raise UsageError(f'A unit cannot "{text}".', where=typed.where, todo=todo)
    return text.lower()


def read_hex(text: str, typed: Typed) -> Hex:
    found = re.fullmatch(r"(\d{1,2}),(\d)", text, re.ASCII)
    if not found:
        raise UsageError(f'"{text}" is not a hex.', where=typed.where, todo="Write column and row: 12,2.")
    return hex_at(int(found[1]), int(found[2]))


def read_cell(text: str, typed: Typed) -> Cell:
    """A cell as the unit read before it means it; without a unit, as the ship's owner means it."""
    state: State = typed.state
    unit = typed.parts.get("unit")
    host = None if unit is None else guest_of(state.sides[typed.seat].units[unit], typed.seat)
    return _read_cell(text, typed, host)


def read_own_cell(text: str, typed: Typed) -> Numbered:
    cell = _read_cell(text, typed, None)
    if cell.ship is not None:
        raise UsageError(f'"{text}" is not a cell of your ship.', where=typed.where, todo="Write D4.")
    return cell.cell


def read_spot(text: str, typed: Typed) -> Spot:
    return read_hex(text, typed) if "," in text else read_cell(text, typed)


def read_target(text: str, typed: Typed) -> Target:
    """A structure on a hex, a unit of another player, or the module on a cell."""
    return read_hex(text, typed) if "," in text else read_gun_target(text, typed)


def read_gun_target(text: str, typed: Typed) -> Cell | Other:
    box: Box = typed.state.box
    # A target on a ship has a sign, so B2 is a unit here.
    for unit in box.crew:
        if found := re.fullmatch(rf"{unit.code}(\d)", text, re.IGNORECASE | re.ASCII):
            return Other(unit, _read_seat(found[1], typed))
    if (named := re.fullmatch(r"([^\W\d]+)@(\w+)", text)) and (one := find_unit(box, named[1])) is not None:
        return Other(one, _read_seat(named[2], typed))
    return read_cell(text, typed)


def read_planet(text: str, typed: Typed) -> int:
    found, count = re.fullmatch(r"p(\d)", text, re.IGNORECASE | re.ASCII), len(typed.state.worlds)
    if not found or not 1 <= int(found[1]) <= count:
        todo = f"Write P1 to P{count}, then a hex: land P1 12,2."
        raise UsageError(f'There is no planet "{text}".', where=typed.where, todo=todo)
    return int(found[1]) - 1


_ON_SHIP, _ON_PLANET = Place("ship-{seat}"), Place("planet-*")
_ANYWHERE, _ON_RING = Place(("planet-*", "ship-*")), Place("ring")
_NAME = attrgetter("name")

UnitField: TypeAlias = Annotated[Numbered, Field("Unit", read_first_unit, said=_NAME, pick=Word())]
OtherUnitField: TypeAlias = Annotated[Numbered, Field("Own unit", read_unit, said=_NAME, pick=Word())]
HexField: TypeAlias = Annotated[Hex, Field("Hex", read_hex, pick=_ON_PLANET)]
CellField: TypeAlias = Annotated[Numbered, Field("Cell", read_own_cell, pick=_ON_SHIP)]
BLUEPRINT = code("Blueprint", read_blueprint, pick=Pieces("bar"))
TargetField: TypeAlias = Annotated[Target, Field("Target", read_target, pick=_ANYWHERE)]
_STEPS = replace(number("Spaces"), none="The shortest way", said="{} spaces".format)
StepsField: TypeAlias = Annotated[int | None, _STEPS]


@move("start {space}", ask="Choose where your ship starts", does="Start on space {space}")
class Start:
    """Put your ship on that space in round 0 (PL 3.1)."""

    space: Annotated[int, number("Space", pick=_ON_RING)]


@move("build {code} {cell}[ on]", ask="Build a module", does="Build {code} on {cell}")
class Build:
    """Build a blueprint of your bar on that cell; with "on", pay its upkeep at once (PL 4.7)."""

    code: Annotated[str, BLUEPRINT]
    cell: CellField
    on: Annotated[bool, Word({"on": "Switch it on", NONE: "Leave it off"})] = False


@move("fuel", ask="Buy fuel for the core", does="Buy fuel")
class Fuel:
    """Buy fuel for the core (PL 4.2)."""


@move("repair", ask="Pay the repair", does="Pay the repair")
class Repair:
    """Pay the repair that is due (PL 4.2)."""


@move("on all", ask="Pay for every module", does="Pay for all modules")
class All:
    """Pay the upkeep of every module you can (PL 4.3)."""


@move("on {cell}", ask="Pay for one module", does="Pay for {cell}")
class On:
    """Pay the upkeep of the module on that cell (PL 4.3)."""

    cell: CellField


@move("keep", ask="Pay for what was on", does="Pay for what was on")
class Keep:
    """Pay the upkeep of every module that was on (PL 4.3)."""


@move("ready", ask="Finish upkeep", does="Leave the rest off")
class Ready:
    """Finish upkeep: what is not paid for is off (PL 4.3)."""


@move("drill {hex}", ask="Take material from a hex", does="Drill {hex}")
class Drill:
    """Take the material of that hex with a drill (PL 6)."""

    hex: HexField


@move("ship {space}[ in {steps}]", ask="Fly along the ring", does="Fly to space {space}")
class Fly:
    """Move your ship to that space of the ring, the shortest way or in that many spaces (PL 4.6)."""

    space: Annotated[int, number("Space", pick=_ON_RING)]
    steps: StepsField = None

    def meant(self, typed: Typed) -> Fly:
        spaces = typed.state.spaces
        if self.space >= spaces:
            todo = f"Spaces are 0 to {spaces - 1}."
            raise UsageError(f"There is no space {self.space}.", where=typed.where, todo=todo)
        return _shortened(self, typed.state.steps_to(typed.seat, self.space))


def _planet_code(planet: int) -> str:
    return f"P{planet + 1}"


@move("land[ {planet}] {hex}[ in {steps}]", ask="Land your ship", does="Land on {hex}")
class Land:
    """Land your ship on that hex, of the nearest planet if none is named (PL 4.6)."""

    hex: HexField
    planet: Annotated[int, Field("Planet", read_planet, _planet_code, pick=Word())] = _NEAREST
    steps: StepsField = None

    def meant(self, typed: Typed) -> Land:
        state: State = typed.state
        away = [state.steps_to(typed.seat, world.planet.space) for world in state.worlds]
        landed = state.sides[typed.seat].ship.planet
        nearest = landed if landed >= 0 else away.index(min(away))
        planet = nearest if self.planet == _NEAREST else self.planet
        return _shortened(replace(self, planet=planet), away[planet] + 1)


@move("{unit} {to}", ask="Move a unit", does="Move the {unit} to {to}")
class Walk:
    """Move a unit there, the way that costs least; in round 0, place it there (PL 4.8)."""

    unit: UnitField
    to: Annotated[Spot, Field("Hex or cell", read_spot, pick=_ANYWHERE)]


@move("{unit} attack {target}", ask="Choose what to attack", does="Attack {target}")
class Attack:
    """Attack a unit, the structure on a hex or the module on a cell (PL 4.9)."""

    unit: UnitField
    target: TargetField

    def meant(self, typed: Typed) -> Strike:
        return strike(typed.state.box, self.unit, self.target)


@move("{unit} shoot {target}", ask="Choose what to shoot at", does="Shoot at {target}")
class Shoot:
    """Shoot at a unit, the structure on a hex or the module on a cell (PL 4.9)."""

    unit: UnitField
    target: TargetField

    def meant(self, typed: Typed) -> Strike:
        return strike(typed.state.box, self.unit, self.target)


@move("{unit} heal {ally}", ask="Heal a unit", does="Heal the {ally}")
class Heal:
    """Give one of your other units HP back (PL 4.9)."""

    unit: UnitField
    ally: OtherUnitField


@move("{unit} {kind} {hex}", ask="Place a structure", does="Place a {kind} on {hex}")
class Raise:
    """Place a structure on that hex: a mine, a platform or a rig (PL 4.9)."""

    unit: UnitField
    kind: Annotated[str, Field("Structure", read_structure, pick=Word())]
    hex: HexField


@move("{unit} cut {hex}", ask="Cut woodland", does="Cut the woodland on {hex}")
class Cut:
    """Cut the woodland on that hex (PL 4.9)."""

    verb: ClassVar[str] = "cut"
    unit: UnitField
    hex: HexField


@move("{unit} pick {hex}", ask="Pick plants", does="Pick the plants on {hex}")
class Pick:
    """Pick the plants on that hex (PL 4.9)."""

    verb: ClassVar[str] = "pick"
    unit: UnitField
    hex: HexField


@move("{unit} claim {hex}", ask="Claim a structure", does="Claim the structure on {hex}")
class Claim:
    """Claim the structure on that hex (PL 4.9)."""

    unit: UnitField
    hex: HexField


@move("{unit} fire {gun} {target}", ask="Choose what the gun fires at", does="Fire at {target}")
class Fire:
    """Operate the gun on that cell (PL 6)."""

    unit: UnitField
    gun: Annotated[Numbered, Field("Gun", read_own_cell, pick=_ON_SHIP)]
    target: Annotated[Cell | Other, Field("Target", read_gun_target, pick=_ANYWHERE)]


@move("{unit} mend {bay} {cell}", ask="Mend a module", does="Mend {cell}")
class Mend:
    """Operate the repair bay on that cell to give a module or the core HP back (PL 6)."""

    unit: UnitField
    bay: Annotated[Numbered, Field("Repair bay", read_own_cell, pick=_ON_SHIP)]
    cell: CellField


@move("{unit} clone {vat} {dead} {cell}", ask="Bring a unit back", does="Clone the {dead}")
class Clone:
    """Operate the clone vat on that cell: a dead unit comes back on another cell (PL 6)."""

    unit: UnitField
    vat: Annotated[Numbered, Field("Clone vat", read_own_cell, pick=_ON_SHIP)]
    dead: OtherUnitField
    cell: CellField


@move("sacrifice {code}[ card]", ask="Give up a blueprint", does="Give up {code}")
class Sacrifice:
    """Give up a blueprint of your bar for materials, or for the top card of your deck (PL 4.7)."""

    code: Annotated[str, replace(BLUEPRINT, given=True)]
    card: Annotated[bool, Word({"card": "For a card", NONE: "For materials"})] = False


@move("fall {hex}", ask="Choose where your unit falls", does="Fall on {hex}")
class FallOn:
    """Choose where your unit falls (PL 4.11)."""

    hex: HexField


@move("done", ask="Finish", does=lambda state, seat: "Begin" if not state.order else "End the turn")
class Done:
    """Finish your turn, or round 0 (PL 4.5)."""


Many: TypeAlias = All | Keep
Payment: TypeAlias = Fuel | Repair | On | Many | Ready
Strike: TypeAlias = Attack | Shoot
Work: TypeAlias = Cut | Pick | Claim
Operation: TypeAlias = Fire | Mend | Clone
Action: TypeAlias = Strike | Heal | Raise | Work | Operation
Move: TypeAlias = Start | Build | Payment | Drill | Fly | Land | Walk | Action | Sacrifice | FallOn | Done

FUEL, REPAIR, ALL, KEEP, READY, DONE = Fuel(), Repair(), All(), Keep(), Ready(), Done()


def strike(box: Box, unit: Numbered, target: Target) -> Strike:
    """A unit that fights along lines shoots, another one attacks."""
    return Shoot(unit, target) if box.units[unit].attack.line else Attack(unit, target)


def _leave(rest: str, typed: Typed) -> Fly:
    """`leave`: onto the anchor space of the planet the ship stands on."""
    if rest:
        raise UsageError(f'"{rest}" is not expected here.', where=typed.where, todo="Write leave.")
    return Fly(typed.state.sides[typed.seat].ship.space)


GRAMMAR = Grammar(
    *(Start, Build, Fuel, Repair, All, On, Keep, Ready, Drill, Fly, Land, Walk, Attack, Shoot, Heal, Raise),
    *(Cut, Pick, Claim, Fire, Mend, Clone, Sacrifice, FallOn, Done),
    also={"leave": _leave},
)

give_up = cache(Sacrifice)


def _shortened(flight: F, shortest: int) -> F:
    """The flight without the number of its steps if there is no shorter way."""
    return replace(flight, steps=None) if flight.steps == shortest else flight


def _read_seat(text: str, typed: Typed) -> Seat:
    """The seat of that number, from 1, or of that player."""
    names = typed.state.names
    if text.isdecimal() and text not in names and 1 <= int(text) <= len(names):
        return int(text) - 1
    return read_seat(text, names, typed.where)


def _read_cell(text: str, typed: Typed, host: Seat | None) -> Cell:
    """A cell of one's own ship or, if a unit is the guest of `host`, of that ship."""
    name, sign, whose = text.partition("@")
    owner = _read_seat(whose, typed) if sign else typed.seat if host is None else host
    box: Box = typed.state.box
    cell = box.board.find(name)
    if cell is None and not sign:
        code = find_blueprint(box, name) or name.upper()
        cells = zip(box.board.cells, typed.state.sides[owner].ship.cells, strict=True)
        found = [cell for cell, module in cells if module and module.code == code]
        cell = found[0] if len(found) == 1 else None
    if cell is None:
        todo = "Write D4, or D4@2 for the ship of seat 2."
        raise UsageError(f'"{text}" is not a cell.', where=typed.where, todo=todo)
    return Cell(cell, None if owner == typed.seat and host is None else owner)
