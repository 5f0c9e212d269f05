"""Pieces folded from paper: cuts and scores follow the printed lines, not the box around them."""

from __future__ import annotations

import io
import itertools
import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from components import catalogue
from components.catalogue import Deck
from generator.build.decks.boxes import box_for, boxes_for
from generator.exports.cutting import cut_files
from generator.faces.drawing import Drawing, compile_svg
from generator.faces.renderer import Renderer
from generator.faces.shapes import Vertex
from generator.pdf import document
from generator.sheets import nets
from generator.sheets.cutting import CutLines, cut_lines
from generator.sheets.imposition import Item, Part, impose
from tests.generator.presswork import A4, picture

Line = Sequence[Vertex]
SVG = "{http://www.w3.org/2000/svg}"
NETS = [
    ("last-blast", "standees"), ("last-blast", "box-parts"), ("mlem", "dice"), ("mlem", "rocket"),
    ("per-aspera", "standees"), ("planetary", "units"),
]  # fmt: skip
every_net = pytest.mark.parametrize(("slug", "name"), NETS, ids=lambda word: word)


@cache
def renderer(slug: str) -> Renderer:
    game = catalogue.load(slug)
    return Renderer(replace(game, decks=(*game.decks, *boxes_for(game.decks, 0.3))))


@cache
def faces(slug: str, name: str) -> dict[str, Drawing]:
    deck = renderer(slug).game.deck(name)
    sides = [renderer(slug).faces(deck, piece).front for piece in deck.pieces]
    return {face.key: compile_svg(face.svg, face.where) for face in sides}


@cache
def part(slug: str, name: str) -> Part:
    deck = renderer(slug).game.deck(name)
    items = [
        Item(deck, piece.code, copy, renderer(slug).faces(deck, piece).front.key, "")
        for piece in deck.pieces
        for copy in range(1, piece.copies + 1)
    ]
    return Part(name, name, impose(items, A4))


def lines(slug: str, name: str) -> CutLines:
    return cut_lines(part(slug, name).sheets[0], faces(slug, name), 3.0)


def deck(slug: str, name: str) -> Deck:
    return renderer(slug).game.deck(name)


def length(line: Line) -> float:
    return sum(math.dist((a.x, a.y), (b.x, b.y)) for a, b in itertools.pairwise(line))


def area(line: Line) -> float:
    ring = itertools.pairwise([*line, line[0]])
    return sum(a.x * b.y - b.x * a.y for a, b in ring) / 2


def along(line: Line, step: float = 0.7) -> Iterator[tuple[float, float]]:
    for a, b in itertools.pairwise(line):
        count = max(1, round(math.dist((a.x, a.y), (b.x, b.y)) / step))
        for index in range(count):
            t = (index + 0.5) / count
            yield a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t


def test_every_net_of_the_games_is_looked_at() -> None:
    folded = {
        (slug, deck.name)
        for slug in catalogue.slugs()
        for deck in catalogue.load(slug).decks
        if deck.shape == "net"
    }
    assert folded == {(slug, name) for slug, name in NETS if not name.startswith("box-")}


@every_net
def test_one_contour_a_piece_and_folds_inside_it(slug: str, name: str) -> None:
    sheet = part(slug, name).sheets[0]
    found = lines(slug, name)
    assert len(found.cut) == len(sheet.placements)
    assert len(found.score) % len(found.cut) == 0 and found.score
    for placed, line in zip(sheet.placements, found.cut, strict=True):
        trim = placed.trim
        assert min(v.x for v in line) == pytest.approx(trim.x, abs=1e-3)
        assert max(v.x for v in line) == pytest.approx(trim.right, abs=1e-3)
        assert min(v.y for v in line) == pytest.approx(trim.y, abs=1e-3)
        assert max(v.y for v in line) == pytest.approx(trim.bottom, abs=1e-3)
        assert area(line) > 0, "clockwise, as every contour"
    for fold in found.score:
        assert any(all(within(point, outline) for point in along(fold)) for outline in found.cut)


def within(point: tuple[float, float], outline: Line) -> bool:
    x, y = point
    sides = itertools.pairwise([*outline, outline[0]])
    crossed = [
        a for a, b in sides if (a.y > y) != (b.y > y) and x < a.x + (y - a.y) * (b.x - a.x) / (b.y - a.y)
    ]
    return len(crossed) % 2 == 1


