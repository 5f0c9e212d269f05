"""The flight phase: seven rounds through the field, one column each (LB 4), with wrecks or without (LB 6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from referee.engine import ALLOWED, CHANCE, OVER, Ruling, Seat, Seats, Turn, refused
from referee.games.last_blast import rules
from referee.games.last_blast.box import Rocket, Starter, Tile, box
from referee.games.last_blast.moves import Lose, Move, Row, loses
from referee.games.last_blast.moves import row as row_move
from referee.games.last_blast.rules import Damage
from referee.games.last_blast.state import Draft, Flight, all_parts, in_order, replaced
from referee.outcomes import Listed
from referee.starters import Starts, starters


def start(draft: Draft) -> Flight:
    """Before round 1, with the rockets as they were built; the Start Player may still be drawn (LB 4.1)."""
    players = len(draft.names)
    flight = Flight(
        names=draft.names,
        wrecks=draft.wrecks,
        field=draft.field,
        aside=in_order((*draft.unseen, *draft.discards)),
        rockets=draft.rockets,
        rows=(None,) * players,
        exploded=(None,) * players,
        column=0,
        starter=None,
        order=(),
        choice=0,
        drifting=(),
    )
    tied = _first_starters(flight)
    return _started(flight, tied[0]) if len(tied) == 1 else flight


def turn(state: Flight) -> Turn:
    if state.starter is None:
        return CHANCE
    return Seats(state.order[:1]) if state.order else OVER


def chance(state: Flight) -> Listed[Starts]:
    """Who of those tied is Start Player first (LB 4.1)."""
    return starters("start player", "draw", _first_starters(state), state.names)


def moves(state: Flight, seat: Seat) -> Sequence[Move]:
    if state.order[:1] != (seat,):
        return ()
    if state.choice:
        return loses(state.choice)
    blocked = blockers(state)
    return [row_move(row) for row in range(1, len(state.field) + 1) if row not in blocked]


def check(state: Flight, seat: Seat, move: Move) -> Ruling:
    if state.starter is None:
        return refused("The first Start Player is not drawn yet.", "LB 4.1")
    if not state.order:
        return refused("The game is over.", "LB 4.10")
    if state.exploded[seat] is not None:
        return refused(f"{state.names[seat]}'s rocket has exploded.", "LB 4.7")
    if seat != state.order[0]:
        return refused(f"It is {state.names[state.order[0]]}'s turn.", "LB 4.2")
    if isinstance(move, Lose):
        if not state.choice:
            return refused("There is no damage to place.", "LB 4.6")
        if not 0 <= move.front <= state.choice:
            return refused(f"0 to {state.choice} come off the front.", "LB 4.6")
        return ALLOWED
    if state.choice:
        return refused(f"{state.choice} of the damage is to be placed first: lose.", "LB 4.6")
    if not isinstance(move, Row):
        return refused("The rockets are built.", "LB 3.6")
    if not 1 <= move.row <= len(state.field):
        return refused(f"There is no row {move.row}: rows are 1 to {len(state.field)}.", "LB 2.1")
    blocked = blockers(state)
    if move.row in blocked:
        other = blocked[move.row]
        if other is None:
            return refused(f"A wreck blocks row {move.row}.", "LB 6.1")
        return refused(f"{state.names[other]} is on that tile.", "LB 4.2")
    return ALLOWED


def apply(state: Flight, seat: Seat, move: Move) -> Flight:
    if isinstance(move, Lose):
        return _passed(state, choice=0, **_lighter(state, seat, move.front, state.choice - move.front))
    assert isinstance(move, Row)
    loss = rules.loss(damage(state, seat, move.row).total, len(state.rockets[seat]))
    if loss.explodes:
        return _passed(state, **_exploded(state, seat, move.row))
    changes = _lighter(state, seat, loss.remove.count("front"), loss.remove.count("rear"))
    changes["rows"] = replaced(state.rows, seat, move.row)
    if loss.choice:
        return state._replace(choice=loss.choice, **changes)
    return _passed(state, **changes)


def resolve(state: Flight, outcome: object) -> Flight:
    assert isinstance(outcome, Starts)
    return _started(state, outcome.seat)


def faults(state: Flight) -> Iterator[Ruling]:
    """What is wrong with it.

    Cards that are not those of the box (LB 1.3), a field of another size (LB 2.1), tokens on one tile
    or on none (LB 4.2), a rocket that is and is not there (LB 4.7), one that is too long (LB 3.6).
    """
    if in_order((*state.aside, *(card for rocket in state.rockets for card in rocket))) != all_parts():
        yield refused("The cards are not those of the box.", "LB 1.3")
    waiting = state.order[1:] if state.choice else state.order
    here = [row for seat, row in enumerate(state.rows) if row is not None and seat not in waiting]
    here += [row for row, column in state.drifting if column == state.column]
    before = [row for seat, row in enumerate(state.rows) if row is not None and seat in waiting]
    if len(here) != len(set(here)) or len(before) != len(set(before)):
        yield refused("Two rockets are on one tile.", "LB 4.2")
    rows = len(state.field)
    if rows != box().rows(len(state.names)):
        yield refused(f"A field for {len(state.names)} has {box().rows(len(state.names))} rows.", "LB 2.1")
    if not all(1 <= row <= rows for row in (*here, *before)):
        yield refused(f"The field has rows 1 to {rows}.", "LB 2.1")
    if state.drifting and not state.wrecks:
        yield refused("Wrecks stay only with the option.", "LB 6.1")
    for name, rocket, row, exploded in zip(
        state.names, state.rockets, state.rows, state.exploded, strict=True
    ):
        if (exploded is None) != bool(rocket) or (exploded is not None and row is not None):
            yield refused(f"{name}'s rocket is and is not there.", "LB 4.7")
        if exploded is None and row is None and state.column and state.order:
            yield refused(f"{name}'s rocket is on no tile.", "LB 4.2")
        if len(rocket) > box().rocket:
            yield refused(f"{name}'s rocket is too long.", "LB 3.6")


def survivors(state: Flight) -> tuple[Seat, ...]:
    return tuple([seat for seat, exploded in enumerate(state.exploded) if exploded is None])


def tile(state: Flight, row: int) -> Tile:
    """The tile of this round's column in that row, from 1."""
    tile = state.field[row - 1][state.column]
    assert tile is not None
    return tile


