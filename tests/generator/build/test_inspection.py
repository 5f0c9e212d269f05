"""Faults that `pnp check` finds on a face: reported just beyond each limit, accepted just within it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from components.catalogue import Deck, load
from components.pieces import Piece
from generator.build.inspection import colours_alone, inspect_faces, look_alikes
from generator.faces import fonts, shapes
from generator.faces.drawing import compile_svg
from generator.faces.renderer import Face
from generator.faces.theme import MM_PER_POINT, theme
from tests.generator.sheets.test_contours import along, deck_of

LOOKS = theme(load("last-blast"))
CARD = deck_of("card", 60, 90)
TYPE = 'font-family="Barlow" font-weight="400"'


def face_of(body: str, deck: Deck = CARD, side: str = "front") -> Face:
    width, height = deck.size
    box = f"-3 -3 {width + 6} {height + 6}"
    return Face(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{body}</svg>', deck.size, 3, "it", side
    )


def told(body: str, deck: Deck = CARD, side: str = "front") -> list[str]:
    face = face_of(body, deck, side)
    return list(inspect_faces([(face, compile_svg(face.svg))], deck, LOOKS))


def words(points: float, x: float = 20, y: float = 45, more: str = "", text: str = "words") -> str:
    return f'<text x="{x}" y="{y}" {TYPE} font-size="{points * MM_PER_POINT}" {more}>{text}</text>'


def under(transforms: Sequence[str], body: str) -> str:
    for transform in reversed(transforms):
        body = f'<g transform="{transform}">{body}</g>'
    return body


# Changes of a text or a line, and how much smaller they make it.
TRANSFORMS: dict[str, tuple[list[str], float]] = {
    "nothing": ([], 1.0),
    "half the size": (["translate(10 20)", "scale(0.5)"], 0.5),
    "a half of a half": (["translate(10 20)", "scale(0.5)", "scale(0.5)"], 0.25),
    "turned and enlarged": (["translate(20 40)", "rotate(30)", "scale(1.25)"], 1.25),
    "squeezed": (["translate(10 20)", "scale(0.6 1)"], 0.6),
    "flattened": (["translate(10 20)", "scale(1 0.6)"], 0.6),
    "turned, then flattened": (["translate(20 40)", "scale(1 0.5)", "rotate(45)"], 0.5),
    "mirrored": (["translate(40 20)", "scale(-0.8 0.8)"], 0.8),
}


@pytest.mark.parametrize("name", TRANSFORMS)
def test_type_is_measured_as_it_is_printed(name: str) -> None:
    """6.5 pt is the smallest, in whatever direction it is made small."""
    transforms, scale = TRANSFORMS[name]
    for points, said in ((3.0, True), (6.4, True), (6.5, False), (12.0, False)):
        found = told(under(transforms, words(points / scale, 4, 4, text="m")))
        small = [line for line in found if "the smallest size is" in line]
        assert bool(small) == said, f"{points} pt"
        if said:
            assert f'it: "m" is {points:.1f} pt' in small[0]


@pytest.mark.parametrize("name", TRANSFORMS)
def test_lines_are_measured_as_they_are_printed(name: str) -> None:
    transforms, scale = TRANSFORMS[name]
    for width, said in ((0.05, True), (0.19, True), (0.2, False), (1.0, False)):
        line = f'<path d="M2 2L9 9" stroke="#000000" stroke-width="{width / scale}"/>'
        thin = [line for line in told(under(transforms, line)) if "thinnest" in line]
        assert thin == (
            [f"it: a line is {width:g} mm wide; the thinnest printable line is 0.2 mm."] if said else []
        )


def test_the_contents_of_a_symbol_are_measured_where_it_is_used() -> None:
    symbol = (
        '<defs><symbol id="s" viewBox="0 0 24 24">'
        '<path d="M2 2H22" stroke="#000000" stroke-width="1.2"/></symbol></defs>'
        '<use href="#s" x="20" y="20" width="{0}" height="{0}"/>'
    )
    assert not told(symbol.format(4))
    assert "a line is 0.19 mm wide" in told(symbol.format(3.8))[0]


def test_only_strokes_that_are_drawn_count() -> None:
    assert not told('<path d="M2 2L9 9L2 9Z" fill="#000000" stroke="none" stroke-width="0.01"/>')


SHAPES = ("card", "square", "circle", "hex", "stepped", "lapped")


@given(
    st.sampled_from(SHAPES), st.sampled_from(["front", "back"]), st.floats(0, 1), st.floats(0, 1),
    st.sampled_from([0, 90, 180, 270]),
)  # fmt: skip
@settings(max_examples=150)
def test_text_keeps_its_distance_from_the_cut(
    shape: str, side: str, across: float, down: float, turn: int
) -> None:
    """Against points of the cut line itself, as it lies on that side, and the four corners of the letters."""
    deck = deck_of(shape, 18 if shape in ("stepped", "lapped") else 50, 60)
    width, height = deck.size
    x, y = round(width * across, 2), round(height * down, 2)
    size = 8 * MM_PER_POINT
    font = fonts.font("Barlow", 400)
    wide, tall = font.width("HHH", size), font.cap_height * size / 1000
    cos, sin = round(math.cos(math.radians(turn))), round(math.sin(math.radians(turn)))
    corners = [(x + cos * a - sin * b, y + sin * a + cos * b) for a in (0, wide) for b in (0, -tall)]
    line = shapes.contour(deck, 0.0)
    cut = list(along(shapes.mirrored(line, width) if side == "back" else line, 150))
    inside = all(encloses(cut, corner) for corner in corners)
    nearest = min(math.dist(corner, point) for corner in corners for point in cut)
    body = words(8, x, y, f'transform="rotate({turn} {x} {y})"', "HHH")
    said = [line for line in told(body, deck, side) if "from the cut" in line]
    if inside and nearest > 3.05:
        assert not said
    if not inside or nearest < 2.75:
        assert len(said) == 1
    if inside and said:
        assert float(said[0].split(" is ")[1].split(" mm")[0]) == pytest.approx(nearest, abs=0.3)


def encloses(cut: Sequence[tuple[float, float]], point: tuple[float, float]) -> bool:
    """Tell whether the line winds about the point."""
    angle = 0.0
    for (ax, ay), (bx, by) in zip(cut, [*cut[1:], cut[0]], strict=True):
        first, second = math.atan2(ay - point[1], ax - point[0]), math.atan2(by - point[1], bx - point[0])
        angle += (second - first + math.pi) % math.tau - math.pi
    return abs(angle) > math.pi


def test_words_in_a_notch_are_safe_on_the_side_without_the_notch() -> None:
    """A strip of hexes seen from behind is mirrored."""
    deck = deck_of("stepped", 24, 0, (2, 2))
    body = words(8, deck.size[0] - 11, 13, text="I")
    front, back = (
        [line for line in told(body, deck, side) if "from the cut" in line] for side in ("front", "back")
    )
    assert front and not back


def test_letter_spacing_widens_a_text() -> None:
    """So does what stands at its ends: white space does not."""
    place = CARD.size[0] - 3 - fonts.font("Barlow", 400).width("mmm", 8 * MM_PER_POINT)
    assert not told(words(8, place - 0.1, 45, text="mmm"))
    assert told(words(8, place - 0.1, 45, 'letter-spacing="0.4"', "mmm"))
    assert not told(words(8, place - 0.1, 45, text="mmm<tspan> </tspan>"))


def on(ground: str, body: str) -> str:
    return f'<rect x="-3" y="-3" width="66" height="96" fill="{ground}"/>{body}'


@pytest.mark.parametrize(
    ("ink", "points", "weight", "said"),
    [
        ("#767676", 8, 400, False),  # 4.54
        ("#777777", 8, 400, True),  # 4.48
        ("#777777", 17.9, 400, True),
        ("#777777", 18, 400, False),
        ("#777777", 13.9, 700, True),
        ("#777777", 14, 700, False),
        ("#949494", 14, 700, False),  # 3.03
        ("#959595", 14, 700, True),  # 2.99
        ("#ffffff", 18, 400, True),
    ],
)
def test_the_required_contrast_depends_on_the_size_of_the_type(
    ink: str, points: float, weight: int, said: bool
) -> None:
    body = words(points, 6, 45, f'fill="{ink}"').replace('weight="400"', f'weight="{weight}"')
    assert bool([line for line in told(on("#ffffff", body)) if "contrast" in line]) == said


def test_contrast_is_measured_against_what_is_drawn_there() -> None:
    dark = '<rect x="10" y="30" width="40" height="30" fill="#000000"/>'
    assert told(on("#ffffff", dark + words(8)))
    assert not told(on("#ffffff", dark + words(8, 20, 20)))
    assert not told(on("#ffffff", dark + words(8, more='fill="#ffffff"')))
    (said,) = told(on("#ffffff", dark + words(8, more='fill="#333333"')))
    assert said == 'it: "words" has a contrast of 1.66 to its background; at least 4.5 is needed.'


def test_faint_ink_is_as_faint_as_it_is_printed() -> None:
    """Black at 55 % on white is #737373, 4.74; at 50 % it is #808080, 3.95: on the text or on its group."""
    assert not told(on("#ffffff", words(8, more='fill-opacity="0.55"')))
    assert "3.9" in told(on("#ffffff", words(8, more='fill-opacity="0.5"')))[0]
    assert told(on("#ffffff", f'<g opacity="0.5">{words(8)}</g>'))
    assert told(on("#ffffff", f'<g opacity="0.7"><g opacity="0.7">{words(8)}</g></g>'))


