"""The one table of what a character means on paper: how it is drawn, where lines end, and who can set it.

Fonts hold letters, but no two hold the same spaces. So every space is drawn as the ordinary one or as the one
that keeps a line together, and characters that draw nothing take no room.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Final

from components import extras
from components.errors import TemplateError, UsageError

_KEPT: Final = "\u00a0"  # a space at which no line ends
_PLACES: Final = "\u200b\u00ad"  # a line may end there: between words without a space, and at a hyphen
_ENDS = "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"  # ends of lines
_UNSEEN = "\u034f\u061c\u180e\u2060\u2061\u2062\u2063\u2064\ufeff\u200c\u200d\u200e\u200f\ufe0e\ufe0f"
_TURNS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # they turn the direction of writing

# The character that each of these is drawn as; "" for nothing.
DRAWN_AS: Final = (
    dict.fromkeys((9, 10, 13, 5760, *range(8192, 8203), 8287, 12288), " ")
    | {ord(end): " " for end in _ENDS}
    | dict.fromkeys((160, 8199, 8239), _KEPT)
    | {ord(sign): "" for sign in _PLACES + _UNSEEN + _TURNS}
)
# Before text is set, lines stay lines, and where a word may be divided stays known.
_SET_AS = {ord("\t"): " ", **DRAWN_AS, 0x0A: "\n", **dict.fromkeys(map(ord, _ENDS), "\n")} | {
    ord(sign): sign for sign in _PLACES
}
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])'")
_JOINERS = {0x200C: "\u200c", 0x200D: "\u200d"}  # they change the letters beside them

_WITHOUT_SPACES = r"[\u2e80-\u9fff\ua000-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]"  # slow to compile
_IN_WORDS = r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]+"  # Thai, Lao, Burmese, Khmer
_LEFTWARDS = r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"
# Accents that stand apart, scripts of India and its neighbours, and those of the South-East of Asia.
_SHAPED = (
    r"[\u0300-\u036f\u0900-\u109f\u135d-\u135f\u1700-\u18af\u1900-\u1cff\u1dc0-\u1dff\u20d0-\u20ff\u2cef-\u2cf1"
    r"\ua800-\ua82f\ua840-\ua8ff\ua900-\uaaff\uabc0-\uabff\ufe20-\ufe2f\U00011000-\U00011fff]"
)
_NEVER_FIRST = "、。，．・：；？！）」』】〉》〕｝ー々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ％…‥)]}!?:;,."
_NEVER_LAST = "（「『【〈《〔｛([{"


def normal(text: str, where: str = "") -> str:
    """The text as it is set: accents on their letters, apostrophes and spaces of one kind.

    Raises `TemplateError` for a text that runs from right to left, which would be printed backwards.
    """
    text = typographic(text)
    if text.isascii() and text.isprintable():
        return text
    text = unicodedata.normalize("NFC", text)
    if found := re.search(_LEFTWARDS, text):
        shown = text if len(text) < 50 else f"{text[:47]}…"
        raise TemplateError(
            f'"{shown}" runs from right to left ({_script(found[0])}, U+{ord(found[0]):04X}), '
            "which cannot be printed.",
            where=where,
            todo="Leave the language out, or draw these words as a picture.",
        )
    return text.translate(_SET_AS | _JOINERS if is_shaped(text) else _SET_AS)


def drawn(text: str) -> str:
    """The text with the characters that are drawn."""
    text = typographic(text)
    if text.isascii() and text.isprintable():
        return text
    return text.translate(DRAWN_AS | _JOINERS if is_shaped(text) else DRAWN_AS)


def typographic(text: str) -> str:
    """The text with an apostrophe, not the mark for feet or minutes, after each letter that has one."""
    return _APOSTROPHE.sub("’", text) if "'" in text else text


@cache
def _pattern() -> re.Pattern[str]:
    return re.compile(_SHAPED)


def is_shaped(text: str) -> bool:
    """Tell whether letters of the text change with those beside them, or carry marks that a font places."""
    return not text.isascii() and bool(_pattern().search(text))


def joins(character: str) -> bool:
    """Tell whether it is set in the font of the character before: an accent, a vowel sign or a joiner."""
    return not character.isascii() and unicodedata.category(character) in ("Mn", "Mc", "Me", "Cf")


def named(character: str) -> str:
    """A character for people, by its number and its name in Unicode: U+2605 BLACK STAR."""
    return f"U+{ord(character):04X} {unicodedata.name(character, 'without a name')}"


def script_of(text: str) -> str:
    """The name of the script of the first letters that need shaping: Devanagari, Thai."""
    found = _pattern().search(text)
    return _script(found[0]) if found else ""


def _script(character: str) -> str:
    return unicodedata.name(character, "unknown").split()[0].title()


def breaks(word: str) -> Iterator[tuple[str, str]]:
    """The places where a line may end in a word that spaces do not divide, the last one first.

    Between characters of Chinese, Japanese and Korean, between words of Thai, Lao, Burmese and Khmer, where
    the text has a zero-width space, and with a hyphen at a soft one. Raises `UsageError` if words cannot be
    told apart.
    """
    if word.isascii():
        return
    inner = set(_word_ends(word))
    for place in range(len(word) - 1, 0, -1):
        before, after = word[place - 1], word[place]
        apart = re.match(_WITHOUT_SPACES, before) or re.match(_WITHOUT_SPACES, after)
        if place in inner or (apart and after not in _NEVER_FIRST and before not in _NEVER_LAST):
            yield word[:place], word[place:]
        elif before in _PLACES:
            yield word[: place - 1] + ("-" if before == "\u00ad" else ""), word[place:]


def _word_ends(text: str) -> Iterator[int]:
    """The places between words of scripts that put no spaces there."""
    for found in re.finditer(_IN_WORDS, text):
        if found.end() - found.start() < 2:
            continue
        try:
            from icu4py.breakers import LineBreaker
        except ImportError:
            if "\u200b" in text:
                return
            raise UsageError(
                f"{_script(found[0][0])} has no spaces between words; to tell them apart takes a package.",
                todo=f"{extras.todo('scripts')} Or put zero-width spaces (U+200B) between them.",
            ) from None
        yield from (found.start() + end for _, end in LineBreaker(found[0], "th").segments())
