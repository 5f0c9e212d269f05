"""The actions of units: what each may do where it is, and what follows (PL 4.9, PL 4.10)."""

import itertools
from collections.abc import Iterator, Mapping, Sequence

from referee.engine.game import ALLOWED, Ruling, Seat, refused
from referee.engine.tuples import remembered_lately
from referee.games.planetary.box import Box
from referee.games.planetary.moves import (
    Action,
    Cell,
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
    hex_at,
    strike,
)
from referee.games.planetary.rules.cells import Numbered
from referee.games.planetary.rules.damage import hit, hurt
from referee.games.planetary.rules.numbers import Amounts, Terrain, UnitKind
from referee.games.planetary.rules.operating import at_controls, check_operation, operated, operations
from referee.games.planetary.rules.planets import Structure
from referee.games.planetary.rules.unit_move import begun, check_unit, hex_number
from referee.games.planetary.state import ABOARD, Place, State, affords


def moves(state: State) -> list[Move]:
    """Every action of the active player's units."""
    found: list[Move] = []
    side, kinds = state.side, state.box.units
    for unit in _actors(state):
        kind, field = kinds[unit], side.units[unit].place.field
        if kind.attack.damage:
            found += [strike(state.box, unit, target) for target in targets(state, unit)]
        if kind.heal.amount and side.hurt:
            found += [Heal(unit, ally) for ally in _patients(state, unit)]
        if field < ABOARD:
            found += _works(state, unit)
        elif side.ship.fitting.operated and at_controls(state, unit):
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
        return _check_work(state, move)
    return check_operation(state, move)


def apply(state: State, seat: Seat, move: Action) -> State:
    state = state.but(doings=begun(state.doings, move.unit)._replace(acted=True))
    if isinstance(move, Strike):
        return _struck(state, move)
    if isinstance(move, Heal):
        side = state.side
        ally = side.units[move.ally]
        hp = min(state.box.units[move.ally].hp, ally.hp + state.box.units[move.unit].heal.amount)
        return state.with_side(state.active, side.with_unit(move.ally, ally._replace(hp=hp)))
    if isinstance(move, Raise):
        return _raised(state, move)
    if isinstance(move, Work):
        return _worked(state, move)
    return operated(state, move)


def targets(state: State, unit: int) -> Sequence[Target]:
    """List what that unit of the active player may attack or shoot from where it is."""
    kind = state.box.units[unit]
    if not kind.attack.damage:
        return ()
    place = state.side.units[unit].place
    foes = _foes(state, place.field)
    if not foes:
        return ()
    if place.field >= ABOARD:
        along, lines = _along_cells, [line[: kind.attack.reach] for line in state.box.board.lines[place.spot]]
    else:
        within = state.worlds[place.field].cylinder.lines_within(kind.attack.reach)[place.spot]
        if not within.hexes & foes:
            return ()
        along, lines = _along_hexes, [line for hexes, line in within.lines if hexes & foes]
    found = [target for line in lines for target in along(state, kind, place.field, line)]
    return tuple(dict.fromkeys(found))


def _check_turn(state: State, unit: int) -> Ruling:
    """Tell whether the active player's unit may still act in this turn."""
    if unit in _actors(state):
        return ALLOWED
    ruling = check_unit(state, unit)
    return refused("That unit has already acted.", "PL 4.8") if ruling.allowed else ruling


def _actors(state: State) -> Sequence[Numbered]:
    """The active player's units that may still act in this turn."""
    doings = state.doings
    done = (*doings.finished, doings.unit) if doings.acted else doings.finished
    units = state.side.units
    return [unit for unit in state.box.crew if units[unit].hp and unit not in done]


def _foes(state: State, field: int) -> int:
    """The spots of that field with a unit or a structure of anybody but the active player, as bits.

    Aboard another player's ship it is every cell, as each may be attacked.
    """
    own = state.active
    if field >= ABOARD and field != ABOARD + own:
        return -1
    found = 0
    for seat, side in enumerate(state.sides):
        if seat != own:
            found |= side.units.spots.get(field, 0)
    if field < ABOARD:
        for owner, hexes in state.worlds[field].owned.items():
            if owner != own:
                found |= hexes
    return found


