"""Ships and the board they are built on: cells in rows from the top left, `A1` to `G7` (PL 2.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from referee.engine.tuples import Deriving, Record, derived, record, replaced
from referee.games.planetary.box import Blueprint, box
from referee.games.planetary.codes import find_cell

CORE = "CORE"  # the code of the module on the core's cell


@record
class Module(Record):
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


@record
class Ship(Deriving):
    """A ship. What is worked out about it is kept with it, as it stays the same for many states.

    cells   of its board, row by row
    space   of the ring, or of the anchor of the planet it stands on; -1 before it is chosen or if it is
            not seen
    planet  it stands on; -1 in orbit
    hex     of that planet
    """

    cells: tuple[Module | None, ...]
    space: int = -1
    planet: int = -1
    hex: int = 0

    @property
    def landed(self) -> bool:
        return self.planet >= 0

    @derived
    def core_hp(self) -> int:
        core = self.cells[core_cell()]
        return core.hp if core else 0

    def at(self, space: int, planet: int = -1, hex_: int = 0) -> Ship:
        """The ship there instead; its board, and with it all that was worked out, stays as it is."""
        ship = self._replace(space=space, planet=planet, hex=hex_)
        vars(ship).update(vars(self))
        return ship

    def with_cell(self, cell: int, module: Module | None) -> Ship:
        """With that module on the cell, whatever was on it."""
        ship = self._replace(cells=replaced(self.cells, cell, module))
        if (module is None) == (self.cells[cell] is None):
            vars(ship)["closed"] = self.closed
        return ship

    def with_modules(self, changed: Mapping[int, Module]) -> Ship:
        """With other modules on these cells, all of which have one."""
        if not changed:
            return self
        cells = list(self.cells)
        for cell, module in changed.items():
            cells[cell] = module
        ship = self._replace(cells=tuple(cells))
        vars(ship)["closed"] = self.closed
        return ship

    @derived
    def modules(self) -> tuple[tuple[int, Module], ...]:
        """The cells with a module, the core's left out."""
        cells = self.cells
        there = [(cell, cells[cell]) for cell in fitted(self.closed)]
        return tuple([(cell, module) for cell, module in there if module and module.code != CORE])

    @derived
    def on(self) -> tuple[tuple[int, Module, Blueprint], ...]:
        """The modules that are on, with what they do."""
        effects = box().blueprints
        return tuple([(cell, module, effects[module.code]) for cell, module in self.modules if module.on])

    @derived
    def paying(self) -> tuple[tuple[int, Module, Blueprint], ...]:
        """The modules with upkeep, and what they do: first generators and batteries, as they give watts."""
        effects = box().blueprints
        giving: list[tuple[int, Module, Blueprint]] = []
        others: list[tuple[int, Module, Blueprint]] = []
        for cell, module in self.modules:
            effect = effects[module.code]
            if effect.upkeep:
                (giving if effect.core or effect.stores else others).append((cell, module, effect))
        return (*giving, *others)

    @derived
    def closed(self) -> bytes:
        """For each cell 1 if there is nothing to stand on."""
        return bytes([module is None for module in self.cells])

    @derived
    def fitting(self) -> Fitting:
        """What the modules that are on do together."""
        return fitting(tuple([module.code for _, module, _ in self.on]))

    @property
    def lands(self) -> bool:
        """Whether landing gear is on."""
        return self.fitting.lands

    @derived
    def stored(self) -> int:
        """Watts in batteries that are on."""
        return sum([module.tally for _, module, effect in self.on if effect.stores])

    @property
    def rim(self) -> tuple[int, ...]:
        """The empty cells beside the core or a module (PL 2.3)."""
        return rim(self.closed)


@record
class Fitting(Record):
    """What modules do together.

    lands            whether one is landing gear
    operated         whether units operate one
    generators       how many there are
    watts_per_space  what a space costs that is not free; with thrusters it is less (PL 6)
    """

    lands: bool
    operated: bool
    generators: int
    watts_per_space: int


@lru_cache(maxsize=1024)
def fitting(codes: tuple[str, ...]) -> Fitting:
    effects = [box().blueprints[code] for code in codes]
    cheaper = [effect.watts_per_space for effect in effects if effect.watts_per_space]
    return Fitting(
        any(effect.lands for effect in effects),
        any(effect.operated for effect in effects),
        sum(effect.core != "" for effect in effects),
        min(cheaper, default=box().ship.move.watts_per_space),
    )


@lru_cache(maxsize=1024)
def fitted(closed: bytes) -> Sequence[int]:
    """The cells with something on them; `closed` has 1 for an empty cell."""
    return [cell for cell, empty in enumerate(closed) if not empty]


@lru_cache(maxsize=1024)
def rim(closed: bytes) -> tuple[int, ...]:
    """The empty cells beside others; `closed` has 1 for an empty cell."""
    beside = {other for cell, empty in enumerate(closed) if not empty for other in near()[cell]}
    return tuple(sorted([cell for cell in beside if closed[cell]]))


@lru_cache(maxsize=1024)
def floor(closed: bytes) -> list[int]:
    """For each cell 1 if there is something to stand on, else 0; `closed` has it the other way round."""
    return [1 - empty for empty in closed]


@lru_cache(maxsize=1024)
def gates(closed: bytes) -> tuple[int, ...]:
    """The cells to stand on that have an empty cell or the edge of the board beside them (PL 4.6)."""
    return tuple(
        [
            cell
            for cell, beside in enumerate(near())
            if not closed[cell] and (len(beside) < 4 or any(closed[other] for other in beside))
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
