"""`pnp new --from`: a game made of a spreadsheet; and `pnp eject`: its layout as templates."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from components import catalogue
from components.errors import StarboxError
from generator.build.new.guessing import guess
from generator.faces.renderer import Renderer
from generator.faces.templating import layouts

openpyxl = pytest.importorskip("openpyxl")

LONG = "Ein langer Text, der erklärt, was geschieht."
HEAD = ["Card Name", "Type", "Cost", "Rules text", "Flavor text", "Attack", "Qty", "Image"]
CARDS: list[list[Any]] = [
    [
        "Lantern Keeper",
        "Creature",
        0,
        "**Arrive:** Draw two cards.",
        "“The river forgets nobody.”",
        2,
        2,
        "fox.png",
    ],
    ["Old Harbour", "Spell", 2, "Choose one:\n- Destroy a relic.\n- Pass.", None, None, 1, "fox.png"],
    ["The Long Night of the Seven Bells", "Creature", 7, "Pay 2. " * 20, "“Count.”", 9, 3, "owl"],
    ["Ember", "Spell", 1, None, None, None, None, None],
]
Pnp = Callable[..., Any]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a spreadsheet and its pictures, in which commands are typed."""
    book = openpyxl.Workbook()
    for row in (HEAD, *CARDS):
        book.active.append(row)
    book.save(tmp_path / "My cards.xlsx")
    (tmp_path / "images").mkdir()
    for name in ("fox.png", "owl.jpg"):
        Image.new("RGB", (800, 600), "#886644").save(tmp_path / "images" / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def table(folder: Path, rows: Sequence[Sequence[object]]) -> Path:
    file = folder / "table.csv"
    file.write_text("\n".join(";".join(map(str, row)) for row in rows) + "\n", encoding="utf-8")
    return file


def test_a_spreadsheet_becomes_a_game_that_is_in_order(pnp: Pnp, desk: Path) -> None:
    made = pnp("new", "Seven Bells", "--from", "My cards.xlsx")
    assert made.code == 0, made.err
    assert "4 rows, sheet Sheet: title from Card Name" in made.out
    assert "a number from Attack, copies from Qty.\n" in made.out and "not a column" not in made.out
    assert sorted(file.name for file in (desk / "seven-bells" / "pictures").iterdir()) == [
        "fox.png",
        "owl.jpg",
    ]
    checked = pnp("check", "seven-bells")
    assert (checked.code, checked.out) == (0, "seven-bells: in order\n")
    game = catalogue.load("seven-bells")
    (deck,) = game.decks
    assert [(piece.code, piece.copies) for piece in deck.pieces] == [
        ("C1", 2),
        ("C2", 1),
        ("C3", 3),
        ("C4", 1),
    ]
    svg = Renderer(game).faces(deck, deck.pieces[0]).front.svg
    assert ">Lantern Keeper<" in svg and 'href="picture:' in svg and ">Arrive:<" in svg


def test_what_columns_are_is_guessed(tmp_path: Path) -> None:
    rows = [
        ["ID", "Titel", "Anzahl", "Kraft", "Wirkung", "Element"],
        *([f"X{n}", f"Karte {n}", 2, n, LONG, ("Feuer", "Wasser")[n % 2]] for n in range(6)),
    ]  # fmt: skip
    found = guess(table(tmp_path, rows))
    assert found.roles == {"title": "titel", "text": "wirkung", "kind": "element"}
    assert (found.numbers, found.coded, found.kinds) == (("kraft",), True, ("Feuer", "Wasser"))
    assert found.headings == {
        "titel": "Titel", "kraft": "Kraft", "wirkung": "Wirkung", "element": "Element", "code": "ID",
        "copies": "Anzahl",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([["Name", "Text"]], "There are no rows below the headings"),
        ([["Name", "", "Text"], ["a", "b", "c"]], "A column has no heading"),
        ([["Name", "Name"], ["a", "b"]], 'The heading "Name" is there twice'),
        ([["Fox", "fox.png"], ["Owl", "owl.png"]], 'line 1: "fox.png" is a picture, where the headings'),
    ],
)
def test_a_table_that_is_none_is_refused(rows: list[list[str]], said: str, tmp_path: Path) -> None:
    with pytest.raises(StarboxError, match=said):
        guess(table(tmp_path, rows))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--from", "none.xlsx"), "There is no such file"),
        (("--from", "images"), "This is not a spreadsheet"),
        (("--from", "My cards.xlsx", "--sheet", "Sheets"), 'Did you mean "Sheet"?'),
        (("--sheet", "Sheet"), "It has no effect without --from"),
    ],
)
def test_after_an_error_nothing_is_left(words: tuple[str, ...], said: str, pnp: Pnp, desk: Path) -> None:
    before = sorted(desk.rglob("*"))
    done = pnp("new", "Seven Bells", *words)
    assert done.code == 2 and said in done.err
    assert sorted(desk.rglob("*")) == before


