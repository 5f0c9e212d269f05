"""The first two steps of a turn: Load and Move (PA 5.1 to 5.5)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine import ALLOWED, Ruling, refused
from referee.games.per_aspera import combat
from referee.games.per_aspera.box import Planet, box
from referee.games.per_aspera.chances import Dice
from referee.games.per_aspera.moves import (
    ASK,
    PARTS,
    RECRUIT,
    Ask,
    Buy,
    Drop,
    Fuel,
    Go,
    Move,
    Part,
    Recruit,
    Upgrade,
    buys,
    drifts,
    drops,
    fuels,
    goes,
    is_way,
)
from referee.games.per_aspera.sector import HOME, distance
from referee.games.per_aspera.state import COLONISTS, Ship, State, loaded, unloaded, with_ship


def moves(state: State) -> Sequence[Move]:
    ship = state.ship
    found: list[Move] = []
    if ship.space == HOME:
        found += fuels(_fuel_room(state))
        if _check_recruit(state).allowed:
            found.append(RECRUIT)
        found += [
            upgrade
            for part, upgrade in _UPGRADES.items()
            if (price := next_price(ship, part)) and price <= ship.money
        ]
    elif isinstance(state.card, Planet):
        found += buys(_purchase_room(state, state.card))
        if state.pirates_here:
            found += fuels(_fuel_room(state))
            if _check_ask(state).allowed:
                found.append(ASK)
    if ship.cargo:
        found += drops(ship.cargo)
    found += _ways(ship)
    return found


def check(state: State, move: Move) -> Ruling:
    if isinstance(move, Go):
        return _check_go(state.ship, move)
    if isinstance(move, Buy):
        return _check_buy(state, move)
    if isinstance(move, Fuel):
        return _check_fuel(state, move)
    if isinstance(move, Recruit):
        return _check_recruit(state)
    if isinstance(move, Upgrade):
        return _check_upgrade(state.ship, move)
    if isinstance(move, Drop):
        return ALLOWED if move.unit in state.ship.cargo else refused("You carry no such unit.", "PA 5.1")
    if isinstance(move, Ask):
        return _check_ask(state)
    return refused("This is Load and Move: load what you want, then go.", "PA 5.1")


def apply(state: State, move: Move) -> State:
    if isinstance(move, Go):
        return combat.arrive(_gone(state, move))
    ship, doings, seat = state.ship, state.doings, state.active
    if isinstance(move, Ask):
        return state._replace(step="pirates", doings=doings._replace(asked=doings.asked + 1))
    if isinstance(move, Buy):
        assert isinstance(state.card, Planet)
        resource = box().resources[state.card.resource]
        ship = ship._replace(
            cargo=loaded(ship.cargo, resource.number, move.units),
            money=ship.money - resource.value * move.units,
        )
        doings = doings._replace(bought=doings.bought + move.units)
    elif isinstance(move, Recruit):
        ship = ship._replace(
            cargo=loaded(ship.cargo, COLONISTS), money=ship.money - box().trade.colonist_price
        )
        doings = doings._replace(recruited=doings.recruited + 1)
    elif isinstance(move, Fuel):
        price = fuel_price(state)
        ship = ship._replace(fuel=ship.fuel + move.units, money=ship.money - price * move.units)
    elif isinstance(move, Drop):
        ship = ship._replace(cargo=unloaded(ship.cargo, move.unit))
    elif isinstance(move, Upgrade):
        ship = _upgraded(ship, move.part)
    return with_ship(state._replace(doings=doings), seat, ship)


def resolve(state: State, rolled: Dice) -> State:
    """The die of PA 5.3."""
    friendly = rolled.faces[0] <= state.ship.pirate
    return state._replace(step="load", doings=state.doings._replace(friendly=friendly))


def fuel_price(state: State) -> int:
    """MCR a unit of fuel costs where the active player's ship is; 0 if none is sold (PA 5.1, PA 5.3)."""
    if state.ship.space == HOME:
        return box().trade.fuel_price
    return box().trade.pirate_fuel_price if state.doings.friendly else 0


def next_price(ship: Ship, part: Part) -> int:
    """MCR for the next level or tank square; 0 if there is none (PA 4.1)."""
    prices = box().yard.tank if part == "tank" else box().yard.systems[part]
    level: int = getattr(ship, part)
    return prices[level] if level < len(prices) else 0


def fuel_after(ship: Ship, move: Go) -> int:
    """Units left when the ship has moved; who drifts burns nothing (PA 5.4, PA 5.5)."""
    steps = distance(ship.space, move.space) if move.burn is None else move.burn
    return max(ship.fuel - steps * box().trade.fuel_a_card, 0)


