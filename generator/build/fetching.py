"""Spreadsheets that are published on the web: fetched when a person asks for it, and kept beside the game.

A build never uses the network. It reads the copy, and says how old that is. Addresses are kept with the
user's own files and never in the game's folder, so that no stranger's folder can make us ask for anything.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from components import files
from components.errors import DataError, UsageError, did_you_mean
from components.reading import parse_json, read_text
from components.sheets import CSV_BYTES, read_sheet
from components.toml import read_toml
from components.wording import counted

SECONDS = 20.0  # longest time for an address to answer
_RECORD = "fetched.json"
_TODO = "In Google Sheets: File, Share, Publish to the web, CSV. The copy that you have is unchanged."
_UNITS = (("day", 86_400.0), ("hour", 3_600.0), ("minute", 60.0))


class Copy(NamedTuple):
    """A file that was fetched: from where, and when, in seconds since 1970."""

    address: str
    time: float


def fetch(folder: Path, deck: str, address: str = "") -> str:
    """Bring the spreadsheet of a deck up to date, from a new address or the one it was fetched from before.

    A line for the user. Raises `UsageError` for an address that does not answer or has no CSV, and then has
    changed nothing.
    """
    sheets = _sheets(folder)
    if deck not in sheets:
        raise UsageError(f'There is no deck "{deck}".', where=str(folder), todo=did_you_mean(deck, sheets))
    file = sheets[deck]
    if file.suffix.lower() not in (".csv", ".tsv"):
        raise UsageError(
            f"The pieces of {deck} are in {file.name}, and what is published is CSV.",
            where="game.toml",
            todo='Write pieces = "cards.csv".',
        )
    known = _record()
    if not address and str(file.resolve()) not in known:
        raise UsageError(
            f"{file.name} was never fetched.", where=deck, todo=f"Give its address: pnp fetch GAME {deck} URL"
        )
    address = address or known[str(file.resolve())].address
    files.replace_file(file, download(address))
    remember(file, address)
    rows = sum(1 for _ in read_sheet(file, folder).rows)
    return f"{file.name}: {counted(rows, 'row')} from {address}"


def is_address(text: str) -> bool:
    """Tell whether it names something on the web."""
    return text.startswith(("https://", "http://"))


def download(address: str) -> bytes:
    """The CSV at an address. Raises `UsageError` if it does not answer, or has no table."""
    content = _answer(address)
    _check(content, address)
    return content


def remember(file: Path, address: str) -> None:
    """Note that a file is a copy of what is at the address now."""
    known = {**_record(), str(file.resolve()): Copy(address, time.time())}
    home = files.folder("data")
    files.make_folder(home)
    record = {name: copy._asdict() for name, copy in known.items()}
    files.replace_file(home / _RECORD, json.dumps(record, indent=2) + "\n")


def fetched(folder: Path) -> Iterator[tuple[str, Path, Copy]]:
    """The decks whose spreadsheets are copies, with the files and where they are from."""
    if not (known := _record()):
        return
    for deck, file in _sheets(folder).items():
        if copy := known.get(str(file.resolve())):
            yield deck, file, copy


def ages(folder: Path) -> list[str]:
    """A sentence for each spreadsheet that is a copy: how old it is."""
    said = {}
    for _, file, copy in fetched(folder):
        age = _age(time.time() - copy.time)
        said[file.name] = f"is a copy from {age}; pnp fetch brings it up to date."
    return [f"{file} {what}" for file, what in said.items()]


def _sheets(folder: Path) -> dict[str, Path]:
    """The files of the decks, also where a file is wrong: to fetch it again may put it right."""
    decks = read_toml(folder / "game.toml", folder).tables("deck")
    return {deck.text("name"): folder / deck.text("pieces") for deck in decks}


def _age(seconds: float) -> str:
    for unit, length in _UNITS:
        if seconds >= length:
            return f"{counted(int(seconds / length), unit)} ago"
    return "just now"


def _record() -> dict[str, Copy]:
    with suppress(DataError, TypeError, AttributeError):
        rows = parse_json(read_text(files.folder("data") / _RECORD), _RECORD)
        return {
            name: copy
            for name, row in rows.items()
            if isinstance((copy := Copy(**row)).address, str) and isinstance(copy.time, (int, float))
        }
    return {}


def _answer(address: str) -> bytes:
    """Return what is at the address. Raises `UsageError`."""
    import http.client
    from urllib.error import HTTPError, URLError
    from urllib.request import (
        HTTPDefaultErrorHandler,
        HTTPErrorProcessor,
        HTTPHandler,
        HTTPRedirectHandler,
        HTTPSHandler,
        OpenerDirector,
        Request,
    )

    if not is_address(address):
        raise UsageError(f'"{address[:60]}" is not an address.', todo="Write https://…")
    opener = OpenerDirector()  # no handlers for files and other schemes, to which a page could lead
    for handler in (
        HTTPHandler,
        HTTPSHandler,
        HTTPDefaultErrorHandler,
        HTTPErrorProcessor,
        HTTPRedirectHandler,
    ):
        opener.add_handler(handler())
    try:
        request = Request(address, headers={"User-Agent": "starbox", "Accept": "text/csv,*/*;q=0.5"})
        with opener.open(request, timeout=SECONDS) as answer:
            content: bytes = answer.read(CSV_BYTES + 1)
            if "html" in answer.headers.get("Content-Type", ""):
                raise UsageError("The address has a page and not CSV.", where=address, todo=_TODO)
    except HTTPError as problem:
        raise UsageError(
            f"The address answers: {problem.code} {problem.reason}.", where=address, todo=_TODO
        ) from None
    except (URLError, OSError, ValueError, http.client.HTTPException, AttributeError) as problem:
        cause = getattr(problem, "reason", problem)
        why = str(getattr(cause, "strerror", "") or cause)[:100] or "nothing"
        todo = "Is it right, and are you connected? What was there before is unchanged."
        raise UsageError(f"The address does not answer: {why}.", where=address, todo=todo) from None
    if len(content) > CSV_BYTES:
        raise UsageError(f"There is more than {CSV_BYTES // 1024**2} MB.", where=address)
    return content


def _check(content: bytes, address: str) -> None:
    """Raises `UsageError` for what is not a table."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        tried = Path(folder) / "cards.csv"
        tried.write_bytes(content)
        try:
            sheet = read_sheet(tried)
            list(sheet.rows)
            if len(sheet.header) < 1:
                raise DataError("There is nothing in it.")
        except DataError as problem:
            raise UsageError(f"The address has no table: {problem.what}", where=address, todo=_TODO) from None
