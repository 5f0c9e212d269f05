"""Remarks on a move before it is made: what it costs, what is there, what it does to whom, where it leads."""

from collections.abc import Iterable, Iterator
from enum import IntEnum

from components.wording import counted, listed
from referee.engine.game import Remark, Seat
from referee.engine.tuples import remembered
from referee.games.planetary import moves
from referee.games.planetary.box import Box
from referee.games.planetary.rules import building, power, ship_move, unit_move, upkeep
from referee.games.planetary.rules.damage import full_hp, voids
from referee.games.planetary.rules.numbers import Amounts
from referee.games.planetary.rules.planets import ring_distance
from referee.games.planetary.rules.ships import CORE
from referee.games.planetary.state import ABOARD, UNPLACED, Place, State
from referee.games.planetary.text.glance import WINDOW, axial, windows

Point = tuple[str, tuple[int, int]]


class Sense(IntEnum):
    """The purpose of a move: what makes more sense is listed first, and nothing below 0 is made unasked.

    What is for certain comes first: blows, then what gains something. Watts are taken before they are spent,
    and upkeep ends when nothing more can be paid. Building, walking and flying are the player's own to order.
    """

    WASTED = -1
    OPEN = 0
    END = 1
    FLIGHT = 2
    FREE_FLIGHT = 3
    WALK = 4
    BUILD = 5
    BUILD_ON = 6
    ON = 10
    KEEP = 11
    ALL = 12
    FUEL = 13
    REPAIR = 14
    ALL_PAID = 15
    VOIDED = 20
    WORK = 30
    CLAIM = 31
    MEND = 32
    HEAL = 33
    CLONE = 34
    HURT = 40
    DESTROYED = 41
    KILLED = 42


def remark(state: State, seat: Seat, move: moves.Move) -> Remark:
    """Tell what a legal move of that seat does; the state is as that seat knows it."""
    place = _place(state, seat, move)
    points = tuple(_points(state, seat, place)) if place else ()
    if isinstance(move, moves.Start | moves.Fly):
        points = tuple(_ring_points(state.box, move.space))
    text, sense = _said(state, seat, move, place)
    about = (
        _worked(state, place) if place and isinstance(move, moves.Raise | moves.Work | moves.Drill) else ""
    )
    return Remark(_listed(text, _finished(state, move)), points, sense, about)


def _said(state: State, seat: Seat, move: moves.Move, place: Place | None) -> tuple[str, Sense]:
    match move:
        case moves.Start():
            return _space(state, move.space, seat), Sense.OPEN
        case moves.Fly() | moves.Land():
            return _flight(state, seat, move, place)
        case moves.Build():
            return _build(state, seat, move)
        case moves.Walk():
            return _walk(state, move, place)
        case moves.Fuel() | moves.Repair():
            return _power(state, seat, move)
        case moves.On() | moves.All() | moves.Keep():
            return _upkeep(state, seat, move)
        case moves.Ready():
            return _ready(state, seat)
        case moves.Attack() | moves.Shoot() | moves.Fire():
            return _blow(state, move)
        case moves.Heal() | moves.Mend() | moves.Clone():
            return _help(state, move)
        case moves.Raise() | moves.Cut() | moves.Pick() | moves.Claim() | moves.Drill():
            return _work(state, move, place)
        case moves.Sacrifice():
            materials = state.box.amounts_text(state.box.sacrifice_gains)
            gains = "the top card of your deck" if move.card else materials
            return f"{_title(state.box, move.code)} is given up for {gains}", Sense.WASTED
        case moves.Done():
            return _done(state, seat)
        case moves.FallOn():
            return _spot(state, place), Sense.OPEN
    return "", Sense.OPEN


def _place(state: State, seat: Seat, move: moves.Move) -> Place | None:
    """Return where the move leads, or what it is done to."""
    match move:
        case moves.Build() | moves.On() | moves.Mend() | moves.Clone():
            return Place(ABOARD + seat, move.cell)
        case moves.Land():
            return _on(state, move.planet, move.hex)
        case moves.Drill():
            return _on(state, state.side.ship.planet, move.hex)
        case moves.FallOn():
            return _on(state, state.fall.planet, move.hex) if state.fall else None
        case moves.Walk():
            return unit_move.place_of(state, seat, move.unit, move.to)
        case moves.Raise() | moves.Cut() | moves.Pick() | moves.Claim():
            return unit_move.place_of(state, seat, move.unit, move.hex)
        case moves.Heal():
            return state.sides[seat].units[move.ally].place
        case moves.Attack() | moves.Shoot() | moves.Fire():
            if isinstance(move.target, moves.Other):
                return state.sides[move.target.seat].units[move.target.unit].place
            return unit_move.place_of(state, seat, move.unit, move.target)
    return None


