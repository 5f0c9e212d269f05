"""Pictures in the boxes of a template: which part of them is shown, where, and how sharp that prints."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from components.errors import DataError, TemplateError, did_you_mean
from generator import INCH
from generator.faces.pictures import source
from generator.faces.svg.path import number

if TYPE_CHECKING:
    from generator.faces.pictures.vector import Drawn

SHARP: Final = 200  # dots per inch; with fewer, dots or blur can be seen
_FITS = ("cover", "contain")
_FOCUS = {"left": (0.0, None), "right": (1.0, None), "top": (None, 0.0), "bottom": (None, 1.0)}
_MIDDLE = ("middle", "center", "centre")
_PAIR = r"\s*(\d+(?:\.\d+)?)%?[ ,]\s*(\d+(?:\.\d+)?)%?\s*"

Box = tuple[float, float, float, float]  # x, y, width and height, mm


class Placed(NamedTuple):
    """A picture in a face: the definition that it needs, its drawing, and what is wrong with its print."""

    name: str
    definition: str
    svg: str
    warnings: tuple[str, ...]


def picture(
    folder: Path,
    name: object,
    box: Box,
    where: str,
    *,
    fit: str,
    focus: object,
    radius: float,
    clip: str,
    grey: bool,
) -> Placed:
    """A picture of the game in that folder.

    fit     cover: it fills the box, and what is beyond is cut off; contain: all of it is seen
    focus   what is seen of a picture that is cut off, or where one that is contained stands: top, left …, or
            two numbers from 0 to 100 for the place from the left and the top
    radius  radius of the corners of the box, mm
    clip    the id of a clip path of its own
    grey    whether it is printed in grey

    Raises `DataError` with `where` for a file that is missing or broken, `TemplateError` for wrong options.
    """
    if not isinstance(name, str):
        raise TemplateError(f"The name of a picture is {name!r:.60}.", todo='Write a text: "fox.png".')
    if fit not in _FITS:
        raise TemplateError(f'fit is "{fit}".', todo=did_you_mean(str(fit), _FITS))
    x, y, width, height = box
    if min(width, height) <= 0:
        raise TemplateError(f"The picture {name[:60]} is {width:g} × {height:g} mm.", todo="Make it larger.")
    try:
        file = source.find(folder, name)
        found = _vector(file, folder) if file.suffix.lower() == ".svg" else source.open_picture(file, folder)
    except (DataError, TemplateError) as problem:
        # The row that names a picture is where it can be put right.
        named = f"{where}: {problem.where}" if problem.where else where
        raise DataError(problem.what, where=named, todo=problem.todo) from None
    if isinstance(found, source.Picture):
        found = found._replace(grey=grey and found.mode not in ("L", "LA", "1"))
        source.bring([found])
    across, down = found.size
    scale = (max if fit == "cover" else min)(width / across, height / down)
    size = across * scale, down * scale
    at_x, at_y = _focus(focus)
    left, top = x + (width - size[0]) * at_x, y + (height - size[1]) * at_y
    key = f"picture-{found.key}"
    svg = (
        f'<use href="#s-{key}" x="{number(left)}" y="{number(top)}" width="{number(size[0])}" '
        f'height="{number(size[1])}"/>'
    )
    if radius or max(size[0] - width, size[1] - height) > 1e-6:
        held = (x, y, width, height) if fit == "cover" else (left, top, *size)
        shape = " ".join(
            f'{k}="{number(v)}"' for k, v in zip(("x", "y", "width", "height"), held, strict=True)
        )
        rounded = f' rx="{number(radius)}"' if radius else ""
        svg = (
            f'<clipPath id="{clip}"><rect {shape}{rounded}/></clipPath><g clip-path="url(#{clip})">{svg}</g>'
        )
    return Placed(key, _definition(found, key), svg, _warnings(found, name, size, where))


def _vector(file: Path, folder: Path) -> source.Picture | Drawn:
    from generator.faces.pictures import vector

    return vector.open_drawing(file, folder) or vector.as_pixels(file, folder)


def _definition(found: source.Picture | Drawn, key: str) -> str:
    if not isinstance(found, source.Picture):
        return f'<symbol id="s-{key}" viewBox="{found.view}">{found.body}</symbol>'
    across, down = found.size
    return (
        f'<symbol id="s-{key}" viewBox="0 0 {across} {down}" overflow="visible"><image href="{found.href}" '
        f'width="{across}" height="{down}" preserveAspectRatio="none"/></symbol>'
    )


def _warnings(
    found: source.Picture | Drawn, name: str, size: tuple[float, float], where: str
) -> tuple[str, ...]:
    if not isinstance(found, source.Picture):
        return ()
    dots = min(pixels * INCH / side for pixels, side in zip(found.size, size, strict=True))
    if dots >= SHARP - 0.5:
        return ()
    pixels = " × ".join(f"{side:,}" for side in found.size)
    return (
        f'{where}: the picture "{name}" has {pixels} pixels, {dots:.0f} dots per inch at {size[0]:.0f} × '
        f"{size[1]:.0f} mm. It looks sharp from {SHARP} on: use a larger picture, or print it smaller.",
    )


def _focus(focus: object) -> tuple[float, float]:
    """The place as fractions from the left and the top."""
    if focus is None or focus in _MIDDLE:
        return 0.5, 0.5
    if isinstance(focus, Sequence) and not isinstance(focus, str) and len(focus) == 2:
        focus = " ".join(map(str, focus))
    if not isinstance(focus, str):
        raise _wrong_focus(focus)
    if pair := re.fullmatch(_PAIR, focus):
        x, y = float(pair[1]) / 100, float(pair[2]) / 100
        if max(x, y) <= 1:
            return x, y
        raise _wrong_focus(focus)
    at: list[float | None] = [None, None]
    for word in focus.replace(",", " ").replace("-", " ").split():
        if word not in _FOCUS and word not in _MIDDLE:
            raise _wrong_focus(focus)
        for axis, value in enumerate(_FOCUS.get(word, (None, None))):
            at[axis] = value if value is not None else at[axis]
    return (0.5 if at[0] is None else at[0]), (0.5 if at[1] is None else at[1])


def _wrong_focus(focus: object) -> TemplateError:
    return TemplateError(
        f"focus is {focus!r:.40}.", todo='Write "top", "left", "top left" …, or "50 20" for 50 % and 20 %.'
    )
