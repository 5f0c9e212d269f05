"""The table of MLEM, and what happens there, in words. Nothing is hidden."""

from __future__ import annotations

from collections.abc import Iterator

from components import catalogue
from components.setup import Area, Fact, Placed
from referee.answers import Why
from referee.engine import Event, Telling, View
from referee.games.mlem import travel
from referee.games.mlem.box import SLUG
from referee.games.mlem.moves import Aboard, Crash, Help, Land, Stay, Use
from referee.games.mlem.notation import show_roll
from referee.games.mlem.state import Figure, State, clockwise, commander, fresh_engineers, turn_order
from referee.starters import Starts


def view(state: State) -> View:
    layout = state.box.board
    boarded = [(seat, state.aboard[seat]) for seat in turn_order(state) if state.aboard[seat]]
    areas = [
        _area("boarding", "Aboard, the commander first", boarded),
        *(
            _area(f"moon-{moon.code}", f"Moon {moon.code}", [landed] if landed else [])
            for moon, landed in zip(layout.moons, state.moons, strict=True)
        ),
        *(
            _area(f"planet-{planet.code}", f"Planet {planet.code} {planet.name}".rstrip(), landed)
            for planet, landed in zip(layout.planets, state.planets, strict=True)
        ),
        _area("comet", layout.comet.name, state.comet),
        _area("galaxy", layout.galaxy.name, state.galaxy),
        *(
            _area(f"mat-{seat + 1}", f"Mat of {name}", [(seat, one) for one in state.mats[seat]])
            for seat, name in enumerate(state.names)
        ),
    ]
    return View(tuple(areas), tuple(_facts(state)))


def tell(before: State, event: Event, after: State) -> Telling:
    lines = [*_lines(before, event, after), *_turning_points(before, after)]
    return Telling(tuple(lines), tuple(_why(before, event)))


def _area(name: str, title: str, figures: list[Figure] | tuple[Figure, ...]) -> Area:
    seats = catalogue.load(SLUG).seats
    pieces = tuple(Placed("astronauts", f"{code}-{seats[seat].letter}") for seat, code in figures)
    return Area(name, title, "list", pieces)


def _facts(state: State) -> Iterator[Fact]:
    if any(state.aboard):
        yield Fact("Commander", state.names[commander(state)], "ML 2.2")
    if state.step in ("roll", "use", "land"):
        yield Fact("Rocket", f"on space {state.at}", "ML 3.3")
        yield Fact("Pool", f"{state.pool} dice" if state.pool > 1 else "1 die", "ML 3.3")
    if state.roll:
        helped = f", and {state.added} of an engineer" if state.added else ""
        yield Fact("Roll", f"{show_roll(state.roll)}{helped}", "ML 3.1")
    yield Fact("Failures", f"{state.failures} of {state.box.expedition.failures}", "ML 4.1")
    for goal, seat in zip(state.box.goals, state.goals, strict=True):
        if seat is not None:
            yield Fact(f"Goal {goal.code}", state.names[seat], "ML 6.1")


def _lines(before: State, event: Event, after: State) -> Iterator[str]:
    name = "" if event.seat is None else before.names[event.seat]
    match event.what:
        case Starts():
            yield f"{event.what.name} is the first commander [ML 2.1]."
        case Aboard():
            yield f"{name} puts the {event.what.astronaut} aboard."
            if after.step == "roll":
                yield f"The rocket is on space {after.at} [ML 2.1]."
        case Help():
            helper = before.names[fresh_engineers(before)[0]]
            yield f"The engineer of {helper} adds a {before.box.engineers_face} [ML 3.4]."
        case Use():
            leg = travel.legs(before.board, before.at, before.roll, before.added)[event.what]
            dice = "1 die" if leg.pool == 1 else f"{leg.pool} dice"
            yield f"The rocket moves from {before.at} to {leg.arrival}; {dice} in the pool [ML 3.3]."
            if leg.arrival == before.box.board.end:
                place = before.box.board.comet.name.lower()
                yield f"Deep space: {before.names[commander(before)]} is on the {place} [ML 5.4]."
        case Crash():
            yield f"{name} lets the engineer sit still."
        case Land():
            assert event.seat is not None
            yield f"The {before.aboard[event.seat]} of {name} lands on {event.what.place}."
        case Stay():
            yield f"{name} stays aboard."
        case _:
            yield f"{before.names[commander(before)]} rolls {show_roll(event.what.faces)}."


def _turning_points(before: State, after: State) -> Iterator[str]:
    if after.failures > before.failures:
        yield f"The rocket crashes: failure {after.failures} [ML 4.1]."
    for goal, old, new in zip(before.box.goals, before.goals, after.goals, strict=True):
        if old is None and new is not None:
            yield f"{after.names[new]} claims the goal {goal.code} [ML 6.1]."
    if after.step == "over":
        yield "The game ends [ML 7.1]."
    elif after.starter != before.starter and before.starter is not None:
        first = clockwise(len(after.names), after.starter or 0)[0]
        yield f"The expedition is over. The next commander is {after.names[first]} [ML 5.5]."


def _why(before: State, event: Event) -> Iterator[Why]:
    if isinstance(event.what, Use):
        space = before.box.board.spaces[before.at]
        own = before.box.engineers_face
        counts = {face: before.roll.count(face) + before.added * (face == own) for face in event.what.faces}
        worth = " + ".join(f"{count} × {space.value(face)}" for face, count in counts.items())
        total = sum(count * space.value(face) for face, count in counts.items())
        yield Why("distance", f"{worth} = {total}", "ML 3.2")
