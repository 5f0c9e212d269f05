"""Numbers of tiles that are drawn (RR 9.1)."""

from __future__ import annotations

import pytest

from referee.engine.chance.outcomes import Quick
from referee.games.rayguns import game
from tests.referee.games.rayguns.table import EARTH, PAIR, bays, begun, do, effects, listed, lying, to_act


@pytest.mark.parametrize(
    ("card", "first", "second"),
    [
        ("RC01", 8, 4),
        ("SO06", 7, 4),
        ("SO07", 8, 6),
        ("SO08", 8, 0),
        ("CH2 SO07 SO08", 8, 0),
        ("CH2 SO06 SO07", 7, 6),
    ],
)
def test_9_1_draws(card: str, first: int, second: int) -> None:
    """RR 9.1, 9.2: short-crew, long-haul, flare; flare beats long-haul, and both Specs act."""
    state = begun("opening", lying("", "", cards_=card))
    assert len(game.chance(state).pick(Quick(1)).pieces) == first
    docking = begun("docking", lying(f"{EARTH}/A5w", PAIR, cards_=card))
    if second:
        assert len(game.chance(docking).pick(Quick(1)).pieces) == second
    else:
        assert (to_act(docking), len(listed(docking))) == ("Ann dock", 1 + 5)
        assert bays(do(docking, "swap A5w G2r", "dock"))[0] == "A5w R4w A3r B3p G3w/G2r"


def test_5_5_a_satellite_looks_at_one_tile() -> None:
    opening = begun("opening", lying("", ""))
    assert game.chance(opening).prompt.startswith("draw and the 8 tiles, in any order, that Ann draws")
    looking = do(effects("S5 G5p A2r R2p B3w", EARTH), "use satellite")
    assert game.chance(looking).prompt.startswith("draw and the tile Ann looks at")
    assert len(game.chance(looking).pick(Quick(1)).pieces) == 1
