"""Several games built at the same time, each in its own process, with progress collected in one place."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from components import catalogue, process
from components.errors import DataError, OutputError, StarboxError, UsageError
from generator import Progress
from generator.build import inputs, manifest
from generator.build.press import Order, Result, build, unchanged
from generator.files import recover

if TYPE_CHECKING:
    from concurrent.futures import Future

T = TypeVar("T")
_GIVES_WAY = 5  # niceness added to a process, which leaves it a third of the time that others get
_PAUSE = 0.1  # time between two reports of progress, seconds
_GLANCE = 0.02  # time between two looks whether a game is done, seconds


class Failure(NamedTuple):
    """A game that could not be built; its earlier files are unchanged."""

    game: str
    problem: StarboxError


def build_all(orders: Sequence[Order], jobs: int, progress: Progress) -> list[Result | Failure]:
    """The result of each order, in the given sequence; a failure does not stop the others.

    Raises `UsageError` at once for an unknown game, or if two orders would share a folder.
    """
    _check_apart(orders)
    if jobs == 1 or len(orders) == 1:
        return [_outcome(order, partial(build, order, progress)) for order in orders]
    outcomes = {place: _outcome(order, partial(_unchanged, order)) for place, order in enumerate(orders)}
    waiting = {place: orders[place] for place, outcome in outcomes.items() if outcome is None}
    if waiting:
        outcomes |= _at_once(waiting, jobs, progress)
    return [outcome for outcome in outcomes.values() if outcome is not None]


def _at_once(orders: Mapping[int, Order], jobs: int, progress: Progress) -> dict[int, Result | Failure]:
    """The results by place, built in at most that many processes."""
    # Imported here: loading it takes as long as drawing twenty cards, and a single game does not need it.
    import multiprocessing
    from concurrent.futures import Future, ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    def given(*work: Any, **options: Any) -> Future[Result]:
        try:
            return pool.submit(*work, **options)
        except BrokenProcessPool as problem:  # the process that got the order before this one is gone already
            broken: Future[Result] = Future()
            broken.set_exception(problem)
            return broken

    def ended(order: Order, future: Future[Result]) -> Result | Failure:
        try:
            return _outcome(order, future.result)
        except BrokenProcessPool:
            stopped = "The system stopped one of the building processes, perhaps for lack of memory."
            return Failure(order.game, OutputError(stopped, todo="Build one game at a time: --jobs 1."))

    if multiprocessing.get_start_method() == "fork":
        # Loading before the fork means that what all processes need is loaded once.
        from generator.book import booklet, gamebox, rulebook  # noqa: F401
        from generator.faces import renderer  # noqa: F401
        from generator.pdf import contents, document  # noqa: F401
        from generator.sheets import plan  # noqa: F401

        inputs.look_around()
    told: Any = multiprocessing.Queue()
    processes = min(jobs, len(orders))
    with ProcessPoolExecutor(processes, initializer=_begin, initargs=(told,)) as pool:
        try:
            # The largest game first, so that it is not the last to finish; others give way to it where there
            # are more processes than processors.
            first, *others = sorted(orders, key=lambda place: -_size(orders[place]))
            submitted = {first: given(_build, orders[first])}
            crowded = processes > _processors()
            submitted |= {place: given(_build, orders[place], gives_way=crowded) for place in others}
            while not all(future.done() for future in submitted.values()):
                _pass_on(told, progress)
        except KeyboardInterrupt:
            for worker in multiprocessing.active_children():
                worker.terminate()
            pool.shutdown(wait=True, cancel_futures=True)
            raise
    # What workers told last is there once they have ended; one that was killed may have told half a word.
    while not any(future.exception() for future in submitted.values()) and not told.empty():
        _pass_on(told, progress)
    return {place: ended(order, submitted[place]) for place, order in orders.items()}


def _check_apart(orders: Sequence[Order]) -> None:
    goals: dict[Path, Order] = {}
    for order in orders:
        try:
            goal = _goal(order)
        except DataError:
            continue
        other = goals.setdefault(goal, order)
        if other.game == order.game and other is not order:
            raise UsageError(f"{order.game} is named twice.", todo="Name each game once.")
        if other is not order:
            slug = catalogue.load(order.game).slug
            raise UsageError(
                f"{other.game} and {order.game} are both the game {slug} and would share a folder.",
                todo="Build them one at a time, each with its own --out.",
            )


def _goal(order: Order) -> Path:
    """The folder that it is built into. Our games have a slug that is known without reading them."""
    ours = order.game in catalogue.slugs()
    return order.folder(order.game if ours else catalogue.load(order.game).slug)


def _unchanged(order: Order) -> Result | None:
    """As `unchanged`; if nothing was built yet, without reading the game, which its process will do."""
    goal = _goal(order)
    recover(goal)
    return unchanged(order) if (goal / manifest.NAME).exists() else None


def _outcome(order: Order, result: Callable[[], T]) -> T | Failure:
    try:
        return result()
    except StarboxError as problem:
        return Failure(order.game, problem)


def _size(order: Order) -> int:
    """Roughly how much there is to draw: the bytes of the game's data, which are not read yet."""
    ours = order.game in catalogue.slugs()
    with suppress(OSError, DataError):
        home = catalogue.HOME / order.game.replace("-", "_") if ours else catalogue.load(order.game).folder
        return sum(file.stat().st_size for file in home.iterdir() if file.is_file())
    return 0


def _processors() -> int:
    """Count the processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


_told: Any = None
_usual: int | None = None  # niceness of a process that has not given way; None where there is none


def _begin(told: Any) -> None:
    """Run once in each process: remember where to report progress."""
    global _told, _usual
    _told = told
    _usual = os.nice(0) if hasattr(os, "nice") else None
    process.as_worker()


def _build(order: Order, *, gives_way: bool = False) -> Result:
    if gives_way and _usual is not None and os.nice(0) == _usual:
        os.nice(_GIVES_WAY)
    try:
        with process.terminable():
            return build(order, _Teller().tell)
    except KeyboardInterrupt:
        # Do not return to the pool: another stopped process may have died holding a lock.
        os._exit(process.TERMINATED)


class _Teller:
    """Tells the process that shows it how far a build is; not of each face, which would take longer than many
    faces do."""

    def __init__(self) -> None:
        self.last = 0.0

    def tell(self, what: str, done: int, total: int) -> None:
        now = time.monotonic()
        if done == total or now - self.last > _PAUSE:
            self.last = now
            _told.put((what, done, total))


def _pass_on(told: Any, progress: Progress) -> None:
    """Wait a little for something to show.

    Only workers write into the queue: a process that writes waits at its end until it has written, which is
    never if a worker was stopped in the middle of writing.
    """
    from queue import Empty

    try:
        progress(*told.get(timeout=_GLANCE))
    except Empty:
        return
