"""Lines for a cutting machine: the same as are printed, on both sides of a sheet."""

from __future__ import annotations

import math

import pytest

from components.catalogue import Deck
from generator.sheets.cutting import cut_lines
from generator.sheets.imposition import Item, Sheet, impose
from tests.generator.presswork import A4

SIDE = 12 / math.sqrt(3)
STRIP = Deck("strip", "Strip", (12 * 3.5, SIDE * 3.5), "stepped", "face", "back", "strip", (), (3, 2))
CARD = Deck("card", "Card", (60, 80), "square", "face", "back", "card", ())


def outline(sheet: Sheet) -> set[tuple[float, float]]:
    [line] = cut_lines(sheet, {}, 3).cut
    assert not cut_lines(sheet, {}, 3).score
    return {(round(vertex.x, 3), round(vertex.y, 3)) for vertex in line}


@pytest.mark.parametrize("deck", [STRIP, CARD], ids=lambda deck: deck.name)
def test_a_back_is_cut_behind_the_cut_of_its_front(deck: Deck) -> None:
    """A strip of hexes is stepped to the right on its front, and to the left as seen from behind."""
    front, back = impose([Item(deck, "A", 1, "front", "back")], A4)
    assert outline(back) == {(round(210 - x, 3), y) for x, y in outline(front)}
    trim = front.placements[0].trim
    assert min(x for x, _ in outline(front)) == pytest.approx(trim.x, abs=1e-3)
    if deck is STRIP:
        top = min(y for _, y in outline(front))
        assert sorted(x for x, y in outline(front) if y == top) == pytest.approx(
            [trim.x + 6, trim.x + 18, trim.x + 30], abs=1e-3
        )
