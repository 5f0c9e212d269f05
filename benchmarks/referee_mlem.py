"""Time MLEM's exact odds: as a whole process from take-off, and compared with rolling out every case.

    python benchmarks/referee_mlem.py [ROUNDS]

The best of the rounds counts: anything slower is other work of the machine. The exit code is 1 if take-off
takes longer than the limit, or if the two ways do not agree.
"""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from functools import cache, partial
from itertools import chain, combinations, product

from timing import best

from referee.games.mlem import box
from referee.games.mlem.odds import outlook

MAIN = "import sys; from referee.cli import main; sys.argv[0] = 'referee'; main()"
LIMIT = 0.40  # seconds for `referee odds mlem`, the process included
DICE = 5  # dice of the comparison: every case of six is too slow to wait for
BOX = box.load()


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    process, _ = best(rounds, _process)
    late = process > LIMIT
    print(f"referee odds mlem            {process:.3f} s of {LIMIT:.2f} s{'  TOO SLOW' if late else ''}")
    for engineers in (0, 1, 5):
        seconds, _ = best(rounds, partial(_exact, BOX.dice, engineers))
        print(f"worked out, engineers: {engineers}     {seconds:.3f} s")
    fast, exact = best(rounds, lambda: _exact(DICE, 0))
    slow, tried = best(1, _every_case)
    print(f"with {DICE} dice only             {fast:.3f} s")
    print(f"the same by every case       {slow:.3f} s, {slow / fast:.0f} times as long")
    if exact != tried:
        print(f"The two ways do not agree: {exact} and {tried}.")
    sys.exit(late or exact != tried)


def _process() -> None:
    subprocess.run([sys.executable, "-c", MAIN, "odds", "mlem"], check=True, capture_output=True)


def _exact(dice: int, engineers: int) -> Fraction:
    return outlook(BOX, BOX.board.end, 0, dice, engineers).reach(0, dice, engineers)


def _every_case() -> Fraction:
    """The same chance by rolling out every die of every roll; only results are kept."""

    @cache
    def reach(at: int, pool: int) -> Fraction:
        if at == BOX.board.end:
            return Fraction(1)
        space = BOX.board.spaces[at]
        total = Fraction(0)
        for roll in product(BOX.faces, repeat=pool):
            valid = [face for face in space.faces if face in roll]
            best = Fraction(0)
            for used in chain.from_iterable(combinations(valid, n) for n in range(1, len(valid) + 1)):
                dice = [face for face in roll if face in used]
                to = min(at + sum(space.value(face) for face in dice), BOX.board.end)
                left = pool - sum(face.isdigit() for face in dice)
                best = max(best, reach(to, left or BOX.expedition.refill))
            total += best
        return total / Fraction(len(BOX.faces)) ** pool

    return reach(0, DICE)


if __name__ == "__main__":
    main()
