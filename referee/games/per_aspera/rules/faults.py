"""Faults that a position of Per Aspera may have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.engine.game import Ruling, refused
from referee.games.per_aspera.box import Box, Planet
from referee.games.per_aspera.rules.map_spaces import HOME
from referee.games.per_aspera.state import Chart, Ship, State


def faults(state: State) -> Iterator[Ruling]:
    """Yield a refusal for each card that is missing or appears twice, and for ships that break the rules."""
    yield from _chart_faults(state.chart)
    yield from _demand_faults(state)
    if not 1 <= state.round <= state.agreed.rounds:
        yield refused(f"There is no round {state.round}.", "PA 6.2")
    for name, ship in zip(state.names, state.ships, strict=False):
        yield from _ship_faults(state.box, name, ship)


def _chart_faults(chart: Chart) -> Iterator[Ruling]:
    box = chart.box
    face_up = [card for card in chart.cards if card is not None and card != box.home_card]
    if Counter((*face_up, *chart.unseen)) != Counter(box.deck):
        yield refused("The map cards are not the cards of the box.", "PA 1.2")
    if not 0 <= chart.levies <= box.levies.slots:
        yield refused(f"{chart.levies} levies are set, and there are {box.levies.slots} slots.", "PA 3.1")


def _demand_faults(state: State) -> Iterator[Ruling]:
    box, chart, agreed = state.box, state.chart, state.agreed
    laid = state.step not in ("map", "demand", "turn-up") and not (agreed.unknown_demands or agreed.foray)
    for space, card, demand in zip(box.spaces, chart.cards, chart.demands, strict=True):
        if not isinstance(card, Planet):
            if demand:
                yield refused(f"There is a demand at {space.text}, but no planet.", "PA 3.1")
        elif demand and not box.demanded[demand, card.resource]:
            yield refused(f"With a {demand}, {card.code} at {space.text} would demand nothing.", "PA 3.1")
        elif laid and not demand:
            yield refused(f"{card.code} at {space.text} has no demand.", "PA 2.3")
        if laid and card is None:
            yield refused(f"The card at {space.text} lies face down.", "PA 2.3")
        if (card == box.home_card) != (space == HOME):
            yield refused("The homeworld is in the centre, and nowhere else.", "PA 2.1")
    for (seat, space), count in Counter(chart.colonies).items():
        place = box.space_numbers[space]
        card = chart.cards[place]
        if not isinstance(card, Planet) or chart.demands[place] == box.dice.pirate:
            yield refused(f"{state.names[seat]} cannot have a colony at {space.text}.", "PA 5.11")
        elif count > box.trade.colonies.a_player:
            yield refused(f"{state.names[seat]} has {count} colonies at {space.text}.", "PA 5.11")
        elif chart.colonists(space) > card.slots:
            yield refused(f"{card.code} at {space.text} has {card.slots} slots for colonies.", "PA 5.11")


def _ship_faults(box: Box, name: str, ship: Ship) -> Iterator[Ruling]:
    for system in box.yard.systems:
        least, most = box.yard.levels(system)
        level = getattr(ship, system)
        if not least <= level <= most:
            what = f"{name}'s {system.capitalize()} is {level}; levels are {least} to {most}."
            yield refused(what, "PA 1.4")
    track = box.yard.pirate
    if not track.least <= ship.pirate <= track.most:
        what = f"{name}'s Pirate level is {ship.pirate}; levels are {track.least} to {track.most}."
        yield refused(what, "PA 4.3")
    if not 0 <= ship.fuel <= ship.tank <= len(box.yard.tank):
        yield refused(f"{name} has {ship.fuel} units of fuel in a tank of {ship.tank}.", "PA 4.1")
    if ship.room < 0:
        yield refused(f"{name} carries more than the hold has room for.", "PA 4.3")
    if ship.money < 0:
        yield refused(f"{name} has less than 0 MCR.", "PA 4.1")
    if ship.space not in box.space_numbers:
        yield refused(f"{name}'s ship is not on the map.", "PA 2.2")
