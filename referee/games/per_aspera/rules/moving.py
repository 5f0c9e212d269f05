"""The step Move: ways on the map, and drift (PA 5.4, PA 5.5)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from components.wording import counted
from referee.engine.game import ALLOWED, Ruling, Seat, refused
from referee.engine.tuples import replaced
from referee.games.per_aspera.box import box
from referee.games.per_aspera.moves import Go
from referee.games.per_aspera.rules.combat import arrive
from referee.games.per_aspera.rules.map_spaces import HOME, Space, distance, spaces
from referee.games.per_aspera.state import Ship, State


def ways(ship: Ship) -> tuple[Go, ...]:
    """Every way that ship may take, the shortest to each space first."""
    return _ways(ship.space, ship.warp, ship.fuel)


def check(state: State, seat: Seat, move: Go) -> Ruling:
    ship = state.ships[seat]
    return _check(ship.space, ship.warp, ship.fuel, move)


def apply(state: State, seat: Seat, move: Go) -> State:
    ship = state.ships[seat]
    if move.space == ship.space and move.burn is None:
        return arrive(state)
    moved = ship._replace(space=move.space, fuel=fuel_after(ship, move), left=True)
    after = state.copy()
    after.ships = replaced(state.ships, seat, moved)
    if not ship.fuel:
        after.doings = state.doings._replace(drifted=True)
    return arrive(after)


def fuel_after(ship: Ship, move: Go) -> int:
    """Units left when the ship has moved; a ship that drifts burns nothing (PA 5.4, PA 5.5)."""
    left = ship.fuel - _burning(ship.space, move.space, move.burn)
    return left if left > 0 else 0


@cache
def _burning(here: Space, space: Space, steps: int | None) -> int:
    """Units of fuel for a way of that many steps; None for the shortest."""
    return _burnt(distance(here, space) if steps is None else steps)


def _check(here: Space, warp: int, fuel: int, move: Go) -> Ruling:
    """For a ship on that space with that Warp and fuel."""
    shortest, steps = distance(here, move.space), _steps(here, move)
    if not fuel and here != HOME:
        drift = box().trade.move.drift
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
    if _burnt(steps) > fuel:
        return refused(f"This burns {_burnt(steps)}, and you have {fuel}.", "PA 5.4")
    return ALLOWED


@cache
def _ways(here: Space, warp: int, fuel: int) -> tuple[Go, ...]:
    return _open_ways(here, warp, min(fuel, _burnt(warp)))


@cache
def _open_ways(here: Space, warp: int, fuel: int) -> tuple[Go, ...]:
    return tuple(way for way in _every_way(here) if _check(here, warp, fuel, way).allowed)


@cache
def _every_way(here: Space) -> tuple[Go, ...]:
    return tuple(_candidates(here, box().yard.levels("warp")[1]))


def _candidates(here: Space, most: int) -> Iterator[Go]:
    for space in spaces():
        yield Go(space)
        yield from (Go(space, burn) for burn in range(distance(here, space) + 1, most + 1))


def _steps(here: Space, move: Go) -> int:
    """Spaces that are entered."""
    return distance(here, move.space) if move.burn is None else move.burn


@cache
def _burnt(steps: int) -> int:
    return steps * box().trade.move.fuel_a_card
