"""Power: what the core, generators and batteries give in a turn (PL 4.2, PL 4.3)."""

from typing import Literal, NamedTuple, TypeAlias

from referee.engine.game import Seat
from referee.engine.tuples import remembered_lately
from referee.games.planetary.box import Box
from referee.games.planetary.rules.numbers import Amounts, Blueprint, Core
from referee.games.planetary.rules.planets import day_half
from referee.games.planetary.rules.ships import Module
from referee.games.planetary.state import Doings, Side, State

CoreState: TypeAlias = Literal["works", "in the dark", "without fuel", "without repair"]


class Power(NamedTuple):
    """Power of a core and its generators in a turn, in watts.

    state       state of the core; without fuel or repair it has only its emergency cells
    one         what a generator that runs gives
    running     generators that run
    fuel        units burnt, of the core's fuel
    """

    state: CoreState
    core: int
    one: int
    running: int
    fuel: int

    @property
    def generators(self) -> int:
        return self.running * self.one

    @property
    def total(self) -> int:
        return self.core + self.running * self.one


def power_of(
    box: Box,
    core: Core,
    *,
    light: bool = True,
    travelled: int = 0,
    generators: int = 0,
    fuel: int | None = None,
    repaired: bool = True,
) -> Power:
    """The power of a turn (PL 4.2); what a core does not use changes nothing.

    travelled   spaces in the owner's last turn
    generators  generators that are on
    fuel        units for core and generators, the core first; None is as many as needed
    """
    yield_ = core.watts + travelled * core.watts_per_space
    state: CoreState = "works"
    if core.dark_watts is not None and not light:
        yield_, state = core.dark_watts, "in the dark"
    each = core.fuel.amount if core.fuel else 0
    if core.repair and not repaired:
        return Power("without repair", box.emergency_watts, 0, 0, 0)
    if fuel is not None and fuel < each:
        return Power("without fuel", box.emergency_watts, 0, 0, 0)
    running = generators if fuel is None or not each else min(generators, fuel // each - 1)
    return Power(state, yield_, yield_ // box.generator_divisor, running, each * (1 + running))


def repair_falls_due(core: Core, turn: int) -> bool:
    """Tell whether a repair falls due in that turn of the owner, counted from 1 (PL 4.2)."""
    return core.repair is not None and turn % core.repair.every == 0


def core_of(side: Side) -> Core:
    return side.ship.box.cores[side.core]


def works(side: Side) -> bool:
    """Tell whether the core gives more than its emergency cells; light does not matter."""
    core = core_of(side)
    return bool(side.ship.core_hp) and not side.due and (not core.fuel or side.fuelled >= side.turns)


def total(state: State) -> int:
    """Return the watts that the active player has had to spend in this turn: all sources together."""
    side, light = state.side, state.doings.light
    if state.step == "upkeep":
        return in_upkeep(side, state.doings)
    if light not in side.watts:
        side.watts[light] = _total(side, light, side.ship.fitting.generators, side.ship.stored)
    return side.watts[light]


def in_upkeep(side: Side, doings: Doings) -> int:
    """Return the watts from those sources of that side that are paid for so far in its upkeep."""
    return _total(side, doings.light, *_paid_for(side, doings))


def sources(state: State) -> dict[str, int]:
    """Return the watts of core, generators and batteries of the active player in this turn."""
    if not state.side.ship.core_hp:
        return {}
    running, stored = _working(state)
    power = _power(state.side, state.doings.light, running)
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
    return side if ship is side.ship else side._replace(ship=ship)


def in_light(state: State, seat: Seat) -> bool:
    """Tell whether that seat's ship has sunlight (PL 4.2): not in dust, not landed on the night half."""
    ship = state.sides[seat].ship
    if not ship.landed:
        return ship.space not in state.dust
    return state.worlds[ship.planet].half(ship.hex) == day_half(state.box, state.round)


def is_generator(blueprint: Blueprint) -> bool:
    return blueprint.core != ""


def fuel_cost(side: Side) -> Amounts:
    """Return the price of fuel for the side's core or a generator; nothing if it needs none."""
    return side.ship.box.fuel_costs[side.core]


def repair_cost(side: Side) -> Amounts:
    """Return the cost of a repair of the side's core; nothing if it never needs one."""
    return side.ship.box.repair_costs[side.core]


def switched_on(side: Side, module: Module) -> tuple[Side, Module]:
    """The module on, and what that takes besides its upkeep: a generator buys fuel (PL 4.2)."""
    core = core_of(side)
    if is_generator(side.ship.box.blueprints[module.code]) and core.fuel and module.tally < side.turns:
        side = side.gains(fuel_cost(side), -1)
        module = module._replace(tally=side.turns + core.fuel.turns - 1)
    return side, module._replace(on=True)


def counted(side: Side, module: Module) -> tuple[Side, Module]:
    """After another turn in which it was on; hydroponics give in every `every`-th of them (PL 6, HYP)."""
    effect = side.ship.box.blueprints[module.code]
    if not effect.every:
        return side, module
    turns = module.tally + 1
    if turns % effect.every == 0:
        side = side.gains(side.box.amounts(effect.gives))
    return side, module._replace(tally=turns)


def lacks_fuel(side: Side, module: Module) -> bool:
    """Tell whether it is a generator that has no fuel for this turn and can buy none."""
    if not is_generator(side.ship.box.blueprints[module.code]) or module.tally >= side.turns:
        return False
    return not side.affords(fuel_cost(side))


def _working(state: State) -> tuple[int, int]:
    """Generators that run, and watts in batteries: of what is paid for or, after upkeep, of what is on.

    A generator that is on has fuel: it buys it when its upkeep is paid.
    """
    if state.step == "upkeep":
        return _paid_for(state.side, state.doings)
    return state.side.ship.fitting.generators, state.side.ship.stored


def _paid_for(side: Side, doings: Doings) -> tuple[int, int]:
    running = stored = 0
    cells, effects = side.ship.cells, side.ship.box.blueprints
    for cell in doings.paid:
        module = cells[cell]
        assert module is not None
        effect = effects[module.code]
        running += is_generator(effect)
        stored += module.tally if effect.stores else 0
    return running, stored


def _total(side: Side, light: bool, running: int, stored: int) -> int:
    return _power(side, light, running).total + stored if side.ship.core_hp else 0


def _power(side: Side, light: bool, running: int) -> Power:
    fuelled = side.fuelled >= side.turns
    return _power_now(side.ship.box, side.core, light, side.travelled, running, fuelled, not side.due)


@remembered_lately()
def _power_now(
    box: Box, core: str, light: bool, travelled: int, generators: int, fuelled: bool, repaired: bool
) -> Power:
    """The power of a turn for whose fuel and repair the owner has paid, or not."""
    return power_of(
        box,
        box.cores[core],
        light=light,
        travelled=travelled,
        generators=generators,
        fuel=None if fuelled else 0,
        repaired=repaired,
    )
