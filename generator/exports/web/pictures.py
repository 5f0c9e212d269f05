"""One face as a picture for a web page: a document of its own, cut along its outline."""

import re

from components.catalogue import Deck, Game
from components.pieces import Piece
from generator.exports.order import outline
from generator.exports.web.faces import SLOTS
from generator.exports.web.fonts import own_faces
from generator.faces.clean import clean_svg
from generator.faces.renderer import Face, Renderer
from generator.faces.svg.path import number
from generator.sheets.areas import slots

_ROOT = re.compile(r"<svg\b[^>]*>")


class Pictures:
    """The pictures of one game's faces. Not made for several threads.

    renderer  one in full colour that may have drawn some of them; by default a new one
    """

    def __init__(self, game: Game, renderer: Renderer | None = None) -> None:
        self.game = game
        self._renderer = renderer or Renderer(game)

    def drawn(self, deck: Deck, piece: Piece, up: bool) -> bytes | None:
        """The face or the back of that piece as SVG; None for the back of one printed on one side.

        Its fonts are inside it, because a picture in a page does not see the fonts of the page, and so are
        the slots of the face, for `WebFaces.slots`. Raises `TemplateError`.
        """
        faces = self._renderer.faces(deck, piece)
        face = faces.front if up else faces.back
        return None if face is None else self._picture(deck, face).encode()

    def _picture(self, deck: Deck, face: Face) -> str:
        svg = clean_svg(face.svg, face.where)  # refuses what would not print
        width, height = map(number, face.size)
        root = _ROOT.search(svg)
        assert root, "a face is an SVG document"
        bleed = number(-face.bleed)
        across, down = (number(side + 2 * face.bleed) for side in face.size)
        inner = (
            f'<svg x="{bleed}" y="{bleed}" width="{across}" height="{down}" '
            f'viewBox="{bleed} {bleed} {across} {down}">'
        )
        body = svg[root.end() :].rpartition("</svg>")[0]
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"{_slots(face)}>'
            f"<style>{own_faces(svg)}</style>"
            f'<clipPath id="cut-line"><path d="{outline(self.game, deck, face)}"/></clipPath>'
            f'<g clip-path="url(#cut-line)">{inner}{body}</svg></g></svg>'
        )


def _slots(face: Face) -> str:
    """The places where something lies: name, upper left corner and side of each, in mm."""
    found = [f"{name} {place.x:g} {place.y:g} {place.width:g}" for name, place in slots(face, insets=True)]
    return f' {SLOTS}="{"; ".join(found)}"' if found else ""
