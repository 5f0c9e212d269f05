"""The prospects of a turn: what a draw may bring, what new orders would do, what the tiles can make."""

import itertools
import math
from collections.abc import Mapping, Sequence
from fractions import Fraction

from components.prose import table
from referee.engine.answers import Why, percent
from referee.engine.game import Prospects, Seat
from referee.games.rayguns.box import Array, Card, Tile
from referee.games.rayguns.codes import codes
from referee.games.rayguns.moves import ORDERS, use
from referee.games.rayguns.odds.arrays import array_chances
from referee.games.rayguns.rules import claims, rules_cards, specials, suit_powers
from referee.games.rayguns.rules.docking import movable
from referee.games.rayguns.rules.ranks import Hand
from referee.games.rayguns.rules.scoring import standing_tiles
from referee.games.rayguns.rules.specials import PLANET
from referee.games.rayguns.rules.tiles import UNKNOWN, known_tiles, taken, written
from referee.games.rayguns.state import State, belt, rules_of

_FEW = 3  # Where there are more ways to put tiles back, none is named: most are equally good.


def prospects(state: State, seat: Seat | None) -> Prospects | None:
    """For the player whose turn it is; None where nothing is drawn and for those who cannot see the tiles."""
    if UNKNOWN in state.drawn:
        return None
    match state.step:
        case "array" | "spare" | "opened":
            return _second_draw(state)
        case "dock":
            return _at_hand(state)
        case "orders" if state.bay.array:
            return _new_orders(state)
        case "power" if ORDERS in suit_powers.moves(state, state.active):
            return _new_orders(state)
        case "effect" if use(PLANET) in specials.moves(state, state.active):
            return _planet(state)
        case "claim":
            return _claims(state)
    return None


def _second_draw(state: State) -> Prospects | None:
    """The chance of each array after the second draw, with the tiles to put back for it (RR 3.3)."""
    orders, whole = state.rules.orders, belt(state)
    if not orders.second_draw:
        return None
    numbers = state.box.numbers
    held = (*state.bay.array, *state.bay.spares, *state.drawn)
    backs = max(0, len(held) - numbers.array - numbers.spares)
    ways = {
        codes(back): array_chances(taken(held, back), (*whole, *back), orders.second_draw, orders)
        for back in itertools.combinations(written(state.drawn), backs)
    }
    return _told(
        f"The second draw is {orders.second_draw} of the {len(whole) + backs} tiles then in the belt.",
        state,
        ways,
        Why("chance", _draws_of(len(whole) + backs, orders.second_draw), "RR 3.3"),
    )


def _planet(state: State) -> Prospects | None:
    """The chance of each array with tiles of a planet (RR 5.4)."""
    if state.rules.evaluator.is_supernova(state.bay.array):
        return None
    planet, pool = state.box.specials[PLANET], belt(state)
    found = array_chances(state.bay.array, pool, planet.draw, state.rules.orders, planet.add)
    return _told(
        f"The planet draws {planet.draw} of {len(pool)} tiles, and you may add up to {planet.add}.",
        state,
        {"": {array: chance for array, chance in found.items() if not array.special}},
        Why("chance", _draws_of(len(pool), planet.draw), "RR 5.4"),
    )


def _told(head: str, state: State, ways: Mapping[str, Mapping[Array, Fraction]], why: Why) -> Prospects:
    """A row for each array: its greatest chance, and the tiles to put back for it, unless any will do.

    ways  the chances of the arrays, by the tiles put back
    """
    rows = []
    for array in state.rules.evaluator.arrays:
        chances_of = {back: found.get(array, Fraction(0)) for back, found in ways.items()}
        top = max(chances_of.values())
        best = [back for back, chance in chances_of.items() if chance == top]
        tail = f"put back {' or '.join(best)}" if len(best) <= _FEW and len(best) < len(ways) else ""
        if top:
            rows.append((array.title, percent(top), tail))
    what = "The chance that your tiles then make an array, in the order in force:"
    return Prospects((head, what, "", table(rows, "<>", indent=2)), (why,))


def _draws_of(tiles: int, draw: int) -> str:
    every = f"{math.comb(tiles, draw):,}".replace(",", " ")
    return f"draws that bring it, of {every}"


def _at_hand(state: State) -> Prospects:
    """The arrays that the tiles can make without a draw, with the points of each (RR 3.3)."""
    fixed = taken(state.bay.array, movable(state, state.active)[0])
    free = taken((*state.bay.array, *state.bay.spares, *known_tiles(state.drawn), *state.out), fixed)
    best: dict[Array, tuple[Hand, tuple[Tile, ...]]] = {}
    for chosen in itertools.combinations(written(free), state.box.numbers.array - len(fixed)):
        tiles = written((*fixed, *chosen))
        for hand in state.rules.evaluator.hands(tiles):
            if hand.array not in best or hand.points > best[hand.array][0].points:
                best[hand.array] = hand, tiles
    rows = (
        (array.title, f"{best[array][0].points} points", codes(best[array][1]))
        for array in state.rules.evaluator.arrays
        if array in best
    )
    head = "Nothing more is drawn. What your tiles can make, in the order in force:"
    return Prospects((head, "", table(rows, "<>", indent=2)))


def _claims(state: State) -> Prospects:
    """The hands that may be claimed, with the points and the tiles of each (RR 6.4)."""
    array = state.bay.array
    rows = (
        (hand.array.title, f"{hand.points} points", standing_tiles(hand, array))
        for hand in claims.hands(state, state.active)
    )
    head = "Your array counts as the first of these; you may claim another:"
    return Prospects((head, "", table(rows, "<>", indent=2)))


def _new_orders(state: State) -> Prospects:
    """The scores of the array under the cards that may be drawn (RR 3.4, 4.4)."""
    bay, now = state.bay, _points(state, state.cards)
    more = less = mean = Fraction(0)
    for outcome, chance in rules_cards.next_card(state):
        points = _points(state, rules_cards.turn_up(state, outcome).cards)
        mean += chance * points
        more += chance * (points > now)
        less += chance * (points < now)
    lines = (
        f"{codes(bay.array)} scores {now} now.",
        f"Under new orders it scores {float(mean):.1f} on average:"
        f" more with a chance of {percent(more)}, less with {percent(less)}.",
        "Bonus, powers and effects are left out.",
    )
    return Prospects(
        lines, (Why("mean", "points under each card that may be drawn, weighted by its chance", "RR 3.4"),)
    )


def _points(state: State, cards: Sequence[Card]) -> int:
    return rules_of(state.box, tuple(cards)).evaluator_for(state.bay.effect).best(state.bay.array).points
