"""The table of Rayguns and Rocketships as a seat sees it: arrays, spare parts, rules cards, totals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from components.setup import Area, Fact, Placed
from components.wording import counted
from referee.engine.game import View
from referee.games.rayguns.box import Card, Tile, box, titled
from referee.games.rayguns.rules.draws import tiles_drawn
from referee.games.rayguns.rules.tiles import UNKNOWN, all_tiles
from referee.games.rayguns.state import Bay, State, in_play


def view(state: State) -> View:
    """The state, in which a tile the seat may not see is `UNKNOWN`; it shows its back."""
    return View(tuple(_areas(state)), tuple(_facts(state)))


def bay_areas(seat: int, name: str, bay: Bay) -> Iterator[Area]:
    """The array of a player, and the spare parts if there are any. The seat counts from 0."""
    yield Area(f"array-{seat + 1}", f"Array of {name}", "list", _placed(bay.array), _bay_note(bay))
    if bay.spares:
        yield Area(f"spares-{seat + 1}", f"Spare parts of {name}", "list", _placed(bay.spares))


def round_fact(number: int) -> Fact:
    if number > box().numbers.rounds:
        return Fact("Port of Call", "the last array", "RR 10.1")
    return Fact("Round", f"{number} of {box().numbers.rounds}", "RR 3.1")


def order_facts(cards: Sequence[Card]) -> Iterator[Fact]:
    """What the cards in force say, in words (RR 1.4, 9.1, 9.2)."""
    named = [card for card in cards if not card.chaos]
    for card in cards:
        if card.chaos:
            yield Fact("Chaos", card.text, "RR 9.2")
    if not named:
        return
    yield Fact("BEST", box().arrays[named[-1].best].title, "RR 6.3")
    yield Fact("FLAG", _either(card.flag for card in named), "RR 7.3")
    yield Fact("ALLY", _either(card.ally for card in named), "RR 7.3")
    yield Fact("WILD", _either(str(card.wild) for card in named), "RR 6.2")
    for card in named:
        if card.spec:
            yield Fact("Spec", f"{titled(card.spec)}. {card.text}", "RR 9.1")


def _areas(state: State) -> Iterator[Area]:
    if state.cards:
        cards = tuple(Placed("rules-cards", card.code) for card in state.cards)
        yield Area("rules-cards", "Rules cards in force", "list", cards)
    for seat, (name, bay) in enumerate(zip(state.names, state.bays, strict=True)):
        yield from bay_areas(seat, name, bay)
    if state.drawn:
        yield Area("hand", f"Drawn by {state.names[state.active]}", "list", _placed(state.drawn))
    if state.out:
        yield Area("out", "Swapped out", "list", _placed(state.out))


def _bay_note(bay: Bay) -> str:
    notes = []
    if bay.docked:
        notes.append("Docked.")
    if bay.effect:
        notes.append(f"Effect: {titled(bay.effect)}.")
    if bay.claim:
        notes.append(f"Claimed: {box().arrays[bay.claim].title}.")
    return " ".join(notes)


def _placed(tiles: Sequence[Tile]) -> tuple[Placed, ...]:
    return tuple(
        Placed("tiles", "", up=False) if tile is UNKNOWN else Placed("tiles", tile.code) for tile in tiles
    )


def _facts(state: State) -> Iterator[Fact]:
    if state.step == "launch":
        return
    yield round_fact(state.round)
    if not state.in_port:
        yield Fact("Commander", state.names[state.commander], "RR 3.6")
    yield from order_facts(state.cards)
    if state.step == "draw-again" or (state.part == "opening" and state.step == "draw"):
        yield Fact("To be drawn", f"{tiles_drawn(state)} tiles", "RR 3.2")
    left = len(all_tiles()) - len(in_play(state)) - state.drawn.count(UNKNOWN)
    yield Fact("Belt", f"{left} tiles, face down", "RR 2.1")
    deck = counted(len(state.deck), "card") + (f", {len(state.discards)} discarded" if state.discards else "")
    yield Fact("Deck", deck, "RR 9.3")


def _either(words: Iterable[str]) -> str:
    return " or ".join(dict.fromkeys(words))
