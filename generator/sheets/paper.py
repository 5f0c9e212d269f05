"""Paper: its sizes, its margins, and how the two sides of a sheet match."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from components.errors import PaperError, UsageError, did_you_mean
from generator import INCH

SIZES = {
    "a4": (210.0, 297.0),
    "letter": (215.9, 279.4),
    "a3": (297.0, 420.0),
    "legal": (215.9, 355.6),
    "tabloid": (279.4, 431.8),
    "a2": (420.0, 594.0),
    "a1": (594.0, 841.0),
    "a0": (841.0, 1189.0),
    "a5": (148.0, 210.0),
    "a6": (105.0, 148.0),
    "4x6in": (101.6, 152.4),
    "5x7in": (127.0, 177.8),
}
SIDES = ("both", "fronts", "backs", "manual")
DUPLEX = ("long", "short", "fold", "off")
MARKS = ("crop", "lines", "dots", "none")


class Correction(NamedTuple):
    """A small correction of backs, as seen when looking at the back of an upright sheet.

    right, down  mm
    angle        degrees clockwise about the middle of the sheet
    scale        across and down, about the middle of the sheet
    """

    right: float = 0.0
    down: float = 0.0
    angle: float = 0.0
    scale: tuple[float, float] = (1.0, 1.0)

    def matrix(self, width: float, height: float) -> tuple[float, float, float, float, float, float]:
        """The correction as a matrix on a sheet of that size, mm, y down."""
        # A wide page is printed turned to the left: its right is the top of the upright sheet.
        upright = (
            self if height >= width else Correction(-self.down, self.right, self.angle, self.scale[::-1])
        )
        cos, sin = math.cos(math.radians(self.angle)), math.sin(math.radians(self.angle))
        a, b = cos * upright.scale[0], sin * upright.scale[0]
        c, d = -sin * upright.scale[1], cos * upright.scale[1]
        x, y = width / 2, height / 2
        return a, b, c, d, x - a * x - c * y + upright.right, y - b * x - d * y + upright.down

    def turned_over(self) -> Correction:
        """The same correction for a back that is printed the other way up, for the other kind of flip."""
        return self._replace(right=-self.right, down=-self.down)


class Paper(NamedTuple):
    """The paper and how it is printed; lengths in mm.

    width, height  portrait; a layout may turn the sheet
    margin         what stays empty on every side, because the printer cannot reach it
    margins        the same for each side of the upright sheet: top, right, bottom, left; overrides `margin`
    band           a strip inside the margin for the sheet's label and ruler
    gap            space between neighbouring pieces; at 0 one cut separates two pieces
    bleed          how far the art runs beyond the cut
    back_bleed     extra bleed on backs, so that a back that is slightly off shows no white
    registration   number of registration marks for a cutting machine: 0, 3 or 4
    correction     how the backs are moved, turned and scaled to make up for a misprint
    sides          which sides of the sheets are printed; "manual" for fronts and backs in files of their own
    pages          the pages to print of the file of the whole game, from 1; all if there are none
    """

    name: str
    width: float
    height: float
    margin: float = 6.0
    margins: tuple[float, float, float, float] | None = None
    band: float = 5.0
    gap: float = 0.0
    bleed: float = 3.0
    back_bleed: float = 1.0
    duplex: str = "long"
    marks: str = "crop"
    correction: Correction = Correction()
    registration: int = 0
    sides: str = "both"
    pages: tuple[int, ...] = ()


def paper_size(name: str) -> tuple[float, float]:
    """Width and height in mm, portrait, of a named size or of `WxHmm`. Raises `UsageError`, `PaperError`."""
    if name.lower() in SIZES:
        return SIZES[name.lower()]
    if match := re.fullmatch(r"(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?) ?(mm|in)?", name.lower()):
        width, height = sorted(float(side) * (INCH if match[3] == "in" else 1) for side in match.groups()[:2])
        if width < 50 or height > 5000:
            what = f"Paper of {width:g} × {height:g} mm cannot be printed."
            raise PaperError(what, where="--paper", todo="Name paper of 50 to 5000 mm.")
        return width, height
    raise UsageError(
        f'There is no paper "{name}".',
        where="--paper",
        todo=f"{did_you_mean(name, SIZES)} Or write WxHmm or WxHin.",
    )
