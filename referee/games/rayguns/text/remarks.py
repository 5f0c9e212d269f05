"""Remarks on moves before they are made: the array a move makes and its points, its cost, its victim."""

import itertools
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from components.wording import counted, listed
from referee.engine.game import Remark, Seat
from referee.engine.tuples import remembered_lately
from referee.games.rayguns.box import Box, Tile
from referee.games.rayguns.codes import codes
from referee.games.rayguns.moves import (
    Claim,
    Dock,
    Lay,
    Move,
    NewOrders,
    Pass,
    Spare,
    Swap,
    Trade,
    Use,
    Zap,
)
from referee.games.rayguns.rules import claims, docking, rounds, specials, suit_powers
from referee.games.rayguns.rules.arrays import Evaluator
from referee.games.rayguns.rules.ranks import Hand
from referee.games.rayguns.rules.scoring import ALIEN, BIG_NUMBER, GLYPH, Scored
from referee.games.rayguns.rules.specials import PLANET, UFO
from referee.games.rayguns.rules.tiles import known_tiles, taken, written
from referee.games.rayguns.state import Rules, State
from referee.games.rayguns.text.view import hand_text, tile_name

_DECLINED = -1  # Passing has this sense where something else is worth more.
_STEPS = 10  # In the sense of a swap, a point counts more than all swaps that an array can need.


def remark(state: State, seat: Seat, move: Move) -> Remark:
    """The remark on a legal move of that seat; the state is as that seat knows it.

    Moves are sorted by what they gain. Below 0 are those that cost points, and passing where another gains.
    """
    match state.step, move:
        case "orders", NewOrders():
            return _paid(state, seat)
        case _, NewOrders():
            return Remark("a new rules card, which you apply, in place of the one in force")
        case "array" | "last", Lay(tiles) | Dock(tiles):
            return _laid(state, tiles)
        case "spare", Spare() | Pass():
            return _kept(state, seat, move.tiles if isinstance(move, Spare) else ())
        case "dock", Swap() | Dock():
            return _swapped(state, seat, move)
        case "opened", Dock():
            return Remark(f"at once, without a second draw: {_now(state, seat)}", sense=_points(state, seat))
        case "sixth" | "add", Dock(tiles):
            return _joined(state, seat, tiles)
        case "power", Zap() | Trade():
            return _power(state, seat, move)
        case _, Use(special):
            return _used(state, seat, special)
        case "claim", Claim() | Pass():
            return _claimed(state, seat, move)
        case _, Pass():
            return _passed(state, seat)
    return Remark()


def _paid(state: State, seat: Seat) -> Remark:
    """The payment for new orders (RR 3.4)."""
    cost, total = state.box.numbers.orders_cost, state.accounts[seat].total
    cards = " ".join(card.code for card in state.cards)
    text = f"pay {cost} of your {total} points; a new rules card replaces {cards}"
    return Remark(text, sense=-cost)


def _laid(state: State, tiles: Sequence[Tile]) -> Remark:
    """The array that these tiles make, and the one to claim if it scores more (RR 6.4)."""
    hands = tuple(state.rules.evaluator.hands(tiles))
    return Remark(_said(state, hands), sense=_worth(state.rules, hands))


def _kept(state: State, seat: Seat, parts: Sequence[Tile]) -> Remark:
    """The best array of what is then there; what is not kept goes back (RR 3.2)."""
    bay = state.bays[seat]
    if not parts:
        return Remark(f"no spare part; your array: {_now(state, seat)}", sense=_DECLINED)
    best = _best_of(state.rules, (*bay.array, *parts))
    ranks = sum(tile.rank for tile in parts)
    text = f"{listed(map(tile_name, parts))}; best of array and parts: {hand_text(best, state.cards)}"
    return Remark(text, sense=best.points * (1 + state.box.numbers.spares * max(state.box.ranks)) + ranks)


def _swapped(state: State, seat: Seat, move: Swap | Dock) -> Remark:
    """The array after a swap, and the best that may still become of it (RR 3.3).

    Of the swaps that can lead to the same points, those that need the fewest more come first.
    """
    if isinstance(move, Dock) and move.tiles:
        return _joined(state, seat, move.tiles)
    now, within = _points(state, seat), _within_reach(state, seat)
    if isinstance(move, Dock):
        more = f"; up to {within.points} with swaps" if within.points > now else ""
        return Remark(f"{_now(state, seat)}{more}", sense=_DECLINED if more else now * _STEPS)
    after = docking.apply(state, seat, move)
    still = _within_reach(after, seat)
    text = _now(after, seat)
    if move.spare:
        text = f"spare parts {codes(after.bays[seat].spares)}; your array stays {text}"
    if still.points > _points(after, seat):
        text += f"; up to {still.points} with more swaps"
    if still.points < now:
        return Remark(text, sense=still.points - now)
    return Remark(text, sense=still.points * _STEPS - still.swaps)


