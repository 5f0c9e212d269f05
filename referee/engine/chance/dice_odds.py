"""Exact chances of dice: every probability is a fraction, and nothing is sampled.

Weights are whole numbers over a common denominator, so all sums are integer sums. Dice that are kept or
dropped are counted value by value from the highest down, never roll by roll.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from components.errors import UsageError
from referee.engine.answers import WIDTH, percent
from referee.engine.chance.dice import Dice, Expression, Stage, Step

# An exploding die is followed until the chance that it explodes again is below this.
_REMAINDER = Fraction(1, 10**12)
# Steps of work on integers of one word or two. This many take about a second.
_MOST_STEPS = 10_000_000
_WORD = 300
_SLOW = 10  # steps that one step of a single die takes as long as
_MOST_ROWS = 40


@dataclass(frozen=True)
class Distribution:
    """The chances of the totals of a roll.

    weights  total -> how many of the `whole` equally likely cases give that total
    whole    the number of cases; more than the sum of `weights` if exploding dice were cut off
    """

    weights: Mapping[int, int]
    whole: int

    def chance(self, total: int) -> Fraction:
        return Fraction(self.weights.get(total, 0), self.whole)

    @property
    def chances(self) -> dict[int, Fraction]:
        """The totals in order with their chances."""
        return {total: self.chance(total) for total in sorted(self.weights)}

    def within(self, least: int | None = None, most: int | None = None) -> Fraction:
        """Return the chance that the total is at least `least` and at most `most`; None sets no limit."""
        inside = (
            ways
            for total, ways in self.weights.items()
            if (least is None or total >= least) and (most is None or total <= most)
        )
        return Fraction(sum(inside), self.whole)

    @property
    def missing(self) -> Fraction:
        """The chance of the cases left out because a die exploded too often to follow; usually 0."""
        return 1 - Fraction(sum(self.weights.values()), self.whole)

    @property
    def mean(self) -> Fraction:
        """The mean of the totals of all cases that were counted."""
        return Fraction(sum(v * w for v, w in self.weights.items()), sum(self.weights.values()))

    @property
    def variance(self) -> Fraction:
        squares = Fraction(sum(v * v * w for v, w in self.weights.items()), sum(self.weights.values()))
        return squares - self.mean**2

    @property
    def standard_deviation(self) -> float:
        return math.sqrt(self.variance)

    def plus(self, other: Distribution, sign: int = 1) -> Distribution:
        """The sum (or, with `sign` −1, the difference) of two independent rolls."""
        weights: dict[int, int] = {}
        for mine, my_weight in self.weights.items():
            for yours, your_weight in other.weights.items():
                total = mine + sign * yours
                weights[total] = weights.get(total, 0) + my_weight * your_weight
        return Distribution(weights, self.whole * other.whole)


def distribution(expression: Expression) -> Distribution:
    """The chances of each total. Raises `UsageError` if there are too many cases to count."""
    total = Distribution({0: 1}, 1)
    for term in expression.terms:
        part = Distribution({term.what: 1}, 1) if isinstance(term.what, int) else _dice(term.what)
        _affordable(len(total.weights) * len(part.weights), total.whole * part.whole)
        total = total.plus(part, term.sign)
    return total


def chart(chances: Mapping[int, Fraction]) -> tuple[str, ...]:
    """Return a line for each total: its chance, the chance of at least that much, and a bar.

    chances  the chance of each total, in order

    The rarest totals at either end share a line, and neighbouring totals are grouped if there are many, so
    that the chart stays short. The longest bar is as wide as the page allows.
    """
    rows = _rows(chances)
    widest = max(len(label) for label, _ in rows)
    room = WIDTH - widest - 21
    top = max(chance for _, chance in rows)
    left = sum(chances.values(), Fraction(0))
    lines = [f"{'':{widest}}  exactly  at least"]
    for label, chance in rows:
        bar = "█" * round(room * chance / top)
        lines.append(f"{label:>{widest}} {percent(chance):>8} {percent(left):>9}  {bar}".rstrip())
        left -= chance
    return tuple(lines)


def _rows(chances: Mapping[int, Fraction]) -> list[tuple[str, Fraction]]:
    """The rows of a chart: label and chance."""
    totals = list(chances)
    first, last = _tail(chances, totals), len(totals) - _tail(chances, totals[::-1])
    size = math.ceil((last - first) / _MOST_ROWS)
    groups = [totals[:first]] if first else []
    groups += [totals[start : min(start + size, last)] for start in range(first, last, size)]
    groups += [totals[last:]] if last < len(totals) else []
    return [(_span(group), sum((chances[total] for total in group), Fraction(0))) for group in groups]


def _span(group: list[int]) -> str:
    return f"{group[0]}" if len(group) == 1 else f"{group[0]}–{group[-1]}"


def _tail(chances: Mapping[int, Fraction], totals: list[int]) -> int:
    """Count the first totals that share a line: those that together have a chance below 0.1 %."""
    together = Fraction(0)
    for place, total in enumerate(totals):
        together += chances[total]
        if together >= Fraction(1, 1000):
            return place if place > 1 else 0
    return 0


def _dice(dice: Dice) -> Distribution:
    one = _one(dice)
    first, end = dice.kept
    kept = end - first
    if kept == dice.count:
        return _sum(one, dice.count)
    if first == 0:
        return _highest(one, dice.count, kept)
    mirrored = Distribution({-value: weight for value, weight in one.weights.items()}, one.whole)
    lowest = _highest(mirrored, dice.count, kept)
    return Distribution({-total: weight for total, weight in lowest.weights.items()}, lowest.whole)


def _one(dice: Dice) -> Distribution:
    """Return the chances of one die: every step it may take, until so few go on that nobody misses them."""
    going: dict[tuple[Stage, int], int] = {(Stage(), 0): 1}
    ended: Counter[int] = Counter()
    whole, work = 1, 0
    while dice.count * Fraction(sum(going.values()), whole) > _REMAINDER:
        steps = {stage: _steps(dice, stage) for stage, _ in going}
        cases = math.lcm(*(taken.total() for taken in steps.values()))
        whole *= cases
        ended = Counter({value: ways * cases for value, ways in ended.items()})
        after: Counter[tuple[Stage, int]] = Counter()
        for (stage, value), ways in going.items():
            work += _SLOW * len(steps[stage])
            _affordable(work, whole)
            each = ways * (cases // steps[stage].total())
            for (added, following), number in steps[stage].items():
                if following is None:
                    ended[value + added] += each * number
                else:
                    after[following, value + added] += each * number
        going = after
    return Distribution(ended, whole)


def _steps(dice: Dice, stage: Stage) -> Counter[Step]:
    """Return the steps of a die in that stage, with how many faces lead to each.

    Steps that change nothing are left out: the die is rolled again until it takes another.
    """
    return Counter(step for face in dice.faces if (step := dice.step(stage, face)) != (0, stage))


def _sum(one: Distribution, count: int) -> Distribution:
    """The sum of `count` such dice: the coefficients of a polynomial's power, by Miller's recurrence."""
    if count == 1:
        return one
    least = min(one.weights)
    steps = {value - least: weight for value, weight in one.weights.items() if value > least}
    degree = count * max(steps, default=0)
    _affordable(degree * len(steps), one.whole**count)
    bottom = one.weights[least]
    powers = [bottom**count]
    for k in range(1, degree + 1):
        total = sum(
            (count * step - k + step) * weight * powers[k - step]
            for step, weight in steps.items()
            if step <= k
        )
        powers.append(total // (k * bottom))
    weights = {least * count + k: weight for k, weight in enumerate(powers) if weight}
    return Distribution(weights, one.whole**count)


def _highest(one: Distribution, count: int, kept: int) -> Distribution:
    """The sum of the `kept` highest of `count` such dice.

    Values are taken from the highest down. A state is the number of dice that have shown one of the values
    so far, and their sum. Once `kept` dice have, the others only have to show no more than this value.
    """
    spread = max(one.weights) - min(one.weights) + 1
    _affordable(len(one.weights) * (kept + spread * kept * kept * (kept - 1) // 4), one.whole**count)
    below = sum(one.weights.values())
    states: dict[tuple[int, int], int] = {(0, 0): 1}
    weights: dict[int, int] = {}
    for value in sorted(one.weights, reverse=True):
        weight = one.weights[value]
        at_most, below = below, below - weight
        after: dict[tuple[int, int], int] = {}
        for (used, total), ways in states.items():
            left = count - used
            missing = kept - used
            # All ways in which at least `missing` of the remaining dice show this value, and the others less.
            enough = at_most**left
            for number in range(missing):
                with_number = math.comb(left, number) * weight**number
                enough -= with_number * below ** (left - number)
                key = (used + number, total + number * value)
                after[key] = after.get(key, 0) + ways * with_number
            end = total + missing * value
            weights[end] = weights.get(end, 0) + ways * enough
        states = after
    return Distribution({total: weight for total, weight in weights.items() if weight}, one.whole**count)


def _affordable(steps: int, largest: int) -> None:
    """Refuse work of more than a second or two: that many steps on integers up to `largest`."""
    if steps * (1 + largest.bit_length() // _WORD) > _MOST_STEPS:
        raise UsageError("These dice have too many cases to count.", todo="Use fewer dice or fewer sides.")
