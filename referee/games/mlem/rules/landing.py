"""Crash and landing: who gets off where, and what ends an expedition (ML 4, 5)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from components.wording import listed
from referee.engine.game import ALLOWED, Ruling, Seat, refused
from referee.engine.tuples import replaced
from referee.games.mlem.moves import STAY, Land, Move, Stay
from referee.games.mlem.rules import goals
from referee.games.mlem.state import Figure, State, Step, box_of, clockwise, commander, turn_order


class Ways(NamedTuple):
    """Where a space leads.

    moons  the best first (ML 5.2), each with its number in `Board.places`
    """

    moons: tuple[tuple[int, Land], ...]
    planets: tuple[Land, ...]


def arrive(state: State, at: int, pool: int) -> State:
    """The rocket stops there: it flies on, or astronauts may land, or it is in deep space (ML 5.1–5.4)."""
    box = state.box
    order = turn_order(state) if at >= box.expedition.landing_from else ()
    step: Step = "land" if order else "roll"
    state = state._replace(at=at, pool=pool, roll=(), added=0, step=step, order=order)
    if at == box.board.end:
        return _reach_deep_space(state)
    return _next(state, order) if order else state


def crash(state: State) -> State:
    """The failure marker moves, and parachutists may land (ML 4.1)."""
    failures = state.failures + state.box.expedition.crash_steps
    state = state._replace(failures=failures, roll=(), added=0, step="parachute")
    return _next(state, turn_order(state))


def destinations(state: State, seat: Seat) -> tuple[Land, ...]:
    """Where the seat's astronaut may land now; empty if it has to stay aboard (ML 5.2, 5.3)."""
    astronaut = state.aboard[seat]
    if not astronaut or (state.step == "parachute" and astronaut != "parachutist"):
        return ()
    if astronaut != "navigator":
        return from_space(state.board, state.landed, state.at)
    spaces = reach(state.board, state.at)
    found = [land for space in spaces for land in from_space(state.board, state.landed, space)]
    return tuple(dict.fromkeys(found))


def from_space(board: str, landed: Sequence[tuple[Figure, ...]], space: int) -> tuple[Land, ...]:
    """The best free moon and the planets that the space leads to (ML 5.2).

    board, landed  as in a state
    """
    ways = _ways(board, space)
    for number, land in ways.moons:
        if not landed[number]:
            return (land, *ways.planets)
    return ways.planets


@cache
def reach(board: str, at: int) -> tuple[int, ...]:
    """The spaces from which a navigator may land (ML 5.3)."""
    box = box_of(board)
    spaces = range(at - box.navigators_reach, at + box.navigators_reach + 1)
    return tuple(space for space in spaces if box.expedition.landing_from <= space < box.board.end)


def moves(state: State, seat: Seat) -> tuple[Move, ...]:
    return (*destinations(state, seat), STAY)


def check(state: State, seat: Seat, move: Move) -> Ruling:
    if isinstance(move, Stay):
        return ALLOWED
    if not isinstance(move, Land):
        return refused("Decide whether to land or to stay.", "ML 5.2")
    open_ones = destinations(state, seat)
    if move in open_ones:
        return ALLOWED
    rule = "ML 5.3" if state.aboard[seat] == "navigator" else "ML 5.2"
    places = listed(land.place for land in open_ones)
    return refused(f"Nobody can land on {move.place} from here, only on {places}.", rule)


def apply(state: State, seat: Seat, move: Move) -> State:
    order = state.order[1:]
    return _next(_land(state, seat, move) if isinstance(move, Land) else state, order)


def _next(state: State, order: tuple[Seat, ...]) -> State:
    """The next seat that can land decides; if there is none, the rocket flies on or the expedition ends."""
    aboard = state.aboard
    for place, seat in enumerate(order):
        if aboard[seat] and destinations(state, seat):
            left = order[place:]
            return state if left == state.order else state._replace(order=left)
    if state.step == "land" and any(state.aboard):
        return state._replace(step="roll", order=())
    return _end(state)


def _land(state: State, seat: Seat, move: Land) -> State:
    box = state.box
    astronaut = state.aboard[seat]
    number = box.board.numbers[move.place]
    landed = replaced(state.landed, number, (*state.landed[number], (seat, astronaut)))
    pool = state.pool
    if astronaut == "collector":
        pool = max(box.expedition.least_pool, pool - box.collectors_dice)
    aboard = replaced(state.aboard, seat, "")
    return goals.claim(state._replace(aboard=aboard, pool=pool, landed=landed), (seat,))


def _reach_deep_space(state: State) -> State:
    """The commander's astronaut goes to the comet, all others to the galaxy (ML 5.4)."""
    first = commander(state)
    others: tuple[Figure, ...] = tuple(
        (seat, state.aboard[seat]) for seat in turn_order(state) if state.aboard[seat] and seat != first
    )
    *elsewhere, comet, galaxy = state.landed
    landed = (*elsewhere, (*comet, (first, state.aboard[first])), (*galaxy, *others))
    state = state._replace(landed=landed, aboard=("",) * len(state.names))
    return _end(goals.claim(state, turn_order(state)))


def _end(state: State) -> State:
    """Those still aboard return to their mats. The game ends, or the next expedition begins (ML 5.5, 7.1)."""
    box = state.box
    mats = state.mats
    for seat, back in enumerate(state.aboard):
        if back:
            mats = replaced(mats, seat, _with(state.board, mats[seat], back))
    over = state.failures >= box.expedition.failures or not all(mats)
    first = ((state.starter or 0) + 1) % len(state.names)
    return state._replace(
        mats=mats,
        aboard=("",) * len(mats),
        starter=first,
        at=box.expedition.start_space,
        pool=box.dice,
        tired=(),
        step="over" if over else "board",
        order=() if over else clockwise(len(mats), first),
        expedition=state.expedition + (not over),
    )


@cache
def _with(board: str, mat: tuple[str, ...], back: str) -> tuple[str, ...]:
    return tuple(one.code for one in box_of(board).astronauts if one.code in mat or one.code == back)


@cache
def _ways(board: str, space: int) -> Ways:
    layout = box_of(board).board
    moons = sorted((moon for moon in layout.moons if space in moon.spaces), key=lambda moon: -moon.points)
    planets = tuple(Land(planet.code) for planet in layout.planets if space in planet.spaces)
    return Ways(tuple((layout.numbers[moon.code], Land(moon.code)) for moon in moons), planets)
