"""All five games at 80 × 24 by what Enter makes: few keys, remarks in sight, no secrets."""

from __future__ import annotations

import re
from collections.abc import Callable
from statistics import median
from typing import Any

import pytest

from referee.engine.game import OVER
from referee.screen.dialogs import Filling
from referee.screen.movelist import Choosing
from referee.table.session import Session
from tests.referee.screen.tablekeys import Keys, drive
from tests.searching import SEARCHING

Begin = Callable[..., Session]
LOOKED_AT = 6 if SEARCHING else 3  # moves for which the screen is drawn and read; the others are only made
# Plays to the end only in a search; by keys, test_screen does so every time.
MADE = 10_000 if SEARCHING else 12


@pytest.mark.parametrize(
    ("slug", "how"),
    [
        ("last-blast", {}),
        ("mlem", {}),
        ("per-aspera", {"options": {"rounds": "2"}}),
        ("rayguns", {}),
        ("planetary", {"options": {"rounds": "1", "start": "random"}}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_game_by_what_enter_makes(begin: Begin, slug: str, how: Any) -> None:
    session = begin(slug, "Ann", "Bo", bots={"Bo": "greedy"}, **how)
    counts: list[int] = []

    async def one_move(keys: Keys, look: bool) -> None:
        before, count = len(session.events), 0
        while len(session.events) == before and session.turn is not OVER:
            choosing = keys.app.query_one(Choosing)
            dialog = isinstance(keys.app.screen, Filling)
            if not dialog and choosing.marked is None:
                await keys.press("down")
                count += 1
            if look and not dialog:
                read(keys)
            await keys.press("enter")
            count += 1
            assert count < 12, "the move is never made"
        counts.append(count)

    def read(keys: Keys) -> None:
        """The marked move is on the screen with its remark, and nothing is that Ann may not know."""
        marked = keys.app.query_one(Choosing).marked
        shown = keys.panel("choosing").replace("▂", " ").replace("▃", " ")
        assert marked and f"{marked.text}" in " ".join(shown.split())
        remark = keys.app._sight.about()(marked.text)
        missing = [word for word in remark.split() if word not in shown]
        assert not missing, (marked.text, remark)
        told = " ".join(line for telling in session.told(0) for line in telling.lines)
        mine = f"{session.game.view(session.state, 0)} {told}"
        theirs = {piece.code for area in session.game.view(session.state, 1).areas for piece in area.pieces}
        secret = {code for code in theirs if len(code) > 2 and not re.search(rf"\b{re.escape(code)}", mine)}
        everything = keys.shown()
        assert not [code for code in secret if re.search(rf"\b{re.escape(code)}\b", everything)]

    async def play(keys: Keys) -> None:
        for _ in range(LOOKED_AT):
            await one_move(keys, look=True)
        with keys.app.batch_update():
            while session.turn is not OVER and len(counts) < MADE:
                await one_move(keys, look=False)

    drive(session, play)
    assert session.turn is OVER or len(counts) == MADE
    assert median(counts) <= 2
