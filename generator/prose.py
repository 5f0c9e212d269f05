"""The small Markdown of rules.md as platypus wants it: paragraphs, lists, tables, mark-up in the line."""

from __future__ import annotations

import re
from xml.etree import ElementTree
from xml.sax.saxutils import escape

from components.errors import DataError
from components.rules import Rules
from generator.fonts import Font


def check(rules: Rules, font: Font, file: str) -> None:
    """Raises `DataError` for what platypus would print as an empty box, or break off at."""
    texts = {"introduction": rules.introduction}
    for section in rules.sections:
        texts[f'section "{section.title}"'] = f"{section.title} {section.prose}"
        texts |= {f"rule {rule.number}": rule.text for rule in section.rules}
    for place, text in texts.items():
        where = f"{file}, {place}"
        if character := font.lacks(text):
            what = f'The font {font.family} has no "{character}".'
            raise DataError(what, where=where, todo="Write it with other characters.")
        try:
            ElementTree.fromstring(f"<p>{marked_up(text)}</p>")
        except ElementTree.ParseError:
            what = "Bold and italic overlap."
            raise DataError(
                what, where=where, todo="Close the inner one first: **bold *both* bold**."
            ) from None


def chunks(text: str) -> list[str]:
    """Paragraphs, lists and tables, in order; a list or table need not stand after an empty line."""
    found: list[list[str]] = []
    kind = ""
    for line in text.splitlines():
        stripped = line.strip()
        now = "table" if stripped.startswith("|") else "list" if stripped.startswith("- ") else "text"
        if not stripped:
            kind = ""
            continue
        goes_on = now == kind or (kind == "list" and now == "text" and line.startswith(" "))
        if goes_on and found:
            found[-1].append(stripped)
        else:
            found.append([stripped])
            kind = now
    return ["\n".join(chunk) for chunk in found]


def marked_up(text: str) -> str:
    """The Markdown of a paragraph as platypus' mark-up."""
    marked = escape(" ".join(text.split())).replace(" °", "°")
    # Code comes first: an asterisk in it, as the face of a die, is no emphasis.
    marked = re.sub(r"`([^`]+)`", lambda code: f"<b>{code[1].replace('*', '&#42;')}</b>", marked)
    marked = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", marked)
    return re.sub(r"(?<!\*)\*([^*\s][^*]*?)\*(?!\*)", r"<i>\1</i>", marked)
