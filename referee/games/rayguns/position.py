"""A typed-in position, the beginning of a round or the moment after all have docked, and its faults.

Its keys are those of `examples/positions/rayguns.toml`.
"""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Final

from components.errors import UsageError
from components.toml import Table
from referee.engine.asking.photographed import Photographed, Shown
from referee.engine.game import Ruling, refused
from referee.engine.typed import read_seat
from referee.games.rayguns.box import Box, Card
from referee.games.rayguns.codes import read_card, read_tiles
from referee.games.rayguns.rules.rounds import enter, settle
from referee.games.rayguns.rules.specials import largest_array
from referee.games.rayguns.state import Account, Bay, State, in_play, rules_of


def _bay_shown(shown: Shown, *, docked: bool) -> str:
    """The tiles of the array, or the spare parts; without a board under them, all are of the array."""
    array = len(shown.box.components.deck("boards").pieces[0]["array"])
    lying = [one for one in shown.pieces if (one.slot == "tile" and one.place >= array) is not docked]
    return " ".join(one.text for one in sorted(lying, key=lambda one: one.place))


def _cards_shown(shown: Shown) -> str:
    """The rules cards on the station's first place; all of them where no station is under them."""
    placed = [one for one in shown.pieces if one.slot == "card"]
    return " ".join(one.text for one in placed or shown.pieces if one.place == 0)


_BAY = ("tiles", "boards")
PHOTOGRAPHS: Final = {
    "tiles": Photographed(("tiles",)),
    "docked": Photographed(_BAY, ("tiles",), write=partial(_bay_shown, docked=True)),
    "spares": Photographed(_BAY, ("tiles",), write=partial(_bay_shown, docked=False)),
    "cards": Photographed(("rules-cards", "station"), ("rules-cards",), whole=True, write=_cards_shown),
}


def place(start: State, position: Table) -> State:
    """The state before the rules card is turned up or, with arrays docked, before the first suit power.

    Raises `DataError` for unknown and missing keys, and `UsageError` for unknown names and codes and for
    rules cards that cannot be in force.
    """
    names, box, where = start.names, start.box, position.where()
    totals, docked, spares = (position.table(name) for name in ("totals", "docked", "spares"))
    cards, discards = (_cards(box, position, name) for name in ("cards", "discards"))
    round_, rounds = position.integer("round"), box.numbers.rounds
    if not 1 <= round_ <= rounds + (not docked.data):
        todo = f"Rounds are 1 to {rounds}; {rounds + 1} is the Port of Call, before its draw."
        raise position.error("round", f"is {round_}.", todo)
    commander = read_seat(position.text("commander"), names, where)
    try:
        rules = rules_of(box, cards)
    except UsageError as problem:
        raise UsageError(problem.what, where=f"{where}, cards", todo=problem.todo) from None
    state = start._replace(
        round=round_,
        commander=commander,
        active=commander,
        step="card",
        rules=rules,
        discards=tuple(sorted(discards, key=lambda card: card.code)),
        deck=tuple(card for card in start.deck if card not in (*cards, *discards)),
        bays=tuple(_bay(box, docked, spares, name) for name in names),
        accounts=tuple(Account(totals.integer(name, 0)) for name in names),
    )
    for table in (totals, docked, spares, position):
        table.done()
    if not docked.data:
        return enter(state, "port") if state.in_port else state
    return settle(enter(state, "powers"))


def _cards(box: Box, position: Table, key: str) -> tuple[Card, ...]:
    return tuple(read_card(code, box, f"{position.where()}, {key}") for code in position.texts(key, ()))


def _bay(box: Box, docked: Table, spares: Table, name: str) -> Bay:
    """A sixth tile has docked with a UFO (RR 5.3)."""
    array = docked.text(name, "") if not docked.data else docked.text(name)
    tiles = read_tiles(array, box, docked.where())
    beside = read_tiles(spares.text(name, ""), box, spares.where())
    effect = "ufo" if len(tiles) > box.numbers.array else ""
    return Bay(tiles, beside, docked=bool(docked.data), effect=effect)


def faults(state: State) -> Iterator[Ruling]:
    """Missing and surplus pieces, arrays that are too large, and totals below 0."""
    box, numbers = state.box, state.box.numbers
    if Counter(in_play(state)) - Counter(box.every_tile):
        yield refused("There are more tiles of a kind than the box has.", "RR 1.1")
    cards = Counter(card.code for card in (*state.deck, *state.discards, *state.cards))
    if cards != Counter(list(box.cards)):
        yield refused("The rules cards are not those of the box.", "RR 1.4")
    for name, bay in zip(state.names, state.bays, strict=True):
        if len(bay.array) > largest_array(box, bay.effect):
            yield refused(f"{name}'s array has {len(bay.array)} tiles.", "RR 3.3")
        if len(bay.spares) > numbers.spares:
            yield refused(f"{name} has {len(bay.spares)} spare parts.", "RR 3.2")
    if any(account.total < numbers.lowest_total for account in state.accounts):
        yield refused("A total is below 0.", "RR 3.4")
