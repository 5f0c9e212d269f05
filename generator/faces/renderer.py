"""A piece and its template make a face: a self-contained SVG document.

A template draws in millimetres from the corner of the trimmed piece, (0, 0), to (`w`, `h`), with art
reaching `bleed` mm further. It defines only the looks; every word and number comes from the piece or the
game's tables. `_Pen` and docs/own-games.md list what a template can use.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from components.catalogue import Deck, Game
from components.errors import FitError, TemplateError, did_you_mean
from components.pieces import Piece, Plain
from generator import INCH
from generator.faces import shapes
from generator.faces.colours import greyed, recoloured
from generator.faces.face import Drawings
from generator.faces.face import Face as Face
from generator.faces.face import Faces as Faces
from generator.faces.illustration import reserved
from generator.faces.illustration.art import Art
from generator.faces.illustration.grids import Grid
from generator.faces.illustration.kit import KEPT, Kit
from generator.faces.pictures import placing
from generator.faces.svg import symbols
from generator.faces.svg.path import number
from generator.faces.svg.values import escaped, quoted
from generator.faces.templating.templates import Templates
from generator.faces.theme import theme
from generator.faces.type import lettering, typesetting
from generator.faces.type.markup import MarkupError

SYMBOL_SIZE = 6.0  # size of a symbol shown alone, mm
# Small type is printed without kerning, and all without ligatures, so a browser is told the same.
_PLAIN = "font-kerning:none;font-variant-ligatures:none"


class Renderer:
    """Draws the faces of one game in one ink mode.

    `misfits` collects the texts that did not fit, to report all of them at once; `symbols` collects the names
    of the symbols that were drawn, and `warnings` what can be printed but not well.
    """

    def __init__(self, game: Game, ink: str = "full") -> None:
        self.game = game
        self.ink = ink
        self.theme = theme(game)
        self.words = game.words
        self.misfits: list[FitError] = []
        self.templates = Templates(game, (_Named, Kit, Grid), ())
        self.symbols: set[str] = set()
        self.warnings: dict[str, None] = {}  # sentences, each once
        self.kept: dict[str, dict[str, str]] = {}  # drawings that faces share, with their definitions
        self.drawings = Drawings()
        self._drawn: dict[tuple[str, str], Faces] = {}
        self._plain_backs: dict[str, Face] = {}

    def faces(self, deck: Deck, piece: Piece) -> Faces:
        """Both sides of a piece. Raises `TemplateError` for a faulty template or symbol."""
        place = (deck.name, piece.code)
        if place not in self._drawn:
            front = self._face(deck, piece, piece.code, deck.face, "front")
            self._drawn[place] = Faces(front, self._back(deck, piece) if deck.back else None)
        return self._drawn[place]

    def _back(self, deck: Deck, piece: Piece) -> Face:
        """The back; drawn once for the whole deck if its template does not use the piece."""
        if deck.name not in self._plain_backs:
            watched = _Watched(piece.code, piece.copies, piece.fields, piece.where)
            back = self._face(deck, watched, piece.code, deck.back, "back")
            if watched.asked:
                return back
            self._plain_backs[deck.name] = back
        return self._plain_backs[deck.name]

    def refuse_misfits(self) -> None:
        """Raise a `FitError` that lists every text that did not fit, if there are any."""
        if self.misfits:
            rows = "\n".join(f"  {misfit.where}: {misfit.what}" for misfit in self.misfits)
            count = "A text does" if len(self.misfits) == 1 else f"{len(self.misfits)} texts do"
            raise FitError(
                f"{count} not fit at the smallest size that may be printed:\n{rows}\n", todo="Shorten them."
            )

    def has_template(self, name: str) -> bool:
        """Tell whether the game has a template of that name."""
        return name in self.templates

    def symbol(self, name: str) -> Face:
        """A symbol alone, as a square face of `SYMBOL_SIZE` mm."""
        size = number(SYMBOL_SIZE)
        ink = self.theme.colours["ink"]
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}"><defs>'
            f"{symbols.symbol(self.game.folder, name)}</defs>"
            f'<use href="#s-{name}" width="{size}" height="{size}" color="{ink}"/></svg>'
        )
        if self.ink == "grey":
            svg = recoloured(svg, greyed)
        return Face(svg, (SYMBOL_SIZE, SYMBOL_SIZE), 0.0, f"{self.game.slug}, symbol {name}")

    def colour(self, name: str) -> str:
        """A colour of the theme or of a seat, "#rrggbb", as this ink mode prints it."""
        value = self.theme.colours.get(name) or self.theme.seats[name]
        return greyed(value) if self.ink == "grey" else value

    def painted(self, colours: Mapping[str, str]) -> Renderer:
        """A renderer that uses other colours: from names of the theme to the names that replace them.

        The same renderer if there are none. Raises `TemplateError` for a name that the theme does not have.
        """
        if not colours:
            return self
        known = self.theme.colours
        for name in (*colours, *colours.values()):
            if name not in known:
                raise TemplateError(f'There is no colour "{name}".', todo=did_you_mean(name, known))
        other = Renderer(self.game, self.ink)
        other.misfits, other.drawings = self.misfits, self.drawings
        other.theme = self.theme._replace(colours={**known, **{a: known[b] for a, b in colours.items()}})
        return other

    def _face(self, deck: Deck, piece: Piece, code: str, name: str, side: str) -> Face:
        where = f"{piece.where or self.game.slug}, deck {deck.name}, piece {code}, {side}"
        pen = _Pen(self, deck, piece, where)
        if not self.has_template(name):
            where = (
                f"{self.game.folder / 'game.toml'}, deck {deck.name}, {'face' if side == 'front' else 'back'}"
            )
        body = self.templates.render(name, pen.vocabulary(side), where)
        # Backs that look alike are one face, so nothing in them may name the piece.
        title = code if side == "front" else f"{deck.title}, back"
        return Face(_document(deck, pen, title, body), deck.size, self.theme.bleed, where, side)


class _Watched(Piece):
    """A piece that notices whether a template uses anything that distinguishes it from others."""

    asked = False

    def __getattribute__(self, name: str) -> Any:
        if name in ("code", "copies", "fields"):
            object.__setattr__(self, "asked", True)
        return super().__getattribute__(name)


@dataclass
class _Pen:
    """The functions with which a template draws. Each face has its own, which collects its symbols."""

    renderer: Renderer
    deck: Deck
    piece: Piece
    where: str
    symbols: dict[str, str] = field(default_factory=dict)
    placed: int = 0  # pictures
    waiting: list[Callable[[Sequence[reserved.Box]], str]] = field(default_factory=list)

    def vocabulary(self, side: str) -> dict[str, Any]:
        looks = self.renderer.theme
        kit = Kit(self.symbols, self.renderer.kept)
        art = Art(kit, self.later)
        width, height = self.deck.size
        return {
            "piece": self.piece,
            "deck": self.deck,
            "game": self.renderer.game,
            "tables": {name: table.data for name, table in self.renderer.game.tables.items()},
            "side": side,
            "ink": self.renderer.ink,
            "w": width,
            "h": height,
            "c": _Named(looks.colours, "colour"),
            "seats": _Named(looks.seats, "seat colour"),
            "mm": _Named(looks.lengths, "length"),
            "text": self.text,
            "paragraph": self.paragraph,
            "symbol": self.symbol,
            "picture": self.picture,
            "say": self.say,
            "outline": self.outline,
            "width_of": self.width_of,
            "alike": self.alike,
            "art": {"stars": art.stars, "halftone": art.halftone},
            "kit": kit,
            "letters": self.letters,
            "rng": self.rng,
        }

    def text(
        self, text: object, x: float, y: float, style: str = "body", colour: str = "", **options: Any
    ) -> str:
        """One line, baseline at `y`. Options: width (shrink to it), anchor, size (pt), rotate, spacing.

        None, the value of an empty cell, draws nothing.
        """
        if text is None:
            return ""
        set_in = self.renderer.theme.style(style)
        extra = ""
        if rotate := options.pop("rotate", 0):
            extra += f' transform="rotate({number(rotate)} {number(x)} {number(y)})"'
        if spacing := options.pop("spacing", 0):
            extra += f' letter-spacing="{number(spacing)}"'
        if size := options.pop("size", None):
            options["size"] = size * INCH / 72
        said = self.say(text)
        return self._fitting(
            lambda: typesetting.line(said, x, y, set_in, colour or self._ink(), extra=extra, **options)
        )

    def letters(self, text: object, style: str, x: float, y: float, **options: Any) -> str:
        """Words as path data, baseline at `y`, to be filled, edged or bent; `size` in points, `upper` for
        capitals. Other options: see `lettering.outlined`."""
        said = self.say(text).upper() if options.pop("upper", False) else self.say(text)
        options |= {"grow": tuple(options.get("grow", ())), "size": options.get("size", 0) * INCH / 72}
        return lettering.outlined(self.renderer.theme.style(style).font, said, x, y, **options)

    def later(self, draw: Callable[[Sequence[reserved.Box]], str]) -> str:
        """Draw when the words of the face are known; returns what stands for the drawing until then."""
        self.waiting.append(draw)
        return f"<!--waiting {len(self.waiting) - 1}-->"

    def finished(self, svg: str) -> str:
        """The SVG with what was to be drawn later."""
        words = [*reserved.areas(svg)] if self.waiting else []
        drawn = [draw(words) for draw in self.waiting]
        return re.sub(r"<!--waiting (\d+)-->", lambda match: drawn[int(match[1])], svg)

    def say(self, text: object, *parts: object) -> str:
        """The words in the language that is printed; `parts` take the places of `{}` in them.

        `text` and `paragraph` do this with all they are given. A template does it to put words together.
        """
        where = self.piece.where or self.where
        return self.renderer.words(str(text), *parts, deck=self.deck.name, where=where)

    def paragraph(
        self,
        text: object,
        x: float,
        y: float,
        width: float,
        height: float,
        style: str = "body",
        colour: str = "",
        **options: Any,
    ) -> str:
        """Wrapped text in a box; None draws nothing.

        Options: align (start, middle, end, justify), valign (top, middle, bottom), gap, hyphens (a language),
        size (pt, the largest). In a known language words are divided where type would have to be smaller.
        """
        if text is None:
            return ""
        set_in = self.renderer.theme.style(style)
        ink = colour or self._ink()
        lines = self._lines(text)
        if size := options.pop("size", None):
            options["size"] = size * INCH / 72
        if self.renderer.words.language:
            options.setdefault("sparing", self.renderer.words.language)
        named = _Named(self.renderer.theme.colours, "colour")

        def draw_symbol(name: str, x: float, y: float, side: float, colour: str) -> str:
            said = symbols.read_out(self.renderer.game, name)
            return self.symbol(name, x, y, side, colour=colour, label=said)

        def draw() -> str:
            return typesetting.paragraph(
                lines, (x, y, width, height), set_in, ink, draw_symbol, paint=named.__getitem__, **options
            )

        try:
            return self._fitting(draw)
        except MarkupError as problem:
            # The row is where a text can be put right.
            where = self.piece.where or self.where
            raise MarkupError(problem.what, where=where, todo=problem.todo) from None

    def symbol(
        self,
        name: str,
        x: float,
        y: float,
        size: float,
        height: float = 0,
        colour: str = "",
        rotate: float = 0,
        label: str = "",
    ) -> str:
        """A drawing from symbols/, fitted into a square of `size` mm (or `size` × `height`) at (x, y).

        `label` is read out where words of the face are: in braille and beside large pictures.
        """
        if not isinstance(name, str):
            raise TemplateError(f"The name of a symbol is {name!r:.60}.", todo='Write a text: "star".')
        if name not in self.symbols:
            self.symbols[name] = symbols.symbol(self.renderer.game.folder, name)
            self.renderer.symbols.add(name)
        tall = height or size
        turn = ""
        if rotate:
            turn = f' transform="rotate({number(rotate)} {number(x + size / 2)} {number(y + tall / 2)})"'
        said = f' aria-label="{quoted(label)}"' if label else ""
        return (
            f'<use href="#s-{name}" x="{number(x)}" y="{number(y)}" width="{number(size)}" '
            f'height="{number(tall)}" color="{colour or self._ink()}"{turn}{said}/>'
        )

    def picture(
        self,
        name: object,
        x: float,
        y: float,
        width: float,
        height: float,
        fit: str = "cover",
        focus: object = "middle",
        radius: float = 0,
    ) -> str:
        """A picture of the game's folder in a box, mm; None draws nothing. Options: see `placing.picture`."""
        if name is None:
            return ""
        placed = placing.picture(
            self.renderer.game.folder, name, (x, y, width, height), self.piece.where or self.where,
            fit=fit, focus=focus, radius=radius, clip=f"box-{len(self.symbols)}-{self.placed}",
            grey=self.renderer.ink == "grey",
        )  # fmt: skip
        self.placed += 1
        self.symbols[placed.name] = placed.definition
        self.renderer.warnings |= dict.fromkeys(placed.warnings)
        return placed.svg

    def outline(self, inset: float = 0) -> str:
        """The piece's cut line as path data, `inset` mm inside it (outside, if negative)."""
        return shapes.path_data(self.deck, self.renderer.theme.lengths["corner"], inset)

    def width_of(self, text: object, style: str, size: float = 0) -> float:
        """Measure a line of text, mm; `size` in points."""
        set_in = self.renderer.theme.style(style)
        said = self.renderer.words(str(text), deck=self.deck.name, note=False)
        return set_in.font.width(said, size * INCH / 72 or set_in.size)

    def alike(
        self, texts: list[object], widths: list[float], height: float, style: str = "body", gap: float = 0.35
    ) -> tuple[float, list[float]]:
        """The size in points at which paragraphs have at most that height together, and each height in mm."""
        set_in = self.renderer.theme.style(style)
        try:
            size, tall = typesetting.alike([*map(self._lines, texts)], widths, height, set_in, gap)
        except FitError as misfit:
            self.renderer.misfits.append(FitError(misfit.what, where=self.where))
            size, tall = set_in.smallest, [height for _ in texts]
        return size * 72 / INCH, tall

    def _lines(self, text: object) -> str:
        """A text or a list of lines, in the language that is printed."""
        lines = "\n".join(text) if isinstance(text, (list, tuple)) else str(text)
        said = self.renderer.words.lines(lines, deck=self.deck.name, where=self.piece.where or self.where)
        return Plain(said) if isinstance(text, Plain) else said

    def rng(self, *salt: object) -> random.Random:
        """Random numbers that are the same for this piece every time."""
        return random.Random(":".join((self.piece.code, *map(str, salt))))

    def _ink(self) -> str:
        return self.renderer.theme.colours["ink"]

    def _fitting(self, draw: Callable[[], str]) -> str:
        """The text; if it does not fit, nothing, and a note for the report of all misfits."""
        try:
            return draw()
        except FitError as misfit:
            self.renderer.misfits.append(FitError(misfit.what, where=self.where))
            return ""


