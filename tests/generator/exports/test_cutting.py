"""Cut files and registration marks: the cutting machine follows the print."""

from __future__ import annotations

import io
import json
import math
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from PIL import Image

from components import catalogue
from generator.exports.cutting import cut_files
from generator.faces import shapes
from generator.faces.drawing import Drawing, compile_svg
from generator.faces.rect import Rect
from generator.faces.shapes import Vertex
from generator.pdf import document
from generator.sheets.cutting import cut_lines
from generator.sheets.imposition import Item, Part, Sheet, impose
from generator.sheets.layout import registration_marks
from generator.sheets.marks import Line
from generator.sheets.paper import Paper
from tests.generator.presswork import A4, GAMES, drawn, items, picture, pnp, sprues
from tests.generator.sheets.test_contours import CORNER, along, deck_of, decks

SVG = "{http://www.w3.org/2000/svg}"
MACHINE = A4._replace(gap=1.25, registration=3)
# One sprue for each shape, and pieces that are turned or of several shapes.
PARTS = {
    "cards": ("last-blast", ["parts"]),
    "squares": ("last-blast", ["tiles"]),
    "cards and circles": ("last-blast", ["reference", "start-player", "rockets"]),
    "hexes": ("per-aspera", ["map-hexes"]),
    "strips of hexes": ("planetary", ["maps"]),
}


def part(name: str, paper: Paper = MACHINE) -> Part:
    slug, names = PARTS[name]
    return Part("pieces", name, impose(items(catalogue.load(slug), *names), paper))


Arc = tuple[float, float, float, float, float]  # middle, radius, from angle, turned by
Segment = tuple[float, float, float, float]


def strokes(data: str) -> list[Segment | Arc]:
    """The lines and arcs of SVG path data, arcs by the conversion in the SVG specification (F.6.5)."""
    found: list[Segment | Arc] = []
    begin = here = (0.0, 0.0)
    for command, text in re.findall(r"([MLAZ])([^MLAZ]*)", data):
        numbers = [float(number) for number in text.split()]
        if command == "M":
            begin = here = (numbers[0], numbers[1])
            continue
        after = begin if command == "Z" else (numbers[-2], numbers[-1])
        if command == "A":
            found.append(_arc(here, after, numbers[0], bool(numbers[4])))
        elif here != after:
            found.append((*here, *after))
        here = after
    return found


def _arc(here: tuple[float, float], after: tuple[float, float], radius: float, clockwise: bool) -> Arc:
    (ax, ay), (bx, by) = here, after
    half = math.dist(here, after) / 2
    radius = max(radius, half)
    rise = math.sqrt(radius**2 - half**2) * (1 if clockwise else -1)
    ux, uy = (bx - ax) / (2 * half), (by - ay) / (2 * half)
    x, y = (ax + bx) / 2 - uy * rise, (ay + by) / 2 + ux * rise
    start, end = math.atan2(ay - y, ax - x), math.atan2(by - y, bx - x)
    turn = (end - start) % math.tau if clockwise else -((start - end) % math.tau)
    return x, y, radius, start, turn


def off(point: tuple[float, float], stroke: Segment | Arc) -> float:
    """From a point to a line or an arc, mm."""
    if len(stroke) == 4:
        ax, ay, bx, by = stroke
        dx, dy = bx - ax, by - ay
        part = ((point[0] - ax) * dx + (point[1] - ay) * dy) / (dx * dx + dy * dy)
        part = min(1.0, max(0.0, part))
        return math.dist(point, (ax + part * dx, ay + part * dy))
    x, y, radius, start, turn = stroke
    angle = math.atan2(point[1] - y, point[0] - x)
    passed = (angle - start) % math.tau if turn > 0 else (start - angle) % math.tau
    if passed <= abs(turn):
        return abs(math.dist(point, (x, y)) - radius)
    ends = [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in (start, start + turn)]
    return min(math.dist(point, end) for end in ends)


def furthest(points: Sequence[tuple[float, float]], data: str) -> float:
    lines = strokes(data)
    return max(min(off(point, line) for line in lines) for point in points)


def cut_paths(data: bytes) -> list[str]:
    root = ElementTree.fromstring(data)
    (group,) = [group for group in root.iter(f"{SVG}g") if group.get("id") == "cut"]
    return [path.attrib["d"] for path in group]


def dxf_of(data: bytes) -> Any:
    ezdxf = pytest.importorskip("ezdxf", reason="pip install starbox[exports]")
    return ezdxf.read(io.StringIO(data.decode()))


@given(decks())
def test_path_data_follows_the_contour_within_a_micrometre(deck: Any) -> None:
    line = shapes.contour(deck, CORNER)
    assert furthest(list(along(line, 12)), shapes.contour_path(line)) < 0.001


