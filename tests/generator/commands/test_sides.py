"""Fronts only, backs only, and both by hand; labels on part-used sheets; cut files of shared sheets."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdf
import pytest

from generator.exports.labels import sheet
from generator.sheets.imposition import impose
from generator.sheets.paper import SIZES, Paper
from tests.smallgame import write_game

Pnp = Callable[..., Any]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game of 20 cards with backs, on three sheets, and of one token that shares none of them."""
    return write_game(
        tmp_path / "sided", cards="code\n" + "".join(f"A{k}\n" for k in range(20)),
        face="<g/>", deck='back = "card"',
    )  # fmt: skip


def _labels(file: Path) -> list[str]:
    return [str(label) for label in pypdf.PdfReader(file).page_labels]


def test_fronts_and_backs_are_the_pages_of_the_whole_file(pnp: Pnp, game: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert pnp("build", game, "--out", out).code == 0
    for sides in ("fronts", "backs"):
        assert pnp("build", game, "--out", out, "--sides", sides).code == 0
    ran = pnp("build", game, "--out", out, "--sides", "manual")
    assert ran.code == 0 and "put the stack back" in ran.out
    whole = _labels(out / "sided" / "sided.pdf")
    assert len(whole) == 6
    for folder, name in (("sided-fronts", "sided"), ("sided", "sided-fronts")):
        assert _labels(out / folder / f"{name}.pdf") == whole[::2]
    for folder, name in (("sided-backs", "sided"), ("sided", "sided-backs")):
        file = out / folder / f"{name}.pdf"
        assert _labels(file) == whole[1::2]
        assert pypdf.PdfReader(file).trailer["/Root"]["/ViewerPreferences"]["/Duplex"] == "/Simplex"


def test_sheets_alone_are_those_of_the_whole_game(pnp: Pnp, game: Path, tmp_path: Path) -> None:
    """Cut files that are ordered come with them, and an earlier whole build stays."""
    out = tmp_path / "out"
    assert pnp("build", game, "--out", out, "--together").code == 0
    before = {file.name for file in (out / "sided").iterdir()}
    assert pnp("build", game, "--out", out, "--together", "--sheets", "--cut", "svg").code == 0
    made = {file.name for file in (out / "sided-part").iterdir()}
    assert {name for name in made if name.endswith(".pdf")} == {"sided.pdf"}
    assert any(name.endswith(".svg") for name in made)
    assert {file.name for file in (out / "sided").iterdir()} == before
    assert _labels(out / "sided-part" / "sided.pdf") == _labels(out / "sided" / "sided.pdf")


def test_what_has_no_backs_has_no_file_of_backs(pnp: Pnp, small_game: Path, tmp_path: Path) -> None:
    assert pnp("build", small_game, "--out", tmp_path / "out", "--sides", "backs").code == 0
    for file in (tmp_path / "out" / "small-backs").glob("*.pdf"):
        assert len(pypdf.PdfReader(file).pages) > 0


def test_sides_need_sheets_that_are_turned_over(pnp: Pnp, game: Path) -> None:
    ran = pnp("build", game, "--sides", "backs", "--duplex", "fold")
    assert ran.code == 2 and "no sheets with two sides" in ran.err


def test_every_size_of_paper_has_its_shape() -> None:
    for name in ("a0", "a1", "a2", "a3", "a4", "a5", "a6"):
        assert SIZES[name][1] / SIZES[name][0] == pytest.approx(2**0.5, rel=0.01)


def test_labels_are_turned_where_a_piece_fits_only_so(pnp: Pnp, game: Path, tmp_path: Path) -> None:
    ran = pnp("export", game, "--to", "labels", "--labels", "L7165", "--only", "cards", "--out", tmp_path)
    assert ran.code == 0 and "20 pieces on 3 sheets" in ran.out


def test_each_sheet_may_begin_at_a_label_of_its_own(pnp: Pnp, game: Path, tmp_path: Path) -> None:
    labels = sheet("L7165")
    places = labels.places((7, 3))
    assert [next(places) for _ in range(3)] == [
        (0, labels.label(6)),
        (0, labels.label(7)),
        (1, labels.label(2)),
    ]
    options = ("--to", "labels", "--labels", "L7165", "--only", "cards", "--out", tmp_path, "--start")
    assert "20 pieces on 4 sheets" in pnp("export", game, *options, "7,3").out
    for wrong, said in (("9", "There is no label 9"), ("x", "is not a whole number")):
        ran = pnp("export", game, *options, wrong)
        assert ran.code == 2 and said in ran.err


@pytest.mark.parametrize(
    ("size", "paper", "most"), [((63.5, 88.9), "letter", 8), ((63.0, 88.0), "a3", 18)], ids=["poker", "a3"]
)
def test_bleed_gives_way_beside_registration_marks_before_cards_do(
    tmp_path: Path, size: tuple[float, float], paper: str, most: int
) -> None:
    """As many on a sheet as silhouette-card-maker has there."""
    from components import catalogue
    from tests.generator.presswork import items

    folder = write_game(
        tmp_path / "many", cards="code\n" + "".join(f"A{k}\n" for k in range(most)), face="<g/>",
        size=str(list(size)),
    )  # fmt: skip
    made = impose(
        items(catalogue.load(str(folder)), "cards"), Paper(paper, *SIZES[paper], gap=1.25, registration=3)
    )
    assert [len(sheet.placements) for sheet in made] == [most]
    for mark in made[0].registration:
        for placed in made[0].placements:
            clip = placed.clip
            apart = (
                clip.right <= mark.x or mark.right <= clip.x or clip.bottom <= mark.y or mark.bottom <= clip.y
            )
            assert apart, "no ink under a mark"


def test_the_sheet_that_decks_share_has_a_cut_file(pnp: Pnp, small_game: Path, tmp_path: Path) -> None:
    ran = pnp(
        "build", small_game, "--cut", "svg", "--registration", "3", "--gap", "2",
        "--duplex", "off", "--out", tmp_path,
    )  # fmt: skip
    assert ran.code == 0, ran.err
    assert [file.name for file in tmp_path.glob("*/shared-1-cut-*.svg")] == ["shared-1-cut-1.svg"]


def test_pages_are_those_of_the_whole_file_in_whole_sheets(pnp: Pnp, game: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert pnp("build", game, "--out", out).code == 0
    whole = _labels(out / "sided" / "sided.pdf")
    for asked, pages in (("4", whole[2:4]), ("1-3", whole[:4]), ("2,5–6", whole[:2] + whole[4:])):
        assert pnp("build", game, "--out", out, "--pages", asked).code == 0
        assert _labels(out / "sided-pages" / "sided.pdf") == pages
    assert sorted(file.name for file in (out / "sided-pages").iterdir()) == ["manifest.json", "sided.pdf"]
    ran = pnp("build", game, "--out", out, "--pages", "2,6", "--sides", "backs")
    assert ran.code == 2 and "no page 6. The pages are 1 to 3" in ran.err
    assert pnp("build", game, "--out", out, "--pages", "2", "--sides", "backs").code == 0
    assert _labels(out / "sided-pages" / "sided.pdf") == whole[3:4]
    assert pnp("build", game, "--pages", "5-2").code == pnp("build", game, "--pages", "0").code == 2


def test_a_laser_cuts_outside_the_pieces_where_there_is_room(pnp: Pnp, game: Path, tmp_path: Path) -> None:
    ways = {}
    for kerf in ("0", "0.2"):
        out = tmp_path / kerf
        words = ("--cut", "svg", "--gap", "0.5", "--only", "cards", "--kerf", kerf)
        assert pnp("build", game, "--out", out, *words).code == 0
        path = re.findall(r'd="M([^"]+)', (out / "sided-part" / "cards-cut-1.svg").read_text())[0]
        xs = [float(x) for x in re.findall(r"(-?[\d.]+) -?[\d.]+(?=[LAZ])", path)]
        ways[kerf] = max(xs) - min(xs)
    assert ways["0.2"] == pytest.approx(ways["0"] + 0.2)
    ran = pnp("build", game, "--cut", "svg", "--kerf", "0.2")
    assert ran.code == 2 and "Add --gap 0.2" in ran.err
