"""From SVG to paper: what is drawn where, checked on the rendered page."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import TypeAlias

import pytest
from PIL import Image

from generator.faces.drawing import compile_svg

Draw: TypeAlias = Callable[[str], Image.Image]
Seen: TypeAlias = dict[tuple[float, float], str]

COLOURS = {
    "red": (255, 0, 0),
    "blue": (0, 0, 255),
    "black": (0, 0, 0),
    "white": (255, 255, 255),
    "pink": (255, 128, 128),
    "purple": (128, 0, 128),
}
RED, BLUE = 'fill="#f00"', 'fill="#0000ff"'


def look(picture: Image.Image, seen: Seen) -> None:
    """Compare the picture's colours at places in mm."""
    for (x, y), name in seen.items():
        colour = picture.getpixel((round(x * 10), round(y * 10)))
        assert isinstance(colour, tuple)
        off = max(abs(have - want) for have, want in zip(colour, COLOURS[name], strict=True))
        assert off <= 6, f"at ({x}, {y}) mm the picture is {colour}, not {name}"


SHAPES: dict[str, tuple[str, Seen]] = {
    "rect": (
        f'<rect x="5" y="6" width="4" height="2" {RED}/>',
        {(5.2, 6.2): "red", (8.8, 7.8): "red", (4.8, 7): "white", (9.2, 7): "white", (7, 8.2): "white"},
    ),
    "black is the fill where none is said": ('<rect width="9" height="9"/>', {(4, 4): "black"}),
    "rect with round corners": (
        f'<rect x="2" y="2" width="16" height="16" rx="5" {RED}/>',
        {(2.5, 2.5): "white", (3.8, 3.8): "red", (10, 2.3): "red", (17.5, 17.5): "white"},
    ),
    "circle": (f'<circle cx="10" cy="10" r="5" {RED}/>', {(14.8, 10): "red", (14, 14): "white"}),
    "ellipse": (f'<ellipse cx="10" cy="10" rx="8" ry="2" {RED}/>', {(17, 10): "red", (10, 13): "white"}),
    "line": (
        '<line x1="2" y1="10" x2="18" y2="10" stroke="#f00" stroke-width="2"/>',
        {(10, 10.8): "red", (10, 11.2): "white", (1.8, 10): "white"},
    ),
    "polyline is not closed": (
        '<polyline points="2,2 18,2 18,18" fill="none" stroke="#f00" stroke-width="1"/>',
        {(10, 2): "red", (18, 10): "red", (10, 10): "white"},
    ),
    "polygon is closed": (
        '<polygon points="2 2 18 2 18 18" fill="none" stroke="#f00" stroke-width="1"/>',
        {(10, 2): "red", (18, 10): "red", (10, 10): "red", (12, 8): "white"},
    ),
    "a shape without extent is not there": (
        '<rect x="2" y="10" width="9" height="0" stroke="#f00"/><circle cx="9" cy="9" r="0" stroke="#f00"/>'
        '<path d="M2 2H18" fill="none" stroke="#f00" stroke-width="0"/>',
        {(5, 10): "white", (9, 9): "white", (9, 2): "white"},
    ),
    "nonzero fills a hole that turns the same way": (
        f'<path d="M2 2H18V18H2ZM6 6H14V14H6Z" {RED}/>',
        {(4, 4): "red", (10, 10): "red"},
    ),
    "evenodd leaves it out": (
        f'<path d="M2 2H18V18H2ZM6 6H14V14H6Z" fill-rule="evenodd" {RED}/>',
        {(4, 4): "red", (10, 10): "white"},
    ),
}

