"""Anything that would not print as a browser shows it is refused by name, with the face and a near name."""

from __future__ import annotations

import pytest

from components.errors import TemplateError
from generator.faces.drawing import compile_svg

STOPS = '<stop offset="0" stop-color="#f00"/><stop offset="1" stop-color="#00f"/>'
TEXT = 'font-family="Barlow" font-size="4"'

REFUSED: dict[str, tuple[str, str]] = {
    # elements
    "image": ('<image href="a.png"/>', '<image> refers to "a.png"'),
    "filter": ('<filter id="f"/>', "<filter> cannot be printed"),
    "mask": ('<mask id="m"/>', "<mask> cannot be printed"),
    "pattern in shares of the shape": ('<pattern id="p" width="1" height="1"/>', "patternUnits"),
    "pattern without cells": (
        '<pattern id="p" width="0.1" height="4" patternUnits="userSpaceOnUse"/>',
        "The cells of the pattern #p are 0.1 × 4 mm",
    ),
    "pattern of itself": (
        '<pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse">'
        '<rect width="1" height="1" fill="url(#p)"/></pattern>',
        "The pattern #p is filled with itself",
    ),
    "words in a pattern": (
        f'<pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse"><text {TEXT}>a</text></pattern>',
        "The pattern #p has words or a picture",
    ),
    "foreignObject": ("<foreignObject/>", "<foreignObject> cannot be printed"),
    "script": ("<script/>", "<script> cannot be printed"),
    "animate": ("<animate/>", "<animate> cannot be printed"),
    "misspelt element": ("<cirlce/>", 'Did you mean "circle"'),
    "svg in svg": ("<svg/>", "<svg> is not expected here"),
    "tspan outside a text": ("<tspan/>", "<tspan> is not expected here"),
    "stop outside a gradient": ("<stop/>", "<stop> is not expected here"),
    "group in a text": (f"<text {TEXT}>a<g/></text>", "<g> is inside a <text>"),
    # attributes
    "misspelt attribute": ('<rect widht="3"/>', 'widht="3" of <rect>.*Did you mean "width"'),
    "filter attribute": ('<rect filter="url(#f)"/>', "filter="),
    "mask attribute": ('<g mask="url(#f)"/>', "mask="),
    "an attribute of another element": ('<circle width="3"/>', "width="),
    "stop-opacity": (
        f'<linearGradient id="g">{STOPS}<stop stop-opacity="2"/></linearGradient>'
        '<rect width="1" height="1" fill="url(#g)"/>',
        "stop-opacity",
    ),
    "spreadMethod": (
        f'<linearGradient id="g" spreadMethod="repeat">{STOPS}</linearGradient>'
        '<rect width="1" height="1" fill="url(#g)"/>',
        "spreadMethod",
    ),
    "unknown CSS": ('<rect style="mix-blend-mode: multiply"/>', "mix-blend-mode"),
    "style sheet": ("<style>rect { fill: red }</style>", "may contain only @font-face"),
    "display": ('<rect display="none"/>', "display="),
    "white space kept": (f'<text xml:space="preserve" {TEXT}>a</text>', "space="),
    # values
    "px": ('<rect x="3px"/>', '"3px" is not a length'),
    "mm": ('<rect width="3mm" height="3"/>', '"3mm" is not a length.*without a unit'),
    "percent": ('<rect width="50%" height="3"/>', '"50%" is not a length'),
    "em": (f'<text x="1em" {TEXT}>a</text>', '"1em" is not a length'),
    "no number": ('<circle r="big"/>', '"big" is not a length'),
    "not a number": ('<circle r="nan"/>', '"nan" is not a length'),
    "too large": ('<circle r="1e999"/>', '"1e999" is not a length'),
    "list of places": (f'<text x="1 2 3" {TEXT}>abc</text>', "not a length"),
    "negative width": ('<rect width="-3" height="3"/>', "width is -3; it cannot be negative"),
    "negative radius": ('<circle r="-3"/>', "r is -3"),
    "negative stroke": ('<path d="M0 0H9" stroke="#000" stroke-width="-1"/>', "stroke-width is -1"),
    "negative dash": ('<path d="M0 0H9" stroke="#000" stroke-dasharray="-1"/>', "stroke-dasharray is -1"),
    "opacity above 1": ('<g opacity="1.5"><rect width="1" height="1"/></g>', "opacity is 1.5.*from 0 to 1"),
    "fill-opacity in percent": ('<rect fill-opacity="50%"/>', '"50%"'),
    "colour by name": ('<rect width="1" height="1" fill="tomato"/>', '"tomato" is not a colour.*#rrggbb'),
    "rgb()": ('<rect width="1" height="1" fill="rgb(1,2,3)"/>', "not a colour"),
    "colour with alpha": ('<rect width="1" height="1" fill="#ff000080"/>', "not a colour"),
    "colour that is not hex": ('<rect width="1" height="1" fill="#12345g"/>', "not a colour"),
    "stroke colour": ('<path d="M0 0H9" stroke="blu"/>', '"blu" is not a colour'),
    "fill-rule": ('<rect fill-rule="even-odd"/>', 'fill-rule is "even-odd".*Did you mean "evenodd"'),
    "line cap": ('<rect stroke-linecap="rond"/>', 'Did you mean "round"'),
    "line join": ('<rect stroke-linejoin="mitre"/>', 'Did you mean "miter"'),
    "anchor": (f'<text text-anchor="center" {TEXT}>a</text>', 'text-anchor is "center"'),
    "path": ('<path d="M0 0 Lx"/>', '"x" is not path data'),
    "no path": ("<path/>", "no points"),
    "points": ('<polygon points="1 2 3"/>', 'points of a <polygon> is "1 2 3"'),
    "no points": ('<polyline points=""/>', "points of a <polyline>"),
    "transform": ('<g transform="rotat(3)"><rect width="1"/></g>', '"rotat.3." is not a transform'),
    "transform with a word": ('<g transform="rotate(x)"><rect width="1" height="1"/></g>', "not a transform"),
    "transform with a unit": (
        '<g transform="rotate(3deg)"><rect width="1" height="1"/></g>',
        "not a transform",
    ),
    "transform with too much": (
        '<g transform="scale(1 2 3)"><rect width="1" height="1"/></g>',
        "scale has the wrong number",
    ),
    # references
    "use of nothing": (
        '<g id="star"/><use href="#stat"/>',
        'There is no element with the id "stat".*mean "star"',
    ),
    "use without a name": ("<use/>", 'There is no element with the id ""'),
    "use of another file": ('<use href="symbols.svg#a"/>', "There is no element with the id"),
    "use of itself": ('<g id="a"><use href="#a"/></g>', '"a" is drawn inside itself: a > a'),
    "use in a ring": (
        '<g id="a"><use href="#b"/></g><defs><g id="b"><use href="#a"/></g></defs>',
        "drawn inside itself",
    ),
    "symbol without a size": (
        '<symbol id="s" viewBox="0 0 9 9"/><use href="#s"/>',
        "needs a width and a height",
    ),
    "symbol without extent": (
        '<symbol id="s" viewBox="0 0 0 9"/><use href="#s" width="1" height="1"/>',
        "no width or height",
    ),
    "fill of nothing": ('<rect width="1" height="1" fill="url(#g)"/>', 'There is no element with the id "g"'),
    "fill of a shape": (
        '<circle id="g" r="1"/><rect width="1" height="1" fill="url(#g)"/>',
        "only gradients and patterns can fill",
    ),
    "fill of a bad reference": ('<rect width="1" height="1" fill="url(g)"/>', "is not a reference"),
    "clip of nothing": (
        '<g clip-path="url(#c)"><rect width="1" height="1"/></g>',
        'There is no element with the id "c"',
    ),
    "clip by a shape": (
        '<circle id="c" r="1"/><g clip-path="url(#c)"><rect width="1" height="1"/></g>',
        "not a <clipPath>",
    ),
    "clip in units of the shape": (
        '<clipPath id="c" clipPathUnits="objectBoundingBox"><circle r="1"/></clipPath>'
        '<g clip-path="url(#c)"><rect width="1" height="1"/></g>',
        "user units",
    ),
    "empty clip": ('<clipPath id="c"/><g clip-path="url(#c)"><rect width="1" height="1"/></g>', "is empty"),
    "clip by a text": (
        '<clipPath id="c"><text>a</text></clipPath><g clip-path="url(#c)"><rect width="1" height="1"/></g>',
        "<text> is not expected here",
    ),
    "turned clip": (
        '<clipPath id="c"><circle r="1" transform="scale(2)"/></clipPath>'
        '<g clip-path="url(#c)"><rect width="1" height="1"/></g>',
        "cannot have a transform",
    ),
    "clip of several paths": (
        '<clipPath id="c"><path d="M0 0H1V1Z"/><path d="M0 0V1H1Z"/></clipPath>'
        '<g clip-path="url(#c)"><rect width="1" height="1"/></g>',
        "several shapes.*one path",
    ),
    "an id used twice": ('<g id="a"/><g id="a"/>', 'The id "a" is used twice'),
    # gradients
    "one stop": (
        '<linearGradient id="g"><stop stop-color="#fff"/></linearGradient>'
        '<rect width="1" height="1" fill="url(#g)"/>',
        "fewer than two stops",
    ),
    "gradient of itself": (
        '<linearGradient id="g" href="#h"/><linearGradient id="h" href="#g"/>'
        '<rect width="1" height="1" fill="url(#g)"/>',
        "refers to itself",
    ),
    "gradientUnits": (
        f'<linearGradient id="g" gradientUnits="user">{STOPS}</linearGradient>'
        '<rect width="1" height="1" fill="url(#g)"/>',
        'gradientUnits is "user"',
    ),
    "offset": (
        '<linearGradient id="g"><stop offset="half"/><stop offset="1"/></linearGradient>'
        '<rect width="1" height="1" fill="url(#g)"/>',
        '"half" is not a length',
    ),
    "percent of nothing": (
        f'<linearGradient id="g" x1="%">{STOPS}</linearGradient><rect width="1" height="1" fill="url(#g)"/>',
        "not a length",
    ),
    "focus outside": (
        f'<radialGradient id="g" fx="2">{STOPS}</radialGradient><rect width="1" height="1" fill="url(#g)"/>',
        "focus of the gradient #g",
    ),
    "curved stroke with a gradient": (
        f'<linearGradient id="g">{STOPS}</linearGradient><circle r="1" stroke="url(#g)"/>',
        "A stroke in a gradient is curved",
    ),
    "transparent stroke with a gradient": (
        f'<linearGradient id="g">{STOPS}<stop stop-opacity="0"/></linearGradient>'
        '<path d="M0 0H3" stroke="url(#g)"/>',
        "A stroke in a gradient is curved or transparent",
    ),
    "stroke with a pattern": (
        '<pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse"/>'
        '<rect width="1" height="1" stroke="url(#p)"/>',
        "A stroke cannot be a pattern",
    ),
    # text
    "no font": ("<text>hello</text>", '"hello" has no font-family'),
    "unknown font": ('<text font-family="Barlov">a</text>', 'no font "Barlov".*Did you mean "Barlow"'),
    "unknown weight": ('<text font-weight="bolder" font-family="Barlow">a</text>', 'font-weight is "bolder"'),
    "oblique": ('<text font-style="oblique" font-family="Barlow">a</text>', 'font-style is "oblique"'),
    "missing glyph": (
        f"<text {TEXT}>5 → 6</text>",
        r'font Barlow 400 has no "→" .U\+2192 RIGHTWARDS ARROW, in "5 → 6"',
    ),
    "stroked text": (f'<g stroke="#000"><text {TEXT}>abc</text></g>', '"abc" has a stroke'),
    "text with a gradient": (
        f'<linearGradient id="g">{STOPS}</linearGradient><text fill="url(#g)" {TEXT}>abc</text>',
        '"abc" cannot be filled with a gradient',
    ),
    "turned span": (
        f'<text {TEXT}><tspan transform="scale(2)">a</tspan></text>',
        "A <tspan> cannot have a transform",
    ),
    # documents
    "not closed": ("<g>", "not well-formed"),
    "ampersand": (f"<text {TEXT}>Salt & Sons</text>", "not well-formed.*Escape & and <"),
    "less than": (f"<text {TEXT}>1 < 2</text>", "not well-formed"),
    "unknown entity": (f"<text {TEXT}>&nbsp;</text>", "not well-formed"),
}


