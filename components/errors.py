"""The errors a person can cause.

One small family, raised anywhere, caught once in each command line, and printed as one short
paragraph: what is wrong, where it is, and what to do about it.
"""

import difflib
from collections.abc import Iterable

from components.wording import visible_lines


class StarboxError(Exception):
    """Something a person can put right.

    what   one sentence: what is wrong
    where  the file and line, the key, the piece or the argument it is wrong in
    todo   one sentence: what to do
    """

    def __init__(self, what: str, *, where: str = "", todo: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.where = where
        self.todo = todo

    def __str__(self) -> str:
        """The paragraph as it may be printed: names in it may come from strangers."""
        head = f"{self.where}: {self.what}" if self.where else self.what
        return visible_lines(self._joined(f"{head} {self.todo}".strip()))

    def _joined(self, text: str) -> str:
        """One paragraph, so that a name with a newline cannot pass for a message of its own."""
        return " ".join(text.splitlines())

    def __reduce__(self) -> tuple[object, ...]:
        """Errors travel between processes; keyword arguments do not, unless told how."""
        return (_rebuild, (type(self), self.what, self.where, self.todo))


class DataError(StarboxError):
    """A file of a game says something it may not."""


class TemplateError(StarboxError):
    """A face template or symbol is broken, or uses something the printer does not know."""


class FitError(StarboxError):
    """Texts that are too long for their boxes at the smallest size that may be printed, one on each line."""

    def _joined(self, text: str) -> str:
        return text


class PaperError(StarboxError):
    """A piece does not fit the paper, or there is no such paper."""


class OutputError(StarboxError):
    """A file cannot be written."""


class PartlyDone(OutputError):
    """Part of what was asked is done and stays; the rest cannot be written. The exit code is 3."""


class TakenError(OutputError):
    """A file that was to be new exists already."""


class UsageError(StarboxError):
    """A command was called with something that does not exist."""


_LISTED = 24  # names in a list: all keys of a table; a message stays a short paragraph


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """'Did you mean "x"?' for a near miss; otherwise the known words, or the first of them."""
    names = sorted(set(known))
    if best := nearest(word, names):
        return f'Did you mean "{best}"?'
    listed = ", ".join(names[:_LISTED])
    more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    return f"Known: {listed}{more}." if names else ""


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the known word that was probably meant; none, an empty text, if no word is near."""
    names = sorted(set(known))
    close = difflib.get_close_matches(word.lower(), [name.lower() for name in names], n=1, cutoff=0.6)
    return next((name for name in names if close and name.lower() == close[0]), "")


def _rebuild(kind: type[StarboxError], what: str, where: str, todo: str) -> StarboxError:
    return kind(what, where=where, todo=todo)