STROKES: dict[str, tuple[str, Seen]] = {
    "dashes": (
        '<path d="M2 10H18" stroke="#f00" stroke-width="2" stroke-dasharray="3 2"/>',
        {(3, 10): "red", (6, 10): "white", (8, 10): "red", (11, 10): "white"},
    ),
    "an odd count of dashes is taken twice": (
        '<path d="M2 10H18" stroke="#f00" stroke-width="2" stroke-dasharray="4"/>',
        {(3, 10): "red", (8, 10): "white", (12, 10): "red"},
    ),
    "dashes of nothing are a whole line": (
        '<path d="M2 10H18" stroke="#f00" stroke-width="2" stroke-dasharray="0 0"/>',
        {(3, 10): "red", (8, 10): "red"},
    ),
    "butt": ('<path d="M5 10H15" stroke="#f00" stroke-width="4"/>', {(4.6, 10): "white", (5.4, 10): "red"}),
    "square": (
        '<path d="M5 10H15" stroke="#f00" stroke-width="4" stroke-linecap="square"/>',
        {(3.4, 8.4): "red", (2.6, 10): "white"},
    ),
    "round": (
        '<path d="M5 10H15" stroke="#f00" stroke-width="4" stroke-linecap="round"/>',
        {(3.4, 10): "red", (3.3, 8.3): "white"},
    ),
    "miter": (
        '<path d="M4 16V4H16" fill="none" stroke="#f00" stroke-width="4"/>',
        {(2.3, 2.3): "red"},
    ),
    "bevel": (
        '<path d="M4 16V4H16" fill="none" stroke="#f00" stroke-width="4" stroke-linejoin="bevel"/>',
        {(2.3, 2.3): "white", (3.6, 3.6): "red"},
    ),
    "round join": (
        '<path d="M4 16V4H16" fill="none" stroke="#f00" stroke-width="4" stroke-linejoin="round"/>',
        {(2.3, 2.3): "white", (2.8, 2.8): "red"},
    ),
    "a corner sharper than 29° has no thorn": (
        '<path d="M2 8L14 10L2 12" fill="none" stroke="#f00" stroke-width="2"/>',
        {(12, 10): "red", (17, 10): "white"},
    ),
    "a stroke grows with its space": (
        '<g transform="scale(4)"><path d="M1 2H4" stroke="#f00" stroke-width="1"/></g>',
        {(8, 6.4): "red", (8, 9.6): "red", (8, 5.6): "white"},
    ),
}

SPACES: dict[str, tuple[str, Seen]] = {
    "translate": (
        f'<rect width="2" height="2" transform="translate(5 7)" {RED}/>',
        {(6, 8): "red", (1, 1): "white"},
    ),
    "translate by x alone": (f'<rect width="2" height="2" transform="translate(5)" {RED}/>', {(6, 1): "red"}),
    "scale": (
        f'<rect x="1" y="1" width="1" height="1" transform="scale(5,9)" {RED}/>',
        {(7, 15): "red", (7, 8): "white"},
    ),
    "rotate": (
        f'<rect x="10" y="-2" width="6" height="4" transform="rotate(90)" {RED}/>',
        {(1, 13): "red", (13, 1): "white"},
    ),
    "rotate about a place": (
        f'<rect x="10" y="10" width="6" height="2" transform="rotate(-90 10 10)" {RED}/>',
        {(11, 6): "red", (13, 11): "white"},
    ),
    "skewX": (
        f'<rect y="10" width="4" height="4" transform="skewX(45)" {RED}/>',
        {(12, 11): "red", (2, 12): "white"},
    ),
    "skewY": (
        f'<rect x="10" width="4" height="4" transform="skewY(45)" {RED}/>',
        {(11, 12): "red", (12, 2): "white"},
    ),
    "matrix": (
        f'<rect width="1" height="1" transform="matrix(0 3 -5 0 10 10)" {RED}/>',
        {(7, 12): "red", (12, 12): "white"},
    ),
    "a list is done from the right": (
        f'<rect width="2" height="2" transform="translate(10,0) scale(2) , translate(2 3)" {RED}/>',
        {(15, 7): "red", (11, 1): "white"},
    ),
    "groups in groups": (
        f'<g transform="translate(4 4)"><g transform="scale(2)"><rect width="3" height="3" {RED}/></g></g>',
        {(9, 9): "red", (11, 11): "white", (3, 3): "white"},
    ),
}

