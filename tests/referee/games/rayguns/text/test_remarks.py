"""Remarks on moves before they are made; they say what the moves then do."""

from __future__ import annotations

import re
from typing import Any

import pytest

from referee.engine.chance.outcomes import Quick
from referee.engine.game import CHANCE, HIDDEN, OVER, Remark
from referee.engine.play import follow, start_game
from referee.games.rayguns import game
from referee.games.rayguns.bots import greedy
from referee.games.rayguns.moves import Claim, Dock, Lay, NewOrders, Pass, Swap, Trade, Zap
from referee.games.rayguns.rules.tiles import UNKNOWN
from referee.games.rayguns.state import State
from referee.players.bots import at_random
from tests.referee.games.rayguns.table import (
    BOX,
    EARTH,
    NAMES,
    PAIR,
    SUPERNOVA,
    after_round_4,
    begun,
    do,
    effects,
    lying,
    powers,
)
from tests.referee.playthroughs import files, read_line

# Under RC01 only ranks of 1 are wild, and the order is the typical one.
DRAWN = do(begun("opening", lying("", "")), "draw G3w B3p A3r R4w G2r A4w U2 N3")
LAID = do(DRAWN, "array G3w B3p A3r R4w G2r")
DOCKING = do(begun("docking", lying(f"{EARTH}/A2w", PAIR)), "draw R3w G5p B4p A2p")
PAID = begun("orders-1", lying("", "", totals=(12, 3)))
NOVA = do(begun("opening", lying("", "")), f"draw {SUPERNOVA} G1w G1p G1r", f"array {SUPERNOVA}", "pass")
CLAIMING = begun("claims", lying("G4w B4p A4r R5w G5r", PAIR, cards_="RC13"))
FIRE = powers("G5w G5p G2r R4w A3w/B2w", "G3r B3p A3r R4p G2p/R2r")
ROCKETS = powers("R3w R4p R2r A3p B5w/G3w", PAIR)
ROBOTS = powers("B4w B3p B2r A5p G4r", f"{PAIR}/R4r")
PLANET = effects("P5 G5p A5r R4p B3w", PAIR)
BROUGHT = do(PLANET, "use planet", "draw R5w A3r B2p B2w A2w")
GLYPH = effects("Y5 G5p A1r R1p B3w", "G3r B3p A3r R4p G2p")
BIG = effects("N5 S5 A5r R4p B3w", PAIR)
ALIEN = effects("X5 G5p A5r R4p B3w", PAIR, totals=(3, 9))
UFO = do(begun("docking", lying("U3 B3p A3r R4w G2r", PAIR)), "draw G4p G5w B2p A2p", "dock")


