"""Imposition, as properties: whatever the paper, the pieces and their number, the sheets can be cut."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from components.catalogue import Deck
from components.errors import PaperError
from generator.faces import shapes
from generator.faces.rect import Rect
from generator.sheets.imposition import Item, Placement, Sheet, impose
from generator.sheets.layout import ROUND_GAP, Page, pages
from generator.sheets.marks import OVERLAP
from generator.sheets.paper import DUPLEX, MARKS, Paper

Point = tuple[float, float]
TINY = 1e-6


def deck(name: str, size: tuple[float, float], shape: str = "card", grid: tuple[int, int] = (0, 0)) -> Deck:
    return Deck(name, name, size, shape, "face", "back", name, (), grid)


def hexes(name: str, flat: float) -> Deck:
    return deck(name, (flat, flat * 2 / math.sqrt(3)), "hex")


def strip(name: str, flat: float, columns: int, rows: int) -> Deck:
    side = flat / math.sqrt(3)
    return deck(name, (flat * (columns + 0.5), side * (1.5 * rows + 0.5)), "stepped", (columns, rows))


def copies(of: Deck, count: int, *, back: bool = True) -> list[Item]:
    return [
        Item(of, f"{of.name}{i}", i, f"{of.name} front", "back" if back else "") for i in range(1, count + 1)
    ]


A4 = Paper("a4", 210, 297)
side = st.floats(15, 110)


@st.composite
def papers(draw: st.DrawFn) -> Paper:
    width = draw(st.floats(120, 320))
    return Paper(
        "any",
        width,
        draw(st.floats(width, 450)),
        margin=draw(st.floats(0, 15)),
        margins=draw(st.none() | st.tuples(*[st.floats(0, 15)] * 4)),
        gap=draw(st.sampled_from([0.0, 0.0, 2.0, 7.5])),
        bleed=draw(st.floats(0, 3)),
        back_bleed=draw(st.sampled_from([0.0, 1.0, 2.5])),
        duplex=draw(st.sampled_from(DUPLEX)),
        marks=draw(st.sampled_from(MARKS)),
        registration=draw(st.sampled_from([0, 0, 3, 4])),
    )


@st.composite
def decks(draw: st.DrawFn, name: str) -> Deck:
    shape = draw(st.sampled_from(["card", "square", "net", "hex", "circle", "stepped", "lapped"]))
    if shape == "hex":
        return hexes(name, draw(side))
    if shape in ("stepped", "lapped"):
        return strip(name, draw(st.floats(10, 20)), draw(st.integers(1, 4)), draw(st.integers(1, 4)))
    width = draw(side)
    return deck(name, (width, width if shape == "circle" else draw(side)), shape)


@st.composite
def boxes(draw: st.DrawFn) -> list[Item]:
    """Up to three decks with some pieces of each, some with backs."""
    items: list[Item] = []
    for index in range(draw(st.integers(1, 3))):
        kind = draw(decks(f"deck{index}-"))
        items += copies(kind, draw(st.integers(1, 30)), back=draw(st.booleans()))
    return items


def imposed(items: Sequence[Item], paper: Paper) -> tuple[Sheet, ...]:
    """The sheets, unless the paper is too small for what is on them."""
    try:
        return impose(items, paper)
    except PaperError:
        assume(False)
        raise


def outline(placed: Placement) -> list[Point]:
    """The cut line of a piece on its sheet; a circle is taken as its square."""
    if placed.part or placed.item.deck.shape not in ("hex", "stepped", "lapped"):
        trim = placed.trim
        return [(trim.x, trim.y), (trim.right, trim.y), (trim.right, trim.bottom), (trim.x, trim.bottom)]
    return [on_sheet(placed, *corner) for corner in shapes.vertices(placed.item.deck)]


def on_sheet(placed: Placement, x: float, y: float) -> Point:
    """Return where a place on a face, mm from its corner, lies on the sheet."""
    window, trim = placed.window, placed.trim
    x, y = x - window.x - window.width / 2, y - window.y - window.height / 2
    for _ in range(placed.turn // 90):
        x, y = -y, x
    return trim.x + trim.width / 2 + x, trim.y + trim.height / 2 + y


def apart(one: list[Point], other: list[Point]) -> bool:
    """Tell whether a straight line parts two convex outlines (touching is apart)."""
    for polygon in (one, other):
        for (ax, ay), (bx, by) in itertools.pairwise([*polygon, polygon[0]]):
            nx, ny = ay - by, bx - ax
            first = [x * nx + y * ny for x, y in one]
            second = [x * nx + y * ny for x, y in other]
            slack = 1e-5 * math.hypot(nx, ny)
            if max(first) <= min(second) + slack or max(second) <= min(first) + slack:
                return True
    return False


def overlap(one: Rect, other: Rect, slack: float = TINY) -> bool:
    return (
        one.x < other.right - slack and other.x < one.right - slack
        and one.y < other.bottom - slack and other.y < one.bottom - slack
    )  # fmt: skip


def pairs(sheet: Sheet) -> Iterator[tuple[Placement, Placement]]:
    for one, other in itertools.combinations(sheet.placements, 2):
        if overlap(one.trim, other.trim):
            yield one, other


@given(boxes(), papers())
def test_pieces_do_not_overlap(items: list[Item], paper: Paper) -> None:
    for sheet in imposed(items, paper):
        for one, other in pairs(sheet):
            # Boxes of hexes in a honeycomb overlap; the hexes themselves may not.
            assert one.item.deck.shape == other.item.deck.shape == "hex"
            assert apart(outline(one), outline(other))


@given(papers())
def test_no_side_of_a_page_reaches_into_a_margin(paper: Paper) -> None:
    """Nor does what lies behind it, and the fold has room on both sides."""
    for page in pages(paper):
        free = printable(page, paper).grown(TINY)
        area = page.area
        assert (
            free.x <= area.x and area.right <= free.right and free.y <= area.y and area.bottom <= free.bottom
        )
        if paper.duplex == "fold":
            assert area.right <= page.width / 2 - ROUND_GAP + TINY
            assert page.width - area.x <= free.right
        elif paper.duplex != "off":
            corners = [behind(c, page, paper) for c in ((area.x, area.y), (area.right, area.bottom))]
            assert all(free.x <= x <= free.right for x, _ in corners)
            assert all(free.y <= y <= free.bottom for _, y in corners)


def printable(sheet: Sheet | Page, paper: Paper) -> Rect:
    """The sheet without its margins, whichever side of it is printed; a wide one is an upright one turned
    clockwise."""
    top, right, bottom, left = paper.margins or [paper.margin] * 4
    if sheet.width > sheet.height:
        top, right, bottom, left = left, top, right, bottom
    return Rect(left, top, sheet.width - left - right, sheet.height - top - bottom)


@given(boxes(), papers())
@example([*copies(deck("large", (40, 60)), 3), *copies(deck("small", (30, 40)), 3)], A4)
def test_straight_cuts_across_the_sheet_separate_every_piece(items: list[Item], paper: Paper) -> None:
    """One after another, each through the whole of what is still together: a guillotine can do it. Pieces
    that lie in a row are of one size, so one cut frees the row."""
    for sheet in imposed(items, paper):
        if not all(placed.item.deck.shape == "hex" for placed in sheet.placements):
            assert parted([placed.trim for placed in sheet.placements])
        straight = [p for p in sheet.placements if p.item.deck.shape in ("card", "square", "net")]
        for one, other in itertools.combinations(straight, 2):
            assert one.trim.y != other.trim.y or one.trim.size == other.trim.size


def parted(trims: Sequence[Rect]) -> bool:
    """Tell whether through-cuts part all of them. Any cut that hits none is a good one to begin with."""
    if len(trims) < 2:
        return True
    for low, high in (("x", "right"), ("y", "bottom")):
        ordered = sorted(trims, key=lambda trim: getattr(trim, low))
        reached = -math.inf
        for index, trim in enumerate(ordered):
            if index and getattr(trim, low) >= reached - 1e-5:
                return parted(ordered[:index]) and parted(ordered[index:])
            reached = max(reached, getattr(trim, high))
    return False


@given(boxes(), papers())
def test_every_piece_lies_inside_the_margin_and_off_the_label(items: list[Item], paper: Paper) -> None:
    for sheet in imposed(items, paper):
        free = printable(sheet, paper).grown(TINY)
        assert sorted((sheet.width, sheet.height)) == [paper.width, paper.height]
        for placed in sheet.placements:
            trim = placed.trim
            assert free.x <= trim.x and trim.right <= free.right, "beyond the left or right margin"
            assert free.y <= trim.y and trim.bottom <= free.bottom, "beyond the upper or lower margin"
            assert not overlap(trim, sheet.label)
            assert not any(overlap(trim, mark) for mark in sheet.registration)


@given(boxes(), papers())
def test_every_piece_appears_once(items: list[Item], paper: Paper) -> None:
    wanted = Counter((item.code, item.copy) for item in items)
    sheets = imposed(items, paper)
    fronts = [p for sheet in sheets for p in sheet.placements if p.side == "front"]
    whole = Counter((p.item.code, p.item.copy) for p in fronts if not p.part)
    parts: dict[tuple[str, int], list[str]] = {}
    for placed in fronts:
        if placed.part:
            parts.setdefault((placed.item.code, placed.item.copy), []).append(placed.part)
    for numbered in parts.values():
        total = len(numbered)
        assert numbered == [f"{i} of {total}" for i in range(1, total + 1)]
    assert whole + Counter(parts.keys()) == wanted
    assert all(p.face == p.item.front and p.item.deck.size for p in fronts)


@given(boxes(), papers())
def test_sheets_are_numbered_and_each_front_is_followed_by_its_back(items: list[Item], paper: Paper) -> None:
    sheets = imposed(items, paper)
    two_sided = any(item.back for item in items) and paper.duplex != "off"
    if two_sided and paper.duplex == "fold":
        assert {sheet.side for sheet in sheets} == {"both"}
    elif two_sided:
        assert [sheet.side for sheet in sheets] == ["front", "back"] * (len(sheets) // 2)
        assert all(front.number == back.number for front, back in zip(sheets[::2], sheets[1::2], strict=True))
    else:
        assert {sheet.side for sheet in sheets} == {"front"}
    numbers = list(dict.fromkeys(sheet.number for sheet in sheets))
    assert numbers == list(range(1, len(numbers) + 1))
    assert {sheet.of for sheet in sheets} == {len(numbers)}


def behind(point: Point, sheet: Sheet | Page, paper: Paper) -> Point:
    """Return where a place on the front is, seen from the back, when the sheet is turned over or folded."""
    x, y = point
    upright = sheet.height >= sheet.width
    if paper.duplex == "fold" or upright == (paper.duplex == "long"):
        return sheet.width - x, y
    return x, sheet.height - y


@given(boxes(), papers().filter(lambda paper: paper.duplex != "off"))
def test_every_place_on_a_back_lies_behind_its_front(items: list[Item], paper: Paper) -> None:
    check_backs(imposed(items, paper), paper)


def check_backs(sheets: Sequence[Sheet], paper: Paper) -> None:
    """A piece is turned over like the page of a book: what is left on its front is right on its back."""
    fronts = {
        (p.item.code, p.item.copy, p.part): (sheet, p)
        for sheet in sheets
        for p in sheet.placements
        if p.side == "front"
    }
    backs = [(sheet, p) for sheet in sheets for p in sheet.placements if p.side == "back"]
    assert len(backs) == sum(bool(p.item.back) for _, p in fronts.values())
    for sheet, back in backs:
        front_sheet, front = fronts[back.item.code, back.item.copy, back.part]
        assert front_sheet.number == sheet.number
        assert (back.slot, back.face) == (front.slot, back.item.back)
        window, width = front.window, front.item.deck.size[0]
        for x, y in ((window.x, window.y), (window.right, window.y), (window.x + 1, window.bottom - 2)):
            assert on_sheet(back, width - x, y) == pytest.approx(
                behind(on_sheet(front, x, y), sheet, paper), abs=1e-4
            )


@given(boxes(), papers())
def test_ink_stays_within_the_bleed_and_off_neighbours(items: list[Item], paper: Paper) -> None:
    for sheet in imposed(items, paper):
        for placed in sheet.placements:
            clip, trim = placed.clip, placed.trim
            assert clip.x <= trim.x + TINY and clip.y <= trim.y + TINY
            assert clip.right >= trim.right - TINY and clip.bottom >= trim.bottom - TINY
            beyond = (trim.x - clip.x, trim.y - clip.y, clip.right - trim.right, clip.bottom - trim.bottom)
            more = paper.back_bleed if placed.side == "back" else 0
            assert max(beyond) <= paper.bleed + more + TINY
        for one, other in itertools.permutations(sheet.placements, 2):
            if not overlap(one.trim, other.trim):
                assert not overlap(one.clip, other.trim, 1e-5)


@given(boxes(), papers().filter(lambda paper: paper.duplex != "off"))
def test_the_ink_of_a_back_reaches_at_least_as_far_as_on_its_front(items: list[Item], paper: Paper) -> None:
    check_ink(imposed(items, paper), paper)


def check_ink(sheets: Sequence[Sheet], paper: Paper) -> None:
    fronts: dict[tuple[str, int, str], Placement] = {}
    for sheet in sheets:
        for placed in sheet.placements:
            key = (placed.item.code, placed.item.copy, placed.part)
            if placed.side == "front":
                fronts[key] = placed
                continue
            ink = fronts[key].clip
            corners = [behind(c, sheet, paper) for c in ((ink.x, ink.y), (ink.right, ink.bottom))]
            for x, y in corners:
                assert placed.clip.x - TINY <= x <= placed.clip.right + TINY
                assert placed.clip.y - TINY <= y <= placed.clip.bottom + TINY


def test_a_piece_above_the_end_of_a_shorter_row_bleeds_into_free_space() -> None:
    """A piece that keeps off its corner needs no white there, as long as no ink runs round the corner."""
    (sheet,) = impose(copies(deck("square", (50, 50), "square"), 5, back=False), A4)
    bled = [
        tuple(round(side, 6) for side in (t.x - c.x, t.y - c.y, c.right - t.right, c.bottom - t.bottom))
        for t, c in ((placed.trim, placed.clip) for placed in sheet.placements)
    ]
    assert bled == [(3, 3, 0, 0), (0, 3, 0, 0), (0, 3, 3, 3), (3, 0, 0, 3), (0, 0, 3, 3)]


@pytest.mark.parametrize("duplex", ["long", "short"])
def test_a_back_bleeds_further_but_only_half_way_to_a_neighbour(duplex: str) -> None:
    paper = A4._replace(duplex=duplex, gap=2, back_bleed=1.5)
    _, back = impose(copies(deck("card", (50, 80)), 2), paper)
    left, right = sorted(back.placements, key=lambda placed: placed.trim.x)
    assert (left.trim.x - left.clip.x, right.clip.right - right.trim.right) == pytest.approx((4.5, 4.5))
    assert (left.clip.right - left.trim.right, right.trim.x - right.clip.x) == pytest.approx((1, 1))
    assert [p.clip.bottom - p.trim.bottom for p in (left, right)] == pytest.approx([4.5, 4.5])


@pytest.mark.parametrize("duplex", ["long", "short", "fold"])
def test_the_extra_bleed_of_backs_keeps_off_label_and_fold(duplex: str) -> None:
    """On a sheet that is full to its margins."""
    paper = A4._replace(width=118, height=210, margin=0, bleed=0, back_bleed=3, duplex=duplex)
    for sheet in impose(copies(deck("card", (50, 50)), 9), paper):
        for placed in sheet.placements:
            assert not overlap(placed.clip, sheet.label)
            if sheet.side == "both":
                assert (placed.clip.x >= sheet.width / 2) == (placed.side == "back")
                assert (placed.clip.right <= sheet.width / 2) == (placed.side == "front")
    paper = paper._replace(bleed=3)
    check_ink(impose(copies(deck("card", (50, 50)), 9), paper), paper)


@pytest.mark.parametrize("size", [(90, 40), (40, 90), (150, 30)])
@pytest.mark.parametrize("marks", [0, 3])
@pytest.mark.parametrize("duplex", ["long", "short"])
def test_the_label_of_a_back_is_readable(size: tuple[float, float], marks: int, duplex: str) -> None:
    """In the same place on both sides; for a machine behind the front's, where alone the sheet is free."""
    paper = A4._replace(duplex=duplex, registration=marks)
    front, back = impose(copies(deck("card", size), 1), paper)
    if not marks:
        assert back.label == front.label
        return
    label = front.label
    (x, y), (right, bottom) = (
        behind(corner, front, paper) for corner in ((label.x, label.y), (label.right, label.bottom))
    )
    assert (back.label.x, back.label.right) == (pytest.approx(min(x, right)), pytest.approx(max(x, right)))
    assert (back.label.y, back.label.bottom) == (pytest.approx(min(y, bottom)), pytest.approx(max(y, bottom)))


