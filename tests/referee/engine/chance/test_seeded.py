"""The generator does what docs/randomness.md says, to the last bit."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.errors import UsageError
from referee.engine.chance.seeded import (
    Chance,
    commitment,
    joined,
    new_salt,
    new_seed,
    normal_seed,
    secret_seed,
    seed_or_new,
)

PAGE = (Path(__file__).parents[4] / "docs" / "randomness.md").read_text(encoding="utf-8")


def published(what: str) -> str:
    """The result the page's table gives for `what`."""
    row = next(line for line in PAGE.splitlines() if line.startswith(f"| {what} |"))
    return row.split("|")[2].strip(" `")


def words(seed: str, label: str, count: int) -> list[int]:
    """The words of a stream, implemented again from the section "Streams"."""
    blocks = b"".join(
        hmac.new(seed.encode(), f"starbox 1:{label}:{i}".encode(), hashlib.sha256).digest()
        for i in range(count // 4 + 1)
    )
    return [int.from_bytes(blocks[8 * i : 8 * i + 8], "big") for i in range(count)]


def test_values_to_check_against() -> None:
    """Section "Values to check against": the page, and so every release, gives the same."""
    first = hmac.new(b"kiwi", b"starbox 1::0", hashlib.sha256).hexdigest()
    assert first == published("block 0 of seed `kiwi`, empty label")
    dice = "ten dice with 6 sides, seed `kiwi`,"
    assert " ".join(map(str, Chance("kiwi").dice(10, 6))) == published(f"{dice} empty label")
    assert " ".join(map(str, Chance("kiwi", "tiles").dice(10, 6))) == published(f"{dice} label `tiles`")
    shuffled = Chance("kiwi").stream("tiles").stream("a").shuffled(range(8))
    assert " ".join(map(str, shuffled)) == published("items 0 to 7 shuffled, seed `kiwi`, label `tiles/a`")
    assert commitment("kiwi") == published("commitment of seed `kiwi`, format 1")
    salt = "0f" * 16
    assert commitment("kiwi", salt) == published(f"commitment of seed `kiwi`, salt `{salt}`, format 2")
    told = f"commitment of seed `kiwi`, salt `{salt}`, agreed `00…00` (64 digits)"
    assert commitment("kiwi", salt, "0" * 64) == published(told)
    words = (("Ann", "green tomatoes"), ("Bo", "soup"))
    what = "seed `kiwi` with `green tomatoes` of Ann and `soup` of Bo"
    assert joined("kiwi", words) == published(what)


@given(st.text(min_size=1).filter(str.strip), st.text(), st.integers(1, 1 << 64))
def test_numbers(seed: str, label: str, count: int) -> None:
    """Section "Numbers": words at or above the largest multiple are left out."""
    stream = Chance(seed, label)
    drawn = [stream.below(count) for _ in range(5)]
    fair = (1 << 64) // count * count
    kept = [word % count for word in words(normal_seed(seed), label, 400) if word < fair]
    assert drawn == kept[:5]


def test_words_are_rejected_when_the_count_asks_for_it() -> None:
    """Section "Numbers", step 2: with n just above 2⁶³ nearly half of the words are skipped."""
    count = (1 << 63) + 1
    source = words("kiwi", "", 200)
    stream = Chance("kiwi")
    drawn = [stream.below(count) for _ in range(50)]
    assert any(word >= count for word in source[:50])
    assert drawn == [word for word in source if word < count][:50]


@pytest.mark.parametrize("count", [0, -1, (1 << 64) + 1])
def test_numbers_have_a_range(count: int) -> None:
    """Section "Numbers": n is 1 to 2⁶⁴."""
    with pytest.raises(ValueError, match="count"):
        Chance("kiwi").below(count)


def test_a_choice_needs_items() -> None:
    """Section "Numbers": an empty list has nothing to draw."""
    with pytest.raises(ValueError, match="count"):
        Chance("kiwi").choice(())


def test_shuffles_are_fair() -> None:
    """Section "Shuffles": every order of four items comes up about equally often."""
    stream = Chance("fair")
    counts = Counter(tuple(stream.shuffled("abcd")) for _ in range(24_000))
    assert set(counts) == set(permutations("abcd"))
    chi_square = sum((count - 1000) ** 2 / 1000 for count in counts.values())
    assert chi_square < 49.7  # 23 degrees of freedom, one in a thousand


@given(st.lists(st.integers()))
def test_shuffles_keep_every_item(items: list[int]) -> None:
    """Section "Shuffles"."""
    assert sorted(Chance("kiwi").shuffled(items)) == sorted(items)


def test_streams_do_not_touch_each_other() -> None:
    """Section "Streams": a draw from one stream never changes another."""
    game = Chance("kiwi")
    before = game.stream("tiles").dice(20, 6)
    game.dice(7, 6)
    game.stream("cards").dice(3, 6)
    assert game.stream("tiles").dice(20, 6) == before
    assert game.stream("cards").dice(20, 6) != before


def test_what_counts_in_a_seed() -> None:
    """Section "Seeds"."""
    assert Chance(" Kiwi ").dice(9, 6) == Chance("kiwi").dice(9, 6)
    assert Chance("ki wi").dice(9, 6) != Chance("kiwi").dice(9, 6)
    assert commitment("KIWI") == commitment("kiwi")
    assert seed_or_new("KIWI") == "kiwi"
    for empty in ("", "  "):
        with pytest.raises(UsageError, match="seed is empty"):
            Chance(empty)


def test_new_seeds_can_be_read_aloud() -> None:
    """Section "Seeds": words of four letters, four for what is shown at once, never the same."""
    seeds = {seed_or_new(None) for _ in range(50)} | {new_seed() for _ in range(50)}
    assert len(seeds) == 100
    word = "[bdfghjklmnprstvz][aeiou]" * 2
    assert all(re.fullmatch(rf"{word}(-{word}){{3}}", seed) for seed in seeds)
    assert 80**8 > 2**50


def test_secret_seeds_cannot_be_found_by_trying() -> None:
    """Section "Seeds": a game's own seed has eleven words, 128 bits or more."""
    seeds = {secret_seed() for _ in range(50)} | {seed_or_new(None, secret=True) for _ in range(50)}
    assert len(seeds) == 100
    word = "[bdfghjklmnprstvz][aeiou]" * 2
    assert all(re.fullmatch(rf"{word}(-{word}){{10}}", seed) for seed in seeds)
    assert 80**22 > 2**139


def test_a_commitment_is_another_for_every_seed_and_salt() -> None:
    """Section "Commitment": SHA-256 of the seed with its heading, and its salt if it has one."""
    assert commitment("a") != commitment("b")
    assert commitment("a") == hashlib.sha256(b"starbox commitment 1:a").hexdigest()
    assert commitment("a", "x", "y") == hashlib.sha256(b"starbox commitment 3:x:y:a").hexdigest()
    assert commitment("A ", "x") == hashlib.sha256(b"starbox commitment 2:x:a").hexdigest()
    salts = {new_salt() for _ in range(50)}
    assert all(re.fullmatch("[0-9a-f]{32}", salt) for salt in salts)
    assert len({commitment("a", salt) for salt in salts}) == 50


def test_words_make_another_seed() -> None:
    """Section "Words of the players": each name and each word counts, and so does the order of the seats."""
    assert joined(" Kiwi", ()) == "kiwi"
    ways = (
        (("Ann", "a"), ("Bo", "b")),
        (("Ann", "b"), ("Bo", "a")),
        (("Bo", "b"), ("Ann", "a")),
        (("Ann", "A"), ("Bo", "b")),
        (("Ann", "a"),),
    )
    made = {joined("kiwi", way) for way in ways}
    assert len(made) == len(ways)
    assert all(re.fullmatch("[0-9a-f]{64}", seed) for seed in made)


def test_a_word_of_the_unfair_rest_is_passed_over() -> None:
    """The last four of 2⁶⁴ words would make the first four of six numbers likelier."""
    for rest in (2**64 - 1, 2**64 - 4):
        chance = Chance("kiwi")
        chance._words = iter([rest, 2**64 - 5])
        assert chance.below(6) == 5


def test_the_first_are_the_first_of_all_shuffled() -> None:
    assert Chance("kiwi").first("abcdef", 3) == Chance("kiwi").shuffled("abcdef")[:3]
