"""What each seat is told of a game of Planetary, rule by rule: PL 3.3 says who sees what."""

from __future__ import annotations

import pytest

from referee.engine import Event, Seat
from referee.games.planetary import game
from referee.games.planetary.state import State
from tests.referee.games.planetary_tables import table


def told(state: State, text: str, seat: Seat | None, actor: Seat | None = None) -> tuple[str, ...]:
    """What that seat hears of a move of the active player, or of another actor."""
    who = state.active if actor is None else actor
    event = Event(who, game.read(state, who, text))
    assert game.check(state, who, event.what).allowed
    return game.tell(state, event, game.apply(state, who, event.what), seat).lines


@pytest.mark.parametrize(
    ("ships", "modules", "typed", "seat", "expected"),
    [
        # Ann fires; seat 2 is Cy, who watches.
        ("8 11 9", "", "b fire E4 C3@2", 2, "Ann's brute fires the CAN at Bo's PLT at C3: 2 HP left [PL 6]."),
        ("8 11 3", "", "b fire E4 C3@2", 2, "Ann's brute fires the CAN at a ship out of sight [PL 6]."),
        ("5 8 14", "", "b fire E4 C3@2", 2,
         "A shot from out of sight hits Bo's PLT at C3: 2 HP left [PL 6]."),
        ("8 12 9", "E3@1=CLK*", "b fire E4 C3@2", 1,
         "A shot from out of sight hits Bo's PLT at C3: 2 HP left [PL 6]."),
        ("4 13 14", "E4@1=LAS* E3@1=CLK*", "b fire E4 S2", 1,
         "A shot from out of sight hits Bo's scout: 1 of 2 HP left [PL 6]."),
        ("4 13 14", "E4@1=LAS* E3@1=CLK*", "b fire E4 S2", None,
         "A shot from out of sight hits Bo's scout: 1 of 2 HP left [PL 6]."),
        ("8 11 9", "", "b fire E4 C3@2", None, ""),
        ("0 3 6", "E3@1=CLK*", "b fire E4 C3@2", 0,
         "Ann's brute fires the CAN at Bo's PLT at C3: 2 HP left [PL 6]."),
    ],
)  # fmt: skip
def test_3_3_a_shot_tells_of_the_ships_that_are_seen(
    ships: str, modules: str, typed: str, seat: Seat | None, expected: str
) -> None:
    """PL 3.3: who sees the shooter alone, or the target alone, learns nothing of the other."""
    state = table(ships=ships, units="s2=3,1", modules=f"E4@1=CAN* C3@2=PLT {modules}")
    assert " ".join(told(state, typed, seat)) == expected
