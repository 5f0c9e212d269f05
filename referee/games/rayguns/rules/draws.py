"""Draws from the belt and the deck: the tiles of a draw, and draws that go on until all is decided."""

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

from components.errors import UsageError
from referee.engine.chance.outcomes import Coded, Draw, Drawn, Source, Wanted, miscounted
from referee.engine.game import ALLOWED, Ruling, Seat, refused
from referee.engine.tuples import Record, record
from referee.engine.typed import words_after_verb
from referee.games.rayguns.box import Tile
from referee.games.rayguns.codes import read_tile
from referee.games.rayguns.rules.tiles import UNKNOWN
from referee.games.rayguns.state import State, Step, belt, lacking

P = TypeVar("P", bound=Coded)

_LABELS = {"look": "satellite", "planet": "planet"}  # These have a stream; all others draw from "tiles".
_DOES: Mapping[Step, str] = {"look": "looks at"}
_NEXT: Mapping[Step, Step] = {"draw": "array", "draw-again": "dock", "planet": "add", "port": "last"}


def tiles(state: State) -> Draw[Tile]:
    """The draw of the step. Its tiles may stay unknown, except in the Port of Call, where all are shown."""
    step, count = state.step, tiles_drawn(state)
    hidden = None if step == "port" else UNKNOWN
    wanted = _wanted(state.names[state.active], count, step)
    box, label = state.box, _LABELS.get(step, "tiles")
    return Draw(label, belt(state), count, hidden, lambda code, at: read_tile(code, box, at), wanted)


@lru_cache(maxsize=64)
def _wanted(name: str, count: int, step: Step) -> Wanted:
    does = _DOES.get(step, "draws")
    several = "the tile" if count == 1 else f"the {count} tiles, in any order, that"
    return Wanted(f"{several} {name} {does}", lambda place: f"{name}'s tile {place + 1}")


def tiles_drawn(state: State) -> int:
    """Number of tiles that the step draws (RR 3.2, 3.3, 5.4, 5.5, 10.1)."""
    match state.step:
        case "draw":
            return state.rules.orders.first_draw
        case "draw-again":
            return state.rules.orders.second_draw
        case "planet":
            return state.box.specials["planet"].draw
        case "port":
            return state.box.numbers.port_draw
        case _:
            return 1


def draw(state: State, outcome: Drawn[Tile]) -> State:
    """The active player has drawn those tiles, and chooses among them."""
    after = state.copy()
    after.step, after.drawn = _NEXT[state.step], outcome.pieces
    return after


def seen_by(state: State) -> Seat:
    """Only the player who draws sees the tiles (RR 3.2)."""
    return state.active


def with_unknown(words: str) -> Callable[[State, Seat], str]:
    """A hint for when tiles are unknown, and only their owner can type them."""
    return lambda state, seat: words if UNKNOWN in state.drawn else ""


def check_array(state: State, tiles: tuple[Tile, ...], size: int, rule: str) -> Ruling:
    """Check that the active player can lay an array of those tiles, which has to have that size."""
    if len(tiles) != size:
        return refused(f"The array has {size} tiles, not {len(tiles)}.", rule)
    return check_drawn(state, tiles, state.drawn, rule)


def check_drawn(state: State, tiles: tuple[Tile, ...], held: tuple[Tile, ...], rule: str) -> Ruling:
    """Check that the active player can have those tiles: held, or drawn and unknown."""
    missing = lacking(state, tiles, held)
    if missing is None:
        return ALLOWED
    return refused(f"{missing.code} is not among the tiles {state.names[state.active]} drew.", rule)


class Decided(NamedTuple):
    """The end to which pieces that were drawn lead, or how many more it takes.

    due  how many have to be drawn in all, as far as can be seen
    """

    due: int
    whole: bool


@record
class Until(Record, Generic[P]):
    """Pieces drawn one after the other until something is decided; together they are one outcome.

    So the same stream gives the same first player and the same card as in a set-up.

    pool    tiles in the order of the codes
    more    the pool that follows if this one runs out
    decide  how far the pieces drawn go
    deal    draws from a source as a set-up does
    reader  reads the code of a piece
    part    the name of the piece at that place, from 0, as the pieces before it decide
    """

    label: str
    prompt: str
    pool: Sequence[P]
    more: Sequence[P]
    decide: Callable[[Sequence[P]], Decided]
    deal: Callable[[Source], Iterable[P]]
    reader: Callable[[str, str], P]
    part: Callable[[Sequence[P], int], str]

    def parts(self, words: Sequence[str]) -> tuple[str, ...]:
        pieces: list[P] = []
        with contextlib.suppress(UsageError):
            pieces.extend(self.reader(word, "") for word in words)
        return self._parts(pieces)

    def __iter__(self) -> Iterator[tuple[Drawn[P], Fraction]]:
        return self._after((), Fraction(1))

    def probability(self, outcome: Drawn[P]) -> Fraction:
        if self.refusal(outcome):
            return Fraction(0)
        chance = Fraction(1)
        for place, piece in enumerate(outcome.pieces):
            left = self._left(outcome.pieces[:place])
            chance *= Fraction(left.count(piece), len(left))
        return chance

    def refusal(self, outcome: Drawn[P]) -> str:
        parts = self._parts(outcome.pieces)
        return self.misfit(outcome) or miscounted(parts, len(outcome.pieces), "to be drawn")

    def misfit(self, outcome: Drawn[P]) -> str:
        for place, piece in enumerate(outcome.pieces):
            if piece not in self._left(outcome.pieces[:place]):
                return f"There is no {piece.code} left to draw."
        return ""

    def pick(self, source: Source) -> Drawn[P]:
        return Drawn(tuple(self.deal(source)))

    def read(self, text: str) -> Drawn[P]:
        where = f'"{text}"'
        return Drawn(tuple(self.reader(word, where) for word in words_after_verb("draw", text)))

    def _parts(self, pieces: Sequence[P]) -> tuple[str, ...]:
        return tuple(self.part(pieces, place) for place in range(self.decide(pieces).due))

    def _left(self, drawn: Sequence[P]) -> list[P]:
        """The pieces from which the next one is drawn."""
        left = list(self.pool)
        for piece in drawn:
            if not left:
                left = list(self.more)
            if piece in left:
                left.remove(piece)
        return left or list(self.more)

    def _after(self, drawn: tuple[P, ...], chance: Fraction) -> Iterator[tuple[Drawn[P], Fraction]]:
        if self.decide(drawn).whole:
            yield Drawn(drawn), chance
            return
        left = self._left(drawn)
        for piece in dict.fromkeys(left):
            yield from self._after((*drawn, piece), chance * Fraction(left.count(piece), len(left)))
