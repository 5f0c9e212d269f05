"""pnp build --braille and --large: every code can be read by touch, and no type is small."""

from __future__ import annotations

import csv
import ctypes
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from PIL import Image

from components import catalogue
from components.errors import DataError
from generator.exports.braille import braille
from generator.exports.braille.plates import BED, TALL, beds, stl
from generator.exports.braille.words import words
from generator.faces.drawing import compile_svg
from generator.faces.renderer import Renderer
from generator.pdf import raster
from tests.generator.exports import touching
from tests.generator.presswork import GAMES
from tests.searching import SEARCHING

Pnp = Callable[..., Any]


@pytest.mark.parametrize("slug", GAMES)
def test_every_code_of_the_box_is_read_back_from_its_plate(slug: str) -> None:
    """From its dots and its cells; only a search makes and reads the plates of all decks."""
    for number, deck in enumerate(catalogue.load(slug).decks):
        labels = [braille.label(piece.tag) for piece in deck.pieces]
        for label in labels:
            assert touching.read(touching.cells_at(label.dots())) == label.text
            assert touching.read(braille.brf([label.text]).decode().rstrip()) == label.text
            for language in ("de", "fr"):
                cells = touching.cells_at(braille.label(label.text, "", language).dots())
                assert touching.read(cells, language) == label.text
        shown = labels if SEARCHING else labels[-1:] if number % 4 == 0 else []
        read = [said for bed in beds(shown) for said in touching.plates(stl(bed, deck.title))]
        assert read == [label.text for label in shown]


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        # Unified English Braille, "The Rules", second edition 2013, sections 5, 6 and 8.
        ("a", "A"), ("w", "W"), ("T4", ",T#D"), ("R1-2", ",R#A-#B"), ("G1w", ",G#AW"), ("2a", "#B;A"),
        ("2k", "#BK"), ("MAT-O", ",,MAT-,O"), ("1.5", "#A4E"), ("McR", ",MC,R"), ("ABc", ",A,BC"),
        ("1S.a", "#A,S4A"), ("MCR10", ",,MCR#AJ"), ("12,500", "#AB1EJJ"),
    ],
)  # fmt: skip
def test_texts_are_written_by_the_rules(text: str, cells: str) -> None:
    assert braille.brf([text]) == cells.encode() + b"\r\n"


def test_an_embosser_gets_pages_of_25_lines_of_40_cells() -> None:
    file = braille.brf(["word " * 30] + ["line"] * 40).decode()
    pages = [page.split("\r\n") for page in file.removesuffix("\r\n").split("\r\n\f")]
    assert [len(page) for page in pages] == [25, 20]
    assert max(len(line) for page in pages for line in page) <= 40
    assert pages[0][1].startswith("  WORD")


@pytest.mark.parametrize(
    ("language", "text", "cells"),
    [
        # "Das System der deutschen Brailleschrift", Basisschrift; liblouis 3.24 writes the same.
        ("de", "T4", "⠘⠞⠼⠙"), ("de", "R1-2", "⠘⠗⠼⠁⠤⠼⠃"), ("de", "2a", "⠼⠃⠠⠁"), ("de", "2k", "⠼⠃⠅"),
        ("de", "MAT-O", "⠘⠍⠁⠞⠤⠘⠕"), ("de", "12,5", "⠼⠁⠃⠂⠑"), ("de", "McR", "⠨⠍⠉⠘⠗"),
        ("de", "Öl", "⠨⠪⠇"), ("de", "straße", "⠎⠞⠗⠁⠮⠑"), ("de", "wer?", "⠺⠑⠗⠢"), ("de", "3?", "⠼⠉⠠⠢"),
        ("de", "Spieler(in)", "⠨⠎⠏⠊⠑⠇⠑⠗⠠⠶⠊⠝⠶"), ("de", "50%", "⠼⠑⠚⠼⠚⠴"), ("de", "2/3", "⠼⠃⠐⠂⠼⠉"),
        # "Code braille français uniformisé"; as liblouis writes it.
        ("fr", "T4", "⠨⠞⠠⠹"), ("fr", "R1-2", "⠨⠗⠠⠡⠤⠣"), ("fr", "2a", "⠠⠣⠁"), ("fr", "MAT-O", "⠨⠨⠍⠁⠞⠤⠕"),
        ("fr", "12,5", "⠠⠡⠣⠂⠱"), ("fr", "McR", "⠨⠍⠉⠨⠗"), ("fr", "Été", "⠨⠿⠞⠿"), ("fr", "ÉTÉ", "⠨⠨⠿⠞⠿"),
        ("fr", "œuf", "⠪⠥⠋"), ("fr", "+1", "⠠⠖⠡"), ("fr", "1+2", "⠠⠡⠖⠣"), ("fr", "x=y", "⠭⠠⠶⠽"),
        ("fr", "2–8", "⠠⠣⠤⠠⠳"), ("fr", "–", "⠤⠤"), ("fr", "l’eau", "⠇⠄⠑⠁⠥"),
    ],
)  # fmt: skip
def test_german_and_french_are_written_by_their_rules(language: str, text: str, cells: str) -> None:
    written = braille.label(text, "", language).cells
    assert "".join(chr(0x2800 + sum(1 << (dot - 1) for dot in cell)) for cell in written) == cells


