"""The score after the flight (LB 5): totals, the winner and everybody's place."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias

from components.errors import UsageError
from components.wording import listed
from referee.engine.scoresheet import PlayerScore, ScoreLine, ScoreSheet
from referee.games.last_blast.box import SLUG, Box, Rocket, Tie
from referee.games.last_blast.state import Draft, State


@dataclass(frozen=True)
class Finish:
    """The way one player came out of the flight.

    rocket    the cards left; empty if the rocket exploded
    exploded  the round of the explosion; None if there was none, or if nobody remembers it
    """

    name: str
    rocket: Rocket = ()
    exploded: int | None = None

    @property
    def survived(self) -> bool:
        return bool(self.rocket)

    @property
    def total(self) -> int:
        """The sum of the printed numbers (LB 5.1)."""
        return sum(card.number for card in self.rocket)


Place: TypeAlias = tuple[Finish, ...]  # those who share it


def score_state(state: State) -> ScoreSheet[PlayerScore]:
    """The score of a game at the table; before its end, what the cards of each rocket count now."""
    if isinstance(state, Draft):
        # A rocket that has not been begun has no cards, either, but it has not exploded (LB 4.7).
        built = [Finish(name, rocket) for name, rocket in zip(state.names, state.rockets, strict=True)]
        return ScoreSheet(SLUG, tuple(_player(one, _cards(one)) for one in built), ())
    finishes = [Finish(*finish) for finish in zip(state.names, state.rockets, state.exploded, strict=True)]
    return score(state.box, finishes) if state.step == "over" else standing(finishes)


def score(box: Box, finishes: Sequence[Finish]) -> ScoreSheet[PlayerScore]:
    """The score of a game that is over (LB 4.9, LB 4.11, LB 5).

    Raises `UsageError` for rounds of explosion that are impossible: the flight ends when only one
    rocket is left (LB 4.9).
    """
    _check_rounds(finishes, box)
    first = places(box, finishes)[0]
    return _sheet(finishes, tuple(finish.name for finish in finishes if finish in first and finish.survived))


def standing(finishes: Sequence[Finish]) -> ScoreSheet[PlayerScore]:
    """Count what the rockets are worth while the game goes on; nobody has won."""
    return _sheet(finishes, ())


def places(box: Box, finishes: Sequence[Finish]) -> tuple[Place, ...]:
    """The players by place, the best first; those who share a place are in the order given.

    Survivors are ranked by total and ties (LB 5.1, LB 5.2), then the exploded, the latest first
    (LB 4.11). If the round of any explosion is unknown, all the exploded share a place.
    """
    known = all(finish.survived or finish.exploded for finish in finishes)

    def key(finish: Finish) -> tuple[float, ...]:
        if finish.survived:
            ties = (_TIES[tie](finish.rocket) for tie in box.flight.scoring.ties)
            return (finish.survived, finish.total, *ties)
        return (finish.survived, _last_round(finish)) if known else ()

    ranked = sorted(finishes, key=key, reverse=True)
    return tuple(tuple(sharing) for _, sharing in groupby(ranked, key))


def decisive(box: Box, tied: Sequence[Finish]) -> Tie | None:
    """Name what breaks the tie of survivors with one total (LB 5.2); None if they share the win."""
    for tie in box.flight.scoring.ties:
        if len({_TIES[tie](finish.rocket) for finish in tied}) > 1:
            return tie
    return None


_TIES: Mapping[Tie, Callable[[Rocket], int]] = {
    "most-cards": len,
    "highest-number": lambda rocket: max(card.number for card in rocket),
}


def _sheet(finishes: Sequence[Finish], winners: tuple[str, ...]) -> ScoreSheet[PlayerScore]:
    players = tuple(_player(finish, _cards(finish) or (_explosion(finish),)) for finish in finishes)
    return ScoreSheet(game=SLUG, players=players, winners=winners)


def _player(finish: Finish, lines: tuple[ScoreLine, ...]) -> PlayerScore:
    return PlayerScore(name=finish.name, points=finish.total, total=finish.total, lines=lines)


def _cards(finish: Finish) -> tuple[ScoreLine, ...]:
    return tuple(ScoreLine(card.code, card.number, "LB 5.1") for card in finish.rocket)


def _explosion(finish: Finish) -> ScoreLine:
    when = f" in round {finish.exploded}" if finish.exploded else ""
    return ScoreLine(f"exploded{when}", 0, "LB 4.7")


def _check_rounds(finishes: Sequence[Finish], box: Box) -> None:
    """Refuse an explosion after the round that ended the game because few enough were left (LB 4.9)."""
    if not all(finish.survived or finish.exploded for finish in finishes):
        return
    for round_ in sorted({finish.exploded for finish in finishes if finish.exploded}):
        left = [finish for finish in finishes if _last_round(finish) > round_]
        late = [finish for finish in left if not finish.survived]
        if len(left) == box.flight.survivors_to_win and late:
            raise UsageError(
                f"Only {listed(finish.name for finish in left)} was left after round {round_}, "
                "and won at once (LB 4.9).",
                where=f"{late[0].name}=x{late[0].exploded}",
                todo="Correct the round, or name the cards that were left.",
            )


def _last_round(finish: Finish) -> float:
    """The round of the explosion; a survivor is left after every round."""
    return finish.exploded or math.inf
