"""What is to be said of a move before it is made: what it costs, what lies there, what it does to whom."""

from __future__ import annotations

from collections.abc import Iterator

from referee.engine import Remark, Seat
from referee.games.planetary import fighting, flying, upkeep, walking, watts
from referee.games.planetary.box import box
from referee.games.planetary.glance import hex_points
from referee.games.planetary.moves import (
    Build,
    Cell,
    Clone,
    Drill,
    FallOn,
    Fire,
    Fly,
    Fuel,
    Heal,
    Hex,
    Land,
    Many,
    Mend,
    Move,
    On,
    Other,
    Raise,
    Repair,
    Sacrifice,
    Start,
    Strike,
    Walk,
    Work,
)
from referee.games.planetary.numbers import amounts_text, letters, numbers
from referee.games.planetary.pieces import ABOARD, Place
from referee.games.planetary.state import State

Point = tuple[str, tuple[int, int]]


def remark(state: State, seat: Seat, move: Move) -> Remark:
    """Of a move of that seat, as which the state is censored."""
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
            return _listed(_watts(flying.cost(state, move.steps)), _space(state, move.space))
        case Land():
            return _listed(_watts(flying.cost(state, move.steps)), _spot(state, place))
        case Build():
            return _build(state, move)
        case Fuel():
            return amounts_text(watts.fuel_cost(watts.core_of(state.side)))
        case Repair():
            return amounts_text(watts.repair_cost(watts.core_of(state.side)))
        case On():
            return _modules(state, (move.cell,))
        case Many():
            return _modules(state, upkeep.meant(state, move))
        case Strike() | Fire():
            return _blow(state, move)
        case Heal():
            return f"{state.side.units[move.ally].hp} of {numbers().units[move.ally].hp} HP"
        case Raise():
            return _listed(_spot(state, place), amounts_text(numbers().structures[move.kind].cost))
        case Clone():
            module = state.side.ship.cells[move.vat]
            return amounts_text(numbers().effects[module.code].clones) if module else ""
        case Sacrifice():
            return "for a card" if move.card else f"for {amounts_text(numbers().sacrifice)}"
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
            return walking.place_of(state, seat, move.unit, move.to)
        case Raise() | Work():
            return walking.place_of(state, seat, move.unit, move.hex)
        case Heal():
            return state.sides[seat].units[move.ally].place
        case Strike() | Fire():
            if isinstance(move.target, Other):
                return state.sides[move.target.seat].units[letters().index(move.target.letter)].place
            return walking.place_of(state, seat, move.unit, move.target)
    return None


def _on(state: State, planet: int, hex_: Hex) -> Place | None:
    number = walking.hex_number(state, planet, hex_)
    return None if number is None else Place(planet, number)


def _points(state: State, seat: Seat, place: Place) -> Iterator[Point]:
    if place.field >= ABOARD:
        row, column = divmod(place.spot, numbers().ship.board)
        yield f"ship-{place.field - ABOARD + 1}", (column, row)
    elif place.field >= 0:
        yield from hex_points(state, seat, place.field, place.spot)


def _ring_points(space: int) -> Iterator[Point]:
    row, column = divmod(space, box().system.spaces_per_player)
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
    return _listed(numbers().terrain[world.terrain[place.spot]].title, built)


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
    """Who or what is hit, and what is left of it."""
    target = move.target
    if isinstance(target, Hex):
        return "destroys it"
    if isinstance(move, Fire):
        gun = state.side.ship.cells[move.gun]
        damage, kills = (numbers().effects[gun.code].damage if gun else 0), ""
    else:
        kind = numbers().units[move.unit]
        damage, kills = kind.damage, "".join(kind.kills)
    if isinstance(target, Other):
        unit = state.sides[target.seat].units[letters().index(target.letter)]
        return _left(0 if target.letter in kills else unit.hp - damage, "kills")
    return _hit(state, target, damage)


def _hit(state: State, target: Cell, damage: int) -> str:
    if target.ship is None:
        return ""
    ship = state.sides[target.ship].ship
    module = ship.cells[target.cell]
    if module is None:
        return ""
    if fighting.voids(ship, state.round):
        return f"{module.code}, a shield voids it"
    return f"{module.code}, {_left(module.hp - damage, 'destroys it')}"


def _left(hp: int, at_none: str) -> str:
    return f"{hp} HP left" if hp > 0 else at_none


def _watts(count: int) -> str:
    return f"{count} W" if count else ""


def _listed(*parts: str) -> str:
    return ", ".join(part for part in parts if part)
