"""A whole run: from a plan to the files that tell what came of it, and the games that stand out."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

from components import catalogue
from components.writing import remove_file, replace_file
from referee.engine.game import Event
from referee.engine.moves import Declares, form_of
from referee.lab import store
from referee.lab.batches import Batch
from referee.lab.findings import findings
from referee.lab.measures import Simulation, Standout, Variation
from referee.lab.plan import Plan, names
from referee.lab.playing import Table
from referee.lab.report import report_page
from referee.lab.store import Store
from referee.lab.totals import compared, deviation, match, summary, sums
from referee.table.beginning import begin
from referee.table.rulesets import find_rules

SUMMARY, REPORT = "summary.json", "report.html"


def finish(run: Store, as_json: Callable[[Simulation], object]) -> Simulation:
    """Measure a run whose games are all played, and write games.csv, summary.json, report.html and journals.

    as_json  the value in types of JSON

    Raises `OutputError`.
    """
    plan = run.plan
    gathered = run.gather()
    found = sums(plan, run.folder / store.GAMES)
    told = [
        summary(one, found[one.name], seen)
        for one, seen in zip(plan.series, gathered.seen, strict=True)
        if one.kind in ("box", "vary")
    ]
    ladder = tuple(match(one, found[one.name]) for one in plan.series if one.kind == "mirror")
    usual = found[plan.series[0].name]
    varied = tuple(
        Variation(one.name, compared(found[one.name], usual)) for one in plan.series if one.kind == "vary"
    )
    steps = tuple(deviation(plan, one, found[one.name], usual) for one in plan.series if one.kind == "step")
    simulation = Simulation(
        game=plan.game,
        title=catalogue.load(plan.game).title,
        players=plan.series[0].players,
        seed=plan.seed,
        games=plan.games,
        limit=plan.limit,
        digest=gathered.digest,
        findings=findings(
            told,
            ladder,
            varied,
            steps,
            _unusable(plan, gathered.seen[0]),
            bool(catalogue.load(plan.game).options),
        ),
        series=tuple(told),
        ladder=ladder,
        variations=varied,
        deviations=steps,
        standouts=write_standouts(plan, gathered.seen[0], run.folder),
    )
    text = json.dumps(as_json(simulation), ensure_ascii=False, indent=1) + "\n"
    replace_file(run.folder / SUMMARY, text)
    replace_file(run.folder / REPORT, report_page(simulation))
    return simulation


def _unusable(plan: Plan, seen: Batch) -> tuple[str, ...]:
    """The forms of moves that were never legal in the watched games; none if no game was watched.

    What is only another way to type a move does not count.
    """
    rules = find_rules(plan.game)
    if not seen.tally["watched",] or not isinstance(rules, Declares):
        return ()
    offered = {key[1] for key in seen.tally if key[0] == "offered"}
    return tuple(
        form_of(kind).grammar
        for kind in rules.GRAMMAR.kinds
        if kind.__name__.lower() not in offered and not _stands_for_another(kind)
    )


def _stands_for_another(kind: type) -> bool:
    """Tell whether such a move is always read as one of another kind."""
    meant = getattr(kind, "meant", None)
    return meant is not None and meant.__annotations__["return"] not in (kind, kind.__name__)


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
