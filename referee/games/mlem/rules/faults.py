"""Faults that a position can have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from components.wording import counted
from referee.engine.game import Ruling, refused
from referee.games.mlem.rules.goals import landings_of, progress
from referee.games.mlem.state import State


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
