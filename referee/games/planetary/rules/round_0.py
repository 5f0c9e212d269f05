"""Round 0: starting spaces, building and placing units in secret, the order of turns (PL 3.1, PL 3.2)."""

from collections.abc import Sequence

from referee.engine.chance.outcomes import Draw, Drawn
from referee.engine.chance.seeded import Chance
from referee.engine.game import ALLOWED, Ruling, Seat, Seats, refused
from referee.engine.tuples import replaced
from referee.engine.typed import read_seat
from referee.games.planetary.box import Box
from referee.games.planetary.moves import DONE, Build, Cell, Done, Move, Start, Walk
from referee.games.planetary.rules import building, sequence, visibility
from referee.games.planetary.rules.draws import Named, Series, Words, cards, listed, named, numbered, one
from referee.games.planetary.rules.operating import free_cells
from referee.games.planetary.rules.system import ring_spaces
from referee.games.planetary.rules.unit_move import walks_aboard
from referee.games.planetary.state import ABOARD, UNPLACED, Place, State


def draw_starts(box: Box, players: int, chance: Chance) -> tuple[int, ...]:
    """A starting space for each seat, from the stream `starts` (PL 3.1)."""
    stream = chance.stream("starts")
    return tuple(stream.below(ring_spaces(box, players)) for _ in range(players))


def draw_turn_order(box: Box, starts: Sequence[int], chance: Chance) -> tuple[int, tuple[int, ...]]:
    """The space the first turn is counted from, and the seats in the order of their turns (PL 3.2).

    starts  each seat's starting space

    The space comes from the stream `first-space`, the lots of ships that share one from `lots`.
    """
    spaces = ring_spaces(box, len(starts))
    first = chance.stream("first-space").below(spaces)
    lots = chance.stream("lots").shuffled(range(len(starts)))
    order = sorted(lots, key=lambda seat: (starts[seat] - first) % spaces)
    return first, tuple(order)


def choosers(state: State) -> Seats:
    """Everybody acts in secret until they are ready."""
    return Seats(tuple([seat for seat, ready in enumerate(state.ready) if not ready]), secret=True)


def spaces(state: State) -> Series:
    """A starting space for each ship that has none."""
    seats = _spaceless(state)
    whose = "each seat" if len(seats) == len(state.names) else ", ".join(state.names[seat] for seat in seats)
    choices = tuple(map(str, range(state.spaces)))
    wanted = listed(f"the starting space of {whose}", [f"{state.names[seat]}'s space" for seat in seats])
    return Series("starts", wanted, len(seats), choices)


def draw_spaces(state: State, outcome: Words) -> State:
    for seat, space in zip(_spaceless(state), outcome.words, strict=True):
        state = _at(state, seat, int(space))
    return state.but(step="bars") if state.agreed.random_start else _building(state)


def starts(state: State, seat: Seat) -> tuple[Move, ...]:
    return tuple(map(Start, range(state.spaces)))


def check_start(state: State, seat: Seat, move: Move) -> Ruling:
    if not isinstance(move, Start):
        return refused("First choose a starting space: start 14.", "PL 3.1")
    if move.space >= state.spaces:
        return refused(f"Spaces are 0 to {state.spaces - 1}.", "PL 1.1")
    return ALLOWED


def start(state: State, seat: Seat, move: Start) -> State:
    return _chosen(_at(_ready(state, seat), seat, move.space))


def builds(state: State, seat: Seat) -> tuple[Move, ...]:
    units = zip(state.box.crew, state.sides[seat].units, strict=True)
    unplaced = [unit for unit, one in units if one.place == UNPLACED]
    free = free_cells(state, seat)
    walks = [walks_aboard(state.box, unit, None)[cell] for unit in unplaced for cell in free]
    return (*building.builds(state, seat), *walks, DONE)


def check_build(state: State, seat: Seat, move: Move) -> Ruling:
    if isinstance(move, Done):
        return ALLOWED
    if isinstance(move, Build):
        return building.check_build(state, seat, move)
    if isinstance(move, Walk):
        return _check_placing(state, seat, move)
    return refused("This is round 0: build, place your units, then done.", "PL 3.1")


def build(state: State, seat: Seat, move: Move) -> State:
    if isinstance(move, Build):
        return building.build(state, seat, move)
    if isinstance(move, Walk):
        assert isinstance(move.to, Cell)
        return _placed(state, seat, move.unit, move.to.cell)
    state = _ready(state, seat)
    if not all(state.ready):
        return state
    return state.but(step="strays" if _strays(state) else "first")


