"""The score pad of MLEM: the table flies, and the referee is told who landed where and what crashed.

The pad claims the goals itself, keeps the failure marker, and knows when the game ends. Landings are told
in the order in which they happen, as ranks and goals depend on it; and the rocket only flies on (ML 3.2).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from components.errors import UsageError, did_you_mean
from components.setup import Area, Fact, Placed
from referee.engine import ALLOWED, OVER, Event, Ruling, Seat, Seats, Telling, Turn, View, refused
from referee.games.mlem import game, scoring
from referee.games.mlem.box import SLUG, Box
from referee.games.mlem.position import Landed, Position, progress
from referee.games.mlem.position import check as check_position
from referee.games.mlem.state import box_of
from referee.pads import chance as chance
from referee.pads import faults as faults
from referee.pads import known as known
from referee.pads import resolve as resolve
from referee.scoresheet import PlayerScore, ScoreSheet
from referee.typed import alone, read_verb

slug: Final = SLUG
version: Final = 2  # of the pad; the rules of the game have their own

embed = game.embed


@dataclass(frozen=True, slots=True)
class Land:
    """An astronaut has landed on that moon or planet, or in deep space (ML 5).

    astronaut  empty if it was not said; then it is none that doubles there (ML 7.3)
    """

    place: str
    astronaut: str = ""

    def __str__(self) -> str:
        return f"land {self.place} {self.astronaut}".rstrip()


@dataclass(frozen=True, slots=True)
class Crash:
    """The rocket has crashed, and who had a parachute has landed (ML 4.1)."""

    def __str__(self) -> str:
        return "crash"


@dataclass(frozen=True, slots=True)
class End:
    """The expedition is over without a crash (ML 5.4, 5.5)."""

    def __str__(self) -> str:
        return "end"


Move: TypeAlias = Land | Crash | End

CRASH, END = Crash(), End()


class Landing(NamedTuple):
    """Who landed where, and in which expedition, from 1."""

    expedition: int
    seat: Seat
    move: Land


class State(NamedTuple):
    """What the table has said.

    board     a typed-in board, see `game.embed`; empty for our own
    landings  in order
    failures  steps of the failure marker
    goals     goal by goal, the seat that claimed it
    """

    names: tuple[str, ...]
    board: str
    expedition: int
    landings: tuple[Landing, ...]
    failures: int
    goals: tuple[Seat | None, ...]
    over: bool

    @property
    def box(self) -> Box:
        return box_of(self.board)

    @property
    def landed_now(self) -> tuple[Landing, ...]:
        """Those of this expedition."""
        return tuple(one for one in self.landings if one.expedition == self.expedition)


def start(names: Sequence[str], options: Mapping[str, str]) -> State:
    board = game.start(names, options).board
    return State(tuple(names), board, 1, (), 0, (None,) * len(box_of(board).goals), False)


def turn(state: State) -> Turn:
    return OVER if state.over else Seats(tuple(range(len(state.names))))


def is_nobodys(state: State, move: Move) -> bool:
    """An expedition ends for all."""
    return not isinstance(move, Land)


def round_name(state: State) -> str:
    return f"expedition {state.expedition}"


def moves(state: State, seat: Seat) -> Sequence[Move]:
    """All but those that name the astronaut."""
    every: tuple[Move, ...] = (*map(Land, _places(state.board)), CRASH, END)
    return tuple(move for move in every if check(state, seat, move).allowed)


def hint(state: State, seat: Seat) -> str:
    if state.over:
        return ""
    doubling = ", ".join(f"{one.code} ({one.doubles})" for one in state.box.astronauts if one.doubles)
    return f"Name an astronaut that doubles: land A ace. They are {doubling}. Parachutes land before crash."


def check(state: State, seat: Seat, move: Move) -> Ruling:
    if state.over:
        return refused("The game is over.", "ML 7.1")
    if isinstance(move, Land):
        return _check_land(state, seat, move)
    layout, places = state.box.board, [one.move.place for one in state.landed_now]
    deep = layout.comet.code in places or layout.galaxy.code in places
    if isinstance(move, Crash):
        return refused("The rocket is in deep space: the expedition ends.", "ML 5.4") if deep else ALLOWED
    if deep and layout.comet.code not in places:
        return refused(f"The commander is still to land on {layout.comet.code}.", "ML 5.4")
    return ALLOWED


def apply(state: State, seat: Seat, move: Move) -> State:
    if isinstance(move, Land):
        landed = state._replace(landings=(*state.landings, Landing(state.expedition, seat, move)))
        return landed._replace(goals=tuple(_claimed(landed, seat)))
    failures = state.failures + (state.box.expedition.crash_steps if isinstance(move, Crash) else 0)
    seats = [one.seat for one in state.landings]
    used_up = max(map(seats.count, range(len(state.names)))) == len(state.box.astronauts)
    if used_up or failures >= state.box.expedition.failures:
        return state._replace(failures=failures, over=True)
    return state._replace(failures=failures, expedition=state.expedition + 1)


def view(state: State, seat: Seat | None) -> View:
    """Everywhere somebody has landed, and what the tracks show."""
    titles = _places(state.board)
    areas = [
        Area(
            f"place-{code}",
            title[0].upper() + title[1:],
            "list",
            tuple(
                Placed("", state.names[one.seat], note=one.move.astronaut)
                for one in state.landings
                if one.move.place == code
            ),
        )
        for code, title in titles.items()
    ]
    return View(tuple(area for area in areas if area.pieces), tuple(_facts(state)))


def tell(before: State, event: Event, after: State, seat: Seat | None) -> Telling:
    assert event.seat is not None
    return Telling(tuple(_told(before, event.seat, event.what, after)))


def score(state: State) -> ScoreSheet[PlayerScore]:
    """ML 7"""
    sheet, _ = scoring.score(state.box, state.names, position(state))
    return sheet if state.over else replace(sheet, winners=())


def position(state: State) -> Position:
    """Where everybody has landed, as the score needs it."""
    layout, found = state.box.board, {code: tuple(_landed(state, code)) for code in _places(state.board)}
    goals = zip(state.box.goals, state.goals, strict=True)
    return Position(
        moons={moon.code: found[moon.code][0] for moon in layout.moons if found[moon.code]},
        planets={planet.code: found[planet.code] for planet in layout.planets},
        comet=found[layout.comet.code],
        galaxy=found[layout.galaxy.code],
        goals={goal.code: state.names[seat] for goal, seat in goals if seat is not None},
    )


def read(state: State, seat: Seat | None, text: str) -> Move:
    """`land m3`, `land A ace`, `crash` or `end`. Raises `UsageError` for anything else."""
    reader, rest = read_verb(text, _READERS)
    return reader(state, rest, f'"{text}"')


def _check_land(state: State, seat: Seat, move: Land) -> Ruling:
    name, layout = state.names[seat], state.box.board
    now = state.landed_now
    if any(one.seat == seat for one in now):
        return refused(f"{name} has landed in this expedition; write end or crash first.", "ML 2.1")
    places = [one.move.place for one in now]
    if move.place in (layout.comet.code, layout.galaxy.code):
        if move.place == layout.comet.code and move.place in places:
            return refused("There is one commander.", "ML 5.4")
        if len(now) == len(state.names) - 1 and layout.comet.code not in (*places, move.place):
            return refused(f"Somebody is the commander, on {layout.comet.code}.", "ML 5.4")
    elif layout.comet.code in places or layout.galaxy.code in places:
        return refused("The rocket is in deep space.", "ML 5.4")
    if move.place in (moon.code for moon in layout.moons):
        for one in state.landings:
            if one.move.place == move.place:
                return refused(f"{state.names[one.seat]} is on {move.place}.", "ML 5.2")
    if not _flies_on(state, [*[one.move for one in now], move]):
        last = now[-1]
        return refused(
            f"When {state.names[last.seat]} landed on {last.move.place}, {move.place} lay behind the rocket. "
            "Tell landings in the order they happened; undo takes one back",
            "ML 3.2",
        )
    own = [one.move.astronaut for one in state.landings if one.seat == seat]
    if move.astronaut and move.astronaut in own:
        return refused(f"{name} has landed the {move.astronaut} before.", "ML 1.3")
    try:
        check_position(state.box, position(apply(state, seat, move)))
    except UsageError as problem:
        return refused(problem.what, "ML 1.3")
    return ALLOWED


def _flies_on(state: State, moves: Sequence[Land]) -> bool:
    """Whether a rocket that only flies on can have stopped for those landings, one after the other (ML 3.2).

    An astronaut that is not named may have been a navigator (ML 5.3).
    """
    box, at = state.box, 0
    for move in moves:
        reach = box.navigators_reach if move.astronaut in ("", "navigator") else 0
        stops = [
            stop
            for space in _spaces(state.board)[move.place]
            for stop in range(space - reach, space + reach + 1)
            if max(at, box.expedition.landing_from) <= stop <= box.board.end
        ]
        if not stops:
            return False
        at = min(stops)
    return True


def _claimed(state: State, seat: Seat) -> Iterator[Seat | None]:
    """The goals with those that this seat meets now (ML 6.1)."""
    own = progress(position(state), state.names[seat])
    for goal, owner in zip(state.box.goals, state.goals, strict=True):
        yield seat if owner is None and own[goal.code] >= goal.needed else owner


def _landed(state: State, place: str) -> Iterator[Landed]:
    doubling = {one.code: one.doubles for one in state.box.astronauts}
    kind = _kinds(state.board)[place]
    for one in state.landings:
        if one.move.place == place:
            yield Landed(state.names[one.seat], doubling.get(one.move.astronaut) == kind)


def _facts(state: State) -> Iterator[Fact]:
    if not state.over:
        yield Fact("Expedition", f"{state.expedition}", "ML 2.1")
    yield Fact("Failures", f"{state.failures} of {state.box.expedition.failures}", "ML 4.1")
    for goal, seat in zip(state.box.goals, state.goals, strict=True):
        if seat is not None:
            yield Fact(f"Goal {goal.code}", state.names[seat], "ML 6.1")


def _told(before: State, seat: Seat, move: Move, after: State) -> Iterator[str]:
    if isinstance(move, Land):
        who = f"The {move.astronaut} of {before.names[seat]}" if move.astronaut else before.names[seat]
        yield f"{who} is on {_places(before.board)[move.place]}."
        for goal, earlier, owner in zip(before.box.goals, before.goals, after.goals, strict=True):
            if owner != earlier:
                yield f"{before.names[seat]} claims the goal {goal.code} [ML 6.1]."
        return
    if isinstance(move, Crash):
        yield f"Failure {after.failures} of {after.box.expedition.failures} [ML 4.1]."
    standing = ", ".join(f"{player.name} {player.total}" for player in score(after).players)
    yield f"After expedition {before.expedition}: {standing}."
    if after.over:
        yield "The game ends [ML 7.1]."


@cache
def _places(board: str) -> dict[str, str]:
    """The codes of all places to land, with their titles."""
    layout = box_of(board).board
    moons = {moon.code: f"moon {moon.code}" for moon in layout.moons}
    planets = {one.code: f"planet {one.code} {one.name}".rstrip() for one in layout.planets}
    return moons | planets | {one.code: f"the {one.name.lower()}" for one in (layout.comet, layout.galaxy)}


@cache
def _spaces(board: str) -> dict[str, tuple[int, ...]]:
    """The spaces that lead to each place; the end of the track leads to deep space."""
    layout = box_of(board).board
    moons = {moon.code: moon.spaces for moon in layout.moons}
    planets = {planet.code: planet.spaces for planet in layout.planets}
    return moons | planets | dict.fromkeys((layout.comet.code, layout.galaxy.code), (layout.end,))


@cache
def _kinds(board: str) -> dict[str, str]:
    """What doubles on each place: "moon", "planet" or "deep" (ML 7.3)."""
    layout = box_of(board).board
    moons = dict.fromkeys((moon.code for moon in layout.moons), "moon")
    planets = dict.fromkeys((planet.code for planet in layout.planets), "planet")
    return moons | planets | dict.fromkeys((layout.comet.code, layout.galaxy.code), "deep")


def _read_land(state: State, rest: str, where: str) -> Land:
    place, _, word = rest.partition(" ")
    codes = {code.casefold(): code for code in _places(state.board)}
    if place.casefold() not in codes:
        todo = did_you_mean(place, codes.values())
        raise UsageError(f'"{place}" is no place to land.', where=where, todo=todo)
    astronaut = word.strip().casefold()
    known_ones = [one.code for one in state.box.astronauts]
    if astronaut and astronaut not in known_ones:
        todo = did_you_mean(astronaut, known_ones)
        raise UsageError(f'There is no astronaut "{word}".', where=where, todo=todo)
    return Land(codes[place.casefold()], astronaut)


_READERS: Mapping[str, Callable[[State, str, str], Move]] = {
    "land": _read_land,
    "crash": alone(CRASH),
    "end": alone(END),
}
