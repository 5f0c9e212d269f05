"""Knowledge of a seat: what it sees and has seen, and so knows (PL 3.3)."""

from collections.abc import Iterable

from referee.engine.game import Seat
from referee.engine.tuples import replaced
from referee.games.planetary.rules.planets import ring_distance
from referee.games.planetary.rules.ships import Ship
from referee.games.planetary.state import (
    ABOARD,
    NOTHING_DONE,
    UNKNOWN_HP,
    UNPLACED,
    UNSEEN,
    Crew,
    Side,
    Sighting,
    State,
    Unit,
)


def sees(state: State, seat: Seat | None, other: Seat) -> bool:
    """Tell whether that seat, or with None an onlooker, sees the other one's ship (PL 3.3).

    A player with a unit aboard a ship sees it, too.
    """
    if seat == other:
        return True
    ship = state.sides[other].ship
    if ship.landed:
        return True
    if seat is None or not state.order or ship.space < 0:
        return False
    if any(unit.place.field == ABOARD + other for unit in state.sides[seat].units):
        return True
    own = state.sides[seat].ship
    distance = ring_distance(own.space, ship.space, state.spaces)
    return distance <= (ship.fitting.sight[1] or own.fitting.sight[0])


def known(state: State, seat: Seat | None) -> State:
    """The state as that seat knows it; with None, as an onlooker does.

    Ships that are not seen have no space and no board. Of others' blueprints only the number is known,
    and that only while their ship is seen.
    """
    if state.step in ("reward", "over"):
        return state
    sides = tuple(
        side if seat == other else _censored(state, seat, other) for other, side in enumerate(state.sides)
    )
    own = seat == state.active
    doings = state.doings if own else NOTHING_DONE
    sightings = tuple([seen if seat == one else () for one, seen in enumerate(state.sightings)])
    return state.but(sides=sides, doings=doings, sightings=sightings)


def shown_once(state: State) -> State:
    """The state in which all learn the spaces of the ships out of their sight, as round 0 ends (PL 3.1)."""
    seats = range(len(state.sides))

    def shown(seat: Seat, other: Seat) -> Sighting | None:
        if sees(state, seat, other):
            return None
        side = _censored(state, seat, other)
        return Sighting(side._replace(ship=side.ship.at(state.sides[other].ship.space)), board=False)

    return state.but(sightings=tuple([tuple([shown(seat, other) for other in seats]) for seat in seats]))


def remembering(before: State, after: State) -> State:
    """The state after a step, in which each seat remembers the ships that the step took out of its sight."""
    if after.sides is before.sides or not after.sightings:
        return after
    seats = range(len(after.sides))
    pairs = zip(seats, before.sides, after.sides, strict=False)
    changed = [seat for seat, was, now in pairs if was is not now and _may_be_seen_otherwise(was, now)]
    if not changed:
        return after
    sightings = [_remembered(before, after, seat, seats if seat in changed else changed) for seat in seats]
    return after.but(sightings=tuple(sightings))


def _may_be_seen_otherwise(before: Side, after: Side) -> bool:
    """Tell whether a ship has flown or changed, or a unit has left one board or planet for another."""
    was, now = before.ship, after.ship
    if was is not now and (was.space, was.planet) != (now.space, now.planet):
        return True
    if was.cells is not now.cells and was.fitting.sight != now.fitting.sight:
        return True
    units, others = before.units, after.units
    return units is not others and [one.place.field for one in units] != [one.place.field for one in others]


def _remembered(
    before: State, after: State, seat: Seat, others: Iterable[Seat]
) -> tuple[Sighting | None, ...]:
    """Sightings of a seat after the step; those that are not known, as of others in a guess, stay so."""
    sightings = after.sightings[seat]
    for other in others if sightings else ():
        if sees(after, seat, other):
            if sightings[other]:
                sightings = replaced(sightings, other, None)
        elif sees(before, seat, other):
            flew = before.sides[other].ship.space != after.sides[other].ship.space
            sightings = replaced(sightings, other, Sighting(_censored(before, seat, other), flew=flew))
    return sightings


def _censored(state: State, seat: Seat | None, other: Seat) -> Side:
    side = state.sides[other]
    seen = sees(state, seat, other)
    units = Crew([_censored_unit(state, seat, unit) for unit in side.units])
    side = side._replace(brought=(), destroyed=(), fuelled=0, due=False, travelled=0, units=units)
    if not seen:
        nothing = (0,) * len(side.materials)
        hidden = Ship((None,) * len(side.ship.cells), state.box)
        return side._replace(materials=nothing, deck=(), bar=(), pile=(), ship=hidden)
    return side._replace(deck=_backs(side.deck), bar=_backs(side.bar), pile=_backs(side.pile))


def _censored_unit(state: State, seat: Seat | None, unit: Unit) -> Unit:
    field = unit.place.field
    if field == UNPLACED.field or (field >= ABOARD and not sees(state, seat, field - ABOARD)):
        return Unit(UNKNOWN_HP, UNSEEN)
    return unit


def _backs(codes: tuple[str, ...]) -> tuple[str, ...]:
    return ("??",) * len(codes)
