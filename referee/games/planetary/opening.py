"""Before the first turn: the system (PL 1), the bars (PL 2.4) and round 0 (PL 3.1, PL 3.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from components import catalogue
from components.errors import UsageError
from referee.engine import ALLOWED, Ruling, Seat, refused
from referee.games.planetary import building, decks, turns
from referee.games.planetary.board import cell_text, core_cell, find_cell
from referee.games.planetary.box import SLUG, box
from referee.games.planetary.chances import Cards, Named, Series, Words, named
from referee.games.planetary.moves import DONE, Build, Cell, Done, Move, Start, Walk, cell_at, walk_to
from referee.games.planetary.notation import read_agreed
from referee.games.planetary.numbers import numbers
from referee.games.planetary.pieces import ABOARD, CORE, UNPLACED, Module, Place, Ship, Unit, World
from referee.games.planetary.state import Side, State, in_order
from referee.games.planetary.system import Planet, anchors, ring_spaces
from referee.outcomes import Drawn


def start(names: tuple[str, ...], options: Mapping[str, str]) -> State:
    """Before anything is drawn. Raises `UsageError` for options and decks that cannot be."""
    brought = {name: text for key, text in options.items() for name in [deck_owner(key)] if name}
    agreed = read_agreed({key: text for key, text in options.items() if not deck_owner(key)})
    for name in brought:
        if name not in names:
            raise UsageError(
                f'"{name}" does not play.', where="--deck", todo=f"Write --deck {names[0]}=solar."
            )
    ready = decks.ready_decks()
    sides = tuple(
        _side(decks.told_deck(brought.get(name, ready[seat % len(ready)].name), name))
        for seat, name in enumerate(names)
    )
    return State(
        names=names,
        random_start=agreed.get("start") == "random",
        rounds=int(agreed.get("rounds", numbers().rounds)),
        clock=agreed.get("clock") == "on",
        sides=sides,
        spaces=ring_spaces(len(names)),
        step="sizes",
        ready=(False,) * len(names),
    )


def deck_owner(key: str) -> str:
    """The player whose deck that option holds; empty for another option."""
    head, space, name = key.partition(" ")
    return name.strip() if space and head == "deck" else ""


def chance(state: State) -> Series | Cards:
    """What is to be drawn next, from the streams that `setup` draws from."""
    numbers_, planets = box().system, len(anchors(len(state.names)))
    match state.step:
        case "sizes":
            fewest, most = numbers_.pieces
            sizes = tuple(map(str, range(fewest, most + 1)))
            what = f"how many map pieces lie round each planet, {planets} in all"
            return Series("sizes", what, planets, sizes, most=len(numbers_.maps))
        case "maps":
            count = sum(map(int, state.laid[0]))
            return Cards("maps", named(numbers_.maps), count, what=f"the {count} map pieces in order")
        case "sides":
            return Series("sides", "the side each planet shows", planets, numbers_.sides)
        case "colours":
            what = "rock and grass of each planet"
            return Series("colours", what, 2 * planets, numbers_.colours, apart=2)
        case "dust":
            taken = anchors(len(state.names))
            free = [str(space) for space in range(state.spaces) if space not in taken]
            count = len(state.names) * numbers_.dust_per_player
            return Cards("dust", named(free), count, what=f"the {count} spaces with dust")
        case "spaces":
            spaces = tuple(map(str, range(state.spaces)))
            seats = _spaceless(state)
            names = ", ".join(state.names[seat] for seat in seats)
            whose = "each seat" if len(seats) == len(state.names) else names
            return Series("starts", f"the starting space of {whose}", len(seats), spaces)
        case "bars":
            seat = next_bar(state)
            what = f"the {box().bar} blueprints of {state.names[seat]}'s bar"
            return Cards("bar", named(state.sides[seat].deck), box().bar, what=what)
        case "strays":
            seat, unit = _stray(state)
            what = f"the cell for {state.names[seat]}'s {numbers().units[unit].name}"
            return Cards("stray", named(map(cell_text, _free_cells(state, seat))), 1, what=what)
        case "first":
            what = "the space the first turn is counted from"
            return Cards("first-space", named(map(str, range(state.spaces))), 1, what=what)
        case _:
            # Seats, as a name may have a space in it.
            what = "all players in the order of the lots, by name or seat"
            return Cards("lots", named(seat_numbers(state)), len(state.names), what=what)


def read_lot(state: State, word: str) -> Named:
    """A lot as it is typed: the number of a seat, from 1, or the player's name."""
    for number, name in zip(seat_numbers(state), state.names, strict=True):
        if word.casefold() == name.casefold() and word not in seat_numbers(state):
            return Named(number)
    return Named(word)