PAINT: dict[str, tuple[str, Seen]] = {
    "#rgb, #rrggbb and the two names": (
        '<rect width="5" height="5" fill="#f00"/><rect x="5" width="5" height="5" fill="#0000FF"/>'
        '<rect x="10" width="5" height="5" fill="black"/><rect x="10" width="2" height="5" fill="white"/>',
        {(2, 2): "red", (7, 2): "blue", (14, 2): "black", (11, 2): "white"},
    ),
    "what a group says holds inside it": (
        f'<g {RED}><g><rect width="9" height="9"/></g></g>',
        {(4, 4): "red"},
    ),
    "the nearest word holds": (f'<g {BLUE}><rect width="9" height="9" {RED}/></g>', {(4, 4): "red"}),
    "inherit": (f'<g {RED}><rect width="9" height="9" fill="inherit"/></g>', {(4, 4): "red"}),
    "style goes before an attribute": (
        f'<rect width="9" height="9" {BLUE} style="fill: #f00; "/>',
        {(4, 4): "red"},
    ),
    "currentColor": ('<g color="#f00"><rect width="9" height="9" fill="currentColor"/></g>', {(4, 4): "red"}),
    "fill-opacity": (f'<rect width="9" height="9" {RED} fill-opacity=".5"/>', {(4, 4): "pink"}),
    "stroke-opacity": (
        '<path d="M0 5H18" stroke="#f00" stroke-width="4" stroke-opacity="0.5"/>',
        {(4, 5): "pink"},
    ),
    "a faint group is faint as a whole": (
        f'<g opacity=".5"><rect width="9" height="9" {BLUE}/><rect x="3" width="9" height="9" {RED}/></g>',
        {(5, 5): "pink", (10, 5): "pink"},
    ),
    "faint shapes show what is under them": (
        f'<rect width="9" height="9" {BLUE}/><rect width="9" height="9" {RED} fill-opacity=".5"/>',
        {(5, 5): "purple"},
    ),
    "clip": (
        '<clipPath id="c"><circle cx="10" cy="10" r="5"/></clipPath>'
        f'<rect width="20" height="20" {RED} clip-path="url(#c)"/>',
        {(10, 10): "red", (14, 14): "white"},
    ),
    "clip of two shapes": (
        '<clipPath id="c"><rect width="5" height="9"/><rect x="3" width="7" height="5"/></clipPath>'
        f'<rect width="20" height="20" {RED} clip-path="url(\'#c\')"/>',
        {(1, 8): "red", (4, 4): "red", (9, 4): "red", (9, 8): "white"},
    ),
    "clip evenodd, said by the clipPath": (
        '<clipPath id="c" clip-rule="evenodd"><path d="M2 2H18V18H2ZM6 6H14V14H6Z"/></clipPath>'
        f'<rect width="20" height="20" {RED} clip-path="url(#c)"/>',
        {(4, 4): "red", (10, 10): "white"},
    ),
    "a clip moves with what it clips": (
        '<clipPath id="c"><rect width="3" height="3"/></clipPath>'
        f'<rect width="9" height="9" {RED} clip-path="url(#c)" transform="translate(10 10)"/>',
        {(11, 11): "red", (14, 14): "white", (1, 1): "white"},
    ),
}

STOPS = '<stop offset="0" stop-color="#f00"/><stop offset="1" stop-color="#00f"/>'
HARD = '<stop offset="50%" stop-color="#f00"/><stop offset="50%" stop-color="#00f"/>'
FILLED = '<rect x="4" y="4" width="12" height="12" fill="url(#g)"/>'

