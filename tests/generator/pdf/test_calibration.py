"""Calibration worked through: a printer that misprints its backs, a person who reads the sheet, and what
is printed after that.

The misprint is done to the picture of a back, by hand: nothing here uses the correction's own arithmetic.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from PIL import Image

from components.catalogue import Deck
from components.errors import PaperError, UsageError
from generator.faces.drawing import compile_svg
from generator.pdf import calibration, document
from generator.sheets.imposition import Item, Part, impose
from generator.sheets.paper import Correction, Paper
from tests.generator.presswork import A4, picture

Point = tuple[float, float]
PER_MM = 10
LETTER = Paper("letter", 215.9, 279.4)


@dataclass(frozen=True)
class Misprint:
    """A printer's misprint of the back of an upright sheet, as seen looking at that back: about the middle
    of the sheet it turns (degrees clockwise) and scales, then it shifts (mm right and down)."""

    right: float
    down: float
    angle: float
    across: float
    along: float

    def at(self, point: Point, paper: Paper) -> Point:
        x, y = (point[0] - paper.width / 2) * self.across, (point[1] - paper.height / 2) * self.along
        cos, sin = math.cos(math.radians(self.angle)), math.sin(math.radians(self.angle))
        return (
            paper.width / 2 + cos * x - sin * y + self.right,
            paper.height / 2 + sin * x + cos * y + self.down,
        )

    def undone(self, point: Point, paper: Paper) -> Point:
        x, y = point[0] - paper.width / 2 - self.right, point[1] - paper.height / 2 - self.down
        cos, sin = math.cos(math.radians(self.angle)), math.sin(math.radians(self.angle))
        return (
            paper.width / 2 + (cos * x + sin * y) / self.across,
            paper.height / 2 + (cos * y - sin * x) / self.along,
        )


def through(point: Point, paper: Paper) -> Point:
    """A place on the back, as it is seen against the light from the front; and the other way round."""
    if paper.duplex == "short":
        return point[0], paper.height - point[1]
    return paper.width - point[0], point[1]


def held_to_the_light(
    back: Image.Image, misprint: Misprint, paper: Paper, left: float, top: float, width: float, height: float
) -> Image.Image:
    """A window of the misprinted back as it shines through the front, mm from the front's upper left."""

    def source(x: float, y: float) -> Point:
        px, py = misprint.undone(through((left + x, top + y), paper), paper)
        return px * PER_MM, py * PER_MM

    (x0, y0), (x1, y1), (x2, y2) = source(0, 0), source(1, 0), source(0, 1)
    step = PER_MM
    matrix = (
        (x1 - x0) / step, (x2 - x0) / step, x0,
        (y1 - y0) / step, (y2 - y0) / step, y0,
    )  # fmt: skip
    size = (round(width * PER_MM), round(height * PER_MM))
    return back.transform(size, Image.Transform.AFFINE, matrix, Image.Resampling.BICUBIC, fillcolor=255)


def lines_seen(window: Image.Image, *, upright: bool) -> list[float]:
    """Find the lines of a scale in a window, mm along it: the middles of what is dark."""
    size = (window.width, 1) if upright else (1, window.height)
    darkness = [255 - level for level in window.resize(size, Image.Resampling.BOX).tobytes()]
    floor = max(darkness) / 3
    found: list[float] = []
    run: list[int] = []
    for place, level in enumerate([*darkness, 0]):
        if level > floor:
            run.append(place)
        elif run:
            total = sum(darkness[i] for i in run)
            found.append(sum((i + 0.5) * darkness[i] for i in run) / total / PER_MM)
            run = []
    return found


def read_scale(front: Image.Image, back: Image.Image, *, upright: bool) -> float:
    """Read a scale as people do: by the black line that goes on in a red one, in steps of 0.2 mm."""
    black, red = lines_seen(front, upright=upright), lines_seen(back, upright=upright)
    assert len(black) == 21, "ten lines to either side of the middle"
    apart = [min(abs(line - other) for other in red) for line in black]
    best, second = sorted(apart)[:2]
    assert best < 0.11 and second > 0.05, "one line meets another, or two lie beside it on either side"
    return 0.2 * (apart.index(best) - 10)


