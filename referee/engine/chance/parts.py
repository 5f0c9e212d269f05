"""A result of dice and cards that is typed part by part: what was typed so far, and what comes next."""

from typing import Any, NamedTuple

from components.errors import UsageError
from referee.engine.chance.outcomes import Outcomes

_VERBS = ("draw", "roll")


class Progress(NamedTuple):
    """A result as far as it was typed.

    words   the typed words, without `draw` or `roll`
    parts   the names of all parts, see `Outcomes.parts`; empty where the words are not the parts
    fitting how many of the first words an outcome may begin with
    reason  why the next word does not fit; empty if all of them do
    """

    words: tuple[str, ...]
    parts: tuple[str, ...]
    fitting: int = 0
    reason: str = ""

    @property
    def next(self) -> str:
        """The name of the part that is typed next; empty if nothing is missing."""
        return self.parts[self.fitting] if self.fitting < len(self.parts) else ""

    @property
    def told(self) -> str:
        """For people: "2 of 21: T1 T4. Next: row 1, column 3."; empty if it is not typed in parts."""
        if len(self.parts) < 2 and not self.reason:
            return ""
        if self.reason:
            kept = f" Kept: {' '.join(self.words[: self.fitting])}." if self.fitting else ""
            name = self.next or self.words[self.fitting]
            return f"{name[:1].upper()}{name[1:]}: {self.reason}{kept}"
        following = f" Next: {self.next}." if self.next else ""
        typed = f": {' '.join(self.words)}" if self.words else ""
        return f"{self.fitting} of {len(self.parts)}{typed}.{following}"


def progress(outcomes: Outcomes[Any], text: str) -> Progress:
    """Tell how far the result of that text is."""
    words = _words(text)
    parts = outcomes.parts(words)
    if not parts:
        return Progress(words, parts)
    # Nearly always all words fit; only otherwise is it worth looking for the first that does not.
    if not _misfit(outcomes, words):
        return Progress(words, parts, len(words))
    bad = next(count for count in range(1, len(words) + 1) if _misfit(outcomes, words[:count]))
    return Progress(words, outcomes.parts(words[: bad - 1]), bad - 1, _misfit(outcomes, words[:bad]))


def keys(outcomes: Outcomes[Any], words: tuple[str, ...]) -> dict[str, str]:
    """The words that may come next, each with the reason why it cannot; the reason is empty if it can.

    Empty where the words are not the parts. Of pieces they are the codes, of dice the faces.
    """
    every: Any = getattr(outcomes, "faces", None) or [
        piece.code for pool in ("pool", "more") for piece in getattr(outcomes, pool, ())
    ]
    parts = outcomes.parts(words)
    full = "" if len(words) < len(parts) else "All of them are there."
    return {word: full or _misfit(outcomes, (*words, word)) for word in dict.fromkeys(every)} if parts else {}


class Gathering:
    """A result that is typed in several lines, such as one card a line."""

    def __init__(self) -> None:
        self.words: tuple[str, ...] = ()

    def add(self, outcomes: Outcomes[Any], text: str) -> Progress:
        """Add what was typed, and keep the words that fit."""
        found = progress(outcomes, " ".join((*self.words, *_words(text))))
        self.words = found.words[: found.fitting]
        return found

    def back(self) -> None:
        """Take back the last word."""
        self.words = self.words[:-1]


def _words(text: str) -> tuple[str, ...]:
    words = tuple(text.replace(",", " ").split())
    return words[1:] if words and words[0].lower() in _VERBS else words


def _misfit(outcomes: Outcomes[Any], words: tuple[str, ...]) -> str:
    if not words:
        return ""
    try:
        return outcomes.misfit(outcomes.read(" ".join(words)))
    except UsageError as problem:
        return f"{problem.what} {problem.todo}".strip()
