"""Who has the machine: whose table may be shown on it, and when it must be handed over first."""

from __future__ import annotations

from dataclasses import dataclass

from referee.engine import CHANCE, OVER, Confides, Seat, Seats
from referee.table.session import Session


@dataclass(frozen=True)
class Facing:
    """What the screen is to show.

    seat     who is to choose; None if dice or cards are to be typed, or the game is over
    eyes     whose view of the table is shown; None is an onlooker's, which has no secrets
    waiting  whether the machine has to be handed to `taker` first; then the view is an onlooker's
    taker    who chooses or, if only one may see what was drawn, types it; None if it is for all
    """

    seat: Seat | None
    eyes: Seat | None
    waiting: bool = False
    taker: Seat | None = None


def facing(game: Session, holder: Seat | None, wished: Seat | None = None) -> Facing:
    """What to show now.

    holder  who has the machine to himself, so that his secrets may be on it; None if all look on
    wished  the seat that would rather choose next, where several may
    """
    people = [seat for seat, name in enumerate(game.names) if name not in game.header.bots]
    alone = people[0] if len(people) == 1 else None
    turn = game.turn
    if not isinstance(turn, Seats):
        assert turn is CHANCE or turn is OVER
        taker = game.game.confides(game.state) if turn is CHANCE and isinstance(game.game, Confides) else None
        if taker is None or taker == holder:
            return Facing(None, alone if taker is None else taker, taker=taker)
        return Facing(None, None, waiting=True, taker=taker)
    seats = [seat for seat in turn.seats if seat in people]
    # Who has the machine keeps it while he is to act.
    seat = next(seat for seat in (wished, holder, *seats) if seat in seats)
    assert seat is not None
    if seat in (alone, holder):
        return Facing(seat, seat, taker=seat)
    return Facing(seat, None, waiting=has_secrets(game, seat), taker=seat)


def has_secrets(game: Session, seat: Seat) -> bool:
    """Whether that seat's choice is secret, or it sees what an onlooker does not."""
    turn = game.turn
    if isinstance(turn, Seats) and turn.secret:
        return True
    return game.game.view(game.state, seat) != game.game.view(game.state, None)