def _along_hexes(state: State, kind: UnitKind, field: int, line: tuple[int, ...]) -> Iterator[Target]:
    """The units as far as the shot goes, and the structures that nobody stands on."""
    world, kinds = state.worlds[field], state.box.terrain
    units = hulls = 0
    for side in state.sides:
        units |= side.units.spots.get(field, 0)
        if side.ship.planet == field:
            hulls |= 1 << side.ship.hex
    for hex_ in line:
        if kind.attack.line and (hulls >> hex_ & 1 or kinds[world.terrain[hex_]].blocks_shot):
            return
        if units >> hex_ & 1:
            seat, number = state.occupants[Place(field, hex_)]
            if seat != state.active:
                yield Other(state.box.crew[number], seat)
            if kind.attack.line:
                return
        # A structure under a unit is not hit: no unit ends up in the water.
        elif world.owners.get(hex_, state.active) != state.active:
            yield hex_at(hex_ % world.planet.columns, hex_ // world.planet.columns)


def _along_cells(state: State, kind: UnitKind, field: int, line: tuple[int, ...]) -> Iterator[Target]:
    """PL 4.10: the modules as far as the shot goes, and the first unit in its way."""
    owner, numbers = field - ABOARD, state.box.board.cells
    cells = state.sides[owner].ship.cells
    foe = owner != state.active and state.sides[owner].out is None
    for cell in line:
        module = cells[cell]
        if module is None:
            return
        occupant = state.occupants.get(Place(field, cell))
        if occupant is not None and occupant[0] != state.active:
            yield Other(state.box.crew[occupant[1]], occupant[0])
        # A unit in the way takes the shot; an attack reaches what it stands on as well.
        if foe and module.hp and (occupant is None or not kind.attack.line):
            yield Cell(numbers[cell], owner)
        if occupant is not None:
            return


def _patients(state: State, unit: int) -> Iterator[Numbered]:
    """Units of its own side that it may heal (PL 4.9)."""
    kind = state.box.units[unit]
    if not kind.heal.amount:
        return
    place = state.side.units[unit].place
    aboard = place.field >= ABOARD
    lines = (
        state.box.board.lines[place.spot] if aboard else state.worlds[place.field].cylinder.lines[place.spot]
    )
    for ally, one in zip(state.box.crew, state.side.units, strict=True):
        if one.place.field != place.field or one.hp >= state.box.units[ally].hp:
            continue
        if any(one.place.spot in line[: kind.heal.reach] for line in lines):
            yield ally


def _works(state: State, unit: Numbered) -> Sequence[Move]:
    """List what it may place, cut, pick and claim on its own hex and next to it."""
    here, world = state.side.units[unit].place, state.worlds[state.side.units[unit].place.field]
    land, terrain, owners = world.planet.cylinder, world.terrain, world.owners
    works = _works_on(state.box, unit, land.columns, _affordable(state.box, state.side.materials))
    found: list[Move] = []
    for hex_ in land.around[here.spot]:
        if hex_ in owners:
            if _check_claim(owners[hex_], state.active, here=hex_ == here.spot).allowed:
                found.append(Claim(unit, hex_at(hex_ % land.columns, hex_ // land.columns)))
        elif there := works.get(terrain[hex_]):
            found += there[hex_]
    return found


@remembered_lately()
def _affordable(box: Box, materials: Amounts) -> tuple[str, ...]:
    """The structures that cost no more."""
    return tuple([name for name, price in box.structure_prices.items() if affords(materials, price)])


@remembered_lately()
def _works_on(
    box: Box, unit: Numbered, columns: int, affordable: tuple[str, ...]
) -> Mapping[str, Sequence[Sequence[Raise | Work]]]:
    """By terrain, for each hex of a planet, what a unit may place, out of those structures, and harvest."""
    hexes = [hex_at(column, row) for row, column in itertools.product(range(box.rows), range(columns))]
    found: dict[str, Sequence[Sequence[Raise | Work]]] = {}
    for letter, terrain in box.terrain.items():
        kinds = [name for name in affordable if letter in box.structures[name].on]
        harvests = [kind for kind in [_harvesting(terrain)] if kind]
        if kinds or harvests:
            found[letter] = [
                [*[Raise(unit, kind, hex_) for kind in kinds], *[kind(unit, hex_) for kind in harvests]]
                for hex_ in hexes
            ]
    return found


def _harvesting(terrain: Terrain) -> type[Cut] | type[Pick] | None:
    """Return the move that harvests that terrain: what takes several actions is cut."""
    if terrain.harvest is None:
        return None
    return Cut if terrain.harvest.actions > 1 else Pick


def _check_work(state: State, move: Raise | Work) -> Ruling:
    """On its own hex or one next to it, with the terrain and the structure that are there."""
    place = state.side.units[move.unit].place
    if place.field >= ABOARD:
        return refused("Your unit is aboard a ship, not on a planet.", "PL 4.9")
    hex_ = hex_number(state, place.field, move.hex)
    if hex_ is None:
        return refused(f"There is no hex {move.hex} on that planet.", "PL 1.4")
    world = state.worlds[place.field]
    if hex_ not in world.cylinder.around[place.spot]:
        return refused(f"{move.hex} is not next to your unit.", "PL 4.9")
    letter, owner = world.terrain[hex_], world.owners.get(hex_)
    if isinstance(move, Claim):
        return _check_claim(owner, state.active, here=hex_ == place.spot)
    if isinstance(move, Raise):
        return _check_raise(state, move.kind, letter, owner)
    terrain = state.box.terrain[letter]
    if type(move) is not _harvesting(terrain):
        return refused(f"There is nothing to {move.verb}: {move.hex} is {terrain.title}.", "PL 4.9")
    return ALLOWED


def _check_claim(owner: Seat | None, seat: Seat, *, here: bool) -> Ruling:
    """Check a claim by that seat on a structure of that owner, from the same hex or the one next to it."""
    if owner is None or owner == seat:
        return refused("There is no structure of another player there.", "PL 4.9")
    return refused("Claim it from the hex next to it.", "PL 4.9") if here else ALLOWED


def _check_raise(state: State, name: str, letter: str, owner: Seat | None) -> Ruling:
    """Check that the structure may be placed where there is that terrain, and a structure of that owner."""
    kind, terrain, price = state.box.structures[name], state.box.terrain, state.box.structure_prices[name]
    if letter not in kind.on:
        grounds = " or ".join(terrain[one].title for one in kind.on)
        return refused(f"The {kind.name} goes on {grounds}; this is {terrain[letter].title}.", "PL 4.9")
    if owner is not None:
        return refused("There is already a structure on that hex.", "PL 4.9")
    if not state.side.affords(price):
        return refused(f"It costs {state.box.amounts_text(price)}.", "PL 4.9")
    return ALLOWED


def _check_strike(state: State, move: Strike) -> Ruling:
    if move.target in targets(state, move.unit):
        return ALLOWED
    kind = state.box.units[move.unit]
    if not kind.attack.damage:
        return refused(f"A {kind.name} does not attack.", "PL 4.9")
    if kind.attack.line:
        return refused(f"{move.target} is not a target on a free line from your {kind.name}.", "PL 4.9")
    return refused(f"{move.target} is not a target next to your {kind.name}.", "PL 4.9")


def _check_heal(state: State, move: Heal) -> Ruling:
    if move.ally in _patients(state, move.unit):
        return ALLOWED
    kind = state.box.units[move.unit]
    if not kind.heal.amount:
        return refused(f"A {kind.name} does not heal.", "PL 4.9")
    return refused("Only a hurt unit of yours next to the healer is healed.", "PL 4.9")


def _struck(state: State, move: Strike) -> State:
    kind = state.box.units[move.unit]
    if isinstance(move.target, Other):
        seat, number = move.target.seat, move.target.unit
        kills = state.box.units[number].name in kind.attack.kills
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
    world = state.worlds[planet].with_structure(Structure(hex_, move.kind, state.active))
    state = state.with_side(state.active, state.side.gains(state.box.structure_prices[move.kind], -1))
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
    terrain = state.box.terrain[world.terrain[hex_]]
    harvest = terrain.harvest
    assert harvest is not None
    last = world.worked[hex_] + 1 >= harvest.actions
    state = state.with_world(planet, world.worked_once(hex_, harvest.actions, terrain.leaves))
    gains = state.box.amounts({harvest.material: harvest.amount})
    return state.with_side(state.active, state.side.gains(gains)) if last else state
