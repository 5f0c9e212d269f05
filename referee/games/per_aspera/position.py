"""A position of Per Aspera that somebody typed in: the beginning of a turn.

Its keys are those of `examples/positions/per-aspera.toml`.
"""

from __future__ import annotations

from collections.abc import Iterator

from components.errors import UsageError
from components.toml import Table
from referee.engine.game import Seat
from referee.engine.typed import read_seat
from referee.games.per_aspera.box import Box, Card, Planet
from referee.games.per_aspera.codes import read_card, read_space, read_unit, short_code
from referee.games.per_aspera.moves import read_result
from referee.games.per_aspera.rules.map_spaces import HOME, Space
from referee.games.per_aspera.rules.turns import begin_turn
from referee.games.per_aspera.state import Chart, Ship, State

_FACE_DOWN = "??"


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
