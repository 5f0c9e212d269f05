"""Parts of the table as HTML."""

from __future__ import annotations

import pytest

from components.setup import Area, Fact, Placed
from referee.archive.pages.boards import PARTS, Drawings
from referee.engine.game import View

HOSTILE = "<script>alert(1)</script>\"'&"
ESCAPED = "&lt;script&gt;alert(1)&lt;/script&gt;&#34;&#39;&amp;"


def board(layout: str, *places: tuple[str, tuple[int, int]], **more: object) -> str:
    pieces = tuple(Placed("", code, at) for code, at in places)
    return PARTS.area(Area("field", "Field", layout, pieces, **more))


def test_a_grid_has_a_row_for_each_row_of_pieces() -> None:
    """A gap is as wide as its half columns, and a row without pieces is empty."""
    drawn = board("grid", ("A", (1, 1)), ("B", (3, 1)), ("C", (0, 3)))
    assert '<div><i style="--n:2"></i><b>A</b><i style="--n:2"></i><b>B</b></div>' in drawn
    assert "</div><div></div><div><b>C</b></div>" in drawn


def test_a_row_of_hexes_begins_half_a_cell_further_right() -> None:
    """Axial coordinates: r down and to the right, so that q of the row below begins further left."""
    drawn = board("hexes", ("A", (0, -1)), ("B", (1, -1)), ("C", (-1, 0)), ("D", (0, 0)), ("E", (-1, 1)))
    rows = '<div><i style="--n:1"></i><b>A</b><b>B</b></div><div><b>C</b><b>D</b></div>'
    assert f'{rows}<div><i style="--n:1"></i><b>E</b></div>' in drawn


def test_on_a_track_the_first_piece_is_the_space_and_the_others_stand_on_it() -> None:
    drawn = board("track", ("start", (0, 0)), ("", (1, 0)), ("Ann", (1, 0)), ("Bo", (1, 0)))
    assert "<b><sup>0</sup>start</b><b><sup>1</sup><u>Ann</u><u>Bo</u></b>" in drawn


def test_what_a_colour_says_is_also_written() -> None:
    """A tone is an edge beside the code, the name and the legend; what is not known is said to be hidden."""
    pieces = (Placed("d", "W", (0, 0), name="Water", tone="blue"), Placed("d", "", (1, 0), up=False))
    drawn = PARTS.area(Area("map", "Map", "grid", pieces, legend=(("W", "water"),)))
    assert '<b class="t-blue">W<small>Water</small></b><b class="hidden">??</b>' in drawn
    assert "<dt>W</dt><dd>water</dd>" in drawn


def test_a_brief_note_is_on_the_board_and_a_long_one_below_it() -> None:
    pieces = (
        Placed("d", "P", (0, 0), note="demand 4"),
        Placed("d", "S", (1, 0), note="wants: 4 3 2"),
        Placed("d", "T", (2, 0), note="wants: 4 3 2"),
    )
    drawn = PARTS.area(Area("map", "Map", "grid", pieces))
    assert "<b>P<small>demand 4</small></b><b>S</b><b>T</b>" in drawn
    assert '<ul class="notes"><li><b>S, T</b> wants: 4 3 2</li></ul>' in drawn


@pytest.mark.parametrize("layout", ["grid", "hexes", "track", "list"])
def test_everything_is_escaped(layout: str) -> None:
    at = None if layout == "list" else (0, 0)
    piece = Placed(HOSTILE, HOSTILE, at, note=HOSTILE, name=HOSTILE + "2", side=HOSTILE)
    drawn = PARTS.area(Area(HOSTILE, HOSTILE, layout, (piece, piece), HOSTILE, ((HOSTILE, HOSTILE),)))
    drawn += PARTS.facts([Fact(HOSTILE, HOSTILE, HOSTILE)])
    drawn += "".join(Drawings().view_html(View((Area("bare", HOSTILE, "list", ()),))))
    assert "<script" not in drawn
    assert HOSTILE not in drawn
    assert drawn.count(ESCAPED) >= 12


def test_an_area_is_drawn_again_only_when_it_has_changed() -> None:
    """One with the same name and other pieces is another drawing; empty areas are named together."""
    drawings = Drawings()
    hand, other = (Area("hand", "Hand", "list", (Placed("d", code),)) for code in ("A1", "B2"))
    bare = (Area("a", "Moon 1", "list", ()), Area("b", "Moon 2", "list", ()))
    (first, empty), (second, _), (third, _) = (
        drawings.view_html(View((*bare, area)))
        for area in (hand, Area("hand", "Hand", "list", hand.pieces), other)
    )
    assert first is second
    assert ("A1" in first, "B2" in third, "A1" in third) == (True, True, False)
    assert empty == '<p class="bare">Empty: Moon 1, Moon 2</p>'
