"""Reading TOML so that every mistake is answered with the file, the key and a suggestion."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

from components.errors import DataError, did_you_mean

T = TypeVar("T")
_REQUIRED: Any = object()


class Table:
    """A TOML table that remembers where it stands and which of its keys were asked for.

    file  where it was read; a name for the text, if it comes from no file

    Ask for each key by its type, then call `done()`: a key nobody asked for is a misspelling.
    """

    def __init__(self, data: dict[str, Any], file: Path | str, path: str = "") -> None:
        self.data = data
        self.file = file
        self.path = path
        self._asked: set[str] = set()

    def text(self, key: str, default: str = _REQUIRED) -> str:
        value: str = self._get(key, str, "a text in quotes", default)
        return value

    def integer(self, key: str, default: int = _REQUIRED) -> int:
        value: int = self._get(key, int, "a whole number", default)
        return value

    def number(self, key: str, default: float = _REQUIRED) -> float:
        return float(self._get(key, (int, float), "a number", default))

    def flag(self, key: str, default: bool = _REQUIRED) -> bool:
        value: bool = self._get(key, bool, "true or false", default)
        return value

    def texts(self, key: str, default: tuple[str, ...] = _REQUIRED) -> tuple[str, ...]:
        return self._list(key, str, "a list of texts", default)

    def integers(self, key: str, default: tuple[int, ...] = _REQUIRED) -> tuple[int, ...]:
        return self._list(key, int, "a list of whole numbers", default)

    def numbers(self, key: str, default: tuple[float, ...] = _REQUIRED) -> tuple[float, ...]:
        return self._list(key, (int, float), "a list of numbers", default)

    def choice(self, key: str, allowed: tuple[str, ...], default: str = _REQUIRED) -> str:
        value = self.text(key, default)
        if value is not default and value not in allowed:
            raise self.error(key, f'is "{value}".', did_you_mean(value, allowed))
        return value

    def table(self, key: str) -> Table:
        """The sub-table under `key`; an empty one if it is not there."""
        data = self._get(key, dict, f"a table, [{key}]", {})
        return Table(data, self.file, self._name(key))

    def tables(self, key: str) -> tuple[Table, ...]:
        """The array of tables under `key`; none if it is not there."""
        rows = self._list(key, dict, f"tables, [[{key}]]", ())
        return tuple(Table(row, self.file, f"{self._name(key)}[{i}]") for i, row in enumerate(rows))

    def anything(self, key: str) -> Any:
        """The value under `key` as TOML gives it, or None."""
        return self._get(key, object, "a value", None)

    def done(self) -> None:
        """Refuse the keys nobody asked for."""
        for key in self.data:
            if key not in self._asked:
                raise self.error(key, "is not a key that is known here.", did_you_mean(key, self._asked))

    def error(self, key: str, what: str, todo: str = "") -> DataError:
        """The error about one key, for a caller that knows more about its value than its type."""
        return DataError(f"{key} {what}", where=self.where(), todo=todo)

    def where(self) -> str:
        return f"{self.file}, {self.path}" if self.path else str(self.file)

    def _name(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def _get(self, key: str, kind: Any, kind_name: str, default: Any) -> Any:
        self._asked.add(key)
        if key not in self.data:
            if default is _REQUIRED:
                raise self.error(key, "is missing.", self._close_key(key) or f"Write {key} = {kind_name}.")
            return default
        value = self.data[key]
        # TOML's booleans are Python's, and Python's booleans are integers.
        if not isinstance(value, kind) or (isinstance(value, bool) and kind not in (bool, object)):
            raise self.error(key, f"is {value!r}; {kind_name} is expected.")
        return value

    def _close_key(self, key: str) -> str:
        unasked = [other for other in self.data if other not in self._asked]
        hint = did_you_mean(key, unasked)
        return f'There is "{hint.split(chr(34))[1]}": is that the one meant?' if "mean" in hint else ""

    def _list(self, key: str, kind: Any, kind_name: str, default: Any) -> tuple[Any, ...]:
        value = self._get(key, list, kind_name, default)
        for item in value:
            if not isinstance(item, kind) or isinstance(item, bool):
                raise self.error(key, f"holds {item!r}; {kind_name} is expected.")
        return tuple(value)


def read_toml(file: Path) -> Table:
    """The file as a table. Raises `DataError` if it is not there or is not TOML."""
    return parse_toml(read_text(file), file)


def parse_toml(text: str, file: Path | str) -> Table:
    """The text as a table.

    Raises `DataError`, naming the file, if it is not TOML, or holds inf or nan: TOML knows them, no box does.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise DataError(f"This is not TOML: {problem}.", where=str(file), todo="Mend that line.") from None
    for key, value in _numbers(data):
        if not math.isfinite(value):
            raise DataError(f"{key} is {value}, which is no number.", where=str(file), todo="Write a number.")
    return Table(data, file)


def _numbers(value: Any, path: str = "") -> Iterator[tuple[str, float]]:
    """Every number with a point in what TOML gives, with where it stands."""
    if isinstance(value, float):
        yield path, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _numbers(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _numbers(inner, f"{path}[{index}]")


def read_text(file: Path) -> str:
    """The file as UTF-8 text. Raises `DataError` if it is not there or is not UTF-8."""
    try:
        return file.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        siblings = [near.name for near in file.parent.glob(f"*{file.suffix}") if near.is_file()]
        raise DataError(
            "There is no such file.", where=str(file), todo=did_you_mean(file.name, siblings)
        ) from None
    except UnicodeDecodeError as problem:
        raise DataError(
            f"Byte {problem.start} is not UTF-8.", where=str(file), todo="Save the file as UTF-8."
        ) from None
    except OSError as problem:
        raise DataError(f"It cannot be read: {problem.strerror}.", where=str(file)) from None
