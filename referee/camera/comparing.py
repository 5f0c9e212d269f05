"""Faces that a straightened piece may show: all are compared roughly, and the likeliest in a race."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy

from referee.camera import bending
from referee.camera.faces import Index, Name, coarse_look, coarse_mask, is_board, normal
from referee.camera.features import Array
from referee.camera.photograph import Photograph, Picture
from referee.camera.printing import Print, Straight
from referee.camera.seeking import Place, outline

_RACERS = 10  # sides of pieces in the race
_BEHIND = 0.25  # first likeness by which a side is behind, from which it is not in the race
_FINALISTS = 5  # those of them between which it is decided by what differs
_BENT = 0.4  # first likeness from which it is looked how a piece is bent
_ONE_CODE = 0.35  # faces of one code in several decks that differ less are taken for one
_SHARPEST = 1.0  # pixels by which the sharpest photograph is blurred
_ONE_CELL = 0.65  # the lead that a difference as large as the blur needs; 0.5 is the most that there is
_COVERED = 4.0  # times the usual difference, from which a pixel is covered or glares


class Likeness(NamedTuple):
    """A face that a piece may show.

    alike   how alike both look, up to 1
    ahead   how surely it is rather this one than the likeliest other: 0.5 at best, 0 if it may be either
    needed  how far ahead it has to be
    """

    name: Name
    alike: float
    ahead: float
    needed: float


def straightened(
    index: Index,
    photograph: Photograph,
    place: Place,
    lying: Sequence[Array] = (),
    printed: Print | None = None,
) -> tuple[Place, Straight]:
    """The place as it was corrected, and the piece there.

    lying    the corners of pieces that lie on it, which are not compared
    printed  the way in which the photograph shows faces, if that is known
    """
    area = abs(cv2.contourArea(place.corners.astype(numpy.float32)))
    scale = math.sqrt(math.prod(index.pixels) / area)
    faces = printed.coarse(index) if printed else None
    rough, shrunk = _cut_out(photograph, place, 1.5 * scale)
    straight = _straight(index, rough, shrunk @ place.plane, index.pixels)
    mask = _bare(index, place, lying) if lying else index.mask
    scores = index.scores(straight, mask, faces)
    closer = _corrected(index, straight, mask, int(scores.argmax()))
    if closer is not None:
        again = _straight(index, rough, shrunk @ place.plane @ closer, index.pixels)
        better = index.scores(again, mask, faces)
        if better.max() > scores.max():
            straight, scores, plane = again, better, place.plane @ closer
            place = place._replace(plane=plane, corners=outline(index, plane))
    if scores.max() > _BENT:
        order = bending.BOARD if is_board(index) else bending.PIECE
        bent = bending.bends(index.picture(int(scores.argmax())), straight, mask, order)
        if bent is not None:
            again = _straight(index, rough, shrunk @ place.plane, index.pixels, bent)
            better = index.scores(again, mask, faces)
            if better.max() > scores.max():
                straight, scores = again, better
    return place, Straight(index, straight, mask, scores, scale / photograph.finer)


def rough_scores(
    index: Index, photograph: Photograph, planes: Sequence[Array], printed: Print
) -> list[float]:
    """The first likeness, to the likeliest face, of what lies in each of these planes, one place turned."""
    size = coarse_mask(index.mask).shape[::-1]
    around = [outline(index, plane) for plane in planes]
    place = Place(planes[0], numpy.concatenate(around), 0)
    area = abs(cv2.contourArea(around[0].astype(numpy.float32)))
    rough, shrunk = _cut_out(photograph, place, 1.2 * math.sqrt(size[0] * size[1] / area))
    looks = [coarse_look(_straight(index, rough, shrunk @ plane, size), index.mask) for plane in planes]
    best: list[float] = (printed.coarse(index) @ numpy.stack(looks, 1)).max(0).tolist()
    return best


def _bare(index: Index, place: Place, lying: Sequence[Array]) -> Array:
    """The mask of a board without what lies on it, and a little around that."""
    bare = index.mask.astype(numpy.uint8)
    back = numpy.linalg.inv(place.plane @ _pixel_plane(index, index.pixels))
    for corners in lying:
        on_board = cv2.perspectiveTransform(corners[None].astype(float), back)[0]
        cv2.fillConvexPoly(bare, on_board.round().astype(numpy.int32), 0)
    return cv2.erode(bare, numpy.ones((5, 5)), borderValue=1).astype(bool)


def _cut_out(photograph: Photograph, place: Place, scale: float) -> tuple[Picture, Array]:
    """The photograph around the piece, so many times as large, and the plane that leads there.

    It is not larger than the photograph is.
    """
    finer, source = (photograph.finer, photograph.whole) if scale > 1 else (1.0, photograph.picture)
    height, width = source.shape[:2]
    left, top = (max(0, math.floor(edge * finer) - 10) for edge in place.corners.min(0))
    right, bottom = (math.ceil(edge * finer) + 10 for edge in place.corners.max(0))
    left, top = min(left, width - 8), min(top, height - 8)
    part = source[top:bottom, left:right]
    scale = min(1.0, scale / finer)
    if scale < 1:
        size = (max(8, round(part.shape[1] * scale)), max(8, round(part.shape[0] * scale)))
        part = cv2.resize(part, size, interpolation=cv2.INTER_AREA)
    scale *= finer
    shift = (scale - 1) / 2  # pixels are counted from the middle of the first one
    moved = [[scale, 0, shift - left * scale / finer], [0, scale, shift - top * scale / finer], [0, 0, 1.0]]
    return part, numpy.array(moved)


def _pixel_plane(index: Index, pixels: tuple[int, int]) -> Array:
    """From pixels of the straightened piece to millimetres from its middle."""
    across, down = index.size[0] / pixels[0], index.size[1] / pixels[1]
    return numpy.array(
        [[across, 0, (across - index.size[0]) / 2], [0, down, (down - index.size[1]) / 2], [0, 0, 1.0]]
    )


def _straight(
    index: Index, picture: Picture, plane: Array, pixels: tuple[int, int], bent: Array | None = None
) -> Picture:
    plane = plane @ _pixel_plane(index, pixels)
    if bent is None:
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        straight = cv2.warpPerspective(picture, plane, pixels, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    else:
        places = cv2.perspectiveTransform(bent.reshape(2, -1).T[None], plane)[0]
        x, y = (numpy.ascontiguousarray(axis).reshape(bent.shape[1:]) for axis in places.T)
        straight = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return cv2.GaussianBlur(straight, (0, 0), 0.7)


def _corrected(index: Index, straight: Picture, inside: Array, number: int) -> Array | None:
    """The plane on a straightened piece on which that face lies exactly, by its light; None if unclear.

    The light is without what changes slowly, so that shadows pull at nothing.
    """
    known, seen = (
        numpy.ascontiguousarray(normal(picture, inside)[..., 0])
        for picture in (index.picture(number), straight)
    )
    until = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 25, 1e-4)
    mask = inside.astype(numpy.uint8)
    start = numpy.eye(3, dtype=numpy.float32)
    try:
        _, moved = cv2.findTransformECC(known, seen, start, cv2.MOTION_HOMOGRAPHY, until, mask, 3)
    except cv2.error:  # it does not converge: the piece is covered, or another one
        return None
    pixels = _pixel_plane(index, index.pixels)
    return pixels @ moved.astype(float) @ numpy.linalg.inv(pixels)


def likeliest(straight: Straight, printed: Print) -> list[Likeness]:
    """The sides that the piece may show, by what differs between each two where it is not covered."""
    index, look = straight.index, straight.look
    best_of: dict[Name, int] = {}
    known = index.scores(straight.picture, straight.mask, printed.coarse(index))
    scores = numpy.where(index.inks == printed.ink, known, -1)
    for number in numpy.argsort(-scores, kind="stable").tolist():
        if len(best_of) == _RACERS or (len(best_of) >= 3 and scores[number] < scores.max() - _BEHIND):
            break
        best_of.setdefault(index.names[number], number)
    looks = {name: printed.look(straight, number) for name, number in best_of.items()}
    alike = {name: float(numpy.vdot(look, known)) for name, known in looks.items()}
    order = sorted(looks, key=lambda name: -alike[name])
    near = {name: looks[name] for name in order[:_FINALISTS]}
    cell = _cell(straight, printed)
    found = [_ahead(order[0], look, near, alike, cell)]
    if found[0].ahead < 0:  # the other one is likelier where it matters
        found = sorted((_ahead(name, look, near, alike, cell) for name in near), key=lambda one: -one.ahead)
    others = [name for name in order if name != found[0].name]
    return [found[0], *(Likeness(name, alike[name], 0.0, 1.0) for name in others[:2])]


def _cell(straight: Straight, printed: Print) -> float:
    """The pixels of a straightened piece that are blurred into one."""
    return float(2 * math.pi * (max(printed.blur, _SHARPEST) * straight.finer) ** 2)


def _ahead(
    name: Name, look: Array, looks: dict[Name, Array], alike: dict[Name, float], cell: float
) -> Likeness:
    """The lead of that side over the others."""
    known = looks[name]
    fits = numpy.ones(len(look), bool)
    for _ in range(2):  # leaves out what is covered or glares, and finds the contrast by the rest
        strength = (look[fits] * known[fits]).sum() / ((look[fits] ** 2).sum() + 1e-9)
        off = ((look * strength - known) ** 2).sum(1)
        bound = max(numpy.percentile(off, 60) * _COVERED, 0.6 / len(look))
        fits = off < bound
    seen = look * strength
    least, needed = 0.5, 0.1
    for other, rival in looks.items():
        if other == name:
            continue
        between = known - rival
        weight = (between**2).sum(1)
        if other[1:] == name[1:] and weight.sum() < _ONE_CODE:
            continue
        off_rival = ((seen - rival) ** 2).sum(1)
        used = weight * (numpy.minimum(off, off_rival) < bound)
        side = ((seen - (known + rival) / 2) * between).sum(1) / (weight + 1e-12)
        ahead = float((numpy.clip(side, -1, 1) * used).sum() / (used.sum() + 1e-12))
        if used.sum() < 0.25 * weight.sum():  # most of what differs is covered
            ahead = min(ahead, 0.02)
        if ahead < least:
            least, needed = ahead, _needed(weight, cell)
    return Likeness(name, alike[name], least, needed)


def _needed(differs: Array, cell: float) -> float:
    """The lead that one of two faces needs where each pixel differs so much, and so many of them are one.

    Faces of which little differs need more, as little light or glare makes one into the other. If it is
    about as large as what is blurred into one, no lead is enough.
    """
    most = float(differs.sum())
    cells = most**2 / (float((differs**2).sum()) + 1e-12) / cell
    return max(0.2 if most < 0.25 else 0.15, 0.1 + _ONE_CELL / math.sqrt(cells + 1e-9))
