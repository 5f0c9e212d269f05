"""Writes the pages on the balance of our games.

    python docs/balance/make.py [GAME]... [--scale 1] [--out docs/balance] [--jobs 2]

Each page tells what `referee simulate` found with the greedy bot at the smallest table and at one of four or
five, and with a better player at the smallest. The seed is fixed, so the same Starbox writes the same pages.
All of them take about an hour and a half of processor time, more than half of it for Planetary.
"""

from __future__ import annotations

import argparse
import itertools
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from components import catalogue
from components.wording import counted
from referee.archive.rates import Rate, rate
from referee.commands.base.output import as_json
from referee.lab import running
from referee.lab.measures import Simulation
from referee.lab.plan import Plan, make_plan
from referee.lab.simulating import finish
from referee.lab.store import open_store

HOME = Path(__file__).parent
SEED = "balance"
CORES = ("solar", "fission", "hydrocarbon", "turbine")


class Sample(NamedTuple):
    """Games at a table of that size, the bot on every seat, and deals of the ladder of bots."""

    players: int
    games: int
    deals: int = 0
    bot: str = "greedy"


SAMPLES = {
    "last-blast": (Sample(2, 3000, 150), Sample(2, 300, bot="clever:1"), Sample(4, 1000)),
    "mlem": (Sample(2, 500, 50), Sample(2, 300, bot="clever:3"), Sample(5, 150)),
    "per-aspera": (Sample(2, 300, 30), Sample(2, 300, bot="clever:3"), Sample(4, 80)),
    "planetary": (Sample(2, 100, 10), Sample(2, 100, bot="clever:1"), Sample(4, 12)),
    "rayguns": (Sample(2, 300, 30), Sample(2, 200, bot="clever:2"), Sample(4, 100)),
}
CORE_BOTS = ("greedy", "clever:1")
PAIRS = 30  # games of two cores, from either seat


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", default=list(SAMPLES))
    parser.add_argument("--scale", type=float, default=1.0, help="of the number of games")
    parser.add_argument("--out", type=Path, default=HOME)
    parser.add_argument("--jobs", type=int, default=running.cores())
    given = parser.parse_args()
    for slug in given.games:
        text = "\n".join(page(slug, given.scale, given.jobs))
        (given.out / f"{slug}.md").write_text(text, encoding="utf-8")


def page(slug: str, scale: float, jobs: int) -> Iterator[str]:
    """The lines of the page of that game."""
    yield f"# {catalogue.load(slug).title}: balance\n"
    yield (
        f"Written by `python docs/balance/make.py {slug}`. The greedy bot plays where no other is named; see"
        " [many games at once](../simulate.md) for how to read this.\n"
    )
    for sample in SAMPLES[slug]:
        yield from _table(slug, sample, scale, jobs)
    if slug == "planetary":
        for bot in CORE_BOTS:
            yield from _cores(bot, scale, jobs)


def _table(slug: str, sample: Sample, scale: float, jobs: int) -> Iterator[str]:
    plan = make_plan(
        slug,
        games=max(2, round(sample.games * scale)),
        players=sample.players,
        bots=[sample.bot],
        seed=SEED,
        mirrors=max(1, round(sample.deals * scale)) if sample.deals else 0,
    )
    found = _simulated(plan, jobs)
    box = found.series[0]
    yield f"## {sample.players} players{_named(sample.bot)}\n"
    yield f"{counted(box.games, 'game')}; SHA-256 of games.csv: `{found.digest}`.\n"
    for one in found.findings:
        yield f"- {'**Look at this:** ' if one.grade == 'flaw' else ''}{one.text}"
    yield ""
    yield from _rows(
        ("seat", "won", "share"), [*((one.of, one.rate) for one in box.seats), ("first player", box.first)]
    )
    assert box.closely
    groups = itertools.groupby((one for one in box.closely.pieces if one.won.games), lambda one: one.group)
    for group, pieces in groups:
        ordered = sorted(pieces, key=lambda one: -one.won.share)
        ends = [*ordered[:5], *ordered[-5:]] if len(ordered) > 10 else ordered
        yield f"Wins of the players who take one of the {group}, the best and the worst:\n"
        yield from _rows((group, "won", "share"), [(one.name, one.won) for one in ends])
    yield f"Scores: the winner has {box.winning.mean:.1f} on average, and wins by {box.margin.mean:.1f}."
    forced = f"{100 * box.closely.forced.share:.0f} % are forced"
    yield f"A game has {box.decisions.mean:.0f} decisions, of which {forced}.\n"


def _named(bot: str) -> str:
    """Return the words that the heading of a sample needs for another bot than the usual one."""
    return "" if bot == Sample._field_defaults["bot"] else f", {bot}"


def _cores(bot: str, scale: float, jobs: int) -> Iterator[str]:
    """Planetary: each core against each other one, from either seat. Every pair has systems of its own."""
    games = max(1, round(PAIRS * scale))
    won: dict[tuple[str, str], int] = {}
    for one, other in itertools.permutations(CORES, 2):
        decks = {"deck Ann": one, "deck Bo": other}
        seed = f"{SEED} {one} {other}"
        plan = make_plan("planetary", games=games, bots=[bot], seed=seed, options=decks)
        seats = _simulated(plan, jobs).series[0].seats
        for pair, seat in zip(((one, other), (other, one)), seats, strict=True):
            won[pair] = won.get(pair, 0) + seat.rate.won
    yield f"## Cores{_named(bot)}\n"
    yield (
        f"Each core meets each other one in {counted(games, 'game')} from either seat."
        " A win that is shared counts for both.\n"
    )
    totals = {core: sum(won[core, other] for other in CORES if other != core) for core in CORES}
    yield from _rows(("core", "won", "share"), [(core, rate(totals[core], 6 * games)) for core in CORES])
    pairs = ((f"{one} against {other}", rate(count, 2 * games)) for (one, other), count in won.items())
    yield from _rows(("pair", "won", "share"), [*pairs])


def _rows(titles: Sequence[str], rows: Sequence[tuple[str, Rate]]) -> Iterator[str]:
    yield f"| {' | '.join(titles)} |"
    yield f"|---|{'---:|' * (len(titles) - 1)}"
    for name, one in rows:
        share = f"{100 * one.share:.1f} % ({100 * one.low:.1f} to {100 * one.high:.1f} %)"
        yield f"| {name} | {one.won} of {one.games} | {share} |"
    yield ""


def _simulated(plan: Plan, jobs: int) -> Simulation:
    with tempfile.TemporaryDirectory() as folder:
        return _play(plan, Path(folder), jobs)


def _play(plan: Plan, folder: Path, jobs: int) -> Simulation:
    store = open_store(folder, plan, 5 if plan.game == "planetary" else 20)
    with running.progress_bar(plan.game, plan.games, 0) as progress:
        running.run(store, lambda: running.here(jobs), progress)
    return finish(store, as_json)


if __name__ == "__main__":
    main()