def test_a_column_is_no_number_because_of_one_cell(pnp: Pnp, desk: Path) -> None:
    rows = [["Name", "Cost", "Qty"], *([f"N{n}", n, 1] for n in range(7)), ["N8", "three", "two"]]
    table(desk, rows)
    made = pnp("new", "Seven Bells", "--from", "table.csv")
    assert made.code == 0 and "number from" not in made.out and "copies from" not in made.out
    assert 'Cost is not a column of numbers, because of "three" in line 9.\n' in made.out
    assert 'Qty is not a column of numbers, because of "two" in line 9.\n' in made.out


def test_pictures_that_are_not_there_are_named(pnp: Pnp, desk: Path) -> None:
    (desk / "images" / "owl.jpg").unlink()
    made = pnp("new", "Seven Bells", "--from", "My cards.xlsx")
    assert "put them into seven-bells/pictures/: owl." in made.out
    checked = pnp("check", "seven-bells")
    assert 'cards.xlsx, sheet Sheet, row 4: There is no picture "owl"' in checked.out


def test_symbols_beside_the_spreadsheet_are_taken_along(pnp: Pnp, desk: Path) -> None:
    """Those that nobody has drawn are named; `sun` is one of Starbox."""
    sign = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9Z"/></svg>'
    (desk / "symbols").mkdir()
    (desk / "symbols" / "pike.svg").write_text(sign)
    texts = ("Pay 2[pike] or [sun].", "A fish, \\[not] a symbol: [eel].")
    (desk / "fish.csv").write_text(
        "Name,Text\n" + "".join(f'N{n},"{text}"\n' for n, text in enumerate(texts))
    )
    made = pnp("new", "Pikes", "--from", "fish.csv")
    assert made.out.count("symbols/") == 1 and "draw them in pikes/symbols/: eel." in made.out
    assert [file.name for file in (desk / "pikes" / "symbols").iterdir()] == ["pike.svg"]


def test_pictures_are_found_in_any_folder_beside_and_however_their_names_are_written(
    pnp: Pnp, desk: Path
) -> None:
    (desk / "images").rename(desk / "My Photos")
    (desk / "My Photos" / "fox.png").rename(desk / "My Photos" / "Fox.PNG")
    made = pnp("new", "Seven Bells", "--from", "My cards.xlsx")
    assert made.code == 0 and "not found" not in made.out
    assert pnp("check", "seven-bells").code == 0


def test_of_a_path_the_name_of_the_file_counts(pnp: Pnp, desk: Path) -> None:
    table(desk, [["Name", "Image"], ["a", "images/fox.png"], ["b", "C:\\Art\\owl.jpg"]])
    made = pnp("new", "Seven Bells", "--from", "table.csv")
    assert made.code == 0 and "not found" not in made.out
    assert pnp("build", "seven-bells", "--out", desk / "out").code == 0


def test_pictures_of_one_name_in_two_folders_are_not_mixed_up(pnp: Pnp, desk: Path) -> None:
    table(desk, [["Name", "Image"], ["a", "images/fox.png"], ["b", "old/fox.png"]])
    made = pnp("new", "Seven Bells", "--from", "table.csv")
    assert "put them into seven-bells/pictures/: images/fox.png, old/fox.png." in made.out


