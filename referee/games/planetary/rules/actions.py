"""The actions of units: what each may do where it is, and what follows (PL 4.9, PL 4.10)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from referee.engine.game import ALLOWED, Ruling, Seat, refused
from referee.games.planetary.box import Amounts, StructureKind, UnitKind, amounts_text, box
from referee.games.planetary.moves import (
    Action,
    Claim,
    Cut,
    Heal,
    Hex,
    Move,
    Other,
    Pick,
    Raise,
    Strike,
    Target,
    Work,
    cell_at,
    hex_at,
    strike,
    unit_of,
)
from referee.games.planetary.rules.damage import hit, hurt
from referee.games.planetary.rules.operating import at_controls, check_operation, operated, operations
from referee.games.planetary.rules.planets import Cylinder, Structure
from referee.games.planetary.rules.ships import all_lines
from referee.games.planetary.rules.unit_move import begun, check_unit, hex_number
from referee.games.planetary.state import ABOARD, Place, State, affords, kept


def moves(state: State, seat: Seat) -> list[Move]:
    """Every action of the active player's units."""
    found: list[Move] = []
    for unit, one in enumerate(state.side.units):
        if not _check_turn(state, unit).allowed:
            continue
        kind = box().units[unit]
        if kind.attack.damage:
            found += [strike(unit, target) for target in targets(state, unit)]
        if kind.heal.amount:
            found += [Heal(unit, ally) for ally in _patients(state, unit)]
        if one.place.field < ABOARD:
            found += _works(state, unit)
        elif at_controls(state, unit):
            found += operations(state, unit)
    return found


def check(state: State, seat: Seat, move: Action) -> Ruling:
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


def apply(state: State, seat: Seat, move: Action) -> State:
    state = state.but(doings=begun(state.doings, move.unit)._replace(acted=True))
    if isinstance(move, Strike):
        return _struck(state, move)
    if isinstance(move, Heal):
        side = state.side
        ally = side.units[move.ally]
        hp = min(box().units[move.ally].hp, ally.hp + box().units[move.unit].heal.amount)
        return state.with_side(state.active, side.with_unit(move.ally, ally._replace(hp=hp)))
    if isinstance(move, Raise):
        return _raised(state, move)
    if isinstance(move, Work):
        return _worked(state, move)
    return operated(state, move)


@kept
def targets(state: State, unit: int) -> tuple[Target, ...]:
    """What that unit of the active player may attack or shoot from where it is."""
    kind, place = box().units[unit], state.side.units[unit].place
    if not kind.attack.damage:
        return ()
    if place.field >= ABOARD:
        return tuple(dict.fromkeys(_targets_aboard(state, kind, place)))
    if _foes(state, place.field).isdisjoint(_in_reach(state.worlds[place.field].cylinder, place.spot, kind)):
        return ()
    return tuple(dict.fromkeys(_targets_on_ground(state, kind, place)))


def _check_turn(state: State, unit: int) -> Ruling:
    """Whether the active player's unit may still act in this turn."""
    ruling = check_unit(state, unit)
    if ruling.allowed and state.doings.unit == unit and state.doings.acted:
        return refused("That unit has already acted.", "PL 4.8")
    return ruling


@kept
def _foes(state: State, planet: int) -> frozenset[int]:
    """The hexes of that planet with a unit or a structure of anybody but the active player."""
    own, structures = state.active, state.worlds[planet].structures
    units = [spot for (field, spot), (seat, _) in state.occupants.items() if field == planet and seat != own]
    return frozenset((*units, *[structure.hex for structure in structures if structure.owner != own]))


@lru_cache(maxsize=4096)
def _in_reach(cylinder: Cylinder, hex_: int, kind: UnitKind) -> frozenset[int]:
    """The hexes that a unit there could attack or shoot at if nothing were in the way."""
    return frozenset([other for line in cylinder.lines[hex_] for other in line[: kind.attack.reach]])


def _targets_aboard(state: State, kind: UnitKind, place: Place) -> Iterator[Target]:
    own = ABOARD + state.active
    if place.field == own and all(
        seat == state.active for (field, _), (seat, _) in state.occupants.items() if field == own
    ):
        return
    for line in all_lines()[place.spot]:
        yield from _along_cells(state, kind, place.field, line[: kind.attack.reach])


