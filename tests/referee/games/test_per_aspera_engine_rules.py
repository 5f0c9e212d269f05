"""Per Aspera at the table, rule by rule: every test names the rule it is for."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from components.errors import UsageError
from referee.chance import Chance
from referee.engine import CHANCE, OVER, Seats
from referee.games.per_aspera import game, opening
from referee.games.per_aspera.box import box
from referee.games.per_aspera.chances import DemandDice, Dice, FightDice, read_card
from referee.games.per_aspera.odds import demand_odds, win_odds
from referee.games.per_aspera.sector import HOME, Space, spaces
from referee.games.per_aspera.setup import set_up
from referee.games.per_aspera.state import COLONISTS, Doings, Ship, State, deck, home_card, index
from tests.referee.engine_contract import count_lines

EAST = Space(1, 0)
FAR = Space(3, 0)
WEST = Space(-1, 0)
RECOMMENDED = Ship(2, 1, 2, 10, 10, 10)


def table(
    cards: dict[Space, str], demands: dict[Space, int] | None = None, ships: Any = (), **changes: Any
) -> State:
    """A turn of seat 0 in Load; spaces not named are empty space, as far as there is any."""
    by_code = {card.code: card for card in deck()}
    laid = tuple(home_card() if space == HOME else by_code[cards.get(space, "E")] for space in spaces())
    ships = tuple(ships) or (RECOMMENDED, RECOMMENDED)
    start = game.start(("Ann", "Bo", "Cy")[: len(ships)], changes.pop("options", {}))
    results = tuple((demands or {}).get(space, 0) for space in spaces())
    chart = start.chart._replace(
        cards=laid,
        demands=results,
        levies=changes.pop("levies", 0),
        colonies=changes.pop("colonies", ()),
    )
    return start._replace(chart=chart, ships=ships, starter=0, step="load")._replace(**changes)


def do(state: State, *texts: str) -> State:
    """Moves and outcomes as typed, each of them allowed."""
    for text in texts:
        turn = game.turn(state)
        if turn is CHANCE:
            outcome = game.read(state, None, text)
            assert game.chance(state).refusal(outcome) == ""
            state = game.resolve(state, outcome)  # type: ignore[arg-type]
        else:
            assert isinstance(turn, Seats)
            [seat] = turn.seats
            move: Any = game.read(state, seat, text)
            assert game.check(state, seat, move) == (True, "", ""), text
            assert move in game.moves(state, seat)
            state = game.apply(state, seat, move)
    return state


def why_not(state: State, text: str, seat: int = 0) -> str:
    """The rule that forbids the move."""
    move: Any = game.read(state, seat, text)
    assert move not in game.moves(state, seat)
    return game.check(state, seat, move).rule


def test_1_2_every_card_of_the_box_is_in_the_deck() -> None:
    counts = Counter(card.code.partition(".")[0] for card in deck())
    assert counts["E"] == 18
    assert [counts[f"{resource}M"] for resource in (1, 2, 3, 4)] == [4, 3, 2, 1]


def test_1_4_a_system_ends_at_level_5_and_a_tank_at_20() -> None:
    rich = RECOMMENDED._replace(warp=5, tank=19, money=99)
    state = table({}, ships=(rich, RECOMMENDED))
    assert why_not(state, "upgrade warp") == "PA 1.4"
    assert why_not(do(state, "upgrade tank"), "upgrade tank") == "PA 1.4"


def test_1_7_codes_are_typed_as_printed() -> None:
    assert read_card("3lb") == read_card("3L.b") == box().planets["3L.b"]
    with pytest.raises(UsageError):
        read_card("5L.a")


def test_2_1_the_map_has_36_cards_and_is_that_of_the_set_up() -> None:
    start = game.start(("Ann", "Bo"), {})
    seed = Chance("lupa-seno")
    drawn = game.chance(start).pick(seed.stream("map"))
    laid = game.resolve(start, drawn)
    assert len(drawn.pieces) == 36
    assert len(laid.chart.unseen) == 12
    rolled = game.resolve(laid, game.chance(laid).pick(seed.stream("demands")))
    printed = set_up(2, "lupa-seno", {}).area("map")
    shown = {piece.at: (piece.code, piece.note) for piece in game.view(rolled, None).areas[0].pieces}
    del shown[HOME]
    assert shown == {piece.at: (piece.code, piece.note) for piece in printed.pieces if piece.at != HOME}


def test_2_2_distances_are_those_of_the_hexagon() -> None:
    state = table({}, ships=(RECOMMENDED._replace(warp=3, space=WEST), RECOMMENDED))
    assert why_not(state, "go 3,0") == "PA 5.4"
    assert do(state, "go -3,3").ships[0].fuel == 7
    assert do(state, "go 2,-3").ships[0].fuel == 7


def test_2_3_variations_roll_and_turn_when_a_ship_ends_its_move() -> None:
    unknown = table({EAST: "1S.a", FAR: "2S.a"}, options={"unknown-demands": ""})
    arrived = do(unknown, "go 1,0")
    assert arrived.step == "demand"
    after = do(arrived, "roll 3+")
    assert (after.chart.demands[index(EAST)], after.goal, after.active) == (3, 110, 1)
    foray = game.start(("Ann", "Bo"), {"foray": ""})
    at_sea = do(foray, "ship 2 1 2 10 10", "ship 2 1 2 10 10", "roll Ann", "go 2,0")
    assert at_sea.step == "turn-up"
    assert at_sea.chart.cards.count(None) == 36
    turned = do(at_sea, "draw 1L.a", "roll 4")
    assert turned.chart.cards.count(None) == 35
    assert box().planets["1L.a"] not in turned.chart.unseen


def test_3_1_demand_dice_have_the_chances_of_the_rule() -> None:
    planets = (box().planets["1M.a"], box().planets["4S.a"])
    dice = DemandDice(planets, 0)
    listed = list(dice)
    assert sum(chance for _, chance in listed) == 1
    pirates = sum(chance for outcome, chance in listed if outcome.outcomes[0].result == 1)
    assert pirates == demand_odds(planets[0], 0).results[1] == Fraction(14, 45)
    full = DemandDice(planets, 5)
    assert "+" not in "".join(str(outcome) for outcome, _ in full)
    last = DemandDice(planets, 4)
    assert last.refusal(game.read(table({})._replace(step="demand"), None, "roll 3+ 5+"))


def test_3_2_a_result_says_what_is_demanded() -> None:
    state = table(
        {EAST: "1S.a", FAR: "4S.a"}, {EAST: 3, FAR: 3}, [RECOMMENDED._replace(cargo=(2, 4)), RECOMMENDED]
    )
    there = do(state, "go 1,0")
    assert why_not(there, "sell 2 1") == "PA 5.10"
    assert do(there, "sell 4 1").ships[0].money == 10 + 4 * 2


def test_3_3_a_planet_never_demands_what_it_produces() -> None:
    state = table({EAST: "1S.a"}, {EAST: 5}, [RECOMMENDED._replace(cargo=(1, 2)), RECOMMENDED])
    assert why_not(do(state, "go 1,0"), "sell 1 1") == "PA 5.10"


def test_4_1_ships_are_paid_for() -> None:
    state = game.start(("Ann", "Bo"), {"foray": ""})
    assert why_not(state, "ship 3 2 1 10 10") == "PA 4.1"
    assert why_not(state, "ship 1 1 1 5 6") == "PA 4.1"
    assert why_not(state, "ship 0 1 1 5 5") == "PA 4.1"
    ship = do(state, "ship 2 1 1 20 20").ships[0]
    assert ship.money == 100 - 30 - 10 - 10 - (10 + 20) - 20
    assert len(opening.moves()) == len(set(opening.moves()))


def test_4_2_the_recommended_ship_leaves_10() -> None:
    assert do(game.start(("Ann", "Bo"), {"foray": ""}), "ship 2 1 2 10 10").ships[0] == RECOMMENDED


def test_4_3_the_hold_has_room_for_its_level() -> None:
    state = table({}, ships=(RECOMMENDED._replace(cargo=(1, 1), money=50), RECOMMENDED))
    assert why_not(state, "colonist") == "PA 4.3"


def test_4_4_ships_in_seat_order_and_a_start_player_rolled() -> None:
    state = game.start(("Ann", "Bo", "Cy"), {"foray": ""})
    assert why_not(state, "ship 1 1 1 1 1", seat=1) == "PA 4.4"
    ready = do(state, *["ship 2 1 2 10 10"] * 3)
    assert [chance for _, chance in game.chance(ready)] == [Fraction(1, 3)] * 3
    begun = do(ready, "roll Cy")
    assert begun.active == 2
    assert do(begun, "stay").active == 0


def test_5_1_load_at_home() -> None:
    state = table({}, ships=(RECOMMENDED._replace(fuel=4, money=60, cargo=(1,)), RECOMMENDED))
    loaded = do(state, "fuel 6", "colonist", "upgrade hold")
    assert (loaded.ship.money, loaded.ship.cargo, loaded.ship.hold) == (60 - 6 - 10 - 30, (COLONISTS, 1), 3)
    assert why_not(loaded, "colonist") == "PA 5.1"
    assert why_not(loaded, "fuel 1") == "PA 4.1"
    assert do(loaded, "drop C", "drop 1").ship.cargo == ()


def test_5_1_money_is_made_up_at_home() -> None:
    state = table({}, ships=(RECOMMENDED, RECOMMENDED._replace(fuel=0, money=3)))
    assert do(state, "stay").ship.money == 10
    away = table({}, ships=(RECOMMENDED, RECOMMENDED._replace(fuel=0, money=3, space=EAST)))
    assert do(away, "stay").ship.money == 3


def test_5_2_load_on_a_planet() -> None:
    state = table(
        {EAST: "3M.a"}, {EAST: 5}, [RECOMMENDED._replace(space=EAST, hold=5, money=20), RECOMMENDED]
    )
    assert why_not(state, "buy 3") == "PA 5.2"
    bought = do(state, "buy 1", "buy 1")
    assert (bought.ship.money, bought.ship.cargo) == (14, (3, 3))
    assert why_not(bought, "buy 1") == "PA 5.2"
    assert why_not(table({}), "buy 1") == "PA 5.2"


def test_5_3_fuel_of_pirates() -> None:
    raider = RECOMMENDED._replace(space=EAST, pirate=2, fuel=5)
    state = table({EAST: "3M.a"}, {EAST: 1}, [raider, RECOMMENDED])
    assert why_not(state, "fuel 1") == "PA 5.3"
    sold = do(state, "ask", "roll 2", "fuel 5")
    assert (sold.ship.fuel, sold.ship.money) == (10, 0)
    refused = do(state, "ask", "roll 3")
    assert why_not(refused, "fuel 1") == "PA 5.3"
    assert why_not(refused, "ask") == "PA 5.3"


def test_5_4_moving_burns_fuel_for_every_space() -> None:
    state = table({})
    assert do(state, "go 1,0").ships[0].fuel == 9
    assert do(state, "go 1,-1 1,0") == do(state, "go 1,0 burn 2")
    assert do(state, "go 1,0 0,0").ships[0].left
    assert why_not(state, "go 3,0") == "PA 5.4"
    assert why_not(table({}, ships=(RECOMMENDED._replace(fuel=1), RECOMMENDED)), "go 2,0") == "PA 5.4"
    with pytest.raises(UsageError):
        game.read(state, 0, "go 2,0 3,0")


def test_5_5_a_ship_without_fuel_drifts_and_skips_unload() -> None:
    dry = RECOMMENDED._replace(fuel=0, space=Space(2, 0), cargo=(2,))
    state = table({EAST: "1S.a"}, {EAST: 5}, [dry, RECOMMENDED])
    assert why_not(state, "go 3,0") == "PA 5.5"
    drifted = do(state, "go 1,0")
    assert (drifted.active, drifted.ships[0].space, drifted.ships[0].cargo) == (1, EAST, (2,))
    assert do(drifted, "stay", "stay").step == "unload"
    meeting = table({}, ships=(dry, RECOMMENDED._replace(space=EAST)))
    assert do(meeting, "go 1,0").active == 1


def test_5_6_combat_between_ships() -> None:
    victim = RECOMMENDED._replace(space=EAST, cargo=(COLONISTS, 4))
    state = table({}, ships=(RECOMMENDED, victim))
    arrived = do(state, "go 1,0")
    assert why_not(arrived, "attack Ann") == "PA 5.6"
    won = do(arrived, "attack Bo", "roll 5,4")
    assert why_not(won, "take 3") == "PA 5.6"
    taken = do(won, "take 4")
    assert (taken.ships[0].cargo, taken.ships[0].pirate, taken.ships[1].cargo) == ((4,), 1, (COLONISTS,))
    drawn = do(arrived, "attack Bo", "roll 4,4")
    assert drawn.active == 1, "the defender wins the draw, and there is nothing to take"
    assert do(arrived, "done").active == 1
    rich = table({}, ships=(RECOMMENDED._replace(cargo=(3,)), RECOMMENDED._replace(space=EAST, pirate=5)))
    lost = do(rich, "go 1,0", "attack Bo", "roll 1,1")
    assert game.turn(lost) == Seats((1,))
    assert do(lost, "take 3").ships[1].pirate == 5


def test_5_7_pirates_attack_and_the_next_player_removes_a_unit() -> None:
    trader = RECOMMENDED._replace(cargo=(2, 4))
    state = table({EAST: "1L.a"}, {EAST: 1}, [trader, RECOMMENDED])
    beaten = do(state, "go 1,0", "roll 2,1")
    assert game.turn(beaten) == Seats((1,))
    assert why_not(beaten, "remove 1", seat=1) == "PA 5.7"
    left = do(beaten, "remove 4")
    assert (left.step, left.ship.cargo) == ("unload", (2,))
    assert do(state, "go 1,0", "roll 4,2").step == "unload", "the ship wins draws"
    known = table({EAST: "1L.a"}, {EAST: 1}, [trader._replace(pirate=3), RECOMMENDED])
    assert do(known, "go 1,0", "roll 3").step == "unload"
    assert game.chance(do(known, "go 1,0")).probability(Dice((4, 1, 1))) == Fraction(1, 216)


def test_5_8_interceptors_stop_a_pirate() -> None:
    raider = RECOMMENDED._replace(cargo=(2,), pirate=2)
    state = table({EAST: "1M.a"}, {EAST: 5}, [raider, RECOMMENDED])
    assert do(state, "go 1,0", "roll 3").step == "unload"
    assert do(state, "go 1,0", "roll 2,3,2").active == 1, "the interceptor wins draws"
    assert do(state, "go 1,0", "roll 2,4,2").step == "unload"
    honest = table({EAST: "1M.a"}, {EAST: 5}, [raider._replace(pirate=0), RECOMMENDED])
    assert do(honest, "go 1,0").step == "unload"


def test_5_9_an_interceptor_at_home_keeps_a_pirate_from_winning() -> None:
    raider = RECOMMENDED._replace(space=EAST, pirate=1, money=100, left=True)
    state = table({}, ships=(raider, RECOMMENDED))
    home = do(state, "go 0,0")
    odds = 1 - win_odds(1, box().combat.home_strength, "opponent")
    assert sum(chance for dice, chance in game.chance(home) if dice.faces[0] <= dice.faces[1] + 3) == odds
    beaten = do(home, "roll 6,3")
    assert (beaten.step, beaten.active) == ("load", 1)
    assert game.score(beaten).winners == ()
    assert game.score(do(home, "roll 6,2")).winners == ("Ann",)


def test_5_10_sales() -> None:
    trader = RECOMMENDED._replace(cargo=(3, 3), warp=3)
    pirate = table({FAR: "1S.a", WEST: "3S.a"}, {FAR: 1, WEST: 5}, [trader, RECOMMENDED])
    sold = do(pirate, "go 3,0", "roll 6,1", "sell 3 2")
    assert sold.ships[0].money == 10 + 48
    nowhere = table({FAR: "1S.a"}, {FAR: 5}, [trader, RECOMMENDED])
    assert do(nowhere, "go 3,0", "sell 3 1").ships[0].money == 10 + 3
    assert why_not(do(pirate, "go 3,0", "roll 6,1"), "sell 3 3") == "PA 5.10"


def test_5_10_a_colony_pays_at_once() -> None:
    settler = RECOMMENDED._replace(cargo=(COLONISTS, 2))
    state = table({EAST: "1S.a", Space(-2, 0): "2S.a"}, {EAST: 5}, [settler, RECOMMENDED])
    assert do(state, "go 1,0", "settle", "sell 2 1").ships[0].money == 10 + 7


def test_5_11_colonies() -> None:
    settler = RECOMMENDED._replace(cargo=(COLONISTS, COLONISTS))
    state = table(
        {EAST: "1S.a", WEST: "2S.a"}, {EAST: 5, WEST: 1}, [settler, RECOMMENDED._replace(cargo=(COLONISTS,))]
    )
    settled = do(state, "go 1,0", "settle")
    assert settled.chart.colonies == ((0, EAST),)
    assert settled.active == 1, "the second unit finds no place here"
    assert do(settled, "go 1,0", "settle").chart.colonies == ((0, EAST), (1, EAST))
    full = settled._replace(active=0, step="unload", doings=Doings())
    assert why_not(full, "settle") == "PA 5.11"
    assert do(state, "go -1,0", "roll 6,1").active == 1, "pirates take no colony"


def test_6_1_who_comes_home_with_the_goal_wins() -> None:
    rich = RECOMMENDED._replace(space=EAST, money=120, left=True)
    state = table({}, ships=(rich, RECOMMENDED), levies=2)
    won = do(state, "go 0,0")
    assert game.turn(won) is OVER
    assert game.score(won).winners == ("Ann",)
    assert do(state._replace(chart=state.chart._replace(levies=3)), "go 0,0").step == "load"
    never_left = table({}, ships=(rich._replace(space=HOME, left=False), RECOMMENDED))
    assert do(never_left, "stay").step == "load"
    assert do(never_left, "go 1,0 0,0").step == "over"


def test_6_2_the_richest_wins_when_the_rounds_are_over() -> None:
    state = table({}, options={"rounds": "2", "goal": "500"})
    over = do(state, "stay", "stay", "stay", "stay")
    assert game.turn(over) is OVER
    assert game.score(over).winners == ("Ann", "Bo")
    assert game.check(over, 0, game.read(over, 0, "stay")).rule == "PA 6.2"  # type: ignore[arg-type]


def test_fight_dice_add_up() -> None:
    for dice in (
        FightDice("ship", None),
        FightDice("pirate", 0),
        FightDice("pirate", 3),
        FightDice("interceptor", 5),
    ):
        assert sum(chance for _, chance in dice) == 1
        assert dice.refusal(Dice((7, 1)))


@pytest.mark.parametrize(
    ("depth", "lines"),
    [
        (1, 7),  # six neighbours, or stay; there is no money for anything else
        (2, 7 * 7),
        # Away from home without fuel one stays or drifts. Where Bo has come to Ann he attacks or does not.
        (3, (6 * 2 + 7) * 7),
    ],
)
def test_lines_of_two_poor_ships(depth: int, lines: int) -> None:
    """PA 5.4, PA 5.5, PA 5.6: on empty space around the homeworld; counted by hand."""
    poor = Ship(1, 1, 1, 1, 1, 0)
    assert count_lines(game, table({}, ships=(poor, poor)), depth) == lines


def test_lines_into_the_unknown() -> None:
    """PA 2.3: under each of six cards there may be any of 30 planets or empty space."""
    poor = Ship(1, 1, 1, 1, 1, 0)
    start = game.start(("Ann", "Bo"), {"foray": ""})
    state = start._replace(ships=(poor, poor), starter=0, step="load")
    assert count_lines(game, state, 1) == 7
    assert count_lines(game, state, 2) == 6 * 31 + 7
