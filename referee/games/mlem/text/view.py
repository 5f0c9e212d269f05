"""The table of MLEM. Nothing is hidden."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from components.setup import Area, Fact, Placed, Resting, Tone
from components.wording import counted, listed
from referee.engine.game import Seat, View
from referee.games.mlem.box import AFTERBURNER, Box, Moon, Place, Planet
from referee.games.mlem.codes import show_roll
from referee.games.mlem.rules.goals import landings_of, progress
from referee.games.mlem.state import Figure, State

AHEAD = 10  # spaces of the lane that a glance shows
_TABLES = 8  # states to remember, as each player looks at the same one


def view(state: State, seat: Seat | None) -> View:
    """The table, which is the same for everybody."""
    return _view(state)


@lru_cache(_TABLES)
def _view(state: State) -> View:
    boarding = _area(state, "boarding", "Aboard, the commander first", _boarded(state))
    lane, goals, facts = _lane(state), _goals(state), tuple(_facts(state))
    mats = (
        _area(state, f"mat-{seat + 1}", f"Mat of {name}", tuple((seat, one) for one in state.mats[seat]))
        for seat, name in enumerate(state.names)
    )
    ahead = tuple(piece for piece in lane.pieces if piece.at and 0 <= piece.at[0] - state.at <= AHEAD)
    glance = View((replace(lane, pieces=ahead, note=""), boarding, goals), facts)
    return View((*_roll(state), lane, boarding, goals, *_places(state), *mats), facts, glance)


def _roll(state: State) -> Iterator[Area]:
    """The dice as they fell, and which of them the space of the rocket does not take (ML 3.2)."""
    takes = state.box.board.spaces[state.at].faces
    dice = tuple(Placed("", face, note="" if face in takes else "not here") for face in state.shown.faces)
    if dice:
        yield Area("roll", "Roll", "dice", dice)


def _boarded(state: State) -> tuple[Figure, ...]:
    return tuple((seat, state.aboard[seat]) for seat in state.crew)


def _lane(state: State) -> Area:
    """The track with the rocket and those aboard with it, and what is printed beside it."""
    rocket = Placed("rocket", "rocket", (state.at, 0), name="Rocket")
    aboard = (replace(_piece(state, *figure), at=(state.at, 0)) for figure in _boarded(state))
    return Area(
        "lane",
        "Star lane",
        "track",
        (*_spaces(state), rocket, *aboard, *_beside(state)),
        "On a space: the faces that it takes, then where astronauts land and the points for it.",
        _legend(state.box),
        board_under(state.box),
    )


def _beside(state: State) -> Iterator[Placed]:
    """The moons, the planets and deep space, which are printed beside the spaces, with who is there."""
    for place, there in zip(state.box.board.places, state.landed, strict=True):
        note = ", ".join((_pays(place), *(_figure_name(state, *figure) for figure in there)))
        yield Placed("", place.code, name=place.title, note=note, holds=lying(state.box, there))


def _places(state: State) -> Iterator[Area]:
    """The places where somebody is."""
    for place, there in zip(state.box.board.places, state.landed, strict=True):
        if there:
            yield _area(state, _name(place), place.title, there, _pays(place))


def _spaces(state: State) -> Iterator[Placed]:
    """The spaces with what they take and where they lead."""
    layout = state.box.board
    owners = {
        moon: state.names[there[0][0]]
        for moon, there in zip(layout.moons, state.landed, strict=False)
        if there
    }
    for space in layout.spaces:
        lead = [place for place in layout.places if space.number in place.spaces]
        if space.number == layout.end:
            lead = [layout.comet, layout.galaxy]
        notes = [f"takes {' '.join(space.faces)}"] if space.faces else []
        for place in lead:
            owner = owners.get(place) if isinstance(place, Moon) else None
            notes.append(f"{place.code} {owner or _points(place)}")
        name = listed(place.title for place in lead) if lead else ""
        code = str(space.number)
        yield Placed("", code, (space.number, 0), note=", ".join(notes), name=name, tone=_tone(lead))


def _tone(lead: Sequence[Place]) -> Tone:
    tones: dict[str, Tone] = {"moon": "sand", "planet": "teal", "deep": "violet"}
    return tones[lead[0].kind] if lead else ""


def _points(place: Place) -> str:
    """ "2", or on a planet by rank: "4/2/1"."""
    return "/".join(map(str, place.points)) if isinstance(place, Planet) else str(place.points)


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


def _goals(state: State) -> Area:
    """Say what each goal wants, and who has it or comes nearest (ML 1.7, 6.1)."""
    box, names = state.box, state.names
    counts = [progress(box.board, landings_of(state.landed, seat)) for seat in range(len(names))]
    pieces = []
    for goal, owner in zip(box.goals, state.goals, strict=True):
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


def _area(state: State, name: str, title: str, figures: Iterable[Figure], note: str = "") -> Area:
    return Area(name, title, "list", tuple(_piece(state, *figure) for figure in figures), note)


def _piece(state: State, seat: Seat, code: str) -> Placed:
    return Placed("astronauts", astronaut(state.box, seat, code), name=_figure_name(state, seat, code))


def _figure_name(state: State, seat: Seat, code: str) -> str:
    return f"{state.names[seat]}'s {state.box.astronaut(code).name.lower()}"


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


def board_under(box: Box) -> tuple[Placed, ...]:
    """The board of the box, if that is the one that is played on; one of one's own is not printed."""
    return (Placed("board", "board", (0, 0)),) if box.is_printed else ()


def lying(box: Box, there: Sequence[Figure]) -> tuple[Resting, ...]:
    """The astronauts at a place."""
    return tuple(Resting("", "astronauts", astronaut(box, seat, code)) for seat, code in there)


def astronaut(box: Box, seat: Seat, code: str) -> str:
    """The code of a player's astronaut."""
    return f"{code}-{box.components.seats[seat].letter}"