def _on(state: State, planet: int, hex_: moves.Hex) -> Place | None:
    number = unit_move.hex_number(state, planet, hex_)
    return None if number is None else Place(planet, number)


def _points(state: State, seat: Seat, place: Place) -> Iterator[Point]:
    if place.field >= ABOARD:
        row, column = divmod(place.spot, state.box.ship.board)
        yield f"ship-{place.field - ABOARD + 1}", (column, row)
    elif place.field >= 0:
        yield from _hex_points(state, seat, place.field, place.spot)


def _hex_points(state: State, seat: Seat, planet: int, hex_: int) -> Iterator[tuple[str, tuple[int, int]]]:
    """Return where that hex is drawn: on its half, and in the windows that show it."""
    world = state.worlds[planet]
    row, column = divmod(hex_, world.planet.columns)
    yield f"planet-{planet + 1}{world.half(hex_)}", axial(column, row)
    for number, (one, first) in enumerate(windows(state, seat), 1):
        place = (column - first) % world.planet.columns
        if one == planet and place < WINDOW:
            yield f"near-{number}", axial(place, row)


def _ring_points(box: Box, space: int) -> Iterator[Point]:
    row, column = divmod(space, box.start.ring.spaces_per_player)
    yield "ring", (column, row)
    yield "ring-near", (column, row)


def _space(state: State, space: int, seat: Seat) -> str:
    """Say what is at that space of the ring, and how far the nearest planet is."""
    planet = state.anchored(space)
    away = [(ring_distance(space, one.planet.space, state.spaces), at) for at, one in enumerate(state.worlds)]
    near = f"anchor of P{planet + 1}" if planet >= 0 else ""
    if not near and state.step == "space" and away:
        spaces, nearest = min(away)
        near = f"{counted(spaces, 'space')} from P{nearest + 1}"
    ships = [
        name
        for other, (name, side) in enumerate(zip(state.names, state.sides, strict=True))
        if side.ship.space == space and other != seat
    ]
    return _listed(near, "a dust cloud" if space in state.dust else "", *ships)


def _flight(state: State, seat: Seat, move: moves.Fly | moves.Land, place: Place | None) -> tuple[str, Sense]:
    """Watts, and what is there (PL 4.6)."""
    watts = ship_move.cost(state, ship_move.steps_of(state, move))
    there = _space(state, move.space, seat) if isinstance(move, moves.Fly) else _spot(state, place)
    price = f"{watts} W" if watts else "free"
    return _listed(price, there), Sense.FLIGHT if watts else Sense.FREE_FLIGHT


def _build(state: State, seat: Seat, move: moves.Build) -> tuple[str, Sense]:
    """The whole price, and what is left of the materials and the watts."""
    blueprint, after = state.box.blueprints[move.code], building.build(state, seat, move)
    price = state.box.amounts_text(state.box.prices[move.code])
    left = _materials(state.box, after.sides[seat].materials)
    if state.step == "act":
        price += f", {after.doings.spent - state.doings.spent} W"
        left += f", {power.left(after)} W"
    return f"{price}: {blueprint.title}; left: {left}", Sense.BUILD_ON if move.on else Sense.BUILD


def _walk(state: State, move: moves.Walk, place: Place | None) -> tuple[str, Sense]:
    spot = _spot(state, place)
    if state.step != "act" or place is None:
        return spot, Sense.WALK
    spent = unit_move.cost(state, move.unit, place) or 0
    left = unit_move.left(state, move.unit) - spent
    return _listed(spot, f"{left} movement left"), Sense.WALK


def _power(state: State, seat: Seat, move: moves.Fuel | moves.Repair) -> tuple[str, Sense]:
    """The price, and what the core then gives (PL 4.2)."""
    after = upkeep.apply(state, seat, move)
    price = power.fuel_cost(state.side) if isinstance(move, moves.Fuel) else power.repair_cost(state.side)
    more = power.total(after) - power.total(state)
    gain = f"{power.total(after)} W instead of {power.total(state)}" if more else "no more watts in this turn"
    # Fuel for a core that needs a repair, or for one that has none, may have to wait.
    useful = more > 0 or isinstance(move, moves.Repair)
    return (
        f"{state.box.amounts_text(price)}: {gain}",
        (Sense.FUEL if isinstance(move, moves.Fuel) else Sense.REPAIR) if useful else Sense.OPEN,
    )


