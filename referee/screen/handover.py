"""The holder of the machine: whose view may be shown on it, and when it must be handed over first."""

from dataclasses import dataclass

from referee.engine.game import CHANCE, OVER, Confides, Seat, Seats
from referee.table.session import Session


@dataclass(frozen=True)
class Handover:
    """The view that the screen shows, and the seat that it is for.

    seat     the seat that chooses; None if dice or cards are to be typed, or the game is over
    eyes     the seat whose view of the table is shown; None for an onlooker's, which has no secrets
    waiting  whether the machine must be handed to `taker` first; until then the view is an onlooker's
    taker    the seat that chooses or, if only one may see what was drawn, types it; None for everybody
    """

    seat: Seat | None
    eyes: Seat | None
    waiting: bool = False
    taker: Seat | None = None


def handover(session: Session, holder: Seat | None, wished: Seat | None = None) -> Handover:
    """Decide what to show now.

    holder  the seat that has the machine alone, so that its secrets may be shown; None if all look on
    wished  the seat that is to choose next, where several may
    """
    people = [seat for seat, name in enumerate(session.names) if name not in session.header.bots]
    alone = people[0] if len(people) == 1 else None
    turn = session.turn
    if not isinstance(turn, Seats):
        assert turn is CHANCE or turn is OVER
        taker = (
            session.game.confides(session.state)
            if turn is CHANCE and isinstance(session.game, Confides)
            else None
        )
        if taker is None or taker == holder:
            return Handover(None, alone if taker is None else taker, taker=taker)
        return Handover(None, None, waiting=True, taker=taker)
    seats = [seat for seat in turn.seats if seat in people]
    # The player who has the machine keeps it while it is their turn.
    seat = next(seat for seat in (wished, holder, *seats) if seat in seats)
    assert seat is not None
    if seat in (alone, holder):
        return Handover(seat, seat, taker=seat)
    return Handover(seat, None, waiting=has_secrets(session, seat), taker=seat)


def has_secrets(session: Session, seat: Seat) -> bool:
    """Tell whether that seat chooses in secret or sees something that an onlooker does not."""
    turn = session.turn
    if isinstance(turn, Seats) and turn.secret:
        return True
    return session.game.view(session.state, seat) != session.game.view(session.state, None)
