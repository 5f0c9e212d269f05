"""The actions of units (PL 4.9, PL 4.10): what each may do where it stands, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from referee.engine import ALLOWED, Ruling, refused
from referee.games.planetary.board import all_lines
from referee.games.planetary.fighting import hit, hurt
from referee.games.planetary.moves import (
    Chore,
    Clone,
    Fire,
    Heal,
    Hex,
    Mend,
    Move,
    Other,
    Raise,
    Strike,
    Target,
    Work,
    cell_at,
    hex_at,
    raise_on,
    unit_of,
    work_on,
)
from referee.games.planetary.numbers import (
    Harvest,
    StructureKind,
    UnitKind,
    amounts_text,
    letters,
    numbers,
)
from referee.games.planetary.operating import at_controls, check_operation, operated, operations
from referee.games.planetary.pieces import ABOARD, Place, Structure
from referee.games.planetary.state import State, kept
from referee.games.planetary.walking import check_unit, hex_number

Action = Strike | Heal | Raise | Work | Fire | Mend | Clone


def actions(state: State) -> list[Move]:
    """Every action of the active player's units."""
    found: list[Move] = []
    for unit, one in enumerate(state.side.units):
        if not _check_turn(state, unit).allowed:
            continue
        found += [Strike(unit, target) for target in targets(state, unit)]
        found += [Heal(unit, ally) for ally in _patients(state, unit)]
        if one.place.field < ABOARD:
            found += _works(state, unit)
        elif at_controls(state, unit):
            found += operations(state, unit)
    return found


def check_action(state: State, move: Action) -> Ruling:
    ruling = _check_turn(state, move.unit)
    if not ruling.allowed:
        return ruling
    if isinstance(move, Strike):
        return _check_strike(state, move)
    if isinstance(move, Heal):
        return _check_heal(state, move)
    if isinstance(move, Raise | Work):
        return _check_ground(state, move)
    return check_operation(state, move)


def acted(state: State, move: Action) -> State:
    """What comes of an action; the unit's turn is noted by the caller."""
    if isinstance(move, Strike):
        return _struck(state, move)
    if isinstance(move, Heal):
        side = state.side
        ally = side.units[move.ally]
        hp = min(numbers().units[move.ally].hp, ally.hp + numbers().units[move.unit].heals)
        return state.with_side(state.active, side.with_unit(move.ally, ally._replace(hp=hp)))
    if isinstance(move, Raise):
        return _raised(state, move)
    if isinstance(move, Work):
        return _worked(state, move)
    return operated(state, move)


@kept
def targets(state: State, unit: int) -> tuple[Target, ...]:
    """What that unit of the active player may attack or shoot from where it stands."""
    kind, place = numbers().units[unit], state.side.units[unit].place
    if not kind.damage or place.field not in _contested(state):
        return ()
    return tuple(dict.fromkeys(_targets(state, kind, place)))


def _check_turn(state: State, unit: int) -> Ruling:
    """Whether the active player's unit may still act in this turn."""
    ruling = check_unit(state, unit)
    if ruling.allowed and state.doings.unit == unit and state.doings.acted:
        return refused("That unit has had its action.", "PL 4.8")
    return ruling


@kept
def _contested(state: State) -> frozenset[int]:
    """The fields with a unit, a structure or modules of anybody but the active player."""
    own = state.active
    units = [place.field for place, (seat, _) in state.occupants.items() if seat != own]
    planets = [planet for planet, world in enumerate(state.worlds) if world.owners - {own}]
    ships = [ABOARD + seat for seat in range(len(state.sides)) if seat != own]
    return frozenset((*units, *planets, *ships))


