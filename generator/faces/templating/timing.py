"""Bounds of processor time for what strangers' files have us do."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from components.errors import TemplateError


@contextmanager
def timed(seconds: float, late: TemplateError) -> Iterator[None]:
    """Raises `late` in the middle of what takes longer, where the system can do so.

    The processor's time is measured, so that a busy computer does not count. Within another bound, this one
    holds alone: the other goes on afterwards.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(*_: object) -> NoReturn:
        raise late

    before = signal.signal(signal.SIGVTALRM, stop)
    around = signal.setitimer(signal.ITIMER_VIRTUAL, seconds, 0.2)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
        signal.setitimer(signal.ITIMER_VIRTUAL, *around)