def test_a_letter_that_would_be_read_as_a_digit_is_refused() -> None:
    with pytest.raises(DataError, match='braille \\(fr\\) for "ê" behind a digit, in "3ê"'):
        braille.label("3ê", "", "fr")


def test_a_build_writes_braille_in_its_language(pnp: Pnp, tmp_path: Path) -> None:
    ran = pnp("build", "mlem", "--only", "goals", "--braille", "--language", "de", "--out", tmp_path)
    assert ran.code == 0, ran.err
    folder = tmp_path / "mlem-de-part"
    read = touching.plates((folder / "braille-goals.stl").read_bytes(), "de")
    assert read == ["G1", "G2", "G3", "G4"]
    told = (folder / "braille-words.brf").read_text()
    assert "^G#A,3 .MONDFIEBER2" in told and ".ASTRONAUTEN1 EIN .PLANET" in told


def test_a_language_without_braille_is_refused_before_anything_is_drawn(pnp: Pnp, tmp_path: Path) -> None:
    ran = pnp("build", "mlem", "--braille", "--language", "es", "--out", tmp_path / "out")
    assert ran.code == 2 and ran.err == 'pnp: --braille: There is no braille for "es". Known: de, en, fr.\n'
    assert not (tmp_path / "out").exists()


def test_what_has_no_sign_is_an_error_with_the_piece(pnp: Pnp, small_game: Path, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="There is no sign in braille"):
        braille.label("Ω")
    (small_game / "cards.csv").write_text("code,copies,suit,value,text\nÜ1,4,red,1,One\n", encoding="utf-8")
    ran = pnp("build", small_game, "--braille", "--out", tmp_path / "out")
    assert ran.code == 2 and 'for "Ü", in "Ü1"' in ran.err and "cards.csv" in ran.err
    assert not (tmp_path / "out").exists()


def test_a_code_that_is_wider_than_the_paper_is_an_error(pnp: Pnp, small_game: Path, tmp_path: Path) -> None:
    (small_game / "cards.csv").write_text(f"code,copies,suit,value,text\n{'1' * 30},4,red,1,One\n")
    ran = pnp("build", small_game, "--braille", "--out", tmp_path / "out")
    assert ran.code == 2 and "cards.csv, line 2: In braille" in ran.err
    assert "is 190 mm wide; there is room for 186 mm" in ran.err
    assert not (tmp_path / "out").exists()


def test_beds_hold_whole_plates_that_do_not_touch() -> None:
    labels = [braille.label("R1-2")] * 55
    found = beds(labels)
    assert len(found) == 2 and sum(map(len, found)) == 55
    assert all(plate.y + TALL <= BED for bed in found for plate in bed)
    assert touching.plates(stl(found[1], "")) == ["R1-2"] * len(found[1])


