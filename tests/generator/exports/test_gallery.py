"""pnp export --to gallery: the contents of the file, and how a real browser shows it."""

from __future__ import annotations

import base64
import gzip
import io
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from components import catalogue
from generator import INKS, cache
from generator.exports import gallery, order
from generator.exports.order import Order
from generator.exports.web import fonts
from generator.faces.fonts import font
from generator.faces.renderer import Renderer
from tests.generator.browser import Browser, in_a_browser
from tests.generator.conftest import Once
from tests.generator.presswork import drawn_once
from tests.searching import SEARCHING
from tests.smallgame import write_game

Pnp = Callable[..., Any]
SHOWN_GAMES = catalogue.slugs() if SEARCHING else ("last-blast", "mlem", "rayguns")
KINDS = sum(len(deck.pieces) for slug in SHOWN_GAMES for deck in catalogue.load(slug).decks)


@pytest.fixture(scope="session")
def box(once: Once) -> Path:
    """The gallery of several games; in a search, of all five."""

    def make(home: Path) -> None:
        with drawn_once(order):
            gallery.export([Order(catalogue.load(slug), home) for slug in SHOWN_GAMES])

    return once("gallery", make) / "gallery.html"


def _drawings(page: str) -> dict[str, Any]:
    match = re.search(r'id="drawings">([^<]*)<', page)
    assert match
    unpacked: dict[str, Any] = json.loads(gzip.decompress(base64.b64decode(match[1])))
    return unpacked


def test_the_whole_box_is_a_few_megabytes_at_most(box: Path) -> None:
    assert box.stat().st_size < 6e6


def test_the_page_needs_no_network(box: Path) -> None:
    page = box.read_text(encoding="utf-8")
    assert not re.search(r"""(src|href)=["'](?!#|data:)""", page)
    assert not re.search(r"url\((?!data:|#)", page)
    assert not re.search(r"""["'(]https?://""", re.sub(r"data:[^\"')]*", "", page))


def test_every_piece_is_listed_once_with_its_drawings(box: Path) -> None:
    page = box.read_text(encoding="utf-8")
    assert len(re.findall(r'<button class="piece"', page)) == KINDS
    faces = _drawings(page)["faces"]
    used = {int(number) for number in re.findall(r'data-(?:front|back)="(\d+) ', page)}
    assert used == set(range(len(faces)))


def test_ids_are_unique_and_every_reference_resolves(box: Path) -> None:
    page = box.read_text(encoding="utf-8")
    drawings = _drawings(page)
    ids = re.findall(r'\bid="([^"$]+)"', page.partition("<script>")[0])
    ids += re.findall(r'\bid="([^"]+)"', drawings["symbols"])
    for face in drawings["faces"]:
        for drawing in filter(None, face):
            ids += re.findall(r'\bid="([^"]+)"', drawing)
    assert len(set(ids)) == len(ids)
    for drawing in [drawings["symbols"], *(one for face in drawings["faces"] for one in face if one)]:
        for name in re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', drawing):
            assert "".join(name) in ids


def test_each_drawing_is_there_in_every_ink_that_looks_different(box: Path) -> None:
    faces = _drawings(box.read_text(encoding="utf-8"))["faces"]
    assert all(len(face) == len(INKS) and face[0] for face in faces)
    assert all(other != face[0] for face in faces for other in face[1:] if other)
    assert sum(1 for face in faces if face[2]) > 0.9 * len(faces)


