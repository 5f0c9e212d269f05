"""Time the search for the best tiles of The Last Blast, for whole flights of four players.

    python benchmarks/referee_last_blast.py [DEALS]

Each deal is a rocket of 12 cards before a field of 5 rows and 7 columns. Exit code 1 if any of them
takes longer than a second.
"""

from __future__ import annotations

import statistics
import sys
import time

from referee.engine.chance.seeded import Chance
from referee.games.last_blast.box import Box, Field, Rocket, load
from referee.games.last_blast.odds.routes import Search

LIMIT = 1.0  # seconds


def main() -> None:
    box = load()
    deals = [_deal(box, f"deal {number}") for number in range(int(sys.argv[1]) if len(sys.argv) > 1 else 100)]
    times = [_seconds(box, *deal) for deal in deals]
    print(f"{len(times)} deals, 12 cards × 5 rows × 7 columns")
    print(f"median  {1000 * statistics.median(times):6.1f} ms")
    print(f"slowest {1000 * max(times):6.1f} ms of {1000 * LIMIT:.0f} ms")
    sys.exit(max(times) > LIMIT)


def _deal(box: Box, seed: str) -> tuple[Rocket, Field]:
    chance = Chance(seed)
    parts, tiles = (
        chance.stream("parts").shuffled(box.all_parts),
        chance.stream("tiles").shuffled(box.all_tiles),
    )
    rows, columns = box.rows(box.components.players[1]), box.columns
    field = tuple(tuple(tiles[row * columns : (row + 1) * columns]) for row in range(rows))
    return tuple(parts[: box.construction.rocket]), field


def _seconds(box: Box, rocket: Rocket, field: Field) -> float:
    start = time.perf_counter()
    Search(box, rocket, field).route()
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
