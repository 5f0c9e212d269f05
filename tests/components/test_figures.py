"""Figures of a rulebook: read from figures.toml, every mistake answered with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from components.catalogue import load, slugs
from components.errors import DataError
from components.figures import Figure, read_figures
from components.rules import Rule, Rules, Section
from components.setup import Placed
from components.teaching import read_teaching

RULES = Rules("X", "", (Section("1", "Start", "", (Rule("1.1", "Begin."), Rule("1.2", "Go on."))),))
CODES = {"tiles": {"T1", "T2"}}


def read(tmp_path: Path, text: str) -> tuple[Figure, ...]:
    file = tmp_path / "figures.toml"
    file.write_text(text)
    return read_figures(file, CODES, RULES)


def figure(pieces: str = '{ deck = "tiles", code = "T1" }', after: str = "1.1", more: str = "") -> str:
    return f'[[figure]]\nafter = "{after}"\ncaption = "A tile."\n{more}\npieces = [{pieces}]\n'


def test_a_game_need_not_have_any(tmp_path: Path) -> None:
    assert read_figures(tmp_path / "figures.toml", CODES, RULES) == ()


def test_a_figure_says_where_it_stands_and_what_lies_in_it(tmp_path: Path) -> None:
    pieces = '{ deck = "tiles", code = "T1", at = [0, 2], note = "front", up = false, count = 3 }'
    (one,) = read(tmp_path, figure(pieces, more='layout = "grid"'))
    assert (one.after, one.caption, one.area.layout) == ("1.1", "A tile.", "grid")
    assert one.area.pieces == (Placed("tiles", "T1", (0, 2), 3, False, "", "front"),)


@pytest.mark.parametrize("place", ["1.2", "1", "Start"])
def test_it_follows_a_rule_or_stands_at_the_head_of_a_section(tmp_path: Path, place: str) -> None:
    assert len(read(tmp_path, figure(after=place))) == 1


TILE = '{ deck = "tiles", code = "T1"'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (figure(after="1.3"), 'after is "1.3", but there is no such rule. Did you mean "1.'),
        (figure('{ deck = "tile", code = "T1" }'), 'Did you mean "tiles"?'),
        (figure('{ deck = "tiles", code = "T9" }'), 'code is "T9", but tiles has no such piece.'),
        (figure(""), "pieces is empty."),
        (figure(more='layout = "grids"'), 'Did you mean "grid"?'),
        (figure(more='layout = "grid"'), "Write at = [column, row]."),
        (figure(TILE + ", at = [1] }"), "Write at = [column, row]."),
        (figure(TILE + ", at = [1, 2, 3] }", more='layout = "hexes"'), "Write at = [column, row]."),
        (figure(TILE + ", count = 0 }"), "count is 0."),
        (figure(TILE + ', note = "a", knote = "b" }'), 'Did you mean "note"?'),
        (figure(more="captoin = 1"), "captoin is not a key"),
        ("[[figures]]\nafter = 1\n", "figures is not a key"),
        ("[[figure]\n", "closed by a single ]"),
    ],
)
def test_a_mistake_is_told_with_its_file_and_key(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(DataError) as problem:
        read(tmp_path, text)
    assert str(tmp_path / "figures.toml") in str(problem.value)
    assert said in str(problem.value)


@pytest.mark.parametrize("slug", slugs())
def test_every_game_shows_something(slug: str) -> None:
    game = load(slug)
    assert game.figures or read_teaching(game).scenes
    assert len({figure.area.name for figure in game.figures}) == len(game.figures)
    assert all(figure.caption.endswith(".") for figure in game.figures)
