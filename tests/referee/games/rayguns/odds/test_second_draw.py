"""Rayguns odds: the mean over all draws, against trying every draw and every five tiles."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache

import pytest

from referee.games.rayguns.box import Tile
from referee.games.rayguns.codes import read_card, read_tiles
from referee.games.rayguns.odds.second_draw import Worth, expected_points, unseen
from referee.games.rayguns.rules.arrays import Evaluator, evaluator
from referee.games.rayguns.rules.orders import Orders, orders_of, overridden, typical
from tests.referee.games.rayguns.table import BOX

ALL_TILES = list(BOX.every_tile)


def tried(held: Sequence[Tile], belt: Sequence[Tile], draw: int, using: Evaluator) -> Fraction:
    """The same mean the slow way."""

    @cache
    def worth(five: tuple[Tile, ...]) -> int:
        return max(hand.points for hand in using.hands(five))

    best = [
        max(worth(tuple(five)) for five in itertools.combinations((*held, *drawn), 5))
        for drawn in itertools.combinations(belt, draw)
    ]
    return Fraction(sum(best), len(best))


def alike(chance: random.Random, kind: str) -> list[Tile]:
    """Twelve tiles, mostly of two suits, of a colour or specials: two of them reach five together."""
    if kind == "suits":
        pool = [tile for tile in ALL_TILES if tile.suit in ("raygun", "rocket")]
    elif kind == "colour":
        pool = [tile for tile in ALL_TILES if tile.colour == "white"]
    elif kind == "specials":
        pool = [tile for tile in ALL_TILES if tile.special or tile.suit == "robot"]
    elif kind == "white specials":
        pool = [tile for tile in ALL_TILES if tile.special and tile.colour == "white"]
        return [*chance.sample(pool, 7), *chance.sample([tile for tile in ALL_TILES if tile not in pool], 5)]
    else:
        pool = ALL_TILES
    return chance.sample(pool, 12)


UNDER = {
    "typical": typical(BOX),
    "one card": orders_of(BOX, [read_card("RC01", BOX, "--card")]),
    "inversion": orders_of(BOX, [read_card("SO05", BOX, "--card")]),
    "silence": orders_of(BOX, [read_card("SO02", BOX, "--card")]),
    "twin moons": orders_of(BOX, [read_card("SO13", BOX, "--card")]),
    "grey sky": orders_of(BOX, [read_card("SO11", BOX, "--card")]),
    "two cards": orders_of(BOX, [read_card(code, BOX, "--card") for code in ("CH2", "SO14", "RC04")]),
    "many wilds": overridden(typical(BOX), flags=["white"], allies=["robot"], wilds=[1, 2, 4]),
}


@cache
def worth(under: Orders) -> Worth:
    return Worth(evaluator(under))


@pytest.mark.parametrize("kind", ["any", "suits", "colour", "specials", "white specials"])
@pytest.mark.parametrize("under", UNDER.values(), ids=list(UNDER))
def test_3_3_every_draw_tried(under: Orders, kind: str) -> None:
    chance = random.Random(f"{kind} {under.order} {sorted(under.wilds)}")
    tiles = alike(chance, kind)
    chance.shuffle(tiles)
    held, belt = tiles[:6], tiles[6:]
    expected = tried(held, belt, 4, evaluator(under))
    assert expected_points(held, Counter(belt), 4, worth(under)) == expected


@pytest.mark.parametrize(
    ("order", "held", "belt"),
    [
        ("typical", "G1p G1r G1w G2p R1p R1r", "G2r G2r R1w R1w R2p R2r"),
        ("inversion", "A4w A5p A4r B4w B1r B4r", "A4p A4p A5w B3p B3p B3w"),
    ],
)
def test_3_3_a_draw_that_completes_two_suits_counts_the_better_one(order: str, held: str, belt: str) -> None:
    """In as many ways as there are tiles alike."""
    mine, theirs = (read_tiles(codes, BOX, "test") for codes in (held, belt))
    expected = tried(mine, theirs, 4, evaluator(UNDER[order]))
    assert expected_points(mine, Counter(theirs), 4, worth(UNDER[order])) == expected


@pytest.mark.parametrize("order", ["typical", "inversion"])
def test_6_1_fewer_than_five_tiles_are_worth_nothing(order: str) -> None:
    held, belt = (read_tiles(codes, BOX, "test") for codes in ("G1w G2w", "G3w G4w R1p"))
    assert expected_points(held, Counter(belt), 2, worth(UNDER[order])) == 0


def test_flushes_of_specials_may_beat_their_supernova() -> None:
    """The one case in which a flush must know which of its tiles are specials."""
    assert worth(UNDER["many wilds"]).split_colours
    assert not worth(UNDER["one card"]).split_colours


@pytest.mark.parametrize("name", ["typical", "one card", "inversion", "twin moons"])
def test_7_4_arrays_of_ranks_are_worth_less_than_a_supernova(name: str) -> None:
    """The odds look at five specials as an array of ranks too; that is right only as it is never better."""
    arrays = worth(UNDER[name])
    looks = {arrays.look(tile, 0) for tile in ALL_TILES}
    most = max(arrays.of_ranks(five) for five in itertools.combinations_with_replacement(looks, 5))
    least = arrays.of_supernovas(
        arrays.special_look(tile) for tile in read_tiles("U1 P1 S1 Y1 X1", BOX, "test")
    )
    assert most < least == 52


@pytest.mark.parametrize("draw", [0, 1, 2])
def test_9_1_other_draws(draw: int) -> None:
    tiles = alike(random.Random(draw), "any")
    held, belt = tiles[:7], tiles[7:]
    expected = tried(held, belt, draw, evaluator(typical(BOX)))
    assert expected_points(held, Counter(belt), draw, worth(typical(BOX))) == expected


def test_the_belt_is_all_but_the_tiles_held() -> None:
    held = read_tiles("G3w G3w U2 B1r", BOX, "test")
    belt = unseen(BOX, held)
    assert sum(belt.values()) == 150 - 4
    assert [belt[tile] for tile in held] == [0, 0, 0, 1]


def test_more_tiles_held_are_never_worse() -> None:
    held = read_tiles("G3w B3p A3r R4w G2r U5 X1", BOX, "test")
    belt = unseen(BOX, held)
    means = [expected_points(held[:count], belt, 2, worth(typical(BOX))) for count in (5, 6, 7)]
    assert means == sorted(means)


def test_all_draws_of_a_round_are_counted() -> None:
    """The whole belt, four tiles: the slow way would try 16 million draws."""
    held = read_tiles("G3w B3p A3r R4w G2r N5 G1w", BOX, "test")
    mean = expected_points(held, unseen(BOX, held), 4, worth(UNDER["one card"]))
    assert 20 < mean < 40
