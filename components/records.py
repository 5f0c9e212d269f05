"""Data classes that are made in a quarter of the time.

For each frozen class `dataclasses` writes and compiles six functions, which takes half a millisecond. A
command that begins with a hundred of them would spend more time on that than on drawing fifty cards. Here a
class has only its `__init__` written, and shares the other functions. None of them refuses a change: that a
class is frozen is held by mypy alone.
"""

from __future__ import annotations

import dataclasses as standard
from operator import attrgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(kind: type | None = None, /, *, frozen: bool = False) -> Any:
        """As `dataclasses.dataclass`, for the one option that is used."""
        return _made(kind, frozen) if kind else lambda kind: _made(kind, frozen)


def _made(kind: Any, frozen: bool) -> Any:
    own = {name for name in ("__eq__", "__hash__", "__repr__") if kind.__dict__.get(name)}
    standard.dataclass(kind, eq=False, repr=False)
    fields = standard.fields(kind)
    compared = [one.name for one in fields if one.compare]
    kind.__compared__ = attrgetter(*compared) if compared else staticmethod(lambda _: ())
    kind.__shown__ = tuple(one.name for one in fields if one.repr)
    shared = {"__eq__": _equal, "__hash__": _hash if frozen else None, "__repr__": _shown}
    for name in shared.keys() - own:
        setattr(kind, name, shared[name])
    return kind


def _equal(self: Any, other: Any) -> Any:
    if self.__class__ is not other.__class__:
        return NotImplemented
    return self is other or self.__compared__(self) == self.__compared__(other)


def _hash(self: Any) -> int:
    return hash(self.__compared__(self))


def _shown(self: Any) -> str:
    values = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__shown__)
    return f"{type(self).__qualname__}({values})"
