"""The way through the columns ahead for the rocket whose turn it is, the others left aside."""

from __future__ import annotations

from referee.engine import Prospects, Seat
from referee.games.last_blast import flight, wording
from referee.games.last_blast.box import Field, Rocket
from referee.games.last_blast.moves import Lose, loses
from referee.games.last_blast.routes import Search
from referee.games.last_blast.state import Draft, Flight, State


def prospects(state: State, seat: Seat | None) -> Prospects | None:
    """What each tile of the column costs and leads to; or, for damage to place, what each way leaves."""
    if isinstance(state, Draft) or not state.order:
        return None
    mover = state.order[0]
    rocket, row = state.rockets[mover], state.rows[mover]
    if state.choice:
        return _placings(state, rocket, row)
    ahead = _ahead(state, state.column, taken=flight.blockers(state))
    search = Search(rocket, ahead, row)
    tiles = wording.tile_lines(len(rocket), ahead, row, search.prospects(), search.best())
    route = search.route()
    way = wording.route_lines(route, alone=len(search.best()) == 1)
    return Prospects((*tiles, "", *way), wording.route_why(row, route))


def _placings(state: Flight, rocket: Rocket, row: int | None) -> Prospects:
    """LB 4.6: how many of the points come off the front."""
    lines = []
    for move in loses(state.choice):
        assert isinstance(move, Lose)
        left = rocket[move.front : len(rocket) - (state.choice - move.front)]
        lines.append(f"  {move!s:8}  {_outcome(state, left, row)}")
    return Prospects((f"{state.choice} to lose as you choose; with best play from there:", "", *lines))


def _outcome(state: Flight, left: Rocket, row: int | None) -> str:
    ahead = _ahead(state, state.column + 1, taken={})
    if not ahead[0]:
        return f"{len(left)} cards left at the end"
    last = Search(left, ahead, row).route()[-1].cards_left
    return f"{last} cards left at the end" if last else "no play saves the rocket"


def _ahead(state: Flight, column: int, taken: dict[int, Seat | None]) -> Field:
    """The columns from that one on, without the tiles of its first that are `taken`, by row from 1.

    A wreck drifts along with the rockets, so its row is blocked in all of them (LB 6.1).
    """
    wrecked = {row for row, _ in state.drifting}
    return tuple(
        tuple(
            None if row in wrecked or (place == 0 and row in taken) else tile
            for place, tile in enumerate(tiles[column:])
        )
        for row, tiles in enumerate(state.field, 1)
    )
