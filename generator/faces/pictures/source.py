"""The picture files of a game's folder: found by name, and held to limits before anything is drawn with them.

A face refers to a picture by a hash of what is in it, `picture:…`, so that whatever is made of the face
changes with the file. `known` leads from the hash back to the file.
"""

import hashlib
import io
import math
import os
import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from components import extras
from components.errors import DataError, TemplateError, did_you_mean
from components.reading import read_bytes
from generator.faces.pictures import header

FOLDER: Final = "pictures"
SCHEME: Final = "picture:"
BYTES: Final = 64 * 1024 * 1024  # size of a file, at most
RECENT: Final = 8 * 1024 * 1024  # bytes of files that are kept
SIDE: Final = 20_000  # pixels
PIXELS: Final = 120_000_000
MEMORY: Final = 300 * 1024 * 1024  # bytes that decoding a picture may take
SUFFIXES: Final = (".png", ".jpg", ".jpeg", ".webp", ".svg")
OTHERS: Final = tuple(".heic .heif .bmp .gif .tif .tiff .avif .psd .xcf .ai .eps .pdf".split())
_KINDS = {"PNG": "png", "JPEG": "jpeg", "WEBP": "webp"}  # formats, as Pillow and the web name them
_SHOULD = "Save it anew as PNG or JPEG."


class Picture(NamedTuple):
    """A picture of pixels. `size` is in pixels as it is seen, `turn` its orientation as EXIF numbers it.

    key     a hash of the file's content
    stamp   what the system tells of the file, which differs as soon as somebody writes to it
    tagged  whether it may hold a profile of its colours
    grey    whether it is printed in grey
    held    bytes of memory for each pixel while it is decoded, see `header.Told`
    pixels  pixels of one that was made of a face: its inks, packed
    """

    key: str
    file: Path
    folder: Path
    kind: str
    mode: str
    size: tuple[int, int]
    turn: int = 1
    stamp: tuple[int, ...] = ()
    tagged: bool = True
    grey: bool = False
    held: int = 0
    pixels: bytes = b""

    @property
    def href(self) -> str:
        """The name by which the SVG of a face refers to it."""
        return f"{SCHEME}{self.key}{'-grey' if self.grey else ''}"

    def content(self) -> bytes:
        """The file. Raises `DataError` if it has changed since it was found."""
        content = content_of(self.file, self.folder)
        if stamp_of(self.file) == self.stamp:
            return content
        if content_hash(content) != self.key:
            raise DataError("The picture changed while it was used.", where=str(self.file), todo="Try again.")
        return content


class _Recent:
    """The files that were read last, up to `RECENT` bytes."""

    def __init__(self) -> None:
        self._kept: dict[tuple[Path, Path], tuple[tuple[int, ...], bytes]] = {}
        self._size = 0

    def get(self, place: tuple[Path, Path], stamp: tuple[int, ...]) -> bytes | None:
        """The content of the file in that place, if the system still tells the same of it."""
        known, content = self._kept.get(place, ((), b""))
        return content if stamp and known == stamp else None

    def keep(self, place: tuple[Path, Path], stamp: tuple[int, ...], content: bytes) -> None:
        self._drop(place)
        self._kept[place] = stamp, content
        self._size += len(content)
        while self._size > RECENT:
            self._drop(next(iter(self._kept)))

    def _drop(self, place: tuple[Path, Path]) -> None:
        self._size -= len(self._kept.pop(place, ((), b""))[1])


_recent = _Recent()


def content_of(file: Path, folder: Path) -> bytes:
    """Return the content of a picture of that folder. Raises `DataError` like `read_bytes`.

    A build asks three times: whether it has changed, what it shows, and what is printed of it.
    """
    place, stamp = (file, folder), stamp_of(file)
    content = _recent.get(place, stamp)
    if content is None:
        content = read_bytes(file, limit=BYTES, within=folder)
        _recent.keep(place, stamp, content)
    return content