def _targets(state: State, kind: UnitKind, place: Place) -> Iterator[Target]:
    if place.field >= ABOARD:
        lines = all_lines()[place.spot]
        for line in lines:
            yield from _along_cells(state, kind, place.field, line[: kind.reach])
        return
    world, kinds = state.worlds[place.field], numbers().terrain
    units = {spot: unit for (field, spot), unit in state.occupants.items() if field == place.field}
    hulls = {spot for field, spot in state.hulls if field == place.field}
    foes = {spot for spot, (seat, _) in units.items() if seat != state.active}
    foes |= {structure.hex for structure in world.structures if structure.owner != state.active}
    for line in world.cylinder.lines[place.spot]:
        in_reach = line[: kind.reach]
        if foes.isdisjoint(in_reach):
            continue
        for hex_ in in_reach:
            if kind.line and (hex_ in hulls or kinds[world.terrain[hex_]].blocks_shot):
                break
            occupant = units.get(hex_)
            if occupant is not None:
                if occupant[0] != state.active:
                    yield unit_of(*occupant)
                if kind.line:
                    break
                # What a unit stands on is not hit: nobody is left standing in the water.
                continue
            structure = world.structure(hex_)
            if structure is not None and structure.owner != state.active:
                yield hex_at(hex_ % world.planet.columns, hex_ // world.planet.columns)


def _along_cells(state: State, kind: UnitKind, field: int, line: tuple[int, ...]) -> Iterator[Target]:
    """PL 4.10: the modules as far as the shot goes, and the first unit in its way."""
    owner = field - ABOARD
    cells = state.sides[owner].ship.cells
    foe = owner != state.active and state.sides[owner].out is None
    for cell in line:
        module = cells[cell]
        if module is None:
            return
        occupant = state.occupants.get(Place(field, cell))
        if occupant is not None and occupant[0] != state.active:
            yield unit_of(*occupant)
        # A unit in the way takes the shot; a blow reaches what it stands on as well.
        if foe and module.hp and (occupant is None or not kind.line):
            yield cell_at(cell, owner)
        if occupant is not None:
            return


def _patients(state: State, unit: int) -> Iterator[int]:
    """Units of its own side that it may heal (PL 4.9)."""
    kind = numbers().units[unit]
    if not kind.heals:
        return
    place = state.side.units[unit].place
    aboard = place.field >= ABOARD
    lines = all_lines()[place.spot] if aboard else state.worlds[place.field].cylinder.lines[place.spot]
    for ally, one in enumerate(state.side.units):
        if ally == unit or one.place.field != place.field or not 0 < one.hp < numbers().units[ally].hp:
            continue
        if any(one.place.spot in line[: kind.reach] for line in lines):
            yield ally


def _works(state: State, unit: int) -> Iterator[Move]:
    """What it may place, cut, pick and claim on its own hex and next to it."""
    place = state.side.units[unit].place
    world, uses = state.worlds[place.field], _uses()
    columns, terrain, built = world.planet.columns, world.terrain, world.built
    for hex_ in (place.spot, *world.cylinder.near[place.spot]):
        if terrain[hex_] not in uses:
            continue
        kinds, chore = uses[terrain[hex_]]
        structure, spot = built.get(hex_), hex_at(hex_ % columns, hex_ // columns)
        if structure is None:
            yield from [raise_on(unit, kind.name, spot) for kind in kinds if state.side.affords(kind.cost)]
        if chore:
            yield work_on(unit, chore, spot)
        if structure is not None and structure.owner != state.active and hex_ != place.spot:
            yield work_on(unit, "claim", spot)


@cache
def _uses() -> Mapping[str, tuple[tuple[StructureKind, ...], Chore | None]]:
    """Which structures stand on a kind of terrain, and how it is harvested; terrain of no use is left out."""
    uses: dict[str, tuple[tuple[StructureKind, ...], Chore | None]] = {}
    for letter, terrain in numbers().terrain.items():
        kinds = tuple([kind for kind in numbers().structures.values() if letter in kind.on])
        chore = _chore(terrain.harvest)
        if kinds or chore:
            uses[letter] = (kinds, chore)
    return uses


def _chore(harvest: Harvest | None) -> Chore | None:
    """How that is harvested: what takes several actions is cut."""
    if harvest is None:
        return None
    return "cut" if harvest.actions > 1 else "pick"


def _check_ground(state: State, move: Raise | Work) -> Ruling:
    place = state.side.units[move.unit].place
    if place.field >= ABOARD:
        return refused("Your unit is aboard a ship, not on a planet.", "PL 4.9")
    world = state.worlds[place.field]
    hex_ = hex_number(state, place.field, move.hex)
    if hex_ is None:
        return refused(f"There is no hex {move.hex} on that planet.", "PL 1.4")
    if hex_ != place.spot and hex_ not in world.cylinder.near[place.spot]:
        return refused(f"{move.hex} is not next to your unit.", "PL 4.9")
    letter, structure = world.terrain[hex_], world.structure(hex_)
    title = numbers().terrain[letter].title
    if isinstance(move, Raise):
        return _check_raise(state, numbers().structures[move.kind], letter, structure)
    if move.chore == "claim":
        if structure is None or structure.owner == state.active:
            return refused("There is no structure of anybody else.", "PL 4.9")
        return ALLOWED if hex_ != place.spot else refused("Claim it from the hex next to it.", "PL 4.9")
    if move.chore != _chore(numbers().terrain[letter].harvest):
        return refused(f"There is nothing to {move.chore}: {move.hex} is {title}.", "PL 4.9")
    return ALLOWED


def _check_raise(state: State, kind: StructureKind, letter: str, there: Structure | None) -> Ruling:
    if letter not in kind.on:
        grounds = " or ".join(numbers().terrain[one].title for one in kind.on)
        return refused(
            f"The {kind.name} goes on {grounds}; this is {numbers().terrain[letter].title}.", "PL 4.9"
        )
    if there is not None:
        return refused("A hex holds one structure, and there is one.", "PL 4.9")
    if not state.side.affords(kind.cost):
        return refused(f"It costs {amounts_text(kind.cost)}.", "PL 4.9")
    return ALLOWED


def _check_strike(state: State, move: Strike) -> Ruling:
    if move.target in targets(state, move.unit):
        return ALLOWED
    kind = numbers().units[move.unit]
    if not kind.damage:
        return refused(f"A {kind.name} does not attack.", "PL 4.9")
    if kind.line:
        return refused(f"{move.target} is no target on a free line from your {kind.name}.", "PL 4.9")
    return refused(f"{move.target} is no target next to your {kind.name}.", "PL 4.9")


def _check_heal(state: State, move: Heal) -> Ruling:
    if move.ally in _patients(state, move.unit):
        return ALLOWED
    kind = numbers().units[move.unit]
    if not kind.heals:
        return refused(f"A {kind.name} does not heal.", "PL 4.9")
    return refused("Only a hurt unit of yours next to the healer is healed.", "PL 4.9")


def _struck(state: State, move: Strike) -> State:
    kind = numbers().units[move.unit]
    if isinstance(move.target, Other):
        seat, number = move.target.seat, letters().index(move.target.letter)
        victim = state.sides[seat].units[number]
        damage = victim.hp if move.target.letter in kind.kills else kind.damage
        return hurt(state, seat, number, damage)
    if isinstance(move.target, Hex):
        planet = state.side.units[move.unit].place.field
        hex_ = hex_number(state, planet, move.target)
        assert hex_ is not None
        # A structure has 1 HP (PL 4.12), and every attack does at least 1 damage.
        return state.with_world(planet, state.worlds[planet].without_structure(hex_))
    assert move.target.ship is not None
    return hit(state, move.target.ship, move.target.cell, kind.damage)


def _raised(state: State, move: Raise) -> State:
    planet = state.side.units[move.unit].place.field
    hex_ = hex_number(state, planet, move.hex)
    assert hex_ is not None
    kind = numbers().structures[move.kind]
    world = state.worlds[planet].with_structure(Structure(hex_, move.kind, state.active))
    state = state.with_side(state.active, state.side.gains(kind.cost, -1))
    return state.with_world(planet, world)


def _worked(state: State, move: Work) -> State:
    planet = state.side.units[move.unit].place.field
    hex_ = hex_number(state, planet, move.hex)
    assert hex_ is not None
    world = state.worlds[planet]
    if move.chore == "claim":
        structure = world.structure(hex_)
        assert structure is not None
        return state.with_world(planet, world.with_structure(structure._replace(owner=state.active)))
    harvest = numbers().terrain[world.terrain[hex_]].harvest
    assert harvest is not None
    last = world.worked[hex_] + 1 >= harvest.actions
    state = state.with_world(planet, world.worked_once(hex_, harvest.actions, harvest.leaves))
    return state.with_side(state.active, state.side.gains(harvest.gains)) if last else state
