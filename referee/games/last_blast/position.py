"""A position of The Last Blast that somebody typed in: the beginning of a round of the flight.

`examples/positions/last-blast.toml` shows its keys.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from components.toml import Table
from components.wording import counted
from referee.engine.game import Seat
from referee.engine.typed import read_seat
from referee.games.last_blast import codes
from referee.games.last_blast.box import Box, Field
from referee.games.last_blast.state import Flight, in_order


def place(names: tuple[str, ...], box: Box, wrecks: bool, position: Table) -> Flight:
    """The state before the Start Player of that round moves.

    Raises `DataError` for unknown keys, and `UsageError` for unknown names and codes.
    """
    round_ = position.integer("round")
    if not 1 <= round_ <= box.columns:
        raise position.error("round", f"is {round_}.", f"A flight has rounds 1 to {box.columns}.")
    rockets, rows, drifting = (position.table(name) for name in ("rockets", "rows", "wrecks"))
    finishes = [codes.read_finish(rockets.text(name, ""), box, f"{rockets.where()}.{name}") for name in names]
    tokens = [rows.integer(name, 0) or None for name in names]
    starter = read_seat(position.text("start"), names, position.where())
    state = Flight(
        names=names,
        box=box,
        wrecks=wrecks,
        step="fly",
        field=_field(position, box, round_ - 1),
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
    aside = Counter(box.all_parts) - Counter(card for rocket in state.rockets for card in rocket)
    order = _order(state)
    return replace(state, step="fly" if order else "over", aside=in_order(aside.elements()), order=order)


def _field(position: Table, box: Box, column: int) -> Field:
    """The field; columns behind the rockets that were not typed are empty."""
    field = codes.read_field(position.text("field"), box, f"{position.where()}, field")
    missing = box.columns - len(field[0])
    if missing not in (0, column):
        ahead = box.columns - column
        todo = f"Write the {ahead} columns ahead, or all {box.columns}."
        raise position.error("field", f"has {counted(len(field[0]), 'column')}.", todo)
    return tuple((None,) * missing + row for row in field)


def _order(state: Flight) -> tuple[Seat, ...]:
    """Clockwise from the Start Player (LB 4.2); empty if the game is over (LB 4.9)."""
    left = state.survivors
    starter = state.starter or 0
    clockwise = sorted(left, key=lambda seat: (seat - starter) % len(state.names))
    return tuple(clockwise) if len(left) > state.box.flight.survivors_to_win else ()
