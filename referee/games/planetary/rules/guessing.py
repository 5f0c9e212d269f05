"""Guessing what a seat does not see (PL 3.3): ships, their crews, and blueprints."""

from collections import Counter
from collections.abc import Sequence

from referee.engine.chance.outcomes import Source
from referee.engine.game import HIDDEN, Seat
from referee.games.planetary.rules import sides
from referee.games.planetary.rules.planets import ring_distance
from referee.games.planetary.rules.ships import Module, Ship
from referee.games.planetary.rules.visibility import sees
from referee.games.planetary.state import (
    ABOARD,
    UNKNOWN_HP,
    UNPLACED,
    Place,
    Side,
    Sighting,
    State,
    Unit,
)

_LAYING = ("sizes", "maps", "sides", "colours", "dust", "spaces", "bars")  # Before anybody chooses.


def guess(known: State, seat: Seat, source: Source) -> State:
    """A state of which that is known.

    What is out of sight has no bounds: a side may have any stock, and any deck of its own. So a side is
    guessed as its core's ready deck would have it. A ship out of sight has the materials and modules that the
    seat saw last, or those of the start, and modules of that deck, one more for every second turn since. It
    is where it can have flown since and is not seen, on any such space with the same chance, with its crew on
    any of its cells; and every order of the blueprints is as likely.
    """
    if known.step in ("reward", "over"):
        return known
    state = known
    others = [other for other in range(len(known.sides)) if other != seat]
    unseen = [other for other in others if not sees(known, seat, other)]
    for other in others:
        side = state.sides[other]
        if other in unseen:
            side = _unseen_side(state, seat, other, source)
        state = state.with_side(other, _with_cards(side, source)._replace(fuelled=side.turns))
    state = _with_crews(state, seat, unseen, source)
    return _with_decks(state, others)


