"""Outcomes of chance: exact probabilities, picks that keep to them, typed results held to what can be."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

import icepool  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.errors import UsageError
from referee.engine.chance.outcomes import Draw, Drawn, Listed, Quick, Roll, Rolled, Wanted
from referee.engine.chance.seeded import Chance
from referee.engine.chance.starters import starters

FACES = ("1", "2", "2", "3", "4", "*")


@dataclass(frozen=True)
class Card:
    code: str


A, B, C, BACK = Card("A"), Card("B"), Card("C"), Card("??")


@given(st.lists(st.sampled_from([A, B, C]), min_size=1, max_size=6), st.data())
def test_draws_are_exact(pool: list[Card], data: st.DataObject) -> None:
    """All orders together are certain, and each is as likely as its places in a shuffled pool."""
    draw = Draw("x", pool, data.draw(st.integers(0, len(pool))))
    listed = dict(draw)
    assert sum(listed.values()) == 1
    assert all(draw.probability(drawn) == chance for drawn, chance in listed.items())
    picked = draw.pick(Quick(1))
    assert picked in listed
    assert draw.refusal(picked) == ""


def test_a_draw_by_hand() -> None:
    """From A A B: first A with 2/3, then B with 1/2."""
    draw = Draw("x", (A, A, B), 2, BACK)
    assert draw.probability(Drawn((A, B))) == Fraction(1, 3)
    assert draw.probability(Drawn((A, A))) == Fraction(1, 3)
    assert draw.probability(Drawn((BACK, B))) == Fraction(1, 3), "the second is B"
    assert draw.probability(Drawn((B, B))) == 0
    assert draw.refusal(Drawn((B, B))) == "B cannot be drawn: there is none left."
    assert draw.refusal(Drawn((A,))) == "Expected 2 to be drawn, not 1. Next comes code 2."
    assert draw.refusal(Drawn((A, A, B))) == "Expected 2 to be drawn, not 3."
    assert str(Drawn((A, BACK))) == "draw A ??"
    assert Draw("x", (A,), 1).refusal(Drawn(())) == "Expected 1 to be drawn, not 0."


@pytest.mark.parametrize("count", [1, 2, 3])
def test_rolls_agree_with_icepool(count: int) -> None:
    """Dice that are alike: the same chances as an independent library's."""
    roll = Roll("x", count, FACES)
    pool = icepool.Die(FACES).pool(count).expand()
    theirs = {tuple(sorted(faces)): Fraction(pool.probability(faces)) for faces in pool.outcomes()}
    ours = {tuple(sorted(rolled.faces)): chance for rolled, chance in roll}
    assert ours == theirs
    assert sum(ours.values()) == 1


def test_rolls() -> None:
    roll = Roll("x", 3, FACES)
    assert roll.rolled(("*", "2", "1")) == Rolled(("1", "2", "*"))
    assert str(roll.rolled("*21")) == "roll 1,2,*"
    assert roll.refusal(Rolled(("1", "2"))) == "Expected 3 to be rolled, not 2. Next comes die 3."
    assert roll.refusal(Rolled(("1", "2", "7"))) == 'The dice have no face "7", only 1, 2, 3, 4, *.'
    assert roll.probability(Rolled(("1", "2", "7"))) == 0
    assert len({roll, Roll("x", 3, FACES), Roll("x", 2, FACES)}) == 2, "it may be a key"
    assert roll.read("roll 2 *,1") == roll.read("1,2,*") == Rolled(("1", "2", "*"))


@given(st.dictionaries(st.integers(), st.integers(1, 9), min_size=1, max_size=6), st.integers(0, 99))
def test_listed_is_exact(weights: dict[int, int], seed: int) -> None:
    listed = Listed("x", weights)
    assert sum(chance for _, chance in listed) == 1
    assert listed.refusal(listed.pick(Quick(seed))) == ""


def test_listed_refuses() -> None:
    coin = Listed("x", {"heads": 1, "tails": 1})
    assert coin.refusal("edge") == coin.misfit("edge") == '"edge" is not possible here, only heads, tails.'
    assert (coin.probability("edge"), coin.probability("heads")) == (0, Fraction(1, 2))
    with pytest.raises(UsageError, match=r'"hads" is not possible here\..*Did you mean "heads"'):
        coin.read("hads")


@pytest.mark.parametrize("typed", ["Amn", "draw Amn", "DRAW  Amn"])
def test_a_name_that_is_nearly_one(typed: str) -> None:
    """The verb is not part of what is wrong."""
    listed = starters("first", "draw", (0, 2), ("Ann", "Bo", "Cy"))
    with pytest.raises(UsageError) as caught:
        listed.read(typed)
    assert (caught.value.what, caught.value.todo) == ('"Amn" is not possible here.', 'Did you mean "Ann"?')


