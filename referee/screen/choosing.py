"""Choosing one of many moves by words: typing narrows the list, and long lists go word by word.

Moves are only texts here; this module knows no game and no screen.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

FEW = 12  # moves that are listed whole; if there are more, their next words are
PAGE = 9  # lines of a list that have a digit at one time

ENTER = "The suggested move stands first, and Enter makes it."

_BEST = 3  # moves that make sense and are listed whole above the next words of all
_NUMBER = re.compile(r"-?\d+")
_NO_SENSES: Mapping[str, int] = MappingProxyType({})


class Choice(NamedTuple):
    """A line of the list.

    text        a whole move or, if `whole` is False, the words that several moves begin with; ends with a
                comma if the last word is incomplete
    stands_for  the number of moves
    """

    text: str
    whole: bool
    stands_for: int


def choices(
    moves: Iterable[str],
    typed: str = "",
    few: int = FEW,
    most: int | None = None,
    senses: Mapping[str, int] = _NO_SENSES,
) -> tuple[Choice, ...]:
    """The moves that match what is typed, in order; if there are more than a few, their next words.

    senses  how sensible a move is, 0 where it is not said. A move with a higher number comes first, and the
            best above 0 are listed whole before any next words

    Next words made of letters come before places and codes; the longer forms of a listed move come last.
    If there are more than `most` lines (by default `few`), places such as "12,3" are grouped by the part
    before the comma.

    A typed word matches any word that begins with it, whatever the case, and the hyphens and dots of a
    code may be left out: "r25" is "R2-5". The typed words are the first words of a move or, if no move
    begins with them, words anywhere in it, in the same order. A space after a word ends it: "buy 1 " does
    not match "buy 10".
    """
    found = sorted(matching(moves, typed), key=lambda move: -senses.get(move, 0))
    if len(found) <= few:
        return tuple(Choice(move, True, 1) for move in found)
    best = [move for move in found[:_BEST] if senses.get(move, 0) > 0]
    split = [tuple(move.split()) for move in found]
    common = _common(split)
    groups: dict[str, list[str]] = {}
    for move, words in zip(found, split, strict=True):
        groups.setdefault(" ".join(words[: common + 1]), []).append(move)
    if len(groups) > (few if most is None else most):
        groups = _by_column(groups)
    listed: list[tuple[tuple[int, int], Choice]] = []
    for start, members in groups.items():
        # A move that others begin with is a line of its own. So is a move that no other begins with.
        longer = [move for move in members if move != start]
        alone = members if len(longer) == 1 else [move for move in members if move == start]
        last = start.rpartition(" ")[2]
        sense = -max((senses.get(move, 0) for move in members if move not in best), default=0)
        rank = 0 if last.isalpha() and last.islower() else 1
        listed += [((sense, rank), Choice(move, True, 1)) for move in alone if move not in best]
        if len(longer) > 1:
            last_rank = 2 if start in members else rank
            listed.append(((sense, last_rank), Choice(start, False, len(longer))))
    in_order = [choice for _, choice in sorted(listed, key=lambda item: item[0])]
    return (*(Choice(move, True, 1) for move in best), *in_order)


def _by_column(groups: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """One group for each column of a map: the part of a place before the comma."""
    found: dict[str, list[str]] = {}
    for start, members in groups.items():
        column, comma, _ = start.rpartition(",")
        found.setdefault(f"{column}," if comma else start, []).extend(members)
    return found


def next_words(texts: Sequence[str]) -> list[str]:
    """The word of each line in which the lines first differ; empty for a line that has ended."""
    split = [tuple(text.split()) for text in texts]
    place = min(_common(split), *(len(words) - 1 for words in split)) if len(split) == 1 else _common(split)
    return [words[place] if place < len(words) else "" for words in split]


def digits(texts: Sequence[str], first: int = 0) -> list[str]:
    """The digit that picks each line of a list; empty for a line that has none.

    Where the lines differ by a number of one digit, that number picks. Where they differ by longer numbers,
    no digit picks, because the numbers are typed. Otherwise nine lines from `first` on are counted.
    """
    words = next_words(texts)
    stems = {word[: word.rfind(",") + 1] for word in words}
    ends = [word[word.rfind(",") + 1 :] for word in words] if len(stems) == 1 else words
    if len(set(ends)) == len(ends) and all(end.isdecimal() and len(end) == 1 for end in ends):
        return ends
    if any(_NUMBER.fullmatch(word) for word in words):
        return [""] * len(words)
    return [str(place - first + 1) if 0 <= place - first < PAGE else "" for place in range(len(words))]


def shared(moves: Iterable[str]) -> str:
    """The words that all moves begin with."""
    split = [tuple(move.split()) for move in moves]
    return " ".join(split[0][: _common(split)]) if split else ""


def completed(moves: Iterable[str], typed: str) -> str:
    """The words shared by all moves that begin with what is typed; empty if there is no such move."""
    wanted = [_plain(word) for word in typed.split()]
    if not wanted:
        return ""
    ended = typed[-1:].isspace()
    found = [tuple(move.split()) for move in moves if _begins(_words(move), wanted, ended)]
    return " ".join(found[0][: _common(found)]) if found else ""


def matching(moves: Iterable[str], typed: str) -> list[str]:
    """The moves that match what is typed, see `choices`."""
    wanted = [_plain(word) for word in typed.split()]
    moves = list(moves)
    if not wanted:
        return moves
    ended = typed[-1:].isspace()
    return [move for move in moves if _begins(_words(move), wanted, ended)] or [
        move for move in moves if _holds(_words(move), wanted, ended)
    ]


def _begins(words: Sequence[str], wanted: Sequence[str], ended: bool) -> bool:
    """Tell whether the move begins with those words; the last one may be incomplete unless it was ended."""
    if len(wanted) > len(words):
        return False
    last = len(wanted) - 1
    return list(words[:last]) == list(wanted[:last]) and _fits(words[last], wanted[last], ended)


def _holds(words: Sequence[str], wanted: Sequence[str], ended: bool) -> bool:
    """Tell whether the words are in the move, in this order."""
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
    """The word in lower case, a code without hyphens and dots; a number keeps its sign."""
    small = word.casefold()
    return small.replace("-", "").replace(".", "") if small[:1].isalpha() else small


def _common(split: Sequence[tuple[str, ...]]) -> int:
    """The number of words that all of them begin with."""
    count = 0
    for words in zip(*split, strict=False):
        if len(set(words)) > 1:
            break
        count += 1
    return count
