"""Measure how well photographs are read: the table of the guide.

    python benchmarks/camera.py [KIND]... [--pieces 200] [--seed 1] [--how usual|hard]

A kind is a row of pieces of one deck, or the table of a game. Its photographs are made from the faces by
`tests/referee/camera`, with seeds that nothing was tuned with. A piece is read if named rightly, asked if
it is not certain, and missed if it was not found; wrong is also whatever is named where no such piece lies.
Seconds are of processor time for a photograph.
"""

from __future__ import annotations

import argparse
import math
import random
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple

import numpy as np

from components import catalogue
from referee.camera.faces import indexes
from referee.camera.looking import decks_of, look
from referee.engine.asking.photographed import Lying, Tabletop
from tests.referee.camera.photographs import HARD, USUAL, Camera, Conditions, Piece, photograph
from tests.referee.camera.scenes import TABLES, codes_of, row

HOW = {"usual": USUAL, "hard": HARD}
INKS = ("full", "full", "saver", "grey")  # inks of the photographs, in turn
NOTHING = ""  # the code of a piece that may not be named


class Kind(NamedTuple):
    """Pieces of a game as they lie, by seed and ink, and the decks that are looked for."""

    slug: str
    laid: Callable[[int, str], list[Piece]]
    decks: Iterable[str]


def rows_of(slug: str, deck: str, many: int, language: str = "", covered: float = 0.0) -> Kind:
    """Some pieces of a deck in a row, no piece twice; with up to that share of each covered."""

    def laid(seed: int, ink: str) -> list[Piece]:
        luck = random.Random(seed)
        pieces = row(slug, deck, luck.sample(codes_of(slug, deck), many), seed, ink, language)
        for piece in pieces:
            piece.covered = luck.uniform(covered / 2, covered)
        return pieces

    return Kind(slug, laid, (deck,))


def foreign(slug: str, deck: str, many: int, looked: str, decks: Iterable[str]) -> Kind:
    """Pieces of another game than the one that is looked for, or of another deck: none may be named."""

    def laid(seed: int, ink: str) -> list[Piece]:
        pieces = rows_of(slug, deck, many).laid(seed, ink)
        for piece in pieces:
            piece.what = NOTHING
        return pieces

    return Kind(looked, laid, decks)


def table_of(name: str) -> Kind:
    """The table of a game."""
    scene, slug, decks = TABLES[name]
    return Kind(slug, lambda seed, ink: scene(seed, ink).pieces, decks)


KINDS: dict[str, Callable[[], Kind]] = {
    "hand": partial(rows_of, "rayguns", "tiles", 7),
    "rocket": partial(rows_of, "last-blast", "parts", 12),
    **{name: partial(table_of, name) for name in TABLES},
    "covered to a fifth": partial(rows_of, "rayguns", "tiles", 7, covered=0.2),
    "half covered": partial(rows_of, "last-blast", "parts", 8, covered=0.5),
    "German": partial(rows_of, "last-blast", "parts", 12, "de"),
    "French": partial(rows_of, "rayguns", "tiles", 7, "fr"),
    "cards as tiles": partial(foreign, "last-blast", "parts", 12, "rayguns", ("tiles", "rules-cards")),
    "tiles as parts": partial(foreign, "rayguns", "tiles", 12, "last-blast", ("parts", "tiles")),
    "discs as chits": partial(foreign, "mlem", "astronauts", 12, "per-aspera", ("demands", "player-cubes")),
    "hexes as modules": partial(
        foreign, "per-aspera", "map-hexes", 8, "planetary", ("*-modules", "structures")
    ),
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kinds", nargs="*", default=list(KINDS))
    parser.add_argument("--pieces", type=int, default=200, help="of each kind, usual and hard")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--how", choices=HOW, action="append")
    given = parser.parse_args()
    print("| table | photographs | pieces | read | asked | missed | wrong | seconds |")
    print("|---|---|---:|---:|---:|---:|---:|---:|")
    for name in given.kinds:
        kind = KINDS[name]()
        game = catalogue.load(kind.slug)
        indexes(game, decks_of(game, kind.decks))  # is made once, and kept
        for word in given.how or HOW:
            found: Counter[str] = Counter()
            spent, photographs = 0.0, 0
            while found.total() < given.pieces:
                seed = given.seed * 10_000 + photographs
                counts, seconds = measured(kind, HOW[word], seed, INKS[photographs % len(INKS)])
                found, spent, photographs = found + counts, spent + seconds, photographs + 1
            shares = " | ".join(str(found[one]) for one in ("read", "asked", "missed", "wrong"))
            print(f"| {name} | {word} | {found.total()} | {shares} | {spent / photographs:.1f} |", flush=True)
    if sys.platform == "linux":
        print(
            f"\nPeak memory, with the making: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10} MiB"
        )


def measured(kind: Kind, how: Conditions, seed: int, ink: str) -> tuple[Counter[str], float]:
    """The fates of the pieces in one photograph, and the processor time it took to read, in seconds."""
    pieces = kind.laid(seed, ink)
    content = photograph(pieces, how, seed)
    began = time.process_time()
    table = look(content, catalogue.load(kind.slug), kind.decks).table
    spent = time.process_time() - began
    camera = Camera(np.concatenate([piece.corners for piece in pieces]), how, random.Random(seed))
    fates = [fate(piece, table, camera) for piece in pieces]
    for piece, became in zip(pieces, fates, strict=True):
        if became != "read":
            print(f"{kind.slug} {seed} {ink}: {piece.what} is {became}", file=sys.stderr)
    beside = [one for one in table.pieces if one.code and not any(is_at(one, it, camera) for it in pieces)]
    for one in beside:
        print(f"{kind.slug} {seed} {ink}: {one.code} is nowhere near {middle_of(one)}", file=sys.stderr)
    return Counter(fates) + Counter(wrong=len(beside)), spent


def fate(piece: Piece, table: Tabletop, camera: Camera) -> str:
    """The fate of that piece: `read`, `asked`, `missed` or `wrong`."""
    there = [one for one in table.pieces if is_at(one, piece, camera)]
    if not there:
        return "missed"
    middle = camera.project(piece.corners).mean(0) / (camera.width, camera.height)
    one = min(there, key=lambda one: math.dist(middle_of(one), middle))
    if one.code is None:
        return "asked"
    code, _, down = piece.what.partition(" ")
    return "read" if code and one.code in (code, "") and one.up is not bool(down) else "wrong"


def is_at(one: Lying, piece: Piece, camera: Camera) -> bool:
    """Tell whether it was seen where that piece lies, and about as large."""
    corners = camera.project(piece.corners) / (camera.width, camera.height)
    near = 0.3 * min(math.dist(corners[0], corners[1]), math.dist(corners[1], corners[2]))
    large = side_of(one) / math.dist(corners[0], corners[2])
    return math.dist(middle_of(one), corners.mean(0)) < near and (0.6 < large < 1.6)


def middle_of(one: Lying) -> tuple[float, float]:
    return sum(x for x, _ in one.outline) / 4, sum(y for _, y in one.outline) / 4


def side_of(one: Lying) -> float:
    return math.dist(one.outline[0], one.outline[2])


if __name__ == "__main__":
    main()
