"""Sheets that `pnp check` reports: cuts without a mark at each end, and sheets that are nearly empty."""

from __future__ import annotations

from dataclasses import replace

import pytest

from components.catalogue import Deck
from generator.build.sheetwork import half_marked, nearly_empty
from generator.sheets.imposition import Item, Part, impose
from generator.sheets.plan import Book
from tests.generator.presswork import A4


def book(size: tuple[float, float], count: int) -> Book:
    deck = Deck("cards", "Cards", size, "card", "face", "", "cards", ())
    items = [Item(deck, f"c{i}", 1, "front", "") for i in range(count)]
    return Book("", (Part("cards", "Cards", impose(items, A4)),))


@pytest.mark.parametrize(("count", "told"), [(9, []), (4, []), (3, ["Cards, sheet 1: it is only 33% full."])])
def test_a_sheet_under_40_percent_is_reported(count: int, told: list[str]) -> None:
    found = list(nearly_empty([book((63.5, 88.9), count)], A4))
    assert [said.split(" only")[0] for said in found] == [said.split(" only")[0] for said in told]


def test_pieces_as_wide_as_the_sheet_have_no_room_for_marks() -> None:
    (said,) = half_marked([book((198, 128), 2)])
    assert "a cut lacks a mark at an end" in said and "mm from the top" in said
    assert not list(half_marked([book((196, 128), 2)]))


def test_pieces_beside_blocks_of_their_size_are_cut_with_them() -> None:
    units = Deck("units", "Units", (15, 15), "square", "face", "", "cards", (), block=(6, 4))
    markers = replace(units, name="markers", title="Markers", block=(0, 0))
    counted = ((units, 180), (markers, 28))
    items = [Item(deck, f"c{i}", 1, "front", "") for deck, count in counted for i in range(count)]
    sheets = impose(items, A4)
    assert len(sheets) == 1
    assert not list(half_marked([Book("", (Part("all", "All", sheets),))]))


def test_a_mark_at_one_end_is_not_enough() -> None:
    whole = book((63.5, 88.9), 9)
    (part,) = whole.parts
    sheet = part.sheets[0]
    upper = tuple(line for line in sheet.marks if not (line.x1 == line.x2 and line.y1 < 100))
    assert not list(half_marked([whole]))
    spoilt = part._replace(sheets=(sheet._replace(marks=upper),))
    (said,) = half_marked([Book("", (spoilt,))])
    assert "mm from the left" in said and "mm from the top" not in said
