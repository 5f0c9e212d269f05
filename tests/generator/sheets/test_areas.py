"""Areas of the table laid out in a box: grids, hexes, lists; lengths in mm."""

from __future__ import annotations

from dataclasses import replace

import pytest

from components import catalogue
from components.catalogue import Game
from components.errors import DataError
from components.setup import Area, Placed, Resting
from generator.faces import fonts
from generator.faces.renderer import Face, Renderer
from generator.sheets import areas
from generator.sheets.areas import lay_out, parts


@pytest.fixture(scope="module")
def rayguns() -> Game:
    return catalogue.load("rayguns")


@pytest.fixture(scope="module")
def planetary() -> Game:
    return catalogue.load("planetary")


def grid(deck: str, code: str, layout: str, *places: tuple[int, int]) -> Area:
    return Area("it", "It", layout, tuple(Placed(deck, code, at=place) for place in places))


def corners(area: Area, game: Game, width: float, height: float) -> list[tuple[float, float]]:
    spots = lay_out(area, game, width, height).spots
    return [(round(spot.x, 3), round(spot.y, 3)) for spot in spots]


def test_a_grid_is_shown_at_most_at_its_largest_scale_in_the_middle(rayguns: Game) -> None:
    """Tiles are 38 mm; nothing is drawn larger than 0.62 of itself."""
    area = grid("tiles", "G1w", "grid", (3, 2), (4, 2), (3, 3))
    side = 38 * 0.62
    left = (200 - 2 * side) / 2
    assert corners(area, rayguns, 200, 500) == [
        (round(left, 3), 0.0),
        (round(left + side, 3), 0.0),
        (round(left, 3), round(side, 3)),
    ]
    assert lay_out(area, rayguns, 200, 500).height == pytest.approx(2 * side)


@pytest.mark.parametrize(("width", "height", "scale"), [(38.0, 500.0, 0.5), (500.0, 19.0, 0.25)])
def test_a_grid_is_made_to_fit_its_box(rayguns: Game, width: float, height: float, scale: float) -> None:
    picture = lay_out(grid("tiles", "G1w", "grid", (0, 0), (1, 1)), rayguns, width, height)
    assert {(spot.width, spot.height) for spot in picture.spots} == {(38 * scale, 38 * scale)}
    assert picture.height == 76 * scale
    assert picture.spots[0].x == pytest.approx((width - 76 * scale) / 2)


def test_hexes_interlock() -> None:
    """Axial places: each row begins half a hex further right, and lies three quarters of a hex lower."""
    across, down = 63 * 0.62, 72.75 * 0.62
    area, game = grid("map-hexes", "1S.a", "hexes", (0, 0), (1, 0), (0, 1)), catalogue.load("per-aspera")
    left = (200 - 2 * across) / 2
    assert corners(area, game, 200, 500) == [
        (round(left, 3), 0.0),
        (round(left + across, 3), 0.0),
        (round(left + across / 2, 3), round(0.75 * down, 3)),
    ]
    assert lay_out(area, game, 200, 500).height == pytest.approx(1.75 * down)


def test_strips_of_hexes_interlock_by_half_a_hex(planetary: Game) -> None:
    """The maps of Planetary have 8 hexes a row and are 8 ½ hexes wide."""
    maps = planetary.deck("maps")
    assert areas.step([maps]) == 8 / 8.5
    assert areas.step([maps, planetary.deck("terrain")]) == areas.step([]) == 1.0


def test_a_smaller_piece_is_in_the_middle_of_its_place(planetary: Game) -> None:
    """Words take the room of the largest piece."""
    area = Area(
        "it", "It", "grid", (Placed("cores", "CORE-S", at=(0, 0)), Placed("planets", "P1", at=(1, 0)))
    )
    small, large = lay_out(area, planetary, 300, 500).spots
    assert small.width == pytest.approx(20 * 0.62)
    assert small.x + small.width / 2 == pytest.approx(150 - 63.5 * 0.62 / 2)
    assert small.y + small.height / 2 == pytest.approx(large.height / 2)
    words = replace(area, pieces=(Placed("", "Words", at=(0, 0)), Placed("", "more", at=(0, 1))))
    assert {(spot.width, spot.height) for spot in lay_out(words, planetary, 300, 500).spots} == {
        (30 * 0.62, 14 * 0.62)
    }


