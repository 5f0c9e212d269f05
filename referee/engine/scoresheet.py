"""The score of a game: a sheet with every line and the rule it comes from.

A game that has more to say about a player subclasses `PlayerScore`. In the JSON its fields follow the common
ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from referee.engine.answers import WIDTH, Answer, Why, wrapped


@dataclass(frozen=True)
class ScoreLine:
    """Points for one thing, and the rule that gives them: "LB 6.2"."""

    what: str
    points: int
    rule: str


@dataclass(frozen=True, kw_only=True)
class PlayerScore:
    """One player's score.

    points  the sum of what was scored, without the bonus
    bonus   what a bonus of the game adds
    total   what the ranking counts; in a game that keeps a running score it includes earlier rounds
    """

    name: str
    points: int
    bonus: int = 0
    total: int
    lines: tuple[ScoreLine, ...] = ()


P = TypeVar("P", bound=PlayerScore)


@dataclass(frozen=True)
class ScoreSheet(Generic[P]):
    """The score of a game or of a round.

    game      its slug
    players   the players in the order they were named
    winners   the names of the winners: several if they share the win, none if nobody has won
    bonus_to  the names of the players who got the bonus
    """

    game: str
    players: tuple[P, ...]
    winners: tuple[str, ...]
    bonus_to: tuple[str, ...] = ()

    def answer(
        self, why: tuple[Why, ...] = (), notes: Iterable[str] = (), unit: str = "points", ok: bool = True
    ) -> Answer[ScoreSheet[P]]:
        """The sheet as an answer.

        notes  sentences to print under the sheet
        unit   what is counted: "points", "MCR"
        """
        lines = [line for player in self.players for line in self._player(player, unit)]
        lines += wrapped(self._result())
        for note in notes:
            lines += wrapped(note)
        return Answer(self, tuple(lines), why, ok)

    def _player(self, player: P, unit: str) -> Iterable[str]:
        yield f"{player.name}: {player.total} {unit}"
        for line in player.lines:
            tail = f"{line.points:+5d}  {line.rule:8}".rstrip()
            what = wrapped(line.what, indent=2, hanging=2)
            room = WIDTH - 17
            if len(what) > 1 or len(what[0]) > room:
                yield from what[:-1]
                what = what[-1:]
            if len(what[0]) > room:
                yield what[0]
                what = ("",)
            yield f"{what[0]:{room}}  {tail}"

    def _result(self) -> str:
        if not self.winners:
            return "No winner."
        return f"{'Winner' if len(self.winners) == 1 else 'Winners'}: {', '.join(self.winners)}."
