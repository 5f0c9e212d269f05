"""The box of MLEM, and boards that people type in."""

from __future__ import annotations

from pathlib import Path

import pytest

from components.catalogue import load
from components.errors import DataError, StarboxError
from referee.games.mlem import box

GAME = load("mlem")
OURS = "".join((GAME.folder / f"{name}.toml").read_text(encoding="utf-8") for name in ("track", "places"))


def test_our_own_board_in_one_file_is_our_own_board(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text(OURS, encoding="utf-8")
    assert box.load(file).board == box.load().board


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('number = 7, faces = "12*"', 'number = 8, faces = "12*"', "space 8: number is not 7."),
        ('faces = "13*"', 'faces = "15*"', 'space 3: faces has "5". A die has 1, 2, 3, 4 and *.'),
        ('faces = "13*"', 'faces = "11"', "space 3: faces has a face twice."),
        ('faces = "13*"', 'faces = ""', "space 3: faces is empty."),
        ('faces = ""', 'faces = "1"', "space 26: faces is not empty on the last space."),
        ('"12*", afterburner = 1', '"12*", afterburner = 0', "space 1: afterburner is 0."),
        ('"12*", afterburner = 1', '"12*"', "space 1: afterburner is 0."),
        ("afterburner = 1", "afterburners = 1", "afterburners is not a key that belongs here."),
        ("space = [", "spaces = [", "space is missing. Write one [[space]] for each."),
        ("moon = [", "moons = [", "moon is missing."),
        ("deep = [", "deepspace = [", "deep is missing."),
        ('code = "m2"', 'code = "M1"', 'Two places have the code "m1".'),
        ('code = "m2"', 'code = "A"', 'Two places have the code "a".'),
        ('code = "m2"', 'code = ""', "A place has an empty code."),
        ("points = 1,", "points = -1,", "moon 1: points is -1. Points are 0 or more."),
        ("first = 4", 'first = "4"', "planet 1: first is '4'"),
        ("spaces = [10]", "spaces = [5]", "moon 3: spaces has 5. Astronauts land from spaces 6 to 24."),
        ("spaces = [10]", "spaces = [25]", "moon 3: spaces has 25."),
        ("spaces = [10]", "spaces = []", "moon 3: spaces is empty."),
        ('who = "passengers"', 'who = "commander"', 'deep 2: who is "commander" again.'),
        ('who = "passengers"', 'who = "passenger"', 'Did you mean "passengers"?'),
        (
            'points = 7, who = "commander"',
            'points = 7, colour = "red", who = "commander"',
            "colour is not a key",
        ),
    ],
)
def test_a_board_that_cannot_be_played_on(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in OURS
    file = tmp_path / "board.toml"
    file.write_text(OURS.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as error:
        box.load(file)
    assert str(error.value).startswith(str(file))
    assert message in str(error.value)


def test_a_track_that_is_too_short(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text('space = [{ number = 0, faces = "1" }, { number = 1 }]\n', encoding="utf-8")
    with pytest.raises(DataError, match=r"has 2 rows\. A track goes at least from 0 to 7"):
        box.load(file)


def test_a_board_without_the_comet(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    lines = [line for line in OURS.splitlines() if 'code = "comet"' not in line]
    file.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(DataError, match="deep has one row"):
        box.load(file)


def test_a_board_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(StarboxError, match="There is no such file"):
        box.load(tmp_path / "board.toml")
