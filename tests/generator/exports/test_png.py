"""pnp export --to png: names, sizes, cut-outs, and pictures that are kept."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from components import catalogue
from generator import cache
from generator.exports import pictures, png
from generator.exports.order import Order
from generator.faces import drawing as drawing_of_faces
from generator.faces import svg
from generator.files import RECORD, hashed
from generator.pdf import page

Pnp = Callable[..., Any]


@pytest.fixture
def exported(pnp: Pnp, small_game: Path, tmp_path: Path) -> Callable[..., Path]:
    def run(*options: object) -> Path:
        ran = pnp("export", small_game, "--to", "png", "--out", tmp_path / "out", *options)
        assert ran.code == 0, ran.err
        return tmp_path / "out" / "small" / "png"

    return run


def test_every_distinct_face_is_a_file_named_by_deck_code_and_side(exported: Callable[..., Path]) -> None:
    folder = exported()
    assert sorted(file.name for file in folder.glob("[!.]*")) == [
        "cards-B9-front.png", "cards-R1-front.png", "cards-R2-front.png", "cards-back.png", "pieces.csv",
        "tokens-token-B-front.png", "tokens-token-O-front.png",
    ]  # fmt: skip


def test_the_index_lists_the_files_and_copies_of_each_piece(exported: Callable[..., Path]) -> None:
    rows = list(csv.DictReader((exported() / "pieces.csv").read_text().splitlines()))
    assert rows[1] == {
        "deck": "cards", "code": "R2", "copies": "2", "front": "cards-R2-front.png", "back": "cards-back.png",
    }  # fmt: skip
    assert rows[3]["back"] == ""


@pytest.mark.parametrize("dpi", [72, 300, 301])
def test_a_picture_has_the_size_of_the_trim_at_that_resolution(
    exported: Callable[..., Path], dpi: int
) -> None:
    picture = Image.open(exported("--dpi", dpi) / "cards-R1-front.png")
    assert picture.size == (round(63.5 / 25.4 * dpi), round(88.9 / 25.4 * dpi))
    assert picture.info["dpi"] == pytest.approx((dpi, dpi), abs=0.1)


def test_a_picture_is_taken_again_when_any_code_that_draws_has_changed() -> None:
    drawing = {Path(module.__file__ or "") for module in (svg.paint, svg.path, drawing_of_faces, page)}
    assert drawing <= set(pictures.code())


def test_with_the_bleed_it_is_three_millimetres_larger_on_all_sides(exported: Callable[..., Path]) -> None:
    picture = Image.open(exported("--bleed") / "cards-R1-front.png")
    assert picture.size == (round(69.5 / 25.4 * 300), round(94.9 / 25.4 * 300))
    assert picture.getpixel((1, 1)) == picture.getpixel((60, 60)) != (255, 255, 255)


def test_cut_out_is_transparent_beyond_the_cut_line_and_nowhere_else(exported: Callable[..., Path]) -> None:
    folder = exported("--cut-out")
    token = Image.open(folder / "tokens-token-B-front.png")
    side = token.size[0]
    assert token.mode == "RGBA"
    for x, y in ((0, 0), (side - 1, 0), (0, side - 1), (round(side * 0.12), round(side * 0.12))):
        assert token.getpixel((x, y))[3] == 0
    for x, y in ((side // 2, side // 2), (side // 2, 2), (round(side * 0.17), round(side * 0.17))):
        assert token.getpixel((x, y))[3] == 255
    card = Image.open(folder / "cards-R1-front.png")
    assert card.getpixel((2, 2))[3] == 0, "the corners of a card are round"
    assert card.getpixel((2, 60))[3] == 255


def test_a_strip_of_hexes_is_mirrored_on_its_back(tmp_path: Path) -> None:
    game = catalogue.load("planetary")
    maps = replace(game.deck("maps"), pieces=game.deck("maps").pieces[:2])
    order = Order(replace(game, decks=(maps,)), tmp_path, only=("maps",))
    png.export(order, 60, cut_out=True)
    folder = tmp_path / "planetary" / "png"
    front, back = (
        Image.open(next(folder.glob(f"maps-*-{side}.png"))).getchannel("A") for side in ("front", "back")
    )
    mirrored = back.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    different = sum(abs(a - b) > 128 for a, b in zip(front.tobytes(), mirrored.tobytes(), strict=True))
    assert different < 0.01 * front.size[0] * front.size[1]
    assert front.tobytes() != back.tobytes()


def test_a_net_is_cut_out_along_its_flaps(tmp_path: Path) -> None:
    order = Order(catalogue.load("mlem"), tmp_path, only=("dice",))
    png.export(order, 60, cut_out=True)
    (file,) = (tmp_path / "mlem" / "png").glob("dice-*-front.png")
    opaque = Image.open(file).getchannel("A")
    width, height = order.game.deck("dice").size
    side, deep = height / 3, width - 4 * height / 3
    net = 6 * side**2 + 7 * deep * (side - 0.7 * deep)
    share = sum(opaque.histogram()[128:]) / (opaque.size[0] * opaque.size[1])
    assert share == pytest.approx(net / (width * height), rel=0.02)


def test_a_second_export_draws_nothing_and_writes_the_same(
    exported: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {file.name: file.read_bytes() for file in exported("--dpi", 90).iterdir()}
    monkeypatch.setattr(pictures, "_take", None)
    assert {file.name: file.read_bytes() for file in exported("--dpi", 90).iterdir()} == before


def test_a_change_of_one_card_draws_only_that_card(
    exported: Callable[..., Path], small_game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    exported("--dpi", 91)
    drawn = []
    take = pictures._take
    monkeypatch.setattr(
        pictures, "_take", lambda roll: drawn.extend(shot.where for shot in roll) or take(roll)
    )
    cards = small_game / "cards.csv"
    cards.write_text(cards.read_text().replace("One", "Uno"))
    exported("--dpi", 91, "--jobs", 1)
    assert drawn == [f"{cards}, line 2, deck cards, piece R1, front"]


def test_jobs_change_nothing_but_the_time(
    exported: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    made = []
    for jobs in (1, 2):
        monkeypatch.setattr(cache, "folder", lambda name: None)
        made.append({file.name: file.read_bytes() for file in exported("--jobs", jobs).iterdir()})
    assert made[0] == made[1]


def test_pictures_not_used_for_a_month_are_deleted(
    exported: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(cache, "folder", lambda name: tmp_path)
    old, young = tmp_path / "old.png", tmp_path / "young.png"
    for file in (old, young):
        file.write_bytes(b"")
    os.utime(old, (0, 0))
    exported()
    assert young.exists() and not old.exists()


def test_a_full_disk_keeps_no_picture_and_leaves_no_draft_of_one(
    exported: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    replace = Path.replace

    def full(draft: Path, file: Path) -> Path:
        if file.parent == kept:
            raise OSError(28, "No space left on device")
        return replace(draft, file)

    monkeypatch.setattr(cache, "folder", lambda name: kept if name == "pictures" else None)
    monkeypatch.setattr(Path, "replace", full)
    assert list(exported("--jobs", 1).glob("*.png"))
    assert list(kept.iterdir()) == []


def test_faces_of_an_earlier_export_that_are_gone_are_removed(exported: Callable[..., Path]) -> None:
    folder = exported()
    (folder / "mine.png").write_bytes(b"mine")
    precious = folder.parent.parent.parent / "precious.png"
    precious.write_bytes(b"")
    listed = json.loads((folder / RECORD).read_text()) | {"../../../precious.png": hashed(b"")}
    (folder / RECORD).write_text(json.dumps(listed))
    exported("--only", "tokens")
    assert sorted(file.name for file in folder.glob("[!.]*")) == [
        "mine.png", "pieces.csv", "tokens-token-B-front.png", "tokens-token-O-front.png",
    ]  # fmt: skip
    assert precious.exists()


@pytest.mark.parametrize("code", ["a/b", "..", "C:x", "ä ö", "a*b?"])
def test_a_code_that_cannot_be_a_file_name_is_still_exported(
    exported: Callable[..., Path], small_game: Path, code: str
) -> None:
    cards = small_game / "cards.csv"
    cards.write_text(cards.read_text().replace("R1,", f"{code},"), encoding="utf-8")
    assert len(list(exported().glob("cards-*-front.png"))) == 3


def test_codes_that_differ_only_in_case_get_separate_files(
    exported: Callable[..., Path], small_game: Path
) -> None:
    cards = small_game / "cards.csv"
    cards.write_text(cards.read_text().replace("B9,", "r1,"))
    assert len({file.name.lower() for file in exported().glob("cards-*-front*.png")}) == 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "--to: The kind of export is missing."),
        (("--to", "pmg"), 'Did you mean "png"?'),
        (("--to", "png"), "The game is missing. Known: last-blast"),
        (("rayguns", "--to", "png", "--only", "tils"), 'Did you mean "tiles"?'),
        (("rayguns", "--to", "png", "--start", "3"), "--start: It works only with --to labels."),
        (("rayguns", "--to", "labels", "--dpi", "90"), "--dpi: It works only with --to png, tts and pcio."),
        (("rayguns", "--to", "png", "--bleed", "--cut-out"), "--bleed and --cut-out exclude each other."),
        (("rayguns", "--to", "png", "--ink", "gray"), 'Did you mean "grey"?'),
        (
            ("rayguns", "--to", "tts", "--url", "example.org/x"),
            '--url: "example.org/x" is not a web address.',
        ),
        (("nothing", "--to", "png"), 'There is no game and no folder "nothing".'),
    ],
)
def test_a_nonsensical_call_is_refused_and_nothing_is_written(
    pnp: Pnp, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    ran = pnp("export", *arguments, "--out", tmp_path / "out")
    assert ran.code == 2
    assert said in ran.err
    assert not (tmp_path / "out").exists()


def test_a_broken_template_leaves_what_was_there(
    exported: Callable[..., Path], pnp: Pnp, small_game: Path
) -> None:
    folder = exported()
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    (small_game / "templates" / "token.svg.j2").write_text("<blink/>")
    ran = pnp("export", small_game, "--to", "png", "--out", folder.parent.parent)
    assert ran.code == 2 and "blink" in ran.err
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before


def test_help_has_an_example_and_loads_nothing_heavy(pnp_process: Pnp) -> None:
    for command in ("export", "watch", "new"):
        assert "Example: pnp" in pnp_process(command, "--help").out
