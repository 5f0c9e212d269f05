"""Information-set Monte Carlo tree search: the moves of a seat, weighed by playing on from guesses.

Each simulation guesses what the seat does not know, walks down one tree that all guesses share, adds a move
to it and plays on from there. The tree is open loop: a node stands for the moves made since the root,
whatever chance brought between them. So a move may be there in one simulation and missing in the next, and
counts how often it could be chosen [Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree
Search", 2012].

The same seed and number of simulations give the same result everywhere: only additions, divisions and square
roots of floats decide, which IEEE 754 rounds in one way, and no set is iterated over. Therefore moves are
selected with the polynomial bonus of [Shah, Xie and Xu, "Non-Asymptotic Analysis of Monte Carlo Tree Search",
2020] in place of a logarithm, which differs between machines.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt, sqrt
from typing import Any

from referee.engine.chance.outcomes import Quick, Source
from referee.engine.game import CHANCE, AnyGame, Guesses, Seat, Seats
from referee.engine.play import Insight

_CURIOSITY = 0.45  # weight of the bonus for moves that were tried less often; results are 0 to 1
_FIRST = 2  # moves that are looked at at once where a game puts the best first


@dataclass(frozen=True)
class Weighed:
    """A move and what the search found.

    chance       of the seat to win after it, 0 to 1, if all play on as the search expects
    simulations  that tried it; the more, the surer is the chance
    """

    move: Any
    chance: float
    simulations: int


@dataclass(frozen=True)
class Budget:
    """How long to search: until so many simulations are made or, if `seconds` is set, until they have passed.

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
    search = _Search(game, game.known(state, seat), seat, insight, Quick(source.below(1 << 32)))
    end = time.monotonic() + budget.seconds
    done = 0
    while done < budget.simulations or (budget.seconds and time.monotonic() < end) or not done:
        search.simulate()
        done += 1
    return search.result()


class _Edge:
    """A move from a node: how often it could be chosen, how often it was, and what its seat got in all."""

    __slots__ = ("below", "offered", "total", "visits")

    def __init__(self) -> None:
        self.offered = 0
        self.visits = 0
        self.total = 0.0
        self.below = _Node()


class _Node:
    """The moves from one point of the tree, each with its seat: chance may decide whose turn it is."""

    __slots__ = ("edges", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.edges: dict[tuple[Seat, Any], _Edge] = {}


class _Search:
    """A tree that grows by a move with each simulation."""

    def __init__(self, game: AnyGame, known: Any, seat: Seat, insight: Insight, source: Source) -> None:
        assert isinstance(game, Guesses)
        self._game, self._guess = game, game.guess
        self._known, self._seat = known, seat
        self._insight, self._source = insight, source
        self._root = _Node()

    def simulate(self) -> None:
        game, source, insight = self._game, self._source, self._insight
        state = self._guess(self._known, self._seat, source)
        node, path, new = self._root, list[tuple[Seat, _Edge]](), False
        while not new:
            turn = game.turn(state)
            if turn is CHANCE:
                state = game.resolve(state, game.chance(state).pick(source))
                continue
            if not isinstance(turn, Seats) or (path and insight.stops(self._known, state)):
                break
            seat = self._seat if self._seat in turn.seats else turn.seats[0]
            if turn.secret and seat != self._seat:
                # The others do not know what this seat has chosen, so their choice does not go into the tree.
                move = insight.playout(game, state, seat, source)
            else:
                move, edge, new = self._choose(node, state, seat)
                path.append((seat, edge))
                node = edge.below
            state = game.apply(state, seat, move)
        chances = self._played_out(state)
        for seat, edge in path:
            edge.visits += 1
            edge.total += chances[seat]

    def result(self) -> tuple[Weighed, ...]:
        tried = [
            Weighed(move, edge.total / edge.visits, edge.visits)
            for (_, move), edge in self._root.edges.items()
            if edge.visits
        ]
        return tuple(sorted(tried, key=lambda one: (-one.simulations, -one.chance)))

    def _choose(self, node: _Node, state: Any, seat: Seat) -> tuple[Any, _Edge, bool]:
        """The move with the best bound or, where some are untried, one of those; and whether it is new.

        Where the game puts the best moves first, the others are looked at only as the visits add up.
        """
        order = self._insight.moves
        moves = order(self._game, state, seat) if order else self._game.moves(state, seat)
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

    def _played_out(self, state: Any) -> Sequence[float]:
        """Each seat's chance to win, once everybody has played on from that state."""
        game, insight, source = self._game, self._insight, self._source
        while True:
            turn = game.turn(state)
            if turn is CHANCE:
                state = game.resolve(state, game.chance(state).pick(source))
            elif not isinstance(turn, Seats):
                return shares(game, state)
            elif insight.stops(self._known, state):
                return insight.chances(state)
            else:
                seat = turn.seats[0]
                state = game.apply(state, seat, insight.playout(game, state, seat, source))


def shares(game: AnyGame, state: Any) -> tuple[float, ...]:
    """What each seat has of the win in a game that is over: those who share it have equal parts."""
    sheet = game.score(state)
    return tuple([player.name in sheet.winners and 1 / len(sheet.winners) for player in sheet.players])
