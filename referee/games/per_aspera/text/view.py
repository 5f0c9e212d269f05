"""The table of Per Aspera: the map with wants, colonies and ships, the holds and the tracks."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from components.setup import Area, Fact, Placed, Resting, Sign
from components.wording import counted, listed
from referee.engine.game import Seat, View
from referee.games.per_aspera.box import COLONISTS, Box, Card, Planet
from referee.games.per_aspera.rules import unload
from referee.games.per_aspera.rules.map_spaces import HOME, Space
from referee.games.per_aspera.state import Ship, State
from referee.games.per_aspera.text.answers import goal_text
from referee.games.per_aspera.text.pieces import colony, demand_chit, levy_chit, lying

_DECK = "map-hexes"
_TABLES = 8  # states to remember, as each player looks at the same one
_COORDINATES = ("q,r", "a space: q grows to the right, r downwards; the homeworld is 0,0")


def view(state: State, seat: Seat | None) -> View:
    """Return the table as everybody sees it: only cards that lie face down are hidden, from all."""
    return _view(state)


@lru_cache(_TABLES)
def _view(state: State) -> View:
    return View((_map(state), *_holds(state)), tuple(_facts(state)))


def _map(state: State) -> Area:
    if state.step == "map":
        return Area("map", "Map", "hexes", ())
    pieces = tuple(_space(state, place, space) for place, space in enumerate(state.box.spaces))
    return Area("map", "Map", "hexes", pieces, legend=tuple(_legend(state)), signs=tuple(_signs(state)))


def _space(state: State, place: int, space: Space) -> Placed:
    """Return a card of the map with what is wanted there, and whose colonies and ships are there."""
    box, card, demand = state.box, state.chart.cards[place], state.chart.demands[place]
    notes = [_wanted(box, card, demand)] if isinstance(card, Planet) and demand else []
    notes += [f"colony of {state.names[seat]}" for seat, there in state.chart.colonies if there == space]
    notes += [name for name, ship in zip(state.names, state.ships, strict=False) if ship.space == space]
    holds = tuple(lying(state, place, space))
    if card is None:
        return Placed(_DECK, "", space, up=False, note=", ".join(notes), holds=holds)
    piece = Placed(_DECK, card.code, space, note=", ".join(notes), name=_name(box, card), holds=holds)
    return replace(piece, tone=box.resources[card.resource].tone) if isinstance(card, Planet) else piece


def _wanted(box: Box, planet: Planet, demand: int) -> str:
    """Return the goods a planet wants: "wants Crystal Ore", or "pirate Crystal Ore Ice"."""
    names = [box.resources[resource].name for resource in box.demanded[demand, planet.resource]]
    return " ".join(("pirate" if demand == box.dice.pirate else "wants", *names))


def _name(box: Box, card: Card) -> str:
    """Return what people call a card: "Ice, medium"."""
    if isinstance(card, Planet):
        return f"{box.resources[card.resource].name}, {card.size.name}"
    return "Homeworld" if card.code == box.home else "Empty space"


def _legend(state: State) -> Iterator[tuple[str, str]]:
    box = state.box
    resources, sizes = box.resources.values(), box.sizes
    made = listed(f"{resource.name.lower()} at {resource.value} MCR" for resource in resources)
    yield " ".join(str(resource.number) for resource in resources), f"a planet that sells {made}"
    units = listed(f"{size.name.lower()} ({counted(size.units, 'unit')} a turn)" for size in sizes)
    yield " ".join(size.letter for size in sizes), f"its size: {units}"
    yield "w", f"wants {listed(f'{resource.name[0]} {resource.name.lower()}' for resource in resources)}"
    yield "p", f"pirates, who want those goods and pay ×{box.pirate_pay}"
    if state.chart.colonies:
        yield "c", "a colony, with the letter of its owner"
    yield f"{box.home} {box.empty[0]}", "the homeworld, and empty space"
    yield _COORDINATES


def _signs(state: State) -> Iterator[Sign]:
    """Yield the meaning of the printed pieces on the map (PA 1.2, 3.1)."""
    box, dice = state.box, state.box.dice
    for resource in box.resources.values():
        cube = Resting("", "resource-cubes", str(resource.number))
        yield Sign(f"{resource.name.lower()}, {resource.value} MCR", cube)
    sizes = (f"{size.letter} {counted(size.units, 'unit')}" for size in box.sizes)
    yield Sign(
        f"a planet's size: in a turn it sells {listed(sizes)}",
        mark=" ".join(size.letter for size in box.sizes),
    )
    wants = next(result for result in box.chits if result not in (dice.pirate, dice.levy))
    yield Sign("the goods that a planet wants", demand_chit(box, wants))
    yield Sign(f"pirates want them and pay ×{box.pirate_pay}", demand_chit(box, dice.pirate))
    if state.chart.levies:
        yield Sign("a levy", levy_chit())
    for seat in sorted({seat for seat, _ in state.chart.colonies}):
        yield Sign(f"a colony of {state.names[seat]}", Resting("", "player-cubes", colony(box, seat)))
    mark, meaning = _COORDINATES
    yield Sign(meaning, mark=mark)


def _holds(state: State) -> Iterator[Area]:
    for seat, (name, ship) in enumerate(zip(state.names, state.ships, strict=False)):
        cubes = tuple(_cube(state.box, seat, unit) for unit in ship.cargo)
        yield Area(f"hold-{seat + 1}", f"Hold of {name}", "list", cubes, _aboard(state.box, ship))


def _cube(box: Box, seat: int, unit: int) -> Placed:
    if unit == COLONISTS:
        return Placed("player-cubes", colony(box, seat), name="Colonists")
    resource = box.resources[unit]
    return Placed("resource-cubes", str(unit), name=resource.name, tone=resource.tone)


def _aboard(box: Box, ship: Ship) -> str:
    """Return the cargo in words: "ore ×2, crystal ×1; room for 1"; empty for an empty hold."""
    if not ship.cargo:
        return ""
    units = ", ".join(f"{box.good(unit)} ×{count}" for unit, count in Counter(ship.cargo).items())
    return f"{units}; {f'room for {ship.room}' if ship.room else 'full'}"


def _facts(state: State) -> Iterator[Fact]:
    if state.starter is not None:
        yield Fact("Round", f"{state.round} of {state.agreed.rounds}", "PA 6.2")
        if state.step not in ("won", "over"):
            yield Fact("Turn", state.names[state.active], "PA 5.1")
    yield Fact("Goal", goal_text(state.goal, state.chart.levies), "PA 6.1")
    if state.starter is not None and state.site.planet:
        yield Fact("Market", _market(state, state.site.planet), "PA 5.10")
    for name, ship in zip(state.names, state.ships, strict=False):
        yield Fact(name, _ship_text(ship), "PA 1.4")


def _market(state: State, card: Planet) -> str:
    """Return the prices of the planet under the active ship: "3M.a sells ore at 3, pays 8 for crystal"."""
    box, made = state.box, state.box.resources[card.resource]
    here = state.ship.space
    pays = [
        f"{unload.sale_price(state.chart, state.active, here, resource)} for {box.good(resource)}"
        for resource in state.site.wanted
    ]
    paid = f", pays {listed(pays)}" if pays else ""
    return f"{card.code} sells {box.good(made.number)} at {made.value} MCR{paid}"


def _ship_text(ship: Ship) -> str:
    where = "home" if ship.space == HOME else ship.space.text
    systems = f"Warp {ship.warp}, Cannons {ship.cannons}, Hold {ship.hold}, Pirate {ship.pirate}"
    return f"{ship.money} MCR, fuel {ship.fuel} of {ship.tank}, {systems}, at {where}"
