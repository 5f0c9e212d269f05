"""A position of MLEM that somebody typed in: who has landed where, the goals, and perhaps a rocket in flight.

Its keys are those of `examples/positions/mlem.toml`.
"""

from __future__ import annotations

from components.errors import UsageError, did_you_mean
from components.reading import Table
from referee.games.mlem.state import Figure, State, clockwise
from referee.typed import read_seat


def place(start: State, position: Table) -> State:
    """The state at the beginning of an expedition or, with somebody aboard, before a roll.

    Raises `DataError` for keys and codes there are not, and `UsageError` for names.
    """
    box, names = start.box, start.names
    board = box.board
    landed = position.table("landed")
    moons = [_only(_figures(start, landed, moon.code), moon.code) for moon in board.moons]
    planets = [_figures(start, landed, planet.code) for planet in board.planets]
    comet, galaxy = (_figures(start, landed, deep.code) for deep in (board.comet, board.galaxy))
    landed.done()
    goals, aboard, rocket = (position.table(name) for name in ("goals", "aboard", "rocket"))
    claimed = [goals.text(goal.code, "") for goal in box.goals]
    boarded = tuple(_astronaut(start, aboard.text(name, ""), aboard.where()) for name in names)
    flies = any(boarded)
    at = rocket.integer("space") if flies else box.expedition.start_space
    state = start._replace(
        starter=read_seat(position.text("first"), names, position.where()),
        failures=position.integer("failures", 0),
        aboard=boarded,
        at=at,
        pool=rocket.integer("dice") if flies else box.dice,
        tired=tuple(read_seat(name, names, rocket.where()) for name in rocket.texts("helped", ())),
        moons=tuple(moons),
        planets=tuple(planets),
        comet=comet,
        galaxy=galaxy,
        goals=tuple(read_seat(name, names, goals.where()) if name else None for name in claimed),
    )
    for table in (goals, aboard, rocket, position):
        table.done()
    mats = _mats(state)
    over = state.failures >= box.expedition.failures or not (flies or all(mats))
    order = () if over or flies else clockwise(len(names), state.starter or 0)
    return state._replace(mats=mats, step="over" if over else "roll" if flies else "board", order=order)


def _figures(start: State, landed: Table, code: str) -> tuple[Figure, ...]:
    """Those of "Ann ace, Bo scout"."""
    where = f"{landed.where()}.{code}"
    texts = [text.strip() for text in landed.text(code, "").split(",")]
    return tuple(_figure(start, text, where) for text in texts if text)


def _figure(start: State, text: str, where: str) -> Figure:
    name, _, astronaut = text.rpartition(" ")
    return read_seat(name.strip(), start.names, where), _astronaut(start, astronaut, where)


def _astronaut(start: State, text: str, where: str) -> str:
    codes = [astronaut.code for astronaut in start.box.astronauts]
    if text and text not in codes:
        raise UsageError(f'There is no astronaut "{text}".', where=where, todo=did_you_mean(text, codes))
    return text


def _only(figures: tuple[Figure, ...], moon: str) -> Figure | None:
    if len(figures) > 1:
        raise UsageError(f"{len(figures)} stand there.", where=f"landed.{moon}", todo="Name one.")
    return figures[0] if figures else None


def _mats(state: State) -> tuple[tuple[str, ...], ...]:
    """What is named nowhere."""
    gone = {figure for figure in state.moons if figure}
    gone |= {*state.comet, *state.galaxy, *(figure for some in state.planets for figure in some)}
    gone |= {(seat, code) for seat, code in enumerate(state.aboard) if code}
    codes = [astronaut.code for astronaut in state.box.astronauts]
    return tuple(
        tuple(code for code in codes if (seat, code) not in gone) for seat in range(len(state.names))
    )
