"""How strong the bots are: one against others, on every seat in turn, and what a move costs.

    python benchmarks/strength.py --all             # clever:3 against greedy in all five games: 15 minutes
    python benchmarks/strength.py rayguns mlem --bot clever:1 clever:3 clever:5 --against greedy
                                  [--players 2 | --largest] [--deals 50 | --minutes 3] [--seed 1]

A deal is one luck, played once with the bot on each seat; the others play the rest. Each label of dice and
cards and each bot has a stream of its own, so that the games of a deal have as much luck in common as their
moves let them. A shared win counts its share, a game without a winner counts as shared by all.

Behind the share of games won stands where it lies at 95 % confidence (Wilson), as if no two games had their
luck in common: as each deal favours each bot once, the truth is likely to be nearer. Minutes are processor
time for each line of the table, which is printed at the end as `docs/bots.md` has it; a deal that was begun
is finished. The moves that count are those where the bot had a choice.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass

from components import catalogue
from referee.archive.statistics import rate
from referee.engine.game import CHANCE, AnyChooser, AnyGame, Seat, Seats
from referee.games import OURS, find_game
from referee.lab.playing import Luck
from referee.players.bots import find_bot

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
MINUTES = 3.0  # for each line, where neither deals nor minutes are given


@dataclass
class Tally:
    """Games won, with the seconds and moves of the bot where it had a choice."""

    games: int = 0
    won: float = 0.0
    seconds: float = 0.0
    moves: int = 0

    @property
    def share(self) -> str:
        """Of the games, with its interval in percent: "65 % [43–82]"."""
        sure = rate(int(self.won), self.games)
        return f"{100 * self.won / self.games:.0f} % [{100 * sure.low:.0f}–{100 * sure.high:.0f}]"

    @property
    def cost(self) -> int:
        """Milliseconds for a move."""
        return round(1000 * self.seconds / max(1, self.moves))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--all", action="store_true", help="all five games")
    parser.add_argument("--bot", nargs="+", default=["clever:3"])
    parser.add_argument("--against", default="greedy")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--largest", action="store_true", help="as many players as the game has seats")
    parser.add_argument("--deals", type=int, default=0, help="for each line")
    parser.add_argument("--minutes", type=float, default=0.0, help="of processor time for each line")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    slugs = OURS if asked.all else asked.games
    if not slugs:
        parser.error("name a game, or --all")
    rows = []
    for slug in slugs:
        about = catalogue.load(slug)
        players = about.players[1] if asked.largest else asked.players
        for bot in asked.bot:
            tally = measured(slug, bot, asked.against, players, asked)
            cells = (
                about.title,
                players,
                f"`{bot}`",
                f"`{asked.against}`",
                tally.games,
                tally.share,
                tally.cost,
            )
            rows.append(f"| {' | '.join(map(str, cells))} |")
    print("\n| game | players | bot | against | games | won | ms a move |\n|---|---|---|---|---|---|---|")
    print(*rows, sep="\n")


def measured(slug: str, bot: str, other: str, players: int, asked: argparse.Namespace) -> Tally:
    """Deals until there are enough, or until the time is over; a line is printed after each."""
    tally, began, deal = Tally(), time.process_time(), 0
    seconds = 60 * (asked.minutes or (0 if asked.deals else MINUTES))
    while deal < asked.deals or time.process_time() - began < seconds:
        for own in range(players):
            bots = [find_bot(slug, bot if seat == own else other) for seat in range(players)]
            play(find_game(slug), own, bots, Luck(str(asked.seed), deal), tally)
        deal += 1
        print(
            f"{slug}, {bot} against {other}, {players} players: won {tally.share} of {tally.games},"
            f" {tally.cost} ms a move, {tally.moves / tally.games:.0f} moves a game",
            flush=True,
        )
    return tally


def play(game: AnyGame, own: Seat, bots: list[AnyChooser], luck: Luck, tally: Tally) -> None:
    """One game of the bots, seat by seat, added to the tally of the one on the seat `own`."""
    names = NAMES[: len(bots)]
    state = game.start(names, {})
    while True:
        turn = game.turn(state)
        if turn is CHANCE:
            outcomes = game.chance(state)
            state = game.resolve(state, outcomes.pick(luck.stream(outcomes.label)))
            continue
        if not isinstance(turn, Seats):
            break
        seat = turn.seats[0]
        known, begun = game.known(state, seat), time.process_time()
        move = bots[seat](game, known, seat, luck.stream(f"bot {seat}"))
        took = time.process_time() - begun
        if seat == own and len(game.moves(state, seat)) > 1:
            tally.seconds += took
            tally.moves += 1
        state = game.apply(state, seat, move)
    winners = game.score(state).winners
    tally.games += 1
    tally.won += (names[own] in winners) / len(winners) if winners else 1 / len(names)


if __name__ == "__main__":
    main()
