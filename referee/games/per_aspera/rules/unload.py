"""The step Unload: sales and colonies (PA 5.10, PA 5.11)."""

from collections.abc import Iterator, Sequence
from functools import cache

from components.wording import counted, listed
from referee.engine.game import ALLOWED, Ruling, Seat, refused
from referee.games.per_aspera.box import COLONISTS, Box, Resource
from referee.games.per_aspera.moves import DONE, SETTLE, Done, Move, Sell, Settle
from referee.games.per_aspera.rules.map_spaces import Space, distance
from referee.games.per_aspera.rules.turns import end_turn
from referee.games.per_aspera.state import Chart, State, with_ship

_ONLY_DONE = (DONE,)


def begin(state: State) -> State:
    """Begin Unload, or the next turn where nothing can be unloaded."""
    active, doings = state.active, state.doings
    idle = not state.ships[active].cargo or doings.drifted or doings.beaten
    if idle or moves(state, active) == _ONLY_DONE:
        return end_turn(state)
    return state._replace(step="unload")


def moves(state: State, seat: Seat) -> Sequence[Move]:
    ship = state.ships[seat]
    if not ship.cargo:
        return _ONLY_DONE
    candidates = _candidates(ship.cargo, state.chart.sites[ship.space].wanted)
    return tuple([move for move in candidates if check(state, seat, move).allowed])


def check(state: State, seat: Seat, move: Move) -> Ruling:
    if isinstance(move, Done):
        return ALLOWED
    if isinstance(move, Sell):
        return _check_sell(state, move)
    if isinstance(move, Settle):
        return _check_settle(state, seat)
    return refused("Unload: you may sell, settle, or be done.", "PA 5.10")


def apply(state: State, seat: Seat, move: Move) -> State:
    ship = state.ship
    if isinstance(move, Sell):
        price = sale_price(state.chart, seat, ship.space, move.resource)
        return begin(with_ship(state, seat, ship.unloaded(move.resource, move.units, price)))
    if isinstance(move, Settle):
        colonies = tuple(sorted((*state.chart.colonies, (seat, ship.space))))
        settled = state._replace(chart=state.chart._replace(colonies=colonies))
        return begin(with_ship(settled, seat, ship.unloaded(COLONISTS)))
    return end_turn(state)


def sale_price(chart: Chart, seat: Seat, space: Space, resource: int) -> int:
    """Return the MCR that a unit fetches there, for that seat (PA 5.10)."""
    return price(
        chart.box,
        chart.box.resources[resource],
        producer_distance(chart, space, resource),
        pirate=chart.sites[space].pirates,
        colony=(seat, space) in chart.colonies,
    )


def producer_distance(chart: Chart, space: Space, resource: int) -> int:
    """Return the steps from that space to the nearest producer that is known (PA 5.10)."""
    steps = [distance(space, producer) for producer in chart.producers.get(resource, ())]
    return min(steps, default=chart.box.trade.sale.unknown_distance)


def price(box: Box, resource: Resource, distance: int, *, pirate: bool = False, colony: bool = False) -> int:
    """Return the MCR that a unit of the resource fetches (PA 5.10).

    distance  steps to the nearest known producer
    pirate    whether it is sold on a pirate planet
    colony    whether the player has a colony there
    """
    pay = box.pirate_pay if pirate else 1
    return resource.value * distance * pay + (box.trade.sale.colony_bonus if colony else 0)


@cache
def _candidates(cargo: tuple[int, ...], wanted: tuple[int, ...]) -> tuple[Move, ...]:
    return (*_sales(cargo, wanted), *([SETTLE] if COLONISTS in cargo else ()), DONE)


def _sales(cargo: tuple[int, ...], wanted: tuple[int, ...]) -> Iterator[Sell]:
    for resource in dict.fromkeys(cargo):
        if resource in wanted:
            yield from (Sell(resource, units + 1) for units in range(cargo.count(resource)))


def _check_sell(state: State, move: Sell) -> Ruling:
    ship, good = state.ships[state.active], state.box.good
    wanted = state.chart.sites[ship.space].wanted
    if move.resource not in wanted:
        names = listed(map(good, wanted)) if wanted else "nothing"
        return refused(f"This planet demands {names}, not {good(move.resource)}.", "PA 5.10")
    held = ship.cargo.count(move.resource)
    if not 1 <= move.units <= held:
        return refused(f"You have {counted(held, 'unit')} of {good(move.resource)} to sell.", "PA 5.10")
    return ALLOWED


def _check_settle(state: State, seat: Seat) -> Ruling:
    if COLONISTS not in state.ship.cargo:
        return refused("There are no colonists in your hold.", "PA 5.11")
    site, chart, space = state.site, state.chart, state.ship.space
    if not site.planet:
        return refused("Colonies are for planets.", "PA 5.11")
    if site.pirates:
        return refused("A pirate planet takes no colony.", "PA 5.11")
    most = state.box.trade.colonies.a_player
    if chart.colonies.count((seat, space)) >= most:
        return refused(f"You may have {counted(most, 'colony', 'colonies')} on a planet.", "PA 5.11")
    planet = site.planet
    if chart.colonists(space) >= planet.slots:
        return refused(f"The {planet.slots} slots of {planet.code} are taken.", "PA 5.11")
    return ALLOWED
