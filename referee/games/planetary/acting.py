"""The actions of units (PL 4.9, PL 4.10): what each may do where it stands, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from referee.engine import ALLOWED, Ruling, Seat, refused
from referee.games.planetary.board import all_lines, core_cell
from referee.games.planetary.fighting import full_hp, hit, hurt
from referee.games.planetary.hexes import ring_distance
from referee.games.planetary.moves import (
    Cell,
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
    work_on,
)
from referee.games.planetary.numbers import Effect, Harvest, StructureKind, UnitKind, letters, numbers
from referee.games.planetary.state import ABOARD, Module, Place, State, Structure, Unit, kept, sees
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
            found += _operations(state, unit)
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
    return _check_operation(state, move)


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
    doings = state.doings._replace(operated=(*state.doings.operated, _operated(move)))
    state = state.but(doings=doings)
    if isinstance(move, Fire):
        return _fired(state, move)
    return _mended(state, move) if isinstance(move, Mend) else _cloned(state, move)


@kept
def targets(state: State, unit: int) -> tuple[Target, ...]:
    """What that unit of the active player may attack or shoot from where it stands."""
    kind, place = numbers().units[unit], state.side.units[unit].place
    if not kind.damage or place.field not in _contested(state):
        return ()
    return tuple(dict.fromkeys(_targets(state, kind, place)))


def at_controls(state: State, unit: int) -> bool:
    """Whether that unit stands on the core of its own ship, or on a computer that is on (PL 4.9)."""
    place = state.side.units[unit].place
    if place.field != ABOARD + state.active:
        return False
    module = state.side.ship.cells[place.spot]
    if place.spot == core_cell():
        return True
    return bool(module and module.on and numbers().effects[module.code].computes)


@kept
def gun_targets(state: State, gun: int) -> tuple[Cell | Other, ...]:
    """What the gun on that cell of the active player's ship may hit (PL 6)."""
    module = state.side.ship.cells[gun]
    assert module is not None
    return tuple(_gun_targets(state, numbers().effects[module.code]))


def other(state: State, seat: Seat, number: int) -> Other:
    return Other(letters()[number], seat)


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
    for line in world.cylinder.lines[place.spot]:
        for hex_ in line[: kind.reach]:
            if kind.line and (hex_ in hulls or kinds[world.terrain[hex_]].blocks_shot):
                break
            occupant = units.get(hex_)
            if occupant is not None:
                if occupant[0] != state.active:
                    yield other(state, *occupant)
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
            yield other(state, *occupant)
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


def amounts_text(amounts: tuple[int, ...]) -> str:
    """`1 iron and 1 copper`."""
    named = zip(amounts, numbers().materials, strict=True)
    return " and ".join(f"{count} {name}" for count, name in named if count) or "nothing"


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


def _operations(state: State, unit: int) -> Iterator[Move]:
    for cell, _, effect in state.side.ship.on:
        if not effect.operated or cell in state.doings.operated:
            continue
        for target in gun_targets(state, cell) if effect.damage else ():
            yield Fire(unit, cell, target)
        if effect.repairs:
            for hurt_cell in _damaged(state):
                yield Mend(unit, cell, hurt_cell)
        if effect.clones:
            for dead, one in enumerate(state.side.units):
                for free in _free_cells(state):
                    move = Clone(unit, cell, dead, free)
                    if not one.hp and _check_operation(state, move) is ALLOWED:
                        yield move


def _operated(move: Fire | Mend | Clone) -> int:
    """The cell of the module that is operated."""
    return move.gun if isinstance(move, Fire) else move.bay if isinstance(move, Mend) else move.vat