def _upkeep(state: State, seat: Seat, move: moves.On | moves.All | moves.Keep) -> tuple[str, Sense]:
    """Say what is paid for, what of it is too dear, and the watts that are left (PL 4.3)."""
    after = upkeep.apply(state, seat, move)
    paid = after.doings.paid[len(state.doings.paid) :]
    wanted = (move.cell,) if isinstance(move, moves.On) else upkeep.meant(state, move)
    missing = [cell for cell in wanted if cell not in paid]
    text = f"{after.doings.spent - state.doings.spent} W for {_codes(state, paid)}"
    text += f", not for {_codes(state, missing)}" if missing else ""
    fuel = [old - new for old, new in zip(state.side.materials, after.side.materials, strict=True)]
    text += f", with {state.box.amounts_text(tuple(fuel))} as fuel" if any(fuel) else ""
    senses = {moves.On: Sense.ON, moves.All: Sense.ALL, moves.Keep: Sense.KEEP}
    return f"{text}; {power.left(after)} W left", senses[type(move)]


def _ready(state: State, seat: Seat) -> tuple[str, Sense]:
    """Say what is on afterwards, and what goes off."""
    side, paid = state.side, state.doings.paid
    needing = [cell for cell, module in side.ship.modules if state.box.blueprints[module.code].upkeep]
    unpaid = [cell for cell in needing if cell not in paid]
    parts = [f"on: {_codes(state, paid)}" if paid else "", f"off: {_codes(state, unpaid)}" if unpaid else ""]
    more = any(isinstance(one, moves.On) for one in upkeep.moves(state, seat))
    return "; ".join(filter(None, parts)) or "nothing needs upkeep", Sense.OPEN if more else Sense.ALL_PAID


def _blow(state: State, move: moves.Strike | moves.Fire) -> tuple[str, Sense]:
    """Say what is hit, what is left of it, and how many more such hits end it (PL 4.9, PL 6)."""
    target = move.target
    if isinstance(target, moves.Hex):
        return "destroys the structure", Sense.DESTROYED
    if isinstance(move, moves.Fire):
        gun = state.side.ship.cells[move.gun]
        damage, kills = state.box.blueprints[gun.code].damage if gun else 0, tuple[str, ...]()
    else:
        damage, kills = state.box.units[move.unit].attack.damage, state.box.units[move.unit].attack.kills
    if isinstance(target, moves.Other):
        kind, one = state.box.units[target.unit], state.sides[target.seat].units[target.unit]
        left = 0 if kind.name in kills else one.hp - damage
        who = f"{state.names[target.seat]}'s {kind.name}"
        return _left(who, left, kind.hp, damage, "kill"), Sense.HURT if left > 0 else Sense.KILLED
    if target.ship is None or (module := state.sides[target.ship].ship.cells[target.cell]) is None:
        return "", Sense.HURT
    if voids(state.sides[target.ship].ship, state.round):
        return f"a shield voids it: {module.code} keeps {module.hp} HP", Sense.VOIDED
    left = module.hp - damage
    text = _left(module.code, left, full_hp(state.box, module.code), damage, "destroy")
    return text, Sense.HURT if left > 0 else Sense.DESTROYED


def _left(what: str, hp: int, full: int, damage: int, end: str) -> str:
    if hp <= 0:
        return f"{end}s {what}"
    return f"{what}: {hp} of {full} HP left, {counted(-(-hp // damage), 'more hit')} to {end} it"


def _help(state: State, move: moves.Heal | moves.Mend | moves.Clone) -> tuple[str, Sense]:
    if isinstance(move, moves.Heal):
        kind, one = state.box.units[move.ally], state.side.units[move.ally]
        hp = min(kind.hp, one.hp + state.box.units[move.unit].heal.amount)
        return f"{kind.name}: {hp} of {kind.hp} HP", Sense.HEAL
    ship = state.side.ship
    if isinstance(move, moves.Mend):
        bay, module = ship.module(move.bay), ship.module(move.cell)
        hp = min(full_hp(state.box, module.code), module.hp + state.box.blueprints[bay.code].repairs)
        return f"{module.code}: {hp} of {full_hp(state.box, module.code)} HP", Sense.MEND
    vat = ship.module(move.vat)
    kind = state.box.units[move.dead]
    price = state.box.amounts_text(state.box.amounts(state.box.blueprints[vat.code].clone_cost))
    return f"{price}: the {kind.name} is back with {kind.hp} HP; the vat is used up", Sense.CLONE


