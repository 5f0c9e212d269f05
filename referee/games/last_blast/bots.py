"""A bot for The Last Blast that takes what looks best now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.engine import Game, Seat
from referee.games.last_blast import flight, rules
from referee.games.last_blast.box import Part, Rocket, box
from referee.games.last_blast.moves import Blind, Lose, Move, Pick, Place, Row
from referee.games.last_blast.state import Draft, Flight, State
from referee.outcomes import Source

_LOST = -1000  # worth of a rocket that explodes, in points


def greedy(game: Game[State, Move, Any], state: State, seat: Seat, source: Source) -> Move:
    """High cards into the middle of the rocket, low ones to its ends; then the tile that leaves most.

    Of moves that look alike it takes any.
    """
    worth = _draft_worth(state, seat) if isinstance(state, Draft) else _flight_worth(state, seat)
    worths = [(worth(move), move) for move in game.moves(state, seat)]
    best = max(points for points, _ in worths)
    good = [move for points, move in worths if points == best]
    return good[source.below(len(good))]


def _draft_worth(state: Draft, seat: Seat) -> Callable[[Move], float]:
    """Points go to what is picked early: it ends up in the middle. What comes last is lost first."""
    rocket = state.rockets[seat]
    early = 1 - len(rocket) / box().rocket
    systems = (box().damage.jump_protection, box().damage.collision_protection)

    def worth(move: Move) -> float:
        if isinstance(move, Blind):
            return _card_worth(sum(card.number for card in state.unseen) / max(1, len(state.unseen)), 0)
        if isinstance(move, Place):
            assert state.drawn is not None
            return _end_worth(rocket, state.drawn, move.end)
        assert isinstance(move, Pick)
        protects = move.card.number if move.card.system in systems else 0
        return _card_worth(move.card.number, protects) + _end_worth(rocket, move.card, move.end) / 10

    def _card_worth(number: float, protects: int) -> float:
        return early * number + (1 - early) * protects

    return worth


def _end_worth(rocket: Rocket, card: Part, end: str | None) -> float:
    """A low card shields a high one; a card that protects belongs to the front, where it does."""
    if not rocket:
        return 0
    beside = rocket[0] if end == "front" else rocket[-1]
    protects = card.system in (box().damage.jump_protection, box().damage.collision_protection)
    return (beside.number - card.number) + (1 if protects and end == "front" else 0)


def _flight_worth(state: Flight, seat: Seat) -> Callable[[Move], float]:
    rocket = state.rockets[seat]

    def worth(move: Move) -> float:
        if isinstance(move, Lose):
            left = rocket[move.front : len(rocket) - (state.choice - move.front)]
            row = state.rows[seat]
            return _rocket_worth(state, left, row or 1, state.column + 1)
        assert isinstance(move, Row)
        loss = rules.loss(flight.damage(state, seat, move.row).total, len(rocket))
        if loss.explodes:
            return _LOST
        return max(
            _rocket_worth(state, rocket[taken.front : len(rocket) - taken.rear], move.row, state.column + 1)
            for taken in rules.removals(loss)
        )

    return worth


def _rocket_worth(state: Flight, rocket: Rocket, row: int, column: int) -> float:
    """What the rocket counts now, less what the next column will take at the least."""
    total = sum(card.number for card in rocket)
    if column >= len(state.field[0]):
        return total
    tiles = [(number, tiles[column]) for number, tiles in enumerate(state.field, 1)]
    damages = [rules.damage(rocket[0], tile, abs(number - row)).total for number, tile in tiles if tile]
    least = min(damages)
    return _LOST / 2 if least >= len(rocket) else total - least * total / len(rocket)


BOTS: Mapping[str, Any] = {"greedy": greedy}