def test_a_gallery_is_the_same_every_time(
    small_game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With fonts that were kept, and with fonts that are cut anew."""
    small = [Order(catalogue.load(str(small_game)), tmp_path)]
    page = gallery.page(small)
    assert gallery.page(small) == page
    monkeypatch.setattr(cache, "kept", lambda *_: None)
    assert gallery.page(small) == page


def test_fonts_are_cut_once_until_other_characters_are_shown(
    small_game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def page() -> str:
        catalogue.forget()
        return gallery.page([Order(catalogue.load(str(small_game)), tmp_path)])

    def never(*_: object) -> bytes:
        raise AssertionError("cut again")

    before = page()
    monkeypatch.setattr(fonts, "_subset", never)
    assert page() == before
    cards = small_game / "cards.csv"
    cards.write_text(cards.read_text(encoding="utf-8").replace("One", "Ωne"), encoding="utf-8")
    with pytest.raises(AssertionError, match="cut again"):
        page()


@pytest.mark.parametrize("family", ["Barlow", "Fredoka", "Russo One"])
def test_letters_are_the_same_whatever_they_are_cut_from(family: str) -> None:
    """A picture's few are cut from the usual ones, which takes half as long as to cut them from all."""
    whole, few = font(family, 400), set("Levy 3 MCR, AVATAR ×2")
    usual = fonts._source(whole, few)
    assert len(usual) < len(whole.content)
    assert fonts._subset(usual, few, "") == fonts._subset(whole.content, few, "")
    assert fonts._source(whole, {*few, "Ω"}) == whole.content


def test_a_symbol_that_two_games_draw_differently_is_kept_twice(
    small_game: Path, tmp_path: Path, pnp: Pnp
) -> None:
    other = tmp_path / "other"
    for file in small_game.rglob("*"):
        if file.is_file():
            (other / file.relative_to(small_game)).parent.mkdir(parents=True, exist_ok=True)
            (other / file.relative_to(small_game)).write_bytes(file.read_bytes())
    toml = other / "game.toml"
    toml.write_text(toml.read_text().replace('slug = "small"', 'slug = "other"'))
    dot = other / "symbols" / "dot.svg"
    dot.write_text(dot.read_text().replace('r="4"', 'r="3"'))
    page = gallery.page([Order(catalogue.load(str(folder)), tmp_path) for folder in (small_game, other)])
    drawings = _drawings(page)
    assert drawings["symbols"].count("<symbol") == 2
    shown = [re.findall(r'href="#([^"]+)"', face[0]) for face in drawings["faces"]]
    assert {name for names in shown for name in names} == {"s-dot", "s-dot~1"}


def test_a_title_with_markup_in_it_is_text(small_game: Path, tmp_path: Path) -> None:
    toml = small_game / "game.toml"
    toml.write_text(toml.read_text().replace('title = "Small"', 'title = "<script>alert(1)</script> & co"'))
    page = gallery.page([Order(catalogue.load(str(small_game)), tmp_path)])
    assert "<script>alert" not in page and "&lt;script&gt;alert" in page


def test_fonts_hold_the_characters_that_are_shown(box: Path) -> None:
    from fontTools.ttLib import TTFont

    page = box.read_text(encoding="utf-8")
    rules = re.findall(r'font-family:"([^"]+)";font-weight:(\d+);[^}]*base64,([^)]+)\)', page)
    assert {("Barlow", "400"), ("Chakra Petch", "700")} <= {(family, weight) for family, weight, _ in rules}
    drawn = "".join(drawing for face in _drawings(page)["faces"] for drawing in face if drawing)
    shown = {character for text in re.findall(r">([^<>]+)<", drawn) for character in text} - {"\n", "\xa0"}
    for _, _, data in rules:
        assert shown <= {chr(code) for code in TTFont(io.BytesIO(base64.b64decode(data))).getBestCmap()}


def test_a_game_of_its_own_gets_a_gallery_in_its_folder(pnp: Pnp, small_game: Path, tmp_path: Path) -> None:
    ran = pnp("export", small_game, "--to", "gallery", "--out", tmp_path / "out", "--ink", "saver")
    assert ran.code == 0, ran.err
    assert 'data-ink="saver"' in (tmp_path / "out" / "small" / "gallery.html").read_text(encoding="utf-8")


def test_all_games_together_have_no_decks_to_choose_from(pnp: Pnp, tmp_path: Path) -> None:
    ran = pnp("export", "--to", "gallery", "--only", "tiles", "--out", tmp_path)
    assert ran.code == 2 and "The game is missing." in ran.err


@pytest.fixture(scope="module")
def browser(box: Path) -> Iterator[Browser]:
    with Browser() as opened:
        opened.open(box.as_uri())
        yield opened


@pytest.fixture
def page(browser: Browser, box: Path) -> Browser:
    """The gallery as it is when it is opened."""
    browser.size(1280, 900)
    browser.page.goto("about:blank")
    browser.open(box.as_uri())
    return browser


COUNT = "document.getElementById('count').textContent"
SHOWN = "[...document.querySelectorAll('.piece')].filter(piece => piece.offsetParent).length"


@in_a_browser
def test_it_opens_and_shows_every_piece_without_errors(page: Browser) -> None:
    assert page.run(SHOWN) == KINDS
    assert page.run(COUNT) == f"{KINDS} of {KINDS} kinds of piece"
    page.run("dispatchEvent(new Event('beforeprint'))")
    empty = (
        "[...document.querySelectorAll('.piece')].filter(piece => { const svg = piece.querySelector('svg');"
        " if (!svg) return true; const box = svg.getBoundingClientRect(), art = svg.firstChild.getBBox();"
        " return box.width < 20 || box.height < 5 || art.width < 1; }).map(piece => piece.textContent)"
    )
    assert page.run(empty) == []
    assert page.run("document.fonts.ready.then(() => document.fonts.check('600 16px \"Chakra Petch\"'))")
    assert page.complaints == []


@in_a_browser
def test_a_drawing_is_put_in_when_it_comes_into_view(page: Browser) -> None:
    last = "[...document.querySelectorAll('.piece')].at(-1)"
    assert page.run(f"!{last}.querySelector('svg')")
    page.run(f"{last}.scrollIntoView()")
    assert page.wait(f"{last}.querySelector('svg') !== null")


@in_a_browser
def test_the_search_finds_codes_and_words(page: Browser) -> None:
    def search(words: str) -> int:
        page.run(
            f"(() => {{ const box = document.getElementById('words'); box.value = {json.dumps(words)};"
            " box.dispatchEvent(new Event('input')); })()"
        )
        return int(page.run(SHOWN))

    assert search("R2-5") == 1
    parts = catalogue.load("last-blast").deck("parts").pieces
    drops = [piece for piece in parts if (piece["title"], piece["name"]) == ("Jump Boost", "drop")]
    assert search("DROP jump boost") == len(drops) > 1
    assert search("no such piece") == 0
    assert page.run("!document.getElementById('none').hidden")
    page.run("document.getElementById('clear').click()")
    assert page.run(SHOWN) == KINDS


@in_a_browser
def test_decks_and_games_can_be_filtered(page: Browser) -> None:
    page.run(
        "(() => { const box = document.getElementById('deck'); box.value = 'rayguns-tiles';"
        " box.dispatchEvent(new Event('change')); })()"
    )
    assert page.run(SHOWN) == len(catalogue.load("rayguns").deck("tiles").pieces)
    page.run("document.querySelector('nav a[href=\"#mlem\"]').click()")
    kinds = sum(len(deck.pieces) for deck in catalogue.load("mlem").decks)
    assert page.wait(f"{SHOWN} === {kinds}"), "a game's link shows that game, and no deck is chosen any more"
    assert page.run("[...document.querySelectorAll('.game')].filter(game => game.offsetParent).length") == 1
    assert page.run("document.querySelector('nav [aria-current]').hash") == "#mlem"


@in_a_browser
def test_the_three_inks_look_different(page: Browser, tmp_path: Path) -> None:
    pictures = {}
    for ink in ("full", "saver", "grey"):
        page.run(f"document.querySelector('[name=ink][value={ink}]').click()")
        assert page.wait(
            "[...document.querySelectorAll('#last-blast .piece')].slice(0, 8)"
            f".every(piece => piece.firstElementChild.dataset.ink === '{ink}')"
        )
        page.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        page.picture(tmp_path / f"{ink}.png")
        pictures[ink] = Image.open(tmp_path / f"{ink}.png").convert("RGB").crop((30, 330, 900, 880))

    def colourful(picture: Image.Image) -> float:
        pixels = picture.resize((200, 120)).tobytes()
        colours = zip(pixels[0::3], pixels[1::3], pixels[2::3], strict=True)
        return sum(max(colour) - min(colour) > 90 for colour in colours) / (200 * 120)

    assert colourful(pictures["full"]) > 0.2
    assert colourful(pictures["grey"]) == 0
    assert colourful(pictures["saver"]) < colourful(pictures["full"])


@in_a_browser
def test_a_piece_can_be_enlarged_and_left_with_the_keyboard_alone(page: Browser) -> None:
    page.run("document.querySelector('#rayguns-tiles .piece').focus()")
    page.key("Enter")
    assert page.wait("document.getElementById('large').open")
    assert page.run("document.querySelectorAll('.large svg').length") == 2, "front and back"
    first = page.run("document.getElementById('large-title').textContent")
    assert first.endswith("· Tiles")
    page.key("ArrowRight")
    assert page.run("document.getElementById('large-title').textContent") != first
    page.key("Escape")
    assert page.wait("!document.getElementById('large').open")
    assert page.run("document.activeElement.closest('#rayguns-tiles .piece') !== null"), "back where one was"
    page.key("/")
    assert page.run("document.activeElement.id") == "words"


@in_a_browser
@pytest.mark.parametrize("at", ["mlem-board/board", "last-blast-standees/standee-O", "rayguns-tiles/G1w"])
@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1280, 900)])
def test_an_enlarged_piece_leaves_its_buttons_free(page: Browser, at: str, size: tuple[int, int]) -> None:
    page.size(*size)
    page.run(f"document.querySelector('[data-at=\"{at}\"]').click()")
    boxes = "[...document.querySelectorAll({})].map(one => {{ const b = one.getBoundingClientRect();"
    boxes += " return [b.left, b.top, b.right, b.bottom]; }})"
    pictures = page.run(boxes.format("'.large svg'"))
    buttons = page.run(boxes.format("'#large button'"))
    assert len(buttons) == 3
    for left, top, right, bottom in [*pictures, *buttons]:
        assert 0 <= left < right <= size[0] and 0 <= top < bottom <= size[1]
        assert min(right - left, bottom - top) > 20
    assert min(top for _, top, _, _ in pictures) >= max(bottom for *_, bottom in buttons)


