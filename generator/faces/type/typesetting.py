"""Setting type on a face: one line shrunk to a width, or a paragraph wrapped and shrunk to a box.

`markup` says what a text may contain. Text that does not fit at the smallest size of its style is never
clipped: it raises an error that says how much room it needs.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple

from components.errors import FitError, TemplateError
from components.pieces import Plain
from generator.faces import fonts
from generator.faces.theme import Style
from generator.faces.type.characters import breaks, normal
from generator.faces.type.hyphens import Hyphens, hyphens_of, is_divided
from generator.faces.type.lines import set_line
from generator.faces.type.markup import PLAIN, Look, Paragraph, Run, Word, parsed

LONGEST = 5_000  # characters of a text on a face
ALIGNS = ("start", "middle", "end", "justify")
_STEP = 0.088  # a quarter of a point: the step in which type is shrunk, mm
SYMBOL_EM = 1.15  # height and width of a symbol in a line, in type sizes
_TITLE = 3  # words at most
_LONELY, _FILLED = 0.25, 0.6  # a word with a line to itself up to that share; what the line before it keeps
_WHOLE = 0.8  # the size to which a title shrinks before a word of it is divided
SYMBOL_DROP = 0.24  # a symbol reaches below the baseline by this, in type sizes
# Indent of an entry of a list by the number of characters of its mark, in type sizes.
_INDENT = {1: 0.95, 2: 1.3, 3: 1.85, 4: 2.4}

Box = tuple[float, float, float, float]  # x, y, width and height, mm
DrawSymbol = Callable[[str, float, float, float, str], str]  # its name, x, y, side and colour


def line(
    text: str,
    x: float,
    y: float,
    style: Style,
    colour: str,
    *,
    width: float | None = None,
    anchor: str = "start",
    size: float | None = None,
    extra: str = "",
) -> str:
    """One line of text as an SVG element, its baseline at `y`; shrunk to `width` mm if that is given.

    Raises `FitError` if it is still too wide at the style's smallest size.
    """
    text = _checked(text).replace("\n", " ")
    font = style.font
    at = size or style.size
    natural = font.width(text, at)
    if width is not None and natural > width:
        at = at * width / natural
        if at < style.smallest - 1e-6:
            needed = font.width(text, style.smallest)
            raise FitError(f'"{_shown(text)}" needs {needed:.1f} mm but has {width:.1f} mm.')
    wide = natural * at / (size or style.size)
    return set_line(font, text, (x, y), at, colour, extra=f"{_anchored(anchor)}{extra}", width=wide)


def paragraph(
    text: str,
    box: Box,
    style: Style,
    colour: str,
    draw_symbol: DrawSymbol,
    *,
    align: str = "start",
    valign: str = "top",
    bold_weight: int = 700,
    gap: float = 0.35,
    hyphens: str = "",
    sparing: str = "",
    size: float | None = None,
    paint: Callable[[str], str] = str,
) -> str:
    """Text wrapped into a box (x, y, width, height in mm) as SVG; each line of `text` is a paragraph.

    draw_symbol  returns the SVG of a symbol in the line
    align        start, middle, end, or justify: every line but the last of a paragraph fills the width
    gap          the space between paragraphs, in lines
    hyphens      the language that words are divided in, such as "en" or "de_CH"; "" to divide none
    sparing      the language that words are divided in where type would be smaller otherwise; those of
                 a title where it would be a fifth smaller
    size         the largest size of the type, mm; that of the style by default
    paint        the colour, "#rrggbb", that a name in the text stands for

    Raises `FitError` if the text does not fit at the style's smallest size, `MarkupError` for wrong mark-up.
    """
    text = _checked(text)
    if align not in ALIGNS or valign not in ("top", "middle", "bottom"):
        raise TemplateError(f'align is "{align}" and valign "{valign}".', todo=f"Write {', '.join(ALIGNS)}.")
    x, y, width, height = box
    divide = hyphens_of(hyphens) if hyphens else None
    setting = _Setting(style, bold_weight, [*parsed(text)], width, gap, divide)
    size = size or style.size
    titled = sum(len(part.words) for part in setting.paragraphs) <= _TITLE
    divided = max(style.smallest, size * (_WHOLE if titled else 1.0))  # the size from which words are
    while True:
        lines = setting.wrap(size)
        if lines is not None and setting.height(lines, size) <= height + 1e-6:
            break
        if size <= divided + 1e-6 and sparing and not hyphens and is_divided(sparing):
            setting.hyphens = hyphens_of(sparing)
            lines = setting.wrap(size)
            if lines is not None and setting.height(lines, size) <= height + 1e-6:
                break
            setting.hyphens = None
        if size <= style.smallest + 1e-6:
            raise FitError(_too_long(text, box, setting, size, lines))
        size = max(style.smallest, size - _STEP)
    if align == "middle" and not setting.hyphens:
        lines = setting.balanced(lines, size)
    slack = height - setting.height(lines, size)
    top = y + {"top": 0.0, "middle": slack / 2, "bottom": slack}[valign]
    return "".join(_Drawing(setting, size, align, colour, draw_symbol, paint).draw(lines, x, top))


def height_of(text: str, width: float, style: Style) -> float:
    """The height, mm, of a paragraph of that width at the size of its style; 0 if a word is too wide."""
    setting = _Setting(style, 700, [*parsed(_checked(text))], width, 0.35, None)
    lines = setting.wrap(style.size)
    return setting.height(lines, style.size) if lines else 0.0


def alike(
    texts: Sequence[str], widths: Sequence[float], height: float, style: Style, gap: float = 0.35
) -> tuple[float, list[float]]:
    """The largest size, mm, at which paragraphs of those widths have no more than that height in all, and the
    height of each. They are set in one size then, with room between them.

    Raises `FitError` if they need more height at the style's smallest size.
    """
    settings = [
        _Setting(style, 700, [*parsed(_checked(text))], width, gap, None)
        for text, width in zip(texts, widths, strict=True)
    ]
    size = style.size
    while True:
        heights = [
            setting.height(lines, size) for setting in settings if (lines := setting.wrap(size)) is not None
        ]
        if len(heights) == len(texts) and sum(heights) <= height + 1e-6:
            return size, heights
        if size <= style.smallest + 1e-6:
            needed = f"{sum(heights):.1f} mm" if len(heights) == len(texts) else "more width"
            raise FitError(f'"{_shown(texts[0])}" and what follows need {needed} but have {height:.1f} mm.')
        size = max(style.smallest, size - _STEP)


def _checked(text: str) -> str:
    text = Plain(normal(text)) if isinstance(text, Plain) else normal(text)
    if len(text) > LONGEST:
        raise TemplateError(
            f'The text "{_shown(text)}" has {len(text):,} characters.', todo=f"Write {LONGEST:,} at most."
        )
    return text


def _shown(text: str) -> str:
    return text if len(text) < 50 else text[:47] + "…"


def _too_long(text: str, box: Box, setting: _Setting, size: float, lines: Sequence[_Line] | None) -> str:
    shown = _shown(text.replace("\n", " "))
    if lines is None:
        words = [word for part in setting.paragraphs for word in part.words]
        widest = max(words, key=lambda word: setting.word(word, size))
        letters = "".join(run.text for run in widest)
        needed = setting.word(widest, size)
        return f'"{shown}": the word "{letters}" needs {needed:.1f} mm but has {box[2]:.1f} mm.'
    return f'"{shown}" needs a height of {setting.height(lines, size):.1f} mm but has {box[3]:.1f} mm.'


class _Line(NamedTuple):
    """`places` are where the words begin, mm from the left end of the line; `scale` is that of its largest
    type, in sizes of the paragraph."""

    words: Sequence[Word]
    places: Sequence[float]
    width: float
    first: bool  # true for the first line of its paragraph
    last: bool
    indent: float = 0.0
    item: str = ""
    scale: float = 1.0
    plain: bool = False  # true if nothing in it is marked up


class _Setting:
    """The measures of a text. Widths grow with the size of the type, so each run is measured once."""

    def __init__(
        self,
        style: Style,
        bold_weight: int,
        paragraphs: list[Paragraph],
        width: float,
        gap: float,
        hyphens: Hyphens | None,
    ) -> None:
        self.style = style
        self.bold_weight = bold_weight
        self.paragraphs = paragraphs
        self.width = width
        self.gap = gap
        self.hyphens = hyphens
        self._fonts: dict[tuple[bool, bool], fonts.Font] = {(False, False): style.font}

    def font(self, look: Look) -> fonts.Font:
        """The font of a look; read on first use, as that takes as long as setting three cards."""
        key = (look.bold, look.italic)
        if key not in self._fonts:
            weight = self.bold_weight if look.bold else self.style.weight
            italic = look.italic != self.style.italic  # emphasis in an italic text is upright
            kerned = self.style.font.kerned
            self._fonts[key] = fonts.font(self.style.family, weight, italic, self.style.fallbacks, kerned)
        return self._fonts[key]

    def word(self, word: Word, size: float) -> float:
        """The width of a word at a size of the paragraph, mm."""
        grows, fixed = self._advance(word)
        return grows * size / 1000 + fixed

    def run(self, run: Run, size: float) -> float:
        at = run.look.size or size * run.look.scale
        return at * SYMBOL_EM if run.symbol else self.font(run.look).width(run.text, at)

    def space(self, before: Word, after: Word, size: float) -> float:
        """A space between two words of one look has that look, since they are drawn as one text."""
        look = before[-1].look if before[-1].look == after[0].look else PLAIN
        at = look.size or size * look.scale
        return self.font(look).width(" ", at)

    def _advance(self, word: Word) -> tuple[float, float]:
        """Split the word's width: what grows with the size, in thousandths of it, and the rest, mm."""
        grows = fixed = 0.0
        for run in word:
            if run.look.size:
                fixed += self.run(run, 0.0)
            elif run.symbol:
                grows += 1000 * SYMBOL_EM * run.look.scale
            else:
                grows += self.font(run.look).width(run.text, 1000.0) * run.look.scale
        return grows, fixed

    @cached_property
    def _measured(self) -> list[list[tuple[Word, float, float]]]:
        """The words of each paragraph with their advances, the last word first."""
        advances = self.style.font.advances
        return [
            [*zip(part.words, advances([word[0].text for word in part.words]), itertools.repeat(0.0))][::-1]
            if part.plain
            else [(word, *self._advance(word)) for word in reversed(part.words)]
            for part in self.paragraphs
        ]

    @cached_property
    def _plain_space(self) -> float:
        return self.style.font.width(" ", 1000.0)

    def wrap(self, size: float) -> list[_Line] | None:
        """The lines, each filled as far as possible; None if a single word is too wide."""
        lines: list[_Line] = []
        plain = self._plain_space * size / 1000
        for part, measured in zip(self.paragraphs, self._measured, strict=True):
            indent = _INDENT[len(part.item)] * size if part.item else 0.0
            room = self.width - indent + 1e-6
            taken: list[Word] = []
            places: list[float] = []
            filled, first, whole = 0.0, True, True
            waiting = measured.copy()
            while waiting:
                word, grows, fixed = waiting.pop()
                wide = grows * size / 1000 + fixed
                space = 0.0
                if taken:
                    space = plain if part.plain else self.space(taken[-1], word, size)
                if filled + space + wide > room:
                    parts = self._divided(word, size, room - filled - space)
                    if parts:
                        taken.append(parts[0])
                        places.append(filled + space)
                        filled += space + self.word(parts[0], size)
                        waiting.append((parts[1], *self._advance(parts[1])))
                    elif taken:
                        waiting.append((word, grows, fixed))
                        if len(taken) > 1 and len(taken[-1]) == 1 and taken[-1][0].text.isdigit():
                            held = taken.pop()  # a number stays with what it counts
                            waiting.append((held, *self._advance(held)))
                            places.pop()
                            filled = places[-1] + self.word(taken[-1], size)
                    else:
                        return None
                    lines.append(self._line(taken, places, filled, first, indent, part))
                    taken, places, filled, first, whole = [], [], 0.0, False, not parts
                    continue
                taken.append(word)
                places.append(filled + space)
                filled += space + wide
            if len(taken) == 1 and not first and whole and filled < _LONELY * room:
                above = lines[-1]
                *stay, moves = above.words
                left = above.places[-2] + self.word(stay[-1], size) if stay else 0.0
                beside = self.word(moves, size) + self.space(moves, taken[0], size)
                if left > _FILLED * room and beside + filled <= room:
                    lines[-1] = self._line(stay, [*above.places[:-1]], left, above.first, indent, part)
                    taken, places, filled = [moves, *taken], [0.0, beside], beside + filled
            lines.append(self._line(taken, places, filled, first, indent, part, last=True))
        return lines

    def balanced(self, lines: list[_Line], size: float) -> list[_Line]:
        """As many lines, as even as can be: those of the narrowest column that needs no more of them."""
        full, low, high = self.width, 0.0, self.width if len(lines) > len(self.paragraphs) else 0.0
        while high - low > 1.0:
            self.width = (low + high) / 2
            tried = self.wrap(size)
            if tried is not None and len(tried) == len(lines):
                lines, high = tried, self.width
            else:
                low = self.width
        self.width = full
        return lines

    def _line(
        self,
        words: list[Word],
        places: list[float],
        width: float,
        first: bool,
        indent: float,
        part: Paragraph,
        *,
        last: bool = False,
    ) -> _Line:
        item = part.item if first else ""
        if part.plain:
            return _Line(words, places, width, first, last, indent, item, plain=True)
        looks = {run.look for word in words for run in word}
        at = self.style.size  # a size in points counts by the size that the style begins with
        scale = max([1.0, *(look.size / at if look.size else look.scale for look in looks)])
        return _Line(words, places, width, first, last, indent, item, scale)

    def _divided(self, word: Word, size: float, room: float) -> tuple[Word, Word] | None:
        """The word in two, of which the first fits into the room, if need be with a hyphen; None if there is
        no way."""
        if room <= 0:
            return None
        for index in range(len(word) - 1, -1, -1):
            run = word[index]
            for before, after in () if run.symbol else breaks(run.text):
                first = (*word[:index], run._replace(text=before))
                if self.word(first, size) <= room:
                    return first, (run._replace(text=after), *word[index + 1 :])
        run = word[0]
        for before, after in self.hyphens.parts(run.text) if self.hyphens and len(word) == 1 else ():
            first = (Run(f"{before}-", run.look),)
            if self.word(first, size) <= room:
                return first, (Run(after, run.look),)
        return None

    def height(self, lines: Sequence[_Line], size: float) -> float:
        """From the cap height of the first line to the descent of the last."""
        pitch = size * self.style.leading
        gaps = sum(line.first for line in lines[1:]) * self.gap * pitch
        pitches = sum(line.scale for line in lines[1:]) * pitch
        return self.above(size) * lines[0].scale + pitches + gaps - self.style.font.descent * size / 1000

    def above(self, size: float) -> float:
        """The height of its capitals, mm."""
        return self.style.font.cap_height * size / 1000


