"""The log of a fight, and of what follows it."""

from __future__ import annotations

import pytest

from referee.engine.game import Event
from referee.games.per_aspera import game
from referee.games.per_aspera.box import COLONISTS
from referee.games.per_aspera.rules.map_spaces import Space
from referee.games.per_aspera.state import Ship
from tests.referee.games.per_aspera.tables import EAST, RECOMMENDED, do, table

BESIDE = Space(2, 0)
LOADED = RECOMMENDED._replace(space=BESIDE, left=True)
DRIFTING = LOADED._replace(fuel=0)

REMOVED = "The pirates win. The opponent removes 1 unit of cargo."


@pytest.mark.parametrize(
    ("ship", "dice", "line"),
    [
        pytest.param(LOADED._replace(cargo=(4,)), "6,1", "The ship wins. Unload follows.", id="PA 5.7 won"),
        pytest.param(
            LOADED._replace(cargo=(1,)),
            "6,1",
            "The ship wins. Nothing aboard can be unloaded here.",
            id="PA 5.10 not wanted",
        ),
        pytest.param(LOADED, "6,1", "The ship wins.", id="PA 5.10 nothing aboard"),
        pytest.param(
            DRIFTING._replace(cargo=(4,)),
            "6,1",
            "The ship wins. The ship drifted, so it skips Unload.",
            id="PA 5.5 drifted",
        ),
        pytest.param(
            DRIFTING._replace(cargo=(4, 4)),
            "1,6",
            f"{REMOVED} The ship drifted, so it skips Unload.",
            id="PA 5.5 drifted and beaten",
        ),
        pytest.param(
            LOADED, "1,6", "The pirates win. The hold is empty, so nothing is removed.", id="PA 5.7 empty"
        ),
        pytest.param(
            LOADED._replace(cargo=(4, 4)), "1,6", f"{REMOVED} Unload follows.", id="PA 5.7 one kind"
        ),
        pytest.param(LOADED._replace(cargo=(3, 4)), "1,6", REMOVED, id="PA 5.7 the opponent chooses"),
        pytest.param(LOADED._replace(cargo=(4,)), "1,6", REMOVED, id="PA 5.7 the last unit"),
        pytest.param(
            LOADED._replace(cargo=(COLONISTS, COLONISTS)),
            "1,6",
            f"{REMOVED} Nothing aboard can be unloaded here.",
            id="PA 5.11 no colony among pirates",
        ),
    ],
)
def test_5_7_what_follows_a_fight_with_pirates(ship: Ship, dice: str, line: str) -> None:
    state = do(table({EAST: "1S.a"}, {EAST: 1}, [ship, RECOMMENDED]), "go 1,0")
    rolled = game.read(state, None, f"roll {dice}")
    after = game.resolve(state, rolled)  # type: ignore[arg-type]
    told = game.tell(state, Event(None, rolled), after, None).lines
    assert line in " ".join(told)
    assert "Unload follows." not in " ".join(told) or after.step == "unload"
