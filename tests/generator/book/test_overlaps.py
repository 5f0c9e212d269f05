"""Labels and numbers on the scenes of a learn-to-play do not lie on the words of the pieces."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from components.catalogue import load
from components.figures import Figure
from components.setup import Area, Layout, Placed
from generator.book.overlaps import covered_words
from generator.build.checking import check
from generator.faces.renderer import Renderer

# The card R1 has its value, a large "1", 50 mm from its left edge on a baseline 20 mm from its top.
SCENE = """
[[scene]]
name = "table"
size = [140, 100]
pieces = [{{ deck = "cards", code = "R1", at = [10, 5]{turned} }}{over}]
{labels}
"""


def spoilt(folder: Path, labels: str, turned: str = "", over: str = "") -> Path:
    (folder / "learn.md").write_text("# Learn to play\n\n## The table\n\n![A card.](table)\n")
    (folder / "scenes.toml").write_text(SCENE.format(labels=labels, turned=turned, over=over))
    return folder


def two(*spots: tuple[int, int]) -> str:
    """Two numbers on the table: what each points at, and its disc."""
    rows = (f'{{ at = {[*at]}, disc = {[*disc]}, text = "x" }}' for at, disc in (spots[:2], spots[2:]))
    return f"marks = [{', '.join(rows)}]"


@pytest.mark.parametrize(
    ("labels", "turned", "over", "told"),
    [
        (
            'marks = [{ at = [90, 22], text = "Its edge.", side = "left" }]',
            "",
            "",
            'number 1 strikes out "1"',
        ),
        ('marks = [{ at = [90, 22], text = "Its edge." }]', "", "", ""),
        ('marks = [{ at = [90, 22], text = "Its edge.", disc = [110, 22] }]', "", "", ""),
        ('marks = [{ at = [90, 22], text = "Its edge.", disc = [40, 22] }]', "", "", 'strikes out "1"'),
        ('marks = [{ at = [135, 60], text = "Far.", side = "left" }]', "", "", "mm long"),
        (two((90, 70), (110, 90), (90, 90), (110, 70)), "", "", "the lines of numbers 1 and 2 meet"),
        (two((90, 80), (130, 80), (110, 84), (110, 95)), "", "", ""),
        (two((90, 80), (130, 80), (110, 80), (110, 95)), "", "", "the lines of numbers 1 and 2 meet"),
        ('words = [{ at = [58, 22], text = "value" }]', "", "", 'the label "value" covers "1"'),
        ('words = [{ at = [75, 22], text = "value" }]', "", "", ""),
        ('words = [{ at = [58, 22], text = "value" }]', ", turn = 180", "", ""),
        ('words = [{ at = [18, 77], text = "value" }]', ", turn = 180", "", 'covers "1"'),
        ('marks = [{ at = [50, 77], text = "Far.", side = "left" }]', ", turn = 180", "", 'strikes out "1"'),
        # Words that another piece hides are not there to be covered.
        (
            'words = [{ at = [58, 22], text = "value" }]',
            "",
            ', { deck = "cards", code = "R1", at = [40, 5], back = true }',
            "",
        ),
    ],
)
def test_words_under_a_label_are_reported(
    small_game: Path, labels: str, turned: str, over: str, told: str
) -> None:
    game = load(str(spoilt(small_game, labels, turned, over)))
    found = list(covered_words(game, Renderer(game)))
    assert bool(found) is bool(told) and all("scene table" in said for said in found)
    assert not told or [told in said for said in found].count(True) == 1


def test_the_check_tells_of_it_once(small_game: Path) -> None:
    labels = 'words = [{ at = [58, 22], text = "value" }]'
    said = [line for line in check(load(str(spoilt(small_game, labels)))).problems if "covers" in line]
    assert len(said) == 1


def test_more_numbers_than_a_side_has_room_for(small_game: Path) -> None:
    marks = ", ".join(f'{{ at = [5, {y}], text = "x" }}' for y in range(30, 70))
    game = load(str(spoilt(small_game, f"marks = [{marks}]")))
    assert [said for said in covered_words(game, Renderer(game)) if "do not fit beside each other" in said]


@pytest.mark.parametrize(("layout", "told"), [("grid", True), ("list", False)])
def test_a_note_on_the_words_of_a_figure_is_reported(layout: Layout, told: bool) -> None:
    """In a grid notes lie in the middle of a piece, in a list they stand below."""
    game = load("rayguns")
    placed = Placed("hundreds", "plus-O", at=(0, 0) if layout == "grid" else None, note="a long note")
    figure = Figure("1.1", "A piece.", Area("figure-1", "", layout, (placed,)))
    changed = replace(game, figures=(figure,))
    found = [said for said in covered_words(changed, Renderer(changed)) if "figure after 1.1" in said]
    assert bool(found) is told
