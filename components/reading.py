"""The one way in for text that somebody else may have written: TOML, JSON, CSV, Markdown and SVG.

Whoever hands over a file may have made it to do harm. So a file must be an ordinary one of a limited size and
of valid UTF-8, and what it holds may be nested only so far, with numbers that have only so many digits.
Everything else is a `DataError` that names the file and, where there is one, the line.
"""

from __future__ import annotations

import contextlib
import itertools
import math
import os
import re
import stat
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeAlias

from components.errors import DataError, did_you_mean

if TYPE_CHECKING:
    from json import JSONDecoder

FILE_BYTES: Final = 64 * 1024 * 1024  # size of any file, at most
TOML_BYTES: Final = 4 * 1024 * 1024
NESTING: Final = 40  # tables in tables, lists in lists
DIGITS: Final = 15  # digits of a whole number, at most: as many as a float keeps

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")  # they could command a terminal
_PART = 1024 * 1024  # size of a part of a file that is read at once
_LEAST = 4096  # bytes that are asked for at once
_LARGEST = 10**DIGITS - 1
Slips: TypeAlias = tuple[tuple[str, str, str], ...]
_KEY_DOTS = 100  # a line with more of them may hold a key of thousands of parts, which takes tomllib minutes
# Patterns for what is hardly ever there are compiled when they are needed.
_LONG_KEY = rf"(?:[\w-]++[ \t]*+\.[ \t]*+){{{NESTING}}}"
_DEEPER = {"[": 1, "{": 1, "]": -1, "}": -1}  # change of depth after a bracket
_QUOTED = r""""[^"\n]*+"|'[^'\n]*+'"""
_JSON_TOKEN = r'"(?:[^"\\]|\\.)*+"?|[\[\]{}\n]'
_TOML_TOKEN = (
    r'"""(?:[^\\"]|\\.|"(?!""))*+(?:""")?|\'\'\'(?:[^\']|\'(?!\'\'))*+(?:\'\'\')?|"(?:[^"\\\n]|\\.)*+"?|'
    r"'[^'\n]*+'?|\#[^\n]*|[\[\]{}\n]"
)


