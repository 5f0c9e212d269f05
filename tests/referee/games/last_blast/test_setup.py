"""The Last Blast: the field and the first hands."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components import catalogue
from components.errors import UsageError
from components.setup import Setup
from referee.commands.setup import picture, setup
from referee.engine.answers import WIDTH
from referee.games.last_blast.codes import read_field
from referee.games.last_blast.setup import set_up
from tests.referee.games.last_blast.table import BOX

SEEDS = st.text(min_size=1).filter(lambda seed: seed.strip())


def codes(made: Setup, area: str) -> list[str]:
    return [piece.code for piece in made.area(area).pieces]


@pytest.mark.parametrize(
    ("players", "rows", "tiles", "deck"),
    [
        pytest.param(2, 3, 15, 44, id="LB 2.1 2p"),
        pytest.param(3, 4, 8, 39, id="LB 2.1 3p"),
        pytest.param(4, 5, 1, 34, id="LB 2.1 4p"),
    ],
)
def test_2_1_sizes(players: int, rows: int, tiles: int, deck: int) -> None:
    """LB 2.1, LB 2.2, LB 3.1"""
    made = set_up(players, "kiwi", {})
    assert [piece.at for piece in made.area("field").pieces] == [
        (column, row) for row in range(rows) for column in range(7)
    ]
    assert [len(codes(made, f"hand-{seat}")) for seat in range(1, players + 1)] == [5] * players
    assert [area.name for area in made.areas] == ["field", *(f"hand-{n}" for n in range(1, players + 1))]
    assert made.facts[0].text.startswith(f"{tiles}, ")
    assert f"{deck} cards" in made.facts[1].text


@given(st.integers(2, 4), SEEDS)
def test_1_1_pieces_are_conserved(players: int, seed: str) -> None:
    """LB 1.1, LB 1.3: no more of a piece than the box has, and every piece one of its deck."""
    made = set_up(players, seed, {})
    laid = Counter(piece.code for area in made.areas for piece in area.pieces)
    copies = {code: tile.copies for code, tile in BOX.tiles.items()}
    copies |= {code: part.copies for code, part in BOX.parts.items()}
    assert all(count <= copies[code] for code, count in laid.items())
    decks = {
        deck: {piece.code for piece in catalogue.load("last-blast").deck(deck).pieces}
        for deck in ("tiles", "parts")
    }
    assert all(piece.code in decks[piece.deck] for area in made.areas for piece in area.pieces)


@given(st.integers(2, 4), SEEDS)
def test_the_same_seed_gives_the_same_and_the_short_field_is_the_field(players: int, seed: str) -> None:
    made = set_up(players, seed, {})
    assert made == set_up(players, f" {seed}", {})
    short = read_field(made.facts[2].text, BOX, "")
    assert [tile.code for row in short for tile in row if tile] == codes(made, "field")


def test_more_players_get_the_same_first_rows() -> None:
    """The tiles have a stream of their own."""
    assert codes(set_up(4, "kiwi", {}), "field")[:21] == codes(set_up(2, "kiwi", {}), "field")


def test_for_ever() -> None:
    """The seed kiwi gives in every release what it gave in the first."""
    made = set_up(2, "kiwi", {})
    assert made.facts[2].text == "5166554/4431325/6232352"
    assert codes(made, "hand-1") == "R3-1 A6-6 G1-3 A4-1 G1-3".split()
    assert codes(made, "hand-2") == "G1-5 R2-4 R1-6 G1-5 G2-4".split()


def test_6_1_wrecks() -> None:
    """LB 6.1: the set-up names the option, which changes nothing in it."""
    made = set_up(3, "kiwi", {"wrecks": ""})
    assert made.options == {"wrecks": ""}
    assert made.areas == set_up(3, "kiwi", {}).areas


@pytest.mark.parametrize(("options", "players"), [(["wreck"], 3), (["wrecks=2"], 3), ([], 1), ([], 5)])
def test_mistakes(options: list[str], players: int) -> None:
    with pytest.raises(UsageError):
        setup("last-blast", players, "kiwi", options)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_picture_fits_a_terminal(players: int) -> None:
    assert max(map(len, picture(set_up(players, "kiwi", {"wrecks": ""})))) <= WIDTH
