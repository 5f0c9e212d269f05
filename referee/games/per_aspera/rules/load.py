"""The step Load: cargo, colonists, fuel and upgrades, until the ship moves (PA 5.1 to 5.3)."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

from components.wording import counted
from referee.engine.chance.outcomes import Listed
from referee.engine.game import ALLOWED, Ruling, Seat, refused
from referee.engine.tuples import remembered
from referee.games.per_aspera.box import COLONISTS, Box, Planet
from referee.games.per_aspera.moves import (
    ASK,
    PARTS,
    RECRUIT,
    Ask,
    Buy,
    Dice,
    Drop,
    Fuel,
    Go,
    Move,
    Recruit,
    Upgrade,
)
from referee.games.per_aspera.rules import moving
from referee.games.per_aspera.rules.map_spaces import HOME
from referee.games.per_aspera.state import Ship, State, with_ship

# The reason why there may be no more units than each limit, with {} for it, and the rule.
Reasons: TypeAlias = Sequence[tuple[str, str]]


def moves(state: State, seat: Seat) -> Sequence[Move]:
    ship = state.ships[seat]
    site = state.chart.sites[ship.space]
    goods: tuple[Move, ...] = ()
    if site.planet:
        goods = _buys(min(_buy_limits(state, ship, site.planet, site.price)))
        if site.pirates:
            goods += _of_pirates(state, ship)
    elif site.guard:
        goods = _at_home(state, ship)
    if ship.cargo:
        goods += _drops(ship.cargo)
    return goods + moving.ways(state.box, ship.space, ship.warp, ship.fuel)


def _at_home(state: State, ship: Ship) -> tuple[Move, ...]:
    box, money = state.box, ship.money
    recruits = (RECRUIT,) if _may_recruit(state, ship) else ()
    prices = _prices(box, ship.warp, ship.cannons, ship.hold, ship.tank)
    upgrades = [upgrade for upgrade, price in prices if price <= money]
    return (*_fuels(min(_fuel_limits(ship, box.trade.homeworld.fuel_price))), *recruits, *upgrades)


def _of_pirates(state: State, ship: Ship) -> tuple[Move, ...]:
    if state.doings.friendly:
        fuels: tuple[Move, ...] = _fuels(min(_fuel_limits(ship, fuel_price(state))))
        return (*fuels, ASK) if _may_ask(state) else fuels
    return (ASK,) if _may_ask(state) else ()


def check(state: State, seat: Seat, move: Move) -> Ruling:
    if type(move) not in _STEPS:
        return refused("This is Load and Move: load what you want, then go.", "PA 5.1")
    ruling: Ruling = _STEPS[type(move)][0](state, seat, move)
    return ruling


def apply(state: State, seat: Seat, move: Move) -> State:
    after: State = _STEPS[type(move)][1](state, seat, move)
    return after


def fuel_die(state: State) -> Listed[Dice]:
    """Return the die of PA 5.3."""
    return _fuel_die(state.box)


def answered(state: State, rolled: Dice) -> State:
    """Return the state after pirates have agreed to sell fuel, or not (PA 5.3)."""
    friendly = rolled.faces[0] <= state.ship.pirate
    return state._replace(step="load", doings=state.doings._replace(friendly=friendly))


def fuel_price(state: State) -> int:
    """Return the MCR for a unit of fuel at the active player's ship; 0 if none is sold (PA 5.1, PA 5.3)."""
    if state.ships[state.active].space == HOME:
        return state.box.trade.homeworld.fuel_price
    return state.box.trade.pirate_planet.fuel_price if state.doings.friendly else 0


def next_price(box: Box, ship: Ship, part: str) -> int:
    """Return the MCR for the next level or tank square; 0 if there is none (PA 4.1)."""
    prices, level = box.yard.prices[part], getattr(ship, part)
    return prices[level] if level < len(prices) else 0


@remembered
def _prices(box: Box, *levels: int) -> Sequence[tuple[Upgrade, int]]:
    """Return the upgrades of a ship with those levels, in the order of `PARTS`, with the MCR for each."""
    prices = [box.yard.prices[part] for part in PARTS]
    return [
        (Upgrade(part), costs[level])
        for part, costs, level in zip(PARTS, prices, levels, strict=True)
        if level < len(costs) and costs[level]
    ]


def _check_units(units: int, limits: Sequence[int], reasons: Reasons) -> Ruling:
    if units < 1:
        return refused("Buy at least 1 unit.", reasons[-1][1])
    for most, (reason, rule) in zip(limits, reasons, strict=True):
        if units > most:
            return refused(reason.format(most), rule)
    return ALLOWED


def _buy_limits(state: State, ship: Ship, planet: Planet, price: int) -> tuple[int, int, int]:
    """Return the most units of what the planet produces, one limit for each reason."""
    return planet.size.units - state.doings.bought, ship.hold - len(ship.cargo), ship.money // price


_BUY_REASONS: Reasons = (
    ("This planet has {} left for you this turn.", "PA 5.2"),
    ("Your hold has room for {}.", "PA 4.3"),
    ("Your money is enough for {}.", "PA 5.2"),
)


def _check_buy(state: State, seat: Seat, move: Buy) -> Ruling:
    site = state.site
    if not site.planet:
        return refused("There is nothing to buy here: this is not a planet.", "PA 5.2")
    limits = _buy_limits(state, state.ships[seat], site.planet, site.price)
    return _check_units(move.units, limits, _BUY_REASONS)


