"""Places where words may be divided, by the patterns of their language."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from components import extras
from components.errors import TemplateError, UsageError, did_you_mean

_LEAST = 5  # letters of a word that is divided


class Hyphens:
    """The divisions of one language."""

    def __init__(self, patterns: Any, language: str) -> None:
        self._patterns = patterns
        self._german = language.startswith("de")

    def parts(self, word: str) -> Iterator[tuple[str, str]]:
        """The ways to divide a word in two, the longest beginning first. A hyphen in it divides it too."""
        if len(word) < _LEAST:
            return
        letters = word.partition("\u00a0")[0]  # French puts a space before its marks
        places = [place for place in self._patterns.positions(letters) if word[place - 1] not in "-–"]
        if self._german:  # its patterns divide compound words such as "Sprungs-chaden" within a "sch"
            places = [place - (word[place - 1 : place + 2] == "sch") for place in places]
        for place in reversed(places):
            if word[:place].strip("\"'“„«(").isalpha() or "-" in word[:place]:
                yield word[:place], word[place:]


@cache
def is_divided(language: str) -> bool:
    """Tell whether words of that language are divided with hyphens, as far as is known."""
    try:
        hyphens_of(language)
    except TemplateError:
        return False
    return True


@cache
def hyphens_of(language: str) -> Hyphens:
    """The divisions of a language, "en" or "de_CH". Raises `TemplateError` for an unknown one."""
    try:
        import pyphen
    except ImportError:
        raise UsageError("Dividing words needs another package.", todo=extras.todo("design")) from None
    code = language.replace("-", "_")
    known = [name for name in pyphen.LANGUAGES if len(name) < 8]
    found = code if code in known else pyphen.language_fallback(code)
    if not found:
        more = f" {extras.ELSEWHERE}" if extras.IN_A_BROWSER else ""  # it has fewer languages
        raise TemplateError(f'There are no hyphens for "{language}".', todo=did_you_mean(code, known) + more)
    return Hyphens(pyphen.Pyphen(lang=found), code)
