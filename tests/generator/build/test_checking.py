"""`pnp check`: the five games pass it in every ink mode, and a game that is broken does not."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from unittest import mock

import pytest

from components.catalogue import Deck, load
from generator import INKS
from generator.build import checking
from generator.build.checking import check
from generator.build.inspection import inspect_faces, near_the_cut
from generator.faces.drawing import Drawing
from generator.faces.renderer import Face
from generator.faces.theme import Theme
from tests.generator.presswork import GAMES, drawn_once, pnp
from tests.searching import SEARCHING

EXAMPLE = Path(__file__).parents[3] / "examples" / "comet-post"


def some_inspected(drawn: Sequence[tuple[Face, Drawing]], deck: Deck, theme: Theme) -> Iterator[str]:
    """Look at some of the faces of a deck as pictures, at all of them in a search; at all of them for words
    near the cut."""
    every = 1 if SEARCHING else max(1, len(drawn) // 6)
    yield from inspect_faces(drawn[::every], deck, theme)
    for face, drawing in drawn:
        yield from near_the_cut(face, drawing, deck, theme)


@pytest.mark.parametrize("slug", GAMES)
def test_each_of_the_five_games_is_in_order(slug: str) -> None:
    inks = INKS if SEARCHING or slug == "mlem" else INKS[:1]
    with (
        drawn_once(checking),
        mock.patch.object(checking, "INKS", inks),
        mock.patch.object(checking, "inspect_faces", some_inspected),
    ):
        found = check(load(slug))
    # No sheet of A4 is nearly empty, but for the point tokens of MLEM that do not fit below its astronauts.
    nearly_empty = ("Astronauts, Goals and 2 more, sheet 2: it is only 28% full.",) if slug == "mlem" else ()
    assert found == ((), nearly_empty)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the example game, to be spoilt."""
    return Path(shutil.copytree(EXAMPLE, tmp_path / "game"))


def spoilt(folder: Path, add: str, template: str = "letter.svg.j2") -> Path:
    file = folder / "templates" / template
    file.write_text(file.read_text() + add)
    return folder


def test_a_game_that_is_in_order_says_so(folder: Path) -> None:
    run = pnp("check", folder)
    assert run.code == 0 and run.out.splitlines()[-1].endswith("in order")


def test_a_code_where_a_name_belongs_is_reported(folder: Path) -> None:
    add = '{{ text("ring" if piece.code else "", 20, 20, "strong") }}'
    token = next(deck for deck in load(str(folder)).decks if deck.pieces[0].code == "ring")
    said = check(load(str(spoilt(folder, add, f"{token.face}.svg.j2")))).problems
    assert any('prints the code "ring"' in line for line in said), said


FAINT = (
    '<rect x="8" y="8" width="30" height="12" fill="#ffffff"/>{{ text("pale", 12, 15, "strong", "#aaaaaa") }}'
)


def test_a_problem_of_every_mode_is_listed_once(folder: Path) -> None:
    said = [line for line in check(load(str(spoilt(folder, FAINT)))).problems if '"pale"' in line]
    letters = len(load(str(folder)).decks[0].pieces)
    assert 0 < len(said) <= letters and len(set(said)) == len(said)
    assert not any("--ink" in line for line in said)


@pytest.mark.parametrize("ink", ["saver", "grey"])
def test_a_problem_of_one_mode_is_listed_with_its_name(folder: Path, ink: str) -> None:
    said = check(load(str(spoilt(folder, f'{{% if ink == "{ink}" %}}{FAINT}{{% endif %}}')))).problems
    assert said and all(line.endswith(f"(--ink {ink})") for line in said)


def test_a_check_that_fails_lists_everything_and_has_exit_code_1(folder: Path) -> None:
    spoilt(folder, FAINT + '<path d="M9 30h9" stroke="#000000" stroke-width="0.1"/>')
    run = pnp("check", folder)
    assert run.code == 1 and not run.err
    assert "contrast" in run.out and "thinnest" in run.out and "problems" in run.out


def test_a_piece_that_cannot_be_drawn_is_one_of_the_problems(folder: Path) -> None:
    run = pnp("check", spoilt(folder, '{{ symbol("comett", 5, 5, 5) }}'))
    assert run.code == 1 and 'Did you mean "comet"?' in run.out


def test_a_folder_without_a_game_is_a_usage_error(tmp_path: Path) -> None:
    run = pnp("check", tmp_path)
    assert run.code == 2 and "game.toml" in run.err


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("game.toml", 'name = "tokens"', 'name = "rulebook"', 'name "rulebook"'),
    ],
)
def test_errors_that_only_printing_would_show_are_found(
    small_game: Path, file: str, old: str, new: str, told: str
) -> None:
    text = (small_game / file).read_text()
    assert old in text
    (small_game / file).write_text(text.replace(old, new))
    assert any(told in said for said in check(load(str(small_game))).problems)
