"""Reading TOML, so that every mistake is answered with the file, the key and a suggestion."""

from __future__ import annotations

import functools
import inspect
import json
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, TypeVar, get_args, get_origin, get_type_hints

from components.errors import DataError, did_you_mean
from components.reading import TOML_BYTES, parse_toml_data, read_text

T = TypeVar("T")
R = TypeVar("R")
_LONGEST = 400  # characters of what is wrong with a value, which may be a long one
_INSTEAD: Final[dict[Any, str]] = {
    int: "Write the number alone, such as 12.",
    (int, float): "Write the number alone, such as 2.5.",
    bool: "Write true or false.",
    str: 'Write one text in quotes; a choice of words is one, too: "red|blue".',
}
_REQUIRED: Any = object()


class Table:
    """A TOML table that remembers where it is and which of its keys were asked for.

    file  path of the file; a name for the text, if it comes from no file

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

    def table(self, key: str, *, required: bool = False) -> Table:
        """The sub-table under `key`; an empty one if it is not there and not required."""
        data = self._get(key, dict, f"a table, [{key}]", _REQUIRED if required else {})
        return Table(data, self.file, self._name(key))

    def tables(self, key: str) -> tuple[Table, ...]:
        """The array of tables under `key`; none if it is not there."""
        rows = self._list(key, dict, f"tables, [[{key}]]", ())
        return tuple(Table(row, self.file, f"{self._name(key)} {i}") for i, row in enumerate(rows, 1))

    def anything(self, key: str) -> Any:
        """The value under `key` as TOML gives it, or None."""
        return self._get(key, object, "a value", None)

    def record(self, kind: type[R], **given: Any) -> R:
        """The table as a dataclass or a named tuple: each field is the key of its name, read by its type.

        Numbers, texts, flags and tuples of them are read as such; a `Literal` is a choice, a record is a
        sub-table, a tuple of records an array of tables, a mapping the entries of a sub-table. A field with
        a default may be missing; one that may be None has the type it has otherwise.
        `Annotated[int, "per_player"]` names a key that differs from the field, `Annotated[int, "port.draw"]`
        one in a sub-table.

        given  fields that are not read here
        """
        wanted: Any = kind  # mypy takes the hash of a class for that of its instances
        optional = _defaults(kind)
        values = dict(given)
        for name, hint in _hints(wanted).items():
            key, hint = (
                (hint.__metadata__[0], hint.__origin__) if get_origin(hint) is Annotated else (name, hint)
            )
            *path, key = key.split(".")
            table = functools.reduce(Table.table, path, self)
            if name not in values and (key in table.data or name not in optional):
                values[name] = table._value(key, hint)
        return kind(**values)

    def _value(self, key: str, hint: Any) -> Any:
        """The value under `key`, of that type."""
        origin, inner = get_origin(hint), get_args(hint)
        if origin is UnionType:
            return self._value(key, next(one for one in inner if one is not NoneType))
        if hint in _SIMPLE:
            return _SIMPLE[hint](self, key)
        if origin is Literal:
            return self.choice(key, inner)
        if origin is tuple:
            return self._tuple(key, inner[0])
        if inspect.isclass(origin) and issubclass(origin, Mapping):
            rows = self.table(key)
            return {name: rows._value(name, inner[1]) for name in rows.data}
        if inspect.isclass(hint) and (is_dataclass(hint) or issubclass(hint, tuple)):
            self._get(key, dict, f"a table, [{key}]", _REQUIRED)
            return self.table(key).record(hint)
        raise TypeError(f"{hint} is not read from TOML")

    def _tuple(self, key: str, item: Any) -> Any:
        if item in _LISTS:
            return _LISTS[item](self, key)
        if get_origin(item) is Literal:
            for value in self.texts(key):
                if value not in get_args(item):
                    raise self.error(key, f'has "{value}".', did_you_mean(value, get_args(item)))
            return self.texts(key)
        return tuple(row.record(item) for row in self.tables(key))

    def done(self, *others: str) -> None:
        """Refuse the keys nobody asked for; `others` may be there too, and only some tables need them."""
        for key in self.data:
            if key not in self._asked:
                near = did_you_mean(key, {*self._asked, *others})
                raise self.error(key, "is not a key that belongs here.", near)

    def error(self, key: str, what: str, todo: str = "") -> DataError:
        """The error about one key, for a caller that knows more about its value than its type."""
        said = f"{key} {what}"
        return DataError(
            said if len(said) < _LONGEST else f"{said[:_LONGEST]}…",
            where=self.place(key),
            todo=todo[:_LONGEST],
        )

    def where(self) -> str:
        return f"{self.file}, {self.path}" if self.path else str(self.file)

    def place(self, key: str = "") -> str:
        """The file, the line of a key in it, or of the table, and the table: "game.toml, deck 2, line 9"."""
        try:
            line = line_of(Path(self.file).read_text(encoding="utf-8-sig"), self.path, key)
        except (OSError, ValueError):  # it was read from no file
            line = 0
        parts = (str(self.file), self.path, f"line {line}" if line else "")
        return ", ".join(part for part in parts if part)

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
            raise self._other(key, value, kind, kind_name)
        return value

    def _other(self, key: str, value: Any, kind: Any, kind_name: str) -> DataError:
        """The error about a value of another type, with the one that was probably meant."""
        if kind is dict and isinstance(value, list):
            todo = f"Write [{key}]; a list that belongs to a table has its name too, such as [[card.{key}]]."
            return self.error(key, f"is written [[{key}]], which is a list of tables.", todo)
        number = re.match(r"-?\d+(?:\.\d+)?", value) if isinstance(value, str) else None
        meant = (
            f"[{json.dumps(value, ensure_ascii=False)}]" if kind is list and isinstance(value, str) else ""
        )
        if number and kind in (int, (int, float)):
            meant = number[0]
        if kind is list and isinstance(value, int):
            meant = f"[{value}]"
        elif kind is list and (parts := re.findall(r"\d+", str(value))) and "number" in kind_name:
            meant = f"[{', '.join(parts)}]"
        todo = f"Write {key} = {meant}." if meant and len(meant) < _LONGEST // 4 else _INSTEAD.get(kind, "")
        return self.error(key, f"is {value!r}; {kind_name} is expected.", todo)

    def _close_key(self, key: str) -> str:
        unasked = [other for other in self.data if other not in self._asked]
        hint = did_you_mean(key, unasked)
        return f'There is "{hint.split(chr(34))[1]}": is that the one meant?' if "mean" in hint else ""

    def _list(self, key: str, kind: Any, kind_name: str, default: Any) -> tuple[Any, ...]:
        if kind is dict and isinstance(self.data.get(key), dict):
            todo = f"Write [[{key}]] in double brackets, once for each."
            raise self.error(key, f"is written [{key}], which is a single table.", todo)
        value = self._get(key, list, kind_name, default)
        for item in value:
            if not isinstance(item, kind) or isinstance(item, bool):
                raise self.error(key, f"holds {item!r}; {kind_name} is expected.")
        return tuple(value)


def line_of(text: str, path: str, key: str = "") -> int:
    """The line, from 1, of a key in the table of that path, or of the table; 0 if it is not found.

    path  names with dots; "deck 2" is the second [[deck]]
    """
    lines = text.split("\n")
    at, name = -1, ""
    for part in path.split(".") if path else ():
        word, _, number = part.partition(" ")
        name = f"{name}.{word}" if name else word
        head = (
            rf"\s*\[\[\s*{re.escape(name)}\s*\]\]"
            if number
            else rf"\s*(\[\s*{re.escape(name)}\s*\]|{word}\s*=)"
        )
        found = [place for place in range(at + 1, len(lines)) if re.match(head, lines[place])]
        if len(found) >= int(number or 1):
            at = found[int(number or 1) - 1]
    inner = re.escape(f"{name}.{key}" if name else key)
    for place in range(at + 1, len(lines)) if key else ():
        if re.match(rf"\s*(?:[\"']?{re.escape(key)}[\"']?\s*=|\[+\s*{inner}\s*\])", lines[place]):
            return place + 1
        if at >= 0 and lines[place].lstrip().startswith("["):
            break
    return at + 1


_SIMPLE: Mapping[Any, Callable[[Table, str], Any]] = {
    str: Table.text,
    int: Table.integer,
    float: Table.number,
    bool: Table.flag,
}
_LISTS: Mapping[Any, Callable[[Table, str], Any]] = {
    str: Table.texts,
    int: Table.integers,
    float: Table.numbers,
}


@functools.cache
def _hints(kind: type[Any]) -> Mapping[str, Any]:
    """The types of the fields of a record: to work them out takes longer than to read a record."""
    return get_type_hints(kind, include_extras=True)


def _defaults(kind: type[Any]) -> Collection[str]:
    """The fields of a record that may be missing."""
    if is_dataclass(kind):
        return {one.name for one in fields(kind) if (one.default, one.default_factory) != (MISSING, MISSING)}
    found: Collection[str] = getattr(kind, "_field_defaults", {})
    return found


def read_toml(file: Path, within: Path | None = None) -> Table:
    """The file as a table. Raises `DataError` if it is not there, is not TOML, or is not in that folder."""
    return parse_toml(read_text(file, limit=TOML_BYTES, within=within), file)


def parse_toml(text: str, file: Path | str) -> Table:
    """The text as a table.

    Raises `DataError`, naming the file, if it is not TOML or holds inf or nan, which no box may have.
    """
    return Table(parse_toml_data(text, str(file)), file)
