"""Measure how well photographs are read: the table of the guide.

    python benchmarks/camera.py FILE [KIND]... [--pieces 200] [--seed 1] [--how usual|hard] [--part 1/2]
    python benchmarks/camera.py FILE --table

A kind is a row of pieces of one deck, or the table of a game. Its photographs are made from the faces by
`tests/referee/camera`, with seeds that nothing was tuned with. A piece is read if named rightly, asked if
it is not certain, and missed if it was not found; wrong is also whatever is named where no such piece lies.
Seconds are of processor time for a photograph.

Each photograph is a line of FILE, in JSON, and one that is there is not read again: so a run may be stopped
and taken up, and two may share it by parts. All kinds grow alike. With `--before FOLDER` pieces look as they
did before, as `pnp export --to png --cut-out --dpi 150` of an earlier version has drawn them there.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import resource
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np

from components import catalogue
from referee.camera.faces import indexes
from referee.camera.looking import decks_of, look
from referee.engine.asking.photographed import Lying, Tabletop
from tests.referee.camera.photographs import HARD, USUAL, Camera, Conditions, Piece, photograph
from tests.referee.camera.scenes import TABLES, codes_of, row

Array = Any
HOW = {"usual": USUAL, "hard": HARD}
INKS = ("full", "full", "saver", "grey")  # inks of the photographs, in turn
FATES = ("read", "asked", "missed", "wrong")
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


def before(folder: Path) -> dict[str, Callable[[], Kind]]:
    """Rows of pieces with faces of an earlier look, which lie in FOLDER/GAME/DECK/CODE.png."""
    return {
        f"{deck.name} of {deck.parent.name} as they looked before": partial(_before, deck)
        for deck in sorted(folder.glob("*/*"))
    }


def _before(folder: Path) -> Kind:
    slug, deck = folder.parent.name, folder.name
    known = set(codes_of(slug, deck))
    faces = {file.stem: file for file in sorted(folder.glob("*.png")) if file.stem in known}

    def laid(seed: int, ink: str) -> list[Piece]:
        luck, x, pieces = random.Random(seed), 0.0, []
        for code in luck.sample(list(faces), min(7, len(faces))):
            face: Array = cv2.imread(str(faces[code]), cv2.IMREAD_UNCHANGED)
            piece = Piece(code, face, x, luck.gauss(0, 0.8), luck.gauss(0, 2))
            x += piece.size[0] + 2
            pieces.append(piece)
        return pieces

    return Kind(slug, laid, (deck,))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("kinds", nargs="*")
    parser.add_argument("--pieces", type=int, default=200, help="of each kind, usual and hard")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--how", choices=HOW, action="append")
    parser.add_argument("--part", default="1/1", help="1/2 for every second photograph, 2/2 for the others")
    parser.add_argument("--before", type=Path, help="a folder of faces as they looked before")
    parser.add_argument("--table", action="store_true", help="only print the tables of what is there")
    given = parser.parse_args()
    if not given.table:
        run(given)
    print_tables(given.file)
    if sys.platform == "linux":
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
        print(f"\nPeak memory, with the making: {peak} MiB")


def run(given: argparse.Namespace) -> None:
    """Read photographs until there are as many pieces of each kind, and note each in the file."""
    kinds = KINDS | (before(given.before) if given.before else {})
    part, parts = map(int, given.part.split("/"))
    rule = commit()
    left = [(name, word) for name in given.kinds or kinds for word in given.how or HOW]
    number = part - 1
    while left:
        there = {(one["kind"], one["how"], one["seed"]) for one in noted(given.file)}
        for name, word in list(left):
            seed = given.seed * 10_000 + number
            if (name, word, seed) not in there:
                kind, ink = kinds[name](), INKS[number % len(INKS)]
                indexes(catalogue.load(kind.slug), decks_of(catalogue.load(kind.slug), kind.decks))
                counts, seconds, told = measured(kind, HOW[word], seed, ink)
                line = {"kind": name, "how": word, "seed": seed, "ink": ink, **counts}
                line |= {"seconds": round(seconds, 2), "rule": rule, "told": told}
                with given.file.open("a") as file:
                    file.write(json.dumps(line) + "\n")
            if total(noted(given.file), name, word) >= given.pieces:
                left.remove((name, word))
        number += parts


def commit() -> str:
    """The commit whose rule reads the photographs; empty outside a repository."""
    told = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    )
    return told.stdout.strip()


def noted(file: Path) -> list[dict[str, Any]]:
    """The photographs that were read."""
    lines = file.read_text().splitlines() if file.exists() else []
    return [json.loads(line) for line in lines]


def total(lines: Iterable[dict[str, Any]], name: str, word: str) -> int:
    """The pieces of that kind in such photographs."""
    some = [one for one in lines if (one["kind"], one["how"]) == (name, word)]
    return sum(one.get(fate, 0) for one in some for fate in FATES)


def print_tables(file: Path) -> None:
    """Print how the pieces of each kind fared, in Markdown, and then each that was named wrongly."""
    rows: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for one in noted(file):
        rows[one["kind"], one["how"]].append(one)
    print("| table | photographs | pieces | read | asked | missed | wrong | seconds |")
    print("|---|---|---:|---:|---:|---:|---:|---:|")
    sums: Counter[str] = Counter()
    for (name, word), lines in rows.items():
        found: Counter[str] = Counter()
        for one in lines:
            found.update({fate: one.get(fate, 0) for fate in FATES})
        sums += found
        shares = " | ".join(str(found[fate]) for fate in FATES)
        seconds = sum(one["seconds"] for one in lines) / len(lines)
        print(f"| {name} | {word} | {found.total()} | {shares} | {seconds:.1f} |")
    print(f"\n{sums.total()} pieces: {dict(sums)}; rules {sorted({one['rule'] for one in noted(file)})}")
    for one in noted(file):
        for told in one["told"] if one.get("wrong") else ():
            print(f"{one['kind']} {one['how']} {one['seed']} {one['ink']}: {told}")


def measured(kind: Kind, how: Conditions, seed: int, ink: str) -> tuple[Counter[str], float, list[str]]:
    """The fates of the pieces in one photograph, the seconds it took to read, and what was not read.

    Seconds are of processor time.
    """
    pieces = kind.laid(seed, ink)
    content = photograph(pieces, how, seed)
    began = time.process_time()
    table = look(content, catalogue.load(kind.slug), kind.decks).table
    spent = time.process_time() - began
    camera = Camera(np.concatenate([piece.corners for piece in pieces]), how, random.Random(seed))
    fates = [fate(piece, table, camera) for piece in pieces]
    told = [f"{one.what} is {fate}" for one, fate in zip(pieces, fates, strict=True) if fate != "read"]
    beside = [one for one in table.pieces if one.code and not any(is_at(one, it, camera) for it in pieces)]
    told += [f"{one.code} is nowhere near {middle_of(one)}" for one in beside]
    return Counter(fates) + Counter(wrong=len(beside)), spent, told


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
