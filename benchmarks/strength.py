"""Measure the strength of the bots, one against others on every seat in turn, and the cost of a move.

    python benchmarks/strength.py --all [--minutes 20] [--jobs 4]  # plays, then writes the table of the guide
    python benchmarks/strength.py --all --minutes 0                # writes that table from what was played
    python benchmarks/strength.py rayguns mlem --bot clever:1 clever:3 --against greedy --deals 50
                                  [--players 2 | --largest] [--results FILE]

A deal is one luck, played once with the bot on each seat; the others play the rest. Each label of dice and
cards and each bot has a stream of its own, so that the games of a deal have as much luck in common as their
moves let them. A shared win counts its share, a game without a winner counts as shared by all.

What was played is kept in `benchmarks/strength.csv`, a row for each pairing, and the next run goes on from
there: the pairing that has had the least processor time is next. Budgets of bots are simulations and not
seconds, so a busy machine plays the same games; rows of bots that have changed since are dropped. `--all`
stops once it has played for `--minutes`, or when every pairing has its `GAMES`; games that are not finished
then are lost, and so is a deal of which a game is missing.

Behind the share of games won stands where it lies at 95 % confidence, by the spread between deals (see
`referee.archive.rates`); rows that were played before deals were kept have it as if no two games had their
luck in common. The moves that count are those where the bot had a choice; they are timed in processor time.
"""

from __future__ import annotations

import argparse
import csv
import os
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from components import catalogue
from referee.archive.rates import independent, wilson
from referee.engine.game import CHANCE, Seats
from referee.engine.play import start_game
from referee.games import OURS, find_game
from referee.lab.playing import Luck
from referee.players.bots import find_bot, version

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
SEED = "strength"
LADDER = range(1, 6)  # levels, each with more simulations than the one before
LARGEST = (3, 5)  # levels at the largest table
GAMES = 400  # games of each pairing, for `--all`
MINUTES = 20.0
HERE = Path(__file__).parent
KEPT = HERE / "strength.csv"
GUIDE = HERE.parent / "docs" / "bots.md"
HEAD = "| game | players | bot | against | games | won | ms a move |\n|---|---|---|---|---:|---|---:|\n"


class Pairing(NamedTuple):
    """A bot among others of one kind."""

    slug: str
    players: int
    bot: str
    other: str

    @property
    def key(self) -> tuple[str, ...]:
        """The beginning of its row; whatever the bots do otherwise makes another row."""
        return (self.slug, str(version(self.slug)), str(self.players), self.bot, self.other)


class Played(NamedTuple):
    """A game, or several: how many the bot won, its moves where it had a choice, and what they cost.

    seconds  processor time of the bot's moves
    whole    seconds of the whole games
    """

    won: float = 0.0
    moves: int = 0
    seconds: float = 0.0
    whole: float = 0.0

    def plus(self, other: Played) -> Played:
        return Played(
            self.won + other.won,
            self.moves + other.moves,
            self.seconds + other.seconds,
            self.whole + other.whole,
        )


NOTHING = Played()


