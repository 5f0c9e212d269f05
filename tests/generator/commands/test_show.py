"""`pnp show`: a piece or a deck as pictures or SVG files, and the error for an unknown one."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from components.catalogue import load
from generator.faces.clean import clean_svg
from generator.faces.drawing import compile_svg
from generator.pdf import calibration, raster
from tests.generator.presswork import A4, drawn, pnp
from tests.searching import SEARCHING


def files(folder: Path) -> list[str]:
    """The names of what is to be looked at; the list of what was made is hidden."""
    return sorted(path.name for path in shown(folder))


def shown(folder: Path) -> list[Path]:
    return [*folder.glob("[!.]*")]


def test_a_piece_is_drawn_on_both_sides_at_its_trimmed_size(tmp_path: Path) -> None:
    run = pnp("show", "R2-5", "--out", tmp_path, "--dpi", 254)
    names = [f"last-blast-parts-R2-5-{side}.png" for side in ("back", "front")]
    assert run.code == 0 and files(tmp_path) == names
    assert sorted(run.out.split()) == [str(tmp_path / name) for name in names]
    for name in names:
        with Image.open(tmp_path / name) as picture:
            assert picture.size == (635, 889) and picture.mode == "RGB"
            assert picture.info["dpi"] == pytest.approx((254, 254), abs=0.1)


def test_a_code_is_found_however_it_is_typed_and_in_every_game_that_has_it(tmp_path: Path) -> None:
    assert pnp("show", "r2-5", "--out", tmp_path / "a").code == 0
    assert files(tmp_path / "a") == ["last-blast-parts-R2-5-back.png", "last-blast-parts-R2-5-front.png"]
    assert pnp("show", "reference", "--out", tmp_path / "b", "--dpi", 36).code == 0
    assert {name.split("-reference")[0] for name in files(tmp_path / "b")} == {
        "last-blast", "mlem", "per-aspera", "planetary", "rayguns",
    }  # fmt: skip
    assert pnp("show", "reference", "--game", "mlem", "--out", tmp_path / "c", "--dpi", 36).code == 0
    assert files(tmp_path / "c") == [
        "mlem-reference-reference-back.png",
        "mlem-reference-reference-front.png",
    ]


def test_a_deck_is_all_its_pieces_as_svg_documents(tmp_path: Path) -> None:
    assert pnp("show", "mats", "--game", "last-blast", "--svg", "--out", tmp_path).code == 0
    assert len(files(tmp_path)) == len(load("last-blast").deck("mats").pieces)
    for path in shown(tmp_path):
        root = ElementTree.parse(path).getroot()
        assert root.attrib["width"].endswith("mm") and root.attrib["viewBox"]


def test_a_piece_is_shown_in_another_language_and_what_is_missing_is_told(
    small_game: Path, tmp_path: Path
) -> None:
    shown = ("show", "mat-O", "--game", "mlem", "--svg", "--language", "fr", "--out", tmp_path / "a")
    run = pnp(*shown)
    assert run.code == 0 and not run.err
    assert "Agence spatiale" in (tmp_path / "a" / "mlem-fr-mats-mat-O-front.svg").read_text("utf-8")
    (small_game / "de").mkdir()
    (small_game / "de" / "words.toml").write_text("[game]\n", "utf-8")
    run = pnp("show", "R1", "--game", small_game, "--language", "de", "--out", tmp_path / "b", "--dpi", 36)
    assert run.code == 0 and "do not exist in de" in run.err
    run = pnp("show", "R2-5", "--language", "it", "--out", tmp_path / "c")
    assert run.code == 2 and not (tmp_path / "c").exists() and "Known: de, fr." in run.err


@pytest.mark.parametrize("ink", ["full", "saver", "grey"])
def test_a_face_is_shown_in_the_ink_that_is_asked_for(tmp_path: Path, ink: str) -> None:
    assert pnp("show", "mat-O", "--game", "last-blast", "--svg", "--ink", ink, "--out", tmp_path).code == 0
    (file,) = shown(tmp_path)
    renderer = drawn("last-blast", ink)
    deck = renderer.game.deck("mats")
    piece = next(piece for piece in deck.pieces if piece.code == "mat-O")
    face = renderer.faces(deck, piece).front
    assert file.read_text() == clean_svg(face.svg)
    assert compile_svg(file.read_text()) == compile_svg(face.svg)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("R2-55",), 'Did you mean "R2-5"?'),
        (("matts", "--game", "last-blast"), 'Did you mean "mats"?'),
        (("R2-5", "--game", "rayguns"), "no piece and no deck"),
        (("R2-5", "--game", "raygun"), 'Did you mean "rayguns"?'),
        (("R2-5", "--svg", "--png"), "Leave one of them out"),
        (("R2-5", "--ink", "gray"), 'Did you mean "grey"?'),
        (("R2-5", "--dpi", "5"), "--dpi"),
    ],
)
def test_unknown_pieces_are_reported_and_nothing_is_written(
    tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    run = pnp("show", *words, "--out", tmp_path / "out")
    assert run.code == 2 and said in run.err
    assert not (tmp_path / "out").exists()


def test_a_picture_has_as_many_pixels_as_its_paper_and_dpi_say() -> None:
    pdf = calibration.sheet(A4, "")
    for dpi in (36, 100, 150):
        picture = raster.image(pdf, 1, dpi)
        assert picture.size == pytest.approx((210 / 25.4 * dpi, 297 / 25.4 * dpi), abs=1)
        assert picture.getpixel((2, 2)) == (255, 255, 255)
    assert raster.png(raster.image(pdf, 0, 72), 72).startswith(b"\x89PNG")


def test_a_game_is_laid_out_on_a_table(tmp_path: Path) -> None:
    """All of its scene is in the picture; in a search, the same bytes each time."""
    file = tmp_path / "hero.png"
    run = pnp("show", "last-blast", "--hero", file)
    assert run.code == 0 and run.out.strip() == str(file)
    first = file.read_bytes()
    with Image.open(file) as picture:
        assert picture.width == 1600 and 500 < picture.height < 1600
        table = picture.getpixel((2, picture.height - 2))
        # The middle of the field is not bare table, and much of the picture is not.
        small = picture.resize((160, 90))
        different = sum(small.getpixel((x, y)) != table for x in range(160) for y in range(90))
        assert different > 160 * 90 / 3
    if SEARCHING:
        assert pnp("show", "last-blast", "--hero", file).code == 0 and file.read_bytes() == first


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("mlem", "--hero", "mlem.jpg"), "--hero makes a PNG of a game"),
        (("mlem", "--svg", "--hero", "mlem.png"), "--hero makes a PNG of a game"),
        (("mlen", "--hero", "mlem.png"), 'Did you mean "mlem"'),
    ],
)
def test_what_cannot_be_laid_out_is_told(words: tuple[str, ...], said: str) -> None:
    run = pnp("show", *words)
    assert run.code == 2 and said in run.err


def test_a_game_without_a_scene_of_its_table_says_so(small_game: Path) -> None:
    run = pnp("show", small_game, "--hero", small_game / "hero.png")
    assert run.code == 2 and 'has no scene "table"' in run.err and not (small_game / "hero.png").exists()


def test_a_game_is_not_taken_for_a_piece(small_game: Path) -> None:
    for name in (str(small_game), "mlem"):
        shown = pnp("show", name)
        assert shown.code == 2 and f'"{name}" is a game.' in shown.err and "--game" in shown.err
