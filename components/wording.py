"""Words that every message shares, and how they reach a terminal."""

import re
from collections.abc import Iterable

# Control characters, line separators, halves of surrogate pairs, and characters that change the direction of
# the text around them.
_UNSAFE = "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
_UNSAFE_IN_LINES = _UNSAFE.replace("\x00-\x1f", "\x00-\x08\x0b-\x1f")
_LETTERS = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ı": "i"})


def counted(count: int, noun: str, plural: str = "") -> str:
    """A count with its noun: "1 card", "3 cards". Give an irregular plural: `counted(3, "die", "dice")`."""
    return f"{count} {noun if count == 1 else plural or noun + 's'}"


def listed(items: Iterable[str]) -> str:
    """The items as in a sentence: "Ann", "Ann and Bo", "Ann, Bo and Cy"."""
    *others, last = items
    return f"{', '.join(others)} and {last}" if others else last


def shortened(text: str, most: int) -> str:
    """The text, or as much of it as fits in that many characters with a "…" behind it."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def letters(column: int) -> str:
    """The name of a column of a spreadsheet, from 0: A to Z, AA …"""
    name = ""
    column += 1
    while column:
        column, digit = divmod(column - 1, 26)
        name = chr(65 + digit) + name
    return name


def plain_letters(text: str) -> str:
    """The text in small letters without accents, for names of folders and columns: "größe" is "grosse"."""
    import unicodedata

    parts = unicodedata.normalize("NFKD", text.lower().translate(_LETTERS))
    return "".join(part for part in parts if not unicodedata.combining(part))


def meant(text: str) -> str:
    """Mend a text whose UTF-8 was read as Windows-1252, such as "Ã©"; empty if it was not."""
    if text.isascii():
        return ""
    try:
        right = b"".join(map(_byte, text)).decode("utf-8")
    except UnicodeError:
        return ""
    return right if right != text else ""


def _byte(sign: str) -> bytes:
    """The byte of a character in Windows-1252; that of Latin 1 for the five it does not have."""
    return sign.encode("latin-1" if "\x80" <= sign < "\xa0" else "cp1252")


def visible(text: str) -> str:
    """A line of text in which nothing can command a terminal or turn the direction of what is read.

    Names, titles, codes and journals may come from strangers, so whatever is printed passes through here or
    through `visible_lines`. A character that is not safe is written as its escape: \\x1b, \\u202e.
    """
    return text if text.isprintable() else re.sub(_UNSAFE, _escape, text)


def visible_lines(text: str) -> str:
    """The same for text of several lines: its newlines and tabs stay."""
    return text if text.replace("\n", "").isprintable() else re.sub(_UNSAFE_IN_LINES, _escape, text)


def masked(text: str) -> str:
    """The text with a "?" in place of each character that `visible` would escape: it gets no longer."""
    return re.sub(_UNSAFE, "?", text)


def stray(text: str, allowed: str = "") -> str:
    """The first character that could disturb a terminal, such as "U+001B"; empty if there is none."""
    found = (sign for sign in re.findall(_UNSAFE, text) if sign not in allowed)
    return next((f"U+{ord(sign):04X}" for sign in found), "")


def _escape(found: re.Match[str]) -> str:
    number = ord(found[0])
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}"
