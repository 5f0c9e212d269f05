"""The last step of a turn: sales and colonies (PA 5.10, PA 5.11)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from referee.engine import ALLOWED, Ruling, refused
from referee.games.per_aspera.box import Planet, box
from referee.games.per_aspera.demands import demanded
from referee.games.per_aspera.moves import DONE, SETTLE, Done, Move, Sell, Settle
from referee.games.per_aspera.state import COLONISTS, State, sale_price, unloaded, with_ship
from referee.games.per_aspera.turns import end_turn


def begin(state: State) -> State:
    """Unload, or the next turn where nothing can be unloaded."""
    doings = state.doings
    if doings.drifted or doings.beaten or len(_choices(state)) == 1:
        return end_turn(state)
    return state._replace(step="unload")


def moves(state: State) -> Sequence[Move]:
    return _choices(state)


def check(state: State, move: Move) -> Ruling:
    if isinstance(move, Done):
        return ALLOWED
    if isinstance(move, Sell):
        return _check_sell(state, move)
    if isinstance(move, Settle):
        return _check_settle(state)
    return refused("Unload: you may sell, settle, or be done.", "PA 5.10")


def apply(state: State, move: Move) -> State:
    ship = state.ship
    if isinstance(move, Sell):
        price = sale_price(state.chart, state.active, ship.space, move.resource)
        cargo = unloaded(ship.cargo, move.resource, move.units)
        ship = ship._replace(cargo=cargo, money=ship.money + price * move.units)
        return begin(with_ship(state, state.active, ship))
    if isinstance(move, Settle):
        chart = state.chart
        colonies = tuple(sorted((*chart.colonies, (state.active, ship.space))))
        settled = state._replace(chart=chart._replace(colonies=colonies))
        return begin(with_ship(settled, state.active, ship._replace(cargo=unloaded(ship.cargo, COLONISTS))))
    return end_turn(state)


def demanded_here(state: State) -> tuple[int, ...]:
    """The resources that the planet under the active player's ship buys; none if it is no planet."""
    card = state.card
    return _demanded(card, state.demand) if isinstance(card, Planet) else ()


def _choices(state: State) -> tuple[Move, ...]:
    cargo = state.ship.cargo
    if not cargo:
        return (DONE,)
    wanted = demanded_here(state)
    found: list[Move] = []
    for resource in dict.fromkeys(cargo):
        if resource in wanted:
            found += [Sell(resource, units + 1) for units in range(cargo.count(resource))]
    if COLONISTS in cargo and _check_settle(state).allowed:
        found.append(SETTLE)
    found.append(DONE)
    return tuple(found)


def _check_sell(state: State, move: Sell) -> Ruling:
    wanted = demanded_here(state)
    if move.resource not in wanted:
        list_of_wanted = " and ".join(map(str, wanted)) or "nothing"
        return refused(f"This planet demands {list_of_wanted}, not {move.resource}.", "PA 5.10")
    held = state.ship.cargo.count(move.resource)
    if not 1 <= move.units <= held:
        return refused(f"You have {held} of resource {move.resource} to sell.", "PA 5.10")
    return ALLOWED


def _check_settle(state: State) -> Ruling:
    if COLONISTS not in state.ship.cargo:
        return refused("There are no colonists in your hold.", "PA 5.11")
    card, chart, space = state.card, state.chart, state.ship.space
    if not isinstance(card, Planet):
        return refused("Colonies are for planets.", "PA 5.11")
    if state.pirates_here:
        return refused("A pirate planet takes no colony.", "PA 5.11")
    most = box().trade.colonies
    if chart.colonies.count((state.active, space)) >= most:
        return refused(f"You may have {most} {'colony' if most == 1 else 'colonies'} on a planet.", "PA 5.11")
    if chart.colonists(space) >= card.slots:
        return refused(f"The {card.slots} slots of {card.code} are taken.", "PA 5.11")
    return ALLOWED


@cache
def _demanded(planet: Planet, result: int) -> tuple[int, ...]:
    return demanded(planet, result)
