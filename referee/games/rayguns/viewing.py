"""The table of Rayguns and Rocketships as somebody sees it: arrays, spare parts, rules cards, totals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from components.setup import Area, Fact, Placed
from referee.engine import View
from referee.games.rayguns.box import Tile, box, titled
from referee.games.rayguns.chances import tiles_drawn
from referee.games.rayguns.moves import UNKNOWN, all_tiles
from referee.games.rayguns.setup import order_facts
from referee.games.rayguns.state import Bay, State, in_play


def view(state: State) -> View:
    """That state, which is already censored: a tile that is `UNKNOWN` shows its back."""
    return View(tuple(_areas(state)), tuple(_facts(state)))


def _areas(state: State) -> Iterator[Area]:
    if state.cards:
        cards = tuple(Placed("rules-cards", card.code) for card in state.cards)
        yield Area("rules-cards", "Rules cards in force", "list", cards)
    for seat, (name, bay) in enumerate(zip(state.names, state.bays, strict=True), 1):
        yield Area(f"array-{seat}", f"Array of {name}", "list", _placed(bay.array), _bay_note(bay))
        if bay.spares:
            yield Area(f"spares-{seat}", f"Spare parts of {name}", "list", _placed(bay.spares))
    if state.hand:
        yield Area("hand", f"Drawn by {state.names[state.active]}", "list", _placed(state.hand))
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
    if state.in_port:
        yield Fact("Port of Call", "the last array", "RR 10.1")
    else:
        yield Fact("Round", f"{state.round} of {box().numbers.rounds}", "RR 3.1")
        yield Fact("Commander", state.names[state.commander], "RR 3.6")
    yield from order_facts(state.cards)
    if state.step == "draw-again" or (state.phase == "opening" and state.step == "draw"):
        yield Fact("To be drawn", f"{tiles_drawn(state)} tiles", "RR 3.2")
    unknown = sum(tile is UNKNOWN for tile in state.hand)
    left = len(all_tiles()) - len(in_play(state)) - unknown
    yield Fact("Belt", f"{left} tiles, face down", "RR 2.1")
    deck = f"{len(state.deck)} cards" + (f", {len(state.discards)} discarded" if state.discards else "")
    yield Fact("Deck", deck, "RR 9.3")
