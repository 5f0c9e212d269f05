"""Landing, crashing and the goals: what ends an expedition (ML 4 to 6)."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from referee.engine import Ruling, Seat, refused
from referee.games.mlem.moves import STAY, Land, Move, Stay
from referee.games.mlem.state import Figure, State, box_of, clockwise, commander, turn_order


class Ways(NamedTuple):
    """What a space leads to.

    moons    the best first (ML 5.2), each with its number on the board
    """

    moons: tuple[tuple[int, Land], ...]
    planets: tuple[Land, ...]


def arrive(state: State) -> State:
    """The rocket has stopped, and the step is to land (ML 5.1, 5.2, 5.4)."""
    box = state.box
    if state.at == box.board.end:
        return _reach_deep_space(state)
    if state.at < box.expedition.landing_from:
        return state._replace(step="roll", order=())
    return _next(state, turn_order(state))


def crash(state: State) -> State:
    """The marker moves, and parachutists may land (ML 4.1)."""
    failures = state.failures + state.box.expedition.crash_steps
    state = state._replace(failures=failures, roll=(), added=0, step="parachute")
    return _next(state, turn_order(state))


def destinations(state: State, seat: Seat) -> tuple[Land, ...]:
    """Where the seat's astronaut may land now; none if it has to stay aboard (ML 5.2, 5.3)."""
    astronaut = state.aboard[seat]
    if not astronaut or (state.step == "parachute" and astronaut != "parachutist"):
        return ()
    if astronaut != "navigator":
        return from_space(state, state.at)
    spaces = reach(state.board, state.at)
    return tuple(dict.fromkeys([land for space in spaces for land in from_space(state, space)]))


def from_space(state: State, space: int) -> tuple[Land, ...]:
    """The best free moon, and the planets, that the space leads to (ML 5.2)."""
    ways = _ways(state.board, space)
    for number, land in ways.moons:
        if state.moons[number] is None:
            return (land, *ways.planets)
    return ways.planets


@cache
def reach(board: str, at: int) -> tuple[int, ...]:
    """The spaces as if on which a navigator may land (ML 5.3)."""
    box = box_of(board)
    spaces = range(at - box.navigators_reach, at + box.navigators_reach + 1)
    return tuple(space for space in spaces if box.expedition.landing_from <= space < box.board.end)


def moves(state: State, seat: Seat) -> tuple[Move, ...]:
    return (*destinations(state, seat), STAY)


def why_not(state: State, seat: Seat, move: Move) -> Ruling:
    """The reason why a move that is not among the `moves` is none."""
    if not isinstance(move, Land):
        return refused("Now is the time to land or to stay.", "ML 5.2")
    rule = "ML 5.3" if state.aboard[seat] == "navigator" else "ML 5.2"
    open_ones = ", ".join(land.place for land in destinations(state, seat))
    return refused(f"{move.place} cannot be landed on from here: {open_ones} can.", rule)


def apply(state: State, seat: Seat, move: Move) -> State:
    if isinstance(move, Land):
        state = _land(state, seat, move)
    else:
        assert isinstance(move, Stay)
    return _next(state, state.order[1:])


def progress(state: State, seat: Seat) -> dict[str, int]:
    """What the seat has of what each goal asks for (ML 1.7)."""
    planets = [[one[0] for one in landed].count(seat) for landed in state.planets]
    return {
        "moons": [one[0] for one in state.moons if one].count(seat),
        "planets": len(planets) - planets.count(0),
        "crowd": max(planets, default=0),
        "deep": [one[0] for one in (*state.comet, *state.galaxy)].count(seat),
    }


def _next(state: State, order: tuple[Seat, ...]) -> State:
    """On to the next seat that has somewhere to land; without one, the flight or the expedition goes on."""
    for place, seat in enumerate(order):
        if destinations(state, seat):
            return state._replace(order=order[place:])
    if state.step == "land" and any(state.aboard):
        return state._replace(step="roll", order=())
    return _end(state)


def _land(state: State, seat: Seat, move: Land) -> State:
    box = state.box
    astronaut = state.aboard[seat]
    figure = (seat, astronaut)
    index = _numbers(state.board)[move.place]
    moons, planets, pool = state.moons, state.planets, state.pool
    if index < len(moons):
        moons = (*moons[:index], figure, *moons[index + 1 :])
    else:
        index -= len(moons)
        planets = (*planets[:index], (*planets[index], figure), *planets[index + 1 :])
    if astronaut == "collector":
        pool = max(box.expedition.least_pool, pool - box.collectors_dice)
    aboard = (*state.aboard[:seat], "", *state.aboard[seat + 1 :])
    return _claim(state._replace(aboard=aboard, pool=pool, moons=moons, planets=planets), (seat,))


def _reach_deep_space(state: State) -> State:
    """ML 5.4"""
    first = commander(state)
    others: tuple[Figure, ...] = tuple(
        (seat, state.aboard[seat]) for seat in turn_order(state) if state.aboard[seat] and seat != first
    )
    landed = state._replace(
        comet=(*state.comet, (first, state.aboard[first])),
        galaxy=(*state.galaxy, *others),
        aboard=("",) * len(state.names),
    )
    return _end(_claim(landed, turn_order(state)))


def _claim(state: State, seats: tuple[Seat, ...]) -> State:
    """Goals newly met by those who have landed, in turn order (ML 6.1)."""
    if None not in state.goals:
        return state
    goals = list(state.goals)
    for seat in seats:
        own = progress(state, seat)
        for index, goal in enumerate(state.box.goals):
            if goals[index] is None and own[goal.code] >= goal.needed:
                goals[index] = seat
    return state if tuple(goals) == state.goals else state._replace(goals=tuple(goals))


def _end(state: State) -> State:
    """Who is still aboard returns; the game ends, or the next expedition is prepared (ML 5.5, 7.1)."""
    box = state.box
    mats = tuple(
        _with(state.board, mat, back) if back else mat
        for mat, back in zip(state.mats, state.aboard, strict=True)
    )
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
    )


@cache
def _with(board: str, mat: tuple[str, ...], back: str) -> tuple[str, ...]:
    return tuple(one.code for one in box_of(board).astronauts if one.code in mat or one.code == back)


@cache
def _ways(board: str, space: int) -> Ways:
    layout = box_of(board).board
    moons = [(number, moon) for number, moon in enumerate(layout.moons) if space in moon.spaces]
    moons.sort(key=lambda numbered: -numbered[1].points)
    planets = tuple(Land(planet.code) for planet in layout.planets if space in planet.spaces)
    return Ways(tuple((number, Land(moon.code)) for number, moon in moons), planets)


@cache
def _numbers(board: str) -> dict[str, int]:
    """The moons and then the planets, numbered from 0."""
    layout = box_of(board).board
    codes = [*(moon.code for moon in layout.moons), *(planet.code for planet in layout.planets)]
    return {code: number for number, code in enumerate(codes)}
