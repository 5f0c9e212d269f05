"""Values that do not change: tuples and records, and the same with something else in them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, cast, dataclass_transform

B = TypeVar("B")
P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R", bound="Record")
C = TypeVar("C", bound="Copied")


def replaced(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """The items with another one in that place."""
    changed = list(items)
    changed[place] = item
    return tuple(changed)


def removed(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    """The items without the first one that is equal to that."""
    place = items.index(item)
    return items[:place] + items[place + 1 :]


class Record:
    """Base of the classes that `record` declares."""

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


def remembered(work: Callable[Concatenate[B, P], T]) -> Callable[Concatenate[B, P], T]:
    """Declares a function whose results its first argument remembers, such as a box or a map.

    They go when that goes, while `functools.cache` would keep it alive for them. What follows from it alone,
    in its own module, is a `cached_property`.
    """
    name, do = f"{work.__module__}.{work.__qualname__}", cast(Callable[..., T], work)

    @wraps(work)
    def found(owner: Any, /, *rest: Any) -> Any:
        try:
            return owner.__dict__[name][rest]
        except KeyError:
            pass
        result = owner.__dict__.setdefault(name, {})[rest] = do(owner, *rest)
        return result

    return cast(Callable[Concatenate[B, P], T], found)


def remembered_lately(
    most: int = 512,
) -> Callable[[Callable[Concatenate[B, P], T]], Callable[Concatenate[B, P], T]]:
    """`remembered` for a function that is often asked about something new: after so many it begins anew."""

    def declare(work: Callable[Concatenate[B, P], T]) -> Callable[Concatenate[B, P], T]:
        name, do = f"{work.__module__}.{work.__qualname__}", cast(Callable[..., T], work)

        @wraps(work)
        def found(owner: Any, /, *rest: Any) -> Any:
            known = owner.__dict__.setdefault(name, {})
            result = known.get(rest, known)
            if result is known:  # An exception at every new question would cost more than this.
                if len(known) >= most:
                    known.clear()
                result = known[rest] = do(owner, *rest)
            return result

        return cast(Callable[Concatenate[B, P], T], found)

    return declare


@dataclass_transform(frozen_default=True)
def record(kind: type[R]) -> type[R]:
    """Declares what the rules look at all the time: a named tuple by its use, but with its fields in slots.

    To read a field of it takes a fifth of the time, and to change one half of it. Nobody sets a field: the
    types forbid it, and a check at run time would cost more than all the rest.
    """
    made = dataclass(slots=True, unsafe_hash=True)(kind)
    made._replace = _replacing(made)  # type: ignore[method-assign]
    return made


class Copied(Record):
    """Base of the classes that `copied` declares."""

    __slots__ = ()

    def copy(self: C) -> C:
        """Another one for the rules to change, which nobody else has seen."""
        raise NotImplementedError


@dataclass_transform()
def copied(kind: type[C]) -> type[C]:
    """Declares a state whose many fields the rules set in a copy, one after the other.

    Such a copy takes two thirds of the time of a call of the class, or of `_replace`.
    """
    made = record(kind)
    made.copy = _copying(made)  # type: ignore[method-assign]
    return made


def _copying(kind: type[Any]) -> Callable[..., Any]:
    return _making("copy(self)", kind, {item.name: f"self.{item.name}" for item in fields(kind)})


def _replacing(kind: type[Any]) -> Callable[..., Any]:
    names = [item.name for item in fields(kind)]
    given = ", ".join(f"{name}=_same" for name in names)
    values = {name: f"self.{name} if {name} is _same else {name}" for name in names}
    return _making(f"_replace(self, /, {given})", kind, values)


def _making(head: str, kind: type[Any], values: Mapping[str, str]) -> Callable[..., Any]:
    """The method that makes another one, written out field by field as `dataclass` does for `__init__`."""
    lines = [f"    made.{name} = {value}" for name, value in values.items()]
    space: dict[str, Any] = {"_kind": kind, "_new": object.__new__, "_same": object()}
    exec("\n".join((f"def {head}:\n    made = _new(_kind)", *lines, "    return made")), space)
    made: Callable[..., Any] = space[head.partition("(")[0]]
    return made