@pytest.mark.parametrize("name", PARTS)
def test_an_svg_cut_file_is_in_millimetres_with_named_layers(name: str) -> None:
    pieces = part(name)
    sheet = pieces.sheets[0]
    data, _ = next(iter(cut_files(pieces, {}, "svg", CORNER).values()))
    root = ElementTree.fromstring(data)
    assert (root.get("width"), root.get("height")) == (f"{sheet.width:g}mm", f"{sheet.height:g}mm")
    assert root.get("viewBox") == f"0 0 {sheet.width:g} {sheet.height:g}"
    layers = {group.get("id"): group for group in root.iter(f"{SVG}g")}
    assert set(layers) == {"registration", "cut"}
    assert len(layers["cut"]) == len(sheet.placements)
    marks = [
        [float(mark.attrib[key]) for key in ("x", "y", "width", "height")] for mark in layers["registration"]
    ]
    assert marks == [[mark.x, mark.y, mark.width, mark.height] for mark in sheet.registration]


@pytest.mark.parametrize("duplex", ["off", "fold"])
@pytest.mark.parametrize("shape", ["circle", "hex"])
def test_a_board_in_parts_has_its_outline_in_print_and_in_the_cut_file(shape: str, duplex: str) -> None:
    board, paper = deck_of(shape, 260, 260), A4._replace(duplex=duplex)
    blank = compile_svg('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 260 260"/>')
    sheets = impose([Item(board, "board", 1, "blank", "blank" if duplex == "fold" else "")], paper)
    pdf = document.write([Part("board", "Board", sheets)], {"blank": blank}, "Game", "", paper)
    tall, per_mm = board.size[1], 5
    outline = list(along(shapes.contour(board, 0), 150))
    shown: dict[str, set[int]] = {}
    for number, sheet in enumerate(sheets):
        page = picture(pdf, number, per_mm)
        for placed, line in zip(sheet.placements, cut_lines(sheet, {}, 0).cut, strict=True):
            window, beyond = placed.window, placed.window.x - placed.trim.x
            below, trim = window.y - placed.trim.y, placed.trim
            if shape == "circle" and duplex == "off" and number == 0:
                right = (trim.right + 1, trim.y + 5, sheet.width - 1, trim.bottom - 5)
                beyond_it = page.crop([round(at * per_mm) for at in right])
                assert beyond_it.getextrema() == (255, 255), "the outline ends where the next part begins"
            for index, (across, y) in enumerate(outline):
                x = 260 - across if placed.side == "back" else across
                if not (_shows(window.x, window.right, x, 260) and _shows(window.y, window.bottom, y, tall)):
                    continue
                shown.setdefault(placed.side, set()).add(index)
                assert furthest([(x - beyond, y - below)], shapes.contour_path(line)) < 0.02
                left, top = (round(at * per_mm) - 2 for at in (x - beyond, y - below))
                darkest, _ = page.crop((left, top, left + 5, top + 5)).getextrema()
                assert darkest < 200, f"no line at {x:.1f}, {y:.1f}"
    assert {side: len(seen) for side, seen in shown.items()} == dict.fromkeys(shown, len(outline))
    assert len(shown) == (2 if duplex == "fold" else 1)


def _shows(low: float, high: float, at: float, whole: float) -> bool:
    """Tell whether it lies in a part of the board, a millimetre or more from the glue of the next one."""
    return (low < 1e-6 or low + 1 < at) and (high > whole - 1e-6 or at < high - 1)


@pytest.mark.parametrize("name", PARTS)
def test_a_dxf_cut_file_matches_the_svg(name: str) -> None:
    """Units, layers, closed lines, y upwards, and arcs that bend the way they bend in the SVG."""
    pieces = part(name)
    sheet = pieces.sheets[0]
    (drawing, _), *_ = cut_files(pieces, {}, "dxf", CORNER).values()
    (svg, _), *_ = cut_files(pieces, {}, "svg", CORNER).values()
    dxf = dxf_of(drawing)
    assert dxf.units == 4  # millimetres
    assert {"CUT", "REGISTRATION"} <= {layer.dxf.name for layer in dxf.layers}
    lines = list(dxf.modelspace().query('LWPOLYLINE[layer=="CUT"]'))
    assert all(line.closed for line in lines)
    for line, data in zip(lines, cut_paths(svg), strict=True):
        points = [(x, sheet.height - y) for x, y in exploded(line)]
        assert furthest(points, data) < 0.001
    marks = list(dxf.modelspace().query('LWPOLYLINE[layer=="REGISTRATION"]'))
    corners = [[(x, sheet.height - y) for x, y in mark.get_points("xy")] for mark in marks]
    assert [(*box[0], *box[2]) for box in corners] == [
        pytest.approx((mark.x, mark.y, mark.right, mark.bottom)) for mark in sheet.registration
    ]