@given(boxes(), papers().filter(lambda paper: paper.duplex != "off" and paper.marks in ("crop", "lines")))
def test_marks_on_a_back_lie_behind_those_of_the_front(items: list[Item], paper: Paper) -> None:
    """They may be shorter, where the art of a back reaches further."""
    front: Sheet | None = None
    for sheet in imposed(items, paper):
        if sheet.side != "back":
            front = sheet
        elif front and sheet.placements:
            cuts = [line for line in front.marks if line.kind == "crop"]
            there = Counter(
                round(x, 2) if across else round(y, 2)
                for line in cuts
                for across in [line.x1 == line.x2]
                for x, y in [behind((line.x1, line.y1), sheet, paper)]
            )
            here = Counter(
                round(line.x1 if line.x1 == line.x2 else line.y1, 2)
                for line in sheet.marks
                if line.kind == "crop"
            )
            assert here <= there


@pytest.mark.parametrize("duplex", ["long", "short", "fold"])
def test_dots_are_where_the_backs_are_cut_and_nowhere_else(duplex: str) -> None:
    """Corners of cards and hexes, four sides of a circle, the outermost tips of a strip of hexes."""
    cards, rounds = deck("card", (60, 80)), deck("round", (40, 40), "circle")
    for kind in (cards, rounds, hexes("hex", 30), strip("strip", 12, 3, 2)):
        sheets = impose(copies(kind, 3), A4._replace(marks="dots", duplex=duplex))
        assert duplex == "fold" or {line.kind for line in sheets[0].marks} <= {"crop"}
        back = sheets[-1]
        dots = {(line.x1, line.y1) for line in back.marks if line.kind == "dot"}
        assert all((line.x1, line.y1) == (line.x2, line.y2) for line in back.marks if line.kind == "dot")
        wanted: set[Point] = set()
        for placed in back.placements:
            if placed.side == "back":
                line = [on_sheet(placed, kind.size[0] - x, y) for x, y in dotted(kind)]
                wanted |= {(round(x, 2), round(y, 2)) for x, y in line}
        assert dots == wanted


