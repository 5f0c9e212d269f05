"""Upkeep at the start of a turn, and the modules that act right after it (PL 4.2, PL 4.3, PL 6)."""

from collections.abc import Sequence
from functools import cache

from referee.engine.game import ALLOWED, Ruling, Seat, refused
from referee.engine.tuples import remembered, remembered_lately
from referee.games.planetary.box import Box
from referee.games.planetary.moves import (
    ALL,
    FUEL,
    KEEP,
    READY,
    REPAIR,
    All,
    Drill,
    Fuel,
    Keep,
    Many,
    Move,
    On,
    Payment,
    Ready,
    Repair,
    hex_at,
)
from referee.games.planetary.rules import income, power
from referee.games.planetary.rules.numbers import Amounts
from referee.games.planetary.rules.unit_move import hex_number
from referee.games.planetary.state import ABOARD, Doings, Side, State


def moves(state: State, seat: Seat) -> list[Move]:
    side, payable = state.side, _payable(state.side, state.doings)
    found: list[Move] = []
    if _check_fuel(side).allowed:
        found.append(FUEL)
    if _check_repair(side).allowed:
        found.append(REPAIR)
    found += [move for move in (ALL, KEEP) if _pays(side, payable, move)]
    return [*found, READY, *map(_switches(state.box).__getitem__, sorted(payable))]


def check(state: State, seat: Seat, move: Move) -> Ruling:
    match move:
        case On():
            return _check_on(state, move.cell)
        case Ready():
            return ALLOWED
        case Repair():
            return _check_repair(state.side)
        case Fuel():
            return _check_fuel(state.side)
        case All() | Keep():
            cells = meant(state, move)
            if not cells:
                return refused("All of those modules are paid for.", "PL 4.3")
            payable = _payable(state.side, state.doings)
            return ALLOWED if _pays(state.side, payable, move) else _check_on(state, cells[0])
    return refused("First pay upkeep: on E4, on all or keep, then ready.", "PL 4.3")


def apply(state: State, seat: Seat, move: Payment) -> State:
    side, core = state.side, power.core_of(state.side)
    if isinstance(move, Ready):
        return switched(state)
    if isinstance(move, Repair):
        return state.with_side(state.active, side.gains(power.repair_cost(side), -1)._replace(due=False))
    if isinstance(move, Fuel):
        assert core.fuel is not None
        side = side.gains(power.fuel_cost(side), -1)
        return state.with_side(state.active, side._replace(fuelled=side.turns + core.fuel.turns - 1))
    if isinstance(move, On):
        side, doings = _paid(side, state.doings, move.cell)
    else:
        side, doings = _paid_in_turn(side, state.doings, meant(state, move))
    return state.with_side(state.active, side, doings=doings)


def meant(state: State, move: Many) -> tuple[int, ...]:
    """The cells of modules still to be paid for: generators and batteries first, as they give watts.

    Those that cannot be paid in that order are left out.
    """
    paid, every = state.doings.paid, isinstance(move, All)
    paying = state.side.ship.paying
    return tuple([cell for cell, module, _ in paying if (every or module.on) and cell not in paid])


def switched(state: State) -> State:
    """Switch on what is paid for and all else off; then hydroponics, med bays and drills act (PL 4.3)."""
    side, paid = state.side, state.doings.paid
    turned = {
        cell: module._replace(on=not module.on)
        for cell, module in side.ship.modules
        if module.on != (cell in paid)
    }
    side = side._replace(ship=side.ship.with_modules(turned))
    drills = []
    for cell, module, effect in side.ship.on:
        if effect.every:
            side, module = power.counted(side, module)
            side = side._replace(ship=side.ship.with_cell(cell, module))
        if effect.heals and side.hurt:
            side = _healed(side, ABOARD + state.active, cell, effect.heals)
        if effect.drills:
            drills.append(cell)
    doings = state.doings._replace(drills=tuple(drills), paid=())
    return state.with_side(state.active, side, doings=doings, step="drill")


def drill_hexes(state: State) -> tuple[int, ...]:
    """The hexes the next drill may take from (PL 6, DRL)."""
    ship = state.side.ship
    if not ship.landed or not state.doings.drills:
        return ()
    module = ship.cells[state.doings.drills[0]]
    assert module is not None
    world, letters = state.worlds[ship.planet], state.box.blueprints[module.code].drills
    return tuple(
        hex_
        for hex_ in world.cylinder.near[ship.hex]
        if world.terrain[hex_] in letters and world.structure(hex_) is None
    )


