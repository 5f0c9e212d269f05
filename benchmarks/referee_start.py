"""Time small answers of `referee` as a whole process, beside Python and typer alone.

    python benchmarks/referee_start.py [ROUNDS]

The best of the rounds counts: what is slower than the best is the machine's other work. Exit code 1
if an answer takes longer than it may.
"""

from __future__ import annotations

import subprocess
import sys
import time

MAIN = "import sys; from referee.cli import main; sys.argv[0] = 'referee'; main()"

# Seconds an answer may take; none for what is there to compare with.
CASES: tuple[tuple[str, list[str], float | None], ...] = (
    ("python, nothing done", ["pass"], None),
    ("import typer", ["import typer"], None),
    ("referee roll 2d6", [MAIN, "roll", "2d6"], 0.20),
    ("referee --help", [MAIN, "--help"], 0.25),
    ("referee odds dice 20d6kh10", [MAIN, "odds", "dice", "20d6kh10"], 0.50),
    ("referee rules last-blast 4.6", [MAIN, "rules", "last-blast", "4.6"], None),
)


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    slow = False
    for name, words, limit in CASES:
        best = min(_seconds(words) for _ in range(rounds))
        late = limit is not None and best > limit
        slow |= late
        allowed = "" if limit is None else f"  of {limit:.2f} s{'  TOO SLOW' if late else ''}"
        print(f"{name:38} {best:.3f} s{allowed}")
    sys.exit(slow)


def _seconds(words: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", *words], check=True, capture_output=True)
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
