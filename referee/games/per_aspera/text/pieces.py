"""The printed pieces that lie on the map: chits of demands and levies, colonies, and ships."""

from __future__ import annotations

from collections.abc import Iterator

from components import catalogue
from components.setup import Resting
from referee.engine.game import Seat
from referee.games.per_aspera.box import SLUG, Planet, box
from referee.games.per_aspera.rules.map_spaces import HOME, Space
from referee.games.per_aspera.state import State


def lying(state: State, place: int, space: Space) -> Iterator[Resting]:
    """What lies on a card of the map."""
    card, demand = state.chart.cards[place], state.chart.demands[place]
    if space == HOME:
        yield from [levy_chit()] * state.chart.levies
    if isinstance(card, Planet) and demand:
        yield demand_chit(demand)
    for seat, there in state.chart.colonies:
        if there == space:
            yield Resting("colony", "player-cubes", colony(seat))
    for seat, ship in enumerate(state.ships):
        if ship.space == space:
            yield Resting("", "standees", f"standee-{box().seats[seat].letter}")


def planet_name(card: Planet) -> str:
    """What is written on the card of a planet: "Prisma"."""
    pieces = catalogue.load(SLUG).deck("map-hexes").pieces
    return next(str(piece["name"]) for piece in pieces if piece.code == card.code)


def levy_chit() -> Resting:
    return Resting("levy", "levies", "levy")


def demand_chit(result: int) -> Resting:
    """The chit that shows a result of the demand die."""
    return Resting("demand", "demands", *box().chits[result])


def colony(seat: Seat) -> str:
    """The code of a player's colonists and colonies."""
    return f"C-{box().seats[seat].letter}"
