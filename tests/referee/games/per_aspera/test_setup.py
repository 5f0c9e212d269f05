"""The set-up of Per Aspera: the map, the demands, the levies and the two variations."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components import catalogue
from components.errors import UsageError
from components.setup import Setup
from referee.commands.setup import picture
from referee.engine.chance.seeded import Chance
from referee.games.per_aspera.rules.map_spaces import HOME
from referee.games.per_aspera.setup import draw_sector, roll_planets, set_up
from tests.referee.games.per_aspera.tables import BOX

SEEDS = st.text("abc-", min_size=1)


PIECES: Counter[str] = Counter()
# The rules do not tell empty spaces apart.
for piece in catalogue.load("per-aspera").deck("map-hexes").pieces:
    PIECES[BOX.empty[0] if piece["kind"] == "empty" else piece.code] += piece.copies


def pieces(setup: Setup) -> Counter[str]:
    """Everything that lies on the map or beside it."""
    counter: Counter[str] = Counter()
    for area in ("map", "unused"):
        for piece in setup.area(area).pieces:
            counter[piece.code] += piece.count
    return counter


def demands(setup: Setup) -> dict[tuple[int, int], str]:
    """The notes of the map, by space."""
    return {piece.at: piece.note for piece in setup.area("map").pieces if piece.at and piece.note}


@given(SEEDS, st.integers(2, 4))
def test_2_1_all_pieces_are_there(seed: str, players: int) -> None:
    """PA 2.1: 36 planets and spaces round the homeworld, 12 not used, none lost or doubled."""
    setup = set_up(players, seed, {})
    assert pieces(setup) == PIECES
    assert len(setup.area("map").pieces) == 37
    assert sum(piece.count for piece in setup.area("unused").pieces) == 12
    [home] = [piece for piece in setup.area("map").pieces if piece.code == "H"]
    assert home.at == (0, 0)


@given(SEEDS)
def test_2_3_demands_are_rolled_row_by_row(seed: str) -> None:
    """PA 2.3: in the order of the map, so that at most five planets, the first ones, give a levy."""
    chance = Chance(seed)
    sector = draw_sector(BOX, chance)
    rolls = roll_planets(BOX, chance, sector.planets.items())
    assert [rolled.space for rolled in rolls] == [
        space for space in BOX.spaces if sector.codes[space] in BOX.planets
    ]
    assert sum(rolled.roll.levies for rolled in rolls) <= 5
    assert all(rolled.roll.levies <= 1 for rolled in rolls)


@given(SEEDS)
def test_2_3_every_planet_has_its_demand(seed: str) -> None:
    """PA 2.3: and nothing else has one; the homeworld shows the levies."""
    setup = set_up(2, seed, {})
    chance = Chance(seed)
    rolls = roll_planets(BOX, chance, draw_sector(BOX, chance).planets.items())
    levies = sum(rolled.roll.levies for rolled in rolls)
    expected = {
        rolled.space: "pirate" if rolled.roll.result == 1 else f"demand {rolled.roll.result}"
        for rolled in rolls
    }
    if levies:
        expected[HOME] = "1 levy" if levies == 1 else f"{levies} levies"
    assert demands(setup) == expected
    assert f"= {100 + 10 * levies} MCR" in next(fact.text for fact in setup.facts if fact.name == "Goal")


@given(SEEDS, st.sampled_from([{}, {"foray": ""}, {"unknown-demands": ""}]))
def test_the_map_depends_on_the_seed_alone(seed: str, options: dict[str, str]) -> None:
    """The same seed gives the same map whatever the players and the variation."""
    assert set_up(2, seed, options) == set_up(2, seed, options)
    assert set_up(2, seed, options).area("map") == set_up(4, seed, options).area("map")
    if "foray" not in options:
        cells = [
            {piece.at: piece.code for piece in set_up(2, seed, how).area("map").pieces}
            for how in (options, {})
        ]
        assert cells[0] == cells[1]


def test_for_ever() -> None:
    """The set-up of a seed never changes."""
    setup = set_up(3, "kiwi", {})
    codes = {piece.at: piece.code for piece in setup.area("map").pieces}
    assert [codes[space] for space in BOX.spaces][:9] == "E E 1S.b E 2M.b 1M.d E E E".split()
    assert demands(setup) == {
        (0, 0): "5 levies",
        **dict.fromkeys([(0, -2), (-1, -1), (-1, 0), (0, 2), (0, 3)], "pirate"),
        **dict.fromkeys([(2, -3), (-2, 3), (-1, 3)], "demand 2"),
        **dict.fromkeys([(-3, 0), (-2, 0), (0, 1)], "demand 3"),
        **dict.fromkeys([(-1, -2), (1, -1), (3, -1), (-2, 1), (2, 1)], "demand 4"),
        **dict.fromkeys([(1, 0), (3, 0), (-3, 1), (1, 1), (-3, 2), (-2, 2)], "demand 5"),
    }


@given(SEEDS)
def test_2_3_unknown_demands(seed: str) -> None:
    """PA 2.3 variation 1: the map lies face up, and no demand or levy is known."""
    setup = set_up(4, seed, {"unknown-demands": ""})
    assert pieces(setup) == PIECES
    assert all(piece.up and not piece.note for piece in setup.area("map").pieces)


@given(SEEDS)
def test_2_3_foray(seed: str) -> None:
    """PA 2.3 variation 2: only the homeworld is known."""
    setup = set_up(4, seed, {"foray": ""})
    hidden = [piece for area in ("map", "unused") for piece in setup.area(area).pieces if not piece.up]
    assert [piece.code for piece in setup.area("map").pieces if piece.up] == ["H"]
    assert sum(piece.count for piece in hidden) == 48
    assert all(piece.code == piece.note == "" for piece in hidden)
    assert not [line for line in picture(setup) if "3L." in line]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_4_4_every_seat_has_a_ship_at_home(players: int) -> None:
    """PA 4.4"""
    ships = [piece.code for piece in set_up(players, "kiwi", {}).area("ships").pieces]
    assert ships == ["standee-O", "standee-B", "standee-G", "standee-P"][:players]


def test_6_2_options_are_kept() -> None:
    """PA 6.2: goal and rounds."""
    setup = set_up(2, "kiwi", {"goal": "80", "rounds": "30"})
    facts = {fact.name: fact.text for fact in setup.facts}
    assert facts["Goal"] == "80 + 5 × 10 = 130 MCR"
    assert "30 rounds" in facts["End"]
    assert setup.options == {"goal": "80", "rounds": "30"}


@pytest.mark.parametrize(
    ("options", "what", "todo"),
    [
        pytest.param({"forray": ""}, 'no option "forray"', '"foray"', id="PA 2.3 no such option"),
        pytest.param({"foray": "yes"}, "has no value", "--option foray", id="PA 2.3 a flag has no value"),
        pytest.param({"goal": ""}, "needs a value", "goal=100", id="PA 6.2 no number"),
        pytest.param({"goal": "0"}, "1 or more", "goal=100", id="PA 6.2 too small"),
        pytest.param({"goal": "-5"}, "1 or more", "goal=100", id="PA 6.2 negative"),
        pytest.param({"rounds": "9" * 5000}, "1 or more", "rounds=60", id="PA 6.2 far too long"),
        pytest.param(
            {"foray": "", "unknown-demands": ""}, "exclude each other", "Choose one", id="PA 2.3 both"
        ),
    ],
)
def test_mistakes(options: dict[str, str], what: str, todo: str) -> None:
    with pytest.raises(UsageError, match=what) as caught:
        set_up(2, "kiwi", options)
    assert todo in caught.value.todo


@pytest.mark.parametrize("options", [{}, {"foray": ""}, {"unknown-demands": ""}])
def test_the_picture_fits(options: dict[str, str]) -> None:
    for seed in ("kiwi", "tea", "moon"):
        assert max(map(len, picture(set_up(4, seed, options)))) <= 80