@dataclass
class Tally:
    """Everything played of a pairing so far.

    games   games of whole deals, from the first deal on
    begun   games, from the first on
    spent   seconds of processor time, of whole deals and of games that wait for the rest of theirs
    deals   how many deals had that many wins
    waiting games that were played before others of their deal, by number
    """

    pairing: Pairing
    games: int = 0
    total: Played = NOTHING
    begun: int = 0
    spent: float = 0.0
    deals: Counter[float] = field(default_factory=Counter)
    waiting: dict[int, Played] = field(default_factory=dict)

    def add(self, number: int, one: Played) -> bool:
        """Add a game, and tell whether it completes the next deal."""
        self.waiting[number] = one
        self.spent += one.whole
        deal = range(self.games, self.games + self.pairing.players)
        if not all(game in self.waiting for game in deal):
            return False
        played = [self.waiting.pop(game) for game in deal]
        for each in played:
            self.total = self.total.plus(each)
        self.deals[round(sum(each.won for each in played), 4)] += 1
        self.games += len(deal)
        return True

    @property
    def line(self) -> str:
        """Its row of the table."""
        about, one = catalogue.load(self.pairing.slug), self.total
        worth = independent({(won, self.pairing.players): count for won, count in self.deals.items()})
        low, high = wilson(one.won / self.games, worth or self.games)
        share = f"{100 * one.won / self.games:.0f} % [{100 * low:.0f}–{100 * high:.0f}]"
        _, players, bot, other = self.pairing
        cost = round(1000 * one.seconds / max(1, one.moves))
        return f"| {about.title} | {players} | `{bot}` | `{other}` | {self.games} | {share} | {cost} |"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument(
        "--all", action="store_true", help="what docs/bots.md shows, of the five games or of GAME"
    )
    parser.add_argument("--bot", nargs="+", default=["clever:3"])
    parser.add_argument("--against", default="greedy")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--largest", action="store_true", help="as many players as the game has seats")
    parser.add_argument("--deals", type=int, default=0, help="of each pairing")
    parser.add_argument("--minutes", type=float, default=MINUTES, help="for all pairings together")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--results", type=Path, help="a file to go on from")
    asked = parser.parse_args()
    slugs = asked.games or (OURS if asked.all else parser.error("name a game, or --all"))
    results = asked.results or (KEPT if asked.all else None)
    wanted = list(_usual(slugs) if asked.all else _asked(slugs, asked))
    tallies = _kept(results, wanted) if results else [Tally(pairing) for pairing in wanted]
    play_on(tallies, 60 * asked.minutes, asked.jobs, asked.deals, results)
    if asked.all:
        text = GUIDE.read_text(encoding="utf-8")
        told = re.sub(re.escape(HEAD) + r"(\|.*\n)*", lambda _: table(results or KEPT), text)
        GUIDE.write_text(told, encoding="utf-8")
    else:
        print(HEAD, *[f"{tally.line}\n" for tally in tallies if tally.games], sep="", end="")


def table(path: Path) -> str:
    """Return the table that the guide shows of the results in that file."""
    return HEAD + "".join(f"{tally.line}\n" for tally in _kept(path, list(_usual(OURS))) if tally.games)


def _usual(slugs: Sequence[str]) -> Iterator[Pairing]:
    """The ladder against `greedy` for two, then some levels at the largest table."""
    for slug in slugs:
        for level in LADDER:
            yield Pairing(slug, 2, f"clever:{level}", "greedy")
        for level in LARGEST:
            yield Pairing(slug, catalogue.load(slug).players[1], f"clever:{level}", "greedy")


def _asked(slugs: Sequence[str], asked: argparse.Namespace) -> Iterator[Pairing]:
    for slug in slugs:
        players = catalogue.load(slug).players[1] if asked.largest else asked.players
        for bot in asked.bot:
            yield Pairing(slug, players, bot, asked.against)


def play_on(tallies: Sequence[Tally], seconds: float, jobs: int, deals: int, results: Path | None) -> None:
    """Plays until all have so many deals, or for so long; keeps the results after each deal.

    deals  0 for as many as have `GAMES` games
    """
    end = time.monotonic() + seconds
    running: dict[Future[Played], tuple[Tally, int]] = {}
    pool = ProcessPoolExecutor(jobs)
    try:
        while True:
            while len(running) < jobs and time.monotonic() < end and (chosen := _next(tallies, deals)):
                running[pool.submit(play, chosen.pairing, chosen.begun)] = chosen, chosen.begun
                chosen.begun += 1
            if not running or time.monotonic() >= end:
                break
            for done in wait(running, max(0.0, end - time.monotonic()), FIRST_COMPLETED).done:
                tally, number = running.pop(done)
                if tally.add(number, done.result()):
                    print(tally.line, flush=True)
                    if results:
                        _keep(results, tallies)
    finally:
        for process in list((pool._processes or {}).values()):
            process.terminate()
        pool.shutdown(cancel_futures=True)


