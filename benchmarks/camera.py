"""Measure how well photographs are read: the table of the guide.

    python benchmarks/camera.py [KIND]... [--pieces 200] [--seed 1]

A kind is a deck and how many of its pieces lie side by side. The photographs are made from the faces by
`tests/referee/camera`, with seeds that nothing was tuned with. A piece is read if it is named rightly, asked
if it is not certain, and missed if it was not found; seconds are of processor time for a photograph.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections import Counter
from typing import NamedTuple

import numpy as np

from components import catalogue
from referee.camera.faces import Index, indexes
from referee.camera.photograph import read_photograph
from referee.camera.reading import Seen, read_pieces
from tests.referee.camera.photographs import HARD, USUAL, Camera, Conditions, Piece, photograph
from tests.referee.camera.scenes import faces, row


class Kind(NamedTuple):
    """Pieces of a deck in a row of so many."""

    slug: str
    deck: str
    many: int


KINDS = {
    "hand": Kind("rayguns", "tiles", 6),
    "rocket": Kind("last-blast", "parts", 12),
    "module": Kind("planetary", "solar-modules", 8),
    "hex": Kind("per-aspera", "map-hexes", 6),
    "disc": Kind("mlem", "astronauts", 8),
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kinds", nargs="*", default=list(KINDS))
    parser.add_argument("--pieces", type=int, default=200, help="of each kind, usual and hard")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print("| pieces | photographs | pieces | read | asked | missed | wrong | seconds |")
    print("|---|---|---:|---:|---:|---:|---:|---:|")
    for name in given.kinds:
        kind = KINDS[name]
        game = catalogue.load(kind.slug)
        known = indexes(game, [game.deck(kind.deck)])
        for how, word in ((USUAL, "usual"), (HARD, "hard")):
            found: Counter[str] = Counter()
            spent, photographs = 0.0, max(1, given.pieces // kind.many)
            for number in range(photographs):
                counts, seconds = measured(kind, known, how, given.seed * 10_000 + number)
                found += counts
                spent += seconds
            shares = " | ".join(str(found[one]) for one in ("read", "asked", "missed", "wrong"))
            print(f"| {name} | {word} | {found.total()} | {shares} | {spent / photographs:.1f} |", flush=True)


def measured(kind: Kind, known: list[Index], how: Conditions, seed: int) -> tuple[Counter[str], float]:
    """The fates of the pieces in one photograph, and the processor time it took, in seconds."""
    luck = random.Random(seed)
    codes = luck.choices([code for code in faces(kind.slug, kind.deck) if code], k=kind.many)
    pieces = row(kind.slug, kind.deck, codes, seed)
    content = photograph(pieces, how, seed)
    began = time.process_time()
    picture = read_photograph(content, "it")
    seen = read_pieces(picture, known)
    spent = time.process_time() - began
    camera = Camera(np.concatenate([piece.corners for piece in pieces]), how, random.Random(seed))
    scale = picture.shape[1] / camera.width
    return Counter(fate(piece, seen, camera, scale) for piece in pieces), spent


def fate(piece: Piece, seen: list[Seen], camera: Camera, scale: float) -> str:
    """The fate of that piece: `read`, `asked`, `missed` or `wrong`."""
    corners = camera.project(piece.corners) * scale
    middle, near = corners.mean(0), 0.4 * math.dist(corners[0], corners[1])
    there = [one for one in seen if math.dist(one.middle, middle) < near]
    if not there:
        return "missed"
    one = min(there, key=lambda one: math.dist(one.middle, middle))
    if one.name is None:
        return "asked"
    return "read" if one.name.up and one.name.code == piece.what else "wrong"


if __name__ == "__main__":
    main()
