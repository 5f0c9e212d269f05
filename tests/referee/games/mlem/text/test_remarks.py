"""Remarks: what a move does, and that it then does just that."""

from __future__ import annotations

import re

import pytest

from referee.engine.chance.outcomes import Quick
from referee.engine.chance.starters import Starts
from referee.engine.game import Remark, Seats
from referee.engine.play import start_game
from referee.games.mlem import game
from referee.games.mlem.moves import CRASH, HELP, STAY, Aboard, Land, Move, Use
from referee.games.mlem.odds import crash_chance
from referee.games.mlem.rules.travel import Rocket
from referee.games.mlem.state import State, fresh_engineers
from referee.players.bots import at_random
from tests.referee.games.mlem.table import aboard, landed, rolled

AT_5 = rolled(aboard("ace", "scout", at=5), "1", "4", "4")
LANDING = {"step": "land", "order": (0, 1), "pool": 3}
TWO_ON_A = landed(A=((0, "scout"), (0, "engineer"), (1, "scout")))
THREE_MOONS = landed(m1=((0, "scout"),), m3=((0, "engineer"),), m5=((0, "ace"),))


BOARDING = game.resolve(start_game(game, ("Ann", "Bo"), {}), Starts("draw", 0, "Ann"))
MOONS_TAKEN = landed(m4=((1, "ace"),), m3=((0, "scout"),))
THREE_OF_BO = landed(A=((0, "scout"), (1, "scout"), (1, "voyager"), (1, "collector")))
FALLING = {"step": "parachute", "order": (0,)}


def test_5_2_a_landing_is_about_its_place() -> None:
    """The space of the rocket leads to a planet and, by a navigator, to a moon."""
    state = aboard("navigator", "ace", at=9, **LANDING)
    assert game.remark(state, 0, Land("A")).about == "Planet A Anvil"
    assert game.remark(state, 0, Land("m4")).about == "Moon m4"
    assert not game.remark(state, 0, STAY).about


@pytest.mark.parametrize(
    ("state", "move", "text"),
    [
        # ML 2.1: what the astronaut can do, and who commands.
        (BOARDING, Aboard("ace"), "Doubles what you score on its planet; you command"),
        # ML 3.3, ML 4.1: of three dice the 1 is spent; the next space takes other faces.
        (AT_5, Use(("1",)), "to 6 (m2: +2 points); 25.0 % crash: 2 dice for faces 2 3"),
        (AT_5, Use(("1", "4")), "to 14 (C: +12 points); 50.0 % crash: 1 die for faces 1 4 *"),
        # ML 5.1: nobody lands below 6.
        (
            rolled(aboard("ace", "ace", at=0), "2", "4"),
            Use(("2",)),
            "to 2; 50.0 % crash: 1 die for faces 1 3 *",
        ),
        # ML 5.4
        (
            rolled(aboard("voyager", "ace", at=24), "4"),
            Use(("4",)),
            "to 25, +14 points: Comet, voyager; galaxy for Bo",
        ),
        # ML 5.2
        (
            rolled(aboard("ace", "ace", at=9, landed=MOONS_TAKEN), "1"),
            Use(("1",)),
            "to 10 (nothing free); 50.0 % crash: 1 die for faces 2 *",
        ),
        # ML 3.4
        (
            rolled(aboard("engineer", "ace", at=5), "2"),
            HELP,
            "your engineer adds a 1: to 6; without it, a crash",
        ),
        (rolled(aboard("ace", "engineer", at=5), "1"), HELP, "Bo's engineer adds a 1: to 7"),
        (
            rolled(aboard("engineer", "ace", at=8), "2"),
            HELP,
            "your engineer adds a 1, which space 8 does not take",
        ),
        # ML 4.1, ML 7.1
        (
            rolled(aboard("engineer", "ace", at=5, failures=10), "2"),
            CRASH,
            "failure 11 of 11, which ends the game; all aboard go home",
        ),
        # ML 7.2, ML 7.3
        (
            aboard("ace", "ace", at=8, **LANDING),
            Land("A"),
            "+8 points: Planet A Anvil, first, ace; Bo commands then",
        ),
        # ML 7.2: what it adds, not what Ann has there in all; ML 5.3: the collector takes a die along.
        (
            aboard("collector", "ace", at=8, **LANDING, landed=THREE_OF_BO),
            Land("A"),
            "+0 points: Planet A Anvil, second; 2 dice left for the others; Bo commands then",
        ),
        # ML 6.1, ML 7.4
        (
            aboard("ace", "ace", at=8, **LANDING, landed=TWO_ON_A),
            Land("A"),
            "+8 points with goal Full house: Planet A Anvil, first, ace; Bo commands then",
        ),
        (
            aboard("moonwalker", "ace", at=16, **LANDING, landed=THREE_MOONS),
            Land("m8"),
            "+12 points with goal Moon fever: Moon m8, moonwalker; Bo commands then",
        ),
        # ML 4.1: three faces of six are 2 or 4.
        (aboard("ace", "ace", at=8, **LANDING), STAY, "12.5 % crash: 3 dice for faces 2 4"),
        (aboard("parachutist", "ace", at=8, **FALLING), STAY, "back to your mat, without points"),
    ],
)
def test_texts(state: State, move: Move, text: str) -> None:
    assert game.remark(state, 0, move).text == text


