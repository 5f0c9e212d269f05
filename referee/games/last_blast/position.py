"""A position of The Last Blast that somebody typed in, the beginning of a round, and its faults.

`examples/positions/last-blast.toml` shows its keys.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from components.toml import Table
from components.wording import counted
from referee.engine.asking.photographed import UNSURE, Photographed, Shown
from referee.engine.game import Ruling, Seat, refused
from referee.engine.typed import read_seat
from referee.games.last_blast import codes
from referee.games.last_blast.box import Box, Field
from referee.games.last_blast.moves import UNKNOWN
from referee.games.last_blast.state import Draft, Flight, State, in_order


def _field_shown(shown: Shown) -> str:
    """The field as `read_field` reads it; a gap is a tile that is taken."""
    lying = {one.at: one for one in shown.pieces if one.at}
    columns, rows = (sorted({at[axis] for at in lying}) for axis in (0, 1))

    def symbol(at: tuple[int, int]) -> str:
        if at not in lying:
            return "x"
        code = lying[at].code
        return str(shown.box.tiles[code].symbol) if code else UNSURE

    return "/".join(
        "".join(symbol((column, row)) for column in range(columns[0], columns[-1] + 1))
        for row in range(rows[0], rows[-1] + 1)
    )


PHOTOGRAPHS: Final = {
    "rockets": Photographed(("parts",), from_right=True),
    "field": Photographed(("tiles",), write=_field_shown),
}


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


def faults(state: State) -> Iterator[Ruling]:
    return _draft_faults(state) if isinstance(state, Draft) else _flight_faults(state)


def _draft_faults(state: Draft) -> Iterator[Ruling]:
    """Pieces that are not those of the box (LB 1.1, LB 1.3), and rockets of unequal length (LB 3.4)."""
    placed = [card for cards in (*state.hands, *state.rockets) for card in cards]
    placed += (*state.discards, *state.dealt)
    if state.drawn is not None:
        placed.append(state.drawn)
    if in_order((*state.unseen, *placed)) != state.box.all_parts:
        yield _OTHER_CARDS
    if state.deck + placed.count(UNKNOWN) != len(state.unseen):
        yield refused("The number of unseen cards is not the number of hidden ones.", "LB 2.2")
    if Counter(tile for row in state.field for tile in row) - Counter(state.box.all_tiles):
        yield refused("There are more tiles of a symbol than the box has.", "LB 1.1")
    shortest, *_, longest = sorted(map(len, state.rockets))
    if longest > state.box.construction.rocket or longest - shortest > (state.taker is not None):
        yield refused("The rockets are not of equal length.", "LB 3.4")


def _flight_faults(state: Flight) -> Iterator[Ruling]:
    """Cards that are not those of the box (LB 1.3), and what `_token_faults` and `_rocket_faults` find."""
    placed = (*state.aside, *(card for rocket in state.rockets for card in rocket))
    if in_order(placed) != state.box.all_parts:
        yield _OTHER_CARDS
    yield from _token_faults(state)
    yield from _rocket_faults(state)


def _token_faults(state: Flight) -> Iterator[Ruling]:
    """Two tokens on a tile (LB 4.2), a wrong field (LB 2.1), wrecks without the option (LB 6.1)."""
    waiting = state.order[1:] if state.choice else state.order
    here = [row for seat, row in enumerate(state.rows) if row is not None and seat not in waiting]
    here += [row for row, column in state.drifting if column == state.column]
    before = [row for seat, row in enumerate(state.rows) if row is not None and seat in waiting]
    if len(here) != len(set(here)) or len(before) != len(set(before)):
        yield refused("Two rockets are on one tile.", "LB 4.2")
    players, rows = len(state.names), len(state.field)
    if rows != state.box.rows(players):
        yield refused(f"The field for {players} players has {state.box.rows(players)} rows.", "LB 2.1")
    if not all(1 <= row <= rows for row in (*here, *before)):
        yield refused(f"A token is in a row that does not exist; rows are 1 to {rows}.", "LB 2.1")
    if state.drifting and not state.wrecks:
        yield refused("Wrecks stay in the field only with the option.", "LB 6.1")


def _rocket_faults(state: Flight) -> Iterator[Ruling]:
    """A rocket that has exploded but is still there (LB 4.7), is on no tile (LB 4.2) or too long (LB 3.6)."""
    rockets = zip(state.names, state.rockets, state.rows, state.exploded, strict=True)
    for name, rocket, row, exploded in rockets:
        if (exploded is None) != bool(rocket) or (exploded is not None and row is not None):
            yield refused(f"{name}'s rocket has exploded, but is still there.", "LB 4.7")
        if exploded is None and row is None and state.column and state.order:
            yield refused(f"{name}'s rocket is not on a tile.", "LB 4.2")
        if len(rocket) > state.box.construction.rocket:
            yield refused(f"{name}'s rocket is too long.", "LB 3.6")


_OTHER_CARDS = refused("The cards are not those of the box.", "LB 1.3")