def readings(paper: Paper, misprint: Misprint) -> dict[str, tuple[float, float]]:
    """The eight numbers of a calibration sheet that a printer misprinted."""
    pdf = calibration.sheet(paper, "Office" if paper.correction != Correction() else "")
    front, back = picture(pdf, 0, PER_MM), picture(pdf, 1, PER_MM)
    found = {}
    for place in calibration.stations(paper):
        x, y = paper.width / 2 + place.across[0], paper.height / 2 + place.across[1]
        seen = held_to_the_light(back, misprint, paper, x - 45, y - 9, 90.0, 13.0)
        right = read_scale(cut(front, x - 45, y + 0.5, 90.0, 4.0), seen, upright=True)
        x, y = paper.width / 2 + place.down[0], paper.height / 2 + place.down[1]
        seen = held_to_the_light(back, misprint, paper, x - 9, y - 45, 13.0, 90.0)
        found[place.name] = (
            right,
            read_scale(cut(front, x + 0.5, y - 45, 4.0, 90.0), seen, upright=False),
        )
    return found


def cut(page: Image.Image, x: float, y: float, width: float, height: float) -> Image.Image:
    left, top = round(x * PER_MM), round(y * PER_MM)
    return page.crop((left, top, left + round(width * PER_MM), top + round(height * PER_MM)))


DOT = 2.0  # mm


def corners_off(paper: Paper, misprint: Misprint, size: tuple[float, float]) -> list[float]:
    """Return how far a large piece's corners lie from its front's on the back, mm, printed and misprinted."""
    width, height = size
    places = [(x, y) for x in (8.0, width - 8) for y in (8.0, height - 8)]
    dots = "".join(
        f'<rect x="{x - DOT / 2}" y="{y - DOT / 2}" width="{DOT}" height="{DOT}"/>' for x, y in places
    )
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{dots}</svg>'
    deck = Deck("board", "Board", size, "square", "face", "back", "board", ())
    paper = paper._replace(margin=4, bleed=0, marks="none")
    wide = width > height
    lying = paper._replace(width=paper.height, height=paper.width) if wide else paper
    sheets = impose([Item(deck, "A", 1, "dots", "dots")], lying)
    assert [sheet.side for sheet in sheets] == ["front", "back"]
    pdf = document.write([Part("p", "P", sheets)], {"dots": compile_svg(svg)}, "G", "", lying)
    pages = [picture(pdf, page, PER_MM) for page in (0, 1)]
    # A wide page goes onto the upright sheet turned to the left.
    upright = [page.rotate(90, expand=True) if wide else page for page in pages]
    trim = sheets[0].placements[0].trim
    found = []
    for x, y in places:
        at = (trim.x + x, trim.y + y)
        if wide:
            at = (at[1], paper.height - at[0])
        window = (at[0] - 5, at[1] - 5, 10.0, 10.0)
        before = dark_middle(cut(upright[0], *window))
        behind = dark_middle(held_to_the_light(upright[1], misprint, paper, *window))
        found.append(math.dist(before, behind))
    return found