GRADIENTS: dict[str, tuple[str, Seen]] = {
    "linear, in units of the shape": (
        f'<linearGradient id="g">{STOPS}</linearGradient>{FILLED}',
        {(4.2, 10): "red", (10, 10): "purple", (15.8, 10): "blue", (3, 10): "white"},
    ),
    "from top to bottom": (
        f'<linearGradient id="g" x2="0" y2="100%">{STOPS}</linearGradient>{FILLED}',
        {(10, 4.2): "red", (10, 15.8): "blue"},
    ),
    "in user units": (
        f'<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="8" x2="12">{STOPS}'
        f"</linearGradient>{FILLED}",
        {(5, 10): "red", (10, 10): "purple", (15, 10): "blue"},
    ),
    "turned": (
        f'<linearGradient id="g" gradientTransform="rotate(90)">{STOPS}</linearGradient>{FILLED}',
        {(10, 4.2): "red", (10, 15.8): "blue"},
    ),
    "a hard edge": (
        f'<linearGradient id="g">{HARD}</linearGradient>{FILLED}',
        {(9.7, 10): "red", (10.3, 10): "blue"},
    ),
    "an offset that goes back is moved on": (
        '<linearGradient id="g"><stop offset=".5" stop-color="#f00"/><stop offset=".2" stop-color="#00f"/>'
        f"</linearGradient>{FILLED}",
        {(9.7, 10): "red", (10.3, 10): "blue"},
    ),
    "what a gradient refers to gives what it lacks": (
        f'<linearGradient id="a" x2="0" y2="1" gradientTransform="scale(1)">{STOPS}</linearGradient>'
        f'<linearGradient id="g" href="#a"/>{FILLED}',
        {(10, 4.2): "red", (10, 15.8): "blue"},
    ),
    "radial": (
        f'<radialGradient id="g">{STOPS}</radialGradient>{FILLED}',
        {(10, 10): "red", (15.8, 15.8): "blue"},
    ),
    "radial with a focus": (
        f'<radialGradient id="g" fx=".1" fy=".5">{STOPS}</radialGradient>{FILLED}',
        {(5.2, 10): "red", (15.8, 10): "blue"},
    ),
    "the units of a curve are its own box, not that of its handles": (
        f'<linearGradient id="g" y2="1" x2="0">{HARD}</linearGradient>'
        '<path d="M2 12C2 -4 18 -4 18 12Z" fill="url(#g)"/>',
        {(10, 5.5): "red", (10, 6.5): "blue"},
    ),
    "without extent, its last colour": (
        f'<linearGradient id="g" x1=".5" x2=".5">{STOPS}</linearGradient>{FILLED}',
        {(10, 10): "blue"},
    ),
    "a hole in it stays free": (
        f'<linearGradient id="g">{HARD}</linearGradient>'
        '<path d="M2 2H18V18H2ZM6 6H14V14H6Z" fill-rule="evenodd" fill="url(#g)"/>',
        {(4, 4): "red", (16, 4): "blue", (10, 10): "white"},
    ),
}

SYMBOL = '<symbol id="s" viewBox="0 0 10 10"><rect width="10" height="10" fill="currentColor"/></symbol>'

REFERENCES: dict[str, tuple[str, Seen]] = {
    "use of a symbol fills its box": (
        f'{SYMBOL}<use href="#s" x="5" y="5" width="5" height="5" color="#f00"/>',
        {(5.2, 5.2): "red", (9.8, 9.8): "red", (4.8, 7): "white", (10.2, 7): "white"},
    ),
    "all of it is seen, in the middle": (
        f'{SYMBOL}<use href="#s" x="2" y="5" width="16" height="4" color="#f00"/>',
        {(8.2, 7): "red", (11.8, 7): "red", (7.8, 7): "white", (12.2, 7): "white"},
    ),
    "a view box with a corner of its own": (
        '<symbol id="s" viewBox="-5 -5 10 10"><circle r="5" fill="#f00"/></symbol>'
        '<use href="#s" x="10" y="10" width="4" height="4"/>',
        {(12, 12): "red", (10.3, 10.3): "white"},
    ),
    "a symbol is cut off at its box": (
        '<symbol id="s" viewBox="0 0 10 10"><rect x="-9" width="30" height="10" fill="#f00"/></symbol>'
        '<use href="#s" x="5" y="5" width="5" height="5"/>',
        {(7, 7): "red", (4, 7): "white", (11, 7): "white"},
    ),
    "unless it may run over": (
        '<symbol id="s" overflow="visible" viewBox="0 0 10 10"><rect x="-9" width="30" height="10" '
        'fill="#f00"/></symbol><use href="#s" x="5" y="5" width="5" height="5"/>',
        {(7, 7): "red", (4, 7): "red", (11, 7): "red"},
    ),
    "a symbol's own opacity": (
        '<symbol id="s" viewBox="0 0 9 9" opacity=".5"><rect width="9" height="9" fill="#f00"/></symbol>'
        '<use href="#s" width="9" height="9"/>',
        {(4, 4): "pink"},
    ),
    "use of a shape moves it": (
        f'<defs><rect id="r" x="1" width="3" height="3"/></defs><use href="#r" x="5" y="6" {RED}/>',
        {(7, 7): "red", (2, 1): "white"},
    ),
    "with the old name for href": (
        '<g id="r" fill="#f00"><rect width="3" height="3"/></g>'
        '<use xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="#r" transform="translate(9 9)"/>',
        {(1, 1): "red", (10, 10): "red"},
    ),
    "use of a use": (
        f'<rect id="a" width="3" height="3" {RED}/><use id="b" href="#a" x="5"/><use href="#b" y="5"/>',
        {(1, 1): "red", (6, 1): "red", (6, 6): "red", (1, 6): "white"},
    ),
    "what is defined is not drawn": (
        f'{SYMBOL}<defs><rect width="20" height="20"/></defs><title>t</title><desc>d</desc>',
        {(4, 4): "white"},
    ),
}