def dotted(kind: Deck) -> list[Point]:
    """On the front of a piece, mm from its corner."""
    width, height = kind.size
    flat = width / 3.5  # flat width of a hex of the strip
    low, high = height / 4, height * 3 / 4
    return {
        "card": [(0, 0), (width, 0), (0, height), (width, height)],
        "round": [(20, 0), (40, 20), (20, 40), (0, 20)],
        "hex": [(15, 0), (30, low), (30, high), (15, height), (0, high), (0, low)],
        "strip": [(flat / 2, 0), (5 * flat / 2, 0), (flat, height), (3 * flat, height)],
    }[kind.name]


@pytest.mark.parametrize("shape", ["square", "circle"])
def test_a_board_in_parts_has_dots_on_its_own_edge_and_on_that_of_each_part(shape: str) -> None:
    """Wherever it has art, and not on the paper beside a round one."""
    board = deck("board", (300, 300), shape)
    backs = [s for s in impose(copies(board, 1), A4._replace(marks="dots")) if s.side == "back"]
    found: set[Point] = set()
    for sheet in backs:
        (placed,) = sheet.placements
        dots = [(line.x1, line.y1) for line in sheet.marks if line.kind == "dot"]
        window, trim = placed.window, placed.trim
        found |= {(round(x - trim.x + window.x), round(y - trim.y + window.y)) for x, y in dots}
    own = {
        "square": {(0, 0), (300, 0), (0, 300), (300, 300)},
        "circle": {(150, 0), (300, 150), (150, 300), (0, 150)},
    }
    assert found > own[shape]
    assert min(shapes.inside_by(board, place) for place in found) >= 0


