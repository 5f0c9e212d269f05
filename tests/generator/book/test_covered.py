"""Labels and numbers on the scenes of a learn-to-play do not lie on the words of the pieces."""

from __future__ import annotations

from pathlib import Path

import pytest

from components.catalogue import load
from generator.book.covered import covered_words
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


@pytest.mark.parametrize(
    ("labels", "turned", "over", "told"),
    [
        ('marks = [{ at = [62, 22], text = "Its value." }]', "", "", 'the number 1 covers "1"'),
        ('words = [{ at = [58, 22], text = "value" }]', "", "", 'the label "value" covers "1"'),
        ('marks = [{ at = [80, 22], text = "Its value." }]', "", "", ""),
        ('marks = [{ at = [62, 22], text = "Its value." }]', ", turn = 180", "", ""),
        ('marks = [{ at = [22, 77], text = "Its value." }]', ", turn = 180", "", 'covers "1"'),
        # What another piece hides is not there to be covered.
        (
            'marks = [{ at = [62, 22], text = "Its value." }]',
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
    assert [told in said and "scene table" in said for said in found] == [True] * bool(told)


def test_the_check_tells_of_it_once(small_game: Path) -> None:
    labels = 'marks = [{ at = [62, 22], text = "Its value." }]'
    said = [line for line in check(load(str(spoilt(small_game, labels)))).problems if "covers" in line]
    assert len(said) == 1
