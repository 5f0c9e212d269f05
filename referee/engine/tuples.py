"""Values that do not change: tuples and records, and the same with something else in them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Generic, TypeVar, dataclass_transform

T = TypeVar("T")
N = TypeVar("N", bound=tuple[Any, ...])
R = TypeVar("R", bound="Record")


def replaced(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """The items with another one in that place."""
    changed = list(items)
    changed[place] = item
    return tuple(changed)


def removed(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    """The items without the first one that is equal to that."""
    place = items.index(item)
    return items[:place] + items[place + 1 :]


def changeable(kind: type[N]) -> type[N]:
    """Declares a named tuple that is changed again and again: its `_replace` takes half the time."""
    fields: tuple[str, ...] = kind._fields  # type: ignore[attr-defined]
    places = {name: place for place, name in enumerate(fields)}

    def _replace(self: N, /, **changes: Any) -> N:
        values = list(self)
        for name in changes:
            values[places[name]] = changes[name]
        return tuple.__new__(type(self), values)

    kind._replace = _replace  # type: ignore[attr-defined]
    return kind


class Record:
    """What `record` declares."""

    __slots__ = ()

    def _replace(self: R, /, **changes: Any) -> R:
        """The record with other values in these fields, like that of a named tuple."""
        raise NotImplementedError


class Deriving(Record):
    """A record with cached properties: what follows from its fields is worked out when it is asked for."""


class derived(Generic[T]):  # noqa: N801 -- it is used as a decorator
    """A cached property of what never changes, without the lock that `functools` takes in Python 3.11."""

    def __init__(self, work: Callable[[Any], T]) -> None:
        self._work, self._name, self.__doc__ = work, work.__name__, work.__doc__

    def __get__(self, owner: Any, kind: Any) -> T:
        found = vars(owner)[self._name] = self._work(owner)
        return found


@dataclass_transform(frozen_default=True)
def record(kind: type[R]) -> type[R]:
    """Declares what the rules look at all the time: a named tuple by its use, but with its fields in slots.

    To read a field of it takes a fifth of the time, and to change one half of it. Nobody sets a field: the
    types forbid it, and a check at run time would cost more than all the rest.
    """
    made = dataclass(slots=True, unsafe_hash=True)(kind)
    made._replace = _replacing(made)  # type: ignore[method-assign]
    return made


def _replacing(kind: type[Any]) -> Callable[..., Any]:
    """The `_replace` of a record, written out field by field as `dataclass` does for `__init__`."""
    names = [item.name for item in fields(kind)]
    given = ", ".join(f"{name}=_same" for name in names)
    lines = [f"    made.{name} = self.{name} if {name} is _same else {name}" for name in names]
    head = f"def _replace(self, /, *, {given}):\n    made = _new(_kind)"
    space: dict[str, Any] = {"_kind": kind, "_new": object.__new__, "_same": object()}
    exec("\n".join((head, *lines, "    return made")), space)
    made: Callable[..., Any] = space["_replace"]
    return made
