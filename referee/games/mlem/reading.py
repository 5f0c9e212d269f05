"""Moves and outcomes of a sitting of MLEM as people type them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from components.errors import UsageError, did_you_mean
from referee.engine import Seat
from referee.games.mlem import landing, travel
from referee.games.mlem.board import AFTERBURNER
from referee.games.mlem.moves import CRASH, HELP, STAY, Aboard, Land, Move, Outcome, Use
from referee.games.mlem.state import State
from referee.outcomes import read_rolled
from referee.starters import read_starter
from referee.typed import alone, read_verb


def read(state: State, seat: Seat | None, text: str) -> Move | Outcome:
    """A move such as `board ace`, `engineer`, `use 1,2`, `crash`, `land m3` or `stay`; or an outcome.

    `land` alone does where there is one place to land, and `land s+1` where that space leads to one.
    Raises `UsageError` for anything else.
    """
    if seat is None:
        if state.step == "commander":
            return read_starter("draw", state.names, text)
        return read_rolled(travel.dice(state), _starred(text))
    reader, rest = read_verb(text, _READERS)
    return reader(state, seat, rest, f'"{text}"')


def _read_board(state: State, seat: Seat, rest: str, where: str) -> Aboard:
    for astronaut in state.box.astronauts:
        if rest.lower() in (astronaut.code, astronaut.name.lower()):
            return Aboard(astronaut.code)
    codes = [astronaut.code for astronaut in state.box.astronauts]
    raise UsageError(
        f'There is no astronaut "{rest}".',
        where=where,
        todo=did_you_mean(rest, codes) or ", ".join(codes),
    )


def _read_use(state: State, seat: Seat, rest: str, where: str) -> Use:
    faces = set(_starred(rest).split())
    wrong = sorted(faces - set(state.box.faces))
    if wrong or not faces:
        what = f'"{wrong[0]}" is no face.' if wrong else "No group is named."
        raise UsageError(what, where=where, todo="Name each group once: use 1,2.")
    shown = state.box.board.spaces[state.at].faces
    order = (*shown, *(face for face in dict.fromkeys(state.box.faces) if face not in shown))
    return Use(tuple(sorted(faces, key=order.index)))


def _read_land(state: State, seat: Seat, rest: str, where: str) -> Land:
    board = state.box.board
    for code in [*(moon.code for moon in board.moons), *(planet.code for planet in board.planets)]:
        if rest.lower() == code.lower():
            return Land(code)
    near = range(-state.box.navigators_reach, state.box.navigators_reach + 1)
    steps = {"": 0, "s": 0} | {f"s{step:+}": step for step in near}
    if rest.lower() not in steps:
        raise UsageError(
            f'"{rest}" is no place to land.',
            where=where,
            todo="Write such as land m3, land A, land s+1.",
        )
    if rest:
        found = landing.from_space(state, state.at + steps[rest.lower()])
    else:
        found = landing.destinations(state, seat)
    if len(found) != 1:
        todo = f"Write which: {', '.join(land.place for land in found)}." if found else "Write stay."
        what = "There are several places to land." if found else "There is nowhere to land."
        raise UsageError(what, where=where, todo=todo)
    return found[0]


def _starred(text: str) -> str:
    """The words with a star for each `a`, which stands for an afterburner."""
    words = text.replace(",", " ").split()
    return " ".join(AFTERBURNER if word in ("a", "A") else word for word in words)


_READERS: Mapping[str, Callable[[State, Seat, str, str], Move]] = {
    "board": _read_board,
    "use": _read_use,
    "land": _read_land,
    "engineer": alone(HELP),
    "crash": alone(CRASH),
    "stay": alone(STAY),
}
