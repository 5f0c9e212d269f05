"""Remarks on a move before it is made: its cost, the wants at its end, and who waits there.

Moves that earn money come first, then those that prepare the next sale. What throws cargo or fuel away has a
sense below 0.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from components.wording import counted
from referee.engine.answers import percent
from referee.engine.game import Remark, Seat
from referee.games.per_aspera import moves
from referee.games.per_aspera.box import COLONISTS, Box, Planet
from referee.games.per_aspera.rules import combat, load, moving, scoring, ships, unload
from referee.games.per_aspera.rules.combat_dice import fight_odds
from referee.games.per_aspera.rules.demand_odds import demand_odds
from referee.games.per_aspera.rules.map_spaces import HOME, Space, distance
from referee.games.per_aspera.rules.scoring import Purse
from referee.games.per_aspera.state import Ship, State, with_ship
from referee.games.per_aspera.text import answers
from referee.games.per_aspera.text.pieces import planet_name

# The sense that a move makes, beside the MCR it brings.
_WIN, _SETTLE = 500, 400
_BUY, _FUEL, _SELL_THERE = 80, 60, 40
_LOOK, _GO, _STAY, _STRANDED = 30, 20, 10, 5
_SPEND = 1
_WASTE = -10


def remark(state: State, seat: Seat, move: moves.Move) -> Remark:
    """Return what a move of that seat does, and the space it leads to."""
    points = (("map", (move.space.q, move.space.r)),) if isinstance(move, moves.Go) else ()
    about = _named(state, move.space) if isinstance(move, moves.Go) else ""
    return Remark(_text(state, move), points, _sense(state, move), about)


def configured(box: Box, ship: moves.Configure) -> str:
    """Return every number of a ship with its name, the cost, and what is left."""
    cost = ships.ship_cost(box, ship)
    left = box.yard.start.money - cost
    systems = f"Warp {ship.warp}, Cannons {ship.cannons}, Hold {ship.hold}"
    return f"{cost} MCR, {left} left; {systems}, tank {ship.tank}, fuel {ship.fuel}"


def _named(state: State, space: Space) -> str:
    """Return the planet there by the name on its card; empty for none."""
    card = state.chart.sites[space].card
    return planet_name(state.box, card) if isinstance(card, Planet) else ""


def _text(state: State, move: moves.Move) -> str:
    box, good = state.box, state.box.good
    match move:
        case moves.Configure():
            return configured(box, move)
        case moves.Go():
            return "; ".join(_way(state, move))
        case moves.Buy():
            return _bought(state, move)
        case moves.Fuel():
            ship, cost = state.ship, load.fuel_price(state) * move.units
            return f"{_paid(ship, cost)}, fuel {ship.fuel + move.units} of {ship.tank}"
        case moves.Ask():
            price, odds = box.trade.pirate_planet.fuel_price, _friendly(state)
            return f"{percent(odds)} that they sell fuel, {price} MCR a unit"
        case moves.Recruit():
            cost = box.trade.homeworld.colonist_price
            return f"{_paid(state.ship, cost)}, {_hold(state.ship, 1)}"
        case moves.Upgrade():
            return _upgraded(box, state.ship, move)
        case moves.Drop():
            return f"throws {good(move.unit)} away, {_hold(state.ship, -1)}"
        case moves.Attack():
            return _attacked(state, move)
        case moves.Take():
            return _taken(state, move)
        case moves.Remove():
            kept = len(state.ship.cargo) - 1
            return f"{state.names[state.active]} loses {good(move.unit)}, keeps {counted(kept, 'unit')}"
        case moves.Sell():
            price = unload.sale_price(state.chart, state.active, state.ship.space, move.resource)
            earned = f"{good(move.resource)}: {move.units} × {price} = {move.units * price} MCR"
            return f"{earned}, {state.ship.money + move.units * price} in all"
        case moves.Settle():
            taken = state.chart.colonists(state.ship.space) + 1
            bonus = box.trade.sale.colony_bonus
            slots = state.site.planet.slots if state.site.planet else taken
            return f"slot {taken} of {slots}; what you sell here pays {bonus} MCR more a unit"
    return _done(state)


def _sense(state: State, move: moves.Move) -> int:
    match move:
        case moves.Configure():
            return _SPEND if move == moves.Configure(*state.box.yard.recommended) else 0
        case moves.Go():
            return _sense_of_way(state, move)
        case moves.Buy():
            return _BUY + move.units if _gain(state) > 0 else _SPEND
        case moves.Fuel():
            left = state.ship.money - load.fuel_price(state) * move.units
            return _FUEL + move.units if left >= _dearest(state.box) else _SPEND
        case moves.Ask():
            return _STAY if _friendly(state) and state.ship.fuel < state.ship.tank else 0
        case moves.Drop():
            return _WASTE
        case moves.Take():
            return move.resource
        case moves.Remove():
            return move.unit
        case moves.Sell():
            price = unload.sale_price(state.chart, state.active, state.ship.space, move.resource)
            return move.units * price
        case moves.Settle():
            return _SETTLE
    # An upgrade is for later, and an attack makes a pirate of whoever takes something.
    return _SPEND if isinstance(move, moves.Upgrade | moves.Recruit) or state.step == "attack" else 0


def _bought(state: State, move: moves.Buy) -> str:
    assert state.site.planet
    resource = state.box.resources[state.site.planet.resource]
    paid = _paid(state.ship, resource.value * move.units)
    market = _best_market(state, resource.number)
    sold = f"; {market.space.text} pays {market.price} a unit" if market else ""
    return f"{state.box.good(resource.number)}: {paid}, {_hold(state.ship, move.units)}{sold}"


def _upgraded(box: Box, ship: Ship, move: moves.Upgrade) -> str:
    level: int = getattr(ship, move.part)
    part = "tank" if move.part == "tank" else move.part.capitalize()
    return f"{part} {level} → {level + 1}: {_paid(ship, load.next_price(box, ship, move.part))}"


def _way(state: State, move: moves.Go) -> Iterator[str]:
    """Yield the fuel it takes, what is there, what the cargo fetches, and the risk."""
    ship, there = state.ship, _arrived(state, move)
    drifts = not ship.fuel and move.space != ship.space
    if move.space == ship.space and move.burn is None:
        yield f"stays, fuel {ship.fuel}"
    elif drifts:
        yield "drifts, no Unload"
    else:
        left = moving.fuel_after(state.box, ship, move)
        yield f"burns {ship.fuel - left}, {left} left"
    site = there.site
    if site.card is None:
        yield "face down"
    elif site.planet:
        yield from _planet(there, site.planet)
        if not drifts and (takings := _takings(there)):
            yield f"your cargo pays {takings} MCR"
    elif move.space == HOME:
        yield "wins" if _would_win(there) and not _beaten(there) else "home"
    if beaten := _beaten(there):
        yield f"{answers.opponent_name(combat.encounter(there))} beat you {percent(beaten)}"
    if move.space != HOME and not site.planet:
        yield from (f"{state.names[seat]} is there" for seat in combat.targets(there))


def _planet(there: State, card: Planet) -> Iterator[str]:
    box, good = there.box, there.box.good
    if there.site.demand:
        wanted = ", ".join(map(good, there.site.wanted))
        yield f"{'pirates want' if there.site.pirates else 'wants'} {wanted}"
    else:
        pirates = demand_odds(box, card, there.chart.levies).results[box.dice.pirate]
        yield f"demand unknown, pirates {percent(pirates)}"
    resource = box.resources[card.resource]
    yield f"sells {good(resource.number)} at {resource.value} MCR"


def _attacked(state: State, move: moves.Attack) -> str:
    foe = state.names.index(move.name)
    met = combat.encounter(state._replace(doings=state.doings._replace(foe=foe)))
    loot = [state.box.good(unit) for unit in dict.fromkeys(state.ships[foe].cargo) if unit != COLONISTS]
    carried = f"carries {', '.join(loot)}" if loot else "has nothing to take"
    return f"{percent(fight_odds(state.box, met).win)} to win; {move.name} {carried}"


def _taken(state: State, move: moves.Take) -> str:
    box, (taker, loser) = state.box, combat.parties(state)
    level = state.ships[taker].pirate
    after = min(level + box.combat.ship.pirate_levels, box.yard.pirate.most)
    return f"{box.good(move.resource)} of {state.names[loser]}, Pirate {level} → {after}"


def _done(state: State) -> str:
    if state.step == "attack":
        return "attacks nobody"
    if state.step == "take":
        return "takes nothing more" if state.doings.taken else "takes nothing"
    kept = len(state.ship.cargo)
    return f"ends the turn, keeps {counted(kept, 'unit')}" if kept else "ends the turn"


def _sense_of_way(state: State, move: moves.Go) -> int:
    """Return most for home with the goal, then where the cargo is wanted; a detour wastes fuel."""
    ship, there = state.ship, _arrived(state, move)
    if move.burn is not None:
        return _WASTE
    if _would_win(there):
        return _WIN
    safe = 1 - _beaten(there)
    if (takings := _takings(there)) and (ship.fuel or move.space == ship.space):
        return _SELL_THERE + int(takings * safe)
    if move.space == ship.space:
        return _STAY
    left = moving.fuel_after(state.box, ship, move)
    if ship.fuel and left < distance(move.space, HOME):
        return _STRANDED
    planet = there.site.planet
    if there.site.card is None:
        return _LOOK
    gain = _gain(there) * min(ship.room, planet.size.units) if planet else 0
    return _LOOK + min(int(gain), _SELL_THERE - _LOOK - 1) if gain > 0 and safe == 1 else _GO


def _arrived(state: State, move: moves.Go) -> State:
    ship = state.ship._replace(space=move.space, left=state.ship.left or move != moves.Go(state.ship.space))
    return with_ship(state, state.active, ship)


def _would_win(there: State) -> bool:
    ship = there.ship
    home = ship.space == HOME and ship.left
    return scoring.has_won(Purse(ship.money, home), there.goal)


def _beaten(there: State) -> Fraction:
    """Return the chance that the ship is attacked there and loses; 0 where nobody knows whom it meets."""
    site = there.site
    known = site.guard and (site.demand or not site.planet)
    return fight_odds(there.box, combat.encounter(there)).beaten if known else Fraction(0)


def _takings(there: State) -> int:
    """Return the MCR for all of the cargo that is wanted there."""
    wanted, ship = there.site.wanted, there.ship
    units = [unit for unit in ship.cargo if unit in wanted]
    return sum(unload.sale_price(there.chart, there.active, ship.space, unit) for unit in units)


class _Market(NamedTuple):
    """A space where a unit is sold; `price` is in MCR."""

    price: int
    space: Space


def _best_market(state: State, resource: int) -> _Market | None:
    """Return where a unit of the resource fetches most, and nearest; None if nobody is known to want it."""
    here = state.ship.space
    return max(
        _markets(state, resource),
        key=lambda market: (market.price, -distance(here, market.space)),
        default=None,
    )


def _markets(state: State, resource: int) -> Iterator[_Market]:
    chart = state.chart
    for space, site in chart.sites.items():
        if resource in site.wanted:
            yield _Market(unload.sale_price(chart, state.active, space, resource), space)


def _gain(state: State) -> float:
    """Return the MCR that a unit bought here earns above its price, for each turn of the way."""
    assert state.site.planet
    resource, ship = state.box.resources[state.site.planet.resource], state.ship
    return max(
        (
            (market.price - resource.value) / max(1, -(-distance(ship.space, market.space) // ship.warp))
            for market in _markets(state, resource.number)
        ),
        default=0.0,
    )


def _friendly(state: State) -> Fraction:
    """Return the chance that pirates sell fuel (PA 5.3)."""
    faces = state.box.dice.faces
    return Fraction(min(state.ship.pirate, faces), faces)


def _dearest(box: Box) -> int:
    """Return the MCR for a unit of the dearest resource: what fuel should leave for a cargo."""
    return max(resource.value for resource in box.resources.values())


def _paid(ship: Ship, cost: int) -> str:
    return f"{cost} MCR, {ship.money - cost} left"


def _hold(ship: Ship, more: int) -> str:
    return f"hold {len(ship.cargo) + more} of {ship.hold}"
