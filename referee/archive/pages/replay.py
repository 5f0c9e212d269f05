"""A replay as a page for a browser: every step with the table drawn, in one file.

Without a script the page is a log, with the table drawn at the beginning, at the end of each round and at
the end of the game. The tables of all steps are compressed at the end of the page, because one is much like
the next; the script unpacks them with the faces of the pieces, and steps through them.
"""

import base64
import gzip
import json
import re
from collections.abc import Iterator
from functools import partial
from typing import Any

from components import catalogue
from referee.archive import transcript
from referee.archive.pages.boards import Drawings
from referee.archive.pages.document import page
from referee.archive.scenes import Replay, Scene
from referee.engine.game import Prospects
from referee.table.rounds import session_score
from referee.web.pages.drawing import Faces
from referee.web.pages.rendering import Pages

_PICTURE = re.compile(r'"/faces/[\w-]+/([^"]+)"')


def replay_page(replay: Replay, *, odds: bool = True, faces: Faces | None = None) -> str:
    """The page. The same replay always gives the same bytes.

    odds   whether to work out the odds at every step
    faces  the printed pieces, which the script shows on the table; without them it shows words
    """
    slug, drawings = replay.session.header.game, Drawings()
    views = [replay.view(scene.number) for scene in replay.scenes]
    drawn = [drawings.view_html(view) for view in views]
    shows = drawn
    if faces:
        drawings = Drawings(partial(Pages(faces).area, slug))
        shows = [drawings.view_html(view) for view in views]
    parts = {
        part: number for number, part in enumerate(dict.fromkeys(part for step in shows for part in step))
    }
    pictures = dict.fromkeys(name for part in parts for name in _PICTURE.findall(part)) if faces else {}
    rounds, sheet = replay.rounds(), session_score(replay.session)
    data = {
        "parts": list(parts),
        "steps": [[parts[part] for part in step] for step in shows],
        "pictures": {name: (faces.file(slug, name) or b"").decode() for name in pictures} if faces else {},
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
