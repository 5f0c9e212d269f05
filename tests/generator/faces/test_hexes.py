"""Maps of hexes from rows of letters, without trigonometry."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from components import catalogue
from generator.faces.drawing import compile_svg
from generator.faces.renderer import Renderer
from tests.smallgame import write_game

FACE = """\
{% from "hexes.svg.j2" import hex_map with context %}
{{ hex_map(["pw.", "ffp"], {"p": "#eeddaa", "w": "#99bbdd", "f": "#88aa66"}, 3, 4, 15) }}
"""


def test_a_map_has_a_hex_for_each_letter_with_its_column_and_row(tmp_path: Path) -> None:
    game = catalogue.load(str(write_game(tmp_path / "map", face=FACE)))
    drawing = compile_svg(Renderer(game).faces(game.decks[0], game.decks[0].pieces[0]).front.svg)
    assert [text.text for text, _ in drawing.texts()] == ["0101", "0201", "0102", "0202", "0302"]
    hexes = [shape.outline.box for shape, _ in drawing.shapes()]
    assert len(hexes) == 5
    assert all(right - left == pytest.approx(15, abs=0.01) for left, _, right, _ in hexes)
    (first, second, below, *_) = hexes
    assert first[2] == pytest.approx(second[0]), "neighbours of a row share an edge"
    assert below[0] - first[0] == pytest.approx(7.5), "every second row is half a hex further right"
    assert below[1] - first[1] == pytest.approx(15 * 0.866, abs=0.01)


def test_the_guide_shows_a_map_that_works(project: Path, tmp_path: Path) -> None:
    guide = (project / "docs" / "own-games.md").read_text(encoding="utf-8").partition("### Maps of hexes")[2]
    face = re.findall(r"```jinja\n(.*?)```", guide, re.DOTALL)[0]
    folder = write_game(
        tmp_path / "war", face=face, size="[300, 200]", deck='shape = "square"',
        files={"terrain.toml": 'rows = ["ppwf", "pfff", "wwpp"]\n'},
    )  # fmt: skip
    file = folder / "game.toml"
    file.write_text(file.read_text().replace("players = [2, 4]", 'players = [2, 4]\ntables = ["terrain"]'))
    game = catalogue.load(str(folder))
    drawing = compile_svg(Renderer(game).faces(game.decks[0], game.decks[0].pieces[0]).front.svg)
    assert len([*drawing.shapes()]) == 12
