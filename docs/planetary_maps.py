"""Draws the two faces of every map piece: `python docs/planetary_maps.py` rewrites maps.csv.

A face is drawn by shuffling its terrain (PL 1.6), letting like terrain drift together into small
clumps, and drawing again until the face keeps the rules for oil, for the edges and for walking.
The seed stands in terrain.toml; the same seed gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from components.toml import read_toml
from components.writing import replace_file

BOX = Path(__file__).parents[1] / "components" / "planetary"

Face = tuple[str, ...]
"""Rows of letters, top row first; odd rows lie half a hex to the right."""

_DRIFTS = 250
# A power of two: its powers are exact on every machine, so the faces are the same everywhere.
_CHANCE_OF_A_LOSS = 0.125


@dataclass(frozen=True)
class Mix:
    """The mix of terrain that PL 1.6 asks of a face.

    counts      hexes of each terrain letter
    wet         the letters of terrain nobody walks on
    oil, water  the letter that must touch the other one, and that other one
    edge_limit  the most wet hexes in the first and in the last column
    """

    columns: int
    rows: int
    counts: Mapping[str, int]
    wet: frozenset[str]
    oil: str
    water: str
    edge_limit: int


def maps_csv() -> str:
    """The text of maps.csv: a row for each map piece with its faces a and b.

    Raises `DataError` if game.toml or terrain.toml is wrong.
    """
    mix, pieces, seed = _plan()
    rng = Random(seed)
    lines = ["code,a,b"]
    for number in range(1, pieces + 1):
        a, b = (" ".join(draw_face(mix, rng)) for _ in "ab")
        lines.append(f"M{number:02},{a},{b}")
    return "\n".join(lines) + "\n"


def draw_face(mix: Mix, rng: Random) -> Face:
    """A face that keeps PL 1.6, drawn with `rng`."""
    near = [tuple(_neighbours(hex_, mix)) for hex_ in range(mix.columns * mix.rows)]
    while True:
        terrain = [letter for letter, count in mix.counts.items() for _ in range(count)]
        _shuffle(terrain, rng)
        _drift(terrain, near, mix, rng)
        if _keeps_the_rules(terrain, near, mix):
            return tuple(
                "".join(terrain[row * mix.columns : (row + 1) * mix.columns]) for row in range(mix.rows)
            )


def _plan() -> tuple[Mix, int, int]:
    """Read the mix of a face, the number of pieces, and the seed."""
    decks = read_toml(BOX / "game.toml").tables("deck")
    deck = next(deck for deck in decks if deck.text("name") == "maps")
    columns, rows = deck.integers("grid")
    table = read_toml(BOX / "terrain.toml")
    kinds = table.tables("terrain")
    maps = table.table("maps")
    mix = Mix(
        columns=columns,
        rows=rows,
        counts={kind.text("letter"): kind.integer("per_face") for kind in kinds},
        wet=frozenset(kind.text("letter") for kind in kinds if not kind.flag("walkable")),
        oil=maps.text("oil"),
        water=maps.text("water"),
        edge_limit=maps.integer("edge_limit"),
    )
    return mix, deck.integer("count"), maps.integer("seed")


def _neighbours(hex_: int, mix: Mix) -> Iterator[int]:
    row, column = divmod(hex_, mix.columns)
    shift = row % 2
    for r, c in (
        (row, column - 1),
        (row, column + 1),
        (row - 1, column - 1 + shift),
        (row - 1, column + shift),
        (row + 1, column - 1 + shift),
        (row + 1, column + shift),
    ):
        if 0 <= r < mix.rows and 0 <= c < mix.columns:
            yield r * mix.columns + c


def _shuffle(terrain: list[str], rng: Random) -> None:
    # Only random() is promised to give the same numbers in every version of Python.
    for last in range(len(terrain) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        terrain[last], terrain[other] = terrain[other], terrain[last]


def _drift(terrain: list[str], near: Sequence[tuple[int, ...]], mix: Mix, rng: Random) -> None:
    """Swap hexes so that like terrain comes together, now and then taking a swap for the worse."""
    for _ in range(_DRIFTS):
        a, b = int(rng.random() * len(terrain)), int(rng.random() * len(terrain))
        before = _likeness(a, terrain, near, mix) + _likeness(b, terrain, near, mix)
        terrain[a], terrain[b] = terrain[b], terrain[a]
        after = _likeness(a, terrain, near, mix) + _likeness(b, terrain, near, mix)
        if after < before and rng.random() >= _CHANCE_OF_A_LOSS ** (before - after):
            terrain[a], terrain[b] = terrain[b], terrain[a]


def _likeness(hex_: int, terrain: Sequence[str], near: Sequence[tuple[int, ...]], mix: Mix) -> int:
    """Count the neighbours that are like the hex; all wet hexes are alike."""
    own = terrain[hex_]
    return sum(
        terrain[other] == own or (own in mix.wet and terrain[other] in mix.wet) for other in near[hex_]
    )


def _keeps_the_rules(terrain: Sequence[str], near: Sequence[tuple[int, ...]], mix: Mix) -> bool:
    for column in (0, mix.columns - 1):
        if sum(letter in mix.wet for letter in terrain[column :: mix.columns]) > mix.edge_limit:
            return False
    for hex_, letter in enumerate(terrain):
        if letter == mix.oil and not any(terrain[other] == mix.water for other in near[hex_]):
            return False
    return _walkable_is_one(terrain, near, mix)


def _walkable_is_one(terrain: Sequence[str], near: Sequence[tuple[int, ...]], mix: Mix) -> bool:
    walkable = {hex_ for hex_, letter in enumerate(terrain) if letter not in mix.wet}
    reached: set[int] = set()
    waiting = [min(walkable)]
    while waiting:
        hex_ = waiting.pop()
        if hex_ not in reached:
            reached.add(hex_)
            waiting.extend(other for other in near[hex_] if other in walkable)
    return reached == walkable


if __name__ == "__main__":
    replace_file(BOX / "maps.csv", maps_csv())
