"""Runs something in a child and kills it at a system call of the kernel. Linux only: it uses ptrace."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Callable

TRACE_ME, SYSCALL, SET_OPTIONS = 0, 24, 0x4200
DIE_WITH_TRACER = 0x100000
NOT_ALLOWED = 3  # the exit code where processes may not be traced

_ptrace = ctypes.CDLL(None, use_errno=True).ptrace if sys.platform == "linux" else None


def traced(
    run: Callable[[], object], kill_at: int | None, look: Callable[[int], object] = lambda stop: None
) -> tuple[int, int]:
    """Run in a child that is killed at that stop; stops are before and after each system call.

    Gives the number of stops and how the child ended. `look` is called at each stop with its number.
    """
    assert _ptrace
    child = os.fork()
    if not child:
        if _ptrace(TRACE_ME, 0, 0, 0):
            os._exit(NOT_ALLOWED)
        os.kill(os.getpid(), signal.SIGSTOP)
        try:
            run()
            os._exit(0)
        finally:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    if not os.WIFSTOPPED(status):
        sys.exit(NOT_ALLOWED)
    if _ptrace(SET_OPTIONS, child, 0, ctypes.c_void_p(DIE_WITH_TRACER)):
        os.kill(child, signal.SIGKILL)
        sys.exit(NOT_ALLOWED)
    stops = 0
    while True:
        _ptrace(SYSCALL, child, 0, 0)
        _, status = os.waitpid(child, 0)
        if not os.WIFSTOPPED(status):
            return stops, status
        stops += 1
        look(stops)
        if stops == kill_at:
            os.kill(child, signal.SIGKILL)
            return stops, os.waitpid(child, 0)[1]
