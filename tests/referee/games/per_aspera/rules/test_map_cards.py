"""The cards of the map (PA 1.2, PA 2.1, PA 2.3)."""

from __future__ import annotations

from collections import Counter

from referee.contract import count_lines
from referee.engine.chance.seeded import Chance
from referee.engine.play import start_game
from referee.games.per_aspera import game
from referee.games.per_aspera.rules.map_spaces import HOME
from referee.games.per_aspera.setup import demand_note, set_up
from referee.games.per_aspera.state import Ship
from tests.referee.games.per_aspera.tables import BOX, EAST, FAR, do, table


def test_1_2_every_card_of_the_box_is_in_the_deck() -> None:
    counts = Counter(card.code.partition(".")[0] for card in BOX.deck)
    assert counts["E"] == 18
    assert [counts[f"{resource}M"] for resource in (1, 2, 3, 4)] == [4, 3, 2, 1]


def test_2_1_the_map_has_36_cards_and_is_that_of_the_set_up() -> None:
    start = start_game(game, ("Ann", "Bo"), {})
    seed = Chance("lupa-seno")
    drawn = game.chance(start).pick(seed.stream("map"))
    laid = game.resolve(start, drawn)
    assert len(drawn.pieces) == 36
    assert len(laid.chart.unseen) == 12
    rolled = game.resolve(laid, game.chance(laid).pick(seed.stream("demands")))
    printed = set_up(2, "lupa-seno", {}).area("map")
    codes = {piece.at: piece.code for piece in printed.pieces}
    assert codes == {piece.at: piece.code for piece in game.view(rolled, None).areas[0].pieces}
    demands = zip(BOX.spaces, rolled.chart.demands, strict=True)
    notes = {space: demand_note(BOX, demand) for space, demand in demands if demand}
    assert notes == {piece.at: piece.note for piece in printed.pieces if piece.note and piece.at != HOME}


def test_2_3_variations_roll_and_turn_when_a_ship_ends_its_move() -> None:
    unknown = table({EAST: "1S.a", FAR: "2S.a"}, options={"unknown-demands": ""})
    arrived = do(unknown, "go 1,0")
    assert arrived.step == "demand"
    after = do(arrived, "roll 3+")
    assert (after.chart.demands[BOX.space_numbers[EAST]], after.goal, after.active) == (3, 110, 1)
    foray = start_game(game, ("Ann", "Bo"), {"foray": ""})
    at_sea = do(foray, "ship 2 1 2 10 10", "ship 2 1 2 10 10", "roll Ann", "go 2,0")
    assert at_sea.step == "turn-up"
    assert at_sea.chart.cards.count(None) == 36
    turned = do(at_sea, "draw 1L.a", "roll 4")
    assert turned.chart.cards.count(None) == 35
    assert BOX.planets["1L.a"] not in turned.chart.unseen


def test_2_3_lines_into_the_unknown() -> None:
    """PA 2.3: under each of six cards there may be any of 30 planets or empty space."""
    poor = Ship(1, 1, 1, 1, 1, 0)
    start = start_game(game, ("Ann", "Bo"), {"foray": ""})
    state = start._replace(ships=(poor, poor), starter=0, step="load")
    assert count_lines(game, state, 1) == 7
    assert count_lines(game, state, 2) == 6 * 31 + 7