def _buy(state: State, seat: Seat, move: Buy) -> State:
    site = state.site
    assert site.planet
    doings = state.doings._replace(bought=state.doings.bought + move.units)
    ship = state.ship.loaded(site.planet.resource, move.units, site.price)
    return with_ship(state._replace(doings=doings), seat, ship)


def _fuel_limits(ship: Ship, price: int) -> tuple[int, int]:
    """Return the most units of fuel at that price, one limit for each reason."""
    return ship.tank - ship.fuel, ship.money // price


def _fuel_reasons(ship: Ship) -> Reasons:
    rule = "PA 5.1" if ship.space == HOME else "PA 5.3"
    return ("Your tank has room for {}.", "PA 4.1"), ("Your money is enough for {}.", rule)


def _check_fuel(state: State, seat: Seat, move: Fuel) -> Ruling:
    if price := fuel_price(state):
        ship = state.ships[seat]
        return _check_units(move.units, _fuel_limits(ship, price), _fuel_reasons(ship))
    if state.site.pirates:
        return refused("Ask the pirates first; they have not agreed this turn.", "PA 5.3")
    return refused("Fuel is sold on the homeworld, and by pirates.", "PA 5.1")


def _fuel(state: State, seat: Seat, move: Fuel) -> State:
    ship, cost = state.ships[seat], fuel_price(state) * move.units
    return with_ship(state, seat, ship._replace(fuel=ship.fuel + move.units, money=ship.money - cost))


def _check_recruit(state: State, seat: Seat, move: Recruit) -> Ruling:
    ship, home = state.ships[seat], state.box.trade.homeworld
    if ship.space != HOME:
        return refused("Colonists are taken on at the homeworld.", "PA 5.1")
    if _may_recruit(state, ship):
        return ALLOWED
    if state.doings.recruited >= home.colonists:
        most = counted(home.colonists, "unit")
        return refused(f"You may take on {most} of colonists in a turn.", "PA 5.1")
    if not ship.room:
        return refused("Your hold is full.", "PA 4.3")
    return _check_price(home.colonist_price, ship, "PA 5.1")


def _may_recruit(state: State, ship: Ship) -> bool:
    """Return whether a ship at home may take colonists on."""
    home = state.box.trade.homeworld
    return (
        ship.money >= home.colonist_price
        and len(ship.cargo) < ship.hold
        and state.doings.recruited < home.colonists
    )


def _recruit(state: State, seat: Seat, move: Recruit) -> State:
    doings = state.doings._replace(recruited=state.doings.recruited + 1)
    ship = state.ship.loaded(COLONISTS, price=state.box.trade.homeworld.colonist_price)
    return with_ship(state._replace(doings=doings), seat, ship)


def _check_upgrade(state: State, seat: Seat, move: Upgrade) -> Ruling:
    ship = state.ships[seat]
    if ship.space != HOME:
        return refused("Ships are upgraded at the homeworld.", "PA 5.1")
    price = next_price(state.box, ship, move.part)
    if not price:
        return refused(f"Your {move.part} cannot be upgraded further.", "PA 1.4")
    return _check_price(price, ship, "PA 4.1")


def _upgrade(state: State, seat: Seat, move: Upgrade) -> State:
    ship = state.ship
    better: dict[str, Any] = {move.part: getattr(ship, move.part) + 1}
    money = ship.money - next_price(state.box, ship, move.part)
    return with_ship(state, seat, ship._replace(money=money, **better))


def _check_drop(state: State, seat: Seat, move: Drop) -> Ruling:
    return ALLOWED if move.unit in state.ship.cargo else refused("You carry no such unit.", "PA 5.1")


def _drop(state: State, seat: Seat, move: Drop) -> State:
    return with_ship(state, seat, state.ship.unloaded(move.unit))


def _check_ask(state: State, seat: Seat, move: Ask) -> Ruling:
    if not state.site.pirates:
        return refused("There are no pirates here to ask for fuel.", "PA 5.3")
    if _may_ask(state):
        return ALLOWED
    return refused("You have already asked the pirates this turn.", "PA 5.3")


def _may_ask(state: State) -> bool:
    """Return whether pirates who are here may still be asked."""
    return state.doings.asked < state.box.trade.pirate_planet.fuel_rolls


def _ask(state: State, seat: Seat, move: Ask) -> State:
    return state._replace(step="pirates", doings=state.doings._replace(asked=state.doings.asked + 1))


def _check_price(price: int, ship: Ship, rule: str) -> Ruling:
    if price > ship.money:
        return refused(f"This costs {price} MCR, and you have {ship.money}.", rule)
    return ALLOWED


@remembered
def _fuel_die(box: Box) -> Listed[Dice]:
    return Listed("fuel", {Dice((face,)): 1 for face in box.faces}, "the die for fuel")


@cache
def _buys(most: int) -> tuple[Buy, ...]:
    return tuple(map(Buy, range(1, most + 1)))


@cache
def _fuels(most: int) -> tuple[Fuel, ...]:
    return tuple(map(Fuel, range(1, most + 1)))


@cache
def _drops(cargo: tuple[int, ...]) -> tuple[Drop, ...]:
    return tuple(map(Drop, dict.fromkeys(cargo)))


# The function that checks each kind of move, and the one that makes it.
_STEPS: Mapping[type[Any], tuple[Any, Any]] = {
    Buy: (_check_buy, _buy),
    Fuel: (_check_fuel, _fuel),
    Recruit: (_check_recruit, _recruit),
    Upgrade: (_check_upgrade, _upgrade),
    Drop: (_check_drop, _drop),
    Ask: (_check_ask, _ask),
    Go: (moving.check, moving.apply),
}