@pytest.mark.parametrize("source", [Quick(1), Chance("kiwi")], ids=["quick", "verifiable"])
def test_rolls_keep_to_their_chances(source: Quick | Chance) -> None:
    """Four standard deviations, as below; the faces are in the order of those on the die."""
    roll = Roll("x", 2, FACES)
    tries = 3000
    counts = Counter(roll.pick(source) for _ in range(tries))
    assert counts.total() == sum(counts[rolled] for rolled, _ in roll)
    for rolled, chance in roll:
        assert abs(counts[rolled] - float(tries * chance)) < 4 * float(tries * chance * (1 - chance)) ** 0.5


@pytest.mark.parametrize("source", [Quick(1), Chance("kiwi")], ids=["quick", "verifiable"])
def test_picks_keep_to_their_chances(source: Quick | Chance) -> None:
    """Four standard deviations: a fair source is outside once in 16,000 tries, and these never change."""
    listed = Listed("x", {"one": 1, "two": 2, "three": 3})
    tries = 3000
    counts = Counter(listed.pick(source) for _ in range(tries))
    for outcome, chance in listed:
        deviation = float(tries * chance * (1 - chance)) ** 0.5
        assert abs(counts[outcome] - float(tries * chance)) < 4 * deviation


@pytest.mark.parametrize("text", ["draw Ann", "DRAW ann", "  draw   Ann ", "Ann", "ann"])
def test_whoever_begins_is_drawn_by_name(text: str) -> None:
    """The first word may be left out, and capitals do not matter."""
    listed = starters("first", "draw", (0, 2), ("Ann", "Bo", "Cy"))
    assert str(listed.read(text)) == "draw Ann"
    assert listed.read(text).seat == 0
    assert [(one.seat, chance) for one, chance in listed] == [(0, Fraction(1, 2)), (2, Fraction(1, 2))]
    with pytest.raises(UsageError):
        listed.read("Bo")


def test_capitals_decide_between_names_that_differ_in_nothing_else() -> None:
    listed = starters("first", "roll", (0, 1), ("ann", "Ann"))
    assert [listed.read(text).seat for text in ("Ann", "ann", "roll Ann")] == [1, 0, 1]


def test_reading_draws() -> None:
    draw = Draw("x", (A, B, C), 2, BACK)
    assert draw.read("draw a ??") == Drawn((A, BACK))
    assert draw.read("??") == Drawn((BACK, BACK)), "all of them"
    with pytest.raises(UsageError, match="The result is missing"):
        draw.read("draw")
    with pytest.raises(UsageError, match='There is no "Z" to draw'):
        draw.read("draw Z")
    with pytest.raises(UsageError, match=r'There is no "\?\?" to draw'):
        Draw("x", (A, B, C), 1).read("draw ??")


def test_a_draw_may_have_a_reader_of_its_own() -> None:
    """It is given the code and the text it is in; a code it reads may still be refused."""
    draw = Draw("x", (A, B, C), 1, reader=lambda word, where: Card(word.upper()))
    assert draw.read("draw a") == Drawn((A,))
    assert draw.refusal(draw.read("draw z"))


def test_what_a_table_is_asked_for() -> None:
    assert Draw("x", (A, B), 1).prompt == "draw and 1 code"
    assert "draw ??" in Draw("x", (A, B), 2, BACK).prompt
    assert Roll("x", 2, FACES).prompt == "roll and what the 2 dice showed, in any order: each 1, 2, 3, 4, *"
    assert Listed("x", {"draw Ann": 1}).prompt == "one of: draw Ann"
    assert Listed("x", {"draw Ann": 1}, "the first").prompt == "the first, one of: draw Ann"
    laid = Draw("x", (A, B), 2, wanted=Wanted("two cards, left to right", ("left", "right").__getitem__))
    assert (laid.prompt, laid.parts(())) == ("draw and two cards, left to right", ("left", "right"))
    assert laid.refusal(Drawn((A,))) == "Expected 2 to be drawn, not 1. Next comes right."


@pytest.mark.parametrize("how", ["shuffled", "first", "first of all"])
def test_quick_shuffles_are_fair(how: str) -> None:
    """Simulations and bots' tests lean on it: every order of three items comes up about equally often."""
    source = Quick(11)
    draws = {
        "shuffled": lambda: source.shuffled("abc"),
        "first": lambda: source.first("abc", 2),
        "first of all": lambda: source.first("abc", 3),
    }
    counts = Counter(tuple(draws[how]()) for _ in range(6000))
    assert set(counts) == set(itertools.permutations("abc", 2 if how == "first" else 3))
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 20.5  # 5 degrees, one in a thousand


def test_quick_gives_no_more_than_there_is() -> None:
    assert sorted(Quick(11).first("abc", 9)) == sorted(Quick(11).first("abc", 3)) == ["a", "b", "c"]
    assert Quick(11).first("abc", 0) == Quick(11).first("", 2) == []


def test_quick_numbers_are_fair() -> None:
    source = Quick(11)
    counts = Counter(source.below(6) for _ in range(6000))
    assert set(counts) == set(range(6))
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 20.5
