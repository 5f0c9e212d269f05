"""The table at a glance, where there is no room for all of it: what a seat needs in its turn."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from components.setup import Area, Fact, Placed
from referee.engine.game import Seat, View
from referee.games.planetary.box import Box
from referee.games.planetary.rules import damage, planets, power, unit_move
from referee.games.planetary.rules.planets import ring_distance
from referee.games.planetary.rules.ships import Ship
from referee.games.planetary.state import ABOARD, State

WINDOW = 9  # columns: with their numbers as many as fit on 80 columns
_SECTORS = 3  # sectors of the ring
_APART = 2  # columns a unit may be off the middle of a window


def glance(state: State, seat: Seat | None, view: View) -> View | None:
    """A glance at that view, of a censored state; None for onlookers, and when the game is over."""
    if seat is None or not state.worlds or state.step in ("reward", "over"):
        return None
    areas = {area.name: area for area in view.areas}
    facts = {fact.name: fact for fact in view.facts}
    parts = [_ring_near(state, seat, areas["ring"])]
    ship = areas.get(f"ship-{seat + 1}")
    if ship and state.step != "space":
        parts.insert(0, replace(ship, title=_stock(state, seat), note=""))
    if state.order:
        parts[:0] = _windows_drawn(state, seat, areas)
    bar = areas["bar"]
    if state.step != "space":
        bar = replace(bar, pieces=tuple(replace(piece, note="") for piece in bar.pieces), note="")
    parts.append(bar)
    parts += [
        replace(areas[f"ship-{foe + 1}"], title=f"{state.names[foe]}, {_stock(state, foe)}", note="")
        for foe in _foes(state, seat)
    ]
    told = []
    if "Watts" in facts:
        due = "; a repair is due" if state.side.due else ""
        told.append(Fact("Watts", f"{power.left(state)} of {power.total(state)} left{due}"))
        if state.step == "act":
            told.append(Fact("Units", _units_left(state)))
    if state.order:
        told.insert(1, Fact("Round", f"{state.round}, day: {planets.day_half(state.box, state.round)}"))
    return View(tuple(parts), tuple(told))


def windows(state: State, seat: Seat) -> tuple[tuple[int, int], ...]:
    """Planet and leftmost column of each window that seat looks through."""
    found: list[tuple[int, int]] = []
    for planet, hex_ in _focuses(state, seat):
        columns = state.worlds[planet].planet.columns
        column = hex_ % columns
        middles = [first + WINDOW // 2 for one, first in found if one == planet]
        if all(_APART < (column - middle) % columns < columns - _APART for middle in middles):
            found.append((planet, column - WINDOW // 2))
    return tuple(found)


def terrain_legend(box: Box, letters: Collection[str]) -> tuple[tuple[str, str], ...]:
    """Explain those letters on a map."""
    return tuple((letter, kind.title) for letter, kind in box.terrain.items() if letter in letters)


def axial(column: int, row: int) -> tuple[int, int]:
    """Axial coordinates, as `Placed` needs them."""
    return column - row // 2, row


def _foes(state: State, seat: Seat) -> Iterator[Seat]:
    """The players whose ships the seat's guns reach, or its units may board or have boarded."""
    ship = state.sides[seat].ship
    ranges = [effect.range for _, _, effect in ship.on if effect.damage]
    for foe, side in enumerate(state.sides):
        other = side.ship
        if foe == seat or side.out is not None or other.space < 0 or not state.order:
            continue
        away = ring_distance(ship.space, other.space, state.spaces)
        aboard = any(unit.place.field == ABOARD + foe for unit in state.sides[seat].units)
        near = other.landed and any(unit.place.field == other.planet for unit in state.sides[seat].units)
        if aboard or near or (ranges and away <= max(ranges)):
            yield foe


def _windows_drawn(state: State, seat: Seat, areas: dict[str, Area]) -> Iterator[Area]:
    """Cut out of the halves, which have a piece for each hex."""
    for number, (planet, first) in enumerate(windows(state, seat), 1):
        world = state.worlds[planet]
        hexes = {
            piece.at: piece
            for half in ("A", "B")
            for piece in areas[f"planet-{planet + 1}{half}"].pieces
            if piece.at and 0 <= piece.at[1] < state.box.rows
        }
        pieces, letters = list[Placed](), set[str]()
        for place in range(WINDOW):
            column = (first + place) % world.planet.columns
            pieces.append(Placed("", str(column), axial(place, state.box.rows)))
            for row in range(state.box.rows):
                there = hexes[axial(column, row)]
                # Made anew, as `replace` takes ten times as long, and there are many.
                pieces.append(Placed("", there.code, axial(place, row), name=there.name, tone=there.tone))
            letters |= {world.terrain[row * world.planet.columns + column] for row in range(state.box.rows)}
        pieces += [Placed("", str(row), axial(-1, row)) for row in range(state.box.rows)]
        half = planets.day_half(state.box, state.round)
        title = (
            f"P{planet + 1} {world.planet.card.title}, columns {_halves(world.planet.columns, half)} are day"
        )
        legend = terrain_legend(state.box, letters) if number == 1 else ()
        yield Area(f"near-{number}", title, "hexes", tuple(pieces), legend=legend)


def _halves(columns: int, half: str) -> str:
    return f"0 to {columns // 2 - 1}" if half == "A" else f"{columns // 2} to {columns - 1}"


def _ring_near(state: State, seat: Seat, ring: Area) -> Area:
    """The whole ring, or the sectors round the seat's ship."""
    sectors = len(state.names)
    if sectors <= _SECTORS or state.sides[seat].ship.space < 0:
        return replace(ring, note="")
    own = state.sides[seat].ship.space // state.box.start.ring.spaces_per_player
    rows = {(own + step) % sectors: step for step in (-1, 0, 1)}
    pieces = tuple(
        replace(piece, at=(piece.at[0], rows[piece.at[1]]))
        for piece in ring.pieces
        if piece.at and piece.at[1] in rows
    )
    return Area("ring-near", "Ring, near you", "grid", pieces)


def _stock(state: State, seat: Seat) -> str:
    side = state.sides[seat]
    stock = zip(state.box.materials, side.materials, strict=True)
    amounts = ", ".join(f"{count} {material}" for material, count in stock if count)
    text = f"{side.core.title()}: {amounts or 'no materials'}"
    hurt = ", ".join(_hurt(side.ship))
    return f"{text}. Hurt: {hurt}" if hurt else text


def _hurt(ship: Ship) -> Iterator[str]:
    for module in ship.cells:
        if module and module.hp < damage.full_hp(ship.box, module.code):
            yield f"{module.code} {module.hp}/{damage.full_hp(ship.box, module.code)}"


def _units_left(state: State) -> str:
    """Say what each may still do in this turn."""
    told = []
    for number, (kind, unit) in enumerate(zip(state.box.units, state.side.units, strict=True)):
        if unit.hp:
            acted = state.doings.unit == number and state.doings.acted
            text = f"{unit_move.left(state, number)}{'' if acted else '+action'}"
            told.append(f"{kind.letter} {'done' if number in state.doings.finished else text}")
    return ", ".join(told)


def _focuses(state: State, seat: Seat) -> Iterator[tuple[int, int]]:
    """Planet and hex of the seat's ship, if it stands on one, and of its units."""
    side = state.sides[seat]
    if side.ship.landed:
        yield side.ship.planet, side.ship.hex
    for unit in side.units:
        if 0 <= unit.place.field < ABOARD:
            yield unit.place.field, unit.place.spot