def test_the_files_of_a_build_say_the_codes(pnp: Pnp, small_game: Path, tmp_path: Path) -> None:
    (small_game / "cards.csv").write_text("code,copies,suit,value,text\nR1,3,red,1,One\nR2,1,red,2,Go on\n")
    ran = pnp("build", small_game, "--braille", "--out", tmp_path)
    assert ran.code == 0, ran.err
    folder = tmp_path / "small"
    assert touching.plates((folder / "braille-cards.stl").read_bytes()) == ["R1", "R2"]
    rows = list(csv.DictReader(io.StringIO((folder / "braille.csv").read_text())))
    assert [(row["file"], row["label"], row["copies"]) for row in rows[:2]] == [
        ("braille-cards.stl", "R1", "3"), ("braille-cards.stl", "R2", "1"),
    ]  # fmt: skip
    lines = (folder / "braille.brf").read_text().split("\n")
    assert [touching.read(line.strip()) for line in lines[2:7]] == ["Cards", "R1", "R1", "R1", "R2"]
    told = (folder / "braille-words.brf").read_text()
    assert ",R#B3 #B2 ,GO ON" in told
    # On swell paper everything black rises, so only the dots of the labels may be.
    page = raster.image((folder / "braille.pdf").read_bytes(), 0, 254)
    black = page.convert("L").point(lambda level: 255 if level < 60 else 0)
    left, top = 12.0, 12.0 + 9.0
    for place, text in enumerate(("R1", "R1", "R1", "R2")):
        wide = braille.label(text).width + 2 * touching.EDGE
        box = [left + place * wide, top, left + (place + 1) * wide, top + TALL]
        dots = _middles(black.crop([round(edge * 10) for edge in box]))  # type: ignore[arg-type]
        corner = touching.EDGE
        assert touching.read(touching.cells_at((x / 10 - corner, y / 10 - corner) for x, y in dots)) == text


def _middles(picture: Image.Image) -> list[tuple[float, float]]:
    """The middles of the white dots of a picture, which are 15 pixels across."""
    found: list[tuple[float, float]] = []
    while box := picture.getbbox():
        y = box[1]
        x = picture.crop((0, y, picture.width, y + 1)).getbbox()[0]  # type: ignore[index]
        near = (x - 10, y, x + 16, y + 17)
        dot = picture.crop(near).getbbox()
        assert dot
        found.append((near[0] + (dot[0] + dot[2]) / 2, y + (dot[1] + dot[3]) / 2))
        picture.paste(0, near)
    return found


def test_the_words_of_a_face_are_read_in_their_order_and_once() -> None:
    def line(text: str, x: float, y: float, extra: str = "") -> str:
        return (
            f'<text x="{x}" y="{y}" font-family="Barlow" font-size="3" font-weight="400"{extra}>{text}</text>'
        )

    over = ' transform="rotate(180 20 20)"'
    body = "".join(
        [
            line("R1", 1, 4), line("A long line of a paragraph that", 1, 10), line("goes on here.", 1, 13.5),
            line("A list.", 1, 17), line("R1", 1, 4, over), line("7", 30, 4), line("8", 34, 4),
        ]
    )  # fmt: skip
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 60">{body}</svg>'
    assert words(compile_svg(svg)) == [
        "R1",
        "A long line of a paragraph that goes on here.",
        "A list.",
        "7 8",
    ]


def test_a_word_that_a_line_divides_is_read_in_one() -> None:
    lines = ["Drei Astronau-", "ten, Ein-", "und Ausgabe, Lade-", "Raum"]
    body = "".join(
        f'<text x="1" y="{y}" font-family="Barlow" font-size="3" font-weight="400">{text}</text>'
        for y, text in zip((4, 7.5, 11, 14.5), lines, strict=True)
    )
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 60">{body}</svg>'
    assert " ".join(words(compile_svg(svg))) == "Drei Astronauten, Ein- und Ausgabe, Lade- Raum"


def test_a_paragraph_goes_on_where_french_marks_kept_a_line_short(small_game: Path) -> None:
    catalogue.forget()
    said = "Prenez une carte de la pioche. « Réciproquement », dit-il, « et sans attendre »."
    (small_game / "templates" / "card.svg.j2").write_text(f'{{{{ paragraph("{said}", 5, 5, 32, 60) }}}}')
    game = catalogue.load(str(small_game))
    face = Renderer(game).faces(game.decks[0], game.decks[0].pieces[0]).front
    assert words(compile_svg(face.svg)) == [said]


