"""A position of Per Aspera that somebody typed in, the beginning of a turn, and the faults it may have.

Its keys are those of `examples/positions/per-aspera.toml`.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Final

from components.errors import UsageError
from components.toml import Table
from referee.engine.asking.photographed import UNSURE, Lying, Photographed, Shown, named
from referee.engine.game import Ruling, Seat, refused
from referee.engine.typed import read_seat
from referee.games.per_aspera.box import Box, Card, Planet
from referee.games.per_aspera.codes import read_card, read_space, read_unit, short_code
from referee.games.per_aspera.moves import read_result
from referee.games.per_aspera.rules.map_spaces import HOME, Space
from referee.games.per_aspera.rules.turns import begin_turn
from referee.games.per_aspera.state import Chart, Ship, State

_FACE_DOWN = "??"


def _map_shown(shown: Shown) -> str:
    """The map as `place` reads it: every space, row by row, with what its planet demands."""
    found = _spaces_shown(shown)
    return " ".join(
        _space_text(found[space], shown) if space in found else UNSURE for space in shown.box.spaces
    )


def _spaces_shown(shown: Shown) -> dict[Space, Lying]:
    """The hexes of the photograph by their spaces: the map is moved to where most of them, and home, fit."""
    hexes = [(one, one.at) for one in shown.table.pieces if one.deck == _HEXES and one.at]
    spaces, reach = set(shown.box.spaces), len(shown.box.rows)

    def moved(by: tuple[int, int]) -> dict[Space, Lying]:
        there = {Space(q + by[0], r + by[1]): one for one, (q, r) in hexes}
        return {space: one for space, one in there.items() if space in spaces}

    def fits(by: tuple[int, int]) -> tuple[int, bool]:
        there = moved(by)
        return len(there), HOME in there and there[HOME].code == shown.box.home

    steps = range(-reach, reach + 1)
    return moved(max(product(steps, steps), key=fits))


def _space_text(one: Lying, shown: Shown) -> str:
    if not one.up:
        return _FACE_DOWN
    card = shown.box.empty[0] if one.text.startswith(f"{shown.box.empty[0]}.") else one.text
    demands = [_demand(chit, shown.box) for chit in shown.table.on(one) if chit.deck == "demands"]
    return f"{card}={demands[0]}" if demands else card


def _demand(chit: Lying, box: Box) -> str:
    """The result that a chit shows."""
    side = "" if chit.up else "b"
    return next((str(result) for result, known in box.chits.items() if known == (chit.code, side)), UNSURE)


def _colonies_shown(shown: Shown) -> str:
    """The spaces where that player's cubes lie."""
    spaces = _spaces_shown(shown)
    return " ".join(
        space.text
        for space, one in spaces.items()
        for cube in shown.table.on(one)
        if cube.deck == _CUBES and cube.code and named(cube.code, shown.box, shown.names)[1] == shown.who
    )


def _levies_shown(shown: Shown) -> str:
    return str(sum(one.deck == "levies" for one in shown.pieces))


_HEXES, _CUBES = "map-hexes", "player-cubes"
PHOTOGRAPHS: Final = {
    "map": Photographed((_HEXES, "demands"), whole=True, write=_map_shown),
    "colonies": Photographed((_HEXES, _CUBES), whole=True, write=_colonies_shown),
    "levies": Photographed(("levies",), whole=True, bare=True, write=_levies_shown),
}


def place(start: State, position: Table) -> State:
    """Return the state before the player whose turn it is loads.

    Raises `DataError` for unknown and missing keys, and `UsageError` for unknown names, codes and spaces
    and for a map of another size.
    """
    names, box = start.names, start.box
    ships = position.table("ships")
    colonies: list[tuple[Seat, Space]] = []
    fleet = []
    for seat, name in enumerate(names):
        ship = ships.table(name)
        fleet.append(_ship(ship, box))
        colonies += [
            (seat, read_space(word, box, ship.where())) for word in ship.text("colonies", "").lower().split()
        ]
        ship.done()
    ships.done()
    where = position.where()
    state = start._replace(
        chart=_chart(position.text("map"), box, f"{where}, map", position.integer("levies", 0), colonies),
        ships=tuple(fleet),
        starter=read_seat(position.text("start"), names, where),
        round=position.integer("round"),
        step="load",
    )
    active = read_seat(position.text("turn"), names, where)
    position.done()
    return begin_turn(state, active, state.round)


def _ship(table: Table, box: Box) -> Ship:
    where = table.where()
    space = read_space(table.text("at", HOME.text), box, where)
    return table.record(
        Ship,
        pirate=table.integer("pirate", box.yard.pirate.least),
        cargo=tuple(sorted(read_unit(word, box, where) for word in table.text("cargo", "").split())),
        space=space,
        left=table.flag("left", False) or space != HOME,
    )


def _chart(text: str, box: Box, where: str, levies: int, colonies: list[tuple[Seat, Space]]) -> Chart:
    words = text.split()
    if len(words) != len(box.spaces):
        raise UsageError(
            f"The map has {len(words)} spaces, not {len(box.spaces)}.",
            where=where,
            todo="Write every space, row by row.",
        )
    placed = list(_cards(words, box, where))
    left = list(box.deck)
    for card, _ in placed:
        if card in left:
            left.remove(card)
    return Chart(
        box=box,
        cards=tuple(card for card, _ in placed),
        demands=tuple(demand for _, demand in placed),
        unseen=tuple(left),
        levies=levies,
        colonies=tuple(sorted(colonies)),
    )


def _cards(words: list[str], box: Box, where: str) -> Iterator[tuple[Card | None, int]]:
    """Yield the card and the demand of each space; `3L` is a copy that is not named elsewhere."""
    named = {word.partition("=")[0].upper() for word in words}
    for word in words:
        code, _, result = word.partition("=")
        demand = read_result(result, box, where).result if result else 0
        if code == _FACE_DOWN:
            yield None, demand
        elif code.upper() == box.home:
            yield box.home_card, demand
        else:
            card = _any_copy(code, named, box, where)
            if isinstance(card, Planet):
                named.add(card.code.upper())
            yield card, demand


def _any_copy(code: str, taken: set[str], box: Box, where: str) -> Card:
    """Return the card of that code; of "3L" the first copy that is not taken or, if all are, the first."""
    copies = [
        planet for planet in box.deck if isinstance(planet, Planet) and short_code(planet) == code.upper()
    ]
    free = [card for card in copies if card.code.upper() not in taken]
    return (free or copies)[0] if copies else read_card(code, box, where)


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
