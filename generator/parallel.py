"""Several games at the same time, each in a process of its own, with their progress told to one place."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from queue import Empty
from typing import Any

from components import catalogue
from components.errors import OutputError
from generator.build import Order, Progress, Result, build


def build_all(orders: Sequence[Order], jobs: int, progress: Progress) -> list[Result]:
    """The results in the order asked for. Raises the first error; the other games are finished first."""
    if jobs == 1 or len(orders) == 1:
        return [build(order, progress) for order in orders]
    told: Any = multiprocessing.Queue()
    with ProcessPoolExecutor(jobs, initializer=_begin, initargs=(told,)) as pool:
        # The largest first, so that no process is left with it when the others are done.
        largest = sorted(orders, key=lambda order: -_size(order))
        submitted = {order: pool.submit(_build, order) for order in largest}
        futures = [submitted[order] for order in orders]
        try:
            while not all(future.done() for future in futures):
                _pass_on(told, progress)
        except KeyboardInterrupt:
            pool.shutdown(wait=True, cancel_futures=True)
            raise
    try:
        return [future.result() for future in futures]
    except BrokenProcessPool:
        raise OutputError(
            "The system stopped one of the processes that make the games, perhaps for lack of memory.",
            todo="Make one game at a time: --jobs 1.",
        ) from None


def _size(order: Order) -> int:
    """How many faces there are to draw, roughly."""
    return sum(len(deck.pieces) for deck in catalogue.load(order.game).decks)


_told: Any = None


def _begin(told: Any) -> None:
    """In each process, once: where to tell progress; and Ctrl-C is heard only while building."""
    global _told
    _told = told
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _build(order: Order) -> Result:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return build(order, lambda what, done, total: _told.put((what, done, total)))
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _pass_on(told: Any, progress: Progress) -> None:
    try:
        progress(*told.get(timeout=0.05))
    except Empty:
        return