def _joined(state: State, seat: Seat, tiles: Sequence[Tile]) -> Remark:
    """The array with a UFO's sixth tile or a planet's tiles; no big number scores with either (RR 5.2)."""
    effect = UFO if state.step != "add" else PLANET
    array = written((*state.bays[seat].array, *tiles), first=effect)
    hands = tuple(state.rules.evaluator_for(effect).hands(array))
    text = _said(state, hands) + ("; the UFO is your effect" if effect == UFO else "")
    return Remark(text, sense=_most(hands) - _points(state, seat))


def _power(state: State, seat: Seat, move: Zap | Trade) -> Remark:
    """The change of the array that a suit power hits (RR 4)."""
    after = suit_powers.apply(state, seat, move)
    owner = state.names.index(move.name) if isinstance(move, Zap) else seat
    gain = _power_gain(state, seat, move)
    if isinstance(move, Zap) and move.spare:
        worth = sum(spec.spare_points for spec in state.rules.orders.specs)
        points = f", worth {counted(worth, 'point')}" if worth else ""
        return Remark(f"{_whose(state, owner, seat)} spare part{points}", sense=gain)
    text = f"{_whose(state, owner, seat)} array: {_change(state, after, owner)}"
    if isinstance(move, Trade) and move.name:
        text += f"; {move.name} gets {move.tile.code}"
    return Remark(text, sense=gain)


def _power_gain(state: State, seat: Seat, move: Move) -> int:
    """The points that the array of the player gains and that of another player loses."""
    if not isinstance(move, (Zap, Trade)):
        return 0
    after = suit_powers.apply(state, seat, move)
    owner = state.names.index(move.name) if isinstance(move, Zap) else seat
    change = _points(after, owner) - _points(state, owner)
    if isinstance(move, Zap) and move.spare:
        worth = sum(spec.spare_points for spec in state.rules.orders.specs)
        return -max(1, worth) if owner == seat else worth
    return change if owner == seat else -change


def _used(state: State, seat: Seat, special: str) -> Remark:
    """The use of an effect, and the array that it leaves (RR 5)."""
    if state.step == "opened":
        return Remark("look at a tile of the belt; it is your effect of this round")
    gain = _effect_gain(state, seat, special)
    after = specials.apply(state, seat, Use(special))
    costs = "" if _points(after, seat) == _points(state, seat) else f"; {_change(state, after, seat)}"
    if special == PLANET:
        planet = state.box.specials[PLANET]
        return Remark(f"draw {planet.draw} tiles, and add up to {planet.add}{costs}", sense=gain)
    if special == GLYPH:
        return Remark(
            f"the bonus goes to the best tile, now {_bonus_to(_scored(state.box, after))}{costs}", sense=gain
        )
    if special == ALIEN:
        result = _scored(state.box, after)
        barred = listed(sorted(result.barred)) if result.barred else "nobody"
        return Remark(f"bars {barred} from the bonus, now {_bonus_to(result)}{costs}", sense=gain)
    if special == BIG_NUMBER:
        return Remark(f"as without naming it: {_now(after, seat)}", sense=gain)
    return Remark(f"look at a tile of the belt{costs}", sense=gain)


def _effect_gain(state: State, seat: Seat, special: str) -> int:
    """The gain from the effect now. A planet's tiles may help and cannot harm, so they count as one point."""
    after = specials.apply(state, seat, Use(special))
    return _margin(after, seat) - _margin(state, seat) + (special == PLANET)


def _claimed(state: State, seat: Seat, move: Claim | Pass) -> Remark:
    """The array as it then counts, with the bonus if it would win it now (RR 6.4, 8.1)."""
    after = claims.apply(state, seat, move)
    bay = after.bays[seat]
    hands = claims.hands(state, seat)
    hand = next(hand for hand in hands if bay.claim in ("", hand.array.name))
    bonus = _scored(state.box, after).sheet.players[seat].bonus
    text = hand_text(hand, state.cards) + (f", and the bonus of {bonus} as it stands" if bonus else "")
    if isinstance(move, Claim):
        return Remark(text, sense=_claim_gain(state, seat, move))
    better = any(_claim_gain(state, seat, other) > 0 for other in claims.moves(state, seat))
    return Remark(f"it counts as {text}", sense=_DECLINED if better else 0)


def _claim_gain(state: State, seat: Seat, move: Move) -> int:
    """The gain from the claim, with the bonus."""
    if not isinstance(move, Claim):
        return 0
    return _margin(claims.apply(state, seat, move), seat) - _margin(state, seat)


