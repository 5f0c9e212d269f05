"""Drawings that want to do more than be seen: refused wherever they stand, and never handed on."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from components.errors import StarboxError, TemplateError
from generator.faces.clean import clean_svg
from generator.faces.drawing import compile_svg
from tests.generator.presswork import pnp

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">'
STOPS = '<stop offset="0" stop-color="#f00"/><stop offset="1" stop-color="#00f"/>'

# Places in a document where something can stand; most of these places are not drawn.
PLACES = {
    "in the open": "%s",
    "in a group": "<g>%s</g>",
    "in defs": "<defs>%s</defs>",
    "in a group in defs": "<defs><g>%s</g></defs>",
    "in a symbol": '<symbol id="s" viewBox="0 0 9 9">%s</symbol>',
    "in a symbol in defs": '<defs><symbol id="s" viewBox="0 0 9 9"><g>%s</g></symbol></defs>',
    "in a symbol that is used": '<symbol id="s">%s</symbol><use href="#s"/>',
    "in a symbol of no size": '<symbol id="s" viewBox="0 0 9 9">%s</symbol>'
    '<use href="#s" width="0" height="0"/>',
    "in a title": "<title>%s</title>",
    "in a desc": "<desc>%s</desc>",
    "in a style": "<style>%s</style>",
    "in a clip path": '<clipPath id="c"><rect width="1" height="1"/>%s</clipPath>',
    "in a clip path's shape": '<clipPath id="c"><rect width="1" height="1">%s</rect></clipPath>',
    "in a gradient": f'<linearGradient id="l">{STOPS}%s</linearGradient>',
    "in a stop": '<radialGradient id="r"><stop offset="0">%s</stop></radialGradient>',
    "in a shape": '<rect width="1" height="1">%s</rect>',
    "in a shape without extent": "<circle>%s</circle>",
    "in a use": '<g id="g"/><use href="#g">%s</use>',
    "in a text": '<text font-family="Barlow">a%s</text>',
    "in a span": '<text font-family="Barlow"><tspan>a%s</tspan></text>',
}
ACTIVE = [
    "<script>alert(1)</script>",
    '<script href="http://evil/x.js"/>',
    "<foreignObject><body/></foreignObject>",
    '<animate attributeName="href" values="javascript:alert(1)"/>',
    '<set attributeName="onload" to="alert(1)"/>',
    '<image href="http://evil/x.png"/>',
    '<a href="javascript:alert(1)"><rect width="1" height="1"/></a>',
    '<iframe xmlns="http://www.w3.org/1999/xhtml" src="http://evil"/>',
    '<marker id="m"><path d="M0 0h1"/></marker>',
    '<rect width="1" height="1" onclick="alert(1)"/>',
    '<g onload="alert(1)"/>',
]
# Attributes, each on every element that may have one.
ATTRIBUTES = [
    'onload="alert(1)"',
    'onbegin="alert(1)"',
    'xlink:href="javascript:alert(1)"',
    'style="background:url(http://evil)"',
    'style="behavior:url(#x)"',
    'fill="url(http://evil#a)"',
    'stroke="url(//evil/a.svg#a)"',
    'clip-path="url(http://evil#a)"',
    'filter="url(http://evil#a)"',
    'xml:base="http://evil/"',
    'xmlns:e="http://evil" e:onload="1"',
    'tabindex="0"',
]
ELEMENTS = {
    "g": "<g %s/>",
    "path": '<path d="M0 0h1" %s/>',
    "rect without extent": "<rect %s/>",
    "defs": "<defs %s/>",
    "title": "<title %s>a</title>",
    "desc": "<desc %s>a</desc>",
    "style": "<style %s></style>",
    "symbol": '<symbol id="s" %s/>',
    "clip path": '<clipPath id="c" %s><rect width="1" height="1"/></clipPath>',
    "its shape": '<clipPath id="c"><rect width="1" height="1" %s/></clipPath>',
    "gradient": f'<linearGradient id="l" %s>{STOPS}</linearGradient>',
    "text": '<text font-family="Barlow" %s>a</text>',
    "span": '<text font-family="Barlow"><tspan %s>a</tspan></text>',
}
# Documents that are too much work, or that are not what they seem.
BURDENS = {
    "groups in groups": "<g>" * 900 + "</g>" * 900,
    "groups in groups in a symbol": '<symbol id="s">' + "<g>" * 900 + "</g>" * 900 + "</symbol>",
    "more groups in groups": "<g>" * 100_000 + "</g>" * 100_000,
    "unknown elements in each other": "<x>" * 100_000 + "</x>" * 100_000,
    "spans in spans": '<text font-family="Barlow">' + "<tspan>" * 900 + "</tspan>" * 900 + "</text>",
    "drawings of drawings": '<g id="a0"/>'
    + "".join(f'<g id="a{n}"><use href="#a{n - 1}"/></g>' for n in range(1, 5_000)),
    "twice as many each time": '<path id="a0" d="M0 0h1"/>'
    + "".join(f'<g id="a{n}"><use href="#a{n - 1}"/><use href="#a{n - 1}"/></g>' for n in range(1, 31)),
    "symbols of symbols": '<symbol id="a0"><path d="M0 0h1"/></symbol>'
    + "".join(f'<symbol id="a{n}">{f"""<use href="#a{n - 1}"/>""" * 9}</symbol>' for n in range(1, 31))
    + '<use href="#a30"/>',
    "a million commands": f'<path d="M0 0{"h1" * 1_000_000}"/>',
    "a hundred long paths": f'<path d="M0 0{"h1" * 9_000}"/>'.replace("h1h1", "h1h2", 1) * 300,
    "a number of many digits": f'<rect width="{"1" * 100_000}x"/>',
    "a path with many digits": f'<path d="M0 {"1" * 100_000}"/>',
    "a long transform": f'<g transform="{"rotate(1)" * 100_000}"/>',
    "a long dash": f'<path d="M0 0h9" stroke="#000" stroke-dasharray="{"1 " * 100_000}"/>',
    "a gradient of gradients": f'<linearGradient id="g0">{STOPS}</linearGradient>'
    + "".join(f'<linearGradient id="g{n}" href="#g{n - 1}"/>' for n in range(1, 5_000))
    + '<rect width="1" height="1" fill="url(#g4999)"/>',
    "half a million elements": "<g/>" * 500_000,
    "entities": '<!DOCTYPE x [<!ENTITY a "b">]>',
    "an unknown entity": "<text>&evil;</text>",
    "CDATA": "<text font-family='Barlow'><![CDATA[</svg><script>alert(1)</script>]]></text><script/>",
    "a second document": "</svg><svg>",
    "an instruction": '<?xml-stylesheet href="http://evil/x.css"?><script/>',
    "an import": "<style>@import url(http://evil/x.css);</style>",
    "a font from elsewhere": "<style>@font-face { src: url('http://evil/x.woff') }</style>",
    "a font from elsewhere, disguised": r"<style>@font-face { src: \75rl(http://evil/x.woff) }</style>",
    "an endless path number": '<path d="M0 0h1e400"/>',
}  # fmt: skip

Printed = Callable[[Mapping[str, Any]], StarboxError | None]
Trap = Callable[[Mapping[str, Any]], Path]


@pytest.mark.parametrize("place", PLACES)
def test_active_content_is_refused_wherever_it_stands(place: str) -> None:
    for active in ACTIVE:
        with pytest.raises(TemplateError):
            compile_svg(HEAD + PLACES[place] % active + "</svg>")


@pytest.mark.parametrize("attribute", ATTRIBUTES)
def test_active_attributes_are_refused_on_every_element(attribute: str) -> None:
    for form, place in product(ELEMENTS.values(), ("%s", "<defs>%s</defs>", '<symbol id="u">%s</symbol>')):
        if form.startswith("<symbol") and place.startswith("<symbol"):
            continue
        compile_svg(HEAD + place % (form % "") + "</svg>")
        with pytest.raises(TemplateError):
            clean_svg(HEAD + place % (form % attribute) + "</svg>")


@pytest.mark.parametrize("burden", BURDENS)
def test_a_drawing_that_is_too_much_is_refused(burden: str, guarded: None) -> None:
    with pytest.raises(TemplateError):
        compile_svg(HEAD + BURDENS[burden] + "</svg>")


@pytest.mark.parametrize("words", [("show", "A1", "--svg", "--game"), ("export", "--to", "gallery")])
def test_pages_hand_on_nothing_else(words: tuple[str, ...], trap: Trap, tmp_path: Path) -> None:
    """Anything that is not drawn is not written, and forbidden things are refused before there is a file."""
    seen = '<path d="M0 0h1" stroke="#000"/>'
    # With a hyphen, as the fonts in a page may spell any word by chance.
    face = f'<!-- e-vil --><title>a</title><g data-e-vil="1">{seen}e-vil</g>'
    for template, code in ((face, 0), (f"{face}<defs><script/></defs>", 2)):
        folder, out = trap({"templates/card.svg.j2": template}), tmp_path / f"out-{code}"
        ran = pnp(*words, folder, "--out", out)
        written = [file.read_text() for file in out.rglob("*") if file.is_file()]
        assert (ran.code, bool(written)) == (code, not code), ran.err
        assert not any("e-vil" in text for text in written)


@pytest.mark.parametrize("ink", ["full", "saver", "grey"])
def test_every_ink_is_looked_at(ink: str, printed: Printed) -> None:
    problem = printed({"templates/card.svg.j2": f'{{% if ink == "{ink}" %}}<script/>{{% endif %}}'})
    assert problem is not None and "<script> cannot be printed" in problem.what


@pytest.mark.parametrize(
    "symbol",
    [
        f'{HEAD}<script/></svg>',
        f'{HEAD[:-1]} onload="alert(1)"><path d="M0 0h1"/></svg>',
        f'{HEAD}</symbol><script/><symbol></svg>',
        "<svg" * 200_000,
        "<svg " + " a" * 400_000 + ">",
        '<svg viewBox="0 0 9 9">' + "<g>" * 900 + "</g>" * 900 + "</svg>",
        '<svg viewBox="0 0 0 0"/>',
        "",
        "\0",
    ],
    ids=lambda text: text[:30],
)  # fmt: skip
def test_a_symbol_is_held_to_the_same_rules(symbol: str, printed: Printed) -> None:
    files = {"symbols/x.svg": symbol, "templates/card.svg.j2": '{{ symbol("x", 0, 0, 9) }}'}
    problem = printed(files)
    assert isinstance(problem, StarboxError)
    assert problem.where


def test_what_is_handed_on_is_written_anew() -> None:
    """Comments, unknown names and other spellings do not come through; what is seen does."""
    svg = (
        f'{HEAD}<!-- evil --><title>a &lt;b&gt; "c"</title><g data-evil="1" class="cut">'
        '<path style="fill:#f00; stroke : none" d="M0 0h1"/>evil</g><style>/* evil */</style>'
        '<text font-family="Barlow" id=\'"&lt;\'>x<tspan>&amp;</tspan> y</text></svg>'
    )
    clean = clean_svg(svg)
    assert "evil" not in re.sub(r"xmlns=\S+", "", clean).replace("/* evil */", "")
    assert '<path d="M0 0h1" fill="#f00" stroke="none"/>' in clean
    assert 'id="&quot;&lt;">x<tspan>&amp;</tspan> y</text>' in clean
    assert '<title>a &lt;b&gt; "c"</title>' in clean
    assert compile_svg(clean) == compile_svg(svg)
    assert clean_svg(clean) == clean
