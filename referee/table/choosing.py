"""Choosing one of many moves by their words: what is typed narrows the list, long lists go word by word.

It knows moves as the texts they are typed as, and no game and no screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

FEW = 12  # moves that are listed whole; of more, their next words are


class Choice(NamedTuple):
    """A line of the list.

    text   a whole move or, if `whole` is False, the words that several begin with; it ends with a comma
           where that is the beginning of a word
    stands_for  how many moves
    """

    text: str
    whole: bool
    stands_for: int


def choices(
    moves: Iterable[str], typed: str = "", few: int = FEW, most: int | None = None
) -> tuple[Choice, ...]:
    """The moves that go with what is typed, in their order; if they are more than a few, their next words.

    Of these, words of letters come before places and codes, and longer forms of a move that is listed
    after all. Places such as "12,3" are listed by what stands before the comma if there are more than
    `most` lines, which are `few` unless said.

    Each word typed stands for a word that begins so, whatever its case; hyphens and dots of a code may
    be missing: "r25" is "R2-5". The words are those a move begins with or, if no move does, words
    anywhere in it, in their order. A space behind a word ends it: "buy 1 " is not "buy 10".
    """
    found = matching(moves, typed)
    if len(found) <= few:
        return tuple(Choice(move, True, 1) for move in found)
    split = [tuple(move.split()) for move in found]
    common = _common(split)
    groups: dict[str, list[str]] = {}
    for move, words in zip(found, split, strict=True):
        groups.setdefault(" ".join(words[: common + 1]), []).append(move)
    if len(groups) > (few if most is None else most):
        groups = _by_column(groups)
    listed: list[tuple[int, Choice]] = []
    for start, members in groups.items():
        # A move may be the beginning of others: then it is a line of its own. So is what stands alone.
        longer = [move for move in members if move != start]
        alone = members if len(longer) == 1 else [move for move in members if move == start]
        last = start.rpartition(" ")[2]
        rank = 0 if last.isalpha() and last.islower() else 1
        listed += [(rank, Choice(move, True, 1)) for move in alone]
        if len(longer) > 1:
            listed.append((2 if start in members else rank, Choice(start, False, len(longer))))
    return tuple(choice for _, choice in sorted(listed, key=lambda item: item[0]))


def _by_column(groups: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """What lies in one column in one group, that begins with what stands before the comma."""
    found: dict[str, list[str]] = {}
    for start, members in groups.items():
        column, comma, _ = start.rpartition(",")
        found.setdefault(f"{column}," if comma else start, []).extend(members)
    return found


def next_words(texts: Sequence[str]) -> list[str]:
    """Of each of these lines the word in which they first differ; empty where it has ended."""
    split = [tuple(text.split()) for text in texts]
    place = min(_common(split), *(len(words) - 1 for words in split)) if len(split) == 1 else _common(split)
    return [words[place] if place < len(words) else "" for words in split]


def completed(moves: Iterable[str], typed: str) -> str:
    """The words that all moves begin with which begin with what is typed; empty if there is no such move."""
    wanted = [_plain(word) for word in typed.split()]
    if not wanted:
        return ""
    ended = typed[-1:].isspace()
    found = [tuple(move.split()) for move in moves if _begins(_words(move), wanted, ended)]
    return " ".join(found[0][: _common(found)]) if found else ""


def matching(moves: Iterable[str], typed: str) -> list[str]:
    """The moves that go with what is typed, see `choices`."""
    wanted = [_plain(word) for word in typed.split()]
    moves = list(moves)
    if not wanted:
        return moves
    ended = typed[-1:].isspace()
    return [move for move in moves if _begins(_words(move), wanted, ended)] or [
        move for move in moves if _holds(_words(move), wanted, ended)
    ]


def _begins(words: Sequence[str], wanted: Sequence[str], ended: bool) -> bool:
    """Whether the move begins with those words; the last of them may go on unless it is ended."""
    if len(wanted) > len(words):
        return False
    last = len(wanted) - 1
    return list(words[:last]) == list(wanted[:last]) and _fits(words[last], wanted[last], ended)


def _holds(words: Sequence[str], wanted: Sequence[str], ended: bool) -> bool:
    """Whether the words are in the move, one behind the other."""
    place = 0
    for number, word in enumerate(wanted, 1):
        exact = ended and number == len(wanted)
        while place < len(words) and not _fits(words[place], word, exact):
            place += 1
        if place == len(words):
            return False
        place += 1
    return True


def _fits(word: str, wanted: str, exact: bool) -> bool:
    return word == wanted if exact else word.startswith(wanted)


@lru_cache(4096)
def _words(move: str) -> tuple[str, ...]:
    return tuple(_plain(word) for word in move.split())


def _plain(word: str) -> str:
    """As it is compared: small, and a code without its hyphens and dots; a number keeps its sign."""
    small = word.casefold()
    return small.replace("-", "").replace(".", "") if small[:1].isalpha() else small


def _common(split: Sequence[tuple[str, ...]]) -> int:
    """How many words all of them begin with."""
    count = 0
    for words in zip(*split, strict=False):
        if len(set(words)) > 1:
            break
        count += 1
    return count
