"""Power and upkeep at the start of a turn, and the modules that act right after (PL 4.2, PL 4.3, PL 6)."""

from __future__ import annotations

from functools import cache

from referee.engine import ALLOWED, Ruling, refused
from referee.games.planetary import watts
from referee.games.planetary.board import near
from referee.games.planetary.box import box
from referee.games.planetary.moves import (
    ALL,
    FUEL,
    KEEP,
    READY,
    REPAIR,
    Drill,
    Fuel,
    Many,
    Move,
    On,
    Ready,
    Repair,
    hex_at,
    turn_on,
)
from referee.games.planetary.numbers import amounts_text, numbers
from referee.games.planetary.pieces import ABOARD
from referee.games.planetary.state import Side, State
from referee.games.planetary.walking import hex_number

Payment = Fuel | Repair | On | Many | Ready


def payments(state: State) -> list[Move]:
    found: list[Payment] = [FUEL, REPAIR, ALL, KEEP, READY]
    found += [turn_on(cell) for cell, _ in state.side.ship.modules]
    return [move for move in found if check_payment(state, move).allowed]


def check_payment(state: State, move: Payment) -> Ruling:
    if isinstance(move, On):
        return _check_on(state, move.cell)
    if isinstance(move, Ready):
        return ALLOWED
    if isinstance(move, Repair):
        return _check_repair(state.side)
    if isinstance(move, Fuel):
        return _check_fuel(state.side)
    cells = meant(state, move)
    if not cells:
        return refused("There is no such module that is not paid for.", "PL 4.3")
    if any(_check_on(state, cell).allowed for cell in cells):
        return ALLOWED
    return _check_on(state, cells[0])


def paid(state: State, move: Payment) -> State:
    side, core = state.side, watts.core_of(state.side)
    if isinstance(move, Repair):
        return state.with_side(state.active, side.gains(watts.repair_cost(core), -1)._replace(due=False))
    if isinstance(move, Fuel):
        assert core.fuel is not None
        side = side.gains(watts.fuel_cost(core), -1)
        return state.with_side(state.active, side._replace(fuelled=side.turns + core.fuel.turns - 1))
    if isinstance(move, On):
        return _paid(state, move.cell)
    if isinstance(move, Many):
        for cell in meant(state, move):
            if _check_on(state, cell).allowed:
                state = _paid(state, cell)
    return state


def meant(state: State, move: Many) -> tuple[int, ...]:
    """The cells of modules still to be paid for: generators and batteries first, as they give watts.

    Those that cannot be paid when it is their turn are left out.
    """
    paid, blueprints = state.doings.paid, box().blueprints
    meant = [
        (not _gives(module.code), cell)
        for cell, module in state.side.ship.modules
        if (move.all or module.on) and cell not in paid and blueprints[module.code].upkeep
    ]
    return tuple([cell for _, cell in sorted(meant)])


def switched(state: State) -> State:
    """What is paid for is on, all else off; then hydroponics, med bays and drills act (PL 4.3)."""
    side, doings = state.side, state.doings
    cells = tuple(
        module and module._replace(on=cell in doings.paid) for cell, module in enumerate(side.ship.cells)
    )
    side = side._replace(ship=side.ship._replace(cells=cells))
    drills = []
    for cell, module, effect in side.ship.on:
        if effect.every:
            side, module = watts.counted(side, module)
            side = side._replace(ship=side.ship.with_cell(cell, module))
        if effect.heals:
            side = _healed(side, ABOARD + state.active, cell, effect.heals)
        if effect.drills:
            drills.append(cell)
    doings = doings._replace(drills=tuple(drills), paid=())
    return state.with_side(state.active, side, doings=doings)


def drill_hexes(state: State) -> tuple[int, ...]:
    """The hexes the next drill may take from (PL 6, DRL)."""
    ship = state.side.ship
    if not ship.landed or not state.doings.drills:
        return ()
    module = ship.cells[state.doings.drills[0]]
    assert module is not None
    world, letters = state.worlds[ship.planet], numbers().effects[module.code].drills
    return tuple(
        hex_
        for hex_ in world.cylinder.near[ship.hex]
        if world.terrain[hex_] in letters and world.structure(hex_) is None
    )