def reach(ship: Ship) -> int:
    """Spaces the ship may enter in a turn, drifting left out (PA 5.4)."""
    return min(ship.warp, ship.fuel // box().trade.fuel_a_card)


def _ways(ship: Ship) -> tuple[Move, ...]:
    if not ship.fuel and ship.space != HOME:
        return drifts(ship.space, HOME, box().trade.drift)
    return goes(ship.space, reach(ship))


def _gone(state: State, move: Go) -> State:
    ship = state.ship
    steps = distance(ship.space, move.space) if move.burn is None else move.burn
    drifted = steps > 0 and not ship.fuel
    ship = ship._replace(space=move.space, fuel=fuel_after(ship, move), left=ship.left or steps > 0)
    gone = with_ship(state, state.active, ship)
    return gone._replace(doings=state.doings._replace(drifted=True)) if drifted else gone


def _upgraded(ship: Ship, part: Part) -> Ship:
    money = ship.money - next_price(ship, part)
    if part == "tank":
        return ship._replace(tank=ship.tank + 1, money=money)
    if part == "warp":
        return ship._replace(warp=ship.warp + 1, money=money)
    if part == "cannons":
        return ship._replace(cannons=ship.cannons + 1, money=money)
    return ship._replace(hold=ship.hold + 1, money=money)


def _fuel_room(state: State) -> int:
    """Units of fuel the active player may buy now."""
    price, ship = fuel_price(state), state.ship
    return min(ship.tank - ship.fuel, ship.money // price) if price else 0


def _purchase_room(state: State, planet: Planet) -> int:
    """Units of its resource the active player may buy now (PA 5.2)."""
    ship = state.ship
    price = box().resources[planet.resource].value
    return min(planet.size.units - state.doings.bought, ship.room, ship.money // price)


def _check_go(ship: Ship, move: Go) -> Ruling:
    steps = distance(ship.space, move.space)
    if not ship.fuel and ship.space != HOME:
        if move in drifts(ship.space, HOME, box().trade.drift):
            return ALLOWED
        steps = box().trade.drift
        nearer = "1 step" if steps == 1 else f"{steps} steps"
        return refused(f"Without fuel you may stay, or drift {nearer} nearer to the homeworld.", "PA 5.5")
    if move.burn is not None and (move.burn <= steps or not is_way(steps, move.burn)):
        return refused(f"The shortest way enters {steps}; burn is for a longer one.", "PA 5.4")
    steps = steps if move.burn is None else move.burn
    if steps > ship.warp:
        return refused(f"This is {steps} spaces away, and Warp is {ship.warp}.", "PA 5.4")
    if steps > reach(ship):
        return refused(f"This burns {steps * box().trade.fuel_a_card}, and you have {ship.fuel}.", "PA 5.4")
    return ALLOWED


def _check_buy(state: State, move: Buy) -> Ruling:
    ship, card = state.ship, state.card
    if not isinstance(card, Planet):
        return refused("There is nothing to buy here: this is no planet.", "PA 5.2")
    if move.units < 1:
        return refused("Buy at least 1 unit.", "PA 5.2")
    left = card.size.units - state.doings.bought
    if move.units > left:
        return refused(f"This {card.size.name} planet has {left} left for you this turn.", "PA 5.2")
    if move.units > ship.room:
        return refused(f"Your hold has room for {ship.room}.", "PA 4.3")
    cost = box().resources[card.resource].value * move.units
    if cost > ship.money:
        return refused(f"This costs {cost} MCR, and you have {ship.money}.", "PA 5.2")
    return ALLOWED


def _check_fuel(state: State, move: Fuel) -> Ruling:
    ship, price = state.ship, fuel_price(state)
    rule = "PA 5.1" if ship.space == HOME else "PA 5.3"
    if not price:
        if state.pirates_here:
            return refused("Ask the pirates first; they have not agreed this turn.", "PA 5.3")
        return refused("Fuel is sold on the homeworld, and by pirates.", "PA 5.1")
    if move.units < 1:
        return refused("Buy at least 1 unit.", rule)
    if move.units > ship.tank - ship.fuel:
        return refused(f"Your tank has room for {ship.tank - ship.fuel}.", "PA 4.1")
    if price * move.units > ship.money:
        return refused(f"This costs {price * move.units} MCR, and you have {ship.money}.", rule)
    return ALLOWED


def _check_recruit(state: State) -> Ruling:
    ship, trade = state.ship, box().trade
    if ship.space != HOME:
        return refused("Colonists are taken on at the homeworld.", "PA 5.1")
    if state.doings.recruited >= trade.colonists:
        units = "1 unit" if trade.colonists == 1 else f"{trade.colonists} units"
        return refused(f"You may take on {units} of colonists in a turn.", "PA 5.1")
    if not ship.room:
        return refused("Your hold is full.", "PA 4.3")
    if ship.money < trade.colonist_price:
        return refused(f"They cost {trade.colonist_price} MCR, and you have {ship.money}.", "PA 5.1")
    return ALLOWED


def _check_upgrade(ship: Ship, move: Upgrade) -> Ruling:
    if ship.space != HOME:
        return refused("Ships are upgraded at the homeworld.", "PA 5.1")
    price = next_price(ship, move.part)
    if not price:
        return refused(f"Your {move.part} cannot be upgraded further.", "PA 1.4")
    if price > ship.money:
        return refused(f"This costs {price} MCR, and you have {ship.money}.", "PA 4.1")
    return ALLOWED


def _check_ask(state: State) -> Ruling:
    if not state.pirates_here:
        return refused("There are no pirates here to ask for fuel.", "PA 5.3")
    if state.doings.asked >= box().trade.fuel_rolls:
        return refused("You have asked the pirates this turn.", "PA 5.3")
    return ALLOWED


_UPGRADES: dict[Part, Upgrade] = {part: Upgrade(part) for part in PARTS}
