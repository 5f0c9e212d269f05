"""Playing a plan with many workers: processes of this machine, or a Dask cluster.

Workers are given jobs and give batches back. Who plays what, and in which order, does not matter, because a
game follows from its number; so a worker that dies only costs its batch, which somebody plays again.
"""

import itertools
import multiprocessing
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, NamedTuple, TypeAlias

from components.errors import UsageError
from components.process import as_worker
from referee.lab.batches import Batch, Job, play
from referee.lab.store import Store

Start: TypeAlias = "Callable[[], AbstractContextManager[Workers]]"
Progress: TypeAlias = Callable[[int], None]  # is told how many games were played just now

_AHEAD = 3  # jobs for each worker that wait for it
_TRIES = 3  # pools of processes that may break without a batch between
_WAIT = 10  # seconds for a cluster to answer
_BATCH = 2.0  # seconds that a batch should take


class Workers(NamedTuple):
    """An executor, and how many of its workers play at a time."""

    executor: Executor
    at_once: int


def run(store: Store, workers: Start, progress: Progress) -> None:
    """Play what is missing, and keep each batch as it comes.

    Raises `UsageError` if the workers keep dying, and what `Store.keep` and a worker raise. Then, and at
    Ctrl-C, the batches that are finished stay on the disk.
    """
    broken = 0
    while missing := list(itertools.islice(store.missing(), 1)):
        before = missing[0]
        try:
            with workers() as (executor, at_once):
                _play(store, executor, at_once * _AHEAD if at_once > 1 else 1, progress)
        except BrokenExecutor:
            left = next(iter(store.missing()), before)
            broken = broken + 1 if left == before else 1
            if broken == _TRIES:
                raise UsageError(
                    "A worker was killed again and again.",
                    where=f"--out {store.folder}",
                    todo="Use fewer --jobs if memory is short, and give the same command again.",
                ) from None


def _play(store: Store, executor: Executor, ahead: int, progress: Progress) -> None:
    missing = store.missing()
    running: dict[Future[Batch], Job] = {}
    try:
        while True:
            for job in itertools.islice(missing, ahead - len(running)):
                running[executor.submit(play, job)] = job
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                job = running.pop(future)
                store.keep(job, future.result())
                progress(job.last - job.first)
    finally:
        for future in running:
            future.cancel()


def here(count: int) -> AbstractContextManager[Workers]:
    """Open that many processes of this machine; one is this process itself."""
    return nullcontext(Workers(_Inline(), 1)) if count == 1 else _processes(count)


@contextmanager
def _processes(count: int) -> Iterator[Workers]:
    # Fresh processes: one that is forked may hold a lock that the thread of the progress bar has taken.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(count, mp_context=context, initializer=as_worker)
    try:
        yield Workers(pool, count)
    except BaseException:
        for process in list((pool._processes or {}).values()):
            process.terminate()
        pool.shutdown(cancel_futures=True)
        raise
    pool.shutdown()


@contextmanager
def dask(address: str) -> Iterator[Workers]:
    """The workers of the Dask cluster at that address. Raises `UsageError` without Dask or a cluster."""
    try:
        from distributed import Client
    except ImportError:
        raise UsageError(
            "Dask is not installed.", where="--dask", todo='Install it: pip install "starbox[distributed]".'
        ) from None
    try:
        client = _answer(lambda: Client(address, timeout=_WAIT, set_as_default=False))
    except (OSError, ValueError, TypeError, ImportError) as problem:
        raise UsageError(
            f"There is no cluster at {address}: {str(problem).partition(chr(10))[0][:120]}.",
            where="--dask",
            todo="Start one with dask scheduler and dask worker: see docs/simulate.md.",
        ) from None
    try:
        threads = sum(client.nthreads().values())
        if not threads:
            raise UsageError(
                f"The cluster at {address} has no workers.",
                where="--dask",
                todo=f"Start one: dask worker {address} --nworkers -1 --nthreads 1",
            )
        executor = client.get_executor(pure=False, retries=2)
        try:
            yield Workers(executor, threads)
        finally:
            executor.shutdown(wait=False)
    finally:
        client.close()


def _answer(asked: Callable[[], Any]) -> Any:
    """Return what is asked of another machine, if it answers in time. Dask itself waits on for one that takes
    the connection and then says nothing. Raises `OSError`."""
    found: Future[Any] = Future()

    def ask() -> None:
        try:
            found.set_result(asked())
        except BaseException as problem:
            found.set_exception(problem)

    threading.Thread(target=ask, daemon=True).start()
    try:
        return found.result(_WAIT)
    except TimeoutError:
        raise OSError(f"nothing answers there in {_WAIT} seconds") from None


def pace(first: Job) -> float:
    """Seconds of this process for a game.

    first  the job of one game, which is played twice where that is quick: the first time all is imported
    """
    for _ in range(2):
        start = time.process_time()
        play(first)
        seconds = max(time.process_time() - start, 1e-5)
        if seconds > 1:
            break
    return seconds


def batch_size(seconds: float, most: int) -> int:
    """Return the size of a batch: games of about two seconds, and at most so many."""
    return max(1, min(round(_BATCH / seconds), most))


def worth(seconds: float, games: int, asked: int) -> int:
    """Return the processes worth using for that many games: one where others would hardly have begun."""
    return 1 if seconds * games < _BATCH else asked


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Inline(Executor):
    """Does everything at once, in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as problem:
            future.set_exception(problem)
        return future


@contextmanager
def progress_bar(what: str, total: int, done: int) -> Iterator[Progress]:
    """On a terminal a bar with games a second and the time that is left; nothing elsewhere.

    done  games that were played before
    """
    if not sys.stderr.isatty():
        yield lambda games: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]} games/s"),
        TimeRemainingColumn(),
    )
    with Bars(*columns, console=Console(stderr=True), transient=True, expand=True) as bars:
        task = bars.add_task(what, total=total, completed=done, rate="–")
        start, played = time.monotonic(), 0

        def advance(games: int) -> None:
            nonlocal played
            played += games
            rate = played / max(time.monotonic() - start, 0.001)
            bars.update(task, advance=games, rate=f"{rate:,.{0 if rate >= 10 else 1}f}")

        yield advance
