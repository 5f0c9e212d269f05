"""The table of Rayguns and Rocketships as a seat sees it: arrays, spare parts, rules cards, totals."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from components.setup import Area, Fact, Placed, Sign, Tone
from components.wording import counted, listed
from referee.engine.game import View
from referee.engine.scoresheet import ScoreLine
from referee.games.rayguns.box import Box, Card, Tile, titled
from referee.games.rayguns.rules import rounds
from referee.games.rayguns.rules.draws import tiles_drawn
from referee.games.rayguns.rules.ranks import Hand
from referee.games.rayguns.rules.tiles import UNKNOWN
from referee.games.rayguns.state import Bay, State, in_play


def view(state: State) -> View:
    """The state, in which a tile the seat may not see is `UNKNOWN`; it shows its back."""
    return View(tuple(_areas(state)), tuple(_facts(state)))


def bay_areas(box: Box, seat: int, name: str, bay: Bay, counts_as: str = "") -> Iterator[Area]:
    """The array of a player, and the spare parts if there are any. The seat counts from 0.

    counts_as  what the array is now, with its points
    """
    letters = _letters(box) if seat == 0 else ()  # One legend holds for all arrays.
    legend = (*letters, *_specials(bay.array))
    signs = tuple(Sign(what, mark=letter) for letter, what in letters)  # Moves and log have codes.
    note = " ".join(filter(None, (f"{counts_as}." if counts_as else "", _bay_note(bay))))
    yield Area(f"array-{seat + 1}", f"Array of {name}", "list", _placed(bay.array), note, legend, signs=signs)
    if bay.spares:
        yield Area(f"spares-{seat + 1}", f"Spare parts of {name}", "list", _placed(bay.spares))


def hand_text(hand: Hand, cards: Sequence[Card]) -> str:
    """Name the array, its points, and what they come from: "Earth, 20 points (BEST)".

    cards  cards in force
    """
    named = {"flag": "FLAG", "ally": "ALLY"}
    remarks = ["BEST"] if hand.array.name == _best(cards) else []
    remarks += [f"{named.get(factor.name) or titled(factor.name)} ×{factor.times}" for factor in hand.factors]
    remarks += [f"big number +{hand.big}"] if hand.big else []
    remarks += [counted(hand.wilds, "wild")] if hand.wilds else []
    tail = f" ({', '.join(remarks)})" if remarks else ""
    return f"{hand.array.title}, {counted(hand.points, 'point')}{tail}"


def counting_hand(state: State, bay: Bay) -> Hand | None:
    """The hand that the tiles in front of a player count as now, or as which they are claimed (RR 6.4)."""
    if not bay.array:
        return None
    evaluator = state.rules.evaluator_for(bay.effect)
    claimed = evaluator.best_as(bay.array, state.box.arrays[bay.claim]) if bay.claim else None
    return claimed or evaluator.best(bay.array)


def lines_so_far(state: State, bay: Bay) -> tuple[ScoreLine, ...]:
    """The line of an array that will count when the round is scored, if it stays as it is."""
    hand = counting_hand(state, bay)
    return (ScoreLine(f"array so far: {hand_text(hand, state.cards)}", 0, "RR 3.5"),) if hand else ()


def tile_name(tile: Tile) -> str:
    """The name of a tile for people: "white raygun 3", "red UFO 2"."""
    kind = tile.suit or ("UFO" if tile.special == "ufo" else titled(tile.special).lower())
    return f"{tile.colour} {kind} {tile.rank}"


def round_fact(box: Box, number: int) -> Fact:
    if number > box.numbers.rounds:
        return Fact("Port of Call", "the last array", "RR 10.1")
    return Fact("Round", f"{number} of {box.numbers.rounds}", "RR 3.1")


def order_facts(cards: Sequence[Card]) -> Iterator[Fact]:
    """The orders of the cards in force, in words (RR 1.4, 9.1, 9.2)."""
    named = [card for card in cards if not card.chaos]
    for card in cards:
        if card.chaos:
            yield Fact("Chaos", card.text, "RR 9.2")
    if not named:
        return
    yield Fact("BEST", titled(named[-1].best), "RR 6.3")
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
        hand = counting_hand(state, bay)
        yield from bay_areas(state.box, seat, name, bay, hand_text(hand, state.cards) if hand else "")
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
        notes.append(f"Claimed: {titled(bay.claim)}.")
    return " ".join(notes)


def _placed(tiles: Sequence[Tile]) -> tuple[Placed, ...]:
    return tuple(map(_tile, tiles))


def _tile(tile: Tile) -> Placed:
    if tile is UNKNOWN:
        return Placed("tiles", "", up=False)
    return Placed("tiles", tile.code, name=tile_name(tile), tone=_TONES.get(tile.colour, ""))


def _letters(box: Box) -> tuple[tuple[str, str], ...]:
    """The letters of suits and colours in the codes (RR 1.3)."""
    return tuple((letter, name) for names in (box.suits, box.colours) for name, letter in names.items())


def _specials(tiles: Sequence[Tile]) -> tuple[tuple[str, str], ...]:
    """The names of the specials there, whose codes do not tell their colours (RR 1.2)."""
    return tuple((tile.code, tile_name(tile)) for tile in dict.fromkeys(tiles) if tile.special)


def _best(cards: Sequence[Card]) -> str:
    """The array named by BEST; empty if no card names one (RR 6.3, 9.2)."""
    return next((card.best for card in reversed(cards) if not card.chaos), "")


def _facts(state: State) -> Iterator[Fact]:
    if state.step == "launch":
        return
    yield round_fact(state.box, state.round)
    if not state.in_port:
        yield Fact("Commander", state.names[state.commander], "RR 3.6")
    yield from order_facts(state.cards)
    yield from _bonus_fact(state)
    if state.step == "draw-again" or (state.part == "opening" and state.step == "draw"):
        yield Fact("To be drawn", f"{tiles_drawn(state)} tiles", "RR 3.2")
    left = len(state.box.every_tile) - len(in_play(state)) - state.drawn.count(UNKNOWN)
    yield Fact("Belt", f"{left} tiles, face down", "RR 2.1")
    deck = counted(len(state.deck), "card") + (f", {len(state.discards)} discarded" if state.discards else "")
    yield Fact("Deck", deck, "RR 9.3")


def _bonus_fact(state: State) -> Iterator[Fact]:
    """The player who would win the bonus if the round ended now."""
    if state.step == "over" or sum(bool(bay.array) for bay in state.bays) < 2:
        return
    result = rounds.scored(state)
    if names := result.verdict.names:
        what, rule = ("best tile", "RR 9.4") if result.by_tile else ("best array", "RR 8.1")
        rule = "RR 10.1" if state.in_port else rule
        yield Fact("Bonus", f"{listed(names)} as it stands, {'tied ' * (len(names) > 1)}for the {what}", rule)


def _either(words: Iterable[str]) -> str:
    return " or ".join(dict.fromkeys(words))


_TONES: Mapping[str, Tone] = {"white": "white", "purple": "violet", "red": "red"}
