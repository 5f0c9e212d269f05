"""Pieces are known in whatever way a photograph shows their print, and where others say that they may lie."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
import pytest

from generator.exports.preview.portraits import Slot
from referee.camera.bending import PIECE, bends
from referee.camera.comparing import likeliest, straightened
from referee.camera.expecting import Expected, beside, in_slots, look_there
from referee.camera.faces import Index, Name, coarse_look
from referee.camera.photograph import Photograph
from referee.camera.printing import Print, Straight, print_of
from referee.camera.reading import _seen as seen_as
from referee.camera.seeking import Place, outline

CODES = ("A", "B", "C", "D")
SIZE = (40.0, 40.0)
AS_DRAWN = Print("full", np.eye(3, 4, dtype=np.float32))


def pictures() -> dict[tuple[str, str], Any]:
    """Four faces in full colour, as an ink saver with a white ground, and in grey."""
    grain, found = np.random.default_rng(1), {}
    for code in CODES:
        full = cv2.GaussianBlur(grain.integers(0, 255, (160, 160, 3), np.uint8), (0, 0), 5)
        full = cv2.normalize(full, None, 20, 235, cv2.NORM_MINMAX)
        cv2.putText(full, code, (45, 125), cv2.FONT_HERSHEY_SIMPLEX, 4, (30, 30, 60), 14)
        found[code, "full"] = full
        found[code, "saver"] = np.where(full.mean(2, keepdims=True) > 110, 255, full).astype(np.uint8)
        found[code, "grey"] = cv2.cvtColor(cv2.cvtColor(full, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    return found


def index(slots: Sequence[Slot] = ()) -> Index:
    drawn = {name: cv2.GaussianBlur(one, (0, 0), 1.0) for name, one in pictures().items()}
    files = [cv2.imencode(".png", one)[1].ravel() for one in drawn.values()]
    mask = np.ones((160, 160), bool)
    names = [Name("deck", code, True) for code, _ in drawn]
    arrays = {
        "places": np.zeros((2, 4), np.float32),
        "descriptors": np.zeros((2, 128), np.uint8),
        "mask": mask,
        "coarse": np.stack([coarse_look(one, mask) for one in drawn.values()]),
        "pictures": np.concatenate(files),
        "starts": np.cumsum([0, *map(len, files)]),
    }
    return Index(SIZE, names, [ink for _, ink in drawn], dict.fromkeys(names, tuple(slots)), arrays)


def as_photographed(picture: Any, fade: float, warm: float, blur: float) -> Any:
    """The picture faded, in warm light from its left, and blurred."""
    light = np.linspace(1.0, 0.6, picture.shape[1])[None, :, None] * (1 - warm, 1, 1 + warm)
    faded = (picture + (255 - picture) * fade) * light * 0.8
    return cv2.GaussianBlur(faded.clip(0, 255).astype(np.uint8), (0, 0), blur)


@pytest.mark.parametrize("ink", ["full", "saver", "grey"])
@pytest.mark.parametrize(("fade", "warm", "blur"), [(0.0, 0.0, 0.8), (0.4, 0.0, 1.0), (0.2, 0.2, 1.2)])
def test_the_print_is_found_and_each_piece_is_far_ahead(
    ink: str, fade: float, warm: float, blur: float
) -> None:
    """A grey print in warm light has colours, and a faded one in full colour has hardly any."""
    known, pieces = index(), []
    for code in CODES[:3]:
        seen = as_photographed(pictures()[code, ink], fade, warm, blur)
        pieces.append(Straight(known, seen, known.mask, known.scores(seen, known.mask)))
    printed = print_of(pieces)
    assert printed.ink == ink
    for code, piece in zip(CODES, pieces, strict=False):
        first = likeliest(piece, printed)[0]
        assert first.name.code == code and first.alike > 0.8 and first.ahead > 0.3


@pytest.mark.parametrize("upside_down", [False, True])
def test_a_piece_that_is_expected_is_compared_in_each_turn_that_it_may_have(upside_down: bool) -> None:
    """Two faces are nearly alike when one of them is upside down, but for their numbers."""
    known = index()
    pictures_of = {code: known.picture(known.names.index(Name("deck", code, True))) for code in CODES}
    ground = np.full((400, 600, 3), 128, np.uint8)
    piece = np.rot90(pictures_of["C"], 2) if upside_down else pictures_of["C"]
    ground[120:280, 220:380] = piece
    about = np.array([[4, 0, 302], [0, 4, 198], [0, 0, 1.0]])
    found = look_there(Expected(known, about, 2), Photograph.of(ground), AS_DRAWN)
    assert found is not None
    best = likeliest(found[1], AS_DRAWN)[0]
    assert best.name.code == "C" and best.alike > 0.9


@pytest.mark.parametrize("pixels", [140, 60, 20, 4])
def test_the_smaller_a_piece_is_the_greater_a_lead_it_needs(pixels: int) -> None:
    """At last what differs is about as large as the blur, and no lead is enough."""
    known, needed = index(), []
    for size in (160, pixels):
        seen = pictures()["A", "full"]
        straight = Straight(known, seen, known.mask, known.scores(seen, known.mask), 160 / size)
        needed.append(likeliest(straight, AS_DRAWN)[0].needed)
    assert needed[0] <= needed[1] and (needed[1] > 0.5) == (pixels == 4)


@pytest.mark.parametrize(("votes", "read"), [(20, True), (0, False)])
def test_a_piece_that_was_only_expected_needs_a_greater_likeness(votes: int, read: bool) -> None:
    """Nothing but its look tells how it lies, and a piece that is straightened wrongly is like another."""
    known, grain = index(), np.random.default_rng(3)
    place = Place(np.eye(3), outline(known, np.eye(3)), votes)
    for noise in range(0, 200, 4):
        rough = pictures()["A", "full"] + cv2.GaussianBlur(grain.normal(0, noise, (160, 160, 3)), (0, 0), 2)
        seen = rough.clip(0, 255).astype(np.uint8)
        one = seen_as(place, Straight(known, seen, known.mask, known.scores(seen, known.mask)), AS_DRAWN)
        if 0.71 < one.alike < 0.79:
            assert one.maybe[0].code == "A" and (one.name is not None) is read
            return
    pytest.fail("no noise makes the piece so unlike")


def test_what_is_left_of_a_curl_is_taken_from_a_piece() -> None:
    """A plane leaves 3 pixels in its middle, which is enough to blur small letters away."""
    face = pictures()["D", "full"]
    y, x = np.mgrid[0:160, 0:160].astype(np.float32)
    curled = cv2.remap(face, x + 3 * np.cos(x / 80 - 1) ** 2, y, cv2.INTER_LINEAR)
    mask = np.zeros((160, 160), bool)
    mask[8:-8, 8:-8] = True
    bent = bends(face, curled, mask, PIECE)
    assert bent is not None
    flat = cv2.remap(curled, *bent, cv2.INTER_LINEAR)
    before, after = (np.abs(one.astype(float) - face)[mask].mean() for one in (curled, flat))
    assert after < before / 3


def test_another_face_is_not_bent_until_it_fits() -> None:
    """It would have to be bent more than a piece is, or stays unlike."""
    known = index()
    faces = [known.picture(known.names.index(Name("deck", code, True))) for code in "AB"]
    bent = bends(*faces, known.mask, PIECE)
    if bent is not None:
        seen = cv2.remap(faces[1], *bent, cv2.INTER_LINEAR)
        assert known.scores(seen, known.mask)[0] < 0.5


def test_four_pieces_lie_beside_a_square_one() -> None:
    square = index()
    place = Place(np.eye(3), outline(square, np.eye(3)), 0)
    middles = [tuple(plane[:2, 2].tolist()) for plane in beside(place, square)]
    assert sorted(middles) == [(-40, 0), (0, -40), (0, 40), (40, 0)]


def test_six_pieces_lie_beside_a_hex() -> None:
    """A hex has a point up, so nothing is in the corners of its rectangle."""
    hexes = index()
    y, x = np.mgrid[0:160, 0:160] / 160 - 0.5
    hexes.mask = abs(y) + abs(x) / 2 < 0.5
    place = Place(np.eye(3), outline(hexes, np.eye(3)), 0)
    middles = [plane[:2, 2] for plane in beside(place, hexes)]
    assert len(middles) == 6 and {round(math.hypot(*at), 1) for at in middles} == {40.0, 36.1}


def table(turn: float) -> Any:
    """A grey table with piece B on it, whose middle is at 300, 200, turned by so many degrees; 4 px a mm."""
    ground = np.full((400, 600, 3), 128, np.uint8)
    plane = cv2.getRotationMatrix2D((79.5, 79.5), -turn, 1)
    plane[:, 2] += (300 - 79.5, 200 - 79.5)
    cv2.warpAffine(pictures()["B", "full"], plane, (600, 400), ground, borderMode=cv2.BORDER_TRANSPARENT)
    return ground


@pytest.mark.parametrize(("turn", "turns"), [(3, 4), (92, 4), (177, 4), (33, 12), (240, 12)])
def test_what_lies_where_a_piece_is_expected_is_found_however_it_is_turned(turn: float, turns: int) -> None:
    known = index()
    about = np.array([[4, 0, 304], [0, 4, 203], [0, 0, 1.0]])
    found = look_there(Expected(known, about, turns), Photograph.of(table(turn)), AS_DRAWN)
    assert found is not None
    place, straight = found
    assert np.hypot(*(place.corners.mean(0) - (300, 200))) < 2
    assert known.names[straight.likeliest("full")].code == "B"


def test_an_empty_table_is_not_taken_for_a_piece_that_is_expected() -> None:
    grain = np.random.default_rng(2).integers(0, 255, (400, 600, 3), np.uint8)
    about = np.array([[4, 0, 300], [0, 4, 200], [0, 0, 1.0]])
    empty, beyond = (
        Photograph.of(cv2.GaussianBlur(grain, (0, 0), 3)),
        about @ [[1, 0, 900], [0, 1, 0], [0, 0, 1]],
    )
    assert look_there(Expected(index(), about, 4), empty, AS_DRAWN) is None
    assert look_there(Expected(index(), beyond, 4), Photograph.of(table(0)), AS_DRAWN) is None


def test_something_lies_in_the_place_of_a_board_that_looks_otherwise() -> None:
    board = index([Slot("here", 10, 10), Slot("there", 30, 30)])
    covered = pictures()["B", "full"].copy()
    cv2.circle(covered, (120, 120), 24, (200, 220, 210), -1)
    plane = np.array([[4, 0, 79.5], [0, 4, 79.5], [0, 0, 1.0]])
    place = Place(plane, outline(board, plane), 0)
    place, straight = straightened(board, Photograph.of(covered), place)
    printed = print_of([straight])
    (found,) = in_slots(place, straight, printed, straight.likeliest("full"), 5)
    assert np.allclose(found[:2, 2], (119.5, 119.5), atol=3)


@pytest.mark.outside
def test_the_camera_leaves_the_environment_as_it_was() -> None:
    """The number of threads is one for numpy alone, and not for what this process starts."""
    told = "import os, referee.camera; print('OPENBLAS_NUM_THREADS' in os.environ)"
    without = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    run = subprocess.run(
        [sys.executable, "-c", told], env=without, capture_output=True, check=True, text=True
    )
    assert run.stdout.strip() == "False"
