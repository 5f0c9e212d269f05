"""The table of The Last Blast: the field, the rockets, the hands."""

from collections.abc import Iterable, Iterator, Mapping

from components.setup import Area, Fact, Placed, Resting, Sign, Tone
from components.wording import counted
from referee.engine.game import Seat, View
from referee.games.last_blast.box import Box, Field, Part
from referee.games.last_blast.moves import UNKNOWN
from referee.games.last_blast.rules import flight
from referee.games.last_blast.state import Draft, Flight, State


def view(state: State, seat: Seat | None) -> View:
    """The table as that seat sees it: a card of another hand shows its back, though the seat may know it."""
    areas = [_field(state), *_rockets(state)]
    if isinstance(state, Draft):
        return View((*areas, *_hands(state, seat)), tuple(_draft_facts(state)))
    return View(tuple(areas), tuple(_flight_facts(state)))


def field_area(box: Box, field: Field, tokens: Mapping[tuple[int, int], str], note: str = "") -> Area:
    """The field.

    tokens  what to note on the tile in that column and row, from 0
    note    note on the field as a whole
    """
    pieces = tuple(
        Placed(
            "tiles",
            tile.code,
            (column, row),
            note=tokens.get((column, row), ""),
            name=tile.name,
            tone=_TILE_TONES.get(tile.symbol, ""),
        )
        for row, tiles in enumerate(field)
        for column, tile in enumerate(tiles)
        if tile
    )
    tiles = box.tiles.values() if pieces else ()
    legend = tuple((tile.code, tile.name) for tile in tiles)
    signs = tuple(Sign(tile.name, Resting("", "tiles", tile.code)) for tile in tiles)
    return Area("field", "Asteroid field", "grid", pieces, note, legend, signs=signs)


def _field(state: State) -> Area:
    if isinstance(state, Draft):
        return field_area(state.box, state.field, {})
    return field_area(state.box, state.field, {**dict(_damages(state)), **dict(_tokens(state))})


def _damages(state: Flight) -> Iterator[tuple[tuple[int, int], str]]:
    """The column and row, from 0, of each free tile of the column, with its damage to the next to move."""
    if state.step != "fly":
        return
    seat, blocked = state.order[0], flight.blockers(state)
    for row in range(1, len(state.field) + 1):
        if row not in blocked:
            yield (state.column, row - 1), f"damage {flight.damage_of(state, seat, row).total}"


def _tokens(state: Flight) -> Iterator[tuple[tuple[int, int], str]]:
    """The column and row, from 0, of each token, with its owner or "wreck"."""
    yield from (((column, row - 1), "wreck") for row, column in state.drifting)
    for seat, row in enumerate(state.rows):
        # A player who is choosing cards to lose has moved, though the turn is not over.
        still_to_move = seat in state.order[1 if state.choice else 0 :]
        if row is not None:
            yield (state.column - still_to_move, row - 1), state.names[seat]


def _rockets(state: State) -> Iterator[Area]:
    for seat, (name, rocket) in enumerate(zip(state.names, state.rockets, strict=True), 1):
        legend = _card_legend(state.box) if seat == 1 else ()  # it holds for all rockets and hands
        yield Area(
            f"rocket-{seat}",
            f"Rocket of {name}, from the front",
            "list",
            _cards(rocket),
            "",
            legend,
            ordered=True,
        )


def _hands(state: Draft, viewer: Seat | None) -> Iterator[Area]:
    for seat, (name, hand) in enumerate(zip(state.names, state.hands, strict=False)):
        shown = hand if seat == viewer else (UNKNOWN,) * len(hand)
        yield Area(f"hand-{seat + 1}", f"Hand of {name}", "list", _cards(shown))


def _cards(cards: Iterable[Part]) -> tuple[Placed, ...]:
    return tuple(map(_card, cards))


def _card(card: Part) -> Placed:
    if card == UNKNOWN:
        return Placed("parts", "", up=False)
    return Placed("parts", card.code, name=card.name, tone=_CARD_TONES.get(card.system, ""))


def _card_legend(box: Box) -> tuple[tuple[str, str], ...]:
    """The letters of the codes, which say the colours too, and their figures (LB 1.5)."""
    letters = {card.code[0]: card.system for card in box.parts.values()}
    systems = ((letter, f"{colour}, {box.systems[colour]}") for letter, colour in letters.items())
    return (*systems, ("R2-5", "number 2, symbol 5"))


def _draft_facts(state: Draft) -> Iterator[Fact]:
    construction = state.box.construction
    hand = f"{state.hand + 1} of {len(construction.passes)}, passed to the {construction.passes[state.hand]}"
    yield Fact("Hand", hand, "LB 3.3")
    if state.hands:
        yield Fact("Pick", f"{state.pick + 1} of {construction.picks}", "LB 3.4")
    if state.taker is not None:
        drawn = "" if state.drawn is None or state.drawn == UNKNOWN else f": {state.drawn.code}"
        yield Fact("Blind card", f"for {state.names[state.taker]}{drawn}", "LB 3.5")
    elif chosen := [name for name, choice in zip(state.names, state.commits, strict=True) if choice]:
        yield Fact("Have chosen", ", ".join(chosen), "LB 3.1")
    yield Fact("Deck", counted(state.deck, "card"), "LB 2.2")
    if state.discards:
        yield Fact("Discards", f"{counted(len(state.discards), 'card')}, face down", "LB 3.5")


def _flight_facts(state: Flight) -> Iterator[Fact]:
    yield Fact("Round", f"{state.column + 1} of {state.box.columns}", "LB 4.2")
    if state.starter is not None:
        yield Fact("Start Player", state.names[state.starter], "LB 4.8" if state.column else "LB 4.1")
    if state.choice:
        yield Fact(
            "To lose", f"{counted(state.choice, 'card')}, as {state.names[state.order[0]]} chooses", "LB 4.6"
        )
    for name, exploded in zip(state.names, state.exploded, strict=True):
        if exploded is not None:
            yield Fact("Exploded", f"{name} in round {exploded}", "LB 4.7")


_CARD_TONES: Mapping[str, Tone] = {"red": "red", "green": "green", "amber": "amber"}
_TILE_TONES: Mapping[int, Tone] = {1: "blue", 2: "orange", 3: "violet", 4: "brown", 5: "teal", 6: "pink"}
