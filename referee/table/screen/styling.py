"""How text is set on the screen: titles, what is faint, what is marked, the numbers of rules."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator

from rich.text import Text

from components.setup import Placed
from referee.engine import HIDDEN

TITLE = "bold"
FAINT = "dim"
MARKED = "reverse bold"
_RULE = "cyan"
_CITATION = re.compile(r"\[[A-Z]{2} [^\]]*\]")


def cited(line: str, style: str = "") -> Text:
    """The line with the numbers of rules set apart."""
    text = Text(line, style)
    text.highlight_regex(_CITATION, _RULE)
    return text


def wrapped_text(
    line: str, width: int, *, style: str = "", heading: int = 0, first: str = ""
) -> Iterator[Text]:
    """The line broken to that width, what follows indented; the number of a rule stays whole.

    heading  so many characters are a heading
    first    stands before the first line, and as much space before the others
    """
    held = _CITATION.sub(lambda found: found[0].replace(" ", "\u00a0"), line)
    parts = textwrap.wrap(
        held,
        max(width, 20),
        initial_indent=first,
        subsequent_indent=" " * (len(first) or 2),
        break_on_hyphens=False,
    )
    for number, part in enumerate(parts):
        text = cited(part.replace("\u00a0", " "), style)
        if number == 0 and heading:
            text.stylize(TITLE, 0, heading)
        yield text


def marked_place(text: Text) -> tuple[int, int, int] | None:
    """Line and column, from 0, and length of what is marked first; None if nothing is."""
    for span in sorted(text.spans, key=lambda span: span.start):
        if span.style == MARKED:
            before = text.plain[: span.start]
            return before.count("\n"), span.start - before.rfind("\n") - 1, span.end - span.start
    return None


def as_lines(lines: Iterable[str], width: int) -> Text:
    """Lines of an answer at that width: tables drawn together, sentences broken."""
    parts: list[Text] = []
    for line in lines:
        fit = _fitted(line, width)
        parts += [cited(fit)] if len(fit) <= width else wrapped_text(fit, width)
    return Text("\n").join(parts)


def _fitted(line: str, width: int) -> str:
    """A line of a table made as narrow as that, if taking from its widest gap does it."""
    gap = max(re.findall(" +", line.strip()), key=len, default="")
    much = min(len(line) - width, len(gap) - 2)
    return (
        line[: len(line) - len(line.lstrip())] + line.strip().replace(gap, gap[much:], 1)
        if much > 0
        else line
    )


def label_of(piece: Placed) -> str:
    """The piece as it is written: its code, with count and side; `??` if nobody here knows it."""
    if not piece.up:
        return f"({piece.code})" if piece.code else HIDDEN
    count = f"{piece.count}×" if piece.count > 1 else ""
    side = f"/{piece.side}" if piece.side else ""
    return f"{count}{piece.code}{side}"
