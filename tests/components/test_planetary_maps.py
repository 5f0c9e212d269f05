"""The faces of Planetary's map pieces: the mix, the edges, and every joint of two faces (PL 1.6)."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from components.catalogue import load
from docs.planetary_maps import maps_csv

GAME = load("planetary")
TERRAIN = {row.text("letter"): row for row in GAME.tables["terrain"].tables("terrain")}
FACES = {f"{piece.code}{side}": piece[side] for piece in GAME.deck("maps").pieces for side in "ab"}
MIX = {"G": 6, "R": 6, "P": 4, "T": 4, "I": 4, "C": 2, "U": 2, "O": 2, "W": 2}
WET = frozenset("OW")


def test_the_seed_draws_the_same_faces_again() -> None:
    assert (GAME.folder / "maps.csv").read_bytes() == maps_csv().encode()


def test_the_map_pieces_are_numbered_and_no_face_is_there_twice() -> None:
    assert [piece.code for piece in GAME.deck("maps").pieces] == [f"M{n:02}" for n in range(1, 25)]
    assert len(set(FACES.values())) == 48


def test_the_terrain_table_gives_the_mix() -> None:
    assert {letter: row.integer("per_face") for letter, row in TERRAIN.items()} == {**MIX, "F": 0}
    assert {letter for letter, row in TERRAIN.items() if not row.flag("walkable")} == WET


@pytest.mark.parametrize("name", [pytest.param(name, id=f"PL 1.6 {name}") for name in FACES])
def test_a_face_keeps_its_rules(name: str) -> None:
    face = FACES[name]
    assert [len(row) for row in face] == [8] * 4
    assert Counter("".join(face)) == MIX
    for column in (0, 7):
        assert sum(row[column] in WET for row in face) <= 1
    land = _land([face])
    assert _reach(land, 8, wraps=False) == land
    oil = {hex_ for hex_ in product(range(8), range(4)) if face[hex_[1]][hex_[0]] == "O"}
    for column, row in oil:
        assert any(face[r][c] == "W" for c, r in _beside(column, row) if 0 <= c < 8 and 0 <= r < 4)


@pytest.mark.parametrize("left", [pytest.param(name, id=f"PL 1.6 joints of {name}") for name in FACES])
def test_a_face_hangs_together_with_every_other_at_both_joints(left: str) -> None:
    for right in FACES.values():
        land = _land([FACES[left], right])
        assert _reach(land, 16, wraps=False) == land
        one_row_is_open = [right[row][7] not in WET and FACES[left][row][0] not in WET for row in range(4)]
        assert any(one_row_is_open), "the band does not close"


def test_a_planet_of_the_most_pieces_hangs_together() -> None:
    names = [f"M{n:02}b" for n in range(1, 7)]
    land = _land([FACES[name] for name in names])
    assert _reach(land, 48, wraps=True) == land


def _land(faces: list[tuple[str, ...]]) -> set[tuple[int, int]]:
    rows = ["".join(parts) for parts in zip(*faces, strict=True)]
    return {(c, r) for r, row in enumerate(rows) for c, letter in enumerate(row) if letter not in WET}


def _reach(land: set[tuple[int, int]], columns: int, *, wraps: bool) -> set[tuple[int, int]]:
    reached: set[tuple[int, int]] = set()
    waiting = [min(land)]
    while waiting:
        hex_ = waiting.pop()
        if hex_ in land and hex_ not in reached:
            reached.add(hex_)
            waiting += [(c % columns if wraps else c, r) for c, r in _beside(*hex_)]
    return reached


def _beside(column: int, row: int) -> list[tuple[int, int]]:
    """Cube coordinates' six steps, as columns and rows of a grid whose odd rows lie to the right."""
    q = column - (row - row % 2) // 2
    steps = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]
    return [(q + dq + (row + dr - (row + dr) % 2) // 2, row + dr) for dq, dr in steps]
