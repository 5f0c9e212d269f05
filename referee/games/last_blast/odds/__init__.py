"""The way through the columns ahead for the rocket whose turn it is, other players left aside."""

from components.prose import table
from components.wording import counted
from referee.engine.game import Prospects, Seat
from referee.games.last_blast.box import Field, Rocket
from referee.games.last_blast.moves import losses
from referee.games.last_blast.odds.routes import Search
from referee.games.last_blast.rules import flight
from referee.games.last_blast.state import Draft, Flight, State
from referee.games.last_blast.text import answers


def prospects(state: State, seat: Seat | None) -> Prospects | None:
    """Return what each tile of the column costs and leads to, or what each choice of cards to lose leaves."""
    if isinstance(state, Draft) or not state.order:
        return None
    mover = state.order[0]
    rocket, row = state.rockets[mover], state.rows[mover]
    if state.choice:
        return _choices(state, rocket, row)
    ahead = _ahead(state, state.column, taken=flight.blockers(state))
    search = Search(state.box, rocket, ahead, row)
    tiles = answers.tile_blocks(state.box, len(rocket), ahead, row, search.prospects(), search.best())
    route = search.route()
    way = answers.route_blocks(route, alone=len(search.best()) == 1)
    return Prospects((*tiles, "", *way), answers.route_why(state.box, row, route))


def _choices(state: Flight, rocket: Rocket, row: int | None) -> Prospects:
    """LB 4.6"""
    rows = (
        (str(move), _end(state, flight.taken_by(state, move).left_of(rocket), row))
        for move in losses(state.choice)
    )
    cards = counted(state.choice, "card")
    head = f"{cards} to lose from either end; with best play after that:"
    return Prospects((head, "", table(rows, indent=2)))


def _end(state: Flight, left: Rocket, row: int | None) -> str:
    ahead = _ahead(state, state.column + 1, taken={})
    if not ahead[0]:
        return f"{counted(len(left), 'card')} left at the end"
    last = Search(state.box, left, ahead, row).route()[-1].cards_left
    return f"{counted(last, 'card')} left at the end" if last else "no play saves the rocket"


def _ahead(state: Flight, column: int, taken: dict[int, Seat | None]) -> Field:
    """The columns from that one on.

    taken  rows, from 1, whose tile in the first of these columns is not free

    A wreck drifts on as the rockets fly, so its row is blocked in all columns (LB 6.1).
    """
    wrecked = {row for row, _ in state.drifting}
    return tuple(
        tuple(
            None if row in wrecked or (place == 0 and row in taken) else tile
            for place, tile in enumerate(tiles[column:])
        )
        for row, tiles in enumerate(state.field, 1)
    )
