"""Crash and landing: who gets off where, and what ends an expedition (ML 4, 5).

What is called `after` is the copy of a state that becomes the next one: it is changed step by step.
"""

from collections.abc import Sequence
from functools import lru_cache

from components.wording import listed
from referee.engine.game import ALLOWED, Ruling, Seat, refused
from referee.engine.tuples import Record, record, removed, replaced
from referee.games.mlem.box import Box
from referee.games.mlem.moves import STAY, Land, Move, Stay
from referee.games.mlem.rules import goals
from referee.games.mlem.state import NO_DICE, Figure, State, clockwise


@record
class Ways(Record):
    """Landings to which a space leads.

    moons    the best first (ML 5.2): its number in `Board.places`, and the landings while it is free
    planets  the landings when no moon is free
    """

    moons: tuple[tuple[int, tuple[Land, ...]], ...]
    planets: tuple[Land, ...]


def arrive(after: State, at: int, pool: int) -> None:
    """The rocket stops there: it flies on, or astronauts may land, or it is in deep space (ML 5.1–5.4)."""
    box = after.box
    after.at, after.pool, after.shown = at, pool, NO_DICE
    if at == box.board.end:
        _reach_deep_space(after)
    elif at >= box.expedition.landing_from:
        after.step = "land"
        _ask(after, after.crew)
    else:
        after.step, after.order = "roll", ()


def crash(after: State) -> None:
    """The failure marker moves, and parachutists may land (ML 4.1)."""
    after.failures += after.box.expedition.crash_steps
    after.shown, after.step = NO_DICE, "parachute"
    _ask(after, after.crew)


def destinations(state: State, seat: Seat) -> tuple[Land, ...]:
    """Return where the seat's astronaut may land now; empty if it has to stay aboard (ML 5.2, 5.3)."""
    astronaut = state.aboard[seat]
    if not astronaut or (state.step == "parachute" and astronaut != "parachutist"):
        return ()
    if astronaut != "navigator":
        return from_space(state.box, state.landed, state.at)
    spaces = reach(state.box, state.at)
    found = [land for space in spaces for land in from_space(state.box, state.landed, space)]
    return tuple(dict.fromkeys(found))


def from_space(box: Box, landed: Sequence[tuple[Figure, ...]], space: int) -> tuple[Land, ...]:
    """The best free moon and the planets that the space leads to (ML 5.2).

    landed  landings, as in a state
    """
    ways = _ways(box, space)
    for number, lands in ways.moons:
        if not landed[number]:
            return lands
    return ways.planets


@lru_cache(maxsize=1024)
def reach(box: Box, at: int) -> tuple[int, ...]:
    """The spaces from which a navigator may land (ML 5.3)."""
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
    after = state.copy()
    if isinstance(move, Land):
        _land(after, seat, move)
    _ask(after, state.order[1:])
    return after


def _ask(after: State, order: tuple[Seat, ...]) -> None:
    """The next seat that can land decides; if there is none, the rocket flies on or the expedition ends."""
    while order and not destinations(after, order[0]):
        order = order[1:]
    after.order = order
    if order:
        return
    if after.step == "land" and after.crew:
        after.step = "roll"
    else:
        _end(after)


def _land(after: State, seat: Seat, move: Land) -> None:
    box = after.box
    astronaut = after.aboard[seat]
    number = box.board.numbers[move.place]
    after.landed = replaced(after.landed, number, (*after.landed[number], (seat, astronaut)))
    after.landings = replaced(after.landings, seat, (*after.landings[seat], number))
    after.aboard = replaced(after.aboard, seat, "")
    after.crew = removed(after.crew, seat)
    if astronaut == "collector":
        after.pool = max(box.expedition.least_pool, after.pool - box.collectors_dice)
    goals.claim(after, (seat,), box.board.kinds[number])


def _reach_deep_space(after: State) -> None:
    """The commander's astronaut goes to the comet, all others to the galaxy (ML 5.4)."""
    crew = after.crew
    first, *others = [(seat, after.aboard[seat]) for seat in crew]
    *elsewhere, comet, galaxy = after.landed
    after.landed = (*elsewhere, (*comet, first), (*galaxy, *others))
    for place, seat in enumerate(crew):
        number = len(elsewhere) + (place > 0)
        after.landings = replaced(after.landings, seat, (*after.landings[seat], number))
    after.aboard, after.crew = ("",) * len(after.names), ()
    goals.claim(after, crew, "deep")
    _end(after)


def _end(after: State) -> None:
    """Those still aboard return to their mats. The game ends, or the next expedition begins (ML 5.5, 7.1)."""
    box, players = after.box, len(after.names)
    for seat in after.crew:
        mat = _with(box, after.mats[seat], after.aboard[seat])
        after.mats = replaced(after.mats, seat, mat)
    after.aboard, after.crew, after.tired = ("",) * players, (), ()
    after.at, after.pool = box.expedition.start_space, box.dice
    after.starter = first = ((after.starter or 0) + 1) % players
    if after.failures >= box.expedition.failures or not all(after.mats):
        after.step, after.order = "over", ()
    else:
        after.step, after.order = "board", clockwise(players, first)
        after.expedition += 1


@lru_cache(maxsize=4096)
def _with(box: Box, mat: tuple[str, ...], back: str) -> tuple[str, ...]:
    return tuple(one.code for one in box.astronauts if one.code in mat or one.code == back)


@lru_cache(maxsize=1024)
def _ways(box: Box, space: int) -> Ways:
    layout = box.board
    moons = sorted((moon for moon in layout.moons if space in moon.spaces), key=lambda moon: -moon.points)
    planets = tuple(Land(planet.code) for planet in layout.planets if space in planet.spaces)
    return Ways(
        tuple((layout.numbers[moon.code], (Land(moon.code), *planets)) for moon in moons),
        planets,
    )