def read_bytes(file: Path, *, limit: int = FILE_BYTES, within: Path | None = None) -> bytes:
    """Return the content of the file.

    limit   greatest size, in bytes
    within  the folder that the file must be in, wherever links lead; None for anywhere

    Raises `DataError` if it is not there, is outside, is a device or a pipe, or is too large.
    """
    try:
        if within is not None and not inside(file, within):
            raise DataError(
                f"The file is outside the folder {within}.", where=str(file), todo="Copy it into the folder."
            )
        # A pipe that nobody writes to must not make us wait.
        handle = os.open(file, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        try:
            told = os.fstat(handle)
            if not stat.S_ISREG(told.st_mode):
                what = "a folder" if stat.S_ISDIR(told.st_mode) else "a pipe or a device"
                raise DataError(f"This is {what} and not a file.", where=str(file))
            content = _at_most(handle, limit + 1, told.st_size)
        finally:
            os.close(handle)
    except FileNotFoundError:
        raise DataError("There is no such file.", where=str(file), todo=_near(file)) from None
    except OSError as problem:
        raise DataError(f"It cannot be read: {problem.strerror}.", where=str(file)) from None
    except ValueError:  # a zero byte in the name
        raise DataError("There is no such file.", where=repr(str(file))) from None
    if len(content) > limit:
        raise DataError(
            f"The file is larger than {_megabytes(limit)}.", where=str(file), todo="Make it smaller."
        )
    return content


def _at_most(handle: int, most: int, size: int) -> bytes:
    """Read a file, but at most `most` bytes of it; `size` is how many it probably has.

    Whoever asks for all at once is given memory for all at once, so it is asked for in parts.
    """
    parts: list[bytes] = []
    while part := os.read(handle, min(_PART, most, max(_LEAST, size + 1))):
        parts.append(part)
        most, size = most - len(part), size - len(part)
    return b"".join(parts)


def read_text(file: Path, *, limit: int = FILE_BYTES, within: Path | None = None) -> str:
    """The file as UTF-8 text with "\\n" at the end of each line.

    Raises `DataError` like `read_bytes`, and for control characters other than tabs and ends of lines.
    """
    content = read_bytes(file, limit=limit, within=within)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = content.count(b"\n", 0, problem.start) + 1
        raise DataError(
            f"Byte {problem.start} is not UTF-8.",
            where=f"{file}, line {line}",
            todo="Save the file as UTF-8.",
        ) from None
    return _checked(text, file)


def _checked(text: str, file: Path) -> str:
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if found := _CONTROL.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise _control(found[0], f"{file}, line {line}")
    return text


def read_table_text(file: Path, *, limit: int, within: Path | None = None) -> tuple[str, str]:
    """The file as text, and how it was read if that is not UTF-8.

    Spreadsheets may save UTF-16 and Windows-1252. Raises `DataError` like `read_text`.
    """
    content = read_bytes(file, limit=limit, within=within)
    for code, said, begins in (
        ("utf-8-sig", "", b""),
        ("utf-16", "UTF-16", (b"\xff\xfe", b"\xfe\xff")),
        ("cp1252", "Windows-1252", b""),
    ):
        if content.startswith(begins):
            with contextlib.suppress(UnicodeDecodeError):
                return _checked(content.decode(code), file), said
    raise DataError(
        "It is neither UTF-8 nor UTF-16 nor Windows-1252.", where=str(file), todo="Save it as CSV UTF-8."
    )


def check_text(text: str, where: str) -> None:
    """Raises `DataError` for a control character in a text, other than tabs and ends of lines."""
    if found := _CONTROL.search(text):
        raise _control(found[0], where)


def inside(file: Path, folder: Path) -> bool:
    """Tell whether the file is in the folder when every link on the way has been followed."""
    try:  # the plain functions: every file of a game is asked about, and paths take four times as long
        place, home = os.path.realpath(file), os.path.realpath(folder)
    except OSError:
        return False
    if place != home and not place.startswith(home.rstrip(os.sep) + os.sep):
        return False
    return not Path(place).is_symlink()  # it still is one where links lead in a circle


def parse_json(text: str, where: str) -> Any:
    """The value of a JSON text. `where` names the text in the `DataError` for anything else.

    Numbers are finite and of at most 15 digits, and texts hold no half of a surrogate pair.
    """
    # Loaded here, because many a command reads no JSON.
    import json

    try:
        _check_nesting(text, _JSON_TOKEN, where)
        value = _decoder().decode(text)
    except json.JSONDecodeError as problem:
        line = f", line {problem.lineno}" if "\n" in text.strip() else ""
        raise DataError(
            f"This is not JSON: {problem.msg}.", where=where + line, todo="Correct it, or make it anew."
        ) from None
    except (ValueError, RecursionError) as problem:
        raise DataError(f"This is not JSON that can be read: {problem}.", where=where) from None
    if "\\u" in text:
        for _, inner in _walked(value):
            if isinstance(inner, str):
                _check_characters(inner, where)
    return value


def parse_own_json(text: str | bytes) -> Any:
    """The value of a JSON text that Starbox itself has written, of any length and with any numbers.

    Raises `ValueError` for anything else, also for what is nested so deeply that Python gives up.
    """
    import json

    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def parse_toml_data(text: str, where: str) -> dict[str, Any]:
    """The tables of a TOML text. `where` names the text in the `DataError` for anything else.

    Numbers are finite and of at most 15 digits.
    """
    if len(text) > TOML_BYTES:
        raise DataError(f"The TOML is longer than {_megabytes(TOML_BYTES)}.", where=where)
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > _KEY_DOTS and re.search(_LONG_KEY, re.sub(_QUOTED, "q", line)):
            raise _too_deep(f"{where}, line {number}")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise _not_toml(text, str(problem), where) from None
    except RecursionError:
        _check_nesting(text, _TOML_TOKEN, where)
        raise _too_deep(where) from None
    except ValueError:  # more digits than Python reads
        raise DataError(
            f"A number in it has more than {DIGITS} digits.", where=where, todo="Write a smaller number."
        ) from None
    for depth, value in _walked(data):
        if depth > NESTING:
            _check_nesting(text, _TOML_TOKEN, where)
            raise _too_deep(where)
        if isinstance(value, str) and not value.isprintable() and (found := _CONTROL.search(value)):
            raise _control(found[0], f"{where}, {_name(data, value)}")
        if isinstance(value, float) and not math.isfinite(value):
            raise DataError(
                f"{_name(data, value)} is {value}, which is not a number.",
                where=where,
                todo="Write a number.",
            )
        if isinstance(value, int) and not -_LARGEST <= value <= _LARGEST:
            raise DataError(
                f"{_name(data, value)} has more than {DIGITS} digits.",
                where=where,
                todo="Write a smaller number.",
            )
    return data


def _not_toml(text: str, problem: str, where: str) -> DataError:
    """The error about a text that is not TOML: in words of its own for what people write most often."""
    at = re.search(r"line (\d+)", problem)
    lines = text.split("\n")
    odd = next((place for place, line in enumerate(lines, 1) if line.count('"') % 2), len(lines))
    number = min(int(at[1]) if at else odd, len(lines))
    line = lines[number - 1]
    for pattern, what, todo in slips("toml"):
        if re.search(pattern, f"{problem}\n{line}"):
            return DataError(f"{what}: {line.strip()[:60]}", where=f"{where}, line {number}", todo=todo)
    return DataError(f"This is not TOML: {problem}.", where=where, todo="Correct that line.")


@cache
def slips(kind: str) -> Slips:
    """Mistakes that people make in files of that kind: the pattern, what is wrong, and what to do."""
    rows = tomllib.loads(Path(__file__).with_name("mistakes.toml").read_text(encoding="utf-8"))[kind]
    return tuple((row["written"], row["what"], row.get("todo", "")) for row in rows)


def _whole(digits: str) -> int:
    if len(digits) > DIGITS + 1 or abs(int(digits)) > _LARGEST:
        raise ValueError(f"a number has more than {DIGITS} digits")
    return int(digits)


def _decimal(digits: str) -> float:
    if not math.isfinite(value := float(digits)):
        raise ValueError(f"{digits[:20]} is too large")
    return value


def _refused(word: str) -> NoReturn:
    raise ValueError(f"{word} is not a number")


@cache
def _decoder() -> JSONDecoder:
    from json import JSONDecoder

    return JSONDecoder(parse_int=_whole, parse_float=_decimal, parse_constant=_refused)


def _walked(value: Any) -> Iterator[tuple[int, Any]]:
    """Every value in the tables and lists, with how deep it is. Keys count as values, too."""
    waiting = [(0, value)]
    while waiting:
        depth, value = waiting.pop()
        yield depth, value
        if isinstance(value, dict):
            yield from ((depth, key) for key in value)
            waiting += [(depth + 1, inner) for inner in value.values()]
        elif isinstance(value, list):
            waiting += [(depth + 1, inner) for inner in value]


def _name(data: Any, wanted: Any) -> str:
    """Name the place of that very value, counted from 1: `deck[2].size[1]`."""
    waiting = [("", data)]
    while waiting:
        name, value = waiting.pop()
        if value is wanted:
            return name
        if isinstance(value, dict):
            waiting += [(f"{name}.{key}" if name else key, inner) for key, inner in value.items()]
        elif isinstance(value, list):
            waiting += [(f"{name}[{place}]", inner) for place, inner in enumerate(value, 1)]
    return "A value"


def _check_nesting(text: str, token: str, where: str) -> None:
    """Raises `DataError` with the line where brackets are nested too deeply."""
    if text.count("[") + text.count("{") <= NESTING:
        return  # looking at each token of a long file takes a while
    tokens = re.compile(token, re.DOTALL)
    if max(itertools.accumulate(_DEEPER.get(mark, 0) for mark in tokens.findall(text)), default=0) <= NESTING:
        return
    depth, line = 0, 1
    for found in tokens.finditer(text):
        mark = found[0]
        if mark in ("[", "{"):
            depth += 1
            if depth > NESTING:
                raise _too_deep(f"{where}, line {line}" if line > 1 or "\n" in text.strip() else where)
        elif mark in ("]", "}"):
            depth -= 1
        else:
            line += mark.count("\n")


def _too_deep(where: str) -> DataError:
    return DataError(
        f"Tables or lists are nested more than {NESTING} deep.", where=where, todo="Nest them less deeply."
    )


def _control(character: str, where: str) -> DataError:
    return DataError(f"There is a control character, U+{ord(character):04X}.", where=where, todo="Delete it.")


def _check_characters(text: str, where: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise DataError(f"The text {text[:40]!a} holds half a character.", where=where) from None


def _near(file: Path) -> str:
    """The file that may have been meant."""
    with contextlib.suppress(OSError, ValueError):
        kind = file.suffix.lower()
        siblings = [near.name for near in file.parent.iterdir() if near.suffix.lower() == kind]
        return did_you_mean(file.name, [name for name in siblings if (file.parent / name).is_file()])
    return ""


def _megabytes(size: int) -> str:
    return f"{size / 1024 / 1024:g} MB"
