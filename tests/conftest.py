"""Every test runs away from home: nothing a user keeps is read or changed."""

from __future__ import annotations

import gc
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
import typer.main
from hypothesis import HealthCheck, settings

# Tests and the commands they start are compiled once, also where PYTHONDONTWRITEBYTECODE is set, as it is in
# many a container: to compile them is a third of what a test process does before its first test.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# The same examples every time, and no clock: a failure on one machine is a failure on all. `make search`
# looks for new ones.
_NO_CLOCK = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("same", derandomize=True, max_examples=30, **_NO_CLOCK)
settings.register_profile("search", max_examples=2000, **_NO_CLOCK)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))

pytest.register_assert_rewrite("referee.contract")  # its asserts show their values, too

# No test can see a power failure, which is all that waiting for the disk is for.
os.fsync = lambda descriptor: None  # type: ignore[assignment]

# Five thousand tests are collected to stay: to look through them again and again for garbage is a tenth of
# the time that all of them take. What a test makes is looked through more seldom, too.
gc.disable()


OUTSIDE = {"home", "pnp_process", "visit", "watched"}  # fixtures that start a process or need a browser
SIGNS = re.compile(rf"\boutside\b|\bin_a_browser\b|\b({'|'.join(sorted(OUTSIDE))})\b", re.IGNORECASE)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave modules alone that have nothing for the second stage: to import all of them takes half as long
    as its tests.
    """
    if config.option.markexpr != "outside" or not collection_path.match("test_*.py"):
        return None
    return None if SIGNS.search(collection_path.read_text("utf-8")) else True


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what a fixture or a class decides.

    A search looks at more in every module that asks whether this is one.

    It also plays far more games by the contract, which ships with Starbox and knows no marker of ours.
    """
    for item in items:
        if not OUTSIDE.isdisjoint(getattr(item, "fixturenames", ())):
            item.add_marker("outside")
        if item.get_closest_marker("outside"):
            assert SIGNS.search(item.path.read_text("utf-8")), f"{item.nodeid} hides from the second stage"
        classes = getattr(getattr(item, "cls", None), "__mro__", ())
        by_contract = any(one.__module__ == "referee.contract" for one in classes)
        if by_contract or hasattr(getattr(item, "module", None), "SEARCHING"):
            item.add_marker("search")


# Modules of ours that calculate in a process of their own, on any machine alike.
CALCULATING = {"generator.exports.web.artist", "tests.generator.presswork"}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Let no test start a process unless it is marked: that depends on the machine and on its load."""

    def start(process: subprocess.Popen[Any], command: Any, *args: Any, **options: Any) -> None:
        inside = not item.get_closest_marker("outside") and CALCULATING.isdisjoint(command)
        assert not inside, f"{item.nodeid} starts a process: mark it outside"
        _started(process, command, *args, **options)

    subprocess.Popen.__init__ = start  # type: ignore[method-assign]
    return (yield)


_started = subprocess.Popen.__init__


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.set_threshold(50_000, 50, 50)
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def away_from_home(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> None:
    """Caches, saved printers and games at the table go into the test run's own folder.

    The cache is that of all test processes, as it is of all that one user runs at a time, and of both stages.
    """
    home = tmp_path_factory.mktemp("home")
    for name in ("CONFIG", "DATA"):
        os.environ[f"STARBOX_{name}"] = str(home / name.lower())
    own = tmp_path_factory.getbasetemp()
    shared = os.environ.get("STARBOX_TESTED") or (own if worker_id == "master" else own.parent)
    os.environ["STARBOX_CACHE"] = str(Path(shared) / "cache")


@pytest.fixture(scope="session")
def project() -> Path:
    """The checkout the tests belong to."""
    return Path(__file__).parent.parent


@pytest.fixture(scope="session", autouse=True)
def commands_are_built_once() -> Iterator[None]:
    """Typer makes all of `pnp` anew for every call, which takes longer than most answers of it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(typer.main, "get_command", lru_cache(maxsize=8)(typer.main.get_command))
        yield


@pytest.fixture(scope="session", autouse=True)
def ctrl_c_is_heard() -> None:
    """Hear Ctrl-C again: a shell makes its background deaf to it, which our commands must not inherit."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
