"""Where a game of Rayguns and Rocketships stands. Immutable.

Tiles in the belt and rules cards in the deck are not in an order: they are drawn from `belt` and
`State.deck` when they are drawn. All that lies in arrays, spare parts and among the cards is open;
only `State.hand` is not, see `known`.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any, Literal, NamedTuple, TypeAlias

from referee.engine import Seat
from referee.games.rayguns.box import Card, Tile, box
from referee.games.rayguns.moves import UNKNOWN, all_tiles, first_places
from referee.games.rayguns.orders import Orders, orders_of
from referee.games.rayguns.readings import Reader, reader
from referee.scoresheet import ScoreLine

# What the active seat is to do, or what chance brings:
#
# launch      tiles decide who is first (RR 2.1)
# card        the round's rules card is turned (RR 3.1)
# orders      pay for a new card? (RR 3.4)
# new-card    it is drawn
# draw        the first draw (RR 3.2)
# array       choose the opening array
# spare       and spare parts
# opened      dock a Supernova, or use a satellite? (RR 3.3, 5.1)
# draw-again  the second draw (RR 3.3)
# dock        swap, then dock
# sixth       a sixth tile by a UFO? (RR 5.3)
# power       a suit power? (RR 4)
# effect      a special's effect? (RR 5)
# look        a satellite looks at a tile (RR 5.5)
# planet      a planet draws (RR 5.4)
# add         and adds
# claim       claim another array? (RR 6.4)
# port        the draw of the Port of Call (RR 10.1)
# last        choose its array
#
# Where a seat has nothing more to do in the phase, the step is "done"; where all have, it is "score".
Step: TypeAlias = Literal[
    "launch",
    "card",
    "orders",
    "new-card",
    "draw",
    "array",
    "spare",
    "opened",
    "draw-again",
    "dock",
    "sixth",
    "power",
    "effect",
    "look",
    "planet",
    "add",
    "claim",
    "port",
    "last",
    "done",
    "score",
    "over",
]

# In each phase all seats act one after the other, from the commander to the right (RR 3.2).
Phase: TypeAlias = Literal[
    "orders-1", "opening", "orders-2", "docking", "orders-3", "powers", "effects", "claims", "port"
]


class Bay(NamedTuple):
    """What lies before a player.

    array   in the order it was laid, or as `moves.written` orders it
    effect  the special that was named in this round (RR 5.2)
    claim   the array it is claimed to be (RR 6.4)
    """

    array: tuple[Tile, ...] = ()
    spares: tuple[Tile, ...] = ()
    docked: bool = False
    effect: str = ""
    claim: str = ""


class Account(NamedTuple):
    """A player's points.

    bonus  the points of bonuses among the total
    lines  how the total came about
    paid   for new orders in this round, and gone from the total
    """

    total: int = 0
    bonus: int = 0
    lines: tuple[ScoreLine, ...] = ()
    paid: int = 0


class State(NamedTuple):
    """A game.

    round      from 1; one more than there are rounds in the Port of Call
    active     whose turn it is, where it is anybody's
    cards      the rules cards in force; none before they are turned and in the Port of Call
    deck       rules cards face down, in the order of their codes
    discards   rules cards, likewise
    bays       seat by seat
    hand       tiles that the active player has drawn, and nobody else has seen
    out        tiles that were swapped out in this docking; they may come back elsewhere
    movable    the tiles of array and of spare parts that may still be swapped out in this docking; empty
               before the first swap, when all may
    winners    names
    """

    names: tuple[str, ...]
    round: int
    commander: Seat
    phase: Phase
    step: Step
    active: Seat
    cards: tuple[Card, ...]
    deck: tuple[Card, ...]
    discards: tuple[Card, ...]
    bays: tuple[Bay, ...]
    accounts: tuple[Account, ...]
    hand: tuple[Tile, ...] = ()
    out: tuple[Tile, ...] = ()
    movable: tuple[()] | tuple[tuple[Tile, ...], tuple[Tile, ...]] = ()
    winners: tuple[str, ...] = ()
    bonus_to: tuple[str, ...] = ()

    @property
    def bay(self) -> Bay:
        """That of the active player."""
        return self.bays[self.active]

    @property
    def rules(self) -> Rules:
        """The orders in force, and who reads by them."""
        return rules_of(self.cards)

    @property
    def in_port(self) -> bool:
        return self.round > box().numbers.rounds


class Rules(NamedTuple):
    """Orders with their readers. silent: reads as if no big number scored, as under another effect."""

    orders: Orders
    reader: Reader
    silent: Reader

    def reads(self, effect: str) -> Reader:
        """The reader for an array whose owner named that effect (RR 5.8)."""
        return self.reader if effect in ("", "big-number") else self.silent


@lru_cache(maxsize=256)
def rules_of(cards: tuple[Card, ...]) -> Rules:
    orders = orders_of(cards)
    silent = reader(orders, False)
    return Rules(orders, reader(orders, bool(cards)), silent)


def belt(state: State) -> tuple[Tile, ...]:
    """The tiles that may be drawn, in the order of their codes.

    A tile of a hand that nobody knows may be any of them.
    """
    left = list(all_tiles())
    places = first_places()
    # From the last one on, so that no tile that is still to go has moved.
    for place in sorted([places[tile] for tile in in_play(state)], reverse=True):
        del left[place]
    return tuple(left)


def in_play(state: State) -> list[Tile]:
    """The tiles that are not in the belt, as far as they are known."""
    tiles = [tile for bay in state.bays for tile in (*bay.array, *bay.spares)]
    tiles += state.out
    tiles += [tile for tile in state.hand if tile is not UNKNOWN]
    return tiles


def with_bay(state: State, bay: Bay, seat: Seat | None = None, **fields: Any) -> State:
    """With that bay for the seat, or for the active one, and those fields."""
    at = state.active if seat is None else seat
    return state._replace(bays=(*state.bays[:at], bay, *state.bays[at + 1 :]), **fields)


def taken(hand: tuple[Tile, ...], tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """What is left of the hand; a tile that is not in it was one of its `UNKNOWN` ones."""
    left = list(hand)
    for tile in tiles:
        left.remove(tile if tile in left else UNKNOWN)
    return tuple(left)


def lacking(state: State, tiles: tuple[Tile, ...], held: tuple[Tile, ...]) -> Tile | None:
    """The first of the tiles that is not held, and cannot be one of the hand that nobody knows.

    held  tiles of the active player, the hand among them
    """
    missing = Counter(tiles) - Counter(held)
    if not missing:
        return None
    unknown = held.count(UNKNOWN)
    there = Counter(belt(state)) if unknown else Counter[Tile]()
    for tile in missing:
        if missing[tile] > there[tile]:
            return tile
    return None if missing.total() <= unknown else next(iter(missing))
