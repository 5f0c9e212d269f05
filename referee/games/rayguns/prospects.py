"""The odds of a turn: what a draw may bring, what new orders would do, what the tiles at hand can be."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from fractions import Fraction

from referee.answers import Why, percent
from referee.engine import Prospects, Seat
from referee.games.rayguns import chances, effects, powers
from referee.games.rayguns.box import Array, Card, Tile, box
from referee.games.rayguns.exploring import known_tiles, movable
from referee.games.rayguns.hopes import array_chances
from referee.games.rayguns.moves import ORDERS, UNKNOWN, use, written
from referee.games.rayguns.notation import codes
from referee.games.rayguns.ranks import Reading
from referee.games.rayguns.scoring import standing_tiles
from referee.games.rayguns.state import State, belt, rules_of, taken

_PLANET = "planet"
_FEW = 3  # tiles to put back that are named; of more, most are as good


def prospects(state: State, seat: Seat | None) -> Prospects | None:
    """For the player who is to act; None where nothing is drawn, and for those who do not see the tiles."""
    if UNKNOWN in state.hand:
        return None
    match state.step:
        case "array" | "spare" | "opened":
            return _second_draw(state)
        case "dock":
            return _at_hand(state)
        case "orders" if state.bay.array:
            return _new_orders(state)
        case "power" if ORDERS in powers.moves(state):
            return _new_orders(state)
        case "effect" if use(_PLANET) in effects.moves(state):
            return _planet(state)
        case "claim":
            return _claims(state)
    return None


def _second_draw(state: State) -> Prospects | None:
    """RR 3.3: by array the chance that it comes, with what to put back for it."""
    orders, whole = state.rules.orders, belt(state)
    if not orders.second_draw:
        return None
    numbers = box().numbers
    held = (*state.bay.array, *state.bay.spares, *state.hand)
    backs = max(0, len(held) - numbers.array - numbers.spares)
    ways = {
        codes(back): array_chances(taken(held, back), (*whole, *back), orders.second_draw, orders)
        for back in itertools.combinations(written(state.hand), backs)
    }
    return _told(
        f"The second draw is {orders.second_draw} tiles, of {len(whole) + backs} as the belt lies now.",
        state,
        ways,
        Why("chance", _draws_of(len(whole) + backs, orders.second_draw), "RR 3.3"),
    )


def _planet(state: State) -> Prospects | None:
    """RR 5.4: by array the chance that it comes with tiles of a planet."""
    if state.rules.reader.is_supernova(state.bay.array):
        return None
    planet, pool = box().specials[_PLANET], belt(state)
    found = array_chances(state.bay.array, pool, planet.draw, state.rules.orders, planet.add)
    return _told(
        f"The planet draws {planet.draw} tiles of {len(pool)}, and you may add {planet.add}.",
        state,
        {"": {array: chance for array, chance in found.items() if not array.special}},
        Why("chance", _draws_of(len(pool), planet.draw), "RR 5.4"),
    )


def _told(head: str, state: State, ways: Mapping[str, Mapping[Array, Fraction]], why: Why) -> Prospects:
    """A line for each array: its greatest chance, and what is put back for it unless any tile may be.

    ways  the chances by what is put back
    """
    lines = [head, "The chance that your tiles then have an array, in the order in force:", ""]
    for array in state.rules.reader.arrays:
        chances_of = {back: found.get(array, Fraction(0)) for back, found in ways.items()}
        top = max(chances_of.values())
        best = [back for back, chance in chances_of.items() if chance == top]
        tail = f"   put back {' or '.join(best)}" if len(best) <= _FEW and len(best) < len(ways) else ""
        if top:
            lines.append(f"  {array.title:22}{percent(top):>8}{tail}")
    return Prospects(tuple(lines), (why,))


def _draws_of(tiles: int, draw: int) -> str:
    every = f"{math.comb(tiles, draw):,}".replace(",", " ")
    return f"draws that bring it, of {every}"


def _at_hand(state: State) -> Prospects:
    """RR 3.3: no more is drawn. What the tiles can be, in the order in force, with the points of each."""
    fixed = taken(state.bay.array, movable(state)[0])
    free = taken((*state.bay.array, *state.bay.spares, *known_tiles(state.hand), *state.out), fixed)
    best: dict[Array, tuple[Reading, tuple[Tile, ...]]] = {}
    for chosen in itertools.combinations(written(free), box().numbers.array - len(fixed)):
        tiles = written((*fixed, *chosen))
        for reading in state.rules.reader.readings(tiles):
            if reading.array not in best or reading.points > best[reading.array][0].points:
                best[reading.array] = reading, tiles
    rows = (
        f"  {array.title:22}{best[array][0].points:3} points   {codes(best[array][1])}"
        for array in state.rules.reader.arrays
        if array in best
    )
    return Prospects(("No more is drawn. What the tiles can be, in the order in force:", "", *rows))


def _claims(state: State) -> Prospects:
    """RR 6.4: nothing is drawn. What the array may be claimed as, with the points and the tiles of each."""
    array = state.bay.array
    rows = (
        f"  {reading.array.title:22}{reading.points:3} points   {standing_tiles(reading, array)}"
        for reading in effects.readings(state, state.active)
    )
    return Prospects(("It counts as the first of these, and you may claim another:", "", *rows))


def _new_orders(state: State) -> Prospects:
    """RR 3.4, 4.4: what the array would score under each card that may come, as the cards lie."""
    bay, now = state.bay, _points(state, state.cards)
    more = less = mean = Fraction(0)
    for outcome, chance in chances.next_card(state):
        points = _points(state, chances.with_cards(state, outcome.pieces).cards)
        mean += chance * points
        more += chance * (points > now)
        less += chance * (points < now)
    lines = (
        f"{codes(bay.array)} scores {now} now.",
        f"Under new orders {float(mean):.1f} on average,"
        f" more with {percent(more)}, less with {percent(less)}.",
        "Without bonus, powers and effects.",
    )
    return Prospects(lines, (Why("mean", "points by each card that may be drawn, by its chance", "RR 3.4"),))


def _points(state: State, cards: Sequence[Card]) -> int:
    return rules_of(tuple(cards)).reads(state.bay.effect).read(state.bay.array).points
