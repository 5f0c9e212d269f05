"""`clever` in the five games: it sees what its seat sees, and the same budget gives the same moves."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from referee.engine.chance.outcomes import Quick
from referee.engine.game import CHANCE, OVER, AnyGame, Seat, Seats
from referee.engine.play import at_random, start_game
from referee.games import OURS, find_game, insight_of
from referee.players.bots import bots, version
from referee.players.clever import LEVELS, Clever, advise, simulations
from referee.players.search import Budget, weigh
from tests.referee.games.last_blast.test_game import imagine as other_draft
from tests.referee.games.planetary.test_game import imagine as other_ships
from tests.searching import SEARCHING


@pytest.mark.parametrize("slug", OURS)
def test_it_plays_every_game_of_ours(slug: str) -> None:
    assert "clever" in bots(slug)


@pytest.mark.parametrize("slug", OURS)
def test_each_level_has_more_simulations(slug: str) -> None:
    budgets = [simulations(slug, level) for level in LEVELS]
    assert budgets == sorted(set(budgets))


def decisions(slug: str, seed: int) -> Iterator[tuple[AnyGame, Any, Seat]]:
    """Positions of a game played at random in which a seat has a choice."""
    game, source = find_game(slug), Quick(seed)
    state = start_game(game, ["Ann", "Bo"], {})
    while True:
        turn = game.turn(state)
        if turn is CHANCE:
            state = game.resolve(state, game.chance(state).pick(source))
        elif isinstance(turn, Seats):
            seat = turn.seats[source.below(len(turn.seats))]
            if len(game.moves(state, seat)) > 1:
                yield game, state, seat
            state = game.apply(state, seat, at_random(game, state, seat, source))
        else:
            return


def test_an_only_move_is_made_without_a_search() -> None:
    """The source of chance is not touched."""
    game = find_game("mlem")
    for state, seat in only_moves(game):
        (move,) = game.moves(state, seat)
        assert Clever("mlem")(game, state, seat, None) == move  # type: ignore[arg-type]


def only_moves(game: AnyGame) -> Iterator[tuple[Any, Seat]]:
    source, state = Quick(5), start_game(game, ["Ann", "Bo"], {})
    while (turn := game.turn(state)) is not OVER:
        if isinstance(turn, Seats):
            if len(game.moves(state, turn.seats[0])) == 1:
                yield state, turn.seats[0]
            state = game.apply(state, turn.seats[0], at_random(game, state, turn.seats[0], source))
        else:
            state = game.resolve(state, game.chance(state).pick(source))


def moves_made(slug: str, count: int, every: int) -> str:
    """Return what a small search does in some positions, and how sure it is."""
    made = []
    for number, (game, state, seat) in enumerate(decisions(slug, 5)):
        if number % every == 0:
            found = weigh(game, state, seat, insight_of(slug), Budget(6), Quick(number))
            made.append("|".join(f"{one.move} {one.chance!r} {one.simulations}" for one in found))
        if len(made) == count:
            break
    return "\n".join(made)


# Findings of a small search in each game, by the version of its bots. They verify journals, on every
# version of Python: whatever changes it needs a higher `VERSION` in the game's bots.py, or in clever.py.
FOUND = {
    ("last-blast", 1): "4a0f46ea9f607afb",
    ("last-blast", 2): "1bb32d5cb4bfbd55",
    ("mlem", 2): "60b062493480de40",
    ("mlem", 3): "4b2481a6a26c6b1a",
    ("mlem", 4): "4b2481a6a26c6b1a",
    ("per-aspera", 1): "31c67f1f0c374f21",
    ("per-aspera", 2): "1a2ef14c9feed7d2",
    ("planetary", 2): "312589114a317a27",
    ("planetary", 3): "684e1e6601db3a31",
    ("planetary", 4): "21308d94f7053a42",
    ("planetary", 5): "fdea26bd5f140418",
    ("rayguns", 1): "219af525976fc102",
    ("rayguns", 2): "ad452c2b1e80de28",
    ("rayguns", 3): "327437bd770dc646",
    ("rayguns", 4): "c14ff74b6b82608e",
}


@pytest.mark.parametrize("slug", OURS)
def test_one_version_finds_the_same_moves(slug: str) -> None:
    assert digest(slug) == FOUND[slug, version(slug)]


@pytest.mark.outside
def test_the_order_of_hashes_decides_nothing() -> None:
    code = "from tests.referee.players.test_clever import digest; print(digest('last-blast'), digest('mlem'))"
    env = {**os.environ, "PYTHONHASHSEED": "12345"}
    told = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert told.stdout.split() == [digest("last-blast"), digest("mlem")]


def digest(slug: str) -> str:
    every = 40 if slug == "planetary" else 7  # leaves round 0 behind
    return hashlib.sha256(moves_made(slug, 3, every).encode()).hexdigest()[:16]


@pytest.mark.parametrize(("seconds", "astronauts"), [(1e-9, 1), (600.0, 8)])
def test_what_is_worked_out_ends_when_its_time_is_over(seconds: float, astronauts: int) -> None:
    """After one move at least; `greedy` likes it best."""
    game, state, seat = next(decisions("mlem", 5))
    found = advise(game, state, seat, Budget(seconds=seconds), Quick(1))
    assert [one.simulations for one in found] == [0] * astronauts


@pytest.mark.parametrize(
    ("slug", "imagine", "cases"),
    [
        ("last-blast", other_draft, 9000 if SEARCHING else 30),
        ("planetary", other_ships, 1000 if SEARCHING else 5),
    ],
)
def test_what_it_cannot_know_changes_no_move(slug: str, imagine: Any, cases: int) -> None:
    """Cards and ships that the seat does not see are swapped: the same moves are weighed in the same way."""
    source, insight, done, seed = Quick(9), insight_of(slug), 0, 0
    while done < cases:
        seed += 1
        for game, state, seat in decisions(slug, seed):
            other = imagine(state, seat, source)
            if source.below(4) or other == state:
                continue
            found = [weigh(game, one, seat, insight, Budget(4), Quick(done)) for one in (state, other)]
            assert found[0] == found[1]
            done += 1
            if done == cases:
                break
