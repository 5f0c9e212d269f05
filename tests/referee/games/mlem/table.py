"""MLEM as the tests need it: rockets under way, rolls, and the answers of its commands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from referee.engine.answers import Answer
from referee.engine.chance.outcomes import Rolled
from referee.engine.chance.starters import Starts
from referee.engine.play import start_game
from referee.engine.scoresheet import PlayerScore, ScoreSheet
from referee.games.mlem import box, game
from referee.games.mlem.commands import odds, score
from referee.games.mlem.moves import Aboard
from referee.games.mlem.rules.astronauts import Landed, Landings
from referee.games.mlem.rules.goals import landings_of
from referee.games.mlem.state import Figure, State
from referee.games.mlem.text.answers import Odds, RollOdds
from tests.referee.playthroughs import FOLDER

BOX = box.load()
END = BOX.board.end
ON_TRACK = st.integers(0, END - 1)
NAMES = ("Ann", "Bo", "Cy")
SHORT = FOLDER / "mlem" / "short-board.toml"  # a typed-in board
GOALS = [goal.code for goal in BOX.goals]
LANDED = st.sampled_from([Landed(name, doubles=False) for name in NAMES])
LANDINGS = st.builds(
    Landings,
    st.tuples(
        *(
            st.lists(LANDED, max_size=1 if place.kind == "moon" else 7).map(tuple)
            for place in BOX.board.places
        )
    ),
    st.dictionaries(st.sampled_from(GOALS), st.sampled_from(NAMES)),
)


def aboard(*astronauts: str, **changes: Any) -> State:
    """A rocket about to fly, with these astronauts aboard; Ann boarded first."""
    state = game.resolve(
        start_game(game, ("Ann", "Bo", "Cy")[: len(astronauts)], {}), Starts("draw", 0, "Ann")
    )
    for seat, astronaut in enumerate(astronauts):
        state = game.apply(state, seat, Aboard(astronaut))
    if "landed" in changes:
        changes["landings"] = tuple(landings_of(changes["landed"], seat) for seat in range(len(astronauts)))
    return replace(state, **changes)


def landed(**astronauts: tuple[Figure, ...]) -> tuple[tuple[Figure, ...], ...]:
    """Return who has landed, for `aboard`: the astronauts by the codes of the places."""
    return tuple(astronauts.get(place.code, ()) for place in BOX.board.places)


def on(state: State, place: str) -> tuple[Figure, ...]:
    return state.landed[state.box.board.numbers[place]]


def rolled(state: State, *faces: str) -> State:
    return game.resolve(replace(state, pool=len(faces)), Rolled(faces))


def odds_before(**options: int) -> Odds:
    value = odds(**options).value  # type: ignore[arg-type]
    assert isinstance(value, Odds)
    return value


def odds_after(roll: str, **options: int) -> RollOdds:
    value = odds(roll=roll, **options).value  # type: ignore[arg-type]
    assert isinstance(value, RollOdds)
    return value


def total(answer: Answer[ScoreSheet[PlayerScore]]) -> dict[str, int]:
    return {player.name: player.total for player in answer.value.players}


def points(players: Sequence[str], **places: list[str]) -> dict[str, int]:
    return total(score(list(players), **places))  # type: ignore[arg-type]
