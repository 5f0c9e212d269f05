"""The set-up of MLEM."""

from __future__ import annotations

from collections import Counter

import pytest

from components.catalogue import load
from components.errors import UsageError
from components.setup import Setup
from referee.commands.setup import picture, set_up
from referee.games.mlem import box

GAME = load("mlem")


def made(players: int = 3, seed: str = "kiwi") -> Setup:
    return set_up("mlem", players, seed, ())


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_1_3_every_player_has_eight_astronauts_of_one_seat(players: int) -> None:
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


def test_2_1_the_first_commander_is_drawn() -> None:
    drawn = Counter(made(5, f"seed {number}").facts[0].text for number in range(200))
    assert set(drawn) == {seat.name for seat in GAME.seats}
    assert min(drawn.values()) > 20


def test_2_1_boarding_goes_clockwise_from_the_commander() -> None:
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