def _targets_on_ground(state: State, kind: UnitKind, place: Place) -> Iterator[Target]:
    world, kinds, foes = state.worlds[place.field], box().terrain, _foes(state, place.field)
    units = {spot: unit for (field, spot), unit in state.occupants.items() if field == place.field}
    hulls = {spot for field, spot in state.hulls if field == place.field}
    for line in world.cylinder.lines[place.spot]:
        in_reach = line[: kind.attack.reach]
        if foes.isdisjoint(in_reach):
            continue
        for hex_ in in_reach:
            if kind.attack.line and (hex_ in hulls or kinds[world.terrain[hex_]].blocks_shot):
                break
            occupant = units.get(hex_)
            if occupant is not None:
                if occupant[0] != state.active:
                    yield unit_of(*occupant)
                if kind.attack.line:
                    break
                # A structure under a unit is not hit: no unit ends up in the water.
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
        # A unit in the way takes the shot; an attack reaches what it stands on as well.
        if foe and module.hp and (occupant is None or not kind.attack.line):
            yield cell_at(cell, owner)
        if occupant is not None:
            return


def _patients(state: State, unit: int) -> Iterator[int]:
    """Units of its own side that it may heal (PL 4.9)."""
    kind = box().units[unit]
    if not kind.heal.amount:
        return
    place = state.side.units[unit].place
    aboard = place.field >= ABOARD
    lines = all_lines()[place.spot] if aboard else state.worlds[place.field].cylinder.lines[place.spot]
    for ally, one in enumerate(state.side.units):
        if one.place.field != place.field or one.hp >= box().units[ally].hp:
            continue
        if any(one.place.spot in line[: kind.heal.reach] for line in lines):
            yield ally


def _works(state: State, unit: int) -> tuple[Move, ...]:
    """What it may place, cut, pick and claim on its own hex and next to it.

    It is the same in all states with the same planet and enough for the same structures.
    """
    place, side = state.side.units[unit].place, state.side
    works = state.worlds[place.field].works
    key = (unit, place.spot, state.active, _affordable(side.materials))
    if key not in works:
        works[key] = tuple(_possible_works_near(state, unit))
    return works[key]


@lru_cache(maxsize=4096)
def _affordable(materials: Amounts) -> tuple[str, ...]:
    """The structures that cost no more."""
    return tuple([name for name, kind in box().structures.items() if affords(materials, kind.price)])


