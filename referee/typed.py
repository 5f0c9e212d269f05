"""What people type at a table, whatever the game: a verb and what stands behind it, numbers, players.

Every function raises `UsageError` for what it cannot read, naming `where`: the text that was typed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from components.errors import UsageError, did_you_mean

R = TypeVar("R")

_LONGEST_NUMBER = 3  # figures


def read_verb(text: str, readers: Mapping[str, R], what: str = "move") -> tuple[R, str]:
    """What `readers` has for the first word of the text, and the text behind that word.

    what  what the verbs stand for
    """
    verb, _, rest = text.strip().partition(" ")
    if verb.lower() not in readers:
        raise UsageError(f'There is no {what} "{verb}".', where=f'"{text}"', todo=did_you_mean(verb, readers))
    return readers[verb.lower()], rest.strip()


def alone(value: R) -> Callable[..., R]:
    """A reader for a verb that stands alone. Its last two arguments are the text behind it, and where."""

    def read(*arguments: object) -> R:
        refuse_more(str(arguments[-2]), str(arguments[-1]))
        return value

    return read


def refuse_more(rest: str, where: str) -> None:
    """For a verb that stands alone."""
    if rest:
        raise UsageError(f'"{rest}" is too much.', where=where, todo="Write the word alone.")


def read_number(word: str, where: str, todo: str = "Write a whole number.") -> int:
    """A whole number of at most three figures."""
    if not (word.isascii() and word.isdigit() and len(word) <= _LONGEST_NUMBER):
        raise UsageError(f'"{word}" is no number.', where=where, todo=todo)
    return int(word)


def read_seat(name: str, names: Sequence[str], where: str) -> int:
    """The seat of that player; capitals do not matter, unless two names differ in nothing else."""
    if name in names:
        return names.index(name)
    for seat, known in enumerate(names):
        if known.casefold() == name.casefold():
            return seat
    raise UsageError(f'"{name}" does not play.', where=where, todo=did_you_mean(name, names))


def behind_verb(verb: str, text: str) -> str:
    """The text of an outcome behind its verb, which may be left out; never empty."""
    first, _, rest = text.strip().partition(" ")
    behind = rest.strip() if first.lower() == verb else text.strip()
    if not behind:
        raise UsageError("Nothing is said.", where=f'"{text}"', todo=f"Write {verb} and what it showed.")
    return behind


def words_behind_verb(verb: str, text: str) -> list[str]:
    """The words of an outcome behind its verb, with spaces or commas between them; at least one."""
    words = behind_verb(verb, text).replace(",", " ").split()
    if not words:
        raise UsageError("Nothing is said.", where=f'"{text}"', todo=f"Write {verb} and what it showed.")
    return words