@given(st.builds(copies, decks("only"), st.integers(1, 60)), papers())
def test_the_last_sheet_lies_on_the_same_places_as_the_others(items: list[Item], paper: Paper) -> None:
    """Or a stack of sheets could not be cut at once, and backs would wander."""
    places: dict[tuple[str, int], tuple[Rect, int]] = {}
    for sheet in imposed(items, paper):
        for placed in sheet.placements:
            if not placed.part:
                assert places.setdefault((placed.side, placed.slot), (placed.trim, placed.turn)) == (
                    placed.trim,
                    placed.turn,
                )


@given(boxes(), papers())
def test_marks_stay_on_the_sheet_and_off_the_ink(items: list[Item], paper: Paper) -> None:
    check_marks(imposed(items, paper), paper.marks)


def check_marks(sheets: Sequence[Sheet], kind: str) -> None:
    for sheet in sheets:
        for line in sheet.marks:
            assert min(line.x1, line.x2) >= 0 and max(line.x1, line.x2) <= sheet.width
            assert min(line.y1, line.y2) >= 0 and max(line.y1, line.y2) <= sheet.height
            left, top = min(line.x1, line.x2), min(line.y1, line.y2)
            stroke = Rect(left, top, abs(line.x1 - line.x2), abs(line.y1 - line.y2))
            if line.kind == "crop":
                assert not any(overlap(stroke, placed.clip, 1e-3) for placed in sheet.placements)
        kinds = {line.kind for line in sheet.marks} - {"fold", "join"}
        dots = {"front": {"crop"}, "back": {"dot"}, "both": {"crop", "dot"}}[sheet.side]
        assert kinds <= {"none": set(), "crop": {"crop"}, "lines": {"crop", "cut"}, "dots": dots}[kind]


