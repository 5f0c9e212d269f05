"""Faces as PNG files, several at a time; each is kept until something in it changes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import astuple, dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path

from PIL import Image, ImageChops

from components.process import as_worker
from generator import Progress
from generator import cache as shelf
from generator.faces.drawing import compile_svg
from generator.faces.pictures import source
from generator.faces.renderer import Face
from generator.faces.type import own
from generator.pdf import raster
from generator.pdf.page import FacePage, write_pages

_MM = 25.4  # in an inch
_DRAWN_BY = ("fontpkg-barlow", "fontpkg-chakra-petch", "pillow", "pypdfium2", "reportlab")


@dataclass(frozen=True)
class Shot:
    """A picture to take.

    svg, where  the face, and its name in errors
    size        of the trimmed face, mm
    pixels      width and height of the picture; beyond the trim it shows the bleed
    turn        clockwise, degrees, a multiple of 90
    outline     path data of the cut line, beyond which the picture is transparent; or empty
    """

    svg: str
    where: str
    size: tuple[float, float]
    pixels: tuple[int, int]
    dpi: int
    turn: int = 0
    outline: str = ""

    @property
    def key(self) -> str:
        """A hash of what is visible, which the face's name is not."""
        seen = (*astuple(self)[:1], *astuple(self)[2:])
        return hashlib.sha256(repr((_drawn_by(), seen)).encode()).hexdigest()[:32]


def shot(face: Face, dpi: int, *, bleed: bool = False, outline: str = "") -> Shot:
    """The trimmed face at that resolution, with or without its bleed."""
    beyond = 2 * face.bleed if bleed else 0.0
    width, height = (max(1, round((edge + beyond) / _MM * dpi)) for edge in face.size)
    return Shot(face.svg, face.where, face.size, (width, height), dpi, outline=outline)


def take(shots: Sequence[Shot], jobs: int, progress: Progress, what: str) -> list[bytes]:
    """The pictures as PNG files, in the same order. `progress` reports them as `what`.

    Raises `TemplateError` for a face that cannot be drawn.
    """
    keys = [shot.key for shot in shots]
    pictures: dict[str, bytes] = {}
    for key in keys:
        if key not in pictures and (found := shelf.kept("pictures", f"{key}.png")):
            pictures[key] = found
    missing = {key: shot for key, shot in zip(keys, shots, strict=True) if key not in pictures}
    progress(what, len(pictures), len(pictures) + len(missing))
    for key, picture in zip(missing, _take_all(list(missing.values()), jobs), strict=True):
        shelf.keep("pictures", f"{key}.png", picture)
        pictures[key] = picture
        progress(what, len(pictures), len(set(keys)))
    shelf.forget_old("pictures")
    return [pictures[key] for key in keys]


def _take_all(shots: Sequence[Shot], jobs: int) -> Iterator[bytes]:
    if jobs == 1 or len(shots) < 2:
        yield from map(_take, shots)
        return
    with ProcessPoolExecutor(
        min(jobs, len(shots)), initializer=_begin, initargs=(source.brought(), own.brought())
    ) as pool:
        futures: list[Future[bytes]] = [pool.submit(_take, shot) for shot in shots]
        try:
            for future in futures:
                yield future.result()
        finally:
            # After an error or Ctrl-C the rest is not started.
            pool.shutdown(wait=True, cancel_futures=True)


def _begin(pictures: Sequence[source.Picture], families: Sequence[own.Family]) -> None:
    """Run once in each process, which knows nothing of the pictures and fonts in the faces."""
    source.bring(pictures)
    own.bring(families)
    as_worker()


def _take(shot: Shot) -> bytes:
    picture = _rendered(shot.svg, shot)
    if shot.outline:
        width, height = shot.size
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
        mask = _rendered(f'{svg}<path d="{shot.outline}"/></svg>', shot)
        picture.putalpha(ImageChops.invert(mask.convert("L")))
    return raster.png(picture, shot.dpi)


def _rendered(svg: str, shot: Shot) -> Image.Image:
    """The drawing with exactly the wanted number of pixels, RGB."""
    drawing = compile_svg(svg, shot.where)
    paper = (shot.pixels[0] * _MM / shot.dpi, shot.pixels[1] * _MM / shot.dpi)
    pdf = write_pages([FacePage("face", shot.size, paper, shot.turn)], {"face": drawing}, dpi=shot.dpi)
    # A rounding error can make the page a pixel too large.
    return raster.image(pdf, 0, shot.dpi).crop((0, 0, *shot.pixels))


def code() -> list[Path]:
    """The files that determine how a face is drawn: all of the printer's code."""
    return sorted(Path(__file__).parents[1].rglob("*.py"))


@cache
def _drawn_by() -> str:
    """A hash of the code that draws, so that pictures of older code are not reused."""
    digest = hashlib.sha256()
    for file in code():
        digest.update(file.read_bytes())
    digest.update(repr([version(package) for package in _DRAWN_BY]).encode())
    return digest.hexdigest()