def test_one_row_of_a_list_is_centred_and_several_begin_at_the_left(rayguns: Game) -> None:
    """Faces of a list are 26 mm high or at the largest scale, 3 mm apart and above what follows."""
    side = 38 * 0.62
    tiles = tuple(Placed("tiles", "G1w") for _ in range(5))
    row = Area("it", "It", "list", tiles[:2])
    left = (100 - 2 * side - 3) / 2
    assert corners(row, rayguns, 100, 500) == [(round(left, 3), 0.0), (round(left + side + 3, 3), 0.0)]
    assert lay_out(row, rayguns, 100, 500).height == pytest.approx(side + 3)
    rows = Area("it", "It", "list", tiles)
    assert [(x > 0, y > 0) for x, y in corners(rows, rayguns, 100, 500)] == [
        (False, False),
        (True, False),
        (True, False),
        (False, True),
        (True, True),
    ]
    assert lay_out(rows, rayguns, 100, 500).height == pytest.approx(2 * (side + 3))


def test_what_has_no_place_makes_an_area_a_list(rayguns: Game) -> None:
    area = Area("it", "It", "grid", (Placed("tiles", "G1w", at=(0, 0)), Placed("tiles", "G1p")))
    (x, y), (other, same) = corners(area, rayguns, 100, 500)
    assert (y, same, other - x) == (0, 0, pytest.approx(38 * 0.62 + 3)), "side by side"
    assert lay_out(replace(area, pieces=()), rayguns, 100, 500) == areas.Picture((), 0.0)


def test_a_list_that_is_too_high_is_made_smaller(rayguns: Game) -> None:
    """By tenths, and no smaller than to three tenths."""
    area = Area("it", "It", "list", tuple(Placed("tiles", "G1w") for _ in range(9)))
    assert lay_out(area, rayguns, 60, 500).height > 60
    assert lay_out(area, rayguns, 60, 60).height <= 60
    tiny = lay_out(area, rayguns, 60, 1).spots[0].width / (38 * 0.62)
    assert 0.27 < tiny < 0.3


def test_a_long_list_breaks_between_rows(rayguns: Game) -> None:
    """Three tiles are a row of 26.56 mm here."""
    area = Area("it", "It", "list", tuple(Placed("tiles", "G1w") for _ in range(8)))
    assert [len(part.pieces) for part in parts(area, rayguns, 80, 60)] == [6, 2]
    assert [len(part.pieces) for part in parts(area, rayguns, 80, 10)] == [3, 3, 2]
    assert [len(part.pieces) for part in parts(area, rayguns, 80, 500)] == [8]
    table = grid("tiles", "G1w", "grid", (0, 0), (0, 9))
    assert list(parts(table, rayguns, 80, 10)) == [table]


def test_what_just_fits_is_not_broken_or_made_smaller(rayguns: Game) -> None:
    """Two tiles in a width of two and the 3 mm between them; four in a height of two rows."""
    side = 38 * 0.62
    area = Area("it", "It", "list", tuple(Placed("tiles", "G1w") for _ in range(4)))
    width = side + 3.0 + side
    assert [y for _, y in corners(area, rayguns, width, 500)] == [0, 0, *[round(side + 3, 3)] * 2]
    assert len({y for _, y in corners(area, rayguns, width - 0.01, 500)}) == 4
    height = lay_out(area, rayguns, width + 1, 500).height
    assert lay_out(area, rayguns, width + 1, height).spots[0].width == pytest.approx(side)
    assert lay_out(area, rayguns, width + 1, height - 0.01).spots[0].width == pytest.approx(0.9 * side)
    assert [len(part.pieces) for part in parts(area, rayguns, width + 1, height)] == [4]
    assert [len(part.pieces) for part in parts(area, rayguns, width + 1, height - 0.01)] == [2, 2]


