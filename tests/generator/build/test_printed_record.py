"""Printing a part, recording what was printed, and printing again only what changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.generator.conftest import Ran

Press = Callable[..., Ran]


@pytest.fixture
def press(small_game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pnp: Press) -> Press:
    """`pnp build` and `pnp printed` of the small game, with records and printers of its own."""
    for name in ("CONFIG", "DATA"):
        monkeypatch.setenv(f"STARBOX_{name}", str(tmp_path / name.lower()))

    def run(command: str, *options: object) -> Ran:
        return pnp(command, small_game, *options, "--out", tmp_path / "out")

    return run


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_a_part_leaves_the_files_of_the_whole_game(tmp_path: Path, press: Press) -> None:
    press("build")
    whole = files(tmp_path / "out" / "small")
    for words in (("--only", "tokens"), ("--pieces", "R1")):
        ran = press("build", *words)
        assert ran.code == 0 and "small-part" in ran.out
    assert files(tmp_path / "out" / "small") == whole
    assert "rulebook.pdf" in whole and "rulebook.pdf" not in files(tmp_path / "out" / "small-part")


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def test_changes_are_printed_once_and_then_recorded(small_game: Path, press: Press) -> None:
    """Print, record, edit, print what changed, record: nothing is left to print."""
    press("build")
    assert press("printed").out.endswith("small is recorded as printed.\n")
    assert press("build", "--changed").out == "Small: unchanged since the last print.\n"
    edit(small_game / "cards.csv", "One", "Two")
    assert "1 changed since the last print: cards/R1" in press("build", "--changed").out
    assert "small-changed is recorded" in press("printed").out
    assert press("build", "--changed").out == "Small: unchanged since the last print.\n"
    edit(small_game / "cards.csv", "Two", "One")
    press("build", "--changed")
    assert "small is recorded" in (press("build"), press("printed"))[1].out, (
        "asked for last, though unchanged"
    )


def test_more_and_fewer_copies_and_a_removed_piece_are_reported_once(small_game: Path, press: Press) -> None:
    press("build", "--copies", 2)
    press("printed")
    edit(small_game / "cards.csv", "R1,1,red,1,One\nR2,2,", "R2,1,")
    edit(small_game / "cards.csv", "B9,1,", "B9,3,")
    told = press("build", "--changed").out
    assert "1 changed since the last print: cards/B9\n" in told
    assert "1 no longer in the game, to be discarded: cards/R1\n" in told
    assert "1 needed in fewer copies, the rest to be discarded: cards/R2\n" in told
    press("printed")
    assert press("build", "--changed").out == "Small: unchanged since the last print.\n"


@pytest.mark.parametrize("option", [("--duplex", "off"), ("--boxes",)], ids=" ".join)
def test_another_way_to_print_does_not_count_as_a_change(
    small_game: Path, press: Press, option: tuple[str, ...]
) -> None:
    edit(small_game / "game.toml", "count = 4", "count = 12")
    edit(small_game / "cards.csv", "R1,1", "R1,9")
    assert press("build", *option).code == 0
    press("printed")
    assert press("build", "--changed").out == "Small: unchanged since the last print.\n"


def test_a_printer_that_is_not_saved_has_no_record(tmp_path: Path, press: Press) -> None:
    press("build")
    for name in ("Office", "../../evil", "x" * 300):
        ran = press("printed", "--printer", name)
        assert ran.code == 2 and "There is no printer" in ran.err
    assert not [path for path in (tmp_path / "data").rglob("*") if path.is_file()]


def test_the_record_of_a_printer_stays_in_its_folder(tmp_path: Path, press: Press, pnp: Press) -> None:
    press("build", "--only", "tokens")
    names = ("../../evil", "x" * 300, "Büro/2", "Büro 2")
    for name in names:
        assert pnp("printer", "add", name, "--shift", "0,0").code == 0
        assert press("printed", "--printer", name).code == 0
    files = list((tmp_path / "data").rglob("*.json"))
    assert len(files) == len(names)
    assert {file.parents[1] for file in files} == {tmp_path / "data" / "printed"}


@pytest.mark.parametrize("text", ["{}", "[]", '{"faces": [{}]}', "{"])
def test_a_damaged_manifest_is_named(tmp_path: Path, press: Press, text: str) -> None:
    folder = tmp_path / "out" / "small"
    folder.mkdir(parents=True)
    (folder / "manifest.json").write_text(text)
    ran = press("printed")
    assert ran.code == 2 and "manifest.json is damaged" in ran.err


def test_only_the_requested_changes_are_printed(small_game: Path, press: Press) -> None:
    press("build", "--only", "cards")
    press("printed")
    edit(small_game / "cards.csv", "One", "Two")
    edit(small_game / "cards.csv", "Nine", "Ten")
    ran = press("build", "--changed", "--pieces", "B9")
    assert "1 changed since the last print: cards/B9\n" in ran.out and "made, 1 piece " in ran.out
    assert press("build", "--changed", "--pieces", "R2").out == "Small: unchanged since the last print.\n"
    ran = press("build", "--changed", "--only", "tokens")
    assert ran.out.startswith("Small: 2 new: tokens/") and "changed since" not in ran.out
    assert "There is no piece" in press("build", "--changed", "--only", "tokens", "--pieces", "B9").err
