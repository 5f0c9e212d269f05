"""Rayguns and Rocketships at the table: the contract, what is secret, unknown tiles, the bot, seeds."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from referee.contract import Contract, count_lines, recorded
from referee.engine.chance.outcomes import Quick, Source
from referee.engine.chance.seeded import Chance
from referee.engine.game import CHANCE, OVER, AnyGame, Event, Seat, Seats
from referee.engine.play import play_out, start_game
from referee.games.rayguns import game
from referee.games.rayguns.bots import BOTS, greedy
from referee.games.rayguns.rules.tiles import UNKNOWN
from referee.games.rayguns.setup import set_up
from referee.games.rayguns.state import State, belt
from referee.players.bots import at_random
from tests.referee.games.rayguns.table import (
    NAMES,
    PAIR,
    bays,
    begun,
    do,
    effects,
    listed,
    lying,
    powers,
    to_act,
    why_not,
)
from tests.searching import crowds


def imagine(state: State, seat: Seat | None, source: Source) -> State:
    """A state in which every tile that the seat does not know is another, if it can be."""
    if seat == state.active:
        return state
    return state._replace(drawn=tuple(source.first((*belt(state), *state.drawn), len(state.drawn))))


class TestContract(Contract, game=game, seats=crowds(2, 3, 4), imagine=imagine, many=100, samples=1): ...


SECRET = {"draw", "draw-again", "look", "planet", "port"}


def test_3_2_nobody_is_told_what_another_draws() -> None:
    """RR 3.2: had other tiles been drawn, the others would have been told the same."""
    source, looked_at = Quick(5), set()
    for seed in range(4):
        state = start_game(game, NAMES[:3], {})
        for event in recorded(game, state, Chance(f"secret {seed}")):
            after = game.apply(state, event.seat, event.what) if event.seat is not None else None
            if after is None:
                after = game.resolve(state, event.what)
                if state.step in SECRET:
                    looked_at.add(state.step)
                    other = Event(None, game.chance(state).pick(source))
                    instead = game.resolve(state, other.what)
                    for seat in (None, *({0, 1, 2} - {state.active})):
                        assert game.tell(state, event, after, seat) == game.tell(state, other, instead, seat)
                        assert game.view(after, seat) == game.view(instead, seat)
                    mine = state.active
                    assert game.tell(state, event, after, mine) != game.tell(state, other, instead, mine)
            state = after
    assert looked_at == SECRET


def test_3_2_a_table_need_not_say_what_was_drawn() -> None:
    """RR 3.2, 3.3: tiles are named when they are laid, and any that may still be in the belt can be named."""
    state = do(begun("opening", lying("", "G5w B5p A2r R4w G3w/R2r R2r")), "draw ??")
    assert state.drawn == (UNKNOWN,) * 8
    assert (listed(state), bool(game.hint(state, 0)), game.hint(state, 1)) == ([], True, "")
    for text, rule in (
        ("array R2r B3p A3r R4w G2r", "RR 3.2"),  # Both R2r are Bo's.
        ("array N3 U2 A3r R4w", "RR 3.2"),
        ("pass", "RR 3.2"),
    ):
        assert why_not(state, text) == rule, text
    laid = told(state, "array G3w B3p A3r R4w G2r")
    assert laid.drawn == (UNKNOWN,) * 3
    assert why_not(laid, "spare A1w A1p A1r") == "RR 3.2"
    kept = told(laid, "spare A1w G2r")
    assert (kept.drawn, kept.bays[0].spares) == (
        (),
        laid.bays[0].spares + game.read(laid, 0, "spare A1w G2r").tiles,
    )

    state = do(
        begun("docking", lying("G3w B3p A3r R4w G2r/A1w", "G5w B5p A2r R4w G3w/R2r R2r")), "draw ?? ?? A4w ??"
    )
    assert why_not(state, "swap R2r G2r") == "RR 3.3"
    swapped = told(state, "swap R5r G2r", "swap A4w A1w")
    assert (swapped.drawn, bays(swapped)[0]) == ((UNKNOWN, UNKNOWN), "R4w A3r B3p G3w R5r/A4w")
    assert not list(game.faults(swapped))
    assert to_act(do(swapped, "dock")) == "Bo draw-again"
    itself = told(swapped, "dock U5")
    assert (to_act(itself), len(itself.bays[0].array), itself.bays[0].effect) == ("Bo draw-again", 6, "ufo")
    assert why_not(swapped, "dock U2") == "RR 5.1", "the fives and fours count without it"
    ufo = do(told(state, "swap U5 R4w", "swap R5r G2r"), "dock")
    assert set(listed(ufo)) == {"pass", "dock A4w", "dock R4w", "dock G2r"}
    assert why_not(ufo, "dock R2r") == "RR 5.3"
    assert told(ufo, "dock G2p").bays[0].effect == "ufo"

    planet = do(effects("P5 G5p A2r R4p B3w", "G5w B5p A2r R4w G3w"), "use planet", "draw ??")
    assert (listed(planet), bool(game.hint(planet, 0))) == (["pass"], True)
    assert why_not(planet, "dock G5w G5w") == "RR 5.4"


def told(state: State, *texts: str) -> State:
    """After moves with tiles that the referee did not know; they are in no list."""
    for text in texts:
        assert not why_not(state, text), text
        state = game.apply(state, state.active, game.read(state, state.active, text))
    return state


@pytest.mark.parametrize("players", [2, 3, 4])
def test_2_1_a_game_begins_as_the_set_up_of_its_seed(players: int) -> None:
    """RR 2.1, RR 3.1, ties and chaos cards included."""
    for number in range(40):
        seed = f"seed {number}"
        facts = {fact.name: fact.text for fact in set_up(players, seed, {}).facts}
        state = start_game(game, NAMES[:players], {})
        for _ in range(2):
            chance = game.chance(state)
            state = game.resolve(state, chance.pick(Chance(seed, chance.label)))
        shown = {fact.name: fact.text for fact in game.view(state, None).facts}
        assert facts["Commander and first player"] == f"seat {state.commander + 1}"
        assert all(
            shown[name] == facts[name] for name in ("BEST", "FLAG", "ALLY", "WILD", "Chaos") if name in facts
        )


def test_10_2_scores_add_up() -> None:
    """RR 3.4, RR 10.2: the lines of every player make the total, which is never below 0."""
    for seed in range(3):
        state = start_game(game, NAMES, {})
        states = [state]
        for event in recorded(game, state, Chance(f"sum {seed}")):
            state = (
                game.resolve(state, event.what)
                if event.seat is None
                else game.apply(state, event.seat, event.what)
            )
            states.append(state)
        for player in game.score(state).players:
            assert sum(line.points for line in player.lines) == player.total == player.points + player.bonus
        assert [after.round for before, after in pairwise(states) if after.round > before.round] == [
            2,
            3,
            4,
            5,
        ]


def test_greedy_beats_random() -> None:
    assert BOTS["greedy"] is greedy
    source = Quick(3)
    for players in (2, 3, 4):
        end = play_out(game, start_game(game, NAMES[:players], {}), _greedy_first, source)
        assert game.turn(end) is OVER and game.turn(end) is not CHANCE
        assert game.score(end).winners == ("Ann",)


def _greedy_first(rules: AnyGame, state: State, seat: int, source: Source) -> Any:
    return at_random(rules, state, seat, source) if seat else greedy(rules, state, seat, source)


def test_nobody_moves_out_of_turn() -> None:
    state = powers("G3w G3p G2r R4w A5w", PAIR)
    assert game.turn(state) == Seats((0,))
    assert game.moves(state, 1) == ()
    assert game.check(state, 1, game.read(state, 1, "pass")).rule == "RR 3.5"
    waiting = begun("opening", lying("", ""))
    assert game.check(waiting, 0, game.read(waiting, 0, "pass")).reason == "Dice or cards come first."


def test_positions_counted() -> None:
    """Ways the next steps can go: a change of what is legal shows as a change of a number."""
    array = do(begun("opening", lying("", "")), "draw G3w B3p A3r R4w G2r N5 G1w A1p")
    assert [count_lines(game, array, depth) for depth in (1, 2)] == [56, 56 * 7]
    flare = begun("docking", lying("G3w B3p/A1w", "G5w B5p/R1r R2r", cards_="SO08"))
    assert [count_lines(game, flare, depth) for depth in (1, 2)] == [3, 5 + 1 + 1]
    rays = powers("G3w G3p G2r R4w A5w/B2w", f"{PAIR}/R4w R5r")
    assert count_lines(game, rays, 1) == 14


def test_3_5_an_array_that_is_not_scored_is_told_of() -> None:
    """RR 3.5, 3.6: it counts nothing before its round is scored, and afterwards it has gone."""
    state = lying("G3w B3p A3r R4w G2r", "", totals=(7, 5))
    ann, bo = game.score(state).players
    assert [(line.what, line.points) for line in ann.lines] == [("array so far: Earth, 9 points", 0)]
    assert (ann.total, bo.total, bo.lines) == (7, 5, ())
    after = begun("claims", lying("G3w B3p A3r R4w G2r", PAIR, totals=(7, 5)))
    assert after.round == 2
    assert not any("so far" in line.what for player in game.score(after).players for line in player.lines)
