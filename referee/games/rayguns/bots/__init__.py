"""The bots of Rayguns and Rocketships."""

from collections.abc import Mapping
from typing import Final

from referee.engine.game import AnyChooser
from referee.games.rayguns.bots.greedy import greedy as greedy
from referee.games.rayguns.bots.insight import INSIGHT as INSIGHT

# This is raised when a bot moves otherwise than before: journals say which version played.
VERSION: Final = 4

BOTS: Final[Mapping[str, AnyChooser]] = {"greedy": greedy}