class _Drawing(NamedTuple):
    """Lines as SVG, with as few text elements as fonts and symbols allow."""

    setting: _Setting
    size: float
    align: str
    colour: str
    draw_symbol: DrawSymbol
    paint: Callable[[str], str]

    def draw(self, lines: Sequence[_Line], x: float, top: float) -> list[str]:
        pitch = self.size * self.setting.style.leading
        baseline = top + self.setting.above(self.size) * lines[0].scale
        svg: list[str] = []
        for position, row in enumerate(lines):
            if position:
                baseline += pitch * (row.scale + (self.setting.gap if row.first else 0))
            room = self.setting.width - row.indent - row.width
            start = x + row.indent + {"middle": room / 2, "end": room}.get(self.align, 0.0)
            if row.item:
                svg.append(self._text(row.item, x, baseline, PLAIN))
            if self.align == "justify" and not row.last and len(row.words) > 1:
                more = room / (len(row.words) - 1)
                for index, (word, place) in enumerate(zip(row.words, row.places, strict=True)):
                    svg += self._words((word,), (0.0,), start + place + index * more, baseline)
            elif row.plain and row.words:
                svg.append(self._text(" ".join([word[0].text for word in row.words]), start, baseline, PLAIN))
            else:
                svg += self._words(row.words, row.places, start, baseline)
        return svg

    def _words(self, words: Sequence[Word], places: Sequence[float], x: float, baseline: float) -> list[str]:
        svg: list[str] = []
        pending, start, look = "", x, PLAIN
        for word, place in zip(words, places, strict=True):
            at = x + place
            for index, run in enumerate(word):
                if run.symbol:
                    if pending:
                        svg.append(self._text(pending, start, baseline, look))
                    pending = ""
                    size = run.look.size or self.size * run.look.scale
                    side = size * SYMBOL_EM
                    top = baseline + size * SYMBOL_DROP - side
                    svg.append(self.draw_symbol(run.text, at, top, side, self._colour(run.look)))
                elif run.look != look or not pending:
                    if pending:
                        svg.append(self._text(pending, start, baseline, look))
                    pending, start, look = run.text, at, run.look
                else:
                    pending += run.text if index else f" {run.text}"
                if len(word) > 1:
                    at += self.setting.run(run, self.size)
        if pending:
            svg.append(self._text(pending, start, baseline, look))
        return svg

    def _text(self, text: str, x: float, baseline: float, look: Look) -> str:
        font = self.setting.font(look)
        size = look.size or self.size * look.scale
        return set_line(font, text, (x, baseline), size, self._colour(look))

    def _colour(self, look: Look) -> str:
        if not look.colour:
            return self.colour
        return look.colour if look.colour.startswith("#") else self.paint(look.colour)


def _anchored(anchor: str) -> str:
    return "" if anchor == "start" else f' text-anchor="{anchor}"'
