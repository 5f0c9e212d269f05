"""Remarks on a move before it is made, and that the move then does just that."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from referee.engine.chance.outcomes import Quick
from referee.engine.game import CHANCE, OVER, Remark, Seats
from referee.engine.play import start_game
from referee.games.planetary import game
from referee.games.planetary.bots import greedy
from referee.games.planetary.moves import (
    All,
    Attack,
    Build,
    Cell,
    Cut,
    Drill,
    Fire,
    Fly,
    Heal,
    Keep,
    Land,
    Mend,
    On,
    Other,
    Pick,
    Raise,
    Sacrifice,
    Shoot,
    Walk,
)
from referee.games.planetary.rules import power, unit_move
from referee.games.planetary.rules.damage import voids
from referee.games.planetary.state import State
from referee.players.bots import at_random
from tests.referee.games.planetary.tables import BOX, NAMES, do, table

MARKS = {"3,0": "I", "4,0": "I", "2,2": "T", "4,2": "P", "6,3": "W"}
FOUGHT = {
    "modules": "D5@1=LND*",
    "units": "b1=3,1 s2=4,1/1 b2=12,0 h1=15,3",
    "structures": "3,0=mine2",
    "marks": MARKS,
}
CLOSE = {"units": "b1=3,1 s2=4,1/1 b2=2,1 h1=3,2/2 s1=5,3/1", "structures": "3,0=mine2", "marks": MARKS}
ORES = {"3,1": "I", "1,1": "U"}
GUNS = {"modules": "E4@1=LAS* C4@1=REP* D2@1=VAT* E4@2=PLT", "units": "s1=dead"}


def remark(state: State, text: str) -> Remark:
    """On a move of the active player, who may make it."""
    move: Any = game.read(state, state.active, text)
    assert game.check(state, state.active, move).allowed, text
    return game.remark(game.known(state, state.active), state.active, move)


def with_bar(state: State, *codes: str) -> State:
    return state.with_side(0, state.side._replace(bar=codes))


@pytest.mark.parametrize(
    ("text", "said", "where"),
    [
        ("ship 2 in 4", "200 W", {("ring", (2, 0))}),
        ("ship 3", "free", {("ring", (3, 0))}),
        ("ship 8", "200 W, Bo", {("ring", (0, 1))}),
        ("land P1 5,2 in 3", "150 W, grassy plain", {("planet-1A", (4, 2)), ("near-1", (5, 2))}),
        ("b attack S2", "kills Bo's scout", {("planet-1A", (4, 1)), ("near-1", (5, 1))}),
        ("b attack 3,0", "destroys the structure", {("planet-1A", (3, 0)), ("near-1", (4, 0))}),
        ("h 0,3", "grassy plain, 3 movement left", {("planet-1A", (-1, 3)), ("near-2", (4, 3))}),
        (
            "build LAS E4 on",
            "2 iron and 2 copper, 125 W: Laser turret; left: 7 iron, 7 copper, 375 W",
            {("ship-1", (4, 3))},
        ),
        ("sacrifice LAS", "laser turret is given up for 1 iron and 1 copper", set()),
        ("sacrifice LAS card", "laser turret is given up for the top card of your deck", set()),
        ("done", "500 W unspent; brute, scout and healer could still move", set()),
    ],
)
def test_what_is_said_and_where_it_points(
    text: str, said: str, where: set[tuple[str, tuple[int, int]]]
) -> None:
    state = with_bar(table("4 8", **FOUGHT), "LAS")
    found = remark(state, text)
    assert found.text == said
    assert where <= set(found.points) and bool(where) == bool(found.points)
    view = game.view(state, 0)
    for name, at in where:
        areas = (*view.areas, *(view.glance.areas if view.glance else ()))
        assert any(piece.at == at for area in areas if area.name == name for piece in area.pieces), (name, at)


@pytest.mark.parametrize(
    ("state", "text", "said"),
    [
        # PL 4.9: 2 damage to a brute; what a claimed mine still yields; one action of two for woodland.
        (table("4 8", **CLOSE), "b attack B2", "Bo's brute: 2 of 4 HP left, 1 more hit to kill it"),
        (table("4 8", **CLOSE), "b claim 3,0", "Bo's mine, 5 iron there"),
        (table("4 8", **CLOSE), "b mine 4,0", "1 iron: mine on iron ore, 5 iron there"),
        (table("4 8", **CLOSE), "h cut 2,2", "then 1 more cut for 3 hydrocarbon"),
        (do(table("4 8", **CLOSE), "h cut 2,2").but(doings=table().doings), "h cut 2,2",
         "3 hydrocarbon, leaves grassy plain"),
        (table("4 8", **CLOSE), "h pick 4,2", "1 hydrocarbon, leaves grassy plain"),
        (table("4 8", units="h1=3,2 b1=3,1/2"), "h heal b", "brute: 3 of 4 HP"),
        # PL 4.5: a unit that has begun has finished when another begins.
        (do(table("4 8", **CLOSE), "b 5,1"), "h pick 4,2",
         "1 hydrocarbon, leaves grassy plain, and the brute has finished"),
        # PL 6
        (table("4 6", **GUNS), "b fire E4 E4@2", "PLT: 3 of 4 HP left, 3 more hits to destroy it"),
        (table("4 6", **GUNS), "b fire E4 D4@2", "CORE: 5 of 6 HP left, 5 more hits to destroy it"),
        (table("4 6", modules="E4@1=LAS* E4@2=SHD*"), "b fire E4 D3@2",
         "a shield voids it: COR keeps 2 HP"),
        (table("4 6", modules="D2@1=VAT*", units="s1=dead"), "b clone D2 s D3",
         "2 iron and 2 copper: the scout is back with 2 HP; the vat is used up"),
        (do(table("2,1 8", marks=ORES, modules="E4@1=DRL", step="upkeep"), "on E4", "ready"), "drill 3,1",
         "1 of 5 iron there"),
    ],
)  # fmt: skip
def test_actions(state: State, text: str, said: str) -> None:
    assert remark(state, text).text == said


@pytest.mark.parametrize(
    ("text", "about"),
    [("h cut 2,2", "woodland"), ("h pick 4,2", "plants"), ("b mine 4,0", "iron ore"), ("h 3,3", "")],
)
def test_4_9_work_is_about_the_terrain(text: str, about: str) -> None:
    """The healer that cuts wood stands on it, so that the place is called after her."""
    state = table("4 8", **{**CLOSE, "units": "b1=3,1 s2=4,1/1 b2=2,1 h1=2,2/2 s1=5,3/1"})
    state = state if text != "h pick 4,2" else table("4 8", **CLOSE)
    assert remark(state, text).about == about


@pytest.mark.parametrize(
    "text",
    ["build LAS A1 on", "b attack B2", "b fire E4 D4@2", "h heal s", "b cut 0,0", "ship 3 in 6",
     "land P1 0,0", "b mine 0,0", "b claim 0,0", "on all", "ready", "fuel", "drill 0,0", "sacrifice CAN",
     "b clone E4 s D4", "h mend E4 D4", "start 3", "fall 3,0", "b 0,0"],
)  # fmt: skip
def test_of_a_move_that_is_not_allowed_the_reason_is_said(text: str) -> None:
    """A form may be filled in with a move that nobody can make."""
    state = table("4 20", watts=-400)
    move: Any = game.read(state, 0, text)
    ruling = game.check(state, 0, move)
    assert not ruling.allowed
    assert game.remark(game.known(state, 0), 0, move) == Remark(ruling.reason, sense=-1)


UPKEEP = {"modules": "E4@1=LAS C4@1=GEN-F D2@1=CAN", "cores": "fission fission", "step": "upkeep"}


@pytest.mark.parametrize(
    ("before", "text", "said"),
    [
        # PL 4.2: without fuel a core gives 50 W; a generator buys fuel of its own.
        ((), "fuel", "1 radium: 1000 W instead of 50"),
        ((), "on all", "50 W for GEN-F LND, not for CAN LAS, with 1 radium as fuel; 0 W left"),
        ((), "on E4", "50 W for LAS; 0 W left"),
        ((), "ready", "off: CAN GEN-F LAS LND"),
        (("fuel",), "on all", "200 W for GEN-F CAN LAS LND, with 1 radium as fuel; 1300 W left"),
        (("fuel", "on all"), "ready", "on: GEN-F CAN LAS LND"),
        (("fuel", "on D2"), "ready", "on: CAN; off: GEN-F LAS LND"),
    ],
)
def test_4_3_upkeep(before: tuple[str, ...], text: str, said: str) -> None:
    assert remark(do(table("4 6", **UPKEEP), *before), text).text == said


def test_3_1_round_0() -> None:
    start = start_game(game, NAMES[:2], {}).but(worlds=table().worlds, step="space", ready=(False, False))
    said = {text: game.remark(start, 0, game.read(start, 0, text)).text for text in ("start 4", "start 7")}  # type: ignore[arg-type]
    assert said == {"start 4": "anchor of P1", "start 7": "3 spaces from P1"}
    building = start.but(step="build").with_side(0, start.sides[0]._replace(bar=("LAS",)))
    done = game.remark(building, 0, game.read(building, 0, "done"))  # type: ignore[arg-type]
    assert done.text == "random cells for brute, scout and healer"


def first(state: State) -> str:
    """The move that makes most sense."""
    known = game.known(state, state.active)
    return str(
        max(game.moves(state, state.active), key=lambda move: game.remark(known, state.active, move).sense)
    )


def test_moves_that_make_more_sense_come_first() -> None:
    """Fuel, then upkeep, and `ready` once nothing more can be paid; a kill before a hit."""
    state = table("4 6", **UPKEEP)
    assert first(state) == "fuel"
    state = do(state, "fuel")
    assert first(state) == "on all"
    assert first(do(state, "on all")) == "ready"
    assert first(table("4 8", **CLOSE)) == "b attack S2"
    assert first(with_bar(table("4 8"), "LAS")).startswith("build LAS")


def test_nothing_is_given_up_unasked() -> None:
    """Below 0 are the sacrifices, and nothing else: every other move keeps what the player has."""
    state = with_bar(table("4 8", **CLOSE), "LAS", "COR")
    below = {str(move) for move in game.moves(state, 0) if game.remark(state, 0, move).sense < 0}
    assert below == {"sacrifice LAS", "sacrifice LAS card", "sacrifice COR", "sacrifice COR card"}


@pytest.mark.parametrize("seed", range(3))
def test_the_figures_are_what_the_move_then_does(seed: int) -> None:
    """In games of bots and from a fight, for one move of each kind that may be made."""
    fight = with_bar(table("4 6", **GUNS), "LAS", "COR", "GEN-S")
    close = table("4 8", modules="E4@1=LAS*", **CLOSE)
    start = start_game(game, NAMES[: 2 + seed], {"rounds": "4"})
    checked = 0
    for state in (*positions(start, seed, 160), *positions(fight, seed, 60), *positions(close, seed, 60)):
        checked += sum(agrees(state, move) for move in one_of_each(state, seed))
    assert checked > 400


def positions(state: State, seed: int, most: int) -> Iterator[State]:
    source = Quick(seed)
    bots: tuple[Any, ...] = (greedy, at_random)
    for _ in range(most):
        turn = game.turn(state)
        if turn is OVER:
            return
        if isinstance(turn, Seats):
            seat = turn.seats[0]
            if len(turn.seats) == 1 and state.step in ("upkeep", "drill", "act"):
                yield state
            move = bots[source.below(2)](game, game.known(state, seat), seat, source)
            state = game.apply(state, seat, move)
        else:
            assert turn is CHANCE
            state = game.resolve(state, game.chance(state).pick(source))


def one_of_each(state: State, seed: int) -> list[Any]:
    """For each kind of move one that is legal, another in each game."""
    kinds: dict[type[Any], list[Any]] = {}
    for move in game.moves(state, state.active):
        kinds.setdefault(type(move), []).append(move)
    return [moves[(7 * seed + state.turn_number) % len(moves)] for moves in kinds.values()]


def agrees(state: State, move: Any) -> bool:
    """Tell whether there was a figure to compare; what is compared must be so."""
    seat = state.active
    text = game.remark(game.known(state, seat), seat, move).text
    after = game.apply(state, seat, move)
    own, new = state.sides[seat], after.sides[seat]
    gains = [now - then for then, now in zip(own.materials, new.materials, strict=True)]
    match move:
        case Build():
            left = ", ".join(f"{new.materials[number]} {BOX.materials[number]}" for number in (0, 1))
            assert text.split("; left: ")[1].split(", and ")[0] == f"{left}, {power.left(after)} W"
        case On() | All() | Keep():
            assert text.endswith(f"; {power.left(after)} W left")
        case Fly() | Land():
            spent = after.doings.spent - state.doings.spent
            assert text.split(", ")[0] == (f"{spent} W" if spent else "free")
        case Walk():
            assert f", {unit_move.left(after, move.unit)} movement left" in text
        case Heal():
            assert f": {new.units[move.ally].hp} of " in text
        case Mend():
            module = new.ship.cells[move.cell]
            assert module and f": {module.hp} of " in text
        case Raise() | Cut() | Pick() | Drill() | Sacrifice():
            for name, gain in zip(BOX.materials, gains, strict=True):
                if gain:
                    assert re.search(
                        rf"\b{abs(gain)} {'of [0-9]+ ' if isinstance(move, Drill) else ''}{name}", text
                    )
        case Attack() | Shoot() | Fire() if isinstance(move.target, Other):
            hp = after.sides[move.target.seat].units[move.target.unit].hp
            assert (f": {hp} of " in text) if hp else text.startswith("kills ")
        case Attack() | Shoot() | Fire() if isinstance(move.target, Cell):
            assert move.target.ship is not None
            module = after.sides[move.target.ship].ship.cells[move.target.cell]
            if voids(state.sides[move.target.ship].ship, state.round):
                assert module and text == f"a shield voids it: {module.code} keeps {module.hp} HP"
            else:
                assert (
                    (f": {module.hp} of " in text) if module and module.hp else text.startswith("destroys ")
                )
        case _:
            return False
    return True
