"""Positions of Planetary for tests: a small planet, ships and units where a test wants them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.engine.chance.seeded import Chance
from referee.engine.game import CHANCE, Seats
from referee.engine.play import open_box
from referee.games.planetary import game
from referee.games.planetary.box import Box
from referee.games.planetary.rules.cells import Numbered
from referee.games.planetary.rules.planets import Planet, Structure, World
from referee.games.planetary.rules.ships import Module, Ship
from referee.games.planetary.state import ABOARD, DEAD, Place, State, Unit

BOX: Box = open_box(game)
NAMES = ("Ann", "Bo", "Cy", "Di")
COLUMNS = 16
ANCHOR = 4  # the space of the planet, inside the ring


def ground(marks: Mapping[str, str]) -> str:
    """A planet of grass, with other letters on some hexes: {"3,1": "I"}."""
    letters = ["G"] * COLUMNS * BOX.rows
    for text, letter in marks.items():
        letters[hex_(text)] = letter
    return "".join(letters)


def hex_(text: str) -> int:
    column, row = map(int, text.split(","))
    return row * COLUMNS + column


def cell(text: str) -> Numbered:
    found = BOX.board.find(text)
    assert found is not None
    return found


def table(
    ships: str = "4 8",
    marks: Mapping[str, str] | None = None,
    units: str = "",
    modules: str = "",
    structures: str = "",
    cores: str = "solar solar solar solar",
    materials: Mapping[int, tuple[int, ...]] | None = None,
    watts: int = 0,
    options: Mapping[str, str] | None = None,
    box: Box = BOX,
    **changes: Any,
) -> State:
    """Ann's turn in round 1: half A, columns 0 to 7, is night and faces the ring.

    ships       space of each ship, or the hex it is landed on
    units       where they stand: "b1=3,1 s2=D4@1"; who is not named stands on a cell of his ship
    modules     on cells: "E4@1=LAS* E3@2=SHD", a star for on
    structures  on hexes: "3,1=mine2" with the seat's number
    watts       given to Ann besides what her core gives
    options     that were agreed on, besides the cores
    box         with the numbers that the game is played with
    """
    spaces = ships.split()
    decks = {f"deck {name}": core for name, core in zip(NAMES[: len(spaces)], cores.split(), strict=False)}
    start = game.start(NAMES[: len(spaces)], {**decks, **(options or {})}, box)
    planet = Planet(box, box.cards[0], ANCHOR, ("M01", "M02"), "a", "rust", "moss")
    terrain = ground(marks or {})
    built = tuple(
        sorted(
            Structure(hex_(where), what[:-1], int(what[-1]) - 1)
            for where, _, what in (item.partition("=") for item in structures.split())
        )
    )
    state = start.but(
        worlds=(World(planet, terrain, bytes(len(terrain)), built),),
        dust=(0,),
        order=tuple(range(len(spaces))),
        round=1,
        turn_number=1,
        step="act",
    )
    for seat, where in enumerate(spaces):
        side = state.sides[seat]
        ship = side.ship
        for item in modules.split():
            where_on, _, what = item.partition("=")
            spot, _, owner = where_on.partition("@")
            if int(owner) == seat + 1:
                code = what.rstrip("*")
                module = Module(code, box.blueprints[code].hp, on=what.endswith("*"))
                ship = ship.with_cell(cell(spot), module)
        ship = _put(ship, where)
        side = side._replace(ship=ship, turns=1, materials=(materials or {}).get(seat, (9, 9, 9, 9)))
        for number, spot in enumerate(("D4", "D3", "D5")):
            side = side.with_unit(number, Unit(box.units[number].hp, Place(ABOARD + seat, cell(spot))))
        state = state.with_side(seat, side)
    for item in units.split():
        unit, _, where = item.partition("=")
        state = place(state, unit, where)
    doings = state.doings._replace(spent=-watts)
    return state.but(doings=doings, **changes)


def place(state: State, unit: str, where: str) -> State:
    """With the unit `s2` there: a hex, a cell `D4@1`, or `dead`; `s2` at 1 HP is `3,1/1`."""
    seat, number = int(unit[1]) - 1, "bsh".index(unit[0])
    where, _, hp = where.partition("/")
    side = state.sides[seat]
    if where == "dead":
        return state.with_side(seat, side.with_unit(number, Unit(0, DEAD)))
    if "," in where:
        spot = Place(0, hex_(where))
    else:
        text, _, owner = where.partition("@")
        spot = Place(ABOARD + int(owner) - 1, cell(text))
    life = int(hp) if hp else side.units[number].hp
    return state.with_side(seat, side.with_unit(number, Unit(life, spot)))


def do(state: State, *texts: str) -> State:
    """Moves and outcomes as typed, each of them allowed, with no fault in what comes of it."""
    for text in texts:
        turn = game.turn(state)
        if turn is CHANCE:
            outcome: Any = game.read(state, None, text)
            assert game.chance(state).refusal(outcome) == ""
            state = game.resolve(state, outcome)
        else:
            assert isinstance(turn, Seats)
            [seat] = turn.seats
            move: Any = game.read(state, seat, text)
            assert game.check(state, seat, move) == (True, "", ""), (text, game.check(state, seat, move))
            assert move in game.moves(state, seat)
            state = game.apply(state, seat, move)
    return state


def why_not(state: State, text: str, seat: int = 0) -> str:
    """The rule that forbids the move; empty if it is allowed."""
    move: Any = game.read(state, seat, text)
    ruling = game.check(state, seat, move)
    assert (move in game.moves(state, seat)) == ruling.allowed
    return ruling.rule


def listed(state: State, *verbs: str) -> set[str]:
    """The moves of the active player that begin so."""
    found = map(str, game.moves(state, state.active))
    return {text for text in found if text.startswith(verbs)}


def hp(state: State, what: str) -> int:
    """HP of the unit `s2` or of the module on the cell `D4@2`; 0 if it is gone."""
    if "@" in what:
        spot, _, owner = what.partition("@")
        module = state.sides[int(owner) - 1].ship.cells[cell(spot)]
        return module.hp if module else 0
    return state.sides[int(what[1]) - 1].units["bsh".index(what[0])].hp


def _put(ship: Ship, where: str) -> Ship:
    if "," in where:
        return ship._replace(space=ANCHOR, planet=0, hex=hex_(where))
    return ship._replace(space=int(where))


RICH = (9, 9, 9, 9)


def opened(seats: int = 2, options: dict[str, str] | None = None, seed: str = "kiwi") -> State:
    """A game after the draws that come before round 0."""
    state = game.start(NAMES[:seats], options or {}, BOX)
    while game.turn(state) is CHANCE:
        outcomes = game.chance(state)
        before = outcomes.label
        state = game.resolve(state, outcomes.pick(Chance(seed).stream(before)))
    return state


def letter(state: State, text: str) -> str:
    return state.worlds[0].terrain[hex_(text)]


def changes(before: State, after: State, seat: int = 0) -> tuple[int, ...]:
    """Return how much more of each material that seat has."""
    pairs = zip(before.sides[seat].materials, after.sides[seat].materials, strict=True)
    return tuple(new - old for old, new in pairs)
