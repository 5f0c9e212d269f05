"""Pictures as files for paper and screen: as they are where that is possible, smaller where they have more
dots than are seen."""

import base64
import hashlib
import math

from components import extras
from generator import INCH, cache
from generator.faces.pictures.source import Picture

QUALITY = 92  # quality of a JPEG
_ENOUGH = 1.1  # a picture with at most that many times the dots is left as it is
_SHELF = "scaled"


def most_pixels(picture: Picture, size: tuple[float, float], dpi: int) -> tuple[int, int]:
    """The pixels that it needs to fill a size in mm at that resolution; no more than it has."""
    width, height = picture.size
    scale = max(size[0] / INCH * dpi / width, size[1] / INCH * dpi / height)
    if scale * _ENOUGH >= 1:
        return picture.size
    return max(1, math.ceil(width * scale)), max(1, math.ceil(height * scale))


def as_file(picture: Picture, pixels: tuple[int, int]) -> bytes:
    """A JPEG or PNG with that many pixels, upright; the file itself where nothing has to be changed.

    Raises `DataError` for a picture that cannot be decoded.
    """
    if _is_kept(picture, pixels):
        return picture.content()
    # Imported late: it takes 10 ms, and most pictures are used as they are.
    from importlib.metadata import version

    made_by = "browser" if extras.IN_A_BROWSER else version("pillow")
    made_of = repr((picture.key, pixels, picture.grey, made_by, QUALITY))
    name = f"{hashlib.sha256(made_of.encode()).hexdigest()[:32]}.bin"
    made = cache.kept(_SHELF, name)
    if made is not None:
        return made
    if extras.IN_A_BROWSER:
        from generator.faces.pictures import browser

        return browser.resampled(picture, pixels, _SHELF, name)
    from generator.faces.pictures.resampling import resampled

    made = resampled(picture, pixels, QUALITY)
    cache.keep(_SHELF, name, made)
    cache.forget_old(_SHELF)
    return made


def data_uri(picture: Picture, size: tuple[float, float], dpi: int) -> str:
    """The picture as an address that holds all of it, for a browser. `size` in mm."""
    content = as_file(picture, most_pixels(picture, size, dpi))
    kind = "jpeg" if content[:2] == b"\xff\xd8" else "png"
    return f"data:image/{kind};base64,{base64.b64encode(content).decode()}"


def _is_kept(picture: Picture, pixels: tuple[int, int]) -> bool:
    """Tell whether the file can be used as it is."""
    plain = picture.mode in ("RGB", "L") if picture.kind == "jpeg" else picture.kind == "png"
    return plain and pixels == picture.size and picture.turn == 1 and not picture.grey
