"""The prospects of a turn, compared with trying every draw."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Sequence
from fractions import Fraction

import pytest

from referee.engine.answers import percent
from referee.engine.chance.outcomes import Quick
from referee.engine.game import CHANCE, Prospects, Seats
from referee.engine.play import start_game
from referee.games.rayguns import game
from referee.games.rayguns.box import Array, Tile
from referee.games.rayguns.odds import prospects
from referee.games.rayguns.odds.arrays import array_chances
from referee.games.rayguns.rules.arrays import evaluator
from referee.games.rayguns.rules.orders import Orders, orders_of, typical
from referee.games.rayguns.rules.rules_cards import turn_up
from referee.games.rayguns.state import State
from referee.players.bots import at_random
from tests.referee.games.rayguns.table import (
    BOX,
    alone,
    begun,
    cards,
    do,
    effects,
    lying,
    powers,
    rules,
    tiles,
)

ORDERS = {
    "typical": typical(BOX),
    "one card": orders_of(BOX, cards("RC05")),
    "reversed": orders_of(BOX, cards("CH1")),
    "grey sky": orders_of(BOX, cards("SO11")),
    "feud": orders_of(BOX, cards("SO12")),
    "wild pair": orders_of(BOX, cards("SO14")),
    "two cards": orders_of(BOX, cards("CH2 RC03 RC10")),
}
BELTS = {
    "any": "",
    "one suit": "G",
    "two suits": "GR",
    "specials": "UPSYXN",
    "one colour": "w",
}


def tried(
    held: Sequence[Tile], belt: Sequence[Tile], draw: int, most: int, under: Orders
) -> dict[Array, Fraction]:
    """The chances by trying every draw, every choice of that many drawn tiles, and any five tiles."""
    using, found, draws = evaluator(under), dict.fromkeys(BOX.arrays.values(), 0), 0
    for drawn in itertools.combinations(belt, draw):
        draws += 1
        ways = itertools.combinations(drawn, most)
        fives = {five for way in ways for five in itertools.combinations((*held, *way), 5)}
        for array in {hand.array for five in fives for hand in using.hands(five)}:
            found[array] += 1
    return {array: Fraction(count, draws) for array, count in found.items() if count}


@pytest.mark.parametrize("belt", BELTS)
@pytest.mark.parametrize("under", ORDERS)
def test_3_3_the_chance_of_each_array_is_that_of_every_draw_tried(under: str, belt: str) -> None:
    chance = random.Random(f"{under} {belt}")
    drawn = [tile for tile in BOX.every_tile if not BELTS[belt] or set(tile.code) & set(BELTS[belt])]
    held, rest = (pool := chance.sample(drawn, 11))[:5], pool[5:]
    for draw, most in ((2, 2), (3, 2)):
        expected = tried(held, rest, draw, most, ORDERS[under])
        found = array_chances(held, rest, draw, ORDERS[under], most)
        supernova = BOX.arrays["supernova"]
        assert found.get(supernova) == expected.get(supernova)
        if supernova not in found:  # It would hide what else five specials are (RR 6.4).
            assert found == expected


def test_6_1_a_supernova_is_five_specials() -> None:
    held, rest = tiles("U1 P2 S3"), tiles("Y4 X5 N1 G1w G2w G3w")
    found = array_chances(held, rest, 3, ORDERS["typical"])
    assert found[BOX.arrays["supernova"]] == Fraction(10, 20)


def told(found: Prospects | None) -> dict[str, str]:
    """The text behind the name of each array."""
    assert found
    rows = (re.fullmatch(r"  (\S.*?)  +(\S.*)", line) for line in found.lines)
    return {row[1]: row[2] for row in rows if row}


def drawn(text: str, **fields: object) -> State:
    """Ann has drawn those tiles, and is to lay her array."""
    return do(begun("opening", lying("", ""), docked=False), f"draw {text}")._replace(**fields)  # type: ignore[arg-type]


def test_3_2_prospects_name_the_tiles_to_put_back() -> None:
    eight = tiles("G1w G2w G3w G4w B1p B2p R4r A3r")
    state = drawn("G1w G2w G3w G4w B1p B2p R4r A3r")
    rows = told(prospects(state, 0))
    rest = list(BOX.every_tile)
    for tile in eight:
        rest.remove(tile)
    best: dict[str, dict[str, Fraction]] = {}
    for back in eight:
        kept = [tile for tile in eight if tile is not back]
        for array, chance in array_chances(kept, [*rest, back], 4, state.rules.orders).items():
            best.setdefault(array.title, {})[back.code] = chance
    assert set(rows) == set(best)
    for name, row in rows.items():
        top = max(best[name].values())
        assert row.startswith(percent(top))
        for back_code in re.findall(r"\b[A-Z]\d\w\b", row):
            assert best[name][back_code] == top
    assert rows["Straight Suit Flush"].endswith("put back R4r or A3r")


def test_no_second_draw_has_no_odds() -> None:
    """RR 9.1: under a flare none is drawn."""
    assert prospects(drawn("G1w G2w G3w G4w B1p B2p R4r A3r", rules=rules("SO08")), 0) is None


def test_those_who_do_not_see_the_tiles_get_no_prospects() -> None:
    source, asked = Quick(5), 0
    for _ in range(3):
        state = start_game(game, ("Ann", "Bo", "Cy"), {})
        while True:
            turn = game.turn(state)
            if isinstance(turn, Seats):
                (seat,) = turn.seats
                for other in (None, *range(3)):
                    known = game.known(state, other)
                    if other != seat and state.drawn:
                        assert prospects(known, other) is None
                        asked += 1
                state = game.apply(state, seat, at_random(game, state, seat, source))
            elif turn is CHANCE:
                state = game.resolve(state, game.chance(state).pick(source))
            else:
                break
    assert asked > 50


FEW_CARDS = {"deck": cards("RC02 SO03 CH1 CH2"), "discards": cards("RC09 SO01 SO05")}
NEW_ORDERS = {
    "an astronaut": powers("A4p A4r P2 A1r G1w", "G1p G2p G3r G4w G5w"),
    "paid": begun(
        "orders-3",
        lying("G3w B3p A3r R4w G2r", "G1p G2p G3r G4w G5w", totals=(20, 0)),
    ),
}


@pytest.mark.parametrize("state", NEW_ORDERS.values(), ids=NEW_ORDERS)
def test_3_4_prospects_of_new_orders(state: State) -> None:
    """Every card that may come is turned up, and the array is scored under it."""
    state = state._replace(**FEW_CARDS)
    found = prospects(state, 0)
    assert found
    text = " ".join(" ".join(found.lines).split())
    now = state.rules.evaluator.best(state.bay.array).points
    asked = alone(state, "orders")
    more = less = mean = Fraction(0)
    for outcome, chance in game.chance(asked):
        turned = turn_up(asked, outcome)
        points = turned.rules.evaluator.best(state.bay.array).points
        more, less = more + chance * (points > now), less + chance * (points < now)
        mean += chance * points
    assert f"scores {now} now" in text and f"{float(mean):.1f} on average" in text
    assert f"more with a chance of {percent(more)}, less with {percent(less)}" in text


def test_5_4_what_a_planet_may_bring() -> None:
    state = effects("P5 G5w R3p A2r B1w", "G1p G2p G3r G4w G5r", cards_="RC02")
    assert state.step == "effect"
    rows = told(prospects(state, 0))
    pool = list(BOX.every_tile)
    for tile in tiles("P5 G5w R3p A2r B1w G1p G2p G3r G4w G5r"):
        pool.remove(tile)
    chances = array_chances(state.bay.array, pool, 5, state.rules.orders, 2)
    for array, chance in chances.items():
        if not array.special:
            assert rows[array.title] == percent(chance)
    assert 0 < chances[BOX.arrays["jupiter"]] < 1


def test_3_3_every_array_that_is_listed_can_be_docked() -> None:
    """Each array is reached by swaps and scores what was listed; what was swapped in stays."""
    state = begun(
        "docking", lying("G3w B3p A3r R4w G2r/A1w G5w", "G1p G2p G3r G4w G5r", cards_="RC05"), docked=False
    )
    state = do(state, "draw N4 R3p B1r A2w", "swap N4 G2r")
    rows = told(prospects(state, 0))
    assert "Mars" in rows and "Jupiter" not in rows
    for name, what in rows.items():
        points, five = re.fullmatch(r"(\d+) points  (.*)", what).groups()  # type: ignore[union-attr]
        assert "N4" in five.split()
        chosen = tiles(five)
        (hand,) = [r for r in state.rules.evaluator.hands(chosen) if r.array.title == name]
        assert hand.points == int(points)
        after = state
        held = list(after.bay.array)
        for tile in chosen:
            if tile in held:
                held.remove(tile)
        missing = [tile for tile in chosen if tile not in state.bay.array]
        for tile, out in zip(missing, held, strict=True):
            after = do(after, f"swap {tile.code} {out.code}")
        docked = alone(after, "dock")
        assert sorted(tile.code for tile in docked.bays[0].array) == sorted(five.split())


def test_6_4_what_an_array_may_be_claimed_as() -> None:
    """The first hand counts if nothing is claimed; every possible claim is listed."""
    state = begun("claims", lying("G5w B5p A5r R4w U4", "G1p G2p G3r G4w G5r", cards_="RC11"))
    assert (state.step, state.active) == ("claim", 0)
    rows = told(prospects(state, 0))
    assert next(iter(rows.items())) == ("Earth", "15 points  A5r B5p G5w")
    claims = {str(move).removeprefix("claim ") for move in game.moves(state, 0)} - {"pass"}
    assert {BOX.arrays[name].title for name in claims} == set(rows) - {"Earth"}
    assert rows["Full House"].startswith("23 points")