def test_a_die_is_six_squares_with_seven_flaps_each_folded() -> None:
    width, height = deck("mlem", "dice").size
    side, deep = height / 3, width - 4 * height / 3
    outline, *_ = lines("mlem", "dice").cut
    flap = deep * (side - 0.7 * deep)
    assert area(outline) == pytest.approx(6 * side**2 + 7 * flap, rel=1e-4)
    dice = len(lines("mlem", "dice").cut)
    # Five folds between the squares and seven at the flaps, some of them in one line.
    assert sum(map(length, lines("mlem", "dice").score)) == pytest.approx(dice * 12 * side, rel=1e-4)


def test_a_box_is_its_four_sides_with_tab_lids_and_dust_flaps() -> None:
    deck_of_cards = renderer("last-blast").game.deck("parts")
    box = box_for(deck_of_cards, 0.3)
    (outline,) = lines("last-blast", "box-parts").cut
    sides = 2 * (box.width + box.depth) * box.height
    width, height = box.net
    assert sides < area(outline) < width * height - 2 * box.width * box.depth
    folds = lines("last-blast", "box-parts").score
    upright = [
        fold
        for fold in folds
        if fold[0].x == pytest.approx(fold[1].x) or fold[0].y == pytest.approx(fold[1].y)
    ]
    assert len(upright) == len(folds) >= 9


@every_net
def test_the_knife_follows_printed_lines(slug: str, name: str) -> None:
    """Ink lies under all of an outline that is drawn; a net without one is cut along its box."""
    outlined = [
        shape for face in faces(slug, name).values() for shape, _ in face.shapes() if shape.role == "cut"
    ]
    assert bool(outlined) == (name in ("dice", "box-parts"))
    if not outlined:
        return
    per_mm = 10
    sheet = part(slug, name)
    page = picture(document.write([sheet], faces(slug, name), "Game", "", A4), 0, per_mm)
    for outline in lines(slug, name).cut:
        for x, y in along([*outline, outline[0]], 3):
            around = page.crop((round((x - 0.3) * per_mm), round((y - 0.3) * per_mm),
                                round((x + 0.3) * per_mm) + 1, round((y + 0.3) * per_mm) + 1))  # fmt: skip
            assert around.getextrema()[0] < 120, f"no ink at {x:.1f}, {y:.1f}"


@pytest.mark.parametrize(("slug", "name"), [("mlem", "dice"), ("planetary", "units")])
def test_svg_and_dxf_have_the_folds_on_a_separate_layer(slug: str, name: str) -> None:
    wanted = lines(slug, name)
    data, _ = next(iter(cut_files(part(slug, name), faces(slug, name), "svg", 3.0).values()))
    groups = {group.get("id"): group for group in ElementTree.fromstring(data).iter(f"{SVG}g")}
    assert groups["score"].get("stroke") == "#0000ff" != groups["cut"].get("stroke")
    assert list(groups).index("score") < list(groups).index("cut"), "scored while it still hangs together"
    assert len(groups["cut"]) == len(wanted.cut)
    drawn = [[float(n) for n in re.findall(r"[-\d.]+", path.attrib["d"])] for path in groups["score"]]
    assert drawn == [[pytest.approx(n, abs=0.001) for v in line for n in (v.x, v.y)] for line in wanted.score]

    ezdxf = pytest.importorskip("ezdxf", reason="pip install starbox[exports]")

    sheet = part(slug, name).sheets[0]
    data, _ = next(iter(cut_files(part(slug, name), faces(slug, name), "dxf", 3.0).values()))
    space = ezdxf.read(io.StringIO(data.decode())).modelspace()
    scored = list(space.query('LWPOLYLINE[layer=="SCORE"]'))
    assert not any(line.closed for line in scored)
    assert [[tuple(p) for p in line.get_points("xy")] for line in scored] == [
        [pytest.approx((v.x, sheet.height - v.y)) for v in line] for line in wanted.score
    ]
    assert len(space.query('LWPOLYLINE[layer=="CUT"]')) == len(wanted.cut)


def test_a_net_is_read_through_groups_and_curves() -> None:
    """Turned, moved, drawn by reference and bent; what has no class is art."""
    face = compile_svg(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">'
        '<path d="M0 0H20V10" fill="none" stroke="black"/>'
        '<g transform="translate(20 0) rotate(90)"><rect class="cut" width="10" height="20"/></g>'
        '<path class="score" d="M-3 5H23" stroke="black"/>'
        '<circle class="cut" cx="10" cy="5" r="2" fill="none" stroke="black"/></svg>'
    )
    found = nets.net(face, (20, 10))
    square, circle = found.cut
    assert {(v.x, v.y) for v in square} == {(0, 0), (20, 0), (20, 10), (0, 10)}
    assert area(square) == pytest.approx(200)
    assert area(circle) == pytest.approx(math.pi * 4, rel=0.005)
    assert [[(v.x, v.y) for v in line] for line in found.score] == [[(0, 5), (20, 5)]]


