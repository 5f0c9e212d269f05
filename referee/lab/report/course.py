"""Sections of the page on the course of the games that were watched closely."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from html import escape

from components import catalogue
from components.prose import plain, runs
from components.wording import counted
from referee.archive.pages import charts
from referee.lab.measures import Close, Share, Simulation, Use
from referee.lab.report.parts import (
    SPREAD,
    figure,
    long_table,
    percent,
    shares,
    spread_row,
    table,
    told,
)

_DRAWN = 20  # pieces in a chart


def leads(found: Simulation) -> Iterator[str]:
    closely = _closely(found)
    led = [one for one in closely.led if one.rate.games]
    if not led:
        yield "<p>Nobody can tell who leads before the end.</p>"
        return
    yield shares(
        "How often the leader wins",
        [Share(f"after {one.of}", one.rate) for one in led],
        "How often the player who leads alone after a part of the rounds wins in the end.",
    )
    if closely.decided:
        yield figure(
            charts.bars("When it is decided", [(one.of, one.rate.share) for one in closely.decided]),
            "After which part of the rounds the winner led for good; at 100 %, only the last score told.",
        )
    yield table(SPREAD, [spread_row("changes of the lead", closely.lead_changes)])


def scores(found: Simulation) -> Iterator[str]:
    closely, box = _closely(found), found.series[0]
    rows = [(one.tenth, one.quarter, one.median, one.three_quarters, one.ninetieth) for one in closely.scores]
    if rows:
        yield figure(
            charts.bands("Totals by round", [str(one.round) for one in closely.scores], rows),
            "Totals of all seats at the end of each round: the median, the middle half and the middle eight"
            " in ten. Later rounds count only the games that had them.",
        )
        yield long_table(
            "Totals by round",
            ("round", "seen", "10 %", "25 %", "median", "75 %", "90 %"),
            [
                (str(one.round), f"{one.seen:,}", *map(str, row))
                for one, row in zip(closely.scores, rows, strict=True)
            ],
        )
    yield table(
        SPREAD,
        [spread_row("totals at the end", box.totals), spread_row("totals that won", box.winning)],
    )


def decisions(found: Simulation) -> Iterator[str]:
    closely = _closely(found)
    yield (
        f"<p>In {counted(closely.games, 'game')} there were {closely.forced.games:,} decisions;"
        f" {told(closely.forced)} of them were forced, with only one legal move.</p>"
    )
    yield table(SPREAD, [spread_row("legal moves", closely.legal)])


def pieces(found: Simulation) -> Iterator[str]:
    closely = _closely(found)
    yield (
        "<p>How often a seat won in a game in which it took or did something. What good players do when they"
        " are ahead also wins often, without being the reason.</p>"
    )
    groups: dict[str, list[Use]] = {}
    for piece in closely.pieces:
        if piece.won.games:
            groups.setdefault(piece.group, []).append(piece)
    for group, several in groups.items():
        yield f"<h3>{escape(group.capitalize())}</h3>"
        ordered = sorted(several, key=lambda one: -one.won.share)
        shown = ordered if len(ordered) <= _DRAWN else [*ordered[: _DRAWN // 2], *ordered[-_DRAWN // 2 :]]
        caption = (
            "Wins of the players who took it."
            if len(shown) == len(ordered)
            else "The ten best and the ten worst."
        )
        drawn = [(one.name, one.won.share, one.won.low, one.won.high) for one in shown]
        yield figure(charts.shares(f"Wins with {group}", drawn), caption)
        yield _uses(group, several)
    never = [piece.name for piece in closely.pieces if piece.group in groups and not piece.won.games]
    if never:
        yield f"<p>Drawn, but never taken by a move: {escape(', '.join(never))}.</p>"
    yield "<h3>Moves</h3>"
    yield table(
        ("move", "offered", "games and seats", "wins"),
        [(one.name, f"{one.offered:,}", f"{one.won.games:,}", told(one.won)) for one in closely.moves],
    )
    if closely.choices:
        yield "<h3>Choices</h3>"
        yield long_table(
            "Choices",
            ("move and field", "choice", "games and seats", "wins"),
            [(one.group, one.name, f"{one.won.games:,}", told(one.won)) for one in closely.choices],
            words=2,
        )


def rules(found: Simulation) -> Iterator[str]:
    closely = _closely(found)
    book = catalogue.load(found.game).rules
    cited = {one.rule for one in closely.rules}
    never = [number for rule in book if (number := f"{book.prefix} {rule.number}") not in cited]
    yield f"<p>{len(cited)} rules were cited, {len(never)} never: by no ruling, no log and no refusal.</p>"
    yield long_table(
        "Rules that were never cited",
        ("rule", "it begins"),
        [(number, _beginning(book[number.partition(" ")[2]].text)) for number in never],
        words=2,
    )
    refusals = sorted((one for one in closely.rules if one.refused), key=lambda one: -one.refused)
    yield "<h3>What players would meet most</h3>"
    yield (
        "<p>Moves that a seat could make one decision before and cannot make now, by the rule that refuses"
        " them.</p>"
    )
    yield long_table(
        "Rules that refused a move",
        ("rule", "such a refusal", "times"),
        [(one.rule, one.example, f"{one.refused:,}") for one in refusals],
        words=2,
    )
    yield "<h3>How games end</h3>"
    yield table(
        ("rules that the last event cites", "games"), [(one.of, told(one.rate)) for one in closely.endings]
    )
    box = found.series[0]
    yield (
        f"<p>At the limit of {found.limit:,} decisions: {percent(box.limited.share)}. Broken off, because"
        f" the rules or a bot failed: {percent(box.broken.share)}.</p>"
    )
    yield long_table(
        "Rules that were cited",
        ("rule", "games"),
        [(one.rule, f"{one.games:,}") for one in closely.rules if one.games],
    )


def _beginning(text: str) -> str:
    """The first words of a rule."""
    return textwrap.shorten(plain(runs(text)), 90, placeholder=" …")


def _uses(group: str, several: list[Use]) -> str:
    return long_table(
        group.capitalize(),
        ("piece", "drawn", "games and seats", "wins"),
        [(one.name, f"{one.drawn:,}", f"{one.won.games:,}", told(one.won)) for one in several],
    )


def _closely(found: Simulation) -> Close:
    closely = found.series[0].closely
    assert closely is not None
    return closely
