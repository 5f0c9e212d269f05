"""The table with everybody's secrets: what all players see, put together.

A player never sees less than an onlooker. So wherever a player's view differs from the onlooker's, that
player knows more, and the player's version is taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from components.setup import Area, Fact, Placed
from referee.engine.areas import is_board
from referee.engine.game import HIDDEN, View

Cells: TypeAlias = dict[tuple[int, int] | None, list[Placed]]


def merged(onlooker: View, players: Sequence[View]) -> View:
    """Merge all the views, in the onlooker's order; what only players see follows."""
    versions: dict[tuple[str, str], list[Area]] = {}
    for view in (onlooker, *players):
        for area in view.areas:
            versions.setdefault((area.name, area.title), []).append(area)
    public = {(area.name, area.title): area for area in onlooker.areas}
    areas = tuple(_area(public.get(key), every) for key, every in versions.items())
    return View(areas, tuple(_facts(onlooker.facts, [fact for view in players for fact in view.facts])))


def _area(public: Area | None, every: Sequence[Area]) -> Area:
    """The version that hides least and tells most; on a board, whatever any player knows of a place."""
    if public is not None and all(area == public for area in every):
        return public
    best = min(every, key=lambda area: (_unknown(area.pieces), -len(area.pieces), -_told(area)))
    if public is None or not is_board(best):
        return best
    known = _cells(public)
    cells: Cells = {}
    for cell in (cell for area in (best, *every) for cell in _cells(area).items()):
        at, pieces = cell
        if at not in cells or (cells[at] == known.get(at) and _unknown(pieces) <= _unknown(cells[at])):
            cells[at] = pieces
    return replace(best, pieces=tuple(piece for pieces in cells.values() for piece in pieces))


def _cells(area: Area) -> Cells:
    cells: Cells = {}
    for piece in area.pieces:
        cells.setdefault(piece.at, []).append(piece)
    return cells


def _told(area: Area) -> int:
    """Count the characters of the notes on its pieces."""
    return sum(len(piece.note) for piece in area.pieces)


def _unknown(pieces: Iterable[Placed]) -> int:
    """Count the pieces that are not known."""
    return sum(piece.count for piece in pieces if HIDDEN in piece.code or not (piece.up or piece.code))


def _facts(public: Sequence[Fact], private: Sequence[Fact]) -> Iterator[Fact]:
    """The public facts, as told by the first player who knows more, then those that only players know."""
    names = {fact.name for fact in public}
    told = set(public)
    for fact in public:
        yield next((one for one in private if one.name == fact.name and one not in told), fact)
    for fact in private:
        if fact.name not in names and fact not in told:
            told.add(fact)
            yield fact