@in_a_browser
def test_a_piece_has_an_address_and_enter_opens_what_is_found(page: Browser) -> None:
    page.run("location.hash = '#last-blast-parts/R2-5'")
    assert page.wait("document.getElementById('large').open")
    assert page.run("document.getElementById('large-title').textContent").startswith("R2-5")
    page.key("Escape")
    assert page.wait("!document.getElementById('large').open && !location.hash")
    page.run(
        "(() => { const box = document.getElementById('words'); box.focus(); box.value = 'R2-4';"
        " box.dispatchEvent(new Event('input')); })()"
    )
    page.key("Enter")
    assert page.wait("document.getElementById('large').open")
    assert page.run("location.hash") == "#last-blast-parts/R2-4"


@in_a_browser
@pytest.mark.parametrize("width", [320, 390, 800, 1280, 2200])
def test_nothing_is_wider_than_the_window(page: Browser, width: int) -> None:
    page.size(width, 800)
    assert page.run("document.documentElement.scrollWidth <= innerWidth")


@in_a_browser
def test_buttons_and_boxes_have_names(page: Browser) -> None:
    nameless = (
        "[...document.querySelectorAll('button, input, select')]"
        ".filter(one => !(one.ariaLabel || one.textContent || one.labels?.length)).length"
    )
    assert page.run(nameless) == 0


