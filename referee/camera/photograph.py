"""Photographs: bounded before they are decoded, upright, and no larger than is looked at."""

import io
import math
from typing import Any, Final, NamedTuple, TypeAlias

import cv2
import numpy
from PIL import Image, ImageOps

from components.errors import DataError

# A picture is rows of pixels: of blue, green and red, or of light alone, as OpenCV has them.
Picture: TypeAlias = Any

BYTES: Final = 40 * 1024 * 1024
PIXELS: Final = 60_000_000  # more than any phone makes; a JPEG is decoded smaller than it is
PLAIN_PIXELS: Final = 24_000_000  # the same for PNG and WebP, which are decoded whole: 170 MB
SEEN: Final = 12_500_000  # pixels that are kept, in which small pieces are compared
SEARCHED: Final = 3_000_000  # and in which pieces are looked for: more find no more


class Photograph(NamedTuple):
    """A photograph in two sizes. Places in it are in pixels of the smaller one.

    picture  with at most `SEARCHED` pixels
    whole    with at most `SEEN`; the same picture where it has no more
    """

    picture: Picture
    whole: Picture

    @property
    def finer(self) -> float:
        """Pixels of the larger picture to one of the smaller."""
        return float(self.whole.shape[1] / self.picture.shape[1])

    @staticmethod
    def of(whole: Picture) -> "Photograph":
        height, width = whole.shape[:2]
        scale = math.sqrt(SEARCHED / (height * width))
        if scale >= 1:
            return Photograph(whole, whole)
        size = max(1, int(width * scale)), max(1, int(height * scale))
        return Photograph(cv2.resize(whole, size, interpolation=cv2.INTER_AREA), whole)


def read_photograph(content: bytes, where: str) -> Picture:
    """The photograph in blue, green and red, upright, with at most `SEEN` pixels.

    content  a JPEG, PNG or WebP file
    where    what a message calls it

    Raises `DataError` for anything else, and for too many pixels.
    """
    try:
        with Image.open(io.BytesIO(content), formats=("JPEG", "PNG", "WEBP")) as image:
            pixels = math.prod(image.size)
            most = PIXELS if image.format == "JPEG" else PLAIN_PIXELS
            if pixels > most:
                raise DataError(
                    f"The photograph has {pixels // 1_000_000} million pixels, and may have"
                    f" {most // 1_000_000}.",
                    where=where,
                    todo="Take it with fewer, or save it smaller.",
                )
            scale = math.sqrt(min(1.0, SEEN / pixels))
            wanted = max(1, int(image.width * scale)), max(1, int(image.height * scale))
            image.draft("RGB", (2 * wanted[0], 2 * wanted[1]))
            whole = image if image.mode == "RGB" else image.convert("RGB")
            small = whole if whole.size == wanted else whole.resize(wanted, Image.Resampling.BOX)
            plain = ImageOps.exif_transpose(small)
    except DataError:
        raise
    except Exception:  # Pillow raises errors of many kinds for broken files
        raise DataError(
            "This cannot be read as a photograph.", where=where, todo="Save it as a JPEG or a PNG."
        ) from None
    return numpy.ascontiguousarray(numpy.asarray(plain)[:, :, ::-1])
