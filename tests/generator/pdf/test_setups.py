"""Set-ups on paper: every piece once, inside the page, with the visible side and readable words."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import ImageColor

from components.catalogue import load
from components.errors import DataError, TemplateError
from components.setup import Area, Fact, Layout, Placed, Resting, Setup
from generator.faces.colours import contrast
from generator.faces.rect import Rect
from generator.faces.renderer import Renderer
from generator.faces.svg.values import colour as read_colour
from generator.faces.theme import MM_PER_POINT, theme
from generator.pdf import areas as drawn_areas
from generator.pdf import raster, setups
from generator.sheets import areas
from generator.sheets.areas import lay_out
from generator.sheets.paper import Paper
from referee import cli
from referee.commands.setup import set_up
from tests.generator.presswork import A4, GAMES, drawn, picture, pnp
from tests.inprocess import run

LAST_BLAST = load("last-blast")
LAYOUTS: tuple[Layout, ...] = ("grid", "hexes", "list")
TINY = 1e-6


def pieces_of(slug: str, deck: str, count: int, layout: Layout, note: str = "") -> tuple[Placed, ...]:
    """The first pieces of a deck, six to a row."""
    found = load(slug).deck(deck).pieces
    at = (lambda i: None) if layout == "list" else (lambda i: (i % 6 - (i // 6) // 2, i // 6))
    return tuple(Placed(deck, found[i % len(found)].code, at(i), note=note) for i in range(count))


def printed(
    slug: str, *parts: Area, facts: tuple[Fact, ...] = (), paper: Paper = A4
) -> pypdfium2.PdfDocument:
    setup = Setup(slug, 2, "kiwi", {"foray": "", "rounds": "60"}, parts, facts)
    return pypdfium2.PdfDocument(setups.setup_pdf(setup, load(slug), drawn(slug), paper))


def words(document: pypdfium2.PdfDocument) -> str:
    return " ".join(" ".join(page.get_textpage().get_text_range().split()) for page in document)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(
    ("slug", "deck", "count"), [("last-blast", "parts", 48), ("per-aspera", "map-hexes", 32)]
)
def test_every_piece_of_an_area_is_drawn_once(
    slug: str, deck: str, count: int, layout: Layout, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[Placed] = []
    draw_face = drawn_areas._draw_piece

    def counted(canvas: Any, spot: areas.Spot, *rest: Any) -> None:
        shown.append(spot.placed)
        draw_face(canvas, spot, *rest)

    monkeypatch.setattr(drawn_areas, "_draw_piece", counted)
    pieces = pieces_of(slug, deck, count, layout)
    document = printed(slug, Area("field", "Field", layout, pieces))
    assert Counter(shown) == Counter(pieces)
    said = words(document)
    if deck == "parts":  # the codes of these are set in type
        assert Counter(re.findall(r"\b[RGA]\d-\d\b", said)) == Counter(piece.code for piece in pieces)


@st.composite
def any_area(draw: st.DrawFn) -> Area:
    layout = draw(st.sampled_from(LAYOUTS))
    names = draw(
        st.lists(st.sampled_from(["parts", "tiles", "mats", "rockets", ""]), min_size=1, max_size=60)
    )
    pieces = []
    for index, name in enumerate(names):
        code = LAST_BLAST.deck(name).pieces[0].code if name else draw(st.sampled_from(["7", "Ann's seat"]))
        note = draw(st.sampled_from(["", "", "front", "in front of step 1 of the failure track " * 3]))
        at = None if layout == "list" else (index % 7, index // 7)
        pieces.append(Placed(name, code, at, draw(st.integers(1, 12)), note=note))
    return Area("a", "A", layout, tuple(pieces))


@given(any_area(), st.floats(90, 280), st.floats(60, 300))
@settings(max_examples=60)
def test_pieces_lie_inside_their_box_in_their_own_proportions(
    area: Area, width: float, height: float
) -> None:
    for part in areas.parts(area, LAST_BLAST, width, height):
        picture = lay_out(part, LAST_BLAST, width, height)
        assert picture.height <= height + TINY or len(part.pieces) == 1
        for spot in picture.spots:
            assert spot.x >= -TINY and spot.x + spot.width <= width + TINY
            assert spot.y >= -TINY and spot.y + spot.height <= picture.height + TINY
            if spot.placed.deck:
                size = LAST_BLAST.deck(spot.placed.deck).size
                assert spot.width / spot.height == pytest.approx(size[0] / size[1])
        assert not overlapping(picture.spots)


def overlapping(spots: tuple[areas.Spot, ...]) -> bool:
    return any(
        a.x < b.x + b.width - TINY
        and b.x < a.x + a.width - TINY
        and a.y < b.y + b.height - TINY
        and b.y < a.y + a.height - TINY
        for i, a in enumerate(spots)
        for b in spots[i + 1 :]
        if a.placed.at is None or a.placed.at[1] == b.placed.at[1]  # type: ignore[index]  # hexes interlock
    )


@given(any_area(), st.floats(60, 300))
@settings(max_examples=40)
def test_a_long_list_is_broken_between_pieces_and_loses_none(area: Area, height: float) -> None:
    found = [piece for part in areas.parts(area, LAST_BLAST, 180, height) for piece in part.pieces]
    assert found == list(area.pieces)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_an_area_without_pieces_takes_no_room(layout: Layout) -> None:
    assert lay_out(Area("a", "A", layout, ()), LAST_BLAST, 100, 100).height == 0
    assert "Nothing here" in words(printed("last-blast", Area("a", "Nothing here", layout, ())))


def test_strips_of_hexes_interlock_as_on_the_table() -> None:
    game = load("planetary")
    deck = game.deck("maps")
    pieces = tuple(Placed("maps", piece.code, (i, 0)) for i, piece in enumerate(deck.pieces[:3]))
    first, second, _ = lay_out(Area("p", "P", "grid", pieces), game, 180, 200).spots
    columns = deck.grid[0]
    assert (second.x - first.x) / first.width == pytest.approx(columns / (columns + 0.5))


def test_everything_printed_is_inside_the_page() -> None:
    """Many facts, many areas, long words: nothing within 10 mm of the edge but paper."""
    facts = tuple(Fact(f"Fact {i}", "word " * (i % 40), "LB 1.1") for i in range(70))
    parts = [
        Area(layout, layout, layout, pieces_of("last-blast", "tiles", count, layout, "a note"), "words " * 50)
        for layout, count in (("list", 130), ("grid", 40), ("hexes", 40))
    ]
    pdf = setups.setup_pdf(
        Setup("last-blast", 2, "kiwi", {}, tuple(parts), facts), LAST_BLAST, drawn("last-blast"), A4
    )
    document = pypdfium2.PdfDocument(pdf)
    assert len(document) > 3
    for number in range(len(document)):
        page = picture(pdf, number, 2)
        frame = page.copy()
        frame.paste(255, (20, 20, page.width - 20, page.height - 20))
        assert frame.getextrema()[0] == 255, f"page {number + 1}"
    said = words(document)
    assert all(f"Fact {index}:" in said for index in range(70))


def test_titles_notes_facts_and_options_are_written() -> None:
    pieces = (
        Placed("parts", "R2-5", note="front"),
        Placed("tiles", "T4", count=3),
        Placed("", "Ann"),
    )
    hand = Area("h", "Hand of Ann", "list", pieces, "Face up.")
    said = words(printed("last-blast", hand, facts=(Fact("Start", "Ann", "LB 1.2"),)))
    for wanted in (
        "2 players",
        "seed kiwi",
        "foray, rounds=60",
        "Start: Ann [LB 1.2]",
        "Hand of Ann",
        "Face up.",
        "front",
        "3 ×",
    ):
        assert wanted in said


def test_notes_are_large_enough_to_read() -> None:
    """5 pt at least, on the smallest pieces of a large map too."""
    pieces = tuple(
        Placed("map-hexes", piece.code, (i % 7 - i // 14, i // 7), note="5 levies")
        for i, piece in enumerate(load("per-aspera").deck("map-hexes").pieces)
    )
    document = printed("per-aspera", Area("map", "Map", "hexes", pieces))
    sizes = []
    for page in document:
        text = page.get_textpage()
        whole = text.get_text_range()
        for match in re.finditer("5 levies", whole):
            _, bottom, _, top = text.get_charbox(match.start(), loose=True)
            sizes.append(top - bottom)
    assert len(sizes) == len(pieces)
    assert min(sizes) > 5


def side_shown(placed: Placed, slug: str = "last-blast") -> str:
    renderer = drawn(slug)
    face = areas.showing(placed, renderer.game.deck(placed.deck), renderer)
    return face.side if face else "blank"


@pytest.mark.parametrize(
    ("placed", "side"),
    [
        (Placed("parts", "R2-5"), "front"),
        (Placed("parts", "R2-5", up=False), "back"),
        (Placed("parts", "R2-5", side="b"), "back"),
        (Placed("parts", "", up=False), "back"),
        (Placed("parts", ""), "back"),
        (Placed("mats", "mat-O"), "front"),
        (Placed("mats", "mat-O", up=False), "blank"),
        (Placed("mats", ""), "blank"),
        (Placed("mats", "mat-O", side="b"), "front"),
    ],
)
def test_the_visible_side(placed: Placed, side: str) -> None:
    assert side_shown(placed) == side


def test_a_face_down_card_does_not_show_its_face() -> None:
    down = tuple(Placed("parts", code, up=False) for code in ("R2-5", "A6-3"))
    blank = (Placed("mats", "mat-O", up=False), Placed("parts", "", up=False))
    said = words(printed("last-blast", Area("h", "Hands", "list", down + blank)))
    assert not re.search(r"R2-5|A6-3|Rear", said)


@pytest.mark.parametrize("slug", GAMES)
def test_each_game_prints_the_set_up_of_its_seed(slug: str) -> None:
    from referee.commands.setup import set_up

    most = load(slug).players[1]
    setup = set_up(slug, most, "kiwi", [])
    pdf = setups.setup_pdf(setup, load(slug), drawn(slug), A4)
    document = pypdfium2.PdfDocument(pdf)
    said = words(document)
    assert "seed kiwi" in said
    for area in setup.areas:
        assert " ".join(area.title.split()) in said
    for page in document:
        assert [side * MM_PER_POINT for side in page.get_size()] == pytest.approx((210, 297), abs=0.01)
    if slug == "mlem":
        assert setups.setup_pdf(setup, load(slug), drawn(slug), A4) == pdf, "the same bytes again"


def test_a_set_up_is_printed_in_the_language_of_the_game(tmp_path: Path) -> None:
    file = tmp_path / "kiwi.pdf"
    asked = ("--players", 3, "--seed", "kiwi", "--language", "fr")
    made = run(cli.main, "referee", "setup", "planetary", *asked, "--pdf", file)
    assert made.code == 0
    printed = " ".join(words(pypdfium2.PdfDocument(file)).split())
    assert "3 joueurs · " in printed and "Cases de départ : chaque joueur en choisit une" in printed
    assert "Roche ardoise, herbe sable." in printed
    assert "1 à 2 depuis la gauche" in printed and "from the" not in printed
    refused = run(cli.main, "referee", "setup", "mlem", *asked)
    assert refused.code == 2 and "Give --pdf FILE too." in refused.err


def test_strips_have_their_labels_in_the_language_too(tmp_path: Path) -> None:
    ordered = ("build", "planetary", "--only", "dust", "--jobs", 1, "--out", tmp_path, "--setup", "kiwi")
    assert pnp(*ordered, "--language", "de").code == 0
    strips = words(pypdfium2.PdfDocument(tmp_path / "planetary-de-part" / "setup-strips.pdf"))
    assert "P1 Amboss" in strips and "Bogen 1 von" in strips
    assert "Anvil" not in strips and "sheet" not in strips


def test_a_build_with_a_seed_has_the_set_up_beside_the_sheets(tmp_path: Any) -> None:
    words = ("build", "last-blast", "--only", "mats", "--jobs", 1, "--out", tmp_path, "--setup", "kiwi")
    assert pnp(*words, "--players", 3).code == 0
    assert (tmp_path / "last-blast-part" / "setup.pdf").read_bytes().startswith(b"%PDF")
    run = pnp(*words, "--players", 9)
    assert run.code == 2 and "--players" in run.err


def test_a_planet_is_painted_in_the_colours_drawn_for_it_and_the_next_is_not() -> None:
    """PL 1.2: rock and grass, in one area of the set-up alone."""
    game, colours = load("planetary"), theme(load("planetary")).colours
    pieces = (Placed("maps", game.deck("maps").pieces[0].code, (0, 0), side="a"),)
    setup = Setup(
        "planetary", 2, "kiwi", areas=tuple(Area(name, name, "grid", pieces) for name in ("one", "two")),
        colours={"one": {"rock": "violet", "grass": "rose"}},
    )  # fmt: skip
    page = raster.image(setups.setup_pdf(setup, game, drawn("planetary"), A4), 0, 100)
    wanted = {name: ImageColor.getrgb(colours[name]) for name in ("rock", "grass", "violet", "rose")}
    shown = dict.fromkeys(wanted, 0)
    for count, rgb in page.getcolors(1 << 24):  # the ground of a field is lit on one side, and drawn on
        near = {name: sum(abs(a - b) for a, b in zip(rgb, one, strict=True)) for name, one in wanted.items()}
        nearest = min(near, key=near.__getitem__)
        shown[nearest] += count if near[nearest] < 60 else 0
    assert min(shown.values()) > 1_000, shown
    renderer, deck = drawn("planetary"), game.deck("maps")
    plain, painted = (
        one.faces(deck, deck.pieces[0]).front.svg
        for one in (renderer, renderer.painted(setup.colours["one"]))
    )
    for old, new in setup.colours["one"].items():
        ground, other = f'fill="{colours[old]}"', f'fill="{colours[new]}"'
        assert painted.count(other) == plain.count(ground) > 0
        assert ground not in painted and other not in plain


def test_every_colour_of_a_planet_exists_and_shows_its_drawings() -> None:
    """PL 1.2 draws any of them for rock and for grass."""
    game = load("planetary")
    known = theme(game).colours
    for name in game.tables["setup"].table("planets").texts("colours"):
        for ink in ("rock-ink", "grass-ink"):
            assert contrast(read_colour(known[name]), read_colour(known[ink])) >= 3, (name, ink)


def test_an_unknown_colour_is_reported() -> None:
    for colours in ({"rock": "slat"}, {"rok": "slate"}):
        with pytest.raises(TemplateError, match=r'no colour "(slat|rok)"\. Did you mean'):
            drawn("planetary").painted(colours)


def test_chits_lie_in_the_slots_of_the_map_and_no_words_cover_them() -> None:
    setup = set_up("per-aspera", 3, "kiwi", ())
    game, renderer = load("per-aspera"), Renderer(load("per-aspera"))
    held = 0
    for placed in setup.area("map").pieces:
        deck = game.deck(placed.deck)
        face = areas.showing(placed, deck, renderer)
        assert face
        places = [Rect(x, y, 16, 16) for _, (x, y) in areas.resting(placed, face, game)]
        held += len(places)
        assert all(Rect(0, 0, *deck.size).around(place) == Rect(0, 0, *deck.size) for place in places)
    planets, levies = 22, 5  # the numbers that the referee says for this seed
    assert held == planets + levies
    pdf = setups.setup_pdf(setup, game, renderer, A4)
    assert not re.search(r"demand \d|levies", words(pypdfium2.PdfDocument(pdf)))


def test_a_chit_without_a_free_slot_is_refused() -> None:
    game, renderer = load("per-aspera"), Renderer(load("per-aspera"))
    placed = Placed("map-hexes", "E", holds=(Resting("demand", "demands", "D1-2"),))
    face = areas.showing(placed, game.deck("map-hexes"), renderer)
    assert face
    with pytest.raises(DataError, match="no free slot"):
        list(areas.resting(placed, face, game))


def test_a_long_planet_is_shown_in_lines_of_one_scale() -> None:
    setup = set_up("planetary", 3, "kiwi", ())
    for area in setup.areas:
        if area.name.startswith("planet-"):
            drawn = lay_out(area, load("planetary"), 186, 240)
            assert [spot.placed for spot in drawn.spots] == list(area.pieces)
            assert {round(spot.width, 3) for spot in drawn.spots} == {round(drawn.spots[0].width, 3)}
            assert drawn.spots[0].width > 0.42 * 187  # hexes of at least 9 mm


def test_no_card_of_a_map_lies_twice() -> None:
    """PA 2.1: all empty spaces count alike, and each is a card of its own."""
    setup = set_up("per-aspera", 3, "kiwi", ())
    [area] = [area for area in setup.areas if area.name == "map"]
    codes = Counter(placed.code for placed in areas.varied(area, load("per-aspera")).pieces)
    assert set(codes.values()) == {1}
    empty = {code for code in codes if code.partition(".")[0] == "E"}
    assert len(empty) == sum(placed.code == "E" for placed in area.pieces) > 9
