"""Setting type on a face: one line shrunk to a width, or a paragraph wrapped and shrunk to a box.

The mark-up inside a text is `**bold**`, and `[name]` for a symbol in the line. Text that does not fit at the
smallest size of its style is never clipped: it raises an error that says how much room it needs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from components.errors import FitError, TemplateError
from generator.faces import fonts
from generator.faces.svg.path import number
from generator.faces.svg.values import escaped
from generator.faces.theme import Style

LONGEST = 5_000  # characters of a text on a face
_STEP = 0.088  # a quarter of a point: the step in which type is shrunk, mm
_MARK_UP = re.compile(r"\*\*(.+?)\*\*|\[([a-z0-9-]+)\]")
_SYMBOL_EM = 1.15  # height and width of a symbol in a line, in type sizes
_SYMBOL_DROP = 0.24  # how far it reaches below the baseline


@dataclass(frozen=True)
class _Run:
    """A piece of a word in one font, or a symbol."""

    text: str
    bold: bool = False
    symbol: bool = False


_Word = tuple[_Run, ...]


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
    _check_length(text)
    font = style.font
    at = size or style.size
    natural = font.width(text, at)
    if width is not None and natural > width:
        at = at * width / natural
        if at < style.smallest - 1e-6:
            needed = font.width(text, style.smallest)
            raise FitError(f'"{_shown(text)}" needs {needed:.1f} mm but has {width:.1f} mm.')
    return (
        f'<text x="{number(x)}" y="{number(y)}" {_font(font, at)} fill="{colour}"'
        f"{_anchored(anchor)}{extra}>{_spelled(font, text)}</text>"
    )


def paragraph(
    text: str,
    box: tuple[float, float, float, float],
    style: Style,
    colour: str,
    draw_symbol: Callable[[str, float, float, float], str],
    *,
    align: str = "start",
    valign: str = "top",
    bold_weight: int = 700,
    gap: float = 0.35,
) -> str:
    """Text wrapped into a box (x, y, width, height in mm) as SVG; each line of `text` is a paragraph.

    `draw_symbol(name, x, y, size)` returns the SVG of a symbol in the line. `gap` is the space between
    paragraphs, in lines. Raises `FitError` if the text does not fit at the style's smallest size.
    """
    _check_length(text)
    x, y, width, height = box
    # Reading a font file takes as long as setting three cards.
    bold = (
        fonts.font(style.family, bold_weight, style.italic, style.fallbacks) if "**" in text else style.font
    )
    paragraphs = [_words(part) for part in text.split("\n")]
    size = style.size
    while True:
        setting = _Setting(replace(style, size=size), bold, width, gap)
        lines = setting.wrap(paragraphs)
        if lines is not None and setting.height(lines) <= height + 1e-6:
            break
        if size <= style.smallest + 1e-6:
            raise FitError(_too_long(text, paragraphs, box, setting, lines))
        size = max(style.smallest, size - _STEP)
    slack = height - setting.height(lines)
    top = y + {"top": 0.0, "middle": slack / 2, "bottom": slack}[valign]
    return "".join(setting.draw(lines, x, top, align, colour, draw_symbol))


def _check_length(text: str) -> None:
    if len(text) > LONGEST:
        raise TemplateError(
            f'The text "{_shown(text)}" has {len(text):,} characters.', todo=f"Write {LONGEST:,} at most."
        )


def _shown(text: str) -> str:
    return text if len(text) < 50 else text[:47] + "…"


def _too_long(
    text: str,
    paragraphs: Sequence[Sequence[_Word]],
    box: tuple[float, float, float, float],
    setting: _Setting,
    lines: Sequence[_Line] | None,
) -> str:
    shown = _shown(text.replace("\n", " "))
    if lines is None:
        widest = max((word for words in paragraphs for word in words), key=setting.word_width)
        letters = "".join(run.text for run in widest)
        needed = setting.word_width(widest)
        return f'"{shown}": the word "{letters}" needs {needed:.1f} mm but has {box[2]:.1f} mm.'
    return f'"{shown}" needs a height of {setting.height(lines):.1f} mm but has {box[3]:.1f} mm.'


@dataclass(frozen=True)
class _Line:
    """`places` are where the words begin, mm from the left end of the line."""

    words: tuple[_Word, ...]
    places: tuple[float, ...]
    width: float
    first: bool  # of its paragraph


@dataclass(frozen=True)
class _Setting:
    """The measures of a paragraph at one size."""

    style: Style
    bold: fonts.Font
    width: float
    gap: float

    def wrap(self, paragraphs: Sequence[Sequence[_Word]]) -> list[_Line] | None:
        """The lines, each filled as far as possible; None if a single word is too wide."""
        lines: list[_Line] = []
        spaces = [font.width(" ", self.style.size) for font in (self.style.font, self.bold)]
        for words in paragraphs:
            taken: list[_Word] = []
            places: list[float] = []
            filled, first = 0.0, True
            for word in words:
                wide = self.word_width(word)
                if wide > self.width + 1e-6:
                    return None
                # A space between two bold words is bold, since they are drawn as one text.
                space = spaces[taken[-1][-1].bold and word[0].bold] if taken else 0.0
                if taken and filled + space + wide > self.width + 1e-6:
                    lines.append(_Line(tuple(taken), tuple(places), filled, first))
                    taken, places, filled, first, space = [], [], 0.0, False, 0.0
                taken.append(word)
                places.append(filled + space)
                filled += space + wide
            lines.append(_Line(tuple(taken), tuple(places), filled, first))
        return lines

    def height(self, lines: Sequence[_Line]) -> float:
        """From the cap height of the first line to the descent of the last."""
        pitch = self.style.size * self.style.leading
        gaps = sum(line.first for line in lines[1:]) * self.gap * pitch
        return (
            self._above() + (len(lines) - 1) * pitch + gaps - self.style.font.descent * self.style.size / 1000
        )

    def draw(
        self,
        lines: Sequence[_Line],
        x: float,
        top: float,
        align: str,
        colour: str,
        draw_symbol: Callable[[str, float, float, float], str],
    ) -> list[str]:
        size, pitch = self.style.size, self.style.size * self.style.leading
        baseline = top + self._above()
        svg: list[str] = []
        for position, row in enumerate(lines):
            if position:
                baseline += pitch * (1 + (self.gap if row.first else 0))
            start = (
                x
                + {"start": 0.0, "middle": (self.width - row.width) / 2, "end": self.width - row.width}[align]
            )
            svg += self._draw_line(row, start, baseline, size, colour, draw_symbol)
        return svg

    def _draw_line(
        self,
        row: _Line,
        x: float,
        baseline: float,
        size: float,
        colour: str,
        draw_symbol: Callable[[str, float, float, float], str],
    ) -> list[str]:
        """The line with as few text elements as its fonts and symbols allow."""
        svg: list[str] = []
        pending, start, bold = "", x, False

        def flush() -> None:
            if pending:
                font = self.bold if bold else self.style.font
                svg.append(
                    f'<text x="{number(start)}" y="{number(baseline)}" {_font(font, size)} '
                    f'fill="{colour}">{_spelled(font, pending)}</text>'
                )

        for word, place in zip(row.words, row.places, strict=True):
            at = x + place
            for index, run in enumerate(word):
                if run.symbol:
                    flush()
                    pending = ""
                    side = size * _SYMBOL_EM
                    svg.append(draw_symbol(run.text, at, baseline + size * _SYMBOL_DROP - side, side))
                elif run.bold != bold or not pending:
                    flush()
                    pending, start, bold = run.text, at, run.bold
                else:
                    pending += run.text if index else f" {run.text}"
                at += self._run_width(run)
        flush()
        return svg

    def _above(self) -> float:
        return self.style.font.cap_height * self.style.size / 1000

    def word_width(self, word: _Word) -> float:
        return sum(map(self._run_width, word))

    def _run_width(self, run: _Run) -> float:
        size = self.style.size
        if run.symbol:
            return size * _SYMBOL_EM
        return (self.bold if run.bold else self.style.font).width(run.text, size)


def _words(text: str) -> list[_Word]:
    """The words of a paragraph, each a sequence of runs: "**4**[bolt]," is one word of three runs."""
    words: list[list[_Run]] = [[]]

    def add(part: str, bold: bool) -> None:
        for index, piece in enumerate(re.split(r"[ \t]+", part)):
            if index:
                words.append([])
            if piece:
                words[-1].append(_Run(piece, bold))

    position = 0
    for match in _MARK_UP.finditer(text):
        add(text[position : match.start()], False)
        if match[1]:
            add(match[1], True)
        else:
            words[-1].append(_Run(match[2], symbol=True))
        position = match.end()
    add(text[position:], False)
    return [tuple(word) for word in words if word]


def _spelled(font: fonts.Font, text: str) -> str:
    """The contents of a text element in that font; characters that it lacks are set in another."""
    if not font.fallbacks or not font.lacks(text):
        return escaped(text)
    return "".join(
        escaped(run) if one is font else f"<tspan {_family(one)}>{escaped(run)}</tspan>"
        for one, run in font.runs(text)
    )


def _family(font: fonts.Font) -> str:
    style = "italic" if font.italic else "normal"
    return f'font-family="{font.family}" font-weight="{font.weight}" font-style="{style}"'


def _font(font: fonts.Font, size: float) -> str:
    italic = ' font-style="italic"' if font.italic else ""
    return f'font-family="{font.family}" font-weight="{font.weight}" font-size="{number(size)}"{italic}'


def _anchored(anchor: str) -> str:
    return "" if anchor == "start" else f' text-anchor="{anchor}"'
