"""The sequence of play: how turns and rounds begin and end, and the game (PL 4, PL 5, PL 7.1)."""

from referee.engine.game import Seat
from referee.games.planetary.rules import income, power, upkeep
from referee.games.planetary.rules.building import with_deck
from referee.games.planetary.rules.ending import rewarding
from referee.games.planetary.rules.power import in_light
from referee.games.planetary.state import NOTHING_DONE, Doings, State


def settled(state: State) -> State:
    """Do what follows from every move: drills act, the game is over, or the active player is out."""
    if state.step == "drill":
        return _drilled(state)
    if state.step in ("act", "fall"):
        if over(state):
            return ended(state)
        if state.side.out is not None and state.fall is None:
            return finished(state)
    return state


def first_round(state: State) -> State:
    """After round 0."""
    return begun(state.but(round=1, step="upkeep"), state.order[0])


def begun(state: State, seat: Seat) -> State:
    """Begin that seat's turn: income (PL 4.1), then power."""
    side = state.sides[seat]
    turns = side.turns + 1
    due = side.due or power.repair_falls_due(power.core_of(side), turns)
    state = state.with_side(
        seat,
        side._replace(turns=turns, due=due),
        active=seat,
        turn_number=state.turn_number + 1,
        doings=Doings(light=in_light(state, seat)),
        step="upkeep",
    )
    for planet, hex_ in income.yielding(state, seat):
        state = income.yielded(state, seat, planet, hex_, state.box.yields)
    return state if state.side.ship.core_hp else _drawing(state)


def finished(state: State) -> State:
    """The turn is over; then comes the next one, or the end of the round (PL 5.1)."""
    side = power.stored(state) if state.side.out is None else state.side
    travelled = state.doings.flown or 0
    state = state.with_side(state.active, side._replace(travelled=travelled), doings=NOTHING_DONE)
    place = state.order.index(state.active)
    for seat in state.order[place + 1 :]:
        if state.sides[seat].out is None:
            return begun(state, seat)
    if state.round >= state.agreed.rounds:
        return ended(state)
    if any(world.growing for world in state.worlds):
        return state.but(step="growth")
    return next_round(state)


def next_round(state: State) -> State:
    state = state.but(round=state.round + 1)
    return begun(state, next(seat for seat in state.order if state.sides[seat].out is None))


def over(state: State) -> bool:
    """Tell whether at most one side has units (PL 7.1)."""
    left = 0
    for side in state.sides:
        if side.out is None:
            left += 1
            if left > 1:
                return False
    return True


def ended(state: State) -> State:
    return rewarding(state.but(doings=NOTHING_DONE, fall=None))


def _drilled(state: State) -> State:
    """The drills act one by one, and one with a choice waits for it; then a blueprint is drawn."""
    while state.doings.drills:
        hexes = upkeep.drill_hexes(state)
        if len(hexes) > 1:
            return state
        state = upkeep.drilled(state, hexes[0] if hexes else None)
    return _drawing(state)


def _drawing(state: State) -> State:
    """A blueprint is drawn while the bar has room and there is a card (PL 4.4)."""
    side = with_deck(state.side)
    if len(side.bar) >= state.box.start.bar or not side.deck:
        return state.but(step="act")
    return state.with_side(state.active, side, step="draw")
