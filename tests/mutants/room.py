"""Tries the mutants of one room, in the folder that it is started in.

    python -m tests.mutants.room ROOM SAMPLE SEED

pytest collects the tests of the room once. They are run once as the code stands, to see which of them call
which function, and how long they take. For each mutant a child then puts the changed function in its place
and runs the tests that call it, the quickest first, until one fails. What is run while the tests are
collected, such as a constant, is tried as a changed file in a new process, if no test has noticed it before.
"""

from __future__ import annotations

import gc
import math
import multiprocessing
import os
import random
import resource
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from types import FrameType, FunctionType

import pytest

from tests.mutants.changes import Mutant, mutants, mutated, mutated_function
from tests.mutants.rooms import ROOMS, harmless, modules

Function = tuple[str, int]  # a file and the line where its code begins
PYTEST = ("-n", "0", "-x", "-q", "-p", "no:cacheprovider")
MEMORY = 4 << 30  # bytes that a child may ask for

_children = multiprocessing.get_context("fork")


def main() -> None:
    name, sample, seed = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    examination = Examination(name, sample, seed)
    with _silent():
        pytest.main([*PYTEST, *ROOMS[name].tests], plugins=[examination])
    sys.exit(examination.report())


class Examination:
    """A plugin of pytest that tries mutants instead of running the collected tests."""

    def __init__(self, name: str, sample: int, seed: str) -> None:
        self.name = name
        self.place = Path.cwd()
        every = [one for module in modules(self.place, ROOMS[name]) for one in mutants(self.place, module)]
        self.all = len(every)
        self.chosen = random.Random(seed).sample(every, min(sample or len(every), len(every)))
        self.files = {f"{self.place / module}" for module in modules(self.place, ROOMS[name])}
        self.early: set[Function] = set()  # called while the tests are collected
        self.survivors: list[Mutant] | None = None
        self.seconds = 0.0
        sys.settrace(_noting(self.files, self.early))

    def report(self) -> int:
        """Print the score and what survived without an explanation; the exit code."""
        if self.survivors is None:
            print(f"{self.name}: its tests fail without any change.")
            return 1
        known = harmless()
        left = [one for one in self.survivors if (one.module, one.source, one.what) not in known]
        tried = len(self.chosen) - (len(self.survivors) - len(left))
        noticed = tried - len(left)
        print(
            f"{self.name}: {noticed} of {tried} noticed ({noticed / max(tried, 1):.1%}), "
            f"{len(self.survivors) - len(left)} change nothing, of {self.all} mutants in all; "
            f"{self.seconds:.0f} s",
            flush=True,
        )
        for mutant in sorted(left, key=lambda one: (one.module, one.line)):
            print(f"  {mutant.module}:{mutant.line}: {mutant.source}\n      {mutant.what}", flush=True)
        return bool(left)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        sys.settrace(None)
        began = time.monotonic()
        calls, seconds = _recorded(session, self.files)
        if not seconds:
            return True
        functions = _functions(self.files)

        def in_a_child(mutant: Mutant) -> bool:
            """Whether the tests that call the changed function notice."""
            place = self._function(mutant)
            if place is None:
                return False
            tests = sorted(calls[place], key=seconds.__getitem__)
            limit = 5 + 3 * sum(seconds[number] for number in tests)

            def work() -> int:
                code = mutated_function(mutant, place[0])
                for function in functions[place]:
                    function.__code__ = code
                return _run(session, tests)

            return bool(tests) and functions[place] != [] and _ended(work, limit) != 0

        self.survivors = []
        limit = 30 + 5 * sum(seconds.values())
        for mutant in self.chosen:
            place = self._function(mutant)
            early = place is None or place in self.early
            if not in_a_child(mutant) and not (early and self._noticed_anew(mutant, limit)):
                self.survivors.append(mutant)
        self.seconds = time.monotonic() - began
        return True

    def _function(self, mutant: Mutant) -> Function | None:
        return (f"{self.place / mutant.module}", mutant.function) if mutant.function else None

    def _noticed_anew(self, mutant: Mutant, limit: float) -> bool:
        """Whether all tests of the room, with the changed module in its file, notice it."""
        file = self.place / mutant.module
        command = [sys.executable, "-m", "pytest", *PYTEST, *ROOMS[self.name].tests]
        _write(file, mutated(mutant))
        try:
            done = subprocess.run(command, capture_output=True, timeout=limit, check=False)
            return done.returncode != 0
        except subprocess.TimeoutExpired:
            return True
        finally:
            _write(file, mutant.text)


