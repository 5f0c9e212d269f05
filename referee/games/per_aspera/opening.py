"""Before the first turn: the map, its demands, the ships and the start player (PA 2 and 4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from referee.engine import ALLOWED, Ruling, refused
from referee.games.per_aspera.agreed import Agreed
from referee.games.per_aspera.box import Planet, box
from referee.games.per_aspera.chances import DemandDice, Demanded
from referee.games.per_aspera.moves import Configure, Move
from referee.games.per_aspera.sector import HOME, spaces
from referee.games.per_aspera.state import (
    Card,
    Chart,
    Doings,
    Ship,
    State,
    deck,
    home_card,
    index,
    planets,
)
from referee.games.per_aspera.turns import begin_turn
from referee.outcomes import Draw, Drawn
from referee.starters import Starts


def start(names: tuple[str, ...], agreed: Agreed) -> State:
    """Before anything lies on the table; with `foray` the map lies face down (PA 2.3)."""
    cards = tuple(home_card() if space == HOME else None for space in spaces())
    return State(
        names=names,
        agreed=agreed,
        chart=Chart(cards, (0,) * len(cards), deck(), 0, ()),
        ships=(),
        starter=None,
        round=1,
        active=0,
        step="ship" if agreed.foray else "map",
        doings=Doings(),
        winner=None,
    )


def map_draw(state: State) -> Draw[Card]:
    """The whole map, row by row (PA 2.1), or the one card that is turned up (PA 2.3)."""
    count = len(spaces()) - 1 if state.step == "map" else 1
    return Draw("map", state.chart.unseen, count)


def demand_dice(state: State) -> DemandDice:
    """Those of every planet without a demand: in play that is where the active player's ship is."""
    chart = state.chart
    if state.starter is None:
        return DemandDice(tuple(planet for _, planet in planets(chart)), chart.levies)
    card = state.card
    assert isinstance(card, Planet)
    return DemandDice((card,), chart.levies)


def laid(state: State, drawn: Drawn[Card]) -> State:
    """With the map face up."""
    chart = state.chart
    drawn_cards = iter(drawn.pieces)
    cards = tuple(card or next(drawn_cards) for card in chart.cards)
    left = list(chart.unseen)
    for card in drawn.pieces:
        left.remove(card)
    known = state._replace(chart=chart._replace(cards=cards, unseen=tuple(left)))
    some = any(isinstance(card, Planet) for card in cards)
    return known._replace(step="ship" if state.agreed.unknown_demands or not some else "demand")


def turned_up(chart: Chart, place: int, card: Card) -> Chart:
    """With that card face up on the space of that number."""
    left = list(chart.unseen)
    left.remove(card)
    cards = (*chart.cards[:place], card, *chart.cards[place + 1 :])
    return chart._replace(cards=cards, unseen=tuple(left))


def with_demands(state: State, rolled: Demanded) -> Chart:
    """The chart with the demands of the planets of `demand_dice`."""
    chart = state.chart
    places = [place for place, _ in planets(chart)] if state.starter is None else [index(state.ship.space)]
    demands, levies = list(chart.demands), chart.levies
    for place, outcome in zip(places, rolled.outcomes, strict=True):
        demands[place] = outcome.result
        levies += outcome.levies
    return chart._replace(demands=tuple(demands), levies=levies)


def starting(state: State, starts: Starts) -> State:
    """With the first turn begun (PA 4.4)."""
    return begin_turn(state._replace(starter=starts.seat), starts.seat)


@cache
def moves() -> Sequence[Move]:
    """Every ship the money is enough for (PA 4.1)."""
    return tuple(_affordable())


def check(move: Move) -> Ruling:
    if not isinstance(move, Configure):
        return refused("The ship is not configured yet: write ship and five numbers.", "PA 4.1")
    yard = box().yard
    for system in yard.systems:
        least, most = box().levels(system)
        if not least <= getattr(move, system) <= most:
            return refused(f"{system.capitalize()} has a level of {least} to {most}.", "PA 4.1")
    if not yard.least_tank <= move.tank <= len(yard.tank):
        return refused(f"A tank has {yard.least_tank} to {len(yard.tank)} squares.", "PA 4.1")
    if not yard.least_fuel <= move.fuel <= move.tank:
        return refused(f"Here there is room for {yard.least_fuel} to {move.tank} units of fuel.", "PA 4.1")
    cost = ship_cost(move)
    if cost > box().money:
        return refused(f"This ship costs {cost} MCR, and you have {box().money}.", "PA 4.1")
    return ALLOWED


def configured(state: State, move: Configure) -> State:
    """With the ship of the active player; then the next one configures (PA 4.4)."""
    ship = Ship(*move, money=box().money - ship_cost(move), pirate=box().pirate_level[0])
    ships = (*state.ships, ship)
    if len(ships) == len(state.names):
        return state._replace(ships=ships, step="starter")
    return state._replace(ships=ships, active=len(ships))


def ship_cost(ship: Configure) -> int:
    """MCR, fuel included (PA 4.1)."""
    systems = box().yard.systems
    levels = sum(sum(systems[name][: getattr(ship, name)]) for name in systems)
    return levels + sum(box().yard.tank[: ship.tank]) + ship.fuel * box().trade.fuel_price


def _affordable() -> Iterator[Configure]:
    yard = box().yard
    bounds = {name: box().levels(name) for name in yard.systems}
    levels = {name: range(least, most + 1) for name, (least, most) in bounds.items()}
    for warp in levels["warp"]:
        for cannons in levels["cannons"]:
            for hold in levels["hold"]:
                for tank in range(yard.least_tank, len(yard.tank) + 1):
                    for fuel in range(yard.least_fuel, tank + 1):
                        ship = Configure(warp, cannons, hold, tank, fuel)
                        if ship_cost(ship) <= box().money:
                            yield ship