def dark_middle(window: Image.Image) -> Point:
    weights = moment_x = moment_y = 0.0
    for index, level in enumerate(window.tobytes()):
        dark = 255 - level
        weights += dark
        moment_x += dark * (index % window.width)
        moment_y += dark * (index // window.width)
    return moment_x / weights / PER_MM, moment_y / weights / PER_MM


MISPRINTS = {
    "shifted": Misprint(1.3, -0.9, 0.0, 1.0, 1.0),
    "turned": Misprint(0.2, 0.1, 0.45, 1.0, 1.0),
    "scaled": Misprint(-0.3, 0.4, 0.0, 1.004, 0.996),
    "all of it": Misprint(-1.1, 0.8, -0.3, 0.997, 1.003),
}


@pytest.mark.parametrize(
    ("name", "duplex"), [*((name, "long") for name in MISPRINTS), ("turned", "short"), ("all of it", "short")]
)
def test_readings_of_the_sheet_align_the_backs(name: str, duplex: str) -> None:
    """Within 0.3 mm at all four corners, on an upright sheet and on a wide one."""
    paper, misprint = A4._replace(duplex=duplex), MISPRINTS[name]
    corrected = paper._replace(correction=calibration.correction(readings(paper, misprint), paper))
    for size in ((190.0, 270.0), (270.0, 190.0)):
        assert max(corners_off(paper, misprint, size)) > 0.45
        assert max(corners_off(corrected, misprint, size)) < 0.3


def test_the_same_on_letter() -> None:
    misprint = MISPRINTS["all of it"]
    corrected = LETTER._replace(correction=calibration.correction(readings(LETTER, misprint), LETTER))
    assert max(corners_off(corrected, misprint, (190.0, 250.0))) < 0.3


def test_measuring_again_refines_the_correction() -> None:
    misprint = Misprint(1.2, -1.1, 0.25, 1.003, 0.997)
    first = A4._replace(correction=calibration.correction(readings(A4, misprint), A4))
    again = calibration.correction(readings(first, misprint), first)
    second = A4._replace(correction=calibration.refined(first.correction, again))
    left = max(corners_off(second, misprint, (190.0, 270.0)))
    assert left <= max(corners_off(first, misprint, (190.0, 270.0))) + 0.05
    assert left < 0.25


small = st.floats(-2, 2)
misprints = st.builds(
    Misprint, small, small, st.floats(-0.5, 0.5), st.floats(0.995, 1.005), st.floats(0.995, 1.005)
)
papers = st.builds(
    Paper,
    st.just("any"),
    st.floats(210, 270),
    st.floats(280, 420),
    duplex=st.sampled_from(["long", "short"]),
)


def read_exactly(paper: Paper, misprint: Misprint) -> dict[str, tuple[float, float]]:
    """The numbers where the lines of the back lie exactly on those of the front, between two lines or not."""
    found = {}
    for place in calibration.stations(paper):
        numbers = []
        for axis, (x, y) in enumerate((place.across, place.down)):
            number = 0.0
            for _ in range(12):  # approaches the place on the scale where the number read is the shift there
                along = number / 0.2 * 4.0
                point = paper.width / 2 + x + along * (1 - axis), paper.height / 2 + y + along * axis
                seen = through(misprint.at(through(point, paper), paper), paper)
                number = seen[axis] - point[axis]
            numbers.append(number)
        found[place.name] = (numbers[0], numbers[1])
    return found


def worst_corner(paper: Paper, fix: Correction, misprint: Misprint) -> float:
    """Return how far a corner of the sheet lies from its place, corrected first and then misprinted."""
    a, b, c, d, e, f = fix.matrix(paper.width, paper.height)
    corners = [(x, y) for x in (0.0, paper.width) for y in (0.0, paper.height)]
    printed = [(a * x + c * y + e, b * x + d * y + f) for x, y in corners]
    return max(math.dist(misprint.at(p, paper), q) for p, q in zip(printed, corners, strict=True))


@given(papers, misprints)
def test_exact_readings_correct_any_small_misprint(paper: Paper, misprint: Misprint) -> None:
    read = read_exactly(paper, misprint)
    assume(max(abs(number) for pair in read.values() for number in pair) <= calibration.REACH)
    assert worst_corner(paper, calibration.correction(read, paper), misprint) < 0.1


@given(misprints, st.sampled_from(["long", "short"]))
def test_readings_to_a_fifth_of_a_millimetre_correct_nearly_all_of_it(
    misprint: Misprint, duplex: str
) -> None:
    """Even if all eight numbers are rounded the worst way, a corner of A4 is off by less than 0.4 mm."""
    paper = A4._replace(duplex=duplex)
    read = {
        name: (round(right * 5) / 5, round(down * 5) / 5)
        for name, (right, down) in read_exactly(paper, misprint).items()
    }
    assume(max(abs(number) for pair in read.values() for number in pair) <= calibration.REACH)
    assert worst_corner(paper, calibration.correction(read, paper), misprint) < 0.4


@given(misprints, misprints)
def test_refined_is_one_correction_after_the_other(one: Misprint, other: Misprint) -> None:
    """For small ones the order does not matter: no place on A4 moves by more than a twentieth more."""
    old, new = (Correction(m.right / 2, m.down / 2, m.angle / 2, (m.across, m.along)) for m in (one, other))
    both = calibration.refined(old, new)
    for x in (0.0, 105.0, 210.0):
        for y in (0.0, 148.5, 297.0):
            once = applied(new, applied(old, (x, y)))
            assert math.dist(applied(both, (x, y)), once) < 0.05


def applied(fix: Correction, point: Point) -> Point:
    a, b, c, d, e, f = fix.matrix(A4.width, A4.height)
    return a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f


@given(misprints)
def test_a_turned_over_correction_is_the_same_seen_the_other_way_up(misprint: Misprint) -> None:
    fix = Correction(misprint.right, misprint.down, misprint.angle, (misprint.across, misprint.along))
    for x, y in ((0.0, 0.0), (210.0, 80.0)):
        moved = applied(fix.turned_over(), (210 - x, 297 - y))
        assert applied(fix, (x, y)) == pytest.approx((210 - moved[0], 297 - moved[1]))


def test_a_number_beyond_the_scale_is_refused_with_its_place() -> None:
    read = dict.fromkeys(("left", "right", "top", "bottom"), (0.0, 0.0))
    with pytest.raises(UsageError) as problem:
        calibration.correction({**read, "top": (0.0, -2.2)}, A4)
    assert problem.value.where == "--top" and "2 mm" in str(problem.value)
    assert calibration.correction({**read, "top": (0.0, -2.0)}, A4).scale[1] < 1


@pytest.mark.parametrize("size", [(148, 210), (105, 148), (200, 400), (210, 270)])
def test_paper_that_is_too_small_for_the_scales_is_refused(size: tuple[float, float]) -> None:
    with pytest.raises(PaperError, match="needs 210"):
        calibration.sheet(Paper("small", *size), "")


def test_no_two_things_on_the_sheet_touch() -> None:
    """On the smallest sheet it allows: no scale and no words run into others, and all is on the paper."""
    paper = Paper("smallest", 210, 276)
    boxes = [(-70.0, -18.0, 70.0, 19.0)]
    for place in calibration.stations(paper):
        (x, y), (left, top) = place.across, place.down
        boxes += [(x - 44.5, y - 5, x + 44.5, y + 12.5), (left - 5, top - 43, left + 11, top + 47.5)]
    assert all(box[0] > -101 and box[2] < 101 and box[1] > -136 and box[3] < 136 for box in boxes)
    for one, other in itertools.combinations(boxes, 2):
        assert one[2] < other[0] or other[2] < one[0] or one[3] < other[1] or other[3] < one[1]


@given(st.integers(-10, 10), st.integers(-10, 10))
def test_only_lines_of_the_same_number_meet(black: int, red: int) -> None:
    """For a misprint within reach: were the scales finer, other lines would meet too and be misread."""
    if black != red:
        misprint = black * 4.2 - red * 4.0  # the shift that brings these two together
        assert abs(misprint) > calibration.REACH


def test_the_sheet_says_what_to_type() -> None:
    assert calibration.command(A4, "") == (
        "pnp printer add NAME --left X,Y --right X,Y --top X,Y --bottom X,Y"
    )
    letter = LETTER._replace(duplex="short")
    assert calibration.command(letter, "Office").endswith("--paper letter --duplex short --refine")
    assert calibration.command(letter, "Office").startswith("pnp printer add Office ")


def test_the_sheet_is_the_same_bytes_every_time() -> None:
    assert calibration.sheet(A4, "") == calibration.sheet(A4, "")
