"""Travel: the roll of the dice, the groups that may be used, and the flight (ML 3)."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from referee.engine.chance.outcomes import Roll, Rolled
from referee.engine.game import ALLOWED, Ruling, Seat, refused
from referee.games.mlem.box import AFTERBURNER, Box, Space
from referee.games.mlem.moves import CRASH, HELP, Crash, Help, Move, Use
from referee.games.mlem.rules import landing
from referee.games.mlem.state import Leg, Shown, State, fresh_engineers


class Rocket(NamedTuple):
    """A rocket under way: its space, the dice in its pool, and the engineers who can still help."""

    space: Space
    pool: int
    engineers: int


class GroupUse(NamedTuple):
    """A use of the groups of a roll.

    faces      faces of the groups used, each whole
    engineers  how many engineers add their die
    distance   spaces forward, not yet limited by the end of the track
    pool       dice of the next roll
    """

    faces: tuple[str, ...]
    engineers: int
    distance: int
    pool: int


def dice(state: State) -> Roll:
    """Every die of the pool (ML 3.1)."""
    return _dice(state.box, state.pool)


def rolled(state: State, outcome: Rolled) -> State:
    after = state.copy()
    after.step, after.order = "use", state.crew[:1]
    _consider(after, shown(state.box, state.at, outcome.faces, 0))
    return after


def moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """Every use of the dice, then what an engineer makes possible."""
    uses = state.shown.uses
    if fresh_engineers(state):
        return (*uses, HELP) if uses else (HELP, CRASH)
    return uses or (CRASH,)


def check(state: State, seat: Seat, move: Move) -> Ruling:
    if isinstance(move, Help):
        if fresh_engineers(state):
            return ALLOWED
        return refused("There is no engineer aboard who can still help.", "ML 3.4")
    possible = state.shown.legs
    if isinstance(move, Crash):
        return refused("A group is valid, so the rocket does not crash.", "ML 4.1") if possible else ALLOWED
    if not isinstance(move, Use):
        return refused("The commander chooses dice first.", "ML 3.2")
    if move.faces in possible:
        return ALLOWED
    shown = state.box.board.spaces[state.at].faces
    for face in move.faces:
        if face not in shown:
            return refused(f"Space {state.at} does not show {face}.", "ML 3.1")
    return refused("The roll does not have these groups.", "ML 3.2")


def apply(state: State, seat: Seat, move: Move) -> State:
    after = state.copy()
    if isinstance(move, Use):
        leg = state.shown.legs[move.faces]
        landing.arrive(after, leg.arrival, leg.pool)
    elif isinstance(move, Help):
        after.tired = (*state.tired, fresh_engineers(state)[0])
        _consider(after, with_an_engineer(state))
    else:
        landing.crash(after)
    return after


@lru_cache(maxsize=1 << 14)
def shown(box: Box, at: int, faces: tuple[str, ...], added: int) -> Shown:
    """The dice that fell on that space, with what can be made of them.

    added  dice of engineers in the roll (ML 3.4)
    """
    space = box.board.spaces[at]
    own = box.engineers_face
    legs = {
        use.faces: Leg(arrival(box, at, use.distance), use.pool)
        for use in group_uses(box, space, valid_groups(space, faces), len(faces), added)
        if use.engineers == (added if own in use.faces else 0)
    }
    return Shown(faces, added, legs, tuple(map(Use, legs)))


def with_an_engineer(state: State) -> Shown:
    """The dice of this roll with one more of an engineer (ML 3.4)."""
    return shown(state.box, state.at, state.shown.faces, state.shown.added + 1)


def valid_groups(space: Space, roll: Sequence[str]) -> dict[str, int]:
    """The valid groups of a roll: how many dice show each face that may be used there (ML 3.1)."""
    return {face: roll.count(face) for face in space.faces if face in roll}


def group_uses(
    box: Box, space: Space, valid: Mapping[str, int], pool: int, engineers: int = 0
) -> Iterator[GroupUse]:
    """Every use of one or more valid groups (ML 3.2–3.4). If there is none, the rocket crashes (ML 4.1).

    valid      the valid groups, without the dice of engineers
    pool       dice rolled
    engineers  engineers aboard who have not helped yet

    A use that leaves the die of an engineer unused is left out, as it would help nobody.
    """
    for helping in range(engineers + 1):
        usable = _with_engineers(box, space, valid, helping)
        for size in range(1, len(usable) + 1):
            for faces in combinations(usable, size):
                if helping and box.engineers_face not in faces:
                    continue
                distance = sum(usable[face] * space.value(face) for face in faces)
                spent = sum(valid.get(face, 0) for face in faces if face.isdigit())
                yield GroupUse(faces, helping, distance, pool - spent or box.expedition.refill)


def arrival(box: Box, at: int, distance: int) -> int:
    """The space where the rocket stops: the last one at most (ML 3.3)."""
    return min(at + distance, box.board.end)


def _consider(after: State, dice: Shown) -> None:
    """The commander chooses; a rocket that nothing can save crashes without asking (ML 4.1)."""
    after.shown = dice
    if dice.uses:
        return
    box = after.box
    if box.engineers_face in box.board.spaces[after.at].faces and fresh_engineers(after):
        return
    landing.crash(after)


def _with_engineers(box: Box, space: Space, valid: Mapping[str, int], helping: int) -> dict[str, int]:
    """The valid groups with the dice of engineers, in the order of the space's faces."""
    added = {box.engineers_face: helping} if helping else {}
    counts = {face: valid.get(face, 0) + added.get(face, 0) for face in space.faces}
    return {face: count for face, count in counts.items() if count}


@lru_cache(maxsize=256)
def _dice(box: Box, pool: int) -> Roll:
    return Roll("dice", pool, box.faces, written={"a": AFTERBURNER, "A": AFTERBURNER})
