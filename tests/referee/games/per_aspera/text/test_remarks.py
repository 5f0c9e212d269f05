"""Remarks on a move before it is made, held to what the move then does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from referee.contract import recorded
from referee.engine.answers import percent
from referee.engine.chance.outcomes import Quick
from referee.engine.game import CHANCE, Seats
from referee.engine.play import follow, start_game
from referee.games.per_aspera import game
from referee.games.per_aspera.box import COLONISTS
from referee.games.per_aspera.moves import Ask, Attack, Buy, Configure, Drop, Fuel, Go, Recruit, Sell, Upgrade
from referee.games.per_aspera.rules import combat
from referee.games.per_aspera.rules.map_spaces import HOME, Space
from referee.games.per_aspera.state import State
from tests.referee.games.per_aspera.tables import EAST, FAR, RECOMMENDED, do, table

FAR_EAST = Space(2, 0)
TRADER = RECOMMENDED._replace(space=EAST, left=True, fuel=5)


def said(state: State, text: str, seat: int = 0) -> str:
    move: Any = game.read(state, seat, text)
    return game.remark(state, seat, move).text


def sense(state: State, text: str, seat: int = 0) -> int:
    move: Any = game.read(state, seat, text)
    return game.remark(state, seat, move).sense


MARKET = table({EAST: "3L.a", FAR_EAST: "1M.a"}, {EAST: 2, FAR_EAST: 5}, [TRADER, RECOMMENDED])
FAR_MARKET = table({EAST: "3L.a", FAR: "1M.a"}, {EAST: 2, FAR: 5}, [TRADER, RECOMMENDED])
LOADED = table(
    {EAST: "3L.a", FAR_EAST: "1M.a"}, {EAST: 2, FAR_EAST: 1}, [TRADER._replace(cargo=(3, 4)), RECOMMENDED]
)


@pytest.mark.parametrize(
    ("state", "text", "remark"),
    [
        pytest.param(
            start_game(game, ("Ann", "Bo"), {"foray": ""}),
            "ship 2 1 2 10 10",
            "90 MCR, 10 left; Warp 2, Cannons 1, Hold 2, tank 10, fuel 10",
            id="PA 4.1 configure",
        ),
        pytest.param(MARKET, "buy 2", "ore: 6 MCR, 4 left, hold 2 of 2; 2,0 pays 3 a unit", id="PA 5.2 buy"),
        pytest.param(
            MARKET, "go 2,0", "burns 1, 4 left; wants crystal, ore, grain; sells ice at 1 MCR", id="PA 5.4 go"
        ),
        pytest.param(MARKET, "go 0,0", "burns 1, 4 left; home", id="PA 5.4 home"),
        pytest.param(
            MARKET,
            "stay",
            "stays, fuel 5; wants crystal; sells ore at 3 MCR",
            id="PA 5.4 staying burns nothing",
        ),
        pytest.param(
            LOADED,
            "go 2,0",
            "burns 1, 4 left; pirates want crystal, ore, grain; sells ice at 1 MCR; your cargo pays 14 MCR; "
            "pirates beat you 58.3 %",
            id="PA 5.7 pirates, and PA 3.2 double pay",
        ),
        pytest.param(LOADED, "drop ore", "throws ore away, hold 1 of 2", id="PA 5.1 drop"),
        pytest.param(
            table({}, ships=[TRADER._replace(money=130), RECOMMENDED]),
            "go 0,0",
            "burns 1, 4 left; wins",
            id="PA 6.1 home with the goal",
        ),
        pytest.param(
            table({}, ships=[RECOMMENDED._replace(money=130), RECOMMENDED]),
            "stay",
            "stays, fuel 10; home",
            id="PA 6.1 not for a ship that has never left",
        ),
        pytest.param(
            table({}, ships=[TRADER._replace(money=130, pirate=1), RECOMMENDED]),
            "go 0,0",
            "burns 1, 4 left; home; interceptor beat you 91.7 %",
            id="PA 5.9 the interceptor",
        ),
        pytest.param(
            table({}, ships=[TRADER._replace(space=FAR_EAST, fuel=0), RECOMMENDED]),
            "go 1,0",
            "drifts, no Unload",
            id="PA 5.5 drift",
        ),
        pytest.param(
            table({EAST: "1M.a"}, options={"unknown-demands": ""}),
            "go 1,0",
            "burns 1, 9 left; demand unknown, pirates 31.1 %; sells ice at 1 MCR",
            id="PA 2.3 unknown demands",
        ),
        pytest.param(
            table({}, ships=[RECOMMENDED._replace(money=31), RECOMMENDED]),
            "upgrade warp",
            "Warp 2 → 3: 30 MCR, 1 left",
            id="PA 4.1 upgrade",
        ),
        pytest.param(table({}), "colonist", "10 MCR, 0 left, hold 1 of 2", id="PA 5.1 colonists"),
        pytest.param(
            table({}, ships=[RECOMMENDED._replace(fuel=4), RECOMMENDED]),
            "fuel 6",
            "6 MCR, 4 left, fuel 10 of 10",
            id="PA 5.1 fuel",
        ),
        pytest.param(
            table({EAST: "1M.a"}, {EAST: 1}, [TRADER._replace(pirate=2), RECOMMENDED]),
            "ask",
            "33.3 % that they sell fuel, 2 MCR a unit",
            id="PA 5.3 ask",
        ),
        pytest.param(
            do(table({}, ships=[RECOMMENDED, TRADER._replace(cargo=(COLONISTS, 4))]), "go 1,0"),
            "attack Bo",
            "41.7 % to win; Bo carries crystal",
            id="PA 5.6 attack",
        ),
    ],
)
def test_what_is_said(state: State, text: str, remark: str) -> None:
    assert said(state, text) == remark


def test_a_way_is_about_the_planet_it_leads_to() -> None:
    """By the name on its card; the homeworld and empty space need none."""
    state = table({EAST: "1S.a"}, {EAST: 5})
    remarks = [game.remark(state, 0, game.read(state, 0, f"go {to}")) for to in ("1,0", "-1,0", "0,0")]
    assert [one.about for one in remarks] == ["Nix", "", ""]


def test_5_6_taking_and_removing() -> None:
    fight = do(
        table({}, ships=[RECOMMENDED, TRADER._replace(cargo=(1, 4))]), "go 1,0", "attack Bo", "roll 6,1"
    )
    assert said(fight, "take 4") == "crystal of Bo, Pirate 0 → 1"
    assert said(fight, "done") == "takes nothing"
    assert sense(fight, "take 4") > sense(fight, "take 1") > sense(fight, "done")
    beaten = do(LOADED, "go 2,0", "roll 1,6")
    assert said(beaten, "remove 4", seat=1) == "Ann loses crystal, keeps 1 unit"
    assert sense(beaten, "remove 4", seat=1) > sense(beaten, "remove 3", seat=1)


def test_5_10_selling_and_settling() -> None:
    settler = TRADER._replace(hold=4, cargo=(COLONISTS, 4, 4))
    cards = {EAST: "3L.a", FAR_EAST: "4S.a", Space(2, -1): "1M.a"}
    state = do(table(cards, {EAST: 2, Space(2, -1): 3}, [settler, RECOMMENDED]), "go 2,-1")
    assert said(state, "sell 4 2") == "crystal: 2 × 4 = 8 MCR, 18 in all"
    assert said(state, "settle") == "slot 1 of 4; what you sell here pays 1 MCR more a unit"
    assert said(do(state, "settle"), "sell 4 2") == "crystal: 2 × 5 = 10 MCR, 20 in all"
    assert said(state, "done") == "ends the turn, keeps 3 units"
    assert sense(state, "settle") > sense(state, "sell 4 2") > sense(state, "sell 4 1") > sense(state, "done")


@pytest.mark.parametrize(
    ("state", "better", "worse"),
    [
        pytest.param(
            start_game(game, ("Ann", "Bo"), {"foray": ""}), "ship 2 1 2 10 10", "ship 1 1 1 1 1", id="PA 4.2"
        ),
        pytest.param(do(MARKET, "buy 2"), "go 2,0", "drop ore", id="what was bought is not thrown away"),
        pytest.param(FAR_MARKET, "buy 2", "buy 1", id="a full hold"),
        pytest.param(LOADED, "go 2,0", "go 0,0", id="where the cargo pays"),
        pytest.param(MARKET, "go 2,0", "go 2,0 burn 2", id="no detours"),
        pytest.param(
            table({}, ships=[TRADER._replace(space=FAR_EAST, warp=1, fuel=2), RECOMMENDED]),
            "go 1,0",
            "go 3,0",
            id="PA 5.5 not without the fuel to come back",
        ),
        pytest.param(
            table({}, ships=[TRADER._replace(money=130), RECOMMENDED]), "go 0,0", "go 2,0", id="PA 6.1"
        ),
    ],
)
def test_what_makes_more_sense(state: State, better: str, worse: str) -> None:
    assert sense(state, better) > sense(state, worse)


def test_5_7_pirates_make_a_sale_less_sensible() -> None:
    """PA 5.7: as much as they are likely to beat the ship, which shows best with better cannons."""
    strong = LOADED._replace(ships=(LOADED.ship._replace(cannons=5), RECOMMENDED))
    assert sense(strong, "go 2,0") > sense(LOADED, "go 2,0") > sense(LOADED, "go 0,0")


@pytest.mark.parametrize("number", range(3))
def test_the_figures_are_those_of_the_move(number: int) -> None:
    """Money, fuel, hold and takings over random games; the best move never throws anything away."""
    options = ({"rounds": "15"}, {"rounds": "15", "unknown-demands": ""}, {"rounds": "15", "foray": ""})
    state, seen = start_game(game, ("Ann", "Bo", "Cy"), options[number]), set[type[Any]]()
    for event in recorded(game, state, Quick(number)):
        turn = game.turn(state)
        if isinstance(turn, Seats):
            [seat] = turn.seats
            moves: list[Any] = list(game.moves(state, seat))
            best = max(game.remark(state, seat, move).sense for move in moves[:200])
            assert best >= 0
            for move in moves[:: max(1, len(moves) // 12)]:
                text = game.remark(state, seat, move).text
                after: State = game.apply(state, seat, move)
                seen.add(type(move))
                assert figures(state, seat, move, after) <= set(clauses(text)), f"{move}: {text}"
                if isinstance(move, Drop):
                    assert game.remark(state, seat, move).sense < 0
        state = follow(game, state, event)
    assert {Configure, Go, Buy, Drop} <= seen


def clauses(text: str) -> Iterator[str]:
    yield from re.split("[;,:] ", text)


def figures(state: State, seat: int, move: Any, after: State) -> set[str]:
    """Work out from the state after the move what the remark has to say."""
    ship = after.ships[seat]
    if isinstance(move, Configure):
        return {f"{100 - ship.money} MCR", f"{ship.money} left", f"fuel {ship.fuel}", f"tank {ship.tank}"}
    if isinstance(move, Attack):
        return {f"{percent(win_chance(after))} to win"}
    before = state.ships[seat]
    if isinstance(move, Buy | Fuel | Recruit | Upgrade):
        found = {f"{before.money - ship.money} MCR", f"{ship.money} left"}
        full = {f"hold {len(ship.cargo)} of {ship.hold}"} if isinstance(move, Buy | Recruit) else set()
        return found | full | ({f"fuel {ship.fuel} of {ship.tank}"} if isinstance(move, Fuel) else set())
    if isinstance(move, Drop):
        return {f"hold {len(ship.cargo)} of {ship.hold}"}
    if isinstance(move, Sell):
        return {f"{ship.money} in all"}
    if isinstance(move, Ask):
        sold = sum(chance for dice, chance in game.chance(after) if game.resolve(after, dice).doings.friendly)
        return {f"{percent(sold)} that they sell fuel"}
    if isinstance(move, Go):
        return set(way_figures(state, move, after, seat))
    return set()


def way_figures(state: State, move: Go, after: State, seat: int) -> Iterator[str]:
    before, ship = state.ships[seat], after.ships[seat]
    if before.fuel and ship.fuel < before.fuel:
        yield from (f"burns {before.fuel - ship.fuel}", f"{ship.fuel} left")
    if after.step == "unload":
        sold = after
        while sales := [one for one in game.moves(sold, seat) if isinstance(one, Sell)]:
            sold = game.apply(sold, seat, sales[0])
            if sold.active != seat or sold.step != "unload":
                break
        if (pay := sold.ships[seat].money - ship.money) and sold.ships[seat].space != HOME:
            yield f"your cargo pays {pay} MCR"
    if after.step == "fight" and (beaten := 1 - peace_chance(after)):
        who = "pirates" if after.site.pirates else "interceptor"
        yield f"{who} beat you {percent(beaten)}"


def win_chance(state: State) -> Fraction:
    """Return the chance that the active player wins the fight that is rolled now."""
    assert game.turn(state) is CHANCE
    wins = [chance for dice, chance in game.chance(state) if combat.fought(state, dice).winner == "active"]  # type: ignore[arg-type]
    return sum(wins, Fraction(0))


def peace_chance(state: State) -> Fraction:
    """Return the chance that there is no fight, or that the active player wins it."""
    lost = [
        chance
        for dice, chance in game.chance(state)
        if combat.fought(state, dice).winner == "opponent"  # type: ignore[arg-type]
    ]
    return 1 - sum(lost, Fraction(0))
