"""Rayguns arrays: the worked examples, tables of cases, and a slow evaluator of every possibility."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from components.errors import UsageError
from referee.games.rayguns.box import Tile
from referee.games.rayguns.codes import read_card, read_tiles
from referee.games.rayguns.rules.arrays import evaluator
from referee.games.rayguns.rules.orders import Orders, orders_of, overridden, typical
from referee.games.rayguns.rules.ranks import Hand
from tests.referee.games.rayguns import brute
from tests.referee.games.rayguns.table import BOX
from tests.searching import SEARCHING

ALL_TILES = list(BOX.every_tile)


def orders(
    *cards: str, best: str = "", flag: str = "", ally: str = "", wild: Iterable[int] | int = ()
) -> Orders:
    return overridden(
        orders_of(BOX, [read_card(code, BOX, "--card") for code in cards]),
        best=best or None,
        flags=flag.split(),
        allies=ally.split(),
        wilds=[wild] if isinstance(wild, int) else wild,
    )


def read(codes: str, under: Orders | None = None, claim: str = "", big: bool = True) -> Hand:
    tiles = read_tiles(codes, BOX, "test")
    using = evaluator(under or typical(BOX), big)
    found = using.best_as(tiles, BOX.arrays[claim]) if claim else using.best(tiles)
    assert found is not None
    return found


def scoring(codes: str, hand: Hand) -> str:
    return " ".join(tile.code for tile in hand.scoring(read_tiles(codes, BOX, "test")))


# The examples of the rules


@pytest.mark.parametrize(
    ("codes", "under", "array", "points", "wilds"),
    [
        ("G3w B3p A3r R4w G2r", orders(), "earth", 9, 0),
        ("G3w B3p A3r R4w G2r", orders(wild=4), "mars", 12, 1),
        ("G1w G2w G3w G4w G5w", orders(flag="white", ally="raygun"), "straight-suit-flush", 60, 0),
        ("U5 P4 S1 Y2 X3", orders(), "supernova", 59, 0),
        ("N1 N2 N3 N4 N5", orders(), "supernova", 75, 0),
        ("N5 G5w R5p A2r B1w", orders(), "earth", 20, 0),
    ],
)
def test_7_1_examples(codes: str, under: Orders, array: str, points: int, wilds: int) -> None:
    found = read(codes, under)
    assert (found.array.name, found.points, found.wilds) == (array, points, wilds)


# RR 6: what tiles satisfy


@pytest.mark.parametrize(
    ("codes", "array", "points"),
    [
        ("G5w R5p A5r B5w U5", "jupiter", 25),
        ("G1w G2p G3r G4w G5p", "straight-suit-flush", 15),
        ("G1w R2w A3w B4w P4 G5w", "straight-color-flush", 15),
        ("G2w R2p A2r B2w U5", "mars", 8),
        ("G2w R2p A2r B5w R5p", "full-house", 16),
        ("G2w G2w G3w G5w G1w", "eclipse", 13),
        ("G2w G2p G3w G5w G1w", "suit-flush", 13),
        ("G2w R2w G3w G5w G1w", "color-flush", 13),
        ("G1w R2w A3w B4w G5p", "straight", 15),
        ("G4w R4w A4p B1w G5p", "earth", 12),
        ("G4w R4w A5p B1w G5p", "gemini", 18),
        ("G4w R4w A2p B1w G5p", "venus", 8),
        ("G4w R2w A3p B1w", "high-tile", 4),
    ],
)
def test_6_each_array_and_its_points(codes: str, array: str, points: int) -> None:
    found = read(codes)
    assert (found.array.name, found.points) == (array, points)


@pytest.mark.parametrize("codes", ["G5w R5w A5w B5w", "G1w G2w G3w G4w", "U1 U2 U3 U4"])
def test_6_1_four_tiles_are_no_array_of_five(codes: str) -> None:
    names = [found.array.tiles for found in evaluator(typical(BOX)).hands(read_tiles(codes, BOX, "test"))]
    assert max(names) < 5
    assert not evaluator(typical(BOX)).is_supernova(read_tiles(codes, BOX, "test"))


def test_6_1_a_jupiter_contains_smaller_arrays_but_no_two_ranks() -> None:
    tiles = read_tiles("G5w R5p A5r B5w U5", BOX, "test")
    names = [found.array.name for found in evaluator(typical(BOX)).hands(tiles)]
    assert names == ["jupiter", "mars", "earth", "venus", "high-tile"]


def test_6_1_any_five_of_seven_may_be_chosen() -> None:
    codes = "B1p G2w G3p A4r G5p G1w G4r"
    found = read(codes)
    assert (found.array.name, scoring(codes, found)) == ("straight-suit-flush", "G2w G3p G5p G1w G4r")


@pytest.mark.parametrize(("codes", "points"), [("U5 P4 S1 Y2 X3 P1", 59), ("N1 N2 N3 N4 N5 U5 P5", 75)])
def test_6_1_a_supernova_takes_all_tiles(codes: str, points: int) -> None:
    found = read(codes)
    assert (found.array.name, len(found.places), found.points) == ("supernova", len(codes.split()), points)


@pytest.mark.parametrize("claim", ["color-flush", "straight", "venus"])
def test_6_4_a_supernova_is_nothing_else(claim: str) -> None:
    tiles = read_tiles("U1 P2 S3 Y4 X5", BOX, "test")
    assert evaluator(typical(BOX)).best_as(tiles, BOX.arrays[claim]) is None


# RR 6.2: wilds


@pytest.mark.parametrize(
    ("codes", "wild", "array", "points", "wilds"),
    [
        ("G1w G2w G3w G4w G5w", 1, "straight-suit-flush", 15, 0),
        ("G2w R3w A3p B5w A5r", 2, "full-house", 21, 1),
        ("G1w G3w G4w G4p G2w", 1, "suit-flush", 18, 1),
        ("G1w R1w", 1, "venus", 10, 2),
        ("G1w", 1, "high-tile", 5, 1),
        ("G5w", 5, "high-tile", 5, 0),
        ("G1w R1p A1r B1w U1", 1, "jupiter", 25, 5),
    ],
)
def test_6_2_wilds_stand_for_any_rank(codes: str, wild: int, array: str, points: int, wilds: int) -> None:
    found = read(codes, orders(wild=wild))
    assert (found.array.name, found.points, found.wilds) == (array, points, wilds)


def test_6_2_a_wild_keeps_its_suit_and_colour() -> None:
    assert read("G1w G2w G3w G4w R1w", orders(wild=1)).array.name == "straight-color-flush"
    assert read("G1p G2w G3w G4w R1w", orders(wild=1)).array.name == "straight"


# RR 6.3: the order in force


@pytest.mark.parametrize(
    ("best", "order"),
    [
        ("supernova", brute.TYPICAL),
        ("jupiter", brute.TYPICAL),
        ("earth", ["supernova", *brute.TYPICAL[10:], *brute.TYPICAL[1:10]]),
        ("high-tile", ["supernova", "high-tile", *brute.TYPICAL[1:13]]),
    ],
)
def test_6_3_best_makes_the_order_circular(best: str, order: list[str]) -> None:
    assert list(orders(best=best).order) == order


def test_6_3_best_earth_example() -> None:
    under = orders(best="earth")
    assert read("G5w R5p A5r B5w U5", under).array.name == "earth"
    assert read("G1w R2w A3w B4w G5p", under).array.name == "high-tile"
    assert under.place("straight") > under.place("high-tile")
    assert under.place("earth") < under.place("jupiter")


# RR 6.4: which hand


def test_6_4_most_points_first_then_fewest_wilds() -> None:
    codes = "G4w R4p A5r B5w G1r"
    found = read(codes, orders(best="venus", wild=1))
    assert (scoring(codes, found), found.points, found.wilds) == ("A5r B5w", 10, 0)


def test_6_4_then_the_other_tiles() -> None:
    """A pair of wilds may be any two: those are used that leave the higher tiles beside."""
    codes = "G2w R4p A2r B4w"
    found = read(codes, orders(best="venus", wild=(2, 4)))
    assert (scoring(codes, found), found.points, found.wilds) == ("G2w A2r", 10, 2)


def test_6_4_then_the_tiles_written_first() -> None:
    under = orders(best="venus")
    assert scoring("G1r G4w R4p A4r", read("G1r G4w R4p A4r", under)) == "G4w R4p"
    assert scoring("A4r G1r R4p G4w", read("A4r G1r R4p G4w", under)) == "A4r R4p"


def test_6_4_a_claim_counts_as_its_best_hand() -> None:
    found = read("G1w G2w G3w G4w G5w", orders(flag="white", ally="raygun"), claim="suit-flush")
    assert found.points == 30


# RR 7: points


@pytest.mark.parametrize(
    ("codes", "under", "points", "big"),
    [
        ("N5 G5w R5p A2r B1w", orders(), 20, 5),
        ("N4 G4w R4p A5r B1w", orders(), 12, 0),
        ("N4 G4w R4p A5r B1w", orders(best="full-house", wild=5), 18, 4),
        ("N1 G1w R3p A4r", orders(), 2, 0),
        ("N2 G5w R5p", orders(best="high-tile", wild=2), 10, 5),
        ("N5 G5w R5p A2r B1w", orders("SO02"), 15, 0),
    ],
)
def test_7_2_big_number(codes: str, under: Orders, points: int, big: int) -> None:
    found = read(codes, under)
    assert (found.points, found.big) == (points, big)


def test_7_2_a_big_number_is_added_before_doubling() -> None:
    found = read("N1 G1w R1w A1w B1w", orders(flag="white"), claim="color-flush")
    assert (found.base, found.big, found.points) == (5, 1, 12)


def test_7_2_no_big_number_under_another_effect() -> None:
    assert read("N5 G5w R5p A2r B1w", big=False).points == 15
    assert read("U5 N5 S1 Y2 X3", big=False).points == 60
    assert read("N1 N2 N3 N4 N5", big=False).points == 75


@pytest.mark.parametrize(
    ("codes", "claim", "points"),
    [
        ("G1w G2w G3w G4w G5w", "straight-suit-flush", 60),
        ("G1w G2w G3w G4w G5w", "straight-color-flush", 60),
        ("G1w G2w G3w G4w G5w", "eclipse", 60),
        ("G1w G2w G3w G4w G5w", "suit-flush", 30),
        ("G1w G2w G3w G4w G5w", "color-flush", 30),
        ("G1w G2w G3w G4w G5w", "straight", 15),
        ("G1w G2p G3w G4w G5w", "straight-suit-flush", 30),
        ("G1w R2w G3w G4w G5w", "straight-color-flush", 30),
        ("G1p G2p G3p G4p G5p", "straight-suit-flush", 30),
        ("R1w R2w R3w R4w R5w", "straight-suit-flush", 30),
        ("R1p R2p R3p R4p R5p", "straight-suit-flush", 15),
        ("G5w R5w A5w B5w G5w", "jupiter", 25),
    ],
)
def test_7_3_flag_and_ally_double(codes: str, claim: str, points: int) -> None:
    assert read(codes, orders(flag="white", ally="raygun"), claim).points == points


@pytest.mark.parametrize(
    ("codes", "under", "points"),
    [
        ("N5 P4 S1 Y2 X3", orders(), 64),
        ("U5 N5 S1 Y2 X3", orders(), 65),
        ("U5 N4 S1 Y2 X3", orders(), 59),
        ("N5 P4 S1 Y2 X3", orders("SO02"), 59),
        ("N1 N2 N3 N4 N5", orders("SO02"), 75),
        ("U5 P4 S1 Y2 X3", orders("SO05"), 59),
        ("N5 P4 S1 Y2 X3", orders("SO05"), 64),
        ("X2 Y3 P5 X5 U3", orders(flag="white", wild=3), 60),
    ],
)
def test_7_4_supernova(codes: str, under: Orders, points: int) -> None:
    assert read(codes, under).points == points


# RR 9: Specs and chaos


@pytest.mark.parametrize(
    ("card", "codes", "array", "points"),
    [
        ("SO05", "G4w R4p A4r B1w", "earth", 6),
        ("SO05", "N4 R4p A4r B1w", "earth", 8),
        ("SO11", "G1w R2w A3w B4w G4w", "venus", 8),
        ("SO12", "G2w G3p G4w G1w G1r", "venus", 2),
        ("SO13", "G4w R4p A1r B1w", "gemini", 20),
        ("SO13", "G4w R4p A2r B1w", "venus", 16),
    ],
)
def test_9_1_specs_in_the_points(card: str, codes: str, array: str, points: int) -> None:
    under = overridden(orders(card), best="jupiter", wilds=[5], flags=["purple"], allies=["robot"])
    found = read(codes, under)
    assert (found.array.name, found.points) == (array, points)


def test_9_1_wild_pair_goes_round_after_the_highest_rank() -> None:
    assert orders("SO14").wilds == {1, 2}
    assert overridden(orders("SO14"), wilds=[5]).wilds == {5, 1}


def test_9_1_grey_sky_voids_the_flag_of_a_straight_suit_flush_too() -> None:
    under = overridden(orders("SO11"), best="jupiter", flags=["white"], allies=["raygun"], wilds=[3])
    assert read("G1w G2w G3w G4w G5w", under).points == 30


def test_9_1_a_struck_best_keeps_its_circular_order() -> None:
    under = overridden(orders("SO11"), best="eclipse")
    assert under.order[1:4] == ("eclipse", "suit-flush", "color-flush")
    assert read("G1w G2w G2w G4w G5w", under).array.name == "suit-flush"


def test_9_2_chaos_reverses_all_but_the_supernova() -> None:
    under = orders("CH1")
    assert list(under.order) == ["supernova", *reversed(brute.TYPICAL[1:])]
    assert not under.flags and not under.allies and not under.wilds
    assert read("G5w R5p A5r B5w U5", under).array.name == "high-tile"


def test_9_2_two_cards_apply_together() -> None:
    under = orders("CH2", "SO05", "SO14")
    assert under != orders("CH2", "SO14", "SO05")
    assert under.order[1] == "high-tile"
    assert under.flags == {"red"} and under.allies == {"astronaut", "robot"}
    assert under.wilds == {1, 2, 3}
    assert [spec.name for spec in under.specs] == ["inversion", "wild-pair"]


@pytest.mark.parametrize(
    ("codes", "message"),
    [
        ("CH1 RC01", "CH1 only applies alone."),
        ("CH2 CH1 RC01", "CH1 only applies alone."),
        ("CH2 RC01", "CH2 draws 2 more cards, but 1 are given with it."),
        ("RC01 RC02", "2 rules cards are too many."),
        ("CH2 RC01 RC01", "RC01 is given twice, but there is only one."),
    ],
)
def test_9_2_cards_that_are_never_in_force_together(codes: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        orders(*codes.split())
    assert message in str(caught.value)


def test_9_2_two_flags_double_once() -> None:
    found = read("G1w R2w A3w B4w G4w", orders("CH2", "RC01", "RC02", best="color-flush", wild=5))
    assert (found.array.name, found.points) == ("color-flush", 28)


# Against every possibility

LETTERS = {**BOX.suits, **BOX.colours}
NAMED = [card.code for card in BOX.cards.values() if not card.chaos]


def random_orders(chance: random.Random) -> tuple[Orders, brute.Rules]:
    """The same orders for the referee and for the slow evaluator; most are of one card."""
    how = chance.random()
    codes = [] if how < 0.2 else ["CH1"] if how < 0.25 else chance.sample(NAMED, 2 if how > 0.95 else 1)
    under = orders(*(["CH2"] if len(codes) > 1 else []), *codes)
    cards = [read_card(code, BOX, "--card") for code in codes]
    specs = frozenset(card.spec for card in cards if card.spec)
    wilds = {card.wild for card in cards if card.wild}
    if "wild-pair" in specs:
        wilds |= {rank % 5 + 1 for rank in wilds}
    if codes == ["CH1"]:
        order = ("supernova", *reversed(brute.TYPICAL[1:]))
    else:
        order = brute.circular(cards[-1].best) if cards else tuple(brute.TYPICAL)
    big = chance.random() < 0.8
    rules = brute.Rules(
        order=order,
        flags=frozenset(LETTERS[card.flag] for card in cards if card.flag),
        allies=frozenset(LETTERS[card.ally] for card in cards if card.ally),
        wilds=frozenset(wilds),
        specs=specs,
        big=big,
    )
    return under, rules


def random_tiles(chance: random.Random) -> list[Tile]:
    """Mostly five tiles, often alike in suit, colour or being special, so that rare arrays turn up."""
    size = chance.choices((1, 2, 3, 4, 5, 6, 7), (1, 2, 3, 4, 40, 6, 2))[0]
    kind = chance.random()
    pool = ALL_TILES
    if kind < 0.25:
        alike = chance.choice(ALL_TILES)
        pool = [t for t in ALL_TILES if alike.suit and t.suit == alike.suit] or pool
    elif kind < 0.4:
        colour = chance.choice(list(BOX.colours))
        pool = [tile for tile in ALL_TILES if tile.colour == colour]
    elif kind < 0.45:
        pool = [tile for tile in ALL_TILES if tile.special]
    elif kind < 0.55:
        ranks = chance.sample(BOX.ranks, 2)
        pool = [tile for tile in ALL_TILES if tile.rank in ranks]
    return chance.sample(pool, size)


@pytest.mark.parametrize("seed", range(4 if SEARCHING else 2))
def test_6_4_every_possibility(seed: int) -> None:
    """Random arrays under random cards: the slow evaluator of all subsets and wilds agrees.

    Arrays with so many wilds that the slow evaluator would need seconds are left out.
    """
    chance = random.Random(seed)
    checked = 0
    while checked < (5000 if SEARCHING else 1500):
        under, rules = random_orders(chance)
        tiles = random_tiles(chance)
        if sum(tile.rank in rules.wilds for tile in tiles) > (4 if len(tiles) <= 5 else 3):
            continue
        codes = [tile.code for tile in tiles]
        claim = chance.choice(brute.TYPICAL) if chance.random() < 0.2 else ""
        expected = brute.read(codes, rules, claim)
        using = evaluator(under, rules.big)
        found = using.best_as(tiles, BOX.arrays[claim]) if claim else using.best(tiles)
        if expected is None:
            assert found is None, (codes, rules, claim)
        else:
            assert found is not None, (codes, rules, claim)
            codes_found = tuple(tile.code for tile in found.scoring(tiles))
            mine = brute.Found(found.array.name, found.points, found.wilds, codes_found)
            assert mine == expected, (codes, rules, claim)
        checked += 1


def test_every_array_turns_up() -> None:
    chance = random.Random(0)
    seen = {
        evaluator(under).best(random_tiles(chance)).array.name
        for under in [typical(BOX)]
        for _ in range(3000)
    }
    assert seen == set(brute.TYPICAL)


# Properties


def hands(size: int = 5) -> st.SearchStrategy[list[Tile]]:
    places = st.lists(st.integers(0, len(ALL_TILES) - 1), min_size=size, max_size=size, unique=True)
    return places.map(lambda chosen: [ALL_TILES[place] for place in chosen])


CARDS = st.sampled_from([code for code in BOX.cards if code != "CH2"])


@given(hands(7), CARDS, st.permutations(range(7)))
@settings(deadline=None)
def test_6_4_points_do_not_depend_on_the_order_of_tiles(
    tiles: list[Tile], card: str, order: list[int]
) -> None:
    using = evaluator(orders(card))
    one, other = using.best(tiles), using.best([tiles[place] for place in order])
    assert (one.array, one.points, one.wilds, one.ranks) == (
        other.array,
        other.points,
        other.wilds,
        other.ranks,
    )


@given(hands(), CARDS, st.sampled_from(BOX.ranks))
@settings(deadline=None)
def test_6_2_another_wild_never_lowers_the_place(tiles: list[Tile], card: str, rank: int) -> None:
    under = orders(card)
    more = overridden(under, wilds=under.named | {rank})
    before, after = evaluator(under).best(tiles), evaluator(more).best(tiles)
    assert under.place(after.array.name) <= under.place(before.array.name)


@given(hands(), CARDS)
@settings(deadline=None)
def test_points_are_never_negative_and_add_up(tiles: list[Tile], card: str) -> None:
    for found in evaluator(orders(card)).hands(tiles):
        times = 1
        for factor in found.factors:
            times *= factor.times
        assert found.base > 0 and found.big >= 0
        assert found.points == (found.base + found.big) * times
        assert len(found.places) == len(found.stands)


@given(hands(), CARDS)
@settings(deadline=None)
def test_an_evaluator_remembers_what_it_would_find_again(tiles: list[Tile], card: str) -> None:
    using = evaluator(orders(card))
    assert using.best(tiles) == using.best(tiles) == next(using.hands(tiles))


@given(hands(7), CARDS, st.booleans())
@settings(deadline=None)
def test_6_4_no_hand_that_scores_more_is_left_out(tiles: list[Tile], card: str, big: bool) -> None:
    using = evaluator(orders(card), big)
    every = tuple(using.hands(tiles))
    assert list(using.satisfied(tuple(tiles))) == [hand.array for hand in every]
    for points in {hand.points for hand in every}:
        some = [hand for hand in using.hands(tiles, above=points) if hand.points > points]
        assert some == [hand for hand in every if hand.points > points]
    assert using.gains(tiles) == (max([hand.points for hand in every]) > every[0].points)


def test_no_tiles_are_no_array() -> None:
    with pytest.raises(ValueError, match="no tiles"):
        evaluator(typical(BOX)).best([])
