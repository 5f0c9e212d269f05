"""Turns and rounds: how one begins, goes on and ends, and when the game is over (PL 4, PL 5, PL 7.1)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.engine import Seat
from referee.games.planetary import rules, upkeep, watts
from referee.games.planetary.box import box
from referee.games.planetary.building import with_deck
from referee.games.planetary.ending import rewarding
from referee.games.planetary.numbers import numbers
from referee.games.planetary.state import Doings, State


def first_round(state: State) -> State:
    """After round 0."""
    return begun(state.but(round=1, step="upkeep"), state.order[0])


def begun(state: State, seat: Seat) -> State:
    """That seat's turn: income (PL 4.1), then power."""
    side = state.sides[seat]
    turns = side.turns + 1
    due = side.due or rules.repair_falls_due(watts.core_of(side), turns)
    state = state.with_side(
        seat, side._replace(turns=turns, due=due), active=seat, turn_number=state.turn_number + 1
    )
    for planet, hex_ in income(state, seat):
        state = upkeep.yielded(state, seat, planet, hex_, numbers().yields)
    state = state.but(doings=Doings(light=in_light(state, seat)), step="upkeep")
    return state if state.side.ship.core_hp else _drawing(state)


def income(state: State, seat: Seat) -> Iterator[tuple[int, int]]:
    """Planet and hex of each structure that yields for that seat (PL 4.1)."""
    for planet, world in enumerate(state.worlds):
        for structure in world.structures:
            if structure.owner == seat and numbers().structures[structure.kind].yields:
                yield planet, structure.hex


def in_light(state: State, seat: Seat) -> bool:
    """Whether that seat's ship has sunlight (PL 4.2): not in dust, not landed on the night half."""
    ship = state.sides[seat].ship
    if not ship.landed:
        return ship.space not in state.dust
    return state.worlds[ship.planet].half(ship.hex) == day_half(state.round)


def day_half(round_: int) -> str:
    """The half that is day in that round (PL 1.5)."""
    even = box().system.even_day
    return even if round_ % 2 == 0 else ("B" if even == "A" else "A")


def upkept(state: State) -> State:
    """Upkeep is done with: modules act, then a blueprint is drawn."""
    return drilling(upkeep.switched(state))


def drilling(state: State) -> State:
    """The drills, one by one; one that has a choice waits for it."""
    while state.doings.drills:
        hexes = upkeep.drill_hexes(state)
        if len(hexes) > 1:
            return state.but(step="drill")
        if hexes:
            state = upkeep.drilled_hex(state, hexes[0])
        else:
            doings = state.doings
            state = state.but(doings=doings._replace(drills=doings.drills[1:]))
    return _drawing(state)


def went_on(state: State) -> State:
    """After an event of a turn: the game may be over, or the active player out."""
    if over(state):
        return ended(state)
    if state.side.out is not None and state.fall is None:
        return finished(state)
    return state


def finished(state: State) -> State:
    """The turn is over; then comes the next one, or the end of the round (PL 5.1)."""
    side = watts.stored(state) if state.side.out is None else state.side
    travelled = state.doings.flown or 0
    state = state.with_side(state.active, side._replace(travelled=travelled), doings=Doings())
    place = state.order.index(state.active)
    for seat in state.order[place + 1 :]:
        if state.sides[seat].out is None:
            return begun(state, seat)
    if state.round >= state.rounds:
        return ended(state)
    if any(growing(state)):
        return state.but(step="growth")
    return next_round(state)


def next_round(state: State) -> State:
    state = state.but(round=state.round + 1)
    return begun(state, next(seat for seat in state.order if state.sides[seat].out is None))


def growing(state: State) -> Iterator[tuple[int, int]]:
    """Planet and hex of each plain that rolls a die at the round's end (PL 5.1)."""
    for planet, world in enumerate(state.worlds):
        for hex_ in world.growing:
            yield planet, hex_


def over(state: State) -> bool:
    """Whether at most one side has units (PL 7.1)."""
    return sum(side.out is None for side in state.sides) <= 1


def ended(state: State) -> State:
    return rewarding(state.but(doings=Doings(), fall=None))


def _drawing(state: State) -> State:
    """A blueprint is drawn while the bar has room and there is a card (PL 4.4)."""
    side = with_deck(state.side)
    if len(side.bar) >= box().bar or not side.deck:
        return state.but(step="act")
    return state.with_side(state.active, side, step="draw")