_stock: dict[str, Picture] = {}


def bring(pictures: Iterable[Picture]) -> None:
    """Let faces refer to these pictures, as faces that another process has drawn do."""
    _stock.update((picture.href, picture) for picture in pictures)


def brought() -> tuple[Picture, ...]:
    """All pictures that faces can refer to."""
    return tuple(_stock.values())


def known(href: str) -> Picture:
    """The picture that a face refers to. Raises `TemplateError` for any other address."""
    if href not in _stock:
        raise TemplateError(
            f'<image> refers to "{href[:40]}".', todo='Write {{ picture("name.png", x, y, width, height) }}.'
        )
    return _stock[href]


def find(folder: Path, name: str) -> Path:
    """The file of that name in `pictures/` or beside it; its ending can be left out.

    Of a path from elsewhere, such as "images/fox.png", the name at its end counts.

    Raises `DataError` if there is none, or several that differ in their ending.
    """
    homes = (folder / FOLDER, folder)
    name = file_name(name)
    whole = name.lower().endswith(SUFFIXES)
    for home in homes if name and "\0" not in name else ():
        endings = ("",) if whole else (*SUFFIXES, *map(str.upper, SUFFIXES))
        try:
            found = [file for ending in endings if (file := home / f"{name}{ending}").is_file()]
        except OSError:  # a name that is too long to be one
            found = []
        if len(found) > 1 and not found[0].samefile(found[1]):
            files = " and ".join(file.name for file in found[:2])
            raise DataError(
                f'The picture "{name[:80]}" is there twice: {files}.', todo="Name the ending, too."
            )
        if found:
            return found[0]
    there = [file.name for home in homes if home.is_dir() for file in home.iterdir()]
    stem = name.lower().rpartition(".")[0] if name.lower().endswith(OTHERS) else name.lower()
    for other in there:
        if other.lower().endswith(OTHERS) and other.lower().rpartition(".")[0] == stem:
            kind = other.rpartition(".")[2].upper()
            todo = "Save it as PNG or JPEG, and name that file."
            raise DataError(f'The picture "{other[:80]}" is there, but {kind} is not read.', todo=todo)
    pictures = [one for one in there if one.lower().endswith(SUFFIXES)]
    todo = did_you_mean(name, pictures) if pictures else f"Put it into the folder {FOLDER}/."
    raise DataError(f'There is no picture "{name[:80]}".', todo=todo)


def file_name(path: str) -> str:
    """The name at the end of a path, however its parts are separated."""
    return re.split(r"[\\/]", path)[-1]


def open_picture(file: Path, folder: Path) -> Picture:
    """A PNG, JPEG or WebP file of that folder. Raises `DataError` if it is broken or too large."""
    return _opened(file, folder, stamp_of(file))


@lru_cache(maxsize=10_000)
def _opened(file: Path, folder: Path, stamp: tuple[int, ...]) -> Picture:
    where = str(file)
    content = content_of(file, folder)
    try:
        told = header.told(content)
        if told:
            # Before Pillow opens it: a WebP of 38 bytes is given its whole canvas then.
            _check_size(*told.size, where)
            check_memory(told.held * math.prod(told.size), where)
        # We read all of a JPEG's header ourselves; Pillow would load its readers of five kinds first.
        if told and not told.animated and not extras.IN_A_BROWSER and told.kind != "jpeg":
            told = _told_by_pillow(content, told.held, where)
    except DataError:
        raise
    except Exception as problem:  # Pillow raises errors of many kinds for broken files
        raise unreadable(problem, where) from None
    if told is None:
        raise DataError("This is not a picture in the form of PNG, JPEG or WebP.", where=where, todo=_SHOULD)
    if told.kind == "jpeg" and not _is_whole(content):
        raise DataError("The picture is cut short.", where=where, todo="Copy it again.")
    if told.animated:
        raise DataError("The picture is animated.", where=where, todo=_SHOULD)
    check_profile(told.mode, told.profile, where)
    upright = told.size[::-1] if told.turn > 4 else told.size
    key, tagged = content_hash(content), bool(told.profile)
    return Picture(key, file, folder, told.kind, told.mode, upright, told.turn, stamp, tagged, held=told.held)