CLEAR = '<stop offset="0" stop-color="#f00"/><stop offset="1" stop-color="#f00" stop-opacity="0"/>'
CELL = '<rect width="2" height="2" fill="#f00"/><rect x="2" y="2" width="2" height="2" fill="#00f"/>'

LIGHT: dict[str, tuple[str, Seen]] = {
    "a stop that one sees through": (
        f'<linearGradient id="g">{CLEAR}</linearGradient>{FILLED}',
        {(4.1, 10): "red", (10, 10): "pink", (15.9, 10): "white"},
    ),
    "it lies over what is there": (
        f'<linearGradient id="g" x1="0.5">{CLEAR}</linearGradient><rect width="20" height="20" {BLUE}/>'
        f"{FILLED}",
        {(5, 10): "red", (13, 10): "purple", (15.95, 10): "blue", (18, 10): "blue"},
    ),
    "a glow": (
        f'<radialGradient id="g">{CLEAR}</radialGradient><circle cx="10" cy="10" r="8" fill="url(#g)"/>',
        {(10, 10): "red", (14, 10): "pink", (17.9, 10): "white"},
    ),
    "a glow that is turned, which viewers lose if its mask reaches too far": (
        f'<radialGradient id="g">{CLEAR}</radialGradient>'
        '<ellipse cx="10" cy="10" rx="9" ry="5" fill="url(#g)" transform="rotate(40 10 10)"/>',
        {(10, 10): "red", (13.45, 12.9): "pink", (16, 3): "white"},
    ),
    "its opacity and that of the fill": (
        f'<linearGradient id="g" x1="0.5">{CLEAR}</linearGradient>'
        '<rect width="20" height="20" fill="url(#g)" fill-opacity=".5"/>',
        {(4, 10): "pink"},
    ),
    "in the space of a group": (
        f'<linearGradient id="g" gradientUnits="userSpaceOnUse" x2="8">{CLEAR}</linearGradient>'
        '<g transform="translate(4 0) scale(1.5)"><rect width="8" height="8" fill="url(#g)"/></g>',
        {(4.1, 4): "red", (10, 4): "pink", (15.9, 4): "white"},
    ),
    "a pattern": (
        f'<pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse">{CELL}</pattern>'
        '<rect width="16" height="16" fill="url(#p)"/>',
        {(1, 1): "red", (3, 3): "blue", (3, 1): "white", (9, 5): "red", (11, 7): "blue", (17, 1): "white"},
    ),
    "its cells begin where it says, and are turned": (
        '<pattern id="p" x="1" width="8" height="8" patternUnits="userSpaceOnUse" '
        'patternTransform="translate(10 0) rotate(90)"><g transform="translate(1 0) scale(2)">'
        f'{CELL}</g></pattern><rect width="20" height="20" fill="url(#p)"/>',
        {(8, 3): "red", (4, 7): "blue", (8, 7): "white", (16, 3): "red"},
    ),
    "its cells are those of the group's space": (
        f'<pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse">{CELL}</pattern>'
        '<g transform="translate(2 2)"><path d="M0 0H16V16Z" fill="url(#p)"/></g>',
        {(3.5, 2.5): "red", (7, 3): "red", (5, 3): "white", (9, 5): "blue", (3, 15): "white"},
    ),
    "a pattern of what one sees through": (
        '<pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse">'
        f'<rect width="2" height="4" {RED} fill-opacity=".5"/></pattern>'
        '<rect width="16" height="16" fill="url(#p)"/>',
        {(1, 1): "pink", (3, 1): "white", (5, 7): "pink"},
    ),
    "a straight line in a gradient": (
        f'<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="2" x2="18">{STOPS}</linearGradient>'
        '<path d="M2 10H18" stroke="url(#g)" stroke-width="4"/>',
        {(2.1, 10): "red", (10, 11.5): "purple", (17.9, 8.5): "blue", (10, 13): "white"},
    ),
}
ALL = {**SHAPES, **STROKES, **SPACES, **PAINT, **GRADIENTS, **LIGHT, **REFERENCES}


