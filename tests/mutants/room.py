"""Tries the mutants of one room, in the folder that it is started in.

    python -m tests.mutants.room ROOM SAMPLE SEED JOBS ONLY

pytest collects the tests of the room once. They are run once as the code stands, to see which of them run
which line, and how long they take. For each mutant a child then puts the changed function in its place and
runs the tests of the changed statement until one fails: first those that noticed other changes of the
function, then the quickest. What is run while the tests are collected, such as a constant, is tried as a
changed file in a new process, if no test has noticed it before.
"""

from __future__ import annotations

import functools
import gc
import multiprocessing
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from types import FrameType, FunctionType
from typing import NamedTuple

import pytest

from tests.mutants.changes import Mutant, mutants, mutated, mutated_function
from tests.mutants.rooms import ROOMS, harmless, modules, tests

Function = tuple[str, int]  # a file and the line where its code begins
PYTEST = ("-n", "0", "-x", "-q", "-p", "no:cacheprovider")
MEMORY = 4 << 30  # bytes that a child may ask for

_children = multiprocessing.get_context("fork")


def main() -> None:
    name, sample, seed, jobs, only = sys.argv[1:]
    examination = Examination(name, int(sample), seed, int(jobs), only)
    with _silent():
        pytest.main([*PYTEST, *tests(Path.cwd(), ROOMS[name])], plugins=[examination])
    sys.exit(examination.report())


class Examination:
    """A plugin of pytest that tries mutants instead of running the collected tests."""

    def __init__(self, name: str, sample: int, seed: str, jobs: int, only: str) -> None:
        self.name = name
        self.jobs = jobs
        self.place = Path.cwd()
        chosen = [module for module in modules(self.place, ROOMS[name]) if only in module]
        every = [one for module in chosen for one in mutants(self.place, module)]
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
        left = [one for one in self.survivors if _key(one) not in known]
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
        record = _recorded(session, self.files)
        if record is None:
            return True
        children = Children(session, record, _functions(self.files), _caches(self.files), self.place)
        unnoticed = _shared(self.chosen, children.notice, self.jobs)
        limit = 30 + 5 * sum(record.seconds.values())
        known = harmless()
        self.survivors = [
            mutant
            for mutant in unnoticed
            if _key(mutant) in known or not (self._is_early(mutant) and self._noticed_anew(mutant, limit))
        ]
        self.seconds = time.monotonic() - began
        return True

    def _is_early(self, mutant: Mutant) -> bool:
        """Tell whether the changed node is run while the tests are collected."""
        return mutant.function is None or (f"{self.place / mutant.module}", mutant.function) in self.early

    def _noticed_anew(self, mutant: Mutant, limit: float) -> bool:
        """Tell whether all tests of the room, with the changed module in its file, notice it."""
        file = self.place / mutant.module
        command = [sys.executable, "-m", "pytest", *PYTEST, *tests(self.place, ROOMS[self.name])]
        _write(file, mutated(mutant))
        try:
            done = subprocess.run(command, capture_output=True, timeout=limit, check=False)
            return done.returncode != 0
        except subprocess.TimeoutExpired:
            return True
        finally:
            _write(file, mutant.text)


@dataclass(frozen=True)
class Children:
    """Children of this process that try a mutant each.

    killers  the tests that noticed a change of a function, the latest last: they are asked first
    """

    session: pytest.Session
    record: Record
    functions: Mapping[Function, Sequence[FunctionType]]
    caches: Sequence[functools._lru_cache_wrapper[object]]
    place: Path
    killers: dict[Function, list[int]] = field(default_factory=lambda: defaultdict(list))

    def notice(self, mutant: Mutant) -> bool:
        """Tell whether a test that runs the changed statement notices."""
        if mutant.function is None:
            return False
        place = (f"{self.place / mutant.module}", mutant.function)
        ran = (self.record.tests.get((place[0], line), set()) for line in mutant.lines)
        tests = set().union(*ran)
        if not tests or not self.functions.get(place):
            return False
        before = [number for number in dict.fromkeys(reversed(self.killers[place])) if number in tests]
        order = [*before, *sorted(tests.difference(before), key=self.record.seconds.__getitem__)]
        now = _children.RawValue("i", -1)

        def work() -> int:
            code = mutated_function(mutant, place[0])
            for function in self.functions[place]:
                function.__code__ = code
            _forget(self.caches)
            for number, following in zip(order, [*order[1:], None], strict=True):
                now.value = number
                # A test that goes on for ever is ended by a signal.
                signal.setitimer(signal.ITIMER_PROF, 3 + 5 * self.record.seconds[number])
                if _run(self.session, number, following):
                    return 1
            return 0

        if _ended(work, 60 + 10 * sum(self.record.seconds[number] for number in order)) == 0:
            return False
        self.killers[place].append(now.value)
        return True


