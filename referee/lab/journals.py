"""Games of a run that stand out, played again into journals that `referee replay` opens."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from components.writing import remove_file
from referee.engine.game import Event
from referee.lab.batches import Batch
from referee.lab.measures import Standout
from referee.lab.plan import Plan, names
from referee.lab.playing import Table
from referee.table.beginning import begin

_WHAT: tuple[Literal["closest", "longest", "luckiest"], ...] = ("closest", "longest", "luckiest")


def write_standouts(plan: Plan, seen: Batch, folder: Path) -> tuple[Standout, ...]:
    """Write the closest, the longest and the luckiest game of the box as it is.

    seen  observations of the first series

    Raises `OutputError`.
    """
    return tuple(_written(plan, seen, folder))


def _written(plan: Plan, seen: Batch, folder: Path) -> Iterator[Standout]:
    for what, standing in zip(_WHAT, (seen.closest, seen.longest, seen.luckiest), strict=True):
        if standing is not None:
            figure, number = standing
            file = folder / f"{what}.jsonl"
            write_journal(plan, number, file)
            yield Standout(what, number, figure, file.name)


def write_journal(plan: Plan, number: int, file: Path) -> None:
    """Play that game of the first series again, and write it down as one whose table rolled and drew.

    The journal holds every roll and draw, so it needs no seed. Raises `OutputError`.
    """
    series = plan.series[0]
    events: list[Event] = []

    def note(before: Any, event: Event, after: Any) -> None:
        events.append(event)

    Table(plan.game, series, plan.seed, plan.limit).play(number, note)
    remove_file(file)
    session = begin(
        file.absolute(), plan.game, names(series.players), dice="table", options=dict(series.options)
    )
    for event in events:
        ruling = session.play(event)
        assert ruling.allowed, ruling.reason
