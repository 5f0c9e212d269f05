"""Information-set Monte Carlo tree search: the moves of a seat, weighed by playing on from guesses.

Each simulation guesses what the seat does not know, walks down one tree that all guesses share, adds a move
to it and plays on from there. The tree is open loop: a node stands for the moves made since the root,
whatever chance brought between them. So a move may be there in one simulation and missing in the next, and
counts how often it could be chosen [Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree
Search", 2012]. A game may do without the moves below the first ones.

The same seed and number of simulations give the same result everywhere: no set is iterated over, and what
decides are additions, divisions and square roots of floats, which IEEE 754 rounds in one way. `sum` does not:
it depends on the version of Python. Nor do logarithms, so moves are selected with the polynomial bonus of
[Shah, Xie and Xu, "Non-Asymptotic Analysis of Monte Carlo Tree Search", 2020].
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt, sqrt
from typing import Any

from referee.engine.chance.outcomes import Quick, Source
from referee.engine.game import CHANCE, OVER, AnyGame, Guesses, Seat, Seats
from referee.engine.play import Insight

_CURIOSITY = 0.45  # weight of the bonus for moves that were tried less often; results are 0 to 1
_SURE = 1.5  # standard errors by which a move must lead the game's own first choice to replace it
_FEW, _TINY = 4, 1e-9  # pairs of results that say nothing; the least spread of their differences
_FIRST = 2  # moves that are looked at at once where a game puts the best first


@dataclass(frozen=True)
class Weighed:
    """A move and what the search found.

    chance       chance of the seat to win after it, 0 to 1, if all play on as the search expects
    simulations  number of simulations that tried it; the more, the surer is the chance
    """

    move: Any
    chance: float
    simulations: int


@dataclass(frozen=True)
class Budget:
    """Limit of a search: so many simulations or, if `seconds` is set, a time.

    A number of simulations gives the same moves again; seconds do not.
    """

    simulations: int = 0
    seconds: float = 0.0


def weigh(
    game: AnyGame, state: Any, seat: Seat, insight: Insight, budget: Budget, source: Source
) -> tuple[Weighed, ...]:
    """The moves of a seat whose turn it is, the best first: those that were tried most often.

    state  may be the whole state: only what the seat knows of it is used

    Moves that were never tried are left out.
    """
    search = _Search(game, game.known(state, seat), seat, insight, source.below(1 << 32) << 32)
    end = time.monotonic() + budget.seconds
    done = 0
    while done < budget.simulations or (budget.seconds and time.monotonic() < end) or not done:
        search.simulate()
        done += 1
    return search.result()


class _Edge:
    """A move from a node: how often it could be chosen, how often it was, and what its seat got in all.

    results  results of each visit, for moves from the root
    """

    __slots__ = ("below", "offered", "results", "total", "visits")

    def __init__(self) -> None:
        self.offered = 0
        self.visits = 0
        self.total = 0.0
        self.results: list[float] = []
        self.below = _Node()


class _Node:
    """The moves from one point of the tree, each with its seat: chance may decide whose turn it is."""

    __slots__ = ("edges", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.edges: dict[tuple[Seat, Any], _Edge] = {}


class _Search:
    """A tree that grows by a move with each simulation.

    A simulation is fixed by how often its first move was tried before: each move meets the same guesses, and
    the same luck as far as the moves after it let it. So moves are compared under like conditions.
    """

    def __init__(self, game: AnyGame, known: Any, seat: Seat, insight: Insight, seed: int) -> None:
        assert isinstance(game, Guesses)
        self._game, self._guess = game, game.guess
        self._known, self._seat = known, seat
        self._insight, self._seed = insight, seed
        self._root = _Node()
        self._first_moves = insight.moves(game, known, seat) if insight.moves else game.moves(known, seat)
        self._source: Source = Quick(seed)

    def simulate(self) -> None:
        game, insight, seat = self._game, self._insight, self._seat
        move, edge, new = self._choose(self._root, self._first_moves, seat)
        self._source = source = Quick(self._seed + edge.visits)
        state = game.apply(self._guess(self._known, seat, source), seat, move)
        path = [(seat, edge)]
        while not (new or insight.first_only):
            turn = game.turn(state)
            if turn is CHANCE:
                state = game.resolve(state, game.chance(state).pick(source))
                continue
            if not isinstance(turn, Seats) or insight.stops(self._known, state):
                break
            seat = self._seat if self._seat in turn.seats else turn.seats[0]
            if turn.secret and seat != self._seat:
                # The others do not know what this seat has chosen, so their choice does not go into the tree.
                move = insight.playout(game, state, seat, source)
            else:
                moves = insight.moves(game, state, seat) if insight.moves else game.moves(state, seat)
                move, edge, new = self._choose(edge.below, moves, seat)
                path.append((seat, edge))
            state = game.apply(state, seat, move)
        chances = self._valued(self._played_out(state))
        for seat, edge in path:
            edge.visits += 1
            edge.total += chances[seat]
        path[0][1].results.append(chances[self._seat])

    def result(self) -> tuple[Weighed, ...]:
        """The moves by how often they were tried; before them the one to make."""
        tried = [
            (Weighed(move, edge.total / edge.visits, edge.visits), edge)
            for (_, move), edge in self._root.edges.items()
            if edge.visits
        ]
        tried.sort(key=lambda one: (-one[0].simulations, -one[0].chance))
        if self._insight.moves:
            # The game's own first choice stands unless another move is surely better.
            first = next(one for one in tried if one[0].move == self._first_moves[0])
            sure = [(_lead(edge.results, first[1].results), place) for place, (_, edge) in enumerate(tried)]
            lead, place = max(sure, key=lambda one: (one[0], -one[1]))
            best = tried[place] if lead > _SURE else first
            tried.sort(key=lambda one: one is not best)
        return tuple(weighed for weighed, _ in tried)

    def _choose(self, node: _Node, moves: Sequence[Any], seat: Seat) -> tuple[Any, _Edge, bool]:
        """The move with the best bound or, where some are untried, one of those; and whether it is new.

        Where the game puts the best moves first, the others are looked at only as the visits add up.
        """
        order = self._insight.moves
        if order:
            moves = moves[: _FIRST + isqrt(node.visits)]
        node.visits += 1
        edges = node.edges
        untried = [move for move in moves if (seat, move) not in edges]
        if untried:
            move = untried[0 if order else self._source.below(len(untried))]
            edges[seat, move] = edge = _Edge()
            return move, edge, True
        best, highest = moves[0], -1.0
        for move in moves:
            edge = edges[seat, move]
            edge.offered += 1
            bound = edge.total / edge.visits + _CURIOSITY * sqrt(sqrt(edge.offered) / edge.visits)
            if bound > highest:
                best, highest = move, bound
        return best, edges[seat, best], False

    def _played_out(self, state: Any) -> Any:
        """The state in which playing on stops, once everybody has played on."""
        game, source, insight = self._game, self._source, self._insight
        while True:
            turn = game.turn(state)
            if turn is CHANCE:
                state = game.resolve(state, game.chance(state).pick(source))
            elif not isinstance(turn, Seats) or insight.stops(self._known, state):
                return state
            else:
                seat = turn.seats[0]
                state = game.apply(state, seat, insight.playout(game, state, seat, source))

    def _valued(self, state: Any) -> Sequence[float]:
        """Each seat's chance to win; at the end its share of the win."""
        if self._game.turn(state) is not OVER:
            return self._insight.chances(state)
        sheet = self._game.score(state)
        return [player.name in sheet.winners and 1 / len(sheet.winners) for player in sheet.players]


def _lead(results: Sequence[float], others: Sequence[float]) -> float:
    """Return how far those results are ahead of the others, in standard errors of the mean difference.

    The results of one number met the same guesses and the same luck, so they are compared one by one.
    """
    pairs = min(len(results), len(others))
    if pairs < _FEW:
        return 0.0
    total = squares = 0.0
    for one, other in zip(results[:pairs], others[:pairs], strict=True):
        total += one - other
        squares += (one - other) * (one - other)
    spread = squares / pairs - (total / pairs) * (total / pairs)
    return total / pairs / sqrt(max(spread, _TINY) / (pairs - 1))