def drill_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    columns = state.worlds[state.side.ship.planet].planet.columns
    return tuple(Drill(hex_at(hex_ % columns, hex_ // columns)) for hex_ in drill_hexes(state))


def check_drill(state: State, seat: Seat, move: Move) -> Ruling:
    if isinstance(move, Drill) and _drilled_hex(state, move) in drill_hexes(state):
        return ALLOWED
    return refused("First say which hex the drill takes from: drill 12,2.", "PL 6")


def drill(state: State, seat: Seat, move: Drill) -> State:
    return drilled(state, _drilled_hex(state, move))


def drilled(state: State, hex_: int | None) -> State:
    """With what the next drill takes from that hex; None if there is nothing to take."""
    doings = state.doings._replace(drills=state.doings.drills[1:])
    if hex_ is None:
        return state.but(doings=doings)
    module = state.side.ship.cells[state.doings.drills[0]]
    assert module is not None
    takes = state.box.blueprints[module.code].takes
    return income.yielded(state, state.active, state.side.ship.planet, hex_, takes).but(doings=doings)


def _drilled_hex(state: State, move: Drill) -> int | None:
    return hex_number(state, state.side.ship.planet, move.hex)


def _check_repair(side: Side) -> Ruling:
    if not side.due:
        return _NOT_DUE
    cost = power.repair_cost(side)
    return ALLOWED if side.affords(cost) else _too_dear(side.box, cost)


def _check_fuel(side: Side) -> Ruling:
    core = power.core_of(side)
    if core.fuel is None:
        return _needs_no_fuel(core.name)
    if side.fuelled >= side.turns:
        return _FUELLED
    cost = power.fuel_cost(side)
    return ALLOWED if side.affords(cost) else _too_dear(side.box, cost)


# Rulings that come up in every turn.
_NOT_DUE = refused("No repair is due.", "PL 4.2")
_FUELLED = refused("The core already has fuel for this turn.", "PL 4.2")


@cache
def _needs_no_fuel(core: str) -> Ruling:
    return refused(f"A {core} core needs no fuel.", "PL 4.2")


@remembered_lately()
def _too_dear(box: Box, cost: Amounts) -> Ruling:
    return refused(f"It costs {box.amounts_text(cost)}.", "PL 4.2")


@remembered
def _switches(box: Box) -> Sequence[On]:
    """For each cell the move that pays for its module."""
    return tuple(map(On, box.board.cells))


def _payable(side: Side, doings: Doings) -> Sequence[int]:
    """The cells of the modules that the active player may pay for now (PL 4.3)."""
    paid, watts = doings.paid, power.in_upkeep(side, doings) - doings.spent
    return [
        cell
        for cell, module, effect in side.ship.paying
        if effect.upkeep <= watts
        and cell not in paid
        and not (effect.core and power.lacks_fuel(side, module))
    ]


def _paid_in_turn(side: Side, doings: Doings, cells: Sequence[int]) -> tuple[Side, Doings]:
    """With each of these modules paid for that can be when it is its turn."""
    watts = power.in_upkeep(side, doings)
    for cell in cells:
        module = side.ship.cells[cell]
        assert module is not None
        effect = side.ship.box.blueprints[module.code]
        if effect.upkeep <= watts - doings.spent and not (effect.core and power.lacks_fuel(side, module)):
            side, doings = _paid(side, doings, cell)
            watts = power.in_upkeep(side, doings)
    return side, doings


def _pays(side: Side, payable: Sequence[int], move: Many) -> bool:
    """Tell whether the move pays for any of the cells that may be paid for."""
    if isinstance(move, All):
        return bool(payable)
    cells = side.ship.cells
    return any((module := cells[cell]) and module.on for cell in payable)


def _check_on(state: State, cell: int) -> Ruling:
    if cell in _payable(state.side, state.doings):
        return ALLOWED
    module = state.side.ship.cells[cell]
    blueprint = state.box.blueprints.get(module.code) if module else None
    if module is None or blueprint is None:
        return refused("There is no module on that cell.", "PL 4.3")
    if not blueprint.upkeep:
        return refused(f"{blueprint.code} has no upkeep.", "PL 4.3")
    if cell in state.doings.paid:
        return refused("That module is paid for already.", "PL 4.3")
    if power.left(state) < blueprint.upkeep:
        return refused(
            f"{blueprint.code} takes {blueprint.upkeep} W, and you have {power.left(state)}.", "PL 4.3"
        )
    return refused("There is no fuel for that generator.", "PL 4.2")


def _paid(side: Side, doings: Doings, cell: int) -> tuple[Side, Doings]:
    module = side.ship.cells[cell]
    assert module is not None
    side, switched = power.switched_on(side, module)
    if switched.tally != module.tally:
        # What is paid for is switched on when upkeep is over: until then it is seen as it was.
        side = side._replace(ship=side.ship.with_cell(cell, switched._replace(on=module.on)))
    spent = doings.spent + side.ship.box.blueprints[module.code].upkeep
    return side, doings._replace(spent=spent, paid=(*doings.paid, cell))


def _healed(side: Side, field: int, cell: int, heals: int) -> Side:
    """With the units on that med bay and next to it healed (PL 6, MED)."""
    for number, unit in enumerate(side.units):
        if unit.place.field == field and unit.place.spot in (cell, *side.box.board.near[cell]):
            hp = min(side.box.units[number].hp, unit.hp + heals)
            side = side.with_unit(number, unit._replace(hp=hp))
    return side
