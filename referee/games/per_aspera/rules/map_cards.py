"""The cards of the map: laid, turned up, and their demands rolled (PA 2.1, PA 2.3)."""

import itertools
from collections.abc import Sequence

from referee.engine.chance.outcomes import Draw, Drawn, Wanted
from referee.engine.tuples import remembered, replaced
from referee.games.per_aspera.box import Box, Card, Planet
from referee.games.per_aspera.codes import read_card
from referee.games.per_aspera.moves import Demanded
from referee.games.per_aspera.rules.combat import arrive
from referee.games.per_aspera.rules.demand_odds import DemandOutcomes
from referee.games.per_aspera.rules.map_spaces import HOME
from referee.games.per_aspera.state import State


def whole_map(state: State) -> Draw[Card]:
    """Return the draw of all cards of the map, row by row (PA 2.1)."""
    places = _places(state.box)
    wanted = Wanted(f"the {len(places)} cards round the homeworld, row by row", places.__getitem__)
    return _draw(state, len(places), wanted)


def lay(state: State, drawn: Drawn[Card]) -> State:
    """Lay the map face up; then its demands are rolled, if they are to be known (PA 2.3)."""
    cards = iter(drawn.pieces)
    chart = state.chart._replace(
        cards=tuple(card or next(cards) for card in state.chart.cards), unseen=_left(state, drawn.pieces)
    )
    rolled = any(chart.planets) and not state.agreed.unknown_demands
    return state._replace(chart=chart, step="demand" if rolled else "ship")


def one_card(state: State) -> Draw[Card]:
    """Return the draw of the card under the active player's ship (PA 2.3)."""
    card = f"the card under {state.names[state.active]}'s ship"
    return _draw(state, 1, Wanted(card, lambda place: card))


def turn_up(state: State, drawn: Drawn[Card]) -> State:
    """Turn up the card under the active player's ship (PA 2.3)."""
    cards = replaced(state.chart.cards, state.box.space_numbers[state.ship.space], drawn.pieces[0])
    chart = state.chart._replace(cards=cards, unseen=_left(state, drawn.pieces))
    return arrive(state._replace(chart=chart))


def demand_dice(state: State) -> DemandOutcomes:
    """Return the dice of every planet on the map or, in a turn, of the one under the active ship."""
    planets = tuple(planet for _, planet in _without_demand(state))
    return DemandOutcomes(state.box, planets, state.chart.levies)


def demand(state: State, rolled: Demanded) -> State:
    """Let the planets show their demands, and set levies (PA 3.1)."""
    demands, levies = list(state.chart.demands), state.chart.levies
    for (place, _), result in zip(_without_demand(state), rolled.results, strict=True):
        demands[place] = result.result
        levies += result.levies
    known = state._replace(chart=state.chart._replace(demands=tuple(demands), levies=levies))
    return known._replace(step="ship") if state.starter is None else arrive(known)


def _without_demand(state: State) -> Sequence[tuple[int, Planet]]:
    """Return the planets whose demand is rolled now, each with the number of its space."""
    if state.starter is None:
        return state.chart.planets
    assert state.site.planet
    return [(state.box.space_numbers[state.ship.space], state.site.planet)]


@remembered
def _places(box: Box) -> Sequence[str]:
    """Return the name of every space but the homeworld, by its row and its place there: "row 1, space 2"."""
    rows = [list(row) for _, row in itertools.groupby(box.spaces, key=lambda space: space.r)]
    return [
        f"row {number}, space {place}"
        for number, row in enumerate(rows, 1)
        for place, space in enumerate(row, 1)
        if space != HOME
    ]


def _draw(state: State, count: int, wanted: Wanted) -> Draw[Card]:
    def read(text: str, where: str) -> Card:
        return read_card(text, state.box, where)

    return Draw("map", state.chart.unseen, count, reader=read, wanted=wanted)


def _left(state: State, drawn: Sequence[Card]) -> tuple[Card, ...]:
    left = list(state.chart.unseen)
    for card in drawn:
        left.remove(card)
    return tuple(left)
