"""The colours of a document: those of the screen, or process inks for a print house, and what it wants."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from components.errors import TemplateError
from generator.faces.svg.path import number
from generator.faces.svg.values import Colour, colour

if TYPE_CHECKING:
    from generator.faces.theme import Theme

_BLACK = 0.8  # black ink that hides what it is printed over, 0 to 1
Cmyk: TypeAlias = tuple[float, float, float, float]  # cyan, magenta, yellow, black, 0 to 1


class Colours(Protocol):
    """A way in which a document names its colours."""

    space: str

    def __hash__(self) -> int:
        """They are kept in tables."""

    def numbers(self, colour: Colour) -> tuple[float, ...]:
        """The parts of the colour in that space."""

    def fill(self, colour: Colour) -> str:
        """The operator that fills with it."""

    def line(self, colour: Colour) -> str:
        """The operator that draws lines with it."""

    def picture(self, image: Any) -> Any:
        """A picture of Pillow's, L or RGB, in those colours."""


class Screen:
    """Red, green and blue."""

    space = "DeviceRGB"

    def numbers(self, colour: Colour) -> tuple[float, ...]:
        return colour

    def fill(self, colour: Colour) -> str:
        return f"{_words(self.numbers(colour))} rg"

    def line(self, colour: Colour) -> str:
        return f"{_words(self.numbers(colour))} RG"

    def picture(self, image: Any) -> Any:
        return image


SCREEN = Screen()


class Inks:
    """Cyan, magenta, yellow and black for paper.

    exact  the inks of colours that the theme gives; greys are black alone, and other colours are converted
           with the profile of coated paper
    """

    space = "DeviceCMYK"

    def __init__(self, exact: Mapping[Colour, Cmyk] | None = None) -> None:
        self.exact = exact or {}

    def numbers(self, colour: Colour) -> Cmyk:
        found = self.exact.get(colour)
        if found is not None:
            return found
        red, green, blue = colour
        return (0.0, 0.0, 0.0, 1 - red) if red == green == blue else converted(colour)

    def fill(self, colour: Colour) -> str:
        return f"{_words(self.numbers(colour))} k"

    def line(self, colour: Colour) -> str:
        return f"{_words(self.numbers(colour))} K"

    def picture(self, image: Any) -> Any:
        """A picture of Pillow's, L or RGB, as L or CMYK; no dot has more ink than the profile allows."""
        from PIL import ImageCms

        if image.mode == "L":
            return image
        made = ImageCms.applyTransform(image, _transform())
        assert made is not None
        return made


@dataclass(frozen=True)
class Standard:
    """A part of ISO 15930. `version` of PDF; `transparent` if it allows transparency."""

    name: str
    version: tuple[int, int]
    transparent: bool


LAYERS = {
    "cut": ("CutContour", 0, 1, 0, 0),
    "white": ("White", 0.1, 0, 0, 0.05),
    "foil": ("Foil", 0, 0.2, 0.6, 0.2),
}
X1A = Standard("PDF/X-1a:2003", (1, 4), transparent=False)
X4 = Standard("PDF/X-4", (1, 6), transparent=True)
STANDARDS = {standard.name: standard for standard in (X1A, X4)}


@dataclass(frozen=True)
class PrintHouse:
    """A document for a print house; flattened art has that many dots per inch.

    layers  names of `LAYERS`, each an ink of its own: where the knife goes, a white ground, foil
    """

    inks: Inks
    standard: Standard = X4
    dpi: int = 300
    layers: tuple[str, ...] = ()


def prints_over(colour: Any) -> bool:
    """Tell whether type in a colour of a document is black ink alone, and dark enough to cover all others."""
    return isinstance(colour, tuple) and len(colour) == 4 and not any(colour[:3]) and colour[3] >= _BLACK


def inks_of(theme: Theme) -> Inks:
    """The inks for the colours of a theme. Raises `TemplateError` if one colour has two mixtures."""
    exact: dict[Colour, Cmyk] = {}
    names: dict[Colour, str] = {}
    for name, inks in theme.inks.items():
        seen = colour(theme.colours.get(name) or theme.seats[name])
        if exact.setdefault(seen, inks) != inks:
            raise TemplateError(
                f"[cmyk] gives {names[seen]} and {name} different inks, but both are the same colour.",
                where="theme.toml",
                todo="Give both the same inks, or change one of the colours in [palette].",
            )
        names.setdefault(seen, name)
    return Inks(exact)


@lru_cache(maxsize=4096)
def converted(colour: Colour) -> Cmyk:
    """The inks of a colour of the screen, by the profile."""
    from PIL import Image, ImageCms

    red, green, blue = (round(255 * channel) for channel in colour)
    dot = ImageCms.applyTransform(Image.new("RGB", (1, 1), (red, green, blue)), _transform())
    assert dot is not None
    cyan, magenta, yellow, black = (level / 255 for level in dot.tobytes())
    return cyan, magenta, yellow, black


@cache
def profile() -> bytes:
    """The ICC profile of coated paper."""
    from generator.pdf.ink.coated import FILE

    return FILE.read_bytes()


@cache
def _transform() -> Any:
    """From the colours of the screen to inks: relative to the paper, with its darkest black for black."""
    from PIL import ImageCms

    paper = ImageCms.ImageCmsProfile(io.BytesIO(profile()))
    return ImageCms.buildTransform(
        ImageCms.createProfile("sRGB"),
        paper,
        "RGB",
        "CMYK",
        ImageCms.Intent.RELATIVE_COLORIMETRIC,
        ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )


@lru_cache(maxsize=4096)
def _words(parts: tuple[float, ...]) -> str:
    return " ".join(number(part) for part in parts)
