"""Print as a photograph shows it: its ink, what print, light and lens made of its colours, and its blur."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import cv2
import numpy

from referee.camera.faces import Index, coarse_mask, look_of
from referee.camera.features import Array
from referee.camera.photograph import Picture

_SUREST = 8  # pieces that tell the print
_STEP = 4  # pixels of them from one that tells the colours to the next
_SMOOTH = 1.5  # pixels around each of which they are the mean
_LIKE_PRINTED = 450.0  # weight of colours as printed, beside what the pieces say
_BLURS = (0.7, 1.3, 1.9, 2.6, 3.5, 4.8)  # pixels of the photograph; one of them is taken
_SHARP = 0.5  # square of the pixels by which a known face is blurred more than a straightened piece
_INK_BEHIND = 0.25  # an ink whose first likenesses are so far behind those of another one is not tried


@dataclass(frozen=True)
class Straight:
    """A straightened piece.

    mask    where it is compared: nothing lies there
    scores  the first likeness of each known face
    finer   its pixels to one of the photograph
    """

    index: Index
    picture: Picture
    mask: Array
    scores: Array
    finer: float = 1.0

    @cached_property
    def look(self) -> Array:
        return look_of(self.picture, self.mask)

    def likeliest(self, ink: str) -> int:
        """The number of the likeliest face in that ink."""
        return int(numpy.where(self.index.inks == ink, self.scores, -1).argmax())


@dataclass(frozen=True)
class Print:
    """The way in which a photograph shows all pieces, which are taken to come from one print.

    colours  from the colours of a known face, and 1, to those in the photograph, but for its light
    blur     in pixels of the photograph
    light    that of the surest pieces beside print as it is known
    """

    ink: str
    colours: Array
    blur: float = 0.0
    light: float = 1.0
    _coarse: dict[int, Array] = field(default_factory=dict, init=False, compare=False)

    def coarse(self, index: Index) -> Array:
        """The first looks of the faces of an index in this photograph; 0 for those in other inks."""
        found = self._coarse.get(id(index))
        if found is None:
            small = coarse_mask(index.mask)
            found = numpy.zeros_like(index.coarse)
            for number in numpy.flatnonzero(index.inks == self.ink).tolist():
                picture = cv2.resize(index.picture(number), small.shape[::-1], interpolation=cv2.INTER_AREA)
                shown = cv2.transform(picture.astype(numpy.float32), self.colours) * self.light
                found[number] = look_of(numpy.maximum(shown, 2), small).ravel()
            self._coarse[id(index)] = found
        return found

    def look(self, straight: Straight, number: int) -> Array:
        """The look of that known face in this photograph, in the light of that piece."""
        picture = straight.index.picture(number)
        more = (self.blur * straight.finer) ** 2 - _SHARP
        if more > 0.1:
            picture = cv2.GaussianBlur(picture, (0, 0), math.sqrt(more))
        shown = numpy.maximum(cv2.transform(picture.astype(numpy.float32), self.colours), 2)
        light = straight.picture[straight.mask].mean() / shown[straight.mask].mean()
        return look_of(shown * light, straight.mask)

    def alike(self, pieces: Sequence[Straight]) -> float:
        """The sum of likenesses of pieces and their likeliest faces."""
        return sum(float(numpy.vdot(one.look, self.look(one, one.likeliest(self.ink)))) for one in pieces)


def print_of(pieces: Sequence[Straight]) -> Print:
    """The print of which these pieces are: in its ink they are most alike to what they may be."""
    inks = dict.fromkeys(pieces[0].index.inks.tolist())
    sums = {ink: sum(float(one.scores[one.likeliest(ink)]) for one in pieces) for ink in inks}
    tried = []
    for ink, likely in sums.items():
        if likely > max(sums.values()) - _INK_BEHIND * len(pieces):
            surest = sorted(pieces, key=_score_in(ink))[:_SUREST]
            tried.append((one := Print(ink, _colours(surest, ink)), one.alike(surest[:4]), surest))
    found, _, surest = max(tried, key=lambda one: one[1])
    lights = [float(one.picture[one.mask].mean()) for one in surest]
    plain = [float(one.index.picture(one.likeliest(found.ink))[one.mask].mean()) for one in surest]
    light = sum(lights) / sum(plain)
    blurred = (replace(found, blur=blur, light=light) for blur in _BLURS)
    return max(blurred, key=lambda one: one.alike(surest[:4]))


def _score_in(ink: str) -> Callable[[Straight], float]:
    return lambda one: -float(one.scores[one.likeliest(ink)])


def _colours(pieces: Sequence[Straight], ink: str) -> Array:
    """From the colours of faces to those of these pieces: three rows for blue, green and red.

    On each piece lies a light that changes slowly across it, which is found in turn with the colours; what
    fits neither, as glare and what is covered, is left out.
    """
    colours: Array = numpy.eye(3, 4)
    samples = [_samples(one, one.likeliest(ink)) for one in pieces]
    fits = [numpy.ones(len(seen)) for seen, _, _ in samples]
    for _ in range(4):
        sums, products = numpy.zeros((4, 4)), numpy.zeros((4, 3))
        for number, (seen, known, slopes) in enumerate(samples):
            shown = numpy.maximum(known @ colours.T, 2)
            off = numpy.log((seen.mean(1) + 4) / (shown.mean(1) + 4))
            weight = fits[number][:, None]
            light = numpy.linalg.lstsq(slopes * weight, off * fits[number], rcond=None)[0]
            plain = seen / numpy.exp(slopes @ light)[:, None]
            wrong = ((plain - shown) ** 2).sum(1)
            fits[number] = (wrong < 4 * numpy.percentile(wrong, 70) + 1) + 1e-3
            weight = fits[number][:, None] / len(seen)
            sums += (known * weight).T @ known
            products += (known * weight).T @ plain
        ridge = _LIKE_PRINTED * numpy.diag([1, 1, 1, 1e-4])
        colours = numpy.linalg.solve(sums + ridge, products + ridge @ numpy.eye(4, 3)).T
    return colours.astype(numpy.float32)


def _samples(piece: Straight, number: int) -> tuple[Array, Array, Array]:
    """Some colours of the piece, and there those of a known face with a 1, and slopes of light."""
    inside = piece.mask[::_STEP, ::_STEP]
    seen, known = (
        cv2.GaussianBlur(picture, (0, 0), _SMOOTH)[::_STEP, ::_STEP][inside].astype(float)
        for picture in (piece.picture, piece.index.picture(number))
    )
    y, x = numpy.nonzero(inside)
    x, y, one = x / inside.shape[1] - 0.5, y / inside.shape[0] - 0.5, numpy.ones(len(x))
    return seen, numpy.c_[known, one], numpy.c_[one, x, y, x * x, x * y, y * y]
