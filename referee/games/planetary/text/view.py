"""The table of Planetary, as a seat sees it: ring, planets, ships and bars.

A planet is shown half by half, so that a row fits on a narrow terminal. On its map a hex is the letter
of its terrain, in small letters and with the number of its owner's seat if there is a structure
(`i2`), `@2` under a ship, and `B2` under a unit.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from components.setup import Area, Fact, Placed, Resting, Tone
from referee.engine.game import Seat, View
from referee.engine.tuples import remembered, remembered_lately
from referee.games.planetary.box import Box
from referee.games.planetary.rules import damage, planets, power, unit_move
from referee.games.planetary.rules.planets import World
from referee.games.planetary.rules.ships import CORE, Module, Ship
from referee.games.planetary.state import ABOARD, Place, State
from referee.games.planetary.text import pieces as printed
from referee.games.planetary.text.glance import axial, glance, terrain_legend

_LEGEND = "Columns below, rows at the left. Units B2, ships @2 and structures i2 have their seat's number."
_RING = (
    "A row is a sector; the spaces continue in the next row. @2 is the ship of seat 2, 4:P1 the anchor of "
    "P1, * a dust cloud."
)


class _Standing(NamedTuple):
    """A ship or a unit on a hex or a cell.

    code  what is shown there in letters
    text  whose it is, and what
    """

    spot: int
    code: str
    text: str
    piece: Resting


def view(state: State, seat: Seat | None) -> View:
    """The table in that state, which is already censored; the bar and watts shown are those of `seat`."""
    if not state.worlds:
        return View((), tuple(_facts(state, seat)))
    areas = [_ring(state), *_planets(state), *_ships(state)]
    if seat is not None:
        areas.append(_bar(state, seat))
    whole = View(tuple(areas), tuple(_facts(state, seat)))
    return replace(whole, glance=glance(state, seat, whole))


def _ring(state: State) -> Area:
    ships = tuple(side.ship.space for side in state.sides)
    anchors = tuple(world.planet.space for world in state.worlds)
    day = planets.day_half(state.box, state.round)
    return _ring_area(state.box, state.spaces, anchors, state.dust, ships, day, state.names)


@remembered_lately()
def _ring_area(
    box: Box,
    spaces: int,
    anchors: tuple[int, ...],
    dust: tuple[int, ...],
    ships: tuple[int, ...],
    day: str,
    names: tuple[str, ...],
) -> Area:
    """A row for each sector: the numbers of the spaces, with what is there.

    day  the half of the planets that is day
    """
    width = box.start.ring.spaces_per_player
    pieces = []
    for space in range(spaces):
        code, there, holds = str(space), list[str](), list[Resting]()
        if space in dust:
            code, there, holds = f"{space}*", ["dust cloud"], [printed.dust(box)]
        if space in anchors:
            planet = f"P{anchors.index(space) + 1}"
            code, there = f"{space}:{planet}", [f"anchor of {planet}"]
            holds = [printed.anchored(planet, space, day)]
        here = [seat for seat, at in enumerate(ships) if at == space]
        code += "".join(f"@{seat + 1}" for seat in here)
        there += [f"{names[seat]}'s ship" for seat in here]
        holds += [printed.ship(box, seat) for seat in here]
        name = ", ".join((f"space {space}", *there))
        pieces.append(Placed("", code, (space % width, space // width), name=name, holds=tuple(holds)))
    return Area("ring", "Ring", "grid", tuple(pieces), _RING, under=printed.sectors(box, spaces // width))


def _planets(state: State) -> Iterator[Area]:
    """Both halves of each planet, and a list of what is there."""
    standing = _standing(state)
    for number, world in enumerate(state.worlds):
        there = {one.spot for one in standing[number]}
        for half in ("A", "B"):
            yield _half(state.box, number, world, half, state.round, tuple(standing[number]), state.names)
        notes = [_hex_note(state, world, one.spot, one) for one in standing[number]]
        notes += [
            _hex_note(state, world, hex_)
            for hex_ in sorted({one.hex for one in world.structures} | _worked(world))
            if hex_ not in there
        ]
        if notes:
            yield Area(f"on-{number + 1}", f"On P{number + 1}", "list", tuple(notes))


def _standing(state: State) -> list[list[_Standing]]:
    """For each planet the ships and units on it, by their hexes."""
    found: list[list[_Standing]] = [[] for _ in state.worlds]
    for place, owner in state.hulls.items():
        whose = f"{state.names[owner]}'s {'wreck' if state.sides[owner].out is not None else 'ship'}"
        piece = printed.ship(state.box, owner)
        found[place.field].append(_Standing(place.spot, f"@{owner + 1}", whose, piece))
    for place, (seat, unit) in state.occupants.items():
        if place.field < ABOARD:
            found[place.field].append(_standing_unit(state, place, seat, unit))
    return [sorted(one) for one in found]


@remembered_lately()
def _half(
    box: Box,
    number: int,
    world: World,
    half: str,
    round_: int,
    there: tuple[_Standing, ...],
    names: tuple[str, ...],
) -> Area:
    """Half a planet, cached because most of it stays the same from one event to the next."""
    columns = world.planet.columns
    numbered = range(0, columns // 2) if half == "A" else range(columns // 2, columns)
    occupied = {one.spot: one for one in there}
    pieces = [_cell(str(column), column, box.rows) for column in numbered]
    for row in range(box.rows):
        pieces.append(_cell(str(row), numbered[0] - 1, row))
        for column in numbered:
            hex_ = row * columns + column
            code, name, tone = _ground(world, hex_, names)
            if one := occupied.get(hex_):
                code, name, tone = one.code, f"{one.text}, on {name}", "white"
            pieces.append(_cell(code, column, row, name, tone, _lying(world, hex_, one)))
    light = "day" if planets.day_half(box, round_) == half else "night"
    ring = ", towards the ring" if world.planet.facing(round_) == half else ""
    title = f"P{number + 1} {world.planet.card.title}, half {half}: {light}{ring}"
    note, legend = (_LEGEND, terrain_legend(box, box.terrain)) if half == "A" else ("", ())
    under = printed.map_pieces(world.planet)
    return Area(f"planet-{number + 1}{half}", title, "hexes", tuple(pieces), note, legend, under)


def _ground(world: World, hex_: int, names: tuple[str, ...]) -> tuple[str, str, Tone]:
    """The code, the name and the tone of a hex without a ship or a unit."""
    letter, structure = world.terrain[hex_], world.structure(hex_)
    kind = world.box.terrain[letter]
    if structure is None:
        return letter, kind.title, kind.tone
    name = f"{names[structure.owner]}'s {structure.kind} on {kind.title}"
    return f"{letter.lower()}{structure.owner + 1}", name, kind.tone


@lru_cache(maxsize=4096)
def _cell(
    code: str, column: int, row: int, name: str = "", tone: Tone = "", holds: tuple[Resting, ...] = ()
) -> Placed:
    """A hex, or the number of a row or column; its axial coordinates are what `Placed` wants."""
    return Placed("", code, axial(column, row), name=name, tone=tone, holds=holds)


def _lying(world: World, hex_: int, standing: _Standing | None) -> tuple[Resting, ...]:
    """The pieces that lie on a hex, the lowest first."""
    changed = printed.changed_terrain(world.planet, hex_, world.terrain[hex_])
    structure = world.structure(hex_)
    built = (printed.structure(world.box, structure),) if structure else ()
    return (*changed, *built, *((standing.piece,) if standing else ()))


def _hex_note(state: State, world: World, hex_: int, standing: _Standing | None = None) -> Placed:
    """Show what is on a hex, and what has been done there."""
    letter, structure = world.terrain[hex_], world.structure(hex_)
    code, notes = (standing.code, [standing.text]) if standing else ("", [])
    if structure:
        code = code or f"{letter.lower()}{structure.owner + 1}"
        notes.append(f"{state.names[structure.owner]}'s {structure.kind}")
    if world.worked[hex_]:
        harvest = state.box.terrain[letter].harvest
        most = harvest.actions if harvest else state.box.yields_per_hex
        notes.append(f"{'cut' if harvest else 'has yielded'} {world.worked[hex_]} of {most}")
    where = f"{world.cylinder.text(hex_)} {state.box.terrain[letter].title}"
    lying = _lying(world, hex_, standing)[-1:] or printed.counted(world.box, world.worked[hex_])
    return Placed("", code or letter, note=f"{where}: {', '.join(notes)}", holds=lying)


def _worked(world: World) -> set[int]:
    return {hex_ for hex_, times in enumerate(world.worked) if times} if any(world.worked) else set()


def _unit_text(state: State, seat: Seat, unit: int) -> str:
    kind, one = state.box.units[unit], state.sides[seat].units[unit]
    return f"{state.names[seat]}'s {kind.name}, {one.hp} of {kind.hp} HP"


def _standing_unit(state: State, place: Place, seat: Seat, unit: int) -> _Standing:
    code, text = f"{state.box.units[unit].letter}{seat + 1}", _unit_text(state, seat, unit)
    return _Standing(place.spot, code, text, printed.unit(state.box, seat, unit))


def _ships(state: State) -> Iterator[Area]:
    """The ships that are seen: the board, and a list of who is aboard and what is hurt."""
    aboard: list[list[_Standing]] = [[] for _ in state.sides]
    for place, (owner, unit) in state.occupants.items():
        if place.field >= ABOARD:
            aboard[place.field - ABOARD].append(_standing_unit(state, place, owner, unit))
    for seat, side in enumerate(state.sides):
        if side.ship.cells[state.box.core_cell] is not None:
            units = tuple(sorted(aboard[seat]))
            fuel = side.fuelled if side.fuelled >= side.turns else 0
            who = seat, state.names[seat], side.core, side.materials
            yield from _board(state.box, *who, side.ship.cells, units, state.round, fuel)


@remembered_lately()
def _board(
    box: Box,
    seat: Seat,
    name: str,
    core: str,
    materials: tuple[int, ...],
    cells: tuple[Module | None, ...],
    units: tuple[_Standing, ...],
    round_: int,
    fuelled: int,
) -> tuple[Area, Area]:
    """fuelled: the last round the core has fuel for; 0 if that is not known or it has none"""
    names, on_it = box.board.cells, {one.spot: one for one in units}
    pieces = [
        Placed(
            "",
            _module_code(box, module, on_it[cell].code if cell in on_it else ""),
            _column_row(box, cell),
            name=", ".join([_title(box, module.code), *([on_it[cell].text] if cell in on_it else [])]),
            tone=_module_tone(box, module),
            holds=(*_tiles(box, core, module), *([on_it[cell].piece] if cell in on_it else [])),
        )
        for cell, module in enumerate(cells)
        if module
    ]
    pieces += [Placed("", "·", _column_row(box, cell)) for cell in Ship(cells, box).rim]
    pieces += _headings(box, cells)
    amounts = zip(materials, box.materials, strict=True)
    stock = ", ".join(f"{count} {material}" for count, material in amounts)
    note = f"{core.title()} core; {stock}. What is off is in small letters or shows its dark side."
    crew = [Placed("", one.code, note=f"{names[one.spot]}: {one.text}", holds=(one.piece,)) for one in units]
    hurt = [
        Placed(
            "",
            module.code,
            note=f"{names[cell]}: {text}",
            name=_title(box, module.code),
            holds=_tiles(box, core, module),
        )
        for cell, module in enumerate(cells)
        if module and (text := _module_note(box, module, round_, fuelled))
    ]
    legend = (
        *_units_legend(box),
        *(
            (code, _title(box, code))
            for code in box.in_order(tuple({one.code for one in cells if one and one.code != CORE}))
        ),
    )
    return (
        Area(f"ship-{seat + 1}", f"Ship of {name}", "grid", tuple(pieces), note, legend),
        Area(f"aboard-{seat + 1}", f"Aboard {name}'s ship", "list", (*crew, *hurt)),
    )


def _column_row(box: Box, cell: int) -> tuple[int, int]:
    row, column = divmod(cell, box.ship.board)
    return column, row


def _headings(box: Box, cells: tuple[Module | None, ...]) -> Iterator[Placed]:
    """Letters above and numbers beside the part of the board that is built, and the cells round it."""
    built = [_column_row(box, cell) for cell, module in enumerate(cells) if module]
    most = box.ship.board - 1
    columns, rows = (sorted(one[axis] for one in built) for axis in (0, 1))
    top = max(rows[0] - 1, 0)
    for column in range(max(columns[0] - 1, 0), min(columns[-1] + 1, most) + 1):
        yield Placed("", box.board.cells[column].code[0], (column, top - 1))
    for row in range(top, min(rows[-1] + 1, most) + 1):
        yield Placed("", str(row + 1), (max(columns[0] - 1, 0) - 1, row))


def _title(box: Box, code: str) -> str:
    return "Core" if code == CORE else box.blueprints[code].title


def _module_tone(box: Box, module: Module) -> Tone:
    """The core, what is on, what is off, and what is neither."""
    if module.code == CORE:
        return "amber"
    if not box.blueprints[module.code].upkeep:
        return "sand"
    return "green" if module.on else "grey"


def _module_code(box: Box, module: Module, unit: str) -> str:
    """The code, in small letters if it could be on but is off, and the unit on it."""
    return f"{module.code.lower() if _is_off(box, module) else module.code} {unit}".rstrip()


def _is_off(box: Box, module: Module) -> bool:
    """Tell whether it could be on, but is not."""
    return bool(not module.on and module.code != CORE and box.blueprints[module.code].upkeep)


def _tiles(box: Box, core: str, module: Module) -> tuple[Resting, ...]:
    return printed.tiles(box, core, module.code, not _is_off(box, module))


def _module_note(box: Box, module: Module, round_: int, fuelled: int) -> str:
    """HP of the core and of what is hurt, what a battery holds, and anything else to remember.

    A player's turns are counted as the rounds are, so fuel is shown to last until a round.
    """
    notes = []
    if module.hp < damage.full_hp(box, module.code) or module.code == CORE:
        notes.append(f"{module.hp} of {damage.full_hp(box, module.code)} HP")
    if module.code == CORE:
        return ", ".join([*notes, f"fuel until round {fuelled}"] if fuelled else notes)
    effect = box.blueprints[module.code]
    if effect.stores and module.tally:
        notes.append(f"{module.tally} W")
    if effect.voids and module.on and damage.is_spent(effect, module, round_):
        notes.append("spent this round")
    if effect.clone_cost and module.tally:
        notes.append("used up")
    if effect.every and module.tally % effect.every:
        notes.append(f"{module.tally % effect.every} of {effect.every} turns on")
    if power.is_generator(effect) and module.tally >= round_:
        notes.append(f"fuel until round {module.tally}")
    return ", ".join(notes)


@remembered
def _units_legend(box: Box) -> tuple[tuple[str, str], ...]:
    """Explain the first words of moves: "b", the brute."""
    return tuple(
        (kind.letter.lower(), f"{kind.name}: {kind.move} movement, {kind.hp} HP") for kind in box.units
    )


def _bar(state: State, seat: Seat) -> Area:
    side = state.sides[seat]
    pieces = []
    for code, copies in groupby(side.bar):
        blueprint = state.box.blueprints.get(code)
        count = len(list(copies))
        note = ""
        if blueprint:
            cost = f"{blueprint.iron} iron, {blueprint.copper} copper, {blueprint.watts} W"
            note = f"{cost}; upkeep {blueprint.upkeep} W"
        name = blueprint.title if blueprint else ""
        pieces.append(Placed(side.core, code, count=count, note=note, name=name))
    note = f"Cards left to draw: {len(side.deck)}; sacrificed: {len(side.pile)}."
    return Area("bar", f"Bar of {state.names[seat]}", "list", tuple(pieces), note)


def _facts(state: State, seat: Seat | None) -> Iterator[Fact]:
    if state.order:
        half = planets.day_half(state.box, state.round)
        yield Fact(
            "Round", f"{state.round} of {state.agreed.rounds}; half {half} of every planet is day", "PL 1.5"
        )
        order = ", ".join(state.names[one] for one in state.order if state.sides[one].out is None)
        yield Fact("Turn order", order, "PL 3.2")
        if state.step not in ("reward", "over"):
            yield Fact("Turn", state.names[state.active], "PL 4.5")
            if seat == state.active:
                yield Fact("Watts", _watts_text(state), "PL 4.2")
                if state.step == "upkeep":
                    yield Fact("Upkeep", _upkeep_text(state), "PL 4.3")
                yield from _unit_facts(state)
    else:
        yield Fact("Round", "0: starting spaces, building and placing units in secret", "PL 3.1")
    if state.agreed.clock:
        clock = state.box.clock
        yield Fact(
            "Clock",
            f"{clock.turn} s a turn, over early after {clock.skip_after} s; {clock.start} s for round 0",
            "PL 3.4",
        )
    for name, side in zip(state.names, state.sides, strict=True):
        if side.out is not None:
            yield Fact(name, "is out; the ship is a wreck", "PL 7.1")
        elif state.order:
            dead = [kind.name for kind, one in zip(state.box.units, side.units, strict=True) if not one.hp]
            hidden = side.ship.space < 0
            parts = ["ship out of sight" if hidden else "", f"dead: {', '.join(dead)}" if dead else ""]
            if text := "; ".join(filter(None, parts)):
                yield Fact(name, text, "PL 3.3" if hidden else "PL 4.9")


def _watts_text(state: State) -> str:
    parts = [f"{what} {count}" for what, count in power.sources(state).items() if count]
    made_of = f" ({', '.join(parts)})" if len(parts) > 1 else ""
    text = f"{power.left(state)} W left of {power.total(state)}{made_of}"
    return f"{text}; a repair is due" if state.side.due else text


def _upkeep_text(state: State) -> str:
    """Say what each module takes to be on in this turn; those that are paid for are marked."""
    items = []
    for cell, module in state.side.ship.modules:
        upkeep = state.box.blueprints[module.code].upkeep
        if upkeep:
            paid = " paid" if cell in state.doings.paid else ""
            items.append(f"{module.code} {cell} {upkeep} W{paid}")
    return ", ".join(items) or "nothing"


def _unit_facts(state: State) -> Iterator[Fact]:
    if state.step != "act":
        return
    for number, (kind, unit) in enumerate(zip(state.box.units, state.side.units, strict=True)):
        if unit.hp:
            moves = unit_move.left(state, number)
            acted = state.doings.unit == number and state.doings.acted
            finished = number in state.doings.finished
            text = "has finished" if finished else f"{moves} movement{'' if acted else ', an action'}"
            yield Fact(kind.title, f"{text}, at {_where(state, unit.place)}", "PL 4.8")


def _where(state: State, place: Place) -> str:
    if place.field >= ABOARD:
        owner = place.field - ABOARD
        ship = "" if owner == state.active else f" of {state.names[owner]}'s ship"
        return f"{state.box.board.cells[place.spot]}{ship}"
    return f"{state.worlds[place.field].cylinder.text(place.spot)} on P{place.field + 1}"
