"""The colours and shapes of one book, from its theme and for its inks."""

from typing import Final

from reportlab.lib.colors import HexColor

from components.errors import TemplateError
from generator.faces.colours import contrast
from generator.faces.renderer import Renderer
from generator.faces.svg.values import colour

PAGE: Final = (148.0, 210.0)  # A5, mm
MARGIN: Final = (13.0, 15.0)  # margins beside and above the text, mm
LEGIBLE: Final = 4.5  # the least contrast of letters to their ground


class Look:
    """The look that the theme of a game gives under [book], as this ink mode prints it.

    Raises `TemplateError` for boxes on which ink cannot be read.
    """

    def __init__(self, renderer: Renderer) -> None:
        self.pages = renderer.theme.pages
        self.saver = renderer.ink == "saver"
        self._renderer = renderer
        ratio = self.contrast("ink", self.pages.box)
        if ratio < LEGIBLE:
            raise TemplateError(
                f'[book] has boxes on "{self.pages.box}", to which ink has a contrast of {ratio:.1f}.',
                where=renderer.game.slug,
                todo=f"Choose a lighter colour: {LEGIBLE} is needed.",
            )

    def colour(self, name: str) -> HexColor:
        return HexColor(self._renderer.colour(name))

    def opening(self, part: int) -> tuple[HexColor, HexColor]:
        """The ground and the letters of the part with that number, from 0.

        Letters on a ground are as light or as dark as it takes; where ink is saved, they have the colour
        themselves if it is dark enough.
        """
        name = self.pages.openings[part % len(self.pages.openings)]
        if self.saver:
            return self.colour("paper"), self.colour(self._legible((name, "ink"), "paper"))
        return self.colour(name), self.colour(self._legible(("paper", "ink"), name))

    def title(self, part: int) -> HexColor:
        """The colour of titles in that part; -1 for none."""
        name = self.pages.openings[part % len(self.pages.openings)] if part >= 0 else "accent"
        return self.colour(self._legible((name, "ink"), "paper"))

    def mark(self) -> tuple[HexColor, HexColor]:
        """The ground and the letter of a small mark, such as the one in front of a question."""
        return self.colour("accent"), self.colour(self._legible(("paper", "ink"), "accent"))

    def box(self) -> tuple[HexColor, HexColor]:
        """The ground of a box and the line round it."""
        ground = "paper" if self.saver else self.pages.box
        return self.colour(ground), self.colour("line")

    def _legible(self, letters: tuple[str, ...], ground: str) -> str:
        """The first of these colours that can be read on the ground, or else the one that is read best."""
        ratios = {name: self.contrast(name, ground) for name in letters}
        enough = (name for name, ratio in ratios.items() if ratio >= LEGIBLE)
        return next(enough, max(ratios, key=ratios.__getitem__))

    def contrast(self, letters: str, ground: str) -> float:
        """The contrast of two colours of the theme."""
        return contrast(*(colour(self._renderer.colour(name)) for name in (letters, ground)))
