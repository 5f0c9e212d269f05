"""Games and the example as printed: the PDFs are read back and compared with the manifest.

Nothing here asks the code that made them; pypdf reads the structure, PDFium the text and the pixels.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pypdf
import pypdfium2
import pytest
from PIL import ImageChops

from components import catalogue
from components.catalogue import Deck, Game
from components.pieces import Piece
from generator.build.press import Order, Press, build
from generator.faces import shapes
from generator.faces.rect import Rect
from generator.pdf.document import pages as pages_of
from generator.sheets import plan
from generator.sheets.paper import Paper
from tests.generator import presswork
from tests.searching import SEARCHING

POINT = 72 / 25.4
EXAMPLE = str(Path(__file__).parents[3] / "examples" / "comet-post")
GAMES = [*presswork.PRINTED, EXAMPLE]
# Pieces of MLEM that show no name.
SPEECHLESS = {("markers", "failure"), ("board", "board"), ("dice", "die"), ("rocket", "rocket")}
SAFE = 2.5  # mm: capitals keep 3 mm, the tail of a "y" may hang a little lower
DPI = 50
Printed = Callable[[str], Path]

for_every_game = pytest.mark.parametrize("name", GAMES, ids=lambda name: Path(name).name)


@dataclass(frozen=True)
class Row:
    """A printed face, as the manifest has it."""

    deck: Deck
    code: str
    copy: int
    side: str
    book: str
    page: int
    file: str
    file_page: int
    slot: int
    part: str
    trim: Rect
    turn: int
    hash: str


def manifest(folder: Path) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((folder / "manifest.json").read_text())
    return read


@cache
def rows(name: str, folder: Path) -> list[Row]:
    game = catalogue.load(name)
    return [
        Row(game.deck(row["deck"]), row["code"], row["copy"], row["side"], row["book"], row["page"],
            row["file"], row["file_page"], row["slot"], row["part"], Rect(*row["trim_mm"]),
            row["turn"], row["hash"])
        for row in manifest(folder)["faces"]
    ]  # fmt: skip


@cache
def opened(file: Path) -> pypdf.PdfReader:
    return pypdf.PdfReader(file)


def books(folder: Path) -> list[Path]:
    """The files of the whole game: of the sheets with backs, and of those without."""
    files = [folder / f"{folder.name}{suffix}.pdf" for suffix in ("", "-one-sided")]
    return [file for file in files if file.exists()]


@for_every_game
def test_exactly_the_pieces_of_the_box_are_printed(name: str, printed: Printed) -> None:
    game = catalogue.load(name)
    game = game.for_players(game.boxed)
    fronts = Counter(
        (row.deck.name, row.code, row.copy) for row in rows(name, printed(name)) if row.side == "front"
    )
    box = {
        (deck.name, p.code, copy)
        for deck in game.at_the_table()
        for p in deck.pieces
        for copy in range(1, p.copies + 1)
    }
    assert set(fronts) == box
    # Only a board in parts is there more than once.
    parts = {(r.deck.name, r.code, r.copy) for r in rows(name, printed(name)) if r.part}
    assert {key for key, count in fronts.items() if count > 1} == parts
    assert manifest(printed(name))["totals"]["pieces"] == len(box)


@for_every_game
def test_files_say_which_pdf_they_are(name: str, printed: Printed) -> None:
    """Transparency began with PDF 1.4; a preflight refuses it in a file that says 1.3."""
    for file in printed(name).glob("*.pdf"):
        assert file.read_bytes()[:8] == b"%PDF-1.7", file.name


@for_every_game
def test_pages_are_exactly_the_paper(name: str, printed: Printed) -> None:
    pages = [page for book in books(printed(name)) for page in opened(book).pages]
    assert len(pages) == manifest(printed(name))["totals"]["pages"]
    for page in pages:
        size = sorted(float(side) / POINT for side in (page.mediabox.width, page.mediabox.height))
        assert size == pytest.approx([210, 297], abs=0.001)
        assert page.rotation == 0


@for_every_game
def test_no_font_is_left_out(name: str, printed: Printed) -> None:
    """Every PDF carries its fonts, and of each only the letters that are used."""
    folder = printed(name)
    for file in (
        folder.glob("*.pdf") if SEARCHING or name == EXAMPLE else [*books(folder), folder / "rulebook.pdf"]
    ):
        reader = opened(file)
        fonts = [o for o in objects(reader) if isinstance(o, dict) and o.get("/Type") == "/Font"]
        assert fonts, file
        for font in fonts:
            assert font["/BaseFont"][7:8] == "+", f"{file}: {font['/BaseFont']} is not a subset"
            assert "/FontFile2" in font["/FontDescriptor"], f"{file}: {font['/BaseFont']} is not embedded"


def objects(reader: pypdf.PdfReader) -> Iterator[Any]:
    return (reader.get_object(number) for number in range(1, reader.trailer["/Size"]))


@for_every_game
def test_the_file_asks_to_be_printed_as_it_is(name: str, printed: Printed) -> None:
    game = catalogue.load(name)
    for book in books(printed(name)):
        reader = opened(book)
        wishes = reader.trailer["/Root"]["/ViewerPreferences"]
        assert wishes["/PrintScaling"] == "/None"
        assert wishes["/Duplex"] == ("/Simplex" if "one-sided" in book.name else "/DuplexFlipLongEdge")
        assert wishes["/DisplayDocTitle"]
        assert reader.trailer["/Root"]["/Lang"] == "en"
        assert reader.metadata and reader.metadata.title.startswith(game.title)
        assert reader.metadata.author == ", ".join(game.credits.authors)


@for_every_game
def test_the_outline_leads_to_the_first_sheet_of_each_deck(name: str, printed: Printed) -> None:
    for book in books(printed(name)):
        reader = opened(book)
        first: dict[tuple[str, bool], int] = {}
        entries = [entry for entry in reader.outline if isinstance(entry, pypdf.generic.Destination)]
        pages = [(reader.get_destination_page_number(entry) or 0) + 1 for entry in entries]
        for row in in_book(rows(name, printed(name)), book):
            first.setdefault(row.file, row.page)
        assert pages == sorted(set(pages))
        # Decks that share a sheet have one entry.
        assert all(page in pages for page in first.values())
        assert all(entry.title for entry in entries)


@for_every_game
def test_every_face_is_stored_once(name: str, printed: Printed) -> None:
    for book in books(printed(name)):
        pages = {row.page for row in in_book(rows(name, printed(name)), book)}
        placed = [
            (form, reference.idnum)
            for number, page in enumerate(opened(book).pages, 1)
            if number in pages
            for form, reference in page["/Resources"].get("/XObject", {}).items()
            if ".face" in form
        ]
        distinct = {row.hash for row in in_book(rows(name, printed(name)), book)}
        forms, objects = (set(either) for either in zip(*placed, strict=True))
        assert len(forms) == len(objects) == len(set(placed))
        assert 0.9 * len(distinct) <= len(forms) <= len(distinct), "faces that look alike share a form"
    faces = {row.hash for row in rows(name, printed(name))}
    assert len(faces) == manifest(printed(name))["totals"]["faces"]


def in_book(faces: list[Row], book: Path) -> list[Row]:
    return [row for row in faces if row.book == book.name]


@for_every_game
def test_trim_and_bleed_boxes_enclose_the_pieces_and_the_ink(name: str, printed: Printed) -> None:
    readers = {book.name: opened(book) for book in books(printed(name))}
    for book, number, faces in by_page(rows(name, printed(name))):
        page = readers[book].pages[number - 1]
        trim = mm_box(page.trimbox, page)
        assert trim == pytest.approx(
            (
                min(f.trim.x for f in faces), min(f.trim.y for f in faces),
                max(f.trim.right for f in faces), max(f.trim.bottom for f in faces),
            ),
            abs=0.01,
        )  # fmt: skip
        bleed = mm_box(page.bleedbox, page)
        beyond = [trim[0] - bleed[0], trim[1] - bleed[1], bleed[2] - trim[2], bleed[3] - trim[3]]
        furthest = 4.01 if faces[0].side == "back" else 3.01
        assert all(-0.01 < reach < furthest for reach in beyond)


def mm_box(box: pypdf.generic.RectangleObject, page: pypdf.PageObject) -> tuple[float, float, float, float]:
    """Left, top, right, bottom in mm from the upper left corner."""
    height = float(page.mediabox.height)
    left, bottom, right, top = (float(edge) for edge in box)
    return left / POINT, (height - top) / POINT, right / POINT, (height - bottom) / POINT


def by_page(faces: list[Row]) -> Iterator[tuple[str, int, list[Row]]]:
    """The faces of each page, with its file and number."""
    for (book, number), group in itertools.groupby(faces, key=lambda row: (row.book, row.page)):
        yield book, number, list(group)


@for_every_game
def test_every_back_lies_behind_its_front(name: str, printed: Printed) -> None:
    """Flipped on the long edge: the next page, left and right changed; a wide sheet top and bottom."""
    faces = rows(name, printed(name))
    readers = {book.name: opened(book) for book in books(printed(name))}
    fronts = {(r.deck.name, r.code, r.copy, r.part): r for r in faces if r.side == "front"}
    backs = [row for row in faces if row.side == "back"]
    assert len(backs) == sum(bool(row.deck.back) for row in fronts.values())
    for back in backs:
        front = fronts[back.deck.name, back.code, back.copy, back.part]
        page = readers[front.book].pages[front.page - 1]
        width, height = float(page.mediabox.width) / POINT, float(page.mediabox.height) / POINT
        flipped = (
            Rect(width - front.trim.right, front.trim.y, *front.trim.size)
            if height >= width
            else Rect(front.trim.x, height - front.trim.bottom, *front.trim.size)
        )
        assert (back.book, back.page) == (front.book, front.page + 1)
        assert (back.trim.x, back.trim.y, *back.trim.size) == pytest.approx(
            (flipped.x, flipped.y, *flipped.size), abs=0.002
        )


@for_every_game
def test_fronts_are_on_odd_pages(name: str, printed: Printed) -> None:
    """So that nothing lands on the back of a sheet that has none."""
    two_sided = [row for row in rows(name, printed(name)) if "one-sided" not in row.book]
    assert all(row.page % 2 == (row.side == "front") for row in two_sided)


@dataclass(frozen=True)
class Letter:
    """A printed character with the box of its ink and its middle, mm."""

    character: str
    box: Rect
    x: float
    y: float


@cache
def letters(file: Path) -> list[list[Letter]]:
    """Every character of every page, in the order it is drawn."""
    document = pypdfium2.PdfDocument(file)
    pages = []
    for page in document:
        height = page.get_height()
        text = page.get_textpage()
        characters = text.get_text_range()
        assert len(characters) == text.count_chars(), "a character is not a single code"
        found = []
        for index, character in enumerate(characters):
            if character.isspace():
                continue
            left, bottom, right, top = text.get_charbox(index)
            box = Rect(left / POINT, (height - top) / POINT, (right - left) / POINT, (top - bottom) / POINT)
            found.append(Letter(character, box, box.x + box.width / 2, box.y + box.height / 2))
        pages.append(found)
    document.close()
    return pages


@cache
def lettered(name: str, folder: Path) -> list[tuple[Row, list[Letter]]]:
    """Every printed face with the characters whose middles lie inside the very rectangle that is cut out."""
    pages = {book.name: letters(book) for book in books(folder)}
    found = []
    for row in rows(name, folder):
        left, top, right, bottom = row.trim.x, row.trim.y, row.trim.right, row.trim.bottom
        on_page = pages[row.book][row.page - 1]
        found.append((row, [one for one in on_page if left <= one.x <= right and top <= one.y <= bottom]))
    return found


@for_every_game
def test_every_front_shows_its_code(name: str, printed: Printed) -> None:
    """Seen through the text of the page."""
    game = catalogue.load(name)
    boards: dict[tuple[str, str], bool] = {}
    known = {(deck.name, piece.code): piece for deck in game.decks for piece in deck.pieces}
    for row, found in lettered(name, printed(name)):
        if row.side != "front" or without_code(row):
            continue
        words = "".join(letter.character for letter in found)
        names = identity(game, known[row.deck.name, row.code])
        shown = any(told(plain(said), plain(words)) for said in names)
        if row.part:
            boards[row.deck.name, row.code] = boards.get((row.deck.name, row.code), False) | shown
        else:
            assert shown, f"{row.deck.name} {row.code} on page {row.page}: {words[:80]}"
    assert all(boards.values()), boards


def told(name: str, words: str) -> bool:
    """Tell whether the name is among the words; its two lines may be told in either order."""
    return any(name[:cut] in words and name[cut:] in words for cut in range(len(name)))


def plain(words: str) -> str:
    """Without spaces, signs and capitals: a long name may be divided, a title be in capitals."""
    return "".join(filter(str.isalnum, words)).casefold()


def identity(game: Game, piece: Piece) -> tuple[str, ...]:
    """Return what a person tells it by: its printed code or, where nobody types that or there is no room, its
    name, number or player: its own, or the one that a table of the game has for it."""
    keys = ("name", "title", "value", "points", "label", "front")
    own = [str(piece.fields[key]) for key in keys if piece.fields.get(key)]
    return (
        piece.tag,
        *own,
        *([piece.fields["seat"].letter] if piece.fields.get("seat") else []),
        *(title for table in game.tables.values() for title in titles(table.data, piece)),
    )


def titles(data: Mapping[str, Any], piece: Piece) -> Iterator[str]:
    """The titles that tables have under the code of a piece or a value of it, and their last words; and the
    names that they have under its seat."""
    kinds = {piece.code, *(value for value in piece.fields.values() if isinstance(value, str))}
    seat = piece.fields.get("seat")
    for key, inner in data.items():
        if isinstance(inner, Mapping):
            if key in kinds and "title" in inner:
                yield from (inner["title"], inner["title"].split()[-1].capitalize())
            if seat and key == seat.name:
                yield from (name for name in inner.values() if isinstance(name, str))
            yield from titles(inner, piece)


def without_code(row: Row) -> bool:
    """The example's one token bears a title instead; nothing else looks like MLEM's failure marker, and the
    title of its board is drawn."""
    return row.code == "ring" or (row.deck.name, row.code) in SPEECHLESS


@pytest.mark.parametrize("slug", catalogue.slugs())
def test_every_front_names_its_piece(slug: str) -> None:
    """As it is drawn; a board or a token without words is told by its look."""
    renderer = presswork.drawn(slug)
    for deck in renderer.game.decks:
        for piece in deck.pieces:
            front = renderer.faces(deck, piece).front
            words = plain("".join(text.text for text, _ in renderer.drawings.of(front).texts()))
            names = identity(renderer.game, piece)
            named = any(told(plain(said), words) for said in names)
            assert named or (deck.name, piece.code) in SPEECHLESS, piece.code


@for_every_game
def test_words_keep_away_from_the_cut(name: str, printed: Printed) -> None:
    for row, found in lettered(name, printed(name)):
        for letter in found if row.deck.shape != "net" else ():
            near = on_piece(row, letter.box)
            assert near <= 0 or near >= SAFE * min(1, min(row.deck.size) / 24), (
                f'{row.deck.name} {row.code}: "{letter.character}" is {near:.1f} mm from the cut'
            )


def on_piece(row: Row, box: Rect) -> float:
    """Return how far a box on the sheet lies inside the piece's cut line, mm; negative if it is beyond."""
    corners = [(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
    return min(shapes.inside_by(row.deck, face_place(row, corner)) for corner in corners)


def face_place(row: Row, place: tuple[float, float]) -> tuple[float, float]:
    """A place on the sheet as a place on the face, mm from its corner."""
    x, y = place[0] - row.trim.x - row.trim.width / 2, place[1] - row.trim.y - row.trim.height / 2
    for _ in range((360 - row.turn) % 360 // 90):
        x, y = -y, x
    width, height = row.deck.size
    if not row.part:
        return x + width / 2, y + height / 2
    # A part of a board: only its place in the whole says where the board's own edge is.
    across = round((width - 10) / (row.trim.width - 10))
    index = int(row.part.split()[0]) - 1
    left = index % across * (row.trim.width - 10)
    top = index // across * (row.trim.height - 10)
    if row.side == "back":
        left = width - left - row.trim.width
    return left + row.trim.width / 2 + x, top + row.trim.height / 2 + y


@for_every_game
def test_ink_lies_on_every_piece_and_marks_beside_them(name: str, printed: Printed) -> None:
    folder = printed(name)
    documents = {book.name: pypdfium2.PdfDocument(book) for book in books(folder)}
    scale = DPI / 25.4
    looked_at = Counter[str]()
    for book, number, faces in by_page(rows(name, folder)):
        kind = f"{faces[0].deck.name} {faces[0].side}"
        looked_at[kind] += 1
        if looked_at[kind] > 1 and not SEARCHING:
            continue  # pages of a deck are alike
        picture = documents[book][number - 1].render(scale=DPI / 72, grayscale=True).to_pil().convert("L")
        ink = ImageChops.invert(picture)
        for row in faces:
            box = [round(edge * scale) for edge in (row.trim.x, row.trim.y, row.trim.right, row.trim.bottom)]
            assert ink.crop((box[0], box[1], box[2], box[3])).getbbox(), (
                f"{row.code} on page {number} is blank"
            )
        beside = ink.copy()
        for row in faces:
            around = row.trim.grown(3.4)
            beside.paste(
                0,
                tuple(math.floor(edge * scale) for edge in (around.x, around.y, around.right, around.bottom)),
            )
        assert beside.getbbox(), f"page {number} has no marks and no label"
    for document in documents.values():
        document.close()


@for_every_game
def test_deck_files_hold_the_same_faces_on_the_pages_the_manifest_says(name: str, printed: Printed) -> None:
    folder = printed(name)
    pages: dict[tuple[str, int], Counter[str]] = {}
    for row in rows(name, folder):
        pages.setdefault((row.file, row.file_page), Counter())[row.hash] += 1
    for file in {file for file, _ in pages}:
        reader = opened(folder / file)
        for number, page in enumerate(reader.pages, 1):
            placed = [form for form in page["/Resources"].get("/XObject", {}) if ".face" in form]
            assert len(placed) == len(pages.get((file, number), ()))


@for_every_game
def test_what_is_printed_on_one_side_has_no_empty_backs(name: str, printed: Printed) -> None:
    """Not even a page of the file for both sides is empty, as sheets without a back have their own file."""
    faces = {(row.book, row.page) for row in rows(name, printed(name))}
    for book in books(printed(name)):
        told = sum("contents" in label for label in opened(book).page_labels)
        shown = {page for file, page in faces if file == book.name}
        assert len(opened(book).pages) == told + len(shown)
        assert told == (2 if book == books(printed(name))[0] else 0)


def test_the_five_games_take_a_quarter_fewer_pages_than_204() -> None:
    assert sum(map(sides, catalogue.slugs())) <= 153


def sides(slug: str) -> int:
    """The pages of the files of a whole game, which are laid out and not written."""
    game = catalogue.load(slug)
    paper = Paper("a4", 210, 297)
    press = Press(game.for_players(game.boxed), Order(slug, paper, Path()), presswork.drawn(slug))
    decks = plan.chosen(press.game, (), ())
    press.draw(decks)
    return sum(len(pages_of(book.parts, paper)) for book in press.books(press.impose(decks)))


@for_every_game
def test_the_manifest_describes_its_files_correctly(name: str, printed: Printed) -> None:
    folder = printed(name)
    listed = manifest(folder)["files"]
    assert {file.name for file in folder.iterdir()} == {*listed, "manifest.json"}
    for file, digest in listed.items():
        assert hashlib.sha256((folder / file).read_bytes()).hexdigest()[:16] == digest


_LARGE = ("last-blast", "per-aspera", "planetary", "rayguns")


@for_every_game
def test_the_same_input_gives_the_same_bytes(name: str, printed: Printed, tmp_path: Path) -> None:
    folder = printed(name)
    paper = Paper("a4", 210, 297)
    assert not build(Order(name, paper, folder.parent)).done
    if name in _LARGE and not SEARCHING:
        return  # they take as long again as all the others
    again = build(Order(name, paper, tmp_path, force=True))
    assert again.done
    for file in folder.iterdir():
        assert (again.folder / file.name).read_bytes() == file.read_bytes(), file.name
