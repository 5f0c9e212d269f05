"""A bot for The Last Blast that plays the move that looks best now."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from referee.engine.chance.outcomes import Source
from referee.engine.game import Game, Seat
from referee.engine.play import Insight
from referee.games.last_blast.box import Box, Part, Rocket
from referee.games.last_blast.moves import Blind, Lose, Move, Pick, Place, Row
from referee.games.last_blast.rules import flight
from referee.games.last_blast.rules.damage import damage, loss, removals
from referee.games.last_blast.state import Draft, Flight, State

# This is raised when a bot moves otherwise than before: journals say which version played.
VERSION: Final = 2

_LOST = -1000  # worth of a rocket that explodes, in points


def greedy(game: Game[State, Move, Any], state: State, seat: Seat, source: Source) -> Move:
    """High cards in the middle of the rocket, low ones at its ends; then the tile that leaves the most.

    Among equally good moves it plays any.
    """
    worth = _draft_worth(state, seat) if isinstance(state, Draft) else _flight_worth(state, seat)
    worths = [(worth(move), move) for move in game.moves(state, seat)]
    best = max(points for points, _ in worths)
    good = [move for points, move in worths if points == best]
    return good[source.below(len(good))]


def _draft_worth(state: Draft, seat: Seat) -> Callable[[Move], float]:
    """High numbers are picked early, so that they end up in the middle: the ends are lost first."""
    box, rocket = state.box, state.rockets[seat]
    early = 1 - len(rocket) / box.construction.rocket

    def worth(move: Move) -> float:
        if isinstance(move, Blind):
            return _card_worth(sum(card.number for card in state.unseen) / max(1, len(state.unseen)), 0)
        if isinstance(move, Place):
            assert state.drawn is not None
            return _end_worth(box, rocket, state.drawn, move.end)
        assert isinstance(move, Pick)
        protects = move.card.number if _protects(box, move.card) else 0
        return _card_worth(move.card.number, protects) + _end_worth(box, rocket, move.card, move.end) / 10

    def _card_worth(number: float, protects: int) -> float:
        return early * number + (1 - early) * protects

    return worth


def _end_worth(box: Box, rocket: Rocket, card: Part, end: str | None) -> float:
    """A low card shields a high one; a card that protects does so at the front only."""
    if not rocket:
        return 0
    beside = rocket[0] if end == "front" else rocket[-1]
    return (beside.number - card.number) + (1 if _protects(box, card) and end == "front" else 0)


def _protects(box: Box, card: Part) -> bool:
    numbers = box.flight.damage
    return card.system in (numbers.jump_protection, numbers.collision_protection)


def _flight_worth(state: Flight, seat: Seat) -> Callable[[Move], float]:
    rocket = state.rockets[seat]

    def worth(move: Move) -> float:
        if isinstance(move, Lose):
            left = flight.taken_by(state, move).left_of(rocket)
            return _rocket_worth(state, left, state.rows[seat] or 1)
        assert isinstance(move, Row)
        lost = loss(state.box, flight.damage_of(state, seat, move.row).total, len(rocket))
        if lost.explodes:
            return _LOST
        return max(_rocket_worth(state, taken.left_of(rocket), move.row) for taken in removals(lost))

    return worth


def _rocket_worth(state: Flight, rocket: Rocket, row: int) -> float:
    """Count what the rocket is worth now, less the least that the next column can take."""
    total, column = sum(card.number for card in rocket), state.column + 1
    if column >= len(state.field[0]):
        return total
    tiles = [(number, tiles[column]) for number, tiles in enumerate(state.field, 1)]
    damages = [damage(state.box, rocket[0], tile, abs(number - row)).total for number, tile in tiles if tile]
    least = min(damages)
    return _LOST / 2 if least >= len(rocket) else total - least * total / len(rocket)


BOTS: Mapping[str, Any] = {"greedy": greedy}
INSIGHT: Final = Insight(50, greedy)