def _work(
    state: State, move: moves.Raise | moves.Work | moves.Drill, place: Place | None
) -> tuple[str, Sense]:
    """Say what it costs and gains, and how much the hex still holds (PL 4.1, PL 4.9)."""
    assert place is not None
    world = state.worlds[place.field]
    terrain = state.box.terrain[world.terrain[place.spot]]
    held = f"{state.box.yields_per_hex - world.worked[place.spot]} {terrain.material} there"
    if isinstance(move, moves.Raise):
        kind = state.box.structures[move.kind]
        price = state.box.amounts_text(state.box.structure_prices[move.kind])
        return _listed(f"{price}: {kind.name} on {terrain.title}", held if kind.yields else ""), Sense.WORK
    if isinstance(move, moves.Drill):
        return f"1 of {held}", Sense.WORK
    if isinstance(move, moves.Claim):
        structure = world.structure(place.spot)
        assert structure is not None
        whose = f"{state.names[structure.owner]}'s {structure.kind}"
        return _listed(whose, held if state.box.structures[structure.kind].yields else ""), Sense.CLAIM
    assert terrain.harvest is not None
    gains = state.box.amounts_text(state.box.amounts({terrain.harvest.material: terrain.harvest.amount}))
    cuts = terrain.harvest.actions - world.worked[place.spot] - 1
    if cuts:
        return f"then {counted(cuts, 'more cut')} for {gains}", Sense.WORK
    return f"{gains}, leaves {state.box.terrain[terrain.leaves].title}", Sense.WORK


def _worked(state: State, place: Place) -> str:
    """The terrain that is worked, which the unit that works it may stand on."""
    return state.box.terrain[state.worlds[place.field].terrain[place.spot]].title


def _done(state: State, seat: Seat) -> tuple[str, Sense]:
    """Say what is left undone."""
    kinds = state.box.units
    if state.step == "build":
        units = zip(kinds, state.sides[seat].units, strict=True)
        loose = [kind.name for kind, one in units if one.place == UNPLACED]
        return (f"random cells for {listed(loose)}", Sense.OPEN) if loose else ("", Sense.END)
    rest = [kind.name for number, kind in enumerate(kinds) if unit_move.left(state, number)]
    watts = power.left(state)
    parts = (f"{watts} W unspent" if watts else "", f"{listed(rest)} could still move" if rest else "")
    return "; ".join(filter(None, parts)), Sense.END


def _finished(state: State, move: moves.Move) -> str:
    """The unit that may do no more once another begins (PL 4.5)."""
    unit, before = getattr(move, "unit", None), state.doings.unit
    if state.step != "act" or unit is None or before < 0 or unit == before:
        return ""
    if not unit_move.left(state, before) and state.doings.acted:
        return ""
    return f"and the {state.box.units[before].name} has finished"


def _spot(state: State, place: Place | None) -> str:
    """Name what a unit stands on there."""
    if place is None or place.field < 0:
        return ""
    if place.field >= ABOARD:
        module = state.sides[place.field - ABOARD].ship.cells[place.spot]
        return _title(state.box, module.code) if module else ""
    world = state.worlds[place.field]
    structure = world.structure(place.spot)
    built = f"{state.names[structure.owner]}'s {structure.kind}" if structure else ""
    return _listed(state.box.terrain[world.terrain[place.spot]].title, built)


def _title(box: Box, code: str) -> str:
    return "core" if code == CORE else box.blueprints[code].title.lower()


def _codes(state: State, cells: Iterable[int]) -> str:
    return " ".join(module.code for cell in cells if (module := state.side.ship.cells[cell]))


def _materials(box: Box, amounts: Amounts) -> str:
    """The materials that builds take, used up or not: "3 iron, 0 copper"."""
    named = zip(amounts, box.materials, _built_of(box), strict=True)
    return ", ".join(f"{count} {name}" for count, name, needed in named if needed)


@remembered
def _built_of(box: Box) -> tuple[bool, ...]:
    """For each material whether any blueprint takes it."""
    return tuple(any(counts) for counts in zip(*box.prices.values(), strict=True))


def _listed(*parts: str) -> str:
    return ", ".join(part for part in parts if part)
