"""Faults of a position: missing pieces, too many of a piece, tokens out of place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.engine.game import Ruling, refused
from referee.games.last_blast.moves import UNKNOWN
from referee.games.last_blast.state import Draft, Flight, State, in_order


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
