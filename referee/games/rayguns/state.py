"""The state of a game of Rayguns and Rocketships. Immutable.

Neither the belt nor the deck has an order: tiles are drawn from `belt` and cards from `State.deck` at the
moment they are drawn. Arrays, spare parts and cards are open to all; only `State.drawn` is not.
"""

from collections import Counter
from collections.abc import Sequence
from operator import attrgetter
from typing import Any, Final, Literal, TypeAlias

from referee.engine.game import Seat, Seats
from referee.engine.phases import alone
from referee.engine.scoresheet import ScoreLine
from referee.engine.tuples import Copied, Record, copied, record, remembered, replaced
from referee.games.rayguns.box import Box, Card, Tile
from referee.games.rayguns.rules.arrays import Evaluator, evaluator
from referee.games.rayguns.rules.orders import orders_of
from referee.games.rayguns.rules.scoring import Scored
from referee.games.rayguns.rules.tiles import UNKNOWN, known_tiles

VERSION: Final = 2  # Raise this when a rule changes: journals carry it.

_FIRST = attrgetter("first")

# A step says what the active seat is to do, or what chance brings; after "done" it has nothing more to do.
Step: TypeAlias = Literal[
    "launch",  # tiles decide who is first (RR 2.1)
    "card",  # the round's rules card is turned up (RR 3.1)
    "orders",  # pay for a new card? (RR 3.4)
    "new-card",  # it is drawn
    "draw",  # the first draw (RR 3.2)
    "array",  # choose the opening array
    "spare",  # and spare parts
    "opened",  # dock a Supernova, or use a satellite? (RR 3.3, 5.1)
    "draw-again",  # the second draw (RR 3.3)
    "dock",  # swap, then dock
    "sixth",  # dock a sixth tile with a UFO? (RR 5.3)
    "power",  # use a suit power? (RR 4)
    "effect",  # use the effect of a special? (RR 5)
    "look",  # a satellite looks at a tile (RR 5.5)
    "planet",  # a planet draws (RR 5.4)
    "add",  # and adds
    "claim",  # claim another array? (RR 6.4)
    "port",  # the draw of the Port of Call (RR 10.1)
    "last",  # choose its array
    "done",
    "over",
]

# In each part of a round all seats act one after the other, from the commander to the right (RR 3.2).
Part: TypeAlias = Literal[
    "orders-1", "opening", "orders-2", "docking", "orders-3", "powers", "effects", "claims", "port"
]


@record
class Bay(Record):
    """The tiles in front of a player.

    array   tiles in the order they were laid, or in the order of `tiles.written`
    effect  the special that was named in this round (RR 5.2)
    claim   the array it is claimed to be (RR 6.4)
    """

    array: tuple[Tile, ...] = ()
    spares: tuple[Tile, ...] = ()
    docked: bool = False
    effect: str = ""
    claim: str = ""


@record
class Booked(Record):
    """The score of a round, as it was booked to the account of the seat.

    number  number of the round
    """

    number: int
    seat: Seat
    result: Scored

    @property
    def lines(self) -> Sequence[ScoreLine]:
        """The lines of that round, except the total carried over."""
        lines = self.result.sheet.players[self.seat].lines
        added = lines[1:] if self.result.entries[self.seat].total else lines
        title = self.result.orders.box.round_title(self.number)
        return [ScoreLine(f"{title}, {line.what}", line.points, line.rule) for line in added]


@record
class Paid(Record):
    """The cost of new orders in the round of that number (RR 3.4)."""

    number: int
    cost: int

    @property
    def lines(self) -> Sequence[ScoreLine]:
        return [ScoreLine(f"round {self.number}, new orders", -self.cost, "RR 3.4")]


@record
class Account(Record):
    """A player's points.

    bonus    points of bonuses, included in the total
    entries  how the total came about: rounds, and what was paid
    paid     fee for new orders in this round; already taken from the total
    """

    total: int = 0
    bonus: int = 0
    entries: tuple[Booked | Paid, ...] = ()
    paid: int = 0

    @property
    def lines(self) -> tuple[ScoreLine, ...]:
        """The steps that led to the total, line by line."""
        return tuple(line for entry in self.entries for line in entry.lines)


