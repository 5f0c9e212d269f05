"""A score pad as people see it: a column for each player, a row for each round, and the entries of each.

The totals stand in the last row. Entries have the numbers by which `correct` names them.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from components.setup import Area, Fact, Placed
from referee.engine.game import View
from referee.engine.pads.ledger import Kept, said

_ROOM = 72  # columns for the table of totals
_LATEST = 5  # rounds of the table that are shown where there is little room


@runtime_checkable
class Tallies(Protocol):
    """A pad that knows its rounds from its entries, so that a correction counts where it belongs."""

    def tally(self, state: Any) -> Mapping[str, Sequence[int]]:
        """The totals of all players after each round, by the name of the round."""
        ...


def tally(state: Kept) -> Mapping[str, Sequence[int]]:
    """The totals after each round; none on a pad without rounds."""
    return {entry.round: entry.totals for entry in state.entries if entry.round}


def pad_view(
    state: Kept,
    totals: Sequence[int],
    areas: Sequence[Area] = (),
    facts: Sequence[Fact] = (),
    *,
    running: bool = False,
) -> View:
    """The view of a pad.

    totals   the total of each player now
    areas    what else the pad has to show
    running  whether a row has the totals after a round, not what was added in it
    """
    rows = tally(state) if running else _added(tally(state))
    entries = tuple(_entries(state))
    latest = dict(list(rows.items())[-_LATEST:])
    glance = View((_table(state.names, latest, totals), *entries[:1]), tuple(facts))
    return View((_table(state.names, rows, totals), *areas, *entries), tuple(facts), glance)


def _table(names: Sequence[str], rows: Mapping[str, Sequence[int]], totals: Sequence[int]) -> Area:
    room = _ROOM // (len(names) + 1) - 2
    kind = next(iter(rows), "").partition(" ")[0]
    lines = [
        (kind, *(_short(name, room) for name in names)),
        *((name.removeprefix(f"{kind} "), *map(str, numbers)) for name, numbers in rows.items()),
        ("total", *map(str, totals)),
    ]
    cells = (
        Placed("", text, (column, row)) for row, line in enumerate(lines) for column, text in enumerate(line)
    )
    return Area("tally", "Score pad", "grid", tuple(cells))


def _added(totals: Mapping[str, Sequence[int]]) -> Mapping[str, Sequence[int]]:
    """Return what each round added to the totals."""
    rows: dict[str, Sequence[int]] = {}
    before: Sequence[int] = ()
    for name, now in totals.items():
        rows[name] = [total - then for total, then in zip(now, before or [0] * len(now), strict=True)]
        before = now
    return rows


def _entries(state: Kept) -> Iterator[Area]:
    """The entries of each round, the latest round first."""
    numbered = list(enumerate(state.entries, 1))
    groups = [(name, list(alike)) for name, alike in itertools.groupby(numbered, lambda item: item[1].round)]
    for number, (name, alike) in reversed(list(enumerate(groups, 1))):
        pieces = tuple(Placed("", f"{count}", note=said(state.names, entry)) for count, entry in alike)
        yield Area(f"entries-{number}", f"Entries of {name}" if name else "Entries", "list", pieces)


def _short(name: str, room: int) -> str:
    return name if len(name) <= room else f"{name[: room - 1]}…"
