"""Ships: the modules on their cells, and what they do together (PL 2.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import lru_cache

from referee.engine.tuples import Deriving, Record, derived, record, remembered_lately, replaced
from referee.games.planetary.box import Box
from referee.games.planetary.rules.cells import Numbered, board_of
from referee.games.planetary.rules.numbers import Blueprint

CORE = "CORE"  # The code of the module on the core's cell.


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

    cells   cells of its board, row by row
    box     its modules are out of
    space   space of the ring, or of the anchor of the planet it stands on; -1 before it is chosen or if it is
            not seen
    planet  it stands on; -1 in orbit
    hex     hex of that planet
    """

    cells: tuple[Module | None, ...]
    box: Box = field(repr=False)
    space: int = -1
    planet: int = -1
    hex: int = 0

    @property
    def landed(self) -> bool:
        return self.planet >= 0

    @derived
    def core_hp(self) -> int:
        core = self.cells[self.box.core_cell]
        return core.hp if core else 0

    def at(self, space: int, planet: int = -1, hex_: int = 0) -> Ship:
        """The ship there instead; its board, and with it all that was worked out, stays as it is."""
        ship = self._replace(space=space, planet=planet, hex=hex_)
        vars(ship).update(vars(self))
        return ship

    def module(self, cell: int) -> Module:
        """The module on a cell that is known to have one."""
        found = self.cells[cell]
        assert found is not None
        return found

    def with_cell(self, cell: int, module: Module | None) -> Ship:
        """With that module on the cell, whatever was on it."""
        ship = self._replace(cells=replaced(self.cells, cell, module))
        if (module is None) == (self.cells[cell] is None):
            vars(ship)["closed"] = self.closed
        return ship

    def with_modules(self, changed: Mapping[Numbered, Module]) -> Ship:
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
    def modules(self) -> tuple[tuple[Numbered, Module], ...]:
        """The cells with a module, the core's left out."""
        cells = self.cells
        there = [(cell, cells[cell]) for cell in fitted(self.closed)]
        return tuple([(cell, module) for cell, module in there if module and module.code != CORE])

    @derived
    def on(self) -> tuple[tuple[Numbered, Module, Blueprint], ...]:
        """The modules that are on, with what they do."""
        effects = self.box.blueprints
        return tuple([(cell, module, effects[module.code]) for cell, module in self.modules if module.on])

    @derived
    def paying(self) -> tuple[tuple[Numbered, Module, Blueprint], ...]:
        """The modules with upkeep, and what they do: first generators and batteries, as they give watts."""
        effects = self.box.blueprints
        giving: list[tuple[Numbered, Module, Blueprint]] = []
        others: list[tuple[Numbered, Module, Blueprint]] = []
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
        """Abilities of the modules that are on, together."""
        return _fitting(self.box, tuple([module.code for _, module, _ in self.on]))

    @property
    def lands(self) -> bool:
        """True if landing gear is on."""
        return self.fitting.lands

    @derived
    def stored(self) -> int:
        """Watts in batteries that are on."""
        return sum([module.tally for _, module, effect in self.on if effect.stores])

    @property
    def rim(self) -> tuple[Numbered, ...]:
        """The empty cells beside the core or a module (PL 2.3)."""
        return rim(self.closed)


@record
class Fitting(Record):
    """Abilities of modules together.

    lands            whether one is landing gear
    operated         whether units operate one
    generators       how many there are
    watts_per_space  what a space costs that is not free; with thrusters it is less (PL 6)
    sight            ring spaces from which it sees others, and those from which it is seen, 0 for theirs
    """

    lands: bool
    operated: bool
    generators: int
    watts_per_space: int
    sight: tuple[int, int]


@remembered_lately()
def _fitting(box: Box, codes: tuple[str, ...]) -> Fitting:
    effects = [box.blueprints[code] for code in codes]
    cheaper = [effect.watts_per_space for effect in effects if effect.watts_per_space]
    return Fitting(
        any(effect.lands for effect in effects),
        any(effect.operated for effect in effects),
        sum(effect.core != "" for effect in effects),
        min(cheaper, default=box.ship.move.watts_per_space),
        (
            box.ship.view + max((effect.view_bonus for effect in effects), default=0),
            min((effect.seen_from for effect in effects if effect.seen_from), default=0),
        ),
    )


@lru_cache(maxsize=1024)
def fitted(closed: bytes) -> Sequence[Numbered]:
    """The cells with something on them; `closed` has 1 for an empty cell."""
    return [cell for cell in board_of(closed).cells if not closed[cell]]


@lru_cache(maxsize=1024)
def rim(closed: bytes) -> tuple[Numbered, ...]:
    """The empty cells beside others; `closed` has 1 for an empty cell."""
    board = board_of(closed)
    beside = {other for cell in fitted(closed) for other in board.near[cell]}
    return tuple([cell for cell in board.cells if cell in beside and closed[cell]])


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
            for cell, beside in enumerate(board_of(closed).near)
            if not closed[cell] and (len(beside) < 4 or any(closed[other] for other in beside))
        ]
    )