def _next(tallies: Sequence[Tally], deals: int) -> Tally | None:
    """The pairing with the least processor time, of those that lack games."""
    open_ones = [one for one in tallies if one.begun < _goal(one.pairing, deals)]
    return min(open_ones, key=lambda one: one.spent + (one.begun - one.games) * _each(one), default=None)


def _goal(pairing: Pairing, deals: int) -> int:
    return pairing.players * (deals or -(-GAMES // pairing.players))


def _each(tally: Tally) -> float:
    """Seconds that a game is likely to take."""
    return tally.spent / (tally.games + len(tally.waiting)) if tally.spent else 1.0


def play(pairing: Pairing, number: int) -> Played:
    """The game of that number: of the next deal after all seats have had the bot."""
    slug, players, bot, other = pairing
    deal, own = divmod(number, players)
    bots = [find_bot(slug, bot if seat == own else other) for seat in range(players)]
    game, luck, names = find_game(slug), Luck(SEED, deal), NAMES[:players]
    state, moves, seconds, began = start_game(game, names, {}), 0, 0.0, time.process_time()
    while True:
        turn = game.turn(state)
        if turn is CHANCE:
            outcomes = game.chance(state)
            state = game.resolve(state, outcomes.pick(luck.stream(outcomes.label)))
            continue
        if not isinstance(turn, Seats):
            break
        seat = turn.seats[0]
        known, before = game.known(state, seat), time.process_time()
        move = bots[seat](game, known, seat, luck.stream(f"bot {seat}"))
        took = time.process_time() - before
        if seat == own and len(game.moves(state, seat)) > 1:
            seconds += took
            moves += 1
        state = game.apply(state, seat, move)
    winners = game.score(state).winners
    won = (names[own] in winners) / len(winners) if winners else 1 / players
    return Played(won, moves, seconds, time.process_time() - began)


def _kept(path: Path, wanted: Sequence[Pairing]) -> list[Tally]:
    """Read what that file has of those pairings."""
    rows, tallies = _rows(path), []
    for pairing in wanted:
        figures, deals = rows.get(pairing.key, ["0"] * _FIGURES)[:_FIGURES], Counter[float]()
        games, won, moves, seconds, whole = map(float, figures)
        for each in rows.get(pairing.key, [])[_FIGURES:]:
            wins, _, count = each.partition(":")
            deals[float(wins)] = int(count)
        total = Played(won, int(moves), seconds, whole)
        tallies.append(Tally(pairing, int(games), total, int(games), whole, deals))
    return tallies


def _keep(path: Path, tallies: Sequence[Tally]) -> None:
    """Writes what has been played into that file, beside what else it has."""
    rows = _rows(path)
    for one in tallies:
        if one.games:
            won, moves, seconds, whole = one.total
            rows[one.pairing.key] = [
                str(one.games),
                f"{won:.4f}",
                str(moves),
                f"{seconds:.1f}",
                f"{whole:.1f}",
                *(f"{wins:g}:{count}" for wins, count in sorted(one.deals.items())),
            ]
    fresh = path.with_suffix(".part")
    with fresh.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([*key, *row] for key, row in sorted(rows.items()))
    fresh.replace(path)


def _rows(path: Path) -> dict[tuple[str, ...], list[str]]:
    """The rows of that file by their keys, without those of bots that have changed since."""
    if not path.exists():
        return {}
    with path.open(encoding="utf-8", newline="") as lines:
        rows = [row for row in csv.reader(lines) if row[1] == str(version(row[0]))]
    return {tuple(row[:_KEY]): row[_KEY:] for row in rows}


_KEY = len(Pairing._fields) + 1  # cells of a row that say what was played
_FIGURES = 1 + len(Played._fields)  # cells after them; then come the deals by their wins, such as 1.5:20


if __name__ == "__main__":
    main()