def test_marks_keep_off_ink_that_begins_before_they_do() -> None:
    """A hex under the end of a row, whose back bleeds up beside it."""
    items = [*copies(deck("a", (16, 18)), 8), *copies(deck("b", (15, 15)), 1), *copies(hexes("c", 15), 3)]
    check_marks(impose(items, Paper("any", 120, 120, margin=0, bleed=2, back_bleed=2.5)), "crop")


@given(boxes(), papers())
def test_the_same_order_gives_the_same_sheets(items: list[Item], paper: Paper) -> None:
    assert imposed(items, paper) == imposed(items, paper)


@given(
    st.integers(1, 60),
    papers().filter(lambda paper: paper.gap > 0),
    st.sampled_from(["card", "hex", "circle"]),
)
def test_a_gap_is_kept_between_neighbours(count: int, paper: Paper, shape: str) -> None:
    size = (30, 30 * 2 / math.sqrt(3)) if shape == "hex" else (30, 30)
    kind = deck("d", size, shape)
    for sheet in imposed(copies(kind, count), paper):
        for one, other in itertools.combinations(sheet.placements, 2):
            if one.side != other.side:
                continue  # front and back of a gutterfold
            if shape == "hex":
                middles = [(p.trim.x + p.trim.width / 2, p.trim.y + p.trim.height / 2) for p in (one, other)]
                assert math.dist(*middles) >= 30 + paper.gap - 1e-5
            else:
                assert not overlap(one.trim.grown(paper.gap / 2), other.trim.grown(paper.gap / 2), 1e-5)