class _Named(Mapping[str, Any]):
    """Names of the theme, as attributes and keys; an unknown name raises an error with a near one."""

    def __init__(self, values: Mapping[str, Any], kind: str) -> None:
        self._values = values
        self._kind = kind

    def __getitem__(self, name: str) -> Any:
        if name not in self._values:
            raise TemplateError(f'There is no {self._kind} "{name}".', todo=did_you_mean(name, self._values))
        return self._values[name]

    def __getattr__(self, name: str) -> Any:
        return self[name]

    def __iter__(self) -> Any:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


def _document(deck: Deck, pen: _Pen, title: str, body: str) -> str:
    """The face as a whole SVG document, with only the symbols it uses."""
    bleed = pen.renderer.theme.bleed
    width, height = deck.size[0] + 2 * bleed, deck.size[1] + 2 * bleed
    body = pen.finished(body)
    definitions = pen.finished("".join(pen.symbols.values()))
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(width)}mm" height="{number(height)}mm" '
        f'viewBox="{number(-bleed)} {number(-bleed)} {number(width)} {number(height)}" style="{_PLAIN}">'
        f"<title>{escaped(title)}</title><defs>{definitions}</defs>{body}</svg>"
    )
    if pen.renderer.ink != "grey":
        return svg
    # What is kept is named by its colours, which change.
    return recoloured(re.sub(f'(="#?){KEPT}', r"\1grey-", svg), greyed)