def test_large_pieces_of_a_list_are_26_mm_high_or_as_wide_as_there_is_room(planetary: Game) -> None:
    area = Area("it", "It", "list", (Placed("maps", "M04"),))
    (spot,) = lay_out(area, planetary, 200, 500).spots
    assert (spot.width, spot.height) == pytest.approx((MAP[0] * 26 / MAP[1], 26))
    (spot,) = lay_out(area, planetary, 40, 500).spots
    assert (spot.width, spot.height) == pytest.approx((40, MAP[1] * 40 / MAP[0]))


def test_a_long_note_has_room_under_its_face(rayguns: Game) -> None:
    """It breaks where it gets wider than 60 mm, and what follows keeps off it; so do the rows below it."""
    note = "a note of a good many words that goes on for longer than a tile is wide and then for some more"
    lines = areas.note_lines(note, 38 * 0.62)
    font = fonts.font("Barlow", 500)
    wide = [font.width(line, 7 * 25.4 / 72) for line in lines]
    assert " ".join(lines) == note and len(lines) == 2 and max(wide) <= 60
    assert areas.note_lines(note, 500) == [note], "a wide face has room for it"
    tile = Placed("tiles", "G1w")
    noted = replace(tile, note=note)
    area = Area("it", "It", "list", (replace(tile, note="short"), noted, tile))
    first, second, third = lay_out(area, rayguns, 300, 500).spots
    assert second.x - first.x == pytest.approx(38 * 0.62 + 3)
    assert third.x - second.x == pytest.approx(max(wide) + 3)
    assert lay_out(area, rayguns, 300, 500).height == pytest.approx(38 * 0.62 + 2 * 3.4 + 3)


def test_a_short_line_is_drawn_no_larger_than_a_full_one(planetary: Game) -> None:
    picture = lay_out(row(3), planetary, 190, 1000)
    assert [said for said, _ in picture.captions] == ["1 to 2 from the left", "3 from the left"]
    assert len({round(spot.width, 6) for spot in picture.spots}) == 1


def test_notes_of_one_row_keep_off_the_next(rayguns: Game) -> None:
    side = 38 * 0.62
    area = Area("it", "It", "list", tuple(Placed("tiles", "G1w", count=2) for _ in range(4)))
    picture = lay_out(area, rayguns, 2 * side + 4, 500)
    assert [spot.y for spot in picture.spots] == pytest.approx([0, 0, *[side + 3.4 + 3] * 2])
    assert picture.height == pytest.approx(2 * (side + 3.4 + 3))


def test_a_single_map_is_one_picture(planetary: Game) -> None:
    picture = lay_out(row(1), planetary, 60, 500)
    assert not picture.captions and picture.spots[0].width == pytest.approx(60)


def test_words_of_a_list_have_a_box_of_their_own(rayguns: Game) -> None:
    """10 mm high, 4 wider than they are, and no wider than there is room."""
    area = Area("it", "It", "list", (Placed("", "Two words"),))
    wide = fonts.font("Barlow", 600).width("Two words", 9 * 25.4 / 72) + 4
    (spot,) = lay_out(area, rayguns, 100, 500).spots
    assert (spot.width, spot.height, spot.x) == pytest.approx((wide, 10, (100 - wide) / 2))
    (narrow,) = lay_out(area, rayguns, 12, 500).spots
    assert (narrow.width, narrow.height) == (12, 10)