class TestBoards:
    @given(
        st.floats(300, 900),
        st.floats(300, 900),
        papers().filter(lambda paper: paper.duplex != "fold"),
        st.booleans(),
    )
    def test_parts_show_the_whole_board_and_overlap_by_10_mm(
        self, width: float, height: float, paper: Paper, back: bool
    ) -> None:
        items = copies(deck("board", (width, height), "square"), 1, back=back)
        for which in ("front", "back"):
            parts = [p for s in imposed(items, paper) for p in s.placements if p.side == which and p.part]
            assert all((p.window.width, p.window.height) == pytest.approx(p.trim.size) for p in parts)
            for low, high, whole in (("x", "right", width), ("y", "bottom", height)):
                spans = sorted(
                    {(round(getattr(p.window, low), 6), round(getattr(p.window, high), 6)) for p in parts}
                )
                if not parts:
                    continue
                assert spans[0][0] == pytest.approx(0, abs=1e-5)
                assert spans[-1][1] == pytest.approx(whole, abs=1e-5)
                if len(parts) > 1:
                    for (_, end), (start, _) in itertools.pairwise(spans):
                        assert end - start == pytest.approx(OVERLAP, abs=1e-5)

    @given(st.floats(300, 700), st.floats(300, 700), papers().filter(lambda paper: paper.duplex != "off"))
    def test_the_back_of_a_part_lies_behind_it(self, width: float, height: float, paper: Paper) -> None:
        """Behind the left part of a board is the right part of its back."""
        check_backs(imposed(copies(deck("board", (width, height), "square"), 1), paper), paper)

    def test_a_board_bleeds_at_its_own_edges_only(self) -> None:
        sheets = impose(copies(deck("board", (400, 150), "square"), 1, back=False), A4)
        first, *middle, last = (sheet.placements[0] for sheet in sheets)
        assert first.clip.x == pytest.approx(first.trim.x - 3)
        assert first.clip.right == pytest.approx(first.trim.right)
        assert last.clip.right == pytest.approx(last.trim.right + 3)
        for part in middle:
            assert (part.clip.x, part.clip.right) == pytest.approx((part.trim.x, part.trim.right))
        for part in (first, *middle, last):
            assert part.clip.y == pytest.approx(part.trim.y - 3)

    def test_join_marks_show_where_the_next_part_lies(self) -> None:
        first, *_, last = impose(copies(deck("board", (400, 150), "square"), 1, back=False), A4)
        edge = first.placements[0].trim.right - OVERLAP
        assert {(line.x1, line.x2) for line in first.marks if line.kind == "join"} == {(edge, edge)}
        assert not [line for line in last.marks if line.kind == "join"]

    def test_a_board_that_fits_the_turned_paper_stays_whole(self) -> None:
        (sheet,) = impose(copies(deck("board", (270, 180), "square"), 1, back=False), A4)
        assert not sheet.placements[0].part

    def test_the_paper_is_turned_for_the_fewest_parts(self) -> None:
        sheets = impose(copies(deck("board", (270, 370), "square"), 1, back=False), A4)
        assert len(sheets) == 2


