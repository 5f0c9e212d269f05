"""The watts of a turn: core, generators and batteries (PL 4.2, PL 4.3)."""

from __future__ import annotations

from referee.games.planetary import rules
from referee.games.planetary.box import Blueprint, Core, box
from referee.games.planetary.numbers import Amounts, amounts, numbers
from referee.games.planetary.pieces import Module
from referee.games.planetary.state import Side, State, kept


def core_of(side: Side) -> Core:
    return box().cores[side.core]


def works(side: Side) -> bool:
    """Whether the core gives more than its emergency cells; light does not matter."""
    core = core_of(side)
    return bool(side.ship.core_hp) and not side.due and (not core.fuel or side.fuelled >= side.turns)


@kept
def total(state: State) -> int:
    """What the active player has had to spend in this turn: all sources together."""
    return sum(sources(state).values())


def sources(state: State) -> dict[str, int]:
    """What core, generators and batteries of the active player give in this turn."""
    if not state.side.ship.core_hp:
        return {}
    working = _working(state)
    # A generator that is on has fuel: it buys it when its upkeep is paid.
    running = sum([is_generator(box().blueprints[module.code]) for module in working])
    stored = sum([module.tally for module in working if numbers().effects[module.code].stores])
    power = _power(state, running)
    return {"core": power.core, "generators": power.generators, "batteries": stored}


def left(state: State) -> int:
    """Watts the active player may still spend."""
    return total(state) - state.doings.spent


def stored(state: State) -> Side:
    """The active player's side with what is left in its batteries, as the turn ends (PL 6, BAT)."""
    side, rest = state.side, left(state)
    ship = side.ship
    for cell, module, effect in side.ship.on:
        if effect.stores:
            kept = max(0, min(rest, effect.stores))
            rest -= kept
            ship = ship.with_cell(cell, module._replace(tally=kept))
    return side._replace(ship=ship)


def is_generator(blueprint: Blueprint) -> bool:
    return blueprint.core != ""


def fuel_cost(core: Core) -> Amounts:
    """What a core, or a generator, buys its fuel for; nothing if it needs none."""
    return amounts({core.fuel.material: core.fuel.amount} if core.fuel else {})


def repair_cost(core: Core) -> Amounts:
    return amounts(core.repair.cost if core.repair else {})


def switched_on(side: Side, module: Module) -> tuple[Side, Module]:
    """The module on, and what that takes besides its upkeep: a generator buys fuel (PL 4.2)."""
    core = core_of(side)
    if is_generator(box().blueprints[module.code]) and core.fuel and module.tally < side.turns:
        side = side.gains(fuel_cost(core), -1)
        module = module._replace(tally=side.turns + core.fuel.turns - 1)
    return side, module._replace(on=True)


def counted(side: Side, module: Module) -> tuple[Side, Module]:
    """After one more turn in which it was on; what gives every so many turns gives then (PL 6, HYP)."""
    effect = numbers().effects[module.code]
    if not effect.every:
        return side, module
    turns = module.tally + 1
    return side if turns % effect.every else side.gains(effect.gives), module._replace(tally=turns)


def lacks_fuel(side: Side, code: str, count: int) -> bool:
    """Whether it is a generator that has no fuel for this turn and can buy none."""
    core = core_of(side)
    needs = is_generator(box().blueprints[code]) and core.fuel is not None and count < side.turns
    return needs and not side.affords(fuel_cost(core))


def _working(state: State) -> list[Module]:
    """The active player's modules that are paid for or, once upkeep is done with, that are on."""
    ship = state.side.ship
    if state.step == "upkeep":
        return [module for cell in state.doings.paid if (module := ship.cells[cell])]
    return [module for _, module, _ in ship.on]


def _power(state: State, running: int) -> rules.Power:
    side = state.side
    fuelled = side.fuelled >= side.turns
    core = core_of(side)
    each = core.fuel.amount if core.fuel else 0
    return rules.power(
        core,
        light=state.doings.light,
        travelled=side.travelled,
        generators=running,
        fuel=None if fuelled or not each else 0,
        repaired=not side.due,
    )
