"""A replay as a page for a browser: every step with the table drawn, in one file.

Without a script the page is a log, with the table drawn at the beginning, at the end of each round and at
the end of the game. The tables of all steps are compressed at the end of the page, because one is much like
the next; the script unpacks them and steps through them.
"""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Iterator
from typing import Any

from components import catalogue
from referee.archive import transcript
from referee.archive.pages.boards import Drawings
from referee.archive.pages.document import page
from referee.archive.scenes import Replay, Scene
from referee.engine.game import Prospects
from referee.table.rounds import session_score


def replay_page(replay: Replay, *, odds: bool = True) -> str:
    """The page. The same replay always gives the same bytes.

    odds  whether to work out the odds at every step
    """
    drawings = Drawings()
    drawn = [drawings.view_html(replay.view(scene.number)) for scene in replay.scenes]
    parts = {
        part: number for number, part in enumerate(dict.fromkeys(part for step in drawn for part in step))
    }
    rounds, sheet = replay.rounds(), session_score(replay.session)
    data = {
        "parts": list(parts),
        "steps": [[parts[part] for part in step] for step in drawn],
        "rounds": [number for _, number in rounds],
    }
    packed = gzip.compress(json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode(), 9, mtime=0)
    # In the log the first and the last table are drawn, and the last of every round.
    shown = {0, len(drawn) - 1, *(number - 1 for _, number in rounds if number)}
    return page(
        "replay.html.j2",
        game=catalogue.load(replay.session.header.game).title,
        title=transcript.title(replay),
        rounds=rounds,
        sheet=sheet,
        labels=[one.round for one in sheet.rounds],
        series=[
            (player.name, [one.totals[seat] for one in sheet.rounds])
            for seat, player in enumerate(sheet.players)
            if len(sheet.rounds) > 1
        ],
        steps=(
            (scene, transcript.headline(scene), told, drawn[scene.number] if scene.number in shown else ())
            for scene, told in _with_odds(replay, odds)
        ),
        packed=base64.b64encode(packed).decode(),
    )


def _with_odds(replay: Replay, odds: bool) -> Iterator[tuple[Scene, Any]]:
    """The scenes, each with the lines of its odds where they are other ones than before."""
    before: Prospects | None = None
    for scene in replay.scenes:
        found = replay.odds(scene.number) if odds else None
        yield scene, transcript.odds_lines(found, before)
        before = found or before