class TestSingleCards:
    """Paper of a card's own size, as card printers and print shops want it."""

    OWN = A4._replace(width=69.5, height=94.9, margin=0.0, marks="none")

    @pytest.mark.parametrize("size", [(69.5, 94.9), (63.5, 88.9)])
    def test_one_card_is_on_each_page(self, size: tuple[float, float]) -> None:
        paper = self.OWN._replace(width=size[0], height=size[1])
        sheets = impose(copies(deck("cards", (63.5, 88.9)), 3), paper)
        assert [len(sheet.placements) for sheet in sheets] == [1] * 6
        assert not any(placed.part for sheet in sheets for placed in sheet.placements)

    def test_a_card_is_never_cut_in_two(self) -> None:
        with pytest.raises(PaperError, match=r"The cards of 63.5 × 88.9 mm do not fit the paper"):
            impose(copies(deck("cards", (63.5, 88.9)), 3), self.OWN._replace(margin=6.0))

    def test_a_bleed_of_an_eighth_of_an_inch_is_kept(self) -> None:
        (sheet, _) = impose(copies(deck("cards", (63.5, 88.9)), 1), A4._replace(bleed=3.175))
        (placed,) = sheet.placements
        assert placed.clip.width == pytest.approx(63.5 + 2 * 3.175)


class TestPaper:
    @pytest.mark.parametrize("margin", [95, 100, 105, 150, 300])
    def test_a_margin_that_leaves_nothing_is_refused(self, margin: float) -> None:
        with pytest.raises(PaperError, match=r"do not fit the paper, and cards are not .*--margin"):
            impose(copies(deck("card", (63.5, 88.9)), 3), A4._replace(margin=margin))

    @given(papers(), st.floats(0, 250), side, side)
    def test_any_margin_gives_sheets_or_a_paper_error(
        self, paper: Paper, margin: float, width: float, height: float
    ) -> None:
        try:
            assert impose(copies(deck("card", (width, height)), 2), paper._replace(margin=margin))
        except PaperError as problem:
            assert problem.todo

    def test_without_items_there_are_no_sheets(self) -> None:
        assert impose([], A4) == ()

    def test_nine_poker_cards_lie_on_a4(self) -> None:
        sheets = impose(copies(deck("cards", (63.5, 88.9)), 54), A4)
        assert [len(sheet.placements) for sheet in sheets if sheet.side == "front"] == [9] * 6

    @pytest.mark.parametrize("duplex", ["long", "short"])
    @pytest.mark.parametrize("marks", [3, 4])
    def test_a_machine_sheet_keeps_its_label_free_on_both_sides(self, duplex: str, marks: int) -> None:
        paper = A4._replace(duplex=duplex, registration=marks, margin=12)
        for sheet in impose(copies(deck("cards", (56, 66.4)), 60), paper):
            assert not any(overlap(placed.trim, sheet.label) for placed in sheet.placements)

    def test_hexes_lie_edge_to_edge(self) -> None:
        sheet, *_ = impose(copies(hexes("h", 35), 30), A4)
        middles = [(p.trim.x + p.trim.width / 2, p.trim.y + p.trim.height / 2) for p in sheet.placements]
        nearest = [min(math.dist(one, other) for other in middles if other is not one) for one in middles]
        assert nearest == pytest.approx([35] * len(middles))
