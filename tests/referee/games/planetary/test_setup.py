"""The set-up of Planetary: the ring, planets and dust, the starts, and options (PL 1, PL 3.1, PL 3.2)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.catalogue import load
from components.errors import UsageError
from referee.commands.setup import picture
from referee.engine.answers import WIDTH
from referee.engine.chance.seeded import Chance
from referee.games.planetary.rules.round_0 import draw_starts, draw_turn_order
from referee.games.planetary.rules.system import anchors, draw_system, ring_spaces
from referee.games.planetary.setup import set_up
from tests.referee.games.planetary.tables import BOX

PLAYERS = st.integers(2, 8)
SEEDS = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1)


@pytest.mark.parametrize(
    ("players", "spaces", "expected"),
    [
        pytest.param(2, 16, (4,), id="PL 1.2 two"),
        pytest.param(3, 24, (4, 16), id="PL 1.2 three"),
        pytest.param(4, 32, (4, 14, 25), id="PL 1.2 worked example, four"),
        pytest.param(5, 40, (4, 14, 24, 34), id="PL 1.2 five"),
        pytest.param(6, 48, (4, 13, 23, 32, 42), id="PL 1.2 six"),
        pytest.param(7, 56, (4, 15, 26, 37, 48), id="PL 1.2 seven"),
        pytest.param(8, 64, (4, 16, 29, 42, 55), id="PL 1.2 eight"),
    ],
)
def test_ring_and_anchors(players: int, spaces: int, expected: tuple[int, ...]) -> None:
    assert ring_spaces(BOX, players) == spaces
    assert anchors(BOX, players) == expected


@given(PLAYERS, SEEDS)
def test_a_system_keeps_the_rules(players: int, seed: str) -> None:
    system = draw_system(BOX, players, Chance(seed))
    # PL 1.1, PL 1.2
    assert system.spaces == 8 * players
    assert len(system.planets) == min(max(players - 1, 1), 5)
    sides = ("inside", "outside", "inside", "outside", "inside")[: len(system.planets)]
    assert tuple(planet.card.side for planet in system.planets) == sides
    for planet in system.planets:
        assert 2 <= len(planet.pieces) <= 6
        assert planet.columns in (16, 24, 32, 40, 48)
        assert planet.up in ("a", "b")
        assert planet.rock != planet.grass
    # PL 1.6
    used = [piece for planet in system.planets for piece in planet.pieces]
    assert len(used) == len(set(used)) <= 24
    assert set(used) <= {piece.code for piece in load("planetary").deck("maps").pieces}
    # PL 1.3
    assert len(set(system.dust)) == len(system.dust) == players
    assert all(0 <= space < system.spaces for space in system.dust)
    assert not set(system.dust) & {planet.space for planet in system.planets}


@given(PLAYERS, SEEDS)
def test_facing(players: int, seed: str) -> None:
    """PL 1.5: half A is day in even rounds; inside its night faces the ring, outside its day."""
    for planet in draw_system(BOX, players, Chance(seed)).planets:
        inside = planet.card.side == "inside"
        assert planet.facing(0) == planet.facing(30) == ("B" if inside else "A")
        assert planet.facing(1) == planet.facing(29) == ("A" if inside else "B")


def test_all_sizes_are_drawn_again_if_the_box_has_too_few_pieces() -> None:
    """PL 1.2: five planets may ask for 30 pieces; each size still comes up."""
    systems = [draw_system(BOX, 8, Chance(f"seed {number}")) for number in range(300)]
    sums = [sum(len(planet.pieces) for planet in system.planets) for system in systems]
    assert max(sums) == 24
    sizes = Counter(len(planet.pieces) for system in systems for planet in system.planets)
    assert set(sizes) == {2, 3, 4, 5, 6}


def test_two_planets_have_every_size_equally_often() -> None:
    """PL 1.2: each of the five numbers about 400 times in 2000; 330 to 470 is four standard deviations."""
    sizes = Counter(
        len(planet.pieces)
        for number in range(1000)
        for planet in draw_system(BOX, 3, Chance(f"seed {number}")).planets
    )
    assert set(sizes) == {2, 3, 4, 5, 6}
    assert all(330 <= count <= 470 for count in sizes.values())


@given(PLAYERS, SEEDS)
def test_starts_and_turns(players: int, seed: str) -> None:
    """PL 3.1, PL 3.2: clockwise from the space drawn; every seat once."""
    starts = draw_starts(BOX, players, Chance(seed))
    assert all(0 <= space < 8 * players for space in starts)
    first, order = draw_turn_order(BOX, starts, Chance(seed))
    assert sorted(order) == list(range(players))
    distances = [(starts[seat] - first) % (8 * players) for seat in order]
    assert distances == sorted(distances)


def test_ships_that_share_a_space_draw_lots() -> None:
    """PL 3.2: all from one space, and each of two seats comes first."""
    firsts = {draw_turn_order(BOX, (5, 5), Chance(f"seed {number}"))[1][0] for number in range(20)}
    assert firsts == {0, 1}


@given(PLAYERS, SEEDS, st.booleans())
def test_a_set_up_holds_all_of_it(players: int, seed: str, random: bool) -> None:
    setup = set_up(players, seed, {"start": "random"} if random else {})
    system = draw_system(BOX, players, Chance(seed))
    assert [piece.code for piece in setup.area("sectors").pieces] == [
        f"sector-{number}" for number in range(1, players + 1)
    ]
    ring = {piece.at: piece.code for piece in setup.area("ring").pieces}
    assert set(ring) == {(column, row) for column in range(8) for row in range(players)}
    said = [ring[space % 8, space // 8].split(" ") for space in range(8 * players)]
    assert [int(number) for number, *_ in said] == list(range(8 * players))
    assert tuple(space for space, words in enumerate(said) if words[1:] == ["dust"]) == system.dust
    for planet in system.planets:
        assert said[planet.space] == [str(planet.space), planet.card.code]
        pieces = setup.area(f"planet-{planet.card.code}").pieces
        assert tuple(piece.code for piece in pieces) == planet.pieces
        assert {piece.side for piece in pieces} == {planet.up}
    assert [piece.count for piece in setup.area("dust").pieces] == [players]
    named = [area.name for area in setup.areas]
    assert len(named) == len(set(named))
    assert ("ships" in named) == random
    assert any(fact.name == "Turn order" for fact in setup.facts) == random
    assert all(len(line) <= WIDTH for line in picture(setup))


@given(PLAYERS, SEEDS)
def test_pieces_are_in_the_box(players: int, seed: str) -> None:
    game = load("planetary")
    used = Counter(
        {
            (piece.deck, piece.code): piece.count
            for area in set_up(players, seed, {}).areas
            for piece in area.pieces
            if piece.deck
        }
    )
    for (deck, code), count in used.items():
        [piece] = [piece for piece in game.deck(deck).pieces if piece.code == code]
        assert count <= piece.copies


def test_the_same_seed_for_ever() -> None:
    """If this fails, a set-up changed that people have written down."""
    setup = set_up(4, "kiwi", {"start": "random"})
    assert [
        (area.name, " ".join(piece.code for piece in area.pieces), {piece.side for piece in area.pieces})
        for area in setup.areas
        if area.name.startswith("planet-")
    ] == [
        ("planet-P1", "M21 M05 M24", {"a"}),
        ("planet-P2", "M20 M19 M07 M11 M12", {"b"}),
        ("planet-P3", "M15 M01 M14 M03 M10", {"a"}),
    ]
    assert "Rock slate, grass sand." in setup.area("planet-P1").note
    assert setup.colours["planet-P1"] == {"rock": "slate", "grass": "sand"}, "PL 1.2, for the printer"
    assert set(setup.colours) == {area.name for area in setup.areas if area.name.startswith("planet-")}
    assert setup.area("dust").pieces[0].note == "spaces 11, 16, 24, 30"
    assert [piece.note for piece in setup.area("ships").pieces] == [
        "space 26",
        "space 5",
        "space 26",
        "space 31",
    ]
    [order] = [fact for fact in setup.facts if fact.name == "Turn order"]
    assert order.text == "seat 3, seat 1, seat 4, seat 2 (clockwise from space 9)"


def test_an_option_changes_nothing_else() -> None:
    """Starts have a stream of their own: the system is the same with and without them."""
    plain, random = set_up(5, "kiwi", {"rounds": "40"}), set_up(5, "kiwi", {"start": "random"})
    assert plain.areas == random.areas[:-1]
    assert plain.options == {"rounds": "40"}


def test_what_a_player_begins_with() -> None:
    """PL 2.1, PL 2.4."""
    facts = {fact.name: fact.text for fact in set_up(2, "kiwi", {}).facts}
    assert facts["Ship"] == "core in D4; COR in D3; LND in D5"
    assert facts["Materials"] == (
        "12 iron, 8 copper; 2 hydrocarbon with solar, hydrocarbon or turbine; 2 radium with fission"
    )
    assert facts["Bar"] == "the top 5 blueprints of the shuffled deck"
    assert facts["Starting spaces"] == "each player picks one in secret"


@pytest.mark.parametrize(
    ("options", "agreed"),
    [
        ({"start": "RANDOM"}, {"start": "random"}),
        ({"rounds": "007"}, {"rounds": "7"}),
        ({"rounds": "999", "clock": "on"}, {"rounds": "999", "clock": "on"}),
    ],
)
def test_options(options: dict[str, str], agreed: dict[str, str]) -> None:
    assert set_up(2, "kiwi", options).options == agreed


@pytest.mark.parametrize(
    ("options", "what", "todo"),
    [
        ({"clok": "on"}, 'no option "clok"', 'mean "clock"'),
        ({"clock": ""}, '"clock" needs a value', "clock=off|on"),
        ({"start": "secret"}, '"secret" is not choose or random', "start=choose|random"),
        ({"rounds": "0"}, '"0" is not a number from 1 to 999', "rounds=30"),
        ({"rounds": "1000"}, '"1000" is not a number from 1 to 999', "rounds=30"),
        ({"rounds": "-3"}, '"-3" is not a number from 1 to 999', "rounds=30"),
        ({"rounds": "ten"}, '"ten" is not a number from 1 to 999', "rounds=30"),
    ],
)
def test_wrong_options(options: dict[str, str], what: str, todo: str) -> None:
    with pytest.raises(UsageError, match=what) as caught:
        set_up(2, "kiwi", options)
    assert todo in caught.value.todo
