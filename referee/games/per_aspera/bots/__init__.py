"""The bots of Per Aspera Ad Astra."""

from collections.abc import Mapping
from typing import Final

from referee.engine.game import AnyChooser
from referee.games.per_aspera.bots.greedy import greedy as greedy
from referee.games.per_aspera.bots.insight import INSIGHT as INSIGHT

# Raised when a bot moves otherwise than before: journals say which version played.
VERSION: Final = 2

BOTS: Final[Mapping[str, AnyChooser]] = {"greedy": greedy}
