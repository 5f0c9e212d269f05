"""Sizes of paper, and the correction of backs as a matrix on the sheet."""

from __future__ import annotations

import math

import pytest

from components.errors import PaperError, UsageError
from generator.sheets.paper import Correction, paper_size


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("a4", (210.0, 297.0)),
        ("A4", (210.0, 297.0)),
        ("100x150mm", (100.0, 150.0)),
        ("150x100mm", (100.0, 150.0)),
        ("100x150", (100.0, 150.0)),
        ("50.5x5000MM", (50.5, 5000.0)),
        ("50x50mm", (50.0, 50.0)),
    ],
)
def test_sizes(name: str, size: tuple[float, float]) -> None:
    """By name or in millimetres, always upright."""
    assert paper_size(name) == size


@pytest.mark.parametrize("name", ["49.9x100mm", "100x5000.1mm", "20x6000mm"])
def test_sizes_that_cannot_be_printed(name: str) -> None:
    with pytest.raises(PaperError):
        paper_size(name)


@pytest.mark.parametrize("name", ["a44", "100mm", "x", "-1x100mm"])
def test_names_of_no_paper(name: str) -> None:
    with pytest.raises(UsageError):
        paper_size(name)


def moved(fix: Correction, size: tuple[float, float], x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = fix.matrix(*size)
    return a * x + c * y + e, b * x + d * y + f


UPRIGHT, WIDE = (200.0, 300.0), (300.0, 200.0)


@pytest.mark.parametrize("size", [UPRIGHT, WIDE])
def test_a_correction_turns_and_scales_about_the_middle(size: tuple[float, float]) -> None:
    middle = (size[0] / 2, size[1] / 2)
    fix = Correction(0, 0, 30, (1.1, 0.9))
    assert moved(fix, size, *middle) == pytest.approx(middle)
    assert Correction().matrix(*size) == (1, 0, 0, 1, 0, 0)


def test_a_correction_turns_clockwise() -> None:
    """y runs down, so what is right of the middle goes down."""
    assert moved(Correction(0, 0, 90), UPRIGHT, 110, 150) == pytest.approx((100, 160))
    assert moved(Correction(0, 0, 90), UPRIGHT, 100, 160) == pytest.approx((90, 150))


def test_a_correction_on_an_upright_sheet() -> None:
    fix = Correction(1.5, -2.0, 0, (1.01, 0.98))
    assert moved(fix, UPRIGHT, 100, 150) == pytest.approx((101.5, 148))
    assert moved(fix, UPRIGHT, 200, 150) == pytest.approx((202.5, 148))
    assert moved(fix, UPRIGHT, 100, 250) == pytest.approx((101.5, 246))


def test_a_correction_on_a_wide_sheet() -> None:
    """It is printed turned to the left, so its right edge is the top of the upright sheet."""
    fix = Correction(1.5, -2.0, 0, (1.01, 0.98))
    assert moved(fix, WIDE, 150, 100) == pytest.approx((152, 101.5))
    assert moved(fix, WIDE, 250, 100) == pytest.approx((250, 101.5))
    assert moved(fix, WIDE, 150, 200) == pytest.approx((152, 202.5))


def test_turning_and_scaling_together() -> None:
    """The distance `across` is scaled before it is turned."""
    a, b, c, d, *_ = Correction(0, 0, 30, (1.1, 0.9)).matrix(*UPRIGHT)
    assert (a, b) == pytest.approx((1.1 * math.cos(math.pi / 6), 1.1 * 0.5))
    assert (c, d) == pytest.approx((-0.9 * 0.5, 0.9 * math.cos(math.pi / 6)))


def test_the_other_flip_turns_a_correction_over() -> None:
    fix = Correction(1.5, -2.0, 0.1, (1.01, 0.98))
    assert fix.turned_over() == Correction(-1.5, 2.0, 0.1, (1.01, 0.98))
