"""Ships and the board they are built on: cells in rows from the top left, `A1` to `G7` (PL 2.3)."""

from __future__ import annotations

from functools import cache, cached_property
from typing import NamedTuple

from referee.engine.tuples import changeable, replaced
from referee.games.planetary.box import Blueprint, box
from referee.games.planetary.codes import find_cell

CORE = "CORE"  # the code of the module on the core's cell


@changeable
class Module(NamedTuple):
    """A module or the core on its cell.

    on     whether it works; a core has no switch
    tally  watts in a battery; turns that hydroponics were on; of a shield the hits it could have voided
           until the one it voided last; the owner's turn to which a generator has fuel; 1 for a vat that
           has been used
    """

    code: str
    hp: int
    on: bool = False
    tally: int = 0


@changeable
class _ShipFields(NamedTuple):
    cells: tuple[Module | None, ...]
    space: int = -1
    planet: int = -1
    hex: int = 0


class Ship(_ShipFields):
    """A ship. What is worked out about it is kept with it, as it stays the same for many states.

    cells   of its board, row by row
    space   of the ring, or of the anchor of the planet it stands on; -1 before it is chosen or if it is
            not seen
    planet  it stands on; -1 in orbit
    hex     of that planet
    """

    @property
    def landed(self) -> bool:
        return self.planet >= 0

    @property
    def core_hp(self) -> int:
        core = self.cells[core_cell()]
        return core.hp if core else 0

    def with_cell(self, cell: int, module: Module | None) -> Ship:
        return self._replace(cells=replaced(self.cells, cell, module))

    @cached_property
    def modules(self) -> tuple[tuple[int, Module], ...]:
        """The cells with a module, the core's left out."""
        return tuple(
            [(cell, module) for cell, module in enumerate(self.cells) if module and module.code != CORE]
        )

    @cached_property
    def on(self) -> tuple[tuple[int, Module, Blueprint], ...]:
        """The modules that are on, with what they do."""
        effects = box().blueprints
        return tuple([(cell, module, effects[module.code]) for cell, module in self.modules if module.on])

    @cached_property
    def paying(self) -> tuple[tuple[int, Module, Blueprint], ...]:
        """The modules with upkeep, and what they do: first generators and batteries, as they give watts."""
        effects = box().blueprints
        fitted = [(cell, module, effects[module.code]) for cell, module in self.modules]
        paying = [one for one in fitted if one[2].upkeep]
        return tuple(sorted(paying, key=lambda one: not (one[2].core or one[2].stores)))

    @cached_property
    def closed(self) -> bytes:
        """For each cell 1 if there is nothing to stand on."""
        return bytes([module is None for module in self.cells])

    @cached_property
    def lands(self) -> bool:
        """Whether landing gear is on."""
        return any(effect.lands for _, _, effect in self.on)

    @cached_property
    def running(self) -> int:
        """Generators that are on."""
        return sum([effect.core != "" for _, _, effect in self.on])

    @cached_property
    def stored(self) -> int:
        """Watts in batteries that are on."""
        return sum([module.tally for _, module, effect in self.on if effect.stores])

    @cached_property
    def watts_per_space(self) -> int:
        """What a space costs that is not free; with thrusters that are on it is less (PL 6)."""
        cheaper = [effect.watts_per_space for _, _, effect in self.on if effect.watts_per_space]
        return min(cheaper, default=box().ship.move.watts_per_space)

    @cached_property
    def rim(self) -> tuple[int, ...]:
        """The empty cells beside the core or a module (PL 2.3)."""
        beside = {other for cell, module in enumerate(self.cells) if module for other in near()[cell]}
        return tuple(sorted([cell for cell in beside if self.cells[cell] is None]))

    @cached_property
    def gates(self) -> tuple[int, ...]:
        """The cells to stand on that have an empty cell or the edge of the board beside them (PL 4.6)."""
        cells = self.cells
        return tuple(
            [
                cell
                for cell, beside in enumerate(near())
                if cells[cell] and (len(beside) < 4 or any(not cells[other] for other in beside))
            ]
        )


@cache
def near() -> tuple[tuple[int, ...], ...]:
    """The cells that share an edge with each cell."""
    return tuple(tuple(line[0] for line in lines if line) for lines in all_lines())


@cache
def all_lines() -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For each cell the rows and columns of cells that go out from it, the nearest first."""
    size = box().ship.board
    return tuple(
        (
            tuple(range(cell + 1, (row + 1) * size)),
            tuple(range(cell - 1, row * size - 1, -1)),
            tuple(range(cell + size, size * size, size)),
            tuple(range(cell - size, -1, -size)),
        )
        for cell in range(size * size)
        for row in [cell // size]
    )


@cache
def core_cell() -> int:
    cell = find_cell(box().ship.core_cell)
    assert cell is not None
    return cell
