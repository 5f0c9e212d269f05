"""Changes the code a node at a time and asks the tests: do they notice?

    python -m tests.mutants [ROOM...] [--sample N] [--seed S]

A room names modules and the tests that are theirs, see `rooms.py`. Without a sample every mutant is tried, in
a copy of the repository, so nothing here changes. The score is the share of mutants that a test notices, of
those that change anything; the others are listed, to be killed by a new test or to be explained in
`harmless.toml`.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.mutants.rooms import ROOMS, copied, outdated


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutants", description="Change the code and see whether its tests notice."
    )
    parser.add_argument("rooms", nargs="*", metavar="ROOM", help=f"one of {', '.join(ROOMS)}; by default all")
    parser.add_argument("--sample", type=int, metavar="N", help="only that many mutants of each room")
    parser.add_argument("--seed", default="1", help="of the sample")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="processes at a time; by default 2")
    parser.add_argument("--only", default="", metavar="TEXT", help="only modules with that in their path")
    given = parser.parse_args()
    unknown = [name for name in given.rooms if name not in ROOMS]
    if unknown:
        parser.error(f"there is no room {unknown[0]}; known: {', '.join(ROOMS)}")
    failed = bool(outdated())
    for row in outdated():
        print(f"harmless.toml has a row for a line that is gone: {row}", flush=True)
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        place = copied(Path(folder) / "copy")
        for name in given.rooms or ROOMS:
            how = [f"{given.sample or 0}", given.seed, f"{given.jobs}", given.only]
            command = [sys.executable, "-m", "tests.mutants.room", name, *how]
            own = {"PYTHONPATH": f"{place}", "PYTEST_DEBUG_TEMPROOT": folder}
            failed |= subprocess.call(command, cwd=place, env={**os.environ, **own}) != 0
    sys.exit(failed)


if __name__ == "__main__":
    main()
