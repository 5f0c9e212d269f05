"""What is on the table of MLEM. Nothing is hidden."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from components import catalogue
from components.setup import Area, Fact, Placed, Tone
from components.wording import counted, listed
from referee.engine.game import Seat, View
from referee.games.mlem.box import AFTERBURNER, SLUG, Box, Goal, Moon, Place, Planet
from referee.games.mlem.codes import show_roll
from referee.games.mlem.rules.goals import progress
from referee.games.mlem.state import Figure, State, box_of, commander, turn_order

AHEAD = 10  # spaces of the lane that a glance shows


def view(state: State) -> View:
    boarded = [(seat, state.aboard[seat]) for seat in turn_order(state) if state.aboard[seat]]
    lane, goals = _lane(state, boarded), _goals(state)
    boarding = _area(state, "boarding", "Aboard, the commander first", boarded)
    places = (
        _area(state, _name(place), place.title, landed, _pays(place))
        for place, landed in zip(state.box.board.places, state.landed, strict=True)
        if landed
    )
    mats = (
        _area(state, f"mat-{seat + 1}", f"Mat of {name}", [(seat, one) for one in state.mats[seat]])
        for seat, name in enumerate(state.names)
    )
    facts = tuple(_facts(state))
    ahead = replace(lane, pieces=tuple(piece for piece in lane.pieces if _is_ahead(state, piece)), note="")
    glance = View((ahead, boarding, goals), facts)
    return View((lane, boarding, goals, *places, *mats), facts, glance)


def _lane(state: State, boarded: Sequence[Figure]) -> Area:
    """The track with the rocket, and those aboard with it."""
    here = (state.at, 0)
    rocket = Placed("rocket", "rocket", here, name="Rocket")
    aboard = (replace(piece, at=here) for piece in _pieces(state, boarded))
    owners = tuple(
        state.names[there[0][0]] if there else "" for there in state.landed[: len(state.box.board.moons)]
    )
    return Area(
        "lane",
        "Star lane",
        "track",
        (*_spaces(state.board, owners), rocket, *aboard),
        "On a space: the faces that it takes, then where astronauts land and the points for it.",
        _legend(state.board),
    )


@lru_cache(maxsize=64)
def _spaces(board: str, owners: tuple[str, ...]) -> tuple[Placed, ...]:
    """The spaces with what they take and where they lead; `owners` of the moons, empty for a free one."""
    box = box_of(board)
    layout = box.board
    moons = dict(zip(layout.moons, owners, strict=True))
    pieces = []
    for space in layout.spaces:
        lead = [place for place in layout.places if space.number in place.spaces]
        if space.number == layout.end:
            lead = [layout.comet, layout.galaxy]
        notes = [f"takes {' '.join(space.faces)}"] if space.faces else []
        for place in lead:
            taken = isinstance(place, Moon) and moons[place]
            notes.append(f"{place.code} {taken or _points(place)}")
        name = listed(place.title for place in lead) if lead else ""
        code = str(space.number)
        pieces.append(Placed("", code, (space.number, 0), note=", ".join(notes), name=name, tone=_tone(lead)))
    return tuple(pieces)


def _tone(lead: Sequence[Place]) -> Tone:
    tones: dict[str, Tone] = {"moon": "sand", "planet": "teal", "deep": "violet"}
    return tones[lead[0].kind] if lead else ""


def _points(place: Place) -> str:
    """ "2", or on a planet by rank: "4/2/1"."""
    return "/".join(map(str, place.points)) if isinstance(place, Planet) else str(place.points)


@lru_cache(maxsize=8)
def _legend(board: str) -> tuple[tuple[str, str], ...]:
    box = box_of(board)
    spaces, worth = box.board.spaces, []
    values = sorted({space.afterburner for space in spaces if space.faces})
    for value in values:
        there = [space.number for space in spaces if space.faces and space.afterburner == value]
        worth.append(f"{value} on {there[0]} to {there[-1]}")
    return (
        (AFTERBURNER, f"afterburner: worth {', '.join(worth)}"),
        ("4/2/1", "points on a planet: for the most astronauts, the second most, and being there"),
    )


def _is_ahead(state: State, piece: Placed) -> bool:
    """Whether it is on one of the next spaces, or where the rocket is."""
    return piece.at is not None and state.at <= piece.at[0] <= state.at + AHEAD


def _goals(state: State) -> Area:
    """What each goal wants, and who has it or comes nearest (ML 1.7, 6.1)."""
    box = state.box
    counts = [progress(box.board, state.landed, seat) for seat in range(len(state.names))]
    pieces = []
    for goal, owner in zip(box.goals, state.goals, strict=True):
        who = state.names[owner] if owner is not None else ""
        stand = f"{who} has it" if who else _leaders(state, goal, [count[goal.code] for count in counts])
        note = f"{goal.condition}, {counted(goal.points, 'point')}: {stand}"
        pieces.append(Placed("goals", goal.code, name=goal.name, note=note))
    return Area("goals", "Goals", "list", tuple(pieces))


def _leaders(state: State, goal: Goal, counts: Sequence[int]) -> str:
    best = max(counts)
    if not best:
        return "nobody yet"
    names = [name for name, count in zip(state.names, counts, strict=True) if count == best]
    return f"{listed(names)} {'has' if len(names) == 1 else 'have'} {best}"


def _area(state: State, name: str, title: str, figures: Iterable[Figure], note: str = "") -> Area:
    return Area(name, title, "list", tuple(_pieces(state, figures)), note)


def _pieces(state: State, figures: Iterable[Figure]) -> Iterator[Placed]:
    seats = catalogue.load(SLUG).seats
    for seat, code in figures:
        name = f"{state.names[seat]}'s {state.box.astronaut(code).name.lower()}"
        yield Placed("astronauts", f"{code}-{seats[seat].letter}", name=name)


def _name(place: Place) -> str:
    return place.code if place.kind == "deep" else f"{place.kind}-{place.code}"


def _pays(place: Place) -> str:
    if isinstance(place, Planet):
        return f"{place.first} for the most, {place.second} for the second most, else {place.present}"
    return f"{counted(place.points, 'point')}{' each' if place.kind == 'deep' else ''}"


def _facts(state: State) -> Iterator[Fact]:
    if any(state.aboard):
        yield Fact("Commander", state.names[commander(state)], "ML 2.2")
    if state.step in ("roll", "use", "land"):
        faces = " ".join(state.box.board.spaces[state.at].faces)
        yield Fact("Rocket", f"on space {state.at}, which takes {faces}", "ML 3.1")
        yield Fact("Pool", counted(state.pool, "die", "dice"), "ML 3.3")
    if state.roll:
        helped = f", and {state.added} from engineers" if state.added else ""
        yield Fact("Roll", f"{show_roll(state.roll)}{helped}", "ML 3.1")
    yield _failures(state.box, state.failures)


def failures_and_goals(
    box: Box, names: Sequence[str], failures: int, goals: Iterable[Seat | None]
) -> Iterator[Fact]:
    """The failure track, and who has claimed which goal."""
    yield _failures(box, failures)
    for goal, seat in zip(box.goals, goals, strict=True):
        if seat is not None:
            yield Fact(f"Goal {goal.code}", names[seat], "ML 6.1")


def _failures(box: Box, failures: int) -> Fact:
    return Fact("Failures", f"{failures} of {box.expedition.failures}", "ML 4.1")
