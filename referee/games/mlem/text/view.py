"""What is on the table of MLEM. Nothing is hidden."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from components import catalogue
from components.setup import Area, Fact, Placed
from components.wording import counted
from referee.engine.game import Seat, View
from referee.games.mlem.box import SLUG, Box
from referee.games.mlem.codes import show_roll
from referee.games.mlem.state import Figure, State, commander, turn_order


def view(state: State) -> View:
    boarded = [(seat, state.aboard[seat]) for seat in turn_order(state) if state.aboard[seat]]
    areas = [
        _area("boarding", "Aboard, the commander first", boarded),
        *(
            _area(place.code if place.kind == "deep" else f"{place.kind}-{place.code}", place.title, landed)
            for place, landed in zip(state.box.board.places, state.landed, strict=True)
        ),
        *(
            _area(f"mat-{seat + 1}", f"Mat of {name}", [(seat, one) for one in state.mats[seat]])
            for seat, name in enumerate(state.names)
        ),
    ]
    return View(tuple(areas), tuple(_facts(state)))


def _area(name: str, title: str, figures: Iterable[Figure]) -> Area:
    seats = catalogue.load(SLUG).seats
    pieces = tuple(Placed("astronauts", f"{code}-{seats[seat].letter}") for seat, code in figures)
    return Area(name, title, "list", pieces)


def _facts(state: State) -> Iterator[Fact]:
    if any(state.aboard):
        yield Fact("Commander", state.names[commander(state)], "ML 2.2")
    if state.step in ("roll", "use", "land"):
        yield Fact("Rocket", f"on space {state.at}", "ML 3.3")
        yield Fact("Pool", counted(state.pool, "die", "dice"), "ML 3.3")
    if state.roll:
        helped = f", and {state.added} from engineers" if state.added else ""
        yield Fact("Roll", f"{show_roll(state.roll)}{helped}", "ML 3.1")
    yield from failures_and_goals(state.box, state.names, state.failures, state.goals)


def failures_and_goals(
    box: Box, names: Sequence[str], failures: int, goals: Iterable[Seat | None]
) -> Iterator[Fact]:
    """The failure track, and who has claimed which goal."""
    yield Fact("Failures", f"{failures} of {box.expedition.failures}", "ML 4.1")
    for goal, seat in zip(box.goals, goals, strict=True):
        if seat is not None:
            yield Fact(f"Goal {goal.code}", names[seat], "ML 6.1")