def test_two_files_that_are_alike_are_stored_as_one_picture(pnp: Pnp, desk: Path) -> None:
    (desk / "images" / "cat.png").write_bytes((desk / "images" / "fox.png").read_bytes())
    table(desk, [["Name", "Image"], ["a", "fox.png"], ["b", "cat.png"]])
    assert pnp("new", "Seven Bells", "--from", "table.csv").code == 0
    built = pnp("build", "seven-bells", "--only", "cards", "--out", desk / "out")
    assert built.code == 0, built.err
    pdf = (desk / "out" / "seven-bells-part" / "cards.pdf").read_bytes()
    assert pdf.count(b"/Subtype /Image") == 1


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([["ID", "Name"], ["A", "x"], ["A", "y"]], 'ID is not the code: "A" is there twice.'),
        (
            [["Name", "Qty"], ["a", "many"], ["b", 1]],
            'Qty is not a column of numbers, because of "many" in line 2.',
        ),
        (
            [["Titre", "Titre.en"], ["loup", "wolf"], ["ours", "bear"]],
            "Other languages: Titre.en. Print one with --language.",
        ),
    ],
)
def test_what_a_heading_promises_and_its_cells_do_not_hold_is_said(
    rows: list[list[object]], said: str, tmp_path: Path
) -> None:
    assert guess(table(tmp_path, rows)).doubts == (said,)


@pytest.mark.parametrize("shape", ["hex", "square", "circle"])
@pytest.mark.parametrize("across", ["", "44"])
def test_tiles_have_their_shape_and_are_in_order(shape: str, across: str, pnp: Pnp, desk: Path) -> None:
    """All that is printed is inside the cut, as `pnp check` says; a tile without a text has no panel."""
    rows = [["Tile ID", "Terrain", "Type", "Yield", "Text", "Picture", "Copies"]]
    rows += [[f"H{n}", f"Land {n}", ("Wet", "Dry")[n % 2], n, "Roll." * (n > 1), "owl", 2] for n in range(4)]
    table(desk, rows)
    Image.new("RGB", (1200, 1200), "#224466").save(desk / "images" / "owl.jpg")
    size = ("--across", across) if across else ()
    made = pnp("new", "Isles", "--from", "table.csv", "--shape", shape, *size)
    assert made.code == 0, made.err
    checked = pnp("check", "isles")
    assert checked.code == 0, checked.out
    game = catalogue.load("isles")
    (deck,) = game.decks
    assert (deck.name, deck.shape, deck.size[0], deck.count) == ("tiles", shape, float(across or 60), 8)
    first, *_, last = (Renderer(game).faces(deck, piece).front.svg for piece in deck.pieces)
    assert 'href="picture:' in first and ">H0<" in first and ">Land 0<" in first
    assert last.count("<rect") == first.count("<rect") + 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--shape", "hexagon"), 'There is no shape "hexagon".'),
        (("--shape", "hex", "--across", "20"), '"20" is not a number from 40 to 200.'),
        (("--across", "50"), "It has no effect without --shape."),
    ],
)
def test_a_shape_that_cannot_be_is_refused(words: tuple[str, ...], said: str, pnp: Pnp, desk: Path) -> None:
    done = pnp("new", "Isles", "--from", "My cards.xlsx", *words)
    assert done.code == 2 and said in done.err and not (desk / "isles").exists()


FRENCH = "Titre;Famille;Coût;Effet;Exemplaires\n" + "".join(
    f"Été {n};{('Élément', 'Lieu')[n % 2]};{n};Défaussez une carte, puis piochez-en deux : « Hé ! »;2\n"
    for n in range(4)
)


def test_a_game_in_another_language_is_recognised_by_its_headings_and_written_in_it(
    pnp: Pnp, desk: Path
) -> None:
    (desk / "cartes.csv").write_text(FRENCH, encoding="utf-8")
    made = pnp("new", "L’été à Étretat", "--from", "cartes.csv", "--language", "fr")
    assert made.code == 0, made.err
    assert "title from Titre, text from Effet, kind from Famille, a number from Coût, copies from" in made.out
    game = catalogue.load("l-ete-a-etretat")
    assert [*game.decks[0].columns] == ["titre", "famille", "cout", "effet"]
    assert game.words.language == "fr" and "Mélangez les cartes." in game.rules["1.1"].text
    assert pnp("check", "l-ete-a-etretat").code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [(("--language", "french"), "not the code of a language"), (("--language", "fr"), "without --from")],
)
def test_a_language_without_a_use_is_refused(words: tuple[str, ...], said: str, pnp: Pnp, desk: Path) -> None:
    source = ("--from", "My cards.xlsx") if "code" in said else ()
    done = pnp("new", "Seven Bells", *source, *words)
    assert done.code == 2 and said in done.err and not (desk / "seven-bells").exists()