def test_a_slot_may_be_turned() -> None:
    """Clockwise about a point, as a template turns what it draws; its side stays upright."""
    svg = "<!--slot a 10 20 16 90 0 0--><!--slot b 10 20 16 90 18 28--><!--slot c 10 20 0-->"
    found = [(name, *rect.size, rect.x, rect.y) for name, rect in areas.slots(Face(svg, (80, 50), 3, "it"))]
    assert found == [
        ("a", 16, 16, pytest.approx(-36), pytest.approx(10)),
        ("b", 16, 16, pytest.approx(10), pytest.approx(20)),
        ("c", 0, 0, 10, 20),
    ]


def test_the_side_that_is_seen(planetary: Game) -> None:
    """A piece shows its front, its other side, or its back if it is hidden or nobody knows which it is."""
    maps, renderer = planetary.deck("maps"), Renderer(planetary)
    faces = renderer.faces(maps, next(piece for piece in maps.pieces if piece.code == "M04"))
    assert faces.back and faces.front != faces.back
    shown = [
        areas.showing(placed, maps, renderer)
        for placed in (
            Placed("maps", "M04"),
            Placed("maps", "M04", side="b"),
            Placed("maps", "M04", up=False),
            Placed("maps", "M04", side="b", up=False),
        )
    ]
    assert shown == [faces.front, faces.back, faces.back, faces.back]
    assert areas.showing(Placed("maps", "??"), maps, renderer) == renderer.faces(maps, maps.pieces[0]).back
    sun = planetary.deck("sun")
    assert renderer.faces(sun, sun.pieces[0]).back or not areas.showing(
        Placed("sun", sun.pieces[0].code, up=False), sun, renderer
    )


def test_words_under_a_face_say_how_many_and_what_about_them(rayguns: Game) -> None:
    assert areas.note_of(Placed("tiles", "G1w")) == ""
    assert areas.note_of(Placed("tiles", "G1w", count=1, note="first")) == "first"
    assert areas.note_of(Placed("tiles", "G1w", count=2)) == "2 ×"
    assert areas.note_of(Placed("tiles", "G1w", count=3, note="face down")) == "3 × face down"
    plain = Area("it", "It", "list", (Placed("tiles", "G1w"),))
    noted = Area("it", "It", "list", (Placed("tiles", "G1w", count=2),))
    lower = lay_out(noted, rayguns, 100, 500).height - lay_out(plain, rayguns, 100, 500).height
    assert lower == pytest.approx(3.4)


def test_words_break_where_they_get_too_wide() -> None:
    font = fonts.font("Barlow", 500)
    line = areas.wide("one two", 7, 500)
    assert list(areas.broken("one two three", font, 7, line)) == ["one two", "three"]
    assert list(areas.broken("one two three", font, 7, line - 0.01)) == ["one", "two", "three"]
    assert list(areas.broken("unbreakable", font, 7, 1)) == ["unbreakable"]
    assert list(areas.broken("", font, 7, 10)) == []
    assert areas.points_within("one two", 7, 500, line) == 7
    assert areas.points_within("one two", 14, 500, line) == 7
    assert areas.points_within("one two", 7, 500, line / 2) == areas.SMALLEST  # small type cannot be read
    assert areas.points_within("", 7, 500, 1) == 7


MAP = (187.0, 82.56)  # mm; a map of Planetary, 8 ½ hexes wide
NOTE = 3.4  # mm; the leading of the words above a line


def row(count: int) -> Area:
    """So many maps side by side, the rightmost first."""
    return Area("it", "It", "grid", tuple(Placed("maps", f"M{n:02}", (n, 0)) for n in range(count, 0, -1)))


