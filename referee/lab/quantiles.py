"""Quantiles of what was counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.lab.measures import Spread


def quantiles(counts: Mapping[int, int], shares: Sequence[float]) -> list[int]:
    """The least value that at least that share of all has, for each of the shares, in rising order."""
    total = sum(counts.values())
    found: list[int] = []
    passed = 0
    values = iter(sorted(counts.items()))
    value = 0
    for share in shares:
        while passed < share * total or not passed:
            step = next(values, None)
            if step is None:
                break
            value, count = step
            passed += count
        found.append(value)
    return found


def spread(counts: Mapping[int, int]) -> Spread:
    """Summarise so many of each value; all 0 without any."""
    counts = {value: count for value, count in counts.items() if count}
    if not counts:
        return Spread(0, 0, 0, 0, 0, 0.0)
    total = sum(counts.values())
    tenth, median, ninetieth = quantiles(counts, (0.1, 0.5, 0.9))
    mean = sum(value * count for value, count in counts.items()) / total
    return Spread(min(counts), tenth, median, ninetieth, max(counts), mean)
