"""Photographs are read well, with seeds that nothing was tuned with, and what may never happen does not.

These are searches: `benchmarks/camera.py` runs the same with as many pieces as one has time for.
"""

from __future__ import annotations

from collections import Counter

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from benchmarks.camera import INKS, KINDS, measured
from components import catalogue
from referee.camera.looking import look
from tests.referee.camera.photographs import HARD, USUAL, photograph
from tests.referee.camera.scenes import row
from tests.searching import SEARCHING

PIECES = 200  # each kind, usual and hard
USUALLY = {  # the share that is read of a table in usual photographs
    "hand": 0.99,
    "rocket": 0.99,
    "ship": 0.99,
    "field": 0.99,
    "arrays": 0.97,
    "map": 0.95,
    "landing": 0.9,
    "covered to a fifth": 0.95,
    "German": 0.99,
    "French": 0.99,
}

pytestmark = [
    pytest.mark.search,
    pytest.mark.outside,
    pytest.mark.skipif(not SEARCHING, reason="reads thousands of pieces"),
]


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("how", [USUAL, HARD], ids=["usual", "hard"])
def test_no_piece_is_named_wrongly_and_most_are_read(name: str, how: object) -> None:
    kind, found, photographs = KINDS[name](), Counter[str](), 0
    while found.total() < PIECES:
        ink = INKS[photographs % len(INKS)]
        counts, *_ = measured(kind, HARD if how is HARD else USUAL, 90_000 + photographs, ink)
        found, photographs = found + counts, photographs + 1
    assert not found["wrong"], found
    if how is USUAL:
        assert found["read"] >= USUALLY.get(name, 0.0) * found.total(), found


CODES = ["G3w", "B3p", "A3r", "R4w", "U2", "N5"]


@settings(max_examples=40)
@given(some.integers(0, 3), some.floats(0.55, 1.0), some.floats(0.4, 1.0), some.floats(0, 360))
def test_turning_shrinking_and_darkening_never_change_a_code(
    quarters: int, scale: float, light: float, seed: float
) -> None:
    """They may only turn it into a question."""
    content = photograph(row("rayguns", "tiles", CODES, 5), USUAL._replace(megapixels=3), int(seed))
    taken = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    changed = np.rot90(cv2.resize(taken, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), quarters)
    darker = (changed.astype(np.float32) * light).round().astype(np.uint8)
    file = cv2.imencode(".jpg", darker, (cv2.IMWRITE_JPEG_QUALITY, 90))[1].tobytes()
    table = look(file, catalogue.load("rayguns"), ["tiles"]).table
    assert Counter(one.code for one in table.pieces if one.code) <= Counter(CODES)
