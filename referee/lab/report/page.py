"""A run as a page for a browser, in the order in which a designer asks."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path

from components.wording import counted
from referee.archive.pages.document import page
from referee.lab.measures import SeriesSummary, Simulation
from referee.lab.report import course, outcome
from referee.lab.report.parts import told

_SECTIONS = (
    ("Who wins", outcome.wins),
    ("How long it takes", outcome.length),
    ("Skill and luck", outcome.skill),
    ("Leads", course.leads),
    ("Scores by round", course.scores),
    ("Decisions", course.decisions),
    ("Pieces, moves and choices", course.pieces),
    ("One step up or down", outcome.steps),
    ("Rules, refusals and endings", course.rules),
    ("Games to look at", outcome.games),
)


def report_page(found: Simulation) -> str:
    """The page: one file, no network, no script."""
    box = found.series[0]
    body = [*_head(found, box), *_findings(found), *_variations(found)]
    body.append('<nav aria-label="Sections"><ol>')
    body += [f'<li><a href="#s{place}">{title}</a></li>' for place, (title, _) in enumerate(_SECTIONS, 1)]
    body.append("</ol></nav>")
    for place, (title, section) in enumerate(_SECTIONS, 1):
        body.append(f'<section id="s{place}"><h2>{place}. {title}</h2>')
        body += section(found)
        body.append("</section>")
    style = Path(__file__).with_name("report.css").read_text(encoding="utf-8")
    return page(f"{found.title}: {counted(box.games, 'game')}", "\n".join(body), rules=style)


def _head(found: Simulation, box: SeriesSummary) -> Iterator[str]:
    bots = ", ".join(bot.of for bot in box.bots)
    yield (
        f"<header><h1>{escape(found.title)}: what {box.games:,} games tell</h1>"
        f"<p>{counted(found.players, 'player')}, played by {escape(bots)}. With everything on this page,"
        f" {found.games:,} games were played. Seed <code>{escape(found.seed)}</code>.</p>"
        '<p class="soft">In brackets: where the true figure lies, 95 times in 100. Bots are not people: what'
        " they show is what the rules allow, not what your table will do.</p></header>"
    )


def _findings(found: Simulation) -> Iterator[str]:
    yield '<h2>Findings</h2><ul class="findings">'
    if not any(one.grade == "flaw" for one in found.findings):
        yield "<li><b>Nothing stands out.</b> No flaw that this page looks for was found.</li>"
    for one in found.findings:
        text = escape(one.text)
        flawed = one.grade == "flaw"
        yield f'<li class="flaw"><b>Look at this:</b> {text}</li>' if flawed else f"<li>{text}</li>"
    yield "</ul>"


def _variations(found: Simulation) -> Iterator[str]:
    """The box beside what it was varied to, if it was."""
    if len(found.series) == 1:
        return
    from referee.lab.report.parts import table

    yield "<h3>The variations side by side</h3>"
    rows = [
        (
            "the box as it is" if one.kind == "box" else one.name,
            *(told(seat.rate) for seat in one.seats),
            str(one.decisions.median),
            str(one.rounds.median),
            f"{one.winning.mean:.1f}",
            f"{one.margin.mean:.1f}",
        )
        for one in found.series
    ]
    seats = [f"{seat.of} wins" for seat in found.series[0].seats]
    yield table(("", *seats, "decisions", "rounds", "winning total", "margin"), rows)
    yield '<p class="soft">All of them had the same luck, game by game.</p>'
