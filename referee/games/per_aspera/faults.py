"""What can be wrong with a position of Per Aspera."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.engine import Ruling, refused
from referee.games.per_aspera.box import Planet, box
from referee.games.per_aspera.sector import spaces
from referee.games.per_aspera.state import Chart, Ship, State, deck, home_card


def find_faults(state: State) -> Iterator[Ruling]:
    """Cards that are missing or there twice, and ships that cannot be as they are."""
    yield from _chart_faults(state.chart)
    for name, ship in zip(state.names, state.ships, strict=False):
        yield from _ship_faults(name, ship)


def _chart_faults(chart: Chart) -> Iterator[Ruling]:
    face_up = [card for card in chart.cards if card is not None and card != home_card()]
    if Counter((*face_up, *chart.unseen)) != Counter(deck()):
        yield refused("The map cards are not those of the box.", "PA 1.2")
    for card, demand in zip(chart.cards, chart.demands, strict=True):
        if demand and not isinstance(card, Planet):
            yield refused("There is a demand where there is no planet.", "PA 3.1")
    if not 0 <= chart.levies <= box().dice.slots:
        yield refused(f"{chart.levies} levies are set.", "PA 3.1")


def _ship_faults(name: str, ship: Ship) -> Iterator[Ruling]:
    least, most = box().level
    if not all(least <= level <= most for level in (ship.warp, ship.cannons, ship.hold)):
        yield refused(f"{name}'s systems cannot have those levels.", "PA 1.4")
    if not box().pirate_level[0] <= ship.pirate <= box().pirate_level[1]:
        yield refused(f"{name}'s Pirate level is {ship.pirate}.", "PA 4.3")
    if not 0 <= ship.fuel <= ship.tank <= len(box().yard.tank):
        yield refused(f"{name} has {ship.fuel} fuel in {ship.tank} squares.", "PA 4.1")
    if ship.room < 0:
        yield refused(f"{name} carries more than the hold takes.", "PA 4.3")
    if ship.money < 0:
        yield refused(f"{name} owes money.", "PA 4.1")
    if ship.space not in spaces():
        yield refused(f"{name}'s ship is not on the map.", "PA 2.2")
