"""The bots of Planetary."""

from collections.abc import Mapping
from typing import Final

from referee.engine.game import AnyChooser
from referee.games.planetary.bots.greedy import greedy as greedy
from referee.games.planetary.bots.insight import INSIGHT as INSIGHT

# Raised when a bot moves otherwise than before: journals say which version played.
VERSION: Final = 5

BOTS: Final[Mapping[str, AnyChooser]] = {"greedy": greedy}
