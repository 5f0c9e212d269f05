"""A position of The Last Blast that somebody typed in: the beginning of a round of the flight.

Its keys are those of `examples/positions/last-blast.toml`.
"""

from __future__ import annotations

from components.reading import Table
from referee.engine import Seat
from referee.games.last_blast import notation
from referee.games.last_blast.box import Field, box
from referee.games.last_blast.state import Flight, all_parts, in_order
from referee.typed import read_seat


def place(names: tuple[str, ...], wrecks: bool, position: Table) -> Flight:
    """The state before the Start Player of that round moves.

    Raises `DataError` for keys there are not, and `UsageError` for names and codes there are not.
    """
    round_ = position.integer("round")
    if not 1 <= round_ <= box().columns:
        raise position.error("round", f"is {round_}.", f"A flight has rounds 1 to {box().columns}.")
    rockets, rows, drifting = (position.table(name) for name in ("rockets", "rows", "wrecks"))
    finishes = [notation.read_finish(rockets.text(name, ""), f"{rockets.where()}.{name}") for name in names]
    tokens = [rows.integer(name, 0) or None for name in names]
    starter = read_seat(position.text("start"), names, position.where())
    state = Flight(
        names=names,
        wrecks=wrecks,
        field=_field(position, round_ - 1),
        aside=(),
        rockets=tuple(rocket for rocket, _ in finishes),
        rows=tuple(tokens),
        exploded=tuple(None if rocket else exploded or 1 for rocket, exploded in finishes),
        column=round_ - 1,
        starter=starter,
        order=(),
        choice=0,
        drifting=tuple((drifting.integer(name), round_ - 1) for name in names if name in drifting.data),
    )
    for table in (rockets, rows, drifting, position):
        table.done()
    left = list(all_parts())
    for card in (card for rocket in state.rockets for card in rocket):
        if card in left:
            left.remove(card)
    return state._replace(aside=in_order(left), order=_order(state))


def _field(position: Table, column: int) -> Field:
    """The field with nothing in the columns that lie behind, if they are not typed."""
    field = notation.read_field(position.text("field"), f"{position.where()}, field")
    missing = box().columns - len(field[0])
    if missing not in (0, column):
        ahead = box().columns - column
        raise position.error("field", f"has {len(field[0])} columns.", f"Write the {ahead} ahead, or all.")
    return tuple((None,) * missing + row for row in field)


def _order(state: Flight) -> tuple[Seat, ...]:
    """Clockwise from the Start Player (LB 4.2); nobody if the game is over (LB 4.9)."""
    players, starter = len(state.names), state.starter or 0
    clockwise = [(starter + place) % players for place in range(players)]
    order = tuple(seat for seat in clockwise if state.exploded[seat] is None)
    return order if len(order) > box().survivors_to_win else ()