@pytest.mark.parametrize("text", ["Forêt enchantée", "„Größe“", "10 €"])
def test_a_file_that_was_opened_with_the_wrong_character_set_is_refused(text: str, tmp_path: Path) -> None:
    rows = [["Name", "Text"], ["a", text], ["b", text.encode().decode("cp1252")]]
    with pytest.raises(StarboxError, match=f'line 3: .* should probably be "{text}"'):
        guess(table(tmp_path, rows))


def test_eject_changes_nothing_that_is_seen(pnp: Pnp, desk: Path) -> None:
    pnp("new", "Seven Bells", "--from", "My cards.xlsx")

    def drawn() -> list[str]:
        catalogue.forget()
        game = catalogue.load("seven-bells")
        faces = [
            Renderer(game, ink).faces(game.decks[0], piece)
            for ink in ("full", "saver")
            for piece in game.decks[0].pieces
        ]
        return [one.front.svg for one in faces] + [one.back.svg for one in faces if one.back]

    before = drawn()
    done = pnp("eject", "seven-bells", "cards")
    assert done.code == 0 and "card.svg.j2 draws the deck now" in done.out
    assert drawn() == before
    again = pnp("eject", "seven-bells", "cards")
    assert again.code == 2 and "exists already" in again.err


WRONG = {
    ("[card]", "[card]\ncolor = 'x'"): "color",
    ('column = "card_name"', 'column = "name"'): r"box 1, line ..: column is .name., which the deck cards",
    ('kind = "picture"', 'kind = "photo"'): 'kind is "photo"',
    ('ground = "paper"', 'ground = "paperr"'): 'ground is "paperr". Did you mean "paper"',
    ('ground = "@type"', 'ground = "@cost"'): 'is "@cost", and the palette has no colour "cost-0"',
    ("radius = 1.5", "radius = 'x'"): "radius",
    ("x = 5\n", "x = 80\n"): r"box 1, line ..: x is 80, so the box is beside the pieces of cards, ",
    ("y = 4\n", "y = -40\n"): r"box 1, line ..: y is -40, so the box is beside",
    ("width = 54.5", "width = -1"): "width is -1",
    ('column = "card_name"', 'column = "card_name"\nwords = "x"'): "words and column exclude each other",
    ('style = "heading"', 'style = "headin"'): 'style is "headin". Did you mean "heading"',
}  # fmt: skip


@pytest.mark.parametrize("change", WRONG)
def test_what_is_wrong_in_a_layout_is_named(change: tuple[str, str], pnp: Pnp, desk: Path) -> None:
    pnp("new", "Seven Bells", "--from", "My cards.xlsx")
    file = desk / "seven-bells" / layouts.NAME
    text = file.read_text()
    assert change[0] in text
    file.write_text(text.replace(*change, 1))
    done = pnp("build", "seven-bells")
    assert done.code == 2 and "layout.toml" in done.err
    assert re.search(WRONG[change], done.err), done.err


def test_words_of_a_layout_run_nothing(pnp: Pnp, desk: Path) -> None:
    pnp("new", "Seven Bells", "--from", "My cards.xlsx")
    file = desk / "seven-bells" / layouts.NAME
    words = '{{ game.slug }} {% for a in b %} \\\\\\" ~ piece.code'
    file.write_text(file.read_text().replace('words = "Seven Bells"', f'words = "{words}"', 1))
    game = catalogue.load("seven-bells")
    source = layouts.template(game, "back")
    assert "{{ game" not in source and "{% for" not in source


