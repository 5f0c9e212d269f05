"""The cut line of every shape, as geometry: closed, clockwise, and round where it should be."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.catalogue import Deck
from generator.faces import shapes
from generator.faces.rect import Rect
from generator.faces.shapes import Vertex
from generator.sheets.cutting import contour, cut_lines
from generator.sheets.imposition import Item, Sheet, impose
from generator.sheets.paper import Paper

Point = tuple[float, float]
SHAPES = ("card", "square", "net", "circle", "hex", "stepped", "lapped")
CORNER = 3.0


def deck_of(shape: str, size: float, other: float, grid: tuple[int, int] = (3, 2)) -> Deck:
    """A deck of that shape; for round and hexagonal ones `size` alone counts."""
    strip = (size * (grid[0] + 0.5), size / math.sqrt(3) * (1.5 * grid[1] + 0.5))
    width, height = {
        "circle": (size, size),
        "hex": (size, size * 2 / math.sqrt(3)),
        "stepped": strip,
        "lapped": strip,
    }.get(shape, (size, other))
    return Deck(shape, shape, (width, height), shape, "face", "back", shape, (), grid)


@st.composite
def decks(draw: st.DrawFn) -> Deck:
    grid = draw(st.tuples(st.integers(1, 4), st.integers(2, 4)))
    return deck_of(draw(st.sampled_from(SHAPES)), draw(st.floats(10, 40)), draw(st.floats(10, 60)), grid)


def along(line: Sequence[Vertex], steps: int = 24) -> Iterator[Point]:
    """Points of a contour, arcs drawn from what a bulge means: a quarter of the arc's angle, as a tangent."""
    for here, after in zip(line, [*line[1:], line[0]], strict=True):
        chord = math.dist((here.x, here.y), (after.x, after.y))
        heading = math.atan2(after.y - here.y, after.x - here.x)
        turn = 4 * math.atan(here.bulge)
        for step in range(steps):
            part = step / steps
            if not turn:
                yield here.x + part * (after.x - here.x), here.y + part * (after.y - here.y)
                continue
            # A clockwise arc begins half its angle to the left of its chord and keeps turning right.
            radius = chord / (2 * math.sin(turn / 2))
            start = heading - turn / 2
            x = here.x + radius * (math.sin(start + part * turn) - math.sin(start))
            y = here.y - radius * (math.cos(start + part * turn) - math.cos(start))
            yield x, y


def area(points: Sequence[Point]) -> float:
    """Signed: positive if the points go clockwise where y goes down."""
    pairs = zip(points, [*points[1:], points[0]], strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs) / 2


@given(decks())
def test_a_contour_is_clockwise_inside_the_trim_and_touches_all_its_sides(deck: Deck) -> None:
    points = list(along(shapes.contour(deck, CORNER), 48))
    width, height = deck.size
    xs, ys = zip(*points, strict=True)
    assert area(points) > 0
    assert min(xs) == pytest.approx(0, abs=1e-6) and max(xs) == pytest.approx(width, abs=1e-6)
    assert min(ys) == pytest.approx(0, abs=0.02) and max(ys) == pytest.approx(height, abs=0.02)


@given(decks())
def test_a_contour_encloses_the_area_of_its_shape(deck: Deck) -> None:
    width, height = deck.size
    columns, rows = deck.grid
    hexagon = width * height * 0.75
    flat = width / (columns + 0.5)
    # Half a hex is cut off beside each even row, half as much beside a slope, and more in the two corners.
    steps = math.ceil(rows / 2) + (rows - 1) / 4 + 0.5 + (0.5 if rows % 2 else 0)
    wanted = {
        "card": width * height - (4 - math.pi) * CORNER**2,
        "circle": math.pi * (width / 2) ** 2,
        "hex": hexagon,
        "stepped": columns * rows * flat**2 * math.sqrt(3) / 2,
        "lapped": width * height - steps * flat / 2 * flat / math.sqrt(3),
    }.get(deck.shape, width * height)
    assert area(list(along(shapes.contour(deck, CORNER), 400))) == pytest.approx(wanted, rel=1e-4)


@given(st.floats(10, 90), st.floats(10, 90), st.floats(0.5, 4.9))
def test_rounded_corners_are_quarter_circles_that_touch_the_sides(
    width: float, height: float, radius: float
) -> None:
    line = shapes.contour(deck_of("card", width, height), radius)
    middles = [(width - radius, radius), (width - radius, height - radius), (radius, height - radius)]
    arcs = [(here, after) for here, after in zip(line, [*line[1:], line[0]], strict=True) if here.bulge]
    assert len(arcs) == 4
    for (here, after), middle in zip(arcs, [*middles, (radius, radius)], strict=True):
        points = list(along((here, after), 16))[:16]
        assert all(math.dist(point, middle) == pytest.approx(radius, abs=1e-9) for point in points)
        # Tangent: the radius to either end stands square on a side of the card.
        for end in (here, after):
            assert min(abs(end.x - middle[0]), abs(end.y - middle[1])) < 1e-9


@given(decks(), st.floats(0.1, 2.5))
def test_an_inset_contour_keeps_its_distance(deck: Deck, inset: float) -> None:
    outer = list(along(shapes.contour(deck, 0.0), 60))
    for x, y in along(shapes.contour(deck, 0.0, inset), 6):
        assert shapes.inside_by(deck, (x, y)) >= inset - 1e-6
        assert min(math.dist((x, y), point) for point in outer) >= inset - 1e-6