def exploded(line: Any) -> Iterator[tuple[float, float]]:
    """Points of a polyline, as the library takes its bulges apart into arcs."""
    for entity in line.virtual_entities():
        arc = entity.dxftype() == "ARC"
        for point in entity.flattening(0.01) if arc else (entity.dxf.start, entity.dxf.end):
            yield point.x, point.y


@pytest.mark.parametrize("name", PARTS)
def test_the_cut_test_is_printed_where_the_machine_cuts(name: str) -> None:
    """The darkness of a printed line, across it, has its middle within a tenth of a millimetre of the cut."""
    per_mm = 10
    pieces = part(name)
    page = picture(document.write_cut_lines(pieces, {}, "Game", MACHINE, CORNER), 0, per_mm)
    (svg, _), *_ = cut_files(pieces, {}, "svg", CORNER).values()
    seen = 0
    for data in cut_paths(svg)[:6]:
        for stroke in strokes(data):
            x, y, across = middle(stroke)
            shift = darkness_off(page, x, y, across, per_mm)
            assert shift is not None and abs(shift) < 0.1, f"{name}: {shift} mm off at ({x:.1f}, {y:.1f})"
            seen += 1
    assert seen > 4


def middle(stroke: Segment | Arc) -> tuple[float, float, float]:
    """The middle of a line or an arc, and the direction across it."""
    if len(stroke) == 4:
        ax, ay, bx, by = stroke
        return (ax + bx) / 2, (ay + by) / 2, math.atan2(by - ay, bx - ax) + math.pi / 2
    x, y, radius, start, turn = stroke
    angle = start + turn / 2
    return x + radius * math.cos(angle), y + radius * math.sin(angle), angle


def darkness_off(page: Image.Image, x: float, y: float, across: float, per_mm: float) -> float | None:
    """Return how far the middle of the darkness about a point is from it, mm; None if there is none."""
    weights = moment = 0.0
    for step in range(-24, 25):
        far = step / 48  # mm, to either side
        at = (int((x + far * math.cos(across)) * per_mm), int((y + far * math.sin(across)) * per_mm))
        level = page.getpixel(at)
        assert isinstance(level, int)
        weights += 255 - level
        moment += (255 - level) * far
    return moment / weights if weights else None


def test_sheets_with_the_same_layout_share_a_file_and_the_manifest_lists_them(tmp_path: Path) -> None:
    """54 cards: six sheets, one file. 36 tiles: a full sheet, and one that is not."""
    run = pnp(
        "build", "last-blast", "--out", tmp_path, "--only", "parts,tiles", "--cut", "svg", "--cut-test",
        "--registration", 3, "--gap", 1.25, "--jobs", 1,
    )  # fmt: skip
    assert run.code == 0, run.err
    folder = tmp_path / "last-blast-part"
    manifest = json.loads((folder / "manifest.json").read_text())
    cuts = {row["file"]: row for row in manifest["cuts"]}
    assert set(cuts) == {path.name for path in folder.glob("*-cut-*.svg")}
    sheets: dict[str, list[int]] = {}
    for row in cuts.values():
        sheets.setdefault(row["part"], []).extend(row["sheets"])
    for name, numbers in sheets.items():
        last = max(numbers)
        assert sorted(numbers) == list(range(1, last + 1)), f"every sheet of {name} is cut by one file"
        assert (folder / f"{name}-cut-test.pdf").exists()
    assert len(cuts) < sum(len(numbers) for numbers in sheets.values())
    assert set(manifest["files"]) >= set(cuts)