def _check_operation(state: State, move: Fire | Mend | Clone) -> Ruling:
    if not at_controls(state, move.unit):
        return refused("Operate from the core of your own ship, or from a computer that is on.", "PL 4.9")
    cell = _operated(move)
    module = state.side.ship.cells[cell]
    if module is None or not module.on:
        return refused("There is no module that is on.", "PL 4.3")
    if cell in state.doings.operated:
        return refused("Each module is operated once a turn.", "PL 4.9")
    effect = numbers().effects[module.code]
    if isinstance(move, Fire):
        return _check_fire(state, move, module, effect)
    if isinstance(move, Mend):
        if effect.repairs and move.cell in _damaged(state):
            return ALLOWED
        return refused("A repair bay mends a module or core that is hurt.", "PL 6")
    if not effect.clones:
        return refused(f"{module.code} is no clone vat.", "PL 6")
    if module.tally:
        return refused("That vat has been used.", "PL 6")
    if not state.side.affords(effect.clones):
        return refused(f"It costs {amounts_text(effect.clones)}.", "PL 6")
    if state.side.units[move.dead].hp:
        return refused("That unit is alive.", "PL 6")
    if move.cell not in _free_cells(state):
        return refused("The unit comes back on a free cell of your ship.", "PL 6")
    return ALLOWED


def _check_fire(state: State, move: Fire, module: Module, effect: Effect) -> Ruling:
    if not effect.damage:
        return refused(f"{module.code} is no gun.", "PL 6")
    if move.target in gun_targets(state, move.gun):
        return ALLOWED
    if isinstance(move.target, Other):
        if not effect.hits_plains:
            return refused(f"{module.code} does not hit units.", "PL 6")
        if state.side.ship.landed:
            return refused("A landed ship cannot fire at units.", "PL 4.9")
        return refused("It hits units on plains of the half that faces the ring, from the anchor.", "PL 6")
    seat = move.target.ship
    if seat is not None and state.sides[seat].out is not None:
        return refused("A wreck is no target.", "PL 4.11")
    if seat is not None and not sees(state, state.active, seat):
        return refused("You do not see that ship.", "PL 3.3")
    return refused(f"{module.code} hits modules of other ships within {effect.range} spaces.", "PL 6")


def _gun_targets(state: State, effect: Effect) -> Iterator[Cell | Other]:
    own = state.side.ship
    for seat, side in enumerate(state.sides):
        if seat == state.active or side.out is not None or side.ship.space < 0:
            continue
        if ring_distance(own.space, side.ship.space, state.spaces) > effect.range:
            continue
        if sees(state, state.active, seat):
            for cell, module in enumerate(side.ship.cells):
                if module is not None and module.hp:
                    yield cell_at(cell, seat)
    planet = state.anchored(own.space)
    if not effect.hits_plains or own.landed or planet < 0:
        return
    world = state.worlds[planet]
    for place, (seat, number) in state.occupants.items():
        if place.field != planet or seat == state.active or not world.faces_ring(place.spot, state.round):
            continue
        if numbers().terrain[world.terrain[place.spot]].plains:
            yield other(state, seat, number)


def _damaged(state: State) -> tuple[int, ...]:
    """Cells of the active player's ship that a repair bay may mend."""
    return tuple(
        cell
        for cell, module in enumerate(state.side.ship.cells)
        if module and 0 < module.hp < full_hp(module.code)
    )


def _free_cells(state: State) -> tuple[int, ...]:
    field = ABOARD + state.active
    return tuple(
        cell
        for cell, module in enumerate(state.side.ship.cells)
        if module and Place(field, cell) not in state.occupants
    )


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


def _fired(state: State, move: Fire) -> State:
    module = state.side.ship.cells[move.gun]
    assert module is not None
    damage = numbers().effects[module.code].damage
    if isinstance(move.target, Other):
        return hurt(state, move.target.seat, letters().index(move.target.letter), damage)
    assert move.target.ship is not None
    return hit(state, move.target.ship, move.target.cell, damage)


def _mended(state: State, move: Mend) -> State:
    side = state.side
    bay, module = side.ship.cells[move.bay], side.ship.cells[move.cell]
    assert bay is not None
    assert module is not None
    hp = min(full_hp(module.code), module.hp + numbers().effects[bay.code].repairs)
    return state.with_side(
        state.active, side._replace(ship=side.ship.with_cell(move.cell, module._replace(hp=hp)))
    )


def _cloned(state: State, move: Clone) -> State:
    side = state.side
    vat = side.ship.cells[move.vat]
    assert vat is not None
    side = side.gains(numbers().effects[vat.code].clones, -1)
    side = side._replace(ship=side.ship.with_cell(move.vat, vat._replace(tally=1)))
    unit = Unit(numbers().units[move.dead].hp, Place(ABOARD + state.active, move.cell))
    return state.with_side(state.active, side.with_unit(move.dead, unit))