SIGN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>'


@pytest.mark.parametrize(
    ("meaning", "said"),
    [
        ("", "red-dot"),
        ("A lamp, red or green", "lamp"),
        ("Ore", "Ore"),
        ("Works whenever somebody looks", "red-dot"),
    ],
)
def test_a_symbol_in_a_text_is_read_out(small_game: Path, meaning: str, said: str) -> None:
    """By what it means, if that is short, else by its name. Drawings outside texts are not words."""
    catalogue.forget()
    (small_game / "symbols" / "red-dot.svg").write_text(SIGN)
    (small_game / "symbols.toml").write_text(f'red-dot = "{meaning}"\n' if meaning else "")
    (small_game / "templates" / "card.svg.j2").write_text(
        '{{ symbol("dot", 30, 5, 4) }}'
        '{{ paragraph("Gain 2 **more** [red-dot], or [red-dot].", 5, 5, 50, 20) }}'
    )
    game = catalogue.load(str(small_game))
    face = Renderer(game).faces(game.decks[0], game.decks[0].pieces[0]).front
    said = said.replace("-", " ")
    assert words(compile_svg(face.svg)) == [f"Gain 2 more {said}, or {said}."]


def test_large_headings_are_in_the_language_of_the_pieces(pnp: Pnp, small_game: Path, tmp_path: Path) -> None:
    long = "A text that does not fit on half a page. " * 3
    (small_game / "cards.csv").write_text(f"code,copies,suit,value,text\nR1,3,red,1,One\nR2,1,red,2,{long}\n")
    file = small_game / "templates" / "card.svg.j2"
    file.write_text(file.read_text() + "{{ paragraph(piece.text * 3, 8, 58, 48, 28) }}")
    (small_game / "de").mkdir()
    (small_game / "de" / "words.toml").write_text('[decks]\n"Cards" = "Karten"\n')
    ran = pnp("build", small_game, "--large", "--language", "de", "--out", tmp_path)
    assert ran.code == 0, ran.err
    document = pypdfium2.PdfDocument(tmp_path / "small-de" / "small-large.pdf")
    told = "".join(page.get_textpage().get_text_range() for page in document)
    document.close()
    assert "Karten R2 · 1 von 2" in told and "1 of 2" not in told


def test_nothing_in_the_large_file_is_smaller_than_18_points(
    pnp: Pnp, small_game: Path, tmp_path: Path
) -> None:
    long = "A text that does not fit on half a page. " * 3
    (small_game / "cards.csv").write_text(f"code,copies,suit,value,text\nR1,3,red,1,One\nR2,1,red,2,{long}\n")
    file = small_game / "templates" / "card.svg.j2"
    file.write_text(
        file.read_text() + '{{ paragraph(piece.text * 3, 8, 58, 48, 28) }}{{ text("Big", 9, 20, size=30) }}'
    )
    ran = pnp("build", small_game, "--large", "--out", tmp_path)
    assert ran.code == 0, ran.err
    document = pypdfium2.PdfDocument(tmp_path / "small" / "small-large.pdf")
    # Three pieces of one half, one of two: halves 1 to 5, each page with the one behind it.
    assert len(document) == 6
    told, sizes = "", []
    for page in document:
        text = page.get_textpage()
        for place in range(text.count_chars()):
            if pdfium.FPDFText_IsGenerated(text, place):
                continue
            matrix = pdfium.FS_MATRIX()
            assert pdfium.FPDFText_GetMatrix(text, place, ctypes.byref(matrix))
            size = pdfium.FPDFText_GetFontSize(text, place) * max(abs(matrix.d), abs(matrix.b))
            sizes.append(size)
        told += text.get_text_range()
    document.close()
    assert min(sizes) >= 17.9
    assert "One" in told and told.count("Cards R2 · 1 of 2") == 1 and "Cards R2 · 2 of 2" in told
    alone = pypdfium2.PdfDocument(tmp_path / "small" / "small-large-one-sided.pdf")
    assert len(alone) == 1  # the tokens, once each
    alone.close()
