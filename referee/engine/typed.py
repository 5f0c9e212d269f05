"""Readers of what people type at a table, whatever the game: numbers, players, and the text after a verb.

Every function raises `UsageError` for text it cannot read, naming `where`: the text that was typed.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from components.errors import UsageError, did_you_mean

_LONGEST_NUMBER = 3  # digits


def read_number(word: str, where: str, todo: str = "Write a whole number up to 999.") -> int:
    """A whole number of at most three digits."""
    if not (word.isascii() and word.isdigit() and len(word) <= _LONGEST_NUMBER):
        raise UsageError(f'"{word}" is not a number.', where=where, todo=todo)
    return int(word)


def read_seat(name: str, names: Sequence[str], where: str) -> int:
    """The seat of that player; capitals do not matter, unless two names differ in nothing else."""
    if name in names:
        return names.index(name)
    for seat, known in enumerate(names):
        if known.casefold() == name.casefold():
            return seat
    raise UsageError(f'"{name}" does not play.', where=where, todo=did_you_mean(name, names))


def check_copies(pieces: Iterable[Any], where: str) -> None:
    """Refuse more pieces of one face than the box has. Each knows how many there are."""
    for piece, count in Counter(pieces).items():
        if count > piece.copies:
            todo = f"The box has {piece.copies} {piece.code}."
            raise UsageError(f"{piece.code} is given {count} times.", where=where, todo=todo)


def after_verb(verb: str, text: str) -> str:
    """The text of an outcome after its verb, which may be left out; never empty."""
    first, _, rest = text.strip().partition(" ")
    behind = rest.strip() if first.lower() == verb else text.strip()
    if not behind:
        raise _nothing(verb, text)
    return behind


def words_after_verb(verb: str, text: str) -> list[str]:
    """The words of an outcome after its verb, with spaces or commas between them; at least one."""
    words = after_verb(verb, text).replace(",", " ").split()
    if not words:
        raise _nothing(verb, text)
    return words


def _nothing(verb: str, text: str) -> UsageError:
    return UsageError("The result is missing.", where=f'"{text}"', todo=f"Write {verb} and the result.")
