"""The table of MLEM. Nothing is hidden."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TypeAlias

from components.setup import Area, Fact, Placed, Tone
from components.wording import counted, listed
from referee.engine.game import Seat, View
from referee.games.mlem.box import AFTERBURNER, Box, Moon, Place, Planet
from referee.games.mlem.codes import show_roll
from referee.games.mlem.rules.goals import landings_of, progress
from referee.games.mlem.state import Figure, State
from referee.games.mlem.text.pieces import astronaut, board_under, lying

AHEAD = 10  # spaces of the lane that a glance shows


def view(state: State) -> View:
    """Most areas stay as they are from one event to the next: each is kept until what it shows changes."""
    box, names = state.box, state.names
    boarded = tuple([(seat, state.aboard[seat]) for seat in state.crew])
    lane, ahead = _lane(box, names, state.at, state.landed, boarded)
    boarding = _area(box, names, "boarding", "Aboard, the commander first", boarded)
    goals = _goals(box, names, state.landed, state.goals)
    mats = (_mat(box, names, seat, mat) for seat, mat in enumerate(state.mats))
    facts = tuple(_facts(state))
    areas = (lane, boarding, goals, *_places(box, names, state.landed), *mats)
    return View(areas, facts, View((ahead, boarding, goals), facts))


_Landed: TypeAlias = tuple[tuple[Figure, ...], ...]


@lru_cache(maxsize=64)
def _lane(
    box: Box, names: tuple[str, ...], at: int, landed: _Landed, boarded: tuple[Figure, ...]
) -> tuple[Area, Area]:
    """The track with the rocket and those aboard with it; and the part of it that lies ahead."""
    rocket = Placed("rocket", "rocket", (at, 0), name="Rocket")
    aboard = (replace(_piece(box, seat, code, names[seat]), at=(at, 0)) for seat, code in boarded)
    moons = zip(landed, box.board.moons, strict=False)
    owners = tuple(names[there[0][0]] if there else "" for there, _ in moons)
    lane = Area(
        "lane",
        "Star lane",
        "track",
        (*_spaces(box, owners), rocket, *aboard, *_beside(box, names, landed)),
        "On a space: the faces that it takes, then where astronauts land and the points for it.",
        _legend(box),
        board_under(box.board),
    )
    near = tuple(piece for piece in lane.pieces if piece.at and at <= piece.at[0] <= at + AHEAD)
    return lane, replace(lane, pieces=near, note="")


@lru_cache(maxsize=64)
def _beside(box: Box, names: tuple[str, ...], landed: _Landed) -> tuple[Placed, ...]:
    """The moons, the planets and deep space, which are printed beside the spaces, with who is there."""
    pieces = []
    for place, there in zip(box.board.places, landed, strict=True):
        who = (_figure_name(box, names[seat], code) for seat, code in there)
        note = ", ".join((_pays(place), *who))
        pieces.append(Placed("", place.code, name=place.title, note=note, holds=lying(there)))
    return tuple(pieces)


@lru_cache(maxsize=64)
def _places(box: Box, names: tuple[str, ...], landed: _Landed) -> tuple[Area, ...]:
    """The places where somebody is."""
    return tuple(
        _area(box, names, _name(place), place.title, there, _pays(place))
        for place, there in zip(box.board.places, landed, strict=True)
        if there
    )


@lru_cache(maxsize=64)
def _mat(box: Box, names: tuple[str, ...], seat: Seat, mat: tuple[str, ...]) -> Area:
    figures = tuple((seat, one) for one in mat)
    return _area(box, names, f"mat-{seat + 1}", f"Mat of {names[seat]}", figures)


@lru_cache(maxsize=64)
def _spaces(box: Box, owners: tuple[str, ...]) -> tuple[Placed, ...]:
    """The spaces with what they take and where they lead; `owners` of the moons, empty for a free one."""
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
def _legend(box: Box) -> tuple[tuple[str, str], ...]:
    spaces, worth = box.board.spaces, []
    values = sorted({space.afterburner for space in spaces if space.faces})
    for value in values:
        there = [space.number for space in spaces if space.faces and space.afterburner == value]
        worth.append(f"{value} on {there[0]} to {there[-1]}")
    return (
        (AFTERBURNER, f"afterburner: worth {', '.join(worth)}"),
        ("4/2/1", "points on a planet: for the most astronauts, the second most, and being there"),
    )


@lru_cache(maxsize=64)
def _goals(box: Box, names: tuple[str, ...], landed: _Landed, owners: tuple[Seat | None, ...]) -> Area:
    """Say what each goal wants, and who has it or comes nearest (ML 1.7, 6.1)."""
    counts = [progress(box.board, landings_of(landed, seat)) for seat in range(len(names))]
    pieces = []
    for goal, owner in zip(box.goals, owners, strict=True):
        own = [count[goal.code] for count in counts]
        stand = f"{names[owner]} has it" if owner is not None else _leaders(names, own)
        note = f"{goal.condition}, {counted(goal.points, 'point')}: {stand}"
        pieces.append(Placed("goals", goal.code, name=goal.name, note=note))
    return Area("goals", "Goals", "list", tuple(pieces))


def _leaders(names: Sequence[str], counts: Sequence[int]) -> str:
    best = max(counts)
    if not best:
        return "nobody yet"
    leaders = [name for name, count in zip(names, counts, strict=True) if count == best]
    return f"{listed(leaders)} {'has' if len(leaders) == 1 else 'have'} {best}"


@lru_cache(maxsize=256)
def _area(
    box: Box, names: tuple[str, ...], name: str, title: str, figures: tuple[Figure, ...], note: str = ""
) -> Area:
    pieces = tuple(_piece(box, seat, code, names[seat]) for seat, code in figures)
    return Area(name, title, "list", pieces, note)


@lru_cache(maxsize=256)
def _piece(box: Box, seat: Seat, code: str, owner: str) -> Placed:
    return Placed("astronauts", astronaut(seat, code), name=_figure_name(box, owner, code))


def _figure_name(box: Box, owner: str, code: str) -> str:
    return f"{owner}'s {box.astronaut(code).name.lower()}"


def _name(place: Place) -> str:
    return place.code if place.kind == "deep" else f"{place.kind}-{place.code}"


def _pays(place: Place) -> str:
    if isinstance(place, Planet):
        return f"{place.first} for the most, {place.second} for the second most, else {place.present}"
    return f"{counted(place.points, 'point')}{' each' if place.kind == 'deep' else ''}"


def _facts(state: State) -> Iterator[Fact]:
    if state.crew:
        yield Fact("Commander", state.names[state.crew[0]], "ML 2.2")
    if state.step in ("roll", "use", "land"):
        faces = " ".join(state.box.board.spaces[state.at].faces)
        yield Fact("Rocket", f"on space {state.at}, which takes {faces}", "ML 3.1")
        yield Fact("Pool", counted(state.pool, "die", "dice"), "ML 3.3")
    if state.shown.faces:
        helped = f", and {state.shown.added} from engineers" if state.shown.added else ""
        yield Fact("Roll", f"{show_roll(state.shown.faces)}{helped}", "ML 3.1")
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
