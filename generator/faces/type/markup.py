"""The mark-up of texts: `**bold**`, `*italic*`, `{accent|colour}`, `{150%|size}`, `[symbol]`, and lists.

A backslash before one of `*{[\\` makes it an ordinary character. What is not understood is an error, as a
printed asterisk is noticed too late.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from components.errors import TemplateError
from components.pieces import Plain
from generator.faces.svg.values import colour as read_colour
from generator.faces.theme import MM_PER_POINT, TYPE_SIZES

NESTING = 8  # spans in each other
_TOKEN = re.compile(r"\\([*{}\[\]\\|-])|(\*{1,3})|\[([A-Za-z0-9-]+)\]|\{([^{}|\n]*)\||(\{)|(\})")
_HTML = re.compile(r"</?(?:b|i|u|em|strong|br|p|span|font|img|sup|sub)\b[^>]*>|&(?:[a-z]{2,6}|#\d+);")
_ITEM = re.compile(r"(?:- +|(\d{1,3}[.)]) +)")
_SIZE = re.compile(r"(\d{1,3}(?:\.\d+)?)(pt|%)")
_COUNT = re.compile(r"[+−–-]?\d{1,4}")
SPACES = re.compile(r"[ \t]+")
# A line does not end behind "«", nor before "»" and marks that French has a space before.
_KEPT = re.compile(r"(?<=[«‹]) +| +(?=[»›:;!?])")
_MARKS = "*{}[\\"


class MarkupError(TemplateError):
    """The mark-up of a text is wrong."""


class Look(NamedTuple):
    """Style of a run. `scale` is in sizes of the paragraph; `size` in mm, 0 for that size."""

    bold: bool = False
    italic: bool = False
    colour: str = ""
    scale: float = 1.0
    size: float = 0.0


PLAIN = Look()


class Run(NamedTuple):
    """A piece of a word in one look, or a symbol."""

    text: str
    look: Look = PLAIN
    symbol: bool = False


Word = tuple[Run, ...]


class Paragraph(NamedTuple):
    """Words, each of runs: "**4**[bolt]," is one word of three. `item` begins an entry of a list."""

    words: tuple[Word, ...]
    item: str = ""
    plain: bool = False  # true if nothing in it is marked up


class _Words:
    """The words so far."""

    def __init__(self) -> None:
        self.words: list[list[Run]] = [[]]

    def add(self, text: str, look: Look) -> None:
        for index, piece in enumerate(SPACES.split(text)):
            if index:
                self.words.append([])
            if piece:
                self.words[-1].append(Run(piece, look))

    def add_symbol(self, name: str, look: Look) -> None:
        """Add a symbol; behind a number it stays in its line: "gain 2 [ore]"."""
        if len(self.words) > 1 and not self.words[-1] and _is_count(self.words[-2]):
            self.words.pop()
            self.words[-1].append(Run(" ", look))
        self.words[-1].append(Run(name, look, symbol=True))


def _is_count(word: list[Run]) -> bool:
    return bool(_COUNT.fullmatch("".join("?" if run.symbol else run.text for run in word)))


def parsed(text: str) -> Iterator[Paragraph]:
    """The paragraphs of a text, one for each of its lines; a `Plain` one has no mark-up.

    Raises `MarkupError` for what is wrong.
    """
    if isinstance(text, Plain):
        lines = (_KEPT.sub("\u00a0", line) for line in text.split("\n"))
        yield from (
            Paragraph(tuple((Run(w),) for w in SPACES.split(line) if w), plain=True) for line in lines
        )
        return
    if ("<" in text or "&" in text) and (found := _HTML.search(text)):
        todo = 'Write "**bold**" and "*italic*", line breaks as such, and characters as they are.'
        raise _wrong(f"the HTML {found[0]}", text, todo)
    for line in text.split("\n"):
        item = ""
        if line[:1] in "-0123456789" and (found := _ITEM.match(line)):
            item = found[1] or "•"
            line = line[found.end() :]
        line = _KEPT.sub("\u00a0", line)
        if any(mark in line for mark in _MARKS):
            yield Paragraph(_marked(line, text), item)
        else:
            yield Paragraph(tuple([(Run(word),) for word in SPACES.split(line) if word]), item, plain=True)


def plain(text: str) -> str:
    """The text as it is read aloud, without mark-up."""
    return " ".join("".join(run.text for run in word) for part in parsed(text) for word in part.words)


def symbols_in(text: str) -> tuple[str, ...]:
    """The names of the symbols in a text, each once; what is wrong with its mark-up does not matter."""
    return tuple(dict.fromkeys(token[3] for token in _TOKEN.finditer(text) if token[3]))


def _marked(line: str, text: str) -> tuple[Word, ...]:
    made = _Words()
    look = PLAIN
    open_marks: list[tuple[str, Look]] = []  # each with the look outside it
    position = 0
    for token in _TOKEN.finditer(line):
        made.add(line[position : token.start()], look)
        position = token.end()
        escape, stars, symbol, span, lone, close = token.groups()
        if escape:
            made.add(escape, look)
        elif symbol:
            made.add_symbol(symbol, look)
        elif stars:
            look = _starred(stars, look, open_marks, text)
        elif span is not None:
            open_marks.append(("{", look))
            look = _spanned(span, look, text)
        elif lone:
            raise _wrong("a { without a |", text, 'Write "{accent|words}", or "\\{" for a brace.')
        elif close:
            if not open_marks or open_marks[-1][0] != "{":
                raise _wrong("a } that closes nothing", text, 'Write "\\}" for a brace.')
            look = open_marks.pop()[1]
        if len(open_marks) > NESTING:
            raise _wrong(f"mark-up nested more than {NESTING} deep", text, "Nest it less deeply.")
    if open_marks:
        mark = open_marks[-1][0]
        what = f"a {mark} that nothing closes in its line"
        raise _wrong(what, text, f'Close it, or write "\\{mark[0]}" for the character.')
    made.add(line[position:], look)
    return tuple(tuple(word) for word in made.words if word)


def _starred(stars: str, look: Look, open_marks: list[tuple[str, Look]], text: str) -> Look:
    """The look after asterisks: one for italic, two for bold, three for both."""
    while stars:
        inner = open_marks[-1][0] if open_marks else ""
        if inner[:1] == "*" and (stars == inner or len(stars) == 3):
            look = open_marks.pop()[1]
            stars = stars[len(inner) :]
            continue
        mark = "**" if stars.startswith("**") else "*"
        if any(known == mark for known, _ in open_marks):
            raise _wrong(f"a {mark} that closes across a {inner}", text, "Close what was opened last first.")
        open_marks.append((mark, look))
        look = look._replace(bold=True) if mark == "**" else look._replace(italic=True)
        stars = stars[len(mark) :]
    return look


def _spanned(span: str, look: Look, text: str) -> Look:
    """The look in a span, by the words before its bar."""
    for word in span.split():
        if size := _SIZE.fullmatch(word):
            number = float(size[1])
            if size[2] == "%" and 50 <= number <= 400:
                look = look._replace(scale=look.scale * number / 100)
            elif size[2] == "pt" and TYPE_SIZES[0] <= number <= TYPE_SIZES[1]:
                look = look._replace(size=number * MM_PER_POINT, scale=1.0)
            else:
                raise _wrong(f'the size "{word}"', text, "Write 50% to 400%, or 1pt to 400pt.")
        else:
            if word.startswith("#"):
                read_colour(word)
            look = look._replace(colour=word)
    if not span.split():
        raise _wrong("a { without a colour or a size", text, 'Write "{accent|words}" or "{150%|words}".')
    return look


def _wrong(what: str, text: str, todo: str) -> MarkupError:
    shown = text if len(text) < 50 else f"{text[:47]}…"
    return MarkupError(f'The text "{shown}" has {what}.', todo=todo)
