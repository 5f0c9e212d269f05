"""How strong the bots are: one against others, with equal seats, and what a move costs.

    python benchmarks/strength.py GAME [--bot clever:3] [--against greedy] [--players 2] [--games 100]
                                       [--option rounds=20] [--seed 1]

The bot sits on each seat equally often; the others play the rest. A shared win counts its share, a game
without a winner counts as shared by all. Behind the share of games won stands where it lies at 95 %
confidence (Wilson), and what the bot takes for a move that it has to think about, in CPU time.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping
from dataclasses import dataclass

from referee.archive.statistics import rate
from referee.engine.chance.outcomes import Quick
from referee.engine.game import CHANCE, AnyChooser, AnyGame, Seat, Seats
from referee.games import find_game
from referee.players.bots import find_bot

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
EVERY = 10  # games between two lines


@dataclass
class Tally:
    """CPU seconds and moves of the bot, where it had a choice."""

    games: int = 0
    won: float = 0.0
    seconds: float = 0.0
    moves: int = 0


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--bot", default="clever:3")
    parser.add_argument("--against", default="greedy")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game, tally = find_game(asked.game), Tally()
    bot, other = find_bot(asked.game, asked.bot), find_bot(asked.game, asked.against)
    options = dict(one.partition("=")[::2] for one in asked.option)
    title = f"{asked.game}, {asked.bot} against {asked.against}, {asked.players} players"
    for number in range(asked.games):
        seed = asked.seed * 1_000_000 + number
        play(game, asked.players, options, number % asked.players, bot, other, seed, tally)
        if (number + 1) % EVERY == 0 or number + 1 == asked.games:
            print(f"{title}: {report(tally)}", flush=True)


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
    source, state = Quick(seed), game.start(NAMES[:players], options)
    while True:
        turn = game.turn(state)
        if turn is CHANCE:
            state = game.resolve(state, game.chance(state).pick(source))
            continue
        if not isinstance(turn, Seats):
            break
        seat = turn.seats[0]
        known, begun = game.known(state, seat), time.process_time()
        move = (bot if seat == own else other)(game, known, seat, source)
        if seat == own and len(game.moves(state, seat)) > 1:
            tally.seconds += time.process_time() - begun
            tally.moves += 1
        state = game.apply(state, seat, move)
    winners = game.score(state).winners
    tally.games += 1
    tally.won += (NAMES[own] in winners) / len(winners) if winners else 1 / players


def report(tally: Tally) -> str:
    sure = rate(int(tally.won), tally.games)
    share = f"{100 * tally.won / tally.games:.1f} % of {tally.games}"
    took = f"{1000 * tally.seconds / max(1, tally.moves):.0f} ms a move"
    moves = f"{tally.moves / tally.games:.0f} moves a game"
    return f"won {share} [{100 * sure.low:.1f}–{100 * sure.high:.1f}], {took}, {moves}"


if __name__ == "__main__":
    main()
