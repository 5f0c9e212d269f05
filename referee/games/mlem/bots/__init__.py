"""The bots of MLEM."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from referee.engine.game import AnyChooser, AnyGame, Seat
from referee.engine.play import Insight
from referee.games.mlem.bots.expedition import chance
from referee.games.mlem.bots.forecast import between, chances
from referee.games.mlem.bots.greedy import greedy as greedy
from referee.games.mlem.bots.greedy import worth
from referee.games.mlem.moves import Move
from referee.games.mlem.state import State

# Raised when a bot moves otherwise than before: journals say which version played.
VERSION: Final = 4

BOTS: Final[Mapping[str, AnyChooser]] = {"greedy": greedy}


def _worked_out(state: State, seat: Seat, moves: Sequence[Move], simulations: int) -> Iterator[float]:
    """The chances to win after those moves, of two players; of as many astronauts as there is time for."""
    expeditions = simulations // _EXPEDITION if len(state.names) == _PAIR else 0
    if expeditions:
        for move in moves[:expeditions] if state.step == "board" else moves:
            yield chance(state, seat, move)


def _by_worth(game: AnyGame, state: State, seat: Seat) -> Sequence[Move]:
    """The moves in the order in which `greedy` likes them."""
    moves = game.moves(state, seat)
    return sorted(moves, key=lambda move: -worth(state, seat, move)) if len(moves) > 1 else moves


def _is_over(root: State, state: State) -> bool:
    """Tell whether the expedition is over."""
    return state.expedition > root.expedition


def _chances(state: State) -> list[float]:
    return chances(between(state))


_PAIR = 2  # players for whom an expedition is worked out
_EXPEDITION = 50  # simulations that take about as long; once worked out, it serves for all its moves

INSIGHT: Final = Insight(25, greedy, _by_worth, _is_over, _chances, exact=_worked_out)
