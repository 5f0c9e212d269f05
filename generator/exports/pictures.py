"""Faces as PNG files, several at a time; each is kept until something in it changes."""

import hashlib
import math
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import astuple, dataclass, replace
from functools import cache
from importlib.metadata import version
from itertools import chain, groupby
from pathlib import Path

from PIL import Image, ImageChops

from components.process import as_worker
from generator import INCH, Progress
from generator import cache as shelf
from generator.faces.drawing import compile_svg
from generator.faces.pictures import source
from generator.faces.renderer import Face
from generator.faces.type import own
from generator.pdf import raster
from generator.pdf.page import FacePage, write_pages

_ROLL = 16  # pictures taken from one document at most: more share more, but wait for each other
_DRAWN_BY = ("fontpkg-barlow", "fontpkg-chakra-petch", "pillow", "pypdfium2", "reportlab")


@dataclass(frozen=True)
class Shot:
    """A picture to take.

    svg, where  the face, and its name in errors
    size        size of the trimmed face, mm
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
    width, height = (max(1, round((edge + beyond) / INCH * dpi)) for edge in face.size)
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
        yield from chain.from_iterable(map(_take, _rolls(shots, _ROLL)))
        return
    # Small enough that the last rolls keep all processes busy.
    rolls = _rolls(shots, min(_ROLL, math.ceil(len(shots) / (4 * jobs))))
    with ProcessPoolExecutor(
        min(jobs, len(rolls)), initializer=_begin, initargs=(source.brought(), own.brought())
    ) as pool:
        futures: list[Future[list[bytes]]] = [pool.submit(_take, roll) for roll in rolls]
        try:
            for future in futures:
                yield from future.result()
        finally:
            # After an error or Ctrl-C the rest is not started.
            pool.shutdown(wait=True, cancel_futures=True)


def _rolls(shots: Sequence[Shot], longest: int) -> list[list[Shot]]:
    """The shots in the same order, those of one resolution together, up to `longest` of them."""
    alike = (list(group) for _, group in groupby(shots, lambda shot: shot.dpi))
    return [group[at : at + longest] for group in alike for at in range(0, len(group), longest)]


def _begin(pictures: Sequence[source.Picture], families: Sequence[own.Family]) -> None:
    """Run once in each process, which knows nothing of the pictures and fonts in the faces."""
    source.bring(pictures)
    own.bring(families)
    as_worker()


def _take(roll: Sequence[Shot]) -> list[bytes]:
    return [raster.png(picture, shot.dpi) for picture, shot in zip(_cut_out(roll), roll, strict=True)]


def images(shots: Sequence[Shot]) -> list[Image.Image]:
    """The pictures, RGB or with transparency, in the same order; they are not kept, and alike ones are one.

    Raises `TemplateError` for a face that cannot be drawn.
    """
    keys = [shot.key for shot in shots]
    distinct = dict(zip(keys, shots, strict=True))
    drawn = chain.from_iterable(map(_cut_out, _rolls(list(distinct.values()), _ROLL)))
    pictures = dict(zip(distinct, drawn, strict=True))
    return [pictures[key] for key in keys]


def _cut_out(roll: Sequence[Shot]) -> list[Image.Image]:
    """The pictures of one roll, from one document: what the faces share, such as fonts, is written once."""
    masks = dict.fromkeys(_mask(shot) for shot in roll if shot.outline)
    rendered = dict(zip((*roll, *masks), _rendered((*roll, *masks)), strict=True))
    pictures = []
    for shot in roll:
        picture = rendered[shot]
        if shot.outline:
            picture.putalpha(ImageChops.invert(rendered[_mask(shot)].convert("L")))
        pictures.append(picture)
    return pictures


def _mask(shot: Shot) -> Shot:
    """Draw in black where the picture shows something."""
    width, height = shot.size
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
    return replace(shot, svg=f'{svg}<path d="{shot.outline}"/></svg>', where="", outline="")


def _rendered(shots: Sequence[Shot]) -> Iterator[Image.Image]:
    """The drawings with exactly the wanted number of pixels, RGB. All have one resolution."""
    dpi = shots[0].dpi
    drawings = {shot.svg: compile_svg(shot.svg, shot.where) for shot in shots}
    pages = [
        FacePage(shot.svg, shot.size, (shot.pixels[0] * INCH / dpi, shot.pixels[1] * INCH / dpi), shot.turn)
        for shot in shots
    ]
    for shot, picture in zip(shots, raster.images(write_pages(pages, drawings, dpi=dpi), dpi), strict=True):
        # A rounding error can make the page a pixel too large.
        yield picture.crop((0, 0, *shot.pixels))


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