def _passed(state: State, seat: Seat) -> Remark:
    match state.step:
        case "orders":
            return Remark(f"keep your {counted(state.accounts[seat].total, 'point')} and the orders in force")
        case "opened":
            draw = state.rules.orders.second_draw
            return Remark(f"go on to the second draw of {draw}" if draw else "go on; there is no second draw")
        case "power":
            moves = suit_powers.moves(state, seat)
            better = any(_power_gain(state, seat, move) > 0 for move in moves)
            return Remark("use no suit power", sense=_DECLINED if better else 0)
        case "effect":
            uses = [move.special for move in specials.moves(state, seat) if isinstance(move, Use)]
            better = any(_effect_gain(state, seat, special) > 0 for special in uses)
            big = " but the big number" if _scores_big(state, seat) else ""
            return Remark(f"use no effect{big}", sense=_DECLINED if better else 0)
        case "sixth" | "add":
            listing = docking.sixths if state.step == "sixth" else specials.additions
            ways = [move.tiles for move in listing(state, seat) if isinstance(move, Dock)]
            better = any(_joined(state, seat, tiles).sense > 0 for tiles in ways)
            return Remark(f"add nothing: {_now(state, seat)}", sense=_DECLINED if better else 0)
    return Remark()


def _scores_big(state: State, seat: Seat) -> bool:
    """Return whether a big number scores in the array as it is (RR 7.2)."""
    return claims.hands(state, seat)[0].big > 0


def _now(state: State, seat: Seat) -> str:
    return _said(state, claims.hands(state, seat))


def _points(state: State, seat: Seat) -> int:
    """The most points that the player may claim with the array as it is."""
    return _most(claims.hands(state, seat))


def _said(state: State, hands: Sequence[Hand]) -> str:
    """The array that the tiles count as, and the one to claim if it scores more (RR 6.4)."""
    return hand_text(hands[0], state.cards) + _better(hands)


def _better(hands: Sequence[Hand]) -> str:
    best = max(hands, key=lambda hand: hand.points)
    return f", or claim {best.array.title} for {best.points}" if best.points > hands[0].points else ""


def _change(before: State, after: State, seat: Seat) -> str:
    """Say what becomes of an array."""
    old, new = claims.hands(before, seat), claims.hands(after, seat)
    if _said(before, old) == _said(after, new):
        return f"it stays {_said(after, new)}"
    return f"{old[0].array.title}, {old[0].points}{_better(old)} → {_said(after, new)}"


def _most(hands: Sequence[Hand]) -> int:
    return max(hand.points for hand in hands)


def _worth(rules: Rules, hands: Sequence[Hand]) -> int:
    """Points first, then the place in the order in force."""
    places = len(rules.orders.order)
    return max(hand.points * places + places - rules.orders.place(hand.array.name) for hand in hands)


def _best_of(rules: Rules, tiles: Sequence[Tile]) -> Hand:
    """The hand of most points of any five of the tiles."""
    size = rules.orders.box.numbers.array
    fives = itertools.combinations(written(tiles), size)
    hands = (hand for five in fives for hand in rules.evaluator.hands(five))
    return max(hands, key=lambda hand: hand.points)


class _Reach(NamedTuple):
    """The most points of an array that swaps can still make, and the fewest swaps it takes."""

    points: int
    swaps: int


def _within_reach(state: State, seat: Seat) -> _Reach:
    """The best array within reach; what was swapped in stays where it is (RR 3.3)."""
    bay = state.bays[seat]
    array, parts = docking.movable(state, seat)
    fixed, stay = taken(bay.array, array), taken(bay.spares, parts)
    held = written((*bay.array, *bay.spares, *known_tiles(state.drawn), *state.out))
    usable = taken(held, stay)
    top, swaps = 0, 0
    for points, five in _fives(state.box, state.rules.evaluator_for(bay.effect), held):
        if points < top:
            break
        if _holds(five, fixed) and _holds(usable, five):
            missing = (Counter(five) - Counter(bay.array)).total()
            top, swaps = points, min(swaps, missing) if top else missing
    return _Reach(top, swaps)


@remembered_lately(16)
def _fives(
    box: Box, evaluator: Evaluator, tiles: tuple[Tile, ...]
) -> tuple[tuple[int, tuple[Tile, ...]], ...]:
    """Every five of the tiles with the most points it scores, best first. Each move of a list asks again."""
    fives = dict.fromkeys(itertools.combinations(tiles, box.numbers.array))
    found = [(_most(tuple(evaluator.hands(five))), five) for five in fives]
    return tuple(sorted(found, key=lambda one: -one[0]))


def _holds(tiles: Sequence[Tile], wanted: Sequence[Tile]) -> bool:
    return all(tiles.count(tile) >= wanted.count(tile) for tile in wanted)


def _margin(state: State, seat: Seat) -> int:
    """The lead over the best other player that the seat would have if the round ended now."""
    totals = _scored(state.box, state).totals
    return totals[seat] - max(total for other, total in enumerate(totals) if other != seat)


@remembered_lately(64)
def _scored(box: Box, state: State) -> Scored:
    return rounds.scored(state)


def _bonus_to(result: Scored) -> str:
    names = result.verdict.names
    return f"{listed(names)}'s" if names else "nobody's"


def _whose(state: State, owner: Seat, seat: Seat) -> str:
    return "your" if owner == seat else f"{state.names[owner]}'s"
