"""The command `simulate`: many games of bots, and what they tell about the game."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from components import process
from components.errors import UsageError
from components.prose import Block, Lines
from components.wording import counted
from referee.commands.base.options import GameArgument
from referee.commands.base.output import as_json
from referee.engine.answers import Answer
from referee.engine.arguments import GameOptions, read_options
from referee.engine.chance import seeded
from referee.lab import running
from referee.lab.batches import Job
from referee.lab.measures import Simulation
from referee.lab.plan import LIMIT, Plan, make_plan
from referee.lab.simulating import REPORT, finish
from referee.lab.store import Store, open_store, planned

_SHARES = 40  # batches of the whole run at least, so that no worker waits long at the end
_MIRRORS = 500  # deals at most, and a fifth of the games


def simulate(
    game: GameArgument,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="How many games.")] = 1000,
    players: Annotated[
        int | None, typer.Option(metavar="N", help="Players; by default as few as the game has.")
    ] = None,
    bots: Annotated[
        str, typer.Option(metavar="BOT,BOT", help="Who plays; they take turns in the seats.")
    ] = "",
    option: GameOptions = None,
    vary: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=V1,V2", help="Also play with these values; may be repeated."),
    ] = None,
    deviations: Annotated[
        int, typer.Option(metavar="N", min=0, help="Also play N games with each number one step away.")
    ] = 0,
    limit: Annotated[
        int, typer.Option(metavar="N", min=1, help="Decisions after which a game is given up.")
    ] = LIMIT,
    seed: Annotated[
        str | None, typer.Option(metavar="WORDS", help="The same seed gives the same games.")
    ] = None,
    jobs: Annotated[
        int, typer.Option(metavar="N", min=0, help="Processes; by default one for each core.")
    ] = 0,
    dask: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on the Dask cluster at this address.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where the files go; by default simulation-GAME.")
    ] = None,
) -> Answer[Simulation]:
    """Let bots play many games and report on them: is it fair, how long, what decides.

    A run that was stopped goes on when you give the same command again.

    Example: referee simulate last-blast --games 10000
    """
    folder = out or Path(f"simulation-{game}")
    plan = make_plan(
        game,
        games=games,
        players=players,
        bots=[bot.strip() for bot in bots.split(",") if bot.strip()],
        options=read_options(option or ()),
        vary=_varied(vary or ()),
        seed=_seed(seed, folder),
        limit=limit,
        mirrors=min(games // 5, _MIRRORS),
        deviations=deviations,
    )
    if dask is not None and not dask.strip():
        raise UsageError("There is no address.", where="--dask", todo="Write it: --dask tcp://HOST:8786.")
    seconds = running.pace(_one(plan))
    most = max(1, plan.games // _SHARES)
    run = open_store(folder, plan, running.batch_size(seconds, most))
    count = running.worth(seconds, plan.games, jobs or running.cores())
    workers = partial(running.dask, dask) if dask else partial(running.here, count)
    found = _played(run, workers)
    return Answer(found, tuple(_blocks(found, folder)))


def _played(run: Store, workers: running.Start) -> Simulation:
    """Play what is missing, and measure. At Ctrl-C, say what is kept."""
    left = sum(job.last - job.first for job in run.missing())
    done = run.plan.games - left
    try:
        with running.progress_bar(run.plan.game, run.plan.games, done) as progress:
            running.run(run, workers, progress)
    except KeyboardInterrupt:
        left = sum(job.last - job.first for job in run.missing())
        print(
            f"\n{run.plan.games - left:,} of {run.plan.games:,} games are kept in {run.folder}."
            " Give the same command again to go on.",
            file=sys.stderr,
        )
        raise
    process.done(f"All games are played, and kept in {run.folder}.")
    return finish(run, as_json)


def _blocks(found: Simulation, folder: Path) -> Iterator[Block | str]:
    games = found.series[0].games
    bots = ", ".join(dict.fromkeys(one.of for one in found.series[0].bots))
    yield f"{found.title}: {counted(games, 'game')} of {found.players} players ({bots})."
    yield from (f"{'!' if one.grade == 'flaw' else '-'} {one.text}" for one in found.findings)
    yield from ("", f"The page is {folder / REPORT}.", Lines((f"SHA-256 of games.csv: {found.digest}",)))


def _seed(typed: str | None, folder: Path) -> str:
    """The seed that was typed, or else that of the run in the folder, or a new one."""
    if typed is not None:
        return seeded.normal_seed(typed)
    known = planned(folder)
    return known.seed if known else seeded.new_seed()


def _varied(values: Sequence[str]) -> dict[str, list[str]]:
    """The values by their key. Raises `UsageError`."""
    found: dict[str, list[str]] = {}
    for value in values:
        key, _, texts = value.partition("=")
        several = [text.strip() for text in texts.split(",") if text.strip()]
        if not key.strip() or not several:
            raise UsageError(
                f'"{value}" is not a key with values.', where="--vary", todo="Write --vary KEY=V1,V2."
            )
        if key.strip() in found:
            raise UsageError(
                f'"{key.strip()}" is given twice.', where="--vary", todo="Write all values at once."
            )
        found[key.strip()] = list(dict.fromkeys(several))
    return found


def _one(plan: Plan) -> Job:
    """The first game."""
    quick = replace(plan.series[0], watched=0)
    return Job(plan.game, plan.seed, plan.limit, plan.rules, plan.bots, 0, quick, 0, 1)
