"""Ring Tugs, the sixth game: its rules by number, and the contract that every game keeps."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest
import ring_tugs
from ring_tugs import game
from ring_tugs.bots import greedy
from ring_tugs.box import Box, Contract, Salvage
from ring_tugs.moves import Send, Take
from ring_tugs.rules import rounds, scoring
from ring_tugs.setup import set_up
from ring_tugs.state import Drifting, State, contract_of

from components import catalogue
from referee import cli
from referee.archive.rates import rate
from referee.engine.chance.outcomes import Drawn, Quick, Source
from referee.engine.chance.starters import Starts
from referee.engine.game import OVER
from referee.engine.play import open_box, play_out, start_game
from referee.players.bots import at_random
from tests.examples.conftest import HOME
from tests.inprocess import run
from tests.referee.playthroughs import files, replayed
from tests.searching import SEARCHING

NAMES = ("Ann", "Bo", "Cy")


# The tests that the package ships run here, too.
SHIPPED = run_path(str(Path(ring_tugs.__file__).parents[1] / "tests" / "test_contract.py"))
TestContract = SHIPPED["TestContract"]


def box() -> Box:
    found: Box = open_box(game)
    return found


def cards(codes: str) -> tuple[Salvage, ...]:
    return tuple(box().cards[code] for code in codes.split())


def contract(code: str) -> Contract:
    return next(one for one in box().contracts if one.code == code)


def begun(contracts: str = "C1 C2 C3", row: str = "I1 I2 I3 I4", beacon: int = 0) -> State:
    """Three players, and the row of the first round."""
    state = game.resolve(start_game(game, NAMES, {}), Starts("draw", beacon, NAMES[beacon]))
    for code in contracts.split():
        state = game.resolve(state, Drawn((contract(code),)))
    return game.resolve(state, Drawn(cards(row)))


def sent(state: State, *tugs: int) -> State:
    for seat, tug in enumerate(tugs):
        state = game.apply(state, seat, Send(tug))
    return state


def test_1_what_is_in_the_box() -> None:
    found = catalogue.load("ring-tugs")
    assert {deck.name: deck.count for deck in found.decks} == {
        "cards": 37, "contracts": 7, "tugs": 20, "tokens": 25,
    }  # fmt: skip
    assert box().tugs == (0, 1, 2, 3, 4)
    most = found.players[1]
    needed = most * box().numbers.rounds + box().numbers.spare
    assert len(box().salvage) >= needed, "the drift lasts for all rounds"


def test_the_cards_say_what_the_numbers_are() -> None:
    """A number of the rules is in numbers.toml; cards and rules that repeat it must agree."""
    numbers = box().numbers
    written = " ".join((catalogue.load("ring-tugs").folder / "rules.md").read_text("utf-8").split())
    texts = {piece.code: piece["text"] for piece in catalogue.load("ring-tugs").deck("cards").pieces}
    for card in box().salvage:
        if card.kind in ("ice", "reactor"):
            assert f"{abs(card.points)} point" in texts[card.code]
    ore = ", ".join(map(str, numbers.ore[1:]))
    assert ore in texts["O1"] and " or ".join(ore.rsplit(", ", 1)) in written
    assert f"{numbers.pair} points" in texts["L1"] and f"{numbers.pair} points for each pair" in written
    assert f"{numbers.relics} points" in texts["R1"] and f"{numbers.relics} points for the" in written
    assert "eight rounds" in written and numbers.rounds == 8
    for one in catalogue.load("ring-tugs").deck("contracts").pieces:
        assert f"{one['points']} point" in one["text"]


def test_2_3_contracts_are_dealt_from_the_beacon_on_and_only_their_owner_looks() -> None:
    state = game.resolve(start_game(game, NAMES, {}), Starts("draw", 1, "Bo"))
    assert game.confides(state) == 1
    state = game.resolve(state, Drawn((contract("C4"),)))
    assert game.confides(state) == 2
    assert contract_of(state, 1) == contract("C4") and contract_of(state, 2) is None
    assert contract_of(game.known(state, 1), 1) == contract("C4")
    assert contract_of(game.known(state, 0), 1) == contract_of(game.known(state, None), 1) != contract("C4")


def test_3_1_a_row_has_a_card_more_than_players_and_the_card_left_is_one_of_them() -> None:
    state = game.resolve(start_game(game, NAMES, {}), Starts("draw", 0, "Ann"))
    for code in ("C1", "C2", "C3"):
        state = game.resolve(state, Drawn((contract(code),)))
    assert game.chance(state).count == 4
    after = played(sent(game.resolve(state, Drawn(cards("I1 I2 I3 I4"))), 1, 2, 3), "I4", "I3", "I2")
    assert game.chance(after).count == 3


@pytest.mark.parametrize(
    ("tugs", "beacon", "order"),
    [
        ((1, 2, 3), 0, (2, 1, 0)),
        ((4, 4, 1), 0, (2, 0, 1)),  # Ann and Bo get in each other's way: even tug 1 is faster
        ((4, 4, 0), 1, (2, 1, 0)),  # the tender too, if it is alone
        ((3, 3, 3), 2, (2, 0, 1)),
    ],
)
def test_3_3_order(tugs: tuple[int, ...], beacon: int, order: tuple[int, ...]) -> None:
    assert sent(begun(beacon=beacon), *tugs).order == order


def played(state: State, *codes: str) -> State:
    for code in codes:
        state = game.apply(state, state.order[0], Take(code))
    return state


def test_3_4_of_two_alike_the_one_with_more_crystals_is_taken() -> None:
    state = begun()._replace(row=(Drifting(cards("I1")[0]), Drifting(cards("I1")[0], 2), *begun().row[2:]))
    after = game.apply(sent(state, 3, 2, 1), 0, Take("I1"))
    assert after.crystals == (2, 0, 0) and after.row[0] == Drifting(cards("I1")[0])


def test_3_5_a_tug_stays_out_until_the_tender_brings_all_home() -> None:
    state = played(sent(begun(), 3, 2, 0), "I4", "I3", "I2")
    assert state.tugs == ((0, 1, 2, 4), (0, 1, 3, 4), (0, 1, 2, 3, 4))
    state = game.resolve(state, Drawn(cards("O1 O1 O2")))
    ruling = game.check(state, 0, Send(3))
    assert (ruling.allowed, ruling.rule) == (False, "RT 3.5")
    state = played(sent(state, 0, 1, 4), "O1", "O1", "O2")
    assert state.tugs == ((0, 1, 2, 3, 4), (0, 3, 4), (0, 1, 2, 3))


def test_3_6_and_3_7_frost_grows_on_what_is_left_and_who_was_last_has_the_beacon() -> None:
    state = played(sent(begun(beacon=2), 3, 0, 1), "I4", "I3", "I2")
    assert state.row == (Drifting(cards("I1")[0], 1),) and state.beacon == 1
    assert contract_of(state, 2) == contract("C1"), "contracts stay with their owners"


@pytest.mark.parametrize(
    ("hold", "points"),
    [
        ("I1 I4 I4", 17),
        ("O1", 1), ("O1 O2", 4), ("O1 O2 O1 O2 O1", 25), ("O1 O2 O1 O2 O1 O1", 25),
        ("L1 L1", 0), ("L1 L2 L1", 8), ("L1 L2 L1 L2", 16),
        ("X1 X1", -10),
    ],
)  # fmt: skip
def test_4_what_a_hold_counts(hold: str, points: int) -> None:
    none = Contract("??", "", "", 0)
    assert scoring.points(box(), [cards(hold), ()], 0, 0, none) == points
    assert scoring.points(box(), [cards(hold), ()], 0, 3, none) == points + 3


def test_4_4_players_with_the_most_relics_share_the_points() -> None:
    holds = [cards("R1 R2"), cards("R3 R4"), cards("R5")]
    assert [scoring.relic_points(box(), holds, seat) for seat in range(3)] == [5, 5, 0]
    assert scoring.relic_points(box(), [cards("R1"), ()], 0) == 10
    assert scoring.relic_points(box(), [(), ()], 0) == 0


@pytest.mark.parametrize(
    ("code", "points"), [("C1", 4), ("C2", 3), ("C3", 2), ("C4", 3), ("C5", 10), ("C6", 4), ("C7", 8)]
)
def test_4_7_contracts(code: str, points: int) -> None:
    hold = cards("I1 I2 O1 L1 R1 X1")
    assert scoring.contract_points(contract(code), hold, 2) == points


def test_4_8_of_players_who_are_level_the_one_with_more_crystals_wins() -> None:
    state = begun()._replace(step="over", contracts=(contract("C4"),) * 3)
    state = state._replace(holds=(cards("I2"), cards("I1 I1"), cards("X1")))
    assert scoring.score(state).winners == ("Ann",)
    level = state._replace(holds=(cards("I2"), cards("I1 I1"), ()), crystals=(0, 1, 0))
    assert scoring.score(level).winners == ("Bo",)
    shared = state._replace(holds=(cards("I2"), cards("I2"), ()))
    assert scoring.score(shared).winners == ("Ann", "Bo")


def test_2_a_set_up_is_one_of_those_that_a_game_begins_with() -> None:
    made = set_up(3, "kiwi", {})
    assert made == set_up(3, "kiwi", {}) != set_up(3, "plum", {})
    contracts = [area.pieces[0].code for area in made.areas[1:]]
    assert len(set(contracts)) == 3 and {piece.code for piece in made.area("row").pieces} <= set(box().cards)
    assert len(made.area("row").pieces) == 4


def test_mistakes_are_refused_with_a_reason_and_a_rule() -> None:
    state = begun()
    for move, reason in ((Take("I1"), "First everybody sends"), (Send(7), "There is no tug 7")):
        ruling = game.check(state, 0, move)
        assert not ruling.allowed and reason in ruling.reason and ruling.rule.startswith("RT ")
    state = sent(state, 3, 2, 1)
    assert "take a card" in game.check(state, 0, Send(1)).reason
    assert "not in the row" in game.check(state, 0, Take("R1")).reason
    assert "Ann's turn" in game.check(state, 1, Take("I1")).reason


def test_3_2_what_was_sent_is_out_of_the_hand_once_it_is_turned_up() -> None:
    def hand(state: State) -> list[str]:
        areas = {area.name: area for area in game.view(state, 1).areas}
        return [piece.code for piece in areas["tugs-1"].pieces]

    state = game.apply(begun(), 0, Send(3))
    assert len(hand(state)) == 5
    state = game.apply(game.apply(state, 1, Send(2)), 2, Send(1))
    assert hand(state) == ["T0-O", "T1-O", "T2-O", "T4-O"]
    assert any(fact.text == "Ann 3, Bo 2 and Cy 1" for fact in game.view(state, None).facts)


def test_a_card_may_be_called_by_its_name() -> None:
    state = sent(begun(), 3, 2, 1)
    assert game.read(state, 0, "take blue berg") == Take("I4")


def test_what_a_move_does_is_said_before_it_is_made() -> None:
    state = begun()
    assert game.remark(state, 0, Send(3)).text == "leaves 0, 1, 2, 4 in hand"
    assert "come home" in game.remark(state, 0, Send(0)).text
    state = sent(state, 3, 2, 1)
    assert game.remark(state, 0, Take("I4")).text == "+10 points now", "eight, and two for the Ice House"


def wins(choosers: Sequence[Any], games: int) -> list[float]:
    """Count how often each seat wins."""
    won = [0.0] * len(choosers)

    def choose(rules: Any, state: State, seat: int, source: Source) -> Any:
        return choosers[seat](rules, game.known(state, seat), seat, source)

    for number in range(games):
        end = play_out(game, start_game(game, NAMES[: len(choosers)], {}), choose, Quick(number))
        assert game.turn(end) is OVER
        sheet = game.score(end)
        for seat, name in enumerate(end.names):
            won[seat] += (name in sheet.winners) / len(sheet.winners) / games
    return won


def test_the_bot_plays_better_than_chance_from_either_seat() -> None:
    assert wins((greedy, at_random), 12)[0] > 0.75
    assert wins((at_random, greedy), 12)[1] > 0.75


_ROW = r"^\| {} \| (\d+) % .*?\| ([\d.]+) %.*?\| (\d+) % \| (\d+) % \|"
_FINDINGS = (
    r"first player wins (\d+) %.*?; ([\d.]+) % would be even.*"
    r"half of the rounds wins (\d+) %.*quarters (\d+) %"
)


@pytest.mark.parametrize("players", [2, 3, 4] if SEARCHING else [2])
def test_the_balance_is_what_the_readme_says(players: int, tmp_path: Path) -> None:
    """A tenth of the games of its command: every share is within a wide interval round that of those."""
    words = ("--games", 100, "--players", players, "--seed", "balance", "--jobs", 1)
    told = run(cli.main, "referee", "simulate", "ring-tugs", *words, "--out", tmp_path / "out")
    assert told.code == 0, told.err
    readme = (HOME / "README.md").read_text(encoding="utf-8")
    (row,) = re.findall(_ROW.format(players), readme, re.MULTILINE)
    found = re.search(_FINDINGS, " ".join(told.out.split()))
    assert found, told.out
    for few, many in zip(found.groups(), row, strict=True):
        sure = rate(round(float(few)), 100, 4)
        assert 100 * sure.low <= float(many) <= 100 * sure.high


def test_rounds_are_counted_as_they_are_scored() -> None:
    state = played(sent(begun(), 3, 2, 1), "I4", "I3", "I2")
    assert game.round_name(begun()) == game.round_name(state) == "round 1"
    assert game.round_name(game.resolve(state, Drawn(cards("O1 O1 O2")))) == "round 2"
    assert rounds.tugs_after(box(), (0, 2), 2) == (0,)


FILES = files("ring-tugs")


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_played_again(file: Path) -> None:
    """Whole games: a change of a ruling, or of what is told of it, shows as a change of a file."""
    assert replayed(file) == file.read_text(encoding="utf-8").splitlines()


def test_what_the_played_games_show() -> None:
    """Every number of players, tugs in each other's way, the tender, frost and the end."""
    texts = [file.read_text(encoding="utf-8") for file in FILES]
    assert {text.split("players: ")[1].split("\n")[0].count(",") + 1 for text in texts} == {2, 3, 4}
    for shown in ("[RT 3.3]", "[RT 3.5]", "[RT 3.6]", "with 2 crystals", "Hot Cells", "[RT 4.8]"):
        assert any(shown in text for text in texts), shown
