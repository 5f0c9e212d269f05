"""Remarks on a move say before it is made what the move then does."""

from __future__ import annotations

import re
from typing import Any

import pytest

from referee.engine.chance.outcomes import Quick
from referee.engine.game import CHANCE, HIDDEN, OVER, Remark, Seats
from referee.engine.play import start_game
from referee.games.last_blast import game
from referee.games.last_blast.state import Draft, Flight
from referee.players.bots import at_random
from tests.referee.games.last_blast.table import LAST_PICK, TWO, dealt, flying, played

ANN = "R2-5 A6-1 A4-1 G1-3"
FLOWN = flying(ANN, "A5-2", field="3333333/1111111/6666666", rows=(1, 2), column=1)
CHOOSING = played(flying("A6-4 A4-1 R2-3 G2-6 A5-2", "A5-3", field="4444444/1111111/6666666"), "1: row 2")


@pytest.mark.parametrize(
    ("state", "move", "said"),
    [
        pytest.param(
            dealt(*TWO),
            "pick R1-2",
            "Jump Boost 1, hammers 2; in front: jump damage −1; 1 card, 1 point",
            id="LB 3.2",
        ),
        pytest.param(
            played(dealt(*TWO), *LAST_PICK[:2]),
            "pick A4-3 rear",
            "Scientific Equipment 4, circles 3; 2 cards, 5 points",
            id="LB 3.2, rear",
        ),
        pytest.param(
            played(dealt(*TWO), *LAST_PICK[:2]),
            "pick A4-3 front",
            "Scientific Equipment 4, circles 3; 2 cards, 5 points",
            id="LB 4.3, amber protects from nothing",
        ),
        pytest.param(
            FLOWN, "row 1", "T3 circles, damage 2: R2-5 and G1-3 fall; 2 cards, 10 points left", id="LB 4.6"
        ),
        pytest.param(FLOWN, "row 2", "T1 drop, damage 4: the rocket of 4 cards explodes", id="LB 4.7"),
        pytest.param(
            FLOWN, "row 3", "T6 arrow, damage 1: R2-5 falls; 3 cards, 11 points left", id="LB 4.3, jump 2 − 2"
        ),
        pytest.param(
            flying("R2-5 A6-1 A4-1 G1-3 A5-1", "A5-2", field="5555555/2222222/1111111"),
            "row 1",
            "T5 wheel, no damage; 5 cards, 18 points left",
            id="LB 4.5",
        ),
        pytest.param(
            flying("R2-5 A6-1 A4-1 G1-3 A5-1", "A5-2", field="5555555/2222222/1111111"),
            "row 2",
            "T2 hammers, damage 3: R2-5, A5-1 and 1 of your choice fall; 2 cards, up to 10 points left",
            id="LB 4.6, a choice",
        ),
        pytest.param(
            CHOOSING,
            "lose 0",
            "G2-6 (Shield 2, arrow 6) at the rear falls; 2 cards, 6 points left, A4-1 in front",
            id="LB 4.6, rear",
        ),
        pytest.param(
            CHOOSING,
            "lose 1",
            "A4-1 (Scientific Equipment 4, drop 1) at the front falls; 2 cards, 4 points left, R2-3 in front",
            id="LB 4.6, front",
        ),
    ],
)
def test_said(state: Any, move: str, said: str) -> None:
    assert remark(state, move).text == said


def test_3_4_a_blind_card_says_what_to_expect() -> None:
    """LB 3.4: a mean over the cards that the seat has not seen: both hands went through its own."""
    state = played(dealt(*TWO), *LAST_PICK)
    unseen = game.known(state, 0).unseen
    assert len(unseen) == 44
    mean = sum(card.number for card in unseen) / len(unseen)
    said = remark(state, "blind").text
    assert said.startswith(f"1 of 44 cards it can be: {mean:.1f} points on average")


def test_3_5_a_blind_card_says_what_it_makes() -> None:
    state = played(dealt(*TWO), *LAST_PICK, "1: blind", "2: blind", "draw A6-5")
    assert remark(state, "place front").text == "Scientific Equipment 6, wheel 5; 4 cards, 12 points"


def test_a_tile_is_pointed_at() -> None:
    assert remark(FLOWN, "row 3").points == (("field", (1, 2)),)


def test_what_is_not_allowed_has_no_remark() -> None:
    assert remark(FLOWN, "row 4") == Remark()
    assert remark(dealt(*TWO), "blind") == Remark()


def test_4_7_a_rocket_is_never_lost_unasked() -> None:
    """The tile that leaves most points is first; one where the rocket explodes is below 0."""
    senses = {text: remark(FLOWN, text).sense for text in ("row 1", "row 2", "row 3")}
    assert senses == {"row 1": 10, "row 2": -1, "row 3": 11}


@pytest.mark.parametrize("options", [{}, {"wrecks": ""}])
def test_what_is_said_is_what_happens(options: dict[str, str]) -> None:
    """In random games: damage, cards and points of every move that is listed, as its player knows them."""
    source, compared = Quick(11), 0
    for players in (2, 3, 4):
        state: Any = start_game(game, ("Ann", "Bo", "Cy", "Di")[:players], options)
        while (turn := game.turn(state)) is not OVER:
            if turn is CHANCE:
                state = game.resolve(state, game.chance(state).pick(source))
                continue
            assert isinstance(turn, Seats)
            seat, known = turn.seats[0], game.known(state, turn.seats[0])
            for move in game.moves(known, seat):
                found = game.remark(known, seat, move)
                assert found.text and HIDDEN not in found.text
                compared += compare(state, seat, move, found)
            state = game.apply(state, seat, at_random(game, known, seat, source))
    assert compared > 400


def compare(state: Any, seat: int, move: Any, found: Remark) -> bool:
    """Compare the figures of the remark with the rocket after the move; False if it still is a secret."""
    after = game.apply(state, seat, move)
    rocket = after.rockets[seat]
    if isinstance(state, Draft) and rocket == state.rockets[seat]:
        return False
    if not (figures := re.search(r"(\d+) cards?, (up to )?(\d+) points?", found.text)):
        assert "explodes" in found.text and found.sense < 0
        assert isinstance(after, Flight) and after.exploded[seat] is not None
        return True
    cards, most, points = int(figures[1]), figures[2], int(figures[3])
    ways = [rocket]
    if isinstance(after, Flight) and after.choice:
        ways = [game.apply(after, seat, way).rockets[seat] for way in game.moves(after, seat)]
    assert {len(way) for way in ways} == {cards}
    assert bool(most) == (len(ways) > 1)
    assert max(sum(card.number for card in way) for way in ways) == points == found.sense
    if isinstance(state, Flight) and state.step == "fly":
        damage = re.search(r"damage (\d+)", found.text)
        assert len(state.rockets[seat]) - cards == (int(damage[1]) if damage else 0)
    return True


def remark(state: Any, move: str) -> Remark:
    seat = game.turn(state).seats[0]  # type: ignore[union-attr]
    return game.remark(game.known(state, seat), seat, game.read(state, seat, move))
