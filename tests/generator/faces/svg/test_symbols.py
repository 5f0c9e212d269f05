"""Drawings in symbols/, as they come from packages of icons."""

from __future__ import annotations

from pathlib import Path

import pytest

from components.errors import TemplateError
from generator.faces.drawing import compile_svg
from generator.faces.svg.symbols import symbol
from generator.faces.svg.values import colour

SPACE = 'xmlns="http://www.w3.org/2000/svg"'


@pytest.mark.parametrize(
    ("head", "box"),
    [
        ('viewBox="0 0 9 9" width="64" height="64"', "0 0 9 9"),
        ('width="64" height="32px"', "0 0 64 32"),
        ("height='16.5' width='8'", "0 0 8 16.5"),
    ],
)
def test_its_own_space_is_its_view_box_or_its_size(tmp_path: Path, head: str, box: str) -> None:
    (tmp_path / "symbols").mkdir()
    (tmp_path / "symbols" / "tree.svg").write_text(f'<svg {SPACE} {head}><path d="M0 0H9"/></svg>')
    assert f'viewBox="{box}"' in symbol(tmp_path, "tree")


@pytest.mark.parametrize("head", ['width="100%" height="100%"', 'width="64"', ""])
def test_a_drawing_of_no_size_is_refused(tmp_path: Path, head: str) -> None:
    (tmp_path / "symbols").mkdir()
    (tmp_path / "symbols" / "tree.svg").write_text(f'<svg {SPACE} {head}><path d="M0 0H9"/></svg>')
    with pytest.raises(TemplateError, match=r"no <svg viewBox=…>.*tree|tree.*no <svg viewBox=…>"):
        symbol(tmp_path, "tree")


def test_capitals_do_not_matter(tmp_path: Path) -> None:
    (tmp_path / "symbols").mkdir()
    (tmp_path / "symbols" / "Ore.svg").write_text(f'<svg {SPACE} viewBox="0 0 9 9"><path d="M0 0H7"/></svg>')
    for name in ("Ore", "ore"):
        assert "M0 0H7" in symbol(tmp_path, name)


@pytest.mark.parametrize(
    ("head", "fill"), [("", "#00ff00"), ('fill="none"', ""), ('fill="#ff0000"', "#ff0000")]
)
def test_a_shape_without_a_colour_has_that_of_the_symbol(tmp_path: Path, head: str, fill: str) -> None:
    (tmp_path / "symbols").mkdir()
    (tmp_path / "symbols" / "tree.svg").write_text(
        f'<svg {SPACE} viewBox="0 0 9 9" {head}><path d="M0 0H9V9"/></svg>'
    )
    drawn = compile_svg(
        f'<svg {SPACE} viewBox="0 0 9 9" color="#00ff00">{symbol(tmp_path, "tree")}'
        '<use href="#s-tree" width="9" height="9"/></svg>'
    )
    assert [shape.fill for shape, _ in drawn.shapes()] == ([colour(fill)] if fill else [])
