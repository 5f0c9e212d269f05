"""The set-up: who launches first, and the first rules card."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from components.setup import Area, Fact, Placed, Setup
from referee.arguments import check_options
from referee.chance import Chance
from referee.games.rayguns.box import SLUG, Card, Tile, box, titled
from referee.games.rayguns.moves import all_tiles
from referee.outcomes import Source

Draw = Mapping[int, tuple[Tile, ...]]  # by seat, from 1


class TurnedUp(NamedTuple):
    """Rules cards turned up.

    up        in force: one, or the chaos card of two with the two it draws (RR 9.2)
    discards  chaos cards that were drawn again
    drawn     all of them, in the order drawn
    """

    up: tuple[Card, ...]
    discards: tuple[Card, ...]
    drawn: tuple[Card, ...]


def set_up(players: int, seed: str, options: Mapping[str, str]) -> Setup:
    """The launch of RR 2.1 and the first card of RR 3.1.

    players  within the game's range

    Launch tiles come from the stream `launch`, seat by seat; those drawn again after a tie come from
    the rest. The deck comes from the stream `rules-cards`. Either shuffle begins with the pieces in
    the order of their codes. Raises `UsageError` for any option: the game has none.
    """
    check_options(options, ())
    chance = Chance(seed)
    draws = launch(players, chance.stream("launch"))
    first = winners(draws[-1])[0]
    cards = first_cards(chance.stream("rules-cards"))
    return Setup(
        game=SLUG,
        players=players,
        seed=chance.seed,
        areas=(*(_launch_area(number, draw) for number, draw in enumerate(draws, 1)), *_card_areas(cards)),
        facts=(
            Fact("Commander and first player", f"seat {first}", "RR 2.1"),
            Fact("Order of play", _order(first, players), "RR 3.2"),
            *order_facts(cards.up),
            Fact("Deck", f"the other {len(box().cards) - len(cards.drawn)} rules cards, face down", "RR 3.1"),
        ),
    )


def launch(players: int, chance: Source) -> tuple[Draw, ...]:
    """The draws of the launch: of all seats, then of those tied, until one of them is first (RR 2.1)."""
    belt = _belt(chance)
    draws: list[Draw] = []
    seats: Sequence[int] = range(1, players + 1)
    while len(seats) > 1:
        draws.append({seat: tuple(itertools.islice(belt, box().numbers.launch_draw)) for seat in seats})
        seats = winners(draws[-1])
    return tuple(draws)


def winners(draw: Draw) -> tuple[int, ...]:
    """The seats with the highest total of ranks."""
    top = max(map(_total, draw.values()))
    return tuple(seat for seat, tiles in draw.items() if _total(tiles) == top)


def first_cards(chance: Source) -> TurnedUp:
    """The cards of the first round from a shuffled deck (RR 3.1, 9.2)."""
    return turned_up(iter(chance.shuffled(sorted(box().cards.values(), key=lambda card: card.code))))


def turned_up(deck: Iterator[Card]) -> TurnedUp:
    """The next card of the deck, and those it draws."""
    drawn = [next(deck)]
    up = [*drawn]
    discards: list[Card] = []
    if drawn[0].chaos == "two-cards":
        while len(up) <= box().numbers.chaos_cards:
            drawn.append(next(deck))
            (discards if drawn[-1].chaos else up).append(drawn[-1])
    return TurnedUp(tuple(up), tuple(discards), tuple(drawn))


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


def _belt(chance: Source) -> Iterator[Tile]:
    """All tiles in random order; in the odd case that they do not suffice, all once more."""
    while True:
        yield from chance.shuffled(all_tiles())


def _total(tiles: Sequence[Tile]) -> int:
    return sum(tile.rank for tile in tiles)


def _launch_area(number: int, draw: Draw) -> Area:
    pieces = tuple(
        Placed("tiles", tile.code, note=f"seat {seat}: {_total(tiles)}")
        for seat, tiles in draw.items()
        for tile in tiles
    )
    if number == 1:
        return Area("launch", "Launch", "list", pieces, "The tiles go back to the belt afterwards.")
    return Area(f"launch-{number}", "Launch, drawn again after a tie", "list", pieces)


def _card_areas(cards: TurnedUp) -> Iterator[Area]:
    yield Area("rules-cards", "First rules card", "list", tuple(_placed(card) for card in cards.up))
    if cards.discards:
        yield Area("discards", "Discards", "list", tuple(_placed(card) for card in cards.discards))


def _placed(card: Card) -> Placed:
    return Placed("rules-cards", card.code)


def _order(first: int, players: int) -> str:
    seats = [f"seat {(first - 1 + step) % players + 1}" for step in range(players)]
    return f"{', '.join(seats)}: each sits to the right of the one before"


def _either(words: Iterable[str]) -> str:
    return " or ".join(dict.fromkeys(words))
