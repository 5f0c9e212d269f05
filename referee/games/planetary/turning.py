"""A turn: upkeep, then whatever the active player does in any order (PL 4)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine import ALLOWED, Ruling, Seat, refused
from referee.games.planetary import acting, building, fighting, flying, turns, upkeep, walking
from referee.games.planetary.box import box
from referee.games.planetary.chances import Cards, Grown, Growths, Named, named
from referee.games.planetary.moves import (
    DONE,
    Build,
    Clone,
    Done,
    Drill,
    FallOn,
    Fire,
    Fly,
    Fuel,
    Heal,
    Land,
    Many,
    Mend,
    Move,
    On,
    Raise,
    Ready,
    Repair,
    Sacrifice,
    Strike,
    Walk,
    Work,
)
from referee.games.planetary.numbers import numbers
from referee.games.planetary.state import Doings, State, in_order
from referee.outcomes import Drawn

_PAYMENTS = (Fuel, Repair, On, Many, Ready)
_ACTIONS = (Strike, Heal, Raise, Work, Fire, Mend, Clone)


def actor(state: State) -> Seat:
    """Who is to act: the active player, or the owner of a unit that falls (PL 4.11)."""
    return state.fall.seat if state.fall else state.active


def moves(state: State) -> Sequence[Move]:
    match state.step:
        case "upkeep":
            return upkeep.payments(state)
        case "drill":
            return upkeep.drills(state)
        case "fall":
            return fighting.falls(state)
    return (
        *flying.flying(state),
        *walking.walks(state),
        *acting.actions(state),
        *building.builds(state, state.active),
        *building.sacrifices(state),
        DONE,
    )


def check(state: State, move: Move) -> Ruling:
    match state.step:
        case "upkeep":
            if isinstance(move, _PAYMENTS):
                return upkeep.check_payment(state, move)
            return refused("First pay upkeep: on E4, on all or keep, then ready.", "PL 4.3")
        case "drill":
            if move in upkeep.drills(state):
                return ALLOWED
            return refused("First say where the drill takes from: drill 12,2.", "PL 6")
        case "fall":
            if move in fighting.falls(state):
                return ALLOWED
            return refused("First say where your unit falls, on the nearest free hex: fall 12,2.", "PL 4.11")
    if isinstance(move, Walk):
        return walking.check_walk(state, move)
    if isinstance(move, Fly | Land):
        return flying.check_flight(state, move)
    if isinstance(move, _ACTIONS):
        return acting.check_action(state, move)
    if isinstance(move, Build):
        return building.check_build(state, state.active, move)
    if isinstance(move, Sacrifice):
        return building.check_sacrifice(state, move)
    if isinstance(move, Done):
        return ALLOWED
    if isinstance(move, _PAYMENTS):
        return refused("Upkeep is done with for this turn.", "PL 4.3")
    return refused("This is not the time for that.", "PL 4.5")


def apply(state: State, move: Move) -> State:
    if isinstance(move, Walk):
        return _walked(state, move)
    if isinstance(move, Done):
        return turns.finished(state)
    if isinstance(move, Ready):
        return turns.upkept(state)
    if isinstance(move, _PAYMENTS):
        return upkeep.paid(state, move)
    if isinstance(move, Drill):
        return turns.drilling(upkeep.drilled(state, move))
    if isinstance(move, FallOn):
        return turns.went_on(fighting.fell(state, move))
    if isinstance(move, Build):
        return building.built(state, state.active, move)
    if isinstance(move, Sacrifice):
        return building.sacrificed(state, move)
    if isinstance(move, Fly | Land):
        return flying.flown(state, move)
    assert isinstance(move, _ACTIONS)
    state = state.but(doings=_begun(state.doings, move.unit)._replace(acted=True))
    return turns.went_on(acting.acted(state, move))


def chance(state: State) -> Cards | Growths:
    if state.step == "growth":
        growth = numbers().growth
        hexes = (
            f"P{planet + 1}:{state.worlds[planet].cylinder.text(hex_)}"
            for planet, hex_ in turns.growing(state)
        )
        return Growths(tuple(hexes), growth.sides, growth.grows)
    side = state.side
    count = numbers().swap if state.step == "swap" else min(numbers().draw, box().bar - len(side.bar))
    count = min(count, len(side.deck))
    what = f"the {'blueprint' if count == 1 else f'{count} blueprints'} {state.names[state.active]} draws"
    return Cards("blueprint", named(side.deck), count, what=what)


def resolve(state: State, outcome: Drawn[Named]) -> State:
    """The blueprint of the turn (PL 4.4), or the one a sacrifice was for (PL 4.7)."""
    side = building.drawn(state.side, tuple(one.code for one in outcome.pieces))
    if state.step == "swap":
        side = side._replace(pile=in_order((*side.pile, state.doings.swapped)))
        return state.with_side(state.active, side, step="act", doings=state.doings._replace(swapped=""))
    return state.with_side(state.active, side, step="act")


def grown(state: State, outcome: Grown) -> State:
    """PL 5.1."""
    becomes = numbers().growth.becomes
    for text in outcome.hexes:
        planet_text, _, hex_text = text.partition(":")
        planet = int(planet_text[1:]) - 1
        column, row = map(int, hex_text.split(","))
        world = state.worlds[planet]
        state = state.with_world(planet, world.with_terrain(row * world.planet.columns + column, becomes))
    return turns.next_round(state)


def _walked(state: State, move: Walk) -> State:
    place = walking.place_of(state, state.active, move.unit, move.to)
    assert place is not None
    cost = walking.cost(state, move.unit, place)
    assert cost is not None
    side, doings = state.side, _begun(state.doings, move.unit)
    unit = side.units[move.unit]._replace(place=place)
    doings = doings._replace(walked=doings.walked + cost)
    return state.with_side(state.active, side.with_unit(move.unit, unit), doings=doings)


def _begun(doings: Doings, unit: int) -> Doings:
    """That unit is the one that moves; the one before it has finished (PL 4.5)."""
    if doings.unit == unit:
        return doings
    finished = doings.finished if doings.unit < 0 else (*doings.finished, doings.unit)
    return doings._replace(unit=unit, walked=0, acted=False, finished=finished)
