"""The score of a game: a sheet with every line and the rule it comes from.

A game that has more to say about a player subclasses `PlayerScore`. In the JSON its fields follow the common
ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from components.prose import Block, table
from referee.engine.answers import Answer, Why


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
        sheet = (block for player in self.players for block in self._player(player, unit))
        return Answer(self, (*sheet, self._result(), *notes), why, ok)

    def _player(self, player: P, unit: str) -> Iterator[Block | str]:
        yield f"{player.name}: {player.total} {unit}"
        if player.lines:
            rows = ((line.what, f"{line.points:+d}", line.rule) for line in player.lines)
            yield table(rows, "<>", indent=2, group="score")

    def _result(self) -> str:
        if not self.winners:
            return "No winner."
        return f"{'Winner' if len(self.winners) == 1 else 'Winners'}: {', '.join(self.winners)}."
