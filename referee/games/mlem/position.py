"""Positions that people type: a whole table as TOML, for `score` who has landed where; and their faults.

The keys of the TOML are those of `examples/positions/mlem.toml`.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final, NamedTuple, TypeVar

from components.errors import UsageError, did_you_mean
from components.toml import Table
from components.wording import counted
from referee.engine.asking.photographed import UNSURE, Lying, Photographed, Shown, named, table_of
from referee.engine.game import Ruling, refused
from referee.engine.typed import read_seat
from referee.games.mlem.box import Box, Goal, Place
from referee.games.mlem.codes import find_code, read_astronaut
from referee.games.mlem.rules.astronauts import Landed, Landings
from referee.games.mlem.rules.goals import landings_of, progress
from referee.games.mlem.state import Figure, State, clockwise

T = TypeVar("T")


def _landed_shown(shown: Shown) -> str:
    """Everybody on the board, by places; on a planet, from the left."""
    return table_of(
        {
            place.code: ", ".join(
                _whose(one, shown) for one in sorted(shown.pieces, key=_from_left) if one.slot == place.code
            )
            for place in shown.box.board.places
            if any(one.slot == place.code for one in shown.pieces)
        }
    )


def _whose(one: Lying, shown: Shown) -> str:
    """The owner and the astronaut: "Bo scout"."""
    astronaut, owner = named(one.code, shown.box, shown.names) if one.code else (UNSURE, UNSURE)
    return f"{owner} {astronaut}"


def _from_left(one: Lying) -> float:
    return one.outline[0][0] + one.outline[2][0]


def _aboard_shown(shown: Shown) -> str:
    """The astronaut of each player in the seats of the rocket."""
    crew = [_whose(one, shown).rpartition(" ") for one in shown.pieces if one.slot == "seat"]
    return table_of({owner: astronaut for owner, _, astronaut in crew})


def _goals_shown(shown: Shown) -> str:
    """The goals that lie on a player's mat."""
    mats = {one.text: shown.table.pieces[one.under] for one in shown.pieces if one.under is not None}
    return table_of(
        {goal: named(mat.code, shown.box, shown.names)[1] for goal, mat in mats.items() if mat.code}
    )


PHOTOGRAPHS: Final = {
    "landed": Photographed(
        ("board", "astronauts"), ("astronauts",), whole=True, bare=True, write=_landed_shown
    ),
    "aboard": Photographed(
        ("boarding", "astronauts"), ("astronauts",), whole=True, bare=True, write=_aboard_shown
    ),
    "goals": Photographed(("goals", "mats"), ("goals",), whole=True, bare=True, write=_goals_shown),
}


def place(start: State, position: Table) -> State:
    """The state at the beginning of an expedition or, with somebody aboard, before a roll.

    Raises `DataError` for unknown keys, and `UsageError` for unknown players and astronauts.
    """
    box, names = start.box, start.names
    landed = position.table("landed")
    figures = tuple(_figures(start, landed, place) for place in box.board.places)
    landed.done()
    goals, aboard, rocket = (position.table(name) for name in ("goals", "aboard", "rocket"))
    claimed = [goals.text(goal.code, "") for goal in box.goals]
    boarding = [aboard.text(name, "") for name in names]
    boarded = tuple(read_astronaut(text, box, aboard.where()) if text else "" for text in boarding)
    starter = read_seat(position.text("first"), names, position.where())
    crew = tuple(seat for seat in clockwise(len(names), starter) if boarded[seat])
    flies = bool(crew)
    at = rocket.integer("space") if flies else box.expedition.start_space
    state = replace(
        start,
        starter=starter,
        failures=position.integer("failures", 0),
        aboard=boarded,
        crew=crew,
        at=at,
        pool=rocket.integer("dice") if flies else box.dice,
        tired=tuple(read_seat(name, names, rocket.where()) for name in rocket.texts("helped", ())),
        landed=figures,
        landings=tuple(landings_of(figures, seat) for seat in range(len(names))),
        goals=tuple(read_seat(name, names, goals.where()) if name else None for name in claimed),
    )
    for table in (goals, aboard, rocket, position):
        table.done()
    mats = _mats(state)
    over = state.failures >= box.expedition.failures or not (flies or all(mats))
    order = () if over or flies else clockwise(len(names), starter)
    return replace(state, mats=mats, step="over" if over else "roll" if flies else "board", order=order)


def read_landings(
    box: Box,
    moon: Iterable[str] = (),
    planet: Iterable[str] = (),
    comet: Iterable[str] = (),
    galaxy: Iterable[str] = (),
    goal: Iterable[str] = (),
) -> Landings:
    """Read where everybody has landed, from the options of `score` with their values as typed.

    Raises `UsageError` for what cannot be read, a place or goal that is unknown or given twice, and
    a moon or goal with more than one name.
    """
    board = box.board
    moons = _by_code("--moon", moon, board.moons)
    planets = _by_code("--planet", planet, board.planets)
    goals = _by_code("--goal", goal, box.goals)
    on_moon, on_planet, in_deep = (box.doubling(kind).number for kind in ("moon", "planet", "deep"))
    found = {code: (_only(_landed(value, on_moon), value),) for code, value in moons.items()}
    landed = {code: _landed(value, on_planet) for code, value in planets.items()} | found
    for option, place, texts in (("--comet", board.comet, comet), ("--galaxy", board.galaxy, galaxy)):
        landed[place.code] = tuple(one for text in texts for one in _landed(_Value(option, text), in_deep))
    return Landings(
        tuple(landed.get(place.code, ()) for place in board.places),
        {code: _only(_names(value), value) for code, value in goals.items()},
    )