def test_a_row_that_would_be_too_small_is_broken_into_lines(planetary: Game) -> None:
    """At 0.42, the smallest scale, two maps are 157 mm wide. A line may be drawn larger than that."""
    width, pitch = 190.0, 8 / 8.5
    picture = lay_out(row(5), planetary, width, 1000)
    assert [spot.placed.code for spot in picture.spots] == ["M01", "M02", "M03", "M04", "M05"]
    scale = width / (MAP[0] * (1 + pitch))
    across, down = MAP[0] * scale, MAP[1] * scale
    assert {(round(spot.width, 6), round(spot.height, 6)) for spot in picture.spots} == {
        (round(across, 6), round(down, 6))
    }
    assert [spot.x for spot in picture.spots] == pytest.approx([0, across * pitch, 0, across * pitch, 0])
    line = NOTE + down + NOTE
    assert [spot.y for spot in picture.spots] == pytest.approx(
        [NOTE, NOTE, line + NOTE, line + NOTE, 2 * line + NOTE]
    )
    assert picture.height == pytest.approx(2 * line + NOTE + down)
    assert [said for said, _ in picture.captions] == [
        "1 to 2 from the left",
        "3 to 4 from the left",
        "5 from the left",
    ]
    places = [place for _, place in picture.captions]
    assert [x for x, _ in places] == pytest.approx([0, 0, 0])
    assert [y for _, y in places] == pytest.approx([NOTE - 1, line + NOTE - 1, 2 * line + NOTE - 1])


def test_lines_share_the_height_of_their_box(planetary: Game) -> None:
    """Each line has a third of it, less the words above and below; the lines are in the middle."""
    picture = lay_out(row(5), planetary, 190, 120)
    assert picture.spots[0].height == pytest.approx(120 / 3 - 2 * NOTE)
    across = picture.spots[0].width
    left = (190 - across * (1 + 8 / 8.5)) / 2
    assert [spot.x for spot in picture.spots[::2]] == pytest.approx([left] * 3)
    assert {x for _, (x, _) in picture.captions} == {picture.spots[0].x}


@pytest.mark.parametrize(
    ("area", "width"),
    [
        (row(2), 2 * 187 * 0.42),
        (Area("it", "It", "grid", tuple(Placed("maps", "M04", (0, n)) for n in range(5))), 100),
        (Area("it", "It", "grid", tuple(Placed("maps", "M04", (n % 3, n // 3)) for n in range(6))), 100),
        (Area("it", "It", "hexes", tuple(Placed("maps", "M04", (n, 0)) for n in range(5))), 100),
        (Area("it", "It", "grid", tuple(Placed("terrain", "grass", (n, 0)) for n in range(9))), 50),
        (replace(row(3), pieces=(*row(3).pieces, Placed("", "Words", (4, 0)))), 100),
    ],
    ids=["just wide enough", "a column", "two rows", "hexes", "squares", "with words"],
)
def test_other_areas_are_not_broken_into_lines(planetary: Game, area: Area, width: float) -> None:
    assert not lay_out(area, planetary, width, 500).captions


def test_a_map_wider_than_the_paper_is_a_line_of_its_own(planetary: Game) -> None:
    said = [words for words, _ in lay_out(row(2), planetary, 60, 500).captions]
    assert said == ["1 from the left", "2 from the left"]


SLOTS = "<svg><!--slot die 10 20 16--><!--slot die 40 20 16--><!--slot levy 2.5 -1 12--></svg>"


def test_a_piece_rests_in_the_middle_of_the_next_free_slot_of_its_name() -> None:
    game = catalogue.load("per-aspera")
    size = game.deck("demands").size
    cube = Resting("die", "demands", game.deck("demands").pieces[0].code)
    under = Face(SLOTS, (80, 50), 3, "a planet")
    placed = Placed("map-hexes", "P", holds=(cube, replace(cube, slot="levy"), cube))
    corners = [corner for _, corner in areas.resting(placed, under, game)]
    middle = [(x + size[0] / 2, y + size[1] / 2) for x, y in corners]
    assert middle == [pytest.approx((18, 28)), pytest.approx((8.5, 5)), pytest.approx((48, 28))]
    with pytest.raises(DataError, match=r'a planet: It has no free slot "die" for'):
        list(areas.resting(replace(placed, holds=(cube, cube, cube)), under, game))
