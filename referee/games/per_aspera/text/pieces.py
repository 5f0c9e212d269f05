"""The printed pieces that lie on the map: chits of demands and levies, colonies, and ships."""

from collections.abc import Iterator

from components.setup import Resting
from referee.engine.game import Seat
from referee.games.per_aspera.box import Box, Planet
from referee.games.per_aspera.rules.map_spaces import HOME, Space
from referee.games.per_aspera.state import State


def lying(state: State, place: int, space: Space) -> Iterator[Resting]:
    """Yield the pieces that lie on a card of the map."""
    box, card, demand = state.box, state.chart.cards[place], state.chart.demands[place]
    if space == HOME:
        yield from [levy_chit()] * state.chart.levies
    if isinstance(card, Planet) and demand:
        yield demand_chit(box, demand)
    for seat, there in state.chart.colonies:
        if there == space:
            yield Resting("colony", "player-cubes", colony(box, seat))
    for seat, ship in enumerate(state.ships):
        if ship.space == space:
            yield Resting("", "standees", f"standee-{box.components.seats[seat].letter}")


def planet_name(box: Box, card: Planet) -> str:
    """Return the name that is printed on the card of a planet: "Prisma"."""
    pieces = box.components.deck("map-hexes").pieces
    return next(str(piece["name"]) for piece in pieces if piece.code == card.code)


def levy_chit() -> Resting:
    return Resting("levy", "levies", "levy")


def demand_chit(box: Box, result: int) -> Resting:
    """Return the chit that shows a result of the demand die."""
    return Resting("demand", "demands", *box.chits[result])


def colony(box: Box, seat: Seat) -> str:
    """Return the code of a player's colonists and colonies."""
    return f"C-{box.components.seats[seat].letter}"