def test_without_its_library_dxf_is_refused_and_svg_suggested(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    for name in ("ezdxf._options", "ezdxf.filemanagement"):
        monkeypatch.setitem(sys.modules, name, None)
    run = pnp("build", "last-blast", "--out", tmp_path, "--only", "mats", "--cut", "dxf", "--jobs", 1)
    assert run.code == 2
    assert "--cut dxf" in run.err and "starbox[exports]" in run.err and "--cut svg" in run.err
    assert not list(tmp_path.rglob("*.pdf"))


@pytest.mark.parametrize(
    ("words", "said"), [(["--cut", "svgg"], "svg"), (["--registration", "5"], "0, 3, 4")]
)
def test_an_unknown_cut_or_number_of_marks_is_refused(words: list[str], said: str) -> None:
    run = pnp("build", "last-blast", *words)
    assert run.code == 2 and words[0] in run.err and said in run.err


@pytest.mark.parametrize(("width", "height"), [(210, 297), (297, 210), (215.9, 279.4)])
def test_registration_marks_are_at_their_published_places(width: float, height: float) -> None:
    """Inset 10 mm; arms 5 × 1 mm that point inwards; with three marks a square of 5 mm about its corner."""

    def ends(rects: Sequence[Rect]) -> set[tuple[float, float, float, float]]:
        return {(round(r.x, 3), round(r.y, 3), round(r.right, 3), round(r.bottom, 3)) for r in rects}

    low, far = round(height - 10, 3), round(width - 10, 3)
    upper_left = {(10, 10, 15, 11), (10, 10, 11, 15)}
    others = {
        (round(far - 5, 3), 10, far, 11), (round(far - 1, 3), 10, far, 15),
        (10, round(low - 1, 3), 15, low), (10, round(low - 5, 3), 11, low),
    }  # fmt: skip
    lower_right = {
        (round(far - 5, 3), round(low - 1, 3), far, low),
        (round(far - 1, 3), round(low - 5, 3), far, low),
    }
    assert ends(registration_marks(width, height, 3)) == {(7.5, 7.5, 12.5, 12.5)} | others
    assert ends(registration_marks(width, height, 4)) == upper_left | others | lower_right


@pytest.mark.parametrize(("paper", "count"), [("a4", 4), ("letter", 3)])
@pytest.mark.parametrize("slug", GAMES)
def test_no_game_prints_near_a_registration_mark(slug: str, paper: str, count: int) -> None:
    size = {"a4": (210, 297), "letter": (215.9, 279.4)}[paper]
    game = catalogue.load(slug)
    for names in sprues(game).values():
        for sheet in impose(items(game, *names), Paper(paper, *size, registration=count)):
            if sheet.side == "front":
                assert len(sheet.registration) == (5 if count == 3 else 8)
                for mark in sheet.registration:
                    near = mark.grown(1)
                    assert not any(meets(near, inked) for inked in ink_of(sheet)), f"{names} near {mark}"


def ink_of(sheet: Sheet) -> list[Rect]:
    marks = [_box(line) for line in sheet.marks]
    return [*(placed.clip for placed in sheet.placements), *marks, sheet.label]


def _box(line: Line) -> Rect:
    return Rect(min(line.x1, line.x2), min(line.y1, line.y2), abs(line.x1 - line.x2), abs(line.y1 - line.y2))


def meets(one: Rect, other: Rect) -> bool:
    common = one.within(other)
    return common.width > 1e-6 and common.height > 1e-6


@pytest.mark.parametrize("count", [3, 4])
def test_printed_marks_are_black_on_white(count: int) -> None:
    """On a sheet of tiles, whose dark bleed comes close to them."""
    renderer = drawn("last-blast")
    paper = A4._replace(registration=count)
    pieces = items(renderer.game, "tiles")
    keyed: list[Item] = []
    drawings: dict[str, Drawing] = {}
    for item in pieces:
        piece = next(piece for piece in item.deck.pieces if piece.code == item.code)
        sides = renderer.faces(item.deck, piece)
        assert sides.back
        for face in (sides.front, sides.back):
            drawings[face.key] = drawings.get(face.key) or compile_svg(face.svg, face.where)
        keyed.append(item._replace(front=sides.front.key, back=sides.back.key))
    sheets = impose(keyed, paper)
    per_mm = 8
    page = picture(document.write([Part("p", "P", sheets)], drawings, "Game", "", paper), 0, per_mm)
    for mark in sheets[0].registration:
        inside = page.crop(pixels(mark.grown(-0.2), per_mm))
        assert inside.getextrema()[1] == 0, "a mark is black all over"
    marks = Image.new("L", page.size, 0)
    for mark in sheets[0].registration:
        marks.paste(255, pixels(mark.grown(0.2), per_mm))
    for mark in sheets[0].registration:
        ring = pixels(mark.grown(1), per_mm)
        rest = Image.composite(Image.new("L", page.size, 255), page, marks).crop(ring)
        assert rest.getextrema()[0] == 255, "nothing is printed within a millimetre of a mark"


def pixels(rect: Rect, per_mm: float) -> tuple[int, int, int, int]:
    edges = (rect.x, rect.y, rect.right, rect.bottom)
    left, top, right, bottom = (round(edge * per_mm) for edge in edges)
    return left, top, right, bottom


def test_cards_are_cut_with_the_corners_they_are_drawn_with() -> None:
    sheet = part("cards").sheets[0]
    (line, *_) = cut_lines(sheet, {}, 5.0).cut
    first = sheet.placements[0].trim
    assert Vertex(round(first.x + 5, 4), round(first.y, 4)) in line
