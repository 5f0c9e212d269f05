"""Measure what it costs a build that templates run in a sandbox.

    python benchmarks/sandbox.py [--pairs 7]

The five games are built in the sandbox, and with the same templates in a plain Jinja environment: no list of
what may be touched, no budget, no timer. The two take turns, first as whole builds, each a process of its
own, then drawing only the faces, all in one process. Given are the fewest processor seconds of each, which
other work on the machine disturbs least. Builds differ by more than the sandbox costs; so its cost is what
the faces take more, as a part of a build. Templates have been compiled by an earlier build.
"""

from __future__ import annotations

import argparse
import contextlib
import math
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import jinja2

from components import catalogue
from generator.build.press import Order, build
from generator.faces import drawing
from generator.faces.renderer import Renderer
from generator.faces.templating import templates
from generator.faces.templating.sandbox import Sandbox, face_timed
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
        measured(Path(folder))
        pairs = [measured(Path(folder)) for _ in range(given.pairs)]
        outs = [Path(folder) / kind / "out" for kind in KINDS]
        assert same(*outs), "builds differ"
        faces = drawn(Path(folder), given.pairs)
    builds = {kind: min(pair[kind] for pair in pairs) for kind in KINDS}
    for what, seconds in (("builds", builds), ("faces", faces)):
        print(f"{what:7} {seconds['plain']:.3f} s plain, {seconds['sandbox']:.3f} s in the sandbox")
    more = faces["sandbox"] - faces["plain"]
    of_faces, of_build = more / faces["plain"], more / builds["plain"]
    print(f"cost: {more:.3f} s, {of_faces:.1%} of the faces, {of_build:.1%} of a build")


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


def drawn(folder: Path, rounds: int) -> dict[str, float]:
    """The fewest processor seconds in which all faces of the five games are drawn."""
    games = [catalogue.load(game) for game in GAMES]
    seconds = dict.fromkeys(KINDS, math.inf)
    for _ in range(rounds):
        for kind in KINDS:
            use(kind)
            os.environ["STARBOX_CACHE"] = f"{folder / kind / 'cache'}"
            began = time.process_time()
            for renderer in map(Renderer, games):
                for deck in renderer.game.decks:
                    for piece in deck.pieces:
                        renderer.faces(deck, piece)
            seconds[kind] = min(seconds[kind], time.process_time() - began)
    return seconds


def use(kind: str) -> None:
    """From now on, draw in the sandbox or without it."""
    plain = kind == "plain"
    limit = contextlib.nullcontext if plain else face_timed
    vars(templates).update(Sandbox=Plain if plain else Sandbox, face_timed=limit)
    vars(drawing).update(face_timed=limit)


def make(kind: str, out: Path) -> None:
    use(kind)
    for game in GAMES:
        build(Order(game, Paper("a4", 210, 297), out, force=True))


def same(one: Path, other: Path) -> bool:
    """Tell whether all files are the same."""
    names = {file.relative_to(one) for file in one.rglob("*") if file.is_file()}
    return all((one / name).read_bytes() == (other / name).read_bytes() for name in names)


if __name__ == "__main__":
    main()
