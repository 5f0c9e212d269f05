"""What it costs a build that templates run in a sandbox.

    python benchmarks/sandbox.py [--pairs 7]

The five games are built, each into a folder of its own, once in the sandbox and once with the same templates
in a plain Jinja environment: no list of what may be touched, no budget, no timer. Every build is a process of
its own, and the two take turns. Given are the median of the processor seconds and the median of the
quotients of each pair. Both have a cache that an earlier build has filled, so that templates are compiled
already; "first" is a pair that finds nothing there.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import jinja2

from generator.build.press import Order, build
from generator.faces import drawing, templating
from generator.sheets.paper import Paper

GAMES = ("last-blast", "mlem", "per-aspera", "planetary", "rayguns")
KINDS = ("plain", "sandbox")


class Plain(jinja2.Environment):
    """Jinja as it comes, with the interface of the sandbox."""

    def __init__(self, looked_up: Any, functions: Any, **settings: Any) -> None:
        super().__init__(undefined=jinja2.StrictUndefined, autoescape=False, **settings)

    def renew(self) -> None:
        """There is no budget."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=7)
    parser.add_argument("--build", choices=KINDS, help=argparse.SUPPRESS)
    parser.add_argument("--out", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.build:
        make(given.build, given.out)
        return
    with tempfile.TemporaryDirectory() as folder:
        first = measured(Path(folder))
        print(f"first: {first['plain']:.2f} s plain, {first['sandbox']:.2f} s in the sandbox")
        pairs = [measured(Path(folder)) for _ in range(given.pairs)]
        for kind in KINDS:
            assert same(Path(folder) / KINDS[0] / "out", Path(folder) / kind / "out"), "builds differ"
    plain, sandbox = (statistics.median(pair[kind] for pair in pairs) for kind in KINDS)
    quotients = sorted(pair["sandbox"] / pair["plain"] for pair in pairs)
    print(f"then:  {plain:.2f} s plain, {sandbox:.2f} s in the sandbox")
    cost = statistics.median(quotients) - 1
    print(f"cost:  {cost:+.1%}, pairs from {quotients[0] - 1:+.1%} to {quotients[-1] - 1:+.1%}")


def measured(folder: Path) -> dict[str, float]:
    """Processor seconds of a build of each kind."""
    seconds = {}
    for kind in KINDS:
        place = folder / kind
        (place / "out").mkdir(parents=True, exist_ok=True)
        own = {"STARBOX_CACHE": f"{place / 'cache'}", "PYTHONHASHSEED": "0"}
        before = spent()
        command = [sys.executable, __file__, "--build", kind, "--out", f"{place / 'out'}"]
        subprocess.run(command, check=True, env={**os.environ, **own})
        seconds[kind] = spent() - before
    return seconds


def spent() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def make(kind: str, out: Path) -> None:
    if kind == "plain":
        templating.Sandbox = Plain  # type: ignore[misc, assignment]
        templating.timed = drawing.timed = contextlib.nullcontext  # type: ignore[assignment]
    for game in GAMES:
        build(Order(game, Paper("a4", 210, 297), out, force=True))


def same(one: Path, other: Path) -> bool:
    """Whether all files are the same."""
    names = {file.relative_to(one) for file in one.rglob("*") if file.is_file()}
    return all((one / name).read_bytes() == (other / name).read_bytes() for name in names)


if __name__ == "__main__":
    main()
