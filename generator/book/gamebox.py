"""The picture on the back of the box: the game laid out as in its rulebook, without the numbers and words."""

from dataclasses import dataclass, replace

from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas

from components.catalogue import Game
from components.teaching import Scene, read_teaching
from generator.book.scene import Drawn
from generator.faces.renderer import Face, Renderer
from generator.pdf.document import Draw
from generator.pdf.forms import Forms
from generator.sheets.imposition import Sheet

_SCENE = "table"


@dataclass(frozen=True)
class _BoxContext:
    """Means of drawing the scene, in the document of the box."""

    game: Game
    renderer: Renderer
    forms: Forms

    @property
    def colours(self) -> dict[str, HexColor]:
        return {name: HexColor(self.renderer.colour(name)) for name in ("accent", "ink")}

    def form_of(self, face: Face) -> str:
        return self.forms.name(self.renderer.drawings.drawn(face))


def back_scene(game: Game) -> Scene | None:
    """The table of the learn-to-play, with pieces and dice alone; None if the game has none."""
    scene = read_teaching(game).scenes.get(_SCENE)
    return scene and replace(scene, marks=(), words=(), arrows=())


def back_picture(game: Game, renderer: Renderer, deck: str, scene: Scene) -> Draw:
    """Return a function that draws the scene behind a hole of that deck's piece, before the piece itself.

    The field `hole` of the piece has its x, y, width and height on the face, mm.
    """

    def draw(canvas: Canvas, sheet: Sheet, forms: Forms) -> None:
        for placed in sheet.placements:
            if placed.item.deck.name == deck:
                x, y, width, height = placed.item.deck.pieces[0].fields["hole"]
                canvas.saveState()
                canvas.translate(*placed.on_sheet(x, y))
                canvas.rotate(placed.turn)
                Drawn(_BoxContext(game, renderer, forms), scene, width, height).on(canvas)
                canvas.restoreState()

    return draw