def _unseen_side(state: State, seat: Seat, other: Seat, source: Source) -> Side:
    """With a ship, materials, and its blueprints face down."""
    side, seen = state.sides[other], _sighting(state, seat, other)
    fresh = sides.ready_side(state.box, side.core)
    last = seen.side if seen and seen.board else fresh
    turns = _turns_since(state, other, last)
    ship, cards = last.ship, source.shuffled(_left(fresh, last.ship).elements())
    crew = sum(unit.hp == UNKNOWN_HP for one in state.sides for unit in one.units)
    wanted = max(turns // 2, crew - sum(map(bool, ship.cells)))
    for _ in range(min(wanted, len(cards))):
        ship = _built(ship, cards.pop(), source)
    chosen = state.step not in ("space", *_LAYING) or (state.step == "space" and state.ready[other])
    if chosen:
        ship = _out_of_sight(state, seat, other, ship, seen, source)
    pile = min(len(last.pile), len(cards))
    bar = min(state.box.start.bar, len(cards) - pile)
    if last is not fresh:
        bar = min(bar, len(last.bar) + turns)
    elif state.step in _LAYING:
        bar = 0
    deck, bar_, pile_ = ((HIDDEN,) * count for count in (len(cards) - pile - bar, bar, pile))
    return side._replace(materials=last.materials, bar=bar_, deck=deck, pile=pile_, ship=ship)


def _sighting(state: State, seat: Seat, other: Seat) -> Sighting | None:
    return state.sightings[seat][other] if state.sightings else None


def _turns_since(state: State, other: Seat, last: Side) -> int:
    """Turns in which a side may have acted since; one that has its upkeep before it has not begun to."""
    begins = state.active == other and state.step == "upkeep"
    return state.sides[other].turns - last.turns - begins


def _left(ready: Side, ship: Ship) -> Counter[str]:
    """The blueprints of a ready deck that are not built on that ship; the first modules are not of it."""
    built = Counter(module.code for _, module in ship.modules) - Counter(m.code for m in ship.box.ship.first)
    return Counter(ready.deck) - built


def _built(ship: Ship, code: str, source: Source) -> Ship:
    cells = ship.rim
    return ship.with_cell(cells[source.below(len(cells))], Module(code, ship.box.blueprints[code].hp))


def _out_of_sight(
    state: State, seat: Seat, other: Seat, ship: Ship, seen: Sighting | None, source: Source
) -> Ship:
    """On a space that it can have reached and where the seat does not see it; cloaked, if it must be."""
    cloak = min(
        (code for code, blueprint in state.box.blueprints.items() if blueprint.seen_from),
        key=lambda code: state.box.blueprints[code].seen_from,
    )
    cloaked = ship.with_cell(ship.rim[0], Module(cloak, state.box.blueprints[cloak].hp, on=True))
    reached = _reach(state, other, seen) if seen else range(state.spaces)
    for spaces in (reached, range(state.spaces)):  # A landed ship may have taken longer ways: then anywhere.
        for one in (ship, cloaked):
            hidden = [
                moved
                for moved in (one.at(space) for space in spaces)
                if not sees(_with_ship(state, other, moved), seat, other)
            ]
            if hidden:
                return hidden[source.below(len(hidden))]
    raise AssertionError("a ship that is not seen is somewhere")


def _reach(state: State, other: Seat, seen: Sighting) -> Sequence[int]:
    """The spaces that a ship may be on by now, from the one where it was seen last."""
    flights = _turns_since(state, other, seen.side) + seen.flew
    most = flights * state.box.ship.move.most_spaces
    then = seen.side.ship.space
    return [space for space in range(state.spaces) if ring_distance(then, space, state.spaces) <= most]


def _with_ship(state: State, other: Seat, ship: Ship) -> State:
    return state.with_side(other, state.sides[other]._replace(ship=ship))


def _with_cards(side: Side, source: Source) -> Side:
    """With blueprints in place of those whose backs are seen: of the core's ready deck, as far as it goes."""
    pool = source.shuffled(_left(sides.ready_side(side.box, side.core), side.ship).elements())
    count = len(side.bar) + len(side.deck) + len(side.pile)
    codes = tuple(side.box.blueprints)
    pool += [codes[source.below(len(codes))] for _ in range(count - len(pool))]
    bar, deck = len(side.bar), len(side.bar) + len(side.deck)
    return side._replace(
        bar=side.box.in_order(tuple(pool[:bar])),
        deck=side.box.in_order(tuple(pool[bar:deck])),
        pile=side.box.in_order(tuple(pool[deck:count])),
    )


def _with_crews(state: State, seat: Seat, unseen: Sequence[Seat], source: Source) -> State:
    """With the units that are not seen where they were, if nobody can have moved them since.

    Others are unhurt, on ships that are not seen: their own, if that is one.
    """
    lost: list[tuple[Seat, int]] = []
    for other, side in enumerate(state.sides):
        seen = _sighting(state, seat, other)
        for number, unit in enumerate(side.units):
            if unit.hp == UNKNOWN_HP:
                last = seen.side.units[number] if seen and not _turns_since(state, other, seen.side) else unit
                if last.hp == UNKNOWN_HP:
                    lost.append((other, number))
                else:
                    state = state.with_side(other, state.sides[other].with_unit(number, last))
    for other, number in lost:
        ship = other if other in unseen else unseen[source.below(len(unseen))]
        place = UNPLACED if _is_unplaced(state, other) else _free_place(state, ship, source)
        unit = Unit(state.box.units[number].hp, place)
        state = state.with_side(other, state.sides[other].with_unit(number, unit))
    return state


def _is_unplaced(state: State, other: Seat) -> bool:
    """Tell whether units are still to be placed; nobody sees those that a seat not yet ready has placed."""
    if state.step == "build":
        return not state.ready[other]
    return state.step in ("space", "strays", *_LAYING)


def _free_place(state: State, ship: Seat, source: Source) -> Place:
    cells = [
        cell
        for cell, module in enumerate(state.sides[ship].ship.cells)
        if module and Place(ABOARD + ship, cell) not in state.occupants
    ]
    return Place(ABOARD + ship, cells[source.below(len(cells))])


def _with_decks(state: State, others: Sequence[Seat]) -> State:
    """With decks that were brought such that no blueprint is lost (PL 2.1): what is missing was destroyed."""
    there: Counter[str] = Counter()
    due: Counter[str] = Counter()
    for seat, side in enumerate(state.sides):
        due.update([module.code for module in state.box.ship.first])
        due.update(() if seat in others else side.brought)
        there.update((*side.deck, *side.bar, *side.pile, *side.destroyed))
        there.update(module.code for _, module in side.ship.modules)
    if state.doings.swapped:
        there[state.doings.swapped] += 1
    last, brought = others[-1], state.box.in_order(tuple((there - due).elements()))
    side = state.sides[last]._replace(destroyed=tuple((due - there).elements()), brought=brought)
    return state.with_side(last, side)