@pytest.mark.parametrize("ink", ["full", "saver", "grey"])
def test_every_kind_of_box_is_drawn_in_every_ink(ink: str, pnp: Pnp, desk: Path) -> None:
    pnp("new", "Seven Bells", "--from", "My cards.xlsx")
    file = desk / "seven-bells" / layouts.NAME
    more = """
[[card.box]]
kind = "panel"
x = 1
y = 1
width = 9
height = 9
ground = "night"

[[card.box]]
kind = "symbol"
words = "sun"
x = 1
y = 1
width = 9
height = 9
colour = "star"
"""
    (desk / "seven-bells" / "symbols").mkdir()
    sun = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>'
    (desk / "seven-bells" / "symbols" / "sun.svg").write_text(sun)
    file.write_text(file.read_text().replace("\n[back]", f"{more}\n[back]"))
    done = pnp("build", "seven-bells", "--ink", ink, "--out", desk / "out")
    assert done.code == 0, done.err


def workbook(file: Path, rows: Sequence[Sequence[object]], formats: Sequence[str] = ()) -> Path:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    for row in book.active.iter_rows(min_row=2):
        for cell, code in zip(row, formats, strict=False):
            cell.number_format = code or "General"
    book.save(file)
    return file


CASES: dict[str, tuple[Sequence[Sequence[object]], Sequence[str]]] = {
    "columns on no card": (
        [["Name", "Unique", "Text", "Cost"], ["Wolf", True, "Howl", "X"], ["Bear", False, "Roar", "2+"],
         ["Cow", True, "Moo", 3]],
        ["a number from Cost", "Left out: on no card: Unique."],
    ),
    "a title, an empty row and a total": (
        [["My great game – cards v3"], [], ["Name", "Cost", "Text", "Qty"], ["Wolf", 2, "Howl", 2],
         ["Bear", 3, "Roar", 3], ["Total", None, None, 5]],
        ["2 rows", "title from Name", "Left out: a title in row 1; the total in row 6."],
    ),
    "copies as deck lists write them": (
        [["Name", "Qty", "Text"], ["Wolf", "x3", "Howl"], ["Bear", "2x", "Roar"], ["Cow", 0, "Moo"],
         ["Hen", "1 copy", "Cluck"], ["Ox", None, "Moo"]],
        ["copies from Qty", "Left out: 1 row with 0 copies."],
    ),
    "notes": (
        [["Name", "Text", "Remarques"], ["Loup", "Piochez 2\u202fcartes !", "à revoir"]],
        ["Left out: the notes in Remarques."],
    ),
    "texts of other games": (
        [["Name", "Text"], ["Elf", "{T}: Add {G}."], ["Die", "2* or more, 5 * 3"]],
        ["Text is plain text, in which * { [ mean nothing, because of"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", CASES)
def test_what_was_taken_and_what_was_left_is_said_and_the_game_is_in_order(
    what: str, pnp: Pnp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows, told = CASES[what]
    monkeypatch.chdir(tmp_path)
    workbook(tmp_path / "cards.xlsx", rows)
    made = pnp("new", "Case", "--from", "cards.xlsx")
    assert made.code == 0, made.err
    for words in told:
        assert words in made.out
    checked = pnp("check", "case")
    assert checked.code == 0 and "in order" in checked.out, checked.out


def test_copies_count_and_rows_without_any_are_left_out(
    pnp: Pnp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    workbook(tmp_path / "cards.xlsx", CASES["copies as deck lists write them"][0])
    assert pnp("new", "Case", "--from", "cards.xlsx").code == 0
    (deck,) = catalogue.load("case").decks
    assert [(piece.code, piece.copies) for piece in deck.pieces] == [
        ("C1", 3),
        ("C2", 2),
        ("C4", 1),
        ("C5", 1),
    ]
    assert "cards: 1 row with 0 copies left out." in " ".join(pnp("list", "case").out.split())


def test_numbers_are_printed_as_their_cells_show_them(
    pnp: Pnp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rows = [
        ["Name", "Tax", "Loan", "Odds", "Text"],
        ["Bank", 0.15, -250, 0.5, "Pay."],
        ["Mill", 0.075, 1200, 0.25, "x"],
    ]
    workbook(tmp_path / "cards.xlsx", rows, ["", "0.0%", "#,##0;(#,##0)", "# ?/?"])
    assert pnp("new", "Case", "--from", "cards.xlsx").code == 0
    game = catalogue.load("case")
    (deck,) = game.decks
    svg = Renderer(game).faces(deck, deck.pieces[0]).front.svg
    assert all(f">{said}<" in svg for said in ("15.0%", "(250)", "1/2"))
    assert pnp("check", "case").code == 0  # a number of five characters has room in its disc


def test_pictures_in_cells_are_taken_out(pnp: Pnp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from openpyxl.drawing.image import Image as Drawn

    monkeypatch.chdir(tmp_path)
    Image.new("RGB", (900, 700), "#886644").save(tmp_path / "one.png")
    book = openpyxl.Workbook()
    for row in (["Name", "Picture", "Text"], ["Wolf", None, "Howl"], ["Bear", None, "Roar"]):
        book.active.append(row)
    for cell in ("B2", "B3", "F9"):
        book.active.add_image(Drawn(tmp_path / "one.png"), cell)
    book.create_sheet("Events")
    book.save(tmp_path / "cards.xlsx")
    (tmp_path / "one.png").unlink()
    made = pnp("new", "Case", "--from", "cards.xlsx")
    assert "2 pictures taken out of cells, which cards.csv names." in made.out
    assert "the sheet Events (--sheet NAME takes another); 1 picture beside the table." in made.out
    assert sorted(file.name for file in (tmp_path / "case" / "pictures").iterdir()) == ["b2.png", "b3.png"]
    assert pnp("check", "case").out == "Note: Case, sheet 1: it is only 21% full.\ncase: in order\n"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"Name,Text,Qty,,\nWolf,Howl,2,,\n", "copies from Qty"),
        (b"sep=;\nName;Text\nWolf;Howl\n", "cells separated by semicolons"),
        ("Name\tText\nLöwe\tBrüllt\n".encode("utf-16"), "cells separated by tabs, read as UTF-16"),
        ("Name;Text\nLöwe;Brüllt\n".encode("cp1252"), "read as Windows-1252"),
    ],
)
def test_text_files_are_read_as_spreadsheets_save_them(
    content: bytes, told: str, pnp: Pnp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cards.csv").write_bytes(content)
    made = pnp("new", "Case", "--from", "cards.csv")
    assert made.code == 0 and told in made.out, made.err
    assert pnp("check", "case").code == 0


def test_a_web_page_is_no_table(pnp: Pnp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cards.csv").write_text("<!DOCTYPE html>\n<html></html>\n")
    assert "This is a web page and not a table" in pnp("new", "Case", "--from", "cards.csv").err


def test_a_script_without_a_font_makes_a_folder_with_the_line_to_change(
    pnp: Pnp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ja.csv").write_text("Name,Text\n火の鳥,カードを二枚引く。\n", encoding="utf-8")
    made = pnp("new", "火の鳥", "--from", "ja.csv")
    assert made.code == 0 and "U+706B CJK UNIFIED IDEOGRAPH-706B" in made.out
    theme = (tmp_path / "game" / "theme.toml").read_text(encoding="utf-8")
    assert '# fallback = ["fonts/NAME.ttf"]' in theme
    assert 'title = "火の鳥"' in (tmp_path / "game" / "game.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("asked", "size"), [("44x68", (44, 68)), ("3.5x5.75in", (88.9, 146.05)), ("Tarot", (69.85, 120.65))]
)
def test_cards_have_the_size_that_is_asked_for(
    asked: str, size: tuple[float, float], pnp: Pnp, desk: Path
) -> None:
    made = pnp("new", "Case", "--from", "My cards.xlsx", "--size", asked)
    assert made.code == 0, made.err
    (deck,) = catalogue.load("case").decks
    assert deck.size == pytest.approx(size)
    assert "beside" not in pnp("check", "case").out


def test_a_column_that_is_not_declared_is_an_error_with_a_way_out(pnp: Pnp, desk: Path) -> None:
    assert pnp("new", "Case", "--from", "My cards.xlsx").code == 0
    book = openpyxl.load_workbook(desk / "case" / "cards.xlsx")
    book.active.cell(1, 9, "Weight")
    book.save(desk / "case" / "cards.xlsx")
    said = pnp("check", "case")
    assert 'Declare it, Weight = "text?", under [deck.columns] of game.toml' in said.out + said.err
