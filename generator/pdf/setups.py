"""A set-up on paper: every area of the table with the real faces, as players lay it out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from components.catalogue import Game
from components.languages.setups import in_language
from components.setup import Area, Setup
from generator.faces import fonts
from generator.faces.renderer import Face, Renderer
from generator.faces.theme import MM_PER_POINT
from generator.pdf.areas import INK, draw
from generator.pdf.canvas import at_true_size, down, new_canvas, string
from generator.pdf.forms import Forms
from generator.pdf.ink.inks import PrintHouse
from generator.sheets import areas
from generator.sheets.paper import Paper

_MARGIN = 12.0  # mm
_ABOVE, _BELOW = 4.0, 1.5  # room above the title of an area and under it, mm


def setup_pdf(
    setup: Setup,
    game: Game,
    renderer: Renderer,
    paper: Paper,
    house: PrintHouse | None = None,
) -> bytes:
    """The PDF that shows the set-up, in the language of the game. Raises what drawing the faces raises."""
    return _Pages(in_language(setup, game.words), game, renderer, paper, house).pdf()


class _Pages:
    def __init__(
        self,
        setup: Setup,
        game: Game,
        renderer: Renderer,
        paper: Paper,
        house: PrintHouse | None,
    ) -> None:
        self.setup = setup
        self.game = game
        self.renderer = renderer
        self.paper = paper
        self.canvas = new_canvas(
            (paper.width, paper.height), house,
            title=game.words("{}: set-up {}", game.title, setup.seed), author=game.credits.byline,
        )  # fmt: skip
        self.forms = Forms(self.canvas, renderer.drawings)
        self.width = paper.width - 2 * _MARGIN
        self.y = 0.0

    def pdf(self) -> bytes:
        at_true_size(self.canvas)
        self._begin_page()
        self._heading()
        for area in self.setup.areas:
            self._area(areas.varied(area, self.game))
        self.canvas.showPage()
        self.forms.finish()
        return self.canvas.finished()

    def _begin_page(self) -> None:
        down(self.canvas, self.paper.height)
        self.y = _MARGIN

    def _heading(self) -> None:
        setup = self.setup
        options = ", ".join(f"{name}={value}" if value else name for name, value in setup.options.items())
        said = self.game.words
        words = [
            said(f"{setup.players} players"),
            said("seed {}", setup.seed),
            *([options] if options else []),
        ]
        self._write(self._lines(self.game.title, 16, 700))
        self._write(self._lines(" · ".join(words), 9))
        for fact in setup.facts:
            rule = f"  [{fact.rule}]" if fact.rule else ""
            self._write(self._lines(f"{said('{}: {}', fact.name, fact.text)}{rule}", 9))

    def _area(self, area: Area) -> None:
        """Draw the area under its title, on as many pages as needed; what fits on a page is not split."""
        renderer = self.renderer.painted(self.setup.colours.get(area.name, {}))
        head = [*self._lines(area.title, 11, 700), *self._lines(area.note, 8)]
        tall = _ABOVE + sum(line.height for line in head) + _BELOW
        page = self.paper.height - 2 * _MARGIN - tall
        for part in areas.parts(area, self.game, self.width, page):
            left = self.paper.height - _MARGIN - self.y - tall
            picture = areas.lay_out(part, self.game, self.width, left if left > page / 2 else page)
            self._begin_page_without(tall + picture.height)
            self.y += _ABOVE
            self._write(head)
            self.y += _BELOW
            draw(self.canvas, picture, (_MARGIN, self.y), self.game, renderer, self._form)
            self.y += picture.height

    def _form(self, face: Face) -> str:
        return self.forms.name(self.renderer.drawings.drawn(face))

    def _lines(self, text: str, points: float, weight: int = 400) -> list[_Line]:
        """A text in lines of the width of the page."""
        font = fonts.font("Barlow", weight)
        return [_Line(line, points, weight) for line in areas.broken(text, font, points, self.width)]

    def _write(self, lines: Sequence[_Line]) -> None:
        for line in lines:
            self._begin_page_without(line.height)
            self.y += line.height
            string(self.canvas, line.text, _MARGIN, self.y, line.points, line.weight, INK)

    def _begin_page_without(self, room: float) -> None:
        """Begin a new page if this one has less room than that."""
        if self.y + room > self.paper.height - _MARGIN + 1e-6 and self.y > _MARGIN:
            self.canvas.showPage()
            self._begin_page()


@dataclass(frozen=True)
class _Line:
    """A line of text, `height` mm below the baseline of the one before."""

    text: str
    points: float
    weight: int

    @property
    def height(self) -> float:
        return self.points * MM_PER_POINT * 1.3
