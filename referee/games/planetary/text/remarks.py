"""What a move does, before it is made: what it costs, what is there, what it does to whom, where it leads."""

from __future__ import annotations

from collections.abc import Iterator

from referee.engine.game import Remark, Seat
from referee.games.planetary.box import amounts_text, box
from referee.games.planetary.moves import (
    All,
    Attack,
    Build,
    Cell,
    Claim,
    Clone,
    Cut,
    Drill,
    FallOn,
    Fire,
    Fly,
    Fuel,
    Heal,
    Hex,
    Keep,
    Land,
    Mend,
    Move,
    On,
    Other,
    Pick,
    Raise,
    Repair,
    Sacrifice,
    Shoot,
    Start,
    Strike,
    Walk,
)
from referee.games.planetary.rules import power, ship_move, unit_move, upkeep
from referee.games.planetary.rules.damage import voids
from referee.games.planetary.state import ABOARD, Place, State
from referee.games.planetary.text.glance import WINDOW, axial, windows

Point = tuple[str, tuple[int, int]]


def remark(state: State, seat: Seat, move: Move) -> Remark:
    """What a move of that seat does; the state is as that seat knows it."""
    place = _place(state, seat, move)
    points = tuple(_points(state, seat, place)) if place else ()
    if isinstance(move, Start | Fly):
        points = tuple(_ring_points(move.space))
    return Remark(_text(state, seat, move, place), points)


def _text(state: State, seat: Seat, move: Move, place: Place | None) -> str:
    match move:
        case Start():
            return _space(state, move.space)
        case Fly():
            return _listed(
                _watts(ship_move.cost(state, ship_move.steps_of(state, move))), _space(state, move.space)
            )
        case Land():
            return _listed(
                _watts(ship_move.cost(state, ship_move.steps_of(state, move))), _spot(state, place)
            )
        case Build():
            return _build(state, move)
        case Fuel():
            return amounts_text(power.fuel_cost(power.core_of(state.side)))
        case Repair():
            return amounts_text(power.repair_cost(power.core_of(state.side)))
        case On():
            return _modules(state, (move.cell,))
        case All() | Keep():
            return _modules(state, upkeep.meant(state, move))
        case Attack() | Shoot() | Fire():
            return _blow(state, move)
        case Heal():
            return f"{state.side.units[move.ally].hp} of {box().units[move.ally].hp} HP"
        case Raise():
            return _listed(_spot(state, place), amounts_text(box().structures[move.kind].price))
        case Clone():
            module = state.side.ship.cells[move.vat]
            return amounts_text(box().blueprints[module.code].clone_price) if module else ""
        case Sacrifice():
            return "for a card" if move.card else f"for {amounts_text(box().turn.sacrifice.gains)}"
    return _spot(state, place)


def _place(state: State, seat: Seat, move: Move) -> Place | None:
    """Where the move leads, or what it is done to."""
    match move:
        case Build() | On() | Mend() | Clone():
            return Place(ABOARD + seat, move.cell)
        case Land():
            return _on(state, move.planet, move.hex)
        case Drill():
            return _on(state, state.side.ship.planet, move.hex)
        case FallOn():
            return _on(state, state.fall.planet, move.hex) if state.fall else None
        case Walk():
            return unit_move.place_of(state, seat, move.unit, move.to)
        case Raise() | Cut() | Pick() | Claim():
            return unit_move.place_of(state, seat, move.unit, move.hex)
        case Heal():
            return state.sides[seat].units[move.ally].place
        case Attack() | Shoot() | Fire():
            if isinstance(move.target, Other):
                return state.sides[move.target.seat].units[move.target.number].place
            return unit_move.place_of(state, seat, move.unit, move.target)
    return None


def _on(state: State, planet: int, hex_: Hex) -> Place | None:
    number = unit_move.hex_number(state, planet, hex_)
    return None if number is None else Place(planet, number)