@pytest.mark.parametrize(("body", "seen"), ALL.values(), ids=ALL)
def test_a_drawing_looks_as_it_should(drawn: Draw, body: str, seen: Seen) -> None:
    look(drawn(body), seen)


@pytest.mark.parametrize(("body", "seen"), ALL.values(), ids=ALL)
def test_another_svg_renderer_sees_the_same(body: str, seen: Seen) -> None:
    resvg = pytest.importorskip("resvg_py", reason="resvg-py is not installed")
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200" viewBox="0 0 20 20">{body}</svg>'
    png = resvg.svg_to_bytes(svg_string=svg, skip_system_fonts=True, background="white")
    look(Image.open(io.BytesIO(bytes(png))).convert("RGB"), seen)


def test_the_view_box_says_where_the_face_begins(drawn: Draw) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 26 26"><rect width="1" height="1"/></svg>'
    assert compile_svg(svg).view == (-3, -3, 26, 26)


def test_opacity_and_transform_of_the_outermost_element_apply() -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" opacity="0.5" transform="scale(2)">'
        '<rect width="1" height="1"/></svg>'
    )
    (group,) = compile_svg(svg).operations
    assert (group.opacity, group.matrix) == (0.5, (2, 0, 0, 2, 0, 0))  # type: ignore[union-attr]


TWINS = {  # a shape in two faces that only what stands elsewhere in the face tells apart
    "the gradient it refers to": (
        '<linearGradient id="g" gradientUnits="userSpaceOnUse" x2="0.1"><stop stop-color="#000"/>'
        '<stop offset="1" stop-color="{colour}"/></linearGradient>'
        '<rect width="20" height="20" fill="url(#g)"/>'
    ),
    "the gradient its group refers to": (
        '<linearGradient id="g" gradientUnits="userSpaceOnUse" x2="0.1"><stop stop-color="#000"/>'
        '<stop offset="1" stop-color="{colour}"/></linearGradient>'
        '<g fill="url(#g)"><rect width="20" height="20"/></g>'
    ),
    "what it uses": '<defs><rect id="r" width="20" height="20" fill="{colour}"/></defs><use href="#r"/>',
    "the colour of its group": '<g fill="{colour}"><rect width="20" height="20"/></g>',
    "the colour of its symbol": (
        '<symbol id="s"><rect width="20" height="20" fill="currentColor"/></symbol>'
        '<use href="#s" color="{colour}"/>'
    ),
}


@pytest.mark.parametrize("body", TWINS.values(), ids=TWINS)
def test_a_shape_that_was_drawn_before_is_drawn_as_its_own_face_says(drawn: Draw, body: str) -> None:
    for colour, name in (("#ff0000", "red"), ("#0000ff", "blue")):
        look(drawn(body.format(colour=colour)), {(10, 10): name})
