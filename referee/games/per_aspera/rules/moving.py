"""The step Move: ways on the map, and drift (PA 5.4, PA 5.5)."""

from collections.abc import Iterator

from components.wording import counted
from referee.engine.game import ALLOWED, Ruling, Seat, refused
from referee.engine.tuples import remembered, replaced
from referee.games.per_aspera.box import Box
from referee.games.per_aspera.moves import Go
from referee.games.per_aspera.rules.combat import arrive
from referee.games.per_aspera.rules.map_spaces import HOME, Space, distance
from referee.games.per_aspera.state import Ship, State


@remembered
def ways(box: Box, here: Space, warp: int, fuel: int) -> tuple[Go, ...]:
    """Return every way for a ship on that space with that Warp and fuel, the shortest to each space first."""
    return _open_ways(box, here, warp, min(fuel, warp * box.trade.move.fuel_a_card))


def check(state: State, seat: Seat, move: Go) -> Ruling:
    ship = state.ships[seat]
    return _check(state.box, ship.space, ship.warp, ship.fuel, move)


def apply(state: State, seat: Seat, move: Go) -> State:
    ship = state.ships[seat]
    if move.space == ship.space and move.burn is None:
        return arrive(state)
    moved, after = ship.copy(), state.copy()
    moved.space, moved.fuel, moved.left = move.space, fuel_after(state.box, ship, move), True
    after.ships = replaced(state.ships, seat, moved)
    if not ship.fuel:
        after.doings = state.doings._replace(drifted=True)
    return arrive(after)


def fuel_after(box: Box, ship: Ship, move: Go) -> int:
    """Return the units left when the ship has moved; a ship that drifts burns nothing (PA 5.4, PA 5.5)."""
    steps = distance(ship.space, move.space) if move.burn is None else move.burn
    left = ship.fuel - steps * box.trade.move.fuel_a_card
    return left if left > 0 else 0


def _check(box: Box, here: Space, warp: int, fuel: int, move: Go) -> Ruling:
    """Return whether a ship on that space with that Warp and fuel may move so."""
    shortest = distance(here, move.space)
    steps = shortest if move.burn is None else move.burn
    if not fuel and here != HOME:
        drift = box.trade.move.drift
        nearer = shortest == drift == distance(here, HOME) - distance(move.space, HOME)
        if steps == shortest and (nearer or not steps):
            return ALLOWED
        steps_nearer = f"{counted(drift, 'step')} nearer to the homeworld"
        return refused(f"Without fuel you may stay, or drift {steps_nearer}.", "PA 5.5")
    # Three neighbouring spaces make a round, so any longer way is possible; but one step never leads back.
    if move.burn is not None and (steps <= shortest or (shortest == 0 and steps == 1)):
        return refused(f"The shortest way enters {shortest}; burn is for a longer one.", "PA 5.4")
    if steps > warp:
        return refused(f"This is {counted(steps, 'space')} away, and Warp is {warp}.", "PA 5.4")
    burnt = steps * box.trade.move.fuel_a_card
    if burnt > fuel:
        return refused(f"This burns {burnt}, and you have {fuel}.", "PA 5.4")
    return ALLOWED


@remembered
def _open_ways(box: Box, here: Space, warp: int, fuel: int) -> tuple[Go, ...]:
    return tuple(way for way in _every_way(box, here) if _check(box, here, warp, fuel, way).allowed)


@remembered
def _every_way(box: Box, here: Space) -> tuple[Go, ...]:
    return tuple(_candidates(box, here, box.yard.levels("warp")[1]))


def _candidates(box: Box, here: Space, most: int) -> Iterator[Go]:
    for space in box.spaces:
        yield Go(space)
        yield from (Go(space, burn) for burn in range(distance(here, space) + 1, most + 1))
