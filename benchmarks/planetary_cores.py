"""Planetary: which core wins, played by the greedy bot or another, and how greedy fares against random.

    python benchmarks/planetary_cores.py [--games 250] [--bot clever:1] [--swap fission VAT REP]

Every pair of cores plays that many games from either seat, all pairs in the same systems; greedy plays
random as often. Behind a share of games won stands where it lies at 95 % confidence; the games of one
system, in which the seats are swapped and cores meet each other, are not counted as independent. A game
between two of greedy takes about a twentieth of a second, and one of clever:1 some seconds. `--swap` puts a
card in place of one of a core's ready deck; then only that core's games are played.
"""

from __future__ import annotations

import argparse
import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from referee.archive.rates import grouped
from referee.engine.chance.outcomes import Quick, Source
from referee.engine.game import AnyGame, Seat
from referee.engine.play import play_out, start_game
from referee.games import find_game
from referee.games.planetary.box import load
from referee.games.planetary.codes import write_blueprints
from referee.games.planetary.rules.decks import find_deck
from referee.players.bots import find_bot

NAMES = ("Ann", "Bo")
BOX = load()
SHARED = "shared"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=250, help="of every pair, from either seat")
    parser.add_argument("--bot", default="greedy", help="who plays the cores")
    parser.add_argument("--swap", nargs=3, metavar=("CORE", "OLD", "NEW"))
    asked = parser.parse_args()
    games, decks, told = asked.games, {core: core for core in BOX.cores}, list(BOX.cores)
    if asked.swap:
        core, old, new = asked.swap
        decks[core], told = _swapped(core, old, new), [core]
    won = {core: [0] * games for core in told}
    for pair in itertools.combinations(BOX.cores, 2):
        if set(pair) & set(told):
            wins = _wins(games, pair, asked.bot, decks)
            for core in {*pair} & {*told}:
                won[core] = [before + each[core] for before, each in zip(won[core], wins, strict=True)]
            _report(pair, wins)
    for core in told:
        print(f"{core:12} {_share(won[core], 2 * (len(BOX.cores) - 1))}")
    if not asked.swap:
        bots = ("greedy", "random")
        _report(bots, _wins(games, bots, "", decks))


def _swapped(core: str, old: str, new: str) -> str:
    """The ready deck of that core, with a card in place of another."""
    cards = Counter(dict(find_deck(BOX, core, "--swap").blueprints))
    cards[old] -= 1
    cards[new] += 1
    return f"{core}: {write_blueprints({code: cards[code] for code in cards if cards[code]})}"


def _wins(games: int, sides: tuple[str, str], bot: str, decks: Mapping[str, str]) -> list[Counter[str]]:
    """Count how often each side won, or nobody alone, in each of so many systems, from either seat.

    sides  two cores, which the bot plays, or two bots, with the decks of their seats
    decks  the deck of each core
    """
    wins: list[Counter[str]] = []
    for number in range(games):
        wins.append(Counter())
        for seated in (sides, sides[::-1]):
            if sides[0] in BOX.cores:
                given = {f"deck {name}": decks[core] for name, core in zip(NAMES, seated, strict=True)}
                wins[-1][_winner(number, (bot, bot), seated, given)] += 1
            else:
                wins[-1][_winner(number, seated, seated, {})] += 1
    return wins


def _winner(number: int, bots: Sequence[str], called: Sequence[str], options: Mapping[str, str]) -> str:
    """Return the name of the winner's side, seat by seat, or "shared"."""
    game = find_game("planetary")
    players = [find_bot(game.slug, name) for name in bots]

    def choose(rules: AnyGame, state: Any, seat: Seat, source: Source) -> Any:
        return players[seat](rules, rules.known(state, seat), seat, source)

    end = play_out(game, start_game(game, NAMES, options), choose, Quick(number))
    winners = game.score(end).winners
    return called[NAMES.index(winners[0])] if len(winners) == 1 else SHARED


def _report(sides: Sequence[str], wins: Sequence[Counter[str]]) -> None:
    one, other = sides
    share, won = _share([each[one] for each in wins], 2), sum(wins, Counter[str]())
    line = f"{one:12} {won[one]:4}   {other:12} {won[other]:4}   shared {won[SHARED]:4}   {one} {share}"
    print(line, flush=True)


def _share(won: Sequence[int], games: int) -> str:
    """Return `56 %, 52 to 60` for the wins in each system, of so many games there."""
    found = grouped(Counter((wins, games) for wins in won))
    return f"{found.share:.0%}".replace("%", " %") + f", {100 * found.low:.0f} to {100 * found.high:.0f}"


if __name__ == "__main__":
    main()