class Rules:
    """The orders that rules cards in force make, and the evaluators under them; see `rules_of`.

    silent  evaluates as if no big number scored, as when another effect is named
    """

    def __init__(self, box: Box, cards: tuple[Card, ...]) -> None:
        self.cards = cards
        self.orders = orders_of(box, cards)
        self.evaluator = evaluator(self.orders, big_numbers=bool(cards))
        self.silent = evaluator(self.orders, big_numbers=False)

    def evaluator_for(self, effect: str) -> Evaluator:
        """The evaluator of an array whose owner named that effect (RR 5.8)."""
        return self.evaluator if effect in ("", "big-number") else self.silent


@remembered
def rules_of(box: Box, cards: tuple[Card, ...]) -> Rules:
    """One object for the same cards of a box. Raises `UsageError` for cards that cannot be in force."""
    return Rules(box, cards)


@copied
class State(Copied):
    """A game.

    box        box with which it is played
    round      number from 1; in the Port of Call, one more than the number of rounds
    active     the seat whose turn it is, if it is anybody's
    rules      rules that the cards in force make; there are no cards before the first and in the Port of Call
    deck       rules cards face down, in the order of their codes
    discards   rules cards, likewise
    bays       seat by seat
    drawn      tiles that the active player has drawn, and nobody else has seen
    out        tiles that were swapped out in this docking; they may come back elsewhere
    movable    the tiles of array and of spare parts that may still be swapped out in this docking; empty
               before the first swap, when all may
    result     how the last round was scored
    version    version of the rules that the game is played by
    """

    names: tuple[str, ...]
    box: Box
    round: int
    commander: Seat
    part: Part
    step: Step
    active: Seat
    rules: Rules
    deck: tuple[Card, ...]
    discards: tuple[Card, ...]
    bays: tuple[Bay, ...]
    accounts: tuple[Account, ...]
    drawn: tuple[Tile, ...] = ()
    out: tuple[Tile, ...] = ()
    movable: tuple[()] | tuple[tuple[Tile, ...], tuple[Tile, ...]] = ()
    result: Scored | None = None
    version: int = VERSION

    @property
    def bay(self) -> Bay:
        """The bay of the active player."""
        return self.bays[self.active]

    @property
    def cards(self) -> tuple[Card, ...]:
        """The rules cards in force."""
        return self.rules.cards

    @property
    def in_port(self) -> bool:
        return self.round > self.box.numbers.rounds


def first_state(names: tuple[str, ...], box: Box) -> State:
    return State(
        names=names,
        box=box,
        round=1,
        commander=0,
        part="orders-1",
        step="launch",
        active=0,
        rules=rules_of(box, ()),
        deck=box.deck,
        discards=(),
        bays=(Bay(),) * len(names),
        accounts=(Account(),) * len(names),
    )


def acting(state: State) -> Seats:
    """The turn of the active seat."""
    return alone(state.active)


def belt(state: State) -> tuple[Tile, ...]:
    """The tiles that may be drawn, in the order of their codes.

    An unknown tile that somebody has drawn may be any of them.
    """
    gone = in_play(state)
    if not gone:
        return state.box.every_tile
    left = list(state.box.every_tile)
    # From the last place backwards, so that no tile that has to go has moved.
    for place in sorted(map(_FIRST, gone), reverse=True):
        del left[place]
    return tuple(left)


def in_play(state: State) -> list[Tile]:
    """The known tiles that are not in the belt."""
    tiles = [*state.out, *known_tiles(state.drawn)] if state.out or state.drawn else []
    for bay in state.bays:
        tiles += bay.array
        tiles += bay.spares
    return tiles


def with_bay(state: State, seat: Seat, bay: Bay, **fields: Any) -> State:
    """The state with that bay for the seat, and with those fields."""
    return state._replace(bays=replaced(state.bays, seat, bay), **fields)


def lacking(state: State, tiles: Sequence[Tile], held: Sequence[Tile]) -> Tile | None:
    """The first of the tiles that is not held and cannot be one of the unknown tiles; None if all can be.

    held  tiles of the active player, with those drawn
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
