"""What is on the table of Per Aspera: the map with its demands and ships, the holds and the tracks."""

from __future__ import annotations

from collections.abc import Iterator

from components.setup import Area, Fact, Placed
from referee.engine.game import View
from referee.games.per_aspera.box import box
from referee.games.per_aspera.rules.map_spaces import HOME, spaces
from referee.games.per_aspera.setup import demand_note
from referee.games.per_aspera.state import COLONISTS, Ship, State
from referee.games.per_aspera.text.answers import goal_text

_DECK = "map-hexes"


def view(state: State) -> View:
    """Everybody sees the same: only the cards that lie face down are hidden, and nobody knows those."""
    return View((_map(state), *_holds(state)), tuple(_facts(state)))


def _map(state: State) -> Area:
    if state.step == "map":
        return Area("map", "Map", "hexes", ())
    pieces = []
    for place, space in enumerate(spaces()):
        card, demand = state.chart.cards[place], state.chart.demands[place]
        notes = [demand_note(demand)] if demand else []
        notes += [f"colony of {state.names[seat]}" for seat, there in state.chart.colonies if there == space]
        notes += [name for name, ship in zip(state.names, state.ships, strict=False) if ship.space == space]
        code = card.code if card else ""
        pieces.append(Placed(_DECK, code, space, up=card is not None, note=", ".join(notes)))
    return Area("map", "Map", "hexes", tuple(pieces))


def _holds(state: State) -> Iterator[Area]:
    for seat, (name, ship) in enumerate(zip(state.names, state.ships, strict=False)):
        cubes = tuple(
            Placed("player-cubes", f"C-{box().seats[seat].letter}")
            if unit == COLONISTS
            else Placed("resource-cubes", str(unit))
            for unit in ship.cargo
        )
        yield Area(f"hold-{seat + 1}", f"Hold of {name}", "list", cubes)


def _facts(state: State) -> Iterator[Fact]:
    if state.starter is not None:
        yield Fact("Round", f"{state.round} of {state.agreed.rounds}", "PA 6.2")
        if state.step not in ("won", "over"):
            yield Fact("Turn", state.names[state.active], "PA 5.1")
    yield Fact("Goal", goal_text(state.goal, state.chart.levies), "PA 6.1")
    for name, ship in zip(state.names, state.ships, strict=False):
        yield Fact(name, _ship_text(ship), "PA 1.4")


def _ship_text(ship: Ship) -> str:
    where = "home" if ship.space == HOME else ship.space.text
    systems = f"Warp {ship.warp}, Cannons {ship.cannons}, Hold {ship.hold}, Pirate {ship.pirate}"
    return f"{ship.money} MCR, fuel {ship.fuel} of {ship.tank}, {systems}, at {where}"