def marked(lines: str, size: tuple[float, float] = (30, 30)) -> nets.Net:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30">{lines}</svg>'
    return nets.net(compile_svg(svg.replace("/>", ' fill="none" stroke="black"/>')), size)


def points(found: Sequence[Line]) -> list[list[tuple[float, float]]]:
    return [[(v.x, v.y) for v in line] for line in found]


@pytest.mark.parametrize(
    "turned", ["M0 0L10 0L0 10z", "M0 0L0 10L10 0z", "M0 0L10 0L0 10L0 0z", "M0 0L10 0L0 10"]
)
def test_an_outline_is_moved_with_its_matrix_and_runs_clockwise(turned: str) -> None:
    """However it is drawn, its first place is not repeated at its end."""
    [[*outline]] = points(marked(f'<path class="cut" transform="matrix(1 .2 .3 1 4 5)" d="{turned}"/>').cut)
    assert sorted(outline) == [(4, 5), (7, 15), (14, 7)]
    after = dict(itertools.pairwise([*outline, outline[0]]))
    assert after == {(4, 5): (14, 7), (14, 7): (7, 15), (7, 15): (4, 5)}


def test_a_path_may_have_several_lines() -> None:
    """Each is an outline; each stretch of a fold is a line, as far as it is on the piece."""
    two = marked('<path class="cut" d="M1 1H3V3zM5 5H9V9H5zM20 20"/>')
    assert [len(line) for line in two.cut] == [3, 4]
    folds = marked('<path class="score" d="M5 5V10H20V40M25 5"/>')
    assert points(folds.score) == [[(5, 5), (5, 10)], [(5, 10), (20, 10)], [(20, 10), (20, 30)]]
    assert points(marked('<path class="score" d="M5 5H9V9z"/>').score)[-1] == [(9, 9), (5, 5)]
    assert marked('<path class="score" d="M31 0V30"/>') == nets.Net((), ())


def test_a_bent_fold_follows_its_curve() -> None:
    """Its middle is that of a cubic: an eighth of its ends, three eighths of the places between."""
    [*folds] = points(marked('<path class="score" d="M2 4C6 20 14 12 26 8"/>').score)
    assert len(folds) == 24 and folds[0][0] == (2, 4) and folds[-1][1] == (26, 8)
    assert folds[11][1] == pytest.approx(((2 + 3 * 6 + 3 * 14 + 26) / 8, (4 + 3 * 20 + 3 * 12 + 8) / 8))


def test_a_box_is_printed_for_each_deck_of_cards_that_is_asked_for(
    small_game: Path, tmp_path: Path, pnp: Callable
) -> None:
    more = small_game / "game.toml"
    more.write_text(more.read_text().replace("count = 4", "count = 12"))
    cards = small_game / "cards.csv"
    cards.write_text(cards.read_text().replace("R1,1", "R1,9"))
    ran = pnp("build", small_game, "--only", "cards", "--boxes", "--out", tmp_path / "out")
    assert ran.code == 0, ran.err
    (made,) = (tmp_path / "out").rglob("box-cards.pdf")
    assert made.read_bytes().startswith(b"%PDF")
    assert "13 pieces" in ran.out
    assert "There is no deck" in pnp("build", small_game, "--only", "box-cards", "--boxes").err


def test_a_curve_is_cut_as_lines_that_stay_on_it() -> None:
    """A circle of four curves: 24 lines each, whose ends are on it within a thousandth of its radius."""
    (circle,) = nets.net(
        compile_svg(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">'
            '<circle class="cut" cx="10" cy="5" r="4" fill="none" stroke="black"/></svg>'
        ),
        (20, 10),
    ).cut
    assert len(circle) == 4 * 24
    assert all(math.dist((v.x, v.y), (10, 5)) == pytest.approx(4, abs=0.004) for v in circle)
    sides = [math.dist((a.x, a.y), (b.x, b.y)) for a, b in itertools.pairwise([*circle, circle[0]])]
    assert max(sides) < 1.5 * 2 * math.pi * 4 / 96
