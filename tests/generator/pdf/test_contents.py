"""The first sheet of a game: what it says is what is printed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest

from components import catalogue
from tests.generator.presswork import PRINTED, pnp


def words(file: Path, index: int) -> str:
    """Return the words on a page, its sheets in small included."""
    return " ".join(pypdfium2.PdfDocument(file)[index].get_textpage().get_text_range().split())


@pytest.mark.parametrize("slug", PRINTED)
def test_every_deck_is_named_with_its_pages(slug: str, printed: Callable[[str], Path]) -> None:
    folder = printed(slug)
    front = words(folder / f"{slug}.pdf", 0)
    game = catalogue.load(slug)
    most = game.boxed or game.players[1]
    assert re.search(rf"{game.players[0]}( to |–){most} players", front)
    named = [deck.title for deck in game.at_the_table() if deck.title in front]
    assert len(named) == len(game.at_the_table())
    told = {int(n) for pair in re.findall(r"Pages? (\d+)(?:–(\d+))?", front) for n in pair if n}
    rows = json.loads((folder / "manifest.json").read_text())["faces"]
    assert told and told <= {row["page"] for row in rows}


def _faces(rows: list[dict[str, object]]) -> list[str]:
    return [str([row[key] for key in ("file", "file_page", "slot", "sha256") if key in row]) for row in rows]


def test_all_sheets_in_one_file_print_on_both_sides(tmp_path: Path, printed: Callable[[str], Path]) -> None:
    """Each piece is there once, on the pages that the sheet names, and no other file is needed."""
    assert pnp("build", "mlem", "--together", "--out", tmp_path).code == 0
    folder, apart = tmp_path / "mlem", printed("mlem")
    assert not (folder / "mlem-one-sided.pdf").exists()
    rows, others = (json.loads((one / "manifest.json").read_text())["faces"] for one in (folder, apart))
    assert {row["book"] for row in rows} == {"mlem.pdf"}
    assert sorted(_faces(rows)) == sorted(_faces(others))
    assert len(pypdfium2.PdfDocument(folder / "mlem.pdf")) % 2 == 0
    assert "one-sided" not in words(folder / "mlem.pdf", 0)
    assert "mlem-one-sided.pdf" in words(apart / "mlem.pdf", 0)
    assert "Some backs stay empty." in words(folder / "mlem.pdf", 1)


@pytest.mark.parametrize("slug", PRINTED)
def test_the_sheet_tells_what_to_choose_and_names_no_command(
    slug: str, printed: Callable[[str], Path]
) -> None:
    """Whoever has the files alone has no `pnp`."""
    said = " ".join(words(printed(slug) / f"{slug}.pdf", index) for index in (0, 1))
    assert not re.search(r"\bpnp\b|\breferee\b| --", said)
    for choice in ("100 %", "flipped on the long edge", "ink saver", "from"):
        assert choice in said
    cover = catalogue.load(slug).cover
    assert f"from {cover.age} years" in said and cover.time.removesuffix(" min") in said


@pytest.mark.parametrize("slug", PRINTED)
def test_the_pages_for_each_number_of_players(slug: str, printed: Callable[[str], Path]) -> None:
    """All for the most players; for the fewest at least what everybody shares."""
    folder, game = printed(slug), catalogue.load(slug)
    back = words(folder / f"{slug}.pdf", 1)
    last = len(pypdfium2.PdfDocument(folder / f"{slug}.pdf"))
    boxed = game.boxed or game.players[1]
    rows = re.findall(r"(\d+)(?:–(\d+))? players", back)
    told = {players for low, high in rows for players in range(int(low), int(high or low) + 1)}
    assert told == {*range(game.players[0], boxed + 1)}
    most = back[back.index(f"{boxed} players") :]
    assert re.match(rf"\d+ players 3–{last}\b", most)
