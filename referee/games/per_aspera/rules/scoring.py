"""The end of the game: who is home with the goal, or the richest after the last round (PA 6)."""

from collections.abc import Mapping
from typing import NamedTuple

from components.errors import UsageError
from referee.engine.scoresheet import PlayerScore, ScoreLine, ScoreSheet
from referee.games.per_aspera.box import SLUG, Box


class Purse(NamedTuple):
    """A player's money in MCR.

    home  whether the ship counts as home (PA 6.1)
    left  whether it has left the homeworld in this game
    """

    money: int
    home: bool
    left: bool = True

    @property
    def where(self) -> str:
        """The place in words: "home"."""
        if self.home:
            return "home"
        return "not home" if self.left else "has not left home yet"


def goal(box: Box, base: int, levies: int) -> int:
    """Return the MCR to bring home; `base` is the goal without levies (PA 6.1, PA 6.2)."""
    return base + box.levies.step * levies


def has_won(purse: Purse, goal: int) -> bool:
    """Return whether that player is home with the goal (PA 6.1)."""
    return purse.home and purse.money >= goal


def winners(purses: Mapping[str, Purse], goal: int, end: bool) -> tuple[str, ...]:
    """Return the names of the winners, none before the end.

    goal  MCR to bring home, levies included (PA 6.1)
    end   whether the last round is over (PA 6.2)

    Raises `UsageError` if two players are home with the goal: the first of them has won.
    """
    home = tuple(name for name, purse in purses.items() if has_won(purse, goal))
    if len(home) > 1:
        raise UsageError(
            f"{' and '.join(home)} are home with {goal} MCR: the first of them has won (PA 6.1).",
            where="@home",
            todo="Write @home for that one only.",
        )
    return home if home or not end else richest(purses)


def richest(purses: Mapping[str, Purse]) -> tuple[str, ...]:
    """Return the winners after the last round (PA 6.2)."""
    most = max(purse.money for purse in purses.values())
    return tuple(name for name, purse in purses.items() if purse.money == most)


def score(purses: Mapping[str, Purse], goal: int, won_by: tuple[str, ...]) -> ScoreSheet[PlayerScore]:
    """Return the score; points are MCR."""
    return ScoreSheet(
        game=SLUG,
        players=tuple(_player(name, purse, goal) for name, purse in purses.items()),
        winners=won_by,
    )


def _player(name: str, purse: Purse, goal: int) -> PlayerScore:
    missing = goal - purse.money
    short = f"{missing} short of the goal" if missing > 0 else "with the goal"
    line = ScoreLine(f"{purse.where}, {short}", purse.money, "PA 6.1")
    return PlayerScore(name=name, points=purse.money, total=purse.money, lines=(line,))
