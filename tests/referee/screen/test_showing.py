"""The frames of the table screen: at every size, at the end of a game, and of the score."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from referee.engine.game import ALLOWED, OVER
from referee.screen.panels import folded
from referee.table import reporting
from referee.table.session import Session
from tests.referee.screen.tablekeys import Keys, drive

Begin = Callable[..., Session]
BOTS = {"Ann": "greedy", "Bo": "random"}


def test_another_size_is_used_at_once(begin: Begin) -> None:
    """The scores go to the right edge of a frame that has become wider."""
    session = begin("last-blast", "Ann", "Bo", bots={"Bo": "greedy"})

    async def grow(keys: Keys) -> None:
        await keys.resize(120, 40)
        seats = keys.app.query_one("#seats").region
        line = next(line for line in keys.shown().splitlines() if "▸ Ann" in line)
        assert seats.width - len(line[seats.x : seats.right].rstrip("│ ")) < 12

    drive(session, grow)


def test_the_whole_width_of_the_map_is_in_the_smallest_frame(begin: Begin) -> None:
    """Per Aspera: the planets at both edges, with what they want."""
    session = begin("per-aspera", "Ann", "Bo", bots={"Bo": "greedy"})
    places = [piece.at for area in session.game.view(session.state, 0).areas for piece in area.pieces]
    codes = {
        piece.at: piece.code for area in session.game.view(session.state, 0).areas for piece in area.pieces
    }
    row = [codes[at] for at in places if at and at[1] == 0]

    async def look(keys: Keys) -> None:
        line = next(line for line in keys.shown().splitlines() if row[0] in line and row[-1] in line)
        assert line.index(row[-1]) < keys.app.query_one("#table").region.right

    drive(session, look)


@pytest.mark.parametrize(
    ("slug", "how"),
    [
        ("last-blast", {}),
        ("mlem", {}),
        ("per-aspera", {"options": {"rounds": "2"}}),
        ("planetary", {"options": {"rounds": "1", "start": "random"}}),
        ("rayguns", {}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_end_is_told_once(begin: Begin, slug: str, how: Any) -> None:
    """The end tells who has won, the totals, and why it came, though the last move was a bot's."""
    session = begin(slug, "Ann", "Bo", bots=BOTS, **how)
    assert session.turn is OVER
    tellings = list(session.told(None, 0))
    game = [line for telling in tellings for line in telling.lines]
    for lines in (
        [*game, *reporting.ending(session, game)],
        [told.text for told in folded(session, tellings, 0)],
    ):
        last = "\n".join(lines[-6:])
        assert len([line for line in lines[-6:] if "game is over" in line or "game ends" in line]) <= 1
        winners = session.game.score(session.state).winners
        named = [line for line in last.splitlines() if line.startswith("The game is over. Winner")]
        wins = [line for line in last.splitlines() for name in winners if f"{name} wins" in line]
        assert len(named) + len(wins) + last.count("\nWinner: ") == 1
        assert sum(line.startswith("Score: ") for line in lines) == 1
        assert game[-1] in lines
    done = reporting.done_of(session, ALLOWED, 0, None).lines[-6:]
    assert sum("game is over" in line or "game ends" in line for line in done) == 1
    assert sum("Winner: " in line or bool(re.search(r"(Ann|Bo) wins", line)) for line in done) == 1


def test_the_score_has_a_chart_of_the_rounds(begin: Begin) -> None:
    session = begin("last-blast", "Ann", "Bo", bots=BOTS)

    async def look(keys: Keys) -> None:
        await keys.press("f7")
        shown = keys.shown()
        assert "Totals from" in shown and "█" in shown and "Winner: " in shown
        await keys.press("escape", "f4")
        assert keys.shown().count("The game is over. Winner") == 1

    drive(session, look)


def test_a_hint_is_whole_where_the_list_leaves_room(begin: Begin) -> None:
    """The score pad of MLEM at 80 × 24."""
    session = begin("mlem", "Ann", "Bo", mode="pad", seed=None)

    async def look(keys: Keys) -> None:
        assert "Parachutes land before crash" in keys.panel("choosing")
        assert "failure 1 of 11" in keys.panel("choosing")

    drive(session, look)
