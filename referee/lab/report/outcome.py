"""Sections of the page on what came of the games: wins, length, skill, steps, games that stand out."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from components.wording import counted
from referee.archive.pages import charts
from referee.lab.measures import Deviation, Share, Simulation
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

_PACES = (5, 15, 40)  # seconds for a decision
_LEVERS = 12  # numbers in a chart


def wins(found: Simulation) -> Iterator[str]:
    box = found.series[0]
    yield shares(
        "Wins by seat",
        [*box.seats, *([Share("first player", box.first)] if box.first.games else [])],
        f"Wins by seat. An even share is {percent(box.fair)}; a shared win counts for all who share it.",
    )
    if len(box.bots) > 1:
        yield shares("Wins by bot", box.bots, "Wins by bot, of the seats that it had.")
    rows = [
        (share.of, f"{share.rate.won:,}", f"{share.rate.games:,}", told(share.rate))
        for share in (*box.seats, Share("first player", box.first), *box.bots)
    ]
    yield table(("", "won", "games", "share"), rows)
    yield table(
        ("", "games", "share"),
        [
            (name, f"{one.won:,}", told(one))
            for name, one in (("win shared", box.shared), ("no winner", box.unwon))
        ],
    )


def length(found: Simulation) -> Iterator[str]:
    box = found.series[0]
    rows = [
        spread_row("rounds", box.rounds),
        spread_row("decisions of all players", box.decisions),
        spread_row("rolls and draws", box.chances),
    ]
    rows += [
        (
            f"minutes at {pace} seconds a decision",
            *(
                f"{figure * pace / 60:,.0f}"
                for figure in (
                    box.decisions.least,
                    box.decisions.tenth,
                    box.decisions.median,
                    box.decisions.ninetieth,
                    box.decisions.most,
                )
            ),
            f"{box.decisions.mean * pace / 60:,.1f}",
        )
        for pace in _PACES
    ]
    yield table(SPREAD, rows)
    if box.limited.won:
        yield f"<p>{counted(box.limited.won, 'game')} reached the limit of {found.limit:,} decisions.</p>"


def skill(found: Simulation) -> Iterator[str]:
    if not found.ladder:
        yield "<p>No ladder was played: it needs a game for two, and ten games for each deal.</p>"
        return
    yield (
        "<p>Each deal is played twice by two bots, the second time with their seats swapped. If the same bot"
        " wins both games, skill decided; if the same seat does, the deal decided.</p>"
    )
    rows = []
    for one in found.ladder:
        rows.append((f"{one.strong} beats {one.weak}", one.won.share, one.won.low, one.won.high))
        rows.append(("  the same bot twice", one.same_bot.share, one.same_bot.low, one.same_bot.high))
        rows.append(("  the same seat twice", one.same_seat.share, one.same_seat.low, one.same_seat.high))
    yield figure(charts.shares("The ladder of bots", rows), "The ladder of bots, at a table of two.")
    yield table(
        ("", "deals", "games won", "same bot twice", "same seat twice"),
        [
            (
                f"{one.strong} against {one.weak}",
                str(one.deals),
                told(one.won),
                told(one.same_bot),
                told(one.same_seat),
            )
            for one in found.ladder
        ],
    )


def steps(found: Simulation) -> Iterator[str]:
    if not found.deviations:
        yield (
            "<p>Add <code>--deviations 100</code> to play 100 games with each number of the box one step up,"
            " and one step down, with the same luck.</p>"
        )
        return
    played = [one for one in found.deviations if one.compared.effects]
    for place, effect in enumerate(played[0].compared.effects if played else ()):
        ordered = sorted(played, key=lambda one: -_sure(one, place))
        moved = [one for one in ordered if _sure(one, place) > 0][:_LEVERS]
        if moved:
            yield f"<h3>{escape(effect.of.capitalize())}</h3>"
            rows = [
                (
                    _step(one),
                    one.compared.effects[place].mean,
                    one.compared.effects[place].low,
                    one.compared.effects[place].high,
                )
                for one in moved
            ]
            yield figure(charts.effects(effect.of, rows), f"What moves it most: {effect.of}.")
    yield long_table(
        "Numbers that change something",
        (
            "number",
            "games changed",
            *(effect.of for effect in (played[0].compared.effects if played else ())),
        ),
        [
            (
                _step(one),
                f"{one.compared.changed.won} of {one.compared.changed.games}",
                *(
                    f"{effect.mean:+.1f} ({effect.low:+.1f} to {effect.high:+.1f})"
                    for effect in one.compared.effects
                ),
            )
            for one in played
        ],
    )
    idle = [_step(one) for one in found.deviations if not one.compared.effects and not one.refused]
    if idle:
        yield (
            f"<details><summary>Steps that changed no game: {len(idle)}</summary>"
            f"<p>{escape(', '.join(idle))}</p></details>"
        )
    refused = [f"{_step(one)} ({one.refused})" for one in found.deviations if one.refused]
    if refused:
        yield (
            f"<details><summary>Steps that the game cannot take: {len(refused)}</summary>"
            f"<p>{escape(', '.join(refused))}</p></details>"
        )


def games(found: Simulation) -> Iterator[str]:
    what = {
        "closest": "closest: points between first and second",
        "longest": "longest: decisions",
        "luckiest": "luckiest comeback: points the winner was behind at the end of a round",
    }
    yield table(
        ("", "game", "figure", "to see it"),
        [
            (what[one.what], f"{one.game:,}", f"{one.figure:,}", f"referee replay {one.file}")
            for one in found.standouts
        ],
    )
    yield table(SPREAD, [spread_row("margin", found.series[0].margin)])
    yield (
        f"<p>games.csv has every game; its SHA-256 is <code>{found.digest}</code>, wherever the same plan is"
        " played. summary.json has every figure of this page.</p>"
    )


def _step(one: Deviation) -> str:
    return f"{one.number}: {one.before:g} → {one.after:g}"


def _sure(one: Deviation, place: int) -> float:
    """Return how far the nearer end of the interval is from 0; 0 or less if 0 lies in it."""
    effect = one.compared.effects[place]
    return max(effect.low, -effect.high)
