"""What the commands of `pnp` share: how arguments are read, and how progress is shown."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import typer

from components.errors import UsageError, did_you_mean

if TYPE_CHECKING:
    from generator.build import Progress

INKS = ("full", "saver", "grey")
_FARTHEST = 50.0  # that backs are moved, mm


def one_of(option: str, value: str, allowed: Sequence[str]) -> None:
    """Raises `UsageError` if the option has none of the values it may have."""
    if value not in allowed:
        raise UsageError(f'"{value}" is not known.', where=option, todo=did_you_mean(value, allowed))


def belonging(given: Mapping[str, object], to: Mapping[str, str]) -> None:
    """Raises `UsageError` if an option was given that means nothing without the one it belongs to."""
    for option, other in to.items():
        if given.get(option) and not given.get(other):
            raise UsageError(f"It means nothing without {other}.", where=option, todo=f"Give {other} too.")


def apart(given: Mapping[str, object], pairs: Iterable[tuple[str, str]]) -> None:
    """Raises `UsageError` if two options were given that cannot both be."""
    for one, other in pairs:
        if given.get(one) and given.get(other):
            raise UsageError(f"{one} and {other} cannot both be.", todo="Leave one of them out.")


def number(low: float, high: float, about: str) -> Any:
    """An option that takes a number between these two. Typer's own lets nan pass, which is below none."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not low <= value <= high:
            raise typer.BadParameter(f'"{text}" is no number from {low:g} to {high:g}.')
        return value

    return typer.Option(parser=read, metavar=f"{low:g}..{high:g}", help=about)


def words(option: str, text: str) -> tuple[str, ...]:
    """The words between the commas. Raises `UsageError` if there are nothing but commas."""
    found = tuple(word.strip() for word in text.split(",") if word.strip())
    if text and not found:
        raise UsageError(f'"{text}" names nothing.', where=option, todo="Write names: one,two")
    return found


def pair(option: str, text: str) -> tuple[float, float]:
    """Two numbers with a comma between them. Raises `UsageError`."""
    try:
        x, y = (float(number) for number in text.split(","))
        if not (math.isfinite(x) and math.isfinite(y)):
            raise ValueError
        return x, y
    except ValueError:
        raise UsageError(
            f'"{text}" is no pair of numbers.', where=option, todo="Write mm: 0.5,-1.2"
        ) from None


def shift_of(text: str) -> tuple[float, float]:
    """The two numbers of --shift. Raises `UsageError` for what no printer is off by."""
    x, y = pair("--shift", text)
    if max(abs(x), abs(y)) > _FARTHEST:
        raise UsageError(
            f"No printer is off by more than {_FARTHEST:g} mm.", where="--shift", todo="Write mm: 0.5,-1.2"
        )
    return x, y


@contextmanager
def progress_bars() -> Iterator[Progress]:
    """A bar a game on a terminal; nothing elsewhere."""
    if not sys.stderr.isatty():
        yield lambda what, done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (TextColumn("{task.description:26}"), BarColumn(), TextColumn("{task.completed}/{task.total}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        tasks: dict[str, int] = {}

        def show(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bars.add_task(what, total=total)
            bars.update(tasks[what], completed=done)  # type: ignore[arg-type]

        yield show
