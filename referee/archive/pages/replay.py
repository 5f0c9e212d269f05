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
from html import escape

from components import catalogue
from referee.archive import transcript
from referee.archive.pages import boards, charts
from referee.archive.pages.document import page
from referee.archive.scenes import Replay, Scene
from referee.engine.game import Prospects
from referee.table.rounds import session_score


def replay_page(replay: Replay, *, odds: bool = True) -> str:
    """The page. The same replay always gives the same bytes.

    odds  whether to work out the odds at every step
    """
    parts: dict[str, int] = {}
    steps = []
    drawings = boards.Drawings()
    for scene in replay.scenes:
        drawn = drawings.view_html(replay.view(scene.number))
        steps.append([parts.setdefault(part, len(parts)) for part in drawn])
    rounds = replay.rounds()
    data = {"parts": list(parts), "steps": steps, "rounds": [number for _, number in rounds]}
    packed = gzip.compress(json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode(), 9, mtime=0)
    title = transcript.title(replay)
    texts = list(parts)
    body = "\n".join(
        [
            f"<h1>{escape(catalogue.load(replay.session.header.game).title)}</h1>",
            f'<p class="soft">{escape(title)}</p>',
            _viewer(rounds),
            "<h2>Score</h2>",
            _score(replay),
            '<h2>The log</h2>\n<ol class="log">',
            *_log(
                replay, {number: [texts[part] for part in steps[number]] for number in _drawn(replay)}, odds
            ),
            "</ol>",
            f'<script type="text/plain" id="packed">{base64.b64encode(packed).decode()}</script>',
        ]
    )
    return page(title, body, style="replay.css", script="replay.js")


def _viewer(rounds: list[tuple[str, int]]) -> str:
    """Return the part of the page that the script fills; hidden until it has."""
    names = "".join(f"<option>{escape(name)}</option>" for name, _ in rounds)
    return (
        '<div id="viewer" hidden><div class="bar">'
        '<button id="first" title="Home">First</button>'
        '<button id="back" title="Arrow left">← Back</button>'
        '<button id="next" title="Arrow right">Next →</button>'
        '<button id="last" title="End">Last</button>'
        '<output id="at" aria-live="polite"></output>'
        '<input id="slide" type="range" min="0" value="0" aria-label="Step">'
        f'<select id="round" aria-label="Round">{names}</select></div>'
        '<div class="stage"><div id="told" aria-live="polite"></div>'
        '<div id="table" class="table"></div></div></div>'
    )


def _drawn(replay: Replay) -> list[int]:
    """The scenes whose table is drawn in the log: the first, the last, and the last of every round."""
    last = len(replay.scenes) - 1
    ends = {number - 1 for _, number in replay.rounds() if number}
    return sorted({0, last, *ends})


def _log(replay: Replay, tables: dict[int, list[str]], with_odds: bool) -> Iterator[str]:
    before: Prospects | None = None
    for scene in replay.scenes:
        odds = replay.odds(scene.number) if with_odds else None
        lines = transcript.odds_lines(odds, before)
        before = odds or before
        drawn = tables.get(scene.number)
        table = f'<div class="table">{"".join(drawn)}</div>' if drawn else ""
        yield f'<li id="step-{scene.number}">{_told(scene)}{_odds(lines)}{table}</li>'


def _told(scene: Scene) -> str:
    number = scene.number
    head = f'<h3><a href="#step-{number}">{number}</a> · {escape(transcript.headline(scene))}</h3>'
    lines = "".join(f"<p>{escape(line)}</p>" for line in scene.told.lines)
    why = "".join(
        f"<li>{escape(step.what)}: {escape(step.formula)} <cite>{escape(step.rule)}</cite></li>"
        for step in scene.told.why
    )
    return head + lines + (f'<ul class="why">{why}</ul>' if why else "")


def _odds(lines: tuple[str, ...]) -> str:
    if not lines:
        return ""
    return f"<details><summary>Odds</summary><pre>{escape(chr(10).join(lines))}</pre></details>"


def _score(replay: Replay) -> str:
    """The final score line by line and, if there are rounds, how the totals grew."""
    sheet = session_score(replay.session)
    rows = "".join(
        f"<tr><td>{escape(player.name)}{' (winner)' if player.name in sheet.winners else ''}</td>"
        f"<td>{player.total}</td></tr>"
        for player in sheet.players
    )
    table = f"<table><thead><tr><th>Player</th><th>Total</th></tr></thead><tbody>{rows}</tbody></table>"
    if len(sheet.rounds) < 2:
        return table
    names = [player.name for player in sheet.players]
    series = [(name, [one.totals[seat] for one in sheet.rounds]) for seat, name in enumerate(names)]
    return table + charts.lines("Totals round by round", [one.round for one in sheet.rounds], series)
