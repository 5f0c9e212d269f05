"""MLEM at the table: expeditions of boarding, travel and landing, goals, the score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from components.errors import UsageError
from components.reading import Table, read_text
from referee.arguments import check_options, check_player_count
from referee.engine import ALLOWED, CHANCE, OVER, Event, Ruling, Seat, Seats, Telling, Turn, View, refused
from referee.games.mlem import box as boxes
from referee.games.mlem import landing, placing, reading, scoring, telling, travel
from referee.games.mlem.box import SLUG
from referee.games.mlem.moves import Move, Outcome
from referee.games.mlem.position import Landed, Position
from referee.games.mlem.state import Figure, State, box_of
from referee.outcomes import Listed, Roll
from referee.scoresheet import PlayerScore, ScoreSheet
from referee.starters import Starts

slug: Final = SLUG
version: Final = 1

_LANDING = ("land", "parachute")
_ACTING = tuple(Seats((seat,)) for seat in range(box_of("").players[1]))


def start(names: Sequence[str], options: Mapping[str, str]) -> State:
    """`board` is a board that somebody typed in, see `embed`; raises `DataError` if it is none."""
    check_options(options, ("board",))
    board = options.get("board", "")
    box = box_of(board)
    check_player_count(SLUG, len(names))
    mat = tuple(astronaut.code for astronaut in box.astronauts)
    return State(
        names=tuple(names),
        board=board,
        starter=None,
        step="commander",
        order=(),
        failures=0,
        mats=(mat,) * len(names),
        aboard=("",) * len(names),
        at=box.expedition.start_space,
        pool=box.dice,
        roll=(),
        added=0,
        tired=(),
        moons=(None,) * len(box.board.moons),
        planets=((),) * len(box.board.planets),
        comet=(),
        galaxy=(),
        goals=(None,) * len(box.goals),
    )


def embed(options: Mapping[str, str]) -> dict[str, str]:
    """`board=FILE` with the board itself in place of the file."""
    if "board" not in options:
        return dict(options)
    if not options["board"]:
        raise UsageError("No board is named.", where="--option board", todo="Write --option board=FILE.")
    file = Path(options["board"])
    boxes.load(file)
    return {**options, "board": read_text(file)}


def place(names: Sequence[str], options: Mapping[str, str], position: Table) -> State:
    return placing.place(start(names, options), position)


def turn(state: State) -> Turn:
    if state.order:
        return _ACTING[state.order[0]]
    return OVER if state.step == "over" else CHANCE


def chance(state: State) -> Listed[Starts] | Roll:
    return travel.first_commanders(state.names) if state.step == "commander" else travel.dice(state)


def moves(state: State, seat: Seat) -> Sequence[Move]:
    if state.order[:1] != (seat,):
        return ()
    return landing.moves(state, seat) if state.step in _LANDING else travel.moves(state, seat)


def check(state: State, seat: Seat, move: Move) -> Ruling:
    if state.order[:1] != (seat,):
        rule = "ML 7.1" if state.step == "over" else "ML 2.2"
        return refused("It is not this player's turn.", rule)
    if move in moves(state, seat):
        return ALLOWED
    if state.step in _LANDING:
        return landing.why_not(state, seat, move)
    return travel.why_not(state, seat, move)


def apply(state: State, seat: Seat, move: Move) -> State:
    return landing.apply(state, seat, move) if state.step in _LANDING else travel.apply(state, seat, move)


def resolve(state: State, outcome: Outcome) -> State:
    return travel.start(state, outcome) if isinstance(outcome, Starts) else travel.rolled(state, outcome)


def known(state: State, seat: Seat | None) -> State:
    """Nothing is hidden."""
    return state


def view(state: State, seat: Seat | None) -> View:
    return telling.view(state)


def tell(before: State, event: Event, after: State, seat: Seat | None) -> Telling:
    return telling.tell(before, event, after)


def score(state: State) -> ScoreSheet[PlayerScore]:
    """ML 7"""
    sheet, _ = scoring.score(state.box, state.names, position(state))
    return sheet if state.step == "over" else replace(sheet, winners=())


def position(state: State) -> Position:
    """Where everybody has landed, as the score needs it."""
    box = state.box
    on_moon, on_planet, in_deep = (box.doubling(kind).code for kind in ("moon", "planet", "deep"))

    def landed(figure: Figure, doubling: str) -> Landed:
        return Landed(state.names[figure[0]], figure[1] == doubling)

    moons = zip(box.board.moons, state.moons, strict=True)
    planets = zip(box.board.planets, state.planets, strict=True)
    goals = zip(box.goals, state.goals, strict=True)
    return Position(
        moons={moon.code: landed(one, on_moon) for moon, one in moons if one},
        planets={planet.code: tuple(landed(one, on_planet) for one in ones) for planet, ones in planets},
        comet=tuple(landed(one, in_deep) for one in state.comet),
        galaxy=tuple(landed(one, in_deep) for one in state.galaxy),
        goals={goal.code: state.names[seat] for goal, seat in goals if seat is not None},
    )


def faults(state: State) -> Iterator[Ruling]:
    """Astronauts that are missing or there twice, a pool that cannot be, a goal that is not met."""
    box = state.box
    figures = [one for one in state.moons if one] + [one for ones in state.planets for one in ones]
    figures += [*state.comet, *state.galaxy]
    figures += [(seat, one) for seat, one in enumerate(state.aboard) if one]
    figures += [(seat, one) for seat, mat in enumerate(state.mats) for one in mat]
    there = Counter(figures)
    for seat, name in enumerate(state.names):
        for astronaut in box.astronauts:
            count = there[seat, astronaut.code]
            if count != 1:
                yield refused(f"{name} has {count} of {astronaut.code}.", "ML 1.3")
    if not 0 <= state.failures <= box.expedition.failures:
        yield refused(f"There are {state.failures} failures.", "ML 1.1")
    if not 0 <= state.at <= box.board.end - (state.step == "roll"):
        yield refused(f"The rocket is on space {state.at}.", "ML 1.1")
    if not box.expedition.least_pool <= state.pool <= box.dice:
        yield refused(f"The pool has {state.pool} dice.", "ML 3.3")
    for goal, owner in zip(box.goals, state.goals, strict=True):
        if owner is not None and landing.progress(state, owner)[goal.code] < goal.needed:
            yield refused(f"The goal {goal.code} is not met.", "ML 1.7")


def read(state: State, seat: Seat | None, text: str) -> Move | Outcome:
    return reading.read(state, seat, text)
