"""Builds a game and is killed at a system call of the kernel, as often as wanted, each time at another one.

    python -m tests.generator.build.killing GAME FOLDER KILLS SEED

builds the game into the folder in two states, `old` and `new`, and for each kill into a folder of its own,
where the new state is to replace the old one. Half of the kills come while files are written, which is a
small part of a build. Prints a line of JSON for each. Linux only; the exit code is 3 where processes may not
be traced.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import sys
from pathlib import Path

from generator.build.press import Order, build
from generator.files import STAGING
from generator.sheets.paper import Paper
from tests.tracing import traced

PAPER = Paper("a4", 210, 297)


def main() -> None:
    game, folder, kills = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    old, new = folder / "old", folder / "new"
    build(Order(game, PAPER, old, cut="svg"))
    built = next(old.iterdir()).name
    (old / built / "mine.txt").write_text("mine")
    shutil.copytree(old, new)

    def make(out: Path) -> None:
        build(Order(game, PAPER, out, copies=2))

    make(new)
    whole = folder / "whole"
    shutil.copytree(old, whole)
    writing: list[int] = []  # the stops at which there is a folder in which files are made

    def look(stop: int) -> None:
        if any(name.startswith(STAGING) for name in os.listdir(whole / built)):  # noqa: PTH208 (often)
            writing.append(stop)

    stops, _ = traced(lambda: make(whole), None, look)
    source = random.Random(sys.argv[4])
    for number in range(kills):
        out = folder / f"{number}"
        shutil.copytree(old, out)
        kill_at = source.choice(writing) if number % 2 else source.randint(1, stops)
        _, status = traced(lambda out=out: make(out), kill_at)
        told = {"out": str(out), "killed": os.WIFSIGNALED(status), "stop": kill_at}
        print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