def _possible_works_near(state: State, unit: int) -> Iterator[Move]:
    place = state.side.units[unit].place
    world = state.worlds[place.field]
    columns, terrain, built, useful = world.planet.columns, world.terrain, world.built, _useful()
    for hex_ in (place.spot, *world.cylinder.near[place.spot]):
        letter = terrain[hex_]
        if letter in useful:
            structure, spot = built.get(hex_), hex_at(hex_ % columns, hex_ // columns)
            if structure is not None:
                if _check_work(state, Claim(unit, spot), hex_, letter, structure).allowed:
                    yield Claim(unit, spot)
                continue
            harvest, raises = _possible_works(unit, letter, spot)
            for kind, move in raises:
                if _check_raise(state, kind, letter, None).allowed:
                    yield move
            yield from harvest


@cache
def _useful() -> str:
    """The letters of the terrain on which a unit can do anything."""
    return "".join([letter for letter in box().terrain if any(_possible_works(0, letter, Hex(0, 0)))])


@cache
def _possible_works(
    unit: int, letter: str, spot: Hex
) -> tuple[tuple[Work, ...], tuple[tuple[StructureKind, Raise], ...]]:
    """What a unit could harvest, and place, on a hex of that terrain without a structure."""
    harvesting = _harvesting(letter)
    kinds = [kind for kind in box().structures.values() if letter in kind.on]
    return (
        (harvesting(unit, spot),) if harvesting else (),
        tuple([(kind, Raise(unit, kind.name, spot)) for kind in kinds]),
    )


@cache
def _harvesting(letter: str) -> type[Cut] | type[Pick] | None:
    """How that terrain is harvested: what takes several actions is cut."""
    harvest = box().terrain[letter].harvest
    if harvest is None:
        return None
    return Cut if harvest.actions > 1 else Pick


def _check_ground(state: State, move: Raise | Work) -> Ruling:
    place = state.side.units[move.unit].place
    if place.field >= ABOARD:
        return refused("Your unit is aboard a ship, not on a planet.", "PL 4.9")
    hex_ = hex_number(state, place.field, move.hex)
    if hex_ is None:
        return refused(f"There is no hex {move.hex} on that planet.", "PL 1.4")
    if hex_ != place.spot and hex_ not in state.worlds[place.field].cylinder.near[place.spot]:
        return refused(f"{move.hex} is not next to your unit.", "PL 4.9")
    world = state.worlds[place.field]
    return _check_work(state, move, hex_, world.terrain[hex_], world.structure(hex_))


def _check_work(
    state: State, move: Raise | Work, hex_: int, letter: str, structure: Structure | None
) -> Ruling:
    """On its own hex or one next to it, with the terrain and the structure that are there."""
    if isinstance(move, Raise):
        return _check_raise(state, box().structures[move.kind], letter, structure)
    if isinstance(move, Claim):
        if structure is None or structure.owner == state.active:
            return refused("There is no structure of another player there.", "PL 4.9")
        if hex_ == state.side.units[move.unit].place.spot:
            return refused("Claim it from the hex next to it.", "PL 4.9")
        return ALLOWED
    if type(move) is not _harvesting(letter):
        title = box().terrain[letter].title
        return refused(f"There is nothing to {move.verb}: {move.hex} is {title}.", "PL 4.9")
    return ALLOWED


def _check_raise(state: State, kind: StructureKind, letter: str, there: Structure | None) -> Ruling:
    if letter not in kind.on:
        grounds = " or ".join(box().terrain[one].title for one in kind.on)
        return refused(f"The {kind.name} goes on {grounds}; this is {box().terrain[letter].title}.", "PL 4.9")
    if there is not None:
        return refused("There is already a structure on that hex.", "PL 4.9")
    if not state.side.affords(kind.price):
        return _too_dear(kind.price)
    return ALLOWED


@cache
def _too_dear(price: Amounts) -> Ruling:
    return refused(f"It costs {amounts_text(price)}.", "PL 4.9")


def _check_strike(state: State, move: Strike) -> Ruling:
    if move.target in targets(state, move.unit):
        return ALLOWED
    kind = box().units[move.unit]
    if not kind.attack.damage:
        return refused(f"A {kind.name} does not attack.", "PL 4.9")
    if kind.attack.line:
        return refused(f"{move.target} is not a target on a free line from your {kind.name}.", "PL 4.9")
    return refused(f"{move.target} is not a target next to your {kind.name}.", "PL 4.9")


def _check_heal(state: State, move: Heal) -> Ruling:
    if move.ally in _patients(state, move.unit):
        return ALLOWED
    kind = box().units[move.unit]
    if not kind.heal.amount:
        return refused(f"A {kind.name} does not heal.", "PL 4.9")
    return refused("Only a hurt unit of yours next to the healer is healed.", "PL 4.9")


def _struck(state: State, move: Strike) -> State:
    kind = box().units[move.unit]
    if isinstance(move.target, Other):
        seat, number = move.target.seat, move.target.number
        kills = box().units[number].name in kind.attack.kills
        damage = state.sides[seat].units[number].hp if kills else kind.attack.damage
        return hurt(state, seat, number, damage)
    if isinstance(move.target, Hex):
        planet = state.side.units[move.unit].place.field
        hex_ = hex_number(state, planet, move.target)
        assert hex_ is not None
        # A structure has 1 HP (PL 4.12), and every attack does at least 1 damage.
        return state.with_world(planet, state.worlds[planet].without_structure(hex_))
    assert move.target.ship is not None
    return hit(state, move.target.ship, move.target.cell, kind.attack.damage)


def _raised(state: State, move: Raise) -> State:
    planet = state.side.units[move.unit].place.field
    hex_ = hex_number(state, planet, move.hex)
    assert hex_ is not None
    kind = box().structures[move.kind]
    world = state.worlds[planet].with_structure(Structure(hex_, move.kind, state.active))
    state = state.with_side(state.active, state.side.gains(kind.price, -1))
    return state.with_world(planet, world)


def _worked(state: State, move: Work) -> State:
    planet = state.side.units[move.unit].place.field
    hex_ = hex_number(state, planet, move.hex)
    assert hex_ is not None
    world = state.worlds[planet]
    if isinstance(move, Claim):
        structure = world.structure(hex_)
        assert structure is not None
        return state.with_world(planet, world.with_structure(structure._replace(owner=state.active)))
    terrain = box().terrain[world.terrain[hex_]]
    harvest = terrain.harvest
    assert harvest is not None
    last = world.worked[hex_] + 1 >= harvest.actions
    state = state.with_world(planet, world.worked_once(hex_, harvest.actions, terrain.leaves))
    return state.with_side(state.active, state.side.gains(harvest.gains)) if last else state