def next_bar(state: State) -> Seat:
    """Whose first blueprints are drawn."""
    return next(seat for seat, side in enumerate(state.sides) if not side.bar)


def seat_numbers(state: State) -> tuple[str, ...]:
    """Those of the seats, from 1, as they are typed."""
    return tuple(str(seat + 1) for seat in range(len(state.names)))


def resolve(state: State, outcome: Words | Drawn[Named]) -> State:
    words = outcome.words if isinstance(outcome, Words) else tuple(one.code for one in outcome.pieces)
    match state.step:
        case "sizes":
            return state.but(laid=(words,), step="maps")
        case "maps":
            return state.but(laid=(*state.laid, words), step="sides")
        case "sides":
            return state.but(laid=(*state.laid, words), step="colours")
        case "colours":
            laid = (*state.laid, words)
            return state.but(laid=laid, worlds=_worlds(state, laid), step="dust")
        case "dust":
            dust = tuple(sorted(map(int, words)))
            return state.but(dust=dust, step="spaces" if state.random_start else "bars")
        case "spaces":
            for seat, space in zip(_spaceless(state), words, strict=True):
                state = _at(state, seat, int(space))
            return state.but(step="bars") if state.random_start else _new_step(state)
        case "bars":
            seat = next_bar(state)
            state = state.with_side(seat, building.drawn(state.sides[seat], words))
            if any(not side.bar for side in state.sides):
                return state
            return state.but(step="build" if state.random_start else "space")
        case "strays":
            seat, unit = _stray(state)
            cell = find_cell(words[0])
            assert cell is not None
            state = _placed(state, seat, unit, cell)
            return state if _strays(state) else _all_placed(state)
        case "first":
            state = state.but(first=int(words[0]))
            spaces = [side.ship.space for side in state.sides]
            if len(set(spaces)) < len(spaces):
                return state.but(step="lots")
            return _ordered(state, range(len(state.names)))
        case _:
            return _ordered(state, [int(word) - 1 for word in words])


def moves(state: State, seat: Seat) -> Iterator[Move]:
    if state.ready[seat]:
        return
    if state.step == "space":
        yield from map(Start, range(state.spaces))
        return
    yield from building.builds(state, seat)
    for unit, one in enumerate(state.sides[seat].units):
        if one.place == UNPLACED:
            for cell in _free_cells(state, seat):
                yield walk_to(unit, cell_at(cell, None))
    yield DONE


def check(state: State, seat: Seat, move: Move) -> Ruling:
    if state.ready[seat]:
        return refused(f"{state.names[seat]} is ready, and waits for the others.", "PL 3.1")
    if state.step == "space":
        if not isinstance(move, Start):
            return refused("First choose a starting space: start 14.", "PL 3.1")
        if move.space >= state.spaces:
            return refused(f"Spaces are 0 to {state.spaces - 1}.", "PL 1.1")
        return ALLOWED
    if isinstance(move, Done):
        return ALLOWED
    if isinstance(move, Build):
        return building.check_build(state, seat, move)
    if isinstance(move, Walk):
        return _check_placing(state, seat, move)
    return refused("This is round 0: build, place your units, then done.", "PL 3.1")


def apply(state: State, seat: Seat, move: Move) -> State:
    if isinstance(move, Start):
        return _chosen(_at(_ready(state, seat), seat, move.space))
    if isinstance(move, Build):
        return building.built(state, seat, move)
    if isinstance(move, Walk):
        assert isinstance(move.to, Cell)
        return _placed(state, seat, move.unit, move.to.cell)
    state = _ready(state, seat)
    if not all(state.ready):
        return state
    return state.but(step="strays") if _strays(state) else _all_placed(state)


def spaceless(state: State, seat: Seat) -> State:
    """The seat has chosen no starting space in its time (PL 3.4): one is drawn when all are through."""
    return _chosen(_ready(state, seat))


