"""A typed-in position: the beginning of a round, or the moment after all have docked.

Its keys are those of `examples/positions/rayguns.toml`.
"""

from __future__ import annotations

from components.errors import UsageError
from components.toml import Table
from referee.engine.typed import read_seat
from referee.games.rayguns.box import Card, box
from referee.games.rayguns.codes import read_card, read_tiles
from referee.games.rayguns.rules.orders import orders_of
from referee.games.rayguns.rules.rounds import enter, settle
from referee.games.rayguns.state import Account, Bay, State


def place(start: State, position: Table) -> State:
    """The state before the rules card is turned up or, with arrays docked, before the first suit power.

    Raises `DataError` for unknown and missing keys, and `UsageError` for unknown names and codes and for
    rules cards that cannot be in force.
    """
    names, where = start.names, position.where()
    totals, docked, spares = (position.table(name) for name in ("totals", "docked", "spares"))
    cards, discards = (_cards(position, name) for name in ("cards", "discards"))
    round_, rounds = position.integer("round"), box().numbers.rounds
    if not 1 <= round_ <= rounds + (not docked.data):
        todo = f"Rounds are 1 to {rounds}; {rounds + 1} is the Port of Call, before its draw."
        raise position.error("round", f"is {round_}.", todo)
    commander = read_seat(position.text("commander"), names, where)
    state = start._replace(
        round=round_,
        commander=commander,
        active=commander,
        step="card",
        cards=cards,
        discards=tuple(sorted(discards, key=lambda card: card.code)),
        deck=tuple(card for card in start.deck if card not in (*cards, *discards)),
        bays=tuple(_bay(docked, spares, name) for name in names),
        accounts=tuple(Account(totals.integer(name, 0)) for name in names),
    )
    for table in (totals, docked, spares, position):
        table.done()
    if not docked.data:
        return enter(state, "port") if state.in_port else state
    try:
        orders_of(cards)
    except UsageError as problem:
        raise UsageError(problem.what, where=f"{where}, cards", todo=problem.todo) from None
    return settle(enter(state, "powers"))


def _cards(position: Table, key: str) -> tuple[Card, ...]:
    return tuple(read_card(code, f"{position.where()}, {key}") for code in position.texts(key, ()))


def _bay(docked: Table, spares: Table, name: str) -> Bay:
    """A sixth tile has docked with a UFO (RR 5.3)."""
    array = read_tiles(docked.text(name, "") if not docked.data else docked.text(name), docked.where())
    beside = read_tiles(spares.text(name, ""), spares.where())
    effect = "ufo" if len(array) > box().numbers.array else ""
    return Bay(array, beside, docked=bool(docked.data), effect=effect)