def _told_by_pillow(content: bytes, held: int, where: str) -> header.Told | None:
    from PIL import Image, UnidentifiedImageError

    Image.MAX_IMAGE_PIXELS = None  # the limit is ours, with a message of its own
    try:
        with Image.open(io.BytesIO(content), formats=tuple(_KINDS)) as image:
            # The size is checked before decoding: a PNG may tell at its end how it is turned.
            _check_size(*image.size, where)
            check_memory(held * math.prod(image.size), where)
            turn = image.getexif().get(0x0112, 1)
            return header.Told(
                _KINDS[image.format or ""], image.mode, image.size, held, turn if turn in range(1, 9) else 1,
                image.info.get("icc_profile") or b"", getattr(image, "is_animated", False),
            )  # fmt: skip
    except UnidentifiedImageError:
        return None


def unreadable(problem: Exception, where: str) -> DataError:
    """A picture that cannot be read: what is wrong, as far as it can be told."""
    what = "The picture is cut short" if "runcat" in str(problem) else "The picture cannot be read"
    return DataError(f"{what}: {str(problem)[:80] or type(problem).__name__}.", where=where, todo=_SHOULD)


def check_profile(mode: str, data: bytes, where: str) -> None:
    """Raises `DataError` for a colour profile that cannot be applied to a picture of that mode."""
    if not data:
        return
    channels = {"RGB": "RGB ", "RGBA": "RGB ", "P": "RGB ", "L": "GRAY", "LA": "GRAY", "CMYK": "CMYK"}
    space = data[16:20].decode("latin-1")
    length = int.from_bytes(data[:4], "big")
    fitting = {channels.get(mode, space), "RGB " if mode in ("L", "LA") else ""}
    if data[36:40] != b"acsp" or length != len(data) or space not in fitting:
        raise DataError(
            f"The colour profile of this {mode} picture is broken.",
            where=where,
            todo="Save it as RGB with the profile sRGB, or without a profile.",
        )


def _check_size(width: int, height: int, where: str) -> None:
    if max(width, height) > SIDE or width * height > PIXELS:
        raise DataError(
            f"The picture has {width:,} × {height:,} pixels; a side may have {SIDE:,}, and all {PIXELS:,}.",
            where=where,
            todo="Make it smaller.",
        )


def check_memory(size: int, where: str) -> None:
    """Raises `DataError` for a picture that takes so many bytes to decode, if these are too many."""
    if size > MEMORY:
        raise DataError(
            f"The picture takes {size // 1024**2:,} MB to decode, and may take {MEMORY // 1024**2}.",
            where=where,
            todo="Make it smaller, or save it as a JPEG that is not progressive.",
        )


def _is_whole(jpeg: bytes) -> bool:
    """Tell whether the end of the picture comes after the beginning of its last scan."""
    scan, end = b"\xff\xda", b"\xff\xd9"
    # The usual case, which is quick: a search from behind for a scan near the front is slow.
    if jpeg.endswith(end):
        return scan in jpeg
    return jpeg.rfind(end) > jpeg.rfind(scan) > 0


def stamp_of(file: Path | int) -> tuple[int, ...]:
    """Return facts of a file, by its path or handle, that differ once somebody writes to it.

    Empty if there is no such file, which reading it will tell better.
    """
    try:
        told = os.fstat(file) if isinstance(file, int) else file.stat()
    except (OSError, ValueError):
        return ()
    return told.st_dev, told.st_ino, told.st_size, told.st_mtime_ns, told.st_ctime_ns


def content_hash(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=12).hexdigest()
