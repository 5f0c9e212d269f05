"""What a page shows: everything on it is built from what one right may know.

It knows no game. It shows what the session tells: view, moves with their remarks, log, score.
"""

from __future__ import annotations

from dataclasses import dataclass

from components import catalogue
from components.setup import Fact
from components.wording import listed
from referee.engine.game import CHANCE, OVER, Seat, Seats
from referee.engine.scoresheet import PlayerScore, ScoreSheet
from referee.table import reporting
from referee.table.session import Session
from referee.web.choosing import Kind, kinds, results
from referee.web.drawing import Drawn, Faces, owner_first
from referee.web.rights import Right
from referee.web.room import Room

_LOG = 30  # steps of the story whose lines are on a page


@dataclass(frozen=True)
class TablePage:
    """A table at which a game is played, as one right may see it.

    acting  whether the reader may do something now
    wanted  in words, what else may be typed
    log     the latest line first
    at      the piece or place that was tapped; empty for none
    """

    title: str
    turn: str
    acting: bool
    secret: bool
    over: bool
    boards: tuple[Drawn, ...]
    facts: tuple[Fact, ...]
    kinds: tuple[Kind, ...]
    wanted: str
    log: tuple[str, ...]
    score: ScoreSheet[PlayerScore]
    at: str


def table_page(room: Room, right: Right, faces: Faces, at: str = "") -> TablePage:
    """The page.

    at  the code of a piece, or "area column,row", that was tapped: only moves that lead there are shown
    """
    session = room.session
    assert session is not None
    seat, turn, slug = room.seat_of(right), session.turn, session.header.game
    view = session.game.view(session.state, seat)
    chooses = isinstance(turn, Seats) and seat in turn.seats and not session.awaited
    types = turn is CHANCE and seat is not None and session.header.dice == "table"
    found = reporting.moves_of(session, None).value if types else None
    shown: tuple[Kind, ...] = ()
    if chooses and seat is not None:
        shown = kinds(session, seat, at)
    elif found:
        shown = results(found.moves)
    told = reporting.telling_of(session, seat, max(0, len(session.story) - _LOG))[0]
    own = right.player if seat is not None else ""
    return TablePage(
        title=catalogue.load(slug).title,
        turn=_turn(session, seat),
        acting=chooses or types,
        secret=isinstance(turn, Seats) and turn.secret,
        over=turn is OVER,
        boards=tuple(faces.drawn(slug, area) for area in owner_first(view.areas, own) if area.pieces),
        facts=view.facts,
        kinds=shown,
        wanted=session.hint(seat) if chooses and seat is not None else found.wanted if found else "",
        log=tuple(reversed(told)),
        score=session.game.score(session.state),
        at=at,
    )


def odds_lines(room: Room, right: Right) -> tuple[str, ...]:
    """The exact odds of the position as that right may know it."""
    seat = room.seat_of(right)
    found = reporting.odds_of(room.session, seat) if room.session and seat is not None else None
    return found.lines if found else ("There are no odds to work out here.",)


def _turn(session: Session, seat: Seat | None) -> str:
    turn = session.turn
    if turn is OVER:
        winners = session.game.score(session.state).winners
        return f"The game is over. {'Winner: ' + listed(winners) if winners else 'Nobody has won'}."
    if session.awaited:
        return f"Words are to come from {listed(session.awaited)}."
    if not isinstance(turn, Seats):
        return f"Dice or cards decide. Write {session.game.chance(session.state).prompt}."
    if seat in turn.seats:
        return "Choose in secret." if turn.secret else "It is your turn."
    names = listed([session.names[one] for one in turn.seats])
    if turn.secret:
        return f"{names} {'chooses' if len(turn.seats) == 1 else 'choose'} in secret."
    return f"It is {names}'s turn." if len(turn.seats) == 1 else f"{names} may act."
