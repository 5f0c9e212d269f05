"""The flight phase: seven rounds through the field, one column each (LB 4), with wrecks or without (LB 6).

What is called `after` is the copy of a state that becomes the next one: it is changed step by step.
"""

from collections.abc import Sequence

from referee.engine.chance.starters import Starts
from referee.engine.game import ALLOWED, Ruling, Seat, Seats, refused
from referee.engine.phases import alone
from referee.engine.tuples import replaced
from referee.games.last_blast.box import Rocket, Tile
from referee.games.last_blast.moves import UNKNOWN, Lose, Move, Row, losses
from referee.games.last_blast.moves import row as row_move
from referee.games.last_blast.rules import start_player
from referee.games.last_blast.rules.damage import Damage, Taken, damage, loss
from referee.games.last_blast.state import Draft, Flight, in_order


def start(draft: Draft) -> Flight:
    """Before round 1; the first Start Player may still have to be drawn (LB 4.1)."""
    players = len(draft.names)
    flight = Flight(
        names=draft.names,
        box=draft.box,
        wrecks=draft.wrecks,
        step="starter",
        field=draft.field,
        aside=tuple([card for card in (*draft.unseen, *draft.discards) if card is not UNKNOWN]),
        rockets=draft.rockets,
        rows=(None,) * players,
        exploded=(None,) * players,
        column=0,
        starter=None,
        order=(),
        choice=0,
        drifting=(),
    )
    tied = start_player.first(flight)
    if len(tied) == 1:
        _start_round(flight, tied[0])
    return flight


def begin(state: Flight, outcome: Starts) -> Flight:
    """Round 1, once the first Start Player is drawn (LB 4.1)."""
    after = state.copy()
    _start_round(after, outcome.seat)
    return after


def mover(state: Flight) -> Seats:
    return alone(state.order[0])


def rows(state: Flight, seat: Seat) -> Sequence[Move]:
    """The rows of the free tiles of the column (LB 4.2)."""
    blocked = blockers(state)
    return [row_move(row) for row in range(1, len(state.field) + 1) if row not in blocked]


def check_row(state: Flight, seat: Seat, move: Move) -> Ruling:
    if isinstance(move, Lose):
        return refused("There is no choice of cards to lose now.", "LB 4.6")
    if not isinstance(move, Row):
        return refused("The rockets are already built.", "LB 3.6")
    if not 1 <= move.row <= len(state.field):
        return refused(f"There is no row {move.row}; rows are 1 to {len(state.field)}.", "LB 2.1")
    blocked = blockers(state)
    if move.row not in blocked:
        return ALLOWED
    other = blocked[move.row]
    if other is None:
        return refused(f"A wreck blocks row {move.row}.", "LB 6.1")
    return refused(f"{state.names[other]} is on that tile.", "LB 4.2")


def fly(state: Flight, seat: Seat, move: Row) -> Flight:
    """The rocket moves, takes the damage, and may explode (LB 4.2 to 4.7)."""
    after = state.copy()
    lost = loss(state.box, damage_of(state, seat, move.row).total, len(state.rockets[seat]))
    if lost.explodes:
        _explode(after, seat, move.row)
    else:
        after.rows = replaced(state.rows, seat, move.row)
        after.choice = lost.choice
        _lighten(after, seat, lost.taken)
    if after.choice:
        after.step = "lose"
    else:
        _pass(after)
    return after


def choices(state: Flight, seat: Seat) -> Sequence[Move]:
    """Every way to choose the cards to lose (LB 4.6)."""
    return losses(state.choice)


def check_loss(state: Flight, seat: Seat, move: Move) -> Ruling:
    if not isinstance(move, Lose):
        return refused(f"First choose {state.choice} of the cards to lose: lose.", "LB 4.6")
    if not 0 <= move.front <= state.choice:
        return refused(f"0 to {state.choice} cards come from the front.", "LB 4.6")
    return ALLOWED


def lose(state: Flight, seat: Seat, move: Lose) -> Flight:
    after = state.copy()
    after.choice = 0
    _lighten(after, seat, taken_by(state, move))
    _pass(after)
    return after


def taken_by(state: Flight, move: Lose) -> Taken:
    """The cards that the choice takes (LB 4.6)."""
    return Taken(move.front, state.choice - move.front)


def known(state: Flight) -> Flight:
    """Nothing is hidden but the order of the cards that are aside, which no longer matters."""
    after = state.copy()
    after.aside = in_order(state.aside)
    return after


def tile_at(state: Flight, row: int) -> Tile:
    """The tile of this round's column in that row, from 1."""
    tile = state.field[row - 1][state.column]
    assert tile is not None
    return tile


def rows_changed(state: Flight, seat: Seat, row: int) -> int | None:
    """Rows changed by flying to that row; None in round 1, which has no jump damage (LB 4.2)."""
    here = state.rows[seat]
    return None if here is None else abs(row - here)


def damage_of(state: Flight, seat: Seat, row: int) -> Damage:
    """The damage of flying to that row, from 1 (LB 4.5)."""
    changed = rows_changed(state, seat, row) or 0
    return damage(state.box, state.rockets[seat][0], tile_at(state, row), changed)


def blockers(state: Flight) -> dict[int, Seat | None]:
    """The rows of this round's column that are not free, with the seat there; None is a wreck."""
    order = state.order
    rockets: dict[int, Seat | None] = {
        row: seat for seat, row in enumerate(state.rows) if row is not None and seat not in order
    }
    if not state.drifting:
        return rockets
    return {row: None for row, column in state.drifting if column == state.column} | rockets


def _start_round(after: Flight, starter: Seat) -> None:
    """Clockwise from the Start Player (LB 4.2)."""
    clockwise = (*range(starter, len(after.names)), *range(starter))
    after.step, after.starter = "fly", starter
    after.order = tuple([seat for seat in clockwise if after.exploded[seat] is None])


def _pass(after: Flight) -> None:
    """The next turn, round (LB 4.8) or end of the game (LB 4.9)."""
    after.order = after.order[1:]
    if after.order:
        after.step = "fly"
        return
    box, survivors = after.box, after.survivors
    if after.column + 1 == box.columns or len(survivors) <= box.flight.survivors_to_win:
        after.step = "over"
        return
    after.column += 1
    after.drifting = tuple([(row, at + box.flight.wrecks.drift) for row, at in after.drifting])
    _start_round(after, start_player.following(after, survivors))


def _lighten(after: Flight, seat: Seat, taken: Taken) -> None:
    """Those cards are removed from the rocket (LB 4.6)."""
    front, rear = taken
    if front or rear:
        rocket = after.rockets[seat]
        end = len(rocket) - rear
        after.rockets = replaced(after.rockets, seat, rocket[front:end])
        after.aside += rocket[:front] + rocket[end:]


def _explode(after: Flight, seat: Seat, row: int) -> None:
    """The token leaves the field (LB 4.7), or stays as a wreck where it exploded (LB 6.1)."""
    gone: Rocket = ()
    after.aside += after.rockets[seat]
    after.rockets = replaced(after.rockets, seat, gone)
    after.rows = replaced(after.rows, seat, None)
    after.exploded = replaced(after.exploded, seat, after.column + 1)
    if after.wrecks:
        after.drifting = (*after.drifting, (row, after.column))
