"""The modules that units operate: guns, repair bays, clone vats (PL 4.9, PL 6)."""

from collections.abc import Iterator

from referee.engine.game import ALLOWED, Ruling, Seat, refused
from referee.games.planetary.moves import Cell, Clone, Fire, Mend, Move, Operation, Other
from referee.games.planetary.rules.cells import Numbered
from referee.games.planetary.rules.damage import full_hp, hit, hurt
from referee.games.planetary.rules.numbers import Blueprint
from referee.games.planetary.rules.planets import ring_distance
from referee.games.planetary.rules.ships import Module, fitted
from referee.games.planetary.rules.visibility import sees
from referee.games.planetary.state import ABOARD, Place, State, Unit, kept


def operations(state: State, unit: Numbered) -> Iterator[Move]:
    """List what the active player's unit may operate from where it is, and how."""
    for cell, _, effect in state.side.ship.on:
        if not effect.operated or cell in state.doings.operated:
            continue
        for target in gun_targets(state, cell) if effect.damage else ():
            yield Fire(unit, cell, target)
        if effect.repairs:
            for hurt_cell in _damaged(state):
                yield Mend(unit, cell, hurt_cell)
        if effect.clone_cost:
            for dead, one in zip(state.box.crew, state.side.units, strict=True):
                for free in free_cells(state, state.active):
                    move = Clone(unit, cell, dead, free)
                    if not one.hp and check_operation(state, move) is ALLOWED:
                        yield move


def check_operation(state: State, move: Operation) -> Ruling:
    if not at_controls(state, move.unit):
        return refused("Operate from the core of your own ship, or from a computer that is on.", "PL 4.9")
    cell = _cell(move)
    module = state.side.ship.cells[cell]
    if module is None or not module.on:
        return refused("There is no module on that cell that is on.", "PL 4.3")
    if cell in state.doings.operated:
        return refused("That module has already been operated this turn.", "PL 4.9")
    effect = state.box.blueprints[module.code]
    if isinstance(move, Fire):
        return _check_fire(state, move, module, effect)
    if isinstance(move, Mend):
        if effect.repairs and move.cell in _damaged(state):
            return ALLOWED
        return refused("A repair bay repairs a damaged module or core of your ship.", "PL 6")
    if not effect.clone_cost:
        return refused(f"{module.code} is not a clone vat.", "PL 6")
    if module.tally:
        return refused("That vat has already been used.", "PL 6")
    price = state.box.amounts(effect.clone_cost)
    if not state.side.affords(price):
        return refused(f"It costs {state.box.amounts_text(price)}.", "PL 6")
    if state.side.units[move.dead].hp:
        return refused("That unit is alive.", "PL 6")
    if move.cell not in free_cells(state, state.active):
        return refused("The unit comes back on a free cell of your ship.", "PL 6")
    return ALLOWED


def operated(state: State, move: Operation) -> State:
    """The state after the operation."""
    state = state.but(doings=state.doings._replace(operated=(*state.doings.operated, _cell(move))))
    if isinstance(move, Fire):
        return _fired(state, move)
    return _mended(state, move) if isinstance(move, Mend) else _cloned(state, move)


def at_controls(state: State, unit: int) -> bool:
    """Tell whether that unit stands on the core of its own ship, or on a computer that is on (PL 4.9)."""
    place = state.side.units[unit].place
    return place.field == ABOARD + state.active and is_control(state, place.spot)


def is_control(state: State, cell: int) -> bool:
    """Tell whether that cell of the active player's ship is its core, or a computer that is on (PL 4.9)."""
    if cell == state.box.core_cell:
        return True
    module = state.side.ship.cells[cell]
    return bool(module and module.on and state.box.blueprints[module.code].computes)


@kept
def gun_targets(state: State, gun: int) -> tuple[Cell | Other, ...]:
    """List what the gun on that cell of the active player's ship may hit (PL 6)."""
    module = state.side.ship.module(gun)
    return tuple(_gun_targets(state, state.box.blueprints[module.code]))


def _cell(move: Operation) -> int:
    """The cell of the module that is operated."""
    return move.gun if isinstance(move, Fire) else move.bay if isinstance(move, Mend) else move.vat


def _check_fire(state: State, move: Fire, module: Module, effect: Blueprint) -> Ruling:
    if not effect.damage:
        return refused(f"{module.code} is not a gun.", "PL 6")
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
        return refused("A wreck is not a target.", "PL 4.11")
    if seat is not None and not sees(state, state.active, seat):
        return refused("You do not see that ship.", "PL 3.3")
    return refused(f"{module.code} hits modules of other ships within {effect.range} spaces.", "PL 6")


def _gun_targets(state: State, effect: Blueprint) -> Iterator[Cell | Other]:
    own, cells = state.side.ship, state.box.board.cells
    for seat, side in enumerate(state.sides):
        if seat == state.active or side.out is not None:
            continue
        if ring_distance(own.space, side.ship.space, state.spaces) > effect.range:
            continue
        if sees(state, state.active, seat):
            for cell, module in zip(cells, side.ship.cells, strict=True):
                if module is not None and module.hp:
                    yield Cell(cell, seat)
    planet = state.anchored(own.space)
    if not effect.hits_plains or own.landed or planet < 0:
        return
    world = state.worlds[planet]
    for place, (seat, number) in state.occupants.items():
        if place.field != planet or seat == state.active or not world.faces_ring(place.spot, state.round):
            continue
        if state.box.terrain[world.terrain[place.spot]].plains:
            yield Other(state.box.crew[number], seat)


def _damaged(state: State) -> tuple[Numbered, ...]:
    """Cells of the active player's ship that a repair bay may repair."""
    return tuple(
        cell
        for cell, module in zip(state.box.board.cells, state.side.ship.cells, strict=True)
        if module and module.hp < full_hp(state.box, module.code)
    )


def free_cells(state: State, seat: Seat) -> list[Numbered]:
    """The cells of that seat's ship that a unit may be put on."""
    field = ABOARD + seat
    return [
        cell for cell in fitted(state.sides[seat].ship.closed) if Place(field, cell) not in state.occupants
    ]


def _fired(state: State, move: Fire) -> State:
    module = state.side.ship.module(move.gun)
    damage = state.box.blueprints[module.code].damage
    if isinstance(move.target, Other):
        return hurt(state, move.target.seat, move.target.unit, damage)
    assert move.target.ship is not None
    return hit(state, move.target.ship, move.target.cell, damage)


def _mended(state: State, move: Mend) -> State:
    side = state.side
    bay, module = side.ship.module(move.bay), side.ship.module(move.cell)
    hp = min(full_hp(state.box, module.code), module.hp + state.box.blueprints[bay.code].repairs)
    return state.with_side(
        state.active, side._replace(ship=side.ship.with_cell(move.cell, module._replace(hp=hp)))
    )


def _cloned(state: State, move: Clone) -> State:
    side = state.side
    vat = side.ship.module(move.vat)
    side = side.gains(state.box.amounts(state.box.blueprints[vat.code].clone_cost), -1)
    side = side._replace(ship=side.ship.with_cell(move.vat, vat._replace(tally=1)))
    unit = Unit(state.box.units[move.dead].hp, Place(ABOARD + state.active, move.cell))
    return state.with_side(state.active, side.with_unit(move.dead, unit))