def _points(state: State, seat: Seat, place: Place) -> Iterator[Point]:
    if place.field >= ABOARD:
        row, column = divmod(place.spot, box().ship.board)
        yield f"ship-{place.field - ABOARD + 1}", (column, row)
    elif place.field >= 0:
        yield from _hex_points(state, seat, place.field, place.spot)


def _hex_points(state: State, seat: Seat, planet: int, hex_: int) -> Iterator[tuple[str, tuple[int, int]]]:
    """Where that hex is drawn: on its half, and in the windows that show it."""
    world = state.worlds[planet]
    row, column = divmod(hex_, world.planet.columns)
    yield f"planet-{planet + 1}{world.half(hex_)}", axial(column, row)
    for number, (one, first) in enumerate(windows(state, seat), 1):
        place = (column - first) % world.planet.columns
        if one == planet and place < WINDOW:
            yield f"near-{number}", axial(place, row)


def _ring_points(space: int) -> Iterator[Point]:
    row, column = divmod(space, box().start.ring.spaces_per_player)
    yield "ring", (column, row)
    yield "ring-near", (column, row)


def _space(state: State, space: int) -> str:
    planet = state.anchored(space)
    anchor = f"anchor of P{planet + 1}" if planet >= 0 else ""
    ships = [name for name, side in zip(state.names, state.sides, strict=True) if side.ship.space == space]
    return _listed(anchor, "dust" if space in state.dust else "", *ships)


def _spot(state: State, place: Place | None) -> str:
    """What a unit stands on there."""
    if place is None or place.field < 0:
        return ""
    if place.field >= ABOARD:
        module = state.sides[place.field - ABOARD].ship.cells[place.spot]
        return module.code if module else ""
    world = state.worlds[place.field]
    structure = world.structure(place.spot)
    built = f"{state.names[structure.owner]}'s {structure.kind}" if structure else ""
    return _listed(box().terrain[world.terrain[place.spot]].title, built)


def _build(state: State, move: Build) -> str:
    blueprint = box().blueprints[move.code]
    cost = [f"{blueprint.iron} iron" if blueprint.iron else ""]
    cost.append(f"{blueprint.copper} copper" if blueprint.copper else "")
    if state.step == "act":
        cost.append(_watts(blueprint.watts + (blueprint.upkeep if move.on else 0)))
    return _listed(*cost)


def _modules(state: State, cells: tuple[int, ...]) -> str:
    codes = [module.code for cell in cells if (module := state.side.ship.cells[cell])]
    return _listed(_watts(sum(box().blueprints[code].upkeep for code in codes)), " ".join(codes))


def _blow(state: State, move: Strike | Fire) -> str:
    """What is hit, and what is left of it."""
    target = move.target
    if isinstance(target, Hex):
        return "destroys it"
    if isinstance(move, Fire):
        gun = state.side.ship.cells[move.gun]
        damage, kills = box().blueprints[gun.code].damage if gun else 0, tuple[str, ...]()
    else:
        damage, kills = box().units[move.unit].attack.damage, box().units[move.unit].attack.kills
    if isinstance(target, Other):
        number = target.number
        hp = state.sides[target.seat].units[number].hp
        return _left(0 if box().units[number].name in kills else hp - damage, "kills")
    return _hit(state, target, damage)


def _hit(state: State, target: Cell, lost: int) -> str:
    if target.ship is None:
        return ""
    ship = state.sides[target.ship].ship
    module = ship.cells[target.cell]
    if module is None:
        return ""
    if voids(ship, state.round):
        return f"{module.code}, a shield voids it"
    return f"{module.code}, {_left(module.hp - lost, 'destroys it')}"


def _left(hp: int, at_none: str) -> str:
    return f"{hp} HP left" if hp > 0 else at_none


def _watts(count: int) -> str:
    return f"{count} W" if count else ""


def _listed(*parts: str) -> str:
    return ", ".join(part for part in parts if part)