def _chosen(state: State) -> State:
    """After a choice of a starting space: the last of them ends the step."""
    if not all(state.ready):
        return state
    return state.but(step="spaces") if _spaceless(state) else _new_step(state)


def _spaceless(state: State) -> list[Seat]:
    """The seats whose ships are nowhere yet."""
    return [seat for seat, side in enumerate(state.sides) if side.ship.space < 0]


def _new_step(state: State) -> State:
    return state.but(step="build", ready=(False,) * len(state.names))


def _side(deck: decks.Deck) -> Side:
    core = box().cores[deck.core]
    names = numbers().materials
    amounts = tuple(box().materials.get(name, 0) + core.start.get(name, 0) for name in names)
    cards = in_order(tuple(code for code, copies in deck.blueprints.items() for _ in range(copies)))
    ship = Ship((None,) * numbers().ship.board ** 2).with_cell(
        core_cell(), Module(CORE, numbers().ship.core_hp)
    )
    for code, text in box().first.items():
        cell = find_cell(text)
        assert cell is not None
        ship = ship.with_cell(cell, Module(code, box().blueprints[code].hp))
    units = tuple(Unit(kind.hp) for kind in numbers().units)
    return Side(core.name, cards, amounts, cards, (), (), ship, units)


def _worlds(state: State, laid: tuple[tuple[str, ...], ...]) -> tuple[World, ...]:
    sizes, maps, sides, colours = laid
    pieces = iter(maps)
    worlds = []
    for number, (card, space) in enumerate(zip(box().system.cards, anchors(len(state.names)), strict=False)):
        planet = Planet(
            card=card,
            space=space,
            pieces=tuple(next(pieces) for _ in range(int(sizes[number]))),
            up=sides[number],
            rock=colours[2 * number],
            grass=colours[2 * number + 1],
        )
        terrain = terrain_of(planet)
        worlds.append(World(planet, terrain, bytes(len(terrain))))
    return tuple(worlds)


def terrain_of(planet: Planet) -> str:
    """The letters of its hexes as its map pieces show them (PL 1.6), row by row."""
    faces = {piece.code: piece[planet.up] for piece in catalogue.load(SLUG).deck("maps").pieces}
    return "".join(faces[code][row] for row in range(numbers().rows) for code in planet.pieces)


def _at(state: State, seat: Seat, space: int) -> State:
    side = state.sides[seat]
    return state.with_side(seat, side._replace(ship=side.ship._replace(space=space)))


def _ready(state: State, seat: Seat) -> State:
    return state.but(ready=(*state.ready[:seat], True, *state.ready[seat + 1 :]))


def _placed(state: State, seat: Seat, unit: int, cell: int) -> State:
    side = state.sides[seat]
    return state.with_side(
        seat, side.with_unit(unit, side.units[unit]._replace(place=Place(ABOARD + seat, cell)))
    )


def _free_cells(state: State, seat: Seat) -> list[int]:
    ship = state.sides[seat].ship
    return [
        cell
        for cell, module in enumerate(ship.cells)
        if module and Place(ABOARD + seat, cell) not in state.occupants
    ]


def _check_placing(state: State, seat: Seat, move: Walk) -> Ruling:
    if state.sides[seat].units[move.unit].place != UNPLACED:
        return refused("That unit is placed.", "PL 3.1")
    if not isinstance(move.to, Cell) or move.to.ship is not None:
        return refused("In round 0 units are placed on cells of your ship: b D3.", "PL 3.1")
    if move.to.cell not in _free_cells(state, seat):
        return refused(f"{move.to} is no free cell with a module or the core.", "PL 2.3")
    return ALLOWED


def _strays(state: State) -> list[tuple[Seat, int]]:
    return [
        (seat, number)
        for seat, side in enumerate(state.sides)
        for number, unit in enumerate(side.units)
        if unit.place == UNPLACED
    ]


def _stray(state: State) -> tuple[Seat, int]:
    """The next unit that was not placed."""
    return _strays(state)[0]


def _all_placed(state: State) -> State:
    return state.but(step="first")


def _ordered(state: State, lots: Sequence[Seat]) -> State:
    """Clockwise from the first space; ships that share one in the order of the lots (PL 3.2)."""

    def ahead(seat: Seat) -> int:
        return (state.sides[seat].ship.space - state.first) % state.spaces

    return turns.first_round(state.but(order=tuple(sorted(lots, key=ahead)), ready=()))