def drills(state: State) -> tuple[Move, ...]:
    columns = state.worlds[state.side.ship.planet].planet.columns
    return tuple(Drill(hex_at(hex_ % columns, hex_ // columns)) for hex_ in drill_hexes(state))


def drilled(state: State, move: Drill) -> State:
    hex_ = hex_number(state, state.side.ship.planet, move.hex)
    assert hex_ is not None
    return drilled_hex(state, hex_)


def drilled_hex(state: State, hex_: int) -> State:
    """With what the next drill takes there."""
    side, doings = state.side, state.doings
    module = side.ship.cells[doings.drills[0]]
    assert module is not None
    times = numbers().effects[module.code].takes
    state = yielded(state, state.active, side.ship.planet, hex_, times)
    return state.but(doings=doings._replace(drills=doings.drills[1:]))


def yielded(state: State, seat: int, planet: int, hex_: int, amount: int) -> State:
    """So much of the hex's material for that seat; after the last yield the hex is exhausted (PL 4.1)."""
    world = state.worlds[planet]
    terrain = numbers().terrain[world.terrain[hex_]]
    gains = tuple(amount if place == terrain.material else 0 for place in range(len(numbers().materials)))
    world = world.worked_once(hex_, numbers().yields_a_hex, terrain.leaves)
    return state.with_side(seat, state.sides[seat].gains(gains)).with_world(planet, world)


def _check_repair(side: Side) -> Ruling:
    if not side.due:
        return refused("No repair is due.", "PL 4.2")
    cost = watts.repair_cost(watts.core_of(side))
    return ALLOWED if side.affords(cost) else refused(f"It costs {amounts_text(cost)}.", "PL 4.2")


def _check_fuel(side: Side) -> Ruling:
    core = watts.core_of(side)
    if core.fuel is None:
        return refused(f"A {core.name} core needs no fuel.", "PL 4.2")
    if side.fuelled >= side.turns:
        return refused("The core has fuel for this turn.", "PL 4.2")
    cost = watts.fuel_cost(core)
    return ALLOWED if side.affords(cost) else refused(f"It costs {amounts_text(cost)}.", "PL 4.2")


def _check_on(state: State, cell: int) -> Ruling:
    module = state.side.ship.cells[cell]
    blueprint = box().blueprints.get(module.code) if module else None
    if module is None or blueprint is None:
        return refused("There is no module on that cell.", "PL 4.3")
    if not blueprint.upkeep:
        return refused(f"{blueprint.code} has no upkeep.", "PL 4.3")
    if cell in state.doings.paid:
        return refused("It is paid for.", "PL 4.3")
    if watts.left(state) < blueprint.upkeep:
        return refused(
            f"{blueprint.code} takes {blueprint.upkeep} W, and you have {watts.left(state)}.", "PL 4.3"
        )
    if watts.lacks_fuel(state.side, module.code, module.tally):
        return refused("There is no fuel for that generator.", "PL 4.2")
    return ALLOWED


@cache
def _gives(code: str) -> bool:
    return watts.is_generator(box().blueprints[code]) or numbers().effects[code].stores > 0


def _paid(state: State, cell: int) -> State:
    side, doings = state.side, state.doings
    module = side.ship.cells[cell]
    assert module is not None
    was_on = module.on
    side, module = watts.switched_on(side, module)
    # What is paid for is switched on when upkeep is done with: till then it is seen as it was.
    side = side._replace(ship=side.ship.with_cell(cell, module._replace(on=was_on)))
    doings = doings._replace(
        spent=doings.spent + box().blueprints[module.code].upkeep, paid=(*doings.paid, cell)
    )
    return state.with_side(state.active, side, doings=doings)


def _healed(side: Side, field: int, cell: int, heals: int) -> Side:
    """With the units on that med bay and next to it healed (PL 6, MED)."""
    for number, unit in enumerate(side.units):
        if unit.place.field == field and unit.place.spot in (cell, *near()[cell]):
            hp = min(numbers().units[number].hp, unit.hp + heals)
            side = side.with_unit(number, unit._replace(hp=hp))
    return side