@pytest.mark.parametrize(
    ("rule", "state", "move", "said"),
    [
        ("RR 3.2", DRAWN, "array G3w B3p A3r R4w G2r", "Earth, 9 points"),
        ("RR 6.1", DRAWN, "array G3w B3p A3r R4w A4w", "Full House, 17 points"),
        ("RR 7.2", DRAWN, "array G3w B3p A3r N3 U2", "Mars, 15 points (big number +3)"),
        (
            "RR 3.2 spare parts",
            LAID,
            "spare N3 A4w",
            "white astronaut 4 and red big number 3; best of array and parts: Full House, 17 points",
        ),
        ("RR 3.2 none", LAID, "pass", "no spare part; your array: Earth, 9 points"),
        ("RR 3.3 Supernova", NOVA, "dock", "at once, without a second draw: Supernova, 59 points (BEST)"),
        ("RR 3.3", NOVA, "pass", "go on to the second draw of 4"),
        ("RR 3.3 dock", DOCKING, "dock", "Earth, 9 points; up to 17 with swaps"),
        ("RR 3.3 one of two swaps", DOCKING, "swap R3w R4w", "Mars, 12 points; up to 17 with more swaps"),
        ("RR 3.3 swap", DOCKING, "swap B4p G2r", "Full House, 17 points"),
        ("RR 3.3 astray", DOCKING, "swap G5p G3w", "Venus, 6 points; up to 14 with more swaps"),
        (
            "RR 3.3 spare part",
            DOCKING,
            "swap B4p A2w spare",
            "spare parts B4p; your array stays Earth, 9 points; up to 13 with more swaps",
        ),
        ("RR 5.3", UFO, "dock G4p", "Full House, 17 points; the UFO is your effect"),
        ("RR 5.3 none", UFO, "pass", "add nothing: Earth, 9 points"),
        ("RR 3.4 paid", PAID, "orders", "pay 10 of your 12 points; a new rules card replaces RC01"),
        ("RR 3.4 kept", PAID, "pass", "keep your 12 points and the orders in force"),
        ("RR 4.2", FIRE, "zap G3r@Bo", "Bo's array: Earth, 9 → Venus, 6 points"),
        ("RR 4.2 no scoring tile", FIRE, "zap R4w@Ann", "your array: it stays Venus, 10 points"),
        ("RR 4.2 spare part", FIRE, "zap R2r@Bo spare", "Bo's spare part"),
        ("RR 4.3", ROCKETS, "swap R4p G3w", "your array: Venus, 6 → Earth, 9 points"),
        ("RR 4.5", ROBOTS, "swap A5p R4r@Bo", "your array: Venus, 8 → Earth, 12 points; Bo gets A5p"),
        ("RR 5.4", PLANET, "use planet", "draw 5 tiles, and add up to 2"),
        ("RR 5.4 added", BROUGHT, "dock R5w A3r", "Mars, 20 points, or claim Full House for 21"),
        ("RR 5.4 none", BROUGHT, "pass", "add nothing: Earth, 15 points"),
        ("RR 5.8", BIG, "use big-number", "as without naming it: Earth, 20 points (big number +5)"),
        ("RR 5.2", BIG, "use satellite", "look at a tile of the belt; Earth, 20 → Earth, 15 points"),
        ("RR 5.8 unnamed", BIG, "pass", "use no effect but the big number"),
        ("RR 9.4", GLYPH, "use glyph", "the bonus goes to the best tile, now Ann's"),
        ("RR 5.7", ALIEN, "use alien", "bars Bo from the bonus, now Ann's"),
        ("RR 6.4", CLAIMING, "claim full-house", "Full House, 22 points"),
        ("RR 6.4 fewer points", CLAIMING, "claim earth", "Earth, 12 points"),
        (
            "RR 6.4 none",
            CLAIMING,
            "pass",
            "it counts as Venus, 10 points (BEST), and the bonus of 5 as it stands",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) and value.startswith("RR") else "",
)
def test_said(rule: str, state: State, move: str, said: str) -> None:
    assert remark(state, move).text == said, rule


def test_10_1_the_port_says_what_five_tiles_are() -> None:
    """RR 10.1: no big number scores there."""
    state = do(after_round_4((0, 0)), "draw N5 G5w R5p A2r B1w G1r G3r")
    assert remark(state, "dock N5 G5w R5p B1w G1r").text == "Full House, 17 points"


def test_6_4_the_claim_of_most_points_comes_first() -> None:
    """RR 6.4: and passing is never Enter's choice while a claim gains something."""
    texts = by_sense(CLAIMING)
    points = [int(remark(CLAIMING, text).text.split(", ")[1].split()[0]) for text in texts if text != "pass"]
    assert points == sorted(points, reverse=True)
    assert texts[0] == "claim full-house"
    assert remark(CLAIMING, "pass").sense < 0 < remark(CLAIMING, texts[0]).sense


def test_3_3_swaps_lead_to_the_best_array() -> None:
    """RR 3.3: taking the first of the list again and again docks the best array there is."""
    state = do(begun("docking", lying(f"{EARTH}/A2w B3r", PAIR)), "draw R3w G5p B2p A2p")
    done = []
    while state.step == "dock" and state.active == 0:
        done.append(by_sense(state)[0])
        state = do(state, done[-1])
    assert done[-1] == "dock" and len(done) == 3
    assert sorted(tile.rank for tile in state.bays[0].array).count(3) == 5


def test_declining_and_paying_are_below_zero() -> None:
    """RR 3.2, 3.4, 4.2: so Enter never does it unasked."""
    assert remark(PAID, "orders").sense < 0 <= remark(PAID, "pass").sense
    assert remark(LAID, "pass").sense < 0
    assert remark(DOCKING, "dock").sense < 0
    assert (
        remark(FIRE, "zap G5w@Ann").sense < remark(FIRE, "pass").sense < 0 < remark(FIRE, "zap G3r@Bo").sense
    )
    assert remark(PLANET, "pass").sense < 0 < remark(PLANET, "use planet").sense
    assert remark(BIG, "use satellite").sense < 0 == remark(BIG, "pass").sense


def test_what_is_not_allowed_has_no_remark() -> None:
    assert remark(CLAIMING, "claim jupiter") == Remark()
    assert remark(PAID, "dock") == Remark()


@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_said_is_what_happens(seed: int) -> None:
    """In whole games: arrays, points and costs of moves, as their player knows the table."""
    source, compared = Quick(seed), set[str]()
    for players in (2, 3, 4):
        state = start_game(game, NAMES[:players], {})
        while (turn := game.turn(state)) is not OVER:
            if turn is CHANCE:
                state = game.resolve(state, game.chance(state).pick(source))
                continue
            seat, known = state.active, game.known(state, state.active)
            listed = list(game.moves(known, seat))
            for move in listed[:: 1 + len(listed) // 12]:
                found = game.remark(known, seat, move)
                assert found.text and HIDDEN not in found.text, f"{state.step}: {move}"
                if compare(state, seat, move, found):
                    compared.add(f"{state.step} {type(move).__name__}")
            chooser = greedy if source.below(3) else at_random
            state = game.apply(state, seat, chooser(game, known, seat, source))
    assert compared >= {
        "array Lay", "dock Dock", "dock Swap", "last Dock", "claim Claim", "claim Pass", "orders NewOrders",
    }  # fmt: skip


def test_moves_with_tiles_that_only_their_owner_saw() -> None:
    """RR 3.2, 3.3: in a recorded game in which the table drew, every move has a remark."""
    file = next(file for file in files("rayguns") if file.stem == "2-told-by-the-table")
    head, _, body = file.read_text(encoding="utf-8").partition("\n\n")
    names = dict(line.split(": ", 1) for line in head.splitlines())["players"].split(", ")
    state, unknown = start_game(game, names, {}), 0
    for line in body.partition("\nscore")[0].splitlines():
        if line.startswith(" "):
            continue
        event = read_line(game, state, names, line)
        if event.seat is not None:
            known = game.known(state, event.seat)
            assert game.remark(known, event.seat, event.what).text, line
            unknown += UNKNOWN in known.drawn
        state = follow(game, state, event)
    assert unknown > 10


def compare(state: State, seat: int, move: Any, found: Remark) -> bool:
    """Compare the figures of the remark with what the move does; whether there was something to compare."""
    after: Any = game.PHASES[state.step].apply(state, seat, move)
    match state.step, move:
        case "orders", NewOrders():
            assert state.accounts[seat].total - after.accounts[seat].total == int(found.text.split()[1])
            return True
        case ("array", Lay()) | ("last", Dock()) | ("dock", Swap(spare=False)):
            assert shown(after, seat) == found.text.split("; ")[0].split(", or claim ")[0]
            return True
        case "dock", Dock():
            assert shown(after, seat) == found.text.split("; ")[0].split(", or claim ")[0]
            return True
        case "power", Zap(spare=False) | Trade():
            owner = state.names.index(move.name) if isinstance(move, Zap) else seat
            becomes = re.split(" → |stays ", found.text)[1].split("; ")[0].split(", or claim ")[0]
            assert shown(after, owner) == becomes
            return True
        case "claim", Claim() | Pass():
            end = game.apply(state, seat, move)
            if end.round == state.round and end.step != "over":
                return False
            assert end.result is not None
            mine = end.result.sheet.players[seat]
            assert f"{BOX.arrays[mine.array].title}, {mine.points} point" in found.text  # type: ignore[index]
            bonus = re.search(r"bonus of (\d+)", found.text)
            assert mine.bonus == (int(bonus[1]) if bonus else 0)
            return True
    return False


def shown(state: State, seat: int) -> str:
    """The array that the table says the tiles of that seat count as."""
    area = next(area for area in game.view(state, None).areas if area.name == f"array-{seat + 1}")
    return area.note.split(".")[0]


def by_sense(state: State) -> list[str]:
    moves = [str(move) for move in game.moves(state, state.active)]
    return sorted(moves, key=lambda text: -remark(state, text).sense)


def remark(state: State, move: str) -> Remark:
    known = game.known(state, state.active)
    return game.remark(known, state.active, game.read(known, state.active, move))
