"""Positions of Planetary: the faults that they can have (PL 1 to PL 7), and what photographs show of them.

Nobody types one: `referee camera --text` says the texts of photographs.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from components.wording import counted
from referee.engine.asking.photographed import Photographed, Shown
from referee.engine.game import Ruling, refused
from referee.games.planetary.rules.damage import full_hp
from referee.games.planetary.rules.planets import World
from referee.games.planetary.rules.ships import CORE
from referee.games.planetary.state import ABOARD, DEAD, UNPLACED, Side, State


def faults(state: State) -> Iterator[Ruling]:
    """Missing or doubled blueprints, and impossible units, ships and hexes."""
    yield from _blueprint_faults(state)
    for name, side in zip(state.names, state.sides, strict=True):
        yield from _side_faults(state, name, side)
    for world in state.worlds:
        yield from _world_faults(state, world)
    if len(state.occupants) != sum(unit.place.field >= 0 for side in state.sides for unit in side.units):
        yield refused("Two units are in one place.", "PL 4.8")
    if len(state.hulls) != sum(side.ship.landed for side in state.sides):
        yield refused("Two ships are on one hex.", "PL 4.6")


def _blueprint_faults(state: State) -> Iterator[Ruling]:
    """No blueprint gets lost: each is in a deck, a bar, a pile, on a ship, or noted as destroyed."""
    there: Counter[str] = Counter()
    brought: Counter[str] = Counter()
    for side in state.sides:
        brought.update(side.brought)
        brought.update([module.code for module in state.box.ship.first])
        there.update((*side.deck, *side.bar, *side.pile, *side.destroyed))
        there.update(module.code for _, module in side.ship.modules)
    if state.doings.swapped:
        there[state.doings.swapped] += 1
    if there != brought:
        yield refused("The blueprints are not the ones that were brought.", "PL 2.1")


def _side_faults(state: State, name: str, side: Side) -> Iterator[Ruling]:
    if min(side.materials) < 0:
        yield refused(f"{name} has less than none of a material.", "PL 4.7")
    if len(side.bar) > state.box.start.bar:
        yield refused(f"{name}'s bar holds {len(side.bar)}.", "PL 2.4")
    core = side.ship.cells[state.box.core_cell]
    if core is None or core.code != CORE:
        yield refused(f"{name}'s ship has no core.", "PL 2.3")
    for module in side.ship.cells:
        if module and not (0 if module.code == CORE else 1) <= module.hp <= full_hp(state.box, module.code):
            yield refused(f"{name}'s {module.code} has {module.hp} HP.", "PL 6")
    if not side.ship.core_hp and any(side.ship.on):
        yield refused(f"{name} has modules on without a core.", "PL 4.11")
    if side.ship.landed and state.worlds[side.ship.planet].planet.space != side.ship.space:
        yield refused(f"{name}'s ship is landed and not at its anchor.", "PL 3.3")
    for kind, unit in zip(state.box.units, side.units, strict=True):
        if not 0 <= unit.hp <= kind.hp:
            yield refused(f"{name}'s {kind.name} has {unit.hp} HP.", "PL 2.2")
        falling = state.fall is not None and state.sides[state.fall.seat].units[state.fall.unit] is unit
        if (unit.hp == 0) != (unit.place == DEAD) and not falling:
            yield refused(f"{name}'s {kind.name} is both dead and alive.", "PL 2.2")
        if unit.place == UNPLACED and state.order:
            yield refused(f"{name}'s {kind.name} is nowhere.", "PL 3.1")
        if unit.place.field >= ABOARD:
            if state.sides[unit.place.field - ABOARD].ship.cells[unit.place.spot] is None:
                yield refused(f"{name}'s {kind.name} does not stand on a module.", "PL 2.3")
        elif unit.place.field >= 0 and (
            unit.place in state.hulls or not state.worlds[unit.place.field].free[unit.place.spot]
        ):
            yield refused(f"{name}'s {kind.name} is where no unit can be.", "PL 4.8")
    if state.order and (side.out is None) == (side.alive == 0):
        where = "in" if side.out is None else "out"
        yield refused(f"{name} has {counted(side.alive, 'unit')} and is {where}.", "PL 7.1")


def _world_faults(state: State, world: World) -> Iterator[Ruling]:
    kinds = state.box.terrain
    title = world.planet.card.title
    if not set(world.terrain) <= set(kinds):
        yield refused(f"{title} has terrain that does not exist.", "PL 1.6")
        return
    hexes = [structure.hex for structure in world.structures]
    if hexes != sorted(set(hexes)):
        yield refused(f"{title} has two structures on a hex.", "PL 4.9")
    for structure in world.structures:
        if world.terrain[structure.hex] not in state.box.structures[structure.kind].on:
            yield refused(f"A {structure.kind} of {title} is on the wrong ground.", "PL 4.9")
    for hex_, times in enumerate(world.worked):
        harvest = kinds[world.terrain[hex_]].harvest
        most = harvest.actions if harvest else state.box.yields_per_hex
        if times >= most:
            yield refused(f"Hex {world.cylinder.text(hex_)} of {title} has been worked too often.", "PL 4.1")


def _ship_shown(shown: Shown) -> str:
    """The cells of a board with their modules: "D3 COR, D4 CORE-S"."""
    cells = shown.box.board.cells
    on = sorted((one.place, one.text) for one in shown.pieces if one.slot == "cell")
    return ", ".join(f"{cells[place].code} {code}" for place, code in on)


def _planet_shown(shown: Shown) -> str:
    """Pieces on the hexes of the map pieces, by column and row of each: "M05 3,2 MIN-O"."""
    columns, _ = shown.box.components.deck("maps").grid
    return ", ".join(
        f"{shown.table.pieces[one.under].text} {one.place % columns},{one.place // columns} {one.text}"
        for one in shown.pieces
        if one.slot == "hex" and one.under is not None
    )


_MODULES, _ON_PLANETS = ("cores", "*-modules"), ("structures", "ships")
PHOTOGRAPHS: Final = {
    "ship": Photographed(("ship-boards", *_MODULES), _MODULES, write=_ship_shown),
    "planet": Photographed(("maps", *_ON_PLANETS), _ON_PLANETS, whole=True, write=_planet_shown),
}