@pytest.mark.parametrize(("body", "said"), REFUSED.values(), ids=REFUSED)
def test_it_is_refused_by_name(body: str, said: str) -> None:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{body}</svg>'
    with pytest.raises(TemplateError, match=f"(?s)^here, piece X, front(?:, symbol \\w+)?: .*{said}"):
        compile_svg(svg, "here, piece X, front")


OUTERMOST = {
    "no view box": ("<svg xmlns='http://www.w3.org/2000/svg'/>", "viewBox of the svg element"),
    "half a view box": ("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9'/>", "4 numbers"),
    "another element": ("<g xmlns='http://www.w3.org/2000/svg'/>", "outermost element is <g>"),
    "another language": ("<html/>", "<html> cannot be printed"),
    "kerning": (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9' style='font-kerning:auto'/>",
        "font-kerning",
    ),
    "nothing": ("", "not well-formed"),
}


@pytest.mark.parametrize(("svg", "said"), OUTERMOST.values(), ids=OUTERMOST)
def test_the_outermost_element_is_an_svg_with_a_view_box(svg: str, said: str) -> None:
    with pytest.raises(TemplateError, match=f"(?s)^the face: .*{said}"):
        compile_svg(svg, "the face")


def test_harmless_content_is_accepted() -> None:
    """Names for scripts and screen readers, comments, embedded fonts, an empty definition."""
    compile_svg(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" role="img" aria-label="a card" '
        'version="1.1">'
        '<!-- a comment --><style>@font-face { font-family: "Barlow"; src: url(data:) } /* yes */</style>'
        '<defs/><g class="frame" data-name="frame" id="frame"/></svg>'
    )
