"""Ink beyond a cut, on fronts and on backs: distances worked out by hand, mm, y down."""

from __future__ import annotations

import pytest

from components.catalogue import Deck
from generator.faces.rect import Rect
from generator.sheets.imposition import Item, Sheet, _bleeding, impose
from tests.generator.presswork import A4

TRIM = Rect(100, 100, 50, 40)


def reach(*others: Rect, bleed: float = 3) -> tuple[float, ...]:
    """Beyond the left, upper, right and lower edge of the piece in the middle."""
    clip = _bleeding((TRIM, *others), bleed)[TRIM]
    sides = (TRIM.x - clip.x, TRIM.y - clip.y, clip.right - TRIM.right, clip.bottom - TRIM.bottom)
    return tuple(round(side, 6) for side in sides)


def moved(right: float, down: float) -> Rect:
    return TRIM._replace(x=TRIM.x + right, y=TRIM.y + down)


@pytest.mark.parametrize(
    ("gap", "half"), [(0, 0), (2, 1), (5, 2.5), (6, 3), (6.5, 3), (30, 3), (-0.0000005, 0)]
)
def test_ink_reaches_half_way_to_a_neighbour(gap: float, half: float) -> None:
    """And at most as far as the bleed. An overlap by rounding is none."""
    assert reach(moved(-50 - gap, 0)) == (half, 3, 3, 3)
    assert reach(moved(0, -40 - gap)) == (3, half, 3, 3)
    assert reach(moved(50 + gap, 0)) == (3, 3, half, 3)
    assert reach(moved(0, 40 + gap)) == (3, 3, 3, half)


def test_a_neighbour_need_not_be_opposite() -> None:
    """It counts if any of it is beside the piece, and the nearest of several."""
    assert reach(moved(52, 30)) == reach(moved(52, -39)) == (3, 3, 1, 3)
    assert reach(moved(-30, 42)) == reach(moved(49, 42)) == (3, 3, 3, 1)
    assert reach(moved(54, 0), moved(51, 5), moved(55, 0)) == (3, 3, 0.5, 3)
    assert reach(moved(-51, 0), moved(51, 0), moved(0, -41), moved(0, 41)) == (0.5, 0.5, 0.5, 0.5)
    assert reach() == (3, 3, 3, 3)


def test_a_diagonal_neighbour_counts_if_ink_would_reach_it_round_the_corner() -> None:
    assert reach(moved(52, 44)) == (3, 3, 1, 2)
    assert reach(moved(-52, -44)) == (1, 2, 3, 3)
    assert reach(moved(52, -44)) == (3, 2, 1, 3)
    assert reach(moved(-50, 40)) == (0, 3, 3, 0), "they touch at a corner"
    assert reach(moved(54, 42), moved(52, 0)) == (3, 3, 1, 3), "something nearer keeps ink off it"
    assert reach(moved(54, 42), moved(0, 41)) == (3, 3, 3, 0.5)
    assert reach(moved(54, 42), moved(54, 0)) == (3, 3, 2, 3), "just so"
    assert reach(moved(57, 42)) == reach(moved(52, 47)) == (3, 3, 3, 3), "it is too far away"


def test_boxes_that_overlap_are_hexes_of_a_honeycomb() -> None:
    """Their ink is kept off by their outlines."""
    assert reach(moved(25, 30)) == reach(moved(-25, -30)) == (3, 3, 3, 3)


def test_a_wide_bleed_looks_further() -> None:
    assert reach(moved(58, 0), bleed=5) == (5, 5, 4, 5)
    assert reach(moved(50.6, 0), bleed=0.5) == (0.5, 0.5, 0.3, 0.5)


def cards(width: float, height: float, count: int, back: str = "back") -> list[Item]:
    deck = Deck("card", "Cards", (width, height), "card", "face", "back", "card", ())
    return [Item(deck, f"c{number}", number, "front", back) for number in range(count)]


def inks(sheet: Sheet) -> list[tuple[float, ...]]:
    return [
        tuple(round(side, 3) for side in (clip.x, clip.y, clip.right, clip.bottom))
        for clip in (placed.clip for placed in sheet.placements)
    ]


@pytest.mark.parametrize(
    ("size", "ink"),
    [
        ((100, 140), (0, 2, 100, 145)),  # the label along the bottom
        ((90, 150), (5, 0, 98, 150)),  # the label up the left side
        ((140, 100), None),
        ((150, 90), None),
    ],
)
def test_ink_stays_on_the_sheet_and_off_the_label(
    size: tuple[float, float], ink: tuple[float, ...] | None
) -> None:
    """A sheet without margins is full of one piece, whose ink reaches 3 beyond it where there is paper."""
    paper = A4._replace(width=100, height=150, margin=0, duplex="off")
    (sheet,) = impose(cards(*size, 1, back=""), paper)
    (clip,) = inks(sheet)
    assert clip[0] >= 0 and clip[1] >= 0 and clip[2] <= sheet.width and clip[3] <= sheet.height
    if ink:
        assert clip == ink


@pytest.mark.parametrize(("size", "ink"), [((100, 140), (0, 0, 100, 145)), ((90, 150), (5, 0, 100, 150))])
def test_a_wide_bleed_ends_with_the_sheet(size: tuple[float, float], ink: tuple[float, ...]) -> None:
    paper = A4._replace(width=100, height=150, margin=0, duplex="off", bleed=8)
    (sheet,) = impose(cards(*size, 1, back=""), paper)
    assert inks(sheet) == [ink]


def test_the_back_of_a_sheet_for_a_machine_keeps_off_its_label_only() -> None:
    """Turned over like a page of a wall calendar, the label is at the top of the back."""
    paper = A4._replace(width=100, height=150, margin=0, duplex="short", registration=3)
    front, back = impose(cards(62, 131, 1), paper)
    assert inks(front) == [(16, 11, 84, 145)]
    assert (back.label.y, back.label.bottom) == (0, 5)
    assert inks(back) == [(15, 5, 85, 140)]


def test_the_ink_of_a_folded_back_ends_at_the_fold_and_above_the_label() -> None:
    paper = A4._replace(width=200, height=150, margin=0, duplex="fold", bleed=0, back_bleed=8)
    (sheet,) = impose(cards(93, 140, 1), paper)
    assert sheet.upright and inks(sheet) == [(2, 5, 95, 145), (100, 0, 200, 145)]


@pytest.mark.parametrize(
    ("size", "duplex", "front", "back"),
    [
        # The label is along the bottom of both sides, or up the left side of both. What is inked on the front
        # is inked behind it as well.
        ((100, 140), "long", (0, 2, 100, 145), (0, 1, 100, 145)),
        ((100, 140), "short", (0, 2, 100, 145), (0, 1, 100, 148)),
        ((90, 150), "long", (5, 0, 98, 150), (2, 0, 99, 150)),
        ((90, 150), "short", (5, 0, 98, 150), (5, 0, 99, 150)),
    ],
)
def test_backs_bleed_further_where_the_label_of_the_front_lets_them(
    size: tuple[float, float], duplex: str, front: tuple[float, ...], back: tuple[float, ...]
) -> None:
    paper = A4._replace(width=100, height=150, margin=0, duplex=duplex)
    one, other = impose(cards(*size, 1), paper)
    assert (inks(one), inks(other)) == ([front], [back])
