"""The command `teach`."""

from __future__ import annotations

from referee.commands.base.options import GameArgument
from referee.engine.answers import Answer
from referee.engine.scoresheet import PlayerScore, ScoreSheet
from referee.lessons import prompt
from referee.lessons.lesson import find_lesson


def teach(game: GameArgument) -> Answer[ScoreSheet[PlayerScore]]:
    """Learn a game by playing it, with every decision explained.

    A first game of 10 to 15 minutes.

    Example: referee teach mlem
    """
    return prompt.teach(game, find_lesson(game))
