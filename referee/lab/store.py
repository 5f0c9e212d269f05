"""The folder of a run: its plan, and a file for each finished batch, so nothing is played twice."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from components.errors import UsageError
from components.files import read_file
from components.writing import make_folder, replace_file
from referee.lab.batches import COLUMNS, Batch, Job, jobs, read_batch
from referee.lab.plan import Plan, read_plan

GAMES = "games.csv"
_PLAN, _BATCHES = "plan.json", "batches"
_TODO = "What was finished before is kept: make room, and give the same command again."


class Store:
    """A run on the disk. Make one with `open_store`.

    size  games of a batch
    """

    def __init__(self, folder: Path, plan: Plan, size: int) -> None:
        self.folder, self.plan, self.size = folder, plan, size

    def jobs(self) -> Iterator[Job]:
        """All jobs of the plan, in order."""
        for number in range(len(self.plan.series)):
            yield from jobs(self.plan, number, self.size)

    def missing(self) -> Iterator[Job]:
        """The jobs whose batch is not on the disk, in order."""
        there = {file.name for file in (self.folder / _BATCHES).glob("*.json")}
        return (job for job in self.jobs() if _name(job) not in there)

    def keep(self, job: Job, batch: Batch) -> None:
        """Write the batch, the whole or nothing. Raises `OutputError`."""
        replace_file(self.folder / _BATCHES / _name(job), batch.as_text(), todo=_TODO)

    def batch(self, job: Job) -> Batch:
        """A batch that was kept. Raises `UsageError` if it was changed or taken away."""
        file = self.folder / _BATCHES / _name(job)
        try:
            batch = read_batch(read_file(file).decode())
            if len(batch.lines) != job.last - job.first:
                raise ValueError
        except (OSError, ValueError, KeyError, TypeError):
            raise UsageError(
                "This batch of games cannot be read.",
                where=str(file),
                todo="Delete it and give the same command again.",
            ) from None
        return batch

    def gather(self) -> Gathered:
        """Write all games in order to games.csv, and add up what was seen, series by series.

        Only one batch is in memory at a time. Raises `OutputError`.
        """
        seen = [Batch() for _ in self.plan.series]
        digest = hashlib.sha256()

        def row(text: str) -> bytes:
            line = f"{text}\n".encode()
            digest.update(line)
            return line

        def lines() -> Iterator[bytes]:
            yield row(",".join(COLUMNS))
            for job in self.jobs():
                batch = self.batch(job)
                seen[job.number].add(batch)
                name = _quoted(job.series.name)
                yield from (row(f"{name},{line}") for line in batch.lines)

        replace_file(self.folder / GAMES, lines(), todo=_TODO)
        return Gathered(tuple(seen), digest.hexdigest())


class Gathered(NamedTuple):
    """Observations of each series, and the SHA-256 of games.csv: the same wherever it was played."""

    seen: tuple[Batch, ...]
    digest: str


def open_store(folder: Path, plan: Plan, size: int) -> Store:
    """The run in that folder, begun or gone on with.

    size  games of a batch, for a run that begins

    Raises `UsageError` for a folder that holds another run, and `OutputError`.
    """
    file = folder / _PLAN
    make_folder(folder / _BATCHES)
    if file.exists():
        try:
            size_line, _, text = read_file(file).decode().partition("\n")
            known, size = read_plan(text), int(size_line.removeprefix("// games of a batch: "))
        except (OSError, ValueError, KeyError, TypeError):
            raise UsageError(
                "This plan cannot be read.", where=str(file), todo="Name another folder with --out."
            ) from None
        if known != plan:
            raise UsageError(
                f"This folder has another run, {_difference(known, plan)}.",
                where=str(folder),
                todo="Name another folder with --out, or give the command that began it.",
            )
    else:
        replace_file(file, f"// games of a batch: {size}\n{plan.as_text()}\n")
    return Store(folder, plan, size)


def planned(folder: Path) -> Plan | None:
    """The plan of the run in that folder; None if there is none, or none that can be read."""
    try:
        return read_plan(read_file(folder / _PLAN).decode().partition("\n")[2])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _difference(known: Plan, plan: Plan) -> str:
    for name in ("game", "seed", "rules", "bots", "limit"):
        if (one := getattr(known, name)) != (other := getattr(plan, name)):
            what = {"rules": "version of the rules", "bots": "version of the bots"}.get(name, name)
            return f"with the {what} {one}, not {other}"
    return f"of {known.games} games in {len(known.series)} series that differ from what you ask for"


def _name(job: Job) -> str:
    return f"{job.number:04d}-{job.first:09d}-{job.last:09d}.json"


def _quoted(name: str) -> str:
    return f'"{name}"' if "," in name else name
