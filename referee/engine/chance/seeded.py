"""Chance that can be repeated and checked: our own generator on HMAC-SHA-256, version 1.

The same seed gives the same rolls, shuffles and set-ups on every machine and in every release;
`docs/randomness.md` defines the algorithm. If a number it gives ever changes, `VERSION` must be raised.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import string
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from components.errors import UsageError

T = TypeVar("T")

VERSION = 1

_WORD = 1 << 64
_LOWER = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)
_CONSONANTS = "bdfghjklmnprstvz"
_VOWELS = "aeiou"


class Chance:
    """One stream of random numbers, fixed by its seed and its label.

    Give every part of a game its own stream, `Chance(seed).stream("tiles")`. Then a draw added to one part
    never changes another.
    """

    def __init__(self, seed: str, label: str = "") -> None:
        """Raises `UsageError` for an empty seed."""
        self.seed = normal_seed(seed)
        self.label = label
        self._words = _words(self.seed, label)

    def stream(self, label: str) -> Chance:
        """The stream of that label from its beginning, however far this one has been read."""
        return Chance(self.seed, f"{self.label}/{label}" if self.label else label)

    def below(self, count: int) -> int:
        """A whole number from 0 to count − 1, all equally likely.

        Raises `ValueError` unless 1 ≤ count ≤ 2⁶⁴.
        """
        if not 1 <= count <= _WORD:
            raise ValueError(f"count is {count}")
        fair = _WORD - _WORD % count
        return next(word for word in self._words if word < fair) % count

    def die(self, sides: int) -> int:
        """A roll of one die with faces 1 to `sides`."""
        return self.below(sides) + 1

    def dice(self, count: int, sides: int) -> tuple[int, ...]:
        """A roll of several dice, in the order they were rolled."""
        return tuple(self.die(sides) for _ in range(count))

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, all equally likely. Raises `ValueError` if there is none."""
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items in random order: a Fisher–Yates shuffle from the last place down."""
        deck = list(items)
        for last in range(len(deck) - 1, 0, -1):
            other = self.below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return deck

    def first(self, items: Iterable[T], count: int) -> list[T]:
        """Draw that many items one after the other: the first of the items shuffled."""
        return self.shuffled(items)[:count]


def new_seed() -> str:
    """A new seed that is easy to read aloud, for what is shown at once: `lupa-seno-rimi-kato`.

    There are 80⁸ such seeds, a little more than 2⁵⁰.
    """
    return "-".join(_word() for _ in range(4))


def secret_seed() -> str:
    """A new seed that nobody can find by trying: eleven words. There are 80²² of them, more than 2¹³⁹."""
    return "-".join(_word() for _ in range(11))


def new_salt() -> str:
    """A new salt for a commitment: 32 hexadecimal digits, which are 128 bits."""
    return secrets.token_hex(16)


def joined(seed: str, words: Iterable[tuple[str, str]]) -> str:
    """The seed that a seed and the words of players make together.

    words  the name of each player with their words, in the order of the seats; without any, the seed stays
    """
    made = normal_seed(seed)
    for name, text in words:
        made = hmac.digest(made.encode(), f"starbox words 1:{name}:{text}".encode(), "sha256").hex()
    return made


def seed_or_new(seed: str | None, *, secret: bool = False) -> str:
    """The normalised seed, or a new one. Raises `UsageError` for an empty seed."""
    if seed is None:
        return secret_seed() if secret else new_seed()
    return normal_seed(seed)


def normal_seed(seed: str) -> str:
    """The normalised seed: no spaces at either end, A–Z as a–z. Raises `UsageError` if it is empty."""
    normal = seed.strip().translate(_LOWER)
    if not normal:
        raise UsageError("The seed is empty.", where="--seed", todo="Write any words, or leave --seed out.")
    return normal


def commitment(seed: str, salt: str = "", agreed: str = "") -> str:
    """The commitment to a seed, shown before a game so that nobody can swap it: 64 hexadecimal digits.

    salt    keeps the seed from being found by trying words; journals of format 1 have none
    agreed  the digest of what the players agreed on; journals of formats 1 and 2 bind the seed alone
    """
    if agreed:
        head = f"starbox commitment 3:{salt}:{agreed}"
    else:
        head = f"starbox commitment 2:{salt}" if salt else "starbox commitment 1"
    return hashlib.sha256(f"{head}:{normal_seed(seed)}".encode()).hexdigest()


def _words(seed: str, label: str) -> Iterator[int]:
    """The 64-bit words of a stream: four from each block, high byte first."""
    key = seed.encode()
    counter = 0
    while True:
        block = hmac.digest(key, f"starbox {VERSION}:{label}:{counter}".encode(), "sha256")
        for start in range(0, 32, 8):
            yield int.from_bytes(block[start : start + 8], "big")
        counter += 1


def _word() -> str:
    return "".join(secrets.choice(letters) for letters in (_CONSONANTS, _VOWELS) * 2)
