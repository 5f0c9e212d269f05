"""The table of The Last Blast as somebody sees it: field, rockets, hands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from components.setup import Area, Fact, Placed
from referee.engine import View
from referee.games.last_blast.box import Part, box
from referee.games.last_blast.moves import UNKNOWN
from referee.games.last_blast.state import Draft, Flight, State


def view(state: State) -> View:
    """That state, which is already censored: a card that is `UNKNOWN` shows its back."""
    areas = [_field(state), *_rockets(state)]
    if isinstance(state, Draft):
        return View((*areas, *_hands(state)), tuple(_draft_facts(state)))
    return View(tuple(areas), tuple(_flight_facts(state)))


def _field(state: State) -> Area:
    tokens = dict(_tokens(state)) if isinstance(state, Flight) else {}
    pieces = tuple(
        Placed("tiles", tile.code, (column, row), note=tokens.get((column, row), ""))
        for row, tiles in enumerate(state.field)
        for column, tile in enumerate(tiles)
        if tile
    )
    return Area("field", "Asteroid field", "grid", pieces)


def _tokens(state: Flight) -> Iterator[tuple[tuple[int, int], str]]:
    """Column and row, from 0, with whose rocket or what wreck is there."""
    yield from (((column, row - 1), "wreck") for row, column in state.drifting)
    for seat, row in enumerate(state.rows):
        # Who is placing damage has moved, though the turn is not over.
        still_to_move = seat in state.order[1 if state.choice else 0 :]
        if row is not None:
            yield (state.column - still_to_move, row - 1), state.names[seat]


def _rockets(state: State) -> Iterator[Area]:
    for seat, (name, rocket) in enumerate(zip(state.names, state.rockets, strict=True), 1):
        yield Area(f"rocket-{seat}", f"Rocket of {name}, from the front", "list", _cards(rocket))


def _hands(state: Draft) -> Iterator[Area]:
    for seat, (name, hand) in enumerate(zip(state.names, state.hands, strict=False), 1):
        yield Area(f"hand-{seat}", f"Hand of {name}", "list", _cards(hand))


def _cards(cards: Iterable[Part]) -> tuple[Placed, ...]:
    return tuple(
        Placed("parts", "", up=False) if card == UNKNOWN else Placed("parts", card.code) for card in cards
    )


def _draft_facts(state: Draft) -> Iterator[Fact]:
    construction = box().construction
    hand = f"{state.hand + 1} of {len(construction.passes)}, passed to the {construction.passes[state.hand]}"
    yield Fact("Hand", hand, "LB 3.3")
    if state.hands:
        yield Fact("Pick", f"{state.pick + 1} of {construction.picks}", "LB 3.4")
    if state.taker is not None:
        drawn = "" if state.drawn is None or state.drawn == UNKNOWN else f": {state.drawn.code}"
        yield Fact("Blind card", f"for {state.names[state.taker]}{drawn}", "LB 3.5")
    elif chosen := [name for name, choice in zip(state.names, state.commits, strict=True) if choice]:
        yield Fact("Have chosen", ", ".join(chosen), "LB 3.1")
    yield Fact("Deck", _cards_text(state.deck), "LB 2.2")
    if state.discards:
        yield Fact("Discards", f"{_cards_text(len(state.discards))}, face down", "LB 3.5")


def _flight_facts(state: Flight) -> Iterator[Fact]:
    yield Fact("Round", f"{state.column + 1} of {box().columns}", "LB 4.2")
    if state.starter is not None:
        yield Fact("Start Player", state.names[state.starter], "LB 4.8" if state.column else "LB 4.1")
    if state.choice:
        yield Fact("Damage to place", f"{state.choice}, by {state.names[state.order[0]]}", "LB 4.6")
    for name, exploded in zip(state.names, state.exploded, strict=True):
        if exploded is not None:
            yield Fact("Exploded", f"{name} in round {exploded}", "LB 4.7")


def _cards_text(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"