@given(decks(), st.floats(-5, 100), st.floats(-5, 100))
def test_the_depth_of_a_point_is_its_distance_to_the_contour(deck: Deck, x: float, y: float) -> None:
    outline = list(along(shapes.contour(deck, 0.0), 300))
    nearest = min(math.dist((x, y), point) for point in outline)
    inside = shapes.inside_by(deck, (x, y))
    if inside > 0 or deck.shape in ("circle", "hex", "stepped", "lapped"):
        assert abs(inside) == pytest.approx(nearest, abs=0.4)
    else:  # outside a rectangle only the sign is promised
        assert inside <= 0


@given(decks())
def test_seen_from_behind_a_contour_is_mirrored_and_clockwise(deck: Deck) -> None:
    line, width = shapes.contour(deck, CORNER), deck.size[0]
    behind = shapes.mirrored(line, width)
    seen = {(round(width - x, 4), round(y, 4)) for x, y in along(line, 8)}
    assert {(round(x, 4), round(y, 4)) for x, y in along(behind, 8)} == seen
    assert area(list(along(behind))) > 0
    again = shapes.mirrored(behind, width)
    assert [(v.x, v.y, v.bulge) for v in again] == [
        (pytest.approx(v.x), pytest.approx(v.y), pytest.approx(v.bulge)) for v in line
    ]


@given(
    decks(),
    st.tuples(*4 * [st.floats(0, 1)]),
    st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), max_size=9),
)
def test_a_window_is_clipped_to_the_contour(
    deck: Deck, place: tuple[float, float, float, float], points: list[Point]
) -> None:
    (width, height), (left, top, across, down) = deck.size, place
    window = Rect(left * width, top * height, across * width + 1, down * height + 1)
    part = [(v.x, v.y) for v in shapes.inside(shapes.contour(deck, 0), window)]
    for x, y in part:
        assert window.x - 1e-4 <= x <= window.right + 1e-4
        assert window.y - 1e-4 <= y <= window.bottom + 1e-4
        assert shapes.inside_by(deck, (x, y)) > -0.001 or deck.shape in ("stepped", "lapped")
    edges = list(zip(part, [*part[1:], *part[:1]], strict=True))
    for x, y in ((window.x + a * window.width, window.y + b * window.height) for a, b in points):
        within = min(x - window.x, window.right - x, y - window.y, window.bottom - y)
        if within > 0.02 and abs(inside := shapes.inside_by(deck, (x, y))) > 0.02:
            assert shapes._encloses(edges, (x, y)) == (inside > 0)


def box(points: Sequence[Point]) -> tuple[float, float, float, float]:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


@given(decks(), st.integers(1, 12), st.sampled_from(["long", "short", "fold", "off"]), st.booleans())
def test_every_piece_is_cut_where_it_is_printed(deck: Deck, count: int, duplex: str, wide: bool) -> None:
    """Whatever way it is turned: the contour of a placement has the edges of its trim."""
    paper = Paper("any", 210, 420 if wide else 297, gap=1.25, duplex=duplex)
    for sheet in impose([Item(deck, "A", i, "front", "back") for i in range(1, count + 1)], paper):
        for placed, line in zip(sheet.placements, cut_lines(sheet, {}, CORNER).cut, strict=True):
            trim = placed.trim
            edges = (trim.x, trim.y, trim.right, trim.bottom)
            assert box(list(along(line, 48))) == pytest.approx(edges, abs=0.02)


@given(decks(), st.sampled_from(["long", "short", "fold"]))
def test_the_cut_of_a_front_also_cuts_its_back(deck: Deck, duplex: str) -> None:
    """Laid over the front as the printer or the fold turns it, the back's contour is the front's."""
    items = [Item(deck, "A", i, "front", "back") for i in range(1, 5)]
    sheets = impose(items, Paper("any", 297, 420, gap=2, duplex=duplex))
    first = sheets[0]
    other = first if duplex == "fold" else sheets[1]
    fronts = [placed for placed in first.placements if placed.side == "front"]
    backs = [placed for placed in other.placements if placed.side == "back"]
    for front, back in zip(fronts, backs, strict=True):
        cut = {(round(x, 3), round(y, 3)) for x, y in along(contour(front, CORNER), 6)}
        for x, y in turned(along(contour(back, CORNER), 6), first, duplex):
            assert min(math.dist((x, y), point) for point in cut) < 0.01


def turned(points: Iterator[Point], sheet: Sheet, duplex: str) -> Iterator[Point]:
    """Points of a back, as they lie behind the front."""
    sideways = duplex == "fold" or (duplex == "long") == (sheet.height >= sheet.width)
    for x, y in points:
        yield (sheet.width - x, y) if sideways else (x, sheet.height - y)


def test_a_part_of_a_board_is_cut_along_its_own_edges() -> None:
    board = deck_of("square", 500, 200)
    for sheet in impose([Item(board, "A", 1, "front", "")], Paper("a4", 210, 297)):
        (placed,), (line,) = sheet.placements, cut_lines(sheet, {}, CORNER).cut
        corners = [
            (placed.trim.x, placed.trim.y), (placed.trim.right, placed.trim.y),
            (placed.trim.right, placed.trim.bottom), (placed.trim.x, placed.trim.bottom),
        ]  # fmt: skip
        assert sorted((v.x, v.y) for v in line) == [
            pytest.approx(corner, abs=1e-3) for corner in sorted(corners)
        ]
        assert area([(v.x, v.y) for v in line]) > 0