@pytest.mark.parametrize("asks", ["", "{{ deck.pieces[0].title }}"], ids=["its own row", "a row of another"])
def test_only_pieces_whose_rows_changed_are_drawn_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asks: str
) -> None:
    """Remembered faces look the same as those drawn anew, also where a template asks for other rows."""

    def written(title: str) -> Order:
        game = write_game(
            tmp_path / "small", cards=f"code,title\nA1,{title}\nA2,Two\nA3,Three\n",
            columns='title = "text"', face=f"{{{{ text(piece.title, 9, 9) }}}}{asks}",
        )  # fmt: skip
        catalogue.forget()
        return Order(catalogue.load(str(game)), tmp_path, stamp="the same")

    drawn: list[str] = []
    face = Renderer.faces
    monkeypatch.setattr(
        Renderer, "faces", lambda self, deck, piece: drawn.append(piece.code) or face(self, deck, piece)
    )
    gallery.page([written("One")])
    drawn.clear()
    page = gallery.page([written("Uno")])
    assert set(drawn) == ({"A1", "A2", "A3"} if asks else {"A1"})
    drawn.clear()
    assert gallery.page([written("Uno")]) == page and not drawn
    assert gallery.page([replace(written("Uno"), stamp="another")]) == page and len(set(drawn)) == 3