def _key(mutant: Mutant) -> tuple[str, str, str]:
    """Return the key by which `harmless.toml` knows a change."""
    return mutant.module, mutant.source, mutant.what


def _shared(chosen: Sequence[Mutant], notice: Callable[[Mutant], bool], jobs: int) -> list[Mutant]:
    """The mutants that are not noticed, asked in that many processes."""
    shares = []
    for share in range(jobs):
        receiver, sender = _children.Pipe(duplex=False)
        numbers = range(share, len(chosen), jobs)

        def work(numbers: range = numbers, sender: Connection = sender) -> None:
            sender.send([number for number in numbers if not notice(chosen[number])])
            os._exit(0)

        process = _children.Process(target=work)
        process.start()
        sender.close()
        shares.append((process, receiver))
    unnoticed = []
    for process, receiver in shares:
        unnoticed += receiver.recv()
        process.join()
    return [chosen[number] for number in sorted(unnoticed)]


class Record(NamedTuple):
    """A run of the tests, which are told by their number in the session.

    tests    that ran each line of the files
    seconds  that each test took
    """

    tests: dict[tuple[str, int], set[int]]
    seconds: dict[int, float]


def _recorded(session: pytest.Session, files: set[str]) -> Record | None:
    """By a run in a child: which tests run each line of the files; None if one of them fails."""
    receiver, sender = _children.Pipe(duplex=False)
    caches = _caches(files)

    def work(sender: Connection = sender) -> int:
        record = Record(defaultdict(set), {})
        now: set[tuple[str, int]] = set()
        for number in range(len(session.items)):
            _forget(caches)
            now.clear()
            began = time.process_time()
            sys.settrace(_noting_lines(files, now))
            failed = _run(session, number)
            sys.settrace(None)
            if failed:
                return 1
            record.seconds[number] = time.process_time() - began
            for line in now:
                record.tests[line].add(number)
        sender.send(record)
        return 0

    process = _children.Process(target=work)
    process.start()
    sender.close()
    try:
        record = receiver.recv()
    except EOFError:
        return None
    process.join()
    return record


def _caches(files: set[str]) -> list[functools._lru_cache_wrapper[object]]:
    """The caches of results of these files' functions.

    Others are never emptied, as pieces of a box are told apart by identity.
    """
    gc.unfreeze()
    found = [
        thing
        for thing in gc.get_objects()
        if isinstance(thing, functools._lru_cache_wrapper)
        and getattr(thing.__wrapped__, "__code__", None)
        and thing.__wrapped__.__code__.co_filename in files
    ]
    gc.freeze()
    return found


def _forget(caches: Iterable[functools._lru_cache_wrapper[object]]) -> None:
    """Empty the caches: a test would not run what another test, or the collecting, has had calculated."""
    for cache in caches:
        cache.cache_clear()


def _noting(files: set[str], called: set[Function]) -> Callable[[FrameType, str, object], None]:
    """A trace function that notes which functions of the files are called."""

    def note(frame: FrameType, event: str, arg: object) -> None:
        code = frame.f_code
        if code.co_filename in files:
            called.add((code.co_filename, code.co_firstlineno))

    return note


def _noting_lines(files: set[str], ran: set[tuple[str, int]]) -> Callable[..., object]:
    """A trace function that notes which lines of the files are run."""

    def line(frame: FrameType, event: str, arg: object) -> object:
        ran.add((frame.f_code.co_filename, frame.f_lineno))
        return line

    def call(frame: FrameType, event: str, arg: object) -> object:
        return line if frame.f_code.co_filename in files else None

    return call


def _functions(files: set[str]) -> dict[Function, list[FunctionType]]:
    """Every function that was loaded from one of the files."""
    found: dict[Function, list[FunctionType]] = defaultdict(list)
    gc.unfreeze()
    for thing in gc.get_objects():
        if type(thing) is FunctionType and thing.__code__.co_filename in files:
            found[thing.__code__.co_filename, thing.__code__.co_firstlineno].append(thing)
    gc.freeze()
    return found


def _run(session: pytest.Session, number: int, following: int | None = None) -> bool:
    """Run that test; whether it fails. What the following test does not need is taken down after it."""
    item = session.items[number]
    after = None if following is None else session.items[following]
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
    return bool(session.testsfailed)


def _ended(work: Callable[[], int], limit: float) -> int | None:
    """The exit code of a child that does that work, or a negative number or None where it was killed.

    limit  seconds after which it is killed: it only waits
    """

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        code = 1
        try:
            code = work()
        finally:
            os._exit(code)

    process = _children.Process(target=limited)
    process.start()
    process.join(limit)
    if process.exitcode is None:
        process.kill()
        process.join()
        return None
    return process.exitcode


@contextmanager
def _silent() -> Iterator[None]:
    """Throw away what pytest and its tests write."""
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