def test_a_fifth_of_the_background_may_be_worse() -> None:
    """A star or a line under a letter does no harm; a bar under a third of the word does."""
    size = 12 * MM_PER_POINT
    wide = fonts.font("Barlow", 400).width("wwwwww", size)
    for part, said in ((0.08, False), (0.4, True)):
        bar = f'<rect x="{20 + wide / 3}" y="30" width="{wide * part}" height="30" fill="#222222"/>'
        found = told(on("#ffffff", bar + words(12, text="wwwwww")))
        assert any("contrast" in line for line in found) == said


SLOPE = (
    '<linearGradient id="g"><stop stop-color="#ffffff"/><stop offset="1" stop-color="#9fb0d0"/>'
    "</linearGradient>"
    '<rect x="-3" y="-3" width="66" height="96" fill="url(#g)"/>'
)


@pytest.mark.parametrize(
    ("ground", "said"),
    [
        ("", False),
        ('<rect x="18" y="40" width="26" height="8" fill="#ffe9a8"/>', False),
        (SLOPE, False),
        ('<circle cx="26" cy="43.6" r="0.2" fill="#666666"/>', False),
        ('<circle cx="26" cy="43.6" r="1" fill="#7a7a7a"/>', True),
        ('<path d="M10 43.6H50" stroke="#7a7a7a" stroke-width="0.4"/>', True),
        ('<rect x="23" y="30" width="26" height="30" fill="#a0b4e0"/>', True),
    ],
    ids=["paper", "a panel", "a slope", "a star", "a symbol", "a line", "the edge of a panel"],
)
def test_words_lie_on_one_ground(ground: str, said: bool) -> None:
    """Words of 10 points, 8 mm wide and 2.5 mm tall, on what is drawn under them."""
    found = [line for line in told(ground + words(10)) if "is not its ground" in line]
    assert bool(found) == said
    if said:
        assert found == ['it: "words" lies over ink that is not its ground.']


