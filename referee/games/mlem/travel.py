"""Boarding, rolling and moving: an expedition up to where somebody may land (ML 2 to 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from referee.engine import Ruling, Seat, refused
from referee.games.mlem import landing, rules
from referee.games.mlem.moves import CRASH, HELP, Aboard, Crash, Help, Move, Use
from referee.games.mlem.state import State, box_of, commander, fresh_engineers, turn_order
from referee.outcomes import Listed, Roll, Rolled
from referee.starters import Starts, starters


class Leg(NamedTuple):
    """Where a use of dice takes the rocket, and the dice of the pool then."""

    arrival: int
    pool: int


def first_commanders(names: Sequence[str]) -> Listed[Starts]:
    """Any seat (ML 2.1)."""
    return starters("commander", "draw", range(len(names)), names)


def dice(state: State) -> Roll:
    """Every die of the pool (ML 3.1)."""
    return _dice(state.board, state.pool)


@cache
def legs(board: str, at: int, roll: tuple[str, ...], added: int) -> Mapping[Use, Leg]:
    """Every use of one or more valid groups; none if none is valid (ML 3.2, 3.3).

    added  dice of engineers in the roll (ML 3.4)
    """
    box = box_of(board)
    space = box.board.spaces[at]
    own = box.engineers_face
    return {
        Use(move.faces): Leg(rules.arrival(box, at, move.distance), move.pool)
        for move in rules.moves(box, space, rules.groups(space, roll), len(roll), added)
        if move.engineers == (added if own in move.faces else 0)
    }


@cache
def boardings(mat: tuple[str, ...]) -> tuple[Aboard, ...]:
    return tuple(Aboard(astronaut) for astronaut in mat)


def moves(state: State, seat: Seat) -> tuple[Move, ...]:
    if state.step == "board":
        return boardings(state.mats[seat])
    uses = _uses(state.board, state.at, state.roll, state.added)
    if fresh_engineers(state):
        return (*uses, HELP) if uses else (HELP, CRASH)
    return uses or (CRASH,)


def why_not(state: State, seat: Seat, move: Move) -> Ruling:
    """The reason why a move that is not among the `moves` is none."""
    if isinstance(move, Aboard):
        if state.step != "board":
            return refused("Nobody boards now.", "ML 2.1")
        return refused(f"{state.names[seat]} has no {move.astronaut} on the mat.", "ML 2.1")
    if state.step == "board":
        return refused("An astronaut boards first.", "ML 2.1")
    if isinstance(move, Help):
        return refused("No engineer is aboard who has not helped yet.", "ML 3.4")
    if isinstance(move, Crash):
        return refused("A group is valid, so the rocket does not crash.", "ML 4.1")
    if isinstance(move, Use):
        shown = state.box.board.spaces[state.at].faces
        for face in move.faces:
            if face not in shown:
                return refused(f"Space {state.at} does not show {face}.", "ML 3.1")
        return refused("The roll has no such groups.", "ML 3.2")
    return refused("The commander chooses dice first.", "ML 3.2")


def apply(state: State, seat: Seat, move: Move) -> State:
    if isinstance(move, Aboard):
        return _board(state, seat, move.astronaut)
    if isinstance(move, Use):
        leg = legs(state.board, state.at, state.roll, state.added)[move]
        return landing.arrive(state._replace(at=leg.arrival, pool=leg.pool, roll=(), added=0, step="land"))
    if isinstance(move, Help):
        helper = fresh_engineers(state)[0]
        return _consider(state._replace(added=state.added + 1, tired=(*state.tired, helper)))
    return landing.crash(state)


def start(state: State, outcome: Starts) -> State:
    state = state._replace(starter=outcome.seat, step="board")
    return state._replace(order=turn_order(state))


def rolled(state: State, outcome: Rolled) -> State:
    return _consider(state._replace(step="use", roll=outcome.faces, order=(commander(state),)))


def _consider(state: State) -> State:
    """A crash needs no word of the commander if no engineer can help (ML 4.1)."""
    if legs(state.board, state.at, state.roll, state.added):
        return state
    box = state.box
    if box.engineers_face in box.board.spaces[state.at].faces and fresh_engineers(state):
        return state
    return landing.crash(state)


def _board(state: State, seat: Seat, astronaut: str) -> State:
    mat = tuple([one for one in state.mats[seat] if one != astronaut])
    mats = (*state.mats[:seat], mat, *state.mats[seat + 1 :])
    aboard = (*state.aboard[:seat], astronaut, *state.aboard[seat + 1 :])
    order = state.order[1:]
    if order:
        return state._replace(mats=mats, aboard=aboard, order=order)
    box = state.box
    at = box.scouts_space if "scout" in aboard else box.expedition.start_space
    return state._replace(mats=mats, aboard=aboard, order=(), step="roll", at=at, pool=box.dice)


@cache
def _uses(board: str, at: int, roll: tuple[str, ...], added: int) -> tuple[Use, ...]:
    return tuple(legs(board, at, roll, added))


@cache
def _dice(board: str, pool: int) -> Roll:
    return Roll("dice", pool, box_of(board).faces)