@pytest.mark.parametrize(
    ("state", "moves"),
    [
        (rolled(aboard("engineer", "ace", at=5), "2"), [HELP, CRASH]),
        (aboard("ace", "ace", at=8, **LANDING), [Land("A"), STAY]),
        (AT_5, [Use(("1", "4")), Use(("4",)), Use(("1",))]),
        (aboard("parachutist", "ace", at=8, **FALLING), [Land("A"), STAY]),
    ],
)
def test_moves_that_make_more_sense_come_first(state: State, moves: list[Move]) -> None:
    found = sorted(game.moves(state, 0), key=lambda move: -game.remark(state, 0, move).sense)
    assert found[: len(moves)] == moves


def test_what_gives_something_away_is_below_0() -> None:
    """A crash that is asked for, a parachute left closed, an engineer who is called in vain."""
    at_5 = rolled(aboard("engineer", "ace", at=5), "2")
    at_8 = rolled(aboard("engineer", "ace", at=8), "2")
    falling = aboard("parachutist", "ace", at=8, **FALLING)
    for state, move in ((at_5, CRASH), (at_8, HELP), (falling, STAY)):
        assert move in game.moves(state, 0)
        assert game.remark(state, 0, move).sense < 0
    assert game.remark(at_5, 0, HELP).sense > 0


@pytest.mark.parametrize("text", ["use 2", "use 4,*", "land A", "stay", "engineer", "board ace", "crash"])
def test_of_a_move_that_is_not_allowed_the_reason_is_said(text: str) -> None:
    """A form may be filled in with a move that nobody can make."""
    move = game.read(AT_5, 0, text)
    ruling = game.check(AT_5, 0, move)
    assert not ruling.allowed
    assert game.remark(AT_5, 0, move) == Remark(ruling.reason, sense=-1)


def test_remarks_point_to_the_lane() -> None:
    assert game.remark(AT_5, 0, Use(("1", "4"))).points == (("lane", (14, 0)),)
    assert ("lane", (14, 0)) in {
        (area.name, piece.at) for area in game.view(AT_5, 0).areas for piece in area.pieces
    }


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_figures_are_what_the_move_then_does(seats: int) -> None:
    """In games played at random, for every move that may be made, not only for the one that is made."""
    source = Quick(seats)
    for _ in range(4):
        state = start_game(game, ("Ann", "Bo", "Cy", "Di", "Ed")[:seats], {})
        while state.step != "over":
            turn = game.turn(state)
            if isinstance(turn, Seats):
                seat = turn.seats[0]
                for move in game.moves(state, seat):
                    agree(state, seat, move)
                state = game.apply(state, seat, at_random(game, state, seat, source))
            else:
                state = game.resolve(state, game.chance(state).pick(source))


def agree(state: State, seat: int, move: Move) -> None:
    text, after = game.remark(state, seat, move).text, game.apply(state, seat, move)
    gained = total(after, seat) - total(state, seat)
    if isinstance(move, Use):
        to = re.match(r"to (\d+)", text)
        assert to
        if int(to[1]) == state.box.board.end:
            assert f", +{gained} point" in text
        else:
            assert after.at == int(to[1])
            assert re.search(
                rf"; {crash(after)} % crash: {after.pool} (die|dice) for faces {faces(after)}$", text
            )
            lands = sorted(str(one)[5:] for one in game.moves(after, seat) if isinstance(one, Land))
            if game.turn(after) == Seats((seat,)):
                assert sorted(re.findall(r"([\w]+): \+", text)) == lands
    elif isinstance(move, Land):
        assert text.startswith(f"+{gained} point")
    else:
        assert gained == 0


def total(state: State, seat: int) -> int:
    return game.score(state).players[seat].total


def faces(state: State) -> str:
    return re.escape(" ".join(state.box.board.spaces[state.at].faces))


def crash(state: State) -> str:
    """The chance of a crash before a roll, in percent."""
    rocket = Rocket(state.box.board.spaces[state.at], state.pool, len(fresh_engineers(state)))
    chance = float(crash_chance(state.box, rocket)) * 100
    return f"{chance:.1f}" if chance else "0"
