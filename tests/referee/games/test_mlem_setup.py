"""MLEM: the set-up, the dice, and boards that people type in."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from components.catalogue import load
from components.errors import DataError, StarboxError, UsageError
from components.setup import Setup
from referee.chance import Chance
from referee.dice import read_roller
from referee.games.mlem import box
from referee.setups import picture, set_up

GAME = load("mlem")
OURS = "".join((GAME.folder / f"{name}.toml").read_text(encoding="utf-8") for name in ("track", "places"))


def made(players: int = 3, seed: str = "kiwi") -> Setup:
    return set_up("mlem", players, seed, ())


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_ml_1_3_every_player_has_eight_astronauts_of_one_seat(players: int) -> None:
    mats = [area for area in made(players).areas if area.name.startswith("mat-")]
    assert [area.name for area in mats] == [f"mat-{seat.name}" for seat in GAME.seats[:players]]
    for area, seat in zip(mats, GAME.seats, strict=False):
        codes = {piece.code for piece in area.pieces}
        assert codes == {f"{one.code}-{seat.letter}" for one in box.load().astronauts}
        assert sum(piece.count for piece in area.pieces) == 8


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_no_piece_is_laid_out_that_is_not_in_the_box(players: int) -> None:
    laid: Counter[tuple[str, str]] = Counter()
    for area in made(players).areas:
        for piece in area.pieces:
            laid[piece.deck, piece.code] += piece.count
    held = {(deck.name, piece.code): piece.copies for deck in GAME.decks for piece in deck.pieces}
    assert all(count <= held[piece] for piece, count in laid.items())
    for deck in ("dice", "goals", "rocket", "markers"):
        assert sum(count for (name, _), count in laid.items() if name == deck) == GAME.deck(deck).count


def test_ml_2_1_the_first_commander_is_drawn() -> None:
    drawn = Counter(made(5, f"seed {number}").facts[0].text for number in range(200))
    assert set(drawn) == {seat.name for seat in GAME.seats}
    assert min(drawn.values()) > 20


def test_ml_2_1_boarding_goes_clockwise_from_the_commander() -> None:
    facts = {fact.name: fact.text for fact in made(5).facts}
    order = facts["Boarding, clockwise"].split(", ")
    seats = [seat.name for seat in GAME.seats]
    at = seats.index(facts["First commander"])
    assert order == seats[at:] + seats[:at]


def test_the_same_seed_gives_the_same_set_up_for_ever() -> None:
    assert made(seed="kiwi") == made(seed=" KIWI")
    drawn = {seed: made(5, seed).facts[0].text for seed in ("kiwi", "two", "sloe", "fir")}
    assert drawn == {"kiwi": "pink", "two": "blue", "sloe": "yellow", "fir": "green"}


def test_the_picture() -> None:
    lines = picture(made(2))
    assert all(len(line) <= 80 for line in lines)
    assert "  rocket  on space 0, or 3 if a scout boards" in lines


def test_the_game_has_no_options() -> None:
    with pytest.raises(UsageError, match='no option "wrecks"'):
        set_up("mlem", 3, "kiwi", ["wrecks"])


def test_ml_1_2_game_dice_show_their_faces() -> None:
    dice = [die for number in range(100) for die in read_roller("mlem:6").roll(Chance(f"{number}")).dice]
    shown = Counter(die.faces[-1] for die in dice)
    assert set(shown) == {1, 2, 3, 4, "*"}
    assert shown[2] == max(shown.values())
    assert all(die.kept for die in dice)


def test_ml_3_1_on_a_space_the_dice_that_are_not_valid_do_not_count() -> None:
    for number in range(50):
        roll = read_roller("mlem:6@9").roll(Chance(f"{number}"))
        assert roll.total is None
        assert all(die.kept == (die.faces[0] in (1, 3, "*")) for die in roll.dice)
        assert {die.value for die in roll.dice if die.faces[0] == "*"} <= {2}


def test_dice_say_what_is_valid() -> None:
    roll = read_roller("mlem:6@5").roll(Chance("kiwi").stream("roll"))
    assert [die.faces for die in roll.dice] == [(3,), (4,), (1,), (4,), ("*",), (1,)]
    assert roll.note == "valid on space 5: 1 1 = 2, 4 4 = 8"
    assert read_roller("mlem:6").roll(Chance("kiwi")).note == ""


def test_ml_4_1_dice_say_when_there_is_a_crash() -> None:
    notes = {read_roller("mlem:1@10").roll(Chance(f"{number}")).note for number in range(50)}
    assert "no valid group on space 10: crash [ML 4.1]" in notes


@pytest.mark.parametrize(("text", "count"), [("mlem:", 6), ("mlem:3", 3), ("MLEM: 2 @ 4", 2), ("mlem:@7", 6)])
def test_dice_are_read(text: str, count: int) -> None:
    assert len(read_roller(text).roll(Chance("kiwi")).dice) == count


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("mlem:7", '"mlem:7": The pool never has 7 dice. Roll 1 to 6.'),
        ("mlem:0", "The pool never has 0 dice."),
        ("mlem:2@25", "Nothing leaves deep space."),
        ("mlem:2@99", "There is no space 99."),
        ("mlem:d6", "These are no dice of MLEM."),
        ("mlem:6@", "These are no dice of MLEM."),
    ],
)
def test_dice_that_there_are_none_of(text: str, message: str) -> None:
    with pytest.raises(UsageError) as error:
        read_roller(text)
    assert message in str(error.value)


def test_our_own_board_in_one_file_is_our_own_board(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text(OURS, encoding="utf-8")
    assert box.load(file) == box.load()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('number = 7, faces = "12*"', 'number = 8, faces = "12*"', "space[7]: number is not 7."),
        ('faces = "13*"', 'faces = "15*"', 'space[2]: faces has "5". A die has 1, 2, 3, 4 and *.'),
        ('faces = "13*"', 'faces = "11"', "space[2]: faces has a face twice."),
        ('faces = "13*"', 'faces = ""', "space[2]: faces is empty."),
        ('faces = ""', 'faces = "1"', "space[25]: faces is not empty on the last space."),
        ('"12*", afterburner = 1', '"12*", afterburner = 0', "space[0]: afterburner is 0."),
        ('"12*", afterburner = 1', '"12*"', "space[0]: afterburner is 0."),
        ("afterburner = 1", "afterburners = 1", "afterburners is not a key that is known here."),
        ("space = [", "spaces = [", "space is missing. Write one [[space]] for each."),
        ("moon = [", "moons = [", "moon is missing."),
        ("deep = [", "deepspace = [", "deep is missing."),
        ('code = "m2"', 'code = "M1"', 'Two places have the code "m1".'),
        ('code = "m2"', 'code = "A"', 'Two places have the code "a".'),
        ('code = "m2"', 'code = ""', "A place has an empty code."),
        ("points = 1,", "points = -1,", "moon[0]: points is -1. Points are 0 or more."),
        ("first = 4", 'first = "4"', "planet[0]: first is '4'"),
        ("spaces = [10]", "spaces = [5]", "moon[2]: spaces has 5. Landings are from 6 to 24."),
        ("spaces = [10]", "spaces = [25]", "moon[2]: spaces has 25."),
        ("spaces = [10]", "spaces = []", "moon[2]: spaces is empty."),
        ('who = "passengers"', 'who = "commander"', 'deep[1]: who is "commander" again.'),
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
