"""Pieces that are bent, by curling or by a lens: what a plane leaves of that is taken from them."""

from typing import Final

import cv2
import numpy

from referee.camera.faces import normal
from referee.camera.features import Array
from referee.camera.photograph import Picture

PIECE: Final = 2  # the order of the curves along which a piece may be bent ...
BOARD: Final = 3  # ... and a board, across which a lens bends lines
_STEPS = ((3.0, 6), (1.2, 4))  # pixels by which both are blurred, and steps taken with them
_SAMPLES = 6000  # pixels that tell, about
_MOST = 0.05  # the share of its width by which a piece is bent at most
_STIFF = 20.0  # weight of it being flat


def bends(known: Picture, seen: Picture, mask: Array, order: int) -> Array | None:
    """The places in pixels where a straightened piece shows the pixels of a face, by their light.

    Two arrays, of x and y, as `cv2.remap` takes them; None if it would be bent too much, so is another face.
    What is covered or glares fits neither, and counts little.
    """
    height, width = mask.shape
    y, x = numpy.mgrid[0:height, 0:width].astype(numpy.float32)
    powers = [(one, whole - one) for whole in range(order + 1) for one in range(whole + 1)]
    across, down = 2 * x / width - 1, 2 * y / height - 1
    curves = numpy.stack([across**right * down**lower for right, lower in powers], -1)
    bent = numpy.zeros((len(powers), 2), numpy.float32)
    step = max(1, int(numpy.sqrt(mask.sum() / _SAMPLES)))
    told = numpy.zeros_like(mask)
    told[::step, ::step] = mask[::step, ::step]
    basis = curves[told]
    lights = [numpy.ascontiguousarray(normal(picture, mask)[..., 0]) * mask for picture in (known, seen)]
    for blur, steps in _STEPS:
        face, piece = (cv2.GaussianBlur(light, (0, 0), blur) for light in lights)
        slopes = [cv2.Sobel(face, cv2.CV_32F, *axis, scale=1 / 8)[told][:, None] for axis in ((1, 0), (0, 1))]
        matrix = numpy.hstack([basis * slope for slope in slopes])
        for _ in range(steps):
            off = curves @ bent
            here = cv2.remap(piece, x + off[..., 0], y + off[..., 1], cv2.INTER_LINEAR)[told]
            wanted = face[told]
            wrong = wanted - here * ((here * wanted).sum() / ((here**2).sum() + 1e-6))
            weight = 1 / (1 + (wrong / (2 * numpy.median(abs(wrong)) + 1e-6)) ** 2)
            weighted = matrix * weight[:, None]
            stiff = _STIFF * numpy.eye(matrix.shape[1], dtype=numpy.float32) * (matrix**2).mean()
            bent += numpy.linalg.solve(weighted.T @ matrix + stiff, weighted.T @ wrong).reshape(2, -1).T
    off = curves @ bent
    if not numpy.isfinite(off).all() or abs(off[mask]).max() > _MOST * max(height, width):
        return None
    return numpy.stack([x + off[..., 0], y + off[..., 1]])
