"""Guesses at what a seat does not know are even: χ² against every state it may be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.engine.chance.outcomes import Drawn, Quick, Source
from referee.engine.commits import CONCEALED
from referee.engine.game import OVER, Guesses, Seat, Seats
from referee.engine.play import at_random, start_game
from referee.games import OURS, find_game
from referee.games.last_blast import game as last_blast
from referee.games.last_blast.moves import UNKNOWN, Blind, Pick
from referee.games.last_blast.state import Draft, in_order
from referee.games.planetary import game as planetary
from referee.games.rayguns import game as rayguns
from referee.games.rayguns.rules.tiles import UNKNOWN as UNKNOWN_TILE
from referee.games.rayguns.state import belt
from tests.referee.games.last_blast.table import TWO, cards, dealt
from tests.searching import SEARCHING

NAMES = ("Ann", "Bo", "Cy", "Di")


def chi_squared(found: Iterable[Hashable], expected: dict[Any, float]) -> float:
    """Over its degrees of freedom: about 1 if what was found comes as often as expected."""
    counts = Counter(found)
    assert set(counts) <= set(expected)
    total = counts.total()
    shares = sum(expected.values())
    distances = (
        (counts[key] - total * share / shares) ** 2 / (total * share / shares)
        for key, share in expected.items()
    )
    return sum(distances) / (len(expected) - 1)


def small_draft() -> Draft:
    """Ann holds one card; Bo has a hidden hand of two and a hidden choice; one card is discarded."""
    known = last_blast.known(dealt(*TWO), 0)
    assert isinstance(known, Draft)
    return replace(
        known,
        unseen=in_order(cards("A4-1 A4-2 A4-3 R1-3")),
        deck=1,
        hands=(cards("R1-1"), (UNKNOWN, UNKNOWN)),
        discards=(UNKNOWN,),
        holders=((),),
        commits=(None, CONCEALED),
    )


def test_a_hidden_draft_is_dealt_evenly() -> None:
    """Two of four cards are Bo's and one is discarded; Bo has chosen either of the two."""
    known, source = small_draft(), Quick(2)
    every = {
        (first, second, aside, chosen): 1.0
        for first, second, aside in permutations(cards("A4-1 A4-2 A4-3 R1-3"), 3)
        for chosen in (first, second)
    }

    def told(state: Any) -> tuple[Any, ...]:
        choice = state.commits[1]
        assert isinstance(choice, Pick) and not isinstance(choice, Blind)
        return (*state.hands[1], *state.discards, choice.card)

    guesses = [last_blast.guess(known, 0, source) for _ in range(50 * len(every))]
    assert chi_squared(map(told, guesses), every) < 1.5
    assert {len(state.unseen) for state in guesses if isinstance(state, Draft)} == {1}


def test_hidden_tiles_are_drawn_evenly() -> None:
    """RR 3.2: each tile of the belt is as likely, by its copies."""
    source = Quick(4)
    state = start_game(rayguns, NAMES[:2], {})
    while state.step != "draw":
        turn = rayguns.turn(state)
        if isinstance(turn, Seats):
            state = rayguns.apply(state, state.active, rayguns.moves(state, state.active)[0])
        else:
            state = rayguns.resolve(state, rayguns.chance(state).pick(source))
    left = belt(state)
    state = rayguns.resolve(state, Drawn(left[:2]))
    known = rayguns.known(state, 1 - state.active)
    assert known.drawn == (UNKNOWN_TILE,) * 2
    every = {tile: float(copies) for tile, copies in Counter(left).items()}
    drawn = [rayguns.guess(known, 1 - state.active, source).drawn for _ in range(2000)]
    for place in (0, 1):
        assert chi_squared((tiles[place] for tiles in drawn), every) < 1.5


def test_a_ship_out_of_sight_is_anywhere_out_of_sight() -> None:
    """PL 3.3: on each space where the seat does not see it, as often."""
    source = Quick(6)
    state = start_game(planetary, NAMES[:2], {"start": "random"})
    while state.round < 1:
        turn = planetary.turn(state)
        if isinstance(turn, Seats):
            seat = turn.seats[0]
            state = planetary.apply(state, seat, at_random(planetary, state, seat, source))
        else:
            state = planetary.resolve(state, planetary.chance(state).pick(source))
    own, other = state.sides
    apart = (own.ship.space + state.spaces // 2) % state.spaces
    state = state.with_side(1, other._replace(ship=other.ship._replace(space=apart)))
    known = planetary.known(state, 0)
    assert known.sides[1].ship.space < 0
    near = range(-known.box.ship.view, known.box.ship.view + 1)
    seen = {(own.ship.space + step) % state.spaces for step in near}
    every = {space: 1.0 for space in range(state.spaces) if space not in seen}
    spaces = [planetary.guess(known, 0, source).sides[1].ship.space for _ in range(40 * len(every))]
    assert chi_squared(spaces, every) < 1.7


@pytest.mark.parametrize("slug", OURS)
@settings(max_examples=300 if SEARCHING else 4)
@given(seed=st.integers(0, 1 << 30), steps=st.integers(0, 150), seat=st.integers(0, 3))
def test_a_guess_cannot_be_told_from_what_is_known(slug: str, seed: int, steps: int, seat: Seat) -> None:
    game, source = find_game(slug), Quick(seed)
    assert isinstance(game, Guesses)
    players = 2 + seed % 3
    state = _after(game, start_game(game, NAMES[:players], {}), steps, source)
    known = game.known(state, seat % players)
    guessed = game.guess(known, seat % players, source)
    assert list(game.faults(guessed)) == []
    assert game.known(guessed, seat % players) == known


def _after(game: Any, state: Any, steps: int, source: Source) -> Any:
    """Go that many steps on, at random, or to the end."""
    for _ in range(steps):
        turn = game.turn(state)
        if isinstance(turn, Seats):
            seat = turn.seats[source.below(len(turn.seats))]
            state = game.apply(state, seat, at_random(game, state, seat, source))
        elif turn is OVER:
            return state
        else:
            state = game.resolve(state, game.chance(state).pick(source))
    return state