def test_text_near_the_edge_of_a_net_is_allowed() -> None:
    """They are folded as well as cut: what is near an edge of the paper need not be near a cut."""
    assert not told(words(8, 0.5, 45), deck_of("net", 60, 90))


def pieces(**bodies: str) -> list[tuple[Piece, Face]]:
    return [(Piece(code), face_of(f"<title>{code}</title>{body}")) for code, body in bodies.items()]


RING = '<circle cx="30" cy="45" r="9" fill="{}"/>'


def test_pieces_that_differ_only_by_colour_are_reported() -> None:
    said = list(colours_alone(pieces(A=RING.format("#ff0000"), B=RING.format("#00ff00"))))
    assert said == ["it: it differs from A only by colour."]
    style = '<circle cx="30" cy="45" r="9" style="fill:{}"/>'
    assert list(colours_alone(pieces(A=style.format("#f00"), B=style.format("#0f0"))))


def test_a_code_in_the_corner_does_not_count_as_a_difference_but_a_shape_or_a_letter_does() -> None:
    def both(first: str, second: str) -> list[str]:
        return list(
            colours_alone(pieces(A=RING.format("#ff0000") + first, B=RING.format("#00ff00") + second))
        )

    assert both(words(8, text="A"), words(8, text="B"))
    assert not both(words(8, text="red"), words(8, text="green"))
    assert not both("", '<path d="M2 2h3v3z"/>')


def test_pieces_that_look_the_same_do_not_differ_by_colour() -> None:
    assert not list(colours_alone(pieces(A=RING.format("#ff0000"), B=RING.format("#ff0000"))))


def test_pieces_that_only_a_small_code_tells_apart_are_look_alikes() -> None:
    """A photograph does not show seven points, but it shows a number as large as the piece."""

    def said(points: float, *codes: str) -> list[str]:
        bodies = {code: RING.format("#ff0000") + words(points, text=code) for code in codes}
        return list(look_alikes(pieces(**bodies), deck_of("square", 60, 90)))

    (one,) = said(7, "A", "B")
    assert one == "deck square: only their codes tell A and B apart, which no photograph shows."
    assert not said(30, "A", "B")
    assert not list(look_alikes(pieces(A=RING.format("#ff0000"), B=words(9)), deck_of("square", 60, 90)))


def test_scenery_does_not_distinguish_pieces() -> None:
    """A star field drawn from the code differs from piece to piece, and nobody plays by it."""
    stars = '<!--art--><path d="M1 1h{}" fill="#ffffff"/><!--/art-->'
    assert list(
        colours_alone(
            pieces(A=stars.format(2) + RING.format("#f00"), B=stars.format(3) + RING.format("#0f0"))
        )
    )