def _figures(start: State, landed: Table, place: Place) -> tuple[Figure, ...]:
    """The astronauts of "Ann ace, Bo scout"."""
    where = f"{landed.where()}.{place.code}"
    texts = [text.strip() for text in landed.text(place.code, "").split(",")]
    figures = tuple(_figure(start, text, where) for text in texts if text)
    if len(figures) > 1 and place.kind == "moon":
        what = f"{len(figures)} astronauts are on {place.code}."
        raise UsageError(what, where=where, todo="A moon has room for one.")
    return figures


def _figure(start: State, text: str, where: str) -> Figure:
    name, _, astronaut = text.rpartition(" ")
    return read_seat(name.strip(), start.names, where), read_astronaut(astronaut, start.box, where)


def _mats(state: State) -> tuple[tuple[str, ...], ...]:
    """The astronauts that are neither aboard nor on the board."""
    away = set(state.away)
    codes = [astronaut.code for astronaut in state.box.astronauts]
    return tuple(
        tuple(code for code in codes if (seat, code) not in away) for seat in range(len(state.names))
    )


class _Value(NamedTuple):
    """The text after the sign, and where it was typed."""

    where: str
    text: str


def _by_code(option: str, values: Iterable[str], known: Iterable[Place | Goal]) -> dict[str, _Value]:
    """The values of an option such as `--planet A=Ann,Bo`, by the code."""
    names = {one.code: one.name for one in known}
    read: dict[str, _Value] = {}
    for value in values:
        typed, sign, text = value.partition("=")
        where = f'{option} "{value}"'
        code = find_code(typed, names)
        if code is None:
            todo = did_you_mean(typed.strip(), names)
            raise UsageError(f'There is no "{typed.strip()}".', where=where, todo=todo)
        if not sign:
            raise UsageError("No player is named.", where=where, todo=f"Write {option} {code}=NAME.")
        if code in read:
            raise UsageError(f"{code} is given twice.", where=where, todo=f"Write one {option} {code}=…")
        read[code] = _Value(where, text)
    return read


def _landed(value: _Value, factor: int) -> tuple[Landed, ...]:
    """The astronauts of `Ann:2,Bo,Cy*`; the one that doubles is marked with its factor or a star."""
    landed = []
    for text in _split(value):
        name, colon, mark = text.rpartition(":")
        if colon and mark.strip() != str(factor):
            raise UsageError(
                f'"{mark.strip()}" in "{text}" is not a mark.',
                where=value.where,
                todo=f"Write NAME once for each astronaut, NAME:{factor} or NAME* for the one that doubles.",
            )
        plain = name if colon else text.removesuffix("*")
        landed.append(Landed(_name(plain, value), doubles=plain != text))
    return tuple(landed)


def _names(value: _Value) -> tuple[str, ...]:
    return tuple(_name(text, value) for text in _split(value))


def _split(value: _Value) -> list[str]:
    return [text.strip() for text in re.split("[,;]", value.text)]


def _name(text: str, value: _Value) -> str:
    name = text.strip()
    if not name:
        raise UsageError("A name is missing.", where=value.where, todo="Write NAME or NAME,NAME.")
    if found := re.search("[=:*]", name):
        what = f'"{found[0]}" in "{name}" is not expected here.'
        raise UsageError(what, where=value.where, todo="Write NAME.")
    return name


def _only(values: tuple[T, ...], value: _Value) -> T:
    if len(values) > 1:
        raise UsageError(f"{len(values)} names are given.", where=value.where, todo="There is room for one.")
    return values[0]


def faults(state: State) -> Iterator[Ruling]:
    """Astronauts that are missing or appear twice, numbers out of range, goals that are not met."""
    box = state.box
    there = Counter([*state.away, *((seat, one) for seat, mat in enumerate(state.mats) for one in mat)])
    for seat, name in enumerate(state.names):
        for astronaut in box.astronauts:
            count = there[seat, astronaut.code]
            if count != 1:
                yield refused(f"{name} has {counted(count, astronaut.name.lower())}.", "ML 1.3")
        if sorted(state.landings[seat]) != sorted(landings_of(state.landed, seat)):
            yield refused(f"{name}'s landings are not where {name}'s astronauts are.", "ML 1.3")
    if not 0 <= state.failures <= box.expedition.failures:
        yield refused(f"There are {state.failures} failures.", "ML 1.1")
    if not 0 <= state.at <= box.board.end - (state.step == "roll"):
        yield refused(f"The rocket is on space {state.at}.", "ML 1.1")
    if not box.expedition.least_pool <= state.pool <= box.dice:
        yield refused(f"The pool has {state.pool} dice.", "ML 3.3")
    for goal, owner in zip(box.goals, state.goals, strict=True):
        if owner is not None and progress(box.board, state.landings[owner])[goal.code] < goal.needed:
            yield refused(f"The goal {goal.code} is not met.", "ML 1.7")