def rows_changed(state: Flight, seat: Seat, row: int) -> int | None:
    """By flying to that row; None in round 1, which has no jump damage (LB 4.2)."""
    here = state.rows[seat]
    return None if here is None else abs(row - here)


def damage(state: Flight, seat: Seat, row: int) -> Damage:
    """Of flying to that row, from 1 (LB 4.5)."""
    return rules.damage(state.rockets[seat][0], tile(state, row), rows_changed(state, seat, row) or 0)


def blockers(state: Flight) -> dict[int, Seat | None]:
    """The rows of this round's column that may not be entered, with the seat there; None is a wreck."""
    blocked: dict[int, Seat | None] = {row: None for row, column in state.drifting if column == state.column}
    order = state.order
    blocked |= {row: seat for seat, row in enumerate(state.rows) if row is not None and seat not in order}
    return blocked


def _first_starters(state: Flight) -> list[Seat]:
    """Those among whom the first Start Player is drawn (LB 4.1)."""
    orders = [_STARTERS[word] for word in box().first_starter if word != "random"]
    return _least(state, range(len(state.names)), orders)


def _next_starter(state: Flight) -> Seat:
    """LB 4.8"""
    return _least(state, survivors(state), [_STARTERS[word] for word in box().next_starter])[0]


def _least(
    state: Flight, seats: Iterable[Seat], orders: Iterable[Callable[[Flight, Seat], int]]
) -> list[Seat]:
    """The seats that are first in the orders, each of which decides among those still tied."""
    tied = list(seats)
    for order in orders:
        if len(tied) == 1:
            break
        ranks = [order(state, seat) for seat in tied]
        least = min(ranks)
        tied = [seat for seat, rank in zip(tied, ranks, strict=True) if rank == least]
    return tied


def _clockwise(state: Flight, seat: Seat) -> int:
    """Places from the present Start Player, who is the furthest away."""
    assert state.starter is not None
    return (seat - state.starter - 1) % len(state.names)


_STARTERS: Mapping[Starter, Callable[[Flight, Seat], int]] = {
    "lowest-front-number": lambda state, seat: state.rockets[seat][0].number,
    "fewest-cards": lambda state, seat: len(state.rockets[seat]),
    "next-clockwise": _clockwise,
}


def _started(state: Flight, starter: Seat, **changes: Any) -> Flight:
    """The round begins, clockwise from the Start Player (LB 4.2)."""
    clockwise = (*range(starter, len(state.names)), *range(starter))
    order = tuple([seat for seat in clockwise if state.exploded[seat] is None])
    return state._replace(starter=starter, order=order, **changes)


def _passed(state: Flight, **changes: Any) -> Flight:
    """With the changes, and the turn passed on; the last of a round ends it (LB 4.8) or the game (LB 4.9)."""
    after = state._replace(order=state.order[1:], **changes)
    column = after.column + 1
    if after.order or column == box().columns or len(survivors(after)) <= box().survivors_to_win:
        return after
    drifting = tuple((row, at + box().drift) for row, at in after.drifting)
    return _started(after, _next_starter(after), column=column, drifting=drifting)


def _lighter(state: Flight, seat: Seat, front: int, rear: int) -> dict[str, Any]:
    """What changes when so many cards come off either end of that rocket (LB 4.6)."""
    if not (front or rear):
        return {}
    rocket = state.rockets[seat]
    end = len(rocket) - rear
    return {
        "rockets": replaced(state.rockets, seat, rocket[front:end]),
        "aside": state.aside + rocket[:front] + rocket[end:],
    }


def _exploded(state: Flight, seat: Seat, row: int) -> dict[str, Any]:
    """What changes: the token leaves the field (LB 4.7), or stays as a wreck where it exploded (LB 6.1)."""
    gone: Rocket = ()
    return {
        "aside": state.aside + state.rockets[seat],
        "rockets": replaced(state.rockets, seat, gone),
        "rows": replaced(state.rows, seat, None),
        "exploded": replaced(state.exploded, seat, state.column + 1),
        "drifting": (*state.drifting, (row, state.column)) if state.wrecks else (),
    }
