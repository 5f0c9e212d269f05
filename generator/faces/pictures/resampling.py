"""Pictures whose pixels are made anew: fewer of them, turned upright, in other colours."""

import io
import math

from PIL import Image, ImageCms, ImageOps

from components.errors import DataError
from generator.faces.pictures.resvg import drawn_by_resvg
from generator.faces.pictures.source import Picture, check_memory, check_profile, unreadable

_PACKED = 4  # zlib level of a PNG
_DRAFTED = 8  # bytes for each pixel of a JPEG as it is decoded


def resampled(picture: Picture, pixels: tuple[int, int], quality: int) -> bytes:
    """A JPEG or PNG of the picture with that many pixels, upright, in the colours of the screen or in grey.

    quality  quality of a JPEG, from 1 to 95

    Raises `DataError` for a picture that cannot be decoded.
    """
    content = picture.content() if picture.kind != "svg" else drawn_by_resvg(picture, pixels)
    stored = pixels[::-1] if picture.turn > 4 else pixels
    try:
        with Image.open(io.BytesIO(content)) as image:
            if picture.kind == "jpeg":
                image.draft(None, stored)  # decodes at half or a quarter of the size where that is enough
                held = picture.held * math.prod(picture.size) + _DRAFTED * math.prod(image.size)
                check_memory(held, str(picture.file))
            made = _in_srgb(image, str(picture.file))
            ImageOps.exif_transpose(made, in_place=True)
            made = made.resize(pixels, Image.Resampling.LANCZOS, reducing_gap=3.0)
    except DataError:
        raise
    except Exception as problem:  # Pillow raises errors of many kinds for broken files
        raise unreadable(problem, str(picture.file)) from None
    if picture.grey:
        made = made.convert("LA" if made.mode == "RGBA" else "L")
    buffer = io.BytesIO()
    if picture.kind in ("png", "svg") or made.mode in ("RGBA", "LA"):
        made.save(buffer, "PNG", compress_level=_PACKED)
    else:
        made.save(buffer, "JPEG", quality=quality, subsampling=0)
    return buffer.getvalue()


def _in_srgb(image: Image.Image, where: str) -> Image.Image:
    """The picture as RGB, RGBA or L in the colours of the screen. Its profile is left out."""
    profile = image.info.pop("icc_profile", None)
    check_profile(image.mode, profile or b"", where)
    if image.mode.startswith("I;16"):
        image = image.point(lambda level: level / 256)  # reduces 16 bits to 8
    seen = image if image.mode in ("RGB", "RGBA", "L", "CMYK") else image.convert(_plain(image))
    if profile and seen.mode != "L":
        try:
            into = "RGBA" if seen.mode == "RGBA" else "RGB"
            source, target = ImageCms.ImageCmsProfile(io.BytesIO(profile)), ImageCms.createProfile("sRGB")
            converted = ImageCms.profileToProfile(seen, source, target, outputMode=into)
            assert converted is not None
            converted.info = {}
            if exif := image.getexif():
                converted.getexif().update(exif)
            return converted
        except (ImageCms.PyCMSError, OSError):
            raise DataError(
                f"The colour profile of this {image.mode} picture is broken.",
                where=where,
                todo="Save it as RGB with the profile sRGB, or without a profile.",
            ) from None
    return seen.convert("RGB") if seen.mode == "CMYK" else seen


def _plain(image: Image.Image) -> str:
    if "transparency" in image.info or image.mode in ("LA", "PA", "RGBa", "La"):
        return "RGBA"
    return "L" if image.mode in ("1", "I", "I;16", "F") else "RGB"
