"""Exact odds of dice, compared with counting every case and with a published library if it is installed."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import example, given, reject, settings
from hypothesis import strategies as st

from components.errors import UsageError
from referee.commands.roll import odds_dice
from referee.engine.chance.dice import Dice, Expression, Term, read_expression
from referee.engine.chance.dice_odds import Distribution, _affordable, _one, chart, distribution
from referee.engine.chance.seeded import Chance


def chances(text: str) -> dict[int, Fraction]:
    return distribution(read_expression(text)).chances


@st.composite
def few_dice(draw: st.DrawFn) -> Dice:
    """Dice whose cases are few enough to be listed."""
    count, sides = draw(st.integers(1, 5)), draw(st.integers(2, 6))
    how = draw(st.sampled_from(["kh", "kl", "dh", "dl", None]))
    number = draw(st.integers(1, count))
    again = draw(st.sets(st.integers(1, sides), max_size=sides - 1))
    if how is None or (how[0] == "d" and number == count):
        return Dice(count, range(1, sides + 1), again=frozenset(again))
    return Dice(count, range(1, sides + 1), (how, number), frozenset(again))


@st.composite
def written(draw: st.DrawFn) -> str:
    """An expression of a few small dice with modifiers in any order; it may have to be refused."""
    faces = st.integers(1, 4)
    one = st.builds("{}{}".format, st.sampled_from(["", "<", ">", "<=", ">=", "="]), faces)
    modifiers = draw(
        st.lists(
            st.one_of(
                st.builds(
                    "{}{}".format, st.sampled_from(["kh", "kl", "dh", "dl", "k", "d"]), st.integers(1, 2)
                ),
                st.builds("{}{}".format, st.sampled_from(["r", "ro"]), one),
                st.builds("{}{}".format, st.sampled_from(["!", "!o"]), one | st.just("")),
                st.builds("{}{}".format, st.sampled_from(["<", ">", "<=", ">=", "="]), faces),
            ),
            max_size=3,
        )
    )
    sides = draw(st.sampled_from(["1", "2", "3", "4", "6", "F", "66"]))
    extra = draw(st.sampled_from(["", "+1", "-d3"]))
    return f"{draw(st.integers(1, 3))}d{sides}{''.join(modifiers)}{extra}"


def read_or_skip(text: str) -> Expression:
    try:
        return read_expression(text)
    except UsageError:
        reject()


@given(written(), st.integers(0, 10**6))
def test_every_distribution_adds_up_and_roll_agrees(text: str, seed: int) -> None:
    """The chances and what is left out are the whole; a roll never shows what the odds call impossible."""
    expression = read_or_skip(text)
    outcome = distribution(expression)
    assert sum(outcome.chances.values()) + outcome.missing == 1
    assert 0 <= outcome.missing < Fraction(1, 10**11)
    source = Chance(str(seed))
    for _ in range(20):
        assert outcome.chance(expression.roll(source).total or 0) > 0


class Played:
    """Dice that show what is listed; `next` is asked for when the list is at its end."""

    def __init__(self, shown: tuple[int, ...]) -> None:
        self.left = list(shown)

    def choice(self, faces: Sequence[int]) -> int:
        if not self.left:
            raise Further(faces)
        return self.left.pop(0)


class Further(Exception):
    """A roll that needs another face, one of these."""

    def __init__(self, faces: Sequence[int]) -> None:
        self.faces = faces


def every_roll(expression: Expression, deep: int) -> tuple[dict[int, Fraction], Fraction]:
    """The totals of every roll of at most `deep` faces with their chances, and the chance of the others."""
    found: dict[int, Fraction] = {}
    left, going = Fraction(0), [((), Fraction(1))]
    while going:
        shown, chance = going.pop()
        try:
            total = expression.roll(Played(shown)).total or 0  # type: ignore[arg-type]
            found[total] = found.get(total, Fraction(0)) + chance
        except Further as more:
            if len(shown) == deep:
                left += chance
            else:
                going += [((*shown, face), chance / len(more.faces)) for face in more.faces]
    return found, left


@given(written().filter(lambda text: text[0] < "3" and "66" not in text))
@example("d2!r2")
@example("d6!r6")
@example("d6!r>1")
@example("2d3!o2ro1")
@example("2d3>=2!3")
@settings(deadline=None, max_examples=60)
def test_roll_and_odds_are_one(text: str) -> None:
    """Every sequence of up to five faces is rolled: what the odds say lies between these and what is left."""
    expression = read_or_skip(text)
    found, left = every_roll(expression, 5)
    chances = distribution(expression).chances
    tiny = Fraction(1, 10**11)
    for total in found.keys() | chances.keys():
        least = found.get(total, Fraction(0))
        assert least - tiny <= chances.get(total, Fraction(0)) <= least + left + tiny
    if not left:
        assert found == chances


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("d2!r2", {1: 1}),
        ("d6!r6", {face: Fraction(1, 5) for face in range(1, 6)}),
        ("d6!r>1", {1: 1}),
        ("d2ro1", {1: Fraction(1, 4), 2: Fraction(3, 4)}),
        ("d2!o", {1: Fraction(1, 2), 3: Fraction(1, 4), 4: Fraction(1, 4)}),
        ("2d6>=5", {0: Fraction(4, 9), 1: Fraction(4, 9), 2: Fraction(1, 9)}),
        (
            "2dF",
            {-2: Fraction(1, 9), -1: Fraction(2, 9), 0: Fraction(1, 3), 1: Fraction(2, 9), 2: Fraction(1, 9)},
        ),
        ("d66", {10 * a + b: Fraction(1, 36) for a in range(1, 7) for b in range(1, 7)}),
    ],
)
def test_known_distributions(text: str, expected: dict[int, Fraction]) -> None:
    """By hand."""
    assert chances(text) == expected


def test_at_least_and_at_most() -> None:
    """The command answers the question that a table asks, and its chart has a column for it."""
    answer = odds_dice("2d6", at_least=7)
    assert answer.value.asked == Fraction(7, 12)
    assert answer.lines[1] == "7 or more: 58.3 %"
    assert odds_dice("2d6", at_most=4).lines[1] == "4 or less: 16.7 %"
    assert odds_dice("2d6", at_least=6, at_most=8).value.asked == Fraction(4, 9)
    assert odds_dice("2d6").value.asked is None


@given(few_dice(), st.integers(-3, 3))
@settings(deadline=None)
def test_every_case_counted(dice: Dice, extra: int) -> None:
    """Dice kept, dropped and rolled again: the fractions are the same as by listing all cases."""
    faces = [face for face in dice.faces if face not in dice.again]
    first, end = dice.kept
    totals = Counter(
        sum(sorted(case, reverse=True)[first:end]) + extra for case in product(faces, repeat=dice.count)
    )
    whole = len(faces) ** dice.count
    outcome = distribution(Expression((Term(1, dice), Term(1, extra))))
    assert outcome.chances == {total: Fraction(n, whole) for total, n in sorted(totals.items())}
    assert outcome.missing == 0


def test_terms_are_independent() -> None:
    """2d6-d4 is the difference of two rolls."""
    totals = Counter(a + b - c for a, b, c in product(range(1, 7), range(1, 7), range(1, 5)))
    assert chances("2d6-d4") == {total: Fraction(totals[total], 144) for total in sorted(totals)}


@given(st.integers(1, 30), st.integers(1, 30))
@settings(deadline=None)
def test_mean_and_deviation(count: int, sides: int) -> None:
    """N dice with S sides: the mean is N(S + 1)/2, the variance N(S² − 1)/12, and the chances add up to 1."""
    outcome = distribution(read_expression(f"{count}d{sides}"))
    assert outcome.mean == Fraction(count * (sides + 1), 2)
    assert outcome.variance == Fraction(count * (sides**2 - 1), 12)
    assert outcome.standard_deviation == pytest.approx(math.sqrt(count * (sides**2 - 1) / 12))
    assert sum(outcome.chances.values()) == 1
    assert min(outcome.chances) == count
    assert outcome.chance(count * sides) == Fraction(1, sides**count)


def test_exploding_dice_say_what_is_left_out() -> None:
    """d6!: every total before the cut has its exact chance, and the remainder is stated, not spread."""
    outcome = distribution(read_expression("d6!"))
    assert outcome.chance(3) == Fraction(1, 6)
    assert outcome.chance(6) == 0
    assert outcome.chance(20) == Fraction(1, 6**4)
    assert 0 < outcome.missing < Fraction(1, 10**12)
    assert sum(outcome.chances.values()) + outcome.missing == 1
    assert abs(outcome.mean - Fraction(42, 10)) < Fraction(1, 10**9)


@pytest.mark.parametrize(("text", "cases"), [("d6!", 6**16), ("d10!", 10**12), ("d4r1!", 3**26)])
def test_exploding_dice_are_followed_as_far_as_needed(text: str, cases: int) -> None:
    """Until the chance that they explode again is a millionth of a millionth or less."""
    assert distribution(read_expression(text)).missing == Fraction(1, cases)


@pytest.mark.parametrize("text", ["3d2!kh2", "3d3!kl1", "4d4r1!dl1"])
def test_exploding_dice_that_are_kept(text: str) -> None:
    """The oracle is given the faces of one die with their weights."""
    icepool = pytest.importorskip("icepool")
    dice = read_expression(text).terms[0].what
    assert isinstance(dice, Dice)
    one = icepool.Die(dict(_one(dice).weights))
    first, end = dice.kept
    total = one.pool(dice.count)[
        [dice.count - 1 - place in range(first, end) for place in range(dice.count)]
    ].sum()
    ours = distribution(read_expression(text)).weights
    whole = sum(ours.values())
    assert {value: Fraction(n, whole) for value, n in ours.items()} == {
        value: Fraction(n, total.denominator()) for value, n in total.items()
    }


def test_many_exploding_dice_leave_out_as_little() -> None:
    """The part that is left out is small for all dice together."""
    assert 0 < distribution(read_expression("10d2!")).missing < Fraction(1, 10**12)


ORACLE = [
    "3d6",
    "4d6kh3",
    "4d6dl1",
    "5d10kl2",
    "6d4dh2",
    "20d6kh10",
    "12d20kh3",
    "2d8r1",
    "3d6r<3kh2",
    "2d6+d8-3",
    "50d6",
]


@pytest.mark.parametrize("text", ORACLE)
def test_a_published_library_agrees(text: str) -> None:
    """The oracle: icepool, which counts pools of dice in another way."""
    icepool = pytest.importorskip("icepool")
    total: Any = icepool.Die([0])
    for term in read_expression(text).terms:
        total = total + term.sign * _as_icepool(icepool, term.what)
    whole = total.denominator()
    assert chances(text) == {value: Fraction(n, whole) for value, n in total.items() if n}


def _as_icepool(icepool: Any, what: int | Dice) -> Any:
    if isinstance(what, int):
        return icepool.Die([what])
    one = icepool.Die([face for face in what.faces if face not in what.again])
    first, end = what.kept
    keep = [what.count - 1 - place in range(first, end) for place in range(what.count)]
    return one.pool(what.count)[keep].sum()


@pytest.mark.parametrize("text", ["20d6kh10", "100d6", "40d10dl10", "2d1000", "10d6!", "1000d6"])
def test_many_dice_are_answered_without_trying_every_roll(text: str) -> None:
    """Trying them would never end."""
    assert chances(text)


@pytest.mark.parametrize("text", ["1000d10000", "500d100kh250", "1000d2!", "300d6+300d6"])
def test_too_many_cases_are_refused(text: str) -> None:
    """A question that would take minutes is answered with what to do instead."""
    with pytest.raises(UsageError, match="too many cases"):
        chances(text)


@pytest.mark.parametrize(
    ("steps", "bits"), [(10_000_000, 1), (10_000_000, 299), (5_000_000, 300), (5_000_000, 599)]
)
def test_ten_million_steps_are_counted(steps: int, bits: int) -> None:
    """A step on integers of more than one word of 300 bits counts as several."""
    largest = _Bits(bits)
    _affordable(steps, largest)
    with pytest.raises(UsageError, match="too many cases"):
        _affordable(steps + 1, largest)


class _Bits(int):
    """A number of that many bits, which is not made."""

    def bit_length(self) -> int:
        return int(self)


def test_faces_that_never_show_make_no_work() -> None:
    """The highest 20 of 40 dice with ten faces are counted, also where the ten are high."""
    high = chances("40d1000r<991kh20")
    assert high == {total + 20 * 990: chance for total, chance in chances("40d10kh20").items()}


def test_a_chart_is_as_wide_as_the_page() -> None:
    """Each total has its bar; the most likely has the longest."""
    lines = chart(chances("2d6"))
    assert len(lines) == 12
    assert max(map(len, lines)) == 80
    assert max(lines, key=len) == lines[6]
    assert lines[0] == "    exactly  at least"
    assert lines[6].startswith(" 7   16.7 %    58.3 %  ███")


def test_differences_of_distributions() -> None:
    """plus with sign −1."""
    die = Distribution({1: 1, 2: 1}, 2)
    assert die.plus(die).chances == {2: Fraction(1, 4), 3: Fraction(1, 2), 4: Fraction(1, 4)}
    assert die.plus(die, -1).chances == {-1: Fraction(1, 4), 0: Fraction(1, 2), 1: Fraction(1, 4)}


@pytest.mark.parametrize(
    ("rare", "labels"),
    [
        ([Fraction(1, 2000)], ["1", "2"]),  # one alone has its own line anyway
        ([Fraction(1, 4000), Fraction(1, 4000)], ["1–2", "3"]),
        ([Fraction(1, 4000), Fraction(1, 4000), Fraction(1, 4000)], ["1–3", "4"]),
        ([Fraction(9995, 20_000_000)] * 2, ["1–2", "3"]),
        ([Fraction(1, 2000), Fraction(1, 2000)], ["1", "2", "3"]),  # together exactly 0.1 %
    ],
)
def test_totals_below_a_thousandth_together_share_a_line(rare: list[Fraction], labels: list[str]) -> None:
    """At the low end and at the high one."""
    found = dict(enumerate([*rare, 1 - sum(rare)], 1))
    assert [line.split()[0] for line in chart(found)[1:]] == labels
    turned = {-total: chance for total, chance in reversed(found.items())}
    shown = [line.split()[0] for line in chart(turned)[1:]]
    assert len(shown) == len(labels)


@pytest.mark.parametrize(
    ("totals", "rare", "rows"),
    [(40, 0, 40), (41, 0, 21), (80, 0, 40), (81, 0, 27), (41, 1, 21), (41, 2, 40), (42, 2, 41), (43, 2, 22)],
)
def test_a_chart_has_at_most_forty_rows(totals: int, rare: int, rows: int) -> None:
    """Neighbouring totals are grouped; besides, two or more rare ones at an end share a line."""
    often = Fraction(1 - Fraction(rare, 10_000), totals - rare)
    found = {total: Fraction(1, 10_000) if total < rare else often for total in range(totals)}
    assert len(chart(found)) == 1 + rows
