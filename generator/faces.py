"""A piece and its template make a face: an SVG document that stands on its own.

A template draws in millimetres from the corner of the trimmed piece, (0, 0), to (`w`, `h`), with art
reaching `bleed` mm beyond. It holds looks only; every word and number comes from the piece or the
game's tables. What a template can use is listed in `_Pen` and in docs/own-games.md.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from components.catalogue import Deck, Game
from components.errors import FitError, StarboxError, TemplateError, did_you_mean
from components.pieces import Piece
from components.reading import read_text
from generator import art, shapes, typesetting
from generator.svgpath import number
from generator.theme import HOME, theme

if TYPE_CHECKING:
    import jinja2

SYMBOL_SIZE = 6.0  # of a symbol shown by itself, mm
_COLOUR = re.compile(r'"#([0-9a-fA-F]{6}|[0-9a-fA-F]{3})"')
_SVG = re.compile(r"<svg\b([^>]*)>(.*)</svg>", re.DOTALL)
_ATTRIBUTE = re.compile(r"""\s([\w:-]+)\s*=\s*("[^"]*"|'[^']*')""")
# Print has neither: what is measured is what is printed, and a browser is asked for the same.
_PLAIN = "font-kerning:none;font-variant-ligatures:none"
_NOT_FOR_SYMBOLS = ("id", "width", "height", "version", "xmlns")


@dataclass(frozen=True)
class Face:
    """One printed side. `svg` reaches `bleed` mm beyond the trimmed `size`; `key` is a hash of it."""

    svg: str
    size: tuple[float, float]
    bleed: float
    where: str

    @property
    def key(self) -> str:
        return hashlib.sha256(self.svg.encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Faces:
    """The two sides of a piece; `back` is None for a piece printed on one side."""

    front: Face
    back: Face | None


class Renderer:
    """Draws the faces of one game in one ink mode.

    `misfits` gathers the texts that did not fit, so that all of them can be reported at once;
    `symbols` the names of the symbols that were drawn.
    """

    def __init__(self, game: Game, ink: str = "full") -> None:
        self.game = game
        self.ink = ink
        self.theme = theme(game)
        self.misfits: list[FitError] = []
        self._environment = _environment(game)
        self.symbols: set[str] = set()
        self._drawn: dict[tuple[str, str], Faces] = {}

    def faces(self, deck: Deck, piece: Piece) -> Faces:
        """Both sides of a piece. Raises `TemplateError` for a template or symbol that is wrong."""
        place = (deck.name, piece.code)
        if place not in self._drawn:
            front = self._face(deck, piece, deck.face, "front")
            back = self._face(deck, piece, deck.back, "back") if deck.back else None
            self._drawn[place] = Faces(front, back)
        return self._drawn[place]

    def symbol(self, name: str) -> Face:
        """A symbol by itself, as a square face of `SYMBOL_SIZE` mm."""
        size = number(SYMBOL_SIZE)
        ink = self.theme.colours["ink"]
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(width)}mm" height="{number(height)}mm" '
            f'viewBox="{number(-bleed)} {number(-bleed)} {number(width)} {number(height)}" style="{_PLAIN}">'
            f"<title>{escape(title)}</title><defs>{definitions}</defs>{body}</svg>"
        )

    return _COLOUR.sub(_grey, svg) if pen.renderer.ink == "grey" else svg


def _grey(match: re.Match[str]) -> str:
    """The grey of the same lightness, by the luminance of sRGB."""
    digits = match[1] if len(match[1]) == 6 else "".join(2 * digit for digit in match[1])
    red, green, blue = (int(digits[i : i + 2], 16) for i in (0, 2, 4))
    level = f"{round(0.2126 * red + 0.7152 * green + 0.0722 * blue):02x}"
    return f'"#{3 * level}"'


@cache
def _symbol(folder: Path, name: str) -> str:
    """A symbol file as a <symbol> element; a game folder's own symbols come first."""
    homes = (folder / "symbols", HOME / "symbols")
    for home in homes:
        file = home / f"{name}.svg"
        if file.is_file():
            return _as_symbol(name, read_text(file), str(file))
    known = {file.stem for home in homes for file in home.glob("*.svg")}
    raise TemplateError(f'There is no symbol "{name}".', todo=did_you_mean(name, known))


def _as_symbol(name: str, svg: str, where: str) -> str:
    """What the document's <svg> says about its looks (fill, stroke …) goes to the <symbol>."""
    match = _SVG.search(svg)
    attributes = dict(_ATTRIBUTE.findall(match[1])) if match else {}
    if not match or "viewBox" not in attributes:
        raise TemplateError("The symbol has no <svg viewBox=…>.", where=where)
    kept = "".join(
        f" {key}={value}"
        for key, value in attributes.items()
        if key not in _NOT_FOR_SYMBOLS and ":" not in key
    )
    return f'<symbol id="s-{name}" overflow="visible"{kept}>{match[2].strip()}</symbol>'


def _environment(game: Game) -> jinja2.Environment:
    import jinja2

    own = game.folder / "templates"
    places = [own, HOME / "faces" / game.slug.replace("-", "_"), HOME]
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader([str(place) for place in places]),
        undefined=jinja2.StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=_bytecode_cache(),
    )
    environment.filters["n"] = number
    return environment


def _bytecode_cache() -> jinja2.BytecodeCache | None:
    """Compiled templates are kept between runs; where they cannot be, they are compiled again."""
    import jinja2

    from generator import cache as kept

    folder = kept.folder("templates")
    return jinja2.FileSystemBytecodeCache(str(folder)) if folder else None


def _template_problem(problem: Exception, where: str) -> TemplateError:
    """A template's own failure, with the template file and line it happened in."""
    import jinja2

    line, trace = "", problem.__traceback__
    while trace:
        filename = trace.tb_frame.f_code.co_filename
        if filename.endswith(".j2"):
            line = f"{filename}, line {trace.tb_lineno}"
        trace = trace.tb_next
    what = (
        str(problem) if isinstance(problem, jinja2.TemplateError) else f"{type(problem).__name__}: {problem}"
    )
    return TemplateError(f"{what[:1].upper()}{what[1:]}.", where=f"{line} ({where})" if line else where)
