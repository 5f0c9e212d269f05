"""The faces of a game as pictures for a web page, drawn when they are first asked for."""

from __future__ import annotations

import hashlib
import re
from importlib.metadata import version

from components.catalogue import Deck, Game
from components.errors import UsageError
from components.pieces import Piece
from generator.exports.order import outline
from generator.exports.web.fonts import own_faces
from generator.faces.clean import clean_svg
from generator.faces.renderer import Face, Renderer
from generator.faces.svg.path import number

_ROOT = re.compile(r"<svg\b[^>]*>")


class WebFaces:
    """The faces of one game. Each is an SVG file whose name is made of what it shows, so that a browser may
    keep it for ever; its fonts are inside it, because a picture in a page does not see the fonts of the page.

    Every face can be asked for, shown or not: which ones there are tells nothing about a game.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._renderer = Renderer(game)
        self._sides = {
            _file_name(game, deck, piece, up): (deck, piece, up)
            for deck in game.decks
            for piece in deck.pieces
            for up in (True, False)
        }
        self._names = {(deck.name, piece.code, up): name for name, (deck, piece, up) in self._sides.items()}
        self._files: dict[str, bytes] = {}

    def name(self, deck: str, code: str, up: bool = True) -> str:
        """The file name of that side of a piece; of a back if its code is unknown ("").

        Empty for a piece that the game does not have, or one without a back.
        """
        try:
            found = self.game.deck(deck)
        except UsageError:
            return ""
        if not up and (not code or not _backs_differ(found)):
            code = found.pieces[0].code  # all backs are alike, so none names its piece
        return self._names.get((deck, code, up), "") if up or found.back else ""

    @property
    def names(self) -> tuple[str, ...]:
        """The file names of all faces and backs that there are."""
        return tuple(name for name, (deck, _, up) in self._sides.items() if up or deck.back)

    def size(self, deck: str) -> tuple[float, float]:
        """Width and height of a piece, in mm."""
        return self.game.deck(deck).size

    def file(self, name: str) -> bytes | None:
        """The picture of that name, drawn when it is first asked for; None if there is none."""
        if name not in self._files:
            found = self._sides.get(name)
            if found is None:
                return None
            deck, piece, up = found
            faces = self._renderer.faces(deck, piece)
            face = faces.front if up else faces.back
            if face is None:
                return None
            self._files[name] = self._picture(deck, face).encode()
        return self._files[name]

    def _picture(self, deck: Deck, face: Face) -> str:
        """The trimmed face as a document of its own, cut along its outline."""
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
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
            f"<style>{own_faces(svg)}</style>"
            f'<clipPath id="cut-line"><path d="{outline(self.game, deck, face)}"/></clipPath>'
            f'<g clip-path="url(#cut-line)">{inner}{body}</svg></g></svg>'
        )


def _file_name(game: Game, deck: Deck, piece: Piece, up: bool) -> str:
    """A hash of all that the picture depends on, as far as it is known without drawing it."""
    made_of = (version("starbox"), game.slug, deck.name, piece.code, sorted(piece.fields.items()), up)
    return f"{hashlib.sha256(repr(made_of).encode()).hexdigest()[:20]}.svg"


def _backs_differ(deck: Deck) -> bool:
    """Whether a back may show which piece it belongs to, as the other side of a tile does."""
    return deck.face == deck.back