def _recorded(session: pytest.Session, files: set[str]) -> tuple[dict[Function, set[int]], dict[int, float]]:
    """By a run in a child: which tests call each function of the files, and the seconds that each test took.

    Tests are told by their number in the session. Nothing is given if one of them fails.
    """
    receiver, sender = _children.Pipe(duplex=False)

    def work(sender: Connection = sender) -> int:
        calls: dict[Function, set[int]] = defaultdict(set)
        seconds = {}
        now: set[Function] = set()
        sys.settrace(_noting(files, now))
        for number in range(len(session.items)):
            began = time.process_time()
            now.clear()
            if _run(session, [number]):
                return 1
            seconds[number] = time.process_time() - began
            for function in now:
                calls[function].add(number)
        sys.settrace(None)
        sender.send((calls, seconds))
        return 0

    process = _children.Process(target=work)
    process.start()
    sender.close()
    try:
        calls, seconds = receiver.recv()
    except EOFError:
        return {}, {}
    process.join()
    return calls, seconds


def _noting(files: set[str], called: set[Function]) -> Callable[[FrameType, str, object], None]:
    """A trace function that notes which functions of the files are called."""

    def note(frame: FrameType, event: str, arg: object) -> None:
        code = frame.f_code
        if code.co_filename in files:
            called.add((code.co_filename, code.co_firstlineno))

    return note


def _functions(files: set[str]) -> dict[Function, list[FunctionType]]:
    """Every function that was loaded from one of the files."""
    found: dict[Function, list[FunctionType]] = defaultdict(list)
    gc.unfreeze()
    for thing in gc.get_objects():
        if type(thing) is FunctionType and thing.__code__.co_filename in files:
            found[thing.__code__.co_filename, thing.__code__.co_firstlineno].append(thing)
    gc.freeze()
    return found


def _run(session: pytest.Session, tests: Iterable[int]) -> int:
    """The exit code of those tests: they are run until one fails."""
    numbers = list(tests)
    for number, following in zip(numbers, [*numbers[1:], None], strict=True):
        item = session.items[number]
        after = session.items[following] if following is not None else None
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
        if session.testsfailed:
            return 1
    return 0


def _ended(work: Callable[[], int], limit: float) -> int | None:
    """The exit code of a child that does that work, or a negative number or None where it was killed.

    limit  seconds of the processor's time, so that a busy computer does not count; what only waits is killed
           after a while
    """

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(limit), math.ceil(limit) + 1))
        code = 1
        try:
            code = work()
        finally:
            os._exit(code)

    process = _children.Process(target=limited)
    process.start()
    process.join(60 + 5 * limit)
    if process.exitcode is None:
        process.kill()
        process.join()
        return None
    return process.exitcode


@contextmanager
def _silent() -> Iterator[None]:
    """What pytest and its tests write is thrown away."""
    kept = os.dup(1), os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    try:
        yield
    finally:
        for stream, original in zip((1, 2), kept, strict=True):
            os.dup2(original, stream)
            os.close(original)
        os.close(nowhere)


def _write(file: Path, text: str) -> None:
    """Two versions that are written within a second look alike to Python's compiled modules."""
    file.write_text(text, encoding="utf-8")
    for compiled in (file.parent / "__pycache__").glob(f"{file.stem}.*"):
        compiled.unlink()


if __name__ == "__main__":
    main()
