"""Several games at the same time, each in a process of its own, with their progress told to one place."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import Empty
from typing import TYPE_CHECKING, Any, TypeVar

from components import catalogue, process
from components.errors import DataError, OutputError, StarboxError, UsageError
from generator.build import Order, Progress, Result, build, unchanged

if TYPE_CHECKING:
    from concurrent.futures import Future

T = TypeVar("T")


@dataclass(frozen=True)
class Failure:
    """A game, as it was asked for, that could not be made. What was there of it before still is."""

    game: str
    problem: StarboxError


def build_all(orders: Sequence[Order], jobs: int, progress: Progress) -> list[Result | Failure]:
    """What became of each order, in the order asked for: one that fails does not keep the others back.

    Raises `UsageError` at once if there is no such game, or if two would be written to one folder.
    """
    _check_apart(orders)
    if jobs == 1 or len(orders) == 1:
        return [_outcome(order, partial(build, order, progress)) for order in orders]
    outcomes = {place: _outcome(order, partial(unchanged, order)) for place, order in enumerate(orders)}
    waiting = {place: orders[place] for place, outcome in outcomes.items() if outcome is None}
    if waiting:
        outcomes |= _at_once(waiting, jobs, progress)
    return [outcome for outcome in outcomes.values() if outcome is not None]


def _at_once(orders: Mapping[int, Order], jobs: int, progress: Progress) -> dict[int, Result | Failure]:
    """What became of the orders by their places, each built in one of so many processes."""
    # Loaded here: it takes as long as drawing twenty cards, and one game has no use for it.
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    def ended(order: Order, future: Future[Result]) -> Result | Failure:
        try:
            return _outcome(order, future.result)
        except BrokenProcessPool:
            stopped = (
                "The system stopped one of the processes that make the games, perhaps for lack of memory."
            )
            return Failure(order.game, OutputError(stopped, todo="Make one game at a time: --jobs 1."))

    if multiprocessing.get_start_method() == "fork":
        # Loaded before the processes part, what all of them need is loaded once.
        from generator import booklet, document, faces, rulebook  # noqa: F401

    told: Any = multiprocessing.Queue()
    with ProcessPoolExecutor(jobs, initializer=_begin, initargs=(told,)) as pool:
        try:
            # The largest first, so that no process is left with it when the others are done.
            largest = sorted(orders, key=lambda place: -_size(orders[place]))
            submitted = {place: pool.submit(_build, orders[place]) for place in largest}
            while not all(future.done() for future in submitted.values()):
                _pass_on(told, progress)
        except KeyboardInterrupt:
            for worker in multiprocessing.active_children():
                worker.terminate()
            pool.shutdown(wait=True, cancel_futures=True)
            raise
    return {place: ended(order, submitted[place]) for place, order in orders.items()}


def _check_apart(orders: Sequence[Order]) -> None:
    goals: dict[Path, Order] = {}
    for order in orders:
        try:
            slug = catalogue.load(order.game).slug
        except DataError:
            continue
        other = goals.setdefault(order.folder(slug), order)
        if other.game == order.game and other is not order:
            raise UsageError(f"{order.game} stands twice.", todo="Name every game once.")
        if other is not order:
            raise UsageError(
                f"{other.game} and {order.game} are both the game {slug}, and would lie in one folder.",
                todo="Build them one at a time, each with an --out of its own.",
            )


def _outcome(order: Order, result: Callable[[], T]) -> T | Failure:
    try:
        return result()
    except StarboxError as problem:
        return Failure(order.game, problem)


def _size(order: Order) -> int:
    """How many faces there are to draw, roughly; 0 for a game whose data are wrong."""
    try:
        return sum(len(deck.pieces) for deck in catalogue.load(order.game).decks)
    except DataError:
        return 0


_told: Any = None


def _begin(told: Any) -> None:
    """In each process, once: where to tell progress."""
    global _told
    _told = told
    process.as_worker()


def _build(order: Order) -> Result:
    try:
        with process.terminable():
            return build(order, lambda what, done, total: _told.put((what, done, total)))
    except KeyboardInterrupt:
        # Not back to the pool: of those that are stopped one may have died with a lock that all wait for.
        os._exit(process.TERMINATED)


def _pass_on(told: Any, progress: Progress) -> None:
    try:
        progress(*told.get(timeout=0.05))
    except Empty:
        return
