"""The same games whoever plays them: one process or several, a cluster, after a kill, gone on with later."""

from __future__ import annotations

import errno
import hashlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import rich.progress

from components.errors import OutputError, StarboxError, UsageError
from referee.commands.base.output import as_json
from referee.lab import running
from referee.lab.batches import jobs
from referee.lab.plan import Plan, make_plan, read_plan
from referee.lab.simulating import finish
from referee.lab.store import Store, open_store
from referee.table.session import resume
from tests.searching import SEARCHING

GAMES = 400 if SEARCHING else 30


def a_plan(games: int = GAMES, **more: Any) -> Plan:
    """Two series of which a third is watched."""
    plan = make_plan(
        "last-blast", games=games, bots=["random"], vary={"field.columns": ["6"]}, seed="kiwi", **more
    )
    return replace(plan, series=tuple(replace(one, watched=one.watched // 3) for one in plan.series))


def play(folder: Path, workers: running.Start = lambda: running.here(1), size: int = 8) -> str:
    """The digest of the plan, played there by these workers."""
    store = open_store(folder, a_plan(), size)
    running.run(store, workers, lambda games: None)
    return store.gather().digest


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The digest of one process that plays game after game."""
    return play(tmp_path_factory.mktemp("alone"), size=1000)


class Backwards(Executor):
    """Hands results over three at a time, the last first; or fails as a pool whose process was killed.

    left  how many jobs will be submitted
    """

    def __init__(self, dies: bool, left: int) -> None:
        self.waiting: list[tuple[Future[Any], Any, Any]] = []
        self.dies, self.left = dies, left

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.waiting.append((future, fn, args))
        self.left -= 1
        if len(self.waiting) == 3 or not self.left:
            for waiting, play, given in reversed(self.waiting):
                if self.dies:
                    waiting.set_exception(running.BrokenExecutor("killed"))
                else:
                    waiting.set_result(play(*given))
            self.waiting.clear()
        return future


def test_order_and_deaths_do_not_matter(alone: str, tmp_path: Path) -> None:
    """Batches of another size that come in another order, from workers of which one is killed."""
    pools: list[Backwards] = []

    def workers() -> Any:
        pools.append(Backwards(dies=not pools, left=len(list(store.missing()))))
        return nullcontext(running.Workers(pools[-1], 3))

    store = open_store(tmp_path, a_plan(), GAMES // 3)
    running.run(store, workers, lambda games: None)
    assert len(pools) == 2
    assert store.gather().digest == alone


@pytest.mark.parametrize("size", [1, 7, 400, 10_000])
def test_every_game_has_its_job_and_no_job_of_slow_games_is_long(size: int) -> None:
    """A worker that gets the last of 200 watched or mirrored games holds five of them, not the whole."""
    plan = a_plan(600, mirrors=100)
    for number, series in enumerate(plan.series):
        dealt = list(jobs(plan, number, size))
        assert [game for job in dealt for game in range(job.first, job.last)] == list(range(series.games))
        slow = series.games if series.kind == "mirror" else series.watched
        for job in dealt:
            assert job.last - job.first <= (min(size, 5) if job.first < slow else size)
            assert job.last <= slow or job.first >= slow


def test_workers_that_always_die_are_given_up(tmp_path: Path) -> None:
    class Dying(Executor):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.set_exception(running.BrokenExecutor("killed"))
            return future

    store = open_store(tmp_path, a_plan(), 20)
    with pytest.raises(UsageError, match="again and again"):
        running.run(store, lambda: nullcontext(running.Workers(Dying(), 2)), lambda games: None)


def test_two_processes_play_the_same(alone: str, tmp_path: Path) -> None:
    assert play(tmp_path, lambda: running.here(2)) == alone


def test_a_stopped_run_goes_on(alone: str, tmp_path: Path) -> None:
    """Ctrl-C comes after some batches; the batches stay, the rest is played, and nothing is played twice."""
    store = open_store(tmp_path, a_plan(), 8)
    played: list[int] = []

    def stop(games: int) -> None:
        played.append(games)
        if len(played) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        running.run(store, lambda: running.here(1), stop)
    again = open_store(tmp_path, a_plan(), 99)
    assert again.size == 8
    running.run(again, lambda: running.here(1), played.append)
    assert sum(played) == again.plan.games
    assert again.gather().digest == alone


def test_the_digest_is_that_of_the_file(tmp_path: Path) -> None:
    digest = play(tmp_path)
    assert hashlib.sha256((tmp_path / "games.csv").read_bytes()).hexdigest() == digest


def test_a_full_disk_leaves_what_was_finished(alone: str, tmp_path: Path, monkeypatch: Any) -> None:
    store, keep, kept = open_store(tmp_path, a_plan(), 8), Path.open, []

    def full(file: Path, mode: str = "r", *args: Any, **kwargs: Any) -> Any:
        if mode == "xb" and "batches" in str(file):
            kept.append(file)
            if len(kept) > 2:
                raise OSError(errno.ENOSPC, "No space left on device")
        return keep(file, mode, *args, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", full)
        with pytest.raises(OutputError, match=r"No space left on device.*What was finished before is kept"):
            running.run(store, lambda: running.here(1), lambda games: None)
    assert len(list((tmp_path / "batches").iterdir())) == 2
    assert play(tmp_path) == alone


def test_another_plan_is_not_mixed_in(tmp_path: Path) -> None:
    open_store(tmp_path, a_plan(), 8)
    with pytest.raises(UsageError, match="another run, of"):
        open_store(tmp_path, a_plan(GAMES + 1), 8)
    (tmp_path / "plan.json").write_text("{}")
    with pytest.raises(UsageError, match="cannot be read"):
        open_store(tmp_path, a_plan(), 8)


def test_a_batch_that_was_spoiled_is_named(tmp_path: Path) -> None:
    play(tmp_path)
    file = next((tmp_path / "batches").iterdir())
    file.write_text("{")
    with pytest.raises(UsageError, match="Delete it") as caught:
        open_store(tmp_path, a_plan(), 8).gather()
    assert caught.value.where == str(file)


def test_a_plan_reads_as_it_is_written() -> None:
    plan = a_plan(deviations=3)
    assert read_plan(plan.as_text()) == plan


def test_the_games_that_stand_out_can_be_replayed(tmp_path: Path) -> None:
    """Their journals hold every roll and draw, and end as the table of games says."""
    store = open_store(tmp_path, a_plan(), 1000)
    running.run(store, lambda: running.here(1), lambda games: None)
    found = finish(store, as_json)
    lines = (tmp_path / "games.csv").read_text().splitlines()
    assert [one.what for one in found.standouts] == ["closest", "longest", "luckiest"]
    for one in found.standouts:
        _, _, _, _, _, _, decisions, chances, _, totals = lines[1 + one.game].split(",")
        session = resume(tmp_path / one.file)
        sheet = session.game.score(session.state)
        assert [player.total for player in sheet.players] == list(map(int, totals.split()))
        assert len(session.events) == int(decisions) + int(chances)


@pytest.mark.parametrize(
    ("vary", "message"),
    [
        ({"field.colums": ["6"]}, 'There is no number or option "field.colums"'),
        ({"field.columns": ["6.5"]}, "not a whole number"),
        ({"field.columns": ["six"]}, '"six" is not a number'),
        ({"field.columns": ["-1"]}, "-1 is below 0"),
        ({"field.columns": ["99999999999"]}, "too large"),
        ({"parts.R1-1.symbol": ["7"]}, "a whole number, 1..6"),
        ({"construction.picks": ["9"]}, "picks|blind"),
        ({"wrecks": ["maybe"]}, '"maybe" is not on or off'),
        ({"field.columns": [str(number) for number in range(70)]}, "70 variations"),
    ],
)
def test_what_cannot_be_varied(vary: dict[str, list[str]], message: str) -> None:
    with pytest.raises(StarboxError, match=message):
        make_plan("last-blast", games=10, vary=vary, seed="a")


@pytest.mark.parametrize(
    ("text", "agreed"),
    [("on", {"wrecks": ""}), ("Yes", {"wrecks": ""}), ("off", {}), ("no", {})],
)
def test_an_option_is_varied_by_on_and_off(text: str, agreed: dict[str, str]) -> None:
    plan = make_plan("last-blast", games=10, vary={"wrecks": [text]}, seed="a")
    assert [dict(one.options) for one in plan.series if one.kind == "vary"] == [agreed]


def test_a_terminal_sees_how_many_games_a_second_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock begins with the bar, and games of an earlier run do not count."""
    told: list[str] = []
    clock = iter((100.0, 102.0, 102.0, 104.0))
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    monkeypatch.setattr(rich.progress.Progress, "update", lambda *_, rate, **__: told.append(rate))
    monkeypatch.setattr(running.time, "monotonic", lambda: next(clock))
    with running.progress_bar("test", total=5000, done=1000) as advance:
        for games in (10, 10, 3996):
            advance(games)
    assert told == ["5.0", "10", "1,004"]


def test_no_cluster_at_that_address(tmp_path: Path, monkeypatch: Any) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(running, "_WAIT", 0.3)
    with pytest.raises(UsageError, match="There is no cluster at tcp:"):
        play(tmp_path, lambda: running.dask("tcp://127.0.0.1:9"))


@contextmanager
def cluster(folder: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A Dask scheduler and two workers of this machine: its address, and the workers."""
    file = folder / "scheduler.json"
    home = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    options = ["--scheduler-file", str(file), "--port", "0", "--no-dashboard", "--host", "127.0.0.1"]
    worker = [sys.executable, "-m", "distributed.cli.dask_worker", "--scheduler-file", str(file)]
    worker += ["--nthreads", "1", "--no-dashboard", "--local-directory", str(folder)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": Path.cwd()}
    started = [subprocess.Popen([*home, *options], **quiet)]  # type: ignore[call-overload]
    try:
        for _ in range(1200):
            if file.exists():
                break
            time.sleep(0.1)
        started += [subprocess.Popen(worker, **quiet) for _ in range(2)]  # type: ignore[call-overload]
        import json

        yield json.loads(file.read_text())["address"], started[1:]
    finally:
        for process in reversed(started):
            process.terminate()
        for process in started:
            process.wait()


@pytest.mark.outside
@pytest.mark.skipif(not SEARCHING, reason="starts three processes; in make search")
def test_a_cluster_plays_the_same_though_a_worker_is_killed(alone: str, tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    killed = []
    with cluster(tmp_path) as (address, workers):
        from distributed import Client

        with Client(address, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)
        store = open_store(tmp_path / "out", a_plan(), 10)

        def kill(games: int) -> None:
            if not killed:
                # Its nanny would start it again, so the nanny goes first.
                os.kill(workers[0].pid, signal.SIGKILL)
                killed.append(games)

        running.run(store, lambda: running.dask(address), kill)
    assert killed
    assert store.gather().digest == alone


def test_a_store_knows_what_is_missing(tmp_path: Path) -> None:
    store: Store = open_store(tmp_path, a_plan(), 8)
    assert sum(job.last - job.first for job in store.missing()) == store.plan.games
