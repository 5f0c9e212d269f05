"""Whole random games a second on one core, for every game that is played at the table.

    python benchmarks/engines.py [GAME]... [--seconds 2]

Beside them, in the same run, python-chess plays random games, if it is installed; and a journal of
500 steps is replayed. The first line of a game is what its limit is for. Exit code 1 if a limit is
missed.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from components import catalogue
from components.errors import UsageError
from referee.engine.chance.outcomes import Quick
from referee.engine.game import Event
from referee.engine.play import many_games, play_out, start_game
from referee.players.bots import at_random
from referee.table import beginning, rulesets, session

LIMITS = {
    "last-blast": 5000,
    "mlem": 3000,
    "rayguns": 800,
    "per-aspera": 1000,
    "planetary": 34,
}  # games a second
REPLAY_LIMIT = 0.050  # seconds for 500 steps
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", default=[slug for slug in LIMITS if _is_there(slug)])
    parser.add_argument("--seconds", type=float, default=2.0, help="for each line")
    given = parser.parse_args()
    missed = False
    for slug in given.games:
        fewest, most = catalogue.load(slug).players
        for players in range(fewest, most + 1):
            with many_games():
                rate = _rate(_random_games(slug, players), given.seconds)
            limit = LIMITS[slug] if players == fewest else None
            missed |= _report(f"{slug}, {players} players", rate, limit)
    if importlib.util.find_spec("chess"):
        _report("python-chess", _rate(_random_chess(), given.seconds), None)
    for slug in given.games:
        seconds = _replay(slug)
        late = seconds > REPLAY_LIMIT
        missed |= late
        print(f"{slug}: 500 steps replayed in {1000 * seconds:.1f} ms{'  TOO SLOW' if late else ''}")
    sys.exit(missed)


def _is_there(slug: str) -> bool:
    try:
        rulesets.find_rules(slug)
    except UsageError:
        return False
    return True


def _report(what: str, rate: float, limit: int | None) -> bool:
    """Print the line; whether the limit is missed."""
    slow = limit is not None and rate < limit
    asked = f" of {limit}" if limit else ""
    print(f"{what:24} {rate:8.0f}{asked} games a second{'  TOO SLOW' if slow else ''}")
    return slow


def _rate(play: Callable[[], object], seconds: float) -> float:
    """Games a second of this process's own time: the best of ten tries, as the machine has other work too."""
    play()
    best = 0.0
    for _ in range(10):
        games, start = 0, time.process_time()
        while (passed := time.process_time() - start) < seconds / 10:
            play()
            games += 1
        best = max(best, games / passed)
    return best


def _random_games(slug: str, players: int) -> Callable[[], object]:
    game, source = rulesets.find_rules(slug), Quick(1)
    start = start_game(game, NAMES[:players], {})
    return lambda: play_out(game, start, at_random, source)


def _random_chess() -> Callable[[], object]:
    import chess

    source = random.Random(1)

    def play() -> object:
        board = chess.Board()
        while not board.is_game_over():
            board.push(source.choice(list(board.legal_moves)))
        return board

    return play


def _replay(slug: str) -> float:
    """Seconds to open a journal of 500 steps, moves taken back and made again among them."""
    with tempfile.TemporaryDirectory() as folder:
        players = catalogue.load(slug).players[1]
        sitting = beginning.begin(Path(folder, "game.jsonl"), slug, NAMES[:players], seed="benchmark")
        source = Quick(1)
        while len(sitting.story) < 500:
            if not sitting.acting or not len(sitting.story) % 50:
                sitting.undo(5, agreed=True)
            seat = sitting.acting[0]
            sitting.play(Event(seat, at_random(sitting.game, sitting.state, seat, source)))
        seconds = []
        for _ in range(5):
            start = time.perf_counter()
            session.resume(sitting.journal.file)
            seconds.append(time.perf_counter() - start)
    return min(seconds)


if __name__ == "__main__":
    main()
