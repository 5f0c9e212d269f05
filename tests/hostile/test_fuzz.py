"""Readers given anything at all: each answers with a value or with an error of its own."""

from __future__ import annotations

import string
import tempfile
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.errors import StarboxError
from components.figures import read_figures
from components.pieces import Column, Source, read_pieces
from components.prose import blocks
from components.reading import parse_json, parse_toml_data
from components.rules import read_rules
from components.terminal import text_lines
from generator.book.prose import marked_up
from generator.faces.clean import clean_svg
from generator.faces.drawing import compile_svg
from generator.faces.svg.path import path
from generator.faces.svg.values import transform

pytestmark = pytest.mark.search

RULES = "# T\n\n## 1 A\n\n1.1 B\n"
# Pieces of each language, in any order: they get further than letters alone.
JSON = st.lists(st.sampled_from([*'{}[]:,"\\', "1", "-", "e9", "null", "\\u", "d800", "NaN", " ", "\n", "a"]))
TOML = st.lists(
    st.sampled_from([*"[]{}=.,\"'\n#", '"""', "a", "b", "1", "0x", "inf", "e9", "2026-01-01", " "])
)
CSV = st.lists(st.sampled_from([*',"\n\r;', "code", "copies", "A", "1", " ", "\0", "é"]))
LEAVES = [
    "x", "&amp;", "<!-- -->", "<stop/>", "<script/>", "<![CDATA[ <script/> ]]>", '<path d="M0 0h1"/>',
    '<circle r="1"/>', '<use href="#a"/>', '<rect width="1" height="1" fill="url(#l)"/>',
    '<text font-family="Barlow" x="1">a <tspan dx="1">b</tspan> c</text>',
]  # fmt: skip
HOLDERS = [
    "<g>%s</g>", '<g id="a">%s</g>', '<g class="cut" transform="scale(0)">%s</g>', "<defs>%s</defs>",
    '<g clip-path="url(#c)" opacity=".5">%s</g>', '<symbol id="a">%s</symbol>', "<text>%s</text>",
    '<clipPath id="c">%s</clipPath>', '<linearGradient id="l">%s</linearGradient>', "<title>%s</title>",
    "<style>%s</style>", '<rect width="1" height="1">%s</rect>',
]  # fmt: skip
SVG = st.recursive(
    st.sampled_from(LEAVES),
    lambda inner: st.builds(
        lambda holder, parts: holder.replace("%s", "".join(parts)), st.sampled_from(HOLDERS), st.lists(inner)
    ),
)
PATH = st.text(alphabet="MmLlHhVvCcSsQqTtAaZz0123456789.-+e ,", max_size=60)
MARKDOWN = st.text(alphabet="*`|- \n#1.a&<>\"'[]", max_size=200)


@given(JSON.map("".join) | st.text())
def test_json(text: str) -> None:
    _value_or_error(lambda: parse_json(text, "a text"))


@given(TOML.map("".join) | st.text())
def test_toml(text: str) -> None:
    _value_or_error(lambda: parse_toml_data(text, "a text"))


@given(st.binary(max_size=300) | CSV.map(lambda parts: b"code," + "".join(parts).encode()))
def test_files(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for name in ("x.csv", "x.toml", "x.md"):
            (Path(folder) / name).write_bytes(content)
        columns = {"copies2": Column("copies2", "int", True)}
        _value_or_error(lambda: read_pieces(Source(Path(folder) / "x.csv"), columns))
        _value_or_error(lambda: read_pieces(Source(Path(folder) / "x.toml"), columns))
        rules = _value_or_error(lambda: read_rules(Path(folder) / "x.md", "X"))
        (Path(folder) / "y.md").write_text(RULES)
        rules = rules or read_rules(Path(folder) / "y.md", "X")
        _value_or_error(lambda: read_figures(Path(folder) / "x.toml", {"a": ["b"]}, rules))


@given(SVG | st.text(alphabet=string.printable, max_size=50))
def test_svg(body: str) -> None:
    """An SVG that is handed on is understood again, and says the same."""
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{body}</svg>'
    if (clean := _value_or_error(lambda: clean_svg(svg))) is not None:
        assert compile_svg(clean) == compile_svg(svg)
        assert "<script" not in clean


@given(PATH)
def test_paths_and_transforms(text: str) -> None:
    _value_or_error(lambda: path(f"M0 0{text}"))
    _value_or_error(lambda: transform(f"rotate({text})"))


@given(MARKDOWN)
def test_markdown(text: str) -> None:
    for block in blocks(text):
        for unit in block.units:
            fromstring(f"<p>{marked_up(unit)}</p>")
    text_lines(blocks(text), 20)


def _value_or_error(read):  # type: ignore[no-untyped-def]
    try:
        return read()
    except StarboxError as problem:
        assert str(problem)
        return None