def stray_cell(state: State) -> Draw[Named]:
    """A cell for the next unit that was not placed."""
    seat, unit = _strays(state)[0]
    wanted = one(f"the cell for {state.names[seat]}'s {state.box.units[unit].name}")
    return cards("stray", named(map(str, free_cells(state, seat))), 1, wanted)


def place_stray(state: State, outcome: Drawn[Named]) -> State:
    seat, unit = _strays(state)[0]
    cell = state.box.board.find(outcome.pieces[0].code)
    assert cell is not None
    state = _placed(state, seat, unit, cell)
    return state if _strays(state) else state.but(step="first")


def first_space(state: State) -> Draw[Named]:
    spaces = named(map(str, range(state.spaces)))
    return cards("first-space", spaces, 1, one("the space the first turn is counted from"))


def count_from(state: State, outcome: Drawn[Named]) -> State:
    state = state.but(first=int(outcome.pieces[0].code))
    taken = {side.ship.space for side in state.sides}
    if len(taken) < len(state.sides):
        return state.but(step="lots")
    return _ordered(state, range(len(state.names)))


def lots(state: State) -> Draw[Named]:
    # Lots are the numbers of seats, as a name may have a space in it.
    seats = named(str(seat + 1) for seat in range(len(state.names)))

    def read(word: str, where: str) -> Named:
        """A lot as it is typed: the number of a seat, from 1, or the player's name."""
        lot = Named(word)
        return lot if lot in seats else Named(str(read_seat(word, state.names, where) + 1))

    wanted = numbered("all players in the order of the lots, by name or seat", "lot")
    return cards("lots", seats, len(seats), wanted, read)


def draw_lots(state: State, outcome: Drawn[Named]) -> State:
    return _ordered(state, [int(lot.code) - 1 for lot in outcome.pieces])


def spaceless(state: State, seat: Seat) -> State:
    """The seat has not chosen a starting space in time (PL 3.4): one is drawn when everybody is ready."""
    return _chosen(_ready(state, seat))


def _chosen(state: State) -> State:
    """After a choice of a starting space: the last of them ends the step."""
    if not all(state.ready):
        return state
    return state.but(step="spaces") if _spaceless(state) else _building(state)


def _spaceless(state: State) -> list[Seat]:
    """The seats whose ships are nowhere yet."""
    return [seat for seat, side in enumerate(state.sides) if side.ship.space < 0]


def _building(state: State) -> State:
    return state.but(step="build", ready=(False,) * len(state.names))


def _at(state: State, seat: Seat, space: int) -> State:
    side = state.sides[seat]
    return state.with_side(seat, side._replace(ship=side.ship.at(space)))


def _ready(state: State, seat: Seat) -> State:
    return state.but(ready=replaced(state.ready, seat, True))


def _placed(state: State, seat: Seat, unit: int, cell: int) -> State:
    side = state.sides[seat]
    return state.with_side(
        seat, side.with_unit(unit, side.units[unit]._replace(place=Place(ABOARD + seat, cell)))
    )


def _check_placing(state: State, seat: Seat, move: Walk) -> Ruling:
    if state.sides[seat].units[move.unit].place != UNPLACED:
        return refused("That unit is placed already.", "PL 3.1")
    if not isinstance(move.to, Cell) or move.to.ship is not None:
        return refused("In round 0 units are placed on cells of your ship: b D3.", "PL 3.1")
    if move.to.cell not in free_cells(state, seat):
        return refused(f"{move.to} is not a free cell with a module or the core.", "PL 2.3")
    return ALLOWED


def _strays(state: State) -> list[tuple[Seat, int]]:
    return [
        (seat, number)
        for seat, side in enumerate(state.sides)
        for number, unit in enumerate(side.units)
        if unit.place == UNPLACED
    ]


def _ordered(state: State, lots: Sequence[Seat]) -> State:
    """Clockwise from the first space; ships that share one in the order of the lots (PL 3.2)."""

    def ahead(seat: Seat) -> int:
        return (state.sides[seat].ship.space - state.first) % state.spaces

    state = state.but(order=tuple(sorted(lots, key=ahead)), ready=())
    return sequence.first_round(visibility.shown_once(state))
