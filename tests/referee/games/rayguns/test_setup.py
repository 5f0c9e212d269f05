"""Rayguns set-up: the launch, the first rules card, and seeds that stay the same for ever."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.errors import UsageError
from components.setup import Setup
from referee.engine.chance.seeded import Chance
from referee.games.rayguns.rules.launch import launches, winners
from referee.games.rayguns.rules.rules_cards import first_cards
from referee.games.rayguns.setup import set_up
from tests.referee.games.rayguns.table import BOX

SEEDS = [f"seed {number}" for number in range(400)]


def facts(setup: Setup) -> dict[str, str]:
    return {fact.name: fact.text for fact in setup.facts}


def cards(setup: Setup, area: str = "rules-cards") -> list[str]:
    return [piece.code for piece in setup.area(area).pieces]


def test_the_same_seed_for_ever() -> None:
    setup = set_up(3, "kiwi", {})
    shown = [(area.name, [(piece.code, piece.note) for piece in area.pieces]) for area in setup.areas]
    assert shown == [
        ("launch", [*_drawn("A3r B2w", 1, 5), *_drawn("R4w R1w", 2, 5), *_drawn("G3p B2p", 3, 5)]),
        ("launch-2", [*_drawn("X5 R2w", 1, 7), *_drawn("B2r A4p", 2, 6), *_drawn("R4r S2", 3, 6)]),
        ("rules-cards", [("RC13", "")]),
    ]
    assert facts(setup) == {
        "Commander and first player": "seat 1",
        "Order of play": "seat 1, seat 2, seat 3: each sits to the right of the one before",
        "BEST": "Venus",
        "FLAG": "white",
        "ALLY": "raygun",
        "WILD": "3",
        "Deck": "the other 29 rules cards, face down",
    }


def _drawn(codes: str, seat: int, total: int) -> list[tuple[str, str]]:
    return [(code, f"seat {seat}: {total}") for code in codes.split()]


@given(st.integers(2, 4), st.text(min_size=1).filter(str.strip))
def test_2_1_two_tiles_each_and_ties_draw_again(players: int, seed: str) -> None:
    draws = launches(BOX, players, Chance(seed))
    assert list(draws[0]) == list(range(players))
    for draw, following in itertools.pairwise(draws):
        assert winners(draw) == tuple(following)
        assert len(following) > 1
    assert len(winners(draws[-1])) == 1
    drawn = Counter(tile for draw in draws for tiles in draw.values() for tile in tiles)
    assert all(len(tiles) == 2 for draw in draws for tiles in draw.values())
    assert all(count <= tile.copies for tile, count in drawn.items())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_2_1_the_highest_total_is_the_commander(players: int) -> None:
    for seed in SEEDS[:50]:
        setup = set_up(players, seed, {})
        areas = [area for area in setup.areas if area.name.startswith("launch")]
        totals = {piece.note for piece in areas[-1].pieces}
        top = max(totals, key=lambda note: int(note.rsplit(" ", 1)[1]))
        assert facts(setup)["Commander and first player"] == top.split(":")[0]


def test_3_2_order_of_play_goes_round_from_the_commander() -> None:
    starts = {facts(set_up(3, seed, {}))["Order of play"].split(":")[0] for seed in SEEDS[:50]}
    assert starts == {"seat 1, seat 2, seat 3", "seat 2, seat 3, seat 1", "seat 3, seat 1, seat 2"}


def test_9_2_the_chaos_card_of_two_draws_two_more_and_redraws_chaos() -> None:
    """CH2 is joined by two cards that are not chaos; CH1, if drawn with them, is discarded."""
    found = [first_cards(BOX, Chance(seed)) for seed in SEEDS]
    two = [some for some in found if some.up[0].code == "CH2"]
    assert two and any(some.discards for some in [first_cards(BOX, Chance(f"more {n}")) for n in range(2000)])
    for some in two:
        assert len(some.up) == 3
        assert not any(card.chaos for card in some.up[1:])
    for some in found:
        assert len(some.up) in (1, 3)
        assert Counter((*some.up, *some.discards)) == Counter(some.drawn)


def test_9_2_what_two_cards_say() -> None:
    setup = next(setup for seed in SEEDS if cards(setup := set_up(2, seed, {}))[0] == "CH2")
    first, second = (BOX.cards[code] for code in cards(setup)[1:])
    said = facts(setup)
    assert said["BEST"] == BOX.arrays[second.best].title
    assert said["WILD"] == " or ".join(dict.fromkeys([str(first.wild), str(second.wild)]))
    assert said["Deck"].startswith("the other 27")


def test_9_2_chaos_reversed_names_no_orders() -> None:
    setup = next(setup for seed in SEEDS if cards(setup := set_up(2, seed, {})) == ["CH1"])
    assert "Chaos" in facts(setup)
    assert not {"BEST", "FLAG", "ALLY", "WILD"} & set(facts(setup))


def test_1_4_any_card_may_be_the_first() -> None:
    firsts = {cards(set_up(2, seed, {}))[0] for seed in SEEDS}
    assert firsts == set(BOX.cards)


def test_launch_and_cards_draw_from_streams_of_their_own() -> None:
    """With more players the launch is longer, and the first card the same."""
    for seed in SEEDS[:20]:
        assert cards(set_up(2, seed, {})) == cards(set_up(4, seed, {}))


def test_the_game_has_no_options() -> None:
    with pytest.raises(UsageError, match="no option"):
        set_up(2, "kiwi", {"wrecks": ""})
