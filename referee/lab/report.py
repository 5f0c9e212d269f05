"""A run as a page for a browser: what `simulation.html.j2`, which has the words, tells of it."""

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import attrgetter

from components import catalogue
from components.prose import plain, runs
from components.wording import counted
from referee.archive.pages.document import page
from referee.archive.rates import Rate
from referee.lab.measures import Close, Deviation, Share, Simulation, Spread, Use

_PIECES = 20  # pieces in a chart
_LEVERS = 12  # numbers in a chart

Rows = list[tuple[str, Rate]]


def report_page(found: Simulation) -> str:
    """The page: one file, no network, no script."""
    box = found.series[0]
    closely = box.closely
    assert closely is not None
    moving = [one for one in found.deviations if one.compared.effects]
    uncited = list(_uncited(found.game, closely))
    groups = list(_groups(found.game, closely))
    return page(
        "simulation.html.j2",
        title=f"{found.title}: {counted(box.games, 'game')}",
        found=found,
        box=box,
        closely=closely,
        comma="{:,}".format,
        percent=lambda share: f"{100 * share:.1f} %".replace(".0 %", " %"),
        told=lambda rate: rate.told(1) if rate.games else "–",
        spread_of=_spread_of,
        named=lambda rows: [(one.of, one.rate) for one in rows],
        Share=Share,
        first=(Share("first player", box.first),) if box.first.games else (),
        seats_win=[f"{seat.of} wins" for seat in box.seats],
        seats_of=lambda one: [seat.rate.told(1) if seat.rate.games else "–" for seat in one.seats],
        ladder=list(_ladder(found)),
        led=[(f"after {one.of}", one.rate) for one in closely.led if one.rate.games],
        decided=[(one.of, one.rate.share) for one in closely.decided],
        rounds=[str(one.round) for one in closely.scores],
        quantiles=[
            *map(attrgetter("tenth", "quarter", "median", "three_quarters", "ninetieth"), closely.scores)
        ],
        groups=groups,
        untaken=[
            piece.name
            for piece in closely.pieces
            if piece.group in {group for group, _, _ in groups} and not piece.won.games
        ],
        step=_step,
        moving=moving,
        levers=list(_levers(moving)),
        measured=[effect.of for effect in moving[0].compared.effects] if moving else (),
        idle=[_step(one) for one in found.deviations if not one.compared.effects and not one.refused],
        refused=[f"{_step(one)} ({one.refused})" for one in found.deviations if one.refused],
        cited=len({one.rule for one in closely.rules}),
        uncited=uncited,
    )


def _spread_of(one: Spread, unit: float = 1) -> list[str]:
    """The figures of a spread, each times a unit."""
    whole = (one.least, one.tenth, one.median, one.ninetieth, one.most)
    return [*(f"{figure * unit:,.0f}" for figure in whole), f"{one.mean * unit:,.1f}"]


def _ladder(found: Simulation) -> Iterator[tuple[str, Rate]]:
    for one in found.ladder:
        yield f"{one.strong} beats {one.weak}", one.won
        yield "  the same bot twice", one.same_bot
        yield "  the same seat twice", one.same_seat


def _groups(game: str, closely: Close) -> Iterator[tuple[str, list[Use], Rows]]:
    """Each group of pieces, those of it that were taken, and what a chart shows: the best and the worst.

    A piece has the title that is printed on it beside its code.
    """
    decks = catalogue.load(game).decks
    titles = {one.code: str(one.fields.get("title") or "") for deck in decks for one in deck.pieces}
    by_group: dict[str, list[Use]] = {}
    for piece in closely.pieces:
        if piece.won.games:
            named = replace(piece, name=f"{piece.name} {titles.get(piece.name, '')}".strip())
            by_group.setdefault(piece.group, []).append(named)
    for group, taken in by_group.items():
        drawn = [(one.name, one.won) for one in sorted(taken, key=lambda one: -one.won.share)]
        half = _PIECES // 2
        yield group, taken, drawn if len(drawn) <= _PIECES else [*drawn[:half], *drawn[-half:]]


def _levers(
    moving: Sequence[Deviation],
) -> Iterator[tuple[str, list[tuple[str, tuple[float, float, float]]]]]:
    """For each effect the steps that certainly change it, the surest first."""
    for place, effect in enumerate(moving[0].compared.effects if moving else ()):
        effects = [(_step(one), one.compared.effects[place]) for one in moving]
        # The nearer end of an interval is that far from 0; 0 lies in it if the end is beyond.
        sure = [(max(one.low, -one.high), step, (one.mean, one.low, one.high)) for step, one in effects]
        certain = sorted((one for one in sure if one[0] > 0), key=lambda one: -one[0])
        if certain:
            yield effect.of, [(step, interval) for _, step, interval in certain[:_LEVERS]]


def _uncited(game: str, closely: Close) -> Iterator[tuple[str, str]]:
    """The rules that nothing cited, each with its first words."""
    book, cited = catalogue.load(game).rules, {one.rule for one in closely.rules}
    for rule in book:
        if (number := f"{book.prefix} {rule.number}") not in cited:
            yield number, textwrap.shorten(plain(runs(rule.text)), 90, placeholder=" …")


def _step(one: Deviation) -> str:
    return f"{one.number}: {one.before:g} → {one.after:g}"
