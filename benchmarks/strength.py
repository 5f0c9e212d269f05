"""How strong the bots are: one against others, on every seat in turn, and what a move costs.

    python benchmarks/strength.py rayguns [mlem …] [--bot clever:3] [--against greedy] [--players 2]
                                  [--deals 50 | --minutes 3] [--option rounds=20] [--seed 1]
    python benchmarks/strength.py --all             # all five games, three minutes each

A deal is one luck, played once with the bot on each seat: the others play the rest, and the dice and cards
come from a stream that no bot draws from. A shared win counts its share, a game without a winner counts as
shared by all.

Behind the share of games won stands where it lies at 95 % confidence (Wilson), as if no two games had their
luck in common. They have: what favours a seat favours each bot once, so the truth is likely to be nearer.
Time is processor time; the moves that count are those where the bot had a choice. At the end comes the table
of `docs/bots.md`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping
from dataclasses import dataclass

from components import catalogue
from referee.archive.statistics import rate
from referee.engine.chance.outcomes import Quick
from referee.engine.game import CHANCE, AnyChooser, AnyGame, Seat, Seats
from referee.games import OURS, find_game
from referee.players.bots import find_bot

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
MINUTES = 3.0  # for each game, where neither deals nor minutes are given


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
    parser.add_argument("--bot", default="clever:3")
    parser.add_argument("--against", default="greedy")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--deals", type=int, default=0, help="for each game")
    parser.add_argument("--minutes", type=float, default=0.0, help="of processor time for each game")
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    slugs = OURS if asked.all else asked.games
    if not slugs:
        parser.error("name a game, or --all")
    options = dict(one.partition("=")[::2] for one in asked.option)
    rows = []
    for slug in slugs:
        game, tally, began, deal = find_game(slug), Tally(), time.process_time(), 0
        bot, other = find_bot(slug, asked.bot), find_bot(slug, asked.against)
        seconds = 60 * (asked.minutes or (0 if asked.deals else MINUTES))
        while deal < asked.deals or time.process_time() - began < seconds:
            for own in range(asked.players):
                seed = asked.seed * 1_000_000 + deal
                play(game, asked.players, options, own, bot, other, seed, tally)
            deal += 1
            took = f"{tally.cost} ms a move, {tally.moves / tally.games:.0f} moves a game"
            print(f"{slug}, {asked.bot} against {asked.against}, {asked.players} players: won {tally.share}"
                  f" of {tally.games}, {took}", flush=True)  # fmt: skip
        title = catalogue.load(slug).title
        cells = (title, f"`{asked.bot}`", f"`{asked.against}`", tally.games, tally.share, tally.cost)
        rows.append(f"| {' | '.join(map(str, cells))} |")
    print("", f"| game, {asked.players} players | bot | against | games | won | ms a move |", sep="\n")
    print("|---|---|---|---|---|---|", *rows, sep="\n")


def play(
    game: AnyGame,
    players: int,
    options: Mapping[str, str],
    own: Seat,
    bot: AnyChooser,
    other: AnyChooser,
    seed: int,
    tally: Tally,
) -> None:
    """One game, added to the tally; `own` is the seat of the bot."""
    luck, state = Quick(seed), game.start(NAMES[:players], options)
    minds = [Quick(seed * len(NAMES) + seat) for seat in range(players)]
    while True:
        turn = game.turn(state)
        if turn is CHANCE:
            state = game.resolve(state, game.chance(state).pick(luck))
            continue
        if not isinstance(turn, Seats):
            break
        seat = turn.seats[0]
        known, begun = game.known(state, seat), time.process_time()
        move = (bot if seat == own else other)(game, known, seat, minds[seat])
        took = time.process_time() - begun
        if seat == own and len(game.moves(state, seat)) > 1:
            tally.seconds += took
            tally.moves += 1
        state = game.apply(state, seat, move)
    winners = game.score(state).winners
    tally.games += 1
    tally.won += (NAMES[own] in winners) / len(winners) if winners else 1 / players


if __name__ == "__main__":
    main()
