"""Weights that explain best what was observed: by least squares, or for yes and no by logistic regression."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from typing import NamedTuple

ROUNDS = 30  # at most this many rounds of a logistic regression; five or six are enough as a rule
CLOSE = 1e-9  # a change that is no longer worth a round


class Row(NamedTuple):
    """Observations of one case, its result, and its weight."""

    values: Sequence[float]
    result: float
    weight: float = 1.0


class Found(NamedTuple):
    """The weights, and the inverse of the matrix that they come from."""

    weights: list[float]
    inverse: list[list[float]]

    def spread(self, place: int) -> float:
        """The standard error of the weight in that place, if the errors of the rows have a variance of 1."""
        return sqrt(self.inverse[place][place])


def least_squares(rows: Sequence[Row]) -> Found:
    """The weights with which the sum of the values comes nearest to the results.

    Raises `ZeroDivisionError` if a value follows from the others, as the weights are then not determined.
    """
    size = len(rows[0].values)
    matrix = [[0.0] * size + [float(one == two) for two in range(size)] + [0.0] for one in range(size)]
    for values, result, weight in rows:
        for row, value in zip(matrix, values, strict=True):
            for place, other in enumerate(values):
                row[place] += weight * value * other
            row[-1] += weight * value * result
    for pivot in range(size):
        most = max(range(pivot, size), key=lambda row: abs(matrix[row][pivot]))
        matrix[pivot], matrix[most] = matrix[most], matrix[pivot]
        matrix[pivot] = [value / matrix[pivot][pivot] for value in matrix[pivot]]
        for place, row in enumerate(matrix):
            if place != pivot:
                factor = row[pivot]
                matrix[place] = [
                    value - factor * other for value, other in zip(row, matrix[pivot], strict=True)
                ]
    return Found([row[-1] for row in matrix], [row[size:-1] for row in matrix])


def logistic(rows: Sequence[Row]) -> Found:
    """The weights with which the sum of the values is the logit of the results, which are 0 to 1.

    By Newton's method: each round is a regression by least squares on what the last weights leave. Raises
    `ZeroDivisionError` as `least_squares` does, or if the values tell each result from the others.
    """
    found = Found([0.0] * len(rows[0].values), [])
    for _ in range(ROUNDS):
        before, steps = found.weights, []
        for values, result, weight in rows:
            chance = 1 / (1 + exp(-dot(before, values)))
            slope = chance * (1 - chance)
            steps.append(Row(values, dot(before, values) + (result - chance) / slope, weight * slope))
        found = least_squares(steps)
        if all(abs(now - old) < CLOSE for now, old in zip(found.weights, before, strict=True)):
            break
    return found


def dot(weights: Sequence[float], values: Sequence[float]) -> float:
    return sum(weight * value for weight, value in zip(weights, values, strict=True))
